"""A FAQ file case by case, for editors: what was not changed is not read again.

In: the text of a FAQ file, or of a literate rulebook. Out: its cases, and what is wrong, as
`parse_cases` finds it. Guarantee: a piece that was read before is not read again; where a file
cannot be cut into cases it is read whole; every place is one of the text that was given.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulings.faq.cases import Case, parse_cases, repeated
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span
from rulings.records import dataclass, field, replace
from rulings.rulebook.literate import finished_blocks, groups_of

_CASES = re.compile(r"^cases:[ \t]*(?:#.*)?\n", re.MULTILINE)
_ITEM = re.compile(r"^( *)- ", re.MULTILINE)
_KEY = re.compile(r"^[^\s#-]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A case as written, behind the head of its file.

    `shift` leads from a place in the case to the file, `head_shift` from one in the head.
    """

    head: str
    text: str
    shift: int
    head_shift: int = 0

    def spread(self, span: Span, whole: Source) -> Span:
        """Return the place in the file of a place in the piece."""
        shift = self.shift if span.start >= len(self.head) else self.head_shift
        return Span(whole, span.start + shift, span.end + shift)

    def placed(self, found: Diagnostic, whole: Source) -> Diagnostic:
        """Return what was found in the piece, with its places in the file."""
        if found.span is None or found.span.source is whole:
            return found
        own = found.span.source
        notes = tuple(
            replace(note, span=self.spread(note.span, whole))
            if note.span is not None and note.span.source is own
            else note
            for note in found.notes
        )
        return replace(found, span=self.spread(found.span, whole), notes=notes)


@dataclass(frozen=True, slots=True)
class PieceRead:
    """The cases of a piece and what is wrong with it, with places in the piece."""

    piece: Piece
    cases: tuple[Case, ...]
    problems: tuple[Diagnostic, ...]


def cut(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a FAQ file; the whole as one where there is no list to be cut."""
    listed = _CASES.search(text)
    if listed is None or _KEY.search(text, listed.end()):
        return (Piece("", text, 0),)
    first = _ITEM.search(text, listed.end())
    if first is None:
        return (Piece("", text, 0),)
    starts = [one.start() for one in _ITEM.finditer(text, first.start()) if one[1] == first[1]]
    head = text[: first.start()]
    ends = (*starts[1:], len(text))
    return tuple(
        Piece(head, text[start:end], start - len(head))
        for start, end in zip(starts, ends, strict=True)
    )


def cut_book(source: Source) -> tuple[Piece, ...]:
    """Return the cases of a literate rulebook, each behind what its block `faq` says."""
    text, found = source.text, list[Piece]()
    for faq, cases in groups_of(finished_blocks(source)):
        begin = source.start_of(faq.begin + 1) if faq is not None else 0
        end = source.start_of(faq.end + 1) if faq is not None else 0
        head = f"{text[begin:end]}cases:\n"
        for block in cases:
            start, stop = source.start_of(block.begin + 1), source.start_of(block.end + 1)
            items = list(_ITEM.finditer(text, start, stop))
            starts = [one.start() for one in items if one[1] == items[0][1]] or [start]
            found += (
                Piece(head, text[one:behind], one - len(head), begin)
                for one, behind in zip(starts, (*starts[1:], stop), strict=True)
                if text[one:behind].strip()
            )
    return tuple(found)


@dataclass(slots=True)
class PiecewiseReader:
    """Reads the states of one file, one after the other."""

    home: Path
    _known: dict[tuple[str, str], PieceRead] = field(default_factory=dict)

    def read(
        self, source: Source, pieces: tuple[Piece, ...] | None = None
    ) -> tuple[PieceRead, ...]:
        """Return the pieces of a text, those that were read before as they were.

        By default the text is a FAQ file.
        """
        known: dict[tuple[str, str], PieceRead] = {}
        found = []
        for piece in cut(source.text) if pieces is None else pieces:
            key = piece.head, piece.text
            before = self._known.get(key)
            now = (
                self._fresh(piece, source.name) if before is None else replace(before, piece=piece)
            )
            known[key] = now
            found.append(now)
        self._known = known
        return tuple(found)

    def _fresh(self, piece: Piece, name: str) -> PieceRead:
        try:
            cases = parse_cases(Source(name, piece.head + piece.text), self.home)
        except RulingsError as refused:
            return PieceRead(piece, (), refused.diagnostics)
        return PieceRead(piece, cases, ())


def problems_in(read: tuple[PieceRead, ...], whole: Source) -> list[Diagnostic]:
    """Return what is wrong with a file, with places in it, each problem once."""
    found = [one.piece.placed(problem, whole) for one in read for problem in one.problems]
    cases = [
        replace(case, span=one.piece.spread(case.span, whole)) for one in read for case in one.cases
    ]
    return list(dict.fromkeys((*found, *repeated(cases))))
