"""Nim, played through the session: tests/moving/nim."""

from __future__ import annotations

import pickle
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rulings.conversing.conversation import Conversation
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Facts
from rulings.session import Rulebook, Session
from rulings.verifier import check

NIM = Path(__file__).parent / "nim"


@cache
def nim() -> Rulebook:
    return Rulebook.load(NIM, cache=False)


def table(stones: int = 7, first: str = "Ana", engine: str = "native") -> Session:
    given = [f"The pile holds {stones} stones.", f"It is {first}'s turn."]
    return nim().table(given, engine=engine)


def facts(session: Session) -> list[str]:
    return session.to_dict()["facts"]


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
def test_a_game_to_the_end(engine: str) -> None:
    """Whoever leaves four stones wins, whatever the other takes."""
    game = table(8, engine=engine)
    for _ in range(20):
        legal = game.legal()
        if not legal:
            break
        takes = [one for one in legal if one.kind == "takes"]
        by = "ana" if takes[0].fact.startswith("takes(ana") else "ben"
        (pile,) = (n for (n,) in game.query("pile(N)"))
        wanted = pile % 4 if by == "ben" and pile % 4 else 1
        game = game.happen(f"takes({by}, {wanted}).", strict=True)
    assert game.ask("Is Ben the winner?").verdict.value == "yes"
    assert game.query("winner(P)") == [("ben",)]
    assert game.ask("Is the game over?").verdict.value == "yes"


def test_what_it_brings_about_is_said() -> None:
    after = table().happen("Ana takes 3 stones")
    (entry,) = after.journal
    assert (entry.say, entry.fact, entry.cause) == ("ana takes 3 stones", "takes(ana, 3).", 0)
    assert entry.brought == ("the pile holds 4 stones", "it is ben's turn")
    assert after.notices == ()


def test_the_sentences_of_a_line_are_told_one_after_the_other() -> None:
    line = "Ana takes 1 stone. Ben takes 1 stone. Ana takes 1 stone. The pile holds 9 stones."
    for told in (table().suppose(line), Conversation(table()).say(line).table):
        assert [entry.say for entry in told.journal if not entry.cause] == [
            "ana takes 1 stone",
            "ben takes 1 stone",
            "ana takes 1 stone",
        ]
        assert told.query("pile(N)") == [(9,)]


def test_a_session_never_changes() -> None:
    before = table()
    after = before.happen("Ana takes 3 stones")
    assert before.journal == ()
    assert before.query("pile(N)") == [(7,)]
    assert after.query("pile(N)") == [(4,)]


def test_what_follows_comes_after_and_knows_its_cause() -> None:
    after = table(3).happen("Ana takes 3 stones")
    assert [(e.step, e.say, e.cause) for e in after.journal] == [
        (1, "ana takes 3 stones", 0),
        (2, "ana wins", 1),
        (3, "ana drinks", 2),
    ]
    assert after.journal[2].brought == ("ana is not thirsty",)
    assert "not thirsty(ana)." in facts(after)


def test_the_past_is_read_by_rules() -> None:
    game = table(9)
    assert game.ask("Is Ana idle in this round?").verdict.value == "yes"
    game = game.happen("Ana takes 3 stones")
    assert game.ask("Is Ana idle in this round?").verdict.value == "no"
    assert game.ask("May Ana drink?").verdict.value == "yes"
    game = game.happen("Ben takes 1 stone").happen("Ana takes 1 stone")
    assert game.ask("May Ana drink?").verdict.value == "no"
    assert game.query("turns_taken(ana, N)") == [(2,)]
    assert game.query("happened takes(P, 3) at T") == [("ana", 1)]
    assert game.query("happened takes(P, _) since round at T") == [("ana", 3)]


def test_only_what_the_rules_allow_is_listed() -> None:
    assert [one.fact for one in table(2).legal()] == ["takes(ana, 1).", "takes(ana, 2)."]
    assert table(2).legal("Ben") == ()
    assert [one.say for one in table(2).legal("Ana")] == ["ana takes 1 stone", "ana takes 2 stones"]


def test_what_the_rules_forbid_is_warned_of_or_refused() -> None:
    after = table().happen("Ben takes 1 stone")
    (warning,) = after.notices
    assert warning.code == "RUL413"
    assert "it is ana's turn" in warning.message
    assert "guide · Turns" in warning.notes[0].message
    with pytest.raises(RulingsError, match="RUL414"):
        table().happen("Ben takes 1 stone", strict=True)


def test_what_is_open_is_not_guessed() -> None:
    with pytest.raises(RulingsError, match="RUL412"):
        table().happen("Ana dances")
    known = table().suppose("Ana is cheerful.").happen("Ana dances")
    assert known.ask("Is Ana singing?").verdict.value == "yes"


def test_what_may_have_changed_is_unknown_afterwards() -> None:
    after = table().suppose("Ana is not merry.").happen("Ana hums")
    assert after.journal[0].brought == ("it is no longer known whether ana is merry",)
    assert after.ask("Is Ana merry?").verdict.value == "depends"
    assert not after.happen("Ana hums").journal[1].brought
    sure = table().suppose("Ana is not merry.", "Ana is cheerful.").happen("Ana hums")
    assert sure.ask("Is Ana merry?").verdict.value == "yes"


def test_undo_and_back() -> None:
    game = table(4).happen("Ana takes 1 stone").happen("Ben takes 3 stones")
    assert len(game.journal) == 4
    assert game.undo().query("pile(N)") == [(3,)]
    assert game.undo().undo().journal == ()
    assert game.back(0).query("pile(N)") == [(4,)]
    assert game.back(2).journal == game.journal
    for wrong in (lambda: table().undo(), lambda: game.back(9), lambda: game.back(-1)):
        with pytest.raises(RulingsError, match="RUL415"):
            wrong()


def test_only_happenings_happen() -> None:
    for line in ("The pile holds 3 stones.", "Is Ana thirsty?", "pile(3)."):
        with pytest.raises(RulingsError):
            table().happen(line)
    with pytest.raises(RulingsError, match="RUL416"):
        table().suppose("Ana does not take 3 stones.")
    assert table().check("Ana takes 3 stones") == ()


def test_what_did_not_happen_is_told() -> None:
    question = "Did Ana take 3 stones?"
    assert table().ask(question).verdict.value == "depends"
    told = table().suppose("Ana did not take 3 stones.")
    assert told.ask(question).verdict.value == "no"
    found = told.ask("May Ana drink?").certificate()
    assert found is not None
    assert check(nim().program, found).verdict == told.ask("May Ana drink?").verdict.value
    with pytest.raises(RulingsError, match="RUL574"):
        table().happen("Ana takes 3 stones").suppose("Ana did not take 3 stones.")
    assert told.happen("Ana takes 3 stones").ask(question).verdict.value == "yes"


def test_what_if_something_happens() -> None:
    answer = table().ask("If Ana takes 3 stones, is it Ben's turn?")
    assert answer.verdict.value == "yes"
    assert "guide/turns" in answer.clauses
    supposed = Conversation(table()).say("suppose Ana takes 3 stones").table
    assert supposed.query("pile(N)") == [(4,)]


def test_an_answer_after_happenings_has_a_certificate() -> None:
    game = table().happen("Ana takes 3 stones")
    found = game.ask("May Ana drink?").certificate()
    assert found is not None
    assert check(nim().program, found).verdict == "yes"


def test_the_rulebook_itself_is_not_changed() -> None:
    program = nim().program
    book = nim().with_program(replace(program, facts={**program.facts, "pile": Facts(((5,),))}))
    with pytest.raises(RulingsError, match="RUL417"):
        book.table(["It is Ana's turn."]).happen("Ana takes 1 stone")


def test_sentences_of_a_table_may_say_what_happened() -> None:
    lines = ("The pile holds 4 stones.", "It is Ana's turn.", "Ana takes 1 stone.")
    assert nim().table(lines).query("pile(N)") == [(3,)]
    assert table(4).suppose("Ana takes 1 stone").journal[0].say == "ana takes 1 stone"


def test_a_table_with_a_journal_travels() -> None:
    game = table(9).happen("Ana takes 3 stones")
    again = pickle.loads(pickle.dumps(game))
    assert again.journal == game.journal
    assert again.ask("May Ana drink?").verdict.value == "yes"
