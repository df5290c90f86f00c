"""The state of a conversation, and what a line answers.

In: nothing; these are the types that `handle` and the `:commands` work on. Guarantee: frozen;
no terminal is involved, so that typing, a pipe and a test are the same thing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulings.asking.answer import Answer
from rulings.asking.explanation import Step
from rulings.english.reading import Question
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Value
from rulings.session import Session
from rulings.translated import Translator

_REMEMBERED = 12
_UNDO = 100


@dataclass(frozen=True, slots=True)
class Look:
    """How text is shown: with colour or without, and how wide."""

    color: bool = False
    width: int = 100


@dataclass(frozen=True, slots=True)
class ReplState:
    """Everything a conversation remembers.

    `before` are the earlier tables with their situations, oldest first, for `:undo`; `proof` is
    the path of opened steps, root first; `recent` are the things named last, last first;
    `offers` are the sentences to say instead of the line before, which was not understood;
    a `translator` is asked about such lines.
    """

    table: Session
    look: Look = Look()
    situation: str = ""
    before: tuple[tuple[Session, str], ...] = ()
    question: Question | None = None
    answer: Answer | None = None
    proof: tuple[Step, ...] = ()
    recent: tuple[Value, ...] = ()
    full: bool = False
    offers: tuple[str, ...] = ()
    translator: Translator | None = None

    def changed(self, table: Session) -> ReplState:
        """Return the state with another table or focus; the old one can be undone."""
        before = (*self.before, (self.table, self.situation))[-_UNDO:]
        return replace(self, table=table, before=before)

    def naming(self, values: tuple[Value, ...]) -> ReplState:
        """Return the state in which `values` were named last."""
        both = tuple(dict.fromkeys((*values, *self.recent)))
        return replace(self, recent=both[:_REMEMBERED])

    def answered(self, question: Question, answer: Answer) -> ReplState:
        """Return the state after an answer; no proof is open."""
        return replace(self, question=question, answer=answer, proof=())


@dataclass(frozen=True, slots=True)
class Output:
    """What a line answers: text, findings about it, and whether the conversation ends."""

    text: str = ""
    diagnostics: tuple[Diagnostic, ...] = ()
    ends: bool = False
    failed: bool = False


Turn = tuple[ReplState, Output]
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
