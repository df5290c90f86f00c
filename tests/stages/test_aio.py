"""Tables in asynchronous programs: nothing waits for another, and what is cancelled ends."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

import pytest

from rulings import OutOfTime, Rulebook, RulingsError, Session, Verdict
from rulings.aio import Aside, WorkerLost, Workers, run
from tests.books import RULES, write_book
from tests.stages.test_sending import COUNTING

_T = TypeVar("_T")
SLOW = "?- slow(5)."


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Session:
    root = write_book(tmp_path_factory.mktemp("aio"), **{"rules.dl": RULES + COUNTING})
    return Rulebook.load(root).situation("den")


def in_time(work: Coroutine[Any, Any, _T], seconds: float = 30) -> _T:
    async def limited() -> _T:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(limited())


async def ticks() -> AsyncIterator[int]:
    number = 0
    while True:
        await asyncio.sleep(0.01)
        number += 1
        yield number


async def cancelled(task: asyncio.Task[_T]) -> float:
    """Cancel a task and return how long it took to end."""
    began = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return time.monotonic() - began


def test_a_question_holds_nobody_up_and_can_be_cancelled(table: Session) -> None:
    async def work() -> None:
        slow = asyncio.create_task(run(table.ask, SLOW))
        async for number in ticks():
            if number == 5:
                break
        other = await run(table.suppose, "Rex is face-up.")
        assert (await run(other.ask, "may Rex move?", timeout=10)).verdict is Verdict.YES
        with pytest.raises(OutOfTime):  # while it waits for the one before
            await run(table.ask, "is Rex active?", timeout=0.05)
        assert await cancelled(slow) < 1
        with pytest.raises(OutOfTime):
            await run(table.ask, SLOW, timeout=0.05)
        assert (await run(table.ask, "is Rex active?", timeout=10)).say
        with pytest.raises(RulingsError):
            await run(table.ask, "may Rxe move?")

    in_time(work())


def test_tables_change_as_sessions_do(table: Session) -> None:
    async def work() -> None:
        changed = await run(table.suppose, "zone_of(rex, deck).")
        assert await run(changed.query, "zone_of(rex, Z)") == [("deck",)]
        assert (await run(changed.forget, "zone_of(rex, deck).")).query("zone_of(rex, Z)") == []
        assert [one.code for one in await run(table.check, "is Rxe active?")] == ["RUL502"]

    in_time(work())


def test_workers_answer_alike_and_are_called_off(table: Session) -> None:
    async def work() -> None:
        async with Workers(1) as workers:
            for asked in (table, table.suppose("zone_of(rex, deck)."), table):
                answer = await workers.ask(asked, "is Rex active?")
                assert answer.say == asked.ask("is Rex active?").say
                assert answer.render() == asked.ask("is Rex active?").render()
            with pytest.raises(RulingsError, match="RUL502"):
                await workers.ask(table, "may Rxe move?")
            with pytest.raises(OutOfTime):
                await workers.ask(table, SLOW, timeout=0.05)
            slow = asyncio.create_task(workers.ask(table, SLOW))
            behind = asyncio.create_task(workers.ask(table, "may Rex move?"))
            await asyncio.sleep(0.2)
            assert await cancelled(slow) < 1
            assert (await behind).verdict is Verdict.YES
            ended = asyncio.create_task(workers.ask(table, SLOW))
            await asyncio.sleep(0.2)
            os.kill(workers.processes[0], 9)
            with pytest.raises(WorkerLost):
                await ended
            assert (await workers.ask(table, "may Rex move?")).verdict is Verdict.YES
            left = asyncio.create_task(workers.ask(table, SLOW))
            await asyncio.sleep(0.05)
        with pytest.raises(BaseException, match="called off"):
            await left

    in_time(work(), 60)


def test_there_is_at_least_one_worker() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Workers(0)


class Counter:
    """A state that another process keeps."""

    def __init__(self) -> None:
        self.count = 0

    def more(self, by: int) -> tuple[int, int]:
        self.count += by
        return os.getpid(), self.count

    def forever(self) -> None:
        while True:
            self.count += 1

    def die(self) -> None:
        os._exit(1)


def test_a_process_aside_keeps_its_state_and_is_called_off() -> None:
    async def program() -> None:
        aside = Aside(Counter)
        try:
            process, count = await aside.run(Counter.more, 2)
            assert (process != os.getpid(), count) == (True, 2)
            endless = asyncio.create_task(aside.run(Counter.forever))
            await asyncio.sleep(0.2)
            waiting = asyncio.create_task(aside.run(Counter.die))
            await asyncio.sleep(0)
            for task in (waiting, endless):
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            again, count = await aside.run(Counter.more, 1)
            assert again == process
            assert count > 3
            with pytest.raises(TypeError):
                await aside.run(Counter.more, "x")  # type: ignore[arg-type]
            with pytest.raises(WorkerLost):
                await aside.run(Counter.die)
            assert (await aside.run(Counter.more, 1))[1] == 1
        finally:
            aside.stop()

    in_time(program())
