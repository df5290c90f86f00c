"""The suites lie in the folder that `RULINGS_CONFORMANCE` names; without it no test is collected.

pyDatalog takes hours for the largest: with it the biggest program and all but two states of each
game wait for a nightly run (`RULINGS_NIGHTLY=1`).
"""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from rulings.engine.run.evaluate import ENGINES

NIGHTLY = bool(os.environ.get("RULINGS_NIGHTLY"))
LARGEST = ("example/hmmer",)
STATES = 2
collect_ignore_glob = [] if os.environ.get("RULINGS_CONFORMANCE") else ["test_*.py"]


def read_suite(name: str) -> list[dict[str, Any]]:
    """The programs of one suite."""
    path = Path(os.environ["RULINGS_CONFORMANCE"]) / name
    data = gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()
    programs: list[dict[str, Any]] = json.loads(data)["programs"]
    return programs


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for `case` the programs of the suite its module names."""
    if "case" in metafunc.fixturenames:
        cases = read_suite(metafunc.module.SUITE)
        metafunc.parametrize("case", [pytest.param(c, id=c["name"]) for c in cases])
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", ENGINES)


@pytest.fixture(autouse=True)
def _fits(request: pytest.FixtureRequest) -> None:
    if "engine" not in request.fixturenames:
        return
    case, engine = request.getfixturevalue("case"), request.getfixturevalue("engine")
    if case["name"] in LARGEST and engine == "pydatalog" and not NIGHTLY:
        pytest.skip("takes pyDatalog many minutes; set RULINGS_NIGHTLY=1")


@pytest.fixture
def states(case: dict[str, Any], engine: str) -> list[dict[str, Any]]:
    """The states of a game description that this run tests."""
    tests: list[dict[str, Any]] = case["tests"]
    return tests[:STATES] if engine == "pydatalog" and not NIGHTLY else tests
