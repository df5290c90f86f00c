"""What a file consists of: the outline, and what can be done with its cases.

In: an open file. Out: symbols of the protocol, code lenses. Guarantee: a half-typed file has the
outline of what can be read of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from lsprotocol import types

from rulings.adapters.lsp.books import parts_of
from rulings.adapters.lsp.open_files import OpenFile
from rulings.adapters.lsp.ranges import Measure
from rulings.adapters.lsp.symbols import words_of
from rulings.adapters.lsp.workshop import FileKind
from rulings.language.occurrences import Use, WordKind
from rulings.language.parse import parse
from rulings.language.program import Role
from rulings.language.source import Span
from rulings.language.syntax import (
    PredicateStatement,
    RuleStatement,
    Statement,
    TypeStatement,
)

RUN, WHY = "rulings.runCase", "rulings.why"


def outline(opened: OpenFile, measure: Measure) -> list[types.DocumentSymbol]:
    """Return the declarations and rules, the cases, or the clauses of a file."""
    match opened.kind:
        case FileKind.RULES:
            return list(_rules(opened, measure))
        case FileKind.CASES:
            return list(_cases(opened, measure))
        case FileKind.CLAUSES:
            return list(_clauses(opened, measure))
        case FileKind.BOOK:
            parts = (_clauses(opened, measure), _rules(opened, measure), _cases(opened, measure))
            return sorted(chain(*parts), key=lambda one: one.range.start.line)
        case FileKind.WORDS | FileKind.SITUATION:
            found = words_of(opened.source, opened.kind)
            named = (one for one in found if one.kind is WordKind.PREDICATE)
            spans = ((one.text, Span(opened.source, one.start, one.end)) for one in named)
            return [_symbol(name, types.SymbolKind.String, at, at, measure) for name, at in spans]
    return []


def _clauses(opened: OpenFile, measure: Measure) -> Iterator[types.DocumentSymbol]:
    for one in words_of(opened.source, opened.kind):
        if one.kind is WordKind.CLAUSE and one.use is Use.DECLARED:
            at = Span(opened.source, one.start, one.end)
            yield _symbol(one.text, types.SymbolKind.Key, at, at, measure)


def _rules(opened: OpenFile, measure: Measure) -> Iterator[types.DocumentSymbol]:
    is_book = opened.kind is FileKind.BOOK
    unit, _ = parse(parts_of(opened.source).rules if is_book else opened.source)
    last: types.DocumentSymbol | None = None
    for statement in unit.statements:
        found = _statement(statement, measure)
        if found is None:
            continue
        # The rules of a predicate that follow each other are one entry with its parts.
        if last is not None and isinstance(statement, RuleStatement) and last.name == found.name:
            last.children = [*(last.children or []), found]
            last.range.end = found.range.end
            continue
        if last is not None:
            yield last
        last = found
    if last is not None:
        yield last


def _statement(statement: Statement, measure: Measure) -> types.DocumentSymbol | None:
    match statement:
        case TypeStatement(name):
            return _symbol(name.text, types.SymbolKind.Enum, statement.span, name.span, measure)
        case PredicateStatement(name, columns):
            state = statement.role is Role.STATE
            kind = types.SymbolKind.Field if state else types.SymbolKind.Interface
            found = _symbol(name.text, kind, statement.span, name.span, measure)
            found.detail = ", ".join(f"{one.name.text}: {one.sort.text}" for one in columns)
            return found
        case RuleStatement(head):
            kind = types.SymbolKind.Function
            place = Span(head.span.source, head.span.start, head.span.start + len(head.predicate))
            found = _symbol(str(head.predicate), kind, statement.span, place, measure)
            found.detail = ", ".join(one.text for one in statement.annotations.clauses)
            return found
    return None


def _cases(opened: OpenFile, measure: Measure) -> Iterator[types.DocumentSymbol]:
    for one in opened.pieces:
        for case in one.cases[:1]:
            span = one.piece.spread(case.span, opened.source)
            found = _symbol(case.id, types.SymbolKind.Event, span, span, measure)
            found.detail = f"{case.ask.text} {case.expect}"
            yield found


def _symbol(
    name: str, kind: types.SymbolKind, whole: Span, own: Span, measure: Measure
) -> types.DocumentSymbol:
    inside = own if whole.start <= own.start and own.end <= whole.end else whole
    return types.DocumentSymbol(
        name=name or "?", kind=kind, range=measure.span(whole), selection_range=measure.span(inside)
    )


def lenses(opened: OpenFile, measure: Measure) -> list[types.CodeLens]:
    """Return what can be done with each case, and what came of it."""
    found = []
    for one in opened.pieces:
        for case in one.cases[:1]:
            span = one.piece.spread(case.span, opened.source)
            place = measure.range(opened.source, span.start, span.start)
            outcome = opened.outcomes.get((one.piece.head, one.piece.text), "run this case")
            for title, command in ((outcome, RUN), ("why", WHY)):
                does = types.Command(title, command, arguments=[opened.uri, case.id])
                found.append(types.CodeLens(place, command=does))
    return found
