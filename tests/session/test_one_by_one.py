"""Whether somebody may do several things is asked of one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings import Rulebook, Session, Verdict

SHOP = """\
.type player.
.type card.
.state owns(P: player, N: int) one "{P} has {N} coins".
.state price(C: card, N: int) one "{C} costs {N} coins".
.state bought(P: player, C: card) "{C} is {P}'s".
.happening buys(P: player, C: card) "{P} buys {C}".
.happening shuts "the shop shuts".
buys(P, C) needs owns(P, M), price(C, N), M >= N.
buys(P, C) sets owns(P, M - N) :- owns(P, M), price(C, N).
buys(P, C) begins bought(P, C).
"""


@pytest.fixture
def table(tmp_path: Path) -> Session:
    (tmp_path / "rulebook.toml").write_text(
        'name = "shop"\ntitle = "Shop"\ndefault_edition = "one"\n'
        '[editions.one]\nfiles = ["rules.dl"]\n'
    )
    (tmp_path / "rules.dl").write_text(SHOP)
    return Rulebook.load(tmp_path, cache=False).situation(
        ["Ana has 5 coins.", "Ben has 2 coins.", "Map costs 3 coins.", "Cup costs 2 coins."]
    )


@pytest.mark.parametrize(
    ("told", "question", "verdict", "say"),
    [
        ("Cup costs 2 coins.", "May Ana buy Map and Cup?", Verdict.YES, "and"),
        (
            "Cup costs 4 coins.",
            "May Ana buy Map and Cup?",
            Verdict.NO,
            "Ana may not buy Cup as well.",
        ),
        ("Cup costs 4 coins.", "May Ana buy Cup?", Verdict.YES, ""),
        ("Cup costs 1 coins.", "May Ana and Ben buy Cup?", Verdict.YES, ""),
        ("Cup costs 9 coins.", "May Ana buy Map and Cup?", Verdict.NO, "Ana may not buy Cup."),
    ],
)
def test_what_is_done_first_is_gone(
    table: Session, told: str, question: str, verdict: Verdict, say: str
) -> None:
    answer = table.replace(told).ask(question)
    assert answer.verdict is verdict
    assert say in answer.say
