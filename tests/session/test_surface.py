"""What embedders use: answers and tables as JSON, names, search, completion, renderings."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from rulings import Rulebook, RulingsError, Session, Verdict, answer_from_json, games
from rulings.asking.answer import SCHEMA
from rulings.cli import main
from rulings.conversing.conversation import Conversation
from rulings.repl.handle import handle
from rulings.repl.state import ReplState

QUESTIONS = [
    "why may Rex move?",
    "is Rex active?",
    "may Old Fence move?",
    "may Living Statue move?",
    "which cards are active?",
    "how many stars does Rex have?",
    "is Old Fence active?",
]


@pytest.fixture
def table(book: Rulebook) -> Session:
    return book.situation("den")


def sent(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("explain", ["none", "short", "full"])
def test_an_answer_comes_back_from_its_json(table: Session, question: str, explain: Any) -> None:
    answer = table.ask(question)
    told = answer.to_json(explain)
    again = answer_from_json(sent(told))
    assert (again.verdict, again.say, again.bindings) == (
        answer.verdict,
        answer.say,
        answer.bindings,
    )
    if explain == "full":
        assert again.clauses == answer.clauses
        assert again.mentioned == answer.mentioned
        assert again.settle == answer.settle
        assert again.assumptions == answer.assumptions
        assert again.render("markdown") == answer.render("markdown")
        back = again.to_json()
        for one in (*told["explanation"]["steps"], *back["explanation"]["steps"]):
            one["atom"] = None
        assert back == told


def test_what_is_left_out_is_not_there(table: Session) -> None:
    answer = table.ask("is Old Fence active?")
    assert not {"explanation", "assumptions", "settle", "clauses"} & answer.to_json("none").keys()
    short, full = answer.to_json("short"), answer.to_json("full")
    steps = {step["id"]: step for step in full["explanation"]["steps"]}
    assert len(short["explanation"]["steps"]) < len(steps)
    assert any(step.get("more") for step in short["explanation"]["steps"])
    for step in short["explanation"]["steps"]:
        whole = steps[step["id"]]
        assert step["say"] == whole["say"]
        assert len(step["children"]) + step.get("more", 0) == len(whole["children"])
    cited = {clause["id"] for clause in full["cited"]}
    assert all(set(step["clauses"]) <= cited for step in steps.values())


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"schema": "rulings.answer/1"},
        {"schema": SCHEMA},
        {"schema": SCHEMA, "explain": "none", "rulebook": 5},
    ],
)
def test_no_other_json_is_an_answer(data: dict[str, Any]) -> None:
    with pytest.raises(RulingsError) as refused:
        answer_from_json(data)
    assert [found.code for found in refused.value.diagnostics] == ["RUL590"]


def test_steps_that_go_round_are_no_explanation(table: Session) -> None:
    told = sent(table.ask("may Rex move?").to_json())
    told["explanation"]["steps"][-1]["children"] = [told["explanation"]["roots"][0]]
    with pytest.raises(RulingsError, match="RUL590"):
        answer_from_json(told)


def test_a_table_comes_back_from_its_json(table: Session) -> None:
    table = table.suppose(
        "Zoë silences Rex.", "Rex is not face-up.", '"Odd, thing" silences Rex.'
    ).focused("rex")
    again = table.rulebook.session(sent(table.to_dict()))
    assert again.to_dict() == table.to_dict()
    assert again.diff(table) == ((), ())
    assert again.described.title == "Den"
    for question in ("is this card active?", "which cards silence Rex?"):
        assert again.ask(question).say == table.ask(question).say


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"schema": "rulings.table/2"}, "RUL590"),
        ({"rulebook": {"name": "chess"}}, "RUL590"),
        ({"rulebook": None}, "RUL590"),
        ({"facts": "zone_of(rex, play)."}, "RUL590"),
        ({"facts": [5]}, "RUL590"),
        ({"title": 5}, "RUL590"),
        ({"focus": []}, "RUL590"),
        ({"focus": "qwerty"}, "RUL502"),
        ({"facts": ["active(rex)."]}, "RUL558"),
        ({"facts": ["zone_of(rex)."]}, "RUL204"),
        ({"facts": ["forget Rex is face-up"]}, "RUL557"),
    ],
)
def test_a_table_that_is_none_is_refused(table: Session, change: dict[str, Any], code: str) -> None:
    with pytest.raises(RulingsError) as refused:
        table.rulebook.session({**table.to_dict(), **change})
    assert refused.value.diagnostics[0].code.startswith("RUL")
    if code == "RUL590":
        assert refused.value.diagnostics[0].code == code


def test_a_difference_is_told_both_ways(table: Session) -> None:
    other = table.forget("Old Fence silences Rex").suppose("Rex is face-up.")
    assert table.diff(other) == (("silences(old_fence, rex).",), ("face_up(rex).",))
    assert other.diff(table) == (("face_up(rex).",), ("silences(old_fence, rex).",))


def test_names_by_kind(table: Session) -> None:
    cards = {one.text: one.value for one in table.names("card")}
    assert cards["Rex"] == "rex"
    assert "Zoë" not in cards
    assert "Zoë" in {one.text for one in table.suppose("Zoë silences Rex.").names("card")}
    assert {one.text for one in table.names()} >= set(cards)
    assert all(table.read(f"is {one.text} active?") for one in table.names("card"))
    with pytest.raises(RulingsError) as refused:
        table.names("crad")
    assert "card" in refused.value.diagnostics[0].hint


def test_the_words_of_a_rulebook(book: Rulebook) -> None:
    statements = [one.statement for one in book.vocabulary()]
    assert "<card> is face-up" in statements
    assert len(statements) == len(set(book.vocabulary()))
    assert book.search("silences").sentences[0].predicate == "silences"
    assert [one.id for one in book.search("statues").clauses] == ["statues-stay"]


def test_a_line_is_completed_quickly(table: Session) -> None:
    assert "is Rex active" in {line.rstrip("?") for line in table.complete("is Rex ac")}
    assert all(line.lower().startswith("is re") for line in table.complete("is Re"))
    began = time.perf_counter()
    for prefix in ("is ", "is Re", "Old Fence sil", "why is Re"):
        assert table.rulebook.complete(prefix)
    assert (time.perf_counter() - began) / 4 < 0.1


def test_an_answer_in_every_form(table: Session) -> None:
    answer = table.ask("may Rex move?")
    brief, whole = answer.render("markdown", brief=True), answer.render("markdown")
    assert brief.startswith("**YES** Rex may move.")
    assert "Animals may move" in brief
    assert len(brief) < len(whole)
    assert answer.render() == answer.why()
    assert "<html" in answer.render("html")
    assert answer._repr_markdown_() == brief
    with pytest.raises(ValueError, match="markdown"):
        answer.render("markdwon")
    with pytest.raises(ValueError, match="short"):
        answer.to_json("shrt")  # type: ignore[arg-type]


def test_markdown_shows_what_others_wrote_as_it_is(table: Session) -> None:
    table = table.suppose('"<b>*x*</b> [a](b)" silences Rex.')
    shown = table.ask("which cards silence Rex?").render("markdown")
    assert "<b>" not in shown
    assert "[a](b)" not in shown


def test_games_have_names() -> None:
    assert {"boba", "parks", "theme_parque", "unfair"} <= games().keys()


def test_a_verdict_is_a_verdict(table: Session) -> None:
    assert answer_from_json(table.ask("may Rex move?").to_json()).verdict is Verdict.YES


def test_what_settles_is_data_that_can_be_supposed(book: Rulebook) -> None:
    met = set()
    for lines in ([], ["zone_of(rex, play)."], ["zone_of(rex, deck).", "Rex is not face-up."]):
        table = book.table(lines)
        answer = table.ask("when is Rex active?")
        assert answer.settle
        for outcome in answer.settle:
            assert len(outcome.facts) == len(outcome.say)
            after = table.suppose(*outcome.facts)
            assert after.ask("is Rex active?").verdict is outcome.verdict is not answer.verdict
        met.add(answer.verdict)
    assert met == {Verdict.YES, Verdict.NO, Verdict.DEPENDS}
    assert "no fact of the table" in table.ask("when may Rex move?").evidence.limit


def test_when_says_the_same_everywhere(
    book: Rulebook,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    file = tmp_path / "mine.txt"
    file.write_text("zone_of(rex, play).", encoding="utf-8")
    table = book.situation(file)
    answer = table.ask("when is Rex active?")
    assert "if Rex is not face-up" in answer.render()
    assert answer_from_json(sent(answer.to_json())).render() == answer.render()
    main(["when", "is Rex active?", "-g", str(book.folder), "-s", str(file)])
    assert capsys.readouterr().out == answer.render(brief=True)
    _, output = handle(ReplState(Conversation(table)), "when is Rex active?")
    assert output.text == answer.render(brief=True)
    assert table.ask("is Rex active?").settle == ()


def test_a_saved_table_is_restored_with_what_its_rulebook_still_has(table: Session) -> None:
    saved = table.focused("rex").to_dict()
    again, lost = table.rulebook.restored(saved)
    assert (again.diff(table), lost, again.focus) == (((), ()), (), "rex")
    saved["facts"].append("gone(rex).")
    again, lost = table.rulebook.restored(saved)
    assert (again.diff(table), lost) == (((), ()), ("gone(rex).",))
