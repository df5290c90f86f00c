"""What takes longer than a key may: whole rulebooks checked, cases and situations read.

In: the open files. Out: their findings, told as they come. Guarantee: nothing here runs in the
event loop's own thread; whatever is typed calls it off, and it begins anew after a pause; what did
not change since it was checked is not checked again; a check has its time, and one that ends
otherwise than in a result is told in the log and stops nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import ParamSpec, TypeVar

from rulings import aio
from rulings.adapters.lsp.open_files import OpenFile, OpenFiles
from rulings.adapters.lsp.workshop import FileKind, Workshop
from rulings.doors.journal import log
from rulings.engine.limits import OutOfTime, deadline
from rulings.faq.examining import problems_of_case
from rulings.faq.pieces import PieceRead
from rulings.faq.runner import Runner
from rulings.language.diagnostics import Diagnostic, Note, RulingsError
from rulings.language.source import Source, Span
from rulings.quality.soundness import check_described, check_program, check_rules
from rulings.rulebook.situation import read_situation

_P = ParamSpec("_P")
_T = TypeVar("_T")
PAUSE = 0.25
"""Seconds without a key before anything is checked in depth."""
LONGEST = 120.0
"""Seconds that one check may take."""
_STRIDE = 0.2


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
    _runners: dict[Path, tuple[int, Runner]] = field(default_factory=dict)
    _task: asyncio.Task[None] | None = None

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

    @property
    def resting(self) -> bool:
        """Whether everything is checked."""
        return self._task is None or self._task.done()

    async def _all(self, wait: float) -> None:
        await asyncio.sleep(wait)
        for opened in list(self.desk.files.values()):
            if opened.is_late and opened.pending:
                opened.quick = await aio.run(opened.look)
                self.tell(opened)
        for shop in list(self.desk.shops.values()):
            shop.reread()
            if self._checked.get(shop.folder) != shop.state and self._has_rules_open(shop):
                await self._guarded(self._rules(shop))
        for opened in list(self.desk.files.values()):
            if opened.pending or self._is_stale(opened):
                await self._guarded(self._file(opened))

    async def _guarded(self, check: Awaitable[None]) -> None:
        try:
            await check
        except RulingsError as refused:
            log("lsp", "DEBUG", "not checked: %s", refused)
        except OutOfTime as late:
            log("lsp", "WARNING", "not checked: %s", late)
        except Exception as mistake:
            log("lsp", "WARNING", "not checked: %s: %s", type(mistake).__name__, mistake)

    def _has_rules_open(self, shop: Workshop) -> bool:
        tables = (FileKind.CASES, FileKind.SITUATION)
        return any(one.kind not in tables for one in self.desk.beside(shop))

    def _is_stale(self, opened: OpenFile) -> bool:
        tables = (FileKind.CASES, FileKind.SITUATION)
        shop = opened.shop
        return shop is not None and opened.kind in tables and opened.checked_at != shop.state

    async def _rules(self, shop: Workshop) -> None:
        """Check the rules, words and clauses of a rulebook, and place what is found."""
        state, unsaved = shop.state, dict(shop.unsaved)
        found = (await aio.run(_timed, check_rules, shop.folder, unsaved)).found
        if state != shop.state:
            return
        self._checked[shop.folder] = state
        by_path: dict[Path, list[Diagnostic]] = {}
        for one in dict.fromkeys(found):
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
            elif file.kind not in (FileKind.CASES, FileKind.SITUATION):
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
            case FileKind.CASES if shop is not None:
                await self._cases(opened, shop)
            case FileKind.SITUATION if shop is not None:
                state = shop.state
                found = await aio.run(_timed, _table_of, opened, shop)
                if source is opened.source:
                    opened.checked_at = state
                    self._keep(opened, found)
            case FileKind.RULES if shop is None and opened.path.is_file():
                unsaved = {opened.path: source.text}
                found = await aio.run(_timed, check_program, opened.path, unsaved)
                own = [one for one in found if one.span and one.span.source.text == source.text]
                if source is opened.source:
                    self._keep(opened, own)

    async def _cases(self, opened: OpenFile, shop: Workshop) -> None:
        """Read the cases that were not read before, some at a time."""
        state = shop.state
        if opened.checked_at != state:
            opened.checked.clear()
            opened.checked_at = state
        waiting = [one for one in opened.pieces if _key(one) not in opened.checked]
        runner = self.runner(shop)
        source = opened.source
        while waiting:
            read = await aio.run(_timed, _stride, waiting, runner)
            if source is not opened.source or state != shop.state:
                return
            opened.checked |= read
            waiting = waiting[len(read) :]
            self._keep(opened, _found_in(opened, source))
        self._keep(opened, _found_in(opened, source))

    def runner(self, shop: Workshop) -> Runner:
        """Return what keeps the tables of a rulebook's cases, for its rules as they are now."""
        known = self._runners.get(shop.folder)
        if known is None or known[0] != shop.state:
            runner = Runner(load=lambda _, edition: shop.load(edition), start=shop.folder)
            known = self._runners[shop.folder] = shop.state, runner
        return known[1]


def _timed(check: Callable[_P, _T], *arguments: _P.args, **named: _P.kwargs) -> _T:
    with deadline(LONGEST):
        return check(*arguments, **named)


def _key(read: PieceRead) -> tuple[str, str]:
    return read.piece.head, read.piece.text


def _stride(
    waiting: list[PieceRead], runner: Runner
) -> dict[tuple[str, str], tuple[Diagnostic, ...]]:
    """Read cases for a moment, at least one."""
    began, found = monotonic(), {}
    for one in waiting:
        problems = (problem for case in one.cases for problem in problems_of_case(case, runner))
        found[_key(one)] = tuple(dict.fromkeys(problems))
        if monotonic() - began > _STRIDE:
            break
    return found


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


def _table_of(opened: OpenFile, shop: Workshop) -> list[Diagnostic]:
    described = read_situation(opened.situation(), shop.folder)
    puzzle = opened.path.parent == shop.folder / "situations"
    return check_described(described, shop.load(described.edition), puzzle=puzzle)


def _identity(found: Diagnostic) -> tuple[object, ...]:
    return found.code, found.message, found.span.start if found.span is not None else 0
