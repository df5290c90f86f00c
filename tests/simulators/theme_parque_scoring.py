"""The score of Theme Parque by its printed rules.

`points(game, square)` is what a pawn there scores, `score(game, player)` what a player does; None
where that hangs on a silence that no reading settles.
"""

from __future__ import annotations

from tests.simulators.theme_parque import Game
from tests.simulators.theme_parque_board import (
    FACTORS,
    PATHS,
    QUEUES,
    STALLS,
    Square,
    adjacent,
    nearby,
)


class Scorer:
    """What the items of a table are worth."""

    def __init__(self, game: Game) -> None:
        self.game, self.board, self.reading = game, game.board, game.reading
        self.halves = game.board.halves

    def around(self, squares: frozenset[Square] | set[Square], wanted: str = "") -> list[Square]:
        """The squares nearby any of these where something lies, or where `wanted` does."""
        found = {at for square in squares for at in nearby(square) if at in self.halves}
        return [at for at in found if not wanted or self.halves[at].shows == wanted]

    def length(self, queue: frozenset[Square]) -> int | None:
        """The squares of a queue, one near a Lantern twice; of a fork all or the longest line."""
        forked = any(len(self.board.linked(square)) > 2 for square in queue)
        counted = {s for s in queue if self.reading.tunnels_count or not self.halves[s].tunnel}
        lit = {square for square in counted if self.around({square}, "lantern")}
        unread = forked and not self.reading.branches_count
        return None if unread else len(counted) + len(lit)

    def worth(self, square: Square) -> int | None:
        """What the item on a square scores."""
        half = self.halves[square]
        bonus = 2 * len(self.around({square}, "flowers")) - 2 * len(self.around({square}, "dump"))
        if half.shows in STALLS:
            kinds = {self.halves[at].net for at in adjacent(square) if at in self.halves}
            paths = {*PATHS, "track"} if self.reading.track_is_path else set(PATHS)
            says = self.stall(square) if kinds & paths else None
            return 0 if says is None else self.floored(says + bonus, says)
        ride = self.board.whole(square) if half.net else frozenset({square})
        doors = self.board.queues(ride)
        statues = {at for q in doors for at in self.around(q, "statue")}
        served = {queue: self.length(queue) for queue in doors if self.board.ends(queue)}
        lengths = set(served.values())
        if not lengths or not all(self.closed(part) for part in ride):
            return 0
        if not any(self.met(square, queue, length) for queue in served for length in (1, 99)):
            return 0  # No length of a queue would help.
        if None in lengths or (len(lengths) > 1 and not self.reading.longest_queue_counts):
            return None
        length = max(n for n in lengths if n is not None)
        longest = {queue for queue, n in served.items() if n == length}
        met = {self.met(square, queue, length) for queue in longest}
        if len(met) > 1:
            return None
        factor = 2 * len(ride) if half.net else FACTORS[half.shows]
        bonus += 2 * len(statues)
        score = length * factor + bonus
        if self.reading.bonus_on_factor:
            score = length * (factor + bonus)
        return self.floored(score, length * factor) if met == {True} else 0

    def closed(self, square: Square) -> bool:
        """Of track: each of its ends meets more of it."""
        half = self.halves[square]
        return not half.net or len(self.board.linked(square)) == len(half.sides)

    def floored(self, score: int, without: int) -> int:
        return score if self.reading.penalties_below_zero else max(score, min(without, 0))

    def met(self, square: Square, queue: frozenset[Square], length: int) -> bool:
        """Whether the requirement of an attraction with this queue is met."""
        name, halves = self.halves[square].shows, self.halves
        if name in ("log_flume", "wooden_coaster"):
            needed = 1 if name == "log_flume" else 2
            return sum(halves[at].decoration for at in self.around({square})) >= needed
        if name == "launch_tower":
            away = (
                (abs(square[0] - at[0]), abs(square[1] - at[1]))
                for at, half in halves.items()
                if half.scorable and at != square
            )
            metric = max if self.reading.diagonal_distance else sum
            return all(metric(apart) > 4 for apart in away)
        if name == "playground":
            gates = {at for at, half in halves.items() if not half.domino}
            paths = [self.board.whole(at) for at in self.board.ends(queue)]
            return any(path & gates for path in paths)
        if name == "steel_coaster":
            return sum(halves[at].decoration for at in self.around(queue)) >= 3
        rare = halves[min(queue)].net == "rare_queue"
        other = {"spiral_slide": length > 3, "wave_swinger": length < 3, "bumper_cars": rare}
        return other.get(name, True)

    def stall(self, square: Square) -> int | None:
        """What a stall says; None where its requirement is not met."""
        name, itself = self.halves[square].shows, frozenset({square})
        near = [self.halves[at] for at in self.around(itself)]
        own = int(name in self.reading.counts_itself)
        met = {
            "souvenir_shop": all(half.shows != name for half in near),
            "info_kiosk": sum(half.net == "regular_path" for half in near) >= 3,
            "drinks_stall": any(half.net in QUEUES for half in near),
            "balloon_shop": not any(half.scorable for half in near),
        }
        if name in ("toilet", "cash_machine"):
            paths = {at for at in self.around(itself) if self.halves[at].net in PATHS}
            along = self.around({s for path in paths for s in self.board.whole(path)})
            others = [self.halves[at].shows for at in along if at != square]
            return own + sum(o == name if name == "toilet" else o in STALLS for o in others)
        if name == "vending_machine":
            return own + len(self.around(itself, name))
        if name == "umbrella_stall":
            pawns = [at for at, _ in self.game.claims]
            return sum(at in nearby(square) or (own and at == square) for at in pawns)
        if name == "photo_booth":
            around = self.around(itself)
            rides = [s for s in around if self.halves[s].ride and self.halves[s].scorable]
            found = [self.value(at) for at in rides]
            values = [n for n in found if n is not None]
            if not values:
                return 0
            if len(values) < len(found) or (
                len(set(values)) > 1 and not self.reading.best_neighbour_counts
            ):
                raise ValueError("this reading does not say which of several neighbours is meant")
            return (max(values) + int(self.reading.halves_round_up)) // 2
        return STALLS[name] if met.get(name, True) else None

    def value(self, ride: Square) -> int | None:
        """What a Photo Booth takes half of."""
        if self.reading.half_of_factor:
            half = self.halves[ride]
            return 2 * len(self.board.whole(ride)) if half.net else FACTORS[half.shows]
        return self.worth(ride)


def points(game: Game, square: Square) -> int | None:
    """What a pawn on a square scores. Of a rollercoaster each pawn scores all, or they share."""
    scorer = Scorer(game)
    worth = scorer.worth(square)
    if worth is not None and game.board.halves[square].net and game.reading.pawns_share_coasters:
        track = game.board.whole(square)
        return worth // max(1, sum(at in track for at, _ in game.claims))
    return worth


def score(game: Game, player: str) -> int | None:
    """All that a player's pawns score; of one rollercoaster the first Station only, or both."""
    total, counted = 0, set[frozenset[Square]]()
    for square in sorted(square for square, owner in game.claims if owner == player):
        track = game.board.whole(square) if game.board.halves[square].net else frozenset()
        if track in counted and not game.reading.both_stations_score:
            continue
        counted |= {track} if track else set()
        scored = points(game, square)
        if scored is None:
            return None
        total += scored
    return total
