"""What people say at a table, line by line.

In: a table, lines and who says them. Out: a `Turn` for each line, with the conversation as it goes
on. Guarantee: a conversation never changes, a turn brings a new one; a line that is not understood
changes nothing but whom the next may speak of, and says what is wrong; nothing is ever answered by
guessing. No terminal is involved: typing, a pipe, a chat and a test are the same thing.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, Unpack

from rulings.asking import arguments
from rulings.asking.answer import Answer
from rulings.asking.explanation import Step
from rulings.asking.limited import Limits, limited
from rulings.asking.posing import Manner, Posed, posed
from rulings.asking.quotation import is_unasked
from rulings.asking.reason import Verdict
from rulings.conversing import proof_path
from rulings.conversing.contradiction import resolved
from rulings.conversing.happenings_asked import ToldOf, asked_of_happenings, next_begun
from rulings.conversing.noting import noted, said_of
from rulings.conversing.outcome_asked import asked_of_outcome, where_is
from rulings.conversing.speaking import heard
from rulings.conversing.turn_text import findings_text, step_text
from rulings.english.antecedents import named_in
from rulings.english.clauses import asks
from rulings.english.reader import LONGEST
from rulings.english.reading import (
    Focus,
    Lines,
    Question,
    Reading,
    Statement,
    Suppose,
    after_line,
    named,
    notices,
)
from rulings.english.words import FUNCTION_WORDS, number, tokenize
from rulings.language.catalogue import mistake
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Value
from rulings.language.source import Source, Span
from rulings.records import dataclass, field, fields, replace
from rulings.render.text import render_answer
from rulings.rulebook.situation import Line
from rulings.session import Session

_UNDO = 100


class TurnKind(Enum):
    """What came of a line."""

    NOTHING = "nothing"
    """It was empty, or a comment."""
    ANSWERED = "answered"
    """It was a question: `answer`."""
    TOLD = "told"
    """It asked what happened, what may happen, or what would come of it: `say`."""
    OPENED = "opened"
    """It opened a step of a proof: `step`, of `answer`."""
    CHANGED = "changed"
    """It changed the table, or what is spoken of: `say`."""
    REFUSED = "refused"
    """It was not understood: `problems`."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What came of one line; `conversation` goes on from here.

    `say` tells what was noted, or for which change of the table, or without which lines that were
    not understood, the answer is. `whole` tells that
    the reasons were asked for. `notices` are warnings and notes, `problems` what was not
    understood, with its `suggestions`. `taken` is the offered sentence that the line chose.
    """

    conversation: Conversation
    kind: TurnKind
    answer: Answer | None = None
    say: str = ""
    whole: bool = False
    notices: tuple[Diagnostic, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    taken: str = ""

    @property
    def table(self) -> Session:
        """The table after the line."""
        return self.conversation.table

    @property
    def step(self) -> Step | None:
        """The step of a proof that is open."""
        return self.conversation.proof[-1] if self.kind is TurnKind.OPENED else None

    @property
    def offers(self) -> tuple[str, ...]:
        """The sentences to say instead: a digit takes one in the next line."""
        return self.conversation.offers

    def render(self, *, width: int = 100, brief: bool = True) -> str:
        """Return all of it as text; unless `brief`, answers with their whole explanation."""
        told = findings_text(self.findings, width=width)
        return self.told(width=width, full=not brief) + told

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All warnings, notes and problems."""
        return (*self.notices, *self.problems)

    def told(self, *, color: bool = False, width: int = 100, full: bool = False) -> str:
        """Return what it says as text, without its findings; `full`, with whole explanations."""
        lines = [f"› {self.taken}"] if self.taken else []
        lines += [self.say] if self.say else []
        said = "".join(f"{line}\n" for line in lines)
        if self.answer is None:
            return said
        path = self.conversation.proof
        if self.kind is TurnKind.OPENED and (not full or len(path) > 1):
            return said + step_text(self.answer, path, width)
        whole = full or self.whole
        return said + render_answer(self.answer, full=whole, every=full, color=color, width=width)

    def __str__(self) -> str:
        return self.render()


@dataclass(frozen=True, slots=True)
class Conversation:
    """What was said at a table: all that the next line may refer to.

    `situation` is how the table is called. `before` are the earlier tables, oldest first, for
    "undo"; `proof` is the path of opened steps, root first; `lines` are what each line
    named, the last line first; `offers` are the sentences to say instead of the `refused` line
    before, which was not understood; `unread` are lines told that were not, each with the words
    that no line has said since.
    """

    table: Session
    situation: str = ""
    before: tuple[tuple[Session, str], ...] = field(default=(), kw_only=True, repr=False)
    question: Question | None = field(default=None, kw_only=True)
    answer: Answer | None = field(default=None, kw_only=True)
    proof: tuple[Step, ...] = field(default=(), kw_only=True)
    lines: Lines = field(default=(), kw_only=True)
    offers: tuple[str, ...] = field(default=(), kw_only=True)
    refused: str = field(default="", kw_only=True)
    unread: tuple[tuple[str, frozenset[str]], ...] = field(default=(), kw_only=True)

    def __reduce__(self) -> tuple[Callable[..., Conversation], tuple[object, ...]]:
        """Pickle the open steps of a proof as the way to them."""
        kept = {one.name: getattr(self, one.name) for one in fields(self) if one.name != "proof"}
        return _received, (kept, proof_path.way(self.proof))

    def say(self, line: str, speaker: str = "", **limits: Unpack[Limits]) -> Turn:
        """Return what comes of a line that a `speaker` says, who is meant by "I" and "my".

        A statement changes the table, a question is answered, also with "why", "when" and "what
        if"; "how 2" opens the second premise of a proof and "up" returns; "undo" takes back the
        last change. Behind a line that was not understood a digit takes the sentence offered, or
        an empty line the first that is offered. A mistake is a turn with
        `problems`; only limits raise: OutOfTime, Cancelled, RulingsError (RUL404).
        """
        text = arguments.text(line, "line").strip()
        speaker = arguments.text(speaker, "speaker")
        taken = self._taken(text)
        said = replace(self, offers=(), refused="") if text or taken else self
        if not taken and (not text or text.startswith(("#", "%"))):
            return Turn(self, TurnKind.NOTHING)
        with limited(**limits):
            try:
                turn = said._said(taken or text, speaker)
            except RulingsError as problem:
                first = problem.diagnostics[0]
                # Of whom it was is known of a line, even if not what.
                after = said._behind_refused(text)
                offers = first.suggestions
                after = replace(after, offers=offers, refused=text if offers else "")
                if is_unasked(problem, text, self.table.unread):
                    answer = self.table.quoted(text)
                    return Turn(after, TurnKind.ANSWERED, answer)
                problem = self.table.with_verdicts(problem)
                turn = Turn(after, TurnKind.REFUSED, problems=problem.diagnostics)
        if taken and self.refused and turn.kind is not TurnKind.REFUSED:
            self.table.learn(self.refused, taken)
        return replace(said._reminded(turn, self.refused if taken else text), taken=taken)

    def _reminded(self, turn: Turn, text: str) -> Turn:
        """Keep a line that was not understood until others say it; answers name those left."""
        left, words = self.unread, _content(text)
        match turn.kind:
            case TurnKind.REFUSED if words and len(text.split()) > 2 and not asks(text):
                left = (*left, (text, words))
            case TurnKind.CHANGED:
                still = ((line, those - words) for line, those in left)
                left = tuple((line, those) for line, those in still if _is_untold(line, those))
            case TurnKind.ANSWERED | TurnKind.TOLD if left:
                lines = " and ".join(f"“{line}”" for line, _ in left)
                say = f"Without {lines} (not understood):\n{turn.say}".rstrip()
                turn = replace(turn, say=say)
        return replace(turn, conversation=replace(turn.conversation, unread=left))

    def undo(self) -> Turn:
        """Take back the last change of the table or of what is spoken of."""
        if not self.before:
            return Turn(self, TurnKind.NOTHING, say="Nothing to undo.")
        table, situation = self.before[-1]
        if table.engine != self.table.engine:
            table = table.on_engine(self.table.engine)
        after = replace(self, table=table, situation=situation, before=self.before[:-1], proof=())
        if table.stated is self.table.stated and table.focus != self.table.focus:
            spoken = table.lexicon.names.display(table.focus) if table.focus is not None else ""
            told = f"Undone: the focus is {spoken or 'on nothing'}."
        else:
            count = len(table.facts())
            told = f"Undone: {count} fact{'' if count == 1 else 's'} stated."
        return Turn(after, TurnKind.CHANGED, say=told)

    def changed(self, table: Session) -> Conversation:
        """Return the conversation at another table, or about another focus; it can be undone."""
        before = (*self.before, (self.table, self.situation))[-_UNDO:]
        return replace(self, table=table, before=before)

    def naming(self, values: tuple[Value, ...]) -> Conversation:
        """Return the conversation in which `values` were named last."""
        return replace(self, lines=after_line(values, self.lines))

    def answered(self, question: Question, answer: Answer) -> Conversation:
        """Return the conversation after an answer; no proof is open."""
        return replace(self, question=question, answer=answer, proof=())

    def _taken(self, text: str) -> str:
        if not text:
            return self.offers[0] if self.offers else ""
        number = int(text) if text.isascii() and text.isdigit() and len(text) == 1 else 0
        return self.offers[number - 1] if 0 < number <= len(self.offers) else ""

    def _behind_refused(self, text: str) -> Conversation:
        """Return the conversation in which "that" is no longer what a line before wished."""
        values = named_in(tokenize(text[:LONGEST], names=True), self.table.lexicon)
        wished = self.table.said.wish is not None
        table = self.table.execute(Statement()) if wished else self.table
        return replace(self.naming(values), table=table)

    def _said(self, text: str, speaker: str) -> Turn:
        if text.lower() == "undo":
            return self.undo()
        told = asked_of_happenings(self.table, text, speaker)
        told = told or asked_of_outcome(self.table, text, speaker, self.lines, supposed=True)
        if told is not None:
            return self._told(told)
        begun = next_begun(self.table, text)
        if begun is not None:
            return self._heard(begun, speaker)
        path = proof_path.moved(text, self.answer, self.proof)
        if path is not None:
            return self._opened(path)
        try:
            turn = self._heard(text, speaker)
            # One sentence asks for one kind of place: the thing may be in another.
            is_nowhere = turn.answer is not None and turn.answer.verdict is Verdict.NO
            told = where_is(self.table, text, speaker, self.lines) if is_nowhere else None
            return self._told(told) if told is not None else turn
        except RulingsError:
            table, lines = self.table, self.lines
            told = asked_of_outcome(table, text, speaker, lines)
            told = told or where_is(table, text, speaker, lines)
            if told is None:
                raise
            return self._told(told)

    def _told(self, told: ToldOf) -> Turn:
        kind = TurnKind.TOLD if told.say else TurnKind.NOTHING
        after = self.naming(told.named) if told.named else self
        return Turn(after, kind, say=told.say, notices=told.notices)

    def _heard(self, text: str, speaker: str) -> Turn:
        reading = heard(self.table, text, speaker, self.lines)
        after = self.naming(named(reading))
        asked = posed(reading)
        if asked is not None:
            return after._asked(asked, text, notices(reading))
        if isinstance(reading, Focus):
            focused = after.table.focused(reading.value)
            return Turn(after.changed(focused), TurnKind.CHANGED)
        return after._changed(reading, text)

    def _asked(self, asked: Posed, text: str, found: tuple[Diagnostic, ...]) -> Turn:
        """Answer in the manner asked for; where no question is named, the last one."""
        question = asked.question if asked.question is not None else self.question
        if question is None:
            word = "what if" if asked.changes is not None else asked.manner.value
            raise mistake("RUL530", None, word=word)
        supposed = asked.changes if not asked.general else None
        if supposed is None and asked.manner is Manner.WHY:
            return self._why(asked.question, text)
        answer = self.table.respond(asked, question, text, found)
        told = said_of(supposed, self.table.apply(supposed)) if supposed is not None else ""
        return Turn(
            self.answered(question, answer),
            TurnKind.ANSWERED,
            answer,
            f"If {told}:" if told else "",
            whole=supposed is not None and asked.manner is not Manner.PLAIN,
            notices=found,
        )

    def _why(self, inner: Question | None, text: str) -> Turn:
        """Open the explanation of a question, or of the last answer."""
        after = self
        if inner is not None:
            after = self.answered(inner, self.table.answer(inner, text, notices(inner)))
        assert after.answer is not None
        return after._opened(proof_path.opened(after.answer))

    def _opened(self, path: tuple[Step, ...]) -> Turn:
        return Turn(replace(self, proof=path), TurnKind.OPENED, self.answer, whole=True)

    def _changed(self, reading: Reading, text: str) -> Turn:
        source = Source("table", text)
        table = self.table.execute(reading, Line(text, Span(source, 0, len(text))))
        told = noted(reading, self.table, table)
        found = tuple(dict.fromkeys(table.notices))
        happened = len(table.said.journal) != len(self.table.said.journal)
        if isinstance(reading, (Statement, Suppose)) and not happened:
            stated = reading.changes if isinstance(reading, Suppose) else reading
            table, contradicted = resolved(table, stated)
            found = (*found, *contradicted)
        return Turn(self.changed(table), TurnKind.CHANGED, say=told, notices=found)


def _content(line: str) -> frozenset[str]:
    """Return the words of a line that say something, as keys."""
    return frozenset(t.key for t in tokenize(line[:LONGEST], names=True)) - FUNCTION_WORDS


def _is_untold(line: str, left: frozenset[str]) -> bool:
    """Whether words of a line that no other line says tell of whom, how many, or most of it."""
    first, *rest = tokenize(line[:LONGEST], names=True)
    who = {t.key for t in rest if t.capital} | ({first.key} if first.possessive else set())
    told_of = any(key in who or number(key) is not None for key in left)
    return told_of or 2 * len(left) > len(_content(line))


def _received(kept: dict[str, Any], way: tuple[int, ...] | None) -> Conversation:
    found = Conversation(**kept)
    if way is None or found.answer is None:
        return found
    return replace(found, proof=proof_path.along(way, found.answer))
