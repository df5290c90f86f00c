"""A rulebook folder, loaded.

In: a folder and an edition. Out: a `LoadedRulebook`: the checked program with its facts and the
registry of printed clauses. Guarantee: everything the edition's files say is checked together,
all problems are reported at once, nothing outside the folder and the libraries is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulings.language.check import check
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity
from rulings.language.parse import parse
from rulings.language.program import Column, Predicate, Program, Sort
from rulings.language.source import Source
from rulings.language.syntax import (
    IncludeStatement,
    PredicateStatement,
    SourceUnit,
    TypeStatement,
    values,
)
from rulings.rulebook.clauses import REGISTRY, Registry, read_clauses
from rulings.rulebook.document import error, read_source
from rulings.rulebook.manifest import Manifest, read_manifest
from rulings.rulebook.tables import read_table

PRELUDE = Source(
    "system",
    """\
%%% The display name of a thing.
.state label(Thing: any, Name: string).
%%% Another spelling of its name.
.state alias(Thing: any, Spelling: string).
%%% A copy on the table of a printed thing: the names of the original mean its copies too.
.state copy_of(Copy: any, Original: any).
""",
)
"""The predicates that every rulebook has, which give things their names."""


@dataclass(frozen=True, slots=True)
class LoadedRulebook:
    """One edition of a rulebook, checked."""

    name: str
    title: str
    edition: str
    editions: tuple[str, ...]
    documents: tuple[str, ...]
    folder: Path
    program: Program
    registry: Registry
    warnings: tuple[Diagnostic, ...] = ()


def load_folder(folder: Path, edition: str | None = None) -> LoadedRulebook:
    """Read and check a rulebook. Raises RulingsError with every problem found."""
    manifest = read_manifest(folder)
    chosen = manifest.edition(edition)
    problems: list[Diagnostic] = []
    registry = _registry(folder, problems)
    units = read_units(manifest, manifest.paths(chosen), problems)
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise RulingsError(problems)
    known = frozenset(registry.clauses) if registry.documents else None
    program, warnings = check((_prelude(), *units), clauses=known)
    return LoadedRulebook(
        manifest.name,
        manifest.title,
        chosen.name,
        tuple(one.name for one in manifest.editions),
        chosen.documents,
        folder,
        program,
        registry,
        tuple(warnings),
    )


def read_units(
    manifest: Manifest, paths: Iterable[Path], problems: list[Diagnostic]
) -> list[SourceUnit]:
    """Parse the rule files and then, by their declarations, the fact tables."""
    units: list[SourceUnit] = []
    tables: list[Source] = []
    for path in paths:
        name = path.name
        if path.is_relative_to(manifest.folder.resolve()):
            name = str(path.relative_to(manifest.folder.resolve()))
        try:
            source = read_source(path, name)
        except RulingsError as problem:
            problems += problem.diagnostics
            continue
        if path.suffix == ".csv":
            tables.append(source)
            continue
        unit, found = parse(source)
        problems += found
        units.append(unit)
        for statement in unit.statements:
            if isinstance(statement, IncludeStatement):
                message = f'"{statement.path}" is included; a rulebook lists its files.'
                hint = "Add the file to the edition's `files` in rulebook.toml."
                problems.append(error("RUL609", message, statement.path_span, hint))
    predicates, sorts = declared(units)
    for source in tables:
        try:
            units.append(read_table(source, predicates, sorts))
        except RulingsError as problem:
            problems += problem.diagnostics
    return units


def declared(units: Iterable[SourceUnit]) -> tuple[Mapping[str, Predicate], Mapping[str, Sort]]:
    """Return the declared predicates and sorts as far as fact tables need them."""
    predicates: dict[str, Predicate] = {}
    sorts: dict[str, Sort] = {}
    for unit in (_prelude(), *units):
        for statement in unit.statements:
            match statement:
                case PredicateStatement():
                    columns = tuple(Column(c.name.text, c.sort.text) for c in statement.columns)
                    predicates[statement.name.text] = Predicate(statement.name.text, columns)
                case TypeStatement():
                    parent = statement.parent.text if statement.parent else None
                    members = None if statement.members is None else values(statement.members)
                    sorts[statement.name.text] = Sort(statement.name.text, parent, members)
                case _:
                    pass
    return predicates, sorts


def rulebook_files(folder: Path) -> list[Path]:
    """Return every file that a rulebook's meaning can depend on, in a fixed order."""
    found = [folder / REGISTRY]
    for suffix in ("*.toml", "*.dl", "*.csv"):
        found += folder.rglob(suffix)
    for shelf in {folder.parent, *_shipped_libraries()}:
        found += shelf.glob("lib/*.dl")
    return sorted(path for path in set(found) if path.is_file())


def _shipped_libraries() -> tuple[Path, ...]:
    from rulings.rulebook.library import shipped

    return (shipped("facts"),)


def _registry(folder: Path, problems: list[Diagnostic]) -> Registry:
    try:
        return read_clauses(folder)
    except RulingsError as problem:
        problems += problem.diagnostics
        return Registry()


def _prelude() -> SourceUnit:
    return parse(PRELUDE)[0]
