"""A predicate that tables state and rules conclude: one declaration, four cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulings import Rulebook, Session
from rulings.asking.reason import Reason, Verdict
from rulings.certified import verify

FILES = {
    "rulebook.toml": """\
name = "tricks"
title = "Tricks"
default_edition = "only"

[editions.only]
files = ["rules.dl"]
""",
    "clauses.yaml": """\
documents:
  rules:
    title: Tricks
    short: rules
    clauses:
      - id: highest
        section: Tricks
        gist: The highest card takes the trick.
""",
    "rules.dl": """\
.type player.
.type card.
.type trick = { 1, 2, 3 }.
.state plays(P: player, C: card, T: trick) "{P} plays {C} to trick {T}".
.state beats(C: card, D: card) "{C} beats {D}".
.state takes(P: player, T: trick) concluded "{P} takes trick {T}".
.decl loses(P: player, T: trick) "{P} loses trick {T}".

@[rules/highest]
takes(P, T) :-
    plays(P, C, T),
    plays(_, D, T),
    C != D,
    forall { E : plays(_, E, T) } (E = C or beats(C, E)).

@[rules/highest]
loses(P, T) :- plays(P, _, T), not takes(P, T).
""",
}
TRICK = (
    "Ana plays King to trick 1.",
    "Bob plays Two to trick 1.",
    "King beats Two.",
    "Bob takes trick 2.",
)
DENIED = "Ana does not take trick 1."


@pytest.fixture
def book(tmp_path: Path) -> Rulebook:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return Rulebook.load(tmp_path, cache=False)


def asked(book: Rulebook, engine: str, *more: str) -> Session:
    return book.table(TRICK, engine=engine).suppose(*more)


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
def test_what_is_stated_and_what_is_concluded_hold(book: Rulebook, engine: str) -> None:
    table = asked(book, engine)
    concluded = table.ask("Does Ana take trick 1?")
    assert concluded.verdict is Verdict.YES
    assert concluded.clauses == ("rules/highest",)
    stated = table.ask("Does Bob take trick 2?")
    assert stated.verdict is Verdict.YES
    assert [step.kind for step in stated.explanation] == ["given"]
    assert not stated.clauses
    neither = table.ask("Does Ana take trick 2?")
    assert (neither.verdict, neither.reason) == (Verdict.NO, Reason.FAILED)
    assert table.ask("Does Bob lose trick 1?").verdict is Verdict.YES


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
def test_what_is_denied_and_concluded_is_reported_and_decides_nothing(
    book: Rulebook, engine: str
) -> None:
    denied = asked(book, engine, DENIED)
    found = denied.breaches
    assert [one.code for one in found] == ["RUL576"]
    assert "The highest card takes the trick." in found[0].notes[0].message
    for question in ("Does Ana take trick 1?", "Does Ana lose trick 1?", "Who takes trick 1?"):
        assert denied.ask(question).verdict is Verdict.UNDECIDED, question
    answer = denied.ask("Does Ana take trick 1?")
    assert answer.reason is Reason.CONFLICT
    assert "stated" in answer.say
    assert denied.ask("Does Bob take trick 2?").verdict is Verdict.YES


def test_what_is_denied_and_not_concluded_is_false(book: Rulebook) -> None:
    denied = asked(book, "native", "Ana does not take trick 3.")
    assert not denied.breaches
    assert denied.ask("Does Ana take trick 3?").verdict is Verdict.NO
    assert denied.suppose("Ana takes trick 3.").ask("Does Ana take trick 3?").verdict is Verdict.YES


@pytest.mark.parametrize("question", ["Does Ana take trick 3?", "Does Bob take trick 2?"])
def test_what_would_turn_it_turns_it(book: Rulebook, question: str) -> None:
    table = asked(book, "native")
    answer = table.ask(question)
    ways = answer.flip().ways
    assert ways
    for way in ways:
        turned = table.suppose(*way.facts).ask(question).verdict
        assert turned is way.verdict is not answer.verdict


@pytest.mark.parametrize(
    "question", ["Does Ana take trick 1?", "Does Bob take trick 2?", "Does Ana take trick 3?"]
)
@pytest.mark.parametrize("more", [(), (DENIED,)])
def test_its_certificates_are_verified(
    book: Rulebook, question: str, more: tuple[str, ...]
) -> None:
    answer = asked(book, "native", *more).ask(question)
    made = json.loads(json.dumps(answer.certificate()))
    assert verify(made, rulebook=book).verdict == answer.verdict.value.lower()
