"""Nouns of the word list that tell more of a thing than its type: "stall", for an item.

In: a `Lexicon`, a noun and things. Out: whether the noun is such a one, and of which things it is
said. Guarantee: a noun that rulebooks describe things by is never read as their type.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.english.lexicon import Lexicon
from rulings.english.words import key_of
from rulings.language.program import Value


def tells_kind(lexicon: Lexicon, noun: str) -> bool:
    """Whether "{I} is a {K}" or "{I} is a stall" can say what a noun for a type tells."""
    sort = lexicon.nouns.get(noun)
    if sort is None or key_of(sort) == noun:
        return False
    return bool(_unary(lexicon, noun)) or _describes(lexicon, noun, sort)


def may_be_called(lexicon: Lexicon, thing: Value, noun: str) -> bool:
    """Whether no other noun was said of a thing: no attraction is "the stall"."""
    sort, said = lexicon.nouns.get(noun), lexicon.names.description(thing)
    if sort is None or key_of(sort) == noun or not said or noun in said:
        return True
    return not _describes(lexicon, noun, sort)


def of_kind(lexicon: Lexicon, noun: str, things: Iterable[Value]) -> tuple[Value, ...]:
    """Return the things of which it is stated that they are what a noun tells."""
    rows = {
        row[0]
        for name in _unary(lexicon, noun)
        for row in (lexicon.table[name].rows if name in lexicon.table else ())
    }
    return tuple(v for v in things if v in rows or noun in lexicon.names.description(v))


def counted(lexicon: Lexicon, noun: str) -> bool:
    """Whether a sentence tells how many somebody has: "has {N} guests" is about no kind of card."""
    if noun in lexicon.nouns or noun not in lexicon.vocabulary:
        return False
    is_int = lexicon.names.sorts.is_int
    return any(
        verb == "have" and isinstance(many, int) and unit == noun
        for template in lexicon.by_words.among({"have", noun})
        for verb, many, unit in zip(
            template.pieces, template.pieces[1:], template.pieces[2:], strict=False
        )
        if template.predicate not in lexicon.idioms
        and (isinstance(many, str) or is_int(lexicon.sort(template.predicate, many)))
    )


def _describes(lexicon: Lexicon, noun: str, sort: str) -> bool:
    return any(
        lexicon.names.sorts.compatible(lexicon.sort(template.predicate, 0), sort)
        and lexicon.names.find(noun, lexicon.sort(template.predicate, 1))
        for template in lexicon.by_words.describing
    )


def _unary(lexicon: Lexicon, noun: str) -> tuple[str, ...]:
    same = lexicon.by_words.same((0, "be", *noun.split(" ")))
    return tuple(template.predicate for template in same)
