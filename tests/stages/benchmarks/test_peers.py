"""The comparison itself: same problems, honest marks, a table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import generators, peers
from benchmarks.engines import ENGINES
from benchmarks.files import Digest, digest, read_relations, write_answers, write_problem
from benchmarks.measure import Limits, Result, judge, measure
from benchmarks.workloads import WORKLOADS, find

ENGINE = {engine.name: engine for engine in ENGINES}
LIMITS = Limits(seconds=60, megabytes=4000, repetitions=1)


def test_problems_are_the_same_every_time() -> None:
    assert generators.random_graph("edge", 5, 4) == generators.random_graph("edge", 5, 4)
    assert generators.chain(2) == {"edge": [(0, 1), (1, 2)]}
    cards = generators.cards(10, 5)
    words = {word for phrase, word in cards["word_of"] if phrase == 3}
    assert words == {word for card, word in cards["ctype"] if card == 7}


def test_a_problem_reads_back_as_written(tmp_path: Path) -> None:
    problem = generators.cards(10, 5)
    write_problem(problem, tmp_path)
    assert read_relations(tmp_path) == problem


def test_a_digest_does_not_depend_on_order_but_on_truth(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name for name in "abc")
    write_answers(first, [(1, "a"), (2, "b")])
    write_answers(second, [(2, "b"), (1, "a")])
    write_answers(third, [(2, "b")], undefined=[(1, "a")])
    assert digest(first) == digest(second) != digest(third)


def test_who_differs_from_the_majority_is_wrong() -> None:
    right, other = Digest(2, 7), Digest(1, 7)
    results = [Result("a", "ok", digest=d) for d in (other, right, right)]
    assert [r.status for r in judge(results)] == ["wrong", "ok", "ok"]


@pytest.mark.parametrize("name", ["c-left", "cold"])
def test_the_engine_and_pydatalog_agree(name: str, tmp_path: Path) -> None:
    workload = find(name)
    write_problem(generators.chain(20), tmp_path)
    engines = ("rulings", "rulings-pydatalog", "pydatalog")
    results = [measure(ENGINE[engine], workload, tmp_path, LIMITS) for engine in engines]
    assert [r.status for r in judge(results)] == ["ok"] * 3
    assert {r.digest for r in results if r.digest} == {results[0].digest}
    assert results[0].digest is not None
    assert results[0].digest.count == 20


def test_a_process_that_takes_too_long_is_out_of_time(tmp_path: Path) -> None:
    write_problem(generators.chain(300), tmp_path)
    limits = replace(LIMITS, seconds=0.3)
    result = measure(ENGINE["pydatalog"], find("a-chain"), tmp_path, limits)
    assert (result.status, result.seconds) == ("out of time", None)


def test_every_workload_has_a_program_for_this_engine() -> None:
    for workload in WORKLOADS:
        assert workload.program_file("rulings.dl").exists()


def test_output_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status = peers.main(
        ["--quick", "--format", "json", "--workload", "c-right", "--peer", "rulings"]
    )
    document = json.loads(capsys.readouterr().out)
    (workload,) = document["workloads"]
    (result,) = workload["results"]
    assert (status, result["status"], result["ratio"], result["digest"]["count"]) == (
        0,
        "ok",
        1.0,
        200,
    )
