"""Certificates: proofs that somebody else can check.

In: a question, the program with the facts of its table. Out: the JSON that `verify` checks: what
is stated, what holds by which rule, which sets are unfounded, what stays open and why it is
possible. Guarantee: the steps stand in an order in which each needs only those above it; every
fact that the question reaches is listed, and none besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulings.engine.model import Model
from rulings.explain.ground import Clauses, Fact, Instance, Pattern
from rulings.explain.slices import Call, Slice, components
from rulings.explain.tables import Table, rules_of, supposing
from rulings.explain.verify import SCHEMA, STATED, Checker, fact_of, seal
from rulings.explain.worlds import ModelWorld
from rulings.language.program import Constant, Literal, Program, Row

Json = dict[str, Any]
Question = Sequence[tuple[str, Row, bool]]
# How many unknown facts a proof may split into cases.
_SPLITS = 8


class TableWorld:
    """What a program and its table state; what an earlier pass found true may block."""

    def __init__(
        self, table: Table, true: frozenset[Fact] = frozenset(), known: ModelWorld | None = None
    ) -> None:
        self.table = table
        self.true = true
        self.known = known

    def stated(self, name: str, pattern: Pattern) -> Iterator[tuple[Row, int, int]]:
        """Yield the stated rows of a call."""
        for row, kind in self.table.rows(name, pattern):
            yield row, int(kind != "unknown"), 1

    def decided(self, name: str, pattern: Pattern) -> None:
        """Nothing is taken from a model."""

    def blocks(self, fact: Fact, clauses: Clauses, head: str) -> bool:
        """Whether a denied fact is known to hold, whatever becomes of the head."""
        known = self.known is not None and self.known.blocks(fact, clauses, head)
        return (known or fact in self.true) and head not in clauses.reach(fact[0])

    def get(self, call: Call, default: Iterable[Row]) -> Iterable[Row]:
        """Return the rows that a model knows to be possible, to begin with."""
        known = None if self.known is None else self.known.decided(*call)
        return default if known is None else [row for row, _ in known]


def certify(
    program: Program,
    literals: Sequence[Literal],
    about: Json | None = None,
    split: Sequence[Fact] = (),
    model: Model | None = None,
) -> Json:
    """Return a certificate for a conjunction of ground literals.

    `about` is kept with it; `model` saves work where it knows the answer. What the model leaves
    open is proved by cases on the unknown facts `split`, when every case agrees.
    """
    question = [(one.atom.predicate, _row(one), one.negated) for one in literals]
    proof, verdict = _proved(program, question, split[:_SPLITS], model)
    certificate: Json = {
        "schema": SCHEMA,
        **(about or {}),
        "question": [[name, list(row), denied] for name, row, denied in question],
        "verdict": verdict,
        **proof,
    }
    return {**certificate, "seal": seal(certificate)}


def _proved(
    program: Program, question: Question, split: Sequence[Fact], model: Model | None = None
) -> tuple[Json, str]:
    """Return a proof and its verdict; what is open is tried by the cases of facts to split."""
    steps, verdict = _decided(program, question, model)
    unknown = {fact_of(step["unknown"]) for step in steps if "unknown" in step}
    fact = next((fact for fact in split if fact in unknown), None)
    if verdict != "open" or fact is None:
        return {"steps": steps}, verdict
    cases: list[Json] = []
    for holds in (True, False):
        case, said = _proved(supposing(program, fact, holds), question, split)
        if said == "open" or (cases and said != verdict):
            return {"steps": steps}, "open"
        cases.append(case)
        verdict = said
    return {"unknown": [fact[0], list(fact[1])], "cases": cases}, verdict


def _decided(program: Program, question: Question, model: Model | None) -> tuple[list[Json], str]:
    """Return the steps that prove what the well-founded model says of a question."""
    clauses = Clauses(program, lambda name: rules_of(program, name))
    table = Table(program)
    roots = list(_roots(question, program))
    known = ModelWorld(model, clauses, program.facts, {}, 1) if model is not None else None
    first = TableWorld(table, known=known)
    part = _settled(Slice(clauses, first, seeds=first), roots)
    # Now that it is known what holds, only what the checker will find is listed.
    true = frozenset(fact for fact, masks in part.values.items() if masks == (1, 1))
    possible = {
        (name, pattern): [row for row in rows if part.holds((name, row))[1]]
        for (name, pattern), rows in part.tables.items()
    }
    part = _settled(Slice(clauses, TableWorld(table, true), seeds=possible), roots)
    steps = list(_steps(part, table, roots))
    return steps, Checker(program, steps).verdict(question)


def _roots(question: Iterable[tuple[str, Row, bool]], program: Program) -> Iterator[Fact]:
    for name, row, _ in question:
        base = name.removeprefix("neg ")
        two_sided = program.predicates[base].two_sided
        for asked in (base, f"neg {base}") if two_sided else (name,):
            yield asked, row


def _settled(part: Slice, roots: Sequence[Fact]) -> Slice:
    for name, row in roots:
        part.ground(name, row)
    part.settle(
        fact for (name, _), rows in list(part.tables.items()) for fact in ((name, r) for r in rows)
    )
    return part


def _steps(part: Slice, table: Table, roots: Sequence[Fact]) -> Iterator[Json]:
    """Yield what is stated and what follows, each after what it needs; what is open comes last."""
    listed = [(name, row) for (name, _), rows in part.tables.items() for row in rows]
    opened: list[Json] = []
    settled: dict[Fact, bool | None] = {}
    for component in components(dict.fromkeys((*roots, *listed)), lambda f: _below(f, part)):
        facts: list[Fact] = []
        for fact in sorted(component):
            kind = next((kind for row, kind in table.rows(fact[0], fact[1])), "")
            if kind in STATED:
                settled[fact] = None if kind == "unknown" else True
                yield {kind: _json(fact)}
            elif part.calls_of.get(fact):
                facts.append(fact)
        yield from _component(facts, part, settled, opened)
    yield from opened


def _component(
    facts: list[Fact], part: Slice, settled: dict[Fact, bool | None], opened: list[Json]
) -> Iterator[Json]:
    """Decide facts that depend on each other: what follows, then what is unfounded, in turn."""
    rules = {fact: part.instances_of(fact) for fact in facts}
    while True:
        grown = True
        while grown:
            grown = False
            for fact in facts:
                if fact not in settled:
                    instance = next((i for i in rules[fact] if _is_certain(i, settled)), None)
                    if instance is not None:
                        settled[fact] = grown = True
                        yield {"holds": _json(fact), "rule": instance.clause.rule}
        waiting = [fact for fact in facts if fact not in settled]
        possible = _possible(waiting, rules, settled)
        unfounded = [fact for fact in waiting if fact not in possible]
        if not unfounded:
            break
        settled.update(dict.fromkeys(unfounded, False))
        yield {"fails": [_json(fact) for fact in unfounded]}
    for fact, instance in possible.items():
        settled[fact] = None
        opened.append({"open": _json(fact), "rule": instance.clause.rule})


def _possible(
    waiting: list[Fact],
    rules: dict[Fact, list[Instance]],
    settled: dict[Fact, bool | None],
) -> dict[Fact, Instance]:
    """What of a component may hold, in an order in which each rests on what stands before."""
    found: dict[Fact, Instance] = {}
    grown = True
    while grown:
        grown = False
        for fact in waiting:
            if fact in found:
                continue
            for instance in rules[fact]:
                able = all(f in found or settled.get(f, False) is not False for f in instance.holds)
                if able and not any(settled.get(f) is True for f in instance.fails):
                    found[fact] = instance
                    grown = True
                    break
    return found


def _is_certain(instance: Instance, settled: dict[Fact, bool | None]) -> bool:
    holds = all(settled.get(fact) is True for fact in instance.holds)
    fails = all(settled.get(fact) is False for fact in instance.fails if fact in settled)
    known = all(fact in settled for fact in instance.fails)
    return holds and fails and known and instance.sure == 1


def _below(fact: Fact, part: Slice) -> Iterator[Fact]:
    for instance in part.instances_of(fact):
        yield from (*instance.holds, *instance.fails, *instance.elements)


def _row(literal: Literal) -> Row:
    return tuple(t.value for t in literal.atom.terms if isinstance(t, Constant))


def _json(fact: Fact) -> list[Any]:
    return [fact[0], list(fact[1])]
