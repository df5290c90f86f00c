"""Where in a node something stands.

In: a span and what to look for in it. Out: a narrower span. Guarantee: tokens are read only
when a message needs them; when nothing is found the whole span is returned.
"""

from __future__ import annotations

from rulings.language.lexer import tokenize
from rulings.language.source import Source, Span


def argument_place(span: Span, index: int) -> Span:
    """The place of argument `index` of the atom at `span`."""
    tokens = tokenize(Source(span.source.name, span.text), 0)
    depth = at = 0
    first: int | None = None
    end = len(span.text)
    for kind, text, start in zip(tokens.kinds, tokens.texts, tokens.starts, strict=True):
        if kind in ("(", "{"):
            depth += 1
            if depth == 1 and kind == "(" and at == 0:
                continue
        elif kind in (")", "}"):
            depth -= 1
            if depth == 0:
                break
        elif kind == "," and depth == 1:
            at += 1
            if at > index:
                break
            continue
        if depth and at == index:
            first = start if first is None else first
            end = start + len(text)
    if first is None:
        return span
    return Span(span.source, span.start + first, span.start + end)


def name_place(span: Span, name: str) -> Span:
    """The first place of a variable or a constant within `span`."""
    text = span.source.text
    place = text.find(name, span.start, span.end)
    while place >= 0:
        end = place + len(name)
        before, after = text[place - 1 : place], text[end : end + 1]
        quoted = text.count('"', span.start, place) % 2 and (before, after) != ('"', '"')
        if not quoted and not _is_word(before) and not _is_word(after):
            return Span(span.source, place, end)
        place = text.find(name, place + 1, span.end)
    return span


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
