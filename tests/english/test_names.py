"""Names: look-up, copies, near names."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.english.words import key_of, span_key, tokenize
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Facts
from tests.books import trail
from tests.english.notation import shown
from tests.english.small_programs import PARK, program

LEXICON = Lexicon.build(PARK)
COPIES = program(
    """
    .type card
    .decl active(C: card) "{C} is active"
    .state copy_of(C: card, K: card) "{C} is a copy of {K}"
    .state on(C: card, A: card) "{C} is on {A}"
    """,
    {"on": [("triceratops", "log_flume")]},
    concluded="active",
)

GROWING = Lexicon.build(
    program(
        """
        .type card
        .type attraction < card
        .state up(C: card) "{C} is up"
        .state on(C: card, A: attraction) "{C} is on {A}"
        .state typed(C: card, W: symbol) "{C} is a {W}"
        .state copy_of(C: card, K: card) "{C} is a copy of {K}"
        """,
        {"up": [("arch",), ("neon",)], "label": [("arch", "Old Arch")]},
    )
)
_NAMES = st.sampled_from(("arch", "neon", "log_flume", "fence", "fence_2"))


def _copies(*copies: str) -> Lexicon:
    rows = tuple((copy, "triceratops") for copy in copies)
    return Lexicon.build(COPIES).with_facts({"copy_of": Facts(rows)})


def test_the_printed_name_means_the_only_copy_on_the_table() -> None:
    assert shown(read("is Triceratops active", _copies("red"))) == "ask active(red)"


def test_two_copies_are_asked_about() -> None:
    with pytest.raises(RulingsError) as raised:
        read("is Triceratops active", _copies("red", "blue"))
    (found,) = raised.value.diagnostics
    assert found.code == "RUL503"
    assert "Red" in found.message
    assert "Blue" in found.message


def test_a_copy_is_called_by_its_own_name() -> None:
    assert shown(read("is Blue active", _copies("red", "blue"))) == "ask active(blue)"


def test_a_copy_has_a_name_of_its_own() -> None:
    on = Facts((("triceratops", "log_flume"),))
    lexicon = Lexicon.build(COPIES)
    table = lexicon.with_facts({"copy_of": Facts((("triceratops_2", "triceratops"),)), "on": on})
    with pytest.raises(RulingsError) as raised:
        read("is Triceratops active", table)
    assert "Triceratops 1" in raised.value.diagnostics[0].message
    assert shown(read("is Triceratops 1 active", table)) == "ask active(triceratops)"
    assert shown(read("is Triceratops 2 active", table)) == "ask active(triceratops_2)"


def test_what_lies_on_the_table_goes_before_what_the_rulebook_mentions() -> None:
    both = program(
        '.type card\n.state up(C: card) "{C} is up"',
        {"up": [("a_1",), ("a_2",)], "label": [("a_1", "Arch"), ("a_2", "Arch")]},
    )
    lexicon = Lexicon.build(both)
    with pytest.raises(RulingsError):
        read("is Arch up", lexicon)
    table = lexicon.with_facts({"up": Facts((("a_2",),))})
    assert shown(read("is Arch up", table)) == "ask up(a_2)"


def test_new_names_of_a_table_are_known_afterwards() -> None:
    label = Facts((("neon", "Neon Arch, the 2nd"),))
    table = LEXICON.with_facts({"label": label, "face_up": Facts((("neon",),))})
    assert shown(read("is neon arch the 2nd active", table)) == "ask active(neon)"
    assert table.names.display("neon") == "Neon Arch, the 2nd"


@pytest.mark.parametrize(
    ("symbol", "shown"),
    [
        ("two_of_hearts", "Two of Hearts"),
        ("the_end", "The End"),
        ("drop_in", "Drop In"),
        ("of", "Of"),
    ],
)
def test_a_name_without_label_is_a_title(symbol: str, shown: str) -> None:
    assert LEXICON.with_facts({"face_up": Facts(((symbol,),))}).names.display(symbol) == shown


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("up"), st.tuples(_NAMES)),
            st.tuples(st.just("on"), st.tuples(_NAMES, _NAMES)),
            st.tuples(st.just("typed"), st.tuples(_NAMES, st.sampled_from(("gold star", "red")))),
            st.tuples(st.just("copy_of"), st.tuples(_NAMES, st.just("arch"))),
        ),
        max_size=8,
    )
)
def test_names_that_come_one_by_one_are_those_that_come_together(
    rows: list[tuple[str, tuple[str, ...]]],
) -> None:
    lexicon = GROWING.with_facts({})
    for count, (name, row) in enumerate(rows, 1):
        facts = _by_name(rows[:count])
        lexicon = lexicon.after_rows([(name, row)], facts) or GROWING.with_facts(facts)
        afresh = GROWING.with_facts(facts)
        assert _known(lexicon) == _known(afresh)
        assert lexicon.table == afresh.table


def test_a_long_table_has_few_layers() -> None:
    lexicon, told = GROWING.with_facts({}), list[tuple[str, tuple[str, ...]]]()
    for count in range(300):
        told.append(("up", (f"card_{count}",)))
        facts = _by_name(told)
        lexicon = lexicon.after_rows(told[-1:], facts) or GROWING.with_facts(facts)
        assert len(list(lexicon.names.layers())) < 12
    assert len(lexicon.names.values("card")) >= 300


def _by_name(rows: list[tuple[str, tuple[str, ...]]]) -> dict[PredicateId, Facts]:
    names = dict.fromkeys(name for name, _ in rows)
    return {
        name: Facts(tuple(dict.fromkeys(row for other, row in rows if other == name)))
        for name in names
    }


def _known(lexicon: Lexicon) -> object:
    names = lexicon.names
    layers = [one for one in names.layers() if one.base is not None]
    keys = {key for one in layers for key in one.keys}
    values = {value for one in layers for some in one.keys.values() for value in some}
    return (
        {key: set(names.all(key)) for key in keys},
        {value: (names.sorts_of(value), names.description(value)) for value in values},
        {(key, sort): set(names.find(key, sort)) for key in keys for sort in ("card", "any")},
        {sort: set(names.values(sort)) for sort in ("card", "any")},
        (names.table, names.originals, names.copies),
        {word for one in layers for word in one.words},
        [names.describes(word, "string") for word in ("gold", "star", "red", "arch")],
        {spelling for one in layers for spelling in one.spellings},
    )


def test_a_lexicon_pickles() -> None:
    again = pickle.loads(pickle.dumps(LEXICON))
    assert shown(read("is Triceratops active", again)) == "ask active(triceratops)"


def test_the_nearest_of_many_names_comes_first() -> None:
    chance = random.Random(7)
    syllables = [a + b for a in "bdfgklmnprst" for b in "aeiou"]
    words = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(900)]
    names = [("_".join(chance.choices(words, k=chance.randint(1, 3))),) for _ in range(5_000)]
    many = program('.type card\n.state up(C: card) "{C} is up"', {"up": names})
    wanted = names[123][0].replace("_", " ")
    assert Lexicon.build(many).names.near(f"{wanted}x", "card")[0][0] == names[123][0]


def test_a_copy_is_one_of_the_printed_thing() -> None:
    table = _copies("red", "blue")
    assert shown(read("Green is a copy of Triceratops", table)) == (
        "state copy_of(green, triceratops), new green: card"
    )


@pytest.mark.parametrize("name", ["A Triceratops", "A 2-for-1 Deal"])
def test_a_name_has_its_key_wherever_it_stands(name: str) -> None:
    tokens = tokenize(f"does it match {name}")
    assert span_key(tokens, 3, len(tokens)) == key_of(name)


def test_a_letter_is_a_name() -> None:
    assert [token.key for token in tokenize("player A owns it")] == ["player", "a", "own", "it"]


def test_an_unknown_name_in_a_question_that_is_understood_is_to_be_told_first() -> None:
    table = trail().situation()
    with pytest.raises(RulingsError) as raised:
        table.ask("Has Zed bought Sky Hammer?")
    hints = [one.hint for one in raised.value.diagnostics]
    assert all("first" in hint and "Nearest" not in hint for hint in hints), hints


PLANS = Lexicon.build(
    program(
        """
        .type player
        .type card
        .state player(P: player) "{P} is a player"
        .state needs(C: card, D: card) "{C} needs {D}" | "{C} wants {D}" | "{C} shows {D}"
        .state closed(C: card) "{C} is closed"
        .decl counts_for(C: card, D: card) "{C} counts for {D}"
        """,
        {"closed": [("arch",)]},
        concluded="counts_for",
    )
).with_facts({"closed": Facts((("arch",),))})
