"""PARKS, 2nd edition, as its printed rules have it: whose deed it is, which deeds are open, what each does, and the score.

In: a :class:`Setup`, the table as it is laid out before the first turn. :meth:`Game.legal` gives the deeds of the one player
who decides now (or of chance, whose "player" is ``None``), :meth:`Game.play` does one of them, :meth:`Game.scores` and
:meth:`Game.winners` count a finished game. A deed is a tuple: verb, player, what it is done with.

The agenda is a stack of frames; the last one is next. A frame in which nobody has a choice is carried out at once, so that
between two deeds the last frame is always a choice or chance.

``SILENCES`` lists what the printed text leaves open and what is played here. Each can be set otherwise for a game.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from typing import Any

Deed = tuple[Any, ...]

KINDS = ("forest", "mountain", "sun", "water")
FACES = {"forest": 1, "mountain": 1, "sun": 2, "water": 2, "wildlife": 1, "canteen": 1}
END = ("parks", "photo", "gear")
FIRST_USE = {"photo": "wildlife", "gear": "sun"}

SILENCES = {
    # name: (what is played here, what the printed text does not say)
    "weather": (
        "first",
        "who gains a Weather Token: the first hiker that stops there ('first'), or nobody ('stays')",
    ),
    "bonus_before": (
        True,
        "whether the first user of a Trail End space has its bonus before its action",
    ),
    "decline": (True, "whether a site action that costs something may be left out"),
    "wildlife_for_wildlife": (False, "whether Wildlife may be traded for Wildlife"),
    "end_photos": (
        "twice and badge",
        "whether doing the Trail End photo twice adds to the Badge's second Photo ('twice')",
    ),
    "empty_row": (False, "whether Water may be put into a Canteen row without a token"),
    "relit_small": (
        True,
        "whether a Campfire that began out (up to three players) is relit after a season",
    ),
    "tied_bonus": ("all", "who has a Spring or Summer bonus that is tied: 'all' or 'nobody'"),
    "zero_leads": (
        False,
        "whether one who has none of what a bonus counts can have the most of it",
    ),
    "tied_photos": ("all", "who has a tied Photo Bonus: 'all' or 'nobody'"),
    "passion_gear_once": (False, "whether a Passion's Gear Effect has the limit of once a turn"),
    "unmatched_face": (
        "again",
        "where the Shutterbug goes after a face that matches no site: rolled 'again'",
    ),
}


@dataclass
class Setup:
    """What is given before the first turn: everything that the printed text calls random or does not tell."""

    players: tuple[str, ...]
    sites: tuple[str, ...]
    shutterbug: int
    first: str
    tiles: tuple[dict[str, Any], ...]
    parks: dict[str, dict[str, Any]]
    gear: dict[str, dict[str, Any]]
    canteens: dict[str, str]
    passions: dict[str, str]
    display: tuple[str, ...]
    market: tuple[str, ...]
    tokens: tuple[str, ...]
    backpacks: dict[str, dict[str, int]] = field(default_factory=dict)


@dataclass
class Seat:
    """One player's things."""

    passion: str
    lit: bool
    has: Counter[str] = field(default_factory=Counter)
    photos: int = 0
    rows: list[list[str]] = field(default_factory=lambda: [[], [], []])
    filled: set[int] = field(default_factory=set)
    gear: list[str] = field(default_factory=list)
    bought: int = 0
    reserve: list[str] = field(default_factory=list)
    visited: list[str] = field(default_factory=list)
    side: str | None = None
    wild_photos: int = 0
    hikers: list[int] = field(default_factory=lambda: [0, 0])


class Game:
    """One game of PARKS from its first turn to its score."""

    def __init__(self, setup: Setup, **silences: Any) -> None:
        self.silent = {name: silences.get(name, played) for name, (played, _) in SILENCES.items()}
        self.setup = setup
        few = len(setup.players) <= 3
        self.seats = {
            p: Seat(setup.passions[p], not few, Counter(setup.backpacks.get(p, {})))
            for p in setup.players
        }
        self.sites, self.shutterbug = list(setup.sites), setup.shutterbug
        self.display, self.market, self.tokens = (
            list(setup.display),
            list(setup.market),
            list(setup.tokens),
        )
        self.out: dict[str, set[str]] = {
            "park": set(self.display),
            "gear": set(self.market),
            "token": set(self.tokens),
        }
        self.first_marker, self.badge, self.season = setup.first, None, 0
        self.points: Counter[str] = Counter()
        self.agenda: list[tuple[Any, ...]] = []
        self.over = False
        self._begin_season()
        self._run()

    # -- what can be done -----------------------------------------------------------------------------------------------

    @property
    def end(self) -> int:
        """The place after the last site: Trail's End."""
        return len(self.sites) + 1

    def legal(self) -> list[Deed]:
        """The deeds of which exactly one is done next; none once the game is over."""
        if self.over:
            return []
        frame = self.agenda[-1]
        return list(getattr(self, f"_may_{frame[0]}")(*frame[1:]))

    def play(self, deed: Deed) -> None:
        """Do one of the legal deeds and all that follows from it without a choice."""
        assert deed in self.legal(), deed
        frame = self.agenda.pop()
        getattr(self, f"_do_{frame[0]}")(deed, *frame[1:])
        self._run()

    def _run(self) -> None:
        while not self.over:
            player = self.turn
            if player and self.seats[player].side is None and self._goal(player):
                self.seats[player].side = "open"
                self.agenda.append(("passion", player))
            frame = self.agenda[-1]
            if hasattr(self, f"_do_{frame[0]}") and self.legal():
                return
            self.agenda.pop()
            if hasattr(self, f"_on_{frame[0]}"):
                getattr(self, f"_on_{frame[0]}")(*frame[1:])

    def _push(self, *frames: tuple[Any, ...]) -> None:
        """Put frames on the agenda so that the first of them comes first."""
        self.agenda.extend(reversed(frames))

    # -- hiking ---------------------------------------------------------------------------------------------------------

    def _left(self, p: str) -> list[int]:
        return [h for h, at in enumerate(self.seats[p].hikers) if at < self.end]

    def _hikes(self, p: str) -> list[Deed]:
        others = [q for q in self.seats if q != p and self._left(q)]
        deeds: list[Deed] = []
        for h in self._left(p):
            if others:
                for at in range(self.seats[p].hikers[h] + 1, self.end):
                    taken = any(at in seat.hikers for seat in self.seats.values())
                    if not taken or self.seats[p].lit:
                        deeds.append(("hike", p, h, at))
            deeds += [("end", p, h, space) for space in END]
        return deeds

    def _may_turn(self, p: str) -> list[Deed]:
        return self._hikes(p)

    def _do_turn(self, deed: Deed, p: str) -> None:
        self.used.clear()
        self.ready.clear()
        self.second = False
        self._go(deed, p)

    def _go(self, deed: Deed, p: str) -> None:
        seat = self.seats[p]
        _, _, h, place = deed
        self._push(("after", p))
        if deed[0] == "end":
            seat.hikers[h] = self.end
            bonus = ("first_use", p, place) if place not in self.spaces else ("nothing",)
            self.spaces.add(place)
            times = 2 if place == "photo" else 1
            acts = [("end_action", p, place, n) for n in range(times)]
            self._push(*([bonus, *acts] if self.silent["bonus_before"] else [*acts, bonus]))
            return
        if any(place in other.hikers for other in self.seats.values()):
            seat.lit = False
        seat.hikers[h] = place
        if place == self.shutterbug:
            self.badge = p
        site = self.sites[place - 1]
        self._push(("site", p, site))
        token = self.weather.get(place)
        if token and self.silent["weather"] == "first":
            del self.weather[place]
            self._push(("gain", p, token, 1))

    def _on_nothing(self) -> None:
        """A frame that stands for nothing."""

    def _on_first_use(self, p: str, space: str) -> None:
        if space == "parks":
            self.first_marker = p
        else:
            self._push(("gain", p, FIRST_USE[space], 1))

    def _on_end_action(self, p: str, space: str, n: int) -> None:
        if n == 0 or self.badge == p:
            self._push(({"parks": "parks", "photo": "photo", "gear": "buy"}[space], p))

    def _on_site(self, p: str, site: str) -> None:
        if site in KINDS:
            self._trigger(p, f"site:{site}")
            self._push(("gain", p, site, FACES[site]))
        elif site == "canteen_photo":
            self._push(("either", p))
        else:
            self._push(
                ({"die": "roll", "gear": "buy", "wildlife": "trade", "parks": "parks"}[site], p)
            )

    # -- gaining --------------------------------------------------------------------------------------------------------

    def _on_gain(self, p: str, kind: str, n: int) -> None:
        if kind == "canteen":
            self._push(("canteen", p))
        elif kind == "water":
            self._push(*[("water", p)] * n)
        else:
            self.seats[p].has[kind] += n
            self._gained(p, kind)

    def _gained(self, p: str, kind: str) -> None:
        seat = self.seats[p]
        swaps = {"forest": "Botany", "mountain": "Rock Climbing"}
        if seat.side == "gear" and swaps.get(kind) == seat.passion and self._fresh_effect():
            self._push(("swap", p, kind))

    def _fresh_effect(self) -> bool:
        if not self.silent["passion_gear_once"]:
            return True
        fresh = "passion" not in self.used
        self.used.add("passion")
        return fresh

    def _may_swap(self, p: str, kind: str) -> list[Deed]:
        return [("swap", p, kind), ("pass", p)] if self.seats[p].has[kind] else []

    def _do_swap(self, deed: Deed, p: str, kind: str) -> None:
        if deed[0] == "swap":
            self._pay(p, {kind: 1})
            self.seats[p].has["wildlife"] += 1

    def _may_water(self, p: str) -> list[Deed]:
        seat = self.seats[p]
        open_rows = [
            r
            for r in range(3)
            if r not in seat.filled and (seat.rows[r] or self.silent["empty_row"])
        ]
        return [("keep", p), *[("fill", p, r) for r in open_rows]]

    def _do_water(self, deed: Deed, p: str) -> None:
        seat = self.seats[p]
        if deed[0] == "keep":
            seat.has["water"] += 1
            return
        seat.filled.add(deed[2])
        frames: list[tuple[Any, ...]] = [
            ("benefits", p, tuple(self.setup.canteens[t] for t in seat.rows[deed[2]]))
        ]
        if seat.side == "gear" and seat.passion == "Swimming" and self._fresh_effect():
            frames.append(("roll", p))
        self._push(*frames)

    def _may_benefits(self, p: str, codes: tuple[str, ...]) -> list[Deed]:
        return [("benefit", p, code) for code in sorted(set(codes))] if len(set(codes)) > 1 else []

    def _do_benefits(self, deed: Deed, p: str, codes: tuple[str, ...]) -> None:
        rest = list(codes)
        rest.remove(deed[2])
        self._push(*self._effect(p, deed[2]), ("benefits", p, tuple(rest)))

    def _on_benefits(self, p: str, codes: tuple[str, ...]) -> None:
        self._push(*[frame for code in codes for frame in self._effect(p, code)])

    def _effect(self, p: str, code: str) -> list[tuple[Any, ...]]:
        """The frames of an effect code of the card tables."""
        frames: list[tuple[Any, ...]] = []
        for part in code.split(";"):
            verb, _, rest = part.rstrip(")").partition("(")
            words = rest.split(",")
            if verb == "gain":
                frames.append(
                    ("free_photo", p)
                    if words[0] == "photo"
                    else ("gain", p, words[0], int(words[1]))
                )
            elif verb == "light":
                frames.append(("light", p))
            elif verb == "reserve":
                frames.append(("reserve", p))
            elif verb == "roll":
                frames += [("roll", p)] * int(words[1])
            elif verb == "trade":
                frames.append(("photo", p) if "photo" in rest else ("trade", p))
            elif verb == "choice":
                frames.append(("parks", p))
            elif verb == "free":
                frames.append(("draw", "gear", p))
            elif verb == "take":
                frames.append(("badge", p))
            else:
                assert verb == "none", code
        return frames

    def _on_light(self, p: str) -> None:
        self.seats[p].lit = True

    def _on_badge(self, p: str) -> None:
        self.badge = p

    def _on_free_photo(self, p: str) -> None:
        self.seats[p].photos += 1

    def _may_roll(self, p: str) -> list[Deed]:
        return [("roll", None, face) for face in FACES]

    def _do_roll(self, deed: Deed, p: str) -> None:
        self._trigger(p, "action:roll_trail_die")
        self._push(("gain", p, deed[2], FACES[deed[2]]))

    # -- paying ---------------------------------------------------------------------------------------------------------

    def _pay(self, p: str, cost: dict[str, int]) -> None:
        self.seats[p].has.subtract(cost)
        assert all(n >= 0 for n in self.seats[p].has.values()), (p, cost)

    def payments(self, p: str, cost: dict[str, int]) -> list[dict[str, int]]:
        """Every way in which the player can pay a cost, Wildlife standing for any other kind."""
        has, ways = self.seats[p].has, []
        kinds = [k for k in KINDS if cost.get(k)]
        for spared in product(*[range(cost[k] + 1) for k in kinds]):
            way = {k: cost[k] - s for k, s in zip(kinds, spared, strict=True)}
            way["wildlife"] = cost.get("wildlife", 0) + sum(spared)
            if all(has[k] >= n for k, n in way.items()):
                ways.append({k: n for k, n in way.items() if n})
        return ways

    def _may_pass(self, p: str, deeds: list[Deed]) -> list[Deed]:
        return [*deeds, ("pass", p)] if deeds and self.silent["decline"] else deeds

    def _trades(self, p: str) -> list[Deed]:
        kinds = (*KINDS, "wildlife") if self.silent["wildlife_for_wildlife"] else KINDS
        return [("trade", p, kind) for kind in kinds if self.seats[p].has[kind]]

    def _may_trade(self, p: str) -> list[Deed]:
        return self._may_pass(p, self._trades(p))

    def _do_trade(self, deed: Deed, p: str) -> None:
        if deed[0] == "trade":
            self._pay(p, {deed[2]: 1})
            self.seats[p].has["wildlife"] += 1
            self._trigger(p, "action:trade_for_wildlife")

    def _photos(self, p: str) -> list[Deed]:
        return [("photo", p, kind) for kind in (*KINDS, "wildlife") if self.seats[p].has[kind]]

    def _may_photo(self, p: str) -> list[Deed]:
        return self._may_pass(p, self._photos(p))

    def _do_photo(self, deed: Deed, p: str) -> None:
        if deed[0] == "photo":
            self._photograph(p, deed[2])
            if self.badge == p and not self.second:
                self._push(("second", p))

    def _may_second(self, p: str) -> list[Deed]:
        return [*self._photos(p), ("pass", p)] if self._photos(p) and not self.second else []

    def _do_second(self, deed: Deed, p: str) -> None:
        if deed[0] == "photo":
            self.second = True
            self._photograph(p, deed[2])

    def _photograph(self, p: str, kind: str) -> None:
        seat = self.seats[p]
        self._pay(p, {kind: 1})
        double = (
            kind == "wildlife"
            and seat.passion == "Wildlife"
            and seat.side == "gear"
            and self._fresh_effect()
        )
        seat.photos += 2 if double else 1
        seat.wild_photos += kind == "wildlife"
        self._trigger(p, "action:take_photo")

    def _may_either(self, p: str) -> list[Deed]:
        return self._may_pass(p, self._takes(p) + self._photos(p))

    def _do_either(self, deed: Deed, p: str) -> None:
        (self._do_canteen if deed[0] == "take" else self._do_photo)(deed, p)

    def _takes(self, p: str) -> list[Deed]:
        rows = [r for r in range(3) if len(self.seats[p].rows[r]) < 2]
        return [("take", p, token, r) for token in (*self.tokens, None) for r in rows]

    def _may_canteen(self, p: str) -> list[Deed]:
        return self._takes(p)

    def _do_canteen(self, deed: Deed, p: str) -> None:
        if deed[0] != "take":
            return
        _, _, token, row = deed
        if token is not None:
            self.tokens.remove(token)
            self.seats[p].rows[row].append(token)
        self._push(("draw", "token", None if token is not None else (p, row)))

    # -- gear -----------------------------------------------------------------------------------------------------------

    def _trigger(self, p: str, code: str) -> None:
        """What activates now is what the player owns now and has not used this turn."""
        self.ready |= {
            g for g in self.seats[p].gear if self.setup.gear[g]["trigger"] == code
        } - self.used

    def _gear_cost(self, p: str, cost: int) -> dict[str, int]:
        free = self.seats[p].side == "gear" and self.seats[p].passion == "Collecting"
        return {"sun": 0 if free else cost}

    def _may_buy(self, p: str) -> list[Deed]:
        deeds: list[Deed] = []
        for g in (*self.market, None):
            cost = self._gear_cost(p, 2 if g is None else self.setup.gear[g]["cost"])
            deeds += [("buy", p, g, way.get("wildlife", 0)) for way in self.payments(p, cost)]
        return self._may_pass(p, deeds)

    def _do_buy(self, deed: Deed, p: str) -> None:
        if deed[0] != "buy":
            return
        _, _, g, wild = deed
        cost = self._gear_cost(p, 2 if g is None else self.setup.gear[g]["cost"])["sun"]
        self._pay(p, {"sun": cost - wild, "wildlife": wild})
        self.seats[p].bought += 1
        if g is None:
            self._push(("draw", "gear", p))
        else:
            self.market.remove(g)
            self.seats[p].gear.append(g)

    def _may_after(self, p: str) -> list[Deed]:
        gear = [("use", p, g) for g in sorted(self.ready)]
        others = [q for q in self.seats if q != p and self._left(q)]
        onward = self._hikes(p) if not others and self._left(p) else [("done", p)]
        return gear + onward

    def _do_after(self, deed: Deed, p: str) -> None:
        if deed[0] == "use":
            self.ready.discard(deed[2])
            self.used.add(deed[2])
            self._push(*self._effect(p, self.setup.gear[deed[2]]["effect"]), ("after", p))
        elif deed[0] == "done":
            self._push(("turn_ends", p))
        else:
            self._go(deed, p)

    # -- parks ----------------------------------------------------------------------------------------------------------

    def _may_parks(self, p: str) -> list[Deed]:
        return self._may_pass(p, self._reserves(p) + self._visits(p))

    def _do_parks(self, deed: Deed, p: str) -> None:
        if deed[0] == "reserve":
            self._do_reserve(deed, p)
        elif deed[0] == "visit":
            self._do_visit(deed, p)

    def _reserves(self, p: str) -> list[Deed]:
        return [("reserve", p, park) for park in (*self.display, None)]

    def _may_reserve(self, p: str) -> list[Deed]:
        return self._reserves(p)

    def _do_reserve(self, deed: Deed, p: str) -> None:
        self._trigger(p, "action:reserve_park")
        if deed[2] is None:
            self._push(("draw", "park", p))
        else:
            self.display.remove(deed[2])
            self.seats[p].reserve.append(deed[2])

    def _visits(self, p: str) -> list[Deed]:
        seat, deeds = self.seats[p], []
        fewer = {
            "Birdwatching": "sun",
            "Forestry": "forest",
            "Kayaking": "water",
            "Mountaineering": "mountain",
        }
        for park in (*self.display, *seat.reserve):
            cost = dict(self.setup.parks[park]["cost"])
            kind = fewer.get(seat.passion) if seat.side == "gear" else None
            if kind and cost.get(kind):
                cost[kind] -= 1
            deeds += [
                ("visit", p, park, tuple(sorted(way.items()))) for way in self.payments(p, cost)
            ]
        return deeds

    def _may_visit(self, p: str) -> list[Deed]:
        return [*self._visits(p), ("pass", p)] if self._visits(p) else []

    def _do_visit(self, deed: Deed, p: str) -> None:
        if deed[0] != "visit":
            return
        _, _, park, way = deed
        seat, instant = self.seats[p], self.setup.parks[deed[2]]["instant"]
        self._pay(p, dict(way))
        (self.display if park in self.display else seat.reserve).remove(park)
        seat.visited.append(park)
        frames = self._effect(p, instant)
        if (
            instant != "none"
            and seat.side == "gear"
            and seat.passion == "Adventure"
            and self._fresh_effect()
        ):
            frames.append(("roll", p))
        self._push(*frames, ("visit", p))

    # -- passions -------------------------------------------------------------------------------------------------------

    def symbols(self, p: str, kind: str) -> int:
        """How many symbols of a kind the costs of the player's visited Parks hold."""
        return sum(self.setup.parks[park]["cost"].get(kind, 0) for park in self.seats[p].visited)

    def asking(self, p: str, kind: str) -> int:
        """How many visited Parks ask for a kind, or hold the instant symbol."""
        parks = [self.setup.parks[park] for park in self.seats[p].visited]
        return sum(
            x["instant"] != "none" if kind == "instant" else bool(x["cost"].get(kind))
            for x in parks
        )

    def _goal(self, p: str) -> bool:
        seat = self.seats[p]
        parks = {"Adventure": ("instant", 2), "Birdwatching": ("sun", 2), "Forestry": ("forest", 3)}
        parks |= {"Kayaking": ("water", 2), "Mountaineering": ("mountain", 3)}
        marks = {"Botany": "forest", "Rock Climbing": "mountain", "Swimming": "water"}
        if seat.passion in parks:
            kind, n = parks[seat.passion]
            return self.asking(p, kind) >= n
        if seat.passion in marks:
            return self.symbols(p, marks[seat.passion]) >= 3
        return seat.bought >= 2 if seat.passion == "Collecting" else seat.wild_photos >= 1

    def _may_passion(self, p: str) -> list[Deed]:
        return [("passion", p, "gear"), ("passion", p, "bonus")]

    def _do_passion(self, deed: Deed, p: str) -> None:
        self.seats[p].side = deed[2]

    def _passion_points(self, p: str) -> int:
        seat = self.seats[p]
        parks = {
            "Adventure": "instant",
            "Birdwatching": "sun",
            "Forestry": "forest",
            "Kayaking": "water",
        }
        parks["Mountaineering"] = "mountain"
        if seat.passion in parks:
            return self.asking(p, parks[seat.passion])
        if seat.passion == "Collecting":
            return len(seat.gear)
        if seat.passion == "Wildlife":
            return seat.photos // 3
        return (
            self.symbols(
                p,
                {"Botany": "forest", "Rock Climbing": "mountain", "Swimming": "water"}[
                    seat.passion
                ],
            )
            // 2
        )

    # -- drawing, turns, seasons ----------------------------------------------------------------------------------------

    def _may_draw(self, deck: str, to: Any) -> list[Deed]:
        cards = {"park": self.setup.parks, "gear": self.setup.gear, "token": self.setup.canteens}[
            deck
        ]
        return [("draw", None, card) for card in cards if card not in self.out[deck]]

    def _do_draw(self, deed: Deed, deck: str, to: Any) -> None:
        card = deed[2]
        self.out[deck].add(card)
        if deck == "token" and to is not None:
            self.seats[to[0]].rows[to[1]].append(card)
        elif to is None:
            {"park": self.display, "gear": self.market, "token": self.tokens}[deck].insert(0, card)
        elif deck == "park":
            self.seats[to].reserve.append(card)
        else:
            self.seats[to].gear.append(card)

    def _on_turn_ends(self, p: str) -> None:
        order = list(self.setup.players)
        at = order.index(p)
        after = [q for q in order[at + 1 :] + order[: at + 1] if self._left(q)]
        frame = ("next", after[0]) if after else ("season_ends",)
        refill = [("draw", "park", None)] * (len(self.setup.display) - len(self.display))
        refill += [("draw", "gear", None)] * (len(self.setup.market) - len(self.market))
        self._push(*refill, frame)

    def _on_next(self, p: str) -> None:
        self.turn = p
        self._push(("turn", p))

    def _begin_season(self) -> None:
        self.spaces: set[str] = set()
        self.used: set[str] = set()
        self.ready: set[str] = set()
        self.second = False
        self.weather = {at: ("sun", "water")[at % 2] for at in range(2, len(self.sites) + 1)}
        self.turn: str | None = self.first_marker
        self._push(("turn", self.first_marker))

    def leaders(self, goal: str) -> list[str]:
        """The players who have the most of what a season tile counts."""
        what = goal[5:-1]
        count: dict[str, int] = {}
        for p, seat in self.seats.items():
            kind = what.split("_")[0]
            if what == "sun_cost_on_gear":
                count[p] = sum(self.setup.gear[g]["cost"] for g in seat.gear)
            elif what == "canteens":
                count[p] = sum(map(len, seat.rows))
            elif what.startswith("instant"):
                count[p] = self.asking(p, "instant")
            elif what.endswith("visited_parks"):
                count[p] = self.symbols(p, kind)
            else:
                count[p] = seat.has[kind]
        most = max(count.values())
        return [p for p, n in count.items() if n == most and (n or self.silent["zero_leads"])]

    def _on_season_ends(self) -> None:
        self.turn = None
        tile = self.setup.tiles[self.season]
        winners = self.leaders(tile["goal"])
        if self.season == 2:
            for p in winners:
                self.points[p] += 3
            self.over = True
            return
        if len(winners) > 1 and self.silent["tied_bonus"] == "nobody":
            winners = []
        self._push(*[("award", p, tile["effect"]) for p in winners], ("clear",))

    def _on_award(self, p: str, effect: str) -> None:
        self.used.clear()
        self.ready.clear()
        self._push(*self._effect(p, effect), ("between", p))

    def _may_between(self, p: str) -> list[Deed]:
        return [*[("use", p, g) for g in sorted(self.ready)], ("done", p)] if self.ready else []

    def _do_between(self, deed: Deed, p: str) -> None:
        if deed[0] == "use":
            self.ready.discard(deed[2])
            self.used.add(deed[2])
            self._push(*self._effect(p, self.setup.gear[deed[2]]["effect"]), ("between", p))

    def _on_clear(self) -> None:
        for seat in self.seats.values():
            seat.filled.clear()
            seat.hikers = [0, 0]
            seat.lit = seat.lit or len(self.seats) > 3 or self.silent["relit_small"]
        self.season += 1
        self.market.pop()
        self._push(
            ("refill", "park"), ("refill", "gear"), ("tiles", tuple(self.sites)), ("light_die",)
        )

    def _on_refill(self, deck: str) -> None:
        now, full = (
            (self.display, self.setup.display)
            if deck == "park"
            else (self.market, self.setup.market)
        )
        self._push(*[("draw", deck, None)] * (len(full) - len(now)))

    def _may_tiles(self, old: tuple[str, ...]) -> list[Deed]:
        """Laid out by chance: any order of the tiles; the printed Parks site keeps its place."""
        return [("lay", None)]

    def _do_tiles(self, deed: Deed, old: tuple[str, ...]) -> None:
        """The order is set beforehand through :attr:`sites` by whoever plays chance."""

    def _may_light_die(self) -> list[Deed]:
        return [
            ("shutterbug", None, at)
            for at, site in enumerate(self.sites, 1)
            if site in FACES or site == "canteen_photo"
        ]

    def _do_light_die(self, deed: Deed) -> None:
        self.shutterbug = deed[2]
        self._begin_season()

    # -- the end --------------------------------------------------------------------------------------------------------

    def scores(self) -> dict[str, int]:
        """What each player has at the end of the game."""
        total = dict.fromkeys(self.seats, 0)
        ranks = sorted({seat.photos for seat in self.seats.values()}, reverse=True)
        prizes = [3] if len(self.seats) == 2 else [4, 2]
        for p, seat in self.seats.items():
            total[p] += (
                self.points[p]
                + sum(self.setup.parks[park]["points"] for park in seat.visited)
                + seat.photos
            )
            total[p] += (seat.side == "bonus") * self._passion_points(p) + (self.first_marker == p)
        for prize, photos in zip(prizes, ranks, strict=False):
            best = [p for p, seat in self.seats.items() if seat.photos == photos and photos]
            if len(best) == 1 or self.silent["tied_photos"] == "all":
                for p in best:
                    total[p] += prize
        return total

    def winners(self) -> list[str]:
        """Who has the most points, then the most Parks; whoever is still tied shares the victory."""
        scores = self.scores()
        rank = {p: (scores[p], len(seat.visited)) for p, seat in self.seats.items()}
        return [p for p in rank if rank[p] == max(rank.values())]
