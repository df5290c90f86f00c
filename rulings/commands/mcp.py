"""`rulings mcp`: rulebooks for assistants."""

from __future__ import annotations

import argparse
import sys

from rulings.commands.report import number, seconds


def configure(parser: argparse.ArgumentParser, _name: str) -> None:
    """Declare the options."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="names or folders; else all")
    parser.add_argument("--http", action="store_true", help="streamable HTTP on 127.0.0.1")
    parser.add_argument("--port", type=int, default=8001, metavar="N", help="the port of --http")
    parser.add_argument(
        "--each", type=seconds, default=20.0, metavar="S", help="time of a call, by default 20"
    )
    parser.add_argument("--max-rows", type=number, metavar="N", help="limit of rows a predicate")


def run(options: argparse.Namespace) -> int:
    """Serve until the client leaves, or SIGTERM or Ctrl-C."""
    try:
        from rulings.adapters.mcp.assistant_server import assistant_server
    except ImportError:
        sys.stderr.write("error: the SDK is not installed\n  pip install 'rulings[mcp]'\n")
        return 64
    from rulings.adapters.mcp.consulting import Consulting
    from rulings.published import publish

    published = publish(options.games)
    server = assistant_server(Consulting(published, options.each, options.max_rows))
    if options.http:
        server.run("streamable-http", host="127.0.0.1", port=options.port)
    else:
        server.run("stdio")
    return 0
