"""A rulebook while it is written: what a change of its files does to its cases.

In: a rulebook's folder, looked at again whenever something was saved. Out: a `Round` for each
look: what is wrong, which cases were asked, which of them flipped. Guarantee: a file that cannot
be read leaves everything as it was when it could; a case is asked again when what it says, the
situation it names, the words it is read with or a rule that it depends on have changed; a look
takes as long as it may, and what is left stays due until `go_on` does it, whatever is saved in
between; what is legal and probably not meant is looked for behind the cases, with their reasons.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from math import inf
from pathlib import Path

from rulings.collecting import without_garbage_collection
from rulings.faq.cases import Case, read_cases
from rulings.faq.spread import Progress
from rulings.faq.suite import shown
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity
from rulings.quality.kept_words import says_the_same, with_contents
from rulings.quality.listening import Came, Listened
from rulings.quality.replayed import Carried
from rulings.quality.rounds import Flipped, Looking, Round, differ, told_once
from rulings.quality.seen_edition import Due, SeenEdition, known_by
from rulings.rulebook.edition_files import EditionFiles, read_files
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.folder import PRELUDE, ParsedTexts, check_files
from rulings.rulebook.library import queries
from rulings.rulebook.manifest import Manifest, read_manifest
from rulings.rulebook.situation import LEGEND, ready_made
from rulings.session import Rulebook

Signature = tuple[int, int]
"""When a file was written last, in nanoseconds, and its length in bytes."""

_BESIDE = (".csv", ".txt")
"""Such files hold tables of cases, and what is given in several FAQ files."""
Key = tuple[str, tuple[str, str, str]]
"""The edition that a case is asked in, and what the case is known by."""


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
        self._seen: dict[str, SeenEdition] = {}
        self._cases: dict[Path, tuple[Case, ...]] = {}
        self._files: dict[Path, Signature] = {}
        self._situations: dict[Path, Signature] = {}
        self._warned: set[tuple[str, str]] = set()
        self._unwarned: dict[str, EditionFiles] = {}
        self._due: dict[str, Due] = {}
        self._beside: dict[Path, Signature] = {}
        self._problems: tuple[str, ...] = ()
        self._default = ""
        self._editions: tuple[str, ...] = ()

    def look(self, progress: Progress | None = None, seconds: float = inf) -> Round:
        """Read what has changed and ask the cases that it reaches, for so many seconds."""
        with without_garbage_collection():
            look = Looking(progress, seconds, saved=True)
            before = {key: one.came for key, one in self._listened()}
            try:
                manifest = read_manifest(self.folder)
            except RulingsError as problem:
                look.problems += problem.diagnostics
            else:
                self._read(manifest, look)
                self._catch_up(look)
            told = tuple(f"{p.span} {p.code} {p.message}" for p in look.problems)
            changed = look.read or told != self._problems
            self._problems = told
            return self._round(look, before, changed=changed)

    def go_on(self, seconds: float) -> Round:
        """Ask what is still to be asked, then look at what verdicts rest on by now."""
        with without_garbage_collection():
            look = Looking(None, seconds)
            before = {key: one.came for key, one in self._listened()}
            self._catch_up(look)
            if not self._due and not any(seen.behind for seen in self._seen.values()):
                self._look_for_warnings(look)
                for seen in self._seen.values():
                    while seen.carried.waiting and look.in_time():
                        seen.carried.explain_next()
                        look.asked += 1
            return self._round(look, before, changed=False)

    def _read(self, manifest: Manifest, look: Looking) -> None:
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
        # The one that most are asked in comes first.
        names = sorted((e.name for e in manifest.editions), key=lambda name: name != default)
        names = [name for name in names if self.edition in (None, name)]
        self._seen = {name: one for name, one in self._seen.items() if name in names}
        self._due = {name: self._due.get(name, Due()) for name in names}
        for due in self._due.values():
            due.situations |= restated
            due.everything = due.everything or drawn_anew
            due.cases = due.cases or look.cases

    def _catch_up(self, look: Looking) -> None:
        """Bring editions and their cases to what was saved, as far as there is time."""
        for name, due in tuple(self._due.items()):
            if not self._turn(name, look):
                continue
            del self._due[name]
            seen = self._seen.get(name)
            if seen is not None:
                cases = (case for cases in self._cases.values() for case in cases)
                wanted = [case for case in cases if (case.edition or self._default) == name]
                seen.hear(wanted, due, look)
                if look.saved:
                    seen.ask_some(look)
            if not look.in_time():
                return
        for seen in self._seen.values():
            seen.ask_some(look)

    def _round(self, look: Looking, before: Mapping[Key, Came], *, changed: bool) -> Round:
        after = dict(self._listened())
        return Round(
            told_once(look.problems),
            self._new(look.warnings),
            look.asked,
            len(after),
            tuple(
                Flipped(one.case, before.get(key), one.came)
                for key, one in after.items()
                if differ(before.get(key), one.came)
            ),
            tuple(one for one in after.values() if not one.came.passed),
            look.passed(),
            sum(len(seen.carried.waiting) for seen in self._seen.values()),
            changed or bool(self._due),
            len(self._unwarned),
            sum(seen.behind for seen in self._seen.values()),
            len(self._due),
        )

    def _look_for_warnings(self, look: Looking) -> None:
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

    def _read_cases(self, look: Looking, *, again: bool) -> None:
        """Read the FAQ files that were saved; `again` reads all of them."""
        place = queries(self.folder.name, self.folder)
        files = _signatures(faq_files(place))
        beside = _signatures(path for path in place.rglob("*") if path.suffix in _BESIDE)
        again = again or beside != self._beside
        self._beside = beside
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

    def _turn(self, name: str, look: Looking) -> bool:
        """Go to what the files of an edition say by now, if they can be read.

        False where that takes longer than there is time for: words are to be read again.
        """
        seen = self._seen.get(name)
        try:
            files = read_files(self.folder, name)
            if seen is not None and seen.sha256 == files.sha256:
                return True
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
                seen.carried.turn(with_contents(seen.carried.book, edition))
                seen.sha256 = files.sha256
            elif seen is not None and look.saved and look.seconds < inf:
                return False
            else:
                heard = [] if seen is None else [one.doubted() for one in seen.carried.listened]
                book = Rulebook.load(self.folder, name)
                if seen is not None:
                    self._due[name].ranks |= seen.ranks(book)
                carried = Carried(book, heard)
                self._seen[name] = SeenEdition(carried, files.sha256, words, self.folder, self.jobs)
        except RulingsError as problem:
            # What follows from a rule that cannot be read is no advice.
            errors = (p for p in problem.diagnostics if p.severity is Severity.ERROR)
            look.problems += errors
        return True

    def _listened(self) -> Iterator[tuple[Key, Listened]]:
        for name, seen in self._seen.items():
            for one in seen.carried.listened:
                yield (name, known_by(one.case)), one

    def _new(self, warnings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the warnings that were not told before."""
        # A rulebook without names does not use what every rulebook has for them.
        own = (one for one in warnings if one.span is None or one.span.source is not PRELUDE)
        found = {(one.code, one.message): one for one in own}
        new = tuple(one for key, one in found.items() if key not in self._warned)
        self._warned |= found.keys()
        return new


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
