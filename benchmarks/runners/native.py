"""This engine, with either backend: the fourth argument is the backend's name."""

from __future__ import annotations

import sys
from importlib import import_module

from benchmarks.files import read_relations
from benchmarks.runners import Stopwatch, arguments, report, report_flips
from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.model import Truth
from rulings.engine.store.relation import Relation
from rulings.engine.store.table import Table
from rulings.language.files import load
from rulings.language.program import Atom, Constant, Variable

# Imported when a rule is first compiled; no engine's imports are timed.
for module in ("codegen", "codegen_pairs", "steps"):
    import_module(f"rulings.engine.plan.{module}")
if sys.argv[4] == "pydatalog":
    import_module("rulings.engine.backends.pydatalog")


def main() -> None:
    """Load, evaluate, report."""
    workload, folder, answers = arguments()
    watch = Stopwatch()
    program = load(workload.program_file("rulings.dl"))
    relations = read_relations(folder)
    table = Table(program, relations)
    evaluator = Evaluator(program, engine=sys.argv[4])
    watch.loaded()
    name, pattern = workload.goal
    terms = (Variable(f"V{i}") if v is None else Constant(v) for i, v in enumerate(pattern))
    query = Atom(name, tuple(terms))
    asked = tuple(value for value in pattern if value is not None)
    if workload.kind == "update":
        others = [row for row in relations["face_up"] if row != (0,)]

        def change(up: bool) -> None:
            nonlocal table
            told = {**relations, "face_up": [*others, (0,)] if up else others}
            table = Table(program, told, {} if up else {"face_up": [(0,)]}, before=table)

        def ask() -> bool:
            return evaluator.answer(table, query).truth(name, asked) is Truth.TRUE

        report_flips(change, ask, answers)
        return
    is_open = all(value is None for value in pattern)
    model = evaluator.model(table) if is_open else evaluator.answer(table, query)
    found, possible = model.true[name], model.possible[name]
    assert isinstance(found, Relation)
    assert isinstance(possible, Relation)
    len(found)
    watch.finished()
    if answers is None:
        report(watch, None, ())
        return
    true = list(found.match(pattern))
    undefined = set(possible.match(pattern)) - set(true)
    report(watch, answers, true, undefined)


if __name__ == "__main__":
    main()
