"""Every verdict and every reason, on both engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulings.asking.hearing import Hearing
from rulings.asking.reason import Reason, Verdict
from rulings.asking.verdict import Judge
from rulings.session import Rulebook, Session
from tests.books import toy

ENGINES = ("native", "pydatalog")
CASES = [
    ("zone_of(rex, play).", "Is Rex active?", Reason.PROVED),
    ("zone_of(rex, deck).", "Is Rex active?", Reason.FAILED),
    ("", "Is Rex active?", Reason.MISSING),
    ("not face_up(rex).", "Is Rex active?", Reason.FAILED),
    ("zone_of(rex, play).\nRex silences Rex.", "Is Rex active?", Reason.PARADOX),
    (
        "zone_of(rex, play).\nzone_of(old_fence, play).\n"
        "Rex silences Old Fence.\nOld Fence silences Rex.",
        "Is Rex active?",
        Reason.PARADOX,
    ),
    ("zone_of(rex, play).\nOld Fence silences Rex.", "Is Rex active?", Reason.MISSING),
    (
        "zone_of(rex, play).\nOld Fence silences Rex.\nzone_of(old_fence, play).",
        "Is Rex active?",
        Reason.FAILED,
    ),
    ("", "May Rex move?", Reason.PROVED),
    ("", "May Old Fence move?", Reason.DENIED),
    ("", "May Living Statue move?", Reason.CONFLICT),
    ("silences(pebble, rex).", "May Pebble move?", Reason.SILENT),
    ("", "?- neg may_move(old_fence).", Reason.PROVED),
    ("", "?- neg may_move(rex).", Reason.DENIED),
    ("", "Does Rex match animal?", Reason.PROVED),
    ("", "Does Rex match statue animal?", Reason.FAILED),
    ("", '?- matches(rex, "animal"), not matches(rex, "statue").', Reason.PROVED),
    ("", "?- types(C, animal), types(C, statue).", Reason.PROVED),
    ("", "?- types(C, zebra).", Reason.FAILED),
    ("", "?- count { C : types(C, animal) } >= 2.", Reason.PROVED),
]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("?- forall { C : types(C, statue) } face_up(C).", "It is so."),
        ("?- forall { C : types(C, animal) } types(C, statue).", "It is not so."),
        ("?- forall { C : types(C, animal) } zone_of(C, play).", "Whether it is so is open."),
        ("?- 4 < 3.", "It is not so."),
    ],
)
def test_conditions_that_are_no_sentence(book: Rulebook, question: str, said: str) -> None:
    assert book.situation("\n").ask(question).say == said


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("given", "question", "reason"), CASES)
def test_reason(book: Rulebook, given: str, question: str, reason: Reason, engine: str) -> None:
    answer = book.situation(f"{given}\n", engine=engine).ask(question)
    assert answer.reason is reason
    assert answer.verdict is reason.verdict
    assert answer.engine == engine


@pytest.mark.parametrize(
    ("given", "question", "said"),
    [
        (
            "silences(pebble, rex).",
            "?- may_move(rex), may_move(pebble).",
            "No rule says whether Pebble may move.",
        ),
        (
            "",
            "?- may_move(rex), may_move(living_statue).",
            "The rules disagree on whether Living Statue may move, and none goes before.",
        ),
        (
            "",
            "?- may_move(rex), active(rex).",
            "Whether Rex is active depends on what is not known.",
        ),
        (
            "silences(pebble, rex).",
            "?- silences(C, rex), may_move(C).",
            "Nothing for certain. Undecided: Pebble.",
        ),
    ],
)
def test_what_is_open_is_told_of_what_is_open(
    book: Rulebook, given: str, question: str, said: str
) -> None:
    answer = book.situation(f"{given}\n").ask(question)
    assert answer.say == said
    told = [step.kind for step in answer.explanation]
    assert set(told[1:]) <= {"derived", "given", "assumed"}


def test_which_lists_sure_and_possible_answers(book: Rulebook) -> None:
    answer = book.situation("zone_of(rex, play).\nsilences(old_fence, old_fence).").ask(
        "Which cards are active?"
    )
    found = {binding.names[0]: binding.verdict for binding in answer.bindings}
    assert found["Rex"] is Verdict.YES
    assert found["Old Fence"] is Verdict.DEPENDS
    assert answer.verdict is Verdict.YES


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("How many stars does Rex have?", 3),
        ("How many cards have the type animal?", 2),
        ("How many cards have the type zebra?", None),
    ],
)
def test_number(book: Rulebook, question: str, number: int | None) -> None:
    if number is None:
        answer = book.ask("?- types(C, zebra).")
        assert answer.bindings == ()
    else:
        assert book.ask(question).number == number


def test_the_explanation_cites_clauses_and_assumptions(book: Rulebook) -> None:
    answer = book.situation("zone_of(rex, play).").ask("Is Rex active?")
    assert "rules/active" in answer.clauses
    assert answer.assumptions == ("Rex is face-up",)
    denied = book.ask("May Old Fence move?")
    assert denied.clauses == ("rules/statues-stay",)


def test_two_editions_differ(tmp_path: object, book: Rulebook) -> None:
    first = Rulebook.load(book.folder, edition="first")
    assert first.edition == "first"
    assert first.sha256 != book.sha256
    assert first.ask("May Rex move?").verdict is Verdict.YES
    assert "living_statue" not in {row[0] for row in first.situation().query("types(C, W)")}


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("?- neg active(rex).", "no"),
        ("?- neg active(C).", "no"),
        ("?- not neg active(rex).", "yes"),
    ],
)
def test_what_no_rule_denies_is_not_denied(tmp_path: Path, question: str, verdict: str) -> None:
    assert toy(tmp_path).situation("den").ask(question).verdict.value == verdict


def test_each_is_told_in_the_order_of_names(book: Rulebook) -> None:
    names = ("Zoe", "Ada", "Bea", "Cid")
    table = book.situation("den").suppose(*(f"{name} silences Rex." for name in names))
    said = table.ask("how many stars does each card have?").say.rstrip(".").split("; ")
    assert said == sorted(said)
    assert len(said) == 6


QUEUES = """.type ride.
.type size < int = {{ {sizes} }}.
.state ride(R: ride) "{{R}} is a ride".
.state queue(R: ride, N: size) one, open "{{R}} has a queue of {{N}} squares".
.decl worth(R: ride, N: int) "{{R}} is worth {{N}} points".
worth(R, N * 2) :- ride(R), queue(R, N).
"""
MANIFEST = """name = "t"
title = "T"
default_edition = "1"
[editions.1]
title = "first"
files = ["*.dl"]
"""


def _wheel(home: Path, most: int) -> Session:
    """A ride whose queue has 1 to `most` squares."""
    sizes = ", ".join(map(str, range(1, most + 1)))
    (home / "rules.dl").write_text(QUEUES.format(sizes=sizes), encoding="utf-8")
    (home / "rulebook.toml").write_text(MANIFEST, encoding="utf-8")
    return Rulebook.load(home, cache=False).situation(["Wheel is a ride."])


@pytest.mark.parametrize(("most", "weighs"), [(10, True), (16, False)])
def test_many_numbers_are_not_weighed_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, weighs: bool
) -> None:
    """A question of what hangs on an open number ends in time, and tells from where to where."""
    weighed: list[object] = []
    weigh = Hearing.weigh

    def counted(self: Hearing, *given: Any) -> Any:
        weighed.append(given)
        return weigh(self, *given)

    monkeypatch.setattr(Hearing, "weigh", counted)
    answer = _wheel(tmp_path, most).ask("How many points is Wheel worth?")
    assert answer.verdict is Verdict.DEPENDS
    assert f"from 2 to {2 * most}" in answer.say
    assert bool(weighed) is weighs


@pytest.mark.parametrize(("most", "told"), [(150, 13), (250, 12)])
def test_of_hundreds_of_numbers_the_first_tell_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, told: int
) -> None:
    judged: list[object] = []
    all_of = Judge.all_of

    def counted(self: Judge, *given: Any) -> Any:
        judged.append(given)
        return all_of(self, *given)

    monkeypatch.setattr(Judge, "all_of", counted)
    answer = _wheel(tmp_path, most).ask("How many points is Wheel worth?")
    assert f"from 2 to {2 * most}" in answer.say
    assert 0 < len(answer.evidence.unknown) <= told
    assert bool(answer.evidence.limit) is (most > 200)
    assert len(judged) < 50


def test_whether_there_is_any_of_a_number_that_nobody_told() -> None:
    table = Rulebook.load("unfair").situation(["Ana has 4 attractions."])
    answer = table.ask("Is a coaster in Ana's park?")
    assert answer.verdict is Verdict.DEPENDS
    assert "is not told" in answer.render()


HANDS = """.type player.
.type card.
.type ride < card.
.state player(P: player) "{P} is a player".
.state card(C: card) "{C} is a card".
.state ride(R: ride) "{R} is a ride".
.state held(C: card, P: player) "{P} holds {C}".
.state told(P: player, N: int) one "{P} holds {N} cards".
.decl holding(P: player, N: int) "{P} holds {N} cards in all".
holding(P, N) :- told(P, N).
otherwise holding(P, N) :- player(P), N = count { C : held(C, P) }.
"""


@pytest.mark.parametrize(
    ("told", "question", "verdict", "said"),
    [
        ("Ana holds 3 cards.", "Which cards does Ana hold?", "yes", "3 that nobody named."),
        ("Ana holds 3 cards.", "Does Ana hold a card?", "yes", "Ana holds 3 cards."),
        (
            "Ana holds 3 cards.",
            "Which rides does Ana hold?",
            "depends",
            "Perhaps some of 3 that nobody named.",
        ),
        ("Ana holds 3 cards.", "Which cards does Ben hold?", "no", "Nothing."),
        ("Ana holds 0 cards.", "Which cards does Ana hold?", "no", "Nothing."),
        (
            "Ana holds 3 cards. Ana holds Swing.",
            "Which cards does Ana hold?",
            "yes",
            "Swing. 2 that nobody named.",
        ),
        (
            "Ana holds 2 cards. Ana holds Swing. Ana holds Wheel.",
            "Which cards does Ana hold?",
            "yes",
            "Swing and Wheel.",
        ),
    ],
)
def test_what_is_told_by_its_number_has_no_name(
    tmp_path: Path, told: str, question: str, verdict: str, said: str
) -> None:
    (tmp_path / "rules.dl").write_text(HANDS, encoding="utf-8")
    (tmp_path / "rulebook.toml").write_text(MANIFEST, encoding="utf-8")
    table = Rulebook.load(tmp_path, cache=False).situation(["Ana is a player. Ben is a player."])
    answer = table.suppose(told).ask(question)
    assert answer.verdict.value == verdict
    assert answer.say.endswith(said)
