"""Battles of Battle Arena, written from section 5 of the printed rules and the texts of the cards.

It shares nothing with the rulebook and imports nothing of this package. Guarantee: a `Game` never
changes; `legal` gives the deeds that the source allows, `step` the game after one of them, `power`
a Hero's Power now, `settled` of a game who won each Battle that is over.

Section 5 tells how Plays are committed, paid for and resolved, and what lasts. What is supposed
where it is silent is `SILENCES`: no difference about one of them speaks against the rulebook.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field, replace
from pathlib import Path

SILENCES = {
    "who acts": "whoever has not passed, while nothing is pending; a Battle ends when both have",
    "winner": "of a Battle: the higher Power, nobody at equal Powers or without both Heroes",
    "where a run Play lies": "in play, until something moves it",
    "substitute": "starts anew; the Hero before it, and one whose Battle is over, is discarded",
    "substitution": "costs two Hot Dogs, as Plays that name the price say",
    "unpayable": "a Play that cannot be paid for is not laid; while one lies nobody does more",
    "this Battle": "a stated duration, so ongoing",
    "two copies": "two players' own copies of one Play are two effects",
    "too few": "as many are drawn, recovered and lost as there are",
    "partial requirement": "a requirement that cannot be met in full moves no card",
    "numbered anew": "a Power set to a value by an instant is reached by changing its number",
}

ARMS = "Fire|Ice|Steel|Glow|Gum|Hex|Super"
NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
SPANS = {
    "two following": (1, 2),
    "current and following": (0, 1),
    "current": (0, 0),
    "following": (1, 1),
    "7": (7, 7),
}


@dataclass(frozen=True)
class Part:
    """One thing that a Play does: what, to whom, how much, when it counts, and on what condition.

    `span` is None for an instant, else the first and last Battle counted from this one (0 is this
    one, 99 the end of the game; 7 for both is Battle 7). `kind` is the sort of card that is moved.
    """

    what: str
    whom: str = "own"
    amount: int = 0
    span: tuple[int, int] | None = None
    own_weapon: str = ""
    foe_weapon: str = ""
    kind: str = ""
    required: bool = False


@dataclass(frozen=True)
class Card:
    """A Play as its text tells it: price, parts in their order, window of Battles."""

    name: str
    cost: int
    parts: tuple[Part, ...]
    battles: tuple[int, int] = (1, 99)


_N = r"(?P<n>[+-]\d+)"
_C = (
    rf"(?P<n>\w+)(?: other| extra)? (?:(?P<aw>{ARMS})-armed )?(?:hand )?"
    r"(?P<k>play|hero)(?:e?s)?(?: card)?"
)
_S = rf"(?:of|for|in|during) (?:the )?(?:battle (?=7))?(?P<s>{'|'.join(SPANS)})(?: battles?)?"
_BETWEEN = r"; | and (?=foe|you|\w+ plays? taken)|(?<!ends), (?=own|foe|then|take)"
_PIECES: tuple[tuple[str, str], ...] = (
    (rf"(?P<w>own|foe's) (?:active |current )?hero {_N}", "power"),
    (rf"(?P<ow>{ARMS})-armed own hero {_N}", "power"),
    (rf"(?P<fw>{ARMS})-armed (?P<w>foe) hero {_N}", "power"),
    (rf"own hero {_N} against an? (?P<fw>{ARMS})-armed one", "power"),
    (rf"own hero {_N} when (?P<ow>{ARMS})-armed against a (?P<fw>{ARMS})-armed foe", "power"),
    (rf"(?P<w>own|foe's|your) (?:hero|heroes) {_S} {_N}(?: each)?", "power"),
    (rf"(?P<w>own|foe's) (?:active )?hero {_N} {_S}", "power"),
    (rf"(?P<w>own|foe's) following hero {_N}", "power next"),
    (rf"until the game ends, each (?P<w>own|foe) hero {_N}", "power rest"),
    (rf"until the game ends, (?P<w>every) (?P<ow>{ARMS})-armed hero {_N}", "power rest"),
    (rf"until the game ends, (?P<w>foe's) hero {_N} when.* (?P<ow>{ARMS})-armed", "power rest"),
    (rf"(?:then |you )?take {_C}(?: off the own deck)?", "take"),
    (r"take (?P<n>one) card off the own (?P<k>play)book", "take"),
    (rf"{_C} taken", "take"),
    (rf"(?P<w>foe) takes {_C}", "take"),
    (r"recover (?P<n>\w+) (?:discarded )?hot dogs?", "recover"),
    (r"(?P<w>both) sides recover (?P<n>\w+) hot dogs", "recover"),
    (r"(?P<w>foe) recovers (?P<n>\w+) hot dogs?", "recover"),
    (r"(?P<w>foe) (?:loses|discards) (?P<n>\w+) hot dogs?", "lose"),
    (r"(?P<w>both) sides discard (?P<n>\w+) hot dogs", "lose"),
    (rf"(?:then )?discard {_C}(?: in hand)?", "discard"),
    (rf"(?P<w>foe) discards {_C} at random", "discard"),
    (r"own active hero drops to 0", "zero"),
    (r"own hero goes back to its starting value", "reset"),
    (r"own hero's power becomes equal to the foe hero's current value", "level"),
    (rf"(?P<w>foe) (?:runs no plays|is barred from running plays) {_S}", "bar run"),
    (rf"(?P<w>foe) is barred from substituting {_S}", "bar substitute"),
    (r"until the game ends, (?P<w>foe) is barred from substituting", "bar substitute rest"),
    (rf"own plays cost (?P<n>\d) less {_S}", "cheaper"),
    (rf"foe's plays are (?P<n>\d) dearer {_S}", "dearer"),
)  # fmt: skip


def _part(piece: str, first: bool) -> Part | None:
    """What one piece of a text does, or None if it is none of the simple ones."""
    for pattern, what in _PIECES:
        met = re.fullmatch(pattern, piece.strip(" ."), re.IGNORECASE)
        if met is None:
            continue
        told = {name: value for name, value in met.groupdict().items() if value}
        verb = what.removesuffix(" rest").removesuffix(" next")
        span = SPANS[told["s"].lower()] if "s" in told else None
        if what != verb:
            span = (0, 99) if what.endswith("rest") else (1, 1)
        who, count = told.get("w", "own").lower(), told.get("n", "0").lower()
        whom = {"own": "own", "your": "own", "every": "both", "both": "both"}.get(who, "foe")
        amount = NUMBERS[count] if count in NUMBERS else int(count)
        arms = told.get("aw") or told.get("ow", "")
        needed = verb == "discard" and first and not piece.lower().startswith("foe")
        if verb == "dearer":
            verb, whom, amount = "cheaper", "foe", -amount
        return Part(
            verb, whom, amount, span, arms, told.get("fw", ""), told.get("k", "").lower(), needed
        )
    return None


def card(name: str, cost: int, text: str) -> Card | None:
    """The Play of one printed text, or None if it is not simple enough."""
    window = re.match(r"(from|only in) battle (\d)(?: on)?: ", text, re.IGNORECASE)
    low = int(window[2]) if window else 1
    high = low if window and window[1].lower() == "only in" else 99
    whole = text[window.end() :] if window else text
    pieces = re.split(_BETWEEN, whole)
    parts = [_part(one, len(pieces) > 1 and not at) for at, one in enumerate(pieces)]
    done = tuple(one for one in parts if one is not None)
    return Card(name, cost, done, (low, high)) if len(done) == len(pieces) else None


def cards(path: Path) -> dict[str, Card]:
    """The Plays of a table of names, costs and texts that are simple enough, by name."""
    with path.open(encoding="utf-8", newline="") as source:
        rows = list(csv.reader(line for line in source if not line.startswith("#")))[1:]
    read = [card(name, int(cost), text) for name, cost, text in rows]
    return {one.name: one for one in read if one is not None}


@dataclass(frozen=True)
class Hero:
    """A Hero card: its name, starting Power and weapon."""

    name: str
    power: int
    weapon: str


@dataclass(frozen=True)
class Side:
    """What a player has: hand, piles, Hot Dogs left and spent, the active Hero and its number."""

    hand: tuple[str, ...] = ()
    playbook: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    dogs: int = 10
    spent: int = 0
    hero: str = ""
    number: int = 0
    passed: bool = False


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
    """A game of players 0 and 1: the Battle, what lasts, the card on the table, what is due."""

    plays: dict[str, Card] = field(compare=False)
    heroes: dict[str, Hero] = field(compare=False)
    sides: tuple[Side, Side] = (Side(), Side())
    battle: int = 1
    lasting: tuple[Lasting, ...] = ()
    laid: tuple[int, str, bool] | None = None
    due: tuple[tuple[int, str, Part], ...] = ()
    settled: tuple[int | None, ...] = ()

    def side(self, player: int, **new: object) -> Game:
        """The game with one side changed."""
        changed = replace(self.sides[player], **new)  # type: ignore[arg-type]
        both = (changed, self.sides[1]) if player == 0 else (self.sides[0], changed)
        return replace(self, sides=both)


Deed = tuple[str | int, ...]


def live(game: Game, what: str, player: int) -> list[Lasting]:
    """The ongoing effects of one sort that act on a player in this Battle."""
    return [
        one
        for one in game.lasting
        if one.first <= game.battle <= one.last
        and one.part.what == what
        and player in touched(one.part, one.maker)
    ]


def touched(part: Part, maker: int) -> tuple[int, ...]:
    """The players whom a part of `maker`'s Play acts on."""
    return {"own": (maker,), "foe": (1 - maker,), "both": (0, 1)}[part.whom]


def holds(game: Game, part: Part, maker: int, player: int) -> bool:
    """Whether the weapons are as the part wants them, for its effect on `player`."""
    mine = game.heroes.get(game.sides[player if part.whom == "both" else maker].hero)
    theirs = game.heroes.get(game.sides[1 - maker].hero)
    return all(
        not wanted or (hero is not None and hero.weapon == wanted)
        for wanted, hero in ((part.own_weapon, mine), (part.foe_weapon, theirs))
    )


def power(game: Game, player: int) -> int:
    """The Power of a player's active Hero now: its number and what lasting changes add."""
    return game.sides[player].number + sum(
        one.part.amount * holds(game, one.part, one.maker, player)
        for one in live(game, "power", player)
    )


def price(game: Game, player: int, name: str) -> int:
    """What a Play costs a player now, in Hot Dogs."""
    spared = sum(one.part.amount for one in live(game, "cheaper", player))
    return max(0, game.plays[name].cost - spared)


def fitting(game: Game, player: int, part: Part) -> tuple[str, ...]:
    """The cards of a player's pile or hand that a draw or a discard may move."""
    side = game.sides[player]
    if part.what == "take":
        return side.deck if part.kind == "hero" else side.playbook
    if part.kind == "play":
        return tuple(one for one in side.hand if one in game.plays)
    heroes = (one for one in side.hand if one in game.heroes)
    return tuple(h for h in heroes if part.own_weapon in ("", game.heroes[h].weapon))


def legal(game: Game) -> set[Deed]:
    """The deeds that the source allows now: only what is due, while something is due."""
    if game.due:
        maker, _, part = game.due[0]
        verb = "draw" if part.what == "take" else "discard"
        (player,) = touched(part, maker)
        return {(verb, player, name) for name in fitting(game, player, part)}
    if game.laid is not None:
        player, name, free = game.laid
        if free:
            return {("pay", player, price(game, player, name))}
        return {("take back", player, name), ("let go", player, name)}
    deeds: set[Deed] = set()
    fought = all(side.hero or not game.heroes.keys() & side.hand for side in game.sides)
    for player, side in enumerate(game.sides):
        heroes = [one for one in side.hand if one in game.heroes]
        if not side.hero:
            deeds |= {("field", player, name) for name in heroes}
        elif not side.passed and side.dogs >= 2 and not live(game, "bar substitute", player):
            deeds |= {("substitute", player, name) for name in heroes}
        if not fought or side.passed:
            continue
        deeds.add(("pass", player))
        for name in side.hand if not live(game, "bar run", player) else ():
            if name not in game.plays or price(game, player, name) > side.dogs:
                continue
            deeds.add(("lay", player, name))
            low, high = game.plays[name].battles
            if low <= game.battle <= high:
                deeds.add(("run", player, name))
    return deeds | ({("settle",)} if all(side.passed for side in game.sides) else set())


def ended(game: Game, name: str, maker: int) -> Game:
    """The game without the ongoing effects of a player's Play: it left play or is used again."""
    left = tuple(one for one in game.lasting if (one.play, one.maker) != (name, maker))
    return replace(game, lasting=left)


def becomes(game: Game, player: int, aim: int) -> Game:
    """The game in which a Hero's Power is `aim` now: its number is changed by what is missing."""
    return game.side(player, number=game.sides[player].number + aim - power(game, player))


def does(game: Game, part: Part, maker: int, name: str) -> Game:
    """The game after one part of a Play that needs no choice; what cannot be done is ignored."""
    if part.span is not None:
        base = 0 if part.span == (7, 7) else game.battle
        first, last = (base + at for at in part.span)
        return replace(game, lasting=(*game.lasting, Lasting(name, maker, part, first, last)))
    for player in touched(part, maker):
        side = game.sides[player]
        if part.what == "power" and holds(game, part, maker, player):
            game = game.side(player, number=side.number + part.amount)
        elif part.what == "level" and all(one.hero for one in game.sides):
            game = becomes(game, player, power(game, 1 - player))
        elif part.what in ("zero", "reset") and side.hero:
            game = becomes(game, player, game.heroes[side.hero].power * (part.what == "reset"))
        elif part.what in ("recover", "lose"):
            more = part.what == "recover"
            moved = min(part.amount, side.spent) if more else -min(part.amount, side.dogs)
            game = game.side(player, dogs=side.dogs + moved, spent=side.spent - moved)
    return game


def proceeds(game: Game) -> Game:
    """The game after what is due, up to the next choice of a card."""
    while game.due:
        (maker, name, part), rest = game.due[0], game.due[1:]
        if part.what not in ("take", "discard"):
            game = does(replace(game, due=rest), part, maker, name)
            continue
        have = len(fitting(game, touched(part, maker)[0], part))
        if part.required and have < part.amount:
            return replace(game, due=())
        if have and part.amount:
            return game
        game = replace(game, due=rest)
    return game


def used(game: Game, player: int, name: str) -> Game:
    """The game after a Play that is paid for, or a copied one, took effect as a new instance."""
    game = ended(game, name, player)
    due = tuple((player, name, part) for part in game.plays[name].parts)
    return proceeds(replace(game, due=due))


def moved(game: Game, player: int, name: str) -> Game:
    """The game after a card was drawn or discarded for what is due first."""
    (maker, play, part), rest = game.due[0], game.due[1:]
    side = game.sides[player]
    if part.what == "take":
        piles = {"playbook": side.playbook, "deck": side.deck, "hand": (*side.hand, name)}
        source = "deck" if part.kind == "hero" else "playbook"
    else:
        piles, source = {"hand": side.hand, "discard": (*side.discard, name)}, "hand"
    piles[source] = tuple(one for one in piles[source] if one != name)
    game = game.side(player, **piles)
    left = replace(part, amount=part.amount - 1, required=False)
    return proceeds(replace(game, due=((maker, play, left), *rest)))


def step(game: Game, deed: Deed) -> Game:
    """The game after a legal deed."""
    if deed == ("settle",):
        scores = power(game, 0), power(game, 1)
        fought = scores[0] != scores[1] and all(side.hero for side in game.sides)
        won = int(scores[1] > scores[0]) if fought else None
        for player, side in enumerate(game.sides):
            gone = (*side.discard, side.hero) if side.hero else side.discard
            game = game.side(player, hero="", number=0, passed=False, discard=gone)
        return replace(game, settled=(*game.settled, won), battle=game.battle + 1)
    verb, player, name = str(deed[0]), int(deed[1]), str(deed[-1])
    side = game.sides[player]
    if verb == "pass":
        return game.side(player, passed=True)
    if verb in ("draw", "discard"):
        return moved(game, player, name)
    hand = tuple(one for one in side.hand if one != name)
    if verb in ("field", "substitute"):
        spent = 2 if verb == "substitute" else 0
        gone = (*side.discard, side.hero) if spent else side.discard
        game = game.side(player, hero=name, number=game.heroes[name].power, discard=gone)
        return game.side(player, hand=hand, dogs=side.dogs - spent, spent=side.spent + spent)
    if verb == "lay":
        return replace(game.side(player, hand=hand), laid=(player, name, False))
    if verb == "take back":
        return replace(game.side(player, hand=(*side.hand, name)), laid=None)
    if game.laid is not None:
        name = game.laid[1]
    cost = price(game, player, name)
    if verb == "let go" and cost:
        return replace(game, laid=(player, name, True))
    game = game.side(player, hand=hand, dogs=side.dogs - cost, spent=side.spent + cost)
    return used(replace(game, laid=None), player, name)
