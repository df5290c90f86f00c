"""What the words of a line name, for the pronouns of the lines behind it.

In: tokens and a `Lexicon`. Out: the things named, first named first. Guarantee: known names and new
proper names only; a name inside a quoted text is none.
"""

from __future__ import annotations

from collections.abc import Callable

from rulings.english.lexicon import Lexicon
from rulings.english.names import symbol_of
from rulings.english.reading import Lines
from rulings.english.words import FUNCTION_WORDS, Tokens, span_key
from rulings.language.program import Value

_LONGEST = 6


def named_in(tokens: Tokens, lexicon: Lexicon) -> tuple[Value, ...]:
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


def _name(tokens: Tokens, start: int, lexicon: Lexicon) -> tuple[Value | None, int]:
    first = tokens[start]
    if not (first.quoted or first.capital) or first.text.isdigit():
        return None, start + 1
    if first.key in FUNCTION_WORDS and start == 0:
        return None, start + 1
    for end in range(min(len(tokens), start + _LONGEST), start, -1):
        values = lexicon.names.all(span_key(tokens, start, end))
        things = [value for value in values if lexicon.names.is_thing(value)]
        if things:
            return (things[0] if len(things) == 1 else None), end
    ordinary = first.key in FUNCTION_WORDS or first.key in lexicon.vocabulary
    if first.quoted or ordinary or first.key in lexicon.nouns:
        return None, start + 1
    end = start + 1
    while (
        end < len(tokens)
        and tokens[end].capital
        and "," not in tokens[end - 1].after
        and not tokens[end - 1].possessive
    ):
        end += 1
    return symbol_of(" ".join(t.text for t in tokens[start:end])), end
