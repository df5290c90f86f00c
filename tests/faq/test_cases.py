"""FAQ files: what they may say, and the place of every mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.asking.reason import Reason, Verdict
from rulings.faq.cases import Case, ExpectNames, ExpectNumber, ExpectVerdict, read_cases
from rulings.faq.examining import examine
from rulings.faq.outcomes import outcome_text
from rulings.faq.runner import Runner
from rulings.language.diagnostics import RulingsError
from rulings.rulebook.faq_files import faq_files
from tests.books import toy, write_book

YES = ExpectVerdict(Verdict.YES)
NO = ExpectVerdict(Verdict.NO)


def read(tmp_path: Path, text: str) -> tuple[Case, ...]:
    path = tmp_path / "a.faq.yaml"
    path.write_text(text, encoding="utf-8")
    return read_cases(path)


def one(expect: str) -> str:
    return f"game: toy\ncases:\n  - id: a\n    ask: Is it?\n{expect}\n"


@pytest.mark.parametrize(
    ("expect", "expected"),
    [
        ("    expect: yes", YES),
        ("    expect: 'no'", NO),
        ("    expect: No", NO),
        ("    expect: depends", ExpectVerdict(Verdict.DEPENDS)),
        (
            '    expect: "undecided: conflict"',
            ExpectVerdict(Verdict.UNDECIDED, Reason.CONFLICT),
        ),
        (
            "    expect: {undecided: silent}",
            ExpectVerdict(Verdict.UNDECIDED, Reason.SILENT),
        ),
        ("    expect: 3", ExpectNumber(3)),
        ("    expect: -3", ExpectNumber(-3)),
        ("    expect: [Rex, 'Old Fence']", ExpectNames(("Rex", "Old Fence"))),
        ("    expect: []", ExpectNames(())),
    ],
)
def test_expectations(tmp_path: Path, expect: str, expected: object) -> None:
    (case,) = read(tmp_path, one(expect))
    assert case.expect == expected
    assert case.edition is None


@pytest.mark.parametrize(
    "expect",
    [
        "    expect: {editions: {2018: yes, 2024: no}}",
        "    editions: {2018: yes, 2024: no}",
    ],
)
def test_an_expectation_for_each_edition(tmp_path: Path, expect: str) -> None:
    cases = read(tmp_path, one(expect))
    assert [(case.edition, case.expect) for case in cases] == [("2018", YES), ("2024", NO)]


def test_one_expectation_for_several_editions(tmp_path: Path) -> None:
    cases = read(tmp_path, one("    expect: yes\n    editions: [2018, 2024]"))
    assert [(case.edition, case.expect) for case in cases] == [("2018", YES), ("2024", YES)]


def test_a_case_that_names_no_edition_is_asked_in_all(tmp_path: Path) -> None:
    write_book(tmp_path)
    place = tmp_path / "queries"
    place.mkdir()
    cases = read(place, one("    expect: yes"))
    assert [(case.edition, case.expect) for case in cases] == [("first", YES), ("second", YES)]
    assert all(case.unnamed for case in cases)
    assert not any(case.unnamed for case in read(place, one("    expect: yes\n    editions: all")))
    (named,) = read(place, one("    expect: yes\n    edition: first"))
    assert (named.edition, named.unnamed) == ("first", False)


def test_what_fails_in_an_edition_that_nobody_named_says_so(tmp_path: Path) -> None:
    write_book(tmp_path)
    place = tmp_path / "queries"
    place.mkdir()
    asked = "    ask: Does Old Fence have the type statue?\n    expect: yes\n"
    first, second = read(place, f"game: toy\ncases:\n  - id: a\n{asked}")
    runner = Runner(start=tmp_path)
    assert runner.run(second).passed
    assert "The case names no edition" in outcome_text(runner.run(first))


def test_a_whole_case(tmp_path: Path) -> None:
    text = """\
game: toy
edition: second
situation: den
cases:
  - id: whole
    given: |
      # a comment
      Rex is face-up.
      zone_of(rex, play).
    ask: Is Rex active?
    expect: no
    because: [rules/active, rules/silenced]
    source: page 3
"""
    (case,) = read(tmp_path, text)
    assert (case.game, case.edition, case.situation) == ("toy", "second", "den")
    assert [(line.text, line.span.line) for line in case.given] == [
        ("Rex is face-up.", 8),
        ("zone_of(rex, play).", 9),
    ]
    assert [line.text for line in case.because] == ["rules/active", "rules/silenced"]
    assert (case.source, case.span.line, case.ask.span.line) == ("page 3", 5, 10)


@pytest.mark.parametrize(
    ("text", "code", "line", "hint"),
    [
        ("", "RUL700", 1, ""),
        ("- a\n", "RUL700", 1, ""),
        ("gmae: toy\ncases: []\n", "RUL701", 1, "game"),
        ("game: toy\n", "RUL702", 1, ""),
        ("game: toy\ncases:\n  - a\n", "RUL702", 3, ""),
        (one("    expetc: yes"), "RUL701", 5, "expect"),
        (one(""), "RUL702", 3, ""),
        (one("    expect: maybe"), "RUL703", 5, ""),
        (one("    expect: true"), "RUL703", 5, ""),
        (one("    expect: {undecided: missing}"), "RUL703", 5, ""),
        (one("    expect: {depends: mising}"), "RUL703", 5, "missing"),
        (one("    expect: yes\n    because: {a: b}"), "RUL702", 6, ""),
        (one("    expect: yes\n  - id: a\n    ask: Is it?\n    expect: no"), "RUL704", 6, ""),
        (one("    expect: undecided: conflict"), "RUL602", 5, "Quote"),
    ],
)
def test_mistakes(tmp_path: Path, text: str, code: str, line: int, hint: str) -> None:
    with pytest.raises(RulingsError) as error:
        read(tmp_path, text)
    codes = [found.code for found in error.value.diagnostics]
    assert code in codes
    found = error.value.diagnostics[codes.index(code)]
    assert found.span is not None
    assert found.span.line == line
    assert hint in found.hint


def test_files_are_found_in_folders(tmp_path: Path) -> None:
    for name in ("b/x.faq.yaml", "a.faq.yaml", "notes.yaml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("game: toy\ncases: []\n", encoding="utf-8")
    assert [path.name for path in faq_files(tmp_path)] == ["a.faq.yaml", "x.faq.yaml"]


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ('given: ["Rex has: 3 stars"]', "", ""),
        ("given:\n      - Rex has: 3 stars.", "RUL551", 'after "Rex has" make a key of it'),
        ("given: {Rex has: 3 stars}", "RUL551", 'after "Rex has" make a key of it'),
        ("given:\n      - [Rex]", "RUL551", '"given" holds sentences'),
        ("note: Rex: a dinosaur", "RUL602", "holds a colon followed by a space"),
        ("also: {note: Rex: a dinosaur}", "RUL602", "holds a colon followed by a space"),
        ('given:\n      - "Rex" is active.', "RUL602", "put the whole value in '…'"),
    ],
)
def test_what_yaml_makes_of_a_sentence(tmp_path: Path, given: str, code: str, said: str) -> None:
    path = tmp_path / "a.faq.yaml"
    path.write_text(
        f"game: toy\ncases:\n  - id: a\n    {given}\n    ask: Is Rex active?\n    expect: no\n"
    )
    try:
        read_cases(path)
    except RulingsError as problem:
        (found,) = problem.diagnostics
        assert found.code == code
        assert said in f"{found.message} {found.hint}"
    else:
        assert not code


def test_all_that_is_wrong_with_cases_is_told_in_one_run(tmp_path: Path) -> None:
    """Keys, expectations and questions; what a wrong key would make of a case is not guessed."""
    toy(tmp_path)
    path = tmp_path / "queries" / "toy" / "a.faq.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(
        "game: toy\ncases:\n"
        "  - {id: a, ask: Is Rxe active?, expect: maybe, because: [rules/none]}\n"
        "  - {id: b, givn: Rex is up., ask: Is Rxe active?, expect: no}\n"
        "  - {id: c, ask: Is Rex active?}\n"
        "  - {id: d, ask: Does Rex dance?, expect: no}\n"
        "  - {id: e, ask: '?- active(X), \\+ active(rex).', expect: no}\n",
        encoding="utf-8",
    )
    found = [(one.code, one.span.line if one.span else 0) for one in examine([path], tmp_path)]
    assert sorted(found) == [
        ("RUL102", 7),
        ("RUL501", 6),
        ("RUL502", 3),
        ("RUL701", 4),
        ("RUL702", 5),
        ("RUL703", 3),
        ("RUL705", 3),
    ]
