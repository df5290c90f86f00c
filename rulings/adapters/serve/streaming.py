"""Many questions, each answer sent as soon as it is there.

In: the body of a batch, and where requests are answered. Out: server-sent events. Guarantee: the
events come in the order of the questions, each question has the time of a request, and what nobody
listens to any more is not asked.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

from rulings.adapters.serve.answering import Replied
from rulings.adapters.serve.bodies import AskedOf, Many
from rulings.adapters.serve.endpoint import HttpCall
from rulings.adapters.serve.operations import ENDPOINTS

EVENTS = "text/event-stream"
_ASK = next(number for number, one in enumerate(ENDPOINTS) if one.body is AskedOf)


async def streamed(
    answer: Callable[[HttpCall], Awaitable[Replied]], client: str, asked: Many
) -> AsyncIterator[bytes]:
    """Yield an event `answer` or `problem` for each question, with its number, and then `end`."""
    for number, one in enumerate(asked.requests):
        body = one.model_dump_json(exclude_unset=True).encode()
        reply = await answer(HttpCall(_ASK, client, {}, {}, body))
        kind = b"problem" if reply.is_problem else b"answer"
        yield b"event: %b\nid: %d\ndata: %b\n\n" % (kind, number, reply.data)
    yield b"event: end\ndata: {}\n\n"
