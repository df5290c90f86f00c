"""Oracle, native and pyDatalog give one model, whole or asked for piece by piece."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, note

from rulings.engine.evaluate import Evaluator
from rulings.engine.model import Model
from rulings.engine.update import Table
from rulings.language import load
from rulings.language.program import Atom, Constant, Program, Row, Variable
from rulings.language.source import Source
from tests.engine.strategies import programs
from tests.oracle import Fact, model


def facts_of(found: Model) -> tuple[set[Fact], set[Fact]]:
    names = list(found.declared())
    return (
        {(name, row) for name in names for row in found.true[name]},
        {(name, row) for name in names for row in found.possible[name]},
    )


def checked(text: str) -> Program:
    note(text)
    return load(Source("random.dl", text))


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
@given(text=programs())
def test_whole_models(engine: str, text: str) -> None:
    program = checked(text)
    found = Evaluator(program, engine).model(Table(program))
    assert facts_of(found) == model(program)


@given(text=programs())
def test_answers_by_demand(text: str) -> None:
    program = checked(text)
    evaluator, table = Evaluator(program), Table(program)
    known, maybe = model(program)
    for name in ("p", "r", "may", "number", "flag", "neg may"):
        for row in sample_rows(program, name):
            for mask in product((True, False), repeat=len(row)):
                terms = [
                    Constant(value) if given_ else Variable(f"V{i}")
                    for i, (value, given_) in enumerate(zip(row, mask, strict=True))
                ]
                answer = evaluator.answer(table, Atom(name, tuple(terms)))

                def fits(other: Row, row: Row = row, mask: tuple[bool, ...] = mask) -> bool:
                    return all(x == y for x, y, m in zip(row, other, mask, strict=True) if m)

                for relation, expected in ((answer.true, known), (answer.possible, maybe)):
                    assert {r for r in relation[name] if fits(r)} == {
                        r for n, r in expected if n == name and fits(r)
                    }


def sample_rows(program: Program, name: str) -> list[Row]:
    columns = program.predicates[name.removeprefix("neg ")].columns
    values = {"t": ("a", "c"), "int": (0, 2)}
    return list(product(*(values[column.sort] for column in columns)))
