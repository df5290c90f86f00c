"""The programs that run inside the measured processes, one module for each peer in Python.

Each is called as `python -m benchmarks.runners.NAME WORKLOAD FOLDER ANSWERS`, reads its program
and the problem in FOLDER, and ends by calling `report`. ANSWERS is `-` when none are wanted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter

from benchmarks.files import write_answers
from benchmarks.workloads import FLIPS, Workload, find
from rulings.language.program import Row


def arguments() -> tuple[Workload, Path, Path | None]:
    """Return the workload, the problem's folder and the file for the answers."""
    name, folder, answers = sys.argv[1:4]
    return find(name), Path(folder), None if answers == "-" else Path(answers)


def report(
    load: float,
    evaluate: float,
    answers: Path | None,
    rows: Iterable[Row],
    undefined: Iterable[Row] = (),
) -> None:
    """Print the seconds that loading and evaluation took, and write the answers."""
    print(json.dumps({"load": load, "evaluate": evaluate}))
    if answers is not None:
        write_answers(answers, rows, undefined)


def fail(reason: str) -> None:
    """Print why there is no answer."""
    print(json.dumps({"failed": reason}))


def flips(change: Callable[[bool], None], ask: Callable[[], bool]) -> tuple[float, list[Row]]:
    """Turn the first card over `FLIPS` times; return the mean seconds and what was answered."""
    answers: list[Row] = []
    started = perf_counter()
    for number in range(FLIPS):
        change(number % 2 == 1)
        answers.append((number, int(ask())))
    return (perf_counter() - started) / FLIPS, answers
