"""Battles of Battle Arena, written from section 5 of the printed rules and the gists of the cards.

It shares nothing with the rulebook and imports nothing of this package. Guarantee: a `Game` never
changes; `legal` gives the deeds that the source allows, `step` the game after one of them, `power`
a Hero's Power now and `winner` who won a settled Battle.

Section 5 tells how Plays are committed, paid for and resolved, and what lasts. Of the rest of a
game it is silent; what is supposed here instead is `SILENCES`, and no difference about one of
them speaks against the rulebook.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field, replace
from pathlib import Path

SILENCES = {
    "who acts": "whose turn it is to run a Play: any player may",
    "winner": "who wins a Battle: the higher Power, and nobody at equal Powers",
    "where a run Play lies": "in play, at the Battle it was run in, until something moves it",
    "unpayable": "what happens after commitment if the cost cannot be paid: it is not committed",
    "this Battle": "a stated duration, so ongoing",
    "layers": "a Power set to a value by an instant is the number that lasting changes leave it at",
    "two copies": "two players' own copies of one Play are two effects",
    "copied by whom": "a copy ends what the copied Play brought about, whoever copies",
    "own copy again": "a copied instant changes Power again: only lasting effects do not stack",
    "empty pile": "a draw from too small a pile takes what is there",
    "substitution": "costs two Hot Dogs, as Plays that name the price say",
    "partial requirement": "a requirement that cannot be met in full moves no card",
    "below zero": "Power may fall below zero",
}

NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
SPANS = {
    "current": (0, 0),
    "following": (1, 1),
    "current and following": (0, 1),
    "two following": (1, 2),
    "7": (7, 7),
}


@dataclass(frozen=True)
class Part:
    """One thing that a Play does: what, to whom, how much, when it counts, and on what condition.

    `span` is None for an instant, else the first and last Battle counted from this one (0 is this
    one, 99 the end of the game, 7 for both is Battle 7).
    """

    what: str
    whom: str = "own"
    amount: int = 0
    span: tuple[int, int] | None = None
    own_weapon: str = ""
    foe_weapon: str = ""


@dataclass(frozen=True)
class Card:
    """A Play as its gist tells it: price, parts, the discard it begins with, window of Battles."""

    name: str
    cost: int
    parts: tuple[Part, ...]
    requires: tuple[str, int, str] | None = None
    battles: tuple[int, int] = (1, 99)


def _number(word: str) -> int:
    return NUMBERS.get(word.lower(), 0) or int(word)


def _whom(word: str) -> str:
    return {"own": "own", "your": "own", "every": "both", "both": "both"}.get(word.lower(), "foe")


_SPAN = (
    r"(?:of|for|in|during) (?:the )?(?:battle (?=7)|(?!7))"
    rf"(?P<s>{'|'.join(sorted(SPANS, key=len, reverse=True))})(?: battles?)?"
)
_ARMS = "Fire|Ice|Steel|Glow|Gum|Hex|Super"
_N = r"(?P<n>[+-]\d+)"
_PIECES: tuple[tuple[str, str], ...] = (
    (rf"(?P<w>own|foe's) (?:active |current )?hero(?: falls)? {_N}", "power"),
    (rf"(?P<ow>{_ARMS})-armed own hero {_N}", "power"),
    (rf"(?P<fw>{_ARMS})-armed foe hero {_N}", "power"),
    (rf"own hero {_N} against an? (?P<fw>{_ARMS})-armed one", "power"),
    (
        rf"own hero {_N} when (?P<ow>{_ARMS})-armed against a (?P<fw>{_ARMS})-armed foe",
        "power",
    ),
    (rf"(?P<w>own|foe's|your) (?:hero|heroes) {_SPAN} {_N}(?: each)?", "power"),
    (rf"(?P<w>own|foe's) (?:active )?hero {_N} {_SPAN}", "power"),
    (rf"(?P<w>own|foe's) following hero {_N}", "power next"),
    (rf"until the game ends, each (?P<w>own|foe) hero {_N}", "power rest"),
    (
        rf"until the game ends, (?P<w>every) (?P<aw>{_ARMS})-armed hero {_N}",
        "power rest",
    ),
    (
        rf"until the game ends, (?P<w>foe's) hero {_N} whenever your .* (?P<ow>{_ARMS})-armed",
        "power rest",
    ),
    (r"take (?P<n>\w+)(?: extra)? plays?", "take"),
    (r"(?P<n>\w+) plays? taken", "take"),
    (r"you take (?P<n>\w+) plays?", "take"),
    (r"(?P<w>foe) takes (?P<n>\w+)(?: plays?)?", "take"),
    (r"recover (?P<n>\w+) (?:discarded )?hot dogs?", "recover"),
    (r"(?P<w>both) sides recover (?P<n>\w+) hot dogs", "recover"),
    (r"(?P<w>foe) recovers (?P<n>\w+) hot dogs?", "recover"),
    (r"(?P<w>foe) (?:loses|discards) (?P<n>\w+) hot dogs?", "lose"),
    (r"(?P<w>both) sides discard (?P<n>\w+) hot dogs", "lose"),
    (r"own active hero drops to 0", "zero"),
    (r"own hero goes back to its starting value", "reset"),
    (r"own hero's power becomes equal to the foe hero's current value", "level"),
    (rf"(?P<w>foe) runs no plays {_SPAN}(?:, turn end included)?", "bar run"),
    (rf"(?P<w>foe) is barred from running plays {_SPAN}", "bar run"),
    (rf"(?P<w>foe) is barred from substituting {_SPAN}", "bar substitute"),
    (r"until the game ends, (?P<w>foe) is barred from substituting", "bar substitute rest"),
    (rf"own plays(?:, itself counted,)? cost (?P<n>\d) less {_SPAN}", "cheaper"),
    (r"return one own play used in an earlier battle to hand", "return"),
    (r"takes over both cost and effect of your most recently run play", "copy"),
)
_REQUIRES = re.compile(
    rf"discard(?:ing)? (?P<n>\w+) (?:other )?(?:(?P<a>{_ARMS})-armed )?(?:hand )?"
    r"(?P<k>plays?|hero(?:es)?)(?: in hand)?",
    re.IGNORECASE,
)


def _part(piece: str) -> Part | None:
    """What one piece of a gist does, or None if it is none of the simple ones."""
    for pattern, what in _PIECES:
        met = re.fullmatch(pattern, piece.strip(" ."), re.IGNORECASE)
        if met is None:
            continue
        told = {k: v for k, v in met.groupdict().items() if v}
        span = SPANS[told["s"].lower()] if "s" in told else None
        verb, _, lasts = what.partition(" ")
        if lasts.endswith("rest"):
            span = (0, 99)
        elif lasts == "next":
            span = (1, 1)
        if verb == "bar":
            verb = what.removesuffix(" rest")
        weapon = told.get("aw", "")
        foe = "fw" in told and "ow" not in told and "against" not in piece
        whom = "foe" if foe else _whom(told.get("w", "own"))
        amount = told.get("n", "0")
        return Part(
            verb,
            whom,
            int(amount) if verb in ("power", "cheaper") else _number(amount),
            span,
            weapon or told.get("ow", ""),
            told.get("fw", ""),
        )
    return None


def card(row: dict[str, str]) -> Card | None:
    """The Play of one row of the printed table, or None if its gist is not simple enough."""
    gist = row["gist"].strip(".")
    window = re.fullmatch(r"battle(>=|<=|==)(\d)", row["play_window"])
    battles = (1, 99)
    if window is not None:
        at = int(window[2])
        battles = {">=": (at, 99), "<=": (1, at), "==": (at, at)}[window[1]]
        gist = gist.partition(": ")[2] or gist
    elif row["play_window"] != "any":
        return None
    if gist.startswith("With a"):
        return None
    pieces = re.split(r"; | and (?=foe|you|\w+ plays? taken)|(?<!ends), (?=own|foe)", gist)
    requires = None
    met = _REQUIRES.fullmatch(pieces[0])
    if met is not None and len(pieces) > 1:
        kind = "play" if met["k"].lower().startswith("play") else "hero"
        requires = (kind, _number(met["n"]), (met["a"] or "").title())
        pieces = pieces[1:]
    parts = [_part(one) for one in pieces]
    if any(one is None for one in parts):
        return None
    return Card(
        row["name"],
        int(row["hot_dog_cost"]),
        tuple(one for one in parts if one is not None),
        requires,
        battles,
    )


def cards(path: Path) -> dict[str, Card]:
    """The Plays of the printed table that are simple enough to be simulated, by name."""
    with path.open(encoding="utf-8", newline="") as source:
        read = [card(row) for row in csv.DictReader(source)]
    return {one.name: one for one in read if one is not None}


@dataclass(frozen=True)
class Hero:
    """A Hero card: its name, starting Power and weapon."""

    name: str
    power: int
    weapon: str


@dataclass(frozen=True)
class Side:
    """What a player has: hands, piles, Hot Dogs left and spent, the active Hero and its number."""

    hand: tuple[str, ...] = ()
    heroes: tuple[Hero, ...] = ()
    playbook: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    dogs: int = 10
    spent: int = 0
    hero: Hero | None = None
    number: int = 0
    revealed: bool = False


@dataclass(frozen=True)
class Lasting:
    """An ongoing effect: of which Play, made by whom, acting on whom, from Battle to Battle."""

    play: str
    maker: int
    part: Part
    first: int
    last: int


@dataclass(frozen=True)
class Game:
    """A game of players 0 and 1, in one Battle; `run` holds (player, Play, Battle) in order."""

    known: dict[str, Card] = field(compare=False)
    sides: tuple[Side, Side] = (Side(), Side())
    battle: int = 1
    run: tuple[tuple[int, str, int], ...] = ()
    lasting: tuple[Lasting, ...] = ()
    laid: tuple[int, str] | None = None
    settled: tuple[int | None, ...] = ()

    def side(self, player: int, **new: object) -> Game:
        """The game with one side changed."""
        changed = replace(self.sides[player], **new)  # type: ignore[arg-type]
        both = (changed, self.sides[1]) if player == 0 else (self.sides[0], changed)
        return replace(self, sides=both)


def live(game: Game) -> list[Lasting]:
    """The ongoing effects that act in this Battle."""
    return [one for one in game.lasting if one.first <= game.battle <= one.last]


def touched(part: Part, maker: int) -> tuple[int, ...]:
    """The players whom a part of `maker`'s Play acts on."""
    return {"own": (maker,), "foe": (1 - maker,), "both": (0, 1)}[part.whom]


def holds(game: Game, part: Part, maker: int, player: int) -> bool:
    """Whether the weapons are as the part wants them, for its effect on `player`."""
    own, foe = game.sides[maker].hero, game.sides[1 - maker].hero
    if part.whom == "both":
        own = game.sides[player].hero
    right = not part.own_weapon or (own is not None and own.weapon == part.own_weapon)
    return right and (not part.foe_weapon or (foe is not None and foe.weapon == part.foe_weapon))


def power(game: Game, player: int) -> int:
    """The Power of a player's active Hero now: its number and what lasting changes add."""
    total = game.sides[player].number
    for one in live(game):
        if one.part.what == "power" and player in touched(one.part, one.maker):
            total += one.part.amount * holds(game, one.part, one.maker, player)
    return total


def price(game: Game, player: int, name: str) -> int:
    """What a Play costs a player now, in Hot Dogs."""
    spared = sum(
        one.part.amount
        for one in live(game)
        if one.part.what == "cheaper" and player in touched(one.part, one.maker)
    )
    return max(0, game.known[name].cost - spared)


def barred(game: Game, player: int, deed: str) -> bool:
    """Whether an ongoing effect bars the player from running Plays or from Substituting."""
    return any(
        one.part.what == f"bar {deed}" and player in touched(one.part, one.maker)
        for one in live(game)
    )


def legal(game: Game) -> set[tuple[object, ...]]:
    """The deeds that the source allows now.

    A Hero is fielded and revealed, a Play laid, taken back or run (committed, paid for and
    resolved in one: nothing may come between them), a Hero substituted, the Battle settled.
    """
    deeds: set[tuple[object, ...]] = set()
    if game.laid is not None:
        return {("take back", *game.laid), ("run", *game.laid)}
    for player, side in enumerate(game.sides):
        if side.hero is None:
            deeds |= {("field", player, hero.name) for hero in side.heroes}
        elif not side.revealed:
            deeds.add(("reveal", player))
    if not all(side.revealed for side in game.sides):
        return deeds
    for player, side in enumerate(game.sides):
        for name in side.hand:
            low, high = game.known[name].battles
            if low <= game.battle <= high and price(game, player, name) <= side.dogs:
                deeds |= {("lay", player, name)} if not barred(game, player, "run") else set()
        if side.dogs >= 2 and not barred(game, player, "substitute"):
            deeds |= {("substitute", player, hero.name) for hero in side.heroes}
    return deeds | {("settle",)}


def meets(game: Game, player: int, need: tuple[str, int, str] | None) -> tuple[Game, bool]:
    """The game after the discard that a Play demands first, and whether it was made in full."""
    if need is None:
        return game, True
    kind, count, weapon = need
    side = game.sides[player]
    if kind == "play":
        if len(side.hand) < count:
            return game, False
        gone = side.hand[:count]
        return game.side(player, hand=side.hand[count:], discard=side.discard + gone), True
    fits = [hero for hero in side.heroes if not weapon or hero.weapon == weapon][:count]
    if len(fits) < count:
        return game, False
    left = tuple(hero for hero in side.heroes if hero not in fits)
    names = tuple(hero.name for hero in fits)
    return game.side(player, heroes=left, discard=side.discard + names), True


def ended(game: Game, name: str) -> Game:
    """The game without the ongoing effects of a Play that left play or is used again."""
    return replace(game, lasting=tuple(one for one in game.lasting if one.play != name))


def does(game: Game, part: Part, maker: int, name: str) -> Game:
    """The game after one part of a Play; what cannot be done is ignored."""
    if part.span is not None:
        first, last = part.span
        if part.span != (7, 7):
            first, last = game.battle + first, game.battle + last
        return replace(game, lasting=(*game.lasting, Lasting(name, maker, part, first, last)))
    for player in touched(part, maker):
        side = game.sides[player]
        if part.what == "power" and holds(game, part, maker, player):
            game = game.side(player, number=side.number + part.amount)
        elif part.what in ("zero", "reset", "level") and side.hero is not None:
            aim = {"zero": 0, "reset": side.hero.power, "level": power(game, 1 - player)}[part.what]
            game = game.side(player, number=side.number + aim - power(game, player))
        elif part.what == "take":
            taken = side.playbook[: part.amount]
            game = game.side(player, hand=side.hand + taken, playbook=side.playbook[len(taken) :])
        elif part.what in ("recover", "lose"):
            fully = side.spent if part.what == "recover" else -side.dogs
            moved = min(part.amount, fully) if part.what == "recover" else -min(part.amount, -fully)
            game = game.side(player, dogs=side.dogs + moved, spent=side.spent - moved)
        elif part.what == "return":
            earlier = [n for p, n, b in game.run if p == player and b < game.battle]
            if earlier:
                back = earlier[-1]
                game = ended(game.side(player, hand=(*side.hand, back)), back)
                game = replace(game, run=tuple(r for r in game.run if r[:2] != (player, back)))
    return game


def _runs(game: Game, player: int, name: str) -> Game:
    """The game after a Play was committed, paid for and resolved."""
    side, cost, used = game.sides[player], price(game, player, name), name
    before = [n for p, n, _ in game.run if p == player]
    if any(part.what == "copy" for part in game.known[name].parts) and before:
        used, cost = before[-1], price(game, player, before[-1])
    hand = tuple(one for one in side.hand if one != name)
    game = game.side(player, hand=hand, dogs=side.dogs - cost, spent=side.spent + cost)
    game = replace(game, laid=None, run=(*game.run, (player, name, game.battle)))
    game, met = meets(game, player, game.known[used].requires)
    if any(part.span is not None for part in game.known[used].parts):
        game = replace(
            game,
            lasting=tuple(
                one
                for one in game.lasting
                if one.play != used or (used == name and one.maker != player)
            ),
        )
    for part in game.known[used].parts if met else ():
        game = does(game, part, player, used)
    return game


def step(game: Game, deed: tuple[object, ...]) -> Game:
    """The game after a legal deed."""
    verb, *rest = deed
    if verb == "settle":
        scores = power(game, 0), power(game, 1)
        won = None if scores[0] == scores[1] else int(scores[1] > scores[0])
        for player in (0, 1):
            game = game.side(player, hero=None, number=0, revealed=False)
        return replace(game, settled=(*game.settled, won), battle=game.battle + 1)
    player = int(str(rest[0]))
    side = game.sides[player]
    if verb in ("field", "substitute"):
        hero = next(one for one in side.heroes if one.name == rest[1])
        left = tuple(one for one in side.heroes if one is not hero)
        game = game.side(player, hero=hero, number=hero.power, heroes=left)
        if verb == "substitute":
            game = game.side(player, dogs=side.dogs - 2, spent=side.spent + 2)
        return game
    if verb == "reveal":
        return game.side(player, revealed=True)
    if verb == "lay":
        return replace(game, laid=(player, str(rest[1])))
    if verb == "take back":
        return replace(game, laid=None)
    return _runs(game, player, str(rest[1]))


def winner(game: Game, battle: int) -> int | None:
    """Who won a settled Battle; None if nobody did. Nothing that comes later changes it."""
    return game.settled[battle - 1]
