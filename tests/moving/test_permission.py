"""What the rules allow is what they need, whichever way it is asked: tests/moving/park."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.asking.answer_json import legal_json
from rulings.language.diagnostics import RulingsError
from rulings.quality.playing import play_out
from rulings.session import Rulebook, Session
from rulings.verifier import check

PARK = Path(__file__).parent / "park"
HAND = ("Tent is in Ana's hand.", "Tent costs 7 coins.")
STEP, TURN = "It is the park step.", "It is Ana's turn."


@cache
def park() -> Rulebook:
    return Rulebook.load(PARK, cache=False)


def table(*lines: str, engine: str = "native") -> Session:
    return park().table(lines, engine=engine)


ASKED = (
    "May Ana build Tent?",
    "Can Ana build Tent?",
    "Is Ana allowed to build Tent?",
    "Is it legal for Ana to build Tent?",
    "May Tent be built by Ana?",
    "Why may Ana build Tent?",
    "Who may build Tent?",
    "Which card may Ana build?",
)


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
@pytest.mark.parametrize(
    ("more", "verdict", "clauses"),
    [
        (("Ana has 7 coins.", STEP, TURN), "yes", "hand step actions pay ban"),
        (("Ana has 6 coins.", STEP, TURN), "no", "pay"),
        (("Ana has 7 coins.", "It is the guests step.", TURN), "no", "step"),
        (("Ana has 7 coins.", STEP, "It is Ben's turn."), "no", "step"),
        (("Ana has 7 coins.", STEP, TURN, "Ana's park is closed."), "no", "ban"),
    ],
)
def test_the_reason_is_the_need(
    engine: str, more: tuple[str, ...], verdict: str, clauses: str
) -> None:
    described = table(*HAND, *more, engine=engine)
    for question in ASKED:
        answer = described.ask(question)
        assert answer.verdict.value == verdict, question
        assert {one.id for one in answer.evidence.rests_on} == {f"g/{c}" for c in clauses.split()}


def test_a_denied_permission_says_why_in_one_step() -> None:
    described = table(*HAND, "Ana has 6 coins.", STEP, TURN)
    (step,) = described.ask("May Ana build Tent?").evidence.steps
    assert [below.kind for below in step.children] == ["failed"]
    assert described.ask("Why may Ana not build Tent?").verdict.value == "no"
    # To forbear is no prohibition: nobody must build what he may not.
    assert described.ask("May Ana not build Tent?").verdict.value == "yes"
    assert described.ask("Can Ana not build Tent?").verdict.value == "yes"
    assert "Building costs the price" in step.children[0].say


def test_what_has_been_done_is_what_somebody_did() -> None:
    described = table(*HAND, "Ana has 7 coins.", STEP, TURN, "Tent has been built by Ana.")
    for question in ("Has Ana built Tent?", "Has Tent been built by Ana?", "Has Tent been built?"):
        assert described.ask(question).verdict.value == "yes", question
    with pytest.raises(RulingsError):
        table(*HAND).suppose("Tent has been built.")


def test_what_was_done_to_something_is_said_in_the_perfect() -> None:
    described = table(*HAND, "Tent is demolished.")
    assert described.ask("Is Tent demolished?").say == "Tent has been demolished."


def test_must_is_that_nothing_else_is_open() -> None:
    poor, rich = (table(*HAND, f"Ana has {n} coins.", STEP, TURN) for n in (6, 7))
    asked = {q: "Must Ana pass?" if q == "pass" else "Must Ana build Tent?" for q in ("pass", "t")}
    assert [poor.ask(q).verdict.value for q in asked.values()] == ["yes", "no"]
    assert [rich.ask(q).verdict.value for q in asked.values()] == ["no", "no"]


def test_what_is_demanded_must_be_done_as_well(tmp_path: Path) -> None:
    folder = shutil.copytree(PARK, tmp_path / "park")
    demand = (
        ".decl must_builds(P: player, C: card).\n@[hand]\nmust_builds(P, C) :- in_hand(C, P).\n"
    )
    rules = folder / "park.dl"
    rules.write_text(rules.read_text(encoding="utf-8") + demand, encoding="utf-8")
    asked = Rulebook.load(folder, cache=False).table([*HAND, "Ana has 7 coins.", STEP, TURN])
    assert asked.ask("Must Ana build Tent?").verdict.value == "yes"


def test_rules_read_it() -> None:
    assert table(*HAND, "Ana has 6 coins.", STEP, TURN).ask("Is Ana stuck?").verdict.value == "yes"
    assert table(*HAND, "Ana has 7 coins.", STEP, TURN).ask("Is Ana stuck?").verdict.value == "no"


@pytest.mark.parametrize("coins", [6, 7])
def test_a_certificate_is_checked(coins: int) -> None:
    answer = table(*HAND, f"Ana has {coins} coins.", STEP, TURN).ask("May Ana build Tent?")
    assert check(park().program, answer.certificate()).verdict == answer.verdict.value


ROOM = ("Ana has room in the north space.", "Ana has room in the south space.")


def test_what_a_shorter_sentence_leaves_out_is_whether_there_is_one() -> None:
    for lines, verdict in ((ROOM, "yes"), (ROOM[:1], "yes"), ((), "no")):
        assert table(HAND[0], *lines).ask("May Ana pitch Tent?").verdict.value == verdict
    taken = table(HAND[0], ROOM[0], "The north space is taken.").ask("Which card may Ana pitch?")
    assert (taken.verdict.value, taken.evidence.rests_on[0].id) == ("no", "g/room")


def test_told_in_short_it_is_the_one_that_is_allowed() -> None:
    after = table(HAND[0], ROOM[0]).happen("Ana pitches Tent")
    assert [entry.fact for entry in after.journal] == ["pitches(ana, tent, north)."]
    assert after.ask("Has Ana pitched Tent?").verdict.value == "yes"
    with pytest.raises(RulingsError, match="RUL504") as several:
        table(HAND[0], *ROOM).happen("Ana pitches Tent")
    assert len(several.value.diagnostics[0].suggestions) == 2
    with pytest.raises(RulingsError, match="does not have room in any space"):
        table(HAND[0]).happen("Ana pitches Tent")


def test_a_type_lists_who_was_named() -> None:
    described = table("Ana's park is closed.", "Ben has 3 coins.")
    broke = described.ask("Is Ana broke?")
    assert (broke.verdict.value, broke.assumptions) == ("yes", ())
    assert check(park().program, broke.certificate()).verdict == "yes"
    assert described.ask("Who is broke?").say == "Ana."
    assert described.suppose("Cara's park is not closed.").ask("Who is broke?").say == (
        "Ana and Cara."
    )
    (way,) = broke.flip().ways
    assert way.facts[0].startswith("coins(ana, ")


def test_a_section_cites_for_its_rules_and_an_id_is_enough() -> None:
    cited = {rule.id: rule.clauses for rule in park().program.rules}
    assert {c for name, c in cited.items() if "park.dl" in name and not c} == set()
    assert park().program.happenings["pitches"].needs[1].made == "pitches.needs.2"
    (room,) = (r for r in park().program.rules if r.head.predicate == "pitches.needs.2")
    assert room.clauses == ("g/room",)


CLOCK = ("it is the park step", "it is Ana's turn", "Ana has 1 action left")


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
def test_a_clock_that_nobody_spoke_of_fits_and_is_listed(engine: str) -> None:
    silent = table(*HAND, "Ana has 7 coins.", engine=engine)
    answer = silent.ask("May Ana build Tent?")
    assert (answer.verdict.value, answer.assumptions) == ("yes", CLOCK)
    assert check(park().program, answer.certificate()).verdict == "yes"
    assert "builds(ana, tent)." in [one.fact for one in silent.legal("Ana")]
    assert silent.happen("Ana builds Tent").notices == ()
    # To every other rule it is unknown.
    assert silent.ask("Is it the park step?").verdict.value == "depends"
    assert silent.ask("Is Ana late?").verdict.value == "depends"


@pytest.mark.parametrize(
    ("said", "clause"),
    [
        ("It is the guests step.", "step"),
        ("It is not the park step.", "step"),
        ("It is Ben's turn.", "step"),
        ("Ana has 0 actions left.", "actions"),
        ("It is Zoe's turn.", "step"),
    ],
)
def test_what_was_said_of_the_clock_counts(said: str, clause: str) -> None:
    answer = table(*HAND, "Ana has 7 coins.", said).ask("May Ana build Tent?")
    assert answer.verdict.value == "no"
    assert f"g/{clause}" in {one.id for one in answer.evidence.rests_on}
    for fine in ("Ana has 3 actions left.", "Ben has 0 actions left.", STEP, TURN):
        assert table(*HAND, "Ana has 7 coins.", fine).ask("May Ana build Tent?").verdict.value == (
            "yes"
        )
    assert answer.flip().ways


def test_an_opposite_is_stated_asked_and_said() -> None:
    described = table("Ana's campfire is out.", "Ben's campfire is lit.", "Ana has 2 coins.")
    assert "not lit(ana)." in described.to_dict()["facts"]
    for question, verdict, said in (
        ("Is Ana's campfire out?", "yes", "Ana's campfire is out."),
        ("Is Ana's campfire lit?", "no", "Ana's campfire is out."),
        ("Is Ben's campfire out?", "no", "Ben's campfire is lit."),
        ("Does Ana freeze?", "yes", "Ana freezes."),
        ("Is Ana warm?", "no", "Ana freezes."),
        ("Who freezes?", "yes", "Ana."),
    ):
        answer = described.ask(question)
        assert (answer.verdict.value, answer.say) == (verdict, said), question


def test_what_chance_decides_is_nobodys_choice() -> None:
    described = table(TURN, "Ana has 1 coin.")
    marked = {one.fact: one.chance for one in described.legal("Ana")}
    assert marked == {
        "passes(ana).": False,
        "throws(ana, 1).": True,
        "throws(ana, 2).": True,
    }
    assert legal_json(described.legal())["happenings"][-1]["chance"]
    assert described.ask("Must Ana pass?").verdict.value == "yes"
    assert described.ask("May Ana throw a 2?").verdict.value == "yes"
    played = play_out(described, 4, most=5)
    assert 0 < played.chances < played.choices == 20


def test_what_two_documents_print_alike_is_cited_once() -> None:
    registry = park().in_force
    assert registry.cited(["h/pay", "g/pay", "g/step"]) == ("g/pay", "g/step")
    assert park().registry.in_force("1", ("h",)).cited(["g/pay"]) == ("h/pay",)
    assert registry.clauses["g/advice"].printed == "advice"


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
def test_rules_read_what_a_state_was(engine: str) -> None:
    before = table(*HAND, "Ana has 9 coins.", engine=engine)
    assert before.ask("Is Ana richer than at the start of the turn?").verdict.value == "no"
    built = before.happen("Ana builds Tent")
    assert built.ask("Is Tent new in a park?").verdict.value == "yes"
    assert built.query("once_held(P, C)") == [("ana", "tent")]
    assert built.ask("?- once_held(ana, tent).").because.say == ("Tent was in Ana's hand.",)
    assert built.query("was coins(ana, N) at T") == [(2, 1), (9, 0)]
    later = built.happen("Ben starts a turn")
    assert later.ask("Is Tent new in a park?").verdict.value == "no"
    paid = later.replace("Ana has 3 coins.")
    assert paid.ask("Is Ana richer than at the start of the turn?").verdict.value == "yes"


PLAYERS, CARDS = ("ana", "ben"), ("tent", "ride")
FACTS = st.lists(
    st.one_of(
        st.builds("in_hand({}, {}).".format, st.sampled_from(CARDS), st.sampled_from(PLAYERS)),
        st.builds("costs({}, {}).".format, st.sampled_from(CARDS), st.integers(1, 3)),
        st.builds("coins({}, {}).".format, st.sampled_from(PLAYERS), st.integers(0, 4)),
        st.builds("step({}).".format, st.sampled_from(("park", "guests"))),
        st.builds("turn({}).".format, st.sampled_from(PLAYERS)),
        st.builds("actions({}, {}).".format, st.sampled_from(PLAYERS), st.integers(0, 2)),
        st.builds("closed({}).".format, st.sampled_from(PLAYERS)),
    ),
    max_size=14,
)


@settings(max_examples=60, deadline=None)
@given(FACTS)
def test_listed_asked_and_done_agree(facts: list[str]) -> None:
    """A deed is listed exactly if it may be done, exactly if doing it brings no warning."""
    described = table("in_hand(tent, ana).", "in_hand(ride, ben).")
    for fact in facts:
        described = described.suppose(fact)
    listed = {one.fact: one.surely for one in described.legal()}
    for player in PLAYERS:
        for card in CARDS:
            fact = f"builds({player}, {card})."
            verdict = described.ask(f"May {player.title()} build {card.title()}?").verdict.value
            expected = {True: "yes", False: "depends", None: "no"}[listed.get(fact)]
            assert verdict == expected, fact
            warned = [one.code for one in described.happen(fact).notices]
            assert ("RUL413" in warned) is (verdict != "yes"), fact
