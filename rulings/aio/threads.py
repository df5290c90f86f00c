"""Calls in threads.

In: a call of the API and its arguments. Out: its result, awaited. Guarantee: cancelling the task
calls the call off; what it would have raised by then is nobody's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar, Unpack

# What calls import late: called off in the middle of that, one would leave it half imported.
import lemminflect  # noqa: F401
import rapidfuzz.distance
import rapidfuzz.fuzz
import rapidfuzz.process  # noqa: F401
import yaml  # noqa: F401

from rulings.aio.aside import heard
from rulings.asking.answer import Answer
from rulings.asking.limited import Limits, limited
from rulings.engine.limits import Cancellation
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Row
from rulings.records import dataclass
from rulings.session import Session

_P = ParamSpec("_P")
_T = TypeVar("_T")


async def run(call: Callable[_P, _T], *arguments: _P.args, **named: _P.kwargs) -> _T:
    """Return what a call returns, made in a thread of the event loop's pool.

    Raises what the call raises.
    """
    cancel = Cancellation()

    def within() -> _T:
        with limited(cancel=cancel):
            return call(*arguments, **named)

    future = asyncio.get_running_loop().run_in_executor(None, within)
    future.add_done_callback(heard)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        cancel.cancel()
        future.cancel()
        raise


@dataclass(frozen=True, slots=True)
class AsyncTable:
    """A table whose calls are awaited. It never changes, as a `Session` does not."""

    table: Session

    async def ask(self, question: str, **limits: Unpack[Limits]) -> Answer:
        """Answer a question, as `Session.ask`, with its explanation."""

        def explained() -> Answer:
            answer = self.table.ask(question, **limits)
            with limited(**limits):
                _ = answer.evidence
            return answer

        return await run(explained)

    async def query(self, goal: str, **limits: Unpack[Limits]) -> list[Row]:
        """Return the rows of a Datalog goal, as `Session.query`."""
        return await run(self.table.query, goal, **limits)

    async def suppose(self, *lines: str, **limits: Unpack[Limits]) -> AsyncTable:
        """Return the table where these lines hold too, as `Session.suppose`."""
        return AsyncTable(await run(self.table.suppose, *lines, **limits))

    async def replace(self, *lines: str, **limits: Unpack[Limits]) -> AsyncTable:
        """Return the table where these lines hold instead, as `Session.replace`."""
        return AsyncTable(await run(self.table.replace, *lines, **limits))

    async def forget(self, *lines: str, **limits: Unpack[Limits]) -> AsyncTable:
        """Return the table without these lines, as `Session.forget`."""
        return AsyncTable(await run(self.table.forget, *lines, **limits))

    async def check(self, line: str, **limits: Unpack[Limits]) -> tuple[Diagnostic, ...]:
        """Return what is wrong with a line, as `Session.check`."""
        return await run(self.table.check, line, **limits)
