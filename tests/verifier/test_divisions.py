"""What spares a rule the division by zero spares its certificate too."""

from __future__ import annotations

import pytest

from rulings.asking.standalone import evaluate
from rulings.explain.certificate import certify
from rulings.language.diagnostics import RulingsError
from rulings.language.files import load
from rulings.language.program import Atom, Constant, Literal, Program
from rulings.verifier import Unproved, check
from rulings.verifier.form import seal

NUMBERS = ".decl q(C: int). q(0). q(2). .decl p(C: int)."
SPARED = {
    "by a fact": f"{NUMBERS} .decl zero(C: int). zero(0). p(Y) :- q(X), not zero(X), Y = 6 // X.",
    "by a rule": f"""{NUMBERS} .decl zero(C: int).
        zero(X) :- q(X), X < 1. p(Y) :- q(X), not zero(X), Y = 6 // X.""",
    "by what holds of others": f"""{NUMBERS} .decl big(C: int).
        big(X) :- q(X), X > 1. p(Y) :- q(X), big(X), Y = 6 // X.""",
    "by what is not so": f"""{NUMBERS} .decl big(C: int). .decl small(C: int).
        small(0). big(X) :- q(X), not small(X). p(Y) :- q(X), big(X), Y = 6 // X.""",
    "by an unfounded circle": f"""{NUMBERS} .decl loop(C: int).
        loop(X) :- loop(X), q(X). loop(2). p(Y) :- q(X), loop(X), Y = 6 // X.""",
    "by what it concludes": f"""{NUMBERS} p(3).
        p(X) :- q(X), p(X), 6 // X = Y.""",
    "by a total": f"""{NUMBERS} .decl of(C: int, D: int). of(2, 3).
        p(Y) :- q(X), count {{ D : of(X, D) }} > 0, Y = 6 // X.""",
}


def asked(number: int) -> list[Literal]:
    return [Literal(Atom("p", (Constant(number),)))]


@pytest.mark.parametrize("text", SPARED.values(), ids=SPARED)
@pytest.mark.parametrize(("number", "verdict"), [(3, "yes"), (0, "no")])
def test_spared(text: str, number: int, verdict: str) -> None:
    program = load(text)
    certificate = certify(program, asked(number))
    assert check(program, certificate).verdict == verdict
    model = evaluate(program)
    assert ((number,) in model.true["p"]) is (verdict == "yes")


def test_what_is_open_may_spare_a_rule_nothing() -> None:
    program = load(f"{NUMBERS} .state zero(C: int) open. p(Y) :- q(X), not zero(X), Y = 6 // X.")
    for compute in (evaluate, lambda program: certify(program, asked(3))):
        with pytest.raises(RulingsError, match="RUL401"):
            compute(program)


def test_a_forger_cannot_spare_it() -> None:
    """Whoever claims that nothing divides has to show what fails."""
    spared = load(SPARED["by a fact"])
    certificate = certify(spared, asked(3))
    divides = load(SPARED["by a fact"].replace("zero(0).", ""))
    assert refusal(divides, certificate) == "a rule divides by zero"


def refusal(program: Program, certificate: dict[str, object]) -> str:
    forged = {name: part for name, part in certificate.items() if name != "seal"}
    with pytest.raises(Unproved) as problem:
        check(program, {**forged, "seal": seal(forged)})
    return str(problem.value)
