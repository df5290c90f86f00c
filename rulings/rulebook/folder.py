"""A rulebook's folder, read.

In: a folder and the name of an edition. Out: an `Edition`: the checked program with its facts
and the registry of printed clauses. Guarantee: everything the edition's files say is checked
together, all problems are reported at once, nothing outside the folder and the libraries is
read.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulings.language.check import declarations, examine
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity
from rulings.language.parse import parse
from rulings.language.source import Source
from rulings.language.syntax import IncludeStatement, SourceUnit
from rulings.rulebook.document import read_source
from rulings.rulebook.edition import Edition
from rulings.rulebook.fact_tables import read_table
from rulings.rulebook.manifest import Manifest, read_manifest
from rulings.rulebook.registry import Registry, read_clauses
from rulings.rulebook.shelf import Shelf

PRELUDE = Source(
    "system",
    """\
%%% The display name of a thing.
.state label(Thing: any, Name: string).
%%% Another spelling of its name.
.state alias(Thing: any, Spelling: string).
%%% A copy on the table of a printed thing: the names of the original mean its copies too.
.state copy_of(Copy: any, Original: any) "{Copy} is a copy of {Original}".
""",
)
"""The predicates that every rulebook has, which give things their names."""


def read_edition(folder: Path, edition: str | None = None) -> Edition:
    """Read and check a rulebook. Raises RulingsError with every problem found."""
    manifest = read_manifest(folder)
    chosen = manifest.edition(edition)
    problems: list[Diagnostic] = []
    registry = _registry(folder, problems)
    units = read_units(manifest, manifest.paths(chosen), problems)
    program, found = examine((_prelude(), *units), problems=problems)
    if program is None or any(problem.severity is Severity.ERROR for problem in found):
        raise RulingsError(found)
    return Edition(
        manifest.name,
        manifest.title,
        chosen.name,
        tuple(one.name for one in manifest.editions),
        chosen.documents,
        folder,
        Shelf.of(program),
        registry,
        tuple(found),
    )


def read_units(
    manifest: Manifest, paths: Iterable[Path], problems: list[Diagnostic]
) -> list[SourceUnit]:
    """Parse the rule files and what they include, then, by their declarations, the tables."""
    units: list[SourceUnit] = []
    tables: list[Source] = []
    waiting, seen = list(paths), set(paths)
    while waiting:
        path = waiting.pop(0)
        try:
            source = read_source(path, _shown(path, manifest.folder))
        except RulingsError as problem:
            problems += problem.diagnostics
            continue
        if path.suffix == ".csv":
            tables.append(source)
            continue
        unit, found = parse(source)
        problems += found
        units.append(unit)
        for included in _included(path, unit, problems):
            if included not in seen:
                seen.add(included)
                waiting.append(included)
    declared = declarations((_prelude(), *units))
    for source in tables:
        try:
            units.append(read_table(source, declared.predicates, declared.sorts))
        except RulingsError as problem:
            problems += problem.diagnostics
    return units


def _shown(path: Path, folder: Path) -> str:
    root = folder.resolve()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else f"lib/{path.name}"


def _included(path: Path, unit: SourceUnit, problems: list[Diagnostic]) -> list[Path]:
    """Return the files a unit includes; escapes and circles are the language's to report."""
    named = [s.path for s in unit.statements if isinstance(s, IncludeStatement)]
    if not named:
        return []
    from rulings.language.files import read_units as read_included

    problems += [p for p in read_included(path)[1] if p.code in ("RUL001", "RUL003", "RUL004")]
    return [target for name in named if (target := (path.parent / name).resolve()).is_file()]


def _registry(folder: Path, problems: list[Diagnostic]) -> Registry:
    try:
        return read_clauses(folder)
    except RulingsError as problem:
        problems += problem.diagnostics
        return Registry()


def _prelude() -> SourceUnit:
    return parse(PRELUDE)[0]
