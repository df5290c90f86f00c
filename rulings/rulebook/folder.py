"""A rulebook's folder, read.

In: a folder and the name of an edition. Out: an `Edition`: the checked program with its facts
and the registry of printed clauses. Guarantee: everything the edition's files say is checked
together, all problems are reported at once, nothing outside the folder and the libraries is
read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar, cast

from rulings.language.check import declarations, examine
from rulings.language.checks.checked_before import RememberedRules
from rulings.language.checks.declare import Declarations
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
from rulings.records import dataclass, field, replace
from rulings.rulebook.edition import Edition
from rulings.rulebook.edition_files import EditionFiles, read_files
from rulings.rulebook.fact_tables import read_table
from rulings.rulebook.layers import joined, unknown, withdrawn_by, without
from rulings.rulebook.literate import clauses_in
from rulings.rulebook.manifest import JOINT
from rulings.rulebook.registry import Registry, read_clauses
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.word_files import WordList, read_words

_Found = TypeVar("_Found")

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


@dataclass(slots=True)
class ParsedTexts:
    """What texts were parsed to, by name and content, for whoever reads a folder again and again.

    Only what the last reading needed is kept.
    """

    _last: dict[tuple[str, str], object] = field(default_factory=dict)
    _now: dict[tuple[str, str], object] = field(default_factory=dict)
    rules: RememberedRules = field(default_factory=RememberedRules)

    def begin(self) -> None:
        """Begin a reading."""
        self._last, self._now = self._now, {}

    def of(self, source: Source, parse_it: Callable[[Source], _Found]) -> _Found:
        """Return what a text is parsed to; what raises is not kept."""
        key = source.name, source.text
        found = self._last[key] if key in self._last else self._now.get(key)
        if found is None:
            found = parse_it(source)
        self._now[key] = found
        return cast("_Found", found)

    def cited(self, unit: SourceUnit, ids: Mapping[str, str]) -> SourceUnit:
        """Return a unit that cites by whole names; what is the same again is the same object."""
        text = f"{hash(frozenset(ids.items()))} {unit.source.text}"
        return self.of(Source(f"cited {unit.source.name}", text), lambda _: cited(unit, ids))


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


def check_files(
    files: EditionFiles, parsed: ParsedTexts | None = None, *, thorough: bool = True
) -> Edition:
    """Check what was read of a rulebook. Raises RulingsError with every problem found.

    `parsed` is what earlier readings of the folder left, and gains what this one parses. Only a
    `thorough` check looks for what is legal and probably not meant.
    """
    known = parsed or ParsedTexts()
    known.begin()
    manifest, chosen = files.manifest, files.listed
    problems = list(files.problems)
    registry = _registry(files.registry, problems, known)
    names_of_layers = tuple(f"{one.manifest.folder.name}/" for one in files.layers)
    for source in files.literate:
        if not source.name.startswith(names_of_layers or "\0"):
            registry = joined(registry, _literate(source, problems, known), ())
    documents = chosen.documents
    ids = registry.by_id()
    words = _words(files.words, problems, known).of_edition(chosen.name.partition(JOINT)[0])
    of_declarations: list[Diagnostic] = []
    units, declared = _units_of(files, problems, of_declarations, known, ids)
    for layer in files.layers:
        own = _registry(layer.registry, problems, known)
        for source in files.literate:
            if source.name.startswith(f"{layer.manifest.folder.name}/"):
                own = joined(own, _literate(source, problems, known), ())
        problems += unknown(layer.manifest, own, registry)
        gone = withdrawn_by(layer.manifest, own)
        above = files.layers[files.layers.index(layer) :]
        spared = {source.name for one in above for _, source in one.rules}
        units = without(units, gone, spared)
        registry = joined(registry, own, gone)
        ids = registry.by_id()
        units = [known.cited(unit, ids) for unit in units]
        documents = (*documents, *(d.id for d in own.documents)) if documents else ()
    program, found = examine(
        (prelude(), *units),
        problems=problems if files.layers else (*problems, *of_declarations),
        remembered=known.rules,
        thorough=thorough,
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
    known: ParsedTexts,
    ids: Mapping[str, str],
) -> tuple[list[SourceUnit], Declarations]:
    """Parse the rule files and, by their declarations, which are returned too, the tables."""
    units: list[SourceUnit] = []
    for path, source in files.rules:
        if path.suffix != ".csv":
            unit, found = known.of(source, parse)
            problems += found
            units.append(known.cited(unit, ids))
            problems += _wrong_includes(path, unit)
    declared = declarations((prelude(), *units), of_declarations)
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


def _registry(source: Source | None, problems: list[Diagnostic], known: ParsedTexts) -> Registry:
    try:
        return known.of(source, read_clauses) if source is not None else Registry()
    except RulingsError as problem:
        problems += problem.diagnostics
        return Registry()


def _literate(source: Source, problems: list[Diagnostic], known: ParsedTexts) -> Registry:
    try:
        return known.of(
            Source(f"clauses of {source.name}", source.text), lambda _: clauses_in(source)
        )
    except RulingsError as problem:
        problems += problem.diagnostics
        return Registry()


def _words(sources: tuple[Source, ...], problems: list[Diagnostic], known: ParsedTexts) -> WordList:
    found = WordList()
    for source in sources:
        try:
            found = found.with_words(known.of(source, read_words))
        except RulingsError as problem:
            problems += problem.diagnostics
    return found


def prelude() -> SourceUnit:
    """Return the declarations that every rulebook has."""
    return parse(PRELUDE)[0]
