"""Theme Parque, written from its printed rules and the table of its tiles alone; nothing of `rulings` is used.

A board maps squares to the halves that lie there, a `Game` holds a whole table and never changes. `legal(game)` are the
deeds of whose turn it is, `after(game, deed)` is the next table, and `points(game, square)` and `score(game, player)` are
what is scored. Where the printed rules are silent a field of `Reading` says which reading is played; all of them stand
there with what is not said, and `None` among the points means that the silence has no reading here at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

Square = tuple[int, int]  # column, row; the row grows to the south
DELTA = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west: a quarter turn adds one
AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
HAND, MARKET, PLAYED, CLAIMED = 5, 5, 2, 1

VALUES = {
    "attraction": {
        "carousel": 1, "swinging_ship": 2, "boats": 3, "wooden_coaster": 4, "ferris_wheel": 1, "spiral_slide": 2,
        "launch_tower": 3, "bumper_cars": 4, "haunted_house": 1, "wave_swinger": 2, "playground": 3, "steel_coaster": 4,
    },
    "stall": {
        "toilet": None, "food": 2, "souvenir": 3, "kiosk": 4, "drinks": 1, "balloons": 2, "photo_booth": None,
        "cash_machine": None, "vending_machine": None, "umbrellas": None, "merchandise": -4, "first_aid": 4,
    },
    "decoration": dict.fromkeys(
        ("tree", "dump", "statue", "bulldozer", "lantern", "rocks", "fountain", "flowers", "bin", "bench", "office", "sign")
    ),
}  # fmt: skip
KINDS = {item: kind for kind, items in VALUES.items() for item in items}
PATHS = ("regular", "queue1", "queue2")
QUEUES = PATHS[1:]


@dataclass(frozen=True)
class Reading:
    """How the silences of the printed rules are read. Each field is one silence; the default is the plainest reading."""

    tunnel_joins_board: bool = (
        False  # is a domino that only its tunnel links to the board connected to it?
    )
    tunnel_reaches: str = "all"  # "any other path in line": all of them, or the "nearest" each way?
    whole_bulldozed: bool = (
        True  # must a Bulldozer's domino cover exactly the squares of the tile below?
    )
    entrance_bulldozed: bool = False  # may the Entrance be that tile, which is one square?
    own_halves_match: bool = False  # do the two printed halves of one domino have to match as well?
    coaster_all_sides: bool = False  # beside an open track, must every neighbour continue it, or the one at the open side?
    coaster_queued_at: tuple[str, ...] = (
        "station",
    )  # the parts of a rollercoaster that a queue connects to
    office_early: bool = (
        False  # "beside" an Office: the four adjacent squares, or the eight nearby ones?
    )
    claims_anywhere: bool = True  # may an item be claimed that was placed in an earlier turn?
    bonus_on: str = (
        "score"  # two more or less: of the "score", or of the "factor" before it is multiplied
    )
    bonus_unscored: bool = False  # is it also added to what scores nothing?
    counts_itself: bool = (
        True  # does a Toilet, a Cash Machine (Vending Machine, Umbrella Stall) count itself?
    )
    tower_distance: str = "rings"  # distance of the Launch Tower: "rings" of the eight, or "steps" of the four neighbours
    track_is_path: bool = False  # does a stall score beside rollercoaster track?


class Half(NamedTuple):
    """Half a domino as it lies: its kind (a path's type, "coaster", "stall", …), what is printed, and the open sides."""

    kind: str
    name: str
    sides: frozenset[int] = frozenset()
    tunnel: bool = False

    def turned(self, quarters: int) -> Half:
        return self._replace(sides=frozenset((side + quarters) % 4 for side in self.sides))

    @property
    def scorable(self) -> bool:
        return self.kind in ("attraction", "stall") or (self.kind, self.name) == (
            "coaster",
            "station",
        )


class Laid(NamedTuple):
    """What lies on one square: the half and the domino that it is of."""

    half: Half
    domino: str


Board = dict[Square, Laid]
ENTRANCE = Laid(Half("regular", "entrance", frozenset(range(4))), "entrance")


def step(square: Square, side: int) -> Square:
    return square[0] + DELTA[side][0], square[1] + DELTA[side][1]


def nearby(square: Square) -> Iterator[Square]:
    return ((square[0] + x, square[1] + y) for x, y in AROUND)


def adjacent(square: Square) -> Iterator[Square]:
    return (step(square, side) for side in range(4))


@dataclass(frozen=True)
class Plan:
    """A board with what its paths come to: which squares a path links, and which of them are one path."""

    board: Board
    reading: Reading

    def half(self, square: Square) -> Half | None:
        laid = self.board.get(square)
        return laid.half if laid else None

    def facing(self, square: Square) -> Iterator[tuple[int, Square, Half]]:
        """The open sides of what lies on a square, with the square and the half that each of them looks at."""
        for side in self.board[square].half.sides:
            if other := self.half(step(square, side)):
                yield side, step(square, side), other

    def in_line(self, square: Square) -> Iterator[Square]:
        """The squares with a path of the same type in the row or column of a tunnel."""
        kind = self.board[square].half.kind
        same = [s for s in self.board if s != square and self.board[s].half.kind == kind]
        for axis in (0, 1):
            line = [s for s in same if s[axis] == square[axis]]
            if self.reading.tunnel_reaches == "all":
                yield from line
            else:
                ahead = [s for s in line if s[1 - axis] > square[1 - axis]]
                behind = [s for s in line if s[1 - axis] < square[1 - axis]]
                yield from ([min(ahead)] if ahead else []) + ([max(behind)] if behind else [])

    def linked(self, square: Square) -> Iterator[Square]:
        """The squares that the path (or track) on a square is connected to as one path (or track)."""
        here = self.board[square].half
        for side, at, other in self.facing(square):
            if other.kind == here.kind and (side + 2) % 4 in other.sides:
                yield at
        if here.kind in PATHS:
            for at, laid in self.board.items():
                if (
                    at != square
                    and laid.half.kind == here.kind
                    and (here.tunnel or laid.half.tunnel)
                ):
                    if (
                        here.tunnel
                        and at in self.in_line(square)
                        or laid.half.tunnel
                        and square in self.in_line(at)
                    ):
                        yield at

    def whole(self, square: Square) -> frozenset[Square]:
        """All squares of the path or track that a square is part of."""
        found, fresh = {square}, [square]
        while fresh:
            for at in self.linked(fresh.pop()):
                if at not in found:
                    found.add(at)
                    fresh.append(at)
        return frozenset(found)

    def wholes(self, kinds: tuple[str, ...]) -> set[frozenset[Square]]:
        return {
            self.whole(square) for square, laid in self.board.items() if laid.half.kind in kinds
        }

    def is_ride(self, half: Half) -> bool:
        return (
            half.kind == "attraction"
            or half.kind == "coaster"
            and half.name in self.reading.coaster_queued_at
        )

    def regular_ends(self, queue: frozenset[Square]) -> list[Square]:
        """The squares of regular path that a queue is connected to, one for each connection."""
        seen = [(side, at, half) for s in queue for side, at, half in self.facing(s)]
        return [
            at for side, at, half in seen if half.kind == "regular" and (side + 2) % 4 in half.sides
        ]

    def rides(self, queue: frozenset[Square]) -> list[Square]:
        """The squares of attractions that a queue is connected to, one for each connection."""
        return [at for s in queue for _, at, half in self.facing(s) if self.is_ride(half)]

    def queues(self, ride: Square) -> set[frozenset[Square]]:
        """The queues through which an attraction is connected to regular path."""
        served = (q for q in self.wholes(QUEUES) if ride in self.rides(q) and self.regular_ends(q))
        return set(served)

    def sound_queues(self, touched: set[Square]) -> bool:
        """No queue of what was just laid has two connections of a kind, or one that is not allowed."""
        for queue in self.wholes(QUEUES):
            if len(self.regular_ends(queue)) > 1 or len(self.rides(queue)) > 1:
                return False
            for square in queue:
                for side, _, other in self.facing(square):
                    if other.kind in QUEUES and (side + 2) % 4 in other.sides:
                        if other.kind != self.board[square].half.kind:
                            return False
        return bool(touched)


def matches(plan: Plan, square: Square) -> bool:
    """Paths of one type meet at the four edges of a square, and so does track; the domino's own other half may not."""
    here = plan.board[square]
    for side in range(4):
        other = plan.board.get(step(square, side))
        if other is None or (other.domino == here.domino and not plan.reading.own_halves_match):
            continue
        mine, theirs = side in here.half.sides, (side + 2) % 4 in other.half.sides
        if (
            here.half.kind == other.half.kind
            and here.half.kind in (*PATHS, "coaster")
            and mine != theirs
        ):
            return False
        tracks = mine and here.half.kind == "coaster", theirs and other.half.kind == "coaster"
        if tracks[0] != tracks[1]:
            return False
        if plan.reading.coaster_all_sides and other.half.kind == "coaster" and not tracks[1]:
            open_ends = [
                s for s in other.half.sides if step(step(square, side), s) not in plan.board
            ]
            if open_ends:
                return False
    return True


def lies(board: Board, domino: str) -> set[Square]:
    return {square for square, laid in board.items() if laid.domino == domino}


def may_lie(
    board: Board, claimed: set[Square], name: str, halves: dict[Square, Half], reading: Reading
) -> Board | None:
    """The board with a domino laid on two squares, or None where that is not allowed."""
    covered = {board[square].domino for square in halves if square in board}
    if covered:
        if not any(half.name == "bulldozer" for half in halves.values()) or len(covered) > 1:
            return None
        below = lies(board, next(iter(covered)))
        if covered == {"entrance"} and not reading.entrance_bulldozed or below & claimed:
            return None
        if reading.whole_bulldozed and below != set(halves) and covered != {"entrance"}:
            return None
    laid = {**board, **{square: Laid(half, name) for square, half in halves.items()}}
    plan = Plan(laid, reading)
    joined = bool(covered) or any(at in board for square in halves for at in adjacent(square))
    if not joined and reading.tunnel_joins_board:
        joined = any(
            at in board
            for square in halves
            if halves[square].kind in PATHS
            for at in plan.linked(square)
        )
    beside = adjacent if reading.office_early else nearby
    for square, half in halves.items():
        around = (laid[at] for at in beside(square) if at in laid)
        if half.scorable and any(l.half.name == "office" and l.domino != name for l in around):
            return None
    if (
        not joined
        or not all(matches(plan, square) for square in halves)
        or not plan.sound_queues(set(halves))
    ):
        return None
    return laid


class Deed(NamedTuple):
    """What is done: place, claim, pass (claim nothing, or place no more), take (from the market), give."""

    what: str
    player: str
    thing: str = ""  # the domino, or the player who gets it
    square: Square = (0, 0)
    turned: int = 0
    other: str = ""


@dataclass(frozen=True)
class Game:
    """A table: the dominoes (two halves each, the first on the placed square, the second to the east of it when it is
    not turned), the board, who claimed what, the hands, the deck in its order, and how far the turn has come."""

    dominoes: dict[str, tuple[Half, Half]]
    players: tuple[str, ...]  # clockwise
    hands: dict[str, frozenset[str]]
    pawns: dict[str, int]
    deck: tuple[str, ...] = ()
    market: frozenset[str] = frozenset()
    board: Board = field(default_factory=lambda: {(0, 0): ENTRANCE})
    claims: frozenset[tuple[Square, str]] = frozenset()
    turn: str = ""
    step: str = "play"
    placed: tuple[str, ...] = ()  # this turn
    claimed: tuple[Square, ...] = ()  # this turn
    reading: Reading = Reading()

    @property
    def over(self) -> bool:
        rest = self.deck or self.market or any(self.hands.values())
        return not rest or not any(self.pawns.values())

    def printed(self, domino: str) -> set[str]:
        return {half.name for half in self.dominoes[domino]}

    def this_turn(self, item: str) -> bool:
        return any(item in self.printed(domino) for domino in self.placed)

    @property
    def to_place(self) -> int:
        return max(0, (1 if self.this_turn("rocks") else PLAYED) - len(self.placed))

    @property
    def to_claim(self) -> int:
        return max(0, (2 if self.this_turn("fountain") else CLAIMED) - len(self.claimed))


def squares(domino: tuple[Half, Half], square: Square, turned: int) -> dict[Square, Half]:
    """Where the halves of a domino lie that is placed on a square, turned clockwise by quarters."""
    return {
        square: domino[0].turned(turned),
        step(square, (1 + turned) % 4): domino[1].turned(turned),
    }


def placements(game: Game) -> Iterator[tuple[Deed, Board]]:
    """Every way in which whose turn it is may place a domino, with the board after it."""
    taken = {square for square, _ in game.claims}
    spots = {at for square in game.board for at in (square, *adjacent(square))}
    if game.reading.tunnel_joins_board:
        (west, *_, east), (north, *_, south) = (
            [*sorted(s[axis] for s in game.board)] * 2 for axis in (0, 1)
        )
        spots |= {(x, y) for x in range(west - 2, east + 3) for y in range(north - 2, south + 3)}
    for name in game.hands[game.turn]:
        for turned in range(4):
            for square in {at for s in spots for at in (s, step(s, (turned + 3) % 4))}:
                halves = squares(game.dominoes[name], square, turned)
                if board := may_lie(game.board, taken, name, halves, game.reading):
                    yield Deed("place", game.turn, name, square, turned), board


def claimable(game: Game, square: Square) -> bool:
    """Is this something that is claimed, and not yet? A Ferris Wheel is claimed twice."""
    half = game.board[square].half
    room = 2 if half.name == "ferris_wheel" else 1
    return half.scorable and sum(at == square for at, _ in game.claims) < room


def legal(game: Game) -> set[Deed]:
    """All deeds of whose turn it is."""
    if game.over:
        return set()
    player = game.turn
    if game.step == "play":
        placed = {deed for deed, _ in placements(game)} if game.to_place else set()
        return placed or {Deed("pass", player)}
    if game.step == "claim":
        owed = game.this_turn("fountain") and not game.claimed
        found = set()
        for square, laid in game.board.items():
            new = game.reading.claims_anywhere or laid.domino in game.placed
            if game.pawns[player] and game.to_claim and new and claimable(game, square):
                found.add(Deed("claim", player, laid.half.name, square))
        haunted = {
            d
            for d in found
            if d.thing == "haunted_house" and game.board[d.square].domino in game.placed
        }
        return haunted or (found if owed and found else found | {Deed("pass", player)})
    if game.step == "give":
        return {
            Deed("give", player, d, other=p)
            for d in game.hands[player]
            for p in game.players
            if p != player
        }
    return {Deed("take", player, domino) for domino in game.market}


def after(game: Game, deed: Deed) -> Game:
    """The table after a deed. The deck's next domino comes into the market as soon as one is taken."""
    player = deed.player
    rest = game.hands[player] - {deed.thing}
    if deed.what == "place":
        board = next(board for found, board in placements(game) if found == deed)
        claims = game.claims
        if "bin" in game.printed(deed.thing):
            bins = {s for s in lies(board, deed.thing) if board[s].half.name == "bin"}
            back = {c for c in claims if any(c[0] in nearby(s) for s in bins)}
            game = replace(
                game, pawns={p: n + sum(c[1] == p for c in back) for p, n in game.pawns.items()}
            )
            claims -= back
        hands = {**game.hands, player: rest}
        game = replace(
            game, board=board, claims=claims, hands=hands, placed=(*game.placed, deed.thing)
        )
        return game if game.to_place and rest else replace(game, step="claim")
    if deed.what == "claim":
        pawns = {**game.pawns, player: game.pawns[player] - 1}
        made = game.claims | {(deed.square, player)}
        game = replace(game, pawns=pawns, claims=made, claimed=(*game.claimed, deed.square))
        if not pawns[player]:
            return replace(game, step="give") if rest else passed_on(game)
        return game if game.to_claim else drawing(game)
    if deed.what == "pass":
        return replace(game, step="claim") if game.step == "play" else drawing(game)
    if deed.what == "give":
        hands = {**game.hands, player: rest, deed.other: game.hands[deed.other] | {deed.thing}}
        return replace(game, hands=hands) if rest else passed_on(replace(game, hands=hands))
    hands = {**game.hands, player: game.hands[player] | {deed.thing}}
    market = (game.market - {deed.thing}) | set(game.deck[: MARKET + 1 - len(game.market)])
    deck = game.deck[MARKET + 1 - len(game.market) :]
    return drawing(replace(game, hands=hands, market=market, deck=deck))


def drawing(game: Game) -> Game:
    """On to the draw step, and out of it when nothing is left to draw; a Bench draws two more."""
    full = HAND + 2 * sum("bench" in game.printed(domino) for domino in game.placed)
    if len(game.hands[game.turn]) >= full or not game.market:
        return passed_on(game)
    return replace(game, step="draw")


def passed_on(game: Game) -> Game:
    """The turn of the next player clockwise who still has pawns."""
    at = game.players.index(game.turn)
    others = [*game.players[at + 1 :], *game.players[: at + 1]]
    following = next((p for p in others if game.pawns[p]), game.turn)
    return replace(game, turn=following, step="play", placed=(), claimed=())


def points(game: Game, square: Square) -> int | None:
    """What the pawn on a square scores; None where that hangs on a silence that no reading here settles."""
    plan = Plan(game.board, game.reading)
    half = game.board[square].half
    if half.kind == "stall":
        worth = stall(game, plan, square) if beside_path(plan, square) else 0
        scored = beside_path(plan, square) and worth != 0
        bonus = bonuses(plan, square)
        return (
            None
            if worth is None
            else worth + bonus
            if scored or game.reading.bonus_unscored
            else worth
        )
    if half.kind == "coaster":
        return coaster(plan, square)
    return attraction(plan, square)


def beside_path(plan: Plan, square: Square) -> bool:
    kinds = (*PATHS, "coaster") if plan.reading.track_is_path else PATHS
    return any(half.kind in kinds for at in adjacent(square) if (half := plan.half(at)))


def bonuses(plan: Plan, square: Square) -> int:
    names = [half.name for at in nearby(square) if (half := plan.half(at))]
    return 2 * names.count("flowers") - 2 * names.count("dump")


def along(plan: Plan, square: Square) -> set[Square]:
    """The squares next to the paths that are next to a square."""
    beside = {at for at in adjacent(square) if (half := plan.half(at)) and half.kind in PATHS}
    return {at for path in beside for part in plan.whole(path) for at in adjacent(part)}


def stall(game: Game, plan: Plan, square: Square) -> int | None:
    """What a stall beside a path says."""
    name = plan.board[square].half.name
    halves = [half for at in nearby(square) if (half := plan.half(at))]
    itself = int(game.reading.counts_itself)
    met = {
        "souvenir": all(half.name != "souvenir" for half in halves),
        "kiosk": sum(half.kind == "regular" for half in halves) >= 3,
        "drinks": any(half.kind in QUEUES for half in halves),
        "balloons": not any(
            half.kind in ("attraction", "stall") or half.scorable for half in halves
        ),
    }
    if not met.get(name, True):
        return 0
    if name in ("toilet", "cash_machine"):
        others = [plan.half(at) for at in along(plan, square) - {square}]
        wanted = (
            h
            for h in others
            if h and (h.name == "toilet" if name == "toilet" else h.kind == "stall")
        )
        return len(list(wanted)) + itself
    if name == "vending_machine":
        return sum(half.name == name for half in halves) + itself
    if name == "umbrellas":
        return sum(at in nearby(square) for at, _ in game.claims) + itself
    return VALUES["stall"][name]


def length(plan: Plan, queue: frozenset[Square]) -> int:
    """A queue is as long as its squares are many; a Lantern near one counts it double."""
    lit = {
        s
        for s in queue
        if any(half.name == "lantern" for at in nearby(s) if (half := plan.half(at)))
    }
    return len(queue) + len(lit)


def attraction(plan: Plan, square: Square) -> int | None:
    """The length of the queue times the factor; with several queues there is no reading but where all agree."""
    name = plan.board[square].half.name
    found = {served(plan, square, name, queue) for queue in plan.queues(square)}
    if not found:
        return bonuses(plan, square) if plan.reading.bonus_unscored else 0
    return found.pop() if len(found) == 1 else None


def served(plan: Plan, square: Square, name: str, queue: frozenset[Square]) -> int:
    halves = [half for at in nearby(square) if (half := plan.half(at))]
    decorations = sum(half.kind == "decoration" for half in halves)
    entrances = (s for s, laid in plan.board.items() if laid.domino == "entrance")
    by_queue = {
        at
        for s in queue
        for at in nearby(s)
        if (half := plan.half(at)) and half.kind == "decoration"
    }
    met = {
        "boats": decorations >= 1,
        "wooden_coaster": decorations >= 2,
        "spiral_slide": length(plan, queue) > 3,
        "wave_swinger": length(plan, queue) < 3,
        "bumper_cars": plan.board[min(queue)].half.kind == "queue2",
        "launch_tower": all(
            away(plan.reading, square, at) > 4
            for at in plan.board
            if at != square and plan.board[at].half.scorable
        ),
        "playground": any(
            at in plan.whole(gate) for gate in entrances for at in plan.regular_ends(queue)
        ),
        "steel_coaster": len(by_queue) >= 3,
    }
    statues = {
        at for s in queue for at in nearby(s) if (half := plan.half(at)) and half.name == "statue"
    }
    bonus = bonuses(plan, square) + 2 * len(statues)
    factor = VALUES["attraction"][name] or 0
    if not met.get(name, True):
        return bonus if plan.reading.bonus_unscored else 0
    if plan.reading.bonus_on == "factor":
        return (factor + bonus) * length(plan, queue)
    return factor * length(plan, queue) + bonus


def away(reading: Reading, one: Square, other: Square) -> int:
    apart = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(apart) if reading.tower_distance == "rings" else sum(apart)


def coaster(plan: Plan, square: Square) -> int | None:
    """Twice the track's length times the queue's, for a loop; which queue counts of several is not said."""
    track = plan.whole(square)
    if any(len(list(plan.linked(s))) != 2 for s in track):
        return 0
    lengths = {
        length(plan, queue)
        for s in track
        if plan.is_ride(plan.board[s].half)
        for queue in plan.queues(s)
    }
    bonus = 0  # two more or less for a rollercoaster: not read
    if len(lengths) > 1:
        return None
    return 2 * len(track) * lengths.pop() + bonus if lengths else 0


def score(game: Game, player: str) -> int | None:
    """All that a player's pawns score."""
    found = [points(game, square) for square, owner in game.claims if owner == player]
    return None if None in found else sum(n for n in found if n is not None)
