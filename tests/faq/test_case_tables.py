"""Tables of cases, what a file says for all its cases, and all editions."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.asking.reason import Verdict
from rulings.faq.cases import Case, ExpectNumber, ExpectVerdict, read_cases
from rulings.faq.runner import Runner
from rulings.language.diagnostics import RulingsError
from tests.books import write_book

MARKDOWN = """\
  - id: stars
    ask: "How many stars does {card} have?"
    table: |
      | card      | expect | because |
      |-----------|:------:|---------|
      | Rex       | 3      |         |
      | Old Fence | 2      | [rules/match, rules/active] |
"""


def read(tmp_path: Path, text: str) -> tuple[Case, ...]:
    path = tmp_path / "a.faq.yaml"
    path.write_text(text, encoding="utf-8")
    return read_cases(path)


def complaints(tmp_path: Path, table: str, ask: str = "Is {card} active?") -> list[str]:
    text = f'game: toy\ncases:\n  - id: a\n    ask: "{ask}"\n    expect: yes\n    table: |\n'
    with pytest.raises(RulingsError) as raised:
        read(tmp_path, text + "".join(f"      {line}\n" for line in table.split("\n")))
    assert {found.code for found in raised.value.diagnostics} == {"RUL708"}
    return [found.message for found in raised.value.diagnostics]


def test_a_row_is_a_case(tmp_path: Path) -> None:
    one, two = read(tmp_path, f"game: toy\ncases:\n{MARKDOWN}")
    assert (one.id, one.ask.text, one.expect) == (
        "stars-1",
        "How many stars does Rex have?",
        ExpectNumber(3),
    )
    assert (two.id, two.expect) == ("stars-2", ExpectNumber(2))
    assert one.because == ()
    assert [line.text for line in two.because] == ["rules/match", "rules/active"]
    assert one.span.text.startswith("| Rex")
    assert two.span.text.startswith("| Old Fence")


def test_a_table_may_be_csv_in_the_file_or_beside_it(tmp_path: Path) -> None:
    rows = 'id, card, given, expect\nup, Rex, "Rex is face-up.", yes\ndown, Rex, , no\n'
    (tmp_path / "up.csv").write_text(rows, encoding="utf-8")
    inline = "".join(f"      {line}\n" for line in rows.splitlines())
    head = 'game: toy\ncases:\n  - id: x\n    ask: "Is {card} active?"\n'
    written = read(tmp_path, f"{head}    table: |\n{inline}")
    beside = read(tmp_path, f"{head}    table: up.csv\n")
    for cases in (written, beside):
        assert [case.id for case in cases] == ["up", "down"]
        assert [[line.text for line in case.given] for case in cases] == [["Rex is face-up."], []]
        assert [case.ask.text for case in cases] == ["Is Rex active?", "Is Rex active?"]
        assert [case.expect for case in cases] == [
            ExpectVerdict(Verdict.YES),
            ExpectVerdict(Verdict.NO),
        ]
    assert beside[0].span.source.name == "up.csv"


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("card, prize\nRex, 3", 'Nothing says what the column "prize" is for.'),
        ("crad\nRex", 'No column of the table is called "card".'),
        ("card, source\nRex", "This row has 1 cell, and the table 2 columns."),
        ("card", "A table has a row of columns and at least one row below it."),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, table: str, said: str) -> None:
    assert said in complaints(tmp_path, table)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    text = 'game: toy\ncases:\n  - {id: a, ask: "Is {card} up?", table: nowhere.csv}\n'
    with pytest.raises(RulingsError) as raised:
        read(tmp_path, text)
    (found,) = raised.value.diagnostics
    assert found.code == "RUL601"
    assert found.span is not None
    assert found.span.text == "nowhere.csv"


def test_a_misspelt_column_is_offered_its_key(tmp_path: Path) -> None:
    text = 'game: toy\ncases:\n  - {id: a, ask: "Is {card} up?", table: "card, expct\\nRex, yes"}\n'
    with pytest.raises(RulingsError) as raised:
        read(tmp_path, text)
    hints = [found.hint for found in raised.value.diagnostics if found.code == "RUL708"]
    assert [hint.partition("? ")[0] for hint in hints] == ['Did you mean "expect"']


def test_a_missing_text_of_what_is_given_is_told_at_its_place(tmp_path: Path) -> None:
    text = "game: toy\ncases:\n  - {id: a, given: gone.txt, ask: Is Rex up?, expect: yes}\n"
    with pytest.raises(RulingsError) as raised:
        read(tmp_path, text)
    (found,) = raised.value.diagnostics
    assert found.code == "RUL601"
    assert found.span is not None
    assert found.span.text == "gone.txt"


def test_a_case_adds_to_what_its_file_gives_and_replaces_it(tmp_path: Path) -> None:
    shelf = write_book(tmp_path).parent
    text = (
        "game: toy\nedition: second\n"
        "given: |\n  Rex lies in zone play.\n  Rex is face-up.\ncases:\n"
        "  - {id: a, ask: Is Rex active?, expect: yes}\n"
        "  - {id: b, given: Rex lies in zone deck., ask: Is Rex active?, expect: no}\n"
        "  - {id: c, given: Rex is not face-up., ask: Is Rex active?, expect: no}\n"
    )
    cases = read(tmp_path, text)
    assert [len(case.given) for case in cases] == [2, 3, 3]
    runner = Runner(shelf=shelf)
    assert [(case.id, runner.run(case).complaint) for case in cases] == [
        ("a", ""),
        ("b", ""),
        ("c", ""),
    ]


def test_several_files_begin_with_the_lines_of_a_text_file(tmp_path: Path) -> None:
    (tmp_path / "opening.txt").write_text("# The opening.\nRex is face-up.\n", encoding="utf-8")
    head = "game: toy\ngiven: {}\ncases:\n  - id: a\n    ask: Is it?\n    expect: yes\n"
    (case,) = read(tmp_path, head.format("opening.txt") + "    given: Rex is active.\n")
    assert [line.text for line in case.given] == ["Rex is face-up.", "Rex is active."]
    assert (case.given[0].span.source.name, case.given[0].span.line) == ("opening.txt", 2)
    (case,) = read(tmp_path, head.format('["Old Fence rests.", opening.txt]'))
    assert [line.text for line in case.given] == ["Old Fence rests.", "Rex is face-up."]
    for missing in ("closing.txt", "../opening.txt"):
        with pytest.raises(RulingsError) as raised:
            read(tmp_path, head.format(missing))
        assert [found.code for found in raised.value.diagnostics] == ["RUL601"]


def test_all_editions_are_those_of_the_rulebook(tmp_path: Path) -> None:
    write_book(tmp_path)
    queries = tmp_path / "queries"
    queries.mkdir()
    case = "  - {id: a, ask: Is Rex a card?, expect: yes}\n"
    of_file = read(queries, f"game: toy\neditions: all\ncases:\n{case}")
    assert [one.edition for one in of_file] == ["first", "second"]
    own = read(queries, f"game: toy\ncases:\n{case.replace('expect', 'editions: all, expect')}")
    assert [one.edition for one in own] == ["first", "second"]
