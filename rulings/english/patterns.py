"""Sentence patterns with alternatives: one text to many templates.

In: a pattern of a word list, "{P} (wants to|would like to) stop (now|)". Out: every text it
stands for, in the order written. Guarantee: an alternative may be empty and hold patterns of its
own; a pattern with more than `MOST` texts, or with brackets that do not close, is refused.
"""

from __future__ import annotations

from rulings.expressions import expression

MOST = 96
SLOT = expression(r"\{\s*(\w+)\s*(?::\s*(\w+)\s*)?\}")

_PLAIN = expression(r"[^()|]*")


class BadPatternError(ValueError):
    """A pattern that cannot be expanded; the text says why."""


def expanded(pattern: str) -> tuple[str, ...]:
    """Return the texts of a pattern.

    Raises BadPatternError when brackets do not match or there are too many texts.

    >>> expanded("{P} (may|can) stop (here|)")
    ('{P} may stop here', '{P} may stop', '{P} can stop here', '{P} can stop')
    """
    texts, end = _sequence(pattern, 0, False)
    if end < len(pattern):
        raise BadPatternError("a bracket is closed that was not opened")
    return tuple(dict.fromkeys(" ".join(text.split()) for text in texts))


def slots(pattern: str) -> tuple[tuple[str, str | None], ...]:
    """Return the slots of a pattern in order, each once, with the type written behind its name."""
    found: dict[str, str | None] = {}
    for match in SLOT.finditer(pattern):
        found[match[1]] = found.get(match[1]) or match[2]
    return tuple(found.items())


def bare(text: str) -> str:
    """Return a text with the types of its slots left out: "{P: player}" becomes "{P}"."""
    return SLOT.sub(r"{\1}", text)


def _sequence(text: str, start: int, inside: bool) -> tuple[list[str], int]:
    """Read texts up to a bar or closing bracket, or to the end."""
    found, position = [""], start
    while position < len(text):
        character = text[position]
        if character == "(":
            options, position = _options(text, position + 1)
            found = [before + option for before in found for option in options]
            if len(found) > MOST:
                raise BadPatternError(f"it stands for more than {MOST} texts")
            continue
        if character == ")" or (character == "|" and inside):
            return found, position
        end = _PLAIN.match(text, position + 1).end()  # type: ignore[union-attr]
        found = [before + text[position:end] for before in found]
        position = end
    if inside:
        raise BadPatternError("a bracket is not closed")
    return found, position


def _options(text: str, start: int) -> tuple[list[str], int]:
    found: list[str] = []
    position = start
    while True:
        some, position = _sequence(text, position, True)
        found += some
        position += 1
        if text[position - 1] == ")":
            return found, position
