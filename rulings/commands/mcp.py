"""`rulings mcp`: rulebooks for assistants."""

from __future__ import annotations

import argparse

from rulings.commands.report import misused


def run(options: argparse.Namespace) -> int:
    """Serve until the client leaves, or SIGTERM or Ctrl-C."""
    try:
        from rulings.adapters.mcp.assistant_server import assistant_server
    except ImportError:
        return misused("the SDK is not installed", "pip install 'rulings[mcp]'")
    from rulings.adapters.mcp.consulting import Consulting
    from rulings.published import publish

    published = publish(options.games)
    server = assistant_server(Consulting(published, options.each, options.max_rows))
    if options.http:
        server.run("streamable-http", host="127.0.0.1", port=options.port)
    else:
        server.run("stdio")
    return 0
