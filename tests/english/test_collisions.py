"""One sentence says one predicate: `rulings check` finds what is said twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.commands.checking import check_paths
from tests.books import RULES, write_book

HOLDS = '.state holds(C: card, D: card) "{C} holds {D}".\nlabel(ann, "Ann").\n'
SAME = '.decl takes(C: card, D: card) "{C} holds {D}".\n'
TAKES = '.decl takes(C: card, D: card) "{C} takes {D}".\n'


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
    ],
)
def test_collisions(tmp_path: Path, rules: str, words: str, found: int) -> None:
    files = {"rules.dl": RULES + rules} | ({"words.yaml": words} if words else {})
    problems = [one for one in check_paths([write_book(tmp_path, **files)]) if one.code == "RUL639"]
    assert len(problems) == found
    assert all(one.span is not None and one.notes[0].span is not None for one in problems)
