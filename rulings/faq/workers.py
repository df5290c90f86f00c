"""Processes that share the work of a command.

In: how many, and what each does first. Out: a pool of them. Guarantee: they end at once when the
command is stopped or fails, and none outlives the process that began them, whatever ended it;
Ctrl-C is that process's to notice.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from multiprocessing.process import parent_process


@contextmanager
def pool_of(
    count: int,
    context: BaseContext | None = None,
    begin: Callable[[], object] | None = None,
) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of `count` processes, each of which calls `begin` first."""
    # In its own name: a private attribute, without which no one can end what still computes.
    pool = ProcessPoolExecutor(count, context, initializer=_begin, initargs=(begin,))
    try:
        yield pool
        pool.shutdown()
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        raise


def _begin(begin: Callable[[], object] | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A forked worker inherits what its parent does on these.
    for name in ("SIGTERM", "SIGHUP", "SIGALRM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def fork_context() -> BaseContext | None:
    """Return the context in which a process inherits everything, None where there is none."""
    if "fork" in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("fork")
    return None
