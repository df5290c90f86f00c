"""The forms of verbs and nouns, from a dictionary of English.

In: a word in its base form. Out: its inflected forms. Guarantee: called only while the words of a
rulebook are prepared, which is kept with the rulebook; reading a line needs no dictionary.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class VerbForms(NamedTuple):
    """The forms of a verb: "builds", "built", "built", "building"; several may be current."""

    base: str
    third: tuple[str, ...]
    past: tuple[str, ...]
    participle: tuple[str, ...]
    progressive: tuple[str, ...]


@lru_cache(maxsize=4096)
def verb_forms(verb: str) -> VerbForms:
    """Return the forms of a verb in its base form.

    >>> verb_forms("build").past, verb_forms("stop").progressive
    (('built',), ('stopping',))
    """
    from lemminflect import getInflection

    past = getInflection(verb, "VBD")
    return VerbForms(
        verb,
        getInflection(verb, "VBZ"),
        past,
        tuple(dict.fromkeys((*getInflection(verb, "VBN"), *past[:1]))),
        getInflection(verb, "VBG"),
    )


@lru_cache(maxsize=4096)
def plurals(noun: str) -> tuple[str, ...]:
    """Return the plurals of a noun: "dice" and "dies" for "die"."""
    from lemminflect import getInflection

    found: tuple[str, ...] = getInflection(noun, "NNS")
    return found


@lru_cache(maxsize=4096)
def one_of(noun: str) -> str:
    """Return a noun of several as that of one: "upgrades" gives "upgrade"."""
    from lemminflect import getLemma

    found: tuple[str, ...] = getLemma(noun, "NOUN")
    return found[0] if found else noun


@lru_cache(maxsize=4096)
def base_of(verb: str) -> str:
    """Return the base form of a verb in any form: "built" gives "build"."""
    from lemminflect import getLemma

    found: tuple[str, ...] = getLemma(verb, "VERB")
    return found[0] if found else verb
