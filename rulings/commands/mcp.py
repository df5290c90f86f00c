"""`rulings mcp`: rulebooks for assistants."""

from __future__ import annotations

import argparse
import sys


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
