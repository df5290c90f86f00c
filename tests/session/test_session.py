"""Tables: describing, supposing, forgetting, and what is not understood."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from rulings.asking.reason import Verdict
from rulings.asking.standalone import load
from rulings.language.diagnostics import RulingsError
from rulings.session import Rulebook, Session
from tests.books import toy


def codes(error: pytest.ExceptionInfo[RulingsError]) -> list[str]:
    return [diagnostic.code for diagnostic in error.value.diagnostics]


def test_a_table_is_named_drawn_up_or_a_file(book: Rulebook, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('{"given": ["zone_of(rex, play)."]}', encoding="utf-8")
    lines = tmp_path / "mine.txt"
    lines.write_text("% the fence is elsewhere\nzone_of(rex, play).\n", encoding="utf-8")
    for described in (
        file,
        lines,
        {"given": "zone_of(rex, play)."},
        ["zone_of(rex, play)."],
        "zone_of(rex, play).",
    ):
        table = book.situation(described)
        assert table.ask("Is Rex active?").verdict is Verdict.YES
    assert book.situation("den").ask("Does Old Fence silence Rex?").verdict is Verdict.YES


def test_a_kept_table_says_the_same(book: Rulebook) -> None:
    first, second = book.situation("den"), book.situation("den")
    assert first.facts() == second.facts()
    assert [atom.span.line for atom, _ in second.facts()] == [3, 4]


def test_supposing_returns_a_new_table(book: Rulebook) -> None:
    table = book.situation("zone_of(rex, play).")
    changed = table.suppose("Rex is not face-up.")
    assert changed.ask("Is Rex active?").verdict is Verdict.NO
    assert table.ask("Is Rex active?").verdict is Verdict.YES
    back = changed.suppose("Rex is face-up.")
    assert back.ask("Is Rex active?").verdict is Verdict.YES


def test_a_changed_table_answers_as_one_that_shares_nothing(book: Rulebook) -> None:
    table = book.situation("den")
    questions = ("Is Rex active?", "Does Old Fence silence Rex?", "Which cards are active?")
    for change in ("Rex is not face-up.", "Rex is face-up.", "Old Fence is not face-up."):
        for question in questions:
            table.ask(question)
        table = table.suppose(change)
        alone = book.with_stated(table.stated)
        for question in questions:
            shared, wanted = table.ask(question), alone.ask(question)
            assert (shared.say, shared.bindings) == (wanted.say, wanted.bindings)
            assert shared.evidence == wanted.evidence


def test_what_a_change_leaves_as_it_was_is_shared(book: Rulebook) -> None:
    table = book.situation("den")
    table.ask("Is Rex active?")
    changed = table.suppose("Rex is not face-up.")
    changed.ask("Is Rex active?")
    (before,), (after,) = table.models, changed.models
    same = {name for name in after.true if after.true[name] is before.true[name]}
    assert "face_up" not in same
    assert "active" in same & set(after.strata)


def test_a_later_value_replaces_the_one_before(book: Rulebook) -> None:
    table = book.situation("zone_of(rex, play).").suppose("zone_of(rex, deck).")
    assert table.query("zone_of(rex, Z)") == [("deck",)]


def test_one_text_must_not_give_two_values(book: Rulebook) -> None:
    with pytest.raises(RulingsError) as error:
        book.situation("zone_of(rex, play).\nzone_of(rex, deck).")
    assert codes(error) == ["RUL343"]


def test_forgetting(book: Rulebook) -> None:
    table = book.situation("zone_of(rex, play).\nOld Fence silences Rex.")
    assert table.forget("Old Fence silences Rex").ask("Is Rex active?").verdict is Verdict.YES
    assert table.forget("zone_of(rex, play).").query("zone_of(rex, Z)") == []
    assert table.forget("Rex").facts() == []
    with pytest.raises(RulingsError) as error:
        table.forget("Rex silences Old Fence")
    assert codes(error) == ["RUL557"]


def test_what_if_leaves_the_table_as_it_is(book: Rulebook) -> None:
    table = book.situation("zone_of(rex, play).")
    answer = table.ask("What if Rex silences Rex: is Rex active?")
    assert answer.verdict is Verdict.UNDECIDED
    assert table.ask("Is Rex active?").verdict is Verdict.YES


def test_focus(book: Rulebook) -> None:
    table = book.situation("zone_of(rex, play).").execute(book.situation().read("focus Rex"))
    assert table.ask("is this card active").verdict is Verdict.YES
    assert table.focus == "rex"


def test_query_returns_sorted_rows(book: Rulebook) -> None:
    table = book.situation()
    assert table.query("stars(C, N)") == [("old_fence", 1), ("rex", 3)]
    assert table.query("stars(C, N), N > 1") == [("rex", 3)]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("Is Rxe active?", "RUL502"),
        ("?- actve(rex).", "RUL201"),
        ("?- active(rxe).", "RUL559"),
        ("?- active(rex, rex).", "RUL202"),
        ("?- active(", "RUL104"),
        ("why", "RUL555"),
        ("Rex is face-up.", "RUL555"),
        ("?- matches(rex, P).", None),
    ],
)
def test_nothing_misunderstood_is_answered(book: Rulebook, question: str, code: str | None) -> None:
    with pytest.raises(RulingsError) as error:
        book.situation("zone_of(rex, play).").ask(question)
    if code is not None:
        assert code in codes(error)
        assert all(diagnostic.hint for diagnostic in error.value.diagnostics)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("zone_of(rex, shelf).", "RUL2"),
        ("zone_of(rex).", "RUL202"),
        ("zone_off(rex, play).", "RUL201"),
        ("not active(rex).", "RUL558"),
        ("Is Rex active?", "RUL556"),
    ],
)
def test_a_line_that_is_not_understood_has_its_place(book: Rulebook, line: str, code: str) -> None:
    with pytest.raises(RulingsError) as error:
        book.situation(f"zone_of(old_fence, play).\n{line}\n")
    assert any(found.startswith(code) for found in codes(error))
    assert all(d.span is not None and d.span.line == 2 for d in error.value.diagnostics)


@pytest.mark.parametrize("line", ["active(rex).", "Rex is active.", "Rex is silenced."])
def test_a_conclusion_is_not_stated(book: Rulebook, line: str) -> None:
    with pytest.raises(RulingsError) as caught:
        book.situation(line)
    (found,) = caught.value.diagnostics
    assert found.code == "RUL558"
    wanted = "“… silences Rex”" if "silenced" in line else "“Rex lies in zone play”"
    assert wanted in found.hint


def test_a_later_text_replaces_and_says_so(book: Rulebook) -> None:
    table = book.situation("Rex lies in zone deck.\nRex is not face-up.")
    moved = table.suppose("Rex lies in zone play.")
    turned = moved.suppose("Rex is face-up.")
    said = [
        [one.message for one in after.notices if one.code == "RUL564"] for after in (moved, turned)
    ]
    assert said == [
        ["This replaces “Rex lies in zone deck”."],
        ["This replaces “Rex is not face-up”."],
    ]
    assert turned.ask("Is Rex active?").verdict is Verdict.YES


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Rex is face-up. Rex is not face-up.", "RUL574"),
        ("Rex is not face-up.\nRex is face-up.", "RUL574"),
        ("Rex lies in zone deck.\nRex lies in zone play.", "RUL343"),
    ],
)
def test_one_text_contradicts_itself(book: Rulebook, text: str, code: str) -> None:
    with pytest.raises(RulingsError) as caught:
        book.situation(text)
    assert [found.code for found in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("If Rex is face-up and Rex is not face-up, is Rex face-up?", "RUL574"),
        ("If Rex is not face-up and Rex is face-up, is Rex face-up?", "RUL574"),
        ("If Rex lies in zone deck and Rex lies in zone play, is Rex active?", "RUL343"),
    ],
)
def test_one_supposition_contradicts_itself(book: Rulebook, question: str, code: str) -> None:
    for table in (book.situation(), book.situation("den")):
        with pytest.raises(RulingsError) as caught:
            table.ask(question)
        assert [found.code for found in caught.value.diagnostics] == [code]


@pytest.mark.parametrize(
    ("described", "code"),
    [
        ("dne", "RUL550"),
        ("/proc/self/environ", "RUL550"),
        ("../toy/situations/den.yaml", "RUL550"),
        ("rulebook.toml", "RUL550"),
        ({"givne": "x"}, "RUL551"),
        ({"given": {"a": "b"}}, "RUL551"),
        ({"edition": "first", "given": []}, "RUL553"),
        ({"game": "chess"}, "RUL553"),
    ],
)
def test_bad_descriptions(book: Rulebook, described: object, code: str) -> None:
    with pytest.raises(RulingsError) as error:
        book.situation(described)  # type: ignore[arg-type]
    assert codes(error)[0] == code


def test_an_unknown_engine_is_a_diagnostic(book: Rulebook) -> None:
    with pytest.raises(RulingsError) as error:
        book.situation(engine="natvie")
    assert codes(error) == ["RUL554"]
    assert "native" in error.value.diagnostics[0].hint


def test_many_threads_may_ask_at_once(book: Rulebook) -> None:
    table: Session = book.situation("zone_of(rex, play).")
    found: list[Verdict] = []

    def ask() -> None:
        asked = ("Is Rex active?", "Does Rex match animal?", "May Rex move?")
        found.extend([table.ask(question).verdict for question in asked])

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [Verdict.YES] * 24


def test_what_was_asked_before_is_kept_with_the_table(book: Rulebook) -> None:
    den = book.situation("den")
    first = den.ask("Is Rex active?")
    assert den.ask("Is Rex active?") is first
    assert den.suppose("Rex is not face-up.").ask("Is Rex active?") is not first
    for number in range(200):
        den.ask(f"?- X = {number}.")
    assert den.ask("Is Rex active?").say == first.say


def test_a_program_of_other_predicates_is_told_and_told_again(tmp_path: Path) -> None:
    """Found by `tests.fuzz`: the words of the first rulebook do not know the predicates."""
    for name in ("s0", "matches"):  # the second has other columns there
        program = load(f".type t = {{ a, b }}.\n.state {name}(C0: t) closed.\n")
        table = toy(tmp_path).with_program(program).situation()
        for line in (f"{name}(a).", f"not {name}(a).", f"{name}(b)."):
            table = table.suppose(line)
        assert set(table.model(frozenset({name})).true[name]) == {("b",)}
