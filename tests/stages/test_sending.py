"""What is sent to other processes and threads, and how long anything may take there."""

from __future__ import annotations

import copy
import pickle
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from rulings.asking.answer import Answer
from rulings.asking.explanation import Evidence, Step
from rulings.asking.reason import Verdict
from rulings.asking.standalone import load, solve
from rulings.engine import limits
from rulings.engine.limits import OutOfTime, deadline
from rulings.language.diagnostics import RulingsError
from rulings.session import Rulebook, Session
from tests.books import RULES, toy, write_book

ENDLESS = ".decl big(X: int).\nbig(X) :- between(1, 1000000000000, X), X < 0.\n"


def asked(table: Session, question: str) -> Answer:
    return table.ask(question)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_pool_takes_tables_and_gives_answers_and_mistakes(tmp_path: Path, method: str) -> None:
    table = toy(tmp_path).situation("den")
    with ProcessPoolExecutor(1, get_context(method)) as pool:
        answer = pool.submit(asked, table, "why may Rex move?").result(timeout=60)
        assert answer.verdict == table.ask("why may Rex move?").verdict
        assert answer.explanation == table.ask("why may Rex move?").explanation
        with pytest.raises(RulingsError) as mistake:
            pool.submit(asked, table, "may Rxe move?").result(timeout=60)
        assert [found.code for found in mistake.value.diagnostics] == ["RUL502"]
        assert pool.submit(asked, table, "is Rex active?").result(timeout=60).say


def test_everything_comes_back_from_a_pickle(tmp_path: Path) -> None:
    book = toy(tmp_path)
    table = book.situation("den").suppose("stars(rex, 4).")
    for one in (book, Rulebook.load(book.folder)):
        again = pickle.loads(pickle.dumps(one))
        assert again.program == one.program
        assert again.sha256 == one.sha256
    received = pickle.loads(pickle.dumps(table))
    assert received.facts() == table.facts()
    for question in ("is Rex active?", "which cards are active?", "how many stars does Rex have?"):
        answer = table.ask(question)
        sent = pickle.loads(pickle.dumps(answer))
        assert sent == answer
        assert sent.evidence == answer.evidence
        assert sent.clauses == answer.clauses
        assert received.ask(question).say == answer.say
    with pytest.raises(RulingsError) as gone:
        pickle.loads(pickle.dumps(table.ask("is Rex active?"))).certificate()
    assert gone.value.diagnostics[0].code == "RUL579"


def test_what_never_changes_is_its_own_copy(tmp_path: Path) -> None:
    table = toy(tmp_path).situation("den")
    for one in (table.rulebook, table, table.ask("is Rex active?")):
        assert copy.deepcopy([one])[0] is one
        assert copy.copy(one) is one


def test_proofs_of_any_length_are_compared_shown_and_sent() -> None:
    def chain(end: str) -> Step:
        step = Step("given", end, rule=end)
        for number in range(20_000):
            step = Step("derived", f"step {number}", children=(step,))
        return step

    one, two, other = chain("a"), chain("a"), chain("b")
    assert one == two
    assert hash(one) == hash(two)
    assert one != other
    assert "derived" in repr(one)
    evidence = pickle.loads(pickle.dumps(Evidence((one, two))))
    assert evidence.steps == (one, two)
    assert pickle.loads(pickle.dumps([one])) == [one]
    assert copy.deepcopy(one) == one


def endless(seconds: float) -> str:
    began = time.monotonic()
    try:
        with deadline(seconds):
            solve(load(ENDLESS))
    except OutOfTime as late:
        assert time.monotonic() - began < seconds + 3
        return str(late)
    return "done"


def test_a_deadline_holds_in_every_thread() -> None:
    assert endless(0.2) == "no answer within 0.2 s"
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(endless, (0.2, 0.3, 0.4)))
    assert found == [f"no answer within {seconds} s" for seconds in (0.2, 0.3, 0.4)]


def cleaning_up(seconds: float) -> tuple[str, bool]:
    cleaned = False
    try:
        with deadline(seconds):
            try:
                while True:
                    pass
            finally:
                end = time.monotonic() + 4 * limits._AGAIN
                while time.monotonic() < end:
                    pass
                cleaned = True
    except OutOfTime as late:
        return str(late), cleaned
    raise AssertionError("no limit held")


def test_a_deadline_cuts_nothing_short_that_cleans_up() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(cleaning_up, 0.1).result() == ("no answer within 0.1 s", True)


def test_however_often_a_thread_is_told_it_is_told_in_the_block_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "_AGAIN", 0)
    with ThreadPoolExecutor(1) as pool:
        for _ in range(100):
            assert pool.submit(endless, 0.001).result(10) == "no answer within 0.001 s"


def nested(outer: float, inner: float) -> tuple[str, str]:
    told = ["", ""]
    try:
        with deadline(outer):
            try:
                with deadline(inner):
                    solve(load(ENDLESS))
            except OutOfTime as late:
                told[1] = str(late)
                if inner > outer:
                    raise
            solve(load(ENDLESS))
    except OutOfTime as late:
        told[0] = str(late)
    return told[0], told[1]


COUNTING = """\
.decl count(N: int) "the count reaches {N}".
.decl slow(N: int) "the slow count reaches {N}".
@[rules/active] count(0).
@[rules/active] count(N + 1) :- count(N), N < 300.
@[rules/active] slow(N) :- between(1, 1000000000000, N), N < 0.
"""


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
def test_a_question_has_limits_of_its_own(tmp_path: Path, engine: str) -> None:
    book = Rulebook.load(write_book(tmp_path, **{"rules.dl": RULES + COUNTING}))
    table = book.situation("den", engine=engine)
    with pytest.raises(RulingsError) as mistake:
        table.ask("?- count(5).", max_rows=50)
    assert [found.code for found in mistake.value.diagnostics] == ["RUL404"]
    assert table.ask("?- count(5).").verdict.value == "yes"
    assert table.ask("?- count(6).", max_rows=500, timeout=60).verdict.value == "yes"
    with pytest.raises(OutOfTime):
        table.ask("?- slow(5).", timeout=0.3)


def test_deadlines_nest() -> None:
    with ThreadPoolExecutor(1) as pool:
        for run in (nested, lambda *limits: pool.submit(nested, *limits).result()):
            assert run(0.6, 0.2) == ("no answer within 0.6 s", "no answer within 0.2 s")
            assert run(0.2, 5)[0] == "no answer within 0.2 s"


def test_no_limit_and_limits_that_are_kept_leave_nothing_behind() -> None:
    def calm() -> None:
        for seconds in (None, float("inf"), 1e300, 0.2):
            with deadline(seconds):
                pass
        time.sleep(0.4)

    calm()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(calm).result()


def test_a_state_that_is_too_large_is_refused_to_what_reads_it_alone(tmp_path: Path) -> None:
    text = (
        ".type card.\n.state seen(A: card, B: card) open.\n.state lost(C: card) open.\n"
        ".state up(C: card).\n.decl shown(C: card).\n.decl met(C: card).\n"
        "shown(C) :- up(C), not lost(C).\nmet(C) :- up(C), seen(C, _).\n"
    )
    (tmp_path / "toy.dl").write_text(text)
    (tmp_path / "rulebook.toml").write_text(
        'name = "toy"\ntitle = "Toy"\ndefault_edition = "one"\n[editions.one]\nfiles = ["toy.dl"]\n'
    )
    book = Rulebook.load(tmp_path, cache=False)
    table = book.table([f"up(card_{n})." for n in range(2_300)])
    lines = ("up(card_1).", "not lost(card_1).", "seen(card_1, card_2).")
    for line, verdict in zip(lines, (Verdict.DEPENDS, Verdict.YES, Verdict.DEPENDS), strict=True):
        changed = table.suppose(line)
        answers = [changed.ask(f"?- shown(card_{n}).").verdict for n in (1, 2)]
        assert answers == [verdict, Verdict.DEPENDS]
        with pytest.raises(RulingsError) as error:
            changed.ask("?- met(card_1).")
        assert [found.code for found in error.value.diagnostics] == ["RUL406"]
        given = list(book.evaluate_many([changed], ["shown(card_2)"]))
        assert [[reason.verdict for reason in reasons] for reasons in given] == [[Verdict.DEPENDS]]
        with pytest.raises(RulingsError):
            list(book.evaluate_many([changed], ["met(card_2)"]))


def test_open_states_are_bounded_before_they_are_made() -> None:
    things = "".join(f"seen(c{n}, c{n}, c{n}, c{n}).\n" for n in range(400))
    text = (
        ".type card.\n.state seen(A: card, B: card, C: card, D: card) open.\n"
        f".decl any(A: card).\nany(A) :- seen(A, _, _, _).\n{things}"
    )
    began = time.monotonic()
    with pytest.raises(RulingsError) as error:
        solve(load(text))
    assert [found.code for found in error.value.diagnostics] == ["RUL406"]
    assert time.monotonic() - began < 5
    few = ".type card.\n.state seen(A: card, B: card) open.\nseen(a, b).\n"
    with pytest.raises(RulingsError):
        solve(load(few), max_rows=3)
    assert solve(load(few), max_rows=4)[1]["seen"]
