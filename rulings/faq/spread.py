"""FAQ cases spread over processes.

In: cases, and what is to be done with each and a runner. Out: what that returns, in the order of
the cases. Guarantee: the cases of one file are run by one process in their order; each process has
one runner, which keeps what it has loaded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from rulings.faq.cases import Case
from rulings.faq.runner import Runner
from rulings.faq.workers import shared_out

FEW = 40
"""So many cases are run faster by one process than by several that must be started."""

Found = TypeVar("Found")
Progress = Callable[[int, int], None]


def spread(
    call: Callable[[Runner, Case], Found],
    cases: Sequence[Case],
    *,
    engine: str = "native",
    start: Path | None = None,
    each: float | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Found]:
    """Make a call for every case; `progress` is told how many are done.

    `engine`, `start` and `each` are what the runner is told. What is returned must be picklable.
    """
    chunks = [list(chunk) for _, chunk in groupby(cases, lambda case: case.span.source.name)]
    workers = min(jobs or cores(), len(chunks)) if len(cases) > FEW else 1
    runner = cache(partial(Runner, engine=engine, start=start, each=each))
    found: list[Found] = []
    for done in shared_out(partial(_each, call, runner), chunks, workers):
        found += done
        if progress is not None:
            progress(len(found), len(cases))
    return found


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _each(
    call: Callable[[Runner, Case], Found], runner: Callable[[], Runner], cases: Sequence[Case]
) -> list[Found]:
    """Return what comes of cases by the runner that each process makes once."""
    return [call(runner(), case) for case in cases]
