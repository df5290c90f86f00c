"""What a request is answered with: what is served, who asks, which function answers.

In: nothing. Out: the types of the list of endpoints. Guarantee: an endpoint has the shapes of its
body and its answer, from which the published description is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from rulings.adapters.serve.bodies import Body, PageBody
from rulings.adapters.serve.kept_tables import Tables
from rulings.adapters.serve.page_books import PageBooks
from rulings.published import Published
from rulings.records import dataclass


@dataclass(frozen=True, slots=True)
class Served:
    """The rulebooks, tables and pages of a server; the rows of a request."""

    published: Published
    tables: Tables
    pages: PageBooks
    max_rows: int | None


@dataclass(frozen=True, slots=True)
class HttpCall:
    """One request: the number of its endpoint, who asks, what path and query say, its body.

    The body is bytes until it is checked. `fresh` is the id of what the request may create; nobody
    guesses it. What is `slow` needs no try whether it is quick. `within` makes a block that has the
    time of the request, and may be called off.
    """

    endpoint: int
    client: str
    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = b""
    fresh: str = ""
    slow: bool = False
    within: Callable[[], AbstractContextManager[None]] = nullcontext


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One thing that can be asked: its method and path, the function, its shapes.

    It returns what its function tells, unless `returns` says otherwise.

    What `commits` keeps to the time of a request by itself, up to where it changes anything; what
    `streams` is sent piece by piece to who accepts events.
    """

    method: str
    path: str
    summary: str
    run: Callable[[Served, HttpCall], object]
    body: type[Body] | type[PageBody] | None = None
    returns: Any = None
    query: tuple[str, ...] = ()
    status: int = 200
    commits: bool = False
    creates: bool = False
    streams: bool = False
