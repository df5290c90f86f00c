"""`rulings serve`: rulebooks over HTTP."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from rulings.commands.ask import model_option
from rulings.commands.report import number, seconds

if TYPE_CHECKING:
    from rulings.adapters.serve.answering import Office
    from rulings.adapters.serve.server_limits import ServerLimits

_LOCAL = ("127.0.0.1", "::1", "localhost")
_EVERYWHERE = ("0.0.0.0", "::")
"""Addresses by which no server is called."""
_TOKEN = "RULINGS_TOKEN"
_MOST_PROCESSES = 4


def configure(parser: argparse.ArgumentParser, _name: str) -> None:
    """Declare the options."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="names or folders; else all")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen")
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name it has; repeatable",
    )
    parser.add_argument("--port", type=int, default=8000, metavar="N", help="the port")
    parser.add_argument("--token-file", metavar="FILE", help=f"the bearer token; or set {_TOKEN}")
    parser.add_argument("--page", metavar="DIR", help="serve what `rulings site` wrote there, too")
    parser.add_argument(
        "--documents", metavar="DIR", help="the printed documents, Markdown or PDF, to be shown"
    )
    model_option(parser)
    parser.add_argument("--store", metavar="FILE", help="keep sessions in this SQLite file")
    parser.add_argument(
        "--each",
        type=seconds,
        default=10.0,
        metavar="S",
        help="time of a request, by default 10",
    )
    parser.add_argument("--max-body", type=number, default=1_000_000, metavar="BYTES")
    parser.add_argument("--max-rows", type=number, metavar="N", help="limit of rows a predicate")
    parser.add_argument(
        "--processes",
        type=number,
        default=min(os.cpu_count() or 1, _MOST_PROCESSES),
        metavar="N",
        help="processes that answer, by default one a processor, up to 4",
    )
    parser.add_argument(
        "--at-once", type=number, default=32, metavar="N", help="requests of one client under way"
    )
    parser.add_argument(
        "--in-memory", type=number, default=1000, metavar="N", help="sessions in memory"
    )
    parser.add_argument("--sessions", type=number, default=100_000, metavar="N", help="in all")
    parser.add_argument(
        "--sessions-each", type=number, default=10_000, metavar="N", help="of one client"
    )
    parser.add_argument(
        "--idle", type=seconds, default=24.0, metavar="HOURS", help="of sessions, by default 24"
    )


def run(options: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    try:
        from rulings.adapters.serve.application import Server
        from rulings.adapters.serve.http_server import listen
        from rulings.adapters.serve.reloading import Reloading
        from rulings.adapters.serve.server_limits import ServerLimits
    except ImportError:
        sys.stderr.write("error: the server is not installed\n  pip install 'rulings[serve]'\n")
        return 64
    from functools import partial
    from pathlib import Path
    from tempfile import TemporaryDirectory

    token = _token(options.token_file)
    if token is None and options.host not in _LOCAL:
        sys.stderr.write(
            f"error: {options.host} is open to others, and there is no token\n"
            f"  Give a token: --token-file FILE, or set {_TOKEN}.\n"
        )
        return 64
    limits = ServerLimits(
        timeout=options.each,
        max_body=options.max_body,
        max_rows=options.max_rows,
        at_once_each=options.at_once,
        in_memory=options.in_memory,
        sessions=options.sessions,
        sessions_each=options.sessions_each,
        idle=options.idle * 3600,
    )
    named = options.host not in _EVERYWHERE or options.allow_host
    hosts = (*_LOCAL, options.host, *options.allow_host) if named else ("*",)
    page = Path(options.page) if options.page else None
    with TemporaryDirectory() as folder:
        store = options.store or str(Path(folder, "sessions.db"))
        office = Reloading(partial(_office, options, limits, store))
        server = Server(office, limits, token, page, hosts)
        listen(server.application(), options.host, options.port, limits)
    return 0


def _office(options: argparse.Namespace, limits: ServerLimits, store: str) -> Office:
    """Return where requests are answered: in this process, or in several."""
    if options.processes > 1:
        from rulings.adapters.serve.crew import Crew

        return Crew(options.processes, options.games, limits, store, options.documents, options.llm)
    from rulings.adapters.serve.answering import opened
    from rulings.adapters.serve.lanes import InThreads

    served = opened(options.games, store, limits, options.documents, options.llm)
    return InThreads(served, limits.timeout)


def _token(file: str | None) -> str | None:
    from pathlib import Path

    from rulings.rulebook.document import read_source

    told = read_source(Path(file)).text if file is not None else os.environ.get(_TOKEN, "")
    return told.strip() or None
