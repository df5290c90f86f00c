"""Where the program begins.

In: nothing. Out: an exit code. Guarantee: from the first line on Ctrl-C ends it without a word,
until there is something to stop with a message; importing this module loads nothing.
"""

from __future__ import annotations


def main() -> int:
    """Run the command `rulings` as a program of its own."""
    import signal
    import sys

    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from rulings.commands import COMMANDS
    from rulings.supervisor import keep_streams_open, supervised

    keep_streams_open()
    # A conversation goes on after Ctrl-C, a server after SIGTERM: they watch over themselves.
    talks = len(sys.argv) < 2 or sys.argv[1] not in COMMANDS or sys.argv[1] in ("repl", "serve")
    return _command() if talks else supervised(_command)


def _command() -> int:
    from rulings.cli import main as command

    return command()
