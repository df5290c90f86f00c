"""Questions that tell a mutant from its rule, as FAQ cases.

In: a telling situation. Out: a `Synthesised` case: the shortest description found of a table, a
question, the answer by the rules and the answer by the mutant. Guarantee: the description was
read back, the question asked of the rulebook as any question is, and the answers differ; English
where it reads back as it was meant, facts of the rule language elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulings.asking.goal import Goal, demanded
from rulings.asking.inquiry import inquire
from rulings.asking.reason import Reason
from rulings.engine.limits import OutOfTime, deadline
from rulings.english.sentence import ask, datalog
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Row
from rulings.quality.bench import SECONDS, Bench, Changed, Place
from rulings.quality.describe import StatedTogether, groups_of, said, smallest, stated_by
from rulings.quality.telling import Telling, truths
from rulings.records import dataclass, field
from rulings.rulebook.stated import Stated
from rulings.rulebook.yaml_tree import yaml_text
from rulings.session import Session


@dataclass(frozen=True, slots=True)
class Synthesised:
    """A question that no case asks. `place` and `goal` are what it was understood as."""

    edition: str
    given: tuple[str, ...]
    ask: str
    expect: Reason
    mutant: Reason
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
    groups = groups_of(bench, telling.stated, telling.index)
    groups = _smallest(bench, telling, changed, groups)
    atom = Atom.of(telling.predicate, telling.row)
    try:
        lines, table = said(bench, groups)
    except RulingsError:
        return None
    spoken = ask(atom, table.lexicon)
    for question in (spoken[:1].upper() + spoken[1:], f"?- {datalog(atom)}."):
        found = _put(bench, changed, lines, table, question)
        if found is not None:
            return found
    return None


def _smallest(
    bench: Bench, telling: Telling, changed: Changed, groups: list[StatedTogether]
) -> list[StatedTogether]:
    """Leave out every line without which the question still tells."""
    name = telling.predicate
    asked, within = bench.call(name, telling.row)

    def values(stated: Stated) -> tuple[object, object] | None:
        try:
            place = bench.place(stated, asked, within)
            overlay = bench.effect(place, changed, within=frozenset())
        except RulingsError:
            return None
        row: Row = telling.row
        return truths(bench, place, {}, name, row), truths(bench, place, overlay, name, row)

    wanted = values(stated_by(bench, groups))
    if wanted is None or wanted[0] == wanted[1]:
        return groups
    return smallest(bench, groups, lambda stated: values(stated) == wanted)


def _put(
    bench: Bench, changed: Changed, lines: Sequence[str], table: Session, question: str
) -> Synthesised | None:
    """Ask, and compare with the answer under the mutant."""
    try:
        with deadline(SECONDS):
            answer = table.ask(question)
            goal = answer.goal
            asked = demanded(goal.body, bench.shelf.outline)
            place = bench.place(table.stated, asked, bench.slice(bench.roots(goal)))
            other = _answered(bench, changed, place, goal, table)
    except (RulingsError, OutOfTime):
        return None
    if other is None or other is answer.reason or answer.notices:
        return None
    return Synthesised(
        bench.book.edition, tuple(lines), question, answer.reason, other, place, goal
    )


def still_tells(bench: Bench, question: Synthesised, changed: Changed) -> Reason | None:
    """Return what a mutant answers to a question, None when that is what the rules answer."""
    if not bench.slice(bench.roots(question.goal)) & changed.skipped:
        return None
    try:
        with deadline(SECONDS):
            table = bench.book.table()
            reason = _answered(bench, changed, question.place, question.goal, table)
    except (RulingsError, OutOfTime):
        return None
    return None if reason is question.expect else reason


def _answered(
    bench: Bench, changed: Changed, place: Place, goal: Goal, table: Session
) -> Reason | None:
    """Return what changed rules answer, None where nothing that the question needs changes."""
    overlay = bench.effect(place, changed, bench.slice(bench.roots(goal)))
    if not overlay:
        return None
    evaluation = bench.evaluation(place, changed, overlay, table)
    return inquire(goal, evaluation, table.lexicon, bench.book.in_force).reason


def _quoted(text: str) -> str:
    """Return text as YAML takes it for a string, whatever it holds."""
    plain = text.replace(" ", "").replace("-", "").isalnum() and not text.isdecimal()
    return text if plain else yaml_text(text)
