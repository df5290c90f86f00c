"""A conversation, line by line, without a terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulings.conversing.conversation import Conversation
from rulings.engine.limits import row_limit
from rulings.repl.handle import handle, needs_more
from rulings.repl.state import Look, Output, ReplState, banner, prompt_of
from rulings.session import Rulebook
from tests.books import RULES, write_book

PARK = Path(__file__).parent / "park"
SLOW = """
.decl digit(N: int) "{N} is a digit".
.decl slow "it is slow".
@[rules/match]
digit(N) :- between(0, 2000, N).
@[rules/match]
slow :- digit(A), digit(B), digit(C), A + B + C = -1.
"""


@pytest.fixture
def state() -> ReplState:
    return ReplState(Conversation(Rulebook.load(PARK, cache=False).situation("dino-park")))


def said(state: ReplState, *lines: str) -> tuple[ReplState, Output]:
    """Say several lines; return the last state and output."""
    output = Output()
    for line in lines:
        state, output = handle(state, line)
    return state, output


def test_the_focus_is_what_this_card_means(state: ReplState) -> None:
    _, output = said(state, "focus Triceratops", "is this card active")
    assert output.text.startswith("NO  Triceratops is not active.")
    asked, _ = said(state, "focus Triceratops", "is this card active")
    assert asked.answer is not None
    assert asked.answer.understood_as == "is Triceratops active?"
    state, output = said(state, "focus Triceratops", "does this card match dinosaur animal upgrade")
    assert output.text.startswith("YES  ")


def test_a_line_has_so_much_time(state: ReplState, tmp_path: Path) -> None:
    book = write_book(tmp_path, **{"rules.dl": RULES + SLOW})
    table = Rulebook.load(book, cache=False).situation("den")
    hurried = replace(state, conversation=Conversation(table), seconds=0.2)
    after, output = said(hurried, "Is it slow?")
    assert (after, output.failed) == (hurried, True)
    assert "no answer within 0.2 s" in output.text
    assert "`--each S`" in output.text
    patient = replace(hurried, seconds=60.0)
    _, output = said(patient, "May Rex move?")
    assert output.text.startswith("YES")
    other = Conversation(Rulebook.load(book, cache=False).situation("den"))
    with row_limit(10):
        _, output = said(replace(patient, conversation=other), "Is it slow?")
    assert [one.code for one in output.diagnostics] == ["RUL404"]


def test_why_opens_a_proof_and_how_walks_it(state: ReplState) -> None:
    state, output = said(state, "is Triceratops active", "why")
    assert output.text.startswith("NO  Triceratops is not active")
    assert "  1. " in output.text
    inner, output = said(state, "how 1")
    assert output.text.startswith("· ")
    assert "[guide · " in output.text
    _, back = said(inner, "up")
    assert back.text == said(state, "how")[1].text


def test_how_needs_a_premise_that_is_there(state: ReplState) -> None:
    _, output = said(state, "is Triceratops active", "how 99")
    assert [found.code for found in output.diagnostics] == ["RUL531"]


@pytest.mark.parametrize(
    "line", ["why", "why not", "when", "how 1", "what if the Fence is face-up"]
)
def test_going_back_needs_a_question(state: ReplState, line: str) -> None:
    _, output = said(state, line.replace("the Fence", "Electrified Fence"))
    assert [found.code for found in output.diagnostics] == ["RUL530"]
    assert output.failed


def test_what_if_asks_the_last_question_again_and_changes_nothing(state: ReplState) -> None:
    after, output = said(
        state, "is Triceratops active", "what if Electrified Fence is in the discard?"
    )
    assert output.text.startswith("If Electrified Fence is in the discard:\nYES  ")
    assert after.table.facts() == state.table.facts()
    _, output = said(after, "is Triceratops active")
    assert output.text.startswith("NO")


def test_it_is_what_was_named_last(state: ReplState) -> None:
    _, output = said(state, "focus Triceratops", "is Electrified Fence active", "is it face-up")
    assert "Electrified Fence is face-up" in output.text


def test_statements_change_the_table_and_undo_takes_them_back(state: ReplState) -> None:
    changed, output = said(state, "Bob owns Triceratops")
    assert output.text == "Noted: Bob owns Triceratops.\n"
    assert [found.code for found in output.diagnostics] == ["RUL520"]
    _, output = said(changed, "may Bob build Triceratops")
    assert output.text.startswith("YES")
    undone, _ = said(changed, ":undo")
    assert undone.table.facts() == state.table.facts()
    _, output = said(undone, ":undo")
    assert output.text == "Nothing to undo.\n"


def test_undo_takes_back_a_change_of_focus(state: ReplState) -> None:
    focused, _ = said(state, "focus Triceratops", ":focus Log Flume")
    undone, output = said(focused, ":undo")
    assert output.text == "Undone: the focus is Triceratops.\n"
    assert prompt_of(undone).focus == "Triceratops"
    undone, output = said(undone, ":undo")
    assert (output.text, undone.table.focus) == ("Undone: the focus is on nothing.\n", None)
    changed, _ = said(state, "focus Triceratops", "this card is not face-up", "focus Log Flume")
    undone, _ = said(changed, ":engine pydatalog", ":undo", ":undo")
    assert prompt_of(undone).focus == "Triceratops"
    assert undone.table.engine == "pydatalog"
    assert undone.table.facts() == state.table.facts()


def test_undo_takes_back_a_situation(state: ReplState) -> None:
    start = state.at(replace(state.conversation, situation="other"))
    loaded, _ = said(start, ":load dino-park")
    assert (loaded.situation, said(loaded, ":undo")[0].situation) == ("dino-park", "other")


def test_forgetting_a_thing_withdraws_all_about_it(state: ReplState) -> None:
    after, output = said(state, "forget Electrified Fence", "is Triceratops active")
    assert output.text.startswith("YES")
    assert all("electrified_fence" not in str(atom) for atom, _ in after.table.facts())


def test_a_thing_of_which_nothing_is_stated_cannot_be_forgotten(state: ReplState) -> None:
    after, output = said(state, "forget Electrified Fence", "forget it")
    assert [found.code for found in output.diagnostics] == ["RUL557"]
    assert after.table.facts() == said(state, "forget Electrified Fence")[0].table.facts()


def test_datalog_lines(state: ReplState) -> None:
    _, output = said(state, "-on(electrified_fence, log_flume).", "?- active(triceratops).")
    assert output.text.startswith("YES")
    _, output = said(state, "+owns(bob, log_flume).", "who owns Log Flume")
    assert "Bob" in output.text


def test_what_was_supposed_can_be_forgotten() -> None:
    # "Face-down" is also what the rules conclude of a card; what was stated is meant.
    table = Rulebook.load("unfair").situation("dino-park")
    supposed, output = said(
        ReplState(Conversation(table)), "suppose Electrified Fence is face-down"
    )
    assert output.text == "Supposed: Electrified Fence is face-down.\n"
    after, output = said(supposed, "forget Electrified Fence is face-down")
    assert output.text == "Forgotten: Electrified Fence is face-down.\n"
    assert set(after.table.facts()) == set(table.facts())


def test_explain_sets_how_much_is_shown(state: ReplState) -> None:
    short = said(state, "is Triceratops active")[1].text
    full = said(state, ":explain full", "is Triceratops active")[1].text
    assert short in said(state, ":explain full", ":explain short", "is Triceratops active")[1].text
    assert len(full) > len(short)
    assert said(state, ":explain full", "is Triceratops active", "why")[1].text == full


def test_flip_says_what_would_turn_the_verdict(state: ReplState) -> None:
    expected = "The verdict would turn if"
    assert expected in said(state, "is Triceratops active", ":flip")[1].text
    assert said(state, ":flip is Triceratops active")[1].text.startswith("NO  ")
    assert [found.code for found in said(state, ":flip")[1].diagnostics] == ["RUL530"]


@pytest.mark.parametrize("line", ["Triceratops is happy", "is Tricratops active", ":cite fense"])
def test_mistakes_fit_the_width(state: ReplState, line: str) -> None:
    _, output = said(state, line)
    text = output.shown(Look(width=60))
    assert all(len(part) <= 60 for part in text.splitlines())
    assert output.diagnostics[0].code in text


def test_a_mistake_is_told_in_one_sentence(state: ReplState) -> None:
    (found,) = said(state, "is Tricratops active")[1].diagnostics
    assert found.message.startswith("No card is called “Tricratops” here.")
    (found,) = said(state, ":cite fense")[1].diagnostics
    assert found.message == 'No clause is named "fense".'
    assert found.hint == "Did you mean `fence`?"


def test_mistakes_change_nothing_and_name_the_nearest(state: ReplState) -> None:
    after, output = said(state, "is Tricratops active")
    assert after.conversation == replace(state.conversation, lines=(("tricratops",),))
    assert output.text == ""
    assert "Triceratops" in output.diagnostics[0].hint


def test_commands(state: ReplState, tmp_path: Path) -> None:
    assert "Electrified Fence is on Log Flume." in said(state, ":facts")[1].text
    assert said(state, ":facts stars")[1].text == "Triceratops has 3 stars.\n"
    assert "off(C) :- card_type(C, animal)" in said(state, ":rules off")[1].text
    assert "active(C) :- " in said(state, ":rules Triceratops is active")[1].text
    assert "A fence switches off" in said(state, ":cite fence")[1].text
    assert "1 *" in said(state, ":edition")[1].text
    assert said(state, ":explain full")[0].full
    assert said(state, ":engine pydatalog", "is Triceratops active")[1].text.startswith("NO")
    assert ":load NAME" in said(state, ":help")[1].text
    assert "<card> is active" in said(state, ":help sentences")[1].text
    assert said(state, ":q")[1].ends


def test_a_command_may_lack_its_colon(state: ReplState) -> None:
    for plain in ("help", "Help", "?"):
        assert said(state, plain)[1].text == said(state, ":help")[1].text
    assert said(state, "quit")[1].ends
    assert said(state, "exit")[1].ends
    assert said(state, "focus Triceratops", "undo")[0].table.focus is None


def test_loading_tells_doubts_only(state: ReplState) -> None:
    table = Rulebook.load("parks").situation()
    _, output = said(ReplState(Conversation(table)), ":load trail")
    assert "29 facts" in output.text
    assert output.diagnostics == ()


def test_the_focus_may_be_taken_away(state: ReplState) -> None:
    after, output = said(state, "focus Triceratops", ":focus")
    assert (after.table.focus, output.text) == (None, "The focus is on nothing.\n")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (":lode dino-park", "RUL532"),
        (":explain loud", "RUL533"),
        (":engine steam", "RUL533"),
        (":cite fense", "RUL613"),
        (":help lode", "RUL532"),
        (":load nowhere", "RUL550"),
    ],
)
def test_commands_used_wrongly(state: ReplState, line: str, code: str) -> None:
    after, output = said(state, line)
    assert [found.code for found in output.diagnostics] == [code]
    assert after == state


def test_a_saved_table_loads_as_the_same(state: ReplState, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    changed, _ = said(state, 'Neon Arch is a "Neon-bright" upgrade on Log Flume', f":save {file}")
    loaded, output = said(changed, f":load {file}")
    assert not output.failed
    assert set(loaded.table.facts()) == set(changed.table.facts())


def test_banner_and_toolbar(state: ReplState) -> None:
    assert banner(state, 80).startswith("Park · edition 1 · 2 clauses    ")
    narrow = banner(state.at(replace(state.conversation, situation="dino-park")), 30)
    assert narrow.splitlines()[1:] == ["situation dino-park", ":help for help"]
    assert max(map(len, narrow.splitlines())) <= 30
    focused, _ = said(state, "focus Electrified Fence")
    assert "focus Electrified Fence" in prompt_of(focused).facts


def test_a_goal_goes_on_while_it_is_open() -> None:
    assert needs_more("?- active(C),")
    assert needs_more("?- on(C,\n")
    assert needs_more('?- matches(C, "animal')
    assert not needs_more("?- active(C), on(C, A).")
    assert not needs_more("is Triceratops active,")


def test_a_digit_takes_what_is_offered_and_an_empty_line_the_first(state: ReplState) -> None:
    line = "Is Triceratops quite active?"
    failed, output = said(state, line)
    (first, *_) = output.diagnostics[0].suggestions
    assert f"1  {first}" in output.shown(Look())
    for taking in ("1", ""):
        _, taken = said(failed, taking)
        assert taken.text.startswith(f"› {first}\n")
        assert not taken.failed
    _, refused = said(failed, "9")
    assert refused.failed
    _, ordinary = said(state, "")
    assert ordinary == Output()


@pytest.mark.parametrize("game", ["parks", "theme_parque", "park"])
def test_the_examples_of_help_are_of_the_loaded_game(game: str) -> None:
    book = Rulebook.load(PARK, cache=False) if game == "park" else Rulebook.load(game)
    state = ReplState(Conversation(book.situation()))
    lines = said(state, ":help")[1].text.splitlines()
    shown = [line.strip().split("  ")[0] for line in lines[1 : lines.index("Commands:")]]
    stated, *asked = shown[: next(i for i, line in enumerate(shown) if line.startswith("why"))]
    told, output = said(state, stated)
    assert not output.failed, output
    assert told.table.facts()
    assert len(asked) >= 2
    assert not [line for line in asked if said(told, line)[1].failed]
    assert "Log Flume" not in stated or game == "park"


def test_help_about_a_topic_lists_sentences_and_clauses(state: ReplState) -> None:
    _, output = said(state, ":help about activity")
    assert "Nothing is about that" not in said(state, ":help about active")[1].text
    assert said(state, ":help about quintessence")[1].text == "Nothing is about that.\n"
    assert not output.failed
