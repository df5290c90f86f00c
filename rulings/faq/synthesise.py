"""Questions that tell a mutant from its rule, as FAQ cases.

In: a telling situation. Out: a `Synthesised` case: the shortest description found of a table, a
question, the answer by the rules and the answer by the mutant. Guarantee: the description was
read back, the question asked of the rulebook as any question is, and the answers differ; English
where it reads back as it was meant, facts of the rule language elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulings.answer import Reason
from rulings.english.sentence import ask, datalog, say, sentence
from rulings.evaluation import Evaluation
from rulings.faq.bench import Bench, Changed, Place
from rulings.faq.telling import Telling, truths
from rulings.goal import AGAINST, Goal
from rulings.inquiry import demanded, inquire
from rulings.language.diagnostics import RulingsError, Severity
from rulings.language.program import Atom, Constant, Row
from rulings.language.source import Source
from rulings.rulebook.situation import Line, lines_of
from rulings.rulebook.stated import Stated
from rulings.session import Session

_ALONE: frozenset[int] = frozenset()
_MOST = 12


@dataclass(frozen=True, slots=True)
class Synthesised:
    """A question that no case asks. `place` and `goal` are what it was understood as."""

    edition: str
    given: tuple[str, ...]
    ask: str
    expect: Reason
    mutant: Reason
    clauses: tuple[str, ...]
    place: Place = field(compare=False, repr=False)
    goal: Goal = field(compare=False, repr=False)

    def yaml(self, name: str, source: str, *, edition: bool) -> str:
        """Return the question as an entry of a FAQ file."""
        lines = [f"  - id: {name}"]
        if edition:
            lines.append(f"    edition: {_quoted(self.edition)}")
        if self.given:
            lines.append("    given: |")
            lines += [f"      {line}" for line in self.given]
        lines.append(f"    ask: {_quoted(self.ask)}")
        lines.append(f"    expect: {_quoted(expected(self.expect, self.mutant))}")
        if source:
            lines.append(f"    source: {_quoted(source)}")
        return "\n".join(lines) + "\n"


def expected(reason: Reason, other: Reason) -> str:
    """Return what a case expects: the verdict, with its reason where only that differs."""
    if reason.verdict is not other.verdict:
        return reason.verdict.value
    return f"{reason.verdict.value}: {reason.value}"


def synthesise(bench: Bench, telling: Telling, changed: Changed) -> Synthesised | None:
    """Return the question of a telling situation, None if it cannot be put."""
    groups = list(_groups(bench, telling))
    groups = _smallest(bench, telling, changed, groups)
    lexicon = Session(bench.book, stated=_stated(bench, groups)).lexicon
    atom = Atom(telling.predicate, tuple(Constant(value) for value in telling.row))
    said = ask(atom, lexicon)
    questions = (said[:1].upper() + said[1:], f"?- {datalog(atom)}.")
    spoken = [group.spoken(lexicon) for group in groups]
    plain = [line for group in groups for line in group.plain()]
    for lines in (spoken, plain):
        for question in questions:
            found = _put(bench, changed, lines, question)
            if found is not None:
                return found
    return None


@dataclass(frozen=True, slots=True)
class _Group:
    """Facts that one line states, with the line if somebody wrote it."""

    facts: tuple[tuple[Atom, bool], ...]
    text: str = ""

    def spoken(self, lexicon: object) -> str:
        """Return the line as written, or the facts in English."""
        if self.text:
            return self.text
        ((atom, falsehood),) = self.facts
        return sentence(say(atom, lexicon, falsehood))  # type: ignore[arg-type]

    def plain(self) -> Iterator[str]:
        """Yield the facts as the rule language writes them."""
        for atom, falsehood in self.facts:
            yield f"{datalog(atom, falsehood)}."


def _groups(bench: Bench, telling: Telling) -> Iterator[_Group]:
    """Yield what is stated, line by line where the lines are known."""
    left = dict.fromkeys(telling.stated.atoms())
    if telling.index is not None:
        for line, added in bench.lines(telling.index):
            kept = tuple(fact for fact in added if fact in left)
            if kept:
                for fact in kept:
                    del left[fact]
                yield _Group(kept, line if len(kept) == len(added) else "")
    for fact in left:
        yield _Group((fact,))


def _stated(bench: Bench, groups: Sequence[_Group]) -> Stated:
    stated = Stated()
    predicates = bench.shelf.outline.predicates
    for group in groups:
        for atom, falsehood in group.facts:
            stated = stated.state(atom, falsehood=falsehood, predicate=predicates[atom.predicate])
    return stated


def _smallest(
    bench: Bench, telling: Telling, changed: Changed, groups: list[_Group]
) -> list[_Group]:
    """Leave out every line without which the question still tells."""
    name = telling.predicate
    sides = {name, AGAINST + name} & bench.lowered.predicates.keys()
    within = bench.slice(frozenset(sides))
    columns = bench.shelf.outline.predicates[name].columns
    inputs = tuple(v for v, c in zip(telling.row, columns, strict=True) if c.is_input)
    asked = {name: frozenset((inputs,))} if inputs else {}

    def values(kept: list[_Group]) -> tuple[object, object] | None:
        try:
            place = bench.place(_stated(bench, kept), asked, within)
            overlay = bench.effect(place, changed, _ALONE)
        except RulingsError:
            return None
        row: Row = telling.row
        return truths(bench, place, {}, name, row), truths(bench, place, overlay, name, row)

    wanted = values(groups)
    if wanted is None or wanted[0] == wanted[1]:
        return groups
    size = max(1, len(groups) // 2)
    while size:
        start = 0
        while start < len(groups):
            fewer = groups[:start] + groups[start + size :]
            if values(fewer) == wanted:
                groups = fewer
            else:
                start += size
        size //= 2
    return groups


def _put(bench: Bench, changed: Changed, lines: Sequence[str], question: str) -> Synthesised | None:
    """Describe the table, ask, and compare with the answer under the mutant."""
    try:
        table = Session(bench.book).with_lines(
            Line(line.text, line.span) for line in lines_of(Source("question", "\n".join(lines)))
        )
        if any(notice.severity is not Severity.NOTE for notice in table.notices):
            return None
        answer = table.ask(question)
        asked = demanded(answer.goal.body, bench.shelf.outline)
        within = bench.slice(bench.roots(answer.goal))
        place = bench.place(table.stated, asked, within)
        overlay = bench.effect(place, changed, within)
        evaluation: Evaluation = bench.evaluation(place, changed, overlay, table)
        other = inquire(answer.goal, evaluation, table.lexicon, bench.book.in_force).reason
    except RulingsError:
        return None
    if other is answer.reason or answer.notices:
        return None
    return Synthesised(
        bench.book.edition,
        tuple(lines),
        question,
        answer.reason,
        other,
        answer.clauses[:_MOST],
        place,
        answer.goal,
    )


def still_tells(bench: Bench, question: Synthesised, changed: Changed) -> Reason | None:
    """Return what a mutant answers to a question, None when that is what the rules answer."""
    within = bench.slice(bench.roots(question.goal))
    if not within & changed.skipped:
        return None
    try:
        overlay = bench.effect(question.place, changed, within)
        if not overlay:
            return None
        table = Session(bench.book)
        evaluation = bench.evaluation(question.place, changed, overlay, table)
        reason = inquire(question.goal, evaluation, table.lexicon, bench.book.in_force).reason
    except RulingsError:
        return None
    return None if reason is question.expect else reason


def again(question: Synthesised, reason: Reason) -> Synthesised:
    """Return the question for another mutant that it tells."""
    return replace(question, mutant=reason)


def _quoted(text: str) -> str:
    """Return text as YAML takes it for a string, whatever it holds."""
    plain = text.replace(" ", "").replace("-", "").isalnum() and not text.isdecimal()
    return text if plain else json.dumps(text, ensure_ascii=False)
