"""Every test program goes every road, and the fuzz itself runs and finds what is planted."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulings.engine.store.pairs import Pairs
from tests.engine.test_good_programs import PROGRAMS
from tests.fuzz.draft import text_of
from tests.fuzz.generator import generate
from tests.fuzz.minimise import complaint, minimised
from tests.fuzz.roads import Case, native
from tests.fuzz.run import ALONE, ROADS, chunk


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_roads(path: Path) -> None:
    """All roads lead to the model of the specification, which closes every input column."""
    case = Case(path.read_text(encoding="utf-8"), seed=1)
    sorts = (c.sort for p in case.asked.values() for c in p.columns if c.is_input)
    if all(sort in case.program.sorts and case.program.sorts[sort].members for sort in sorts):
        for name, (_, road) in ROADS.items():
            assert (name, road(case)) == (name, None)


def test_programs_depend_on_the_seed_alone() -> None:
    first, again, other = (text_of(generate(Random(seed))) for seed in (5, 5, 6))
    assert first == again != other


def test_some_programs() -> None:
    counts, findings = chunk(seed=1, first=0, programs=20)
    assert not findings
    assert counts["native"] + counts["not accepted"] + sum(counts[road] for road in ALONE) == 20


def test_what_is_planted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an index that forgets a row, some program disagrees, and its smallest form does."""
    whole = Pairs.add_groups
    monkeypatch.setattr(
        Pairs, "add_groups", lambda self, groups: whole(self, dict([*groups.items()][:1]))
    )
    seeds = (seed for seed in range(400) if complaint(generate(Random(seed)), seed, native))
    seed = next(seeds)
    small = minimised(generate(Random(seed)), seed, native)
    assert complaint(small, seed, native)
    assert len(small) <= len(generate(Random(seed)))
