"""What `rulings` offers can be imported."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulings

REFERENCE = Path(__file__).parent.parent / "docs" / "reference.md"


@pytest.mark.parametrize("name", rulings.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(rulings, name) is not None


def test_the_reference_shows_every_public_name() -> None:
    shown = [
        line.rpartition(".")[2]
        for line in REFERENCE.read_text(encoding="utf-8").splitlines()
        if line.startswith("::: ")
    ]
    assert sorted(shown) == sorted(set(rulings.__all__) - {"__version__"})
