"""All surfaces, ready to be attacked."""

from __future__ import annotations

import os
from pathlib import Path

from rulings.session import Rulebook
from tests.attack import adapters, documents, lines, motion, printed, programs, writing
from tests.attack.surface import Surface
from tests.books import write_book

LEAST_SHARE = 0.2
"""With fewer inputs accepted, only the outermost checks were attacked."""


def every_surface(space: Path) -> tuple[Surface, ...]:
    """Return every surface; `space` is an empty folder for the rulebook that they reach."""
    os.environ["RULINGS_CACHE"] = str(space / "cache")
    book = Rulebook.load(write_book(space), cache=False)
    return (
        *programs.surfaces(),
        *documents.surfaces(book),
        *lines.surfaces(book),
        *writing.surfaces(book),
        *printed.surfaces(book),
        *adapters.surfaces(book, space),
        *motion.surfaces(),
    )
