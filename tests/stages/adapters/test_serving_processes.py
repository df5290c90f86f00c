"""`rulings serve` as processes: signals, workers that end, rulebooks that have changed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from rulings.adapters.serve.kept_tables import TableStore
from tests.books import RULES, write_book
from tests.stages.adapters.test_serve import DEN
from tests.stages.test_sending import COUNTING
from tests.stages.test_stopping import heard


@contextmanager
def process(
    folder: Path, *options: str, rules: str = RULES
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A server of its own; its address and its process."""
    root = write_book(folder, **{"rules.dl": rules + COUNTING})
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "rulings", "serve", str(root), "--port", str(port), *options]
    with subprocess.Popen(command, env=os.environ, preexec_fn=heard) as found:
        try:
            address = f"http://127.0.0.1:{port}"
            until = time.monotonic() + 60
            while True:
                try:
                    assert httpx.get(f"{address}/healthz").text == "ok\n"
                    break
                except httpx.TransportError:
                    assert time.monotonic() < until
                    time.sleep(0.1)
            yield address, found
        finally:
            found.kill()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_server_of_its_own_answers_what_it_was_asked_before_sigterm(
    tmp_path: Path, processes: str
) -> None:
    options = ("--processes", processes, "--each", "3")
    with process(tmp_path, *options) as (address, server), ThreadPoolExecutor(1) as pool:
        answer = httpx.post(f"{address}/v1/ask", json={**DEN, "ask": "may Rex move?"})
        assert answer.json()["verdict"] == "yes"
        slow = {**DEN, "ask": "?- slow(5)."}
        asked = pool.submit(httpx.post, f"{address}/v1/ask", json=slow, timeout=30)
        time.sleep(1)
        server.send_signal(signal.SIGTERM)
        assert asked.result().status_code == 504
        assert server.wait(timeout=20) in (0, -signal.SIGTERM, 143)


@pytest.mark.parametrize(
    ("told", "ended"), [(signal.SIGINT, 124), (signal.SIGTERM, -signal.SIGTERM)]
)
def test_a_signal_ends_a_server_with_nothing_to_do(
    tmp_path: Path, told: signal.Signals, ended: int
) -> None:
    with process(tmp_path, "--processes", "2") as (_address, server):
        server.send_signal(told)
        assert server.wait(timeout=5) == ended


def test_a_store_is_opened_by_many_at_once(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        for number in range(30):
            file = str(tmp_path / f"{number}.sqlite")
            for store in [pool.submit(TableStore, file) for _ in range(8)]:
                store.result().close()


def test_a_process_that_ends_is_replaced_and_costs_no_session(tmp_path: Path) -> None:
    with process(tmp_path, "--processes", "2") as (address, server):
        made = [httpx.post(f"{address}/v1/sessions", json=DEN).json()["id"] for _ in range(6)]
        fence = {"lines": ["Old Fence lies in zone play."]}
        for name in made:
            state = f"{address}/v1/sessions/{name}/state"
            assert httpx.post(state, json=fence).status_code == 200
        others = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        workers = [int(n) for n in others if "spawn_main" in cmdline(n)]
        assert len(workers) == 3
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        for name in made:
            for _ in range(50):
                told = httpx.post(
                    f"{address}/v1/sessions/{name}/ask", json={"ask": "is Rex active?"}, timeout=30
                )
                if told.status_code != 503:
                    break
            assert told.json()["verdict"] == "no"
        assert "rulings_sessions 6" in httpx.get(f"{address}/metrics").text


def cmdline(process: str) -> str:
    return Path(f"/proc/{process}/cmdline").read_text()


def test_sessions_go_on_under_changed_rules(tmp_path: Path) -> None:
    options = ("--store", str(tmp_path / "sessions.db"), "--processes", "1")
    with process(tmp_path, *options) as (address, server):
        told = {"game": "toy", "given": ['silences("card 1", rex).', "zone_of(rex, play)."]}
        name = httpx.post(f"{address}/v1/sessions", json=told).json()["id"]
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=20)
    concluded = ".decl silences(R: card, C: card).\nsilences(rex, rex) :- zone_of(rex, deck)."
    without = re.sub(r"(?m)^\.state silences.*$", concluded, RULES)
    fresh = "\n.decl fresh(N: int).\nfresh(1).\n"
    with process(tmp_path, *options, rules=without + fresh) as (address, _):
        one = f"{address}/v1/sessions/{name}"
        asked = httpx.post(f"{one}/ask", json={"ask": "?- fresh(1)."}, timeout=30)
        assert asked.json()["verdict"] == "yes"
        shown = httpx.get(one).json()
        assert shown["lost"] == ['silences("card 1", rex).']
        assert shown["table"]["facts"] == ["zone_of(rex, play)."]
