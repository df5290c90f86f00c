"""A rulebook with its FAQ cases.

In: the name of a game or the path of its folder. Out: a `Suite`: its editions, loaded, and the
cases of `queries/<game>/`. Guarantee: every FAQ file is read before anything is run, and all
mistakes in them are reported together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rulings.faq.cases import Case, read_cases
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import dataclass, replace
from rulings.rulebook.document import refusal
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.library import find, queries
from rulings.rulebook.manifest import JOINT, read_manifest
from rulings.session import Rulebook


@dataclass(frozen=True, slots=True)
class Suite:
    """The editions of a rulebook, the default one first, and its cases."""

    folder: Path
    books: tuple[Rulebook, ...]
    cases: tuple[Case, ...]


def open_suite(
    game: str | Path,
    edition: str | None = None,
    place: Path | None = None,
    layers: Sequence[str] = (),
) -> Suite:
    """Load a rulebook and read its cases, those of one `edition` or of all, with layers on top.

    `place` is the file or folder of the cases, by default `queries/<game>` beside `facts`.
    Raises RulingsError with every mistake in them, and RUL706 when there are none.
    """
    folder = find(game)
    return suite_of(folder, suite_files(folder, place), edition, layers)


def suite_of(
    folder: Path, files: Iterable[Path], edition: str | None = None, layers: Sequence[str] = ()
) -> Suite:
    """Load a rulebook and read the cases of some files, as `open_suite` does."""
    manifest = read_manifest(folder)
    chosen = manifest.edition(edition).name
    others = () if edition else tuple(e.name for e in manifest.editions if e.name != chosen)
    # The cases of an edition are asked with the layers on top of it as well.
    whole = {name.partition(JOINT)[0]: JOINT.join((name, *layers)) for name in (chosen, *others)}
    books = tuple(Rulebook.load(folder, name) for name in whole.values())
    default = manifest.default_edition
    cases = []
    for case in read_all(files):
        printed = case.edition or default
        if printed in whole and whole[printed] != printed:
            cases.append(replace(case, edition=whole[printed]))
        elif edition is None or printed in (*whole, *whole.values()):
            cases.append(case)
    return Suite(folder, books, tuple(cases))


def suite_files(folder: Path, place: Path | None = None) -> tuple[Path, ...]:
    """Return the FAQ files of a rulebook. Raises RulingsError (RUL706) when there are none."""
    found = faq_files(place or queries(folder.name, folder))
    if not found:
        where = f'in "{place}"' if place is not None else f"for {folder.name}"
        hint = f"Write one: queries/{folder.name}/first.faq.yaml."
        raise refusal("RUL706", f"There are no FAQ files {where}.", hint=hint)
    return found


def read_all(files: Iterable[Path], root: Path | None = None) -> tuple[Case, ...]:
    """Read FAQ files, named from `root` or else from the working directory.

    Raises RulingsError with the mistakes of all of them.
    """
    cases: list[Case] = []
    problems: list[Diagnostic] = []
    for path in files:
        try:
            name = shown(path) if root is None else str(path.relative_to(root))
            cases += read_cases(path, name)
        except RulingsError as problem:
            problems += problem.diagnostics
    if problems:
        raise RulingsError(problems)
    return tuple(cases)


def shown(path: Path) -> str:
    """Return how a path is named: from the working directory when it lies below it."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
