"""What people say about happenings, at the table of tests/moving/nim."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.conversing.conversation import Conversation, Turn, TurnKind
from rulings.language.diagnostics import RulingsError
from rulings.repl.handle import handle
from rulings.repl.state import ReplState
from rulings.written import situation_text
from tests.moving.test_session import nim, table


def talk(*lines: str, stones: int = 7) -> Turn:
    talked = Conversation(table(stones))
    for line in lines:
        turn = talked.say(line)
        assert turn.kind is not TurnKind.REFUSED, turn
        talked = turn.conversation
    return turn


def test_a_happening_is_told_in_one_line() -> None:
    expected = "Ana takes 3 stones. The pile holds 4 stones; it is ben's turn."
    for said in ("Ana takes 3 stones", "Ana took 3 stones.", "Ana has taken 3 stones"):
        assert talk(said).say == expected


def test_what_is_asked_of_happenings() -> None:
    assert talk("What may Ana do?", stones=2).say == "Ana takes 1 stone.\nAna takes 2 stones."
    assert talk("what can Ben do").say == "Nothing: the rules allow nothing that they speak of."
    assert talk("What happened?").say == "Nothing has happened yet."
    assert talk("Ana takes 3 stones", "what happened").say.startswith("  1. Ana takes 3 stones.")
    told = talk("What happens if Ben takes 1 stone?")
    assert told.say == "Ben takes 1 stone. The pile holds 6 stones; it is ana's turn."
    assert [one.code for one in told.notices] == ["RUL413"]
    assert told.table.journal == ()


def test_what_must_be_done_is_what_alone_is_allowed() -> None:
    assert (
        talk("What must Ana do?", stones=1).say == "Ana takes 1 stone. Nothing else is allowed now."
    )
    owed = talk("What does Ana have to do now?", stones=2).say
    assert owed.splitlines()[0] == "One of these, nothing else is allowed now:"
    assert owed.splitlines()[1:] == ["Ana takes 1 stone.", "Ana takes 2 stones."]
    assert talk("what must Ben do").say == "Nothing: the rules allow nothing that they speak of."


def test_the_next_part_of_a_game_begins_by_what_alone_begins_it() -> None:
    assert talk("next round", stones=1).say.startswith("Ana takes 1 stone.")
    assert talk("next round", "What happened?", stones=1).say.startswith("  1. Ana takes 1 stone.")
    several = Conversation(table(2)).say("On to the next round!")
    assert [one.code for one in several.problems] == ["RUL504"]
    assert several.offers == ("Ana takes 1 stone.", "Ana takes 2 stones.")
    nothing = talk("Ana takes 1 stone", stones=1).conversation.say("the next round begins")
    assert [one.code for one in nothing.problems] == ["RUL414"]
    assert nothing.table.journal == talk("Ana takes 1 stone", stones=1).table.journal


@pytest.mark.parametrize("line", ["then", "After that", "and then …"])
def test_a_line_that_only_goes_on_says_nothing(line: str) -> None:
    turn = Conversation(table()).say(line)
    assert turn.kind is TurnKind.NOTHING
    assert not turn.table.journal


def test_what_happened_is_asked_like_everything_else() -> None:
    assert talk("Ana takes 3 stones", "Did Ana take 3 stones?").answer.verdict.value == "yes"
    assert talk("Ana takes 3 stones", "Did Ana take 2 stones?").answer.verdict.value == "no"
    assert talk("Ana takes 3 stones", "Did Ana not take 2 stones?").answer.verdict.value == "yes"
    assert talk("Did Ana take 3 stones?").answer.verdict.value == "depends"
    told = talk("Ana takes 3 stones", "Did Ana take 3 stones?").answer
    assert told.say == "Ana has taken 3 stones."


def test_a_player_of_a_closed_list_is_somebody() -> None:
    assert talk("Ana takes 3 stones", "Whose turn is it?").answer.say == "ben."
    assert talk("Who is the winner?").answer.say == "Nobody."
    assert talk("Ana takes 1 stone", "who is the winner?", stones=1).answer.say == "ana."


def test_why_goes_through_time() -> None:
    game = ("Ana takes 1 stone", "Ben takes 3 stones", "is Ben the winner?")
    told = talk(*game, "why", "how 1", "how 1", "how 1", stones=4)
    assert "guide · End" in str(told)
    answer = talk(*game, stones=4).answer
    assert set(answer.clauses) == {"guide/last", "guide/taking"}
    said = [step.say for root in answer.explanation for step in root.walk()]
    for expected in ("from then on ben is the winner", "then ben wins", "the pile holds 3 stones"):
        assert expected in said
    # The pile is what Ana left, and she took a stone from the four that were told.
    assert "ana takes 1 stone" in said
    assert "the pile holds 4 stones" in said


def test_what_ended_says_so() -> None:
    told = talk("Ana takes 3 stones", "is Ana thirsty?", stones=3).answer
    assert told.verdict.value == "no"
    assert "it ends that ana is thirsty" in [s.say for r in told.explanation for s in r.walk()]
    assert "guide/thirst" in told.clauses


def test_undo_journal_and_back_in_the_repl() -> None:
    state = ReplState(Conversation(table(4)))
    for line in ("Ana takes 1 stone", "Ben takes 3 stones"):
        state, _ = handle(state, line)
    _, output = handle(state, ":journal")
    assert output.text.splitlines()[1].startswith("  2. Ben takes 3 stones.")
    assert output.text.splitlines()[2].startswith("  3.   Ben wins.")
    earlier, output = handle(state, ":back 1")
    assert earlier.table.query("pile(N)") == [(3,)]
    assert output.text.startswith("  1. Ana takes 1 stone.")
    assert handle(state, ":back to 1")[0].table.query("pile(N)") == [(3,)]
    assert handle(earlier, ":undo")[0].table.query("pile(N)") == [(0,)]
    assert handle(state, ":undo")[0].table.query("pile(N)") == [(3,)]
    for wrong in (":back", ":back nine", ":back 9"):
        assert handle(state, wrong)[1].failed


def test_a_table_is_saved_with_what_happened(tmp_path: Path) -> None:
    game = (
        table(9)
        .happen("Ana takes 3 stones")
        .suppose("Ben is cheerful.", "The pile holds 5 stones.")
    )
    game = game.happen("Ben dances").happen("Ben takes 1 stone")
    again = nim().session(game.to_dict())
    assert (again.journal, again.facts()) == (game.journal, game.facts())
    path = tmp_path / "game.yaml"
    path.write_text(situation_text(game), encoding="utf-8")
    assert "happened: |" in path.read_text(encoding="utf-8")
    loaded = nim().situation(path)
    assert (loaded.journal, loaded.facts()) == (game.journal, game.facts())
    other, lost = game.on(nim())
    assert (other.journal, lost) == (game.journal, ())


def test_a_situation_says_what_happened_in_sentences(tmp_path: Path) -> None:
    path = tmp_path / "told.yaml"
    given = "given: |\n  The pile holds 4 stones.\n  It is Ana's turn.\n"
    path.write_text(f"{given}happened:\n  - Ana takes 1 stone\n  - Ben took 2 stones\n")
    assert nim().situation(path).query("pile(N)") == [(1,)]
    path.write_text(f"{given}happened:\n  - Ana flies\n")
    with pytest.raises(RulingsError):
        nim().situation(path)
