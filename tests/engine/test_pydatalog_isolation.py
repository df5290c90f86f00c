"""pyDatalog is used and left as it was: ranks, other users, threads, signals, memory."""

from __future__ import annotations

import gc
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from pyDatalog import Logic, pyDatalog, pyEngine

from rulings.engine.backends.pydatalog import PyDatalogBackend
from rulings.engine.store.relation import RankedRows
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Row
from tests.engine.strata import Rows, absent, atom, lit, rule
from tests.engine.test_pydatalog_backend import least

CLOSURE = [
    rule(atom("path", "X", "Y"), lit("edge", "X", "Y")),
    rule(atom("path", "X", "Y"), lit("path", "X", "Z"), lit("edge", "Z", "Y")),
]


def test_a_conclusion_ranks_after_its_premises() -> None:
    edges: set[Row] = {(i, (i * 7 + 1) % 20) for i in range(20)}
    paths = least(CLOSURE, {"edge": edges})["path"]
    assert isinstance(paths, RankedRows)
    assert paths.ranks.keys() == paths
    for start, end in paths - edges:
        rank = paths.ranks[start, end]
        assert any(paths.ranks.get((start, z), rank) < rank for z, y in edges if y == end)
    given = least(CLOSURE, {"edge": edges}, path={(1, 2)})["path"]
    assert isinstance(given, RankedRows)
    assert given.ranks[1, 2] == 0


def test_the_callers_own_pydatalog_is_left_alone() -> None:
    pyDatalog.assert_fact("path", "mine")
    pyEngine.Python_resolvers["edge/2"] = lambda *_: 1 / 0
    try:
        before = Logic.tl.logic
        assert least(CLOSURE, {"edge": {(1, 2)}}) == {"path": {(1, 2)}}
        with pytest.raises(RulingsError):
            PyDatalogBackend(limit=0).least_model(CLOSURE, {"edge": {(1, 2)}}, {}, {"path": set()})
        assert Logic.tl.logic is before
        assert set(pyDatalog.ask("path(X)").answers) == {("mine",)}
    finally:
        del pyEngine.Python_resolvers["edge/2"]
        pyDatalog.clear()


@pytest.mark.parametrize("is_shared", [False, True])
def test_threads_do_not_meet(is_shared: bool) -> None:
    found: dict[int, Rows] = {}
    shared = PyDatalogBackend()

    def run(n: int) -> None:
        backend = shared if is_shared else PyDatalogBackend()
        edges = {"edge": {(i, i + 1) for i in range(n)}}
        found[n] = backend.least_model(CLOSURE, edges, {}, {"path": set()})

    threads = [threading.Thread(target=run, args=(n,)) for n in (20, 30, 40, 50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {n: len(rows["path"]) for n, rows in found.items()} == {
        n: n * (n + 1) // 2 for n in (20, 30, 40, 50)
    }


class Alarm(BaseException):
    pass


def test_a_signal_is_noticed_in_the_middle_of_a_long_resolution(
    engine_objects: Callable[[], int],
) -> None:
    edges = {(i, i + 1) for i in range(2000)}

    def ring(*_: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    gc.disable()  # Hypothesis listens to it and would swallow the exception.
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        started = time.perf_counter()
        with pytest.raises(Alarm):
            least(CLOSURE, {"edge": edges})
        assert time.perf_counter() - started < 3
    finally:
        gc.enable()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert engine_objects() == 0
    assert least(CLOSURE, {"edge": {(1, 2)}}) == {"path": {(1, 2)}}


@pytest.fixture
def engine_objects() -> Iterator[Callable[[], int]]:
    """Count what pyDatalog made since the test began; what was there before is left alone."""

    def count() -> int:
        gc.collect()
        kinds = (pyEngine.Subgoal, pyEngine.Clause)
        return sum(isinstance(o, kinds) for o in gc.get_objects())

    gc.freeze()
    yield count
    gc.unfreeze()


def test_nothing_is_left_in_memory(engine_objects: Callable[[], int]) -> None:
    apart = rule(atom("apart", "X", "Y"), lit("path", "X", "Y"), absent("edge", "X", "Y"))
    edges = {(i, i + 1) for i in range(20)}
    least([*CLOSURE, apart], {"edge": edges}, {"edge": edges})
    assert engine_objects() == 0
