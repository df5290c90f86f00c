"""A rulebook while it is written: what a change of its files does to its cases.

In: a rulebook's folder, looked at again whenever something was saved. Out: a `Round` for each
look: what is wrong, which cases were asked, which of them flipped. Guarantee: a file that cannot
be read leaves everything as it was when it could; a change of an edition or a situation asks all
its cases again, a change of a FAQ file those that say something else by now, cases that fail
first, then those whose question is nearest to a changed rule; what a look has no time for stays due
until `go_on` asks it, whatever is saved in between.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from math import inf
from pathlib import Path
from time import perf_counter

from rulings.faq.cases import Case, read_cases
from rulings.faq.runner import Runner
from rulings.faq.suite import shown
from rulings.language.checks.dependencies import dependency_graph
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity
from rulings.language.predicates import base_of
from rulings.language.program import Program
from rulings.quality.observe import asked_predicates
from rulings.records import dataclass, replace
from rulings.rulebook.edition_files import read_files
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.folder import PRELUDE
from rulings.rulebook.library import queries
from rulings.rulebook.manifest import read_manifest
from rulings.rulebook.situation import LEGEND, ready_made
from rulings.session import Rulebook

_FAR = 1_000
EACH = 20.0
"""A case may take so many seconds."""
_BESIDE = (".csv", ".txt")
"""Such files hold tables of cases, and what is given in several FAQ files."""
Key = tuple[str, str, str]
"""What a case is known by, whatever it says: its file, its id, its edition."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came of asking a case: `complaint` is empty when it passed, `said` is the answer.

    `about` are the predicates that the question mentions.
    """

    case: Case
    complaint: str
    said: str
    problems: tuple[Diagnostic, ...] = ()
    about: frozenset[str] = frozenset()

    @property
    def passed(self) -> bool:
        """Whether the answer is the one expected."""
        return not self.complaint


@dataclass(frozen=True, slots=True)
class Flipped:
    """A case whose outcome is another one; `before` is None for a case that is new."""

    before: Came | None
    after: Came

    @property
    def case(self) -> Case:
        """The case."""
        return self.after.case


@dataclass(frozen=True, slots=True)
class Round:
    """What one look at the files came to.

    `asked` of `cases` were asked, in `seconds`; `failing` are those that fail by now. `problems`
    keep a file from being used, `warnings` were not there before; `behind` cases are still due.
    """

    problems: tuple[Diagnostic, ...]
    warnings: tuple[Diagnostic, ...]
    asked: int
    cases: int
    flipped: tuple[Flipped, ...]
    failing: tuple[Came, ...]
    seconds: float
    changed: bool
    behind: int


class Watched:
    """A rulebook with its cases; `look` reads again what was saved."""

    def __init__(self, folder: Path, edition: str | None = None) -> None:
        """`edition` limits it to one. Raises RulingsError when there is no such edition."""
        self.folder = folder
        self.edition = read_manifest(folder).edition(edition).name if edition else None
        self._books: dict[str, Rulebook] = {}
        self._files: dict[Path, tuple[int, int]] = {}
        self._read_of: dict[Path, tuple[Case, ...]] = {}
        self._cases: dict[Key, Case] = {}
        self._came: dict[Key, Came] = {}
        self._due: dict[Key, None] = {}
        self._far: dict[str, int] = {}
        self._runner = Runner(each=EACH)
        self._default = ""
        self._told: frozenset[str] = frozenset()
        self._warned: frozenset[str] = frozenset()

    def look(self, seconds: float = inf) -> Round:
        """Read what has changed and ask the cases that it reaches, for so many seconds."""
        began = perf_counter()
        problems: list[Diagnostic] = []
        turned = self._read(problems)
        told = frozenset(f"{p.span} {p.code} {p.message}" for p in problems)
        changed = turned or bool(self._due) or told != self._told
        self._told = told
        return self._asked(began, seconds, problems, changed=changed)

    def go_on(self, seconds: float) -> Round:
        """Ask what is still due, for so many seconds."""
        return self._asked(perf_counter(), seconds, [], changed=False)

    def places(self) -> tuple[Path, ...]:
        """Return the folders in which something may be saved that counts."""
        asked = queries(self.folder.name, self.folder)
        library = self.folder.parent / "lib"
        found = (self.folder, asked if asked.is_dir() else asked.parent, library)
        return tuple(place for place in found if place.is_dir())

    def _read(self, problems: list[Diagnostic]) -> bool:
        """Read what was saved; return whether there was anything."""
        try:
            manifest = read_manifest(self.folder)
        except RulingsError as problem:
            problems += problem.diagnostics
            return False
        names = [one.name for one in manifest.editions if self.edition in (None, one.name)]
        turned = {name for name in names if self._turn(name, problems)}
        self._books = {name: book for name, book in self._books.items() if name in names}
        place = queries(self.folder.name, self.folder)
        beside = (path for path in place.rglob("*") if path.suffix in _BESIDE)
        files = _signatures((*self._situation_files(), *beside, *faq_files(place)))
        saved = {path for path, told in files.items() if self._files.get(path) != told}
        again = bool(saved or turned or self._files.keys() - files.keys())
        again = again or manifest.default_edition != self._default
        stated = saved & set(self._situation_files())
        self._default = manifest.default_edition
        self._files = files
        if again:
            self._take(place, manifest.default_edition, problems)
            everything = names if stated else turned
            self._renew(key for key in self._cases if key[2] in everything)
        return again

    def _turn(self, name: str, problems: list[Diagnostic]) -> bool:
        """Go to what the files of an edition say by now, if they can be read."""
        known = self._books.get(name)
        try:
            files = read_files(self.folder, name)
            if known is not None and known.sha256 == files.sha256:
                return False
            self._books[name] = Rulebook.load(self.folder, name)
            if known is not None:
                self._far |= _distances(known.program, self._books[name].program)
        except RulingsError as problem:
            # What follows from a rule that cannot be read is no advice.
            problems += (p for p in problem.diagnostics if p.severity is Severity.ERROR)
            return False
        return True

    def _take(self, place: Path, default: str, problems: list[Diagnostic]) -> None:
        """Read the FAQ files; what cannot be read stays as it was."""
        found: dict[Path, tuple[Case, ...]] = {}
        for path in faq_files(place):
            try:
                found[path] = read_cases(path, shown(path))
            except RulingsError as problem:
                problems += problem.diagnostics
                found[path] = self._read_of.get(path, ())
        self._read_of = found
        cases: dict[Key, Case] = {}
        for case in (one for listed in found.values() for one in listed):
            edition = case.edition or default
            if case.game == self.folder.name and edition in self._books:
                cases[case.span.source.name, case.id, edition] = case
        self._renew(key for key, one in cases.items() if not _same(one, self._cases.get(key)))
        self._cases = cases
        self._came = {key: came for key, came in self._came.items() if key in cases}
        self._due = {key: None for key in self._due if key in cases}

    def _renew(self, keys: Iterable[Key]) -> None:
        """Ask cases again, of rulebooks and situations as they are now."""
        self._due |= dict.fromkeys(keys)
        books = dict(self._books)
        # Asked are the editions as they were last read, whatever lies in the folder by now.
        self._runner = Runner(
            each=EACH, start=self.folder, load=lambda _, edition: books[edition or ""]
        )

    def _asked(
        self, began: float, seconds: float, problems: list[Diagnostic], *, changed: bool
    ) -> Round:
        before = dict(self._came)

        def rank(key: Key) -> tuple[bool, int]:
            came = before.get(key)
            near = min((self._far.get(one, _FAR) for one in came.about), default=0) if came else 0
            return came is not None and came.passed, near

        due = sorted(self._due, key=rank)
        asked = 0
        for key in due:
            if perf_counter() - began >= seconds:
                break
            del self._due[key]
            outcome = self._runner.run(replace(self._cases[key], edition=key[2]))
            said = str(outcome.answer).partition("\n")[0] if outcome.answer is not None else ""
            told = outcome.complaint, said, outcome.diagnostics
            body = outcome.answer.goal.body if outcome.answer is not None else ()
            about = frozenset(asked_predicates(body))
            self._came[key] = Came(self._cases[key], *told, about)
            asked += 1
        self._far = self._far if self._due else {}
        flipped = (
            Flipped(before.get(key), came)
            for key, came in self._came.items()
            if _differ(before.get(key), came)
        )
        return Round(
            tuple({(p.code, p.message, str(p.span)): p for p in problems}.values()),
            self._new_warnings(),
            asked,
            len(self._cases),
            tuple(flipped),
            tuple(came for came in self._came.values() if not came.passed),
            perf_counter() - began,
            changed,
            len(self._due),
        )

    def _new_warnings(self) -> tuple[Diagnostic, ...]:
        """Return the warnings that were not told before."""
        # A rulebook without names does not use what every rulebook has for them.
        listed = (one for book in self._books.values() for one in book.contents.warnings)
        own = (one for one in listed if one.span is None or one.span.source.name != PRELUDE.name)
        found = {f"{one.code} {one.message}": one for one in own}
        new = tuple(one for key, one in found.items() if key not in self._warned)
        self._warned = frozenset(found)
        return new

    def _situation_files(self) -> Iterator[Path]:
        yield from ready_made(self.folder).values()
        if (self.folder / LEGEND).is_file():
            yield self.folder / LEGEND


def _distances(before: Program, after: Program) -> dict[str, int]:
    """Return for the predicates that changed rules reach how many rules lie between."""
    old, new = ({(one.head, one.body, one.clauses) for one in p.rules} for p in (before, after))
    far = {base_of(head.predicate): 0 for head, _, _ in old ^ new}
    readers: dict[str, set[str]] = {}
    for reader, edges in dependency_graph(after).items():
        for edge in edges:
            readers.setdefault(base_of(edge.read), set()).add(base_of(reader))
    waiting = deque(far)
    while waiting:
        one = waiting.popleft()
        for reader_of in readers.get(one, set()) - far.keys():
            far[reader_of] = far[one] + 1
            waiting.append(reader_of)
    return far


def _same(one: Case, other: Case | None) -> bool:
    """Whether two cases ask the same, wherever they stand."""
    return other is not None and _content(one) == _content(other)


def _content(case: Case) -> tuple[object, ...]:
    given, because = ([line.text for line in lines] for lines in (case.given, case.because))
    return case.situation, given, case.ask.text, case.expect, because, case.source


def _differ(before: Came | None, after: Came) -> bool:
    """Whether an outcome is worth telling: another one, or that of a new case that fails."""
    if before is None:
        return not after.passed
    return (before.complaint, before.said) != (after.complaint, after.said)


def _signatures(files: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Return when each file was written last; one that has just gone is left out."""
    found: dict[Path, tuple[int, int]] = {}
    for path in files:
        try:
            told = os.stat(path)
        except OSError:
            continue
        found[path] = told.st_mtime_ns, told.st_size
    return found
