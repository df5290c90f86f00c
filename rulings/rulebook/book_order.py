"""A literate rulebook in the order in which it is read.

In: its Markdown. Out: `BookPart`s: headings, paragraphs, clauses, rules, cases. Guarantee: nothing
that is written is left out but the blocks `document` and `faq`, which readers are told otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.language.source import Source
from rulings.records import dataclass
from rulings.rulebook.literate import Block, blocks_of
from rulings.rulebook.yaml_tree import Node, parse_yaml, text_under

_HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*$")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})")


@dataclass(frozen=True, slots=True)
class BookPart:
    """A heading of a `level`, a paragraph (`prose`), a `clause`, `rules` or `cases`.

    The text of a clause is its name, `document/clause`; that of cases are their ids, one a line.
    """

    kind: str
    text: str
    level: int = 0


def book_order(source: Source) -> tuple[BookPart, ...]:
    """Return the parts of a literate rulebook. Raises RulingsError (RUL602, RUL627)."""
    return tuple(_parts(source))


def _parts(source: Source) -> Iterator[BookPart]:
    lines = source.text.split("\n")
    document, place = "", 0
    for block in blocks_of(source):
        yield from _prose(lines[place : block.begin - 1])
        place = block.end + 1
        text = "\n".join(lines[block.begin : block.end]).strip("\n")
        match block.kind:
            case "document":
                document = text_under(_read(source, block), "id")
            case "clause":
                yield BookPart("clause", f"{document}/{text_under(_read(source, block), 'id')}")
            case "rules":
                yield BookPart("rules", text)
            case "cases":
                root = _read(source, block)
                named = (root.items if root is not None else None) or ()
                yield BookPart("cases", "\n".join(text_under(one, "id") for one in named))
    yield from _prose(lines[place:])


def _read(source: Source, block: Block) -> Node | None:
    return parse_yaml(source, (block.begin, block.end))


def _prose(lines: list[str]) -> Iterator[BookPart]:
    """Yield headings and paragraphs; a block that is prose is one paragraph."""
    told: list[str] = []
    fenced = False
    for line in (*lines, ""):
        heading = None if fenced else _HEADING.match(line)
        if _FENCE.match(line):
            fenced = not fenced
        if heading or (not line.strip() and not fenced):
            if told:
                yield BookPart("prose", "\n".join(told))
            told = []
        else:
            told.append(line)
        if heading:
            yield BookPart("heading", heading[2], len(heading[1]))
