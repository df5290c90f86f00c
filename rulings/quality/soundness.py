"""What is wrong with a program, a rulebook, a situation.

In: files, and texts of an editor that stand for some of them. Out: diagnostics. Guarantee: with a
rulebook are checked all its editions, the citations of all together, and what belongs to it: its
ready situations and the FAQ files of its game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

from rulings.engine.run.stratify import stratify
from rulings.english.collisions import collisions
from rulings.english.confusions import confusions
from rulings.english.idiom import Vocabulary
from rulings.english.lexicon import declared_nouns
from rulings.english.vocabulary import compile_words
from rulings.faq.examining import examine
from rulings.language.catalogue import diagnose
from rulings.language.checks.clauses import check_clauses
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity
from rulings.language.files import load_examined
from rulings.language.program import Program
from rulings.language.source import Span
from rulings.logic.lowering import lower
from rulings.quality.laws import laws_broken
from rulings.records import dataclass, replace
from rulings.rulebook.document import error, suggestion
from rulings.rulebook.edition import Edition
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.folder import PRELUDE, read_edition
from rulings.rulebook.layers import named
from rulings.rulebook.library import queries
from rulings.rulebook.manifest import JOINT, read_manifest
from rulings.rulebook.owner import owner_of_file
from rulings.rulebook.registry import Registry
from rulings.rulebook.situation import Situation, read_situation, ready_made
from rulings.session import Rulebook, Session

Unsaved = Mapping[Path, str]
"""Texts of an editor that stand for what is on disk, by the real paths of the files."""


def check_program(path: Path, unsaved: Unsaved | None = None) -> list[Diagnostic]:
    """Return what is wrong with a program that belongs to no rulebook, and what it includes."""
    program, found = load_examined(path, unsaved=unsaved)
    if program is None:
        return found
    said = (*collisions(program, Vocabulary()), *confusions(program))
    return [*found, *_refused(program), *said]


def check_rulebook(folder: Path, layers: Sequence[str] = ()) -> list[Diagnostic]:
    """Check every edition, the citations of all together, ready situations and FAQ files.

    With `layers` on top, what these find wrong; the situations and cases are not theirs.
    """
    if layers:
        return list(check_rules(folder, layers=named(layers, folder)).found)
    rules = check_rules(folder)
    home = folder.resolve()
    asked = faq_files(queries(home.name, home))
    if rules.broken:
        # What belongs to no manifest belongs to no game.
        cases = examine(asked, home, parse_only=True) if rules.known else []
        return [*rules.found, *cases]
    ready = (
        one for name in ready_made(folder) for one in check_situation(name, folder, puzzle=True)
    )
    return [*rules.found, *ready, *examine(asked, home)]


@dataclass(frozen=True, slots=True)
class RulesChecked:
    """What was found in the rules, words and clauses of a rulebook.

    `broken` is one that cannot be asked, `known` one whose manifest can be read.
    """

    found: tuple[Diagnostic, ...]
    broken: bool = False
    known: bool = True


def check_rules(
    folder: Path, unsaved: Unsaved | None = None, layers: Sequence[str] = ()
) -> RulesChecked:
    """Check the rules, words and clauses of every edition of a rulebook."""
    found: list[Diagnostic] = []
    programs: list[Program] = []
    try:
        manifest = read_manifest(folder)
    except RulingsError as refused:
        return RulesChecked(refused.diagnostics, broken=True, known=False)
    on_top = (*(one.folder.name for one in manifest.layers[-1:]), *layers)
    broken = False
    registry: Registry | None = None
    for edition in manifest.editions:
        try:
            loaded = read_edition(folder, JOINT.join((edition.name, *layers)), unsaved)
            found += _words_of(loaded)
        except RulingsError as refused:
            found += refused.diagnostics
            broken = True
        else:
            found += (w for w in loaded.warnings if _is_own(w, on_top))
            found += _refused(loaded.program)
            programs.append(loaded.program)
            registry = loaded.registry
    if broken or registry is None:
        return RulesChecked(tuple(found), broken=True)
    clauses = {name: (clause.unmodelled, clause.span) for name, clause in registry.clauses.items()}
    outside = _outside(folder.resolve())
    found += check_clauses(programs, clauses, exempt=outside, same_as=registry.same_as)
    found += (
        diagnose("RUL361", clause.span, suggestion=suggestion(other, clauses, "clause"), name=other)
        for clause in registry.clauses.values()
        for other in clause.same
        if other not in clauses
    )
    found += (
        error("RUL618", f"The clause `{clause.name}` has no gist yet.", clause.span)
        for clause in registry.clauses.values()
        if not clause.gist
    )
    return RulesChecked(tuple(found))


def _is_own(found: Diagnostic, layers: Sequence[str]) -> bool:
    """Whether a warning is for the authors of what is checked: the layers on top, if there are any.

    What lies below may lose its use to them.
    """
    if found.span is None:
        return True
    name = found.span.source.name
    if layers:
        return any(name.startswith(f"{layer}/") for layer in layers)
    return name != PRELUDE.name


def _words_of(loaded: Edition) -> list[Diagnostic]:
    """Check the sentences and words of an edition. Raises RulingsError."""
    program = loaded.program
    vocabulary, unclear = compile_words(loaded.words, program, declared_nouns(program))
    broken = laws_broken(program, vocabulary)
    return [*unclear, *collisions(program, vocabulary), *confusions(program), *broken]


def _refused(program: Program) -> tuple[Diagnostic, ...]:
    """What the engine would refuse of a checked program, told before it is asked anything."""
    try:
        stratify(lower(program, keep_forall=True))
    except RulingsError as refused:
        return refused.diagnostics
    return ()


def _outside(folder: Path) -> Callable[[Span], bool]:
    """Tell rules of libraries and of the system from those of the rulebook's own files."""

    @cache
    def is_own(name: str) -> bool:
        of_layer = name.startswith(f"{folder.name}/") and (folder.parent / name).is_file()
        return of_layer or (folder / name).is_file()

    return lambda span: not is_own(span.source.name)


def check_situation(
    path: str | Path, home: Path | None = None, *, puzzle: bool = False
) -> list[Diagnostic]:
    """Check a situation against its rulebook, `home` or the one it belongs to.

    A `Path` is a file that the user named, a text one that is ready-made; a `puzzle` may show
    what the rules do not allow.
    """
    try:
        folder = home if home is not None else owner_of_file(Path(path))
        if folder is None:
            message = f"{path} names no game and lies in no rulebook's folder."
            return [error("RUL606", message, hint="Name its game with `-g`, or write `game: …`.")]
        described = read_situation(path, folder)
        table = Rulebook.load(folder, described.edition).situation(path)
    except RulingsError as problem:
        return list(problem.diagnostics)
    return _table_findings(table, puzzle=puzzle)


def check_described(situation: Situation, book: Rulebook, *, puzzle: bool) -> list[Diagnostic]:
    """Check a situation that has been read against its rulebook."""
    try:
        situation.check_fit(book.name, book.edition, book.editions)
        return _table_findings(book.described(situation), puzzle=puzzle)
    except RulingsError as problem:
        return list(problem.diagnostics)


def _table_findings(table: Session, *, puzzle: bool) -> list[Diagnostic]:
    noticed = [n for n in table.notices if n.severity is not Severity.NOTE]
    # A ready-made table may show a position that its questions are about putting right.
    broken = (replace(one, severity=Severity.NOTE) if puzzle else one for one in table.breaches)
    return [*noticed, *broken]
