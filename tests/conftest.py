"""How the tests run: `RULINGS_NIGHTLY=1` for the long runs; many processes, prepared once.

Every run tries other examples; what fails is printed in its smallest form, with the line that
repeats it.
"""

from __future__ import annotations

import gc
import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rulings.collecting import collect_seldom
from rulings.language.diagnostics import RulingsError
from rulings.rulebook.library import games
from rulings.rulebook.manifest import read_manifest
from rulings.session import Rulebook

settings.register_profile(
    "ci",
    max_examples=60,
    deadline=None,
    # Hypothesis repeats the same examples for ever where it sees that CI runs it.
    derandomize=False,
    database=None,
    print_blob=True,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)
settings.register_profile("nightly", parent=settings.get_profile("ci"), max_examples=2_000)
settings.load_profile("nightly" if os.environ.get("RULINGS_NIGHTLY") else "ci")


def pytest_configure() -> None:
    """Collect garbage as the command line does: rulebooks and tests stay until the end."""
    collect_seldom()


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Neighbours run in one process: the cases of a game share its rulebook and their tables."""
    if config.getoption("numprocesses", None) and config.getoption("dist") == "no":
        config.option.dist = "worksteal"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """As many as there are processors."""
    return os.cpu_count() or 1


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Prepare every rulebook once, before workers start that would each prepare all of them."""
    if session.config.getoption("numprocesses", None):
        wanted = [one for folder in games().values() for one in _editions(folder)]
        with ProcessPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(_prepare, wanted))


def _editions(folder: Path) -> list[tuple[Path, str]]:
    # What is wrong with a rulebook is told by the tests that use it.
    with suppress(RulingsError):
        return [(folder, edition.name) for edition in read_manifest(folder).editions]
    return []


def _prepare(wanted: tuple[Path, str]) -> None:
    with suppress(RulingsError):
        Rulebook.load(*wanted)


@pytest.fixture(autouse=True, scope="session")
def _own_picks(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What was chosen for phrases on this machine counts for no test."""
    os.environ["XDG_STATE_HOME"] = str(tmp_path_factory.mktemp("state"))


def pytest_sessionfinish() -> None:
    """Pytest collects garbage before it ends; what is left of all tests is not walked through."""
    gc.freeze()
