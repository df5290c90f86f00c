"""What callers pass: names, lines, limits, and what is of the wrong kind."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rulings import (
    Cancellation,
    Cancelled,
    OutOfTime,
    Rulebook,
    RulingsError,
    Session,
    Verdict,
    limited,
)
from tests.books import RULES, write_book
from tests.stages.test_sending import COUNTING


@pytest.fixture
def table(book: Rulebook) -> Session:
    return book.situation("den")


def codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(RulingsError) as refused:
        call()
    return [found.code for found in refused.value.diagnostics]


def test_the_focus_is_something_known(table: Session) -> None:
    assert table.focused("rex").ask("may this card move?").verdict is Verdict.YES
    assert table.focused("King Rex").focus == "rex"
    assert table.focused("rex").focused(None).focus is None
    assert codes(lambda: table.focused("qwerty")) == ["RUL502"]
    assert codes(lambda: table.focused(5)) == ["RUL502"]


def test_a_change_of_focus_keeps_what_was_computed(table: Session) -> None:
    table.ask("is Rex active?")
    assert table.focused("rex").models == table.models != ()
    assert table.suppose("stars(rex, 4).").models == ()


@pytest.mark.parametrize(
    "line",
    ["forget Old Fence silences Rex", "focus Rex", "-silences(old_fence, rex).", "is Rex active?"],
)
def test_only_statements_describe_a_table(table: Session, line: str) -> None:
    assert codes(lambda: table.suppose(line)) == ["RUL556"]
    assert codes(lambda: table.rulebook.table([line])) == ["RUL556"]


def test_lines_are_the_name_of_nothing(book: Rulebook, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("given: the_secret_words", encoding="utf-8")
    assert book.table(["zone_of(rex, play)."]).ask("is Rex active?").verdict is Verdict.YES
    for line in ("den", str(secret), f"{secret}."):
        with pytest.raises(RulingsError) as refused:
            book.table([line])
        assert "secret_words" not in str(refused.value)
    with pytest.raises(TypeError, match="several texts"):
        book.table("Rex lies in zone play.")


def test_a_table_notes_what_its_last_lines_did(table: Session) -> None:
    for stars in range(20):
        zone = "deck" if stars % 2 else "hand"
        table = table.suppose(f"Rex lies in zone {zone}.")
        assert len(table.notices) == 1


WRONG: list[Callable[[Any], object]] = [
    lambda table: table.ask(None),
    lambda table: table.ask(3),
    lambda table: table.suppose(None),
    lambda table: table.suppose(["Rex is face-up."]),
    lambda table: table.forget(4),
    lambda table: table.query(None),
    lambda table: table.ask("is Rex active?", timeout="1"),
    lambda table: table.ask("is Rex active?", timeout=True),
    lambda table: table.ask("is Rex active?", max_rows="1"),
    lambda table: (table.ask("is Rex active?"), table.ask("is Rex active?", timeout="1")),
    lambda table: table.on(table.rulebook.folder),
    lambda table: table.diff(table.to_dict()),
    lambda table: table.ask("is Rex active?").render(5),
    lambda table: table.rulebook.situation(5),
    lambda table: table.rulebook.situation([5]),
    lambda table: table.rulebook.situation(b"den"),
    lambda table: table.rulebook.situation(engine=None),
    lambda table: Rulebook.load(None),  # type: ignore[arg-type]
    lambda table: Rulebook.load(table.rulebook.folder, 2024),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("call", WRONG)
def test_what_is_of_the_wrong_type_is_named(
    table: Session, call: Callable[[Session], object]
) -> None:
    with pytest.raises(TypeError, match=r"must be|is described by"):
        call(table)


LIMITED: list[Callable[[Session, Any], object]] = [
    lambda table, limits: table.ask("?- slow(5).", **limits),
    lambda table, limits: table.query("slow(5)", **limits),
    lambda table, limits: table.rulebook.ask("?- slow(5).", **limits),
]


@pytest.mark.parametrize("call", LIMITED)
@pytest.mark.parametrize("in_thread", [False, True])
def test_every_call_has_limits(
    tmp_path: Path, call: Callable[[Session, Any], object], in_thread: bool
) -> None:
    table = slow(tmp_path)
    limits = {"timeout": 0.1}
    with ThreadPoolExecutor(1) as pool, pytest.raises(OutOfTime):
        pool.submit(call, table, limits).result() if in_thread else call(table, limits)
    with pytest.raises(TypeError, match="timeuot"):
        call(table, {"timeuot": 1})


def test_reading_and_explaining_have_limits_too(table: Session) -> None:
    called_off = Cancellation()
    called_off.cancel()
    answer = table.ask("may Rex move?")
    calls: list[Callable[..., object]] = [
        partial(table.suppose, "Rex is face-up."),
        partial(table.forget, "Old Fence silences Rex."),
        partial(table.rulebook.situation, "den"),
        partial(table.rulebook.table, ["Rex is face-up."]),
        partial(table.rulebook.session, table.to_dict()),
        answer.why,
        answer.to_json,
        answer.flip,
        answer.certificate,
        answer.alternatives,
    ]
    for call in calls:
        call(timeout=60, max_rows=1000, cancel=Cancellation())
        with pytest.raises(Cancelled):
            call(cancel=called_off)
        with pytest.raises(TypeError, match="must be"):
            call(cancel=5)


@pytest.mark.parametrize("in_thread", [False, True])
def test_what_is_slow_to_read_or_to_explain_is_stopped(in_thread: bool) -> None:
    def forever() -> None:
        with limited(timeout=0.05):
            while True:
                Rulebook.__doc__.__len__()

    with ThreadPoolExecutor(1) as pool, pytest.raises(OutOfTime):
        pool.submit(forever).result() if in_thread else forever()


def test_models_are_dropped_by_use(tmp_path: Path) -> None:
    book = Rulebook.load(write_book(tmp_path), keep=2)
    tables = [book.situation("den").suppose(f"stars(rex, {stars}).") for stars in range(4)]
    for table in tables:
        assert table.ask("which cards are active?").say
        table.focused("rex").ask("is this card active?")
    assert [bool(table.models) for table in tables] == [False, False, False, True]
    for table in tables:
        fresh = book.session(table.to_dict())
        question = "which cards have how many stars?"
        assert table.ask(question).bindings == fresh.ask(question).bindings != ()
        assert table.ask("which cards are active?").say
    assert [bool(table.models) for table in tables] == [False, False, False, True]
    everything = Rulebook.load(book.folder, keep=None)
    tables = [everything.situation("den") for _ in range(300)]
    for table in tables:
        table.ask("is Rex active?")
    assert all(table.models for table in tables)


def test_tables_that_are_gone_push_nobody_out(tmp_path: Path) -> None:
    book = Rulebook.load(write_book(tmp_path), keep=2)
    table = book.situation("den")
    table.ask("is Rex active?")
    for stars in range(10):
        table.suppose(f"stars(rex, {stars}).").ask("may Rex move?")
    assert table.models


def test_what_tables_are_made_from_stays_in_use(tmp_path: Path) -> None:
    book = Rulebook.load(write_book(tmp_path), keep=3)
    table = book.situation("den")
    table.ask("is Rex active?")
    made = [table.suppose(f"stars(rex, {stars}).") for stars in range(10)]
    for one in made:
        one.ask("is Rex active?")
        table.suppose("stars(rex, 20).")
    assert table.models
    assert not made[0].models
    made[0].ask("is Rex active?")
    ((mine,), (theirs,)) = made[0].models, table.models
    assert mine.true["active"] is theirs.true["active"], "shared again after it was dropped"
    alive = table.suppose("stars(rex, 40).")
    for other in [book.situation("den").suppose(f"stars(rex, {stars}).") for stars in range(5)]:
        other.ask("is Rex active?")
    assert not table.models
    again = table.suppose("stars(rex, 30).")
    again.ask("is Rex active?")
    alive.ask("is Rex active?")
    ((one,), (other,)) = again.models, alive.models
    assert one.true["active"] is other.true["active"], "had from one made of the same"


def test_time_is_a_number(table: Session) -> None:
    with pytest.raises(ValueError, match="NaN"):
        table.ask("may Rex move?", timeout=float("nan"))


def slow(folder: Path) -> Session:
    book = Rulebook.load(write_book(folder, **{"rules.dl": RULES + COUNTING}))
    return book.situation("den")


def test_a_question_is_called_off_from_another_thread(tmp_path: Path) -> None:
    table, cancel = slow(tmp_path), Cancellation()
    threading.Timer(0.3, cancel.cancel).start()
    began = time.monotonic()
    with pytest.raises(Cancelled):
        table.ask("?- slow(5).", cancel=cancel)
    assert time.monotonic() - began < 3
    with pytest.raises(Cancelled):
        table.ask("is Rex active?", cancel=cancel)
    assert cancel.cancelled
    assert table.ask("may Rex move?", cancel=Cancellation()).verdict is Verdict.YES


def test_one_cancellation_ends_several_threads(tmp_path: Path) -> None:
    table, cancel = slow(tmp_path), Cancellation()
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(table.ask, "?- slow(5).", cancel=cancel) for _ in range(2)]
        time.sleep(0.3)
        cancel.cancel()
        for one in asked:
            assert isinstance(one.exception(timeout=5), Cancelled)


def test_calling_off_never_hits_the_thread_of_a_deadline_that_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # What is lost while a generator is closed is raised again. Python would report it in the thread
    # that is called off, and may be called off while it does.
    monkeypatch.setattr(sys, "unraisablehook", lambda _lost: None)

    def work(cancel: Cancellation, ready: threading.Event, ended: list[str]) -> None:
        try:
            with limited(cancel=cancel):
                ready.set()
                while True:
                    with limited(timeout=1000):
                        pass
        except Cancelled:
            ended.append("called off")

    for number in range(100):
        cancel, ready, ended = Cancellation(), threading.Event(), list[str]()
        thread = threading.Thread(target=work, args=(cancel, ready, ended), daemon=True)
        thread.start()
        assert ready.wait(10)
        time.sleep(number % 10 / 5000)
        cancel.cancel()
        thread.join(10)
        assert ended == ["called off"]


@pytest.mark.parametrize(
    "text",
    [
        "is " + "is " * 240,
        "is " + "if " * 240,
        "is " + "which " * 240,
        "Old Fence silences Rex. " * 60,
        "if it is active " * 60,
        "not active and " * 80,
    ],
)
def test_no_line_is_read_for_long(table: Session, text: str) -> None:
    began = time.process_time()
    for line in (text, f"{text}?"):
        with suppress(RulingsError):
            table.read(line)
    assert time.process_time() - began < 2


def test_a_line_has_bounds(table: Session) -> None:
    for text in ("x" * 2001, "x " * 251):
        with pytest.raises(RulingsError) as refused:
            table.read(text)
        (found,) = refused.value.diagnostics
        assert found.code == "RUL511"
        assert "{" not in found.message
