"""Rulebooks that an adapter offers."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rulings.engine.limits import OutOfTime, deadline
from rulings.language.diagnostics import RulingsError
from rulings.published import Published
from rulings.session import Rulebook
from tests.books import RULES, toy, write_book


def test_an_edition_for_which_time_ran_out_is_loaded_for_the_next_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = toy(tmp_path).folder
    load, loaded = Rulebook.load, list[object]()

    def slowly(*wanted: Any, **named: Any) -> Rulebook:
        time.sleep(1)
        loaded.append(wanted)
        return load(*wanted, **named)

    monkeypatch.setattr(Rulebook, "load", slowly)
    published = Published({"toy": folder})

    def wanted() -> None:
        with pytest.raises(OutOfTime), deadline(0.1):
            published.book("toy", "first")

    with ThreadPoolExecutor(1) as pool:
        pool.submit(wanted).result()
    assert not loaded
    assert published.book("toy", "first").edition == "first"
    assert len(loaded) == 1


def test_what_could_not_be_loaded_is_loaded_once_it_is_mended(tmp_path: Path) -> None:
    published = Published({"toy": write_book(tmp_path, **{"rules.dl": f"{RULES}broken("})})
    for _ in range(2):
        with pytest.raises(RulingsError):
            published.book("toy")
    write_book(tmp_path, **{"rules.dl": RULES})
    assert published.book("toy").ask("May Rex move?").verdict.value == "yes"
