"""Games of Battle Arena played twice, by the rulebook and by the simulator: where they differ."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from rulings import Rulebook, Session
from tests.simulators import boba

PLAYERS = ("Ana", "Ben")
DEEDS = {
    "sends": "field",
    "substitutes": "substitute",
    "places": "lay",
    "takes_back": "take back",
    "commits": "let go",
    "pays": "pay",
    "runs": "run",
    "draws_card": "draw",
    "discards": "discard",
    "passes": "pass",
    "ends_battle": "settle",
}
NAMES = ("Ash", "Alder", "Aspen", "Acer", "Birch", "Beech", "Balsa", "Box", "Cedar", "Elder")
RULED = """
The table plays that the higher Power wins a battle.
A substitution costs 2 Hot Dogs.
A substitute does not keep what Plays gave the Hero before.
"""


@dataclass(frozen=True)
class Difference:
    """Where the two differ: after which deeds, in what, and what each of them says."""

    deeds: tuple[boba.Deed, ...]
    what: str
    rulebook: object
    simulator: object


def dealt(rng: Random, plays: dict[str, boba.Card], battles: int) -> tuple[boba.Game, str]:
    """A random table of both: the game, and the lines that tell it to the rulebook."""
    weapons = [rng.choice(("fire", "ice", "steel", "glow")) for _ in NAMES]
    heroes = {
        name: boba.Hero(name, rng.randrange(80, 160, 5), weapon.title())
        for name, weapon in zip(NAMES, weapons, strict=True)
    }
    cards = rng.sample(sorted(plays), 22)
    game = boba.Game(plays, heroes)
    lines = [RULED.strip(), "It is battle 1.", f"The game has {battles} battles."]
    for name, hero in heroes.items():
        lines.append(f"{name} has a Power of {hero.power}.")
        lines.append(f"{name} bears {hero.weapon.lower()}.")
    for at, player in enumerate(PLAYERS):
        own, trees = cards[at::2], list(NAMES[at::2])
        dogs = rng.randrange(1, 9)
        piles = {
            "hand": (*own[:6], *trees[:3]),
            "playbook": tuple(own[6:]),
            "deck": tuple(trees[3:]),
        }
        game = game.side(at, dogs=dogs, **piles)
        lines += [f"{player} takes part.", f"{player} has {dogs} Hot Dogs."]
        lines += [f"{player} has 0 spent Hot Dogs.", f"{player} brings {dogs} Hot Dogs."]
        for zone, held in piles.items():
            lines += [f'"{name}" is in {player}\'s {zone}.' for name in held]
    return game, "\n".join(lines)


def deeds(session: Session, heroes: dict[str, boba.Hero]) -> dict[boba.Deed, str]:
    """What the rulebook allows, in the simulator's words, with the facts that can happen."""
    found: dict[boba.Deed, str] = {}
    for one in session.legal():
        if one.kind not in DEEDS or not one.surely:
            continue
        (values,) = csv.reader([one.fact[len(one.kind) + 1 : -2]], skipinitialspace=True)
        verb = DEEDS[one.kind]
        if verb == "settle":
            found[("settle",)] = one.fact
            continue
        player = PLAYERS.index(values[0].title())
        rest: list[str | int] = [int(values[1])] if verb == "pay" else list(values[1:2])
        rest = [str(one).title() if str(one).title() in heroes else one for one in rest]
        found[(verb, player, *rest)] = one.fact
    return found


def seen(session: Session, heroes: dict[str, boba.Hero]) -> dict[str, object]:
    """What the rulebook says lies where, is left, and how strong the Heroes are."""
    lies = {
        (str(card).title() if str(card).title() in heroes else card, str(player).title(), zone)
        for card, player, zone in session.query("lies(C, P, Z)")
        if zone != "play_area"
    }
    return {
        "where cards lie": lies,
        "Hot Dogs": {(str(p).title(), n) for p, n in session.query("hot_dogs(P, N)")},
        "Power": {(str(p).title(), n) for p, n in session.query("hero_power(P, N)")},
    }


def supposed(game: boba.Game) -> dict[str, object]:
    """The same as the simulator has it."""
    lies = {
        (card, player, zone)
        for side, player in zip(game.sides, PLAYERS, strict=True)
        for zone, pile in (
            ("hand", side.hand),
            ("playbook", side.playbook),
            ("deck", side.deck),
            ("discard_pile", side.discard),
        )
        for card in pile
    }
    sides = list(zip(game.sides, PLAYERS, strict=True))
    return {
        "where cards lie": lies,
        "Hot Dogs": {(player, side.dogs) for side, player in sides},
        "Power": {(p, boba.power(game, at)) for at, (s, p) in enumerate(sides) if s.hero},
    }


def compared(
    book: Rulebook, plays: dict[str, boba.Card], seed: int, battles: int = 3
) -> Iterator[Difference]:
    """The first differences of one random game; none where the two agree to its end."""
    rng = Random(seed)
    game, lines = dealt(rng, plays, battles)
    session = book.situation(lines)
    done: tuple[boba.Deed, ...] = ()
    while game.battle <= battles:
        allowed, legal = deeds(session, game.heroes), boba.legal(game)
        if allowed.keys() != legal:
            yield Difference(done, "legal deeds", set(allowed) - legal, legal - set(allowed))
            return
        deed = rng.choice(sorted(legal, key=str))
        session, game, done = session.happen(allowed[deed]), boba.step(game, deed), (*done, deed)
        mine, theirs = seen(session, game.heroes), supposed(game)
        for what in mine if not game.due else ():
            if mine[what] != theirs[what]:
                yield Difference(done, what, mine[what], theirs[what])
                return
    won = {int(b): PLAYERS.index(str(p).title()) for b, p in session.query("winner(B, P)")}
    named = {at: who for at, who in enumerate(game.settled, 1) if who is not None}
    if won != named:
        yield Difference(done, "winners", won, named)
