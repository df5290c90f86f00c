"""Heads and feet that run through the pages of a print, as a browser prints them as well.

In: the lines of each page with their heights. Out: which of them are heads or feet. Guarantee: a
line is one only where it stands at the edge of its page and comes again at that edge of other
pages, of three at least and of a third of all, with the same words; its numbers are the same
everywhere or count the pages, and what counts them is no sentence, numbered clause or "Round 3".
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

_NUMBER = re.compile(r"\d+")
_TOLD = re.compile(
    r"\d+(?:\.\d+)+\s|\d+[.)]\s|.*[.!?:;]$|(?!p(?:age|\.)?\s)\S+\s+\d+$", re.IGNORECASE
)
"""A sentence, a numbered clause, or what is called by a word and a number."""
_EDGE = 3
"""So many heights from the top and from the bottom of a page are its edge."""
_PAGES, _SHARE = 3, 3
"""What runs stands on so many pages at least, and on one of so many."""

_At = tuple[int, int]
"""The numbers, from 0, of a page and of a line on it."""


def running(pages: Sequence[Sequence[tuple[str, float]]]) -> frozenset[_At]:
    """Return where running heads and feet stand; a line is its text and its height, up or down."""
    alike: dict[tuple[bool, str], list[_At]] = defaultdict(list)
    for page, lines in enumerate(pages):
        heights = sorted({height for text, height in lines if text})
        for edge in (heights[:_EDGE], heights[-_EDGE:]):
            for number, (text, height) in enumerate(lines):
                if text and height in edge:
                    alike[edge[0] == heights[0], _NUMBER.sub("0", text)].append((page, number))
    least = max(_PAGES, -(-len(pages) // _SHARE))
    found: set[_At] = set()
    for places in alike.values():
        if len(places) >= least:
            kept = _counting([(_numbers(pages, at), at) for at in places])
            said = {pages[page][number][0] for page, number in kept}
            if len(said) > 1 and any(map(_TOLD.match, said)):
                continue
            found.update(kept if len({page for page, _ in kept}) >= least else ())
    return frozenset(found)


def _numbers(pages: Sequence[Sequence[tuple[str, float]]], at: _At) -> list[int]:
    return [int(one[-18:]) for one in _NUMBER.findall(pages[at[0]][at[1]][0])]


def _counting(places: list[tuple[list[int], _At]]) -> list[_At]:
    """Return the places whose numbers are, one by one, those of most or count the pages."""
    kept = places
    for column in range(len(places[0][0])):
        same = Counter(numbers[column] for numbers, _ in kept).most_common(1)[:1]
        counted = Counter(numbers[column] - page for numbers, (page, _) in kept).most_common(1)[:1]
        if not same:
            break
        (value, times), (first, pages) = same[0], counted[0]
        kept = [
            (numbers, at)
            for numbers, at in kept
            if (numbers[column] == value if times >= pages else numbers[column] - at[0] == first)
        ]
    return [at for _, at in kept]
