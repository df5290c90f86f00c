"""Tables described as briefly as they can be.

In: what is stated about a table, what must stay so. Out: the lines that say it. Guarantee: no
line can be left out; a line somebody wrote is kept as written, anything else is said in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulings.english.lexicon import Lexicon
from rulings.english.sentence import datalog, say, sentence
from rulings.language.diagnostics import RulingsError, Severity
from rulings.language.program import Atom
from rulings.language.source import Source
from rulings.quality.bench import Bench
from rulings.quality.shrinking import needed
from rulings.records import dataclass
from rulings.rulebook.situation import Line, lines_of
from rulings.rulebook.stated import Stated
from rulings.session import Session


@dataclass(frozen=True, slots=True)
class StatedTogether:
    """Facts that one line states, with the line if somebody wrote it."""

    facts: tuple[tuple[Atom, bool], ...]
    text: str = ""

    def spoken(self, lexicon: Lexicon) -> Iterator[str]:
        """Yield the line as written, or the facts in English."""
        if self.text:
            yield self.text
        else:
            yield from (sentence(say(atom, lexicon, denied)) for atom, denied in self.facts)

    def plain(self) -> Iterator[str]:
        """Yield the facts as the rule language writes them."""
        for atom, falsehood in self.facts:
            yield f"{datalog(atom, falsehood)}."


def groups_of(bench: Bench, stated: Stated, index: int | None) -> list[StatedTogether]:
    """Return what is stated, line by line where it comes from the case `index`."""
    left = dict.fromkeys(stated.atoms())
    found: list[StatedTogether] = []
    for line, added in bench.lines(index) if index is not None else ():
        kept = tuple(fact for fact in added if fact in left)
        if kept:
            for fact in kept:
                del left[fact]
            found.append(StatedTogether(kept, line if len(kept) == len(added) else ""))
    return found + [StatedTogether((fact,)) for fact in left]


def stated_by(bench: Bench, groups: Sequence[StatedTogether]) -> Stated:
    """Return what some lines state."""
    stated = Stated()
    predicates = bench.shelf.outline.predicates
    for group in groups:
        for atom, falsehood in group.facts:
            predicate = predicates[atom.predicate]
            stated = stated.state(atom, falsehood=falsehood, predicate=predicate)
    return stated


def smallest(
    bench: Bench, groups: Sequence[StatedTogether], still: Callable[[Stated], bool]
) -> list[StatedTogether]:
    """Leave out every line without which a table is `still` as it should be."""
    return list(needed(groups, lambda fewer: still(stated_by(bench, fewer))))


def said(bench: Bench, groups: Sequence[StatedTogether]) -> tuple[list[str], Session]:
    """Return the lines for some groups, and the table they were read back as.

    A group whose English reads back as something else is said in facts. Raises RulingsError
    when even these are not understood.
    """
    lexicon = bench.book.with_stated(stated_by(bench, groups)).lexicon
    table = bench.book.table()
    lines: list[str] = []
    for group in groups:
        spoken, plain = list(group.spoken(lexicon)), list(group.plain())
        after = _after(table, spoken)
        if (
            after is None
            or not set(group.facts) <= set(after.facts())
            or (not group.text and len(after.facts()) > len(table.facts()) + len(group.facts))
        ):
            spoken, after = plain, table.with_lines(_lines(plain))
        lines += spoken
        table = after
    return lines, table


def _after(table: Session, lines: Sequence[str]) -> Session | None:
    try:
        after = table.with_lines(_lines(lines))
    except RulingsError:
        return None
    return after if all(one.severity is Severity.NOTE for one in after.notices) else None


def _lines(texts: Sequence[str]) -> tuple[Line, ...]:
    return lines_of(Source("question", "\n".join(texts)))
