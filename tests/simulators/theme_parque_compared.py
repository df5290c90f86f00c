"""Games of Theme Parque that the engine and the simulator play side by side.

`compared(table, seed)` plays one from a ready-made situation and returns where the two differ. What
the rulebook's table rules (`rules(…)`, `counts_itself(…)`) is the simulator's `Reading`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from random import Random

from rulings.rulebook.grid import square_name
from rulings.session import Session
from tests.simulators.theme_parque import Deed, Game, after, legal
from tests.simulators.theme_parque_board import ENTRANCE, Board, Half, Reading, Square
from tests.simulators.theme_parque_scoring import points, score

SIDES = {"east": 0, "south": 1, "west": 2, "north": 3}
KINDS = {
    "places": ("place", "player thing one two"),
    "lifts": ("lift", "player thing"),
    "puts_back": ("put_back", "player thing one two"),
    "claims": ("claim", "player one"),
    "moves_pawn": ("move", "player thing one two"),
    "gives": ("give", "player thing other"),
    "draws": ("draw", "player thing"),
    "turns_up": ("refill", "thing"),
    "finishes": ("finish", "player thing"),
}
"""What the engine calls a deed of the simulator, and what its columns are there."""


def stated(table: Session, predicate: str) -> list[tuple[tuple[str, ...], bool]]:
    """The rows that are stated of a predicate, and whether as falsehoods."""
    return [
        (tuple(str(getattr(term, "value", term)) for term in atom.terms), false)
        for atom, false in table.facts()
        if str(atom.predicate) == predicate
    ]


def rows(table: Session, predicate: str) -> list[tuple[str, ...]]:
    return [row for row, false in stated(table, predicate) if not false]


def reading_of(table: Session) -> Reading:
    """How the table rules; what it leaves open is read as by the simulator itself."""
    known = {one.name for one in fields(Reading)}
    told = [*stated(table, "rules"), *stated(table, "reads")]
    ruled = {row[0]: not false for row, false in told if row[0] in known}
    themselves = frozenset(row[0] for row in rows(table, "counts_itself"))
    return Reading(counts_itself=themselves, **ruled)


def dominoes_of(table: Session) -> dict[str, tuple[Half, Half]]:
    """The dominoes as printed; a path with one end bears the tunnel."""
    found: dict[str, tuple[Half, Half]] = {}
    shown = {(name, half): face for name, half, face in rows(table, "prints")}
    for (name,) in rows(table, "in_game"):
        halves = []
        for half in ("near_half", "far_half"):
            ends = (SIDES[e] for d, h, e in rows(table, "prints_end") if (d, h) == (name, half))
            one = Half(shown[name, half], frozenset(ends))
            path = one.net not in ("", "track")
            halves.append(one._replace(tunnel=path and len(one.sides) == 1))
        found[name] = (halves[0], halves[1])
    return found


def game_of(table: Session) -> Game:
    """The simulator's game at a table where the first turn has just begun."""
    after_whom = {row[1]: row[0] for row in rows(table, "sits_left")}
    order = [min(after_whom)]
    while after_whom[order[-1]] != order[0]:
        order.append(after_whom[order[-1]])
    (start,) = rows(table, "turn")
    (at,) = rows(table, "entrance")
    hands = {p: frozenset(d for d, q in rows(table, "in_hand") if q == p) for p in order}
    piles = {
        z: frozenset(d for d, y in rows(table, "in_pile") if y == z) for z in ("deck", "market")
    }
    pawns = {p: int(n) for p, n, goods in rows(table, "has") if goods == "pawn"}
    places = squares(table)
    board = Board({places[at[0]]: ENTRANCE}, reading_of(table))
    return Game(
        dominoes_of(table),
        tuple(order),
        hands,
        pawns,
        piles["deck"],
        piles["market"],
        start[0],
        board,
    )


def squares(table: Session) -> dict[str, Square]:
    """The squares by name."""
    return {square_name(x, y): (x, y) for x in range(1, 27) for y in range(1, 27)}


def choices(table: Session, at: dict[str, Square]) -> dict[Deed, str]:
    """What the engine allows, as the simulator says it; one that is not sure is marked."""
    found: dict[Deed, str] = {}
    for one in table.legal():
        name, _, rest = one.fact.rstrip(").").partition("(")
        words = [word.strip() for word in rest.split(",")]
        what, columns = KINDS[name]
        said = dict(zip(columns.split(), words, strict=True))
        places = tuple(at[said[column]] for column in ("one", "two") if column in said)
        deed = Deed(
            what, said.get("player", ""), said.get("thing", ""), places, said.get("other", "")
        )
        found[deed if one.surely else deed._replace(other="perhaps")] = one.fact
    return found


def lying(table: Session, at: dict[str, Square]) -> dict[Square, tuple[str, frozenset[int]]]:
    """What the engine shows on the squares."""
    ends: dict[str, set[int]] = {}
    for square, side in table.query("leads(S, E)"):
        ends.setdefault(str(square), set()).add(SIDES[str(side)])
    shown = table.query("shows(S, F)")
    return {at[str(s)]: (str(face), frozenset(ends.get(str(s), ()))) for s, face in shown}


def otherwise(table: Session, chance: Random) -> Session:
    """The table with some of its rulings turned round."""
    for name in ("rules", "reads"):
        for row, false in stated(table, name):
            if chance.random() < 0.3:
                ruling = f"{name}({row[0]})."
                table = table.forget(f"not {ruling}" if false else ruling)
                table = table.suppose(ruling if false else f"not {ruling}")
    return table


def begun(table: Session, chance: Random) -> Session:
    """Play the setup."""
    while not rows(table, "turn"):
        table = table.happen(chance.choice(table.legal()).fact)
    return table


def tiles(table: Session, at: dict[str, Square]) -> dict[str, tuple[Square, Square]]:
    """Where the engine's dominoes lie that are not buried."""
    buried = {name for (name,) in rows(table, "buried")}
    return {d: (at[one], at[two]) for d, one, two in rows(table, "lies") if d not in buried}


def differences(table: Session, seed: int) -> Iterator[str]:
    """Play a game to its end and yield where the simulator sees it otherwise.

    After each deed the choices and the tiles are compared, at the end what all squares show, what
    every item is worth and what the players score.
    """
    chance = Random(seed)
    table = begun(table, chance)
    at, game = squares(table), game_of(table)
    done: list[str] = []
    while True:
        engine, here = choices(table, at), {*at.values()}
        # The engine's table ends where its squares do.
        simulated = {deed for deed in legal(game) if here.issuperset(deed.to)}
        if engine.keys() != simulated:
            more, fewer = sorted(engine.keys() - simulated), sorted(simulated - engine.keys())
            yield f"{done}: only the engine {more}, not {fewer}"
            return
        if tiles(table, at) != game.places:
            yield f"{done}: the tiles lie otherwise"
            return
        if not engine:
            break
        deed = chance.choice(sorted(simulated))
        done.append(engine[deed])
        table, game = table.happen(engine[deed]), after(game, deed)
    halves = {square: (half.shows, half.sides) for square, half in game.board.halves.items()}
    if lying(table, at) != halves:
        yield f"{done}: the boards differ"
    told = {row[0]: row[1] for row in table.query("points(P, N)")}
    if told != {player: score(game, player) for player in game.players}:
        yield f"{done}: the engine scores {told}, {[score(game, p) for p in game.players]}"
    worths = {
        at[str(square)]: n
        for square, n in table.query("shows(S, _), worth(S, N)")
        if str(square) in at
    }
    for square, half in game.board.halves.items():
        if half.scorable and worths.get(square) != points(game, square):
            yield f"{done}: {half.shows} on {square} {worths.get(square)}, {points(game, square)}"
