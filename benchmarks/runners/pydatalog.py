"""pyDatalog through its own interface: program text and `assert_fact`."""

from __future__ import annotations

import sys
from time import perf_counter

from pyDatalog import pyDatalog, pyEngine

from benchmarks.files import read_relations
from benchmarks.runners import arguments, flips, report
from rulings.language.program import Row


def main() -> None:
    """Load, ask, report."""
    workload, folder, answers = arguments()
    sys.setrecursionlimit(100_000)
    pyEngine.Logging = False
    started = perf_counter()
    for name, rows in read_relations(folder).items():
        for row in rows:
            pyDatalog.assert_fact(name, *row)
    pyDatalog.load(workload.program_file("pydatalog.txt").read_text(encoding="utf-8"))
    loaded = perf_counter()
    name, pattern = workload.goal
    terms = ", ".join(f"V{i}" if value is None else str(value) for i, value in enumerate(pattern))
    query = f"{name}({terms})"
    if workload.kind == "update":
        pyDatalog.ask(query)

        def change(up: bool) -> None:
            (pyDatalog.assert_fact if up else pyDatalog.retract_fact)("face_up", 0)

        seconds, flipped = flips(change, lambda: pyDatalog.ask(query) is not None)
        report(0.0, seconds, answers, flipped)
        return
    answer = pyDatalog.ask(query)
    finished = perf_counter()
    found = [] if answer is None else answer.answers
    report(loaded - started, finished - loaded, answers, map(whole(pattern), found))


def whole(pattern: Row) -> object:
    """Return the function that puts the constants of the query back into an answer."""

    def complete(answer: Row) -> Row:
        values = iter(answer)
        return tuple(next(values) if value is None else value for value in pattern)

    return complete


if __name__ == "__main__":
    main()
