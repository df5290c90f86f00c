"""Work is shared out by forks only where no other thread holds anything."""

from __future__ import annotations

import os
from threading import Event, Thread

from rulings.faq.workers import shared_out


def _process(_: int) -> int:
    return os.getpid()


def test_beside_another_thread_nothing_is_forked() -> None:
    done = Event()
    waiting = Thread(target=done.wait, daemon=True)
    waiting.start()
    try:
        assert set(shared_out(_process, range(4), 2)) == {os.getpid()}
    finally:
        done.set()
        waiting.join()
