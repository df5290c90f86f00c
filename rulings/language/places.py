"""Where in a node something stands.

In: a span and what to look for in it. Out: a narrower span. Guarantee: tokens are read only
when a message needs them; when nothing is found the whole span is returned.
"""

from __future__ import annotations

import re

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
    for found in re.compile(rf"(?<!\w){re.escape(name)}(?!\w)").finditer(
        text, span.start, span.end
    ):
        place, end = found.span()
        within_quotes = (text[place - 1 : place], text[end : end + 1]) == ('"', '"')
        if within_quotes or text.count('"', span.start, place) % 2 == 0:
            return Span(span.source, place, end)
    return span
