"""FAQ cases spread over processes.

In: cases, and how to make the function that is to be applied to each. Out: what it returns, in
the order of the cases. Guarantee: the cases of one file are run by one process in their order;
each process makes the function once, so that it may keep what it has loaded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from rulings.faq.cases import Case
from rulings.records import dataclass

FEW = 40
"""So many cases are run faster by one process than by several that must be started."""

Found = TypeVar("Found")
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Setting:
    """How cases are run: the engine, where the search for rulebooks begins, and the seconds that
    each case may take."""

    engine: str = "native"
    start: Path | None = None
    each: float | None = None


def spread(
    make: Callable[[Setting], Callable[[Case], Found]],
    cases: Sequence[Case],
    setting: Setting,
    *,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Found]:
    """Apply what `make` makes to every case; `progress` is told how many are done.

    `make` and what is returned must be picklable.
    """
    chunks = [list(chunk) for _, chunk in groupby(cases, _file)]
    workers = min(jobs or cores(), len(chunks)) if len(cases) > FEW else 1
    found: list[Found] = []
    for chunk in _applied(make, chunks, setting, workers):
        found += chunk
        if progress is not None:
            progress(len(found), len(cases))
    return found


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _file(case: Case) -> str:
    return case.span.source.name


def _applied(
    make: Callable[[Setting], Callable[[Case], Found]],
    chunks: Sequence[Sequence[Case]],
    setting: Setting,
    workers: int,
) -> Iterator[list[Found]]:
    if workers < 2:
        function = make(setting)
        yield from ([function(case) for case in chunk] for chunk in chunks)
        return
    from rulings.faq.workers import pool_of

    with pool_of(workers) as pool:
        count = len(chunks)
        yield from pool.map(_apply, [make] * count, chunks, [setting] * count)


def _apply(
    make: Callable[[Setting], Callable[[Case], Found]], chunk: Sequence[Case], setting: Setting
) -> list[Found]:
    function = _made(make, setting)
    return [function(case) for case in chunk]


@cache
def _made(make: Callable[[Setting], Any], setting: Setting) -> Any:
    """Return the function of a worker process."""
    return make(setting)
