"""Which, how many, who and yes/no agree, on random tables."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.asking.answer import Answer
from rulings.asking.reason import Reason, Verdict
from rulings.language.diagnostics import RulingsError
from rulings.scaffold import create
from rulings.session import Rulebook, Session

RULES = """\
.type thing.
.type ride < thing.
.type guest.
.type colour = { red, blue }.
.state ride(R: ride) "{R} is a ride".
.state guest(G: guest) "{G} is a guest".
.state shut(R: ride) "{R} is shut".
.state busy(R: ride) open "{R} is busy".
.state lit(R: ride) default "{R} is lit".
.state painted(R: ride, C: colour) one, open "{R} is painted {C}".
.state likes(G: guest, R: ride) "{G} likes {R}".
.state fears(G: guest, R: ride) open "{G} fears {R}".
.state beats(R: ride, S: ride) "{R} beats {S}".
.state price(R: ride, N: int) one "{R} costs {N} coins".
.decl fare(R: ride, N: int) "the fare of {R} is {N}".
.decl runs(R: ride) "{R} runs".
.decl idle(R: ride) "{R} is idle".
.decl beaten(R: ride) "{R} is beaten".
.decl may_board(G: guest, R: ride) "{G} may board {R}".
.decl must_leave(G: guest) "{G} must leave".
.decl settled(R: ride) "{R} is settled".
.decl rides(G: guest, N: int) "{G} has {N} rides".
fare(R, N+1) :- price(R, N).
runs(R) :- ride(R), lit(R), not shut(R).
idle(R) :- ride(R), not runs(R), not busy(R).
settled(R) :- busy(R).
settled(R) :- ride(R), not busy(R).
beaten(R) :- beats(S, R), not beaten(S).
may_board(G, R) :- likes(G, R), not busy(R).
neg may_board(G, R) :- fears(G, R).
neg may_board(G, R) :- guest(G), shut(R).
may_board(G, R) :- guest(G), painted(R, red), likes(G, R).
must_leave(G) :- guest(G), not likes(G, _).
neg must_leave(G) :- likes(G, _).
rides(G, N) :- guest(G), N = count { R : likes(G, R) }.
ride(far_away).
label(far_away, "Far Away").
"""
RIDES = ("Ferris Wheel", "Fish and Chips", "Big 2")
GUESTS = ("Ana", "Ben")
UNARY = ("shut", "busy", "lit", "idle", "beaten", "settled")


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    folder = tmp_path_factory.mktemp("fair") / "fair"
    folder.mkdir()
    (folder / "rulebook.toml").write_text(
        'name = "fair"\ntitle = "Fair"\ndefault_edition = "only"\n'
        '[editions.only]\nfiles = ["rules.dl"]\n'
    )
    (folder / "rules.dl").write_text(RULES)
    return Rulebook.load(folder, cache=False)


def _facts() -> st.SearchStrategy[list[str]]:
    ride, guest = st.sampled_from(RIDES), st.sampled_from(GUESTS)
    plain = st.builds(
        lambda r, word, no: f'"{r}" is {"not " if no else ""}{word}.',
        ride,
        st.sampled_from(("shut", "busy", "lit")),
        st.booleans(),
    )
    likes = st.builds(
        lambda g, verb, r, no: f'{g} {f"does not {verb}" if no else verb + "s"} "{r}".',
        guest,
        st.sampled_from(("like", "fear")),
        ride,
        st.booleans(),
    )
    colours = st.sampled_from(("red", "blue"))
    painted = st.builds(lambda r, c: f'"{r}" is painted {c}.', ride, colours)
    beats = st.builds(lambda r, s: f'"{r}" beats "{s}".', ride, ride)
    return st.lists(st.one_of(plain, likes, painted, beats), max_size=9)


def _table(fair: Rulebook, rides: list[str], lines: list[str]) -> Session:
    table = fair.situation(
        [*(f'"{r}" is a ride.' for r in rides), *(f"{g} is a guest." for g in GUESTS)]
    )
    for line in lines:
        try:
            table = table.suppose(line)
        except RulingsError:
            continue
    return table


def _on(table: Session, sort: str) -> list[str]:
    names = table.lexicon.names
    return [names.display(v) for v in names.values(sort) if v in names.table]


def _agree(table: Session, which: str, many: str, single: str, things: list[str]) -> None:
    """Compare a list, its count and the yes/no question about each of the things."""
    listed, counted = table.ask(which), table.ask(many)
    said = {binding.names[0]: binding for binding in listed.bindings}
    # What is so of a thing that only the rulebook mentions is listed too.
    alone = {thing: table.ask(single.format(thing)) for thing in dict.fromkeys((*things, *said))}
    for thing, answer in alone.items():
        if answer.verdict is Verdict.NO:
            assert thing not in said, (which, thing, listed.say)
        else:
            assert thing in said, (which, thing, listed.say, answer.say)
            assert said[thing].reason is answer.reason, (which, thing)
    _check_count(counted, listed, [a for a in alone.values() if a.reason is Reason.PROVED])


def _check_count(counted: Answer, listed: Answer, proved: list[Answer]) -> None:
    certain = all(b.reason is Reason.PROVED and not b.assumed for b in listed.bindings)
    assert (counted.number is not None) == certain, counted.say
    assert [b.values for b in counted.bindings] == [b.values for b in listed.bindings]
    if certain:
        assert counted.number == len(proved) == len(listed.bindings)
    else:
        sure = sum(b.reason is Reason.PROVED and not b.assumed for b in listed.bindings)
        assert f"At least {sure}:" in counted.say or not sure


MANY = 10_000 if os.environ.get("RULINGS_NIGHTLY") else 60


@settings(max_examples=MANY)
@given(st.data())
def test_lists_counts_and_single_questions_agree(fair: Rulebook, data: st.DataObject) -> None:
    rides = data.draw(st.lists(st.sampled_from(RIDES), unique=True, min_size=1))
    table = _table(fair, rides, data.draw(_facts()))
    no = data.draw(st.booleans())
    denied, nots = ("not ", " not") if no else ("", "")
    things = _on(table, "ride")
    match data.draw(st.integers(0, 3)):
        case 0:
            word = data.draw(st.sampled_from(UNARY))
            _agree(
                table,
                f"which rides are {denied}{word}?",
                f"how many rides are {denied}{word}?",
                f'is "{{}}"{nots} {word}?',
                things,
            )
        case 1:
            guest = data.draw(st.sampled_from(GUESTS))
            verb = data.draw(st.sampled_from(("like", "fear")))
            _agree(
                table,
                f"which rides does {guest} {denied}{verb}?",
                f"how many rides does {guest} {denied}{verb}?",
                f'does {guest} {denied}{verb} "{{}}"?',
                things,
            )
        case 2:
            guest = data.draw(st.sampled_from(GUESTS))
            _agree(
                table,
                f"which rides may {guest} {denied}board?",
                f"how many rides may {guest} {denied}board?",
                f'may {guest} {denied}board "{{}}"?',
                things,
            )
        case _:
            ride = data.draw(st.sampled_from(things or ["Far Away"]))
            _agree(
                table,
                f'who may {denied}board "{ride}"?',
                f'how many guests may {denied}board "{ride}"?',
                f'may {{}} {denied}board "{ride}"?',
                _on(table, "guest"),
            )


@given(st.data())
def test_each_is_answered_for_each(fair: Rulebook, data: st.DataObject) -> None:
    table = _table(fair, list(RIDES), data.draw(_facts()))
    answer = table.ask("how many rides does each guest like?")
    assert answer.number is None
    for guest in GUESTS:
        one = table.ask(f"how many rides does {guest} like?")
        assert f"{guest}: {one.number}" in answer.say
    assert answer.say == table.ask("how many rides does every guest like?").say


def test_the_words_fit_the_question(fair: Rulebook) -> None:
    table = fair.situation(['"Big 2" is a ride.', "Ana is a guest.", "Ana does not fear Big 2."])
    said = {
        "who likes Big 2?": "Nobody.\n",
        "which rides are shut?": "Nothing.\n",
        "how many rides are shut?": "0.\n",
        "how many rides are not shut?": "1: Big 2.\n",
        "does anyone like Big 2?": "NO  Nobody.\n",
        "how many rides does Ana have?": "0.\n",
        "is Big 2 painted red?": "DEPENDS  Whether Big 2 is painted red depends",
        "who fears Big 2?": "Nobody.\n",
        "which rides are busy?": "DEPENDS  Nothing for certain. Perhaps Big 2 and Far Away.\n",
        "who may board Big 2?": "UNDECIDED  Nobody for certain. Undecided: Ana.\n",
    }
    from rulings.render.text import render_answer

    for question, wanted in said.items():
        assert render_answer(table.ask(question)).startswith(wanted), question


def test_no_player_is_nobody(tmp_path: Path) -> None:
    create("trove", tmp_path)
    table = Rulebook.load(tmp_path / "facts" / "trove", cache=False).situation("first-turn")
    assert table.ask("Which player has 5 coins?").say == "Nobody."
    assert table.ask("Which cards are frozen?").say == "Nothing."


@pytest.mark.parametrize("question", ["what does Big 2 cost?", "what is the fare of Big 2?"])
def test_a_number_that_does_not_follow_names_what_is_missing(fair: Rulebook, question: str) -> None:
    answer = fair.situation(['"Big 2" is a ride.']).ask(question)
    assert answer.verdict is Verdict.DEPENDS
    assert answer.say == "No number follows. Not stated: “Big 2 costs … coins”."


def test_what_has_no_end_is_refused(fair: Rulebook) -> None:
    with pytest.raises(RulingsError) as caught:
        fair.situation(["Ana is a guest."]).ask("how many rides does Ana not have?")
    assert {d.code for d in caught.value.diagnostics} == {"RUL573"}
