"""`rulings batch`: a file of questions in, a file of answers out, over processes or machines.

The answers grow in a file beside the target, which takes its name when all are there; the name
holds a mark of the questions and options, so that a run that was stopped goes on, and another
begins afresh. Memory does not grow with the file; questions to one table that stand together are
asked by one process.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import monotonic

from rulings.commands.report import USAGE, overwrite
from rulings.commands.requests import Answering, Defaults, lines
from rulings.doors.growing import Growing
from rulings.doors.incoming import Refused, opened
from rulings.doors.outgoing import take_place
from rulings.doors.screen import json_text
from rulings.faq.spread import cores
from rulings.faq.workers import pool_of
from rulings.rulebook.document import refusal
from rulings.session import Rulebook

Chunk = tuple[bytes | None, ...]
Answers = tuple[bytes, ...]

_CHUNK = 64
"""So many lines go to a process at once."""
_AHEAD = 4
"""So many chunks for each process are under way or wait to be written."""
Submit = Callable[[Chunk], Future[Answers]]
_SETTLED = 1.0
"""At most so many seconds of work are done again after a crash."""


def run(options: argparse.Namespace) -> int:
    """Answer all questions; 64 when some were none or were not understood."""
    defaults = Defaults(
        game=options.game,
        edition=options.edition,
        situation=options.situation,
        engine=options.engine,
        timeout=options.each,
        explain=not options.brief,
    )
    with _refusing("RUL601", options.questions, "read"):
        total, content = count_and_mark(options.questions)
    mark = sha256(f"{content} {defaults}".encode()).hexdigest()[:12]
    unfinished = options.output.with_name(f"{options.output.name}.{mark}.part")
    with _refusing("RUL616", unfinished, "written"):
        growing = Growing(unfinished)
    progress = _Progress(total, growing.lines)
    workers = options.workers or cores()
    settled = monotonic()
    with _elsewhere(options, defaults, workers) as submit:
        for some in answers(options.questions, growing.lines, submit, workers):
            for line in some:
                growing.append(line)
            if monotonic() - settled > _SETTLED:
                growing.settle()
                settled = monotonic()
            progress.more(len(some))
    growing.close()
    progress.end()
    with opened(unfinished) as file:
        refused = sum(line.startswith(b'{"error"') for line in file)
    with _refusing("RUL616", options.output, "written"):
        take_place(unfinished, options.output)
    if refused:
        sys.stderr.write(f"{refused:,} of {total:,} lines have an error as their answer.\n")
    return USAGE if refused else 0


@contextmanager
def _refusing(code: str, path: Path, done: str) -> Iterator[None]:
    """Tell the user about a file that is refused."""
    try:
        yield
    except Refused as refused:
        raise refusal(code, f'"{path}" cannot be {done}: {refused}.') from None


def _elsewhere(
    options: argparse.Namespace, defaults: Defaults, workers: int
) -> AbstractContextManager[Submit]:
    if options.dask is None:
        return processes(defaults, workers)
    book = Rulebook.load(options.game, edition=options.edition) if options.game else None
    return dask(defaults, options.dask, book)


class _Progress:
    """How far a run is, on a terminal."""

    def __init__(self, total: int, before: int) -> None:
        self._total, self._before, self._done = total, before, before
        self._began = self._shown = monotonic()
        self._terminal = sys.stderr.isatty()

    def more(self, count: int) -> None:
        """Count answers that have come."""
        self._done += count
        now = monotonic()
        if self._terminal and now - self._shown > 0.2:
            self._shown = now
            rate = (self._done - self._before) / (now - self._began)
            left = (self._total - self._done) / rate
            overwrite(f"{self._done:,} of {self._total:,} · {rate:,.0f}/s · {left:,.0f} s left")

    def end(self) -> None:
        """Say what it took."""
        if self._terminal:
            overwrite("")
        taken = monotonic() - self._began
        done = self._done - self._before
        rate = done / max(taken, 1e-9)
        sys.stderr.write(f"{done:,} answers in {taken:.1f} s, {rate:,.0f}/s\n")


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
