"""pyDatalog through its own interface: program text and `assert_fact`."""

from __future__ import annotations

import sys

from pyDatalog import pyDatalog, pyEngine

from benchmarks.files import read_relations
from benchmarks.runners import Stopwatch, arguments, report, report_flips
from benchmarks.workloads import Pattern
from rulings.language.program import Row


def main() -> None:
    """Load, ask, report."""
    workload, folder, answers = arguments()
    sys.setrecursionlimit(100_000)
    pyEngine.Logging = False
    watch = Stopwatch()
    for name, rows in read_relations(folder).items():
        for row in rows:
            pyDatalog.assert_fact(name, *row)
    pyDatalog.load(workload.program_file("pydatalog.txt").read_text(encoding="utf-8"))
    watch.loaded()
    name, pattern = workload.goal
    terms = ", ".join(f"V{i}" if value is None else str(value) for i, value in enumerate(pattern))
    query = f"{name}({terms})"
    if workload.kind == "update":

        def change(up: bool) -> None:
            (pyDatalog.assert_fact if up else pyDatalog.retract_fact)("face_up", 0)

        report_flips(change, lambda: pyDatalog.ask(query) is not None, answers)
        return
    answer = pyDatalog.ask(query)
    watch.finished()
    found = [] if answer is None else answer.answers
    report(watch, answers, (_complete(row, pattern) for row in found))


def _complete(answer: Row, pattern: Pattern) -> Row:
    """Put the constants of the query back into an answer."""
    values = iter(answer)
    return tuple(next(values) if value is None else value for value in pattern)


if __name__ == "__main__":
    main()
