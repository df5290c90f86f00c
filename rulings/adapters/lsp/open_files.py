"""The files that are open in the editor.

In: what is opened, typed, closed. Out: `OpenFile`s with what is wrong with them. Guarantee: what is
found at once takes no longer than a key may; what was found in depth before is kept where the text
around it has not changed.
"""

from __future__ import annotations

import re
from itertools import takewhile
from pathlib import Path

from rulings.adapters.lsp.books import parts_of
from rulings.adapters.lsp.workshop import TABLES, FileKind, Workshop, kind_of
from rulings.faq.pieces import PieceRead, PiecewiseReader, cut_book, problems_in
from rulings.language.check import examine, examine_unit
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.parse import parse
from rulings.language.source import Source, Span
from rulings.records import dataclass, field, replace
from rulings.rulebook.library import find_named, home_of
from rulings.rulebook.literate import clauses_in
from rulings.rulebook.registry import read_clauses
from rulings.rulebook.situation import SituationFile, read_situation
from rulings.rulebook.word_files import read_words

AT_ONCE = {FileKind.RULES: 100_000, FileKind.BOOK: 100_000, FileKind.CASES: 1_000_000}
"""So many characters are looked at with every key, in the background longer texts. Cases are read
one by one, so that only what was changed costs anything."""
AT_ONCE_ELSE = 40_000
_GAME = re.compile(r"^game:[ \t]*[\"']?([\w.-]+)", re.MULTILINE)
_SAYS_TABLE = re.compile(r"^(?:given|grid):", re.MULTILINE)


@dataclass(slots=True)
class OpenFile:
    """A file in the editor.

    `quick` is what is found at once, `deep` what else was found in depth; of a literate rulebook
    `deep_rules` are those of it that no case is the reason for.
    """

    uri: str
    path: Path
    kind: FileKind | None
    shop: Workshop | None
    source: Source
    version: int | None = None
    quick: list[Diagnostic] = field(default_factory=list)
    deep: list[Diagnostic] = field(default_factory=list)
    deep_rules: list[Diagnostic] = field(default_factory=list)
    pieces: tuple[PieceRead, ...] = ()
    checked: dict[tuple[str, str], tuple[Diagnostic, ...]] = field(default_factory=dict)
    checked_at: int = -1
    outcomes: dict[tuple[str, str], str] = field(default_factory=dict)
    pending: bool = True
    is_late: bool = False
    _reader: PiecewiseReader | None = None

    def typed(self, source: Source) -> None:
        """Take a new text."""
        self.deep = carried(self.deep, self.source, source)
        if self.is_late:
            self.quick = carried(self.quick, self.source, source)
        self.source = source
        self.pending = True

    def look_at_once(self) -> None:
        """Find what can be found while a key is typed."""
        most = AT_ONCE.get(self.kind, AT_ONCE_ELSE) if self.kind is not None else 0
        self.is_late = self.kind is not None and len(self.source.text) > most
        if not self.is_late:
            self.quick = self.look()

    def look(self) -> list[Diagnostic]:
        """Return what is wrong with the file by itself."""
        try:
            return self._found()
        except RulingsError as refused:
            return list(refused.diagnostics)

    def _found(self) -> list[Diagnostic]:
        match self.kind:
            case FileKind.RULES if self.shop is not None:
                return self._rules(self.shop)
            case FileKind.RULES:
                unit, problems = parse(self.source)
                if any(".include" in line for line in self.source.text.split("\n")):
                    return problems
                return examine([unit], problems=problems)[1]
            case FileKind.CASES:
                if self._reader is None:
                    self._reader = PiecewiseReader(self.path.parent)
                self.pieces = self._reader.read(self.source)
                return problems_in(self.pieces, self.source)
            case FileKind.BOOK if self.shop is not None:
                return self._book(self.shop)
            case FileKind.CLAUSES:
                read_clauses(self.source)
            case FileKind.WORDS:
                read_words(self.source)
            case FileKind.SITUATION if self.shop is not None:
                read_situation(self.situation(), self.shop.folder)
        return []

    def _rules(self, shop: Workshop) -> list[Diagnostic]:
        own = shop.unit(self.path)
        if own is None:
            return parse(self.source)[1]
        unit, problems = own
        self.source = unit.source
        wrong: list[Diagnostic] = []
        declared = shop.declared(self.path, wrong)
        wrong = [one for one in wrong if one.span is not None and one.span.source is unit.source]
        return examine_unit(unit, declared, [*problems, *wrong])

    def _book(self, shop: Workshop) -> list[Diagnostic]:
        if not any(self.path in paths for paths in shop.editions().values()):
            return []  # Markdown that no edition loads is no part of the rulebook
        whole = self.source = shop.source(self.path) or self.source
        try:
            clauses_in(whole)
        except RulingsError as refused:
            found = list(refused.diagnostics)
        else:
            found = []
        found += self._rules(shop)
        self.source = whole
        if self._reader is None:
            self._reader = PiecewiseReader(shop.folder)
        self.pieces = self._reader.read(whole, cut_book(whole))
        found += problems_in(self.pieces, whole)
        return list(dict.fromkeys(placed for one in found if (placed := self.placed(one))))

    @property
    def sentences(self) -> str:
        """The text in which sentences about tables stand, each in its place."""
        is_book = self.kind is FileKind.BOOK
        return parts_of(self.source).cases.text if is_book else self.source.text

    def situation(self) -> SituationFile:
        """Return the text as a file that describes a table."""
        return SituationFile(self.path.stem, True, self.source, b"")

    def placed(self, found: Diagnostic) -> Diagnostic | None:
        """Return a diagnostic of this file with its place in the text as it is, None for none."""
        if found.span is None:
            return replace(found, span=Span(self.source, 0, 0))
        if found.span.source is self.source:
            return found
        place = Span(self.source, found.span.start, found.span.end)
        own, whole = found.span.source.text, self.source.text
        if own == whole or (
            # Of a literate rulebook what was checked is a part, in its place.
            self.kind is FileKind.BOOK
            and found.span.source.name == self.source.name
            and len(own) == len(whole)
            and found.span.text == place.text
        ):
            return replace(found, span=place)
        return None


def carried(found: list[Diagnostic], before: Source, after: Source) -> list[Diagnostic]:
    """Return diagnostics of a text at their places in the next one, those in changed lines left."""
    if not found:
        return []
    old, new = before.text.split("\n"), after.text.split("\n")
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    most = min(len(old), len(new)) - same
    tail = zip(reversed(old), reversed(new), strict=False)
    ends = min(most, sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], tail)))
    first = sum(len(line) + 1 for line in old[:same])
    last = len(before.text) - sum(len(line) + 1 for line in old[len(old) - ends :])
    shift = len(after.text) - len(before.text)
    kept = []
    for one in found:
        if one.span is None or one.span.end < first:
            moved = 0
        elif one.span.start > last:
            moved = shift
        else:
            continue
        start, end = (one.span.start, one.span.end) if one.span is not None else (0, 0)
        kept.append(replace(one, span=Span(after, start + moved, end + moved)))
    return kept


@dataclass(slots=True)
class OpenFiles:
    """The open files by their addresses, and the rulebooks they belong to."""

    files: dict[str, OpenFile] = field(default_factory=dict)
    shops: dict[Path, Workshop] = field(default_factory=dict)

    def begin(self, uri: str, path: Path | None, text: str, version: int | None) -> OpenFile:
        """Open a file; one without a path belongs to no rulebook."""
        real = path.resolve() if path is not None else Path(uri.rpartition(":")[2] or "untitled")
        home = home_of(real) if path is not None else None
        kind = kind_of(real, home)
        if kind is None and real.suffix in (".yaml", ".yml") and _SAYS_TABLE.search(text):
            kind = FileKind.SITUATION if _GAME.search(text) else None
        name = real.relative_to(home).as_posix() if home is not None else real.name
        opened = OpenFile(uri, real, kind, None, Source(name, text), version)
        self.files[uri] = opened
        if path is not None and kind is not None:
            opened.shop = self._shop_of(opened, home)
            self._tell(opened)
        return opened

    def _shop_of(self, opened: OpenFile, home: Path | None) -> Workshop | None:
        if opened.kind in TABLES:
            named = _GAME.search(opened.source.text)
            if named is not None:
                try:
                    home = find_named(named[1], opened.path.parent)
                except RulingsError:
                    home = None
        if home is None:
            return None
        if home not in self.shops:
            self.shops[home] = Workshop(home)
        return self.shops[home]

    def typed(self, opened: OpenFile, source: Source, version: int | None) -> None:
        """Take what was typed."""
        opened.typed(source)
        opened.version = version
        if opened.kind in TABLES:
            before = opened.shop
            opened.shop = self._shop_of(opened, home_of(opened.path))
            if before is not opened.shop:
                opened.checked.clear()
        self._tell(opened)

    def _tell(self, opened: OpenFile) -> None:
        shop = opened.shop
        if shop is not None:
            shop.unsaved[opened.path] = opened.source.text
            if opened.kind not in TABLES:
                shop.changed()

    def close(self, uri: str) -> OpenFile | None:
        """Forget what was not saved."""
        closed = self.files.pop(uri, None)
        if closed is not None and closed.shop is not None:
            closed.shop.unsaved.pop(closed.path, None)
            if closed.kind not in TABLES:
                closed.shop.changed()
        return closed

    def beside(self, shop: Workshop) -> list[OpenFile]:
        """Return the open files that belong to a rulebook."""
        return [one for one in self.files.values() if one.shop is shop]
