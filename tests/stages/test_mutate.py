"""Mutation testing: the mutants, their models, what becomes of them, and the questions."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rulings.asking.standalone import load, solve
from rulings.cli import main
from rulings.commands.mutate import report_json, report_yaml
from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.faq.cases import Case, parse_cases, read_cases
from rulings.faq.runner import Runner
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Program
from rulings.language.source import Source
from rulings.quality.bench import Bench
from rulings.quality.laboratory import Status
from rulings.quality.mutants import Mutant, Operator, mutants
from rulings.quality.mutation import Report, Sample, mutate, passing_cases
from rulings.quality.stories import Stories
from rulings.rulebook.faq_files import faq_files
from rulings.session import Rulebook
from tests.stages.quality.laws import SUITE, write_laws

NIM = Path(__file__).parent.parent / "moving" / "nim"


def _asking(book: Rulebook, asked: Mapping[str, tuple[str, str]]) -> Bench:
    """Return the bench of a rulebook with cases: by what they ask, what is given and expected."""
    text = f"game: {book.name}\ncases:\n" + "".join(
        f'  - {{id: c{number}, given: "{given}", ask: "{ask}", expect: {expected}}}\n'
        for number, (ask, (given, expected)) in enumerate(asked.items())
    )
    cases = parse_cases(Source("asked", text), book.folder)
    return bench_of(book, [replace(one, game=book.folder) for one in cases])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_laws(tmp_path_factory.mktemp("laws"))


@pytest.fixture(scope="module")
def book(folder: Path) -> Rulebook:
    return Rulebook.load(folder, cache=False)


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    return mutate(folder, cases_of(folder), jobs=1)


def cases_of(folder: Path) -> list[Case]:
    place = folder.parent.parent / "queries" / folder.name
    return [case for path in faq_files(place) for case in read_cases(path)]


def bench_of(book: Rulebook, cases: list[Case]) -> Bench:
    passing, failing = passing_cases(book, cases, book.editions, jobs=1, progress=lambda *_: None)
    assert failing == []
    return Bench(book, tuple(passing[book.edition]))


def changes(book: Rulebook, rule: str) -> set[tuple[str, str]]:
    return {(m.operator.value, m.change) for m in mutants(book.program) if m.id == rule}


def test_mutants_of_what_a_forall_denies() -> None:
    """`forall` and its denied goal share a variable that nothing else names."""
    text = (
        ".type card.\n.type suit.\n.decl card_of(C: card, N: int, S: suit).\n"
        ".decl suit_down(S: suit).\n.decl unlike(C: card).\n.decl held(C: card).\n"
        "held(a). held(b). suit_down(red).\n"
        "card_of(a, 1, red). card_of(a, 2, red). card_of(b, 1, blue).\n"
        "unlike(C) :- held(C), forall { S : suit_down(S) } not card_of(C, _, S).\n"
    )
    program = load(text)
    for mutant in mutants(program):
        others = tuple(rule for rule in program.rules if rule is not mutant.rule)
        changed = replace(program, rules=(*others, *mutant.rules))
        assert solve(changed) == solve(changed, engine="pydatalog"), mutant.change


def test_mutants_of_a_rule(book: Rulebook) -> None:
    assert changes(book, "strikers") == {
        ("drop-rule", "without the rule"),
        ("drop-condition", "without `ready(C)`"),
        ("drop-condition", "without `N > 1`"),
        ("negate", "`not ready(C)` for `ready(C)`"),
        ("negate", "`N <= 1` for `N > 1`"),
        ("swap", "`N >= 1` for `N > 1`"),
        ("constant", "2 for 1 in condition 3"),
    }


def test_quantifiers_aggregates_and_overrides(book: Rulebook) -> None:
    said = {(m.operator, m.change) for m in mutants(book.program)}
    swaps = {change for operator, change in said if operator is Operator.SWAP}
    assert any(change.startswith("some for every in `forall") for change in swaps)
    assert "or between conditions 1 and 2" in swaps
    assert (Operator.DROP_OVERRIDE, "without cowards overrides strikers") in said
    constants = {change for operator, change in said if operator is Operator.CONSTANT}
    assert "deck for play in lies, place 1.2" in constants


def test_mutants_are_legal_programs(book: Rulebook) -> None:
    for mutant in mutants(book.program):
        assert Evaluator(changed(book.program, mutant)).strata


def changed(program: Program, mutant: Mutant) -> Program:
    rules = tuple(
        new for rule in program.rules for new in (mutant.rules if rule is mutant.rule else (rule,))
    )
    overrides = tuple(o for o in program.overrides if o is not mutant.override)
    return replace(program, rules=rules, overrides=overrides)


def test_models_of_mutants_are_those_of_the_whole_changed_program(
    book: Rulebook, folder: Path
) -> None:
    bench = bench_of(book, cases_of(folder))
    constants = bench.shelf.constants
    for mutant in mutants(book.program):
        change = bench.change(mutant)
        program = changed(book.program, mutant)
        evaluator = Evaluator(program)
        for prepared, place in zip(bench.cases, bench.places, strict=True):
            stated = prepared.stated
            expected = evaluator.model(
                Table(program, stated.facts, stated.denials, constants), prepared.demand
            )
            found = bench.model(place, change, bench.effect(place, change))
            for name in expected.declared():
                assert set(found.true[name]) == set(expected.true[name]), (mutant.key, name)
                assert set(found.possible[name]) == set(expected.possible[name]), mutant.key


def test_a_case_fails_where_the_changed_rulebook_answers_otherwise(book: Rulebook) -> None:
    asked = {
        "If Rex is not wakeful, is Rex ready?": ("Rex lies in the play.", "no"),
        "If Rex lies in the play and has strength 2, may Rex strike?": ("Rex attacks Spot.", "yes"),
        "May a card with the kind coward strike?": ("", "no"),
        "Is a card ready?": ("", "depends"),
    }
    bench = _asking(book, asked)
    stories = Stories(bench)
    for mutant in mutants(book.program):
        change = bench.change(mutant)
        other = book.with_program(changed(book.program, mutant))
        runner = Runner(load=lambda *_, other=other: other)
        for index, prepared in enumerate(bench.cases):
            told = bench.fails(index, change, stories.scene(index, change))
            assert told != runner.run(prepared.case).passed, (mutant.key, prepared.case.id)


def test_what_happened_is_played_again_by_the_changed_rulebook(
    tmp_path: Path,
) -> None:
    """The bench says of every case and mutant what running the case under the mutant says."""
    folder = shutil.copytree(NIM, tmp_path / "nim")
    book = Rulebook.load(folder, cache=False)
    begun = ("The pile holds 5 stones.", "It is Ana's turn.", "Ana takes 3 stones.")
    ended = (*begun, "Ben takes 2 stones.")
    asked: dict[str, tuple[tuple[str, ...], str]] = {
        "Is it Ben's turn?": (begun, "yes"),
        "Is it Ana's turn?": (begun, "no"),
        "Does the pile hold 2 stones?": (begun, "yes"),
        "May Ana drink?": (begun, "yes"),
        "Is Ben idle in this round?": (begun, "yes"),
        "Is Ben the winner?": (ended, "yes"),
        "Is the game over?": (ended, "yes"),
        "Is Ana thirsty?": ((*begun, "Ana drinks."), "no"),
        "Has Ben taken stones 1 times?": (ended, "yes"),
        "Is Ana singing?": (("Ana is cheerful.", "Ana dances.", "Ana is not merry."), "yes"),
        "If Ana is cheerful, is Ana singing?": (("Ana is cheerful.", "Ana dances."), "yes"),
    }
    bench = _asking(book, {ask: (" ".join(given), what) for ask, (given, what) in asked.items()})
    stories = Stories(bench)
    moved = 0
    for mutant in mutants(book.program):
        change = bench.change(mutant)
        other = book.with_program(changed(book.program, mutant))
        runner = Runner(load=lambda *_, other=other: other)
        for index, prepared in enumerate(bench.cases):
            try:
                scene = stories.scene(index, change)
                told = bench.fails(index, change, scene)
                moved += scene.elsewhere
            except RulingsError:
                told = True
            assert told != runner.run(prepared.case).passed, (mutant.key, prepared.case.ask.text)
    assert moved > 50


def test_fates(report: Report) -> None:
    fates = {fate.mutant.key: fate for fate in report.fates}
    killed = fates[
        "drop-override", "cowards overrides strikers", "without cowards overrides strikers"
    ]
    assert killed.status is Status.KILLED
    assert killed.case.startswith("coward ")
    alive = fates["drop-rule", "champions", "without the rule"]
    assert alive.status is Status.SURVIVED
    assert alive.question is not None
    assert alive.question.given == ("Card A has kind champion.",)
    assert alive.question.ask == "May Card A strike?"
    assert alive.question.expect.verdict.value == "yes"


def test_rules_of_two_editions_are_mutated_once(report: Report) -> None:
    shared = [fate for fate in report.fates if fate.mutant.id == "champions"]
    own = {fate.editions for fate in report.fates if fate.mutant.rule and "tired" in str(fate)}
    assert all(fate.editions == ("early", "late") for fate in shared)
    assert own == {("early",), ("late",)}


def test_equivalent_mutants(report: Report) -> None:
    # A strength of at most 2 is implied by one that is below 2 after the sum: `N + 1 < 3`.
    equivalent = {fate.mutant.change for fate in report.of(Status.EQUIVALENT)}
    assert "without `N <= 2`" in equivalent


def test_processes_change_nothing(folder: Path, report: Report) -> None:
    assert report_json(mutate(folder, cases_of(folder), jobs=2)) == report_json(report)


def test_the_questions_kill_the_survivors(
    tmp_path_factory: pytest.TempPathFactory, report: Report
) -> None:
    place = tmp_path_factory.mktemp("again")
    questions = report_yaml(report).split("cases:\n", 1)[1]
    folder = write_laws(place, suite=SUITE + questions)
    again = mutate(folder, cases_of(folder), jobs=1)
    assert again.failing == ()
    assert again.score == 100


def test_samples(folder: Path) -> None:
    one = mutate(folder, cases_of(folder), sample=Sample(9, seed=4), jobs=1)
    two = mutate(folder, cases_of(folder), sample=Sample(9, seed=4), jobs=1)
    assert len(one.fates) == 9
    assert one == two


def test_rules_of_a_file(folder: Path, report: Report) -> None:
    files = {Path(f.mutant.rule.span.source.name).name for f in report.fates if f.mutant.rule}
    name = min(files)
    some = mutate(folder, cases_of(folder), sample=Sample(files=(name,)), jobs=1)
    assert some.fates
    assert set(some.fates) <= set(report.fates)
    assert mutate(folder, cases_of(folder), sample=Sample(files=("no.dl",)), jobs=1).fates == ()


def test_command(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder.parent.parent)
    assert main(["mutate", "laws", "--format", "json", "-j", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["mutants"] == found["killed"] + found["survived"] + found["equivalent"]
    assert len(found["survivors"]) == found["survived"]
    assert {"rule", "operator", "change", "clauses", "question"} <= set(found["survivors"][0])
    assert main(["mutate", "laws", "--sample", "12", "--threshold", "100", "-j", "1"]) == 3
    assert "laws (early, late): 12 mutants" in capsys.readouterr().out
    assert main(["mutate", "laws", "--file", "no.dl"]) == 3
    assert "RUL001" in capsys.readouterr().err
    assert main(["mutate", "laws", "--jobs", "0"]) == 64
