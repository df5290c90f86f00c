"""`rulings fmt`: programs in canonical form.

In: `.dl` files, literate `.md` files, folders of both, or `-` for standard input. Out: the files
rewritten, or with `--check` the names of those that are not canonical and exit code 3. A file
with syntax errors is reported and left as it is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from rulings.commands.report import FINDINGS, show, standard_input
from rulings.doors.incoming import is_regular, lies_in
from rulings.language.canonical import canonical
from rulings.language.diagnostics import RulingsError
from rulings.language.files import read_source as read_program
from rulings.render.counting import counted
from rulings.rulebook.document import read_source, write_document
from rulings.rulebook.library import home_of
from rulings.rulebook.weaving import canonical_blocks

SUFFIX = ".md"


def run(options: argparse.Namespace) -> int:
    """Format what was named."""
    return format_files(options.paths, check=options.check)


def format_files(paths: Iterable[str | Path], *, check: bool = False) -> int:
    """Format programs and return the exit code."""
    code = 0
    changed = 0
    files = list(_files(paths))
    for path, home in files:
        try:
            if path == Path("-"):
                source = standard_input()
            else:
                source = read_program(path, str(path), within=home)
            text = canonical_blocks(source) if path.suffix == SUFFIX else canonical(source)
        except RulingsError as error:
            show(error.diagnostics)
            code = FINDINGS
            continue
        if path == Path("-") and not check:
            sys.stdout.write(text)
        elif text != source.text:
            changed += 1
            if check:
                sys.stdout.write(f"{path} is not in canonical form\n")
                code = FINDINGS
            else:
                write_document(path, text, within=home)
                sys.stdout.write(f"{path} rewritten\n")
    if [path for path, _ in files] != [Path("-")]:
        said = "would change" if check else "changed"
        sys.stderr.write(f"{counted(len(files), 'file')}, {changed} {said}\n")
    return code


def _files(paths: Iterable[str | Path]) -> Iterable[tuple[Path, Path]]:
    """Yield every file with the folder that it has to lie in, whatever links there are."""
    for path in map(Path, paths):
        if path.is_dir():
            written = (book for book in path.rglob(f"*{SUFFIX}") if _is_literate(book, path))
            yield from ((file, path) for file in sorted((*path.rglob("*.dl"), *written)))
        else:
            yield path, path.parent


def _is_literate(path: Path, home: Path) -> bool:
    """Whether Markdown is of a rulebook, and has rules in it. Raises RulingsError."""
    if home_of(path) is None or not (lies_in(path, home) and is_regular(path)):
        return False
    return "\n```rules\n" in read_source(path, within=home).text
