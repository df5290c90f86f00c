"""Whatever the text, the parser and the checker answer with diagnostics.

`HYPOTHESIS_PROFILE=nightly` runs many more inputs. What fuzzing once found is kept below.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.language.check import examine
from rulings.language.parse import parse, parse_query
from rulings.language.source import Source
from rulings.render.diagnostics import render_json, render_sarif, render_text
from tests.language.strategies import FRAGMENTS, damaged_programs

FOUND: list[str] = []


def survives(text: str) -> None:
    source = Source("fuzz.dl", text)
    unit, problems = parse(source)
    _, found = examine([unit], problems=problems)
    for problem in found:
        assert problem.span is None or 0 <= problem.span.start <= problem.span.end <= len(text)
        assert problem.message
        assert "{" not in problem.code
    render_text(found)
    render_json(found[:3])
    render_sarif(found[:3])
    parse_query(source)


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    survives(text)


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join))
def test_any_fragments(text: str) -> None:
    survives(text)


@given(damaged_programs())
def test_damaged_programs(text: str) -> None:
    survives(text)


@pytest.mark.parametrize("text", FOUND)
def test_found_by_fuzzing(text: str) -> None:
    survives(text)
