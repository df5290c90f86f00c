"""A surface that strangers reach, and the watch that is kept while it is attacked.

In: a `Surface`, a seed, a count or a time. Out: a `Report`. Guarantee: an input that takes longer
than `SLOW` seconds, ends in anything but a diagnostic, opens a file outside the folders allowed,
starts a process or makes a connection is a finding; the same seed makes the same inputs.
"""

from __future__ import annotations

import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from types import FrameType
from typing import Any

SLOW, STUCK = 2.0, 60.0
"""Seconds of processor time that one input may take, and seconds of any time."""
MOST_MEGABYTES = 512
_MOST_FINDINGS = 20
_FORBIDDEN = (
    *("os.system", "os.exec", "os.posix_spawn", "os.spawn", "subprocess.Popen", "pty.spawn"),
    *("socket.connect", "socket.bind", "ctypes.dlopen", "code.__new__"),
)
_CHANGES = ("os.remove", "os.rename", "os.rmdir", "os.truncate", "os.link", "os.symlink")


@dataclass(frozen=True, slots=True)
class Surface:
    """What is attacked: `make` draws an input, `attempt` says whether it was accepted.

    `attempt` takes care of the diagnostics that are expected and raises when anything is wrong.
    """

    name: str
    make: Callable[[Random], Any]
    attempt: Callable[[Any], bool]


@dataclass(slots=True)
class Report:
    """What became of a surface."""

    name: str
    tried: int = 0
    accepted: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    findings: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of inputs that were accepted."""
        return self.accepted / max(1, self.tried)

    def __str__(self) -> str:
        rate = self.tried / max(0.001, self.seconds)
        shown = f"{self.name:<13}{self.tried:>10} tried {100 * self.share:>5.1f} % accepted"
        shown += f"  slowest {1000 * self.slowest:>5.0f} ms {rate:>8.0f}/s"
        return f"{shown}  {len(self.findings)} findings"


class Slow(BaseException):
    """An input took too long. No `Exception`, so that nothing takes it for one of its own."""


class Watch:
    """What is opened, started and changed while inputs are tried."""

    def __init__(self, allowed: Sequence[Path]) -> None:
        roots = [*allowed, Path(sys.prefix), Path(sys.base_prefix), Path(os.__file__).parent]
        if sys.pycache_prefix:
            roots.append(Path(sys.pycache_prefix))
        self._allowed = tuple(str(path.resolve()) for path in roots)
        self._writable = tuple(str(path.resolve()) for path in allowed[:1])
        self._on = False
        self.seen: list[str] = []
        sys.addaudithook(self._audit)

    @contextmanager
    def over(self) -> Iterator[None]:
        """Watch what happens in a block, in which Python keeps no bytecode of what it imports."""
        keeps = sys.dont_write_bytecode
        self._on = sys.dont_write_bytecode = True
        try:
            yield
        finally:
            self._on, sys.dont_write_bytecode = False, keeps

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._on:
            return
        if event in _FORBIDDEN:
            self.seen.append(f"{event} {arguments!r:.200}")
        elif event in _CHANGES:
            self._check(event, arguments[0], self._writable)
        elif event == "open" and not isinstance(arguments[0], int):
            writes = bool(arguments[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))
            self._check(event, arguments[0], self._writable if writes else self._allowed)

    def _check(self, event: str, path: Any, roots: tuple[str, ...]) -> None:
        named = os.path.realpath(os.fsdecode(path)) if isinstance(path, str | bytes) else str(path)
        if not named.startswith(roots):
            self.seen.append(f"{event} {named}")


def attack(
    surface: Surface, watch: Watch, seed: int, *, count: int | None, seconds: float | None
) -> Report:
    """Attack a surface with so many inputs, or for so long."""
    random = Random(f"{surface.name} {seed}")
    report = Report(surface.name)
    start = perf_counter()
    before = [signal.signal(number, _late) for number in (signal.SIGPROF, signal.SIGALRM)]
    try:
        while (count is None or report.tried < count) and len(report.findings) < _MOST_FINDINGS:
            if seconds is not None and perf_counter() - start > seconds:
                break
            _try(surface, surface.make(random), watch, report)
    finally:
        signal.signal(signal.SIGPROF, before[0])
        signal.signal(signal.SIGALRM, before[1])
    report.seconds = perf_counter() - start
    # In kilobytes, on Linux.
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    if used > MOST_MEGABYTES:
        report.findings.append(f"{used} MB of memory")
    return report


def _try(surface: Surface, made: Any, watch: Watch, report: Report) -> None:
    report.tried += 1
    start = process_time()
    problem = ""
    signal.setitimer(signal.ITIMER_PROF, SLOW)
    signal.setitimer(signal.ITIMER_REAL, STUCK)
    try:
        with watch.over():
            report.accepted += surface.attempt(made)
    except Slow:
        problem = f"more than {SLOW:g} s\n{traceback.format_exc(limit=-4)}"
    except Exception:
        problem = traceback.format_exc(limit=-4)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    report.slowest = max(report.slowest, process_time() - start)
    if watch.seen:
        problem += "\n".join(watch.seen)
        watch.seen.clear()
    if problem:
        report.findings.append(f"{made!r:.2000}\n{problem}")


def _late(_number: int, _frame: FrameType | None) -> None:
    raise Slow
