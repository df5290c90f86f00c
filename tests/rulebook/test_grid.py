"""Boards drawn as text: what a drawing says, what is wrong with it, and drawing it back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source
from rulings.rulebook.drawing import draw_grid, write_grid
from rulings.rulebook.grid import (
    Layer,
    Legend,
    expand,
    read_grid,
    read_legend,
    square_name,
    square_place,
)
from rulings.rulebook.situation import read_situation, render_situation
from rulings.rulebook.yaml_tree import parse_yaml, yaml_text

LEGEND = {"R": "rook({at}).", "#": ["wall({at}).", "dark({x}, {y})."], "w": "wall({at})."}


def expand_grid(grid: object, legend: Legend = ()) -> list[str]:
    """The lines that a `grid:` value stands for."""
    root = parse_yaml(Source("grid", yaml_text(grid)))
    assert root is not None
    return [line for line, _ in expand(read_grid(root, legend))]


def codes(grid: object) -> list[str]:
    with pytest.raises(RulingsError) as caught:
        expand_grid(grid)
    return [problem.code for problem in caught.value.diagnostics]


def test_squares_are_named_as_in_a_spreadsheet() -> None:
    assert [square_name(x, 1) for x in (1, 26, 27, 52, 53, 702, 703)] == [
        "a1",
        "z1",
        "aa1",
        "az1",
        "ba1",
        "zz1",
        "aaa1",
    ]
    assert square_place("ba12") == (53, 12)
    assert square_place("a0") is None
    assert square_place("12") is None


@given(st.integers(1, 10_000), st.integers(1, 10_000))
def test_a_name_leads_back_to_its_square(x: int, y: int) -> None:
    assert square_place(square_name(x, y)) == (x, y)


def test_a_glyph_stands_for_its_place_and_its_lines() -> None:
    assert expand_grid({"rows": "R.\n.#", "legend": LEGEND}) == [
        "square_at(a1, 1, 1).",
        "rook(a1).",
        "square_at(b2, 2, 2).",
        "wall(b2).",
        "dark(2, 2).",
    ]


def test_blanks_dots_and_short_rows_are_empty() -> None:
    drawn = expand_grid({"rows": ["R", "· R", "..R."], "legend": LEGEND, "place": ""})
    assert drawn == ["rook(a1).", "rook(c2).", "rook(c3)."]


def test_the_top_left_square_may_be_any() -> None:
    assert "rook(d5)." in expand_grid({"rows": ".R", "legend": LEGEND, "from": "c5"})


def test_a_ruler_may_be_drawn_around() -> None:
    grid = {"rows": "   ab\n 9 R.\n10 .R", "ruler": "yes", "from": "a9", "legend": LEGEND}
    assert [line for line in expand_grid(grid) if line.startswith("rook")] == [
        "rook(a9).",
        "rook(b10).",
    ]


def test_layers_lie_on_top_of_each_other() -> None:
    grid = [
        {"rows": "Rw", "legend": LEGEND},
        {"rows": "A.", "legend": {"A": "Ana claims {at}."}},
        {"rows": ".R", "legend": LEGEND, "prefix": "new_"},
    ]
    assert expand_grid(grid) == [
        "square_at(a1, 1, 1).",
        "rook(a1).",
        "square_at(b1, 2, 1).",
        "wall(b1).",
        "Ana claims a1.",
        "square_at(new_b1, 2, 1).",
        "rook(new_b1).",
    ]


def test_the_games_legend_is_known_and_the_drawings_comes_first() -> None:
    game = (("R", ("rook({at}).",)), ("K", ("king({at}).",)))
    grid = {"rows": "RK", "legend": {"R": "robot({at})."}, "place": ""}
    assert expand_grid(grid, game) == ["robot(a1).", "king(b1)."]


def test_a_line_knows_the_glyph_it_comes_from() -> None:
    text = "grid:\n  rows: |\n    .R\n    R.\n  legend:\n    R: rook({at}).\n  place: ''\n"
    root = parse_yaml(Source("board.yaml", text))
    assert root is not None
    node = root.field("grid")
    assert node is not None
    places = [(line, str(span), span.text) for line, span in expand(read_grid(node))]
    assert places == [
        ("rook(b1).", "board.yaml:3:6", "R"),
        ("rook(a2).", "board.yaml:4:5", "R"),
    ]


def test_every_unknown_glyph_is_reported_with_its_square_and_the_nearest_one() -> None:
    grid = {"rows": "r x\nT", "legend": {"t": "t({at})."}}
    with pytest.raises(RulingsError) as caught:
        expand_grid(grid)
    messages = [(problem.message, problem.hint) for problem in caught.value.diagnostics]
    assert messages[0][0] == 'The legend does not know "r", drawn at a1.'
    assert messages[2] == ('The legend does not know "T", drawn at a2.', 'Did you mean "t"?')


@pytest.mark.parametrize(
    ("grid", "code"),
    [
        ({"rows": "R", "legnd": LEGEND}, "RUL580"),
        ({"legend": LEGEND}, "RUL580"),
        ({"rows": "R", "legend": LEGEND, "from": "4c"}, "RUL580"),
        ({"rows": "R", "legend": LEGEND, "ruler": "perhaps"}, "RUL580"),
        ({"rows": "R", "legend": ["R"]}, "RUL581"),
        ({"rows": "R", "legend": {"R": "rook({at}).", ".": "empty({at})."}}, "RUL581"),
        ({"rows": "R", "legend": {"R": {"rook": "{at}"}}}, "RUL581"),
        ({"rows": "R", "legend": {"R": "rook({square})."}}, "RUL582"),
        ({"rows": "R", "legend": LEGEND, "place": "at({z})."}, "RUL582"),
        ({"rows": "Q", "legend": LEGEND}, "RUL583"),
        ({"rows": " a\n2 R", "legend": LEGEND, "ruler": "yes"}, "RUL584"),
    ],
)
def test_a_mistake_is_a_diagnostic(grid: dict[str, object], code: str) -> None:
    assert code in codes(grid)


def test_a_legend_of_the_game_is_checked_too() -> None:
    with pytest.raises(RulingsError) as caught:
        read_legend(parse_yaml(Source("legend.yaml", "R: rook({att}).\n")))
    assert caught.value.diagnostics[0].code == "RUL582"


def layers(grid: object) -> tuple[Layer, ...]:
    root = parse_yaml(Source("grid", json.dumps(grid)))
    assert root is not None
    return read_grid(root)


def test_a_drawing_has_a_ruler_and_tells_what_it_cannot_show() -> None:
    board = layers({"rows": "R.", "legend": LEGEND})
    facts = ["square_at(a1,1,1)", "rook(a1)", "square_at(c2, 3, 2)", "lost(c2)", "wall(c1)."]
    drawing = draw_grid([*facts, "square_at(c1, 3, 1)."], board)
    assert str(drawing) == "· abc\n1 R.w\n2 ..?"
    assert drawing.rest == ("lost(c2)",)


def test_the_glyph_that_says_most_is_drawn() -> None:
    drawing = draw_grid(
        ["wall(a1).", "dark(1, 1).", "wall(b1)."],
        layers({"rows": "", "legend": LEGEND, "place": ""}),
        ruler=False,
    )
    assert drawing.layers == ("#w",)
    assert drawing.rest == ()


def test_a_further_layer_shows_only_what_is_new() -> None:
    board = layers(
        [
            {"rows": "R", "legend": LEGEND},
            {"rows": "A", "legend": {**LEGEND, "A": "claims(ana, {at})."}},
        ]
    )
    lines = ["square_at(a1, 1, 1).", "rook(a1).", "claims(ana, a1)."]
    assert draw_grid(lines, board, ruler=False).layers == ("R", "A")


def test_sentences_are_drawn_through_the_facts_they_state() -> None:
    board = layers({"rows": "", "legend": {"R": "{at} is a rook."}})
    drawing = draw_grid(
        ["square_at(b1, 2, 1)", "rook(b1)"],
        board,
        lambda line: f"rook({line[:2]})" if line.endswith(" is a rook.") else line.rstrip("."),
        ruler=False,
    )
    assert drawing.layers == (".R",)
    assert drawing.rest == ()


def test_wide_boards_write_their_column_names_downwards() -> None:
    drawing = draw_grid(
        ["square_at(ab1, 28, 1)", "rook(ab1)"],
        layers({"rows": ".", "from": "z1", "legend": LEGEND}),
    )
    assert str(drawing) == "·  aa\n· zab\n1 ..R"


@given(
    st.lists(st.text("R#w.", max_size=30), max_size=12),
    st.booleans(),
    st.tuples(st.integers(1, 60), st.integers(1, 20)),
)
def test_what_was_drawn_is_drawn_back(
    rows: list[str], ruler: bool, corner: tuple[int, int]
) -> None:
    width = max(map(len, rows), default=0)
    square = [row.ljust(width, ".") for row in rows]
    filled = any(set(row) - {"."} for row in square)
    text = "\n".join(square)
    grid: dict[str, object] = {"rows": text, "legend": LEGEND, "from": square_name(*corner)}
    lines = expand_grid(grid)
    drawing = draw_grid(lines, layers(grid), ruler=ruler)
    assert drawing.rest == ()
    again = {**grid, "rows": str(drawing), "ruler": "yes" if ruler and filled else "no"}
    assert expand_grid(again) == lines


def test_a_drawn_situation_is_saved_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(
        "title: Castle\n"
        "grid:\n"
        "  - rows: |\n"
        "      R.w\n"
        "      .K#\n"
        "    legend:\n"
        "      R: rook({at}).\n"
        "      w: wall({at}).\n"
        '      "#": ["wall({at}).", "dark({x}, {y})."]\n'
        "  - rows: A\n"
        '    legend: {A: "Ana claims {at}."}\n'
        "given: |\n"
        "  Ana is a player.\n"
    )
    (tmp_path / "legend.yaml").write_text("K: king({at}).\n")
    situation = read_situation(path, tmp_path)
    saved = tmp_path / "saved.yaml"
    saved.write_text(render_situation(situation))
    assert '"R.w"' in saved.read_text()
    again = read_situation(saved, saved.parent)
    texts = [line.text for line in situation.lines]
    assert texts[-1] == "Ana is a player."
    assert "king(b2)." in texts
    assert [line.text for line in again.lines] == texts
    assert again.title == "Castle"


def test_a_square_without_a_glyph_survives_saving(tmp_path: Path) -> None:
    lines = ["square_at(a1, 1, 1).", "rook(a1).", "square_at(b1, 2, 1)."]
    block, rest = write_grid(lines, layers({"rows": "", "legend": LEGEND}))
    assert rest == ()
    root = parse_yaml(Source("saved", block))
    assert root is not None
    node = root.field("grid")
    assert node is not None
    assert [line for line, _ in expand(read_grid(node))] == lines
