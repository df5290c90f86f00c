"""Computed predicates."""

from __future__ import annotations

from rulings.language.builtins import BUILT_INS, words
from rulings.language.program import Row


def rows(name: str, *inputs: object) -> list[Row]:
    return list(BUILT_INS[name].rows(*inputs))


def test_words() -> None:
    assert words("Dinosaur animal-upgrade, dinosaur!") == ("dinosaur", "animal", "upgrade")
    assert words("O'Brien's   café_bar (2nd)") == ("o'brien's", "café", "bar", "2nd")
    assert words("") == words("—…") == ()
    assert rows("word", "Big big River") == [("Big big River", "big"), ("Big big River", "river")]


def test_between() -> None:
    assert rows("between", 2, 4) == [(2, 4, 2), (2, 4, 3), (2, 4, 4)]
    assert rows("between", 4, 2) == rows("between", "a", 3) == []


def test_texts() -> None:
    assert rows("text_length", "café") == [("café", 4)]
    assert rows("lower_case", "Big") == [("Big", "big")]
    assert rows("contains_text", "Big River", "riv") == [("Big River", "riv")]
    assert rows("contains_text", "Big River", "sea") == []


def test_rows_agree_with_inputs() -> None:
    samples = {"any": "two suns and 3 Forests", "int": 3}
    for built_in in BUILT_INS.values():
        inputs = [samples[built_in.columns[i].sort] for i in built_in.inputs]
        found = list(built_in.rows(*inputs))
        assert len(found) == len(set(found))
        for row in found:
            assert len(row) == len(built_in.columns)
            assert [row[i] for i in built_in.inputs] == inputs
