"""Fact tables, `cards/*.csv`.

In: a CSV file whose header names a predicate and its columns, and the declarations. Out: a
`SourceUnit` of plain facts with their places. Guarantee: integers stand in integer columns,
and in one of `any` what looks like an integer is one; a closed sort holds members only; a row
with an empty cell is not a fact and is left out.

The first line that is no `#` comment is the header, `predicate:FirstColumn,SecondColumn`.
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate, Row, Sort, Value
from rulings.language.sorts import SortLattice
from rulings.language.source import Source, Span
from rulings.records import dataclass
from rulings.rulebook.document import INTEGER, error, refusal, suggestion

if TYPE_CHECKING:
    from rulings.language.syntax import SourceUnit

MAX_REPORTED = 20
NAMING = ("label", "alias", "copy_of")
"""The predicates of the system; their columns may be called anything."""


@dataclass(frozen=True, slots=True)
class _Header:
    predicate: str
    columns: tuple[str, ...]
    order: tuple[int, ...]
    numeric: tuple[bool, ...]
    mixed: tuple[bool, ...]
    quoted: tuple[bool, ...]
    members: tuple[frozenset[Value] | None, ...]


def read_table(
    source: Source, predicates: Mapping[PredicateId, Predicate], sorts: Mapping[str, Sort]
) -> SourceUnit:
    """Read a fact table. Raises RulingsError (RUL620 to RUL624)."""
    starts, body = _lines(source)
    if not body:
        raise _no_header(source)
    reader = csv.reader(body, strict=True)
    problems: list[Diagnostic] = []
    rows: list[Row] = []
    begins, ends = array("q"), array("q")
    try:
        header = _header(source, next(reader), starts[0], predicates, sorts)
        width = len(header.columns)
        before = reader.line_num
        for cells in reader:
            start, before = starts[before], reader.line_num
            if not any(cells):
                continue
            if len(cells) != width:
                message = f"This row has {len(cells)} cells, the header {width}."
                hint = "Quote a cell that holds a comma."
                problems.append(error("RUL623", message, _line(source, start), hint))
            elif all(cells):
                row = _row(cells, header, source, start, problems)
                if row is not None:
                    rows.append(row)
                    begins.append(start)
                    ends.append(starts[before] - 1)
            if len(problems) >= MAX_REPORTED:
                break
    except csv.Error as problem:
        span = _line(source, starts[min(reader.line_num, len(starts) - 1)])
        message = f"This is not CSV: {problem}."
        problems.append(error("RUL620", message, span, "Check the quotes."))
    if problems:
        raise RulingsError(problems)
    from rulings.language.syntax import FactGroup, FactSpans, SourceUnit

    if not rows:
        return SourceUnit(source)
    spans = FactSpans(source, begins, ends)
    return SourceUnit(
        source, facts=(FactGroup(header.predicate, header.quoted, tuple(rows), spans),)
    )


def _lines(source: Source) -> tuple[list[int], list[str]]:
    """Return the offsets and texts of the lines from the header on, comments left out."""
    starts: list[int] = []
    body: list[str] = []
    offset = 0
    for line in source.text.splitlines(keepends=True):
        if not line.startswith("#") and (body or line.strip()):
            starts.append(offset)
            body.append(line)
        offset += len(line)
    starts.append(offset)
    return starts, body


def _header(
    source: Source,
    cells: list[str],
    start: int,
    predicates: Mapping[PredicateId, Predicate],
    sorts: Mapping[str, Sort],
) -> _Header:
    span = _line(source, start)
    name, colon, first = (part.strip() for part in cells[0].partition(":"))
    if not colon:
        raise _no_header(source, span)
    predicate = predicates.get(name)
    if predicate is None:
        hint = suggestion(name, map(str, predicates), "predicate")
        raise refusal("RUL621", f'"{name}" is not declared.', span, hint)
    columns = (first, *(cell.strip() for cell in cells[1:]))
    declared = tuple(column.name for column in predicate.columns)
    if name in NAMING and len(columns) == len(declared):
        columns = declared
    if sorted(columns) != sorted(declared):
        message = f"The columns of {name} are {', '.join(declared)}, not {', '.join(columns)}."
        hint = f"Write the header `{name}:{','.join(declared)}`."
        raise refusal("RUL622", message, span, hint)
    order = tuple(columns.index(column) for column in declared)
    members = []
    for column in predicate.columns:
        sort = sorts.get(column.sort)
        closed = sort.members if sort is not None else None
        members.append(None if closed is None else frozenset(closed))
    lattice = SortLattice(sorts)
    numeric = tuple(lattice.numeric(column.sort) for column in predicate.columns)
    mixed = tuple(column.sort == "any" for column in predicate.columns)
    quoted = tuple(lattice.quoted(column.sort) for column in predicate.columns)
    return _Header(name, declared, order, numeric, mixed, quoted, tuple(members))


def _row(
    cells: list[str], header: _Header, source: Source, start: int, problems: list[Diagnostic]
) -> Row | None:
    values: list[Value] = []
    for place, index in enumerate(header.order):
        cell = cells[index].strip()
        if not cell:
            return None
        value: Value = cell
        members = header.members[place]
        whole = members or header.mixed[place]
        if header.numeric[place] or (whole and INTEGER.fullmatch(cell)):
            if INTEGER.fullmatch(cell):
                value = int(cell)
            else:
                message = f'"{cell}" is not an integer; {header.columns[place]} holds integers.'
                place_of = _line(source, start)
                problems.append(error("RUL624", message, place_of, "Write digits only."))
                return None
        if members is not None and value not in members:
            column = header.columns[place]
            message = f'"{cell}" is not a member of the closed type of {column}.'
            hint = suggestion(cell, (str(member) for member in members), "member")
            problems.append(error("RUL624", message, _line(source, start), hint))
            return None
        values.append(value)
    return tuple(values)


def _line(source: Source, start: int) -> Span:
    end = source.text.find("\n", start)
    return Span(source, start, len(source.text) if end < 0 else end)


def _no_header(source: Source, span: Span | None = None) -> RulingsError:
    hint = "Begin with `predicate:FirstColumn,SecondColumn`."
    return refusal("RUL620", f'"{source.name}" has no header.', span, hint)
