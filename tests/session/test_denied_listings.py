"""A question with "who" or "which" that nobody is an answer to says what decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings import Rulebook
from rulings.render.text import render_answer

FILES = {
    "rulebook.toml": 'name = "lead"\ntitle = "Lead"\n[editions.only]\nfiles = ["rules.dl"]\n',
    "clauses.yaml": """\
documents:
  r:
    title: Leads
    short: rules
    clauses:
      - {id: lead, section: Leads, gist: Who has the lead plays any card.}
      - {id: hearts, section: Hearts, gist: Unbroken hearts are not led.}
      - {id: follow, section: Suits, gist: Suit is followed.}
""",
    "rules.dl": """\
.type player.
.type card.
.state heart(C: card) "{C} is a heart".
.state holds(P: player, C: card) "{P} holds {C}".
.state has_lead(P: player) "{P} has the lead".
.state broken "hearts are broken".
.state must_follow(P: player) "{P} must follow suit".
.decl may(P: player, C: card) "{P} may play {C}".

@[r/lead]
may(P, C) :- has_lead(P), holds(P, C).

@[r/hearts]
neg may(P, C) :- has_lead(P), heart(C), not broken, holds(P, C).

@[r/follow]
neg may(P, C) :- must_follow(P), holds(P, C).

cannot overrides can.
""",
}
HEART = "Queen is a heart. Ana holds Queen."


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    folder = tmp_path / "facts" / "lead"
    folder.mkdir(parents=True)
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return Rulebook.load(folder, cache=False)


@pytest.mark.parametrize(
    ("table", "question", "reasons"),
    [
        (
            f"{HEART} Ana has the lead.",
            "Who may play Queen?",
            [
                "Ana has the lead and Ana holds Queen.",
                "[rules · Hearts] Unbroken hearts are not led",
            ],
        ),
        (
            f"{HEART} Ana must follow suit.",
            "Who may play Queen?",
            ["Ana must follow suit and Ana holds Queen.", "[rules · Suits] Suit is followed"],
        ),
        (
            f"{HEART} Ana must follow suit.",
            "Which card may Ana play?",
            ["Ana must follow suit and Ana holds Queen.", "[rules · Suits] Suit is followed"],
        ),
    ],
)
def test_the_denial_is_told_with_its_reason(
    book: Rulebook, table: str, question: str, reasons: list[str]
) -> None:
    answer = book.table([table]).ask(question)
    assert answer.say in ("Nobody.", "Nothing.")
    lines = [line.strip() for line in render_answer(answer).splitlines()]
    found = [next(n for n, line in enumerate(lines) if line.startswith(r)) for r in reasons]
    assert found == sorted(found)
