"""What each word of a rule file means."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.language.occurrences import Use, WordKind, occurrences
from rulings.language.source import Source

RULES = """\
% a note
.type zone < place = { deck, hand }.
.decl active(in C: card) breach "{C} is active".
@[book/when-active, book/other] @id(when_active)
active(C) :- zone_of(C, hand), raining, C != rex, N = count { Y : near(C, Y) }, not neg odd(abs(N)).
when_active overrides card.
"""


def told(text: str) -> dict[str, tuple[str, str]]:
    found = occurrences(Source("rules.dl", text))
    return {one.text: (one.kind.value, one.use.value) for one in found}


def test_each_word_has_its_meaning() -> None:
    words = told(RULES)
    assert words["zone"] == ("type", "declared")
    assert words["place"] == ("type", "read")
    assert words["deck"] == ("constant", "declared")
    assert words["in"] == words["breach"] == ("keyword", "read")
    assert words["book/when-active"] == ("clause", "read")
    assert words["zone_of"] == words["raining"] == words["near"] == ("predicate", "read")
    assert words["hand"] == words["rex"] == ("constant", "read")
    assert words["count"] == words["abs"] == ("function", "read")
    assert words["neg"] == ("keyword", "read")
    assert words["% a note"] == ("comment", "read")


def test_alternatives_and_extremes() -> None:
    words = told("p(X) :- (not tied or award(X)), highest { X by N : stars(X, N), at(X, hand) }.")
    assert words["or"] == words["by"] == words["not"] == ("keyword", "read")
    assert words["tied"] == words["award"] == words["stars"] == ("predicate", "read")
    assert words["highest"] == ("function", "read")
    assert words["hand"] == ("constant", "read")


def test_sets() -> None:
    words = told("p(X) :- has(X, red), rest { Q : is(Q) except ben, X }.")
    assert words["except"] == ("keyword", "read")
    assert words["red"] == words["ben"] == ("constant", "read")
    assert words["rest"] == told("p :- only { X : q(X) }.")["only"] == ("function", "read")
    assert words["has"] == words["is"] == ("predicate", "read")


def test_rules_in_order() -> None:
    words = told("otherwise pays(P, loan) :- borrows(P).")
    assert words["otherwise"] == ("keyword", "read")
    assert words["pays"] == ("predicate", "concluded")


def test_declared_concluded_read() -> None:
    uses = [one.use for one in occurrences(Source("r", RULES)) if one.text == "active"]
    assert uses == [Use.DECLARED, Use.CONCLUDED]
    ids = [one.use for one in occurrences(Source("r", RULES)) if one.text == "when_active"]
    assert ids == [Use.DECLARED, Use.READ]


def test_a_clause_stands_where_its_own_name_does() -> None:
    (found,) = occurrences(Source("r", "@[book/when-active]"))[1:]
    assert (found.text, found.start) == ("book/when-active", 7)


def test_the_column_in_a_sentence_is_that_of_the_declaration() -> None:
    found = occurrences(Source("r", RULES))
    columns = [one for one in found if one.text == "C" and one.start < RULES.index("@[")]
    assert [RULES[one.start] for one in columns] == ["C", "C"]
    assert len({one.statement for one in columns}) == 1


@given(st.text(alphabet='ab(){}[]@.:-,"%= \nXY<|_not', max_size=200))
def test_any_text_has_occurrences_that_do_not_overlap(text: str) -> None:
    found = occurrences(Source("r", text))
    ends = [0, *(one.end for one in found)]
    assert all(one.start >= end for one, end in zip(found, ends, strict=False))
    assert all(one.end <= len(text) for one in found)


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "facts").glob("*/*.dl")))
def test_names_of_shipped_rules_are_quoted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for one in occurrences(Source(path.name, text)):
        quoted = text[one.start : one.end]
        assert quoted == one.text or one.kind is WordKind.CLAUSE
        assert one.text.endswith(quoted)
