"""Random games of PARKS that the rulebook and the simulator play side by side.

In: the seed of a game. Out: the first step at which they differ, or None. Compared at each step are
the deeds that are open, and the table; at the end the scores and the winners. A deed of the
simulator that says how much Wildlife is paid is several happenings of the rulebook.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

from rulings.asking.legality import permitted
from rulings.session import Rulebook, Session
from tests.simulators.parks import Game
from tests.simulators.parks_table import RESOURCES, Deed, Gear, Park, Setup

CARDS = Path(__file__).parents[2] / "facts" / "parks" / "cards"
NAMES = ("ana", "ben", "cleo", "deb", "eli")
PASSIONS = (
    *("Adventure", "Birdwatching", "Botany", "Collecting", "Forestry", "Kayaking"),
    *("Mountaineering", "Rock Climbing", "Swimming", "Wildlife"),
)
TILES = (
    ("sun", "water", "forest", "mountain"),
    ("gear", "wildlife", "canteens", "instant"),
    ("sun", "water", "forest", "mountain"),
)
SEASON_NAMES = ("spring", "summer", "fall")
FACES = {
    "sun": ("sun", 2), "water": ("water", 2), "forest": ("forest", 1), "mountain": ("mountain", 1),
    "photo": ("photo", 1), "wildlife": ("trade", 1), "parks": ("parks", 1),
}  # fmt: skip
TOKENS = {f"c{n + 1}": face for n, face in enumerate([*FACES] * 3 + ["sun", "water", "forest"])}
BENEFITS = {
    "canteen_token": "canteen", "reservation": "reserve", "die_roll": "roll",
    "wildlife_trade": "trade", "photo_action": "photo", "parks_action": "parks",
}  # fmt: skip
RULINGS = {
    "weather_taken": "first_hiker_takes_weather",
    "bonus_first": "bonus_before_action",
    "doing_without": "doing_without",
    "wildlife_traded": "wildlife_traded",
    "badge_is_token": "photo_space_for_badge",
    "fires_relit": "fires_relit",
    "ties_share": "ties_share",
    "photo_ties_share": "photo_ties_share",
    "faces_matched": "faces_match_tokens",
    "badge_kept": "badge_stays",
}
ALWAYS = ("passing_over", "tiles_count_backpacks", "winners_in_any_order")
KEPT = (
    *("has", "stands", "lit", "reserved", "owns", "in_row", "watered", "badge", "weather"),
    *("first_hiker_token", "turn", "season", "site_number", "shutterbug", "in_hand"),
)


def _rows(name: str) -> list[dict[str, str]]:
    lines = (CARDS / name).read_text(encoding="utf-8").splitlines()
    rows = csv.reader(line for line in lines if not line.startswith("#"))
    head = [word.split(":")[-1].lower() for word in next(rows)]
    return [dict(zip(head, row, strict=True)) for row in rows]


@cache
def cards() -> tuple[dict[str, Park], dict[str, Gear]]:
    """Return the Park and Gear cards as their tables have them."""
    parks: dict[str, Park] = {}
    for row in _rows("parks.csv"):
        cost = {kind: int(row[kind]) for kind in RESOURCES if int(row[kind])}
        instant = BENEFITS.get(row["benefit"], row["benefit"]), int(row["amount"])
        parks[row["park"]] = Park(cost, int(row["points"]), instant if instant[1] else None)
    gear: dict[str, Gear] = {}
    for row in _rows("gear.csv"):
        on, brings = row["trigger"], (BENEFITS.get(row["benefit"], row["benefit"]), 1)
        trigger = f"site:{on.removesuffix('_site')}" if on.endswith("_site") else f"action:{on}"
        brings = brings[0], int(row["amount"])
        known = gear.get(row["gear"], Gear(int(row["cost"]), trigger, ()))
        gear[row["gear"]] = replace(known, brings=(*known.brings, brings))
    return parks, gear


@dataclass(frozen=True)
class Table:
    """What a game begins with, for both."""

    setup: Setup
    tiles: tuple[int, int, int]
    silences: dict[str, bool]

    @staticmethod
    def at_random(random: Random) -> Table:
        """Return players, Passions, Season Tiles and readings of the silences by chance."""
        players = NAMES[: random.randint(2, 5)]
        tiles = (random.randrange(4), random.randrange(4), random.randrange(4))
        goals = (TILES[0][tiles[0]], TILES[1][tiles[1]], TILES[2][tiles[2]])
        passions = dict(zip(players, random.sample(PASSIONS, len(players)), strict=True))
        tokens = {name: FACES[face] for name, face in TOKENS.items()}
        silences = {name: random.random() < 0.5 for name in RULINGS}
        return Table(Setup(players, passions, goals, *cards(), tokens), tiles, silences)

    def facts(self) -> Iterator[str]:
        """Yield it in the rule language."""
        players = self.setup.players
        yield from ("phase(set_up).", f"turn({players[0]}).", f"first_hiker_token({players[0]}).")
        yield from ("season(spring).", "site_number(parks_site, 5).")
        yield from ("room(parks_deck, 3).", "room(gear_deck, 4).")
        yield f"number_of_players({len(players)})."
        for n, p in enumerate(players):
            yield f"sits_left({players[(n + 1) % len(players)]}, {p})."
            yield from (f"stands({p}, {h}_hiker, trailhead)." for h in ("first", "second"))
            yield f"{'' if len(players) > 3 else 'not '}lit({p})."
            yield from (f"not enough({p}).", f"has({p}, sun, 0).", f"due({p}, photo_action, 0).")
            yield f"passion({p}, {self.setup.passions[p].lower().replace(' ', '_')}_passion)."
        for season, tile in zip(SEASON_NAMES, self.tiles, strict=True):
            yield f"season_tile({season}_{tile + 1})."
        for name, ruling in RULINGS.items():
            yield f"{'' if self.silences[name] else 'not '}ruled({ruling})."
        yield from ("photos_told.", *(f"ruled({ruling})." for ruling in ALWAYS))
        for token, face in TOKENS.items():
            yield f"copy({token}, canteen_{face})."
        for card in (*self.setup.parks, *self.setup.gear, *TOKENS):
            yield f"in_deck({card})."


class Adapter:
    """The deeds and the table of the simulator in the words of the rulebook."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def happenings(self, deed: Deed) -> list[str]:
        """Return what happens by a deed: Wildlife put in place of something, then the deed."""
        verb, p, *more = deed
        done = [str(one) for one in more]
        hiker = {"0": "first_hiker", "1": "second_hiker"}
        site = {n: f"{at}_site" for n, at in self.game.trail.items()} | {"end": "trail_end"}
        site |= {n: at.replace("die_", "trail_die_") for n, at in site.items()}
        ways = {
            "lay": lambda: f"lays({done[0].replace('die', 'trail_die')}_site, {done[1]})",
            "refill": lambda: f"is_laid({done[0]})",
            "shutterbug": lambda: f"falls({self._face(done[0])})",
            "turn_up": lambda: f"turns_up({self.game.actor}, {done[0]})",
            "hike": lambda: f"hikes({p}, {hiker[done[0]]}, {site[more[1]]})",
            "space": lambda: f"chooses_space({p}, {done[0]}_space)",
            "weather": lambda: f"takes_weather({p})",
            "roll": lambda: f"rolls({p}, {self._face(done[0])})",
            "photo": lambda: f"photographs({p}, {done[0]})",
            "trade": lambda: f"trades({p}, {done[0]})",
            "swap": lambda: f"swaps({p}, {done[0]})",
            "keep": lambda: f"keeps({p})",
            "fill": lambda: f"fills({p}, water, {done[0]}_row)",
            "take": lambda: f"places({p}, {done[0]}, {done[1]}_row)",
            "reserve": lambda: f"reserves({p}, {done[0]})",
            "visit": lambda: f"visits({p}, {done[0]})",
            "buy": lambda: f"buys({p}, {done[0]})",
            "draw": lambda: f"draws_from({p}, {self._deck(done[0])})",
            "use": lambda: f"uses({p}, {done[0]})",
            "flip": lambda: f"flips({p}, {self._side(done[0])})",
            "end_turn": lambda: f"ends_turn({p})",
            "bonus": lambda: f"takes_bonus({p})",
            "season_ends": lambda: f"ends_season({SEASON_NAMES[self.game.season]})",
        }
        return [*self._in_place(deed), ways[verb]()]

    def _in_place(self, deed: Deed) -> Iterator[str]:
        """Yield each Wildlife that a deed pays although its player has what is asked."""
        verb, p, *more = deed
        if verb not in ("visit", "buy", "draw") or not more[1]:
            return
        if verb == "visit":
            cost = self.game.park_cost(p, more[0])
        else:
            suns = 2 if verb == "draw" else self.game.setup.gear[more[0]].cost
            cost = self.game.gear_cost(p, suns)
        paid = dict(more[1])
        goods = self._deck(more[0]) if verb == "draw" else more[0]
        for kind, asked in cost.items():
            if kind != "wildlife":
                own = min(self.game.seats[p].has[kind], asked)
                yield from [f"substitutes({p}, {goods}, {kind})"] * (own - paid.get(kind, 0))

    def legal(self) -> set[str]:
        """Return what is open; of what can be paid in several ways the first Wildlife as well."""
        found: set[str] = set()
        for deed in self.game.legal():
            *before, last = self.happenings(deed)
            found |= {last, *before}
        return found

    def table(self) -> set[str]:
        """Return the facts of the table that the rulebook states as well."""
        game, found = self.game, set[str]()
        rows = {n: at.replace("die", "trail_die") + "_site" for n, at in game.trail.items()}
        places = {0: "trailhead", "end": "trail_end"} | rows
        for p, seat in game.seats.items():
            have = Counter(seat.has) + Counter(photo=seat.photos)
            found |= {f"has({p}, {kind}, {n})" for kind, n in have.items() if n}
            for h, at in enumerate(seat.hikers):
                place = places.get(at, f"{at}_space")
                found.add(f"stands({p}, {('first', 'second')[h]}_hiker, {place})")
            found |= {f"lit({p})"} if seat.lit else set()
            found |= {f"reserved({p}, {park})" for park in seat.reserve}
            found |= {f"owns({p}, {g})" for g in seat.gear}
            found |= {f"in_row({p}, {c}, {row}_row)" for row, cs in seat.rows.items() for c in cs}
            found |= {f"watered({p}, {row}_row)" for row in seat.filled}
        found |= {f"site_number({at}, {n})" for n, at in rows.items()}
        found |= {f"weather({rows[n]}, {kind})" for n, kind in game.weather.items()}
        found |= {f"badge({game.badge})"} if game.badge else set()
        found |= {f"in_hand({game.actor}, {game.hand})"} if game.hand else set()
        found |= {f"first_hiker_token({game.first})", f"season({SEASON_NAMES[game.season]})"}
        if game.phase == "hike":
            found |= {f"turn({game.actor})", f"shutterbug({rows[game.shutterbug or 0]})"}
        return found

    def _face(self, face: str) -> str:
        return "wild_face" if face == "wildlife" else f"{face}_face"

    def _deck(self, deck: str) -> str:
        return {"park": "parks_deck", "gear": "gear_deck", "token": "canteen_stack"}[deck]

    def _side(self, side: str) -> str:
        return {"gear": "gear_effect", "bonus": "end_game_bonus"}[side]


@dataclass(frozen=True)
class Difference:
    """Where the two differ: after which deeds, what only one of them has."""

    seed: int
    what: str
    only_rules: frozenset[str]
    only_simulator: frozenset[str]
    done: tuple[str, ...]


def stated(session: Session, game: Game) -> set[str]:
    """Return the facts that both are compared in."""
    found: set[str] = set()
    for atom, denied in session.facts():
        name = str(atom.predicate)
        kept = name in KEPT and not denied
        if name in ("turn", "shutterbug"):
            kept = kept and game.phase == "hike"
        row = [str(value) for value in atom.row]
        if kept and not (name == "has" and row[2] == "0"):
            found.add(f"{name}({', '.join(row)})")
    return found


def play(book: Rulebook, seed: int, **ruled: bool) -> tuple[int, Difference | None]:
    """Play one game on both; return how many steps were compared, and where they differ.

    What is `ruled` is read so by the simulator, whatever the table of the rulebook says.
    """
    random = Random(seed)
    table = Table.at_random(random)
    game = Game(table.setup, **(table.silences | ruled))
    session, adapter, done = book.table(table.facts()), Adapter(game), list[str]()
    for step in range(2000):
        found = _deeds(session), adapter.legal()
        what = "deeds"
        if found[0] == found[1]:
            found, what = (stated(session, game), adapter.table()), "table"
        if found[0] == found[1] and game.phase == "over":
            found, what = (_ends(session), _ended(game)), "score"
        if found[0] != found[1]:
            only = frozenset(found[0] - found[1]), frozenset(found[1] - found[0])
            return step, Difference(seed, what, *only, tuple(done))
        if game.phase == "over":
            return step, None
        deed = _chosen(game, random)
        for happening in adapter.happenings(deed):
            session = session.happen(f"{happening}.", strict=True)
            done.append(happening)
        game.play(deed)
    raise AssertionError("no end")


def _deeds(session: Session) -> set[str]:
    registry = session.rulebook.in_force
    allowed = permitted(session.said, session.evaluation, registry)
    sure = (one.atom for one in allowed if one.surely)
    return {f"{atom.predicate}({', '.join(map(str, atom.row))})" for atom in sure}


def _chosen(game: Game, random: Random) -> Deed:
    """Choose a kind of deed, then a deed: else the many Parks of the deck hide all others."""
    deeds = sorted(game.legal(), key=repr)
    verb = random.choice(sorted({deed[0] for deed in deeds}))
    return random.choice([deed for deed in deeds if deed[0] == verb])


def _ends(session: Session) -> set[str]:
    scores = {f"{p} has {n}" for p, n in session.query("?- total(P, N).")}
    return scores | {f"{p} wins" for (p,) in session.query("?- wins(P).")}


def _ended(game: Game) -> set[str]:
    scores = {f"{p} has {n}" for p, n in game.scores().items()}
    return scores | {f"{p} wins" for p in game.winners()}
