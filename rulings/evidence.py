"""The explanation of an answer.

In: the literals a question was about, the model that decided it, the words and clauses of the
rulebook. Out: `Evidence`: proof or refutation as sentences with their printed clauses, and the
assumptions relied on. Guarantee: walks the model by rank and evaluates nothing again; every
step is said once, later mentions point to no further steps.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.answer import Citation, Evidence, Reason, Step
from rulings.engine.model import Truth
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import say
from rulings.explain.instances import (
    Bound,
    cheapest,
    ground,
    instances,
    relation_of,
    satisfy,
    unify,
)
from rulings.goal import AGAINST
from rulings.language.builtins import BUILT_INS
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Constant,
    ForAll,
    Literal,
    Program,
    Role,
    Row,
    Rule,
    Variable,
)
from rulings.rulebook.clauses import Registry
from rulings.verdict import Judge

_DEPTH = 12


class Explainer:
    """Builds the steps of one answer."""

    def __init__(self, judge: Judge, program: Program, lexicon: Lexicon, registry: Registry):
        self.model = judge.model
        self.rules = judge.rules
        self.program = program
        self.lexicon = lexicon
        self.registry = registry
        self.assumptions: list[str] = []
        self._said: set[tuple[str, Row, bool]] = set()

    def literal(self, literal: Literal, bound: Bound | None = None, depth: int = 0) -> Step:
        """Explain why a literal is true, false or undefined."""
        atom = literal.atom
        row = tuple(value for value in ground(atom, bound or {}) if value is not None)
        if len(row) < len(atom.terms):
            return self._nothing_matches(literal, bound or {})
        if atom.predicate in BUILT_INS:
            return Step("builtin", self._say(atom.predicate, row, negated=literal.negated))
        match self.model.truth(atom.predicate, row):
            case Truth.TRUE:
                step = self.prove(atom.predicate, row, depth)
            case Truth.FALSE:
                step = self.refute(atom.predicate, row, depth)
            case _:
                step = self.undecided(atom.predicate, row, depth)
        return step

    def prove(self, name: str, row: Row, depth: int) -> Step:
        """Explain a true row by one derivation whose premises rank lower."""
        atom, said = _atom(name, row), self._say(name, row)
        if row in self.model.assumed.get(name, ()):
            if said not in self.assumptions:
                self.assumptions.append(said)
            return Step("assumed", said, atom)
        if (name, row, True) in self._said or depth > _DEPTH:
            return Step("derived", said, atom, note="shown above")
        self._said.add((name, row, True))
        stated = self.program.facts.get(name)
        if stated is not None and row in stated.rows:
            return Step("given", said, atom)
        rank = self.model.rank(name, row)
        fallback: tuple[Rule, Bound] | None = None
        for rule in self.rules.concluding(name):
            start = unify(rule.head.terms, row, {})
            if start is None:
                continue
            for bound in instances(rule.body, start, self.model, possibly=False):
                if all(self._rank(c, bound) < rank for c in rule.body) or not rule.body:
                    return self._derived(rule, said, atom, bound, depth)
                fallback = fallback or (rule, bound)
        if fallback is not None:
            return self._derived(fallback[0], said, atom, fallback[1], depth)
        return Step("given", said, atom)

    def refute(self, name: str, row: Row, depth: int) -> Step:
        """Explain a false row: for each rule that could conclude it, what fails."""
        atom, said = _atom(name, row), self._say(name, row, negated=True)
        base = name.removeprefix(AGAINST)
        predicate = self.program.predicates.get(base)
        if predicate is not None and predicate.two_sided and depth < _DEPTH:
            # The verdict `neg p` may not be part of the model; its sides always are.
            other, side = (AGAINST + base, "against") if name == base else (base, "for")
            if self.model.truth(f"{side} {base}", row) is Truth.TRUE:
                return self.prove(other, row, depth + 1)
        if (name, row, False) in self._said or depth > _DEPTH:
            return Step("absent", said, atom, note="shown above")
        self._said.add((name, row, False))
        if predicate is not None and predicate.role is Role.STATE:
            return Step("absent", said, atom, note="not stated")
        children = []
        for rule in self.rules.concluding(name):
            start = unify(rule.head.terms, row, {})
            if start is not None:
                children.append(self._failed(rule, start, depth))
        return Step("absent", said, atom, children=tuple(children))

    def undecided(self, name: str, row: Row, depth: int) -> Step:
        """Explain an undefined row by the undefined premises of the rules for it."""
        atom, said = _atom(name, row), self._say(name, row)
        if (name, row, False) in self._said or depth > _DEPTH:
            return Step("undefined", said, atom, note="shown above")
        self._said.add((name, row, False))
        predicate = self.program.predicates.get(name)
        if predicate is not None and predicate.role is Role.STATE:
            return Step("undefined", said, atom, note="not known")
        children = []
        names = [name]
        if predicate is not None and predicate.two_sided:
            names.append(AGAINST + name)
        for side in names:
            for rule in self.rules.concluding(side):
                start = unify(rule.head.terms, row, {})
                if start is None:
                    continue
                for bound in instances(rule.body, start, self.model, possibly=True):
                    head = self._say(side, row)
                    children.append(
                        self._derived(rule, head, _atom(side, row), bound, depth, "undefined")
                    )
                    break
        return Step("undefined", said, atom, children=tuple(children))

    def _derived(
        self, rule: Rule, said: str, atom: Atom, bound: Bound, depth: int, kind: str = "derived"
    ) -> Step:
        children = tuple(self._condition(c, bound, depth + 1) for c in rule.body)
        return Step(kind, said, atom, rule.id, self._cited(rule), children)

    def _condition(self, condition: Condition, bound: Bound, depth: int) -> Step:
        match condition:
            case Literal():
                return self.literal(condition, bound, depth)
            case Comparison():
                return Step("builtin", comparison_text(condition, bound))
            case Aggregate(target, function, _, body):
                value = ground(Atom("", (target,)), bound)[0]
                parts = [
                    self._condition(inner, instance, depth + 1)
                    for instance in instances(
                        body, _outer(bound, condition), self.model, possibly=False
                    )
                    for inner in body
                    if isinstance(inner, Literal)
                ]
                return Step("builtin", f"the {function} is {value}", children=tuple(parts))
            case ForAll(_, given, goal):
                parts = [
                    self.literal(goal, instance, depth + 1)
                    for instance in instances(
                        given, _local(bound, condition), self.model, possibly=True
                    )
                ]
                return Step("builtin", "each of them", children=tuple(parts))

    def _failed(self, rule: Rule, start: Bound, depth: int) -> Step:
        """Name the conditions of a rule that fail, as far as the others can be satisfied."""
        bound: Bound = start
        children: list[Step] = []
        waiting = list(rule.body)
        while (condition := cheapest(waiting, bound)) is not None:
            waiting.remove(condition)
            found = next(satisfy(condition, bound, self.model, possibly=True), None)
            if found is None:
                children.append(self._why_fails(condition, bound, depth + 1))
            else:
                bound = found
        return Step(
            "failed",
            f"the rule {rule.id} does not apply",
            None,
            rule.id,
            self._cited(rule),
            tuple(children),
        )

    def _why_fails(self, condition: Condition, bound: Bound, depth: int) -> Step:
        match condition:
            case Literal(atom, negated=True):
                row = next(self._true_rows(atom, bound), None)
                if row is not None:
                    return self.prove(atom.predicate, row, depth)
                return Step("absent", self._text(condition, bound))
            case Literal():
                return self.literal(condition, bound, depth)
            case ForAll(_, given, goal):
                failing = (*given, Literal(goal.atom, not goal.negated))
                parts = [
                    self.literal(goal, instance, depth)
                    for instance in instances(
                        failing, _local(bound, condition), self.model, possibly=True
                    )
                ]
                return Step("absent", "not each of them", children=tuple(parts))
            case Aggregate(_, function):
                return Step("absent", f"the {function} is another")
            case Comparison():
                return Step("absent", f"not {comparison_text(condition, bound)}")

    def _nothing_matches(self, literal: Literal, bound: Bound) -> Step:
        rows = list(self._true_rows(literal.atom, bound))
        if rows:
            return self.prove(literal.atom.predicate, rows[0], _DEPTH)
        return Step("absent", self._text(literal, bound), None, children=())

    def _true_rows(self, atom: Atom, bound: Bound) -> Iterator[Row]:
        relation = relation_of(self.model, atom.predicate, possibly=False)
        if relation is not None:
            yield from relation.match(ground(atom, bound))

    def _rank(self, condition: Condition, bound: Bound) -> tuple[int, int]:
        if isinstance(condition, Literal) and not condition.negated:
            row = ground(condition.atom, bound)
            if condition.atom.predicate not in BUILT_INS and None not in row:
                return self.model.rank(condition.atom.predicate, row)  # type: ignore[arg-type]
        return (-1, 0)

    def _cited(self, rule: Rule) -> tuple[Citation, ...]:
        known = self.registry.clauses
        return tuple(cite(n, self.registry) for n in rule.clauses if n in known or not known)

    def _text(self, literal: Literal, bound: Bound) -> str:
        terms = tuple(
            Constant(bound[t.name]) if isinstance(t, Variable) and t.name in bound else t
            for t in literal.atom.terms
        )
        return say(Atom(literal.atom.predicate, terms), self.lexicon, negated=not literal.negated)

    def _say(self, name: str, row: Row, *, negated: bool = False) -> str:
        return say(_atom(name, row), self.lexicon, negated=negated)


def evidence(
    literals: tuple[Literal, ...],
    reason: Reason,
    judge: Judge,
    program: Program,
    lexicon: Lexicon,
    registry: Registry,
) -> Evidence:
    """Explain a verdict on ground literals."""
    explainer = Explainer(judge, program, lexicon, registry)
    steps: list[Step] = []
    for literal in literals:
        if reason in (Reason.CONFLICT, Reason.SILENT):
            row = tuple(t.value for t in literal.atom.terms if isinstance(t, Constant))
            steps.append(explainer.undecided(literal.atom.predicate.removeprefix(AGAINST), row, 0))
        else:
            steps.append(explainer.literal(literal))
    return Evidence(tuple(steps), tuple(explainer.assumptions), ())


def cite(name: str, registry: Registry) -> Citation:
    """Return a clause as an answer cites it; one that is not registered by its name alone."""
    clause = registry.clauses.get(name)
    if clause is None:
        document, _, identity = name.partition("/")
        return Citation(name, document, document, identity, "")
    return Citation(
        clause.name, clause.document, clause.short, clause.section, clause.gist, clause.page
    )


def comparison_text(condition: Comparison, bound: Bound) -> str:
    """Return a comparison with its values, as `3 >= 2`."""
    shown = [
        str(ground(Atom("", (side,)), bound)[0]) if isinstance(side, (Variable, Constant)) else "…"
        for side in (condition.left, condition.right)
    ]
    return f"{shown[0]} {condition.operator} {shown[1]}"


def _atom(name: str, row: Row) -> Atom:
    return Atom(name, tuple(Constant(value) for value in row))


def _outer(bound: Bound, condition: Aggregate) -> Bound:
    inside = {t.name for t in (condition.target,) if isinstance(t, Variable)}
    return {name: value for name, value in bound.items() if name not in inside}


def _local(bound: Bound, condition: ForAll) -> Bound:
    local = {variable.name for variable in condition.variables}
    return {name: value for name, value in bound.items() if name not in local}
