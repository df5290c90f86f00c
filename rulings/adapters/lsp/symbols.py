"""Names in the files of a rulebook: which one stands somewhere, and where else it stands.

In: a file, an offset; a name. Out: a `Symbol`; its `NamePlace`s in rules, tables, word lists,
clauses, situations and cases. Guarantee: a place holds exactly the characters that a new name would
take the place of; a variable is looked for in its own statement only.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from rulings.adapters.lsp.books import parts_of
from rulings.adapters.lsp.workshop import FileKind, Workshop
from rulings.language.diagnostics import RulingsError
from rulings.language.occurrences import Occurrence, Use, WordKind, occurrences
from rulings.language.source import Source
from rulings.records import dataclass
from rulings.rulebook.yaml_tree import Node, fields_under, items_under, parse_yaml

NAMED = frozenset(
    {
        WordKind.PREDICATE,
        WordKind.TYPE,
        WordKind.CONSTANT,
        WordKind.VARIABLE,
        WordKind.CLAUSE,
        WordKind.RULE,
    }
)
_FACT = re.compile(r"\s*(?:\?-|(?:not\s+)?[a-z]\w*\s*\(.*\)\s*\.?\s*$|(?:not\s+)?[a-z]\w*\.\s*$)")
_RULE_LIKE = re.compile(r"\s*(?:not\s+)?[a-z]\w*\s*(?:\(|,|$)")
_SORT = re.compile(r"\{\s*\w+\s*:\s*([a-z]\w*)")
_SAID = ("means", "denied", "asked")
_LINES = ("given", "ask", "facts")


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a word names; of a variable also where its statement begins, and in which file."""

    kind: WordKind
    text: str
    file: Path | None = None
    statement: int = 0


@dataclass(frozen=True, slots=True)
class NamePlace:
    """Where a symbol stands."""

    path: Path
    source: Source
    start: int
    end: int
    use: Use = Use.READ


def words_of(source: Source, kind: FileKind | None) -> list[Occurrence]:
    """Return what the words of a file mean, as far as rules name them."""
    match kind:
        case FileKind.RULES:
            return occurrences(source)
        case FileKind.TABLE:
            return list(_table(source))
        case FileKind.BOOK:
            return sorted(_book(source), key=lambda one: one.start)
        case FileKind.CLAUSES | FileKind.WORDS | FileKind.CASES | FileKind.SITUATION:
            try:
                root = parse_yaml(source)
            except RulingsError:
                return []
            found = list(_READERS[kind](root, source)) if root is not None else []
            return sorted(found, key=lambda one: one.start)
    return []


def _book(source: Source) -> Iterator[Occurrence]:
    """Read a literate rulebook: its rules, its cases, the clauses that it declares."""
    parts = parts_of(source)
    yield from occurrences(parts.rules)
    for file in parts.faq_files:
        yield from words_of(file, FileKind.CASES)
    document = ""
    for block in parts.blocks:
        if block.kind in ("document", "clause"):
            with suppress(RulingsError):
                root = parse_yaml(source, (block.begin, block.end))
                name = root.field("id") if root is not None else None
                if block.kind == "document":
                    document = name.text or "" if name is not None else ""
                elif name is not None:
                    yield from _declared(document, name, source)


def symbol_at(path: Path, words: list[Occurrence], offset: int) -> tuple[Symbol, Occurrence] | None:
    """Return what is named at an offset, and the word there."""
    for one in words:
        if one.start <= offset <= one.end and one.kind in NAMED:
            if offset == one.end and any(o.start == offset and o.kind in NAMED for o in words):
                continue
            if one.kind is WordKind.VARIABLE:
                return Symbol(one.kind, one.text, path, one.statement), one
            return Symbol(one.kind, one.text), one
    return None


def places(shop: Workshop, symbol: Symbol) -> Iterator[NamePlace]:
    """Yield every place of a symbol in the files of a rulebook and its FAQ files."""
    own = symbol.text.rpartition("/")[2] if symbol.kind is WordKind.CLAUSE else symbol.text
    for path, kind in shop.files():
        if symbol.file is not None and path != symbol.file:
            continue
        source = shop.source(path)
        if source is None or own not in source.text:
            continue
        for one in words_of(source, kind):
            is_there = symbol.kind is not WordKind.VARIABLE or one.statement == symbol.statement
            if is_there and one.text == symbol.text and one.kind is symbol.kind:
                yield NamePlace(path, source, one.start, one.end, one.use)


def _table(source: Source) -> Iterator[Occurrence]:
    """Read a fact table: its predicate, and cells that are names."""
    header = re.search(r"^(?!#)[^\n]*", source.text, re.MULTILINE)
    if header is None or ":" not in header[0]:
        return
    name = header[0].partition(":")[0]
    begin = header.start()
    yield Occurrence(WordKind.PREDICATE, name, begin, begin + len(name), Use.CONCLUDED, begin)
    position = header.end() + 1
    for line in source.text[position:].split("\n"):
        if not line.startswith("#"):
            yield from _cells(line, position)
        position += len(line) + 1


def _cells(line: str, position: int) -> Iterator[Occurrence]:
    try:
        cells = next(csv.reader([line]), [])
    except csv.Error:
        return
    at = 0
    for cell in cells:
        at = max(line.find(cell, at), at)
        if re.fullmatch(r"[a-z]\w*", cell):
            start = position + at
            yield Occurrence(WordKind.CONSTANT, cell, start, start + len(cell), Use.READ, position)
        at += len(cell)


def _clauses(root: Node, source: Source) -> Iterator[Occurrence]:
    for document, told in fields_under(root, "documents"):
        for item in items_under(told, "clauses"):
            name = item.field("id")
            if name is not None:
                yield from _declared(document.text or "", name, source)


def _declared(document: str, name: Node, source: Source) -> Iterator[Occurrence]:
    if name.text:
        start = _value_at(name, source)
        end = start + len(name.text)
        yield Occurrence(WordKind.CLAUSE, f"{document}/{name.text}", start, end, Use.DECLARED)


def _words(root: Node, source: Source) -> Iterator[Occurrence]:
    for key, _ in fields_under(root, "nouns"):
        if key.text and re.fullmatch(r"[a-z]\w*", key.text):
            start = _value_at(key, source)
            for kind in (WordKind.TYPE, WordKind.CONSTANT):
                yield Occurrence(kind, key.text, start, start + len(key.text))
    for item in items_under(root, "idioms"):
        for role in _SAID:
            for value in _texts(item.field(role)):
                if _RULE_LIKE.match(value.text or ""):
                    yield from _within(value, source)
        for value in _texts(item.field("say")):
            start = _value_at(value, source)
            for sort in _SORT.finditer(source.text, start, value.span.end):
                yield Occurrence(WordKind.TYPE, sort[1], sort.start(1), sort.end(1))


def _cases(root: Node, source: Source) -> Iterator[Occurrence]:
    for item in items_under(root, "cases"):
        yield from _lines(item, source)
        for clause in _texts(item.field("because")):
            text = clause.text or ""
            start = _value_at(clause, source) + text.rfind("/") + 1
            end = start + len(text.rpartition("/")[2])
            yield Occurrence(WordKind.CLAUSE, text, start, end)


def _lines(root: Node, source: Source) -> Iterator[Occurrence]:
    """Read the lines that are facts or questions of the rule language."""
    for key in _LINES:
        for value in _texts(root.field(key)):
            position = value.span.start
            for line in (value.text or "").split("\n"):
                text = line.strip()
                if text and _FACT.match(text):
                    start = source.text.find(text, position, value.span.end)
                    if start >= 0:
                        yield from _shifted(text, start)
                        position = start + len(text)


def _texts(node: Node | None) -> Iterator[Node]:
    for one in (node.items if node.items is not None else (node,)) if node is not None else ():
        if one.text:
            yield one


def _within(value: Node, source: Source) -> Iterator[Occurrence]:
    text = value.text or ""
    start = source.text.find(text, value.span.start, value.span.end)
    if start >= 0:
        yield from _shifted(text, start)


def _shifted(text: str, start: int) -> Iterator[Occurrence]:
    """Read conditions or a fact that stand in another file."""
    body = text.replace("?-", "  ", 1)
    # Behind a head, names are read and not concluded.
    before = "x :- "
    for one in occurrences(Source("line", before + body)):
        if one.start >= len(before):
            shift = start - len(before)
            yield Occurrence(
                one.kind, one.text, one.start + shift, one.end + shift, Use.READ, start
            )


def _value_at(node: Node, source: Source) -> int:
    """Return where the text of a scalar begins, behind its quote."""
    place = source.text.find(node.text or "", node.span.start, node.span.end)
    return place if place >= 0 else node.span.start


_READERS: dict[FileKind, Callable[[Node, Source], Iterator[Occurrence]]] = {
    FileKind.CLAUSES: _clauses,
    FileKind.WORDS: _words,
    FileKind.CASES: _cases,
    FileKind.SITUATION: _lines,
}
