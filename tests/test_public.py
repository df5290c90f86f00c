"""What `rulings` offers can be imported."""

from __future__ import annotations

import pytest

import rulings


@pytest.mark.parametrize("name", rulings.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(rulings, name) is not None
