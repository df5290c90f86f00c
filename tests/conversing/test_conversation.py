"""A conversation as a chat bot holds it: several speakers, offers, proofs, undo, limits."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from rulings import Cancellation, Cancelled, Conversation, Rulebook, TurnKind, Verdict
from rulings.asking.reason import Reason
from tests.books import RULES, write_book

PLAYERS = """\
.type player.
.state owns(P: player, N: int) one "{P} has {N} coins".
.state holds(P: player, C: card) "{C} is in {P}'s hand".
.decl rich(P: player) "{P} is rich".
.decl may_play(P: player, C: card) "{P} may play {C}".
@[rules/active] rich(P) :- owns(P, N), N >= 10.
@[rules/active] may_play(P, C) :- holds(P, C), rich(P).
"""


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    root = write_book(tmp_path_factory.mktemp("talk"), **{"rules.dl": RULES + PLAYERS})
    return Conversation(Rulebook.load(root).situation("den"))


def said(talk: Conversation, *lines: str, speaker: str = "") -> Conversation:
    for line in lines:
        turn = talk.say(line, speaker)
        assert not turn.problems, turn.render()
        talk = turn.conversation
    return talk


def verdict(talk: Conversation, question: str, speaker: str = "") -> Verdict | None:
    answer = talk.say(question, speaker).answer
    return answer.verdict if answer is not None else None


def test_i_is_who_speaks(talk: Conversation) -> None:
    talk = said(talk, "I have 12 coins.", "Rex is in my hand.", speaker="Ana")
    talk = said(talk, "I have 3 coins.", speaker="Zoë-9")
    assert verdict(talk, "am I rich?", "Ana") is Verdict.YES
    assert verdict(talk, "am I rich?", "Zoë-9") is Verdict.NO
    assert verdict(talk, "may I play Rex?", "Ana") is Verdict.YES
    assert verdict(talk, "may I play Rex?", "Zoë-9") is not Verdict.YES
    assert verdict(talk, "is Rex in my hand?", "ANA") is Verdict.YES
    assert verdict(talk, "is Rex in Ana's hand?", "Zoë-9") is Verdict.YES
    assert talk.say("am I rich?", "Zoë-9").answer.say == "Zoë-9 is not rich."  # type: ignore[union-attr]
    (has,) = (row for row in talk.table.query("owns(P, 3)"))
    assert talk.table.lexicon.names.display(has[0]) == "Zoë-9"
    assert not any("you" in str(atom) for atom, _ in talk.table.facts())


def test_a_speaker_who_is_new_is_told_by_name(talk: Conversation) -> None:
    turn = talk.say("I have 3 coins.", "Rex")
    assert turn.say.startswith("Noted: Rex has 3 coins")
    assert [one.message for one in turn.notices] == ["New here: Rex (player)."]
    assert turn.conversation.say("is Rex active?").answer is not None
    assert verdict(turn.conversation, "do I have 3 coins?", "Rex") is Verdict.YES
    assert verdict(said(talk, "I have 12 coins."), "am I rich?") is Verdict.YES


def test_a_turn_is_data(talk: Conversation) -> None:
    turn = talk.say("is Rex active?")
    assert (turn.kind, turn.problems, turn.table) == (TurnKind.ANSWERED, (), talk.table)
    assert str(turn) == turn.answer.render(brief=True)  # type: ignore[union-attr]
    turn = turn.conversation.say("why")
    assert turn.kind is TurnKind.OPENED
    assert turn.step is not None
    deeper = turn.conversation.say("how 1")
    assert deeper.step == turn.step.children[0]
    assert deeper.conversation.say("up").step == turn.step
    turn = talk.say("what if Rex lies in zone deck: is Rex active?")
    assert turn.answer is not None
    assert (turn.say, turn.answer.verdict) == ("If Rex lies in zone deck:", Verdict.NO)
    assert turn.table.diff(talk.table) == ((), ())
    assert talk.say("  # a comment").kind is TurnKind.NOTHING


def test_undo_takes_back_what_was_said(talk: Conversation) -> None:
    after = said(talk, "Rex lies in zone deck.", "focus Rex", "UNDO", "undo")
    assert after.table.diff(talk.table) == ((), ())
    assert after.say("undo").say == "Nothing to undo."


def test_what_is_not_understood_changes_nothing_and_offers(talk: Conversation) -> None:
    turn = talk.say("is Rex quite active?")
    assert turn.kind is TurnKind.REFUSED
    assert turn.table is talk.table
    assert turn.offers == turn.conversation.offers == turn.problems[0].suggestions != ()
    taken = turn.conversation.say("1")
    assert (taken.taken, taken.kind) == (turn.offers[0], TurnKind.ANSWERED)
    assert taken.render().startswith(f"› {turn.offers[0]}\n")
    refused = talk.say("may Rxe move?")
    assert "Did you mean Rex?" in refused.render()


def test_an_answer_names_the_lines_that_were_not_understood(talk: Conversation) -> None:
    talk = said(talk, "I have 12 coins.").say("My purse holds 3 coins.").conversation
    talk = said(talk, "Rex is in my hand.")
    turn = talk.say("am I rich?")
    assert turn.say == "Without “My purse holds 3 coins.” (not understood):"
    assert turn.answer is not None
    reworded = said(turn.conversation, "I have 3 coins.")
    assert reworded.say("am I rich?").say == ""
    refused = talk.say("is Rex quite active?").conversation
    assert len(refused.unread) == 1


def test_a_line_has_limits(talk: Conversation) -> None:
    cancel = Cancellation()
    cancel.cancel()
    with pytest.raises(Cancelled):
        talk.say("is Rex active?", cancel=cancel)
    with pytest.raises(TypeError, match="line must be"):
        talk.say(5)  # type: ignore[arg-type]


def test_a_conversation_is_sent_to_another_process(talk: Conversation) -> None:
    talk = said(talk, "I have 12 coins.", "is Rex active?", "why", speaker="Ana")
    again = pickle.loads(pickle.dumps(talk))
    assert verdict(again, "am I rich?", "Ana") is Verdict.YES
    assert again.say("undo").table.facts() == talk.say("undo").table.facts()
    assert again.say("how 1").kind is TurnKind.OPENED


def test_she_is_whom_a_line_named_that_was_not_understood(talk: Conversation) -> None:
    talk = said(talk, "Ana has 12 coins.", "Ben has 3 coins.")
    refused = talk.say("Ana juggles with knives.")
    assert refused.problems
    talk = said(refused.conversation, "She has 4 coins.")
    assert talk.table.query("owns(ana, N)") == [(4,)]
    assert talk.table.query("owns(ben, N)") == [(3,)]
    stranger = talk.say("Zoe juggles with knives.").conversation
    assert stranger.say("She has 5 coins.").problems


def test_that_is_nothing_that_was_wished_before_a_line_that_was_not_understood(
    talk: Conversation,
) -> None:
    talk = said(talk, "Ana has 12 coins.", "Rex is in Ana's hand.", "Ana wants to play Rex.")
    assert verdict(talk, "Is that allowed?") is Verdict.YES
    refused = talk.say("Ana juggles with knives.")
    assert refused.problems
    turn = refused.conversation.say("Is that allowed?")
    assert turn.answer is None or turn.answer.reason is Reason.PRINTED


def test_what_has_no_sentence_is_shown_by_what_it_rests_on(tmp_path: Path) -> None:
    rules = """.type ride.
.state ride(R: ride) "{R} is a ride".
.decl fine(R: ride).
.decl good(R: ride) "{R} is good".
.decl stars(R: ride, N: int) "{R} has {N} stars".
fine(R) :- ride(R).
good(R) :- fine(R).
stars(R, 0) :- fine(R).
"""
    manifest = 'name = "t"\ntitle = "T"\ndefault_edition = "1"\n[editions.1]\ntitle = "first"\n'
    (tmp_path / "rules.dl").write_text(rules, encoding="utf-8")
    (tmp_path / "rulebook.toml").write_text(manifest + 'files = ["*.dl"]\n', encoding="utf-8")
    talk = Conversation(Rulebook.load(tmp_path, cache=False).situation(["Wheel is a ride."]))
    turn = talk.say("Is Wheel good?").conversation.say("why")
    assert "1. Given: Wheel is a ride" in turn.render()
    assert "fine(" not in turn.render()
    assert turn.conversation.say("how 1").step == turn.step.children[0].children[0]
    number = talk.say("How many stars does Wheel have?").conversation.say("why")
    assert number.render().startswith("Wheel has 0 stars")
