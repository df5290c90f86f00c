"""The problems: rows of the input relations, the same for every engine.

In: a size and a seed. Out: relations as lists of rows. Guarantee: equal arguments give equal rows
on every machine and version of Python (only `Random.random` is used, whose sequence is fixed).
"""

from __future__ import annotations

from random import Random

from rulings.language.program import Row

Relations = dict[str, list[Row]]

WORDS = 70
"""With so many type words, about 28 of 30,000 cards fit one of 50 phrases by chance."""


def chain(edges: int) -> Relations:
    """Return the edges 0 → 1 → 2 …"""
    return {"edge": [(i, i + 1) for i in range(edges)]}


def random_graph(name: str, nodes: int, edges: int, seed: int = 1) -> Relations:
    """Return distinct random edges, loops allowed."""
    random = Random(seed)
    found: dict[Row, None] = {}
    while len(found) < edges:
        found[_below(random, nodes), _below(random, nodes)] = None
    return {name: list(found)}


def binary_tree(depth: int) -> Relations:
    """Return the parents of a complete binary tree whose root is 1."""
    return {"parent": [(i // 2, i) for i in range(2, 2 ** (depth + 1))]}


def cards(count: int, phrases: int, seed: int = 2) -> Relations:
    """Return cards with three type words each, and phrases of three words.

    Phrase 3 has the words of card 7; the others fit by chance.
    """
    random = Random(seed)
    types = [_words(random) for _ in range(count)]
    asked = [_words(random) if phrase != 3 else types[7] for phrase in range(phrases)]
    return {
        "card": [(card,) for card in range(count)],
        "ctype": [(card, word) for card, words in enumerate(types) for word in words],
        "phrase": [(phrase,) for phrase in range(phrases)],
        "word_of": [(phrase, word) for phrase, words in enumerate(asked) for word in words],
    }


def activity(count: int, seed: int = 3) -> Relations:
    """Return cards in rows of eleven, where most switch off the next one of their row.

    The first row is whole and face-up, so that its first card decides about its last.
    """
    random = Random(seed)
    face_up: list[Row] = [(card,) for card in range(count) if random.random() < 0.9 or card < 11]
    deactivates: list[Row] = [
        (card, card + 1)
        for card in range(count - 1)
        if card % 11 < 10 and (random.random() < 0.8 or card < 11)
    ]
    in_play: list[Row] = [(card,) for card in range(count)]
    return {"in_play": in_play, "face_up": face_up, "deactivates": deactivates}


def _below(random: Random, limit: int) -> int:
    return int(random.random() * limit)


def _words(random: Random) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < 3:
        found[f"word_{_below(random, WORDS)}"] = None
    return list(found)
