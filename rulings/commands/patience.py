"""How long commands work unless they are told otherwise: no command line runs for ever."""

from __future__ import annotations

import argparse

from rulings.commands.report import seconds

QUESTION = 60.0
"""So many seconds for each question or case."""
PROGRAM = 600.0
"""So many seconds for what looks at one program, table or question more closely."""
SUITE = 3600.0
"""So many seconds for what asks all cases of rulebooks, perhaps many times."""
EVALUATING = {
    **dict.fromkeys(("eval", "show", "verify", "export", "profile", "flips"), PROGRAM),
    **dict.fromkeys(("check", "test", "mutate", "cover", "diff", "triage", "playout"), SUITE),
}
"""The time of a whole command that derives rows, by its name."""
TIMES = {
    **EVALUATING,
    **dict.fromkeys(("sentences", "texts", "import", "weave", "tangle", "site"), PROGRAM),
}
"""The time of a whole command, by its name."""


def time_option(parser: argparse.ArgumentParser, default: float) -> None:
    """Declare the option that says how many seconds a whole command has."""
    parser.add_argument(
        "--timeout",
        type=seconds,
        metavar="S",
        default=default,
        help=f"give up after S seconds, by default {default:g}",
    )
