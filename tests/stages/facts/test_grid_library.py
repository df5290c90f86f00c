"""The grid library, used by a game other than the one it was written for."""

from __future__ import annotations

import pytest

from rulings.session import Rulebook, Session

PIPES = """\
.type pipe = { water, gas }.
.state pipe(S: square, K: pipe, O: openings) "{S} holds a {K} pipe open to {O}".
.state source(S: square) "{S} is the source".
.state valve(S: square, T: square) "a hose runs from {S} to {T}".
.state watched(S: square) "{S} is watched".

way(S, K, D) :- pipe(S, K, O), opens(O, D).
shortcut(water, S, T) :- valve(S, T).
traced(K, S) :- source(S), pipe(S, K, _).
looks_along(S) :- watched(S).

.decl wet(S: square) "{S} is wet".
wet(S) :- source(R), reaches(_, R, S).
.decl leaks(S: square, D: direction) "{S} leaks on the {D}".
leaks(S, D) :- wet(S), loose_end(_, S, D).
"""
MANIFEST = """\
name = "pipes"
title = "Pipes"
default_edition = "first"
libraries = ["grid"]
[editions.first]
files = ["pipes.dl"]
"""
LEGEND = """\
"-": pipe({at}, water, ew).
"|": pipe({at}, water, ns).
"+": pipe({at}, water, nesw).
"g": pipe({at}, gas, ew).
"S": ["pipe({at}, water, e).", "source({at})."]
"""


@pytest.fixture(scope="module")
def pipes(tmp_path_factory: pytest.TempPathFactory) -> Rulebook:
    folder = tmp_path_factory.mktemp("facts") / "pipes"
    folder.mkdir()
    (folder / "rulebook.toml").write_text(MANIFEST)
    (folder / "pipes.dl").write_text(PIPES)
    (folder / "legend.yaml").write_text(LEGEND)
    return Rulebook.load(folder, cache=False)


def table(pipes: Rulebook, rows: str, *given: str) -> Session:
    return pipes.situation({"grid": {"rows": rows}, "given": list(given)})


def test_ways_are_followed_where_both_sides_are_open(pipes: Rulebook) -> None:
    board = table(pipes, "S-+|\n..|.\n.g-.")
    assert board.query("wet(S)") == [("a1",), ("b1",), ("c1",), ("c2",)]
    assert board.query("leaks(S, D)") == [("c1", "east"), ("c1", "north"), ("c2", "south")]


def test_shortcuts_carry_a_way_over_gaps(pipes: Rulebook) -> None:
    board = table(pipes, "S-.--", "valve(b1, d1).")
    assert board.query("wet(S)") == [("a1",), ("b1",), ("d1",), ("e1",)]
    assert board.ask("is e1 wet?").verdict.value == "yes"


def test_four_squares_are_adjacent_and_eight_nearby(pipes: Rulebook) -> None:
    board = table(pipes, "---\n---\n---")
    assert len(board.query("adjacent(b2, S)")) == 4
    assert len(board.query("nearby(b2, S)")) == 8
    assert board.query("adjacent(a1, S)") == [("a2",), ("b1",)]
    assert board.query("step_to(b2, D, b1)") == [("north",)]
    assert board.query("edge_of_board(a1, D)") == [("north",), ("west",)]


def test_squares_in_line_know_their_distance(pipes: Rulebook) -> None:
    board = table(pipes, "-..-\n.-..\n-...", "watched(a1).")
    assert board.query("in_line(a1, D, S, N)") == [("east", "d1", 3), ("south", "a3", 2)]


def test_two_squares_in_one_place_overlap(pipes: Rulebook) -> None:
    board = pipes.situation({"grid": [{"rows": "--"}, {"rows": ".|", "prefix": "new_"}]})
    assert board.query("overlaps(S, T)") == [("b1", "new_b1"), ("new_b1", "b1")]


def test_quarter_turns_move_every_open_side_clockwise(pipes: Rulebook) -> None:
    board = pipes.situation()
    clockwise = {"north": "east", "east": "south", "south": "west", "west": "north"}
    opens: dict[object, set[object]] = {}
    for shape, side in board.query("opens(O, D)"):
        opens.setdefault(shape, set()).add(side)
    turns = board.query("quarter_turn(O, T)")
    assert len(turns) == len(opens) == 15
    for before, after in turns:
        assert opens[after] == {clockwise[str(side)] for side in opens[before]}
