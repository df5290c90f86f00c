"""A value outside its closed type is a finding wherever it enters, and never a "no"."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.language.diagnostics import RulingsError
from rulings.session import Rulebook
from tests.books import RULES, write_book

TRICKS = """
.type trick = { 1, 2, 3, 4 }.
.state plays(C: card, T: trick) "{C} is played to trick {T}".
.state starts(C: card) "{C} starts".
.decl leads(C: card, T: trick) "{C} leads trick {T}".
leads(C, 1) :- starts(C).
leads(C, T + 1) :- leads(C, T), not plays(C, T).
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    folder = tmp_path_factory.mktemp("tricks")
    return Rulebook.load(write_book(folder, **{"rules.dl": RULES + TRICKS}))


@pytest.mark.parametrize(
    "line",
    ["Rex is played to trick 9.", "plays(rex, 9).", "Rex is played to trick nine."],
)
def test_a_statement(book: Rulebook, line: str) -> None:
    with pytest.raises(RulingsError) as raised:
        book.situation([line])
    (found,) = raised.value.diagnostics
    assert (found.code, found.hint) == ("RUL222", "Its members are `1` to `4`.")


@pytest.mark.parametrize(
    "question",
    [
        "Does Rex lead trick 9?",
        "Which card leads trick 9?",
        "when does Rex lead trick 9",
        "what if Rex is played to trick 9: does Rex lead trick 2",
        "?- leads(rex, 9).",
    ],
)
def test_a_question(book: Rulebook, question: str) -> None:
    with pytest.raises(RulingsError) as raised:
        book.situation(["Rex is played to trick 1."]).ask(question)
    (found,) = raised.value.diagnostics
    assert found.code == "RUL222"
    assert found.span is not None
    assert found.span.text == "9"


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
def test_a_conclusion(book: Rulebook, engine: str) -> None:
    held = book.situation(["Rex starts.", "Rex is played to trick 4."], engine=engine)
    assert held.ask("Does Rex lead trick 4?").verdict.value == "yes"
    with pytest.raises(RulingsError) as raised:
        book.situation("Rex starts.", engine=engine).ask("Does Rex lead trick 2?")
    (found,) = raised.value.diagnostics
    assert found.code == "RUL407"
    assert "concludes `leads(rex, 5)`, and `5` is no `trick`" in found.message
    assert found.span is not None
    assert found.span.text.startswith("leads(C, T + 1)")


def test_a_table(tmp_path: Path) -> None:
    folder = write_book(
        tmp_path, **{"rules.dl": RULES + TRICKS, "cards/plays.csv": "plays:C,T\nrex,9\n"}
    )
    with pytest.raises(RulingsError) as raised:
        Rulebook.load(folder)
    assert "RUL624" in [found.code for found in raised.value.diagnostics]
