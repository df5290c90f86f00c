"""`rulings check`: everything that is wrong, at once.

In: programs, rulebook folders, games, situations, FAQ files. Out: their diagnostics as text, JSON
or SARIF, and exit code 3 when one of them is an error. Without a path every rulebook is checked.
Guarantee: what is found in a file that is named is found when its rulebook is named; places are
told from the working directory, so that an editor can follow them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rulings.commands.report import FINDINGS, colored, show
from rulings.faq.examining import examine
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity, in_order
from rulings.language.source import Source, Span
from rulings.quality.soundness import check_program, check_rulebook, check_situation
from rulings.records import replace
from rulings.render.problems import summary
from rulings.render.sarif import render
from rulings.rulebook.edition_files import read_files
from rulings.rulebook.faq_files import SUFFIX as FAQ_SUFFIX
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.library import MANIFEST, find, games, home_of
from rulings.rulebook.manifest import read_manifest
from rulings.rulebook.situation import SUFFIXES, ready_made


def run(options: argparse.Namespace) -> int:
    """Check what was named and print what was found."""
    named = [options.game] if options.game else list(games().values())
    found = check_paths(options.paths or named, options.game, options.layers)
    if options.deep and not any(one.severity is Severity.ERROR for one in found):
        from rulings.commands.deep import search

        return search(
            options.paths or named,
            options.format,
            strict=options.warnings_as_errors,
            layers=options.layers,
        )
    return report(found, options.format, strict=options.warnings_as_errors)


def report(found: Sequence[Diagnostic], form: str, *, strict: bool = False) -> int:
    """Print diagnostics to standard output and return the exit code."""
    if form == "text":
        # That a folder is no rulebook is no finding about its files: it is said aside.
        aside = [one for one in found if (one.code, one.severity) == ("RUL617", Severity.NOTE)]
        show(aside)
        found = [one for one in found if one not in aside]
    sys.stdout.write(render(found, form, color=colored(sys.stdout)))
    if form == "text":
        sys.stdout.write(f"{summary(found)}\n")
    failing = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    return FINDINGS if any(diagnostic.severity in failing for diagnostic in found) else 0


def check_paths(
    paths: Iterable[str | Path], game: str | None = None, layers: Sequence[str] = ()
) -> list[Diagnostic]:
    """Return what is wrong with programs, rulebooks and situations, each problem once.

    `game` is the rulebook of the situations; without it, the one they belong to. `layers` are put
    on top of every rulebook named.
    """
    found: list[Diagnostic] = []
    home = find(game) if game is not None else None
    for path in map(Path, paths):
        told = path.suffix in SUFFIXES or (home is not None and path.suffix != ".dl")
        if path.name.endswith(FAQ_SUFFIX) and path.is_file():
            found += examine([path], home or path.absolute().parent)
        elif (owner := _home_of(path)) is not None:
            found += _of_file(path, owner)
        elif told and path.is_file():
            found += placed(check_situation(path, home), path.parent)
        elif path.is_dir() and not (path / MANIFEST).is_file():
            found += _loose(path)
        elif path.is_dir() or path.name == MANIFEST:
            found += _rulebook(path if path.is_dir() else path.parent, layers)
        elif path.suffix == ".dl" or path.exists():
            found += check_program(path)
        else:
            try:
                found += _rulebook(find(str(path)), layers)
            except RulingsError as error:
                known = _ready_made(path.name, home)
                for at in known:
                    found += placed(check_situation(at.stem, at.parent.parent), at.parent.parent)
                found += () if known else error.diagnostics
    # The editions of a rulebook share files, whose problems are the same in each.
    seen: dict[tuple[object, ...], Diagnostic] = {}
    for one in in_order(found):
        place = (one.span.source.name, one.span.start) if one.span else ()
        seen.setdefault((one.code, one.message, *place), one)
    return list(seen.values())


def _rulebook(folder: Path, layers: Sequence[str] = ()) -> Iterable[Diagnostic]:
    return placed(check_rulebook(folder, layers), folder)


def _ready_made(name: str, home: Path | None) -> list[Path]:
    """The situations of that name that ship with a game, or with any."""
    known = map(ready_made, [home] if home is not None else games().values())
    return [situations[name] for situations in known if name in situations]


def _loose(folder: Path) -> list[Diagnostic]:
    """Check all rulebooks below a folder without a manifest, or else its programs and FAQ files."""
    books = sorted(manifest.parent for manifest in folder.rglob(MANIFEST))
    if books:
        return [one for book in books for one in _rulebook(book)]
    programs, asked = sorted(folder.rglob("*.dl")), faq_files(folder)
    if not programs and not asked:
        # Then nothing was checked.
        return [replace(diagnose("RUL617", None, path=folder), severity=Severity.ERROR)]
    found = [diagnose("RUL617", None, path=folder)] if programs else []
    for program in programs:
        found += check_program(program)
    return [*found, *examine(asked, folder.absolute())]


def _home_of(path: Path) -> Path | None:
    """Return the rulebook that a file is a part of: its rules, tables, clauses, words or book."""
    real = path.resolve()
    home = home_of(real)
    if home is None or not path.is_file() or path.name == MANIFEST:
        return None
    if path.suffix != ".dl":
        return home if real.parent != home / "situations" else None
    try:
        editions = [read_files(home, one.name) for one in read_manifest(home).editions]
    except RulingsError:
        return home
    # A program beside the rulebook is checked by itself.
    loaded = {file.resolve() for files in editions for file, _ in files.rules}
    return home if real in loaded else None


def _of_file(path: Path, home: Path) -> list[Diagnostic]:
    """Return what is wrong with a file, of all that is wrong with its rulebook."""
    own = path.resolve().relative_to(home).as_posix()
    found = ((one, one.span.source.name if one.span else "") for one in check_rulebook(home))
    return list(
        placed((one for one, name in found if name == own or name.endswith(f"/{own}")), home)
    )


def placed(found: Iterable[Diagnostic], home: Path) -> Iterator[Diagnostic]:
    """Name the files of what was found in the rulebook in `home`, or in a layer beside it."""
    home, here = home.resolve(), Path.cwd()
    renamed: dict[Source, Source] = {}

    def moved(span: Span | None) -> Span | None:
        if span is None:
            return None
        source = span.source
        if source not in renamed:
            at = _file(source.name, home)
            renamed[source] = source if at is None else Source(_shown(at, home, here), source.text)
        return replace(span, source=renamed[source])

    for one in found:
        notes = tuple(replace(note, span=moved(note.span)) for note in one.notes)
        yield replace(one, span=moved(one.span), notes=notes)


def _file(name: str, home: Path) -> Path | None:
    """The file that a rulebook or a layer beside it calls so."""
    places = (home / name, home / "situations" / name, home.parent / name)
    return next((place for place in places if place.is_file()), None)


def _shown(file: Path, home: Path, here: Path) -> str:
    """A path from the working directory, or from the folder that the rulebook is in, or whole."""
    above = next((one for one in (here, home.parent) if file.is_relative_to(one)), None)
    return file.as_posix() if above is None else file.relative_to(above).as_posix()
