"""The smallest change that turns a verdict around, against trying every change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations, product

from hypothesis import given
from hypothesis import strategies as st

from rulings.engine.run.evaluate import Evaluator, evaluate
from rulings.engine.store.table import Table
from rulings.explain.whatif import LARGEST, Change, Flip, flip
from rulings.language import load
from rulings.language.predicates import PredicateId
from rulings.language.program import Facts, Literal, Program, Row
from tests.engine.strategies import programs
from tests.examples import share_of_examples
from tests.explain.test_conditions import literal, outcome, rules_of

STATES = {"told": 1, "maybe": 1, "normally": 1, "place": 2}
Given = Mapping[PredicateId, Facts]
OTHER = {"yes": "no", "no": "yes"}


def flipped(program: Program, asked: Literal, largest: int = LARGEST) -> Flip:
    model, stated = evaluate(program), (program.facts, program.denials)
    return flip([asked], model, rules_of(program), program, stated, largest=largest)


class Tables:
    """The tables of one program: compiled once, evaluated on changed facts."""

    def __init__(self, program: Program) -> None:
        self.program = replace(program, facts={}, denials={})
        self._stated = program.facts, program.denials
        self._evaluator = Evaluator(self.program)

    def outcome(self, changes: tuple[Change, ...], name: str, row: Row) -> str:
        facts, denials = changed(self.program, *self._stated, changes)
        model = self._evaluator.model(Table(self.program, facts, denials))
        return outcome(model, self.program, name, row)


def changed(
    program: Program, stated: Given, denied: Given, changes: tuple[Change, ...]
) -> tuple[dict[PredicateId, set[Row]], dict[PredicateId, set[Row]]]:
    facts = {name: set(f.rows) for name, f in stated.items()}
    denials = {name: set(f.rows) for name, f in denied.items()}
    for (name, row), holds in changes:
        given, denied = facts.setdefault(name, set()), denials.setdefault(name, set())
        if holds and program.predicates[name].functional:
            given -= {other for other in given if other[:-1] == row[:-1]}
        (given if holds else denied).add(row)
        (denied if holds else given).discard(row)
    return facts, denials


SINGLES = [
    ((state, values), holds)
    for state, width in STATES.items()
    for values in product("abc", repeat=width)
    for holds in (True, False)
]


@given(programs(), st.sampled_from(("p", "q", "may", "flag")), st.sampled_from("abc"))
def test_flips_are_right_and_smallest(text: str, name: str, value: str) -> None:
    smallest(text, name, value, up_to=1)


@given(programs(), st.sampled_from(("p", "may", "flag")), st.sampled_from("abc"))
@share_of_examples(6)
def test_no_pair_is_overlooked(text: str, name: str, value: str) -> None:
    smallest(text, name, value, up_to=2)


def smallest(text: str, name: str, value: str, *, up_to: int) -> None:
    program = load(text)
    row: Row = () if name == "flag" else (value,)
    tables = Tables(program)
    before = tables.outcome((), name, row)
    assert before == outcome(evaluate(program), program, name, row)
    if before == "open":
        return
    found = flipped(program, literal(name, *map(str, row)), up_to)
    for way in found.changes:
        assert tables.outcome(way, name, row) == OTHER[before]
    least = min((len(way) for way in found.changes), default=up_to + 1)
    for size in range(1, least):
        for way in combinations(SINGLES, size):
            if len({fact for fact, _ in way}) == size:
                after = tables.outcome(way, name, row)
                assert after != OTHER[before]


def test_none_within_three() -> None:
    states = "\n".join(f".state s{n} closed." for n in range(4))
    program = load(f"{states}\n.decl p.\np :- s0, s1, s2, s3.\n")
    found = flipped(program, literal("p"))
    assert (found.changes, found.tried) == ((), 3)


def test_three_changes() -> None:
    states = "\n".join(f".state s{n} closed." for n in range(4))
    program = load(f"{states}\n.decl p.\np :- s0, s1, s2.\n")
    found = flipped(program, literal("p"))
    assert found.tried == 3
    assert found.changes == (tuple(((f"s{n}", ()), True) for n in range(3)),)


def test_moving_a_thing_is_one_change() -> None:
    program = load(
        ".type c.\n.type z = { hand, deck }.\n.state at(C: c, Z: z) one, open.\n.decl p(C: c).\n"
        "at(x, hand).\np(C) :- at(C, deck).\n"
    )
    found = flipped(program, literal("p", "x"))
    assert found.changes[0] == ((("at", ("x", "deck")), True),)


def test_a_value_taken_back_leaves_its_key_open() -> None:
    state = ".type t = { a, b }.\n.state place(X: t, Y: t) one, open.\n"
    program = load(f"{state}.decl p.\np :- place(a, Y).\nplace(a, b).\n")
    found = flipped(program, literal("p"))
    both = (("place", ("a", "b")), False), (("place", ("a", "a")), False)
    assert [set(way) for way in found.changes] == [set(both)]
