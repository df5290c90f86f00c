"""Tables of cases: one row a case.

In: a case with a `table`, in Markdown or as CSV, or the name of a `.csv` file beside it. Out: a
case for each row. Guarantee: a column that is named like a key of a case gives its value; any other
column is written into the texts of the case where its name stands in braces; a column that is
neither, braces without a column and a row of another length are diagnostics at the row.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span
from rulings.language.suggest import nearest
from rulings.records import replace
from rulings.rulebook.document import error, read_source, suggestion
from rulings.rulebook.yaml_tree import Node

KEYS = ("id", "given", "situation", "ask", "expect", "because", "source", "edition")
"""The keys of a case that a column may give."""
_SLOT = re.compile(r"\{([^{}\n]*)\}")
_RULE = re.compile(r":?-+:?")
_LISTED = re.compile(r"\[(.*)\]", re.DOTALL)

_Row = tuple[Span, tuple[str, ...]]
_Table = tuple[tuple[str, ...], list[_Row]]
"""The columns of a table and the rows below them; none where it is wrong."""


def spread_table(node: Node, home: Path, problems: list[Diagnostic]) -> Iterator[Node]:
    """Yield the case of each row of a case's `table`; a case without one as it stands."""
    told = node.field("table")
    if told is None:
        yield node
        return
    columns, rows = _read(told, home, problems)
    if not rows:
        return
    fields = tuple((key, value) for key, value in node.fields or () if key.text != "table")
    texts = " ".join(text for _, value in fields for text in _texts(value))
    wanted = {found.strip() for found in _SLOT.findall(texts)}
    unused = [name for name in columns if name not in KEYS and name not in wanted]
    missing = wanted.difference(columns)
    for name in unused:
        message = f'Nothing says what the column "{name}" is for.'
        meant = nearest(name, (*KEYS, *sorted(missing)))
        hint = f'Did you mean "{meant}"? ' if meant else ""
        hint += f"Write {{{name}}} where its values belong, or name a key: {', '.join(KEYS)}."
        problems.append(error("RUL708", message, told.span, hint))
    for name in sorted(missing):
        message = f'No column of the table is called "{name}".'
        hint = suggestion(name, columns, "column")
        problems.append(error("RUL708", message, told.span, hint))
    if unused or missing:
        return
    for number, (span, cells) in enumerate(rows, 1):
        values = dict(zip(columns, cells, strict=True))
        yield _case(fields, values, number, span)


def _case(
    fields: Sequence[tuple[Node, Node]], values: Mapping[str, str], number: int, span: Span
) -> Node:
    """The case of one row; without an `id` of its own it is numbered."""
    told = {name: value for name, value in values.items() if name in KEYS and value}
    own = [(key, _filled(value, values, span)) for key, value in fields if key.text not in told]
    if "id" not in told:
        own = [
            (key, replace(value, text=f"{value.text}-{number}") if key.text == "id" else value)
            for key, value in own
        ]
    given = [(Node(span, name), _value(value, span)) for name, value in told.items()]
    return Node(span, fields=(*own, *given))


def _value(text: str, span: Span) -> Node:
    """A cell as a value: a text, or the list between brackets."""
    listed = _LISTED.fullmatch(text)
    if listed is None:
        return Node(span, text)
    items = [part.strip() for part in listed[1].split(",") if part.strip()]
    return Node(span, items=tuple(Node(span, item) for item in items))


def _filled(node: Node, values: Mapping[str, str], span: Span) -> Node:
    if node.text is not None:
        if _SLOT.search(node.text) is None:
            return node
        return Node(span, _SLOT.sub(lambda found: values[found[1].strip()], node.text))
    if node.items is not None:
        return replace(node, items=tuple(_filled(item, values, span) for item in node.items))
    fields = tuple((key, _filled(value, values, span)) for key, value in node.fields or ())
    return replace(node, fields=fields)


def _texts(node: Node) -> Iterator[str]:
    if node.text is not None:
        yield node.text
    for item in node.items or ():
        yield from _texts(item)
    for _, value in node.fields or ():
        yield from _texts(value)


def _read(node: Node, home: Path, problems: list[Diagnostic]) -> _Table:
    text, source, start = node.text or "", node.span.source, node.span.start
    if text.strip().endswith(".csv") and "\n" not in text.strip():
        try:
            source = read_source(home / text.strip(), text.strip(), within=home)
        except RulingsError as problem:
            problems += (replace(one, span=one.span or node.span) for one in problem.diagnostics)
            return (), []
        text, start = source.text, 0
    lines = list(_lines(text, source, start))
    read = _markdown if lines and lines[0][1].startswith("|") else _csv
    rows = [(span, read(line)) for span, line in lines]
    rows = [row for row in rows if not all(_RULE.fullmatch(cell) for cell in row[1])]
    if len(rows) < 2:
        message = "A table has a row of columns and at least one row below it."
        problems.append(error("RUL708", message, node.span))
        return (), []
    (_, columns), *below = rows
    wrong = [(span, cells) for span, cells in below if len(cells) != len(columns)]
    for span, cells in wrong:
        has = f"{len(cells)} cell{'s' * (len(cells) != 1)}"
        message = f"This row has {has}, and the table {len(columns)} columns."
        problems.append(
            error("RUL708", message, span, "Give every column a cell, or leave it empty.")
        )
    return columns, [] if wrong else below


def _lines(text: str, source: Source, start: int) -> Iterator[tuple[Span, str]]:
    for line in text.split("\n"):
        told = line.strip()
        if not told or told.startswith("#"):
            continue
        place = source.text.find(told, start)
        start = place + len(told) if place >= 0 else start
        yield Span(source, max(place, 0), max(place, 0) + len(told)), told


def _markdown(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in line.strip("|").split("|"))


def _csv(line: str) -> tuple[str, ...]:
    return tuple(cell.strip() for row in csv.reader([line], skipinitialspace=True) for cell in row)
