"""Theme Parque: whole parks against a scorer written a second time, in plain Python."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.language.source import Source
from rulings.rulebook.grid import square_name
from rulings.rulebook.situation import situation_node
from rulings.rulebook.yaml_tree import parse_yaml
from rulings.session import Rulebook, Session
from tests.examples import share_of_examples

STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
REGULAR = dict(zip("└│┘┌─┐├┴┤┬┼", "ne ns nw es ew sw nes new nsw esw nesw".split(), strict=True))
QUEUE = dict(zip("╚║╝╔═╗╠╩╣╦", "ne ns nw es ew sw nes new nsw esw".split(), strict=True))
FACTORS = {"C": 1, "I": 2, "F": 1, "S": 2, "L": 3, "W": 4, "V": 2}
STALLS = {"f": 2, "s": 3, "a": 4, "d": 1, "b": 2, "k": 4, "m": -4}
DECORATIONS = "*!^~"
GLYPHS = "".join(REGULAR) + "".join(QUEUE) * 2 + "".join(FACTORS) + "".join(STALLS) + DECORATIONS
RULED = (
    "rules(branches_count).",
    "rules(longest_queue_counts).",
    "not rules(track_is_path).",
)

Park = dict[tuple[int, int], str]


def park_of(rows: list[str]) -> Park:
    return {
        (x, y): glyph
        for y, row in enumerate(rows, 1)
        for x, glyph in enumerate(row, 1)
        if glyph != "."
    }


def around(place: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = place
    return [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]


def queues(park: Park, place: tuple[int, int]) -> list[set[tuple[int, int]]]:
    """Return the queues that lead from a regular path to the attraction at `place`."""
    found = []
    for side, (dx, dy) in STEPS.items():
        start = (place[0] + dx, place[1] + dy)
        if OPPOSITE[side] not in QUEUE.get(park.get(start, "."), ""):
            continue
        seen, pending, linked = {start}, [start], False
        while pending:
            here = pending.pop()
            for out in QUEUE[park[here]]:
                there = (here[0] + STEPS[out][0], here[1] + STEPS[out][1])
                glyph = park.get(there, ".")
                linked |= OPPOSITE[out] in REGULAR.get(glyph, "")
                if OPPOSITE[out] in QUEUE.get(glyph, "") and there not in seen:
                    seen.add(there)
                    pending.append(there)
        if linked:
            found.append(seen)
    return found


def worth(park: Park, place: tuple[int, int]) -> int:
    glyph, near = park[place], [park.get(there, ".") for there in around(place)]
    decorations = sum(other in DECORATIONS for other in near)
    if glyph in STALLS:
        sides = [park.get((place[0] + dx, place[1] + dy), ".") for dx, dy in STEPS.values()]
        met = {
            "s": "s" not in near,
            "d": any(other in QUEUE for other in near),
            "b": not any(other in STALLS or other in FACTORS for other in near),
            "k": sum(other in REGULAR for other in near) >= 3,
        }.get(glyph, True)
        beside = any(side in REGULAR or side in QUEUE for side in sides)
        return STALLS[glyph] if beside and met else 0
    length = max((len(queue) for queue in queues(park, place)), default=0)
    met = {
        "S": length > 3,
        "V": length < 3,
        "L": decorations >= 1,
        "W": decorations >= 2,
    }.get(glyph, True)
    return length * FACTORS[glyph] if met else 0


def numbers(table: Session, goal: str) -> dict[object, object]:
    return {row[0]: row[1] for row in table.query(goal)}


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return Rulebook.load("theme_parque", edition="dictionary")


@share_of_examples(10)
@given(st.lists(st.text(GLYPHS + ".", min_size=6, max_size=6), min_size=3, max_size=6))
def test_every_square_is_worth_what_a_second_scorer_says(book: Rulebook, rows: list[str]) -> None:
    park = park_of(rows)
    table = book.situation({"grid": {"rows": rows}, "given": list(RULED)})
    expected = {
        square_name(*place): worth(park, place)
        for place, glyph in park.items()
        if glyph in STALLS or glyph in FACTORS
    }
    # Of a square with nothing on it what lies there may still be told: each is asked by its name.
    assert {s: table.query(f"worth({s}, N)") for s in expected} == {
        square: [(points,)] for square, points in expected.items()
    }


def test_players_score_what_they_claimed(book: Rulebook) -> None:
    chance = random.Random(7)
    for size in (9, 9, 20):
        rows = ["".join(chance.choice(GLYPHS) for _ in range(size)) for _ in range(size)]
        park = park_of(rows)
        owner = {p: chance.choice("ab.") for p, g in park.items() if g in STALLS or g in FACTORS}
        places = range(1, size + 1)
        pawns = ["".join(owner.get((x, y), ".") for x in places) for y in places]
        layer = {"rows": pawns, "legend": {p: f"pawn_on({p}na, {{at}})." for p in "ab"}}
        table = book.situation(
            {
                "grid": [{"rows": rows}, layer],
                "given": ["player(ana).", "player(bna).", *RULED],
            }
        )
        expected = {
            f"{player}na": sum(worth(park, p) for p, who in owner.items() if who == player)
            for player in "ab"
        }
        assert numbers(table, "points(P, N)") == expected


def test_the_drawings_of_the_guide_are_read(book: Rulebook, tmp_path: Path) -> None:
    guide = Path(__file__).parents[3] / "docs" / "rulebooks" / "theme-parque-grids.md"
    tables = []
    for number, block in enumerate(re.findall(r"```yaml\n(.*?)```", guide.read_text(), re.S)):
        root = parse_yaml(Source("guide", block))
        assert root is not None
        assert situation_node(root, folder=book.folder).grid
        path = tmp_path / f"park{number}.yaml"
        path.write_text(block)
        tables.append(book.situation(path))
    asked = [numbers(table, "points(P, N)") for table in tables[:3]]
    assert asked == [{"ana": 21}, {"ana": 6}, {"ana": 1, "bob": 2}]
    assert tables[3].ask("May Ana place New Domino on g2 and h2?").verdict.value == "yes"
