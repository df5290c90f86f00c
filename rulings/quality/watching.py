"""A rulebook while it is written: what a change of its files does to its cases.

In: a rulebook's folder, looked at again whenever something was saved. Out: a `Round` for each
look: what is wrong, which cases were asked, which of them flipped. Guarantee: a file that cannot
be read leaves everything as it was when it could; a case is asked again when what it says, the
situation it names, the words it is read with or a rule that it depends on have changed; what is
legal and probably not meant is looked for behind the cases, with their reasons.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import perf_counter

from rulings.collecting import without_garbage_collection
from rulings.faq.cases import Case, read_cases
from rulings.faq.runner import Runner
from rulings.faq.spread import Progress, Setting, spread
from rulings.faq.suite import shown
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity
from rulings.quality.kept_words import says_the_same, with_contents
from rulings.quality.listening import Came, Listened, late, listen, unread
from rulings.quality.replayed import Carried
from rulings.records import dataclass, field, replace
from rulings.rulebook.edition_files import EditionFiles, read_files
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.folder import ParsedTexts, check_files
from rulings.rulebook.library import queries
from rulings.rulebook.manifest import Manifest, read_manifest
from rulings.rulebook.situation import LEGEND, ready_made
from rulings.session import Rulebook

Signature = tuple[int, int]
"""When a file was written last, in nanoseconds, and its length in bytes."""


_PATIENCE = 3
"""So many cases of a process may run out of time before the others are not asked."""

_Key = tuple[str, tuple[str, str, str]]
"""The edition that a case is asked in, and what the case is known by."""


@dataclass(frozen=True, slots=True)
class Flipped:
    """A case whose outcome is another one; `before` is None for a case that is new."""

    case: Case
    before: Came | None
    after: Came


@dataclass(frozen=True, slots=True)
class Round:
    """What one look at the files came to.

    `asked` of `cases` were asked, in `seconds`; `failing` are those that fail by now. `problems`
    keep a file from being used, `warnings` are those that were not there before. `waiting` cases
    have a verdict by now and no reasons yet, of `unwarned` editions the warnings are not known yet:
    `Watched.reasons` looks at both.
    """

    problems: tuple[Diagnostic, ...]
    warnings: tuple[Diagnostic, ...]
    asked: int
    cases: int
    flipped: tuple[Flipped, ...]
    failing: tuple[Listened, ...]
    seconds: float
    waiting: int
    changed: bool
    unwarned: int


@dataclass(slots=True)
class _Seen:
    """An edition as it was when it could be read last."""

    carried: Carried
    sha256: str
    words: tuple[str, ...]


class Watched:
    """A rulebook with its cases; `look` reads again what was saved."""

    def __init__(
        self, folder: Path, edition: str | None = None, *, jobs: int | None = None
    ) -> None:
        """`edition` limits it to one. Raises RulingsError when there is no such edition."""
        self.folder = folder
        self.edition = read_manifest(folder).edition(edition).name if edition else None
        self.jobs = jobs
        self._parsed: dict[str, ParsedTexts] = {}
        self._seen: dict[str, _Seen] = {}
        self._cases: dict[Path, tuple[Case, ...]] = {}
        self._files: dict[Path, Signature] = {}
        self._situations: dict[Path, Signature] = {}
        self._warned: set[tuple[str, str]] = set()
        self._unwarned: dict[str, EditionFiles] = {}
        self._problems: tuple[str, ...] = ()
        self._default = ""
        self._editions: tuple[str, ...] = ()

    def look(self, progress: Progress | None = None) -> Round:
        """Read what has changed and ask the cases that it reaches."""
        with without_garbage_collection():
            return self._look(progress)

    def _look(self, progress: Progress | None) -> Round:
        start = perf_counter()
        look = _Look(progress)
        before = {key: one.came for key, one in self._listened()}
        try:
            manifest = read_manifest(self.folder)
        except RulingsError as problem:
            look.problems += problem.diagnostics
        else:
            self._read(manifest, look)
        told = tuple(f"{p.span} {p.code} {p.message}" for p in look.problems)
        changed = look.read or told != self._problems
        self._problems = told
        return self._round(look, before, start, changed=changed)

    def _read(self, manifest: Manifest, look: _Look) -> None:
        """Read what was saved, and ask what that reaches."""
        situations = _signatures(self._situation_files())
        restated = {
            path.stem
            for path in situations.keys() | self._situations.keys()
            if situations.get(path) != self._situations.get(path)
        }
        drawn_anew = LEGEND.partition(".")[0] in restated
        self._situations = situations
        editions = tuple(edition.name for edition in manifest.editions)
        # A case that names none is asked in every edition that there is.
        self._read_cases(look, again=drawn_anew or editions != self._editions)
        self._editions = editions
        default = manifest.default_edition
        look.cases = look.cases or bool(restated) or default != self._default
        self._default = default
        names = [e.name for e in manifest.editions if self.edition in (None, e.name)]
        self._seen = {name: one for name, one in self._seen.items() if name in names}
        for name in names:
            self._turn(name, look)
            self._ask(name, default, look, restated, everything=drawn_anew)

    def reasons(self, seconds: float) -> Round:
        """Look for so many seconds at what verdicts rest on that may rest on something else."""
        start = perf_counter()
        look = _Look(None)
        before = {key: one.came for key, one in self._listened()}
        self._look_for_warnings(look)
        for seen in self._seen.values():
            while seen.carried.waiting and perf_counter() - start < seconds:
                seen.carried.explain_next()
                look.asked += 1
        return self._round(look, before, start, changed=False)

    def _round(
        self, look: _Look, before: Mapping[_Key, Came], start: float, *, changed: bool
    ) -> Round:
        after = dict(self._listened())
        return Round(
            _told_once(look.problems),
            self._new(look.warnings),
            look.asked,
            len(after),
            tuple(
                Flipped(one.case, before.get(key), one.came)
                for key, one in after.items()
                if _differ(before.get(key), one.came)
            ),
            tuple(one for one in after.values() if not one.came.passed),
            perf_counter() - start,
            sum(len(seen.carried.waiting) for seen in self._seen.values()),
            changed,
            len(self._unwarned),
        )

    def _look_for_warnings(self, look: _Look) -> None:
        for name, files in self._unwarned.items():
            with suppress(RulingsError):  # which was told before
                look.warnings += check_files(files, self._parsed[name]).warnings
        self._unwarned = {}

    def places(self) -> tuple[Path, ...]:
        """Return the folders in which something may be saved that counts."""
        asked = queries(self.folder.name, self.folder)
        library = self.folder.parent / "lib"
        found = (self.folder, asked if asked.is_dir() else asked.parent, library)
        return tuple(place for place in found if place.is_dir())

    # Files

    def _situation_files(self) -> Iterator[Path]:
        yield from ready_made(self.folder).values()
        if (self.folder / LEGEND).is_file():
            yield self.folder / LEGEND

    def _read_cases(self, look: _Look, *, again: bool) -> None:
        """Read the FAQ files that were saved; `again` reads all of them."""
        files = _signatures(faq_files(queries(self.folder.name, self.folder)))
        gone = self._cases.keys() - files.keys()
        look.cases = again or bool(gone)
        look.read = look.read or look.cases
        for path in gone:
            del self._cases[path]
        for path, signature in files.items():
            if not again and self._files.get(path) == signature:
                continue
            look.read = look.cases = True
            try:
                listed = read_cases(path, shown(path))
                self._cases[path] = tuple(c for c in listed if c.game == self.folder.name)
            except RulingsError as problem:
                look.problems += problem.diagnostics
        self._files = files

    # Editions

    def _turn(self, name: str, look: _Look) -> None:
        """Go to what the files of an edition say by now, if they can be read."""
        seen = self._seen.get(name)
        try:
            files = read_files(self.folder, name)
            if seen is not None and seen.sha256 == files.sha256:
                return
            look.read = True
            parsed = self._parsed.setdefault(name, ParsedTexts())
            edition = check_files(files, parsed, thorough=seen is None)
            look.warnings += edition.warnings
            if seen is not None:
                self._unwarned[name] = files
            words = tuple(source.text for source in files.words)
            if (
                seen is not None
                and seen.words == words
                and says_the_same(seen.carried.book, edition)
            ):
                look.asked += len(seen.carried.turn(with_contents(seen.carried.book, edition)))
                self._seen[name] = replace(seen, sha256=files.sha256)
            else:
                book = Rulebook.load(self.folder, name)
                self._seen[name] = _Seen(Carried(book, ()), files.sha256, words)
        except RulingsError as problem:
            # What follows from a rule that cannot be read is no advice.
            errors = (p for p in problem.diagnostics if p.severity is Severity.ERROR)
            look.problems += errors

    def _ask(
        self, name: str, default: str, look: _Look, restated: set[str], *, everything: bool
    ) -> None:
        """Ask the cases of an edition that are new, say something else, or could not be read."""
        seen = self._seen.get(name)
        if seen is None:
            return
        carried = seen.carried
        if not look.cases and carried.listened and all(one.known for one in carried.listened):
            return
        known = {_key(one.case): index for index, one in enumerate(carried.listened)}
        wanted = [
            c for cases in self._cases.values() for c in cases if (c.edition or default) == name
        ]
        carried.keep([known[key] for key in map(_key, wanted) if key in known])
        known = {_key(one.case): index for index, one in enumerate(carried.listened)}
        again: list[Case] = []
        for case in wanted:
            index = known.get(_key(case))
            one = carried.listened[index] if index is not None else None
            if (
                one is None
                or one.known is None
                or everything
                or case.situation in restated
                or _content(one.case) != _content(case)
            ):
                again.append(case)
            elif index is not None:
                carried.listened[index] = replace(one, case=case)
        look.asked += len(again)
        for one in self._asked(carried.book, again, look, first=not known):
            carried.put(known.get(_key(one.case), len(carried.listened)), one)

    def _asked(
        self, book: Rulebook, cases: list[Case], look: _Look, *, first: bool
    ) -> Iterable[Listened]:
        """Ask cases, all cases of an edition on all processors."""
        if first:
            setting = Setting(start=self.folder)
            return spread(_Listener, cases, setting, jobs=self.jobs, progress=look.progress)
        listener = _Listener(Setting(start=self.folder))
        listener.runner.take(book, {case.edition for case in cases})
        return [listener(case) for case in cases]

    def _listened(self) -> Iterator[tuple[_Key, Listened]]:
        for name, seen in self._seen.items():
            for one in seen.carried.listened:
                yield (name, _key(one.case)), one

    def _new(self, warnings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the warnings that were not told before."""
        found = {(one.code, one.message): one for one in warnings}
        new = tuple(one for key, one in found.items() if key not in self._warned)
        self._warned |= found.keys()
        return new


@dataclass(slots=True)
class _Look:
    """What one look has come to so far.

    `read` tells whether there was anything to read, `cases` whether any case says something else.
    """

    progress: Progress | None
    problems: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)
    asked: int = 0
    read: bool = False
    cases: bool = False


class _Listener:
    """Asks the cases of one process."""

    def __init__(self, setting: Setting) -> None:
        self.runner = Runner(engine=setting.engine, start=setting.start)
        self.late = 0

    def __call__(self, case: Case) -> Listened:
        """Ask one case. Whatever ran away several times would do so for every case."""
        if self.late == _PATIENCE:
            return late(case)
        try:
            # Loaded apart: that takes as long as it takes.
            self.runner.book(case)
        except RulingsError as problem:
            return unread(case, problem)
        found = listen(case, partial(self.runner.table, case))
        self.late += found.ran_away
        return found


def _told_once(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return what is wrong, once where editions share a file."""
    return tuple({(p.code, p.message, str(p.span)): p for p in problems}.values())


def _key(case: Case) -> tuple[str, str, str]:
    return case.span.source.name, case.id, case.edition or ""


def _content(case: Case) -> tuple[object, ...]:
    """Return all of a case that its outcome depends on."""
    lines = tuple(line.text for line in case.given)
    because = tuple(line.text for line in case.because)
    return case.situation, lines, case.ask.text, case.expect, because


def _differ(before: Came | None, after: Came) -> bool:
    """Whether an outcome is worth telling: another one, or that of a new case that fails."""
    if before is None:
        return not after.passed
    return (before.complaint, before.said) != (after.complaint, after.said)


def _signatures(files: Iterable[Path]) -> dict[Path, Signature]:
    """Return when each file was written last; one that has just gone is left out."""
    found: dict[Path, Signature] = {}
    for path in files:
        try:
            told = os.stat(path)
        except OSError:
            continue
        found[path] = told.st_mtime_ns, told.st_size
    return found
