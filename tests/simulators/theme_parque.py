"""Theme Parque, written from its printed rules and the table of its tiles alone, without `rulings`.

A `Game` is a whole table and never changes. `legal(game)` are the deeds of whose turn it is,
`after(game, deed)` is the next table. How the silences of the rules are read stands in `Reading`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tests.simulators.theme_parque_board import (
    Board,
    Half,
    Reading,
    Square,
    adjacent,
    laid,
    nearby,
    step,
)

HAND, MARKET, PLAYED, CLAIMED = 5, 5, 2, 1
REACH = 26
"""How far from the board a tunnel may lie, if it may connect a domino; nothing is printed."""


class Deed(NamedTuple):
    """What is done: place, lift, put_back, claim, move (a pawn), give, draw, refill, finish."""

    what: str
    player: str
    thing: str = ""
    """The domino, the step that is finished, or the owner of the pawn that is moved."""
    to: tuple[Square, ...] = ()
    other: str = ""
    """Who is given the domino."""


@dataclass(frozen=True)
class Game:
    """A table; of a domino's halves the second lies east of the first when it is not turned."""

    dominoes: dict[str, tuple[Half, Half]]
    players: tuple[str, ...]
    """In the order of the clock."""
    hands: dict[str, frozenset[str]]
    pawns: dict[str, int]
    deck: frozenset[str]
    market: frozenset[str]
    turn: str
    board: Board
    places: dict[str, tuple[Square, Square]] = field(default_factory=dict)
    claims: frozenset[tuple[Square, str]] = frozenset()
    step: str = "play"
    placed: tuple[str, ...] = ()
    claimed: tuple[Square, ...] = ()
    lifted: str = ""
    lifts: int = 0
    moved: bool = False
    idle: int = 0
    """Turns that began since a domino was placed."""

    @property
    def reading(self) -> Reading:
        return self.board.reading

    @property
    def over(self) -> bool:
        playing = sum(n > 0 for n in self.pawns.values())
        rest = self.deck or self.market or any(self.hands.values())
        stuck = self.reading.stuck_games_end and self.idle > playing
        return not rest or not playing or stuck

    @property
    def taken(self) -> set[Square]:
        return {square for square, _ in self.claims}

    def acting(self, item: str) -> list[str]:
        """The dominoes with an item that were placed this turn, and lie there still."""
        found = [name for name in self.placed if item in {h.shows for h in self.dominoes[name]}]
        return [d for d in found if self.reading.buried_tiles_still_act or self.board.lies(d)]

    @property
    def to_place(self) -> int:
        return (1 if self.acting("rocks") else PLAYED) - len(self.placed)

    @property
    def to_claim(self) -> int:
        return (2 if self.acting("fountain") else CLAIMED) - len(self.claimed)

    @property
    def to_draw(self) -> int:
        full = HAND + (2 if self.acting("bench") else 0)
        return max(0, full - len(self.hands[self.turn])) if self.pawns[self.turn] else 0


def spots(game: Game, name: str, again: bool = False) -> Iterator[tuple[Square, Square, Board]]:
    """Wherever a domino may lie: the squares of its halves, and the board with it."""
    near = {at for square in game.board.halves for at in (square, *adjacent(square))}
    if game.reading.tunnel_connects_a_domino:
        far = range(-REACH, REACH)
        lines = {(x + k, y) for x, y in near for k in far} | {
            (x, y + k) for x, y in near for k in far
        }
        near |= lines
    one, two = (half._replace(domino=name) for half in game.dominoes[name])
    for side in range(4):
        for first in {at for s in near for at in (s, step(s, (side + 2) % 4))}:
            second = step(first, side)
            halves = {first: one.turned(side), second: two.turned(side)}
            if board := laid(game.board, game.taken, halves, again):
                yield first, second, board


def claims(game: Game) -> Iterator[Deed]:
    """What whose turn it is may claim; a Haunted House of this turn before all else."""
    player, placed, half_at = game.turn, set(game.placed), game.board.halves
    found = []
    if game.pawns[player] and game.to_claim > 0:
        for square, half in half_at.items():
            if half.scorable and (game.reading.earlier_tiles_claimable or half.domino in placed):
                owners = [owner for at, owner in game.claims if at == square]
                room = half.shows == "ferris_wheel" and len(owners) == 1 and player not in owners
                coaster = game.board.whole(square) if half.shows == "station" else frozenset()
                own = any((at, player) in game.claims for at in coaster - {square})
                if (not owners or room) and (not own or game.reading.second_station_free):
                    found.append(Deed("claim", player, to=(square,)))
    owed = {
        square
        for square, half in half_at.items()
        if half.shows == "haunted_house" and half.domino in placed and square not in game.taken
    }
    yield from (deed for deed in found if not owed or deed.to[0] in owed)


def must_claim(game: Game) -> bool:
    houses = (s for name in game.acting("haunted_house") for s in game.board.lies(name))
    ghosts = any(
        game.board.halves[s].shows == "haunted_house" for s in houses if s not in game.taken
    )
    owed = ghosts or (bool(game.acting("fountain")) and not game.claimed)
    return owed and (any(claims(game)) or not game.reading.stuck_players_go_on)


def playing(game: Game) -> Iterator[Deed]:
    """The deeds of the play step. A Signpost lifts one tile and puts it back somewhere."""
    player, board = game.turn, game.board
    if game.lifted:
        yield from (
            Deed("put_back", player, game.lifted, (one, two))
            for one, two in {
                *((a, b) for a, b, _ in spots(game, game.lifted, True)),
                game.places[game.lifted],
            }
        )
        return
    found = []
    if game.to_place > 0:
        for name in game.hands[player]:
            found += [Deed("place", player, name, (a, b)) for a, b, _ in spots(game, name)]
    yield from found
    lifts = []
    signs = [name for name in game.acting("signpost") if board.lies(name)]
    if game.lifts < sum([h.shows for h in game.dominoes[n]].count("signpost") for n in signs):
        for name in {half.domino for half in board.halves.values()} - {""}:
            pinned = board.lies(name) & game.taken and not game.reading.signpost_moves_claimed
            if not pinned and signs != [name]:
                lifts.append(Deed("lift", player, name))
    yield from lifts
    if lifts and game.reading.signpost_obliges:
        return
    if game.to_place <= 0 or (not found and game.reading.stuck_players_go_on):
        yield Deed("finish", player, "play")


def claiming(game: Game) -> Iterator[Deed]:
    """The deeds of the claim step. Who claims a Merchandise Shop may move one pawn to any item."""
    player, halves = game.turn, game.board.halves
    yield from claims(game)
    if not game.moved and "merchandise_shop" in {halves[at].shows for at in game.claimed}:
        for square, owner in game.claims:
            for at, half in halves.items():
                if half.scorable and (at, owner) not in game.claims:
                    yield Deed("move", player, owner, (square, at))
    if not must_claim(game):
        yield Deed("finish", player, "claim")


def drawing(game: Game) -> Iterator[Deed]:
    """The deeds of the draw step, and what chance may bring into the market."""
    player = game.turn
    refills = bool(game.deck) and len(game.market) < MARKET
    wants = bool(game.to_draw and game.market)
    if wants and not (refills and game.reading.market_refills_at_once):
        yield from (Deed("draw", player, name) for name in game.market)
    if refills and (not wants or game.reading.market_refills_at_once):
        yield from (Deed("refill", "", name) for name in game.deck)
    if not (wants or refills or any(giving(game))):
        yield Deed("finish", player, "draw")


def giving(game: Game) -> Iterator[Deed]:
    """Who is out of pawns gives the remaining tiles away."""
    if not game.pawns[game.turn]:
        for other in set(game.players) - {game.turn}:
            if game.pawns[other] or game.reading.tiles_for_the_done:
                for name in game.hands[game.turn]:
                    yield Deed("give", game.turn, name, other=other)


STEPS: dict[str, Callable[[Game], Iterator[Deed]]] = {
    "play": playing,
    "claim": claiming,
    "draw": drawing,
}
FOLLOWING = {"play": "claim", "claim": "draw"}


def legal(game: Game) -> set[Deed]:
    """All deeds of whose turn it is; none when the game is over."""
    return set() if game.over else {*STEPS[game.step](game), *giving(game)}


def after(game: Game, deed: Deed) -> Game:
    """The table after a deed."""
    return DEEDS[deed.what](game, deed)


def place(game: Game, deed: Deed) -> Game:
    one, two = deed.to
    board = next(board for a, b, board in spots(game, deed.thing) if (a, b) == (one, two))
    hands = {**game.hands, deed.player: game.hands[deed.player] - {deed.thing}}
    bins = [at for at in (one, two) if board.halves[at].shows == "garbage_bin"]
    back = {claim for claim in game.claims if any(claim[0] in nearby(at) for at in bins)}
    if len(back) > 1 and not game.reading.bin_empties_all:
        back = set()
    pawns = dict(game.pawns)
    for _, owner in back:
        pawns[owner] += int(pawns[owner] > 0 or game.reading.pawns_back_in_play)
    return replace(
        game,
        board=board,
        places={
            **{d: at for d, at in game.places.items() if board.lies(d)},
            deed.thing: (one, two),
        },
        hands=hands,
        pawns=pawns,
        claims=game.claims - back,
        placed=(*game.placed, deed.thing),
        idle=0,
    )


def lift(game: Game, deed: Deed) -> Game:
    left = {s: half for s, half in game.board.halves.items() if half.domino != deed.thing}
    board = Board(left, game.reading)
    return replace(game, board=board, lifted=deed.thing, lifts=game.lifts + 1)


def put_back(game: Game, deed: Deed) -> Game:
    """The pawns on a tile go with it."""
    old, (one, two) = game.places[deed.thing], deed.to
    side = next(side for side in range(4) if step(one, side) == two)
    halves = [half._replace(domino=deed.thing).turned(side) for half in game.dominoes[deed.thing]]
    board = Board({**game.board.halves, one: halves[0], two: halves[1]}, game.reading)
    moves = dict(zip(old, deed.to, strict=True))
    claims = frozenset((moves.get(square, square), owner) for square, owner in game.claims)
    places = {**game.places, deed.thing: (one, two)}
    return replace(game, board=board, places=places, claims=claims, lifted="")


def claim(game: Game, deed: Deed) -> Game:
    (square,) = deed.to
    return replace(
        game,
        claims=game.claims | {(square, deed.player)},
        pawns={**game.pawns, deed.player: game.pawns[deed.player] - 1},
        claimed=(*game.claimed, square),
    )


def move(game: Game, deed: Deed) -> Game:
    old, new = deed.to
    claims = game.claims - {(old, deed.thing)} | {(new, deed.thing)}
    return replace(game, claims=claims, moved=True)


def give(game: Game, deed: Deed) -> Game:
    mine, theirs = game.hands[deed.player] - {deed.thing}, game.hands[deed.other] | {deed.thing}
    return replace(game, hands={**game.hands, deed.player: mine, deed.other: theirs})


def draw(game: Game, deed: Deed) -> Game:
    hands = {**game.hands, deed.player: game.hands[deed.player] | {deed.thing}}
    return replace(game, hands=hands, market=game.market - {deed.thing})


def refill(game: Game, deed: Deed) -> Game:
    return replace(game, deck=game.deck - {deed.thing}, market=game.market | {deed.thing})


def finish(game: Game, deed: Deed) -> Game:
    """On to the next step, or to the turn of who comes next and still has pawns."""
    if deed.thing in FOLLOWING:
        return replace(game, step=FOLLOWING[deed.thing])
    at = game.players.index(game.turn)
    order = (*game.players[at + 1 :], *game.players[: at + 1])
    turn = next(player for player in order if game.pawns[player])
    begun = replace(game, turn=turn, step="play", placed=(), claimed=(), lifts=0, moved=False)
    return replace(begun, idle=game.idle + 1)


DEEDS: dict[str, Callable[[Game, Deed], Game]] = {
    one.__name__: one for one in (place, lift, put_back, claim, move, give, draw, refill, finish)
}
