"""Sentences in the files of a rulebook: what is told of them, what may follow, whom they name.

In: an open file and an offset. Out: Markdown, proposals, places. Guarantee: a sentence is read at
the table that the lines before it describe, in another thread and in its time.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from rulings import aio
from rulings.adapters.lsp import hovers, proposals, renames
from rulings.adapters.lsp.books import parts_of
from rulings.adapters.lsp.lines import SentenceLine, context_at, sentence_lines
from rulings.adapters.lsp.open_files import OpenFile
from rulings.adapters.lsp.symbols import NamePlace
from rulings.adapters.lsp.workshop import SAYING, FileKind, Workshop
from rulings.language.diagnostics import RulingsError
from rulings.records import replace
from rulings.repl.highlight import highlight
from rulings.rulebook.literate import SUFFIX as MARKDOWN

_IN_BOOK = {"rules": FileKind.RULES, "cases": FileKind.CASES}
_LONGEST = 30.0
"""Seconds, also for a rulebook that has to be loaded first."""


def line_at(opened: OpenFile, offset: int) -> SentenceLine | None:
    """Return the sentence that stands at an offset."""
    for line in sentence_lines(opened.sentences):
        if line.start <= offset <= line.start + len(line.text):
            return line
    return None


async def told_of_sentence(opened: OpenFile, shop: Workshop, line: SentenceLine) -> str:
    """Tell how a sentence is read; nothing where it is not."""
    context = context_at(opened.sentences, line.start)

    def told() -> str:
        table = proposals.table_before(context, shop.load())
        return hovers.told_of_line(line.text, table, shop)

    try:
        return await asyncio.wait_for(aio.run(told), _LONGEST)
    except (RulingsError, TimeoutError):
        return ""


async def proposed(opened: OpenFile, offset: int) -> Sequence[proposals.Proposal]:
    """Return what may be typed at an offset."""
    shop, kind = opened.shop, opened.kind
    if kind is FileKind.BOOK:
        kind = _IN_BOOK.get(parts_of(opened.source).kind_at(offset))
    match kind:
        case FileKind.RULES:
            return proposals.in_rules(opened.source, offset, shop)
        case FileKind.WORDS if shop is not None:
            return proposals.in_rules(opened.source, offset, shop)
        case FileKind.CASES | FileKind.SITUATION:
            context = context_at(opened.sentences, offset)
            if not context.is_sentence or shop is None:
                return proposals.in_case(context, shop)
            try:
                listed = aio.run(lambda: proposals.in_line(context, shop.load()))
                return await asyncio.wait_for(listed, _LONGEST)
            except (RulingsError, TimeoutError):
                return []
    return []


def name_at(opened: OpenFile, offset: int) -> tuple[str, int] | None:
    """Return the name of a thing that a sentence says at an offset, and where it begins."""
    book = opened.shop.book() if opened.shop is not None else None
    line = line_at(opened, offset) if opened.kind in SAYING else None
    if book is None or line is None:
        return None
    context = context_at(opened.sentences, line.start)
    # What the line itself names for the first time is a name, too.
    context = replace(context, given=(*context.given, line.text))
    position = line.start
    for style, text in highlight(line.text, proposals.table_before(context, book).lexicon):
        if style == "class:name" and position <= offset <= position + len(text):
            return text.rstrip(), position
        position += len(text)
    return None


def _is_of_rules(place: NamePlace) -> bool:
    if place.path.suffix == MARKDOWN:
        return parts_of(place.source).kind_at(place.start) == "rules"
    return place.path.suffix in (".dl", ".csv")


def name_places(opened: OpenFile, name: str, offset: int) -> list[NamePlace]:
    """Return where a thing is named: everywhere when rules or tables name it, else in its case."""
    if opened.shop is None:
        return []
    found = list(renames.name_places(opened.shop, name))
    if any(map(_is_of_rules, found)):
        return found
    begin, end = 0, len(opened.source.text)
    for one in opened.pieces:
        start = one.piece.shift + len(one.piece.head)
        if start <= offset < start + len(one.piece.text):
            begin, end = start, start + len(one.piece.text)
    said = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    spans = renames.said_in(opened.sentences, said)
    return [
        NamePlace(opened.path, opened.source, *span) for span in spans if begin <= span[0] < end
    ]
