"""What an idiom means, read and checked.

In: the texts of a meaning, each a declared sentence or conditions of the rule language, and the
slots of the idiom. Out: a `Meaning`, or None with what is wrong. Guarantee: predicates are
declared, arities and types agree, every variable but the slots is bound by the meaning itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.english.patterns import SLOT, bare
from rulings.english.template import analyse
from rulings.language.checks.binding import BindingCheck
from rulings.language.checks.normalise import Normaliser
from rulings.language.checks.types import Types
from rulings.language.diagnostics import Diagnostic, Severity
from rulings.language.parse import parse_query
from rulings.language.program import (
    Atom,
    Column,
    Condition,
    Literal,
    Predicate,
    Program,
    Variable,
)
from rulings.language.sorts import SortLattice
from rulings.language.source import Source
from rulings.language.variables import in_body
from rulings.records import dataclass, replace
from rulings.rulebook.written_words import Written


@dataclass(frozen=True, slots=True)
class Meaning:
    """Conditions, the variables in them, and the narrowest sort of each."""

    body: tuple[Condition, ...]
    variables: frozenset[str]
    sorts: Mapping[str, str]


def meaning(
    name: str,
    texts: tuple[Written, ...],
    declared: Mapping[str, str | None],
    program: Program,
    problems: list[Diagnostic],
) -> Meaning | None:
    """Return what the texts mean together; `declared` are the slots with their written sorts."""
    body: list[Condition] = []
    before = len(problems)
    for written in texts:
        body += _conditions(written, program, problems)
    if any(p.severity is Severity.ERROR for p in problems[before:]):
        return None
    span = texts[0].span
    found: list[Diagnostic] = []
    types = Types(program.predicates, SortLattice(program.sorts), found)
    types.rule(None, body)
    columns = tuple(Column(slot, sort or "any", True) for slot, sort in declared.items())
    head = Atom(name, tuple(Variable(column.name) for column in columns), span)
    known = {**program.predicates, name: Predicate(name, columns)}
    BindingCheck(known, found).rule(head, body)
    problems += (replace(one, span=span) for one in found)
    if any(one.severity is Severity.ERROR for one in found):
        return None
    variables = frozenset(in_body(body))
    sorts = {
        variable: sort
        for variable in variables
        if (sort := _narrowest(types.sorts_of(variable), program)) is not None
    }
    return Meaning(tuple(body), variables, sorts)


def _conditions(
    written: Written, program: Program, problems: list[Diagnostic]
) -> tuple[Condition, ...]:
    if "{" in written.text and "}" in written.text and SLOT.search(written.text):
        literal = _declared(written, program)
        if literal is not None:
            return (literal,)
    surface, found = parse_query(Source("meaning", written.text.strip()))
    body = Normaliser(program.predicates, found, program.clocks).query(surface) if not found else ()
    problems += (replace(one, span=written.span) for one in found)
    return body


def _declared(written: Written, program: Program) -> Literal | None:
    """Read a declared sentence whose slots are those of the idiom."""
    slots = dict.fromkeys(match[1] for match in SLOT.finditer(written.text))
    own = Predicate("", tuple(Column(slot, "any") for slot in slots))
    wanted = analyse(own, bare(written.text))
    for predicate in program.predicates.values() if wanted is not None else ():
        for text in predicate.templates:
            template = analyse(predicate, text)
            if template is not None and wanted is not None and template.shape == wanted.shape:
                pairs = zip(template.pieces, wanted.pieces, strict=True)
                names = {p: own.columns[w].name for p, w in pairs if isinstance(w, int)}
                row = tuple(Variable(names[index]) for index in range(predicate.arity))
                return Literal(Atom(predicate.name, row, written.span))
    return None


def _narrowest(sorts: tuple[str, ...], program: Program) -> str | None:
    lattice = SortLattice(program.sorts)
    kept = [sort for sort in sorts if sort != "any"]
    if not kept:
        return sorts[0] if sorts else None
    return max(kept, key=lambda sort: len(lattice.above(sort)))
