"""The toy rulebook, loaded once."""

from __future__ import annotations

import pytest

from rulings.session import Rulebook
from tests.books import toy


@pytest.fixture(scope="package")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    """The second edition of the toy rulebook."""
    return toy(tmp_path_factory.mktemp("book"))
