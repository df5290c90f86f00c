"""Panorama points of Unfair against trying every use of every wildcard.

In: random rows of attractions, panorama cards and wildcards. Guarantee: the rulebook's total is
the best that any assignment of panorama cards to wildcards gives when whole runs are scored.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.rulebook.folder import read_edition
from tests.examples import share_of_examples

Card = tuple[str, int, int]
WILD: Card = ("wild", 0, 0)
PARTIAL = {2: 5, 3: 10, 4: 25, 5: 35, 6: 45}
COMPLETE = {2: 10, 3: 20, 4: 40, 5: 60}
RULINGS = ("joker_lengthens_partial", "joker_serves_two", "repeated_cards_count")
ENDLESS: Card = ("western", 6, 0)
CARDS = [
    *(("vampire", 3, place) for place in (1, 2, 3)),
    *(("dinosaur", 4, place) for place in (1, 2, 3, 4)),
    *(("jungle", 2, place) for place in (1, 2)),
]
rows = st.lists(
    st.one_of(st.none(), st.just(WILD), st.just(ENDLESS), st.sampled_from(CARDS)),
    min_size=6,
    max_size=6,
)


@cache
def prepared() -> Evaluator:
    folder = Path(__file__).parents[3] / "facts" / "unfair"
    return Evaluator(read_edition(folder).program, roots=frozenset(("panorama_points",)))


def points(row: list[Card | None]) -> set[tuple[object, ...]]:
    """Ask the rulebook, with every open ruling declined."""
    program = prepared().program
    facts: dict[str, list[tuple[str | int, ...]]] = {
        "in_game": [("b_movie",)],
        "starting_player": [("ana",)],
    }
    for place, card in enumerate(row, 1):
        if card is None:
            continue
        name = f"card_{place}"
        facts.setdefault("in_park", []).append((name, "ana"))
        facts.setdefault("in_space", []).append((name, f"space_{place}"))
        if card == WILD:
            facts.setdefault("copy_of", []).append((name, "shapeshifting_thing"))
        elif card == ENDLESS:
            facts.setdefault("endless_piece", []).append((name, card[0]))
        else:
            pack, length, piece = card
            facts.setdefault("piece", []).append((name, piece, length, pack))
    model = prepared().model(Table(program, facts, {"ruled": [(one,) for one in RULINGS]}))
    return set(model.possible["panorama_points"])


def continues(left: Card | None, right: Card | None) -> bool:
    if left is None or right is None or left[:2] != right[:2]:
        return False
    return left == ENDLESS or right[2] == left[2] + 1


def run_value(run: list[int], row: list[Card | None], wild: set[int]) -> int | None:
    """The points of one run; None where a wildcard stands as no run allows."""
    first, last = row[run[0]], row[run[-1]]
    assert first is not None
    assert last is not None
    if wild.issuperset(run) or len(run) > first[1]:
        return None
    if run[0] in wild and first[2] != 1:
        return None
    if run[-1] in wild and last[2] != last[1]:
        return None
    whole = first != ENDLESS and first[2] == 1 and last[2] == last[1]
    return 0 if len(run) == 1 else (COMPLETE if whole else PARTIAL)[len(run)]


def best(row: list[Card | None]) -> int:
    """Try every card for every wildcard and add up the longest runs."""
    wild = [place for place, card in enumerate(row) if card == WILD]
    packs = {card[:2] for card in row if card is not None and card != WILD}
    options: list[Card | None] = [None, *(c for c in [*CARDS, ENDLESS] if c[:2] in packs)]
    found = 0
    for choice in product(options, repeat=len(wild)):
        shown = list(row)
        for place, card in zip(wild, choice, strict=True):
            shown[place] = card
        runs: list[list[int]] = []
        for place, card in enumerate(shown):
            if card is not None:
                if place and continues(shown[place - 1], card):
                    runs[-1].append(place)
                else:
                    runs.append([place])
        values = [run_value(run, shown, set(wild)) for run in runs]
        if None not in values:
            found = max(found, sum(value or 0 for value in values))
    return found


@share_of_examples(2)
@given(row=rows)
def test_points_are_the_best_use_of_every_wildcard(row: list[Card | None]) -> None:
    assert points(row) == {("ana", best(row))}
