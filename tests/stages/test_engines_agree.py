"""Oracle, native and pyDatalog give one model, whole or asked for piece by piece."""

from __future__ import annotations

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.model import Model
from rulings.engine.store.table import Table
from rulings.language.files import load
from rulings.language.program import Atom, Constant, Program, Row, Term, Variable
from rulings.language.source import Source
from tests.engine.strategies import programs
from tests.examples import share_of_examples
from tests.oracle import model
from tests.oracle_tables import Fact, predicate_of


def facts_of(found: Model) -> tuple[set[Fact], set[Fact]]:
    names = list(found.declared())
    return (
        {(str(name), row) for name in names for row in found.true[name]},
        {(str(name), row) for name in names for row in found.possible[name]},
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


QUESTIONS = st.sampled_from(("p", "r", "may", "number", "flag", "neg may"))


@given(text=programs(), data=st.data())
@share_of_examples(4)
def test_answers_by_demand(text: str, data: st.DataObject) -> None:
    """Three questions, asked one by one and together, have the answers of the whole model."""
    program = checked(text)
    evaluator, table = Evaluator(program), Table(program)
    bounds = model(program)
    questions = [
        (name, data.draw(questions_about(program, name)))
        for name in data.draw(st.lists(QUESTIONS, min_size=3, max_size=3))
    ]
    queries = [Atom(predicate_of(name), terms) for name, terms in questions]
    together = evaluator.answer(table, *queries)
    for query in queries:
        for answer in (evaluator.answer(table, query), together):
            for relation, expected in zip((answer.true, answer.possible), bounds, strict=True):
                found = {row for row in relation[query.predicate] if fits(row, query)}
                assert found == {
                    r for n, r in expected if n == str(query.predicate) and fits(r, query)
                }


def questions_about(program: Program, name: str) -> st.SearchStrategy[tuple[Term, ...]]:
    """Terms for a predicate's columns, each a value or a variable of its own."""
    values = {"t": ("a", "c"), "int": (0, 2)}
    columns = program.predicates[name.removeprefix("neg ")].columns
    return st.tuples(
        *(
            st.sampled_from((Variable(f"V{i}"), *map(Constant, values[column.sort])))
            for i, column in enumerate(columns)
        )
    )


def fits(row: Row, query: Atom) -> bool:
    pairs = zip(row, query.terms, strict=True)
    return all(isinstance(term, Variable) or term.value == value for value, term in pairs)
