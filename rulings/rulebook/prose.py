"""What is written beside the clauses of a rulebook: comments of clauses.yaml, prose of Markdown.

In: a registry as YAML, or a literate text. Out: what stands before each document and each clause,
and behind the last (under the empty name), as Markdown. Guarantee: every comment and every
paragraph belongs to one of them; where it stands within a clause it belongs to that one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping

from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source
from rulings.rulebook.literate import blocks_of
from rulings.rulebook.yaml_tree import Node, fields_under, items_under, parse_yaml, text_under

_BEGIN = re.compile(r"(?:(?<=\s)|^)#", re.MULTILINE)
_Places = list[tuple[int, str]]


def prose_in_book(source: Source, *, comments: bool = True) -> dict[str, str]:
    """Return the prose of a literate text, with the `comments` of its documents and clauses.

    Raises RulingsError (RUL602, RUL627).
    """
    lines = source.text.split("\n")
    found: dict[str, str] = {}
    told: list[str] = []
    document, place = "", 0
    for block in blocks_of(source):
        told += _paragraphs(lines[place : block.begin - 1])
        place = block.end + 1
        if block.kind not in ("document", "clause"):
            continue
        within = Source(source.name, "\n".join(lines[block.begin : block.end]))
        root = parse_yaml(within)
        name = text_under(root, "id")
        document = name if block.kind == "document" else document
        noted = _by_name(within, root, [(0, "")]).get("", "") if comments else ""
        told += _paragraphs(noted.split("\n"))
        said = name if block.kind == "document" else f"{document}/{name}"
        # A document may go on after another one.
        found[said] = "\n\n".join([*filter(None, [found.get(said)]), *told])
        told = []
    told += _paragraphs(lines[place:])
    return _without_empty({**found, "": "\n\n".join(told)})


def prose_in_registry(source: Source) -> dict[str, str]:
    """Return the comments of a clauses.yaml as prose. Raises RulingsError (RUL602)."""
    root = parse_yaml(source)
    places: _Places = []
    for key, document in fields_under(root, "documents"):
        places.append((key.span.start, key.text or ""))
        for clause in items_under(document, "clauses"):
            places.append((clause.span.start, f"{key.text}/{text_under(clause, 'id')}"))
    return _without_empty(_by_name(source, root, places))


def as_comment(prose: str) -> str:
    """Return prose as lines of comment."""
    return "\n".join(f"# {line}".rstrip() for line in prose.split("\n"))


def as_prose(text: str) -> str:
    """Return a text as Markdown that holds no block with a meaning."""
    try:
        plain = not blocks_of(Source("prose", text))
    except RulingsError:
        plain = False
    return text if plain else "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def joined(some: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """Return what several texts say, name by name."""
    found: dict[str, str] = {}
    for told in some:
        for name, text in told.items():
            found[name] = f"{found[name]}\n\n{text}" if name in found else text
    return found


def _paragraphs(lines: list[str]) -> list[str]:
    text = "\n".join(lines).strip("\n")
    return [text] if text.strip() else []


def _by_name(source: Source, root: Node | None, places: _Places) -> dict[str, str]:
    """Return the comments before or within what begins at some places, in the order of these."""
    scalars = sorted(_scalars(root)) if root is not None else []
    begins = [begin for begin, _ in scalars]
    starts = [start for start, _ in places]
    found: dict[str, list[str]] = {}
    last = -1
    for start, text in _comments(source, scalars):
        number = bisect_right(starts, start) - 1
        if number >= 0:
            behind = starts[number + 1] if number + 1 < len(starts) else len(source.text)
            final = scalars[bisect_left(begins, behind) - 1][1] if scalars else 0
            ends = source.text.find("\n", max(final - 1, 0))
            number += start > ends >= 0
        else:
            number = 0
        name = places[number][1] if number < len(places) else ""
        line = source.position(start)[0]
        told = found.setdefault(name, [])
        told += [""] if told and line > last + 1 else []
        told.append(text)
        last = line
    return {name: "\n".join(told).strip("\n") for name, told in found.items()}


def _comments(source: Source, scalars: list[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """Yield each comment and where it begins."""
    text, place = source.text, 0
    while met := _BEGIN.search(text, place):
        place = met.end()
        number = bisect_right(scalars, (met.start(), len(text))) - 1
        if number >= 0 and met.start() < scalars[number][1]:
            continue
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        yield met.start(), text[place:end].removeprefix(" ").rstrip()
        place = end


def _scalars(node: Node) -> Iterator[tuple[int, int]]:
    if node.text is not None:
        yield node.span.start, node.span.end
    for inner in node.items or ():
        yield from _scalars(inner)
    for key, value in node.fields or ():
        yield from _scalars(key)
        yield from _scalars(value)


def _without_empty(found: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in found.items() if text.strip()}
