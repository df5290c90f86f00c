"""YAML whose every value knows its place.

In: the text of a YAML document. Out: a `Node` tree of text, lists and mappings. Guarantee: scalars
stay as written (`no` is the text "no", never False), every node carries its span, whatever cannot
be read is a diagnostic; the tree is built from the parser's events without recursion, at most
`DEEPEST` levels deep and of at most `MOST_NODES` nodes, aliases counted as what they stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rulings.language.catalogue import mistake
from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source, Span
from rulings.records import dataclass, field

DEEPEST = 40
MOST_NODES = 200_000
_NO_COLON = "could not find expected ':'"
_COLON = "Quote a value that holds a colon followed by a space."


@dataclass(frozen=True, slots=True)
class Node:
    """A YAML value: exactly one of `text`, `items` and `fields` is not None."""

    span: Span
    text: str | None = None
    items: tuple[Node, ...] | None = None
    fields: tuple[tuple[Node, Node], ...] | None = None

    def field(self, key: str) -> Node | None:
        """Return the value under `key`, or None."""
        for name, value in self.fields or ():
            if name.text == key:
                return value
        return None


def text_under(node: Node | None, key: str) -> str:
    """Return the text under `key`, empty where there is none."""
    value = node.field(key) if node is not None else None
    return value.text or "" if value is not None else ""


def items_under(node: Node | None, key: str) -> tuple[Node, ...]:
    """Return the list under `key`, empty where there is none."""
    value = node.field(key) if node is not None else None
    return (value.items if value is not None else None) or ()


def fields_under(node: Node | None, key: str) -> tuple[tuple[Node, Node], ...]:
    """Return the mapping under `key`, empty where there is none."""
    value = node.field(key) if node is not None else None
    return (value.fields if value is not None else None) or ()


def parse_yaml(source: Source, lines: tuple[int, int] | None = None) -> Node | None:
    """Parse one YAML document; None when it is empty. Raises RulingsError (RUL602).

    `lines` is the number (from 0) of its first line and of the one behind it, where it is a part
    of a text.
    """
    import yaml

    first, behind = lines or (0, 0)
    text = source.text
    if lines is not None:
        text = text[source.start_of(first + 1) : source.start_of(behind + 1)]

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _Tree(source, first).read(yaml.parse(text, Loader=loader))
    except yaml.MarkedYAMLError as problem:
        mark = problem.problem_mark or problem.context_mark
        span = None
        if mark is not None:
            start = _offset(source, mark, first)
            span = Span(source, start, min(start + 1, len(source.text)))
        said = problem.problem or "it does not parse"
        at_colon = span is not None and _at_colon(span) and _NO_COLON not in said
        hint = _COLON if at_colon else _hint(said)
        raise _not_yaml(f"{said}.", span, hint) from None
    except (yaml.YAMLError, UnicodeEncodeError) as problem:
        raise _not_yaml(f"{problem}.") from None


def yaml_text(value: object) -> str:
    """Return plain data as YAML on one line, whatever characters are in it.

    Raises ValueError, TypeError or RecursionError for what is no plain data.
    """
    # Imported here: what is loaded from the cache writes no YAML.
    import json

    shown = json.dumps(value, ensure_ascii=False, default=str)
    return shown if shown.isprintable() else "".join(map(_escaped, shown))


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _not_yaml(said: str, span: Span | None = None, hint: str = "") -> RulingsError:
    return mistake("RUL602", span, suggestion=hint, message=f"This is not YAML: {said}")


def _too_much(said: str, span: Span) -> RulingsError:
    hint = "Divide it into several files."
    return mistake("RUL602", span, suggestion=hint, message=f"This YAML {said}.")


def _at_colon(span: Span) -> bool:
    """Whether a place is at a colon that makes a key of what stands before it."""
    return re.match(r":(?!\S)", span.source.text[span.start :]) is not None


def _hint(problem: str) -> str:
    if "mapping values are not allowed" in problem:
        return _COLON
    if _NO_COLON in problem:
        return "A key ends with a colon: write `cases:`, `given:`. Behind one, check the quotes."
    if "did not find expected '-' indicator" in problem or "expected <block end>" in problem:
        return (
            "A value that begins with a quote ends with it: put the whole value in '…'. Otherwise "
            "check the indentation."
        )
    return "Check the indentation and the quotes."


@dataclass(slots=True)
class _Unfinished:
    """A list or a mapping whose end has not come yet."""

    event: Any
    values: list[Node] = field(default_factory=list)
    size: int = 1


@dataclass(slots=True)
class _Tree:
    source: Source
    first: int = 0
    root: Node | None = None
    size: int = 0
    open: list[_Unfinished] = field(default_factory=list)
    anchors: dict[str, tuple[Node, int]] = field(default_factory=dict)

    def read(self, events: Iterator[Any]) -> Node | None:
        documents = 0
        for event in events:
            match type(event).__name__:
                case "DocumentStartEvent":
                    documents += 1
                    if documents > 1:
                        span = self._span(event, event)
                        raise _not_yaml("it holds several documents.", span, "Write one a file.")
                case "ScalarEvent":
                    self._add(self._scalar(event), 1, event.anchor)
                case "AliasEvent":
                    self._alias(event)
                case "SequenceStartEvent" | "MappingStartEvent":
                    if len(self.open) >= DEEPEST:
                        span = self._span(event, event)
                        raise _too_much(f"is nested deeper than {DEEPEST} levels", span)
                    self.open.append(_Unfinished(event))
                case "SequenceEndEvent" | "MappingEndEvent":
                    done = self.open.pop()
                    self._add(self._collection(done, event), done.size, done.event.anchor)
        return self.root

    def _scalar(self, event: Any) -> Node:
        # The style of a plain scalar is None or empty, by which parser is installed.
        absent = not event.style and event.value in ("~", "null")
        return Node(self._span(event, event), text="" if absent else event.value)

    def _alias(self, event: Any) -> None:
        found = self.anchors.get(event.anchor)
        if found is None:
            span = self._span(event, event)
            raise _not_yaml(f"there is no anchor {event.anchor}.", span, "Write the value out.")
        self._add(*found, None)

    def _collection(self, done: _Unfinished, end: Any) -> Node:
        span = self._span(done.event, end)
        if type(end).__name__ == "SequenceEndEvent":
            return Node(span, items=tuple(done.values))
        return Node(span, fields=tuple(zip(done.values[::2], done.values[1::2], strict=True)))

    def _add(self, node: Node, size: int, anchor: str | None) -> None:
        self.size += size
        if self.size > MOST_NODES:
            raise _too_much(f"holds more than {MOST_NODES} values", node.span)
        if anchor is not None:
            self.anchors[anchor] = node, size
        if self.open:
            self.open[-1].values.append(node)
            self.open[-1].size += size
        else:
            self.root = node

    def _span(self, first: Any, last: Any) -> Span:
        start = _offset(self.source, first.start_mark, self.first)
        return Span(self.source, start, _offset(self.source, last.end_mark, self.first))


def _offset(source: Source, mark: Any, first: int) -> int:
    # The C loader counts bytes in some builds and characters in others; lines are safe.
    starts = source.line_starts()
    if first + mark.line >= len(starts):
        return len(source.text)
    offset: int = starts[first + mark.line] + mark.column
    return min(offset, len(source.text))
