"""`rulings lsp`: rulebooks in editors."""

from __future__ import annotations

import argparse
import io
import sys

from rulings.commands.report import misused


def run(options: argparse.Namespace) -> int:
    """Serve on standard input and output until the editor leaves."""
    try:
        from rulings.adapters.lsp.language_server import language_server
    except ImportError:
        return misused("pygls is not installed", "pip install 'rulings[lsp]'")
    # Messages are bytes, and the streams stay open for the program around this one.
    told, answers = (
        io.FileIO(number, mode, closefd=False) for number, mode in ((0, "r"), (1, "w"))
    )
    # What a thread does in the background lets go sooner when a key is typed.
    sys.setswitchinterval(0.001)
    server = language_server(options.each)
    try:
        server.start_io(io.BufferedReader(told), io.BufferedWriter(answers))
    finally:
        server.depth.end()
    return 0
