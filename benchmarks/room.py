"""How much memory and processor time a mixed load takes: cases of all rulebooks with names.

In: how many cases, how many questions that run out of time. Out: answers a second of processor
time, and megabytes of `rulings batch`, `ask --pipe`, `repl`, `mcp` and `serve`, before and after
those questions. Guarantee: processes are counted from outside, and end with this; 1 is returned
where questions that ran out of time left more than `MOST` megabytes behind.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import sleep

from benchmarks.load import Client, processor_seconds, served
from rulings.faq.suite import open_suite
from rulings.rulebook.library import games

MOST = 50
SLOW = "?- label(A, B), label(C, D), label(E, F), label(G, H)."
_EACH = "0.25"
"""Seconds of a question that runs out of time."""
_RULINGS = (sys.executable, "-m", "rulings")


def lines(count: int) -> list[str]:
    """Return questions with their tables: cases of all rulebooks, the same for each, mixed."""
    choose, found = random.Random(0), []
    for game in sorted(games()):
        cases = [one for one in open_suite(game).cases if isinstance(one.game, str)]
        for case in choose.sample(cases, min(count, len(cases))):
            asked: dict[str, object] = {"game": game, "ask": case.ask.text}
            asked |= {"given": [line.text for line in case.given]}
            asked |= {"edition": case.edition} if case.edition else {}
            asked |= {"situation": case.situation} if case.situation else {}
            found.append(json.dumps(asked))
    choose.shuffle(found)
    return found


def megabytes(process: int) -> dict[int, float]:
    """Return what a process and those below it hold for themselves, shared parts in proportion."""
    found, pending = {}, [process]
    while pending:
        one = pending.pop()
        rollup = Path(f"/proc/{one}/smaps_rollup").read_text()
        found[one] = int(rollup.partition("\nPss:")[2].split()[0]) / 1024
        for task in Path(f"/proc/{one}/task").iterdir():
            pending += map(int, (task / "children").read_text().split())
    return found


def _children_seconds() -> float:
    """Return the processor time of all that ended below this process."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def batch(asked: Sequence[str], *options: str) -> None:
    """Print what a batch takes."""
    with tempfile.TemporaryDirectory() as folder:
        questions, answers = Path(folder, "questions.jsonl"), Path(folder, "answers.jsonl")
        questions.write_text("\n".join(asked) + "\n", encoding="utf-8")
        command = (*_RULINGS, "batch", str(questions), "-o", str(answers), *options)
        peak, used = 0.0, _children_seconds()
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None:
                with suppress(OSError, ValueError):  # one of them has just ended
                    peak = max(peak, *megabytes(process.pid).values())
                sleep(0.1)
        used = _children_seconds() - used
        wrong = sum("error" in json.loads(line) for line in answers.read_text().splitlines())
    print(f"batch {' '.join(options)}: {len(asked)} lines, {wrong} of them not answered,", end=" ")
    print(f"{len(asked) / used:.0f} a second of processor time, at most {peak:.0f} MB a process")


@contextmanager
def talking(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Start a command that is written to; it ends with this."""
    command = (*_RULINGS, *words)
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # where `mcp` tells of each call
        text=True,
        bufsize=1,
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)


def piped(asked: Sequence[str], late: int) -> float:
    """Print what `ask --pipe` takes, and return what the questions out of time left."""
    with talking("ask", "--pipe") as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def answered(line: str) -> None:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(f"{line}\n")
            process.stdout.readline()

        for line in asked:
            answered(line)
        held = sum(megabytes(process.pid).values())
        slow = json.dumps({"game": "unfair", "ask": SLOW, "timeout": float(_EACH)})
        for _ in range(20):
            answered(slow)
        before = sum(megabytes(process.pid).values())
        for _ in range(late):
            answered(slow)
        left = sum(megabytes(process.pid).values()) - before
    print(
        f"ask --pipe: {held:.0f} MB after {len(asked)} questions to {len(games())} rulebooks,",
        end="",
    )
    print(f" {left:+.0f} MB after {late} more that ran out of time")
    return left


def conversed(late: int) -> float:
    """Print what the REPL takes, and return what the questions out of time left."""
    with talking("repl", "unfair", "--each", _EACH) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        found = []
        for count in (20, late):
            for _ in range(count):
                process.stdin.write(f"{SLOW}\n")
                while "Out of time" not in process.stdout.readline():
                    pass
            found.append(sum(megabytes(process.pid).values()))
    left = found[1] - found[0]
    print(f"repl: {found[0]:.0f} MB, {left:+.0f} MB after {late} that ran out of time")
    return left


def assisted(late: int) -> float:
    """Print what `mcp` takes, and return what the questions out of time left."""
    with talking("mcp", "unfair", "--each", _EACH) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def call(method: str, **told: object) -> str:
            assert process.stdin is not None
            assert process.stdout is not None
            sent = {"jsonrpc": "2.0", "id": 1, "method": method, "params": told}
            process.stdin.write(f"{json.dumps(sent)}\n")
            return process.stdout.readline()

        who = {"name": "room", "version": "1"}
        call("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo=who)
        process.stdin.write('{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        slow, found = {"game": "unfair", "questions": [SLOW]}, []
        for count in (20, late):
            for _ in range(count):
                if "Out of time" not in (
                    said := call("tools/call", name="consult", arguments=slow)
                ):
                    raise SystemExit(f"mcp: {said[:200]}")
            found.append(sum(megabytes(process.pid).values()))
    left = found[1] - found[0]
    print(f"mcp: {found[0]:.0f} MB, {left:+.0f} MB after {late} that ran out of time")
    return left


def serving(asked: Sequence[str], late: int) -> float:
    """Print what the processes of a server take, and return what one had left of them."""

    async def ask(port: int, questions: Sequence[str]) -> int:
        """Return how many were not answered."""
        pending, wrong = list(questions), 0

        async def client(address: str) -> None:
            nonlocal wrong
            one = Client(port, address)
            while pending:
                body = {**json.loads(pending.pop()), "explain": "short"}
                status, _ = await one.post("/v1/ask", body)
                wrong += status != 200
            one.close()

        await asyncio.gather(*(client(f"127.0.0.{n}") for n in range(2, 10)))
        return wrong

    with served((), *sorted(games())) as (port, process):
        held, used = [megabytes(process)], processor_seconds(process)
        wrong = asyncio.run(ask(port, asked))
        held, used = [*held, megabytes(process)], processor_seconds(process) - used
    for name, found in zip(("started", f"after {len(asked)} questions"), held, strict=True):
        print(f"serve, {name}: {', '.join(f'{size:.0f}' for size in found.values())} MB")
    print(f"serve: {wrong} not answered, {len(asked) / used:.0f} a second of processor time")
    told = [json.dumps({"game": "unfair", "ask": SLOW})]
    with served(("--each", _EACH), "unfair") as (port, process):
        asyncio.run(ask(port, told * 20))
        before = megabytes(process)
        asyncio.run(ask(port, told * late))
        after = megabytes(process)
    left = max(after[one] - before[one] for one in before)
    print(f"serve: at most {left:+.0f} MB a process after {late} that ran out of time")
    return left


def main() -> int:
    """Measure with the options given; 1 when something is left behind."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.room", description=__doc__)
    parser.add_argument("--cases", type=int, default=100, help="of each rulebook")
    parser.add_argument("--late", type=int, default=500, help="questions that run out of time")
    told = parser.parse_args()
    asked = lines(told.cases)
    batch(asked, "--brief", "--workers", "1")
    batch(asked, "--workers", "1")
    slow = json.dumps({"game": "unfair", "ask": SLOW})
    batch([slow] * (told.late // 5), "--each", _EACH, "--workers", "1")
    batch([slow] * told.late, "--each", _EACH, "--workers", "1")
    late = told.late
    left = max(piped(asked, late), conversed(late), assisted(late), serving(asked, late))
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return 0 if left < MOST else 1


if __name__ == "__main__":
    sys.exit(main())
