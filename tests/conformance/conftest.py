"""The suites lie in the folder that `RULINGS_CONFORMANCE` names; without it they are skipped."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

from rulings.engine.evaluate import ENGINES


def read_suite(name: str) -> list[dict[str, Any]]:
    """The programs of one suite, or none where the suites are not at hand."""
    folder = os.environ.get("RULINGS_CONFORMANCE")
    if not folder:
        return []
    path = Path(folder) / name
    data = gzip.decompress(path.read_bytes()) if name.endswith(".gz") else path.read_bytes()
    programs: list[dict[str, Any]] = json.loads(data)["programs"]
    return programs


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for `case` the programs of the suite its module names."""
    if "case" in metafunc.fixturenames:
        cases = read_suite(metafunc.module.SUITE)
        missing = pytest.param(
            None, marks=pytest.mark.skip(reason="set RULINGS_CONFORMANCE to the suites' folder")
        )
        params = [pytest.param(c, id=c["name"]) for c in cases] or [missing]
        metafunc.parametrize("case", params)
    if "engine" in metafunc.fixturenames:
        metafunc.parametrize("engine", ENGINES)
