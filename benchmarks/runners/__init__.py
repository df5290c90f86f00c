"""The programs that run inside the measured processes, one module for each peer in Python.

Each is called as `python -m benchmarks.runners.NAME WORKLOAD FOLDER ANSWERS`, reads its program
and the problem in FOLDER, and ends by calling `report`. ANSWERS is `-` when none are wanted.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.files import write_answers
from benchmarks.workloads import FLIPS, Workload, find
from rulings.language.program import Row


def arguments() -> tuple[Workload, Path, Path | None]:
    """Return the workload, the problem's folder and the file for the answers."""
    name, folder, answers = sys.argv[1:4]
    return find(name), Path(folder), None if answers == "-" else Path(answers)


@dataclass(slots=True)
class Stopwatch:
    """Seconds by the clock and of processor time, and the peak of memory before the answers
    are written."""

    wall: float = field(default_factory=perf_counter)
    cpu: float = field(default_factory=process_time)
    load: float = 0.0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    memory: int = 0

    def loaded(self) -> None:
        """Loading ends here and evaluation begins."""
        self.load = perf_counter() - self.wall

    def finished(self, repetitions: int = 1) -> None:
        """Evaluation ends here, after so many repetitions."""
        self.seconds = (perf_counter() - self.wall) / repetitions
        self.cpu_seconds = (process_time() - self.cpu) / repetitions
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.memory = peak * (1 if sys.platform == "darwin" else 1024)


def report(
    watch: Stopwatch, answers: Path | None, rows: Iterable[Row], undefined: Iterable[Row] = ()
) -> None:
    """Print what the stopwatch says, and write the answers."""
    taken = {"load": watch.load, "seconds": watch.seconds, "cpu": watch.cpu_seconds}
    print(json.dumps(taken | {"memory": watch.memory}))
    if answers is not None:
        write_answers(answers, rows, undefined)


def fail(reason: str) -> None:
    """Print why there is no answer."""
    print(json.dumps({"failed": reason}))


def report_flips(
    change: Callable[[bool], None], ask: Callable[[], bool], answers: Path | None
) -> None:
    """Turn the first card over `FLIPS` times; report the mean and what was answered."""
    ask()
    watch = Stopwatch()
    given: list[Row] = []
    for number in range(FLIPS):
        change(number % 2 == 1)
        given.append((number, int(ask())))
    watch.finished(FLIPS)
    report(watch, answers, given)
