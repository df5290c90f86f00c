"""A rulebook's folder, read.

In: a folder and the name of an edition. Out: an `Edition`: the checked program with its facts
and the registry of printed clauses. Guarantee: everything the edition's files say is checked
together, all problems are reported at once, nothing outside the folder and the libraries is
read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rulings.language.check import examine
from rulings.language.checks.declare import Declarations, declare
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity
from rulings.language.parse import parse
from rulings.language.source import Source
from rulings.language.syntax import (
    CitationStatement,
    ExclusionStatement,
    IncludeStatement,
    Name,
    OverrideStatement,
    SourceUnit,
    Statement,
)
from rulings.records import replace
from rulings.rulebook.edition import Edition
from rulings.rulebook.edition_files import EditionFiles, read_files
from rulings.rulebook.fact_tables import read_table
from rulings.rulebook.layers import joined, unknown, withdrawn_by, without
from rulings.rulebook.literate import clauses_in
from rulings.rulebook.registry import Registry, read_clauses
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.word_files import WordList, read_words

_UNCITING = (IncludeStatement, CitationStatement, OverrideStatement, ExclusionStatement)

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


def read_edition(
    folder: Path, edition: str | None = None, unsaved: Mapping[Path, str] | None = None
) -> Edition:
    """Read and check a rulebook. Raises RulingsError with every problem found.

    `unsaved` are texts that stand for what is on disk, as for `read_files`.
    """
    return check_files(read_files(folder, edition, unsaved))


def cited(unit: SourceUnit, ids: Mapping[str, str]) -> SourceUnit:
    """Return a unit that cites clauses by their whole names, where it does by their ids."""

    def whole(name: Name) -> Name:
        return replace(name, text=ids[name.text]) if name.text in ids else name

    def told(statement: Statement) -> Statement:
        if isinstance(statement, _UNCITING) or not any(
            name.text in ids for name in statement.annotations.clauses
        ):
            return statement
        noted = statement.annotations
        clauses = tuple(map(whole, noted.clauses))
        return replace(statement, annotations=replace(noted, clauses=clauses))

    statements = tuple(map(told, unit.statements))
    same = all(one is other for one, other in zip(statements, unit.statements, strict=True))
    return unit if same else replace(unit, statements=statements)


def check_files(files: EditionFiles) -> Edition:
    """Check what was read of a rulebook. Raises RulingsError with every problem found."""
    manifest, chosen = files.manifest, files.listed
    problems = list(files.problems)
    names_of_layers = tuple(f"{one.manifest.folder.name}/" for one in files.layers)
    own_books = (one for one in files.literate if not one.name.startswith(names_of_layers))
    registry = _clauses(files.registry, own_books, problems)
    documents = chosen.documents
    ids = registry.by_id()
    words = _words(files.words, problems)
    of_declarations: list[Diagnostic] = []
    units, declared = _units_of(files, problems, of_declarations, ids)
    for layer in files.layers:
        prefix = f"{layer.manifest.folder.name}/"
        books = (one for one in files.literate if one.name.startswith(prefix))
        own = _clauses(layer.registry, books, problems)
        problems += unknown(layer.manifest, own, registry)
        gone = withdrawn_by(layer.manifest, own)
        above = files.layers[files.layers.index(layer) :]
        spared = {source.name for one in above for _, source in one.rules}
        units = without(units, gone, spared)
        registry = joined(registry, own, gone)
        ids = registry.by_id()
        units = [cited(unit, ids) for unit in units]
        documents = (*documents, *(d.id for d in own.documents)) if documents else ()
    program, found = examine(
        (prelude(), *units),
        problems=problems if files.layers else (*problems, *of_declarations),
        # What a layer takes away may have declared something.
        declared=None if files.layers else declared,
    )
    if program is None or any(problem.severity is Severity.ERROR for problem in found):
        raise RulingsError(found)
    return Edition(
        manifest.name,
        manifest.title,
        chosen.name,
        tuple(one.name for one in manifest.editions),
        documents,
        manifest.folder,
        Shelf.of(program),
        registry,
        tuple(found),
        words,
    )


def _units_of(
    files: EditionFiles,
    problems: list[Diagnostic],
    of_declarations: list[Diagnostic],
    ids: Mapping[str, str],
) -> tuple[list[SourceUnit], Declarations]:
    """Parse the rule files and, by their declarations, which are returned too, the tables."""
    units: list[SourceUnit] = []
    for path, source in files.rules:
        if path.suffix != ".csv":
            unit, found = parse(source)
            problems += found
            units.append(cited(unit, ids))
            problems += _wrong_includes(path, unit)
    declared = declare((prelude(), *units), of_declarations)
    for path, source in files.rules:
        if path.suffix == ".csv":
            try:
                units.append(read_table(source, declared.predicates, declared.sorts))
            except RulingsError as problem:
                problems += problem.diagnostics
    return units, declared


def _wrong_includes(path: Path, unit: SourceUnit) -> list[Diagnostic]:
    """Return what is wrong with what a unit includes: escapes, circles, missing files."""
    if not any(isinstance(statement, IncludeStatement) for statement in unit.statements):
        return []
    from rulings.language.files import read_units

    read = read_units(path, unsaved={path.resolve(): unit.source.text})
    return [p for p in read[1] if p.code in ("RUL001", "RUL003", "RUL004")]


def _clauses(
    registry: Source | None, literate: Iterable[Source], problems: list[Diagnostic]
) -> Registry:
    """Return the clauses of a registry and of literate files."""
    found = Registry()
    listed = [(registry, read_clauses)] if registry is not None else []
    for source, read in (*listed, *((one, clauses_in) for one in literate)):
        try:
            found = joined(found, read(source), ())
        except RulingsError as problem:
            problems += problem.diagnostics
    return found


def _words(sources: tuple[Source, ...], problems: list[Diagnostic]) -> WordList:
    found = WordList()
    for source in sources:
        try:
            found = found.with_words(read_words(source))
        except RulingsError as problem:
            problems += problem.diagnostics
    return found


def prelude() -> SourceUnit:
    """Return the declarations that every rulebook has."""
    return parse(PRELUDE)[0]
