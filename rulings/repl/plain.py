"""A conversation without prompt_toolkit: a pipe, a file, a dumb terminal.

In: lines of a stream, or typed ones. Out: what each answers, on another. Guarantee: the same
answers as the full prompt gives, no decoration; a pipe gets no prompt, and its exit code says
whether every line was understood.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TextIO

from rulings.english.clauses import asks
from rulings.language.catalogue import diagnose
from rulings.records import replace
from rulings.repl.handle import handle, needs_more
from rulings.repl.shown import shown
from rulings.repl.state import Output, ReplState, prompt_of

MISUNDERSTOOD = 64


def converse(state: ReplState, lines: Iterable[str], out: TextIO) -> int:
    """Answer every line; return 0, or 64 when one was refused.

    What follows a refused statement is answered for a table without it, and says so.
    """
    code, held, missing = 0, "", 0
    for line in chain(lines, (None,)):
        if line is not None:
            held = _joined(held, line)
            if _goes_on(held, line):
                continue
        if not held:
            continue
        before = state.answer
        state, output = handle(state, held)
        if missing and state.answer is not before:
            warning = diagnose("RUL535", None, lines=_counted(missing))
            output = replace(output, diagnostics=(*output.diagnostics, warning))
        _write(output, state, out)
        if output.failed:
            code = MISUNDERSTOOD
            missing += not asks(held)
        held = ""
        if output.ends:
            break
    return code


def _counted(missing: int) -> str:
    return "one line above was" if missing == 1 else f"{missing} lines above were"


def talk_plainly(state: ReplState, out: TextIO) -> None:
    """Answer what is typed until it ends; Ctrl-C drops the line or the answer."""
    held, ends = "", False
    while not ends:
        try:
            line = input("... " if held else plain_prompt(state))
            held = _joined(held, line)
            if _goes_on(held, line):
                continue
            state, output = _said(state, held, out)
            held, ends = "", output.ends
        except EOFError:
            out.write("\n")
            return
        except KeyboardInterrupt:
            held = ""
            out.write("\nStopped.\n")


def plain_prompt(state: ReplState) -> str:
    """Return the prompt of a terminal that has no toolbar: game, situation, focus."""
    prompt = prompt_of(state)
    situation = f"/{state.situation}" if state.situation else ""
    focus = f" ({prompt.focus})" if prompt.focus else ""
    return f"{prompt.game}{situation}{focus}> "


def _said(state: ReplState, text: str, out: TextIO) -> tuple[ReplState, Output]:
    state, output = handle(state, text)
    _write(output, state, out)
    return state, output


def _write(output: Output, state: ReplState, out: TextIO) -> None:
    out.write(shown(output, state.look))
    out.flush()


def _joined(held: str, line: str) -> str:
    return f"{held}\n{line.rstrip()}" if held else line.rstrip("\n")


def _goes_on(held: str, line: str) -> bool:
    """Whether a Datalog goal goes on; an empty line ends one that was left open."""
    return bool(line.strip()) and needs_more(held)
