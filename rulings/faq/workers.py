"""Processes that share the work of a command.

In: how many. Out: a pool of them, or what they make of some items. Guarantee: they end at once
when the command is stopped or fails, and none outlives the process that began them, whatever ended
it; Ctrl-C is that process's to notice.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.process import parent_process
from typing import Any, TypeVar

from rulings.engine.watchdog import WATCHDOG

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")
_INHERITED: list[Callable[[Any], Any]] = []
"""The call that forked processes have from the one that began them."""


def shared_out(
    call: Callable[[_Item], _Found], items: Iterable[_Item], jobs: int
) -> Iterator[_Found]:
    """Yield what a call returns for each item, in their order, from so many processes.

    They inherit the call with all that it holds; where a process cannot be forked, this one
    makes all calls.
    """
    if jobs < 2 or not _may_fork():
        yield from map(call, items)
        return
    _INHERITED.append(call)
    try:
        with pool_of(jobs) as pool:
            yield from pool.map(_inherited, items)
    finally:
        _INHERITED.clear()


def _may_fork() -> bool:
    """Whether a process can be forked, and nothing that another thread holds is held for ever.

    The watchdog begins anew in a fork.
    """
    this = threading.current_thread()
    others = {one.name for one in threading.enumerate() if one is not this}
    return "fork" in multiprocessing.get_all_start_methods() and others <= {WATCHDOG}


def _inherited(item: Any) -> Any:
    return _INHERITED[0](item)


@contextmanager
def pool_of(count: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of `count` processes, forked ones where that may be."""
    context = multiprocessing.get_context("fork" if _may_fork() else "spawn")
    # In its own name: a private attribute, without which no one can end what still computes.
    pool = ProcessPoolExecutor(count, context, initializer=_begin)
    try:
        yield pool
        pool.shutdown()
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        raise


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A forked worker inherits what its parent does on these.
    for name in ("SIGTERM", "SIGHUP", "SIGALRM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
