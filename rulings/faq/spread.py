"""FAQ cases spread over processes.

In: cases, and how to make the function that is to be applied to each. Out: what it returns, in
the order of the cases. Guarantee: the cases of one file are run by one process in their order;
each process makes the function once, so that it may keep what it has loaded.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from rulings.faq.cases import Case
from rulings.faq.workers import shared_out
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

    What is returned must be picklable.
    """
    chunks = [list(chunk) for _, chunk in groupby(cases, lambda case: case.span.source.name)]
    workers = min(jobs or cores(), len(chunks)) if len(cases) > FEW else 1
    found: list[Found] = []
    for chunk in shared_out(cache(partial(make, setting)), _each, chunks, workers):
        found += chunk
        if progress is not None:
            progress(len(found), len(cases))
    return found


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _each(made: Callable[[], Callable[[Case], Found]], cases: Sequence[Case]) -> list[Found]:
    """Return what comes of cases by a function that each process makes once."""
    function = made()
    return [function(case) for case in cases]
