"""PARKS, 2nd edition, as its printed rules have it: whose deed it is, what is open, what it scores.

In: a `Setup`, the table before the first tile is laid. `Game.legal` gives every deed that is open
now, `Game.play` does one, `Game.scores` and `Game.winners` count a finished game. A deed is a
tuple of a verb, who does it (None for chance) and what it is done with.

What a turn has brought and is still to be done stands in `Game.open`, a count of each kind. Of
several open things any may be done first, but for those in `AT_ONCE`. `SILENCES` lists what the
printed text leaves open and what is played here; each can be set otherwise for a game.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

from tests.simulators.parks_table import (
    ACTIONS,
    AT_ONCE,
    FACES,
    KINDS,
    LEFT_AT_WILL,
    RESOURCES,
    ROWS,
    SEASONS,
    SILENCES,
    SITES,
    SPACES,
    Deed,
    Seat,
    Setup,
)  # fmt: skip


class Game:
    """One game of PARKS from the first layout to its score."""

    def __init__(self, setup: Setup, **silences: bool) -> None:
        self.silent = {name: played for name, (played, _) in SILENCES.items()} | silences
        self.setup = setup
        lit = len(setup.players) > 3
        self.seats = {p: Seat(setup.passions[p], lit) for p in setup.players}
        self.decks = {"park": set(setup.parks), "gear": set(setup.gear)}
        self.decks["token"] = set(setup.tokens)
        self.shown: dict[str, list[str]] = {deck: [] for deck in self.decks}
        self.actor = self.first = setup.players[0]
        self.badge: str | None = None
        self.season, self.phase = 0, "set_up"
        self.trail: dict[int, str] = {setup.parks_slot: "parks"}
        self.weather: dict[int, str] = {}
        self.shutterbug: int | None = None
        self.spaces: set[str] = set()
        self.paid: set[str] = set()
        self._new_turn()

    def _new_turn(self) -> None:
        self.open: Counter[str] = Counter()
        self.moved: list[Any] = []
        self.ready: set[str] = set()
        self.used: set[str] = set()
        self.second = self.first_use = False
        self.drawing: str | None = None
        self.hand: str | None = None
        self.late: set[str] = set()

    # -- what is open ----------------------------------------------------------------------------

    def legal(self) -> set[Deed]:
        """Return every deed that is open now; none once the game is over."""
        if self.phase == "over":
            return set()
        p, seat = self.actor, self.seats[self.actor]
        deeds = self._refills()
        if self.phase == "set_up":
            return deeds | self._layout()
        flip = self.phase == "hike" and seat.side is None and self._goal_met(p)
        if flip:
            deeds |= {("flip", p, "gear"), ("flip", p, "bonus")}
        if self.drawing:
            deeds |= {("turn_up", None, card) for card in self.decks[self.drawing]}
        if self.hand:
            deeds |= {("take", p, self.hand, row) for row in self._room(p)}
        if flip or self.drawing or self.hand or self._gap("token"):
            return deeds
        now = {kind for kind in self.open if self.open[kind] > 0 and self._can(kind)}
        pressed = now & set(AT_ONCE)
        for kind in pressed or now:
            deeds |= self._options(kind)
        if pressed:
            return deeds
        if self.silent["weather_taken"] and self.moved and self.moved[-1] in self.weather:
            deeds.add(("weather", p))
        ahead = now - set(LEFT_AT_WILL)
        gear = set() if ahead else {("use", p, g) for g in self.ready - self.used}
        deeds |= gear
        if not (ahead or gear) or self.silent["doing_without"]:
            deeds |= self._onward(p)
        return deeds

    def _onward(self, p: str) -> set[Deed]:
        """Return what comes when nothing more is asked for."""
        gaps = any(map(self._gap, self.decks))
        if self.phase == "hike":
            alone = not any(self._left(q) for q in self.seats if q != p)
            if self.moved and not (alone and self._left(p)):
                return {("end_turn", p)}
            return self._hikes(p, alone) if self.moved or not gaps else set()
        if gaps:
            return set()
        waiting = set() if self.season == 2 else set(self.leaders()) - self.paid
        return {("bonus", q) for q in waiting} or {("season_ends", None)}

    def _layout(self) -> set[Deed]:
        unlaid = set(SITES) - set(self.trail.values())
        slot = next((n for n in range(1, 10) if n not in self.trail), 0)
        if unlaid or any(map(self._gap, self.decks)):
            return {("lay", None, site, slot) for site in unlaid}
        return {("shutterbug", None, face) for face in FACES if self._under(face)}

    def _hikes(self, p: str, alone: bool) -> set[Deed]:
        taken = {at for seat in self.seats.values() for at in seat.hikers}
        deeds: set[Deed] = set()
        for h in self._left(p):
            deeds.add(("hike", p, h, "end"))
            for at in () if alone else range(self.seats[p].hikers[h] + 1, len(self.trail) + 1):
                if at not in taken or self.seats[p].lit:
                    deeds.add(("hike", p, h, at))
        return deeds

    def _left(self, p: str) -> list[int]:
        return [h for h, at in enumerate(self.seats[p].hikers) if isinstance(at, int)]

    def _gap(self, deck: str) -> bool:
        full = {"park": self.setup.open_parks, "gear": self.setup.open_gear, "token": 3}[deck]
        return bool(self.decks[deck]) and len(self.shown[deck]) < full

    def _refills(self) -> set[Deed]:
        """Canteens are replaced at once, Parks and Gear when the turn has ended."""
        decks = [d for d in self.decks if self._gap(d) and (d == "token" or not self.moved)]
        return {("refill", None, card) for deck in decks for card in self.decks[deck]}

    def _under(self, face: str) -> int:
        site = {"canteen": "canteen_photo"}.get(face, face)
        unmatched = face in ("wildlife", "canteen") and not self.silent["faces_matched"]
        return 0 if unmatched else next(n for n, at in self.trail.items() if at == site)

    def _can(self, kind: str) -> bool:
        return bool(self._options(kind))

    def _options(self, kind: str) -> set[Deed]:
        """Return the deeds by which one open thing can be done."""
        p, seat = self.actor, self.seats[self.actor]
        if kind == "roll":
            return {("roll", p, face) for face in FACES}
        if kind == "space":
            return {("space", p, space) for space in SPACES}
        if kind == "water":
            fills = {("fill", p, row) for row in self._fillable(p)}
            return {("keep", p)} | fills
        if kind in ("photo", "extra_photo"):
            return {("photo", p, r) for r in RESOURCES if seat.has[r] > self._held_back(r)}
        if kind == "canteen":
            takes = {("take", p, token, row) for token in self.shown["token"] for row in ROWS}
            takes = {deed for deed in takes if deed[3] in self._room(p)}
            draw = {("draw", p, "token", 0)} if self.decks["token"] and self._room(p) else set()
            return takes | draw
        if kind == "either":
            return self._options("photo") | self._options("canteen")
        if kind == "trade":
            kinds = RESOURCES if self.silent["wildlife_traded"] else KINDS
            return {("trade", p, r) for r in kinds if seat.has[r]}
        if kind == "swap":
            return {("swap", p, r) for r in KINDS if seat.has[r] and r == self._swapped(p)}
        if kind == "reserve":
            draw = {("draw", p, "park", 0)} if self.decks["park"] else set()
            return draw | {("reserve", p, park) for park in self.shown["park"]}
        if kind == "visits":
            parks = {*self.shown["park"], *seat.reserve}
            parks -= set() if self.open["parks"] else self.late
            return {("visit", p, k, way) for k in parks for way in self.ways(self.park_cost(p, k))}
        if kind == "parks":
            return self._options("reserve") | self._options("visits")
        return self._gear_options(kind)

    def _gear_options(self, kind: str) -> set[Deed]:
        p, deeds = self.actor, set()
        if self.decks["gear"]:
            ways = [()] if self.open["free_gear"] else self.ways(self.gear_cost(p, 2))
            deeds = {("draw", p, "gear", way) for way in ways}
        for g in self.shown["gear"] if kind == "buy" else ():
            cost = self.gear_cost(p, self.setup.gear[g].cost)
            deeds |= {("buy", p, g, way) for way in self.ways(cost)}
        bonus = self._held_back("sun")
        if bonus and kind == "buy":
            kept = self.seats[p].has["sun"] - bonus
            deeds = {d for d in deeds if d[3] == () or dict(d[3]).get("sun", 0) <= kept}
        return deeds

    def _held_back(self, kind: str) -> int:
        """Return how many are not there yet: a first user's bonus that comes after the action."""
        if self.silent["bonus_first"] or not self.first_use or not self.moved:
            return 0
        return int({"photo": "wildlife", "gear": "sun"}.get(self.moved[-1]) == kind)

    def ways(self, cost: dict[str, int]) -> list[tuple[tuple[str, int], ...]]:
        """Return every way in which the actor can pay, Wildlife standing for any other kind."""
        has, found = self.seats[self.actor].has, []
        kinds = [k for k in KINDS if cost.get(k)]
        for spared in product(*[range(cost[k] + 1) for k in kinds]):
            way = {k: cost[k] - less for k, less in zip(kinds, spared, strict=True)}
            way["wildlife"] = cost.get("wildlife", 0) + sum(spared)
            if all(has[k] >= n for k, n in way.items()):
                found.append(tuple((k, n) for k, n in sorted(way.items()) if n))
        return found

    def park_cost(self, p: str, park: str) -> dict[str, int]:
        """Return what a Park asks of a player."""
        fewer = {"Birdwatching": "sun", "Forestry": "forest", "Kayaking": "water"}
        kind = (fewer | {"Mountaineering": "mountain"}).get(self._effect(p))
        cost = self.setup.parks[park].cost
        return {k: n - (k == kind) for k, n in cost.items()}

    def gear_cost(self, p: str, suns: int) -> dict[str, int]:
        """Return what a Gear card of so many Suns asks of a player."""
        return {"sun": 0 if self._effect(p) == "Collecting" else suns}

    def _effect(self, p: str) -> str:
        return self.seats[p].passion if self.seats[p].side == "gear" else ""

    def _swapped(self, p: str) -> str | None:
        return {"Botany": "forest", "Rock Climbing": "mountain"}.get(self._effect(p))

    def _room(self, p: str) -> list[str]:
        return [row for row in ROWS if len(self.seats[p].rows[row]) < 2]

    def _fillable(self, p: str) -> list[str]:
        return [r for r in ROWS if self.seats[p].rows[r] and r not in self.seats[p].filled]

    # -- what a deed does ------------------------------------------------------------------------

    def play(self, deed: Deed) -> None:
        """Do one of the legal deeds, and all that follows from it without a choice."""
        assert deed in self.legal(), deed
        getattr(self, f"_{deed[0]}")(*deed[1:])

    def _gain(self, p: str, kind: str, n: int) -> None:
        seat = self.seats[p]
        if kind == "campfire":
            seat.lit = True
        elif kind == "badge":
            self.badge = p
        elif kind == "free_photo":
            seat.photos += n
        elif (kind in KINDS and not (kind == "water" and self._fillable(p))) or kind == "wildlife":
            seat.has[kind] += n
            self.open["swap"] += kind == self._swapped(p)
        else:
            self.open[kind] += n

    def _pay(self, p: str, way: Any) -> None:
        self.seats[p].has.subtract(dict(way))
        assert min(self.seats[p].has.values(), default=0) >= 0

    def _done(self, *kinds: str) -> str:
        """Take the first of these that is open off the list."""
        kind = next(k for k in kinds if self.open[k] > 0)
        self.open[kind] -= 1
        return kind

    def _set_off(self, p: str, trigger: str) -> None:
        """Make ready what the player owns now and this sets off."""
        self.ready |= {g for g in self.seats[p].gear if self.setup.gear[g].trigger == trigger}

    def _hike(self, p: str, h: int, at: Any) -> None:
        self.open.clear()
        seat = self.seats[p]
        if at != "end" and any(at in other.hikers for other in self.seats.values()):
            seat.lit, seat.doused = False, True
        seat.hikers[h] = at
        self.moved.append(at)
        if at == "end":
            self.open["space"] += 1
            return
        if at == self.shutterbug:
            self.badge = p
        site = self.trail[at]
        self._set_off(p, f"site:{site}")
        action = site if site in KINDS else ACTIONS.get(site, site)
        self._gain(p, action, FACES[site] if site in KINDS else 1)

    def _space(self, p: str, space: str) -> None:
        self._done("space")
        seat = self.seats[p]
        seat.hikers[seat.hikers.index("end")] = space
        self.moved[-1] = space
        self.first_use = space not in self.spaces
        self.spaces.add(space)
        if self.first_use and space == "parks":
            self.first = p
        elif self.first_use:
            self._gain(p, {"photo": "wildlife", "gear": "sun"}[space], 1)
        self.open[SPACES[space]] += 1
        self.open["extra_photo"] += (
            space == "photo" and self.badge == p and self.silent["badge_is_token"]
        )

    def _weather(self, p: str) -> None:
        self._gain(p, self.weather.pop(self.moved[-1]), 1)

    def _roll(self, p: str, face: str) -> None:
        self._done("roll")
        self._set_off(p, "action:roll_trail_die")
        self._gain(p, face, FACES[face])

    def _photo(self, p: str, kind: str) -> None:
        self._done("photo", "extra_photo", "either")
        self._pay(p, {kind: 1})
        self.seats[p].photos += 2 if kind == "wildlife" and self._effect(p) == "Wildlife" else 1
        self.seats[p].wild_photos += kind == "wildlife"
        self._set_off(p, "action:take_photo")
        if self.badge == p and not self.second:
            self.second = True
            self.open["extra_photo"] += 1
        self.first_use &= self.open["photo"] + self.open["extra_photo"] > 0

    def _trade(self, p: str, kind: str) -> None:
        self._done("trade")
        self._pay(p, {kind: 1})
        self._set_off(p, "action:trade_for_wildlife")
        self._gain(p, "wildlife", 1)

    def _swap(self, p: str, kind: str) -> None:
        self._done("swap")
        self._pay(p, {kind: 1})
        self._gain(p, "wildlife", 1)

    def _keep(self, p: str) -> None:
        self._done("water")
        self.seats[p].has["water"] += 1

    def _fill(self, p: str, row: str) -> None:
        self._done("water")
        seat = self.seats[p]
        seat.filled.add(row)
        for token in seat.rows[row]:
            self._gain(p, *self.setup.tokens[token])
        if self._effect(p) == "Swimming":
            self._gain(p, "roll", 1)

    def _take(self, p: str, token: str, row: str) -> None:
        if token == self.hand:
            self.hand = None
        else:
            self._done("canteen", "either")
            self.shown["token"].remove(token)
        self.seats[p].rows[row].append(token)

    def _reserve(self, p: str, park: str) -> None:
        self._done("reserve", "parks")
        self.shown["park"].remove(park)
        self._reserved(p, park)
        self._set_off(p, "action:reserve_park")

    def _reserved(self, p: str, park: str) -> None:
        self.seats[p].reserve.append(park)
        if self.open["visits"]:
            self.late.add(park)

    def _visit(self, p: str, park: str, way: Any) -> None:
        if self._done("visits", "parks") == "parks":
            self.late.clear()
        self.open["visits"] = 1
        seat, instant = self.seats[p], self.setup.parks[park].instant
        self._pay(p, way)
        (seat.reserve if park in seat.reserve else self.shown["park"]).remove(park)
        seat.visited.append(park)
        if instant:
            self._gain(p, *instant)
            if self._effect(p) == "Adventure":
                self._gain(p, "roll", 1)

    def _buy(self, p: str, g: str, way: Any) -> None:
        self._done("buy")
        self._pay(p, way)
        self.first_use = False
        self.shown["gear"].remove(g)
        self.seats[p].gear.append(g)
        self.seats[p].bought += 1

    def _draw(self, p: str, deck: str, way: Any) -> None:
        self.drawing = deck
        if deck == "park":
            self._done("reserve", "parks")
            self._set_off(p, "action:reserve_park")
        elif deck == "token":
            self._done("canteen", "either")
        elif self._done("free_gear", "buy") == "buy":
            self._pay(p, way)
            self.first_use = False
            self.seats[p].bought += 1

    def _turn_up(self, _: None, card: str) -> None:
        assert self.drawing
        self.decks[self.drawing].remove(card)
        if self.drawing == "token":
            self.hand = card
        elif self.drawing == "park":
            self._reserved(self.actor, card)
        else:
            self.seats[self.actor].gear.append(card)
        self.drawing = None

    def _refill(self, _: None, card: str) -> None:
        deck = next(d for d in self.decks if card in self.decks[d])
        self.decks[deck].remove(card)
        self.shown[deck].insert(0, card)

    def _use(self, p: str, g: str) -> None:
        self.open["visits"], self.first_use = 0, False
        self.used.add(g)
        for kind, n in self.setup.gear[g].brings:
            self._gain(p, kind, n)

    def _flip(self, p: str, side: str) -> None:
        self.seats[p].side = side

    # -- turns and seasons -----------------------------------------------------------------------

    def _end_turn(self, p: str) -> None:
        self._new_turn()
        order = list(self.setup.players) * 2
        after = order[order.index(p) + 1 :]
        if not any(map(self._left, self.seats)):
            self.phase = "scoring"
        else:
            self.actor = next(q for q in after if self._left(q))

    def leaders(self) -> list[str]:
        """Return who has the Season Bonus, by what its tile counts."""
        count = {p: self._counted(p, self.setup.goals[self.season]) for p in self.seats}
        most = max(count.values())
        found = [p for p, n in count.items() if n == most and (n or self.silent["none_is_most"])]
        return found if len(found) == 1 or self.season == 2 or self.silent["ties_share"] else []

    def _bonus(self, p: str) -> None:
        self._new_turn()
        self.actor = p
        self.paid.add(p)
        free = {"sun": "free_gear", "water": "canteen", "forest": "reserve"}
        goal = self.setup.goals[self.season]
        kind = free.get(goal, "free_photo") if self.season == 0 else "roll"
        self._gain(p, kind, 2 if kind == "roll" else 1)

    def _season_ends(self, _: None) -> None:
        for seat in self.seats.values():
            seat.filled.clear()
        if self.season == SEASONS - 1:
            self.phase = "over"
            return
        self.season, self.phase, self.actor = self.season + 1, "set_up", self.first
        self.trail = {self.setup.parks_slot: "parks"}
        self.weather.clear()
        self.spaces.clear()
        self.paid.clear()
        self._new_turn()
        self.badge = self.badge if self.silent["badge_kept"] else None
        if len(self.shown["gear"]):
            self.shown["gear"].pop()
        for seat in self.seats.values():
            seat.hikers = [0, 0]
            seat.lit |= seat.doused or len(self.seats) > 3 or self.silent["fires_relit"]

    def _lay(self, _: None, site: str, slot: int) -> None:
        self.trail[slot] = site
        self.weather = {n: ("sun", "water")[n % 2] for n in self.trail if n >= 2}

    def _shutterbug(self, _: None, face: str) -> None:
        self.shutterbug = self._under(face)
        self.phase = "hike"

    # -- counting --------------------------------------------------------------------------------

    def symbols(self, p: str, kind: str) -> int:
        """Return how many symbols of a kind the costs of the visited Parks hold."""
        return sum(self.setup.parks[k].cost.get(kind, 0) for k in self.seats[p].visited)

    def asking(self, p: str, kind: str) -> int:
        """Return how many visited Parks ask for a kind, or have an instant action."""
        parks = [self.setup.parks[k] for k in self.seats[p].visited]
        return sum(bool(x.instant if kind == "instant" else x.cost.get(kind)) for x in parks)

    def _counted(self, p: str, goal: str) -> int:
        seat = self.seats[p]
        if self.season == 2:
            return self.symbols(p, goal)
        if goal == "gear":
            return sum(self.setup.gear[g].cost for g in seat.gear)
        if goal == "canteens":
            return sum(map(len, seat.rows.values()))
        return self.asking(p, goal) if goal == "instant" else seat.has[goal]

    def _passion(self, p: str) -> tuple[int, int, int]:
        """Return what the Passion counts, how many complete it, how many make a point."""
        seat = self.seats[p]
        parks = {"Adventure": ("instant", 2), "Birdwatching": ("sun", 2), "Kayaking": ("water", 2)}
        parks |= {"Forestry": ("forest", 3), "Mountaineering": ("mountain", 3)}
        marks = {"Botany": "forest", "Rock Climbing": "mountain", "Swimming": "water"}
        if seat.passion in parks:
            kind, needed = parks[seat.passion]
            return self.asking(p, kind), needed, 1
        if seat.passion in marks:
            return self.symbols(p, marks[seat.passion]), 3, 2
        return (len(seat.gear), 2, 1) if seat.passion == "Collecting" else (seat.photos, 1, 3)

    def _goal_met(self, p: str) -> bool:
        done = {"Collecting": self.seats[p].bought, "Wildlife": self.seats[p].wild_photos}
        count, needed, _ = self._passion(p)
        return done.get(self.seats[p].passion, count) >= needed

    def scores(self) -> dict[str, int]:
        """Return what each player has at the end of the game."""
        total: dict[str, int] = {}
        bonus = self.leaders()
        for p, seat in self.seats.items():
            count, _, group = self._passion(p)
            places = [q.photos > seat.photos for q in self.seats.values()]
            alike = sum(q.photos == seat.photos for q in self.seats.values())
            prizes = [3] if len(self.seats) == 2 else [4, 2]
            prize = dict(enumerate(prizes)).get(sum(places), 0) if seat.photos else 0
            total[p] = sum(self.setup.parks[k].points for k in seat.visited) + seat.photos
            total[p] += prize if alike == 1 or self.silent["photo_ties_share"] else 0
            total[p] += count // group if seat.side == "bonus" else 0
            total[p] += 3 * (p in bonus) + (p == self.first)
        return total

    def winners(self) -> set[str]:
        """Return who has most points, of those most Parks; who is still tied shares the victory."""
        scores = self.scores()
        rank = {p: (scores[p], len(seat.visited)) for p, seat in self.seats.items()}
        return {p for p in rank if rank[p] == max(rank.values())}
