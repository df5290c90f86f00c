"""Facts and denials.

In: the plain facts of all units, and the denials. Out: the facts of the program, and problems.
Guarantee: every row has the arity and the types of its predicate; no row is stated and denied; a
state marked `one` has one value for each key; no two rows that exclude each other are stated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from rulings.language.builtins import columns_of
from rulings.language.catalogue import diagnose
from rulings.language.checks.normalise import likely_sorts, unknown_predicate, wrong_arity
from rulings.language.checks.types import Types
from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.matching import excluded
from rulings.language.places import argument_place
from rulings.language.predicates import PredicateId
from rulings.language.program import Column, Constant, Facts, Predicate, Row
from rulings.language.source import Span, Spans
from rulings.language.syntax import FactGroup
from rulings.records import dataclass, field

MAX_REPORTED = 50


@dataclass(slots=True)
class Store:
    """Facts or denials while they are being collected."""

    rows: dict[PredicateId, list[Row]] = field(default_factory=dict)
    parts: dict[PredicateId, list[Sequence[Span]]] = field(default_factory=dict)

    def add(self, predicate: PredicateId, rows: Sequence[Row], spans: Sequence[Span]) -> None:
        """Add rows with their places."""
        self.rows.setdefault(predicate, []).extend(rows)
        self.parts.setdefault(predicate, []).append(spans)

    def finish(self) -> dict[PredicateId, Facts]:
        """The collected facts."""
        return {name: Facts(tuple(rows), self._spans(name)) for name, rows in self.rows.items()}

    def _spans(self, predicate: PredicateId) -> Spans:
        first, *others = self.parts[predicate]
        if isinstance(first, Spans) and not others:
            return first
        return Spans.of(chain(first, *others))


def check_group(
    group: FactGroup,
    predicates: Mapping[PredicateId, Predicate],
    types: Types,
    problems: list[Diagnostic],
) -> bool:
    """Check plain facts; False when they cannot be stored."""
    name = group.predicate
    columns = columns_of(name, predicates)
    first = group.spans[0]
    if columns is None:
        sorts = likely_sorts(group.rows[0])
        problems.append(unknown_predicate(name, _name_span(first, name), sorts, predicates))
        return False
    if len(columns) != len(group.quoted):
        count = len(group.quoted)
        places = islice(group.spans, MAX_REPORTED)
        problems.extend(wrong_arity(name, span, count, columns) for span in places)
        return False
    if name not in predicates:
        problems.append(diagnose("RUL321", _name_span(first, name), name=name))
        return False
    for index, column in enumerate(columns):
        problems.extend(_bad_column(group, index, column, types))
    return True


def _bad_column(group: FactGroup, index: int, column: Column, types: Types) -> Iterator[Diagnostic]:
    if column.sort == "any":
        return
    place = f"`{column.name}` of `{group.predicate}`"
    quoted = group.quoted[index]
    values = {row[index] for row in group.rows}
    members = types.lattice.members(column.sort)
    if members is not None:
        suspects = values - members
    else:
        # Values of one kind belong to an open sort together or not at all.
        samples = {type(value): value for value in values}
        suspects = {
            value
            for sample in samples.values()
            if types.misfit(Constant(sample, quoted), column.sort, place)
            for value in values
            if type(value) is type(sample)
        }
    wrong = {
        value: misfit
        for value in sorted(suspects, key=repr)[:MAX_REPORTED]
        if (misfit := types.misfit(Constant(value, quoted), column.sort, place)) is not None
    }
    if not wrong:
        return
    rows = zip(group.rows, group.spans, strict=True)
    found = ((wrong[row[index]], span) for row, span in rows if row[index] in wrong)
    for misfit, span in islice(found, MAX_REPORTED):
        yield misfit(argument_place(span, index))


def _name_span(span: Span, name: str) -> Span:
    return Span(span.source, span.start, span.start + len(name))


def contradictions(
    facts: Mapping[PredicateId, Facts],
    denials: Mapping[PredicateId, Facts],
    predicates: Mapping[PredicateId, Predicate],
) -> Iterator[Diagnostic]:
    """Report rows that are stated and denied, and second values where there is one."""
    for name, denied in denials.items():
        stated = facts.get(name)
        if stated is None:
            continue
        refused = {row: index for index, row in enumerate(denied.rows)}
        for index, row in enumerate(stated.rows):
            if row in refused:
                note = Note("stated to be false here", denied.spans[refused[row]])
                yield diagnose("RUL342", stated.spans[index], [note], fact=show(str(name), row))
    for name, stated in facts.items():
        predicate = predicates.get(name)
        if predicate is None or not predicate.functional:
            continue
        seen: dict[Row, int] = {}
        for index, row in enumerate(stated.rows):
            if not row:
                continue
            before = seen.setdefault(row[:-1], index)
            if stated.rows[before][-1] != row[-1]:
                key = ", ".join(str(value) for value in row[:-1]) or "the table"
                yield diagnose(
                    "RUL343",
                    stated.spans[index],
                    [Note("the other statement", stated.spans[before])],
                    predicate=name,
                    key=f"`{key}`",
                    first=f"`{stated.rows[before][-1]}`",
                    second=f"`{row[-1]}`",
                )
    yield from _excluding(facts, predicates)


def _excluding(
    facts: Mapping[PredicateId, Facts], predicates: Mapping[PredicateId, Predicate]
) -> Iterator[Diagnostic]:
    """Report stated rows that exclude each other, each pair once."""
    reported: set[frozenset[tuple[PredicateId, Row]]] = set()
    rows: dict[PredicateId, Sequence[Row]] = {name: some.rows for name, some in facts.items()}
    for name, stated in facts.items():
        predicate = predicates.get(name)
        if predicate is None or not predicate.excludes:
            continue
        for index, row in enumerate(stated.rows):
            for other, second in excluded(predicate, row, rows):
                pair = frozenset(((name, row), (other, second)))
                if pair in reported:
                    continue
                reported.add(pair)
                place = facts[other].spans[facts[other].rows.index(second)]
                yield diagnose(
                    "RUL349",
                    stated.spans[index],
                    [Note("the other statement", place)],
                    first=show(str(name), row),
                    second=show(str(other), second),
                )


def show(name: str, row: Iterable[object]) -> str:
    """A fact as it is said in messages."""
    values = ", ".join(str(value) for value in row)
    return f"{name}({values})" if values else name
