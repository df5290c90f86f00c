"""Unfair's Park step, Guests step, Cleanup and scoring, simulated from the printed texts alone.

In: a :class:`Table` of plain cards (prices in coins or Influence, stars, types, panorama
indicators, limits).
Out: the deeds that are legal for a player (:func:`legal`), the table after one of them
(:func:`after`), the income of the Guests step (:func:`income`), the table after Cleanup
(:func:`cleanup`), and the points of a park (:func:`score`).
Guarantee: nothing here imports the engine or its rules; what the texts leave open is in
:data:`SILENCES` and marked ``open`` in what is legal, never guessed.

The texts are the expansion's booklet of 2018 and the Rule Interpretation Guide of 2024.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

SILENCES = {
    "actions": "how many actions a player has in a Park step is not printed",
    "loose change": "what Loose Change brings is not printed",
    "draw": "how many cards the Draw action draws, and from which deck, is not printed",
    "loan": "when a Loan may be taken, what it brings and what it costs is not printed",
    "skip two": "whether skipping two empty spaces costs 3 or 6 coins is not printed",
    "second dinosaur": "2018 trims a second dinosaur, 2024 forbids to add what breaks a limit",
    "priceless": "whether a card without a marked price may be built with an action is not printed",
    "dismiss": "whether an action demolishes staff and what else lies beside a park is not printed",
    "closed stars": "whether closed attractions count their stars outside the Guests step",
    "left upgrades": "what becomes of the upgrades of a demolished attraction is not printed",
    "guest coin": "one coin a guest is shown by an example only",
    "close closed": "whether an attraction that is closed can be closed is not printed",
    "same piece": "whether the same panorama piece may count twice is not printed",
    "vacant island": "a Vacant Lot beside a replacement entrance: which limit holds is not printed",
    "points of coins": "what coins, stars and attractions score at the end is not printed",
    "last cleanup": "whether the last round has a Cleanup is not printed",
}


class Silence(Exception):
    """What would come of it the texts leave open, for the reason of this name."""


SKIP_PRICE = 3
HAND_LIMIT = 5
PARTIAL = {2: 5, 3: 10, 4: 25, 5: 35, 6: 45}
COMPLETE = {2: 10, 3: 20, 4: 40, 5: 60}
EXCESS_PENALTY = 25


@dataclass(frozen=True)
class Card:
    """One card; ``types`` are the words of its type line, ``price`` None where none is marked."""

    name: str
    types: frozenset[str]
    price: int | None = None
    currency: str = "coins"
    stars: int | None = None
    influence: int = 0
    theme: str | None = None
    panorama: tuple[str, int, int | None] | None = None  # pack, length, position (None: endless)
    limits: tuple[int, int] | None = None  # attractions, super attractions: a replacement entrance
    builtin: bool = False  # has a built-in upgrade that can only be "demolished" by closing
    pinned: bool = False

    def has(self, *words: str) -> bool:
        """Whether the type line carries all of these words."""
        return set(words) <= self.types


@dataclass(frozen=True)
class Plot:
    """What stands on one attraction space, upgrades from the bottom to the top."""

    attraction: Card
    upgrades: tuple[Card, ...] = ()
    closed: bool = False


@dataclass(frozen=True)
class Park:
    """One player's park and what he owns."""

    coins: int = 0
    influence: int = 0
    excess: int = 0
    capacity: int = 15
    hand: tuple[Card, ...] = ()
    spaces: tuple[Plot | None, ...] = (None,) * 5
    side: tuple[Card, ...] = ()  # staff, resources, developments
    down: frozenset[str] = frozenset()  # names of side cards that lie face-down
    tokens: tuple[tuple[str, int], ...] = ()  # Influence tokens on side cards
    entrances: tuple[Card, ...] = ()  # replacement entrances, the active one last
    pins: tuple[Card, ...] = ()

    def plots(self) -> Iterator[Plot]:
        """The filled spaces."""
        return (plot for plot in self.spaces if plot)


@dataclass(frozen=True)
class Table:
    """The whole table; parks in turn order."""

    parks: dict[str, Park]
    step: str
    turn: str
    starter: str
    actions: int
    market: tuple[Card, ...] = ()
    discard: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    skipping: bool = False  # a pack that enables panorama scoring is in the game


@dataclass(frozen=True, order=True)
class Deed:
    """What a player may do: ``verb`` is build, demolish, draw or change; ``where`` a space or an
    attraction's name.
    """

    verb: str
    card: str = ""
    where: str = ""


@dataclass
class Legal:
    """The deeds that are surely legal, those that the texts leave open, with the silence."""

    sure: set[Deed] = field(default_factory=set)
    open: dict[Deed, str] = field(default_factory=dict)


def limits(park: Park) -> tuple[int, int]:
    """How many attractions (with super ones) and how many super attractions the park may have."""
    attractions, supers = park.entrances[-1].limits or (5, 1) if park.entrances else (5, 1)
    lots = sum(card.has("development") and card.name == "Vacant Lot" for card in park.side)
    return (attractions, supers) if park.entrances else (attractions + bool(lots), supers + lots)


def room(park: Park) -> int:
    """How many attraction spaces the park has: five, six with a Vacant Lot."""
    return max(5, limits(park)[0])


def surplus(park: Park) -> list[str]:
    """The attractions of which one must be demolished at once, because the park breaks a limit."""
    attractions, supers = limits(park)
    names = [plot.attraction.name for plot in park.plots()]
    above = [plot.attraction.name for plot in park.plots() if plot.attraction.has("super")]
    if len(above) > supers:
        return above
    return names if len(names) > attractions else []


def dinosaurs(plot: Plot) -> list[Card]:
    """The dinosaur upgrades built on one attraction."""
    return [card for card in plot.upgrades if card.has("dinosaur", "upgrade")]


def loose_dinosaurs(plot: Plot) -> list[str]:
    """Of several dinosaurs on one attraction, those that may have to go: all but a highest; of
    equals the owner chooses.
    """
    together = dinosaurs(plot)
    if len(together) < 2:
        return []
    high = max(card.stars or 0 for card in together)
    best = [card for card in together if (card.stars or 0) == high]
    lower = [card.name for card in together if card not in best]
    return lower or [card.name for card in best]


def legal(table: Table, player: str) -> Legal:
    """The deeds of the Park step that are open to ``player`` now."""
    found, park = Legal(), table.parks[player]
    broken = surplus(park) or [name for plot in park.plots() for name in loose_dinosaurs(plot)]
    if broken:  # an update of the park takes no turn and no action
        found.sure |= {Deed("demolish", name) for name in broken}
        return found
    if table.step != "park" or table.turn != player or table.actions < 1:
        return found
    found.sure |= {Deed("draw"), Deed("change")}
    for plot in park.plots():
        found.sure |= {Deed("demolish", card.name) for card in (plot.attraction, *plot.upgrades)}
    if park.entrances:
        found.sure.add(Deed("demolish", park.entrances[-1].name))
    for card in park.side:
        found.open[Deed("demolish", card.name)] = "dismiss"
    for card in (*park.hand, *table.market):
        for where, skipped, silence in places(table, park, card):
            dearest, cheapest = SKIP_PRICE * skipped, SKIP_PRICE * bool(skipped)
            if not afford(park, card, dearest):
                silence = silence or "skip two"
            why = silence or ("priceless" if card.price is None else "")
            deed = Deed("build", card.name, where)
            if not afford(park, card, cheapest):
                continue
            if why:
                found.open[deed] = why
            else:
                found.sure.add(deed)
    return found


def afford(park: Park, card: Card, extra: int) -> bool:
    """Whether the player can pay the marked price in its own currency and ``extra`` coins."""
    price = card.price or 0
    coins = extra + (price if card.currency == "coins" else 0)
    return park.coins >= coins and (card.currency == "coins" or park.influence >= price)


def places(table: Table, park: Park, card: Card) -> Iterator[tuple[str, int, str]]:
    """Where a card can be built: the place, the empty spaces skipped, and the silence, if any."""
    attractions, supers = limits(park)
    if card.has("attraction"):
        built = list(park.plots())
        if len(built) >= attractions:
            return
        silence = (
            "vacant island"
            if park.entrances and any(one.name == "Vacant Lot" for one in park.side)
            else ""
        )
        if card.has("super"):
            if sum(plot.attraction.has("super") for plot in built) >= supers:
                return
            if not park.entrances and stars(park) < 5:
                return
            if not park.entrances and stars(park, open_only=True) < 5:
                silence = "closed stars"
        skipped = 0
        for space in range(1, room(park) + 1):
            if space <= len(park.spaces) and park.spaces[space - 1]:
                continue
            if skipped == 0 or table.skipping:
                yield str(space), skipped, silence
            skipped += 1
    elif card.has("upgrade"):
        for plot in park.plots():
            if any(one.name == card.name for one in plot.upgrades):
                continue
            if card.theme and any(
                one.theme == card.theme for one in (plot.attraction, *plot.upgrades)
            ):
                continue
            second = card.has("dinosaur") and (dinosaurs(plot) or plot.attraction.builtin)
            yield plot.attraction.name, 0, "second dinosaur" if second else ""
    elif card.has("entrance") or card.types & {"staff", "resource", "development"}:
        yield "", 0, ""


def stars(park: Park, *, open_only: bool = False) -> int:
    """The star total of a park; in the Guests step (``open_only``) without closed attractions and
    face-down cards.
    """
    total = sum(
        card.stars or 0
        for plot in park.plots()
        if not (open_only and plot.closed)
        for card in (plot.attraction, *plot.upgrades)
    )
    return total + sum(
        card.stars or 0 for card in park.side if not (open_only and card.name in park.down)
    )


def income(park: Park) -> tuple[int, int]:
    """Coins and Influence of the Guests step: guests are the stars within the capacity, Influence
    has no limit.
    """
    symbols = (
        card.influence
        for plot in park.plots()
        if not plot.closed
        for card in (plot.attraction, *plot.upgrades)
    )
    return min(stars(park, open_only=True), park.capacity), sum(symbols)


def after(table: Table, player: str, deed: Deed) -> Table:
    """The table after a legal deed. A forced demolition takes no action."""
    park = table.parks[player]
    forced = bool(surplus(park) or any(loose_dinosaurs(plot) for plot in park.plots()))
    gone: tuple[Card, ...] = ()
    if deed.verb == "build":
        park, table = build(table, park, deed)
    elif deed.verb == "demolish":
        park, gone = demolish(park, deed.card)
    parks = {**table.parks, player: park}
    return replace(
        table, parks=parks, discard=table.discard + gone, actions=table.actions - (not forced)
    )


def build(table: Table, park: Park, deed: Deed) -> tuple[Park, Table]:
    """The park with the card built and paid, and the table without it in the Market."""
    held = next((card for card in park.hand if card.name == deed.card), None)
    card = held or next(card for card in table.market if card.name == deed.card)
    skipped = next(
        skipped for where, skipped, _ in places(table, park, card) if where == deed.where
    )
    if skipped > 1:
        raise Silence("skip two")
    extra = SKIP_PRICE * skipped
    if held:
        park = replace(park, hand=tuple(one for one in park.hand if one is not held))
    else:
        table = replace(table, market=tuple(one for one in table.market if one is not card))
    price = card.price or 0
    if card.currency == "coins":
        park = replace(park, coins=park.coins - price - extra)
    else:
        park = replace(park, coins=park.coins - extra, influence=park.influence - price)
    if card.has("attraction"):
        spaces = [*park.spaces, *(None,) * (room(park) - len(park.spaces))]
        spaces[int(deed.where) - 1] = Plot(card)
        return replace(park, spaces=tuple(spaces)), table
    if card.has("upgrade"):
        spaces = [
            replace(plot, upgrades=(*plot.upgrades, card))
            if plot and plot.attraction.name == deed.where
            else plot
            for plot in park.spaces
        ]
        return replace(park, spaces=tuple(spaces)), table
    if card.has("entrance"):
        return replace(park, entrances=(*park.entrances, card)), table
    return replace(park, side=(*park.side, card)), table


def demolish(park: Park, name: str) -> tuple[Park, tuple[Card, ...]]:
    """The park without the named card, its gap left open, and what goes to the discard pile."""
    spaces: list[Plot | None] = []
    gone: list[Card] = []
    for plot in park.spaces:
        if plot and plot.attraction.name == name:
            gone += [plot.attraction, *plot.upgrades]
            spaces.append(None)
        elif plot:
            gone += [card for card in plot.upgrades if card.name == name]
            spaces.append(
                replace(plot, upgrades=tuple(card for card in plot.upgrades if card.name != name))
            )
        else:
            spaces.append(None)
    gone += [card for card in (*park.side, *park.entrances) if card.name == name]
    rest = replace(
        park,
        spaces=tuple(spaces),
        side=tuple(card for card in park.side if card.name != name),
        entrances=tuple(card for card in park.entrances if card.name != name),
        tokens=tuple(pair for pair in park.tokens if pair[0] != name),
        down=park.down - {name},
    )
    return rest, tuple(gone)


def cleanup(table: Table, discards: dict[str, frozenset[str]], refill: int) -> Table:
    """The six stages of Cleanup in their order; ``discards`` are the cards each player lets go
    above five in hand.
    """
    parks: dict[str, Park] = {}
    gone: list[Card] = []
    deck = list(table.deck)
    for player, park in table.parks.items():
        gone += park.pins
        spaces = tuple(replace(plot, closed=False) if plot else None for plot in park.spaces)
        park = replace(park, pins=(), spaces=spaces, down=frozenset())
        for name, count in park.tokens:  # abduction: dismissed and shuffled back into the deck
            if count and any(card.name == name and card.has("staff") for card in park.side):
                park, taken = demolish(park, name)
                deck += taken
        parks[player] = park
    gone += table.market
    market, deck = tuple(deck[:refill]), deck[refill:]
    for player, park in parks.items():
        let_go = tuple(card for card in park.hand if card.name in discards.get(player, ()))
        held = sum(not card.has("entrance") for card in park.hand)  # Showcase cards lie apart
        if held - len(let_go) != min(HAND_LIMIT, held):
            raise ValueError(f"{player} must come down to {HAND_LIMIT} cards")
        gone += let_go
        parks[player] = replace(park, hand=tuple(card for card in park.hand if card not in let_go))
    order = list(parks)
    starter = order[(order.index(table.starter) + 1) % len(order)]
    return replace(
        table,
        parks=parks,
        market=market,
        deck=tuple(deck),
        discard=(*table.discard, *gone),
        starter=starter,
    )


def panoramas(park: Park) -> list[tuple[int, bool]]:
    """The panoramas of a park: how many cards each has, and whether it is complete. At least two
    cards side by side.
    """
    runs: list[list[tuple[str, int, int | None]]] = []
    before: tuple[str, int, int | None] | None = None
    for plot in park.spaces:
        piece = plot.attraction.panorama if plot else None
        if piece is None:
            before = None
            continue
        joined = before is not None and before[:2] == piece[:2]
        in_order = piece[2] is None or (
            before is not None and before[2] is not None and piece[2] == before[2] + 1
        )
        if joined and in_order:
            runs[-1].append(piece)
        else:
            runs.append([piece])
        before = piece
    return [
        (len(run), len(run) == run[0][1] and run[0][2] is not None) for run in runs if len(run) > 1
    ]


def score(park: Park, *, panorama_scoring: bool) -> int:
    """Points for what the texts print: Influence (with the tokens that come back from cards),
    panoramas, excess tokens.
    """
    tokens = park.influence + sum(count for _, count in park.tokens)
    scenes = panoramas(park) if panorama_scoring else []
    pictures = sum((COMPLETE if complete else PARTIAL)[cards] for cards, complete in scenes)
    return 2 * tokens + pictures - EXCESS_PENALTY * park.excess
