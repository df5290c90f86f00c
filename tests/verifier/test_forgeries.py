"""Forged proofs, each of which one missing check would let pass."""

from __future__ import annotations

from typing import Any

import pytest

from rulings.explain.certificate import NOWHERE, certify
from rulings.language.files import load
from rulings.language.program import Atom, Literal
from rulings.verifier import Unproved, check
from rulings.verifier.form import SCHEMA, seal

Json = dict[str, Any]


def refusal(text: str, asked: str, calls: list[Any], steps: list[Json], claimed: str) -> str:
    """Return why a forged proof is refused."""
    program = load(text)
    certificate: Json = {
        "schema": SCHEMA,
        "rulebook": NOWHERE,
        "question": [[asked, [], False]],
        "table": {"facts": {}, "denials": {}},
        "verdict": claimed,
        "proof": {"calls": calls, "steps": steps},
    }
    assert certify(program, [Literal(Atom(asked, ()))])["verdict"] != claimed
    with pytest.raises(Unproved) as problem:
        check(program, {**certificate, "seal": seal(certificate)})
    return str(problem.value)


def holds(name: str, rule: str, *row: int | str) -> Json:
    return {"holds": [name, list(row)], "rule": rule}


def fails(*names: str) -> Json:
    return {"fails": [[name, []] for name in names]}


def leaves_open(name: str, rule: str, *row: int | str) -> Json:
    return {"open": [name, list(row)], "rule": rule}


SIDES = """\
.decl x. .decl may. .decl q. .decl y. .decl w.
x.
@id(can_do) may :- x.
@id(q) q :- may.
@id(y) y :- w.
@id(w) w :- y.
"""


def test_the_other_side_stands() -> None:
    text = f"{SIDES}@id(must_not) neg may :- x.\n"
    calls = [["q", []], ["may", []]]
    why = refusal(text, "q", calls, [holds("may", "can_do"), holds("q", "q")], "yes")
    assert why.startswith("may does not follow")


def test_what_overrides_does_not_apply() -> None:
    text = f"{SIDES}@id(must_not) neg may :- y.\nmust_not overrides can_do.\n"
    calls = [["may", []], ["neg may", []], ["y", []], ["w", []]]
    steps = [fails("y", "w"), fails("neg may"), fails("may")]
    why = refusal(text, "may", calls, steps, "undecided")
    assert why.startswith("may may still follow by 'can_do'")


def test_what_overrides_is_overridden() -> None:
    text = (
        f"{SIDES}@id(must_not) neg may :- x.\n@id(can_still) may :- x.\n"
        "must_not overrides can_do.\ncan_still overrides must_not.\n"
    )
    calls = [["may", []], ["neg may", []]]
    why = refusal(text, "may", calls, [holds("neg may", "must_not"), fails("may")], "no")
    assert why.startswith("neg may does not follow")


def test_what_denies_depends_on_what_it_denies() -> None:
    text = ".decl x. .decl h. .decl d.\nx.\n@id(h) h :- x, not d.\n@id(d) d :- not h.\n"
    why = refusal(text, "h", [["h", []], ["d", []]], [holds("d", "d")], "no")
    assert why == "h may follow by 'h', and is missing"


def test_what_is_not_listed_rules_out_nothing_that_it_depends_on() -> None:
    text = ".decl x. .decl done.\nx.\n@id(done) done :- forall { S : x, S = 1 } done.\n"
    assert (
        refusal(text, "done", [["done", []]], [], "no")
        == "done may follow by 'done', and is missing"
    )


def test_what_is_not_listed_overrides_nothing_that_it_depends_on() -> None:
    text = (
        ".decl x. .decl may. .decl u.\nx.\n@id(u) u :- may.\n"
        "@id(one) may :- x.\n@id(two) neg may :- x.\n@id(three) may :- u.\n"
        "two overrides one.\nthree overrides two.\n"
    )
    calls = [["may", []], ["neg may", []], ["u", []]]
    why = refusal(text, "may", calls, [holds("neg may", "two")], "no")
    assert why == "may may follow by 'one', and is missing"


def test_an_aggregate_may_come_to_something_else() -> None:
    text = (
        ".type t = { a }.\n.state maybe(X: t) open.\n.decl c(N: int).\n.decl one.\n"
        "@id(c) c(N) :- N = count { X : maybe(X) }.\n@id(one) one :- c(1).\n"
    )
    steps = [holds("c", "c", 0), holds("c", "c", 1), holds("one", "one")]
    why = refusal(text, "one", [["one", []], ["c", [None]]], steps, "yes")
    assert why.startswith("c(0) does not follow")


FOR_ALL = """\
.type t = { a }.
.decl q(X: t). .decl r(X: t). .decl all_r.
q(a).
@id(r) r(X) :- q(X), not r(X).
@id(all_r) all_r :- forall { X : q(X) } r(X).
"""


def test_a_forall_may_have_an_exception() -> None:
    steps = [holds("all_r", "all_r"), leaves_open("r", "r", "a")]
    why = refusal(FOR_ALL, "all_r", [["all_r", []], ["r", ["a"]]], steps, "yes")
    assert why.startswith("all_r does not follow")


def test_a_forall_may_have_none() -> None:
    steps = [fails("all_r"), leaves_open("r", "r", "a")]
    why = refusal(FOR_ALL, "all_r", [["all_r", []], ["r", ["a"]]], steps, "no")
    assert why.startswith("all_r may still follow")


def test_what_is_unknown_may_decide_it() -> None:
    text = ".state u open.\n.decl p.\n@id(p) p :- u, not p.\n"
    assert "it proves open" in refusal(text, "p", [["p", []]], [leaves_open("p", "p")], "undecided")


def test_a_step_of_two_kinds() -> None:
    text = ".decl p. .decl q.\nq.\n@id(p) p :- q.\n"
    both = {**holds("p", "p"), "fails": [["p", []]]}
    assert "must have the keys fails" in refusal(text, "p", [["p", []]], [both], "no")


def test_what_would_take_too_long() -> None:
    text = (
        ".decl p. .decl q.\n@id(p) p :- between(1, 4000000000, X), X < 0.\n"
        "@id(q) q :- N = sum { X : between(1, 60, Y), X = Y * Y * Y }, N = 0.\n"
    )
    program = load(text)
    certificate: Json = {
        "schema": SCHEMA,
        "rulebook": NOWHERE,
        "question": [["p", [], False]],
        "table": {"facts": {}, "denials": {}},
        "verdict": "no",
        "proof": {"calls": [["p", []]], "steps": []},
    }
    with pytest.raises(Unproved, match="more work to check than is allowed"):
        check(program, {**certificate, "seal": seal(certificate)}, steps=10_000)
