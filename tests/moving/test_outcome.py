"""What comes of a happening for somebody or something, and where something is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from rulings.cli import main
from rulings.conversing.conversation import Conversation, Turn, TurnKind
from rulings.session import Rulebook

RULES = """\
.type player.
.type ride.
.type zone = { deck, market, discard }.
.state coins(P: player, N: int) one "{P} has {N} coins".
.state guests(P: player, N: int) one "{P} has {N} guests".
.state lies(R: ride, Z: zone) one "{R} is in the {Z}".
.state park(R: ride, P: player) one "{R} is in {P}'s park".
.state price(R: ride, N: int) one "{R} costs {N} coins".
.state turn_of(P: player) one "it is {P}'s turn".
.state liked(P: player, R: ride) "{P} likes {R}".
.happening buys(P: player, R: ride) "{P} buys {R}".
.happening scraps(P: player, R: ride) "{P} scraps {R}".
.happening paints(P: player, R: ride, N: int) "{P} paints {R} in colour {N}" | "{P} paints {R}".
.happening passes(P: player) "{P} passes".
.happening visits(P: player, N: int) "{P} is visited by {N} guests".
@[guide/buying]
buys(P, R) needs turn_of(P), lies(R, market).
@[guide/buying]
buys(P, R) ends lies(R, Z) :- lies(R, Z).
@[guide/buying]
buys(P, R) sets park(R, P).
@[guide/buying]
buys(P, R) sets coins(P, M - N) :- coins(P, M), price(R, N).
@[guide/buying]
buys(P, R) causes visits(P, 2) :- price(R, _).
@[guide/buying]
visits(P, K) sets guests(P, N + K) :- guests(P, N).
@[guide/scrapping]
scraps(P, R) ends park(R, P) :- park(R, P).
@[guide/scrapping]
scraps(_, R) sets lies(R, discard).
@[guide/scrapping]
scraps(P, R) sets coins(P, M + 1) :- coins(P, M), park(R, P).
@[guide/buying]
paints(P, R, N) needs turn_of(P), park(R, P), coins(P, M), between(1, 2, N), N < M.
@[guide/buying]
paints(P, _, N) sets coins(P, M - N) :- coins(P, M).
@[guide/scrapping]
passes(P) sets turn_of(Q) :- coins(Q, _), Q != P.
"""
CLAUSES = """\
documents:
  guide:
    title: Guide
    short: guide
    clauses:
      - {id: buying, section: Buying, gist: What is bought is paid for and brings guests.}
      - {id: scrapping, section: Scrapping, gist: What is scrapped is discarded.}
"""
MANIFEST = """\
name = "fair"
title = "Fair"
default_edition = "only"
[editions.only]
documents = ["guide"]
files = ["fair.dl"]
"""
GIVEN = (
    "Ana has 5 coins.",
    "Ana has 1 guest.",
    "Ben has 3 coins.",
    "Old Wheel is in the Market.",
    "Old Wheel costs 4 coins.",
    "Log Flume is in Ana's park.",
    "It is Ana's turn.",
)

BOUGHT = "[guide · Buying]"
SCRAPPED = "[guide · Scrapping]"


def write_fair(folder: Path) -> None:
    for name, text in (("fair.dl", RULES), ("clauses.yaml", CLAUSES), ("rulebook.toml", MANIFEST)):
        (folder / name).write_text(text)


@cache
def fair() -> Rulebook:
    with TemporaryDirectory() as folder:
        write_fair(Path(folder))
        return Rulebook.load(folder, cache=False)


def last(*lines: str) -> Turn:
    talked = Conversation(fair().table(GIVEN))
    for line in lines:
        turn = talked.say(line)
        talked = turn.conversation
    return turn


def test_what_somebody_would_gain_and_pay() -> None:
    assert (
        last("What does Ana gain if Ana buys Old Wheel?").say
        == f"2 more: Ana has 3 guests. {BOUGHT}"
    )
    assert (
        last("What does Ana pay if she buys Old Wheel?").say == f"4 fewer: Ana has 1 coin. {BOUGHT}"
    )
    assert last("how many coins does Ana lose if she buys Old Wheel").say == (
        f"4 fewer: Ana has 1 coin. {BOUGHT}"
    )
    nothing = last("what does Ben gain if Ana buys Old Wheel")
    assert nothing.say == "Nothing that is counted here."
    assert nothing.table.journal == ()


def test_what_is_not_allowed_is_told_with_it() -> None:
    told = last("what does Ben get when Ben buys Old Wheel")
    assert [one.code for one in told.notices] == ["RUL413"]


def test_what_somebody_gained_by_what_happened_last() -> None:
    assert (
        last("Ana buys Old Wheel", "What did she gain?").say
        == f"2 more: Ana has 3 guests. {BOUGHT}"
    )
    assert last("Ana buys Old Wheel", "Ana scraps Log Flume", "What does Ana gain?").say == (
        "1 more: Ana has 2 coins. [guide · Scrapping + 1 more]"
    )
    assert last("What did Ana gain?").kind is TurnKind.REFUSED


def test_what_is_supposed_has_to_be_a_happening() -> None:
    assert last("What does Ana gain if Ana likes Old Wheel?").kind is TurnKind.REFUSED
    assert last("What does Ana gain if Ana sells Old Wheel?").kind is TurnKind.REFUSED
    quoted = last("What does Cleo gain if Ana buys Old Wheel?").answer
    assert quoted is not None
    assert quoted.verdict.value == "undecided"


def test_where_something_goes() -> None:
    assert (
        last("Where does Log Flume go if Ana scraps it?").say
        == f"Log Flume is in the discard. {SCRAPPED}"
    )
    assert (
        last("Ana scraps Log Flume", "Where does it go?").say
        == f"Log Flume is in the discard. {SCRAPPED}"
    )
    assert last("Ana scraps Log Flume", "where did Old Wheel go").kind is TurnKind.REFUSED


def test_where_something_is() -> None:
    (zone,) = answered(last("Where is Old Wheel?"))
    assert zone == "market"
    assert last("Where is Log Flume?").say == "Log Flume is in Ana's park."
    assert (
        last("Ana buys Old Wheel", "Where's Old Wheel now?").say
        == f"Old Wheel is in Ana's park. {BOUGHT}"
    )
    assert last("Ana likes Sky Drop", "Where is Sky Drop?").kind is TurnKind.ANSWERED
    assert last("Where is Sea Horse?").kind is TurnKind.REFUSED


def test_what_was_asked_of_is_spoken_of() -> None:
    assert last("Where is Log Flume?", "Where is it?").say == "Log Flume is in Ana's park."


def test_what_is_left_open_of_a_happening_is_what_alone_is_allowed() -> None:
    two = "Ana has 2 coins"
    for line in ("Ana paints Log Flume", "Ana painted Log Flume.", "Ana has painted Log Flume"):
        turn = last(two, line)
        assert [one.fact for one in turn.table.journal] == ["paints(ana, log_flume, 1)."]
    several = last("Ana paints Log Flume")
    assert [one.code for one in several.problems] == ["RUL504"]
    assert several.offers == (
        "Ana paints Log Flume in colour 1.",
        "Ana paints Log Flume in colour 2.",
    )


def test_what_nothing_allows_is_refused_in_short_too() -> None:
    for line in ("Ben paints Log Flume", "Ana paints Old Wheel"):
        turn = last("Ana has 2 coins", line)
        assert ([one.code for one in turn.problems], turn.table.journal) == (["RUL414"], ())


def answered(turn: Turn) -> list[object]:
    assert turn.answer is not None
    return [value for one in turn.answer.bindings for _, value in one.values]


def test_what_comes_of_a_happening_rests_on_printed_clauses() -> None:
    table = Rulebook.load("boba").situation("whole-game")
    played = Conversation(table)
    for line in ("Ana sends Ash into the battle", "Ben sends Birch into the battle"):
        played = played.say(line).conversation
    told = played.say("What does Ana lose if Ana runs Combo Deal in battle 1?").say
    assert "3 fewer: Ana has 3 Hot Dogs. [" in told
    assert "BoBA · 5.2.2 Costs Still Apply" in told


def test_where_something_is_is_told_once_with_all_its_clauses() -> None:
    table = Rulebook.load("unfair").situation("dino-park")
    told = Conversation(table).say("Where is Triceratops?").say.splitlines()
    assert "Triceratops is in Alice's park. [ABDW · Glossary Additions]" in told
    assert len({line.partition(". [")[0].rstrip(".") for line in told}) == len(told)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Where is Log Flume?", "Log Flume is in Ana's park."),
        ("What does Ana gain if she buys Old Wheel?", f"2 more: Ana has 3 guests. {BOUGHT}"),
        ("What does Ana gain if Ana buys Old Wheel?", f"2 more: Ana has 3 guests. {BOUGHT}"),
        ("What may Ben do?", "Nothing: the rules allow nothing that they speak of."),
        ("Where is Sea Horse?", ""),
        ("Where is Old Wheel?", "market."),
    ],
)
def test_a_single_question_takes_the_road_of_a_conversation(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    question: str,
    told: str,
) -> None:
    write_fair(tmp_path)
    monkeypatch.setenv("RULINGS_CACHE", str(tmp_path / "cache"))
    (tmp_path / "table.yaml").write_text("given: |\n" + "".join(f"  {one}\n" for one in GIVEN))
    code = main(["ask", question, "-g", str(tmp_path), "-s", str(tmp_path / "table.yaml")])
    written = capsys.readouterr()
    assert written.out.startswith(told)
    assert (code == 64, not written.out) == (not told, not told)


DEAL = ("Ana has 9 coins.", "It is Ana's turn.", "Star is in the market.", "Ana buys Star.")


def _coins(*lines: str) -> set[tuple[object, ...]]:
    at_once = fair().situation(list(lines)).query("coins(P, N)")
    table = fair().situation()
    for line in lines:
        table = table.suppose(line)
    assert at_once == table.query("coins(P, N)")
    return set(at_once)


def test_what_no_happening_changes_was_so_before_it() -> None:
    """The price of what was bought is paid, though it was told behind the deed."""
    assert _coins(*DEAL) == {("ana", 9)}
    assert _coins(*DEAL, "Star costs 4 coins.") == {("ana", 5)}
    assert _coins(*DEAL, "Star costs 4 coins.", "Ana has 3 coins.") == {("ana", 3)}


@pytest.mark.parametrize("told", ["Moon costs 4 coins.", "Ana likes Star.", "Star is in the deck."])
def test_what_else_is_told_behind_a_happening_is_so_now(told: str) -> None:
    """Of another thing, of somebody, and of what happenings change, nothing is played again."""
    assert _coins(*DEAL, told) == {("ana", 9)}
