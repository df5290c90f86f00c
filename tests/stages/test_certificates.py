"""Every verdict has a certificate that verifies, and an altered one is rejected."""

from __future__ import annotations

import copy
from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.asking.standalone import evaluate
from rulings.engine.run.model import Model, Truth
from rulings.explain.certificate import certify
from rulings.explain.settling import Conditions
from rulings.language.files import load
from rulings.language.predicates import against, base_of
from rulings.language.program import Atom, Constant, Literal, Program
from rulings.verifier import Unproved, check
from rulings.verifier.basis import ValueTypes
from rulings.verifier.form import seal
from tests.engine.strategies import programs
from tests.examples import share_of_examples

Json = dict[str, Any]
ASKED = [
    *(Atom(name, (Constant(x),)) for name in ("p", "q", "may", "low") for x in "abc"),
    *(Atom("r", (Constant(x), Constant(y))) for x in "ab" for y in "bc"),
    Atom("flag", ()),
    Atom("number", (Constant("a"), Constant(2))),
    Atom(against("may"), (Constant("a"),)),
]


def truth(program: Program, engine: str, atom: Atom) -> set[str]:
    """The verdicts that a certificate may have; what is open may be so for two reasons."""
    return truth_in(evaluate(program, engine=engine), program, atom)


def truth_in(model: Model, program: Program, atom: Atom) -> set[str]:
    row = tuple(t.value for t in atom.terms if isinstance(t, Constant))
    base = base_of(atom.predicate)
    word = {Truth.TRUE: {"yes"}, Truth.FALSE: {"no"}, Truth.UNDEFINED: {"open", "undecided"}}
    if not program.predicates[base].may_be_silent:
        return word[model.truth(atom.predicate, row)]
    pro, contra = model.truth(base, row), model.truth(against(base), row)
    if atom.predicate != base:
        pro, contra = contra, pro
    if pro is Truth.FALSE and contra is Truth.FALSE:
        return {"undecided"}
    return (
        {"yes"} if pro is Truth.TRUE else {"no"} if contra is Truth.TRUE else word[Truth.UNDEFINED]
    )


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
@given(text=programs(), atom=st.sampled_from(ASKED))
@share_of_examples(2)
def test_every_verdict_has_a_certificate(engine: str, text: str, atom: Atom) -> None:
    program = load(text)
    certificate = certify(program, [Literal(atom)])
    assert check(program, certificate).verdict in truth(program, engine, atom)


@given(programs(), st.sampled_from(ASKED), st.data())
@share_of_examples(2)
def test_an_altered_certificate_proves_nothing_else(
    text: str, atom: Atom, data: st.DataObject
) -> None:
    program = load(text)
    certificate = certify(program, [Literal(atom)])
    altered = copy.deepcopy(certificate)
    steps: list[Json] = altered["proof"]["steps"]
    if not steps:
        return
    number = data.draw(st.integers(0, len(steps) - 1))
    how = data.draw(st.sampled_from(("leave out", "say otherwise", "another fact", "rule")))
    alter(steps, number, how, data)
    if altered == certificate:
        return
    with pytest.raises(Unproved):
        check(program, altered)
    altered["seal"] = seal(altered)
    try:
        found = check(program, altered).verdict
    except Unproved:
        return
    # What nothing concludes may be listed or not; it is false all the same.
    assert how in ("leave out", "another fact")
    assert found == certificate["verdict"]


PROGRAMS = sorted(Path(__file__).parents[1].glob("programs/good/*.dl"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_row_of_the_test_programs(path: Path) -> None:
    program = load(path.read_text(encoding="utf-8"))
    model, types = evaluate(program), ValueTypes(program)
    # A long recursive rule has too many instances to read them for every row.
    most = 1 if any(len(rule.body) > 12 for rule in program.rules) else 12
    for name, predicate in program.predicates.items():
        if any(column.is_input for column in predicate.columns):
            continue
        known = sorted({value for row in model.possible[name] for value in row}, key=str)[:3]
        for side in (name, against(name)) if predicate.two_sided else (name,):
            near = islice(product(known, repeat=predicate.arity), most * 3 // 4)
            for row in {
                *islice(model.true[side], most),
                *islice(model.possible[side], most),
                *near,
            }:
                if types.fits(row, predicate.columns):
                    asked = Atom(side, tuple(map(Constant, row)))
                    certificate = certify(program, [Literal(asked)])
                    found = check(program, certificate).verdict
                    assert found in truth_in(model, program, asked)


def alter(steps: list[Json], number: int, how: str, data: st.DataObject) -> None:
    step = steps[number]
    (kind,) = (key for key in step if key != "rule")
    if how == "leave out":
        if kind == "fails" and len(step["fails"]) > 1:
            step["fails"].pop(data.draw(st.integers(0, len(step["fails"]) - 1)))
        else:
            del steps[number]
    elif how == "say otherwise":
        other = data.draw(
            st.sampled_from(
                [k for k in ("holds", "fails", "open", "given", "unknown") if k != kind]
            )
        )
        about = step["fails"][0] if kind == "fails" else step[kind]
        steps[number] = {other: [about] if other == "fails" else about}
        if other in ("holds", "open"):
            steps[number]["rule"] = step.get("rule", "")
    elif how == "another fact":
        about = step["fails"][0] if kind == "fails" else step[kind]
        about[1] = [data.draw(st.sampled_from("abc")) for _ in about[1]]
    elif "rule" in step:
        step["rule"] += "x"


def test_a_circle_does_not_prove_itself() -> None:
    program = load(".decl p.\n.decl q.\n@id(one) p :- not q.\n@id(two) q :- not p.\n")
    certificate = certify(program, [Literal(Atom("p", ()))])
    assert check(program, certificate).verdict == "undecided"
    steps = [{"fails": [["q", []]]}, {"holds": ["p", []], "rule": "one"}]
    forged = {**certificate, "verdict": "yes", "proof": {**certificate["proof"], "steps": steps}}
    with pytest.raises(Unproved, match="may still follow"):
        check(program, {**forged, "seal": seal(forged)})


def test_a_long_chain() -> None:
    edges = "".join(f"e({n}, {n + 1}).\n" for n in range(500))
    program = load(
        f".decl e(X: int, Y: int).\n.decl t(X: int).\n{edges}t(0).\nt(Y) :- t(X), e(X, Y).\n"
    )
    certificate = certify(program, [Literal(Atom("t", (Constant(500),)))])
    assert check(program, certificate).verdict == "yes"


def test_counting_down_ends() -> None:
    program = load(
        ".decl end(E: int).\n.decl down(N: int).\nend(3).\ndown(0).\n"
        "down(N) :- end(E), between(1, E, N), K = N - 1, down(K).\n"
    )
    for number, verdict in ((3, "yes"), (4, "no"), (-1, "no")):
        certificate = certify(program, [Literal(Atom("down", (Constant(number),)))])
        assert check(program, certificate).verdict == verdict


def test_an_aggregate_that_no_choice_changes() -> None:
    program = load(
        ".type t = { a, b }.\n.decl n(X: t, N: int).\n.state maybe(X: t) open.\n"
        ".decl low(X: t, N: int).\n.decl best(N: int).\nn(a, 5). n(b, 3).\n"
        "low(a, N) :- n(a, N).\nlow(X, N) :- n(X, N), maybe(X).\n"
        "best(N) :- N = max { M : low(_, M) }.\n"
    )
    certificate = certify(program, [Literal(Atom("best", (Constant(5),)))])
    assert check(program, certificate).verdict == "yes"


def test_cases_that_agree() -> None:
    program = load(".state u open.\n.decl p.\np :- u.\np :- not u.\n")
    asked = [Literal(Atom("p", ()))]
    assert certify(program, asked)["verdict"] == "open"
    unknown = Conditions((("u", ()),), (), (), always="yes")
    certificate = certify(program, asked, found=unknown)
    assert check(program, certificate).verdict == "yes"
    one, _ = certificate["proof"]["cases"]
    forged = {**certificate, "proof": {**certificate["proof"], "cases": [one, one]}}
    with pytest.raises(Unproved):
        check(program, {**forged, "seal": seal(forged)})


def test_two_completions() -> None:
    program = load(".state u open.\n.decl p.\np :- u.\n")
    holds, fails = (((("u", ()), is_so),) for is_so in (True, False))
    certificate = certify(
        program, [Literal(Atom("p", ()))], found=Conditions((("u", ()),), (holds,), (fails,))
    )
    assert check(program, certificate).verdict == "depends"
    one, _ = certificate["proof"]["completions"]
    forged = {**certificate, "proof": {"completions": [one, one]}}
    with pytest.raises(Unproved, match="do not decide the question differently"):
        check(program, {**forged, "seal": seal(forged)})


def test_an_aggregate_over_what_is_being_grounded() -> None:
    program = load(
        ".type t = { a, b, c }.\n.decl e(X: t, Y: t).\n.decl base(X: t).\n.decl r(X: t).\n"
        ".decl many.\n.decl top.\ne(a, b). e(b, c). base(a).\n"
        "r(X) :- base(X).\nr(Y) :- r(X), e(X, Y).\n"
        "many :- count { X : r(X) } >= 3.\ntop :- r(c), many.\n"
    )
    certificate = certify(program, [Literal(Atom("top", ()))])
    assert check(program, certificate).verdict == "yes"


def test_anonymous_variables_beside_an_aggregate() -> None:
    program = load(
        ".type t = { a, b, c }.\n.decl e(X: t, Y: t).\n.decl n(X: t, N: int).\n"
        "e(a, b). e(a, c). e(b, a).\nn(X, N) :- e(_, X), N = count { S, R : e(X, S), e(S, R) }.\n"
    )
    certificate = certify(program, [Literal(Atom("n", (Constant("b"), Constant(2))))])
    assert check(program, certificate).verdict == "yes"
