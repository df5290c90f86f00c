"""What several commands share: showing diagnostics and paragraphs, and the types of options."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO

from rulings.doors.screen import json_text, visible
from rulings.expressions import expression
from rulings.language.diagnostics import Diagnostic
from rulings.language.source import Source

FINDINGS, USAGE = 3, 64
"""The exit codes of what found something wrong, and of what was called wrongly."""
_WIDTH = 98
_DIGITS = expression(r"[0-9]{1,18}")


def show(diagnostics: Sequence[Diagnostic]) -> None:
    """Print diagnostics to standard error."""
    from rulings.render.problems import render_text

    sys.stderr.write(render_text(diagnostics, color=colored(sys.stderr)))


def tell(form: str, **forms: Callable[[], Any]) -> None:
    """Write a result in the form that is asked for; that of `json` is made of data."""
    found = forms[form]()
    sys.stdout.write(json_text(found, indent=2) + "\n" if form == "json" else found)


def misused(said: str, instead: str) -> int:
    """Tell how a command is called, and return the exit code."""
    sys.stderr.write(f"error: {said}\n  {instead}\n")
    return USAGE


def standard_input() -> Source:
    """Read standard input. Raises RulingsError (RUL001, RUL002)."""
    from rulings.language.files import decode

    stream = getattr(sys.stdin, "buffer", None)
    data = stream.read() if stream is not None else sys.stdin.read().encode()
    return decode(data, "<stdin>")


def colored(stream: TextIO) -> bool:
    """Return whether a stream shows colour: a terminal that is not dumb, without NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def seconds(text: str) -> float:
    """Read a positive number of seconds."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"`{text}` is not a positive number of seconds")
    return value


def number(text: str) -> int:
    """Read a positive number."""
    if not _DIGITS.fullmatch(text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is not a positive number")
    return int(text)


def percent(text: str) -> int:
    """Read a percentage from 0 to 100."""
    if not _DIGITS.fullmatch(text) or int(text) > 100:
        raise argparse.ArgumentTypeError(f"`{text}` is not a percentage from 0 to 100")
    return int(text)


def indented(text: str, first: int = 0, further: int | None = None) -> str:
    """Return a paragraph with its first and its further lines indented so far."""
    from textwrap import fill

    return fill(
        text,
        _WIDTH,
        initial_indent=" " * first,
        subsequent_indent=" " * (first if further is None else further),
        break_long_words=False,
        break_on_hyphens=False,
    )


def overwrite(text: str) -> None:
    """Write a text in place of the last line of a terminal's standard error."""
    stream = getattr(sys.stderr, "unguarded", sys.stderr)
    stream.write(f"\r\x1b[K{visible(text)}")
    stream.flush()


def progress(what: str, done: int, total: int) -> None:
    """Show on a terminal how much of something is done, until all is."""
    if sys.stderr.isatty():
        overwrite("" if done == total else f"{what} {done}/{total}".lstrip())
