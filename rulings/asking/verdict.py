"""From a model to a verdict.

In: ground literals or rows, a model, the program it is the model of. Out: a `Reason`, which
implies the verdict. Guarantee: a verdict is YES or NO only when the model decides it; what is
undefined is told apart by its leaves: unknown facts of the table make it MISSING, rules that
run in a circle PARADOX, two sides that both stand CONFLICT. A row on which two ways to supply the
unknown facts disagree depends on them, and no way of weighing it settles it: supplying facts never
takes back what was decided without them (A. Van Gelder, K. Ross and J. Schlipf, J. ACM 38, 1991).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulings.asking.evaluation import Evaluation
from rulings.asking.goal import Needs
from rulings.asking.reason import OPEN_REASONS, Reason, Verdict
from rulings.engine.run.model import Model, Truth
from rulings.engine.store.table import Choice, nothing
from rulings.language.builtins import BUILT_INS
from rulings.language.diagnostics import RulingsError
from rulings.language.matching import Bound, ground
from rulings.language.predicates import PredicateId, base_of, pro_and_contra
from rulings.language.program import (
    Aggregate,
    Atom,
    Completion,
    Condition,
    ForAll,
    Literal,
    Program,
    Role,
    Row,
    Variable,
)
from rulings.logic.bounds import instances, satisfy
from rulings.records import dataclass
from rulings.rulebook.shelf import Shelf

_MIXED = 2
"""How many mixed ways to supply the unknown facts are sampled."""
_TURNED = {Reason.PROVED: Reason.FAILED, Reason.FAILED: Reason.PROVED}


class SuppliedTables:
    """Models of tables where everything unknown is decided, each computed when it is needed."""

    def __init__(self, evaluation: Evaluation, needs: Needs, program: Program) -> None:
        self._program = program
        self._rest = _decided(evaluation, needs)
        self._models: list[Model] = []

    def models(self) -> Iterator[Model]:
        """Yield a model for each way to supply the facts."""
        yield from self._models
        for model in self._rest:
            self._models.append(model)
            yield model

    def differs(self, name: str, row: Row) -> bool:
        """Whether a row holds in one model and not in another, or one of its two sides does."""
        sides: tuple[PredicateId, ...] = (name,)
        if self._program.predicates[name].two_sided:
            sides = pro_and_contra(name)
        met: dict[PredicateId, set[Truth]] = {side: set() for side in sides}
        for model in self.models():
            for side, seen in met.items():
                seen.add(model.truth(side, row))
                if seen >= {Truth.TRUE, Truth.FALSE}:
                    return True
        return False


def _decided(evaluation: Evaluation, needs: Needs) -> Iterator[Model]:
    for choice in _choices():
        try:
            yield evaluation.decided(needs.roots, needs.demand, choice)
        except RulingsError:  # arithmetic that fails for these facts says nothing of the others
            continue


def _choices() -> Iterator[Choice]:
    """Yield ways to choose: nothing holds, everything holds, some of it."""
    yield nothing
    yield lambda facts: facts[0]
    # Imported here: most questions are decided before it comes to chance.
    from random import Random

    for seed in range(_MIXED):
        chance = Random(seed)
        yield lambda facts, chance=chance: chance.choice((None, *facts))  # type: ignore[misc]


@dataclass(frozen=True, slots=True, eq=False)
class Judge:
    """Judges literals in one model of one program.

    With a `sample`, what differs in it is told to be open without looking for leaves.
    """

    program: Program
    model: Model
    rules: Shelf
    sample: SuppliedTables | None = None

    def literal(self, literal: Literal, bound: Bound | None = None) -> Reason:
        """Judge a literal that is ground under `bound`."""
        atom = literal.atom
        row = tuple(v for v in ground(atom, bound or {}) if v is not None)
        name = base_of(atom.predicate)
        predicate = self.program.predicates.get(name)
        if atom.predicate in BUILT_INS:
            inputs = (row[i] for i in BUILT_INS[atom.predicate].inputs)
            holds = row in BUILT_INS[atom.predicate].rows(*inputs)
            return Reason.PROVED if holds is not literal.negated else Reason.FAILED
        if predicate is not None and predicate.may_be_silent and not literal.negated:
            return self._two_sided(name, row, denial=atom.predicate != name)
        reason = self._plain(atom.predicate, row)
        return _TURNED.get(reason, reason) if literal.negated else reason

    def all_of(self, body: Iterable[Condition], bound: Bound | None = None) -> Reason:
        """Judge a conjunction: one NO decides it, then what is undecided, then YES."""
        return combine([self.condition(condition, bound or {}) for condition in body])

    def is_sure(self, body: Iterable[Condition], bound: Bound) -> bool:
        """Whether a conjunction holds, whatever the unknown facts are."""
        ways = (satisfy(one, bound, self.model, possibly=False) for one in body)
        return all(next(way, None) is not None for way in ways)

    def differs(self, body: Sequence[Condition], bound: Bound) -> bool:
        """Whether two ways of the sample to supply the unknown facts decide a conjunction apart."""
        met: set[Verdict | Reason] = set()
        for model in self.sample.models() if self.sample is not None else ():
            reason = Judge(self.program, model, self.rules).all_of(body, bound)
            is_undecided = reason.verdict is Verdict.UNDECIDED
            met.add(reason if is_undecided else reason.verdict)
            if len(met) > 1 and not met.isdisjoint((Verdict.YES, Verdict.NO)):
                return True
        return False

    def condition(self, condition: Condition, bound: Bound) -> Reason:
        """Judge a condition that `bound` satisfies at least possibly."""
        if isinstance(condition, Literal):
            return self.literal(condition, bound)
        if next(satisfy(condition, bound, self.model, possibly=False), None) is not None:
            return Reason.PROVED
        return self._why_undefined(list(self._undefined_in(condition, bound)))

    def _plain(self, name: PredicateId, row: Row) -> Reason:
        match self.model.truth(name, row):
            case Truth.TRUE:
                return Reason.PROVED
            case Truth.FALSE:
                return Reason.FAILED
        base = base_of(name)
        if name == base and not self.program.predicates[base].two_sided:
            return self._undefined(name, row)
        reason = self._two_sided(base, row, denial=name != base)
        return Reason.CONFLICT if reason is Reason.CONFLICT else self._undefined(base, row)

    def _two_sided(self, name: str, row: Row, *, denial: bool) -> Reason:
        pro, contra = (self.model.truth(side, row) for side in pro_and_contra(name))
        match (contra, pro) if denial else (pro, contra):
            case Truth.TRUE, Truth.FALSE:
                return Reason.PROVED
            case Truth.FALSE, Truth.TRUE:
                return Reason.DENIED
            case Truth.TRUE, Truth.TRUE:
                return Reason.CONFLICT
            case Truth.FALSE, Truth.FALSE:
                return Reason.SILENT
        return self._undefined(name, row)

    def _undefined(self, name: str, row: Row) -> Reason:
        if self.sample is not None and self.sample.differs(name, row):
            return Reason.MISSING
        return self._why_undefined([(name, row)])

    def _why_undefined(self, rows: list[tuple[str, Row]]) -> Reason:
        """Tell by the leaves why rows are undefined."""
        if any(True for name, row in rows for _ in self.unknown_facts(name, row)):
            return Reason.MISSING
        if any(any(self.conflicts(name, row)) for name, row in rows):
            return Reason.CONFLICT
        return Reason.PARADOX

    def unknown_facts(self, name: str, row: Row) -> Iterator[Atom]:
        """Yield the unstated facts of open predicates that keep an undefined row undefined."""
        for base, found in self._behind(name, row):
            if self._is_open(base):
                yield Atom.of(base, found)

    def _is_open(self, name: str) -> bool:
        predicate = self.program.predicates[name]
        return predicate.role is Role.STATE and predicate.completion is Completion.OPEN

    def conflicts(self, name: str, row: Row) -> Iterator[tuple[str, Row]]:
        """Yield the rows of two-sided predicates behind an undefined row whose sides both stand."""
        for base, found in self._behind(name, row):
            if self.program.predicates[base].two_sided and all(
                self.model.truth(side, found) is Truth.TRUE for side in pro_and_contra(base)
            ):
                yield base, found

    def _behind(self, name: str, row: Row) -> Iterator[tuple[str, Row]]:
        """Yield an undefined row and all undefined rows that it depends on, depth first."""
        yield name, row
        seen, below = {(name, row)}, [self._undefined_premises(name, row)]
        while below:
            found = next(below[-1], None)
            if found is None:
                below.pop()
            elif found not in seen:
                seen.add(found)
                yield found
                below.append(self._undefined_premises(*found))

    def _undefined_premises(self, name: str, row: Row) -> Iterator[tuple[str, Row]]:
        for rule in self.rules.concerning(name):
            for instance in self.rules.orders.applications(rule, row, self.model, possibly=True):
                for condition in rule.body:
                    yield from self._undefined_in(condition, instance)

    def _undefined_in(self, condition: Condition, bound: Bound) -> Iterator[tuple[str, Row]]:
        match condition:
            case Literal(atom):
                relation = self.model.relation(atom.predicate, possibly=True)
                if relation is None or atom.predicate in BUILT_INS:
                    return
                true = self.model.true.get(atom.predicate, ())
                for row in relation.ordered(ground(atom, bound)):
                    if row not in true:
                        yield base_of(atom.predicate), row
            case Aggregate(_, _, _, body):
                yield from self._undefined_inside(body, bound)
            case ForAll(variables, given, goal):
                outer = {k: v for k, v in bound.items() if Variable(k) not in variables}
                yield from self._undefined_inside(given, outer)
                for instance in instances(given, outer, self.model, possibly=True):
                    yield from self._undefined_in(goal, instance)
            case _:
                return

    def _undefined_inside(
        self, body: tuple[Condition, ...], bound: Bound
    ) -> Iterator[tuple[str, Row]]:
        for instance in instances(body, bound, self.model, possibly=True):
            for condition in body:
                yield from self._undefined_in(condition, instance)


def combine(reasons: list[Reason]) -> Reason:
    """Return the reason of a conjunction from those of its parts."""
    for reason in reasons:
        if reason in (Reason.FAILED, Reason.DENIED):
            return reason
    for reason in OPEN_REASONS:
        if reason in reasons:
            return reason
    return Reason.PROVED
