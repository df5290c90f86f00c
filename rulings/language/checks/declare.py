"""Declarations.

In: parsed units. Out: `Declarations`, the sorts and predicates of the program, and problems.
Guarantee: every sort and predicate in it has one declaration; columns of an unknown type are
of type `any`, so that later checks do not report the same mistake again.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from rulings.language.builtins import BUILT_INS
from rulings.language.catalogue import diagnose
from rulings.language.checks.fitting import twins_of
from rulings.language.checks.happenings import declare_happenings
from rulings.language.checks.shorter import PLACEHOLDER, is_shorter, past_predicate
from rulings.language.components import circles
from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.places import name_place
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    BUILT_IN_SORTS,
    Column,
    Completion,
    Happening,
    Predicate,
    Role,
    Sort,
    Value,
)
from rulings.language.sorts import SortLattice
from rulings.language.suggest import did_you_mean, near_hint
from rulings.language.syntax import Name, PredicateStatement, SourceUnit, TypeStatement
from rulings.records import dataclass, replace

_QUESTION = re.compile(
    r"\s*(?P<verb>is|are|was|were|does|do|did|has|have|may|can|must|will)\s+"
    r"(?P<subject>(?:the\s+|an?\s+)?\{\w+\}(?:'s\s+\w+)?)\s+(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Declarations:
    """What the units declare. `clocks` names for each clock when it began last."""

    sorts: dict[str, Sort]
    predicates: dict[PredicateId, Predicate]
    lattice: SortLattice
    happenings: Mapping[str, Happening]
    clocks: Mapping[str, str]


def declare(units: Sequence[SourceUnit], problems: list[Diagnostic]) -> Declarations:
    """Collect the declarations of all units."""
    types: dict[str, TypeStatement] = {}
    statements: dict[str, PredicateStatement] = {}
    for statement in (one for unit in units for one in unit.statements):
        match statement:
            case TypeStatement(name) if _is_new(name, "RUL204", BUILT_IN_SORTS, types, problems):
                types[name.text] = statement
            case PredicateStatement(name) if _is_new(
                name, "RUL203", BUILT_INS, statements, problems
            ):
                statements[name.text] = statement
    known = (*BUILT_IN_SORTS, *types)
    for name_of_cycle in _cyclic(types, problems):
        types[name_of_cycle] = replace(types[name_of_cycle], parent=None)
    sorts = {name: _sort(statement, known, problems) for name, statement in types.items()}
    lattice = SortLattice(sorts)
    for type_statement in types.values():
        problems.extend(_bad_members(type_statement, lattice))
    predicates: dict[PredicateId, Predicate] = {}
    for predicate_name, predicate_statement in statements.items():
        problems.extend(_bad_predicate(predicate_statement, known))
        predicates[predicate_name] = _predicate(predicate_statement, known)
    predicates |= {
        name: _of_type(sort)
        for name, sort in sorts.items()
        if name not in predicates and name not in BUILT_INS
    }
    predicates |= {
        twin.name: twin
        for one in list(predicates.values())
        if one.fitting
        for twin in twins_of(one)
        if twin.name not in predicates
    }
    for one in list(predicates.values()):
        if one.role is Role.STATE and not (one.was or one.twin_of or one.of_type):
            past = replace(past_predicate(one), was=one.name)
            predicates.setdefault(past.name, past)
    happenings, clocks = declare_happenings(units, predicates, problems)
    return Declarations(sorts, predicates, lattice, happenings, clocks)


def _is_new(
    name: Name,
    code: str,
    built_in: Container[Any],
    before: Mapping[str, TypeStatement | PredicateStatement],
    problems: list[Diagnostic],
) -> bool:
    """Whether nothing of this name was declared before; else report it."""
    if name.text in built_in:
        problems.append(diagnose("RUL207", name.span, name=name.text))
    elif name.text in before:
        note = Note("first declared here", before[name.text].name.span)
        problems.append(diagnose(code, name.span, [note], name=name.text))
    else:
        return True
    return False


def _unknown_sort(name: Name, known: Sequence[str]) -> Diagnostic:
    return diagnose("RUL205", name.span, suggestion=near_hint(name.text, known), name=name.text)


def _cyclic(types: dict[str, TypeStatement], problems: list[Diagnostic]) -> list[str]:
    """Report cycles of `<` and return one type of each, to be cut there."""
    above = {name: [one.parent.text] if one.parent else [] for name, one in types.items()}
    found: list[str] = []
    for cycle in circles(types, lambda name: above.get(name, ())):
        names = (*cycle, cycle[0])
        notes = [
            Note(f"`{name}` is declared below `{parent}`", types[name].name.span)
            for name, parent in pairwise(names)
        ]
        shown = " < ".join(names)
        place = types[cycle[0]].name.span
        problems.append(diagnose("RUL206", place, notes, name=cycle[0], cycle=shown))
        found.append(cycle[0])
    return found


def _sort(statement: TypeStatement, known: Sequence[str], problems: list[Diagnostic]) -> Sort:
    members: tuple[Value, ...] | None = None
    if statement.members is not None:
        members = tuple(dict.fromkeys(member.value for member in statement.members))
    parent = statement.parent.text if statement.parent else None
    if statement.parent is not None and parent not in known:
        problems.append(_unknown_sort(statement.parent, known))
        parent = None
    if parent is None and members and all(isinstance(member, int) for member in members):
        parent = "int"
    return Sort(
        statement.name.text,
        parent,
        members,
        statement.doc,
        statement.span,
        tuple(clause.text for clause in statement.annotations.clauses),
    )


def _bad_members(statement: TypeStatement, lattice: SortLattice) -> Iterator[Diagnostic]:
    """Report members that are listed twice, of two kinds, or missing from a closed parent."""
    seen: set[Value] = set()
    sort = lattice.sorts[statement.name.text]
    first = statement.members[0].value if statement.members else None
    parents = [lattice.sorts[name] for name in lattice.above(sort.name) if name in lattice.sorts]
    for member in statement.members or ():
        value, why = member.value, ""
        if value in seen:
            why = "it is listed twice"
        elif sort.parent is None and isinstance(value, int) != isinstance(first, int):
            why = "text and integers do not mix"
        elif lattice.numeric(sort.name) and not isinstance(value, int):
            why = f"`{sort.parent}` holds integers"
        elif isinstance(value, int) and not lattice.holds_kind(sort.name, "int"):
            why = f"`{sort.parent}` holds text"
        else:
            for parent in parents:
                if parent.members is not None and value not in parent.members:
                    why = f"it is not a member of `{parent.name}`"
        if why:
            place = name_place(statement.span, str(value))
            yield diagnose("RUL214", place, value=value, name=sort.name, why=why)
        seen.add(value)


def _predicate(statement: PredicateStatement, known: Sequence[str]) -> Predicate:
    columns = tuple(
        Column(c.name.text, c.sort.text if c.sort.text in known else "any", c.is_input)
        for c in statement.columns
    )
    return Predicate(
        statement.name.text,
        columns,
        tuple(t.text for t in statement.templates if not is_shorter(t.text, statement)),
        statement.role,
        statement.completion,
        statement.functional,
        statement.two_sided,
        statement.doc,
        statement.span,
        tuple(clause.text for clause in statement.annotations.clauses),
        statement.breach,
        concluded=statement.concluded,
        fitting=statement.fitting,
        chance=statement.chance,
        opposites=tuple(template.text for template in statement.opposites),
    )


def _of_type(sort: Sort) -> Predicate:
    """Return the predicate that holds of everything that is named of a type."""
    columns, completion = (Column("X", sort.name),), Completion.DEFAULT
    state = Predicate(sort.name, columns, (), Role.STATE, completion, span=sort.span)
    return replace(state, of_type=True)


def _bad_predicate(statement: PredicateStatement, known: Sequence[str]) -> Iterator[Diagnostic]:
    name = statement.name.text
    seen: set[str] = set()
    for column in statement.columns:
        if column.sort.text not in known:
            yield _unknown_sort(column.sort, known)
        if column.name.text in seen:
            yield diagnose("RUL208", column.name.span, name=column.name.text, predicate=name)
        if column.is_input and statement.role is not Role.DERIVED:
            yield diagnose("RUL211", column.name.span, name=name)
        seen.add(column.name.text)
    if name.startswith("breaks_") and not statement.breach and statement.role is Role.DERIVED:
        yield diagnose("RUL216", statement.name.span, name=name)
    is_completed = statement.completion is not Completion.CLOSED
    if statement.concluded and (statement.functional or is_completed):
        word = "one" if statement.functional else statement.completion.value
        yield diagnose("RUL350", statement.name.span, name=name, word=word)
    if statement.fitting and not statement.functional:
        yield diagnose("RUL217", statement.name.span, name=name)
    if statement.functional and not statement.columns:
        yield diagnose("RUL213", statement.name.span, name=name)
    names = [column.name.text for column in statement.columns]
    for template in (*statement.templates, *statement.opposites):
        near = _statement_of(template.text)
        if near:
            yield diagnose("RUL215", template.span, text=template.text, near=near)
        mentioned = PLACEHOLDER.findall(template.text)
        for wrong in dict.fromkeys(mentioned):
            if wrong not in names:
                hint = did_you_mean(wrong, names)
                yield diagnose(
                    "RUL209",
                    template.span,
                    suggestion=hint,
                    name=wrong,
                    predicate=name,
                    columns=", ".join(names) or "none",
                )
        for column_name in dict.fromkeys(names):
            if column_name not in mentioned and not is_shorter(template.text, statement):
                yield diagnose("RUL212", template.span, name=column_name)


def _statement_of(text: str) -> str:
    """Return what to write instead of a sentence that asks, empty for one that says a fact."""
    asked = _QUESTION.match(text)
    if asked is None and not text.rstrip().endswith("?"):
        return ""
    if asked is None or asked["verb"].lower() in ("does", "do", "did"):
        return "Write it as a statement: “{X} holds {Y}”, not “does {X} hold {Y}?”."
    return f"Write “{asked['subject']} {asked['verb'].lower()} {asked['rest'].rstrip(' ?')}”."
