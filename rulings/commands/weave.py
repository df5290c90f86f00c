"""`rulings weave GAME`, `rulings tangle FILE.md -o DIR`: one Markdown file, or separate files."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from rulings.commands.chosen import the_game
from rulings.language.source import Source
from rulings.rulebook.document import read_source, refusal, write_document
from rulings.rulebook.edition_files import read_files
from rulings.rulebook.faq_files import SUFFIX, faq_files
from rulings.rulebook.folder import check_files
from rulings.rulebook.library import find, queries
from rulings.rulebook.literate import cases_in
from rulings.rulebook.prose import joined, prose_in_book, prose_in_registry
from rulings.rulebook.weaving import tangle, weave


def run(options: argparse.Namespace) -> int:
    """Convert."""
    return _weave(options) if options.command == "weave" else _tangle(options)


def _weave(options: argparse.Namespace) -> int:
    folder = find(the_game(options.game))
    files = read_files(folder, options.edition)
    book = check_files(files)
    written = [
        (path, source)
        for path, source in files.rules
        if path.suffix != ".csv" and path.is_relative_to(folder)
    ]
    # Of a literate file, what is no rule is blank.
    rules = "\n".join(
        re.sub(r"(?:[ \t]*\n){3,}", "\n\n", source.text).strip("\n") for _, source in written
    )
    prose = [prose_in_book(one) for one in files.literate]
    if files.registry is not None:
        prose.insert(0, prose_in_registry(files.registry))
    cases: list[Source] = []
    for path in faq_files(queries(folder.name, folder)):
        source = read_source(path, within=path.parent)
        cases += (source,) if path.name.endswith(SUFFIX) else cases_in(source)
    text = weave(files.manifest.title, Source("rules", rules), book.registry, cases, joined(prose))
    if options.output:
        write_document(Path(options.output), text, new=True)
        sys.stdout.write(f"{options.output}\n")
    else:
        sys.stdout.write(text)
    return 0


def _tangle(options: argparse.Namespace) -> int:
    path, folder = Path(options.file), Path(options.output)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        message = f'"{folder}" cannot be written: {(problem.strerror or "").lower()}.'
        raise refusal("RUL616", message) from None
    found = tangle(read_source(path, within=path.parent))
    files = [("rules.dl", found.rules), ("clauses.yaml", found.clauses)]
    width = len(str(len(found.cases)))
    for number, text in enumerate(found.cases, 1):
        # FAQ files are read in the order of their names.
        counted = f"-{number:0{width}}" if len(found.cases) > 1 else ""
        files.append((f"{path.stem}{counted}.faq.yaml", text))
    for name, text in files:
        write_document(folder / name, text, new=True)
        sys.stdout.write(f"{folder / name}\n")
    return 0
