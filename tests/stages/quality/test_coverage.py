"""`rulings cover`: what counts as tested, and how it is shown."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.faq.suite import open_suite
from rulings.quality.coverage import Coverage, coverage
from rulings.quality.observe import observe
from rulings.scaffold import create
from tests.books import write_book

CASES = """\
game: toy
edition: second
cases:
  - id: silenced
    situation: den
    given: zone_of(old_fence, play).
    ask: Is Rex active?
    expect: no
  - {id: moves, ask: May Rex move?, expect: yes}
  - {id: may-not, ask: May Old Fence move?, expect: no}
  - {id: both, ask: May Living Statue move?, expect: "undecided: conflict"}
  - {id: first, editions: [first], ask: May Rex move?, expect: yes}
"""


def toy(folder: Path, cases: str = CASES, **files: str) -> Coverage:
    book = write_book(folder, **files)
    path = folder / "queries" / "toy" / "some.faq.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(cases, encoding="utf-8")
    suite = open_suite(book)
    return coverage(suite.books, suite.cases, observe(suite.cases, start=suite.folder))


def clause(covered: Coverage, name: str) -> tuple[bool, bool, bool]:
    (document,) = covered.documents
    found = next(one for one in document.clauses if one.clause.id == name)
    return found.encoded, found.tested, found.both


def test_only_what_a_decided_verdict_rests_on_counts(tmp_path: Path) -> None:
    covered = toy(tmp_path)
    assert clause(covered, "silenced") == (True, True, False)
    # Rex is not active because it is silenced: the rule for "active" is the one that is stopped.
    assert clause(covered, "active") == (True, True, False)
    assert clause(covered, "animals-move") == (True, True, False)
    # Rex may move whatever is ruled of statues.
    assert clause(covered, "statues-stay") == (True, True, False)
    assert clause(covered, "match") == (True, False, False)
    assert clause(covered, "motto") == (False, False, False)
    (document,) = covered.documents
    assert document.missing == ("rules/match",)
    assert document.unmodelled == 1
    assert document.percent(document.tested) == 80
    assert (covered.cases, covered.decided, covered.failed) == (5, 4, ())


def test_a_case_that_fails_counts_for_nothing(tmp_path: Path) -> None:
    wrong = CASES.replace("ask: May Old Fence move?, expect: no", "ask: May Rex move?, expect: no")
    covered = toy(tmp_path, wrong)
    assert clause(covered, "statues-stay") == (True, False, False)
    assert [name.split()[0] for name in covered.failed] == ["may-not"]


def test_a_question_that_is_not_understood_counts_for_nothing(tmp_path: Path) -> None:
    covered = toy(tmp_path, CASES.replace("May Old Fence move?", "Is the weather nice?"))
    assert clause(covered, "statues-stay") == (True, False, False)
    assert [name.split()[0] for name in covered.failed] == ["may-not"]


def test_rules_that_never_fire_and_predicates_that_are_never_asked(tmp_path: Path) -> None:
    covered = toy(tmp_path)
    assert [rule.clauses for rule in covered.never_fired] == [
        ("rules/match",),
        ("rules/silenced",),
    ]
    assert {"silenced", "matches"} <= set(covered.never_asked)
    assert not {"active", "may_move", "face_up"} & set(covered.never_asked)


def test_predicates_that_are_there_for_a_question_or_two(tmp_path: Path) -> None:
    asked = {"May Rex move?": ("moves", "moves-2"), "Is Rex active?": ("awake",)}
    lines = [
        f"  - {{id: {n}, ask: {ask}, expect: depends}}" for ask, ids in asked.items() for n in ids
    ]
    covered = toy(tmp_path, "game: toy\nedition: second\ncases:\n" + "\n".join(lines))
    assert "may_move" in covered.seldom_asked
    assert not set(covered.seldom_asked) & set(covered.never_asked)
    more = "  - {id: more, ask: May Rex move?, expect: depends}"
    (tmp_path / "other").mkdir()
    cases = "\n".join([*lines, more])
    oftener = toy(tmp_path / "other", f"game: toy\nedition: second\ncases:\n{cases}")
    assert "may_move" not in oftener.seldom_asked
    assert oftener.shown == covered.shown >= len(covered.seldom_asked)


def test_a_clause_without_a_rule_is_missing(tmp_path: Path) -> None:
    more = (write_book(tmp_path) / "clauses.yaml").read_text(encoding="utf-8")
    more += "      - {id: forgotten, section: Moves, gist: Nobody encodes it.}\n"
    covered = toy(tmp_path, **{"clauses.yaml": more})
    assert clause(covered, "forgotten") == (False, False, False)
    assert "rules/forgotten" in covered.documents[0].missing


def test_several_processes_observe_what_one_does(tmp_path: Path) -> None:
    write_book(tmp_path)
    folder = tmp_path / "queries" / "toy"
    folder.mkdir(parents=True)
    for number in range(10):
        (folder / f"{number}.faq.yaml").write_text(CASES, encoding="utf-8")
    suite = open_suite(tmp_path / "facts" / "toy")
    alone = observe(suite.cases, start=suite.folder, jobs=1)
    one = coverage(suite.books, suite.cases, alone)
    seen: list[tuple[int, int]] = []
    shared = observe(
        suite.cases, start=suite.folder, jobs=2, progress=lambda *done: seen.append(done)
    )
    two = coverage(suite.books, suite.cases, shared)
    assert two == one
    assert seen[-1] == (50, 50)


@pytest.fixture
def trove(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    create("trove", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_json_is_what_a_script_reads(trove: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cover", "trove", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "documents": {
            "rules": {
                "clauses": 3,
                "encoded": 2,
                "tested": 2,
                "both": 0,
                "unmodelled": 1,
                "missing": [],
            }
        }
    }
    assert main(["cover", "trove", "--format", "json", "--rules"]) == 0
    assert "never_fired" in json.loads(capsys.readouterr().out)


def test_a_threshold_that_is_missed_is_a_finding(
    trove: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cover", "trove", "--threshold", "100"]) == 0
    assert main(["cover", "trove", "--both", "51"]) == 3
    assert "rules: 0 % tested both ways, wanted 51 %" in capsys.readouterr().err
    assert main(["cover", "trove", "--threshold", "101"]) == 64


def test_text_and_html(trove: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["cover", "trove"])
    text = capsys.readouterr().out
    assert "rules        3  2 (100 %)   2 (100 %)   0 (0 %) " in text
    assert "Clauses with only a yes or only a no: 2" in text
    main(["cover", "trove", "--format", "html"])
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>")
    assert "M &gt;= N" in re.sub(r"<[^>]*>", "", page)
    assert "May Alice play Old Lamp?" in page
    assert "Not encoded: A wish" in page


def test_a_game_without_cases_says_where_to_write_them(
    trove: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (trove / "queries/trove/playing.faq.yaml").unlink()
    assert main(["cover", "trove"]) == 3
    assert "queries/trove/first.faq.yaml" in capsys.readouterr().err
