"""What is written and has no effect.

In: a program without errors. Out: warnings about rules that can never apply, rules written
twice and predicates nobody uses; an error for a `neg` that no rule concludes.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator

from rulings.language.builtins import BUILT_INS
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.nodes import literals_of
from rulings.language.predicates import PredicateId, against, base_of, is_against
from rulings.language.program import (
    MADE_ROLES,
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Constant,
    Expression,
    Literal,
    Program,
    Role,
    Rule,
    Value,
    Variable,
)
from rulings.language.source import Span
from rulings.language.syntax import RuleStatement


def missing_sides(program: Program) -> Iterator[Diagnostic]:
    """Report `neg p` read where no rule denies `p`."""
    for rule in program.rules:
        for literal in literals_of(rule.body):
            name = literal.atom.predicate
            if is_against(name):
                predicate = program.predicates.get(base_of(name))
                if predicate is None or not predicate.may_be_silent:
                    yield diagnose("RUL345", literal.atom.span, name=base_of(name))


def never_used(program: Program) -> Iterator[Diagnostic]:
    """Report predicates that nothing mentions, and those `concluded` that no rule concludes."""
    heads = {rule.head.predicate for rule in program.rules}
    used = {*program.facts, *program.denials, *heads}
    for rule in program.rules:
        used.update(base_of(literal.atom.predicate) for literal in literals_of(rule.body))
    for name, predicate in program.predicates.items():
        stated = predicate.role is not Role.DERIVED and predicate.templates
        if name not in used and not stated and predicate.role not in MADE_ROLES:
            yield diagnose("RUL210", predicate.span, name=name)
        if predicate.concluded and name not in heads:
            yield diagnose("RUL351", predicate.span, name=name)


def never_applies(program: Program) -> Iterator[Diagnostic]:
    """Report rules with a condition that cannot hold."""
    holds: set[PredicateId] = {*program.facts, *BUILT_INS}
    given = (Role.STATE, Role.HAPPENING, Role.PAST)
    holds.update(n for n, p in program.predicates.items() if p.role in given)
    waiting: list[Rule] = []
    for rule in program.rules:
        why, span = _impossible(rule.body)
        if span is not None:
            yield diagnose("RUL324", span, why=why)
        else:
            waiting.append(rule)
    # Each rule waits for one predicate at a time, so that the work is linear.
    waits: dict[PredicateId, list[Rule]] = {}
    pending = list(waiting)
    while pending:
        rule = pending.pop()
        missing = _unmet(rule.body, holds)
        if missing is not None:
            waits.setdefault(missing.atom.predicate, []).append(rule)
        elif _concluded(rule) not in holds:
            holds.add(_concluded(rule))
            pending += waits.pop(_concluded(rule), ())
    for rule in waiting:
        unmet = _unmet(rule.body, holds)
        if unmet is not None:
            name = unmet.atom.predicate
            why = f"nothing states or concludes `{name}`"
            yield diagnose("RUL324", unmet.atom.span, why=why)


def _concluded(rule: Rule) -> PredicateId:
    return against(rule.head.predicate) if rule.denies else rule.head.predicate


def _unmet(body: Iterable[Condition], holds: set[PredicateId]) -> Literal | None:
    for condition in body:
        match condition:
            case Literal(atom, False) if atom.predicate not in holds:
                return condition
            case Aggregate(_, "min" | "max", _, inner):
                unmet = _unmet(inner, holds)
                if unmet is not None:
                    return unmet
    return None


def _impossible(body: Iterable[Condition]) -> tuple[str, Span | None]:
    """Find a condition that is false of any values, or a pair that contradicts itself."""
    positive: set[Atom] = set()
    negative: dict[Atom, Span] = {}
    low: dict[str, int] = {}
    high: dict[str, int] = {}
    equal: dict[str, Value] = {}
    for condition in body:
        match condition:
            case Literal(atom, negated):
                if negated:
                    negative[atom] = atom.span
                else:
                    positive.add(atom)
            case Comparison(sign, left, right, span):
                if isinstance(left, Constant) and isinstance(right, Variable):
                    sign, left, right = _MIRRORED[sign], right, left
                if _is_false(sign, left, right):
                    return f"`{span.text[:60]}` is false", span
                if isinstance(left, Variable) and isinstance(right, Constant):
                    name, value = left.name, right.value
                    if sign == "=" and equal.setdefault(name, value) != value:
                        return f"`{name}` would have to be both {equal[name]} and {value}", span
                    if isinstance(value, int):
                        if sign in ("<", "<=", "="):
                            bound = value - (sign == "<")
                            high[name] = min(high.get(name, bound), bound)
                        if sign in (">", ">=", "="):
                            bound = value + (sign == ">")
                            low[name] = max(low.get(name, bound), bound)
                        if name in low and name in high and low[name] > high[name]:
                            return f"no number satisfies the comparisons of `{name}`", span
            case _:
                pass
    for atom, place in negative.items():
        if atom in positive:
            return f"it needs both `{place.text[:60]}` and its absence", place
    return "", None


_MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


_HOLDS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _is_false(sign: str, left: Expression, right: Expression) -> bool:
    if isinstance(left, Variable) and left == right:
        return sign in ("!=", "<", ">")
    if not isinstance(left, Constant) or not isinstance(right, Constant):
        return False
    # Integers stand before text.
    first, second = ((isinstance(one.value, str), one.value) for one in (left, right))
    return not _HOLDS[sign](first, second)


def written_twice(
    rules: tuple[Rule, ...], statements: tuple[RuleStatement, ...]
) -> Iterator[Diagnostic]:
    """Report rules that equal an earlier one."""
    seen: dict[tuple[bool, str], list[int]] = {}
    for index, statement in enumerate(statements):
        start = statement.head.span.start
        text = statement.span.source.text[start : statement.span.end]
        earlier = seen.setdefault((statement.against, "".join(text.split())), [])
        for other in earlier:
            if (rules[other].head, rules[other].body) == (rules[index].head, rules[index].body):
                note = Note("the first one", statements[other].span)
                yield diagnose("RUL330", statement.span, [note])
                break
        earlier.append(index)
