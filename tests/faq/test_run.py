"""Running cases: what passes, what is said about what does not, and the pytest plugin."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import lemminflect  # noqa: F401 - pytester unloads what is imported in its runs, and numpy loads once
import pytest

from rulings.cli import main
from rulings.engine.limits import OutOfTime, deadline
from rulings.faq.cases import read_cases
from rulings.faq.outcomes import outcome_json, outcome_text
from rulings.faq.runner import CaseOutcome, Runner
from rulings.scaffold import create
from tests.books import RULES, write_book

pytest_plugins = ["pytester"]

ENDLESS = """\
.decl slow(N: int) "the slow count reaches {N}".
@[rules/active] slow(N) :- between(1, 1000000000000, N), N < 0.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("faq")
    write_book(place)
    return place


def run(folder: Path, case: str, engine: str = "native") -> CaseOutcome:
    path = folder / "one.faq.yaml"
    body = "".join(f"    {line}\n" for line in case.splitlines())
    path.write_text(f"game: toy\ncases:\n  - id: one\n{body}", encoding="utf-8")
    *_, read = read_cases(path)  # of several editions the default one
    return Runner(engine=engine, start=folder).run(read)


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
@pytest.mark.parametrize(
    "case",
    [
        "ask: May Rex move?\nexpect: yes\nbecause: [rules/animals-move]",
        "ask: May Old Fence move?\nexpect: 'no: denied'\nbecause: rules/statues-stay",
        "ask: Is Rex active?\nexpect: {depends: missing}",
        "situation: den\nask: Is Rex active?\nexpect: depends",
        "given: zone_of(rex, play).\nask: Is Rex active?\nexpect: yes",
        "situation: den\ngiven: zone_of(rex, deck).\nask: Is Rex active?\nexpect: no",
        "ask: How many stars does Rex have?\nexpect: 3",
        "ask: Which cards have the type statue?\nexpect: [living statue, Old Fence]",
        "ask: Which cards have the type animal?\nexpect: [King Rex, Living Statue]",
        "edition: first\nask: Does Old Fence have the type statue?\nexpect: no",
    ],
)
def test_passing(folder: Path, case: str, engine: str) -> None:
    assert run(folder, case, engine).complaint == ""


@pytest.mark.parametrize(
    ("case", "complaint"),
    [
        ("ask: May Rex move?\nexpect: no", "Expected no, got yes: proved."),
        ("ask: May Old Fence move?\nexpect: 'no: failed'", "Expected no: failed, got no: denied."),
        ("ask: How many stars does Rex have?\nexpect: 4", "Expected 4, got 3."),
        ("ask: May Rex move?\nexpect: 4", "Expected 4, got no number."),
        (
            "ask: Which cards have the type statue?\nexpect: [Rex]",
            "Expected [Rex], got Living Statue, Old Fence.",
        ),
        (
            "ask: May Rex move?\nexpect: yes\nbecause: [rules/match]",
            "The verdict is right, but not because of rules/match: it rests on rules/animals-move.",
        ),
    ],
)
def test_failing(folder: Path, case: str, complaint: str) -> None:
    outcome = run(folder, case)
    assert outcome.complaint == complaint
    text = outcome_text(outcome)
    assert "one.faq.yaml:3:5" in text
    assert "understood" in text
    assert complaint in text
    assert outcome_json(outcome)["complaint"] == complaint


@pytest.mark.parametrize(
    ("case", "code"),
    [
        ("ask: Is Rxe active?\nexpect: yes", "RUL502"),
        ("ask: Rex sings?\nexpect: no", "RUL501"),
        ("given: Rex sings.\nask: Is Rex active?\nexpect: no", "RUL501"),
        ("situation: dne\nask: Is Rex active?\nexpect: no", "RUL550"),
        ("edition: thrid\nask: Is Rex active?\nexpect: no", "RUL606"),
        ("ask: May Rex move?\nexpect: yes\nbecause: [rules/animal-move]", "RUL705"),
    ],
)
def test_what_cannot_be_asked_fails(folder: Path, case: str, code: str) -> None:
    outcome = run(folder, case)
    assert not outcome.passed
    assert [diagnostic.code for diagnostic in outcome.diagnostics] == [code]
    assert code in outcome_text(outcome)


def test_the_plugin_runs_in_any_repository(pytester: pytest.Pytester) -> None:
    create("trove", pytester.path)
    (pytester.path / "queries/trove/wrong.faq.yaml").write_text(
        "game: trove\ncases:\n  - id: wrong\n    ask: Does Old Lamp cost 3 coins?\n"
        "    expect: yes\n",
        encoding="utf-8",
    )
    (pytester.path / "queries/trove/broken.faq.yaml").write_text("gmae: trove\n", encoding="utf-8")
    result = pytester.runpytest("queries")
    result.assert_outcomes(passed=6, failed=2)
    result.stdout.fnmatch_lines(
        [
            "*RUL701*",
            "FAIL wrong*wrong.faq.yaml:3:5*",
            "*understood  does Old Lamp cost 3 coins?*",
            "*Expected yes, got no: failed.*",
        ]
    )


def test_the_plugin_runs_the_cases_of_literate_rulebooks(pytester: pytest.Pytester) -> None:
    hearts = Path(__file__).parents[2] / "docs" / "examples" / "hearts" / "facts"
    copytree(hearts, pytester.path / "facts")
    book = pytester.path / "facts" / "hearts" / "hearts.md"
    book.with_name("notes.md").write_text("# Notes\n", encoding="utf-8")
    (pytester.path / "readme.md").write_text("```cases\n- nonsense\n```\n", encoding="utf-8")
    text = book.read_text(encoding="utf-8")
    book.write_text(text.replace("expect: yes", "expect: no", 1), encoding="utf-8")
    result = pytester.runpytest()
    result.assert_outcomes(passed=len(read_cases(book)) - 1, failed=1)
    assert "hearts.md" in result.stdout.str()


def test_the_plugin_finds_rulebooks_where_the_ini_file_says(pytester: pytest.Pytester) -> None:
    create("trove", pytester.path / "elsewhere")
    (pytester.path / "elsewhere/queries/trove/playing.faq.yaml").rename(
        pytester.path / "mine.faq.yaml"
    )
    pytester.makeini("[pytest]\nrulings_facts = elsewhere/facts\n")
    result = pytester.runpytest("--rulings-engine=pydatalog")
    result.assert_outcomes(passed=6)


def test_a_case_is_told_of_in_one_report_between_tests_of_other_kinds(
    pytester: pytest.Pytester,
) -> None:
    create("trove", pytester.path)
    fixture = "import pytest\n@pytest.fixture(autouse=True, scope='module')\ndef held():\n"
    test = f"{fixture}    yield\n    print('let go')\ndef test_it():\n    pass\n"
    pytester.makepyfile(test_before=test, test_after=test)
    run = pytester.inline_run("test_before.py", "queries", "test_after.py", "--junitxml=told.xml")
    run.assertoutcome(passed=8)
    reports = run.getreports("pytest_runtest_logreport")
    phases = ["setup", "call", "teardown"]
    assert [report.when for report in reports] == [*phases, *["call"] * 6, *phases]
    ends = [report for report in reports if report.when == "teardown"]
    assert all("let go" in report.capstdout for report in ends)
    assert 'tests="8"' in (pytester.path / "told.xml").read_text()


def test_what_is_wrong_in_a_shared_file_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    create("trove", tmp_path)
    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "facts" / "trove" / "rules.dl"
    sound = rules.read_text()
    rules.write_text(sound.replace("price(C, N), coins", "price(C, N) coins"))
    assert main(["test", "trove"]) == 3
    out = capsys.readouterr().out
    assert out.count("RUL101") == 1
    assert "rules.dl:18:44: error RUL101" in out
    assert "6 cases that could not be asked: enough-coins, frozen" in out
    rules.write_text(sound)
    table = tmp_path / "facts" / "trove" / "situations" / "first-turn.yaml"
    table.write_text("title: Flight\ngiven: |\n  Alice flies home.\n")
    assert main(["test", "trove"]) == 3
    out = capsys.readouterr().out
    assert out.count("RUL501") == out.count("first-turn.yaml:3:3") == 1


def test_pytest_tells_once_what_is_wrong_in_a_shared_file(pytester: pytest.Pytester) -> None:
    create("trove", pytester.path)
    rules = pytester.path / "facts" / "trove" / "rules.dl"
    rules.write_text(rules.read_text().replace("price(C, N), coins", "price(C, N) coins"))
    result = pytester.runpytest("queries", "-q", "-rN")  # under CI the summary repeats it
    result.assert_outcomes(failed=6)
    told = [line for line in result.outlines if "RUL101 `coins` stands" in line]
    assert len(told) == 1
    result.stdout.fnmatch_lines(["FAIL frozen: not asked, for rules.dl:18:44: RUL101 as above."])


def test_no_edition_is_offered_that_there_is_not(folder: Path) -> None:
    table = folder / "facts" / "toy" / "situations" / "lost.yaml"
    table.write_text("title: Lost\nedition: thrid\ngiven: []\n")
    outcome = run(folder, "situation: lost\nask: Is Rex active?\nexpect: no")
    assert [(d.code, "thrid" in d.hint) for d in outcome.diagnostics] == [("RUL553", False)]
    assert "second" in outcome.diagnostics[0].hint


def test_a_case_has_its_time_and_leaves_the_others_theirs(tmp_path: Path) -> None:
    write_book(tmp_path, **{"rules.dl": RULES + ENDLESS})
    path = tmp_path / "one.faq.yaml"
    path.write_text(
        "game: toy\nedition: second\ncases:\n"
        "  - {id: late, ask: '?- slow(5).', expect: no}\n"
        "  - {id: soon, ask: May Rex move?, expect: yes}\n",
        encoding="utf-8",
    )
    late, soon = read_cases(path)
    runner = Runner(start=tmp_path, each=0.3)
    assert runner.run(late).complaint == "Out of time: no answer within 0.3 s."
    assert not runner.run(soon).complaint.startswith("Out of time")
    with pytest.raises(OutOfTime), deadline(0.1):
        runner.run(late)
