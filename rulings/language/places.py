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
    if name not in span.text:
        return span
    tokens = tokenize(Source(span.source.name, span.text), 0)
    for text, start in zip(tokens.texts, tokens.starts, strict=True):
        if name in (text, text[1:-1]):
            return Span(span.source, span.start + start, span.start + start + len(text))
    return span
