"""One thing to wait for, and what it took.

In: a task. Out: its best processor time of some repetitions, or the figure that its step finds.
Guarantee: preparations are not timed; processes that a step waits for are.
"""

from __future__ import annotations

import resource
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from time import process_time
from typing import Any

Step = Callable[[], Any]


class Unit(Enum):
    """What a task is measured in. A step of any other unit than seconds returns the figure."""

    SECONDS = "seconds"
    TIMES = "times"
    KILOBYTES = "kilobytes"


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to wait for; `prepare` returns the step that is timed."""

    name: str
    title: str
    prepare: Callable[[], Step]
    promised: float
    repetitions: int = 3
    unit: Unit = Unit.SECONDS


def measure(task: Task) -> float:
    """Return the best of a task's repetitions."""
    step = task.prepare()
    if task.unit is Unit.SECONDS:
        return min(timed(step) for _ in range(task.repetitions))
    return min(float(step()) for _ in range(task.repetitions))


def timed(step: Step) -> float:
    """Return the processor time of a step, that of processes it has waited for included."""
    start = _processor()
    step()
    return _processor() - start


def _processor() -> float:
    below = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + below.ru_utime + below.ru_stime


def shown(figure: float, unit: Unit) -> str:
    """Return a figure with its unit."""
    match unit:
        case Unit.TIMES:
            return f"{figure:.2f} ×"
        case Unit.KILOBYTES:
            return f"{figure:.0f} KB"
        case _ if figure < 0.001:
            return f"{figure * 1_000_000:.0f} µs"
    return f"{figure * 1000:.1f} ms" if figure < 0.1 else f"{figure:.2f} s"
