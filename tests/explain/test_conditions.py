"""What would settle an answer, against the evaluation of every completion."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rulings.asking.standalone import evaluate
from rulings.engine.run.model import Model, Truth
from rulings.explain import tables
from rulings.explain.ground import Fact
from rulings.explain.settling import Conditions, Weigher
from rulings.language.files import load
from rulings.language.predicates import against
from rulings.language.program import Atom, Constant, Facts, Literal, Program, Row
from rulings.logic.unfolding import Clauses
from tests.engine.strategies import programs


def rules_of(program: Program) -> Clauses:
    return Clauses(program, partial(tables.rules_of, program))


def literal(name: str, *row: str) -> Literal:
    return Literal(Atom(name, tuple(map(Constant, row))))


def settle(program: Program, asked: Literal, engine: str = "native") -> Conditions:
    model = evaluate(program, engine=engine)
    return Weigher(model, rules_of(program), program.facts).weigh([asked])


def completed(program: Program, choice: dict[Fact, bool]) -> Program:
    facts, denials = dict(program.facts), dict(program.denials)
    for (name, row), holds in choice.items():
        into = facts if holds else denials
        into[name] = Facts((*into[name].rows, row) if name in into else (row,))
    return replace(program, facts=facts, denials=denials)


def outcome(model: Model, program: Program, name: str, row: Row) -> str:
    if model.truth(name, row) is Truth.TRUE:
        return "yes"
    if program.predicates[name].two_sided:
        return "no" if model.truth(against(name), row) is Truth.TRUE else "open"
    return "no" if model.truth(name, row) is Truth.FALSE else "open"


def completions(unknown: tuple[Fact, ...]) -> list[dict[Fact, bool]]:
    found = []
    for values in product((False, True), repeat=len(unknown)):
        choice = dict(zip(unknown, values, strict=True))
        keys = [row[:-1] for (name, row), holds in choice.items() if holds and name == "place"]
        if len(keys) == len(set(keys)):
            found.append(choice)
    return found


@given(programs(), st.sampled_from(("p", "q", "may", "flag")), st.sampled_from("abc"))
def test_combinations_settle_and_completions_agree(text: str, name: str, value: str) -> None:
    program = load(text)
    row: Row = () if name == "flag" else (value,)
    model = evaluate(program)
    if outcome(model, program, name, row) != "open":
        return
    found = settle(program, literal(name, *map(str, row)))
    if len(found.unknown) > 6:
        return
    seen = set()
    for choice in completions(found.unknown):
        # The facts that do not matter stay unknown: the rest must decide without them, or
        # every way to fill them in must give the same.
        model = evaluate(completed(program, choice))
        here = outcome(model, program, name, row)
        seen.add(here)
        for wanted, combinations in (("yes", found.yes), ("no", found.no)):
            met = any(all(choice[f] is holds for f, holds in c) for c in combinations)
            if met and here != wanted:
                rest = settle(completed(program, choice), literal(name, *map(str, row)))
                assert rest.always == wanted
            if here == wanted and found.whole and len(combinations) < 6:
                assert met
    if found.always in ("yes", "no"):
        assert seen <= {found.always, "open"}


def test_every_completion_agrees() -> None:
    program = load(".state u open.\n.decl p.\np :- u.\np :- not u.\n")
    assert settle(program, literal("p")).always == "yes"


def test_minimal_combinations_both_ways() -> None:
    program = load(
        ".state a open.\n.state b open.\n.state c open.\n.decl p.\np :- a, b.\np :- not c, b.\n"
    )
    found = settle(program, literal("p"))
    a, b, c = (("a", ()), ("b", ()), ("c", ()))
    assert found.yes == (((a, True), (b, True)), ((b, True), (c, False)))
    assert found.no == (((b, False),), ((a, False), (c, True)))


def test_one_value_excludes_the_others() -> None:
    program = load(
        ".type z = { hand, deck, box }.\n.state at(Z: z) one, open.\n.decl p.\n"
        "p :- at(hand).\np :- at(deck).\n"
    )
    found = settle(program, literal("p"))
    assert found.no == (((("at", ("deck",)), False), (("at", ("hand",)), False)),)
    assert found.yes == (((("at", ("deck",)), True),), ((("at", ("hand",)), True),))


def test_a_tie_whatever_is_unknown() -> None:
    program = load(".state u open.\n.decl k.\nk.\n.decl p.\np :- k.\np :- u.\nneg p :- k.\n")
    assert settle(program, literal("p")).always == "conflict"


def test_more_unknown_facts_than_are_tried() -> None:
    names = [f"u{n}" for n in range(30)]
    states = "\n".join(f".state {n} open." for n in names)
    program = load(f"{states}\n.decl p.\n" + "\n".join(f"p :- {n}." for n in names))
    found = settle(program, literal("p"))
    assert found.left == 10
    assert len(found.unknown) == 30
    assert len(found.yes[0]) == 1
    assert not found.no


def test_counting_unknown_things() -> None:
    program = load(
        ".type t = { a, b, c }.\n.state told(X: t) open.\n.decl p.\n"
        "p :- count { X : told(X) } >= 2.\n"
    )
    found = settle(program, literal("p"))
    assert len(found.yes) == 3
    assert all(len(c) == 2 for c in (*found.yes, *found.no))
