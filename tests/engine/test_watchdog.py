"""One thread keeps all times."""

from __future__ import annotations

import threading
from time import monotonic, sleep

from rulings.engine.limits import deadline
from rulings.engine.watchdog import call_after


def test_what_is_over_first_is_called_first() -> None:
    called: list[int] = []
    done = threading.Event()
    for number in (3, 1, 2):
        call_after(number * 0.05, lambda number=number: called.append(number))  # type: ignore[misc]
    call_after(0.2, done.set)
    assert done.wait(10)
    assert called == [1, 2, 3]


def test_what_is_taken_back_is_not_called() -> None:
    called: list[str] = []
    done = threading.Event()
    call_after(0.05, lambda: called.append("taken back"))()
    call_after(0.1, done.set)
    assert done.wait(10)
    assert called == []


def test_a_time_that_is_over_does_not_wait_for_a_later_one() -> None:
    done = threading.Event()
    call_after(3600, lambda: None)
    sleep(0.05)
    began = monotonic()
    call_after(0, done.set)
    assert done.wait(10)
    assert monotonic() - began < 5


def test_thousands_of_deadlines_start_no_thread() -> None:
    seen: list[int] = []

    def work() -> None:
        for _ in range(5000):
            with deadline(3600):
                pass
        seen.append(threading.active_count())

    before = threading.active_count()
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert max(seen) <= before + 5
