"""Mutants of a rulebook: programs that differ from it by one small mistake.

In: a checked program. Out: its `Mutant`s, in the order of its rules. Guarantee: every mutant is
a program that the checks would let pass, and differs from the rule in its text; the same rule
has the same mutants in every edition that holds it. `variants` are of its conditions: one dropped,
one negated, a bound or a quantifier swapped. Mutation as in R. DeMillo, R. Lipton,
F. Sayward, "Hints on test data selection", Computer 11(4), 1978.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import Enum

from rulings.language.checks.binding import BindingCheck
from rulings.language.diagnostics import Diagnostic
from rulings.language.nodes import literals_of, rebuilt
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import (
    OPPOSITE,
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Constant,
    ForAll,
    Literal,
    Operation,
    Override,
    Program,
    Role,
    Rule,
    Value,
)
from rulings.language.sorts import SortLattice
from rulings.language.writing import write_condition, write_value
from rulings.records import dataclass, replace


class Operator(Enum):
    """What was done to a rule."""

    DROP_CONDITION = "drop-condition"
    NEGATE = "negate"
    DROP_RULE = "drop-rule"
    SWAP = "swap"
    CONSTANT = "constant"
    DROP_OVERRIDE = "drop-override"


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mutant: `rules` stand in the place of `rule`, or `override` is gone.

    `change` says what was done; together with `id` it names the mutant.
    """

    operator: Operator
    id: str
    change: str
    rule: Rule | None = None
    rules: tuple[Rule, ...] = ()
    override: Override | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells a mutant from all others of a rulebook, in every edition."""
        return self.operator.value, self.id, self.change


def mutants(program: Program) -> Iterator[Mutant]:
    """Yield the mutants of every rule and override of a program.

    What nobody wrote, that a happening has all that it needs, is left as it is. So is the
    happening in the rules of its effects: they are looked at only where it takes place.
    """
    pool = Pool(program)
    made: dict[PredicateId, PredicateId] = {}
    written: set[PredicateId] = set()
    for happening in program.happenings.values():
        written.update(effect.made for effect in happening.effects)
        made.update(dict.fromkeys(happening.brings, happening.name))
    for rule in program.rules:
        head = program.predicates.get(base_of(rule.head.predicate))
        if head is not None and head.role is Role.EFFECT and head.name not in written:
            continue
        seen: set[tuple[Rule, ...]] = {(rule,)}
        named: Counter[tuple[str, str, str]] = Counter()
        begins = made.get(rule.head.predicate)
        for mutant in _of_rule(rule, pool):
            if begins is not None and not all(_reads(new, begins) for new in mutant.rules):
                continue
            if mutant.rules not in seen and all(_is_bound(new, program) for new in mutant.rules):
                seen.add(mutant.rules)
                named[mutant.key] += 1
                again = f" ({named[mutant.key]})" if named[mutant.key] > 1 else ""
                yield replace(mutant, change=mutant.change + again)
    for override in program.overrides:
        change = f"without {override.winner} overrides {override.loser}"
        name = f"{override.winner} overrides {override.loser}"
        yield Mutant(Operator.DROP_OVERRIDE, name, change, override=override)


def _of_rule(rule: Rule, pool: Pool) -> Iterator[Mutant]:
    yield Mutant(Operator.DROP_RULE, rule.id, "without the rule", rule)
    for kind, change, body in variants(rule.body):
        yield Mutant(Operator(kind), rule.id, change, rule, (replace(rule, body=body),))
    for change, first, second in _split(rule.body):
        # The engine names what it makes of a rule after its id: the halves need their own.
        halves = (replace(rule, body=first), replace(rule, body=second, id=f"{rule.id} or"))
        yield Mutant(Operator.SWAP, rule.id, change, rule, halves)
    for old, new, place, changed in pool.variants(rule):
        change = f"{write_value(new)} for {write_value(old)} in {place}"
        yield Mutant(Operator.CONSTANT, rule.id, change, rule, (changed,))


def _split(
    body: tuple[Condition, ...],
) -> Iterator[tuple[str, tuple[Condition, ...], tuple[Condition, ...]]]:
    """Put "or" for "and" between neighbours: two rules, each without one of them."""
    for i in range(len(body) - 1):
        yield (
            f"or between conditions {i + 1} and {i + 2}",
            (*body[:i], *body[i + 1 :]),
            (*body[: i + 1], *body[i + 2 :]),
        )


def _reads(rule: Rule, name: PredicateId) -> bool:
    """Whether a rule asks for a fact of a predicate, and not for its denial."""
    return any(
        isinstance(c, Literal) and not c.negated and c.atom.predicate == name for c in rule.body
    )


def _is_bound(rule: Rule, program: Program) -> bool:
    problems: list[Diagnostic] = []
    BindingCheck(program.predicates, problems).rule(rule.head, rule.body)
    return not problems


class Pool:
    """The constants of a program by the sort of the columns that they stand in."""

    def __init__(self, program: Program) -> None:
        self.predicates = program.predicates
        self.lattice = SortLattice(program.sorts)
        self.seen: dict[str, dict[Value, None]] = {}
        for name, facts in program.facts.items():
            for column, values in zip(program.predicates[name].columns, zip(*facts.rows)):
                self.seen.setdefault(column.sort, {}).update(dict.fromkeys(values))
        for rule in program.rules:
            for atom in _atoms(rule):
                for index, term in enumerate(atom.terms):
                    if isinstance(term, Constant):
                        self.seen.setdefault(self._sort(atom, index), {})[term.value] = None

    def variants(self, rule: Rule) -> Iterator[tuple[Value, Value, str, Rule]]:
        """Yield a rule with each of its constants changed: old, new, where, and the rule."""
        for place, atom in enumerate(_atoms(rule)):
            for index, term in enumerate(atom.terms):
                if not isinstance(term, Constant):
                    continue
                new = self.another(term.value, self._sort(atom, index))
                if new is None:
                    continue
                terms = list(atom.terms)
                terms[index] = Constant(new, term.quoted)
                changed = _with_atom(rule, atom, replace(atom, terms=tuple(terms)))
                where = "the head" if place == 0 else f"{atom.predicate}, place {place}.{index + 1}"
                yield term.value, new, where, changed
        for position, condition in enumerate(rule.body):
            for side, old, new, other in self._numbers(condition):
                body = (*rule.body[:position], other, *rule.body[position + 1 :])
                where = f"condition {position + 1}{side}"
                yield old, new, where, replace(rule, body=body)

    def another(self, value: Value, sort: str) -> Value | None:
        """Return another value of the sort: the next number, member or constant in use."""
        members = self.lattice.members(sort)
        known = members if members is not None else self.seen.get(sort, {})
        kind = isinstance(value, int)
        if kind and members is None:
            return int(value) + 1
        others = sorted((v for v in known if isinstance(v, int) == kind), key=str)
        if value not in others or len(others) < 2:
            return None if members is not None or kind else f"other_{value}"
        return others[(others.index(value) + 1) % len(others)]

    def _numbers(self, condition: Condition) -> Iterator[tuple[str, Value, Value, Condition]]:
        """Yield a comparison or aggregate with one of its constants changed."""
        match condition:
            case Comparison(_, left, right):
                for side, expression in (("left", left), ("right", right)):
                    if isinstance(expression, Constant):
                        new = self._in_comparison(expression.value)
                        if new is not None:
                            constant = Constant(new, expression.quoted)
                            change: dict[str, Constant | Operation] = {side: constant}
                            yield "", expression.value, new, replace(condition, **change)  # type: ignore[arg-type]
                    elif isinstance(expression, Operation):
                        for i, operand in enumerate(expression.operands):
                            if isinstance(operand, Constant) and isinstance(operand.value, int):
                                operands = list(expression.operands)
                                operands[i] = Constant(operand.value + 1)
                                whole = replace(expression, operands=tuple(operands))
                                yield (
                                    f", operand {i + 1}",
                                    operand.value,
                                    operand.value + 1,
                                    replace(condition, **{side: whole}),  # type: ignore[arg-type]
                                )
            case Aggregate(target) if isinstance(target, Constant) and isinstance(
                target.value, int
            ):
                new_target = Constant(target.value + 1)
                yield "", target.value, target.value + 1, replace(condition, target=new_target)

    def _in_comparison(self, value: Value) -> Value | None:
        if isinstance(value, int):
            return value + 1
        for sort, values in self.seen.items():
            if value in values:
                return self.another(value, sort)
        return f"other_{value}"

    def _sort(self, atom: Atom, index: int) -> str:
        predicate = self.predicates.get(base_of(atom.predicate))
        return predicate.columns[index].sort if predicate is not None else "any"


def _atoms(rule: Rule) -> Iterator[Atom]:
    yield rule.head
    yield from (literal.atom for literal in literals_of(rule.body))


def _with_atom(rule: Rule, old: Atom, new: Atom) -> Rule:
    """Return the rule with one atom, known by identity, replaced."""
    return rebuilt(rule, lambda node: new if node is old else None)


Body = tuple[Condition, ...]
Variant = tuple[str, str, Body]

_BOUND = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_OTHER = {"min": "max", "max": "min", "+": "-", "-": "+"}


def variants(body: Body) -> Iterator[Variant]:
    """Yield (operator, change, body) for every condition, those inside braces included."""
    for position, condition in enumerate(body):
        before, after = body[:position], body[position + 1 :]
        text = write_condition(condition)
        yield "drop-condition", f"without `{text}`", (*before, *after)
        for kind, change, new in _changed(condition, text):
            yield kind, change, (*before, *new, *after)


def _changed(condition: Condition, text: str) -> Iterator[Variant]:
    match condition:
        case Literal(_, negated):
            flipped = replace(condition, negated=not negated)
            yield "negate", f"`{write_condition(flipped)}` for `{text}`", (flipped,)
        case Comparison():
            for kind, new in _compared(condition):
                yield kind, f"`{write_condition(new)}` for `{text}`", (new,)
        case Aggregate(_, function, _, inner):
            if function in _OTHER:
                other = replace(condition, function=_OTHER[function])
                yield "swap", f"{other.function} for `{text}`", (other,)
            for kind, change, changed in variants(inner):
                if changed:
                    whole = replace(condition, body=changed)
                    yield kind, f"{change} inside `{text}`", (whole,)
        case ForAll(_, (Literal(atom, negated=False),), Literal(denied, negated=True)) if (
            atom == denied
        ):
            # This is how `not p(X, _)` is written in a program.
            yield "negate", f"`{write_condition(Literal(atom))}` for `{text}`", (Literal(atom),)
        case ForAll(_, inner, goal):
            yield from _quantified(condition, text)
            flipped = replace(goal, negated=not goal.negated)
            change = f"`{write_condition(flipped)}` as the goal of `{text}`"
            yield "negate", change, (replace(condition, goal=flipped),)
            for kind, change, changed in variants(inner):
                if changed:
                    given = replace(condition, condition=changed)
                    yield kind, f"{change} inside `{text}`", (given,)


def _compared(condition: Comparison) -> Iterator[tuple[str, Comparison]]:
    yield "negate", replace(condition, operator=OPPOSITE[condition.operator])
    if condition.operator in _BOUND:
        yield "swap", replace(condition, operator=_BOUND[condition.operator])
    for side, expression in (("left", condition.left), ("right", condition.right)):
        if isinstance(expression, Operation) and expression.operator in _OTHER:
            other = replace(expression, operator=_OTHER[expression.operator])
            if len(other.operands) == 2:
                yield "swap", replace(condition, **{side: other})  # type: ignore[arg-type]


def _quantified(condition: ForAll, text: str) -> Iterator[Variant]:
    """Put "some" for "every", and "not every" for "every"."""
    goal = condition.goal
    yield "swap", f"some for every in `{text}`", (*condition.condition, goal)
    denied = replace(goal, negated=not goal.negated)
    yield "negate", f"not `{text}`", (*condition.condition, denied)
