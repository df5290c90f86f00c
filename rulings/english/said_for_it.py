"""What the patterns of one meaning have at the place where others have "it".

In: templates. Out: words. Guarantee: only words, no slots; "it" itself is none of them.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.english.idiom import Keys
from rulings.english.template import Template
from rulings.english.verb import Piece

_LONGEST = 3
"""So many words have the place of "it" at most."""


def words_for_it(templates: Iterable[Template]) -> frozenset[Keys]:
    """Return what some templates of one meaning have where others have "it"."""
    texts = {template.pieces for template in templates}
    found = (
        other[place : place + 1 + len(other) - len(said)]
        for said in texts
        for place, piece in enumerate(said)
        if piece == "it"
        for other in texts
        if 0 <= len(other) - len(said) < _LONGEST
        if other[:place] == said[:place] and _ends_with(other, said[place + 1 :])
    )
    return frozenset(
        tuple(map(str, words))
        for words in found
        if words != ("it",) and all(isinstance(word, str) for word in words)
    )


def _ends_with(pieces: tuple[Piece, ...], end: tuple[Piece, ...]) -> bool:
    return not end or pieces[-len(end) :] == end
