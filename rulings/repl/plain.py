"""A conversation without a terminal: a pipe, a file, a dumb terminal.

In: lines of a stream. Out: what each answers, on another. Guarantee: the same answers as typing
gives, no prompt unless asked for, no decoration; the exit code says whether every line was
understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from rulings.repl.handle import handle, needs_more
from rulings.repl.show import shown
from rulings.repl.state import ReplState

MISUNDERSTOOD = 64


def converse(state: ReplState, lines: Iterable[str], out: TextIO) -> int:
    """Answer every line; return 0, or 64 when one was not understood."""
    code = 0
    for line in joined(lines):
        state, output = handle(state, line)
        out.write(shown(output, state.look))
        out.flush()
        if output.failed:
            code = MISUNDERSTOOD
        if output.ends:
            break
    return code


def joined(lines: Iterable[str]) -> Iterator[str]:
    """Join the lines of a Datalog goal that goes on."""
    held = ""
    for line in lines:
        held = f"{held}\n{line.rstrip()}" if held else line.rstrip("\n")
        if not needs_more(held):
            yield held
            held = ""
    if held:
        yield held


def typed(prompt: Callable[[], str]) -> Iterator[str]:
    """Read lines from a dumb terminal until its end; Ctrl-C drops the line."""
    while True:
        try:
            yield input(prompt())
        except EOFError:
            return
        except KeyboardInterrupt:
            print()
            yield ""
