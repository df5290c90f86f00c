"""What the words of a sentence name, for the pronouns behind them.

In: tokens and a `Lexicon`. Out: the things named, first named first. Guarantee: known names and new
proper names only; a name inside a quoted text is none.
"""

from __future__ import annotations

from collections.abc import Callable

from rulings.english.lattice import IDLE
from rulings.english.lexicon import Lexicon
from rulings.english.names import symbol_of
from rulings.english.reading import Lines
from rulings.english.scope import Scope
from rulings.english.words import AUXILIARIES, FUNCTION_WORDS, Token, key_of, number, span_key
from rulings.language.program import Value

_LONGEST = 6


def named_in(tokens: tuple[Token, ...], lexicon: Lexicon) -> tuple[Value, ...]:
    """Return what tokens name: "Ben moves his hiker" names Ben."""
    found: list[Value] = []
    position = 0
    while position < len(tokens):
        value, position = _name(tokens, position, lexicon)
        if value is not None:
            found.append(value)
    return tuple(dict.fromkeys(found))


def named_last(lines: Lines, fits: Callable[[Value], bool]) -> tuple[Value, ...]:
    """Return what fits of the last line that named such a thing; lines come last first."""
    found = (tuple(value for value in dict.fromkeys(line) if fits(value)) for line in lines)
    return next((values for values in found if values), ())


def _name(tokens: tuple[Token, ...], start: int, lexicon: Lexicon) -> tuple[Value | None, int]:
    first = tokens[start]
    if not (first.quoted or first.capital) or first.text.isdigit():
        return None, start + 1
    if first.key in FUNCTION_WORDS and start == 0:
        return None, start + 1
    for end in range(min(len(tokens), start + _LONGEST), start, -1):
        quoted = end == start + 1 and first.quoted
        values = lexicon.names.all(key_of(first.text) if quoted else span_key(tokens, start, end))
        things = [value for value in values if lexicon.names.is_thing(value)]
        if len(things) == 1:
            return things[0], end
        if things:
            return None, end
    ordinary = first.key in FUNCTION_WORDS or first.key in lexicon.vocabulary
    if first.quoted or ordinary or first.key in lexicon.nouns:
        return None, start + 1
    end = start + 1
    while end < len(tokens) and tokens[end].capital and "," not in tokens[end - 1].after:
        end += 1
    is_name = start > 0 or end > 1 or first.possessive or begins_with_name(tokens, lexicon)
    return (symbol_of(" ".join(t.text for t in tokens[start:end])) if is_name else None), end


def begins_with_name(tokens: tuple[Token, ...], lexicon: Lexicon) -> bool:
    """Whether the first word of a line, with its capital in any case, is a name.

    It is when it is no word of the rulebook and a verb may follow, no other phrase.
    """
    first, *rest = tokens[:2]
    known = first.key in FUNCTION_WORDS or first.key in lexicon.vocabulary
    if known or first.key in IDLE or "," in first.after:
        return False
    return not rest or not (
        rest[0].article
        or rest[0].capital
        or rest[0].key in FUNCTION_WORDS - AUXILIARIES - {"do", "did", "have", "and", "not"}
        or number(rest[0].key) is not None
    )


def goes_on_behind_name(scope: Scope, start: int, end: int, sort: str) -> bool:
    """Whether words only begin with a known name: "Yosemite for Ben" is no park of its own."""
    names, tokens = scope.lexicon.names, scope.tokens
    return any(
        not tokens[cut].capital
        and any(names.fits(value, sort) for value in names.all(span_key(tokens, start, cut)))
        for cut in range(start + 1, end)
    )
