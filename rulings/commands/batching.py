"""Questions by the thousand, spread over processes or machines.

In: a file of questions, a line each, and what the user has set. Out: their answers, in order.
Guarantee: memory does not grow with the file; what was answered before the run was stopped is not
answered again; questions to one table that stand together are asked by one process.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

from rulings.commands.requests import Answering, Defaults, lines
from rulings.doors.incoming import opened
from rulings.doors.screen import json_text
from rulings.faq.workers import pool_of
from rulings.session import Rulebook

Chunk = tuple[bytes | None, ...]
Answers = tuple[bytes, ...]

_CHUNK = 64
"""So many lines go to a process at once."""
_AHEAD = 4
"""So many chunks for each process are under way or wait to be written."""


Submit = Callable[[Chunk], Future[Answers]]


def count_and_mark(questions: Path) -> tuple[int, str]:
    """Return how many questions a file has and a mark of its content. Raises Refused."""
    content = sha256()
    with opened(questions) as file:
        while block := file.read(2**20):
            content.update(block)
    with opened(questions) as file:
        return sum(1 for _ in lines(file)), content.hexdigest()


def answers(questions: Path, answered: int, submit: Submit, workers: int) -> Iterator[Answers]:
    """Yield the answers to all but the first questions, some at a time and in order."""
    under_way: deque[Future[Answers]] = deque()
    with opened(questions) as file:
        for chunk in _chunks(islice(lines(file), answered, None)):
            under_way.append(submit(chunk))
            if len(under_way) >= _AHEAD * workers:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()


def _chunks(questions: Iterator[bytes | None]) -> Iterator[Chunk]:
    while chunk := tuple(islice(questions, _CHUNK)):
        yield chunk


@contextmanager
def processes(defaults: Defaults, count: int) -> Iterator[Submit]:
    """Yield a way to have questions answered by processes of this machine."""
    with pool_of(count) as pool:
        yield lambda chunk: pool.submit(answer, defaults, chunk)


@contextmanager
def dask(defaults: Defaults, address: str, book: Rulebook | None) -> Iterator[Submit]:
    """Yield a way to have questions answered by the workers of a Dask scheduler.

    `book`, if any, travels once to each worker; other rulebooks are those installed there. What
    a worker that is lost had under way is computed by another.
    """
    from distributed import Client

    with Client(address) as client:
        sent = client.scatter(book, broadcast=True, hash=True) if book is not None else None
        mark = book.sha256 if book is not None else ""
        yield lambda chunk: client.submit(answer, defaults, chunk, sent, mark, pure=False)


def answer(
    defaults: Defaults, chunk: Chunk, book: Rulebook | None = None, mark: str = ""
) -> Answers:
    """Return the answer to each question as a line of JSON.

    `mark` is the content hash of `book`.
    """
    if mark and mark not in _books:
        assert book is not None
        _books[mark] = book
    answering = _answering(defaults, mark)
    return tuple(json_text(answering.reply(line)[0]).encode() for line in chunk)


_books: dict[str, Rulebook] = {}


@cache
def _answering(defaults: Defaults, mark: str) -> Answering:
    """Return what this process answers with, its tables included."""
    return Answering(defaults, book=_books.get(mark), named=None)
