"""All sentence forms of a rulebook, by how they begin.

In: the templates of a rulebook. Out: a tree whose edges are words and the sorts of slots; at each
point the words that may follow. Guarantee: what a line may go on with is found in time that depends
on the line, not on the number of sentences; the tree is made once for a rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulings.english.lexicon import Lexicon
from rulings.english.sentence import form_words
from rulings.english.template import Template
from rulings.english.words import stem
from rulings.language.program import Predicate
from rulings.records import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """A place in sentences: what may follow, words by their keys and slots by their sorts.

    `runs` are the words up to the next slot, with the number of the first form that has them.
    """

    words: dict[str, Point] = field(default_factory=dict)
    slots: dict[str, Point] = field(default_factory=dict)
    runs: dict[str, int] = field(default_factory=dict)


_KEPT = 4
_made: dict[int, tuple[Sequence[Template], Point]] = {}


def beginnings(lexicon: Lexicon) -> Point:
    """Return where all sentences of a rulebook begin."""
    known = _made.get(id(lexicon.templates))
    if known is not None and known[0] is lexicon.templates:
        return known[1]
    found = _tree(lexicon)
    adopt(lexicon, found)
    return found


def adopt(lexicon: Lexicon, found: Point) -> None:
    """Take what `beginnings` returned in another process for the same rulebook."""
    while len(_made) >= _KEPT:
        _made.pop(next(iter(_made)), None)
    _made[id(lexicon.templates)] = (lexicon.templates, found)


def _tree(lexicon: Lexicon) -> Point:
    root = Point()
    number = 0
    for template in lexicon.templates:
        predicate = lexicon.predicates[template.predicate]
        if template.text in predicate.templates:
            for question in (False, True):
                number += 1
                _add(root, form_words(predicate, template.text, question), predicate, number)
    return root


def _add(point: Point, form: tuple[str | int, ...], predicate: Predicate, number: int) -> None:
    for place, piece in enumerate(form):
        if isinstance(piece, int):
            point = point.slots.setdefault(predicate.columns[piece].sort, Point())
        else:
            point.runs.setdefault(_run(form, place), number)
            point = point.words.setdefault(stem(piece.lower()), Point())


def _run(form: tuple[str | int, ...], place: int) -> str:
    """Return the fixed words from a place to the next slot."""
    words = []
    for piece in form[place:]:
        if isinstance(piece, int):
            break
        words.append(piece)
    return " ".join(words)
