"""Game descriptions from general game playing: what is legal, reached and won in some states."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.language.files import load
from rulings.language.program import Atom, Row, Variable
from rulings.language.source import Source
from tests.conformance.translate import Translation, read_atom

SUITE = "gdl.json.gz"

Facts = set[tuple[str, Row]]


def test_states(case: dict[str, Any], states: list[dict[str, Any]], engine: str) -> None:
    translation = Translation().clauses(case["program"])
    atoms = [
        a for t in states for key in ("state", "legal", "does", "next") for a in t.get(key, ())
    ]
    mentioned = [(name, len(row)) for name, row in map(read_atom, atoms)]
    mentioned += [("terminal", 0), ("goal", 2)]
    program = load(Source(case["name"], translation.text(*mentioned)))
    evaluator = Evaluator(program, engine)
    for test in states:
        state = facts(test["state"])
        here = table(program, translation, state)
        assert bool(asked(evaluator, here, translation, "terminal")) == test["terminal"]
        goals = defaultdict(set)
        for _, (role, score) in asked(evaluator, here, translation, "goal"):
            goals[role].add(score)
        # A description may give a role two scores; the suite records only what is unambiguous.
        assert {r: {score} for r, score in test["goal"].items()} == {
            r: scores for r, scores in goals.items() if r in case["roles"] and len(scores) == 1
        }
        if "legal" in test:
            assert asked(evaluator, here, translation, "legal__") == facts(test["legal"])
        if "next" in test:
            moved = table(program, translation, state | facts(test["does"]))
            assert asked(evaluator, moved, translation, "next__") == facts(test["next"])


def facts(atoms: list[str]) -> Facts:
    return set(map(read_atom, atoms))


def table(program: Any, translation: Translation, state: Facts) -> Table:
    rows: dict[str, set[Row]] = defaultdict(set)
    for name, row in state:
        rows[translation.named(name, len(row))].add(row)
    return Table(program, rows)


def asked(evaluator: Evaluator, state: Table, translation: Translation, what: str) -> Facts:
    """Ask by demand for all rows of a predicate, or of all whose names begin with `legal__`."""
    wanted = [
        (name, a, here)
        for (name, a), here in translation.arities.items()
        if name == what or (what.endswith("__") and name.startswith(what))
    ]
    queries = [Atom(here, tuple(Variable(f"V{i}") for i in range(a))) for _, a, here in wanted]
    model = evaluator.answer(state, *queries)
    return {(name, row) for name, _, here in wanted for row in model.true[here]}
