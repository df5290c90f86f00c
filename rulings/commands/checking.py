"""`rulings check`: everything that is wrong, at once.

In: programs, rulebook folders, games, situations, FAQ files. Out: their diagnostics as text, JSON
or SARIF, and exit code 3 when one of them is an error. Without a path every rulebook is checked.
Guarantee: what is found in a file that is named is found when its rulebook is named.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulings.language.diagnostics import Diagnostic, RulingsError, Severity

if TYPE_CHECKING:
    from rulings.language.program import Program
    from rulings.language.source import Span

FINDINGS = 3


def configure(parser: argparse.ArgumentParser, _name: str) -> None:
    """Declare the options."""
    parser.add_argument(
        "paths", nargs="*", help="programs, rulebook folders, games, situations or FAQ files"
    )
    parser.add_argument("-g", "--game", help="the rulebook of the situations: a name or a folder")
    parser.add_argument("--format", choices=("text", "json", "sarif"), default="text")
    parser.add_argument("-W", "--warnings-as-errors", action="store_true")
    parser.add_argument(
        "--deep",
        action="store_true",
        help="search situations for contradictions, circles and rules without effect",
    )


def run(options: argparse.Namespace) -> int:
    """Check what was named and print what was found."""
    named = [options.game] if options.game else _all_games()
    found = check_paths(options.paths or named, options.game)
    if options.deep and not any(one.severity is Severity.ERROR for one in found):
        from rulings.commands.deep import search

        return search(options.paths or named, options.format, strict=options.warnings_as_errors)
    return report(found, options.format, strict=options.warnings_as_errors)


def report(found: Sequence[Diagnostic], form: str, *, strict: bool = False) -> int:
    """Print diagnostics to standard output and return the exit code."""
    from rulings.commands.report import colored, show
    from rulings.render.problems import render, summary

    if form == "text":
        # That a folder is no rulebook is no finding about its files: it is said aside.
        show([one for one in found if one.code == "RUL617"])
        found = [one for one in found if one.code != "RUL617"]
    sys.stdout.write(render(found, form, color=colored(sys.stdout)))
    if form == "text":
        sys.stdout.write(f"{summary(found)}\n")
    failing = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
    return FINDINGS if any(diagnostic.severity in failing for diagnostic in found) else 0


def check_paths(paths: Iterable[str | Path], game: str | None = None) -> list[Diagnostic]:
    """Return what is wrong with programs, rulebooks and situations, each problem once.

    `game` is the rulebook of the situations; without it, the one they belong to.
    """
    from rulings.faq.cases import SUFFIX as FAQ_SUFFIX
    from rulings.faq.examining import examine
    from rulings.language.check import in_order
    from rulings.rulebook.library import MANIFEST, find
    from rulings.rulebook.situation import SUFFIXES

    found: list[Diagnostic] = []
    home = find(game) if game is not None else None
    for path in map(Path, paths):
        told = path.suffix in SUFFIXES or (home is not None and path.suffix != ".dl")
        if path.name.endswith(FAQ_SUFFIX) and path.is_file():
            found += examine([path], home or path.absolute().parent)
        elif told and path.is_file():
            found += _situation(path, home)
        elif path.is_dir() and not (path / MANIFEST).is_file():
            found += _loose(path)
        elif path.is_dir() or path.name == MANIFEST:
            found += _rulebook(path if path.is_dir() else path.parent)
        elif path.suffix == ".dl" or path.exists():
            found += _program(path)
        else:
            try:
                found += _rulebook(find(str(path)))
            except RulingsError as error:
                known = _ready_made(path.name, home)
                found += [one for at in known for one in _situation(at.stem, at.parent.parent)]
                found += () if known else error.diagnostics
    # The editions of a rulebook share files, whose problems are the same in each.
    seen: dict[tuple[object, ...], Diagnostic] = {}
    for one in in_order(found):
        place = (one.span.source.name, one.span.start) if one.span else ()
        seen.setdefault((one.code, one.message, *place), one)
    return list(seen.values())


def _all_games() -> list[Path]:
    from rulings.rulebook.library import games

    return list(games().values())


def _ready_made(name: str, home: Path | None) -> list[Path]:
    """The situations of that name that ship with a game, or with any."""
    from rulings.rulebook.situation import ready_made

    known = (ready_made(folder) for folder in ([home] if home is not None else _all_games()))
    return [situations[name] for situations in known if name in situations]


def _program(path: Path) -> list[Diagnostic]:
    from rulings.english.collisions import collisions
    from rulings.english.confusions import confusions
    from rulings.english.idiom import Vocabulary
    from rulings.language.files import load_examined

    program, found = load_examined(path)
    if program is None:
        return found
    said = (*collisions(program, Vocabulary()), *confusions(program))
    return [*found, *_refused(program), *said]


def _refused(program: Program) -> tuple[Diagnostic, ...]:
    """What the engine would refuse of a checked program, told before it is asked anything."""
    from rulings.engine.run.stratify import stratify
    from rulings.logic.lowering import lower

    try:
        stratify(lower(program, keep_forall=True))
    except RulingsError as error:
        return error.diagnostics
    return ()


def _loose(folder: Path) -> list[Diagnostic]:
    """Check all rulebooks below a folder without a manifest, or else its programs and FAQ files."""
    from rulings.faq.cases import faq_files
    from rulings.faq.examining import examine
    from rulings.language.catalogue import diagnose
    from rulings.rulebook.library import MANIFEST

    books = sorted(manifest.parent for manifest in folder.rglob(MANIFEST))
    if books:
        return [one for book in books for one in _rulebook(book)]
    programs, asked = sorted(folder.rglob("*.dl")), faq_files(folder)
    if not programs and not asked:
        return [_nothing(folder)]
    found = [diagnose("RUL617", None, path=folder)] if programs else []
    for program in programs:
        found += _program(program)
    return [*found, *examine(asked, folder.absolute())]


def _nothing(path: Path) -> Diagnostic:
    from rulings.language.catalogue import diagnose

    return diagnose("RUL001", None, path=path, reason="it holds no program")


def _rulebook(folder: Path) -> list[Diagnostic]:
    """Check every edition, the citations of all together, ready situations and FAQ files."""
    from rulings.english.collisions import collisions
    from rulings.english.confusions import confusions
    from rulings.english.lexicon import declared_nouns
    from rulings.english.vocabulary import compile_words
    from rulings.faq.cases import faq_files
    from rulings.faq.examining import examine
    from rulings.language.checks.clauses import check_clauses
    from rulings.rulebook.folder import PRELUDE, read_edition
    from rulings.rulebook.library import queries
    from rulings.rulebook.manifest import read_manifest

    found: list[Diagnostic] = []
    programs: list[Program] = []
    try:
        manifest = read_manifest(folder)
    except RulingsError as error:
        return list(error.diagnostics)
    broken = False
    registry = None
    for edition in manifest.editions:
        try:
            loaded = read_edition(folder, edition.name)
            nouns = declared_nouns(loaded.program)
            vocabulary, unclear = compile_words(loaded.words, loaded.program, nouns)
            found += [*unclear, *collisions(loaded.program, vocabulary)]
            found += confusions(loaded.program)
        except RulingsError as error:
            found += error.diagnostics
            broken = True
        else:
            found += (w for w in loaded.warnings if w.span is None or w.span.source is not PRELUDE)
            found += _refused(loaded.program)
            programs.append(loaded.program)
            registry = loaded.registry
    home = folder.resolve()
    asked = faq_files(queries(home.name, home))
    if broken or registry is None:
        return [*found, *examine(asked, home, parse_only=True)]
    clauses = {name: (clause.unmodelled, clause.span) for name, clause in registry.clauses.items()}
    found += check_clauses(programs, clauses, exempt=_outside(folder))
    return [*found, *_situations(folder), *examine(asked, home)]


def _outside(folder: Path) -> _Outside:
    return _Outside(folder.resolve())


class _Outside:
    """Tells rules of libraries and of the system from those of the rulebook's own files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: dict[str, bool] = {}

    def __call__(self, span: Span) -> bool:
        name = span.source.name
        if name not in self.known:
            self.known[name] = not (self.folder / name).is_file()
        return self.known[name]


def _situations(folder: Path) -> Iterator[Diagnostic]:
    from rulings.rulebook.situation import ready_made

    for name in ready_made(folder):
        yield from _situation(name, folder, puzzle=True)


def _situation(
    path: str | Path, home: Path | None = None, *, puzzle: bool = False
) -> list[Diagnostic]:
    """Check a situation against its rulebook, `home` or the one it belongs to.

    A `Path` is a file that the user named, a text one that is ready-made; a `puzzle` may show
    what the rules do not allow.
    """
    from rulings.rulebook.document import error
    from rulings.rulebook.owner import owner_of_file
    from rulings.rulebook.situation import read_situation
    from rulings.session import Rulebook

    try:
        folder = home if home is not None else owner_of_file(Path(path))
        if folder is None:
            message = f"{path} names no game and lies in no rulebook's folder."
            return [error("RUL606", message, hint="Name its game with `-g`, or write `game: …`.")]
        described = read_situation(path, folder)
        table = Rulebook.load(folder, described.edition).situation(path)
    except RulingsError as problem:
        return list(problem.diagnostics)
    noticed = [n for n in table.notices if n.severity is not Severity.NOTE]
    # A ready-made table may show a position that its questions are about putting right.
    broken = (replace(one, severity=Severity.NOTE) if puzzle else one for one in table.breaches)
    return [*noticed, *broken]
