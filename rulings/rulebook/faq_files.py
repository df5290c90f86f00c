"""Where the FAQ cases of a rulebook lie.

In: a folder of cases. Out: its files, those of a literate rulebook among them. Guarantee: a link
that leads out of a rulebook is not followed.
"""

from __future__ import annotations

from pathlib import Path

from rulings.doors.incoming import is_regular, lies_in
from rulings.rulebook.document import read_source
from rulings.rulebook.literate import SUFFIX as MARKDOWN

SUFFIX = ".faq.yaml"


def faq_files(place: Path) -> tuple[Path, ...]:
    """Return the FAQ files of a folder and the folders in it, or the one file.

    To `queries/GAME` belong the literate files of the rulebook that hold cases.
    """
    if place.is_file():
        return (place,)
    found = tuple(sorted(place.rglob(f"*{SUFFIX}")))
    if place.parent.name != "queries":
        return found
    rulebook = place.parent.parent / "facts" / place.name
    written = sorted(rulebook.rglob(f"*{MARKDOWN}"))
    return (*found, *(path for path in written if holds_cases(path, rulebook)))


def holds_cases(path: Path, home: Path) -> bool:
    """Whether a Markdown file of the rulebook in `home` holds cases. Raises RulingsError."""
    return lies_in(path, home) and is_regular(path) and "\n```cases" in read_source(path).text
