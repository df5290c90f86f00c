"""Why something does not hold, or is not certain.

In: a false or undefined row, the explainer of its model. Out: `Absent` and `Undefined`: every
rule that could have concluded it with the conditions that fail. Guarantee: for each rule the
instance with the fewest failing conditions found within a bounded search; rules that nearly
apply come first; every rule is named.
"""

from __future__ import annotations

from itertools import islice

from rulings.engine.run.model import Truth
from rulings.explain.ground import Fact
from rulings.explain.resting import walk
from rulings.explain.teller import Teller
from rulings.explain.tree import (
    Absent,
    Asked,
    Assumed,
    Attempt,
    Derived,
    Given,
    Proof,
    Seen,
    Undefined,
    Walk,
    gather,
    unroll,
)
from rulings.language.builtins import BUILT_INS
from rulings.language.matching import Bound, Pattern, ground, open_atom, unify
from rulings.language.predicates import (
    DerivedKind,
    PredicateId,
    against,
    base_of,
    derived,
    is_against,
    is_only,
    opposite,
)
from rulings.language.program import (
    Atom,
    Condition,
    Constant,
    Literal,
    Predicate,
    Role,
    Row,
    Rule,
    Value,
    Variable,
)
from rulings.logic.bounds import satisfy
from rulings.logic.calculation import ArithmeticFault
from rulings.logic.orders import Waiting

_WAYS = 6
_LOOKS = 60
_LISTED = 6
# So many facts are refuted in one explanation; what lies behind them is told when asked for.
_REFUTED = 300

# The conditions that fail, each with the values it fails for; the values of the whole instance.
Failing = tuple[tuple[Condition, dict[str, Value]], ...]
Failure = tuple[Failing, dict[str, Value]]


def absent(explainer: Teller, name: PredicateId, pattern: Pattern) -> Asked:
    """Explain why a row, or every row of a pattern, is false."""
    base = base_of(name)
    predicate = explainer.program.predicates.get(base)
    if not explainer.first(name, pattern, "fails"):
        return Seen(name, pattern, "fails")
    if predicate is None:
        return Absent(name, pattern)
    row = _whole(pattern)
    if predicate.two_sided and row is not None:
        # The verdict `neg p` may not be part of the model; its sides always are.
        side = derived(DerivedKind.PRO if is_against(name) else DerivedKind.CONTRA, base)
        if explainer.model.truth(side, row) is Truth.TRUE and not _is_awaited(
            explainer, name, side, row
        ):
            return explainer.prove(opposite(name), row)
    if predicate.role is Role.STATE and not predicate.concluded:
        return _unstated(explainer, predicate, pattern)
    if any(c.is_input and v is None for c, v in zip(predicate.columns, pattern, strict=True)):
        return Absent(name, pattern)  # asked for no value, so no rule was tried
    explainer.refuted += 1
    if explainer.refuted > _REFUTED:
        return Absent(name, pattern, because="further")
    return _refuted(explainer, name, pattern)


def _refuted(explainer: Teller, name: PredicateId, pattern: Pattern) -> Walk[Absent]:
    attempts: tuple[Attempt, ...] = yield tried(explainer, name, pattern)
    instead: tuple[Given | Derived, ...] = ()
    if not attempts:
        instead = _printed(explainer, name, pattern)
    elif all(attempt.beaten is None for attempt in attempts):
        denial = yield _denial(explainer, name, pattern)
        instead = (denial,) if isinstance(denial, Derived) else ()
    return Absent(name, pattern, attempts, instead=instead)


def _denial(explainer: Teller, name: PredicateId, pattern: Pattern) -> Walk[Proof | None]:
    """Prove that one row of a pattern is denied, which decides more than what does not apply."""
    if _whole(pattern) is not None or not explainer.program.predicates[base_of(name)].two_sided:
        return None
    side = derived(DerivedKind.PRO if is_against(name) else DerivedKind.CONTRA, base_of(name))
    row = next(explainer.true_rows(open_atom(side, pattern), {}), None)
    if row is None or _is_awaited(explainer, name, side, row):
        return None
    proof: Proof = yield explainer.prove(opposite(name), row)
    return proof


def _is_awaited(explainer: Teller, name: PredicateId, side: PredicateId, row: Row) -> bool:
    """Whether the proof of a denial may rest on what is being proved: it ranks no lower."""
    rank, model = explainer.model.rank(side, row), explainer.model
    return (opposite(name), row) in explainer.open or any(
        rank >= model.rank(*fact) for fact in explainer.open if fact[0] in model.true
    )


def undefined(explainer: Teller, name: PredicateId, row: Row) -> Walk[Proof]:
    """Explain an undefined row by the uncertain premises of the rules for and against it."""
    base = base_of(name)
    predicate = explainer.program.predicates[base]
    if not explainer.first(base, row, "open"):
        return Seen(base, row, "open")
    if predicate.role is Role.STATE and not predicate.concluded:
        return Undefined((name, row), because="unknown")
    attempts: list[Attempt] = []
    denials = explainer.rules.concluding(against(base)) if predicate.two_sided else ()
    for rule in (*explainer.rules.concluding(base), *denials):
        found = explainer.rules.orders.applications(rule, row, explainer.model, possibly=True)
        for bound in islice(found, 1):
            unsure = [c for c in rule.body if not _is_sure(explainer, c, bound)]
            premises = yield gather(explainer.condition(c, bound) for c in unsure)
            attempts.append(Attempt(rule, premises, len(rule.body) - len(unsure)))
    return Undefined((base, row), tuple(attempts))


def tried(explainer: Teller, name: PredicateId, pattern: Pattern) -> Walk[tuple[Attempt, ...]]:
    """Explain for every rule that concludes `name` why it does not, nearest miss first."""
    misses: list[tuple[Rule, Failure]] = []
    attempts: list[Attempt] = []
    for rule in explainer.rules.concluding(name):
        start = unify(rule.head.terms, pattern, {})
        if start is None:
            continue
        miss = nearest(rule, start, explainer)
        if miss[0]:
            misses.append((rule, miss))
        else:
            attempts.append((yield _beaten(explainer, rule, miss[1])))
    for rule, (failing, values) in sorted(misses, key=lambda found: len(found[1][0])):
        if is_only(rule.head.predicate) and len(failing) > 1:
            # One other deed frees from a duty: the one of which least more is assumed.
            deed = _assumptions(explainer, rule.body[0], values)
            failing = (min(failing, key=lambda one: len(_assumptions(explainer, *one) - deed)),)
        told = yield gather(
            fails(explainer, condition, bound, rule.body) for condition, bound in failing
        )
        # What fails whatever is assumed is enough.
        sure = tuple(one for one in told if not isinstance(one, Assumed))
        attempts.append(Attempt(rule, sure or told, len(rule.body) - len(failing), bound=values))
    return tuple(attempts)


def _assumptions(explainer: Teller, condition: Condition, bound: Bound) -> frozenset[Fact]:
    """Return what the explanation of a condition assumes, whether it holds or fails."""
    proof = unroll(fails(explainer.apart(), condition, bound))
    return frozenset(one.fact for one in walk(proof) if isinstance(one, Assumed))


def attempts_against(explainer: Teller, name: PredicateId, row: Row) -> Walk[tuple[Attempt, ...]]:
    """Explain why no rule of the other side of a two-sided predicate stands."""
    other = opposite(name)
    if not explainer.first(other, row, "fails"):
        return ()
    attempts: tuple[Attempt, ...] = yield tried(explainer, other, row)
    return attempts


def nearest(rule: Rule, start: Bound, explainer: Teller) -> Failure:
    """Return the conditions that fail in the best instance found, and its values."""
    best: Failure | None = None
    looks = 0
    pending: list[tuple[Waiting, Failing, dict[str, Value]]] = [
        (tuple(range(len(rule.body))), (), dict(start))
    ]
    while pending and looks < _LOOKS:
        waiting, failing, bound = pending.pop()
        if best is not None and len(failing) >= len(best[0]):
            continue
        looks += 1
        step = explainer.rules.orders.next(rule, waiting, bound)
        if step is None:
            best = failing, bound
            continue
        found = satisfy(step.condition, bound, explainer.model, possibly=True)
        try:
            ways = list(islice(found, _WAYS))
        except ArithmeticFault:
            # Behind a condition that fails nobody calculates it.
            pending.append((step.testable, failing, bound))
            continue
        if ways:
            pending += [(step.rest, failing, way) for way in reversed(ways)]
        else:
            pending.append((step.testable, (*failing, (step.condition, bound)), bound))
    return best if best is not None else (((rule.body[0], dict(start)),), dict(start))


def fails(
    explainer: Teller, condition: Condition, bound: Bound, body: tuple[Condition, ...] = ()
) -> Asked:
    """Explain why a condition of a body is false."""
    if not isinstance(condition, Literal) or not condition.negated:
        return explainer.condition(condition, bound, body, holds=False)
    atom = condition.atom
    if atom.predicate in BUILT_INS:
        return Given((atom.predicate, _whole(ground(atom, bound)) or ()))
    row = next(explainer.true_rows(atom, bound), None)
    if row is not None:
        return explainer.prove(atom.predicate, row)
    return explainer.literal(condition, bound)


def _beaten(explainer: Teller, rule: Rule, bound: Bound) -> Walk[Attempt]:
    """A rule whose conditions all hold, with the rule of the other side that overrides it."""
    base, row = rule.head.predicate, _whole(ground(rule.head, bound)) or ()
    other = base if rule.denies else against(base)
    for winner in explainer.rules.concluding(other):
        if not explainer.stands(winner, row):
            continue
        found = explainer.rules.orders.applications(winner, row, explainer.model, possibly=False)
        for way in islice(found, 1):
            premises = yield gather(explainer.condition(c, way) for c in winner.body)
            return Attempt(rule, (), len(rule.body), Derived((other, row), winner, premises))
    return Attempt(rule, (), len(rule.body))


def _unstated(explainer: Teller, predicate: Predicate, pattern: Pattern) -> Absent:
    """Why a fact of the table does not hold: another value, a stated falsehood, nothing stated."""
    name = predicate.name
    if predicate.functional:
        atom = Atom(name, tuple(Constant(v) for v in pattern[:-1] if v is not None))
        if len(atom.terms) == predicate.arity - 1:
            key = Atom(name, (*atom.terms, Variable("Value")))
            assumed = explainer.model.assumed.get(name, ())
            rows = (row for row in explainer.true_rows(key, {}) if row not in assumed)
            other = next(rows, None)
            if other is not None:
                found = Given((name, other))
                return Absent(name, pattern, because="unstated", instead=(found,))
    denials = explainer.program.denials.get(name)
    denied = denials is not None and pattern in denials.rows
    return Absent(name, pattern, because="denied" if denied else "unstated")


def _printed(explainer: Teller, name: PredicateId, pattern: Pattern) -> tuple[Derived, ...]:
    """Return what the rulebook states where it states something else: one value differs."""
    found: list[Derived] = []
    for rule in explainer.rules.concluding(name):
        row = rule.head.row
        if rule.body or len(row) < len(pattern):
            continue
        other = sum(wanted not in (None, value) for wanted, value in zip(pattern, row, strict=True))
        if other == 1 and explainer.model.truth(name, row) is Truth.TRUE:
            found.append(Derived((name, row), rule, ()))
    return tuple(found[:_LISTED])


def _is_sure(explainer: Teller, condition: Condition, bound: Bound) -> bool:
    return next(satisfy(condition, bound, explainer.model, possibly=False), None) is not None


def _whole(pattern: Pattern) -> Row | None:
    return None if None in pattern else tuple(value for value in pattern if value is not None)
