"""The entry of the conversation: choose how to talk.

In: a table and how it is called. Out: an exit code. Guarantee: a terminal gets the full prompt,
a dumb one a plain prompt, a pipe none; colour only on a terminal without NO_COLOR.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys

from rulings.conversing.conversation import Conversation
from rulings.repl.plain import converse, talk_plainly
from rulings.repl.state import Look, ReplState, banner
from rulings.session import Session


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
