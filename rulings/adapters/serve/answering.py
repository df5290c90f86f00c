"""A request answered, in a thread of the server or in a process of its own.

In: what was asked, as the bytes and texts that came over HTTP. Out: the status and the bytes of the
answer. Guarantee: nothing raises: what goes wrong is a problem with a status, and changed nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path

# What requests import late: called off in the middle of that, one would leave it half imported.
import lemminflect  # noqa: F401
import rapidfuzz.distance
import rapidfuzz.fuzz
import rapidfuzz.process  # noqa: F401
import yaml  # noqa: F401

from rulings.adapters.serve.endpoint import HttpCall, Served
from rulings.adapters.serve.kept_tables import Tables, TableStore
from rulings.adapters.serve.operations import ENDPOINTS
from rulings.adapters.serve.page_books import PageBooks
from rulings.adapters.serve.refusals import refusal
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.asking.limited import limited
from rulings.doors.screen import json_text
from rulings.engine.limits import Cancellation
from rulings.published import publish
from rulings.records import dataclass, replace


@dataclass(frozen=True, slots=True)
class Replied:
    """The answer: its status, its bytes, and whether it is a problem."""

    status: int
    data: bytes
    is_problem: bool = False

    @property
    def is_late(self) -> bool:
        """Whether it ran out of time or was called off, and changed nothing."""
        return self.status == 504


def opened(
    games: Sequence[str],
    store: str,
    limits: ServerLimits,
    *,
    documents: str | None = None,
    model: str | None = None,
) -> Served:
    """Return what is served: rulebooks by name or folder, sessions in a file.

    `documents` is the folder of the printed documents, to be shown on the pages; a language `model`
    is asked about lines that are not understood. Raises RulingsError with what is wrong with a
    rulebook, a document or the model.
    """
    published = publish(games, keep=limits.in_memory, model=model or "")
    pages = PageBooks(Path(documents) if documents else None)
    pages.check(published)
    tables = Tables(
        published,
        TableStore(store, limits.idle),
        in_memory=limits.in_memory,
        in_all=limits.sessions,
        each=limits.sessions_each,
    )
    return Served(published, tables, pages, limits.max_rows)


def replied(served: Served, asked: HttpCall, seconds: float, *, cancel: Cancellation) -> Replied:
    """Return the answer to a request that has so many seconds, and may be called off."""
    endpoint = ENDPOINTS[asked.endpoint]
    try:
        body = endpoint.body and endpoint.body.model_validate_json(asked.body)
        within = partial(limited, seconds, cancel=cancel)
        call = replace(asked, body=body, within=within)
        with nullcontext() if endpoint.commits else within():
            found = endpoint.run(served, call)
        data = found if isinstance(found, bytes) else json_text(found).encode()
        return Replied(endpoint.status, data)
    except Exception as problem:
        return refused(problem)


def refused(problem: Exception) -> Replied:
    """Return what went wrong as problem details."""
    details = refusal(problem)
    return Replied(details["status"], json_text(details).encode(), is_problem=True)
