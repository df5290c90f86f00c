"""The forms of verbs and nouns, from a dictionary of English.

In: a word in its base form. Out: its inflected forms. Guarantee: where the dictionary is not
installed, as in a page, there are none; the words of a rulebook are prepared with theirs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class VerbForms(NamedTuple):
    """The forms of a verb: "builds", "built", "built", "building"; several may be current."""

    base: str
    past: tuple[str, ...]
    participle: tuple[str, ...]
    progressive: tuple[str, ...]


def looked_up(what: str, *told: str | bool) -> tuple[str, ...]:
    """Return what the dictionary tells of a word."""
    try:
        import lemminflect
    except ModuleNotFoundError:
        return ()
    found: tuple[str, ...] = getattr(lemminflect, what)(*told)
    return found


@lru_cache(maxsize=4096)
def verb_forms(verb: str) -> VerbForms:
    """Return the forms of a verb in its base form.

    >>> verb_forms("build").past, verb_forms("stop").progressive
    (('built',), ('stopping',))
    """
    past = looked_up("getInflection", verb, "VBD")
    return VerbForms(
        verb,
        past,
        tuple(dict.fromkeys((*looked_up("getInflection", verb, "VBN"), *past[:1]))),
        looked_up("getInflection", verb, "VBG"),
    )


@lru_cache(maxsize=4096)
def plurals(noun: str) -> tuple[str, ...]:
    """Return the plurals of a noun: "dice" and "dies" for "die"."""
    return looked_up("getInflection", noun, "NNS")


@lru_cache(maxsize=4096)
def one_of(noun: str) -> str:
    """Return a noun of several as that of one: "upgrades" gives "upgrade"."""
    return next(iter(looked_up("getLemma", noun, "NOUN")), noun)


@lru_cache(maxsize=4096)
def base_of(verb: str) -> str:
    """Return the base form of a verb in any form: "built" gives "build"."""
    return next(iter(looked_up("getLemma", verb, "VERB")), verb)
