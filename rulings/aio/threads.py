"""Calls in threads.

In: a call of the API and its arguments. Out: its result, awaited. Guarantee: cancelling the task
calls the call off; what it would have raised by then is nobody's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

# What calls import late: called off in the middle of that, one would leave it half imported.
import lemminflect  # noqa: F401
import rapidfuzz.distance
import rapidfuzz.fuzz
import rapidfuzz.process  # noqa: F401
import yaml  # noqa: F401

from rulings.aio.aside import heard
from rulings.asking.limited import limited
from rulings.engine.limits import Cancellation

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
