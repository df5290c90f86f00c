"""What lies on a table of PARKS, and where its printed rules are silent: the simulator's data."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Deed = tuple[Any, ...]

KINDS = ("forest", "mountain", "sun", "water")
RESOURCES = (*KINDS, "wildlife")
FACES = {"forest": 1, "mountain": 1, "sun": 2, "water": 2, "wildlife": 1, "canteen": 1}
SITES = ("forest", "mountain", "sun", "water", "wildlife", "canteen_photo", "gear", "die", "parks")
ACTIONS = {"wildlife": "trade", "canteen_photo": "either", "gear": "buy", "die": "roll"}
SPACES = {"parks": "parks", "photo": "photo", "gear": "buy"}
SEASONS = 3
ROWS = ("top", "middle", "bottom")

AT_ONCE = ("space", "water", "canteen", "roll")
"""Said to come at once: where a hiker stands, gained Water, what an instant action brings."""
LEFT_AT_WILL = ("extra_photo", "visits", "swap")
"""What the printed text itself says that a player may do."""

SILENCES = {
    # What is played unless a game says otherwise, and what the printed text does not say.
    "weather_taken": (False, "whether a hiker who stops at a site may take its Weather Token"),
    "bonus_first": (True, "whether a Trail End bonus is there before the action of its space"),
    "doing_without": (False, "whether what a turn brings may be left undone"),
    "wildlife_traded": (False, "whether Wildlife may be traded for Wildlife"),
    "badge_is_token": (True, "whether the Badge's holder is who does the Photo space twice"),
    "fires_relit": (True, "whether fires that set-up left out are relit after a season"),
    "ties_share": (True, "whether players tied for a Spring or Summer bonus all have it"),
    "photo_ties_share": (True, "whether players tied for Photos all have the prize of their place"),
    "none_is_most": (True, "whether players lead a Season Bonus who all have none"),
    "faces_matched": (True, "whether Wildlife and Canteen faces send the Shutterbug to a site"),
    "badge_kept": (True, "whether a held Badge stays with its player between Seasons"),
}


@dataclass(frozen=True)
class Park:
    """A Park Card: what it asks, what it is worth, what it brings at once."""

    cost: dict[str, int]
    points: int
    instant: tuple[str, int] | None = None


@dataclass(frozen=True)
class Gear:
    """A Gear card: its cost in Sun, the site or action that sets it off, what it brings."""

    cost: int
    trigger: str
    brings: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Setup:
    """What is given: players clockwise, cards, tokens, tiles, and how many lie open."""

    players: tuple[str, ...]
    passions: dict[str, str]
    goals: tuple[str, str, str]
    parks: dict[str, Park]
    gear: dict[str, Gear]
    tokens: dict[str, tuple[str, int]]
    open_parks: int = 3
    open_gear: int = 4
    parks_slot: int = 5


@dataclass
class Seat:
    """One player's things."""

    passion: str
    lit: bool
    doused: bool = False
    side: str | None = None
    has: Counter[str] = field(default_factory=Counter)
    photos: int = 0
    rows: dict[str, list[str]] = field(default_factory=lambda: {row: [] for row in ROWS})
    filled: set[str] = field(default_factory=set)
    gear: list[str] = field(default_factory=list)
    bought: int = 0
    wild_photos: int = 0
    reserve: list[str] = field(default_factory=list)
    visited: list[str] = field(default_factory=list)
    hikers: list[Any] = field(default_factory=lambda: [0, 0])
    """The number of a site, 0 for the Trailhead, "end", or a space of Trail's End."""
