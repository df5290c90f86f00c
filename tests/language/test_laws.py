"""The laws of encoding: each is told where it is broken, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.commands.checking import check_paths

_GAME = (
    ".type player.\n.type card.\n.type seat = { north, south }.\n"
    '.state holds(P: player, C: card) "{P} holds {C}".\n'
    '.happening plays(P: player, C: card) "{P} plays {C}".\n'
    "plays(P, C) needs holds(P, C).\n"
)


_MANIFEST = """
name = "toy"
title = "Toy"
default_edition = "first"

[editions.first]
title = "First"
documents = []
files = ["table.dl"]
"""


@pytest.mark.parametrize(
    ("code", "broken", "kept"),
    [
        (
            "RUL651",
            '.decl able(P: player, C: card) "{P} may play {C}".\nable(P, C) :- holds(P, C).',
            '.decl able(C: card) "{C} may play a part".\nable(C) :- holds(_, C).',
        ),
        (
            "RUL652",
            '.decl first(S: seat) "{S} comes first".\nfirst(S) :- seat_named(S).\n'
            ".decl seat_named(S: seat).\nseat_named(north).",
            '.decl first(P: player) "{P} comes first".\nfirst(P) :- holds(P, _).',
        ),
        ("RUL653", ".type deck = { main }.", ".type deck = { main, side }."),
        (
            "RUL654",
            '.decl wins(P: player) "{P} wins".\n.state torn(C: card) "{C} is torn".\n'
            "wins(P) :- holds(P, C), torn(C).\nwins(Q) :- holds(Q, D), not torn(D).",
            '.decl wins(P: player) "{P} wins".\n.state torn(C: card) "{C} is torn".\n'
            "wins(P) :- holds(P, C), torn(C).\nwins(Q) :- holds(Q, _), not torn(rope).",
        ),
        (
            "RUL655",
            '.state open(C: card) "{C} is open".\n.state kept(X: card) "{X} is still open".',
            '.state open(C: card) "{C} is open".\n.state kept(P: player) "{P} is still open".',
        ),
        (
            "RUL656",
            '.state done(P: player, C: card) "{P} has played {C}".',
            '.state done(P: player, C: card) "{P} has sold {C}".',
        ),
        (
            "RUL656",
            '.state done(P: player, C: card) "{P} has played {C}".',
            '.state done(P: player, C: card) concluded "{P} has played {C}".\n'
            "done(P, C) :- happened plays(P, C).",
        ),
    ],
)
def test_a_law_is_told_where_it_is_broken(
    tmp_path: Path, code: str, broken: str, kept: str
) -> None:
    for text, told in ((broken, [code]), (kept, [])):
        (tmp_path / "table.dl").write_text(f"{_GAME}{text}\n", encoding="utf-8")
        (tmp_path / "rulebook.toml").write_text(_MANIFEST, encoding="utf-8")
        found = [one.code for one in check_paths([tmp_path])]
        assert [one for one in found if one.startswith("RUL65")] == told
