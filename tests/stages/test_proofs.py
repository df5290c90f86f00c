"""Every fact of a random program can be explained, by proofs that are well founded."""

from __future__ import annotations

import pytest
from hypothesis import given

from rulings.asking.standalone import evaluate
from rulings.asking.wording import Wording
from rulings.engine.run.model import Model, Truth
from rulings.english.lexicon import Lexicon
from rulings.explain.paradox import circle
from rulings.explain.proof import Explainer
from rulings.explain.tree import Absent, Assumed, Derived, Given, Proof, Seen, Undefined
from rulings.language.files import load
from rulings.language.predicates import base_of, sides
from rulings.language.program import Atom, Constant, Literal, Program
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf
from tests.engine.strategies import programs
from tests.examples import share_of_examples
from tests.explain.test_conditions import rules_of
from tests.stages.test_certificates import ASKED


def check(proof: Proof, model: Model, program: Program, above: frozenset[object]) -> None:
    match proof:
        case Given((name, row)) if name in program.predicates:
            assert name not in program.facts or row in program.facts[name].rows
        case Assumed((name, row)):
            assert row in model.assumed[name]
        case Derived((name, row), rule, premises):
            assert model.truth(name, row) is Truth.TRUE
            assert (name, row) not in above, "a proof rests on itself"
            assert len(premises) == len(rule.body)
            for premise in premises:
                check(premise, model, program, above | {(name, row)})
        case Seen(name, pattern, "holds"):
            assert (name, pattern) not in above, "a proof rests on itself"
        case Absent(name, pattern):
            if None not in pattern:
                assert model.truth(name, pattern) is Truth.FALSE  # type: ignore[arg-type]
        case Undefined((name, row)):
            assert model.truth(name, row) is not Truth.TRUE
        case _:
            pass


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
@given(text=programs())
@share_of_examples(2)
def test_whatever_is_asked_is_explained(engine: str, text: str) -> None:
    program = load(text)
    model = evaluate(program, engine=engine)
    wording = Wording(Lexicon.build(program), Registry())
    shelf = Shelf.of(program)
    for atom in ASKED:
        proof = Explainer(model, program, shelf).explain(Literal(atom))
        check(proof, model, program, frozenset())
        assert wording.step(proof).say
        row = tuple(t.value for t in atom.terms if isinstance(t, Constant))
        truth = model.truth(atom.predicate, row)
        kinds = {Truth.TRUE: "derived given assumed", Truth.FALSE: "absent derived given"}
        assert wording.step(proof).kind in kinds.get(truth, "undefined")


@given(programs())
@share_of_examples(2)
def test_circles_close(text: str) -> None:
    program = load(text)
    model = evaluate(program)
    for atom in ASKED:
        row = tuple(t.value for t in atom.terms if isinstance(t, Constant))
        base = base_of(atom.predicate)
        names = sides(base)[2:] if base == "may" else (base,)
        links = circle([(n, row) for n in names], model, rules_of(program), program.facts)
        if links:
            assert [link.other for link in links] == [
                *(link.fact for link in links[1:]),
                links[0].fact,
            ]
            assert all(link.rule for link in links)


@pytest.mark.parametrize(
    ("rules", "asked"),
    [
        ("may(X) :- dom(X), not neg may(X).\nneg may(b).\n", "may"),
        ("p(X) :- dom(X), not may(X).\nneg may(X) :- p(X).\n", "p"),
    ],
)
def test_what_holds_for_want_of_its_denial_does_not_prove_itself(rules: str, asked: str) -> None:
    declared = ".decl dom(X: symbol).\ndom(a).\n.decl may(X: symbol).\n.decl p(X: symbol).\n"
    program = load(declared + rules)
    model = evaluate(program)
    proof = Explainer(model, program, Shelf.of(program)).explain(
        Literal(Atom(asked, (Constant("a"),)))
    )
    check(proof, model, program, frozenset())


def test_the_shortest_circle() -> None:
    program = load(
        ".decl p.\n.decl q.\n.decl r.\n.decl s.\n@id(a) p :- not q.\n@id(b) q :- not p.\n"
        "@id(c) p :- not r.\n@id(d) r :- not s.\n@id(e) s :- not p.\n"
    )
    links = circle([("p", ())], evaluate(program), rules_of(program), {})
    assert [(link.fact[0], link.rule, link.other[0], link.negated) for link in links] == [
        ("p", "a", "q", True),
        ("q", "b", "p", True),
    ]


def test_no_circle_where_facts_are_missing() -> None:
    program = load(".state u open.\n.decl p.\np :- u.\n")
    assert circle([("p", ())], evaluate(program), rules_of(program), {}) == ()


def test_all_proofs() -> None:
    program = load(".decl a.\n.decl b.\n.decl p.\na.\nb.\n@id(x) p :- a.\n@id(y) p :- b.\n")
    explainer = Explainer(evaluate(program), program, Shelf.of(program))
    proofs = explainer.derivations("p", (), 8)
    assert [proof.rule.id for proof in proofs if isinstance(proof, Derived)] == ["x", "y"]
    assert len(explainer.derivations("p", (), 1)) == 1


def test_another_value_and_a_stated_falsehood() -> None:
    program = load(
        ".type z = { hand, deck }.\n.state at(Z: z) one, open.\n.state up closed.\nat(hand).\n"
        "not up.\n"
    )
    explainer = Explainer(evaluate(program), program, Shelf.of(program))
    elsewhere = explainer.explain(Literal(Atom("at", (Constant("deck"),))))
    assert isinstance(elsewhere, Absent)
    assert elsewhere.instead == (Given(("at", ("hand",))),)
    down = explainer.explain(Literal(Atom("up", ())))
    assert isinstance(down, Absent)
    assert down.because == "denied"
