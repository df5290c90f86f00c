"""The bulk reader of facts gives what the statement parser gives."""

from __future__ import annotations

import gc
import tracemalloc

from hypothesis import given
from hypothesis import strategies as st

from rulings.language.fact_lines import FactTable
from rulings.language.files import load
from rulings.language.parse import parse
from rulings.language.source import Source
from rulings.language.syntax import FactGroup
from rulings.language.writing import write_row
from tests.language.strategies import constants, plain_names

rows = st.tuples(plain_names, st.lists(constants, max_size=3).map(tuple))


@given(st.lists(rows, max_size=8), st.sampled_from([" ", "\n", "", "\r\n\t"]))
def test_bulk_equals_one_by_one(facts: list[tuple[str, tuple[object, ...]]], gap: str) -> None:
    lines = [
        write_row(name, tuple(c.value for c in row), tuple(c.quoted for c in row))  # type: ignore[attr-defined]
        for name, row in facts
    ]
    unit, problems = parse(Source("facts.dl", "".join(f"{line}.{gap}" for line in lines)))
    assert problems == []
    # A comment before each statement keeps the bulk reader away.
    slow, problems = parse(Source("slow.dl", "".join(f"{line}.{gap}%\n" for line in lines)))
    assert problems == []
    assert as_rows(unit.facts) == as_rows(slow.facts)


def as_rows(groups: tuple[FactGroup, ...]) -> dict[object, object]:
    return {(group.predicate, group.quoted): group.rows for group in groups}


def test_what_is_not_plain_is_left() -> None:
    for text in ("p(X).", "p(a b).", "p(a,).", "not(a).", "p(not).", "p(1a).", 'p("a" b).', "p(a)"):
        table = FactTable(Source("x", text))
        assert table.read(0) == 0
        assert table.finish() == ()


def test_many_facts_are_small() -> None:
    text = ".decl e(A: int, B: symbol).\n" + "".join(
        f"e({i}, n{i % 100}).\n" for i in range(50_000)
    )
    enabled = gc.isenabled()
    tracemalloc.start()
    program = load(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert gc.isenabled() == enabled
    facts = program.facts["e"]
    assert len(facts.rows) == len(facts.spans) == 50_000
    assert facts.spans[49_999].text == "e(49999, n99)."
    assert facts.spans[49_999].line == 50_001
    assert peak < 50_000 * 400


def test_places_of_facts_from_several_groups() -> None:
    program = load('.decl p(X: any).\np(a). p("b").\np(3). p("d e").\n%\np(f).')
    facts = program.facts["p"]
    assert dict(zip(facts.rows, (span.text for span in facts.spans), strict=True)) == {
        ("a",): "p(a).", (3,): "p(3).", ("f",): "p(f).", ("b",): 'p("b").', ("d e",): 'p("d e").',
    }  # fmt: skip
    assert facts.spans[-1].text == facts.spans[len(facts.rows) - 1].text
    assert [span.text for span in facts.spans[1:3]] == ["p(3).", "p(f)."]
