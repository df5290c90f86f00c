"""What takes longer than a key may: whole rulebooks checked, cases and situations read.

In: the open files. Out: their findings, told as they come. Guarantee: what takes long is done in a
process of its own, so that keys need not share this one's; whatever is typed calls it off, and it
begins anew after a pause; what did not change since it was checked is not checked again; a check
has its time, and one that ends otherwise than in a result is told in the log and stops nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from rulings import aio
from rulings.adapters.lsp.open_files import OpenFile, OpenFiles
from rulings.adapters.lsp.workbench import CaseRun, Drawer, Workbench
from rulings.adapters.lsp.workshop import SAYING, TABLES, FileKind, Workshop, kind_of
from rulings.doors.journal import log
from rulings.engine.limits import OutOfTime
from rulings.faq.cases import Case
from rulings.faq.pieces import PieceRead
from rulings.language.diagnostics import Diagnostic, Note, RulingsError
from rulings.language.source import Source, Span
from rulings.records import dataclass, field, replace
from rulings.rulebook.registry import read_clauses
from rulings.rulebook.word_files import read_words

PAUSE = 0.25
"""Seconds without a key before anything is checked in depth."""
_BATCH = 20
"""So many cases are sent at once."""


@dataclass(slots=True)
class Thoroughness:
    """Checks in depth what is open, one check after the other.

    `tell` is called with a file whose findings changed, or with the path of one that is not open.
    """

    desk: OpenFiles
    tell: Callable[[OpenFile | Path], None]
    pause: float = PAUSE
    elsewhere: dict[Path, list[Diagnostic]] = field(default_factory=dict)
    _checked: dict[Path, int] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None
    _bench: aio.Aside[Workbench] = field(default_factory=lambda: aio.Aside(Workbench))

    def again(self, pause: float | None = None) -> None:
        """Call off what is checked, and begin anew after a pause."""
        self.stop()
        wait = self.pause if pause is None else pause
        self._task = asyncio.get_running_loop().create_task(self._all(wait))

    def stop(self) -> None:
        """Call off what is checked."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def end(self) -> None:
        """Call off what is checked, for good."""
        self.stop()
        self._bench.stop()

    async def run_case(self, cases: Sequence[Case], shop: Workshop, seconds: float) -> CaseRun:
        """Run a case in its editions, before anything else. Raises OutOfTime, WorkerLost."""
        self.stop()
        try:
            return await self._bench.run(Workbench.run, _drawer(shop), cases, seconds)
        finally:
            self.again(0.0)

    async def _all(self, wait: float) -> None:
        await asyncio.sleep(wait)
        for opened in list(self.desk.files.values()):
            if opened.is_late and opened.pending:
                await self._guarded(self._late(opened))
        for shop in list(self.desk.shops.values()):
            shop.reread()
            has_rules_open = any(one.kind not in TABLES for one in self.desk.beside(shop))
            if self._checked.get(shop.folder) != shop.state and has_rules_open:
                await self._guarded(self._rules(shop))
        for opened in list(self.desk.files.values()):
            if opened.pending or self._is_stale(opened):
                await self._guarded(self._file(opened))
            if opened.kind in SAYING and opened.shop is not None and opened.shop.book() is None:
                # Names are coloured and found by it.
                await self._guarded(aio.run(opened.shop.load))

    async def _late(self, opened: OpenFile) -> None:
        """Look at a file that is too long to be looked at with every key."""
        match opened.kind:
            case FileKind.CLAUSES:
                opened.quick = await self._bench.run(Workbench.alone, read_clauses, opened.source)
            case FileKind.WORDS:
                opened.quick = await self._bench.run(Workbench.alone, read_words, opened.source)
            case _:
                opened.quick = await aio.run(opened.look)
        self.tell(opened)

    async def _guarded(self, check: Awaitable[object]) -> None:
        try:
            await check
        except RulingsError as refused:
            log("lsp", "DEBUG", "not checked: %s", refused)
        except OutOfTime as late:
            log("lsp", "WARNING", "not checked: %s", late)
        except Exception as mistake:
            log("lsp", "WARNING", "not checked: %s: %s", type(mistake).__name__, mistake)

    def _is_stale(self, opened: OpenFile) -> bool:
        shop = opened.shop
        return shop is not None and opened.kind in SAYING and opened.checked_at != shop.state

    async def _rules(self, shop: Workshop) -> None:
        """Check the rules, words and clauses of a rulebook, and place what is found."""
        state = shop.state
        found = await self._bench.run(Workbench.rules, _drawer(shop))
        if state != shop.state:
            return
        self._checked[shop.folder] = state
        by_path: dict[Path, list[Diagnostic]] = {}
        for one in found:
            place = (
                shop.folder / one.span.source.name if one.span else shop.folder / "rulebook.toml"
            )
            if place.is_file():
                by_path.setdefault(place, []).append(one)
        opened = {one.path: one for one in self.desk.beside(shop)}
        for path in {*by_path, *opened, *self.elsewhere}:
            own = by_path.get(path, [])
            file = opened.get(path)
            if file is None:
                if path.is_relative_to(shop.folder) and self.elsewhere.get(path, []) != own:
                    self.elsewhere[path] = own
                    self.tell(path)
            elif file.kind is FileKind.BOOK:
                file.deep_rules = own
                self._keep(file, [*own, *_found_in(file, file.source)])
            elif file.kind not in TABLES:
                self._keep(file, own)

    def _keep(self, opened: OpenFile, found: list[Diagnostic]) -> None:
        """Keep what was found of a file beyond what is found at once."""
        placed = [one for one in map(opened.placed, found) if one is not None]
        known = {_identity(one) for one in opened.quick}
        opened.deep = [one for one in placed if _identity(one) not in known]
        opened.pending = False
        self.tell(opened)

    async def _file(self, opened: OpenFile) -> None:
        shop, source = opened.shop, opened.source
        match opened.kind:
            case FileKind.CASES | FileKind.BOOK if shop is not None:
                await self._cases(opened, shop)
            case FileKind.SITUATION if shop is not None:
                state = shop.state
                puzzle = opened.path.parent == shop.folder / "situations"
                drawer, file = _drawer(shop), opened.situation()
                found = await self._bench.run(Workbench.situation, drawer, file, puzzle=puzzle)
                if source is opened.source:
                    opened.checked_at = state
                    self._keep(opened, found)
            case FileKind.RULES if shop is None and opened.path.is_file():
                found = await self._bench.run(Workbench.program, opened.path, source.text)
                if source is opened.source:
                    self._keep(opened, found)

    async def _cases(self, opened: OpenFile, shop: Workshop) -> None:
        """Read the cases that were not read before, some at a time."""
        state = shop.state
        if opened.checked_at != state:
            opened.checked.clear()
            opened.checked_at = state
        waiting = [one for one in opened.pieces if _key(one) not in opened.checked]
        source = opened.source
        while waiting:
            asked = [one.cases for one in waiting[:_BATCH]]
            found = await self._bench.run(Workbench.cases, _drawer(shop), asked)
            if source is not opened.source or state != shop.state:
                return
            opened.checked |= zip(map(_key, waiting), found)
            waiting = waiting[len(found) :]
            self._keep(opened, [*opened.deep_rules, *_found_in(opened, source)])
        self._keep(opened, [*opened.deep_rules, *_found_in(opened, source)])


def _drawer(shop: Workshop) -> Drawer:
    """Return a rulebook as it is now."""
    rules = {
        path: text
        for path, text in shop.unsaved.items()
        if kind_of(path, shop.folder) not in TABLES
    }
    return Drawer(shop.folder, shop.state, rules)


def _key(read: PieceRead) -> tuple[str, str]:
    return read.piece.head, read.piece.text


def _found_in(opened: OpenFile, whole: Source) -> list[Diagnostic]:
    """Return what was found in the cases; what is wrong elsewhere once, on the first line."""
    found: list[Diagnostic] = []
    for one in opened.pieces:
        for problem in opened.checked.get(_key(one), ()):
            own = one.piece.head + one.piece.text
            if problem.span is None or problem.span.source.text == own:
                found.append(one.piece.placed(problem, whole))
            else:
                there = Note(f"{problem.span}", problem.span)
                first = Span(whole, 0, max(whole.text.find("\n"), 0))
                found.append(replace(problem, span=first, notes=(there, *problem.notes)))
    return list(dict.fromkeys(found))


def _identity(found: Diagnostic) -> tuple[object, ...]:
    return found.code, found.message, found.span.start if found.span is not None else 0
