"""The board of Theme Parque by its printed rules: halves of dominoes, paths, where a tile may lie.

Where the printed rules are silent, a field of `Reading` says how they are read: all of them stand
there, with the reading that is played by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

Square = tuple[int, int]
"""Column and row; rows grow to the south."""
DELTA = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""East, south, west, north: a quarter turn clockwise adds one."""
AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))

FACTORS = {
    "carousel": 1, "swinging_ship": 2, "log_flume": 3, "wooden_coaster": 4,
    "ferris_wheel": 1, "spiral_slide": 2, "launch_tower": 3, "bumper_cars": 4,
    "haunted_house": 1, "wave_swinger": 2, "playground": 3, "steel_coaster": 4,
}  # fmt: skip
STALLS = {
    "food_stall": 2, "souvenir_shop": 3, "info_kiosk": 4, "drinks_stall": 1, "balloon_shop": 2,
    "first_aid_room": 4, "merchandise_shop": -4, "toilet": 0, "photo_booth": 0,
    "cash_machine": 0, "vending_machine": 0, "umbrella_stall": 0,
}  # fmt: skip
"""Nought where the stall works out what it says."""
QUEUES = ("queue", "rare_queue")
PATHS = ("regular_path", *QUEUES)
TRACK = ("station", "straight", "bend")


@dataclass(frozen=True)
class Reading:
    """The silences of the printed rules, each with the reading that is played."""

    open_track_guards_all_sides: bool = False
    """Beside a track with an open end every new half goes on with it, not at the end alone."""
    blank_sides_connect: bool = False
    """A queue that ends at a stall or a decoration is connected to it, which is not allowed."""
    tunnel_connects_a_domino: bool = False
    tunnels_reach_all: bool = False
    """A tunnel is linked to every path in its line; else to the nearest one each way."""
    tunnels_count: bool = False
    """Tunnels add to the length."""
    branches_count: bool = True
    longest_queue_counts: bool = True
    """Of two queues the longest is the attraction's, for its score and for its requirement."""
    halves_may_mismatch: bool = False
    """A domino may be laid though its own halves do not fit each other: only its count of
    connections is judged within it, since nothing is printed of the halves of one domino."""
    earlier_tiles_claimable: bool = False
    second_station_free: bool = False
    """A player may claim two Stations of one rollercoaster."""
    both_stations_score: bool = False
    pawns_share_coasters: bool = False
    market_refills_at_once: bool = False
    tiles_for_the_done: bool = False
    """Players who are out of pawns may be given tiles."""
    stuck_players_go_on: bool = True
    """Who cannot do what the step asks of him goes on; else the game hangs there."""
    stuck_games_end: bool = False
    """The game ends when every player in turn has placed nothing."""
    track_is_path: bool = False
    bonus_on_factor: bool = False
    penalties_below_zero: bool = True
    diagonal_distance: bool = False
    half_of_factor: bool = False
    halves_round_up: bool = False
    best_neighbour_counts: bool = True
    bin_empties_all: bool = True
    pawns_back_in_play: bool = False
    """Who was out of pawns plays on with one that a Garbage Bin sends back."""
    office_bars_own_half: bool = False
    buried_tiles_still_act: bool = False
    signpost_moves_claimed: bool = True
    signpost_obliges: bool = False
    counts_itself: frozenset[str] = frozenset()
    """Stalls that count themselves (an Umbrella Stall: its own pawn)."""


class Half(NamedTuple):
    """Half a domino as it lies: what it shows and its open sides."""

    shows: str
    sides: frozenset[int] = frozenset()
    tunnel: bool = False
    domino: str = ""

    def turned(self, quarters: int) -> Half:
        return self._replace(sides=frozenset((side + quarters) % 4 for side in self.sides))

    @property
    def net(self) -> str:
        return "track" if self.shows in TRACK else self.shows if self.shows in PATHS else ""

    @property
    def decoration(self) -> bool:
        return not self.net and self.shows not in FACTORS and self.shows not in STALLS

    @property
    def scorable(self) -> bool:
        return self.shows in FACTORS or self.shows in STALLS or self.shows == "station"

    @property
    def ride(self) -> bool:
        return self.shows in FACTORS or self.shows in TRACK


Halves = dict[Square, Half]
ENTRANCE = Half("regular_path", frozenset(range(4)))


def step(square: Square, side: int) -> Square:
    return square[0] + DELTA[side][0], square[1] + DELTA[side][1]


def nearby(square: Square) -> list[Square]:
    return [(square[0] + x, square[1] + y) for x, y in AROUND]


def adjacent(square: Square) -> list[Square]:
    return [step(square, side) for side in range(4)]


@dataclass(frozen=True)
class Board:
    """What lies on the squares, and what its paths come to."""

    halves: Halves
    reading: Reading

    @cached_property
    def tunnels(self) -> set[str]:
        return {half.net for half in self.halves.values() if half.tunnel}

    def facing(self, square: Square) -> Iterator[tuple[Square, Half, bool]]:
        """What each open side of a square looks at, and whether that is open to it too."""
        for side in self.halves[square].sides:
            at = step(square, side)
            if other := self.halves.get(at):
                yield at, other, (side + 2) % 4 in other.sides

    def in_line(self, square: Square) -> set[Square]:
        """The squares that a tunnel on a square is linked to."""
        net, found = self.halves[square].net, set[Square]()
        for axis in (0, 1):
            line = [s for s, h in self.halves.items() if h.net == net and s[axis] == square[axis]]
            behind, ahead = [s for s in line if s < square], [s for s in line if s > square]
            if self.reading.tunnels_reach_all:
                found.update(behind, ahead)
            else:
                found.update([max(behind)] if behind else [], [min(ahead)] if ahead else [])
        return found

    def linked(self, square: Square) -> set[Square]:
        """The squares that are one path, or one track, with a square and next in it."""
        here = self.halves[square]
        found = {at for at, half, meets in self.facing(square) if meets and half.net == here.net}
        if here.net in self.tunnels:
            found |= self.in_line(square) if here.tunnel else set()
            for at, half in self.halves.items():
                if half.tunnel and half.net == here.net and at != square:
                    found |= {at} if square in self.in_line(at) else set()
        return found

    def whole(self, square: Square) -> frozenset[Square]:
        """All squares of the path or track that a square is of."""
        found, fresh = {square}, [square]
        while fresh:
            new = self.linked(fresh.pop()) - found
            found |= new
            fresh += new
        return frozenset(found)

    def ends(self, queue: frozenset[Square]) -> list[Square]:
        """The regular paths that a queue is connected to, one for each connection."""
        looks = [look for square in queue for look in self.facing(square)]
        return [at for at, half, meets in looks if meets and half.net == "regular_path"]

    def rides(self, queue: frozenset[Square]) -> list[Square]:
        """The attractions that a queue is connected to, one for each connection."""
        return [at for square in queue for at, half, _ in self.facing(square) if half.ride]

    def queues(self, ride: frozenset[Square]) -> set[frozenset[Square]]:
        """The queues that are connected to an attraction, which may be of many squares."""
        beside = {at for square in ride for at in adjacent(square)}
        near = {at for at in beside if at in self.halves and self.halves[at].net in QUEUES}
        doors = {q for q in near if any(at in ride for at, _, _ in self.facing(q))}
        return {self.whole(door) for door in doors}

    def sound(self, queue: frozenset[Square]) -> bool:
        """A queue has at most one connection of each kind, and none to another type of queue."""
        if len(self.ends(queue)) > 1 or len(self.rides(queue)) > 1:
            return False
        net = self.halves[min(queue)].net
        for square in queue:
            for _, half, meets in self.facing(square):
                own = half.domino == self.halves[square].domino
                if own and self.reading.halves_may_mismatch:
                    continue
                blank = self.reading.blank_sides_connect and not half.net and not half.ride
                if blank or (meets and half.net in QUEUES and half.net != net):
                    return False
        return True

    def matches(self, square: Square) -> bool:
        """Where paths of one type, or track and anything, lie side by side, their ends meet."""
        here = self.halves[square]
        for side in range(4):
            other = self.halves.get(step(square, side))
            if other is None or (other.domino == here.domino and self.reading.halves_may_mismatch):
                continue
            mine, theirs = side in here.sides, (side + 2) % 4 in other.sides
            if here.net and here.net == other.net and mine != theirs:
                return False
            if (mine and here.net == "track") != (theirs and other.net == "track"):
                return False
        return True

    def crowds(self, square: Square, halves: Halves) -> bool:
        """Half a domino lies beside a track with an open end and does not go on with it."""
        for side in range(4):
            at = step(square, side)
            other = None if at in halves else self.halves.get(at)
            here = self.halves[square]
            goes_on = here.net == "track" and side in here.sides
            if other is not None and other.net == "track" and not goes_on:
                ends = {step(at, end) for end in other.sides}
                if any(end in halves or end not in self.halves for end in ends):
                    return True
        return False

    def lies(self, domino: str) -> set[Square]:
        return {square for square, half in self.halves.items() if half.domino == domino}


def laid(board: Board, claimed: set[Square], halves: Halves, again: bool = False) -> Board | None:
    """The board with a domino on two squares, None where that is not allowed.

    A Bulldozer goes over the two squares of one tile without pawns, but not when it is laid again.
    What touches the board touches a tile beside it; one that is covered is no neighbour.
    """
    below = {board.halves[square].domino for square in halves if square in board.halves}
    if below:
        dozes = any(half.shows == "bulldozer" for half in halves.values()) and not again
        squares = board.lies(next(iter(below)))
        if not dozes or len(below) > 1 or squares != set(halves) or squares & claimed:
            return None
    new = Board({**board.halves, **halves}, board.reading)
    beside = {at for square in halves for at in adjacent(square)} - set(halves)
    touched = any(at in board.halves for at in beside)
    far = board.reading.tunnel_connects_a_domino and any(
        new.in_line(s) - set(halves) for s, half in halves.items() if half.tunnel
    )
    if not (touched or far) or not all(new.matches(square) for square in halves):
        return None
    guarded = board.reading.open_track_guards_all_sides
    if guarded and any(new.crowds(square, halves) for square in halves):
        return None
    for square, half in halves.items():
        bars = {
            at for at in nearby(square) if at in new.halves and new.halves[at].shows == "office"
        }
        if half.scorable and (bars if board.reading.office_bars_own_half else bars - set(halves)):
            return None
    around = {at for square in halves for at in (square, *adjacent(square))}
    queues = {new.whole(s) for s in around if s in new.halves and new.halves[s].net in QUEUES}
    return new if all(new.sound(queue) for queue in queues) else None
