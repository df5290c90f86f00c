"""The ways from each word of a line to the next: as written, as a synonym, or skipped.

In: tokens, and what a word list says for words of templates. Out: for every place the edges that
lead on from it. Guarantee: the word as written is always an edge, at no cost; a word that says
nothing may be skipped, a word that changes a meaning ("not", "only", "at least") never.
"""

from __future__ import annotations

from typing import NamedTuple

from rulings.english.idiom import Keys, Rewrites
from rulings.english.reach import Reach
from rulings.english.words import AUXILIARIES, Token, number

IDLE = frozenset(
    "currently now still really just please then actually already also too simply yet "
    "therefore nevertheless exactly anyway however afterwards".split()
)
"""Words that say nothing about what is so; skipped only where no template has them."""
_TOTAL = tuple(
    tuple(phrase.split())
    for phrase in ("in total", "all in all", "in all", "altogether", "all together")
)
"""Phrases that say nothing of one, and of several that their numbers are added up."""
_IDLE_PHRASES = _TOTAL + tuple(
    tuple(phrase.split())
    for phrase in (
        "at the moment",
        "at moment",
        "at this moment",
        "at this point",
        "at present",
        "right now",
        "so far",
        "as well",
        "after all",
        "of course",
        "by now",
        "all same",
        "for certain",
        "at all",
        "even so",
        "later on",
        "after that",
        "right after that",
        "only then",
        "since then",
    )
)


_IDLE_FROM = {first: [p for p in _IDLE_PHRASES if p[0] == first] for first, *_ in _IDLE_PHRASES}
"""The phrases that say nothing, by their first words."""
_TOO = frozenset(("too", "also"))
_AS_WELL = ("as", "well")


class Edge(NamedTuple):
    """A way on: the keys that templates may have for the words up to `end`, and its cost."""

    keys: Keys
    end: int
    cost: int


class Lattice(NamedTuple):
    """`edges` leave each place, `keys` are those of all, `reach` tells where sentences stand."""

    edges: tuple[tuple[Edge, ...], ...]
    keys: frozenset[str]
    reach: Reach


def lattice(tokens: tuple[Token, ...], rewrites: Rewrites) -> Lattice:
    """Return the edges between the tokens of a line."""
    edges = tuple(_leaving(tokens, index, rewrites) for index in range(len(tokens)))
    keys = frozenset(key for some in edges for edge in some for key in edge.keys)
    return Lattice((*edges, ()), keys, Reach(tokens, edges))


def adds_up(tokens: tuple[Token, ...]) -> bool:
    """Whether a line says "in total"."""
    return any(
        phrase[0] == token.key and _stands(tokens, i, phrase)
        for i, token in enumerate(tokens)
        for phrase in _TOTAL
    )


def _leaving(
    tokens: tuple[Token, ...],
    index: int,
    rewrites: Rewrites,
) -> tuple[Edge, ...]:
    token = tokens[index]
    if token.quoted:
        return ()
    found = [Edge((token.key,), index + 1, 0)]
    following = tokens[index + 1].key if index + 1 < len(tokens) else ""
    for said, meant in rewrites.get(token.key, ()):
        if (len(said) == 1 or said[1] == following) and _stands(tokens, index, said):
            found.append(Edge(meant, index + len(said), 1))
    if is_idle(tokens, index):
        found.append(Edge((), index + 1, 1))
    found += (
        Edge((), index + len(phrase), 1)
        for phrase in _IDLE_FROM.get(token.key, ())
        if _stands(tokens, index, phrase)
        if phrase != _AS_WELL or not says_the_same(tokens, index)
    )
    return tuple(found)


def is_idle(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether a word says nothing about what is so."""
    token = tokens[index]
    idle = token.key in IDLE and not token.capital and not token.quoted
    same = token.key in _TOO and says_the_same(tokens, index)
    return idle and not same and not _restricts(tokens, index)


def says_the_same(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether "too" says the same of somebody else: "Ana has 3 coins, Ben too"."""
    first = index
    while first > 0 and _names(tokens[first - 1]):
        first -= 1
    named = 0 < first < index
    return named and (bool(tokens[first - 1].after) or tokens[first - 1].key in ("and", "but"))


def _names(token: Token) -> bool:
    bare = not token.quoted and not token.article and not token.after
    return bare and token.capital and number(token.key) is None


def _restricts(tokens: tuple[Token, ...], index: int) -> bool:
    """Whether "just" means "only": "just Ana", "just one Sun", "has visited just Zion"."""
    if tokens[index].key != "just":
        return False
    before, behind = tokens[index - 1 : index] if index else (), tokens[index + 1 : index + 2]
    named = any(t.capital or t.quoted or t.article or number(t.key) is not None for t in behind)
    asks = index == 1 and before[0].key in AUXILIARIES | {"do", "did", "have"}
    return named or asks or any(t.text.endswith("ed") for t in before) or not behind


def _stands(tokens: tuple[Token, ...], start: int, keys: Keys) -> bool:
    if start + len(keys) > len(tokens):
        return False
    for index, key in enumerate(keys, start):
        token = tokens[index]
        if token.key != key or token.quoted:
            return False
    return True
