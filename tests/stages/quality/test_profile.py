"""`rulings profile`: where the time of questions goes, and what would help."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.commands.profile import advice, dominating, plan_of, profile_folded, profile_text
from rulings.faq.suite import open_suite
from rulings.quality.profiled import Profile, RuleProfile, profile_question, profile_suite
from rulings.session import Rulebook
from tests.books import RULES, write_book

CROSSING = (
    RULES
    + """\
.type guest.
.decl ticket(G: guest, P: int) "{G} has ticket {P}".
.decl prize(P: int, W: symbol) "ticket {P} wins {W}".
.decl wins(G: guest) "{G} wins".
.decl rivals(G: guest, H: guest) "{G} rivals {H}".
.decl after(G: guest, H: guest) "{G} comes after {H}".
.decl next(G: guest, H: guest) "{G} comes right after {H}".
wins(G) :- ticket(G, _), prize(7, _).
rivals(G, H) :- ticket(G, P), ticket(H, R), P != R.
after(G, H) :- next(G, H).
after(G, H) :- after(G, M), next(M, H).
prize(7, bear).
"""
    + "".join(f'ticket(g{n}, {n}).\nlabel(g{n}, "Guest {n}").\n' for n in range(60))
    + "".join(f"next(g{n + 1}, g{n}).\n" for n in range(59))
)
CASES = """\
game: toy
edition: second
cases:
  - {id: rex, given: "zone_of(rex, play).", ask: Is Rex active?, expect: yes}
  - {id: fence, given: "zone_of(old_fence, play).", ask: Is Old Fence active?, expect: yes}
  - {id: nonsense, ask: Is Rex a teapot?, expect: yes}
"""


@pytest.fixture(name="toy")
def _toy(tmp_path: Path) -> Path:
    return write_book(tmp_path, **{"rules.dl": CROSSING})


@pytest.fixture(name="ask")
def _ask(toy: Path) -> Callable[[str], Profile]:
    book = Rulebook.load(toy, cache=False)
    return lambda question: profile_question(book, lambda one: one.situation(), question)


def rule(profile: Profile, concludes: str) -> RuleProfile:
    return next(one for one in profile.rules if one.concludes == concludes)


def test_rows_are_counted_as_the_loops_read_and_make_them(ask: Callable[[str], Profile]) -> None:
    crossing = rule(ask("?- rivals(g1, g2)."), "rivals")
    assert crossing.parts[0].read == [60, 60 * 60, 0]
    assert (crossing.read, crossing.made, crossing.rounds) == (60 + 60 * 60, 60 * 59, 1)


def test_a_recursion_is_shown_by_its_rounds(ask: Callable[[str], Profile]) -> None:
    closure = [one for one in ask("?- after(g9, g3).").rules if one.concludes == "after"]
    assert max(one.rounds for one in closure) == 59
    assert sum(one.made for one in closure) == 59 * 60 // 2


def test_what_dominates_is_named_with_what_would_help(ask: Callable[[str], Profile]) -> None:
    profile = ask("?- rivals(g1, g2).")
    (slow,) = dominating(profile)
    assert slow.concludes == "rivals"
    assert "ticket(H, R)` shares no value" in advice(slow)
    assert f"{slow.place} takes" in profile_text(profile)


def test_the_order_of_conditions_stands_with_its_reasons(ask: Callable[[str], Profile]) -> None:
    told = list(plan_of(rule(ask("?- wins(g1)."), "wins").parts[0]))
    assert [step for step, _ in told] == ["test prize(7, _)", "each row of ticket(G, _)"]
    assert told[1][1] == "60 rows, the least of what can be read now"


def test_the_stages_come_to_the_whole_and_rules_to_theirs(ask: Callable[[str], Profile]) -> None:
    profile = ask("?- rivals(g1, g2).")
    assert sum(profile.stages.values()) == profile.seconds > 0
    spent = sum(one.seconds for one in profile.rules)
    assert spent == pytest.approx(profile.stages["rules"])


def test_measuring_changes_no_answer(toy: Path) -> None:
    book = Rulebook.load(toy, cache=False)
    before = book.ask("?- rivals(X, g2).").say
    profile_question(book, lambda one: one.situation(), "?- rivals(X, g2).")
    assert book.situation().ask("?- rivals(X, g2).").say == before
    assert not any("count" in text for text, _ in book.evaluators.codes.values())


def test_folded_stacks_come_to_the_whole(ask: Callable[[str], Profile]) -> None:
    profile = ask("?- after(g9, g3).")
    stacks = dict(line.rsplit(" ", 1) for line in profile_folded(profile).splitlines())
    assert sum(map(int, stacks.values())) == pytest.approx(1e6 * profile.seconds, rel=0.01)
    assert any(s.startswith("rules;after;") and "new rows of condition" in s for s in stacks)


def test_a_suite_is_profiled_as_a_whole(toy: Path) -> None:
    path = toy.parent.parent / "queries" / "toy" / "some.faq.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(CASES, encoding="utf-8")
    suite = open_suite(toy)
    told: list[tuple[int, int]] = []
    profile = profile_suite(suite, suite.cases, lambda *done: told.append(done))
    assert (len(profile.asked), profile.refused) == (3, 1)
    assert told[-1] == (6, 6)
    active = rule(profile, "active")
    assert sum(part.runs for part in active.parts) >= 2


def test_the_command_prints_a_table_json_or_stacks(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["profile", str(toy), "?- rivals(g1, g2)."]
    assert main(words) == 0
    assert "rivals rules.dl" in capsys.readouterr().out
    assert main([*words, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rules"][0]["concludes"] == "rivals"
    assert found["dominating"][0]["place"] == found["rules"][0]["place"]
    assert main([*words, "--format", "folded"]) == 0
    assert "\nrules;rivals;rules.dl" in capsys.readouterr().out


def test_the_command_wants_a_question_or_the_suite(
    toy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["profile", str(toy)]) == 64
    assert main(["profile", str(toy), "Is Rex active?", "--suite"]) == 64
    assert "--suite" in capsys.readouterr().err
