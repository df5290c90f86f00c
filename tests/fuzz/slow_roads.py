"""The roads that cost more than a whole model: changed rules, sessions, certificates.

In: a `Case`. Out: what the road says otherwise than it should, or None.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from rulings.engine.backends.native import NativeBackend
from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.fixpoint import Bounds
from rulings.engine.run.model import Model
from rulings.engine.run.revise import Reviser, Revision
from rulings.engine.run.stratify import stratify
from rulings.engine.store.table import Table
from rulings.explain.certificate import certify
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Constant, Literal, Program
from rulings.language.writing import write_row
from rulings.logic.domains import constants_of
from rulings.logic.lowering import lower
from rulings.session import Rulebook, Session
from rulings.verifier import Unproved, check
from tests.books import toy
from tests.fuzz import roads
from tests.fuzz.roads import REFUSED, Case, computed, difference, whole
from tests.fuzz.table_roads import changes, stated_by
from tests.oracle_tables import predicate_of


def revised(case: Case) -> str | None:
    """A program without one rule or one override, made by revision and made afresh."""
    if case.is_refused or not case.program.rules:
        return None
    chance = case.chance("revised")
    program = case.program
    lowered = lower(program, keep_forall=True)
    reviser = Reviser(lowered, stratify(lowered))
    if program.overrides and chance.random() < 0.3:
        override = chance.choice(program.overrides)
        rest = tuple(other for other in program.overrides if other is not override)
        changed = replace(program, overrides=rest)
        revision = reviser.without(override)
    else:
        gone = chance.choice(program.rules)
        name = gone.head.predicate
        kept = tuple(r for r in reviser.rules_of(name) if r is not gone)
        if not kept and chance.random() < 0.8:
            return None
        changed = replace(program, rules=tuple(r for r in program.rules if r is not gone))
        revision = reviser.revise(name, kept)
    # What unstated facts range over is read off the program as it was.
    table = Table(changed, constants=constants_of(program))
    found = computed(lambda: _patched(program, revision, reviser))
    wanted = computed(lambda: whole(Evaluator(changed), changed, table))
    if isinstance(wanted, str) or isinstance(found, str):
        return None if found == wanted else f"refused: {found} is not {wanted}"
    # More may have been asked for before than is asked for now.
    kept = tuple({fact for fact in facts if fact[0] not in case.inputs} for facts in found)
    return difference(kept, wanted, case.inputs)  # type: ignore[arg-type]


def _patched(program: Program, revision: Revision, reviser: Reviser) -> roads.Bounds:
    """The whole model of a revision: its patches in place of the strata they replace."""
    table = Table(program)
    none = Evaluator(program).nothing
    lowered = revision.lowered
    rows = {**{name: type(r)(r.arity) for name, r in none.items()}, **table.true}
    for name, predicate in lowered.predicates.items():
        rows.setdefault(name, type(next(iter(none.values())))(predicate.arity))
    backend = NativeBackend(lowered.predicates, frozenset(lowered.aggregates))
    bounds = Bounds(lowered, backend, dict(rows), {**rows, **table.possible})
    replaced = frozenset().union(*(patch.predicates for patch in revision.patches))
    for place in range(len(reviser.strata) + 1):
        for patch in revision.patches:
            if patch.place == place:
                for stratum in patch.strata:
                    bounds.settle(stratum)
        if place < len(reviser.strata):
            stratum = reviser.strata[place]
            if not replaced.issuperset(stratum.predicates):
                bounds.settle(stratum)
    model = Model(program, lowered, bounds.true, bounds.possible, {}, {}, "native")
    return roads.bounds_of(model)


@cache
def _book() -> Rulebook:
    with TemporaryDirectory() as folder:
        return toy(Path(folder))


def supposed(case: Case) -> str | None:
    """A session after lines that state and take back has the model of its table."""
    if case.is_refused or case.expected is None:
        return None
    *before, last = _sessions(case)
    if not before:
        return None
    names = frozenset(case.asked) - case.inputs
    table = Table(case.program, last.stated.facts, last.stated.denials)
    wanted = roads.expected(stated_by(table))
    if wanted is None:
        return None

    def known() -> roads.Bounds:
        found = last.model(names)
        true, possible = (
            {(name, row) for name in sorted(names) for row in rows[name]}
            for rows in (found.true, found.possible)
        )
        return true, possible

    kept = tuple({fact for fact in facts if fact[0] in names} for facts in wanted)
    return difference(computed(known), kept, frozenset())  # type: ignore[arg-type]


def _sessions(case: Case) -> Iterator[Session]:
    """Yield a session that states nothing, then the one after each line of some changes."""
    session = _book().with_program(case.program).situation()
    yield session
    for kind, name, row in changes(case):
        predicate = case.program.predicates[name]
        if predicate.role.value != "state":
            continue
        line = f"{'not ' if kind == 'deny' else ''}{write_row(name, row)}."
        try:
            session = session.suppose(line)
            if kind == "forget":
                session = session.forget(line)
        except RulingsError:
            continue
        yield session


def handed_on(case: Case) -> str | None:
    """Sessions made one from the other answer as do those that nothing is handed on to."""
    if case.is_refused:
        return None
    chance = case.chance("handed on")
    asked = [
        f"?- {write_row(str(q.predicate), values)}."
        for q in roads.questions(case)
        if len(values := tuple(t.value for t in q.terms if isinstance(t, Constant))) == len(q.terms)
    ]
    goals = chance.sample(asked, min(4, len(asked)))
    for number, session in enumerate(_sessions(case)):
        alone = session.rulebook.with_stated(session.stated)
        for goal in goals:
            try:
                wanted = alone.ask(goal).reason
            except RulingsError:
                continue
            found = session.ask(goal).reason
            if found is not wanted:
                return f"after {number} changes: {goal} is {found.value}, not {wanted.value}"
    return None


def certified(case: Case) -> str | None:
    """Certificates of some atoms: accepted, and with the verdict of the model."""
    if case.is_refused or case.expected is None:
        return None
    true, possible = case.expected
    chance = case.chance("certified")
    asked = [q for q in roads.questions(case) if all(isinstance(t, Constant) for t in q.terms)]
    facts = sorted((f for f in possible if f[0] not in case.inputs), key=repr)
    sampled = chance.sample(facts, min(3, len(facts)))
    asked += [Atom(predicate_of(name), tuple(map(Constant, row))) for name, row in sampled]
    for atom in chance.sample(asked, min(3, len(asked))):
        fact = str(atom.predicate), tuple(t.value for t in atom.terms if isinstance(t, Constant))
        base = fact[0].removeprefix("neg ")
        other = base if fact[0] != base else f"neg {base}"
        try:
            made = certify(case.program, [Literal(atom)])
            said = check(case.program, json.loads(json.dumps(made))).verdict
        except RulingsError as problem:
            # What takes input may be asked what no rule asks it.
            if problem.diagnostics[0].code in REFUSED and case.inputs:
                return None
            raise
        except Unproved as refused:
            return f"{roads.spoken(atom)}: refused, {refused}"
        wanted = {"open", "undecided"}
        is_weighed = case.program.predicates[base].may_be_silent
        sides = {fact, (other, fact[1])} if is_weighed else {fact}
        if not sides & possible:
            wanted = {"undecided"} if len(sides) > 1 else {"no"}
        elif sides & true:
            wanted = {"yes"} if fact in true else {"no"}
        if said not in wanted:
            return f"{roads.spoken(atom)}: {said} is not {wanted}"
    return None
