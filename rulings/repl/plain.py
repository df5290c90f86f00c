"""The entry of the conversation, and how it is without prompt_toolkit.

In: a table; lines of a stream, or typed ones. Out: what each answers, on another; an exit code.
Guarantee: a terminal gets the full prompt, a dumb one a plain prompt with the same answers and no
decoration; a pipe gets no prompt, and its exit code says whether every line was understood.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Iterable
from itertools import chain
from typing import TextIO

from rulings.conversing.conversation import Conversation
from rulings.english.clauses import asks
from rulings.language.catalogue import diagnose
from rulings.repl.handle import handle, needs_more
from rulings.repl.state import Look, Output, ReplState, banner, prompt_of
from rulings.session import Session

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
        if missing and (state.answer is not before or (asks(held) and not output.failed)):
            # Before the answer: who stops reading at the verdict has read it.
            above = "one line above was" if missing == 1 else f"{missing} lines above were"
            warning = diagnose("RUL535", None, lines=above)
            _write(Output(diagnostics=(warning,)), state, out)
        _write(output, state, out)
        if output.failed:
            code = MISUNDERSTOOD
            missing += not asks(held)
        held = ""
        if output.ends:
            break
    return code


def talk_plainly(state: ReplState, out: TextIO) -> None:
    """Answer what is typed until it ends; Ctrl-C drops the line or the answer."""
    held, ends = "", False
    while not ends:
        try:
            line = input("... " if held else plain_prompt(state))
            held = _joined(held, line)
            if _goes_on(held, line):
                continue
            state, output = handle(state, held)
            _write(output, state, out)
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


def _write(output: Output, state: ReplState, out: TextIO) -> None:
    out.write(output.shown(state.look))
    out.flush()


def _joined(held: str, line: str) -> str:
    return f"{held}\n{line.rstrip()}" if held else line.rstrip("\n")


def _goes_on(held: str, line: str) -> bool:
    """Whether a Datalog goal goes on; an empty line ends one that was left open."""
    return bool(line.strip()) and needs_more(held)


def start(table: Session, situation: str = "", seconds: float | None = None) -> int:
    """Converse over standard input and output until it ends; a line may take so many seconds."""
    width = min(shutil.get_terminal_size((100, 24)).columns, 120)
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    dumb = os.environ.get("TERM", "dumb") in ("dumb", "")
    color = terminal and not dumb and not os.environ.get("NO_COLOR")
    begun = Conversation(table, situation)
    state = ReplState(begun, Look(bool(color), width), seconds=seconds)
    if terminal:
        # A shell may have started us with Ctrl-C ignored; at a terminal it has to work.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if terminal and not dumb:
        from rulings.repl.app import talk

        return talk(state)
    if not sys.stdin.isatty():
        return converse(state, sys.stdin, sys.stdout)
    sys.stdout.write(banner(state, width) + "\n")
    talk_plainly(state, sys.stdout)
    return 0
