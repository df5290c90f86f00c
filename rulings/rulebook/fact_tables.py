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
from rulings.language.source import Source, Span, Spans
from rulings.records import dataclass
from rulings.rulebook.document import INTEGER, error, refusal, suggestion

if TYPE_CHECKING:
    from rulings.language.syntax import SourceUnit

MAX_REPORTED = 20
NAMING = ("label", "alias", "copy_of")
"""The predicates of the system; their columns may be called anything."""


@dataclass(frozen=True, slots=True)
class _TableColumn:
    """A declared column: the place of its cells in a row, what they hold."""

    name: str
    place: int
    numeric: bool
    mixed: bool
    quoted: bool
    members: frozenset[Value] | None


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
        predicate, columns = _header(source, next(reader), starts[0], predicates, sorts)
        width = len(columns)
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
                row = _row(cells, columns, source, start, problems)
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
    from rulings.language.syntax import FactGroup, SourceUnit

    if not rows:
        return SourceUnit(source)
    quoted = tuple(column.quoted for column in columns)
    group = FactGroup(predicate, quoted, tuple(rows), Spans.within(source, begins, ends))
    return SourceUnit(source, facts=(group,))


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
) -> tuple[str, tuple[_TableColumn, ...]]:
    """Return the predicate of a table and its columns as they are declared."""
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
    lattice = SortLattice(sorts)
    found = []
    for column in predicate.columns:
        sort, place = column.sort, columns.index(column.name)
        closed = sorts[sort].members if sort in sorts else None
        members = None if closed is None else frozenset(closed)
        kinds = lattice.numeric(sort), sort == "any", lattice.quoted(sort)
        found.append(_TableColumn(column.name, place, *kinds, members))
    return name, tuple(found)


def _row(
    cells: list[str],
    columns: tuple[_TableColumn, ...],
    source: Source,
    start: int,
    problems: list[Diagnostic],
) -> Row | None:
    values: list[Value] = []
    for column in columns:
        cell = cells[column.place].strip()
        if not cell:
            return None
        value: Value = cell
        members = column.members
        whole = members or column.mixed
        if column.numeric or (whole and INTEGER.fullmatch(cell)):
            if INTEGER.fullmatch(cell):
                value = int(cell)
            else:
                message = f'"{cell}" is not an integer; {column.name} holds integers.'
                place = _line(source, start)
                problems.append(error("RUL624", message, place, "Write digits only."))
                return None
        if members is not None and value not in members:
            message = f'"{cell}" is not a member of the closed type of {column.name}.'
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
