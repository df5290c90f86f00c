"""Random tables of Unfair for the simulator, and the same tables as facts of the rulebook.

In: a source of chance. Out: a simulator's table (:func:`park_step`), its facts (:func:`facts`),
what the engine's session of them allows and how it looks (:func:`allowed`, :func:`looks`).
Guarantee: the two sides meet only here; the rules are read by nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from tests.simulators.unfair import Card, Deed, Park, Plot, Table

if TYPE_CHECKING:
    from rulings import Session

ATTRACTIONS = ("thrill ride attraction", "sideshow attraction", "super attraction thrill ride")
UPGRADES = ("feature upgrade", "quality upgrade", "dinosaur animal upgrade", "theme upgrade")
SIDE = ("staff member", "resource", "development")
PACKS = (("pirate", 3), ("jungle", 4), ("western", 6))


def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


def cards(chance: Random) -> Iterator[Card]:
    """Cards without end; names are their own and sometimes shared by two upgrades."""
    number = 0
    while True:
        number += 1
        line = chance.choice(
            (
                *ATTRACTIONS[:2] * 3,
                ATTRACTIONS[2],
                *UPGRADES,
                *SIDE[:2],
                "replacement park entrance",
            )
        )
        types = _words(line)
        pack, length = chance.choice(PACKS)
        scene = "attraction" in types and "super" not in types and chance.random() < 0.7
        position = None if pack == "western" else chance.randint(1, length)
        alien = chance.random() < 0.2
        yield Card(
            name=f"card_{number}",
            types=types,
            price=chance.randint(0, 8),
            currency="influence" if alien else "coins",
            stars=chance.randint(1, 4) if not types & {"resource", "entrance"} else None,
            influence=chance.choice((0, 0, 2)) if types & {"attraction", "upgrade"} else 0,
            theme=chance.choice(("pirate", "western", "vampire")) if "theme" in types else None,
            panorama=(pack, length, position) if scene else None,
            limits=(4, 0) if "entrance" in types else None,
        )


def park_step(chance: Random) -> Table:
    """Somebody's turn of the Park step, now and then another step or no action left."""
    deal = cards(chance)
    parks = {}
    for player in ("ana", "ben"):
        spaces: list[Plot | None] = []
        side: list[Card] = []
        entrances: list[Card] = []
        filled = chance.randint(0, 5)
        while len(spaces) < filled:
            card = next(deal)
            if card.has("attraction"):
                if chance.random() < 0.15:
                    spaces.append(None)
                if card.has("super") and any(
                    plot and plot.attraction.has("super") for plot in spaces
                ):
                    continue
                spaces.append(Plot(card, closed=chance.random() < 0.25))
            elif card.has("upgrade") and spaces and spaces[-1]:
                plot = spaces[-1]
                if not card.has("dinosaur") or not any(
                    one.has("dinosaur") for one in plot.upgrades
                ):
                    spaces[-1] = replace(plot, upgrades=(*plot.upgrades, card))
            elif card.has("entrance") and chance.random() < 0.5:
                entrances.append(card)
            elif not card.types & {"upgrade", "entrance"}:
                side.append(card)
        spaces = [*spaces, *(None,) * 5][:5]
        parks[player] = Park(
            coins=chance.randint(0, 14),
            influence=chance.randint(0, 8),
            excess=chance.randint(0, 2),
            capacity=chance.choice((10, 15)),
            hand=tuple(next(deal) for _ in range(chance.randint(0, 7))),
            spaces=tuple(spaces),
            side=tuple(side),
            down=frozenset(card.name for card in side if chance.random() < 0.2),
            tokens=tuple(
                (card.name, 1) for card in side if card.has("staff") and chance.random() < 0.2
            ),
            entrances=tuple(entrances[:1]),
        )
    stock = (card for card in deal if not card.has("entrance"))
    return Table(
        parks=parks,
        step=chance.choice(("park",) * 8 + ("guests", "events")),
        turn=chance.choice(("ana",) * 5 + ("ben",)),
        starter="ana",
        actions=chance.choice((0, 1, 2, 2, 3)),
        market=tuple(islice(stock, 3)),
        deck=tuple(islice(stock, 6)),
        skipping=chance.random() < 0.4,
    )


def facts(table: Table) -> list[str]:
    """What a person who walks up to the table sees, in the facts of the rulebook."""
    step = table.step if table.step == "game_end" else f"{table.step}_step"
    said = [f"step({step})", f"turn({table.turn})", f"starting_player({table.starter})"]
    said += ["sits_left(ben, ana)", f"actions_left({table.turn}, {table.actions})"]
    said += ["action_brings(draw, 1)", "action_brings(loose_change, 2)"]
    if table.skipping:
        said.append("in_game(b_movie)")
    for zone, lie in (
        ("market", table.market),
        ("deck", table.deck),
        ("discard_pile", table.discard),
    ):
        for card in lie:
            said += [*shown(card), f"location({card.name}, {zone})"]
    for player, park in table.parks.items():
        said += _park(player, park)
    return [f"{fact}." for fact in said]


def _park(player: str, park: Park) -> Iterator[str]:
    yield f"has({player}, coins, {park.coins})"
    yield f"has({player}, alien_influence, {park.influence})"
    yield f"has({player}, insurance_excess, {park.excess})"
    yield f"told_capacity({player}, {park.capacity})"
    yield f"other_points({player}, 0)"
    if not (any(park.spaces) or park.side or park.entrances or park.pins):
        yield f"empty_park({player})"
    for card in park.hand:
        yield from shown(card)
        kept = "in_front" if card.has("entrance") else "in_hand"
        yield f"{kept}({card.name}, {player})"
    for number, plot in enumerate(park.spaces, 1):
        if not plot:
            continue
        name = plot.attraction.name
        yield from (
            *shown(plot.attraction),
            f"in_park({name}, {player})",
            f"in_space({name}, space_{number})",
        )
        if plot.closed:
            yield f"closed({name})"
        for level, card in enumerate(plot.upgrades, 1):
            yield from (*shown(card), f"on({card.name}, {name})", f"level({card.name}, {level})")
    for card in (*park.side, *park.entrances, *park.pins):
        yield from (*shown(card), f"in_park({card.name}, {player})")
        if card.name in park.down:
            yield f"not face_up({card.name})"
    for card, under in zip(park.entrances, ("main_gate", *(one.name for one in park.entrances))):
        yield f"covers({card.name}, {under})"
    for name, count in park.tokens:
        yield f"holds({name}, alien_influence, {count})"


def shown(card: Card) -> Iterator[str]:
    """What one card shows."""
    if card.has("event"):
        yield f"kind_told({card.name}, event)"
    else:
        yield f'typed({card.name}, "{" ".join(sorted(card.types))}")'
    if card.has("entrance"):
        yield f"kind_told({card.name}, showcase)"
    if card.limits:
        yield f"mark({card.name}, attractions, {card.limits[0]})"
        yield f"mark({card.name}, super_attractions, {card.limits[1]})"
    if card.price is not None:
        kind = "coins" if card.currency == "coins" else "alien_influence"
        yield f"price({card.name}, {kind}, {card.price})"
    yield (
        f"stars({card.name}, {card.stars})" if card.stars is not None else f"starless({card.name})"
    )
    if card.influence:
        yield f"influence_symbol({card.name}, {card.influence})"
    if card.theme:
        yield f"icon({card.name}, {card.theme})"
    if card.panorama:
        pack, length, position = card.panorama
        if position is None:
            yield f"endless_piece({card.name}, {pack})"
        else:
            yield f"piece({card.name}, {position}, {length}, {pack})"


def allowed(session: Session, player: str) -> tuple[set[Deed], set[Deed]]:
    """The deeds of the Park step that the engine allows: surely, and depending on what is open."""
    sure: set[Deed] = set()
    maybe: set[Deed] = set()
    for one in session.legal(player):
        deed = _deed(
            one.fact, player, {entrance for (entrance,) in session.query("is_entrance(E)")}
        )
        if deed is not None:
            (sure if one.surely else maybe).add(deed)
    return sure, maybe


def _deed(fact: str, player: str, entrances: set[object]) -> Deed | None:
    verb, _, rest = fact.rstrip(".").partition("(")
    names = rest.rstrip(")").split(", ")
    if names[0] != player:
        return None
    if verb == "builds":
        where = names[2].removeprefix("space_")
        return Deed("build", names[1], "" if names[1] in entrances or where == player else where)
    if verb in ("demolishes", "dismisses"):
        return Deed("demolish", names[1])
    if verb == "takes" and names[1] != "hand_in":
        return Deed("draw" if names[1] == "draw" else "change")
    return None


def happening(deed: Deed, player: str, table: Table) -> str:
    """The deed as a fact that the engine lets happen."""
    if deed.verb in ("draw", "change"):
        return f"takes({player}, {'draw' if deed.verb == 'draw' else 'loose_change'})."
    if deed.verb == "demolish":
        return f"demolishes({player}, {deed.card})."
    where = f"space_{deed.where}" if deed.where.isdigit() else deed.where
    entrances = table.parks[player].entrances
    gate = entrances[-1].name if entrances else "main_gate"
    card = next(one for one in (*table.parks[player].hand, *table.market) if one.name == deed.card)
    return f"builds({player}, {deed.card}, {where or (gate if card.has('entrance') else player)})."


def looks(session: Session, predicates: tuple[str, ...]) -> set[tuple[object, ...]]:
    """The true rows of some predicates, each with its name in front."""
    return {(name.partition("(")[0], *row) for name in predicates for row in session.query(name)}
