"""What no law decides is answered with what is printed about it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rulings import Rulebook, RulingsError, Verdict
from rulings.asking.reason import Reason
from rulings.cli import main
from rulings.conversing.conversation import Conversation, TurnKind
from rulings.render.pen import answer_from_json
from rulings.session import Session

QUESTION = "Why were campfires glorified by bards?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("books") / "camp"
    place.mkdir()
    (place / "rulebook.toml").write_text(
        'name = "camp"\ntitle = "Camp"\ndefault_edition = "one"\n'
        '[editions.one]\nfiles = ["rules.dl"]\n'
    )
    (place / "clauses.yaml").write_text(
        "documents:\n  rules:\n    title: Rules\n    short: Rules\n    clauses:\n"
        "      - {id: bards, section: History, gist: Bards sang of campfires.,"
        " unmodelled: history}\n"
        "      - {id: fires, section: Fires, gist: A fire burns where there is wood.}\n"
    )
    (place / "rules.dl").write_text(
        '.type place.\n.state wood(P: place) "{P} has wood".\n'
        '.decl burns(P: place) "{P} burns".\n@[rules/fires]\nburns(P) :- wood(P).\n'
    )
    return place


@pytest.fixture(scope="module")
def book(folder: Path) -> Rulebook:
    return Rulebook.load(folder, cache=False)


def test_the_clauses_are_quoted_and_nothing_is_decided(book: Rulebook) -> None:
    answer = book.ask(QUESTION)
    assert (answer.verdict, answer.reason) == (Verdict.UNDECIDED, Reason.PRINTED)
    assert answer.clauses[0] == "rules/bards"
    for form in ("text", "markdown", "html"):
        assert "Bards sang of campfires" in answer.render(form, brief=True)


def test_it_goes_through_json_unchanged(book: Rulebook) -> None:
    answer = book.ask(QUESTION)
    again = answer_from_json(json.loads(json.dumps(answer.to_json())))
    assert (again.reason, again.clauses) == (answer.reason, answer.clauses)


def test_a_conversation_answers_so_too(book: Rulebook) -> None:
    turn = Conversation(book.table()).say(QUESTION)
    assert turn.kind is TurnKind.ANSWERED
    assert "Bards sang" in turn.told()


def test_the_command_line_says_that_it_is_undecided(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ask", QUESTION, "--game", str(folder)]) == 2
    assert "Bards sang" in capsys.readouterr().out


def test_a_name_that_nothing_has_is_a_mistake_and_no_answer(book: Rulebook) -> None:
    with pytest.raises(RulingsError) as raised:
        book.situation(["Meadow has wood."]).ask("Does Medow burn?")
    assert raised.value.diagnostics[0].code != "RUL501"


def test_a_statement_is_never_answered(book: Rulebook) -> None:
    with pytest.raises(RulingsError):
        book.table(["Bards glorified campfires."])


@pytest.fixture(scope="module")
def half_told(book: Rulebook) -> Session:
    return book.situation(["Meadow has wood.", "Bards glorified campfires.", "Shore has wood."])


def test_at_a_table_with_a_line_that_is_not_understood_nothing_is_decided(
    book: Rulebook, half_told: Session
) -> None:
    (unread,) = half_told.unread
    assert (unread.code, unread.span and unread.span.line) == ("RUL501", 2)
    answer = half_told.ask("Does Meadow burn?")
    assert (answer.reason, answer.notices) == (Reason.PRINTED, (unread,))
    assert {"rules/fires", "rules/bards"} <= {*answer.clauses}
    assert "a line of the table was not understood" in answer.say
    told = book.situation(["Meadow has wood.", "Shore has wood."])
    assert told.facts() == half_told.facts()
    assert told.ask("Does Meadow burn?").verdict is Verdict.YES


@pytest.mark.parametrize(
    "computed",
    [
        lambda table: table.ask("?- burns(P)."),
        lambda table: table.query("burns(P)"),
        lambda table: table.legal(),
        lambda table: table.breaches,
        lambda table: table.to_dict(),
        lambda table: table.on(table.rulebook),
        lambda table: table.suppose("Bards sing."),
    ],
)
def test_what_computes_at_such_a_table_raises_its_lines(
    half_told: Session, computed: Callable[[Session], object]
) -> None:
    with pytest.raises(RulingsError) as raised:
        computed(half_told)
    assert raised.value.diagnostics[0].code == "RUL501"


def test_a_conversation_at_such_a_table_quotes_too(half_told: Session) -> None:
    turn = Conversation(half_told.suppose("Hill has wood.")).say("Does Hill burn?")
    assert turn.answer is not None
    assert turn.answer.reason is Reason.PRINTED
