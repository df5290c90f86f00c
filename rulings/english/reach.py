"""Where the fixed words of a sentence can stand in a line, whatever its slots hold.

In: the ways on from each word of a line, the pieces of a sentence. Out: for each piece the places
from where it and all behind it can be matched. Guarantee: no match begins at a place left out, so
that nobody need ask what the words there stand for.

A set of places is one integer, a bit a place, so that a piece takes a few operations however
long the line is (bit-parallel matching: Baeza-Yates and Gonnet, CACM 35(10), 1992).
"""

from __future__ import annotations

from collections.abc import Sequence

from rulings.english.verb import Piece
from rulings.english.words import Token, indefinite, is_possessive

PLACES = ("at", "on", "in", "to", "under")
"""Prepositions that "there" stands for, with what follows."""

Keys = tuple[str, ...]


class Reach:
    """The places of one line; it remembers those of the sentences that were tried."""

    def __init__(
        self, tokens: tuple[Token, ...], edges: Sequence[Sequence[tuple[Keys, int, int]]]
    ) -> None:
        """`edges` leave each word: the keys that templates may have, where they end, a cost."""
        self._every = (2 << len(tokens)) - 1
        self._described = sum(
            1 << i for i, token in enumerate(tokens) if token.quoted or indefinite(tokens, i)
        )
        self._owned = sum(2 << i for i, token in enumerate(tokens) if is_possessive(token))
        self._there = sum(1 << i for i, token in enumerate(tokens) if token.key == "there")
        self._idle: list[tuple[int, int]] = []
        self._keys: set[str] = set(PLACES if self._there else ())
        self._words: dict[str, list[tuple[int, Keys, int]]] = {}
        for place in range(len(tokens) - 1, -1, -1):
            for keys, end, _ in edges[place]:
                self._keys.update(keys)
                if keys:
                    self._words.setdefault(keys[0], []).append((1 << place, keys, end))
                else:
                    self._idle.append((1 << place, end))
        self._known: dict[tuple[tuple[Piece, ...], bool, bool], tuple[int, ...]] = {}

    def of(
        self, pieces: tuple[Piece, ...], *, describes: bool = False, owns: bool = False
    ) -> tuple[int, ...]:
        """Return the places of each piece, and behind the last one every place.

        A last slot that `describes` takes a description, one that `owns` ends in a possessive.
        """
        key = (pieces, describes, owns)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._places(*key)
        return known

    def _places(self, pieces: tuple[Piece, ...], describes: bool, owns: bool) -> tuple[int, ...]:
        words = self._words
        for piece in pieces:
            if piece not in self._keys and isinstance(piece, str):
                return (0,) * (len(pieces) + 1)  # it begins nowhere, and that is all that matters
        places = [0] * len(pieces) + [self._every]
        for index in range(len(pieces) - 1, -1, -1):
            piece = pieces[index]
            if isinstance(piece, str):
                if piece in words or self._there:
                    places[index] = self._of_word(pieces, index, piece, places)
                continue
            behind = places[index + 1]
            is_last = index + 1 == len(pieces)
            if is_last and owns:
                behind &= self._owned
            if not is_last and isinstance(pieces[index + 1], int):
                behind |= places[index + 2]  # an amount may fill both slots at once
            places[index] = (1 << behind.bit_length() >> 1) - 1 if behind else 0
            if is_last and describes:
                places[index] = self._skipping_to(places[index] & self._described)
        return tuple(places)

    def _of_word(self, pieces: tuple[Piece, ...], index: int, piece: str, places: list[int]) -> int:
        found = 0
        for place, keys, end in self._words.get(piece, ()):
            width = len(keys)
            told = width == 1 or pieces[index : index + width] == keys
            if told and places[index + width] >> end & 1:
                found |= place
        if self._there and piece in PLACES and isinstance((*pieces, "")[index + 1], int):
            found |= self._there & places[index + 2] >> 1
        return self._skipping_to(found)

    def _skipping_to(self, found: int) -> int:
        """Return places with those from where only words that say nothing lead to them."""
        for place, end in self._idle if found else ():
            if found >> end & 1:
                found |= place
        return found
