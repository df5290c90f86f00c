"""The process that watches over a command.

In: what a command does, as a function that returns an exit code. Out: the exit code. Guarantee:
Ctrl-C, SIGTERM, SIGHUP and the end of `--timeout` end the command within `GRACE` seconds, however
long the step that it is in takes; nothing that it started outlives it; a command that dies tells no
verdict. Where there is no `fork`, the command runs by itself.

The watching process does nothing but wait. It is forked before anything is loaded, so it costs a
millisecond or two.
"""

from __future__ import annotations

import os
import signal
import struct
import sys
from collections.abc import Callable
from select import select
from time import monotonic
from types import FrameType

GRACE = 0.1
"""So many seconds a command has to stop by itself."""
FAREWELL = 0.05
"""So many seconds the end of a command that was killed is waited for."""
STOPPED, INTERNAL = 124, 70
MORE_TIME = "`--timeout S` gives it S seconds."
_TOLD = struct.Struct("dd")
_words: int | None = None


class _Signal(Exception):
    """A signal to the watching process."""


def supervised(command: Callable[[], int]) -> int:
    """Run a command in a process of its own and return its exit code."""
    if not hasattr(os, "fork"):
        return command()
    life, alive = os.pipe()
    heard, words = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(alive)
        os.close(heard)
        _die_with(life)
        global _words
        _words = words
        return _left(command())
    os.close(life)
    os.close(words)
    code = _watch(child, heard)
    os._exit(code)


def _left(code: int) -> int:
    """End the process with what it has told: to free a rulebook piece by piece takes a tenth of
    what answering a question takes."""
    import atexit
    import threading

    if threading.active_count() > 1:
        return code
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        return code
    os._exit(code)


def told(seconds: float | None) -> None:
    """Tell the watching process by when the command has to be done; None: whenever it likes."""
    if _words is not None:
        os.write(_words, _TOLD.pack(monotonic() if seconds is not None else 0.0, seconds or 0.0))


def _die_with(life: int) -> None:
    """End this process when the other end of a pipe closes: its holder is gone."""
    try:
        import fcntl

        fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(life, fcntl.F_GETFL)
        fcntl.fcntl(life, fcntl.F_SETFL, flags | os.O_ASYNC)
    except (ImportError, AttributeError, OSError):
        return
    if os.getppid() == 1:
        os._exit(STOPPED)


def _watch(child: int, heard: int) -> int:
    for number in _watched():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _raise)
    began = limit = 0.0
    try:
        while True:
            left = began + limit + GRACE - monotonic() if limit else None
            if left is not None and left <= 0:
                late = f"out of time: no answer within {limit:g} s\n  {MORE_TIME}"
                return _killed(child, late)
            ready, _, _ = select([heard], [], [], 0.25 if left is None else min(left, 0.25))
            data = os.read(heard, _TOLD.size) if ready else None
            if data:
                began, limit = _TOLD.unpack(data)
            ended, status = os.waitpid(child, 0 if data == b"" else os.WNOHANG)
            if ended:
                return _code(status)
    except _Signal as received:
        for number in _watched():
            signal.signal(number, signal.SIG_IGN)
        return _stopped(child, int(str(received)))


def _watched() -> tuple[signal.Signals, ...]:
    return (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _raise(number: int, _frame: FrameType | None) -> None:
    raise _Signal(number)


def _stopped(child: int, number: int) -> int:
    """Hand a signal on, wait a moment, and end as it wants the command to end."""
    _send(child, number)
    status = _ended(child, GRACE)
    if status is None:
        _killed(child, "stopped" if number == signal.SIGINT else "")
    elif number == signal.SIGINT:
        return _code(status) if os.WIFEXITED(status) else STOPPED
    if number != signal.SIGINT:
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    return STOPPED


def _killed(child: int, message: str) -> int:
    """End a command that does not stop; nobody waits until the system has its gigabytes back."""
    _send(child, signal.SIGKILL)
    _ended(child, FAREWELL)
    if message:
        _tell(message)
    return STOPPED


def _ended(child: int, seconds: float) -> int | None:
    """Return the status of a command that ends within so many seconds, else None."""
    until = monotonic() + seconds
    while monotonic() < until:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        select([], [], [], 0.005)
    return None


def _send(child: int, number: int) -> None:
    try:
        os.kill(child, number)
    except ProcessLookupError:
        return


def _code(status: int) -> int:
    """Return the exit code of a command; one that a signal has ended has no verdict."""
    if os.WIFEXITED(status):
        return os.WEXITSTATUS(status)
    number = os.WTERMSIG(status)
    if number == signal.SIGINT:
        return STOPPED
    _tell(f"internal error: ended by {signal.Signals(number).name}")
    return INTERNAL


def _tell(message: str) -> None:
    try:
        os.write(2, f"{message}\n".encode())
    except OSError:
        return


def keep_streams_open() -> None:
    """Make sure that no file ever gets the number of a standard stream that is closed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            number = ("stdin", "stdout", "stderr").index(name)
            setattr(sys, name, os.fdopen(os.dup(number), mode, encoding="utf-8"))
