"""A statement is not followed by a "no" to the same sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.conversing.conversation import Conversation
from rulings.repl.handle import handle
from rulings.repl.state import ReplState
from rulings.session import Rulebook

RULES = """\
.type card.
.state face_up(C: card) default "{C} is face-up".
.state face_down(C: card) "{C} is face-down".
.state placed(C: card) "{C} is in the park".
.state gone(C: card) "{C} is gone".
.decl turned_up(C: card) "{C} is face-up".
.decl in_park(C: card) "{C} is in the park".
turned_up(C) :- face_up(C), not face_down(C).
in_park(C) :- placed(C), not away(C).
.decl away(C: card) "{C} is away".
away(C) :- gone(C).
away(C) :- blocks(_, C).
.state blocks(B: card, C: card) "{B} blocks {C}".
.type deck = { discard, draw }.
.type corner = { north, south }.
.state put(C: card, D: deck) "{C} goes to the {D}".
.decl kept(C: card, K: corner) "{C} go to the {K}".
kept(C, north) :- placed(C).
"""


@pytest.fixture
def state(tmp_path: Path) -> ReplState:
    (tmp_path / "rulebook.toml").write_text(
        'name = "faces"\ntitle = "Faces"\ndefault_edition = "only"\n'
        '[editions.only]\nfiles = ["rules.dl"]\n'
    )
    (tmp_path / "rules.dl").write_text(RULES)
    return ReplState(Conversation(Rulebook.load(tmp_path, cache=False).situation()))


def _after(state: ReplState, *lines: str) -> tuple[ReplState, str, list[str]]:
    text, codes = "", [""]
    for line in lines:
        state, output = handle(state, line)
        text, codes = output.text, [found.code for found in output.diagnostics]
    return state, text, codes


def test_the_opposite_of_a_statement_is_replaced(state: ReplState) -> None:
    state, _, codes = _after(state, "Rex is face-down", "Rex is face-up")
    assert codes == ["RUL564"]
    _, text, _ = _after(state, "is Rex face-up?")
    assert text.startswith("YES")


def test_what_alone_keeps_a_statement_from_holding_is_replaced(state: ReplState) -> None:
    state, _, codes = _after(state, "Rex is gone", "Rex is in the park")
    assert codes == ["RUL564"]
    _, text, _ = _after(state, "is Rex in the park?")
    assert text.startswith("YES")


def test_what_rules_deny_for_another_reason_is_said(state: ReplState) -> None:
    state, _, codes = _after(state, '"Max" blocks "Rex"', "Rex is in the park")
    assert codes == ["RUL575"]
    _, text, _ = _after(state, "is Rex in the park?")
    assert text.startswith("NO")


def test_what_agrees_is_only_noted(state: ReplState) -> None:
    _, _, codes = _after(state, "Rex is in the park", "Rex is face-up")
    assert codes == []


def test_the_same_words_about_other_kinds_of_things_are_no_contradiction(state: ReplState) -> None:
    _, _, codes = _after(state, "Rex is in the park", "Rex goes to the discard")
    assert codes == []
