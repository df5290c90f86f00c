"""New names for what rules, tables, clauses, cases and situations name.

In: a symbol, or a name as it is said, and what it is to be called. Out: the characters to change,
file by file. Guarantee: a name that is taken, or that the language does not read, is refused with
the reason; only files of the rulebook and of its cases are changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.adapters.lsp.books import parts_of
from rulings.adapters.lsp.lines import sentence_lines
from rulings.adapters.lsp.symbols import NamePlace, Symbol, places, words_of
from rulings.adapters.lsp.workshop import FileKind, Workshop
from rulings.language.cursor import RESERVED
from rulings.language.occurrences import WordKind
from rulings.language.source import Source
from rulings.records import replace

_CLAUSE = (re.compile(r"[\w.-]+"), "is made of letters, digits, `-`, `_` and `.`")
_NAME = (re.compile(r"[a-z]\w*", re.ASCII), "begins with a small letter and goes on with letters")


class NotRenamed(Exception):
    """A name that cannot be given; the text says why."""


def renamed(shop: Workshop, symbol: Symbol, name: str) -> list[tuple[NamePlace, str]]:
    """Return what to write where. Raises NotRenamed."""
    is_clause = symbol.kind is WordKind.CLAUSE
    own = name.rpartition("/")[2] if is_clause else name
    shape, said = _CLAUSE if is_clause else _NAME
    if shape.fullmatch(own) is None or own in RESERVED:
        raise NotRenamed(f'"{own}" is no name for a {symbol.kind.value}: such a name {said}.')
    found = list(places(shop, symbol))
    if not found:
        raise NotRenamed(f'"{symbol.text}" is nothing that this rulebook names.')
    if not any(one.path.is_relative_to(shop.folder) for one in found):
        raise NotRenamed(f'"{symbol.text}" is not named by the files of this rulebook.')
    called = f"{symbol.text.rpartition('/')[0]}/{own}" if is_clause else own
    taken = next(places(shop, replace(symbol, text=called)), None)
    if taken is not None:
        raise NotRenamed(f'There is a {symbol.kind.value} "{own}" already, in {taken.path.name}.')
    changes = [(one, own) for one in found]
    if symbol.kind is WordKind.CONSTANT:
        changes += _said_anew(shop, symbol.text, own)
    return changes


def _said_anew(shop: Workshop, value: str, name: str) -> Iterator[tuple[NamePlace, str]]:
    """Yield the lines that name a thing whose name is made from its symbol."""
    book = shop.book()
    names = book.lexicon.names if book is not None else None
    if names is None or names.label(value) is not None or not names.is_thing(value):
        return
    new = " ".join(word[:1].upper() + word[1:] for word in name.split("_"))
    for place in name_places(shop, names.display(value)):
        yield place, new


def name_places(shop: Workshop, name: str) -> Iterator[NamePlace]:
    """Yield where a name is said in cases and situations, and where rules and tables give it."""
    said = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    for path, kind in shop.files():
        source = shop.source(path)
        if source is None or name not in source.text:
            continue
        for start, end in _spans(source, kind, said, name):
            yield NamePlace(path, source, start, end)


def _spans(
    source: Source, kind: FileKind, said: re.Pattern[str], name: str
) -> Iterator[tuple[int, int]]:
    match kind:
        case FileKind.CASES | FileKind.SITUATION:
            yield from said_in(source.text, said)
        case FileKind.BOOK:
            parts = parts_of(source)
            yield from said_in(parts.cases.text, said)
            yield from _spans(parts.rules, FileKind.RULES, said, name)
        case FileKind.RULES:
            for one in words_of(source, kind):
                if one.kind is WordKind.STRING and one.text == f'"{name}"':
                    yield one.start + 1, one.end - 1
        case FileKind.TABLE:
            cell = re.compile(
                rf'(?:^|(?<=,)|(?<=,"))"?{re.escape(name)}(?="?(?:,|$))', re.MULTILINE
            )
            for found in cell.finditer(source.text):
                yield found.end() - len(name), found.end()


def said_in(text: str, said: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield where a name is said in the lines that speak of tables, and in lists of answers."""
    for line in sentence_lines(text):
        for found in said.finditer(line.text):
            yield line.start + found.start(), line.start + found.end()
    for listed in re.finditer(r"^ *expect: *\[[^\n]*\]", text, re.MULTILINE):
        for found in said.finditer(listed[0]):
            yield listed.start() + found.start(), listed.start() + found.end()
