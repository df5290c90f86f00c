"""`rulings site GAME -o DIR`: a page for players that answers by itself."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rulings.adapters.site.runtime import runtime
from rulings.adapters.site.site_folder import site_files, write_site
from rulings.commands.chosen import the_game
from rulings.doors.screen import visible
from rulings.session import Rulebook


def run(options: argparse.Namespace) -> int:
    """Write the folder and say how to look at it."""
    python = runtime(options.pyodide)
    book = Rulebook.load(the_game(options.game), edition=options.edition)
    documents = Path(options.documents) if options.documents else None
    files = site_files(book, python, documents)
    folder = Path(options.out)
    write_site(files, folder)
    size = sum(map(len, files.values())) / 2**20
    sys.stdout.write(
        f"{visible(str(folder))}: {book.title} · {book.edition}, {len(files)} files, "
        f"{size:.1f} MB\n\nNext:\n  python3 -m http.server --directory {visible(str(folder))}\n"
    )
    return 0
