"""`excludes`.

In: an exclusion as written and the declarations. Out: an `Exclusion` for each pair of atoms, and
problems. Guarantee: both atoms are of `.state` predicates, their arguments are variables and
constants of the declared types, and each pair can exclude something.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulings.language.catalogue import diagnose
from rulings.language.checks.normalise import Normaliser
from rulings.language.checks.types import Types
from rulings.language.diagnostics import Diagnostic, Severity
from rulings.language.places import name_place
from rulings.language.predicates import PredicateId
from rulings.language.program import Exclusion, Literal, Predicate, Role
from rulings.language.syntax import ExclusionStatement, RuleStatement, SurfaceLiteral
from rulings.records import replace


def check_exclusion(
    statement: ExclusionStatement, normaliser: Normaliser, types: Types, problems: list[Diagnostic]
) -> tuple[Exclusion, ...]:
    """Return the exclusions of a statement, none when it has a mistake."""
    before = len(problems)
    span = statement.span
    literals = tuple(SurfaceLiteral(atom, span=atom.span) for atom in statement.others)
    as_rule = RuleStatement(statement.atom, literals, anonymous=statement.anonymous, span=span)
    own, body = normaliser.rule(as_rule)
    others = [one.atom for one in body if isinstance(one, Literal) and not one.negated]
    if own is None or normaliser.broken:
        return ()
    types.rule(own, body)
    problems += (
        diagnose("RUL307", name_place(span, name), name=name) for name in types.singletons()
    )
    for atom in (own, *others):
        predicate = normaliser.predicates.get(atom.predicate)
        if predicate is None or predicate.role is not Role.STATE:
            problems.append(diagnose("RUL346", atom.span, name=atom.predicate))
    if len(others) != len(statement.others) or len(others) != len(body):
        problems.append(diagnose("RUL347", span))
    problems += (diagnose("RUL348", other.span) for other in others if other == own)
    if any(one.severity is Severity.ERROR for one in problems[before:]):
        return ()
    return tuple(Exclusion(own, other, span) for other in others)


def with_exclusions(
    predicates: Mapping[PredicateId, Predicate], exclusions: Iterable[Exclusion]
) -> dict[PredicateId, Predicate]:
    """Return the predicates with what each of them excludes."""
    found = dict(predicates)
    for one in exclusions:
        for pair in (one, Exclusion(one.other, one.own, one.span)):
            before = found[pair.own.predicate]
            if pair not in before.excludes:
                found[before.name] = replace(before, excludes=(*before.excludes, pair))
    return found
