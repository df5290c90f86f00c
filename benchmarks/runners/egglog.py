"""egglog: Datalog as equality saturation, run until nothing is new."""

from __future__ import annotations

import re

from egglog.bindings import EGraph

from benchmarks.runners import Stopwatch, arguments, report
from rulings.language.program import Row


def main() -> None:
    """Load, saturate, report."""
    workload, folder, answers = arguments()
    name, pattern = workload.goal
    watch = Stopwatch()
    graph = EGraph()
    rules = workload.program_file("egglog.egg").read_text(encoding="utf-8")
    facts = (folder / "facts.egg").read_text(encoding="utf-8")
    graph.run_program(*graph.parse_program(f"{rules}\n{facts}"))
    watch.loaded()
    graph.run_program(*graph.parse_program(f"(run-schedule (saturate (run))) (print-size {name})"))
    watch.finished()
    rows: list[Row] = []
    if answers is not None:
        (printed,) = graph.run_program(*graph.parse_program(f"(print-function {name} 100000000)"))
        for found in re.findall(rf"^\s*\({name} ([-\d ]+)\)", str(printed), re.MULTILINE):
            row = tuple(map(int, found.split()))
            if all(v is None or v == w for v, w in zip(pattern, row, strict=True)):
                rows.append(row)
    report(watch, answers, rows)


if __name__ == "__main__":
    main()
