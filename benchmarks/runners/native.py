"""This engine, with either backend: the fourth argument is the backend's name."""

from __future__ import annotations

import sys
from time import perf_counter

from benchmarks.files import read_relations
from benchmarks.runners import arguments, flips, report
from rulings.engine.evaluate import Evaluator
from rulings.engine.model import Truth
from rulings.engine.update import Table
from rulings.language.load import load
from rulings.language.program import Atom, Constant, Variable


def main() -> None:
    """Load, evaluate, report."""
    workload, folder, answers = arguments()
    started = perf_counter()
    program = load(workload.program_file("rulings.dl"))
    table = Table(program, read_relations(folder))
    evaluator = Evaluator(program, engine=sys.argv[4])
    loaded = perf_counter()
    name, pattern = workload.goal
    terms = (Variable(f"V{i}") if v is None else Constant(v) for i, v in enumerate(pattern))
    query = Atom(name, tuple(terms))
    if workload.kind == "update":
        evaluator.answer(table, query)

        def change(up: bool) -> None:
            (table.state if up else table.deny)("face_up", (0,))

        def ask() -> bool:
            return evaluator.answer(table, query).truth(name, pattern) is Truth.TRUE

        seconds, rows = flips(change, ask)
        report(0.0, seconds, answers, rows)
        return
    is_open = all(value is None for value in pattern)
    model = evaluator.model(table) if is_open else evaluator.answer(table, query)
    found = model.true[name]
    finished = perf_counter()
    if answers is None:
        report(loaded - started, finished - loaded, None, ())
        return
    true = list(found.match(pattern))
    undefined = set(model.possible[name].match(pattern)) - set(true)
    report(loaded - started, finished - loaded, answers, true, undefined)


if __name__ == "__main__":
    main()
