"""How long the tests may take: `RULINGS_NIGHTLY=1` for the long runs, minutes without it.

Every run tries other examples; what fails is printed in its smallest form, with the line that
repeats it.
"""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "ci",
    max_examples=60,
    deadline=None,
    print_blob=True,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.filter_too_much,
    ],
)
settings.register_profile("nightly", parent=settings.get_profile("ci"), max_examples=2_000)
settings.load_profile("nightly" if os.environ.get("RULINGS_NIGHTLY") else "ci")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Neighbours run in one process: the cases of a game share its rulebook and their tables."""
    if config.getoption("numprocesses", None) and config.getoption("dist") == "no":
        config.option.dist = "worksteal"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are processors: some tests wait for signals and terminals."""
    return (os.cpu_count() or 1) + 1


def pytest_sessionfinish() -> None:
    """Pytest collects garbage before it ends; what is left of all tests is not walked through."""
    gc.freeze()
