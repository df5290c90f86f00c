"""Certificates: proofs that somebody else can check.

In: a question, the program with the facts of its table. Out: the JSON that `rulings.verifier`
checks. Guarantee: the steps stand in an order in which each needs only those above it; every
fact that may follow and that a call fits is listed; what is handed out was checked, so that its
verdict is proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulings.engine.run.model import Model
from rulings.explain.ground import Fact, Instance
from rulings.explain.settling import Conditions
from rulings.explain.slices import Call, Slice
from rulings.explain.tables import StatedTable, rules_of, supposing
from rulings.explain.worlds import ModelWorld
from rulings.language.components import components
from rulings.language.matching import Pattern
from rulings.language.predicates import (
    DerivedKind,
    PredicateId,
    against,
    base_of,
    derived,
    is_against,
)
from rulings.language.program import Facts, Literal, Program, Row, Value
from rulings.logic.unfolding import Clauses
from rulings.records import dataclass, field, replace
from rulings.verifier import verdict_of
from rulings.verifier.arithmetic import Effort
from rulings.verifier.basis import Basis, Subject, Tables
from rulings.verifier.form import SCHEMA, Asked, proof_of, seal
from rulings.verifier.law import Laws
from rulings.verifier.premises import Premises

Json = dict[str, Any]
Question = Sequence[tuple[PredicateId, Row, bool]]
Decided = Sequence[tuple[Fact, bool]]
_EMPTY: Tables = {}
# How many unknown facts a proof may split into cases, and how many completions are tried.
_SPLITS, _TRIED = 8, 8
NOWHERE = {"name": "", "edition": "", "sha256": ""}
"""What a certificate says of a program that is no rulebook's."""


@dataclass(frozen=True, slots=True)
class TableWorld:
    """What a program and its table state; what an earlier pass found true may block."""

    table: StatedTable
    true: frozenset[Fact] = frozenset()
    known: ModelWorld | None = None

    def stated(self, name: PredicateId, pattern: Pattern) -> Iterator[tuple[Row, int, int]]:
        """Yield the stated rows of a call."""
        for row, kind in self.table.rows(name, pattern):
            yield row, int(kind != "unknown"), 1

    def decided(self, name: PredicateId, pattern: Pattern) -> None:
        """Nothing is taken from a model."""

    def blocks(self, fact: Fact, clauses: Clauses, head: PredicateId) -> bool:
        """Whether a denied fact is known to hold, whatever becomes of the head."""
        known = self.known is not None and self.known.blocks(fact, clauses, head)
        return (known or fact in self.true) and head not in clauses.reach(fact[0])

    def seeds(self, call: Call) -> Iterable[Row]:
        """Return the rows that a model knows to be possible, to begin with."""
        known = None if self.known is None else self.known.decided(*call)
        return () if known is None else [row for row, _ in known]


def certify(
    program: Program,
    literals: Sequence[Literal],
    rulebook: Mapping[str, str] = NOWHERE,
    stated: Tables = _EMPTY,
    denied: Tables = _EMPTY,
    found: Conditions | None = None,
    model: Model | None = None,
) -> Json:
    """Return a certificate for a conjunction of ground literals.

    `program` is that of the `rulebook`, `stated` and `denied` are the facts and falsehoods of the
    table; `model`, of both, saves work where it knows the answer. What the model leaves open is
    proved by what was `found` of the unknown facts. Raises `rulings.verifier.Unproved` where the
    checker would not accept what is stated.
    """
    question = [(one.atom.predicate, one.atom.row, one.negated) for one in literals]
    proof, verdict = _Prover(program, question, stated, denied).prove(found, model)
    certificate: Json = {
        "schema": SCHEMA,
        "rulebook": dict(rulebook),
        "question": [[str(name), list(row), denied] for name, row, denied in question],
        "table": {"facts": _rows(stated), "denials": _rows(denied)},
        "verdict": verdict,
        "proof": proof,
    }
    return {**certificate, "seal": seal(certificate)}


class _Prover:
    """Proofs of one question at one table, and at those where unknown facts are decided."""

    def __init__(
        self, program: Program, question: Question, stated: Tables, denied: Tables
    ) -> None:
        self.premises = Premises(Basis(program), stated, denied, Effort())
        self.laws = Laws(program)
        self.asked = [Asked((Subject.of(name), row), denied) for name, row, denied in question]
        self.question = question
        self.program = replace(
            program,
            facts=_joined(program.facts, stated),
            denials=_joined(program.denials, denied),
        )
        self.table = StatedTable(self.program)

    def prove(self, found: Conditions | None, model: Model | None) -> tuple[Json, str]:
        """Return a proof with its verdict, `open` if what is missing cannot be decided."""
        split = found.unknown[:_SPLITS] if found is not None else ()
        if found is None or found.always:
            return self._by_cases(self.program, (), split, model)
        proof, verdict = self._by_cases(self.program, (), (), model)
        completions = self._completions(found, split) if verdict == "open" else None
        return (proof, verdict) if completions is None else (completions, "depends")

    def _completions(self, found: Conditions, split: Sequence[Fact]) -> Json | None:
        """Return two completions with different verdicts."""
        verdicts: dict[str, Json] = {}
        nearest = [*found.yes[:1], *found.no[:1]]
        for completion in [*nearest, *_turned(nearest)][:_TRIED]:
            facts = tuple(sorted(completion, key=lambda one: one[1]))
            program = self.program
            for fact, holds in facts:
                program = supposing(program, fact, holds)
            proof, verdict = self._by_cases(program, facts, split)
            if verdict != "open":
                suppose = [[*_json(fact), holds] for fact, holds in facts]
                verdicts.setdefault(verdict, {"suppose": suppose, "proof": proof})
            if len(verdicts) == 2:
                return {"completions": list(verdicts.values())}
        return None

    def _by_cases(
        self, program: Program, decided: Decided, split: Sequence[Fact], model: Model | None = None
    ) -> tuple[Json, str]:
        """Return a proof, of what is open by the cases of a fact to split, each in the same way."""
        proof, verdict, unknown = self._decided(program, decided, model)
        fact = next((fact for fact in split if fact in unknown), None)
        if verdict != "open" or fact is None:
            return proof, verdict
        cases: list[Json] = []
        agreed = ""
        for holds in (True, False):
            supposed = supposing(program, fact, holds)
            case, found = self._by_cases(supposed, (*decided, (fact, holds)), split)
            if found == "open" or (agreed and found != agreed):
                return proof, "open"
            cases.append(case)
            agreed = found
        return {"unknown": _json(fact), "cases": cases}, agreed

    def _decided(
        self, program: Program, decided: Decided, model: Model | None
    ) -> tuple[Json, str, frozenset[Fact]]:
        """Return the steps that prove what the well-founded model says of the question.

        Also return their verdict and the unknown facts that they reach.
        """
        clauses = Clauses(program, lambda name: rules_of(program, name))
        table = StatedTable(program, self.table)
        roots = list(_roots(self.question, program))
        known = ModelWorld(model, clauses, program.facts) if model is not None else None
        first = TableWorld(table, known=known)
        part = _settled(Slice(clauses, first, seeds=first.seeds), roots)
        # Now that it is known what holds, only what the checker will find is listed.
        true = frozenset(fact for fact, masks in part.values.items() if masks == (1, 1))
        possible = {
            (name, pattern): [row for row in rows if part.holds((name, row))[1]]
            for (name, pattern), rows in part.tables.items()
        }
        world = TableWorld(table, true)
        part = _settled(Slice(clauses, world, seeds=lambda call: possible.get(call, ())), roots)
        calls = [
            [str(name), list(pattern)]
            for name, pattern in part.tables
            if _is_declared(name, program) and self.laws.concludes(Subject.of(name))
        ]
        proof: Json = {"calls": calls, "steps": list(_Steps(part, table, program).of(roots))}
        premises = self.premises
        for (name, row), holds in decided:
            premises = premises.supposing((Subject.of(name), row), holds)
        unknown = frozenset(
            (name, row)
            for name, pattern in part.tables
            for row, kind in table.rows(name, pattern)
            if kind == "unknown"
        )
        return proof, verdict_of(self.laws, premises, proof_of(proof), self.asked), unknown


@dataclass(frozen=True, slots=True)
class _Steps:
    """The steps for what a slice lists. What stands behind a `forall` or a side is no step."""

    part: Slice
    table: StatedTable
    program: Program
    settled: dict[Fact, bool | None] = field(default_factory=dict)
    rules: dict[Fact, str] = field(default_factory=dict)
    opened: list[Json] = field(default_factory=list)

    def of(self, roots: Sequence[Fact]) -> Iterator[Json]:
        """Yield what follows and what fails, each after what it needs; what is open comes last."""
        listed = [(name, row) for (name, _), rows in self.part.tables.items() for row in rows]
        for component in components(dict.fromkeys((*roots, *listed)), self._below):
            facts: list[Fact] = []
            for fact in sorted(component, key=_read_as):
                kind = next((kind for _, kind in self.table.rows(*fact)), "")
                if kind:
                    self.settled[fact] = None if kind == "unknown" else True
                elif self.part.calls_of.get(fact):
                    facts.append(fact)
            yield from self._component(facts)
        yield from self.opened

    def _component(self, facts: list[Fact]) -> Iterator[Json]:
        """Decide facts that depend on each other: what follows, then what is unfounded, in turn."""
        rules = {fact: self.part.instances_of(fact) for fact in facts}
        while True:
            grown = True
            while grown:
                grown = False
                for fact in facts:
                    if fact in self.settled:
                        continue
                    instance = next((i for i in rules[fact] if self._is_certain(i)), None)
                    if instance is not None:
                        self.settled[fact] = grown = True
                        yield from self._follows("holds", fact, instance)
            waiting = [fact for fact in facts if fact not in self.settled]
            possible = self._possible(waiting, rules)
            unfounded = [fact for fact in waiting if fact not in possible]
            if not unfounded:
                break
            self.settled.update(dict.fromkeys(unfounded, False))
            together = [_json(fact) for fact in unfounded if _is_declared(fact[0], self.program)]
            if together:
                yield {"fails": together}
        for fact, instance in possible.items():
            self.settled[fact] = None
            self.opened.extend(self._follows("open", fact, instance))

    def _follows(self, kind: str, fact: Fact, instance: Instance) -> Iterator[Json]:
        """Yield the step for a fact; what may be denied follows by the rule that stands for it."""
        name, row = fact
        side = DerivedKind.CONTRA if is_against(name) else DerivedKind.PRO
        standing = derived(side, base_of(name)), row
        self.rules[fact] = instance.rule or self.rules.get(standing, "")
        if _is_declared(name, self.program):
            yield {kind: _json(fact), "rule": self.rules[fact]}

    def _possible(
        self, waiting: list[Fact], rules: dict[Fact, list[Instance]]
    ) -> dict[Fact, Instance]:
        """What may hold, in an order in which each rests on what stands before."""
        found: dict[Fact, Instance] = {}
        grown = True
        while grown:
            grown = False
            for fact in waiting:
                if fact in found:
                    continue
                for instance in rules[fact]:
                    able = all(
                        f in found or self.settled.get(f, False) is not False
                        for f in instance.holds
                    )
                    if able and not any(self.settled.get(f) is True for f in instance.fails):
                        found[fact] = instance
                        grown = True
                        break
        return found

    def _is_certain(self, instance: Instance) -> bool:
        holds = all(self.settled.get(fact) is True for fact in instance.holds)
        fails = all(self.settled.get(fact, None) is False for fact in instance.fails)
        return holds and fails and instance.sure == 1

    def _below(self, fact: Fact) -> Iterator[Fact]:
        for instance in self.part.instances_of(fact):
            yield from (*instance.holds, *instance.fails, *instance.elements)


def _turned(chosen: Iterable[Decided]) -> Iterator[Decided]:
    """Yield completions with all facts turned around, then with each of them."""
    for facts in chosen:
        yield [(fact, not holds) for fact, holds in facts]
        for turned, _ in facts:
            yield [(fact, holds is not (fact == turned)) for fact, holds in facts]


def _is_declared(name: PredicateId, program: Program) -> bool:
    return base_of(name) in program.predicates


def _roots(question: Question, program: Program) -> Iterator[Fact]:
    for name, row, _ in question:
        base = base_of(name)
        predicate = program.predicates.get(base)
        if predicate is not None:
            for asked in (base, against(base)) if predicate.two_sided else (name,):
                yield asked, row


def _settled(part: Slice, roots: Sequence[Fact]) -> Slice:
    for name, row in roots:
        part.ground(name, row)
    part.settle(
        fact for (name, _), rows in list(part.tables.items()) for fact in ((name, r) for r in rows)
    )
    return part


def _joined(known: Mapping[PredicateId, Facts], told: Tables) -> dict[PredicateId, Facts]:
    """Add what a table states to what the rulebook does."""
    joined = dict(known)
    for name, rows in told.items():
        joined[name] = Facts((*(known[name].rows if name in known else ()), *rows))
    return joined


def _rows(tables: Tables) -> dict[str, list[list[Value]]]:
    return {name: [list(row) for row in rows] for name, rows in tables.items() if rows}


def _read_as(fact: Fact) -> tuple[str, tuple[tuple[bool, Value], ...]]:
    """The order of facts: by name, then by value, numbers before text."""
    return str(fact[0]), tuple((isinstance(value, str), value) for value in fact[1])


def _json(fact: Fact) -> list[Any]:
    return [str(fact[0]), list(fact[1])]
