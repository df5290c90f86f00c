"""Pairs of lines that differ in one word that matters: no pair is read alike.

Of each pair at least one line is read, so that nothing passes by being refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.offers import meaning
from rulings.english.reader import read
from rulings.english.reading import Reading, Statement, WhatIf, Which
from rulings.language.diagnostics import RulingsError
from tests.english.small_programs import program

PLAYERS = ("Ana", "Ben", "Cleo")
CARDS = ("Old Mill", "Sky Tram", "Log Flume")
TABLE = program(
    """
    .type player
    .type card
    .type hiker
    .type place = { trail, camp, peak }
    .type kind = { sun, water }
    .state player(P: player) "{P} is a player"
    .state owns(P: player, C: card) "{P} owns {C}"
    .state lent(P: player, C: card, Q: player) "{P} lends {C} to {Q}"
    .state beside(C: card, D: card) "{C} lies beside {D}"
    .state before(C: card, D: card) "{C} comes before {D}"
    .state after(C: card, D: card) "{C} comes after {D}"
    .state closed(C: card) "{C} is closed"
    .state face_up(C: card) "{C} is face-up"
    .state at(H: hiker, S: place) "{H} is at {S}"
    .state keeper(P: player, H: hiker) "{H} is a hiker of {P}"
    .state coins(P: player, N: int) "{P} has {N} coins"
    .state has(P: player, N: int, K: kind) "{P} holds {N} {K}"
    .state pays(P: player, N: int, Q: player) "{P} pays {N} coins to {Q}"
    .state built(P: player, C: card) "{P} has built {C} this round"
    .state built_last(P: player, C: card) "{P} has built {C} last round"
    .decl may_build(P: player, C: card) "{P} may build {C}"
    .decl must_build(P: player, C: card) "{P} must build {C}"
    .decl may_pay(P: player, Q: player) "{P} may pay {Q}"
    .decl leads(P: player, Q: player) "{P} has more coins than {Q}"
    .decl trails(P: player, Q: player) "{P} has fewer coins than {Q}"
    """,
    {
        "player": [(name.lower(),) for name in PLAYERS],
        "closed": [(card.lower().replace(" ", "_"),) for card in CARDS],
        "keeper": [("ana", "anas_hiker"), ("ben", "bens_hiker")],
    },
    concluded="may_build must_build may_pay leads trails",
)
LEXICON = Lexicon.build(TABLE).with_facts(TABLE.facts)


def _pairs() -> Iterator[tuple[str, str]]:
    """Yield the pairs, class by class."""
    people = list(permutations(PLAYERS, 2))
    cards = list(permutations(CARDS, 2))
    for player, card in product(PLAYERS, CARDS):
        # not
        yield f"{player} owns {card}.", f"{player} does not own {card}."
        yield f"Does {player} own {card}?", f"Does {player} not own {card}?"
        yield f"May {player} build {card}?", f"May {player} not build {card}?"
        # may and must
        yield f"May {player} build {card}?", f"Must {player} build {card}?"
        yield f"Is {player} allowed to build {card}?", f"Does {player} have to build {card}?"
        yield f"{player} may build {card}.", f"{player} need not build {card}."
        # this round and last
        yield f"{player} has built {card} this round.", f"{player} has built {card} last round."
        yield f"Has {player} built {card} this round?", f"Has {player} built {card} last round?"
        yield f"{player} owns {card}.", f"{player} has built {card} this round."
    for card in CARDS:
        yield f"{card} is closed.", f"{card} is not closed."
        yield f"Is {card} closed?", f"Is {card} not closed?"
        yield f"{card} is closed.", f"{card} was closed."
        yield f"{card} is closed.", f"{card} is face-up."
        yield f"Who owns {card}?", f"Who does not own {card}?"
        yield f"Who may build {card}?", f"Who must build {card}?"
        yield f"Who may build {card}?", f"Who may not build {card}?"
    for one, other in people:
        # who to whom
        yield f"{one} pays 3 coins to {other}.", f"{other} pays 3 coins to {one}."
        yield f"May {one} pay {other}?", f"May {other} pay {one}?"
        yield (
            f"Does {one} have more coins than {other}?",
            f"Does {other} have more coins than {one}?",
        )
        yield (
            f"Does {one} have more coins than {other}?",
            f"Does {one} have fewer coins than {other}?",
        )
        yield f"{one} lends Old Mill to {other}.", f"{other} lends Old Mill to {one}."
        yield f"{one} lends Old Mill to {other}.", f"{one} lends Sky Tram to {other}."
        yield f"{one} owns Old Mill.", f"{other} owns Old Mill."
        yield f"Is Old Mill owned by {one}?", f"Is Old Mill owned by {other}?"
    for one, other in cards:
        # before and after
        yield f"{one} comes before {other}.", f"{one} comes after {other}."
        yield f"{one} comes before {other}.", f"{other} comes before {one}."
        yield f"Does {one} come before {other}?", f"Does {one} come after {other}?"
        yield f"Does {one} lie beside {other}?", f"Does {one} come before {other}?"
        yield f"Which cards come before {one}?", f"Which cards come after {one}?"
        yield f"Which cards come before {one}?", f"Before which cards does {one} come?"
    for player, number in product(PLAYERS, (1, 2, 3, 7)):
        # numbers and bounds
        yield f"{player} has {number} coins.", f"{player} has {number + 1} coins."
        yield f"{player} has {number} coins.", f"{player} does not have {number} coins."
        yield f"Does {player} have {number} coins?", f"Does {player} have at least {number} coins?"
        yield (
            f"Does {player} have at least {number} coins?",
            f"Does {player} have at most {number} coins?",
        )
        yield (
            f"Does {player} have at least {number} coins?",
            f"Does {player} have more than {number} coins?",
        )
        yield (
            f"Does {player} have at most {number} coins?",
            f"Does {player} have fewer than {number} coins?",
        )
        yield f"{player} holds {number} suns.", f"{player} holds {number} waters."
        yield f"{player} has {number} coins.", f"{player} has no coins."
    for player, mood in product(PLAYERS, ("will", "would", "might", "should", "used to")):
        # what is not so, or not yet
        yield f"{player} has 3 coins.", f"{player} {mood} have 3 coins."
        yield f"{player} pays 3 coins to Ana.", f"{player} {mood} pay 3 coins to Ana."
    for player, other in product(PLAYERS, ("tomorrow", "almost", "never", "half", "except", "if")):
        yield f"{player} has 3 coins.", f"{other.title()} {player} has 3 coins."
        yield f"{player} has 3 coins.", f"{player} {other} has 3 coins."
        yield f"{player} has 3 coins.", f"{player} has {other} 3 coins."
    for player in PLAYERS:
        yield f"How many coins does {player} have?", f"Does {player} have coins?"
        yield f"How many suns does {player} hold?", f"How many waters does {player} hold?"
        yield f"{player} owns all cards.", f"{player} owns no cards."
        yield f"{player} owns all cards.", f"{player} owns a card."
        yield f"How many cards does {player} own?", f"Which cards does {player} own?"
        yield f"What if {player} has 3 coins?", f"Suppose {player} has 3 coins."
    for card in CARDS:
        yield f"Everybody owns {card}.", f"Nobody owns {card}."
        yield f"Does everybody own {card}?", f"Does anybody own {card}?"
        yield f"If Ana owns {card}, is it closed?", f"If Ana does not own {card}, is it closed?"
        yield f"Ana owns {card}. Is it closed?", f"Ben owns {card}. Is it closed?"
        yield f"Ana owns {card} and Ben has 3 coins.", f"Ana owns {card} or Ben has 3 coins."
    for place in ("trail", "camp", "peak"):
        yield f"Anas Hiker is at the {place}.", f"Bens Hiker is at the {place}."
        yield f"Is Anas Hiker at the {place}?", f"Is Bens Hiker at the {place}?"


PAIRS = tuple(dict.fromkeys(_pairs()))


def test_there_are_many() -> None:
    assert len(PAIRS) >= 300


@pytest.mark.parametrize("pair", PAIRS, ids=" / ".join)
def test_no_pair_is_read_alike(pair: tuple[str, str]) -> None:
    one, other = (_read(line) for line in pair)
    assert one is not None or other is not None
    assert _what(one) != _what(other)


def _read(line: str) -> Reading | None:
    try:
        return read(line, LEXICON)
    except RulingsError:
        return None


def _what(reading: Reading | None) -> object:
    """Return all of a reading that can tell it from another."""
    match reading:
        case None:
            return None
        case WhatIf(changes, inner):
            return "if", meaning(changes), _what(inner)
        case Which():
            return meaning(reading), reading.conditions, reading.among, reading.count
        case Statement():
            return "told", meaning(reading)
        case _:
            return type(reading).__name__, str(getattr(reading, "conditions", "")), _safe(reading)


def _safe(reading: Reading) -> object:
    changes = getattr(reading, "changes", None)
    return meaning(changes) if changes is not None else meaning(reading)
