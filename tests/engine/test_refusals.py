"""What the engine cannot compute is refused with a diagnostic, never answered wrongly."""

from __future__ import annotations

import pytest

from rulings.engine.run.evaluate import ENGINES, Evaluator
from rulings.engine.store.table import Table
from rulings.language.diagnostics import RulingsError
from rulings.language.files import load
from rulings.language.source import Source


def test_only_the_recursion_binds_what_is_counted_for() -> None:
    text = """\
.decl e(X: symbol).
.decl p(X: symbol, N: int).
e(a).
p(a, 0).
p(X, N) :- p(X, M), M < 3, N = count { V : e(V), not e(X) }.
"""
    program = load(Source("circle.dl", text))
    with pytest.raises(RulingsError) as refused:
        Evaluator(program).model(Table(program))
    assert [found.code for found in refused.value.diagnostics] == ["RUL322"]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_promise_of_one_value_is_held(engine: str) -> None:
    text = """\
.type ride = { loop, slide }.
.state closed(A: ride) "{A} is closed".
.decl worth(A: ride, N: int) one.
.decl total(N: int).
worth(A, 0) :- closed(A).
worth(loop, 3).
total(N) :- N = sum { M, A : worth(A, M) }.
"""
    program = load(Source("worth.dl", text))
    evaluator = Evaluator(program, engine)
    assert set(evaluator.model(Table(program)).true["total"]) == {(3,)}
    assert set(evaluator.model(Table(program, {"closed": [("slide",)]})).true["total"]) == {(3,)}
    with pytest.raises(RulingsError) as refused:
        list(evaluator.model(Table(program, {"closed": [("loop",)]})).true["total"])
    (found,) = refused.value.diagnostics
    assert found.code == "RUL408"
    assert "`0` and `3` for `loop`" in found.message
    assert found.span is not None
    assert found.span.source.name == "worth.dl"
