"""`rulings ask --pipe`: one JSON question a line, one JSON answer a line.

In: standard input. Out: for each line that is not empty one line of valid JSON. Guarantee: no line
ends the conversation; `--timeout` is the time of one question.
"""

from __future__ import annotations

import argparse
import sys

from rulings.commands.report import USAGE
from rulings.commands.requests import Answering, Defaults, lines
from rulings.doors.screen import json_text
from rulings.supervisor import told

_PATIENCE = 5.0
"""So many seconds a question has to end by itself: with the command all others would end."""


def converse(options: argparse.Namespace) -> int:
    """Answer standard input on standard output; 64 when a line was no question."""
    defaults = Defaults(
        options.game,
        options.edition,
        options.situation,
        options.focus,
        options.engine,
        options.timeout,
    )
    answering = Answering(defaults, lambda s: told(s and s + _PATIENCE))
    code = 0
    for line in lines(sys.stdin.buffer):
        reply, understood = answering.reply(line)
        code = code if understood else USAGE
        sys.stdout.buffer.write(json_text(reply).encode() + b"\n")
        sys.stdout.buffer.flush()
    return code
