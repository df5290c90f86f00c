"""Explanations put into words.

In: the nodes of `rulings.explain.tree`. Out: `Step`s that say each in the rulebook's sentences
and cite its clauses. Guarantee: of any depth, without recursion; a rule that does not apply is
said by what its clause demands, not by its place in a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from rulings.asking.explanation import (
    EACH,
    FURTHER,
    NO_OTHER,
    NONE_TO_FAIL_FOR,
    NOT_EACH,
    OTHER,
    SHOWN_ABOVE,
    Citation,
    Step,
)
from rulings.collecting import without_garbage_collection
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import say
from rulings.explain.tree import (
    Absent,
    Assumed,
    Attempt,
    Compared,
    Counted,
    Derived,
    Each,
    Given,
    Proof,
    Seen,
    Undefined,
    Walk,
    gather,
    unroll,
)
from rulings.language.builtins import BUILT_INS
from rulings.language.matching import Pattern, open_atom
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import OPPOSITE, Atom, Expression, Role, Row, Rule, Value
from rulings.rulebook.registry import Registry

_RELATIONS = {
    "<": "is less than",
    ">=": "is at least",
    ">": "is more than",
    "<=": "is at most",
    "=": "is",
    "!=": "is not",
}
_FUNCTIONS = {
    "count": "the number is {}",
    "sum": "the total is {}",
    "min": "the least is {}",
    "max": "the most is {}",
}


_WHY_ABSENT = {"unstated": "not stated", "denied": "stated", "further": FURTHER}


class Wording:
    """Says proofs in the words of one table."""

    def __init__(self, lexicon: Lexicon, registry: Registry) -> None:
        self.lexicon = lexicon
        self.registry = registry
        self._cited: dict[tuple[str, ...], tuple[Citation, ...]] = {}

    @without_garbage_collection()
    def step(self, proof: Proof) -> Step:
        """Return a proof in words."""
        return unroll(gather((self._step(proof),)))[0]

    def attempt(self, attempt: Attempt) -> Step:
        """Return a rule that does not apply, in words."""
        return unroll(self._attempt(attempt))

    def cited(self, rule: Rule) -> tuple[Citation, ...]:
        """Return the clauses that a rule encodes, those that the edition has."""
        found = self._cited.get(rule.clauses)
        if found is None:
            found = self._cited[rule.clauses] = self.citations(rule.clauses)
        return found

    def declared(self, name: PredicateId) -> tuple[Citation, ...]:
        """Return the clauses that a predicate is declared by; what happened, by its happening's."""
        predicate = self.lexicon.predicates.get(base_of(name))
        if predicate is not None and predicate.role is Role.PAST:
            predicate = self.lexicon.predicates.get(str(name).rpartition(".")[0])
        return self.citations(predicate.clauses) if predicate is not None else ()

    def citations(self, clauses: Iterable[str]) -> tuple[Citation, ...]:
        """Return clauses as an answer cites them, those that the edition has."""
        return tuple(cite(name, self.registry) for name in self.registry.cited(clauses))

    def _step(self, proof: Proof) -> Walk[Step] | Step:
        """Return what has nothing below it in words, of the rest the walk that puts it so."""
        match proof:
            case Given((name, row)):
                kind = "builtin" if name in BUILT_INS else "given"
                return Step(kind, self._said(name, row), Atom.of(self.stated(name), row))
            case Assumed((name, row)):
                return Step("assumed", self._said(name, row), Atom.of(self.stated(name), row))
            case Absent(name, pattern, (), because, ()):
                return self._absent(name, pattern, (), because)
            case Seen(name, pattern, kind):
                atom = open_atom(self.stated(name), pattern)
                said = partial(say, atom, self.lexicon, negated=kind == "fails")
                seen = {"holds": "derived", "fails": "absent", "open": "undefined"}[kind]
                return Step(seen, said, atom, note=SHOWN_ABOVE)
            case Compared():
                return self._compared(proof)
            case _:
                return self._with_children(proof)

    def _with_children(self, proof: Derived | Absent | Undefined | Counted | Each) -> Walk[Step]:
        match proof:
            case Derived((name, row), rule, premises, against):
                telling = (premise for premise in premises if not _merely_names(premise))
                children = yield gather(self._step(premise) for premise in telling)
                denials = yield gather(self._attempt(attempt) for attempt in against)
                if self._is_a_need(name):
                    return self._rule("derived", rule, self._told(children), "")
                return Step(
                    "derived",
                    self._said(name, row),
                    Atom.of(name, row),
                    rule.id,
                    self.cited(rule),
                    (*self._told(children), *denials),
                )
            case Absent(name, pattern, attempts, because, instead):
                children = yield gather(self._attempt(attempt) for attempt in attempts)
                others = yield gather(self._step(other) for other in instead)
                if self._is_a_need(name) and attempts:
                    return self._one_of("failed", attempts, children)
                children = self._told(children)
                return self._absent(name, pattern, (*children, *others), because)
            case Undefined((name, row), attempts, because):
                children = yield gather(self._open(attempt) for attempt in attempts)
                note = "not known" if because else ""
                if self._is_a_need(name) and attempts:
                    return self._one_of("open", attempts, children)
                children = self._told(children)
                return Step(
                    "undefined", self._said(name, row), Atom.of(name, row), "", (), children, note
                )
            case Counted(condition, value, elements, holds):
                parts: list[Step] = []
                for _, proofs in elements:
                    parts += yield gather(self._step(inner) for inner in proofs)
                shown = "not decided" if value is None else self._shown(value)
                counted = _FUNCTIONS[condition.function].format(shown)
                return Step("builtin" if holds else "absent", counted, children=tuple(parts))
            case Each(instances, holds, another=another):
                children = yield gather(self._step(inner) for inner in instances)
                each = _each(len(children), another) if holds else OTHER if another else NOT_EACH
                return Step("builtin" if holds else "absent", each, children=children)

    def _absent(
        self, name: PredicateId, pattern: Pattern, children: tuple[Step, ...], because: str
    ) -> Step:
        atom = open_atom(self.stated(name), pattern)
        said = partial(say, atom, self.lexicon, negated=True)
        note = _WHY_ABSENT.get(because, "")
        return Step("absent", said, atom, children=children, note=note)

    def _compared(self, proof: Compared) -> Step:
        condition, left, right = proof.condition, proof.left, proof.right
        operator = condition.operator if proof.holds else OPPOSITE[condition.operator]
        if left is None or right is None:
            sides = [
                self._shown(value) if value is not None else _written(side)
                for value, side in ((left, condition.left), (right, condition.right))
            ]
            return Step("builtin", f"{sides[0]} {operator} {sides[1]}")
        return Step("builtin", f"{self._shown(left)} {_RELATIONS[operator]} {self._shown(right)}")

    def _attempt(self, attempt: Attempt) -> Walk[Step]:
        children = yield gather(self._step(failing) for failing in attempt.failing)
        note = ""
        if attempt.met and attempt.failing:
            note = f"{attempt.met} of {attempt.met + len(attempt.failing)} conditions hold"
        if attempt.beaten is not None:
            children = (*children, (yield self._step(attempt.beaten)))
            note = "overruled"
        return self._rule("failed", attempt.rule, self._told(children), note)

    def _open(self, attempt: Attempt) -> Walk[Step]:
        children = yield gather(self._step(unsure) for unsure in attempt.failing)
        return self._rule("open", attempt.rule, self._told(children), "")

    def _one_of(self, kind: str, attempts: tuple[Attempt, ...], steps: tuple[Step, ...]) -> Step:
        """Return what a happening needs, said once for all the ways to have it."""
        return steps[0] if len(steps) == 1 else self._rule(kind, attempts[0].rule, steps, "")

    def _is_a_need(self, name: PredicateId) -> bool:
        """Whether a predicate is what a happening needs, which is said by its clause."""
        return self.is_made(name) and not self.lexicon.predicates[name].templates

    def is_made(self, name: PredicateId) -> bool:
        """Whether a predicate is what a happening needs or does."""
        predicate = self.lexicon.predicates.get(name)
        return predicate is not None and predicate.role is Role.EFFECT

    def _told(self, steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Return steps, in the place of a rule that nobody wrote what it reads.

        What would be needed of values that nothing gives is not told.
        """
        written: list[Step] = []
        for step in steps:
            is_unwritten = step.atom is None and self.is_made(step.rule.partition("/")[0])
            written += step.children if is_unwritten else (step,)
        return tuple(
            one for one in written if one.atom is None or not self._is_a_need(one.atom.predicate)
        )

    def _rule(self, kind: str, rule: Rule, children: tuple[Step, ...], note: str) -> Step:
        clauses = self.cited(rule)
        gist = next((clause.gist for clause in clauses if clause.gist), rule.doc)
        said = gist.strip().rstrip(".") if gist else f"the rule {rule.id}"
        return Step(kind, said, None, rule.id, clauses, children, note)

    def _shown(self, value: Value) -> str:
        return self.lexicon.names.display(value)

    def _said(self, name: PredicateId, row: Row) -> Callable[[], str]:
        return partial(say, Atom.of(self.stated(name), row), self.lexicon)

    def stated(self, name: PredicateId) -> PredicateId:
        """Return the state that people speak of, for one that states the same."""
        predicate = self.lexicon.predicates.get(name)
        return name if predicate is None else predicate.twin_of or name


def cite(name: str, registry: Registry) -> Citation:
    """Return a clause as an answer cites it; one that is not registered by its name alone."""
    clause = registry.clauses.get(name)
    if clause is None:
        document, _, identity = name.partition("/")
        return Citation(name, document, document, identity, "")
    return Citation(
        clause.name, clause.document, clause.short, clause.section, clause.gist, clause.page
    )


def _each(count: int, another: bool) -> str:
    if another:
        return NO_OTHER
    return NONE_TO_FAIL_FOR if not count else EACH


def _merely_names(premise: Proof) -> bool:
    """Whether a premise only gives a value another name, which says nothing: "3 is 3"."""
    match premise:
        case Compared(condition, left, right, True):
            return condition.operator == "=" and left is not None and left == right
    return False


def _written(expression: Expression) -> str:
    # Imported here: most explanations show values, and the writer brings the whole grammar.
    from rulings.language.writing import write_expression

    return write_expression(expression)
