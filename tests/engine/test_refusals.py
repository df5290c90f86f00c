"""What the engine cannot compute is refused with a diagnostic, never answered wrongly."""

from __future__ import annotations

import pytest

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.language import load
from rulings.language.diagnostics import RulingsError
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
