"""What an assistant finds out in one call.

In: lines as a person wrote them, perhaps each with the assistant's own translation; questions. Out:
how every line was read, the answers, what they rest on. Guarantee: a question is asked only of a
table of which every line was read; each call has a table of its own; a NO for want of facts says
so.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulings.asking.answer import Answer
from rulings.asking.answer_json import outcome_json
from rulings.asking.datalog_lines import fact_line
from rulings.asking.quotation import topic_line
from rulings.asking.reason import Reason
from rulings.engine.limits import deadline
from rulings.english.sentence import say, sentence
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom
from rulings.published import Published
from rulings.records import dataclass
from rulings.render.problems import as_problem
from rulings.session import Session
from rulings.wire import AdviceJson, ConsultationJson, HeardJson, ProblemJson, UnaskedJson

Line = str | dict[str, str | list[str]]
"""A line, or `{"line": …, "translation": …}`; several sentences may translate one line."""
_PRINTED = 5
"""So many clauses are shown where something was refused."""


@dataclass(frozen=True, slots=True)
class Consulting:
    """Rulebooks to consult, and the seconds and rows that one call may take."""

    published: Published
    timeout: float = 20.0
    max_rows: int | None = None

    def consult(
        self,
        questions: Sequence[Line],
        game: str | None = None,
        edition: str | None = None,
        situation: str | None = None,
        given: Sequence[Line] = (),
    ) -> ConsultationJson:
        """Describe a table and ask about it. Raises RulingsError for a game there is not."""
        with deadline(self.timeout):
            table = self.published.table(game, edition, situation)
            heard: list[HeardJson] = []
            for line in given:
                table, one = _hear(table, *_both(line))
                heard.append(one)
            told: ConsultationJson = {"game": table.rulebook.name, "given": heard, "answers": []}
            if any(one["problems"] for one in heard):
                told["unasked"] = [self._foresee(table, *_both(one)) for one in questions]
            else:
                told["answers"] = [self._advise(table, *_both(one)) for one in questions]
            if "unasked" in told or any(one["problems"] for one in told["answers"]):
                told["printed"] = _printed(table, [_both(one)[0] for one in (*given, *questions)])
        return told

    def _foresee(self, table: Session, line: str, translation: Sequence[str]) -> UnaskedJson:
        """Tell how a question is read at a table that lacks the refused lines, and no more."""
        found = self._advise(table, line, translation)
        read_as = found.get("read_as", "")
        return {"question": line, "read_as": read_as, "problems": found["problems"]}

    def _advise(self, table: Session, line: str, translation: Sequence[str]) -> AdviceJson:
        problems: list[ProblemJson] = []
        for said in filter(None, (" ".join(translation), line)):
            try:
                answer = table.ask(said, max_rows=self.max_rows)
            except RulingsError as refused:
                problems += [as_problem(one) for one in refused.diagnostics]
                continue
            return _advice(answer, table, line)
        return {"question": line, "problems": problems}


def _both(line: Line) -> tuple[str, Sequence[str]]:
    """Return a line and the sentences that translate it."""
    if isinstance(line, str):
        return line, ()
    said, translation = (
        [told] if isinstance(told, str) else told
        for told in (line.get("line", ""), line.get("translation", ""))
    )
    return " ".join(said), [one for one in translation if one]


def _printed(table: Session, lines: Sequence[str]) -> list[str]:
    found = table.rulebook.clause_index.about("", lines, most=_PRINTED)
    return [topic_line(clause) for clause in found]


def _hear(table: Session, line: str, translation: Sequence[str]) -> tuple[Session, HeardJson]:
    """State the translation of a line, or the line where there is none that is understood.

    Where the line by itself reads otherwise than its translation, that is noticed.
    """
    problems: list[ProblemJson] = []
    tables: list[Session] = []
    for said in filter(None, (translation, [line] if line else [])):
        try:
            tables.append(table.suppose(*said))
        except RulingsError as refused:
            problems += [as_problem(one) for one in refused.diagnostics]
    if not tables:
        return table, {"line": line, "read_as": [], "notices": [], "problems": problems}
    after, *others = tables
    read = _said(after, table)
    notices = [notice.message for notice in after.notices]
    notices += [
        f"The line by itself reads: {' '.join(_said(one, table))}"
        for one in others
        if set(one.facts()) != set(after.facts())
    ]
    return after, {"line": line, "read_as": read, "notices": notices, "problems": []}


def _said(after: Session, before: Session) -> list[str]:
    """Return in English what is stated at one table and not at the other."""
    known = set(before.facts())
    new = ((atom, denied) for atom, denied in after.facts() if (atom, denied) not in known)
    return [sentence(say(atom, after.lexicon, denied)) for atom, denied in new]


def _advice(answer: Answer, table: Session, line: str) -> AdviceJson:
    used, unstated = _evidence(answer)
    stated = [(fact_line(a, denied, table.rulebook.outline), a) for a, denied in table.facts()]
    return {
        "question": line,
        "problems": [],
        "read_as": answer.understood_as,
        "verdict": answer.verdict.value,
        "reason": answer.reason.value,
        "say": answer.say,
        "number": answer.number,
        "names": [", ".join(one.names) for one in answer.bindings if one.verdict.value == "yes"],
        "perhaps": [", ".join(one.names) for one in answer.bindings if one.verdict.value != "yes"],
        "clauses": list(answer.clauses),
        "echoes": bool(used) and not answer.clauses,
        "assumed": list(answer.assumptions),
        "unstated": unstated if answer.reason is Reason.FAILED else [],
        "used": [text for text, atom in stated if atom in used],
        "unused": [text for text, atom in stated if atom not in used and not _names(atom)],
        "settle": [outcome_json(one) for one in answer.settle],
        "text": answer.render("text", brief=True),
    }


def _evidence(answer: Answer) -> tuple[set[Atom], list[str]]:
    """Return the given facts of an explanation, and what it took as not so for want of a fact."""
    steps = [step for root in answer.explanation for step in root.walk()]
    given = {step.atom for step in steps if step.kind == "given" and step.atom is not None}
    unstated = dict.fromkeys(step.say for step in steps if step.note == "not stated")
    return given, list(unstated)


def _names(atom: Atom) -> bool:
    return atom.predicate in ("label", "alias")
