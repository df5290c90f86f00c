"""Generated code is text that one can read: beside each program lies what it becomes.

After a wanted change `python -m tests.engine.test_generated_code` writes the texts anew.
"""

from __future__ import annotations

import traceback
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.asking.standalone import generated_code
from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.language.files import load
from rulings.language.program import (
    Atom,
    Comparison,
    Constant,
    Facts,
    Literal,
    Program,
    Term,
    Variable,
)
from rulings.language.source import Source
from tests.examples import share_of_examples
from tests.fuzz.names import LOOK_ALIKES, PREDICATES, VARIABLES

FOLDER = Path(__file__).parent / "golden"
PROGRAMS = sorted(FOLDER.glob("*.dl"))


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_text(path: Path) -> None:
    assert generated_code(load(path)) == path.with_suffix(".expected").read_text(encoding="utf-8")


def test_there_are_enough() -> None:
    assert len(PROGRAMS) >= 20


def test_a_traceback_shows_the_rule() -> None:
    text = '.decl e(A: any).\n.decl p(A: any).\np(X) :- e(X), X < "b".'
    program = load(Source("broken.dl", text))
    evaluator, table = Evaluator(program), Table(program, {"e": {(b"a",)}})  # type: ignore[dict-item]
    with pytest.raises(TypeError) as caught:
        evaluator.model(table)
    text = "".join(traceback.format_exception(caught.value))
    assert 'File "rule broken.dl:3"' in text
    assert "if not (less(v_X, 'b')):" in text
    assert text.endswith('In the rule `p(X) :- e(X), X < "b".` (broken.dl:3).\n')


CLOSURE = """\
.decl e(A: symbol, B: symbol).
.decl f(A: symbol, B: symbol).
.decl p(A: symbol, B: symbol).
.decl q(A: symbol, B: symbol, C: symbol).
e(a, b). e(b, c). e(c, c). f(b, a). f(c, a).
p(X, Y) :- e(X, Y).
p(X, Y) :- p(X, Z), e(Z, W), p(W, Y), X != Y.
q(X, Y, Z) :- p(X, Y), p(Y, Z), not f(X, Z), forall { W : f(X, W) } p(Y, W).
"""
LETTERS = ("X", "Y", "Z", "W")


@given(
    st.lists(st.sampled_from((*VARIABLES, *LOOK_ALIKES)), min_size=4, max_size=4, unique=True),
    st.lists(st.sampled_from((*PREDICATES, *LOOK_ALIKES)), min_size=4, max_size=4, unique=True),
)
@share_of_examples(3)
def test_names_mean_nothing(variables: list[str], predicates: list[str]) -> None:
    program = load(Source("names.dl", CLOSURE))
    names = dict(zip(("e", "f", "p", "q"), predicates))
    renamed = rename(program, names, dict(zip(LETTERS, variables)))
    model, same = (Evaluator(given).model(Table(given)) for given in (program, renamed))
    for name, other in names.items():
        assert set(model.true[name]) == set(same.true[other])


def rename(program: Program, names: dict[str, str], variables: dict[str, str]) -> Program:
    """The program with other names, also such as the parser would not let in."""

    def term(given: Term) -> Term:
        return given if isinstance(given, Constant) else Variable(variables[given.name])

    def atom(given: Atom) -> Atom:
        return Atom(names[given.predicate], tuple(map(term, given.terms)))

    def condition(given: object) -> object:
        match given:
            case Literal(inner, negated):
                return Literal(atom(inner), negated)
            case Comparison(operator, Variable() as left, Variable() as right):
                return Comparison(operator, term(left), term(right))
            case _:
                assert hasattr(given, "goal")
                return replace(
                    given,
                    variables=tuple(map(term, given.variables)),
                    condition=tuple(map(condition, given.condition)),
                    goal=condition(given.goal),
                )

    return replace(
        program,
        predicates={
            names[name]: replace(predicate, name=names[name])
            for name, predicate in program.predicates.items()
        },
        facts={names[name]: Facts(facts.rows) for name, facts in program.facts.items()},
        rules=tuple(
            replace(rule, head=atom(rule.head), body=tuple(map(condition, rule.body)))
            for rule in program.rules
        ),
    )


if __name__ == "__main__":
    for path in PROGRAMS:
        path.with_suffix(".expected").write_text(generated_code(load(path)), encoding="utf-8")
