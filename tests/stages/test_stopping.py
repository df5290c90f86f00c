"""Stopped at any moment: at once, with no verdict, and with nothing left running behind."""

from __future__ import annotations

import argparse
import gc
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from rulings.asking.limited import limited
from rulings.cli import main
from rulings.collecting import without_garbage_collection
from rulings.commands.declared import declare
from rulings.engine.limits import Cancellation, Cancelled, OutOfTime, deadline
from rulings.engine.watchdog import call_after
from rulings.session import Rulebook
from tests.books import RULES, write_book
from tests.cli.test_batch import expected, questions, told
from tests.stages.test_sending import COUNTING

SUM = """\
.decl n(X: int).
.decl total(T: int).
n(X) :- between(1, 3000000, X).
total(T) :- T = sum { X : n(X) }.
"""
ENDLESS = ".decl big(X: int).\nbig(X) :- between(1, 1000000000000, X), X < 0.\n"


def heard() -> None:
    """Hear every signal, also where the tests were started by `nohup` or in the background."""
    for one in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_DFL)


def no_room() -> None:
    """Let no file grow, as on a disk that is full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def start(*words: str, cwd: Path, **more: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "rulings", *words],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heard,
        **more,  # type: ignore[call-overload]
    )


def left(group: int) -> list[str]:
    """What still runs of a session."""
    found = subprocess.run(
        ["ps", "-o", "pid=,stat=,args=", "-s", str(group)], capture_output=True, text=True
    )
    return [line for line in found.stdout.splitlines() if line.split()[1][0] != "Z"]


def wait_until_gone(group: int, seconds: float) -> list[str]:
    until = time.monotonic() + seconds
    while left(group) and time.monotonic() < until:
        time.sleep(0.05)
    return left(group)


@pytest.mark.parametrize("text", [SUM, ENDLESS])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("after", [0.3, 1.5])
def test_a_signal_ends_an_evaluation_at_once(
    tmp_path: Path, text: str, number: signal.Signals, after: float
) -> None:
    (tmp_path / "p.dl").write_text(text, encoding="utf-8")
    running = start("eval", "p.dl", cwd=tmp_path)
    time.sleep(after)
    if running.poll() is None:
        began = time.monotonic()
        os.kill(running.pid, number)
        code = running.wait(10)
        took = time.monotonic() - began
        assert took < 1, "0.2 s on an idle machine"
        assert code in ((124, -number) if number == signal.SIGINT else (-number,))
        _, err = running.communicate()
        assert b"Traceback" not in err
    assert wait_until_gone(running.pid, 2) == []


@pytest.mark.parametrize("text", [SUM, ENDLESS])
def test_the_time_is_kept(tmp_path: Path, text: str) -> None:
    (tmp_path / "p.dl").write_text(text, encoding="utf-8")
    began = time.monotonic()
    running = start("eval", "p.dl", "--timeout", "1", cwd=tmp_path)
    out, err = running.communicate(timeout=20)
    assert time.monotonic() - began < 4, "1.3 s and the start of Python on an idle machine"
    assert (running.returncode, out) == (124, b"")
    assert b"out of time: no answer within 1 s" in err
    assert b"--timeout" in err


def test_a_machine_that_stands_still_ends_no_conversation(tmp_path: Path) -> None:
    book = write_book(tmp_path, **{"rules.dl": RULES + COUNTING})
    command = [sys.executable, "-m", "rulings", "ask", "--pipe", "-g", str(book)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as talk:
        assert talk.stdin
        assert talk.stdout

        def asked(line: bytes) -> bytes:
            talk.stdin.write(line + b"\n")
            talk.stdin.flush()
            return talk.stdout.readline() if b"slow" not in line else b""

        quick = b'{"ask": "may Rex move?", "situation": "den"}'
        assert b'"verdict": "yes"' in asked(quick)
        asked(b'{"ask": "?- slow(5).", "situation": "den", "timeout": 0.3}')
        for one in Path(f"/proc/{talk.pid}/task/{talk.pid}/children").read_text().split():
            os.kill(int(one), signal.SIGSTOP)
            time.sleep(1)
            os.kill(int(one), signal.SIGCONT)
        assert b"RUL577" in talk.stdout.readline()
        assert b'"verdict": "yes"' in asked(quick)


@pytest.mark.parametrize(
    "command",
    [
        *("show", "check", "test", "mutate", "profile", "cover", "diff", "triage", "playout"),
        *("export", "verify"),
    ],
)
def test_every_command_that_evaluates_has_a_time(command: str) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "rulings", command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "--timeout" in told.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_workers_are_not_left_behind(tmp_path: Path, number: signal.Signals) -> None:
    write_book(tmp_path)
    place = tmp_path / "queries" / "toy"
    place.mkdir(parents=True)
    cases = "".join(
        f"- {{id: c{n}, ask: '?- between(1, 1000000000000, X), X < 0.', expect: no}}\n"
        for n in range(30)
    )
    for name in "abcd":
        (place / f"{name}.faq.yaml").write_text(f"game: toy\ncases:\n{cases}", encoding="utf-8")
    environment = {**os.environ, "RULINGS_CACHE": str(tmp_path / "cache")}
    running = start("test", "toy", "-j", "2", cwd=tmp_path, env=environment)
    until = time.monotonic() + 20
    while len(left(running.pid)) < 4 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(left(running.pid)) >= 4, "the watcher, the command and two workers"
    os.kill(running.pid, number)
    running.wait(10)
    assert wait_until_gone(running.pid, 5) == []


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_closed_stream_changes_no_verdict(tmp_path: Path, closed: int) -> None:
    root = write_book(tmp_path)
    for question, code in (("may Rex move", 0), ("may Old Fence move", 1)):
        command = f'exec "$@" {closed}>&-'
        words = ["sh", "-c", command, "sh", sys.executable, "-m", "rulings", "ask", question]
        ran = subprocess.run(
            [*words, "-g", str(root)], capture_output=True, timeout=60, cwd=tmp_path, check=False
        )
        assert ran.returncode == code, ran.stderr


def test_a_reader_that_has_gone_has_read_no_verdict(tmp_path: Path) -> None:
    root = write_book(tmp_path)
    reading, writing = os.pipe()
    os.close(reading)
    for question in ("may Rex move", "may Old Fence move"):
        words = [sys.executable, "-m", "rulings", "ask", question, "-g", str(root)]
        ran = subprocess.run(words, stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False)
        assert (ran.returncode, ran.stderr) == (74, b"")
    os.close(writing)


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    root = write_book(tmp_path)
    words = [sys.executable, "-m", "rulings", "ask", "may Rex move", "-g", str(root)]
    with (tmp_path / "answer").open("wb") as full:
        ran = subprocess.run(
            words,
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
            preexec_fn=no_room,
        )
    assert ran.returncode == 74
    assert b"cannot be written" in ran.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-16"])
def test_a_terminal_of_any_encoding(tmp_path: Path, encoding: str) -> None:
    root = write_book(tmp_path)
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "LC_ALL": "C"}
    words = [sys.executable, "-m", "rulings", "why", "is Żółw ✓ active", "-g", str(root)]
    ran = subprocess.run(words, capture_output=True, timeout=60, check=False, env=environment)
    assert ran.returncode == 64
    assert b"Traceback" not in ran.stderr


def test_standard_input_that_is_no_text(tmp_path: Path) -> None:
    for command in (["eval", "-"], ["fmt", "-"], ["fmt", "--check", "-"]):
        ran = subprocess.run(
            [sys.executable, "-m", "rulings", *command],
            input=b"p(a).\n\xff\xfe",
            capture_output=True,
            timeout=60,
            check=False,
            cwd=tmp_path,
        )
        assert (ran.returncode, b"RUL002" in ran.stderr) == (3, True), ran.stderr


def test_a_question_has_a_time_unless_another_is_given() -> None:
    parser = argparse.ArgumentParser()
    declare(parser, "ask", "ask")
    assert parser.parse_args(["?"]).timeout == 60


def test_a_batch_that_was_killed_goes_on(tmp_path: Path) -> None:
    book, asked, out = write_book(tmp_path), questions(tmp_path, 800), tmp_path / "out.jsonl"
    words = ["batch", str(asked), "-o", str(out), "-g", str(book), "--brief", "--workers", "1"]
    run = subprocess.Popen(
        [sys.executable, "-m", "rulings", *words], stderr=subprocess.DEVNULL, start_new_session=True
    )
    until = time.monotonic() + 60
    while not any(part.stat().st_size for part in tmp_path.glob("*.part")):
        assert time.monotonic() < until
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    (part,) = tmp_path.glob("*.part")
    assert not out.exists()
    with part.open("ab") as file:
        file.write(b'{"half a li')
    assert main(words) == 64
    assert told(out) == expected(asked, book)


ROWS = ".decl item(N: int).\n@[rules/active] item(N) :- between(1, 200, N).\n"
MANY = "?- item(A), item(B), item(C), item(D)."


@pytest.fixture
def seldom_collected() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(10**9)
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("seldom_collected")
@pytest.mark.parametrize("how", ["alarm", "watchdog", "cancellation"])
def test_what_is_called_off_leaves_nothing_behind(tmp_path: Path, how: str) -> None:
    """Each question that ran out of time had left its rows, some 10 MB, to the next collection."""
    book = Rulebook.load(write_book(tmp_path, **{"rules.dl": RULES + ROWS}))
    table = book.situation("den")

    def asked() -> int:
        left_over = 0
        for number in range(4):
            cancel = Cancellation()
            seconds = 30 if how == "cancellation" else 0.2
            if how == "cancellation":
                call_after(0.2, cancel.cancel)
            with pytest.raises((OutOfTime, Cancelled)), limited(seconds, cancel=cancel):
                table.ask(MANY)
            assert gc.isenabled()
            # The first prepares, and leaves what was read to do so.
            left_over += gc.collect() if number else 0 * gc.collect()
        return left_over

    if how == "alarm":
        found = asked()
    else:
        with ThreadPoolExecutor(1) as pool:
            found = pool.submit(asked).result()
    assert found < 2000


def test_collection_goes_on_wherever_an_evaluation_ends() -> None:
    with ThreadPoolExecutor(2) as pool:
        for _ in range(200):

            def held() -> None:
                with suppress(OutOfTime), deadline(0.0005):
                    while True:
                        with without_garbage_collection():
                            pass

            list(pool.map(lambda _: held(), range(2)))
            assert gc.isenabled()
