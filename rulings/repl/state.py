"""The state of the REPL, and what a line answers.

In: nothing; these are the types that `handle` and the `:commands` work on. Guarantee: frozen;
no terminal is involved, so that typing, a pipe and a test are the same thing.
"""

from __future__ import annotations

from rulings.asking.answer import Answer
from rulings.conversing.conversation import Conversation
from rulings.conversing.turn_text import findings_text
from rulings.doors.screen import visible_text
from rulings.language.diagnostics import Diagnostic
from rulings.records import dataclass, field, replace
from rulings.session import Session


@dataclass(frozen=True, slots=True)
class Look:
    """How text is shown: with colour or without, and how wide."""

    color: bool = False
    width: int = 100


@dataclass(frozen=True, slots=True)
class ReplState:
    """A conversation, how it is shown, how much of an answer, and what a line may take."""

    conversation: Conversation
    look: Look = Look()
    full: bool = False
    seconds: float | None = None

    @property
    def table(self) -> Session:
        """The table that is spoken of."""
        return self.conversation.table

    @property
    def answer(self) -> Answer | None:
        """The last answer."""
        return self.conversation.answer

    @property
    def situation(self) -> str:
        """How the table is called."""
        return self.conversation.situation

    def at(self, conversation: Conversation) -> ReplState:
        """Return the state where the conversation has gone on."""
        return replace(self, conversation=conversation)


@dataclass(frozen=True, slots=True)
class Output:
    """What a line answers: text, findings about it, and whether the conversation ends."""

    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    ends: bool = False
    failed: bool = False

    def shown(self, look: Look) -> str:
        """Return everything it says, each character for what it is."""
        told = findings_text(self.diagnostics, color=look.color, width=look.width)
        return visible_text(self.text + told, color=look.color)


Reply = tuple[ReplState, Output]
"""The next state and what to show."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The words of the prompt and the toolbar."""

    game: str
    focus: str = ""
    facts: tuple[str, ...] = field(default=())


def prompt_of(state: ReplState) -> Prompt:
    """Return what prompt and toolbar show for a state."""
    table = state.table
    focus = table.lexicon.names.display(table.focus) if table.focus is not None else ""
    facts = [table.rulebook.title, f"edition {table.rulebook.edition}"]
    if state.situation:
        facts.append(f"situation {state.situation}")
    if focus:
        facts.append(f"focus {focus}")
    if table.engine != "native":
        facts.append(f"engine {table.engine}")
    return Prompt(table.rulebook.name, focus, tuple(facts))


def banner(state: ReplState, width: int) -> str:
    """Return the first lines of a conversation, one where the width allows it."""
    table = state.table
    parts = [
        table.rulebook.title,
        f"edition {table.rulebook.edition}",
        f"{len(table.rulebook.clauses)} clauses",
    ]
    if state.situation:
        parts.append(f"situation {state.situation}")
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        lines = [*lines[:-1], longer] if len(longer) <= width else [*lines, part]
    hint = f"{lines[-1]}        :help for help"
    return "\n".join([*lines[:-1], hint] if len(hint) <= width else [*lines, ":help for help"])
