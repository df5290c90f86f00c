"""One sentence says one predicate: `rulings check` finds what is said twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.commands.checking import check_paths
from tests.books import RULES, write_book

HOLDS = '.state holds(C: card, D: card) "{C} holds {D}".\nlabel(ann, "Ann").\n'
SAME = '.decl takes(C: card, D: card) "{C} holds {D}".\n'
TAKES = '.decl takes(C: card, D: card) "{C} takes {D}".\n'

HAPPENINGS = HOLDS + (
    '.happening draws(C: card, D: card) "{C} draws {D}".\n'
    '.happening finds(C: card, D: card) "{C} finds {D}".\n'
    "draws(C, D) needs active(C), active(D).\nfinds(C, D) needs active(C), active(D).\n"
    "draws(C, D) begins holds(C, D).\nfinds(C, D) begins holds(C, D).\n"
)
"""Two happenings that begin the same, each with something that it needs."""


@pytest.mark.parametrize(
    ("rules", "words", "found"),
    [
        (
            HOLDS + SAME + "takes(C, C) :- active(C).\n",
            "",
            1,
        ),
        (
            HOLDS + SAME + "takes(C, D) :- holds(C, D).\n",
            "",
            0,
        ),
        (HOLDS + TAKES + "takes(C, C) :- active(C).\n", "", 0),
        (HOLDS + TAKES + "takes(C, C) :- active(C).\n", "verbs: {take: [hold]}\n", 1),
        (TAKES + HOLDS + "takes(C, C) :- active(C).\n", "verbs: {take: [hold]}\n", 1),
        ('.state ranks(C: card, N: int) "{C} has {N} stars".\n', "", 1),
        (HAPPENINGS, "", 0),
    ],
)
def test_collisions(tmp_path: Path, rules: str, words: str, found: int) -> None:
    files = {"rules.dl": RULES + rules} | ({"words.yaml": words} if words else {})
    problems = [one for one in check_paths([write_book(tmp_path, **files)]) if one.code == "RUL639"]
    assert len(problems) == found
    assert all(one.span is not None and one.notes[0].span is not None for one in problems)


COUNTED = "has(C, N) :- types(C, _), N = count { D : takes(C, D) }.\n"
OWNS = '.state owns(C: card, N: int) "{C} owns {N} cards".\n'
TRICKS = ".type trick = { 1, 2 }.\n"


@pytest.mark.parametrize(
    ("rules", "found"),
    [
        (TAKES + TRICKS + '.state wins(C: card, T: trick) "{C} takes trick {T}".\n', 1),
        (TAKES + TRICKS + '.state wins(C: card, T: trick) "{C} takes {T}".\n', 1),
        (TAKES + TRICKS + '.state wins(C: card, T: trick) "{C} wins trick {T}".\n', 0),
        (TAKES + TRICKS + '.state wins(T: trick, D: card) "{T} takes {D}".\n', 1),
        (TAKES + TRICKS + '.state wins(T: trick, U: trick) "{T} takes {U}".\n', 0),
        (TAKES + '.state paid(C: card, N: int) "{C} takes {N} coins".\n', 1),
        (TAKES + '.state paid(C: card, N: int) "{C} pays {N} coins".\n', 0),
        (TAKES + '.state has(C: card, N: int) "{C} takes {N} cards".\n', 1),
        (TAKES + '.decl has(C: card, N: int) "{C} takes {N} cards".\n' + COUNTED, 1),
        (OWNS + '.state paid(C: card, N: int) "{C} owns {N} coins".\n', 0),
    ],
)
def test_sentences_that_one_question_means(tmp_path: Path, rules: str, found: int) -> None:
    """The reader may take "what does Rex take?" for either, and the author is told."""
    book = write_book(tmp_path, **{"rules.dl": RULES + rules + "takes(C, C) :- active(C).\n"})
    problems = [one for one in check_paths([book]) if one.code in ("RUL639", "RUL640")]
    assert [one.code for one in problems] == ["RUL640"] * found
    assert all("takes" in one.message and one.notes[0].span is not None for one in problems)
