"""`rulings batch`: a file of questions in, a file of answers out.

The answers grow in a file beside the target, which takes its name when all are there; the name
holds a mark of the questions and options, so that a run that was stopped goes on, and another
begins afresh.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import sha256
from pathlib import Path
from time import monotonic

from rulings.commands.batching import Submit, answers, count_and_mark, dask, processes
from rulings.commands.report import USAGE, overwrite
from rulings.commands.requests import Defaults
from rulings.doors.growing import Growing
from rulings.doors.incoming import Refused, opened
from rulings.doors.outgoing import take_place
from rulings.faq.spread import cores
from rulings.rulebook.document import refusal
from rulings.session import Rulebook

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
