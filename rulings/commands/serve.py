"""`rulings serve`: rulebooks over HTTP."""

from __future__ import annotations

import argparse
import os
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from rulings.commands.report import misused
from rulings.rulebook.document import read_source

if TYPE_CHECKING:
    from rulings.adapters.serve.crew import Crew
    from rulings.adapters.serve.lanes import InThreads
    from rulings.adapters.serve.server_limits import ServerLimits

_LOCAL = ("127.0.0.1", "::1", "localhost")
_EVERYWHERE = ("0.0.0.0", "::")
"""Addresses by which no server is called."""
_TOKEN = "RULINGS_TOKEN"
_MOST_PROCESSES = 4


def run(options: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C."""
    try:
        from rulings.adapters.serve.application import Server
        from rulings.adapters.serve.http_server import listen
        from rulings.adapters.serve.server_limits import ServerLimits
    except ImportError:
        return misused("the server is not installed", "pip install 'rulings[serve]'")
    token = _token(options.token_file)
    if token is None and options.host not in _LOCAL:
        return misused(
            f"{options.host} is open to others, and there is no token",
            f"Give a token: --token-file FILE, or set {_TOKEN}.",
        )
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
        server = Server(_office(options, limits, store), limits, token, page, hosts)
        listen(server.application(), options.host, options.port, limits)
    return 0


def _office(options: argparse.Namespace, limits: ServerLimits, store: str) -> Crew | InThreads:
    """Return where requests are answered: in this process, or in several."""
    from rulings.adapters.serve.answering import opened
    from rulings.adapters.serve.lanes import InThreads

    open_ = partial(
        opened, tuple(options.games), store, documents=options.documents, model=options.llm
    )
    processes = options.processes or min(os.cpu_count() or 1, _MOST_PROCESSES)
    if processes > 1:
        from rulings.adapters.serve.crew import Crew

        return Crew(processes, limits, store, open_)
    return InThreads(open_(limits), limits.timeout)


def _token(file: str | None) -> str | None:
    told = read_source(Path(file)).text if file is not None else os.environ.get(_TOKEN, "")
    return told.strip() or None
