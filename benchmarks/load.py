"""How many requests `rulings serve` holds: clients that ask and change sessions at once.

In: how many clients, sessions and seconds. Out: requests a second, times and processor seconds of
server and clients. Guarantee: the server is one of its own on 127.0.0.1 and ends with this; every
answer is checked; nothing outside is asked.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, perf_counter, process_time, sleep

PROMISED = 400
"""Requests a second on two idle cores."""
SLOWEST = 0.1
"""Seconds within which 99 of 100 requests are answered."""
_STARTED = 180.0
_FACES = ("face-up", "face-down")
_ASKED = (
    "is Triceratops active?",
    "is Electrified Fence active?",
    "is Log Flume active?",
    "how many coins does Alice have?",
)


@dataclass(slots=True)
class Tally:
    """What the clients saw."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


class Client:
    """One connection that is kept, from an address of this machine."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port, self._address = port, address
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, body: object) -> tuple[int, bytes]:
        """Return the status and the body of the answer."""
        if self._reader is None or self._writer is None:
            opened = await asyncio.open_connection(
                "127.0.0.1", self._port, limit=2**20, local_addr=(self._address, 0)
            )
            self._reader, self._writer = opened
        sent = json.dumps(body).encode()
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        head += f"Content-Length: {len(sent)}\r\n\r\n"
        self._writer.write(head.encode() + sent)
        told = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(told.partition(b"content-length: ")[2].split(b"\r\n")[0])
        return int(told.split()[1]), await self._reader.readexactly(length)

    def close(self) -> None:
        """Close the connection."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


@contextmanager
def served(options: Sequence[str], *games: str) -> Iterator[tuple[int, int]]:
    """Start a server, yield its port and its process, and end it."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "rulings", "serve", *games, "--port", str(port), *options]
    with subprocess.Popen(command) as process:
        try:
            _wait(port, monotonic() + _STARTED)
            yield port, process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(port: int, until: float) -> None:
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if monotonic() > until:
                raise
            sleep(0.1)
        else:
            return


def processor_seconds(process: int) -> float:
    """Return what a process and those below it have used so far."""
    ticks = os.sysconf("SC_CLK_TCK")
    total, pending = 0.0, [process]
    while pending:
        one = pending.pop()
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        total += (int(fields[11]) + int(fields[12])) / ticks
        for task in Path(f"/proc/{one}/task").iterdir():
            pending += map(int, (task / "children").read_text().split())
    return total


async def _play(port: int, names: Sequence[str], until: float, tally: Tally, seed: int) -> None:
    """Ask and change random sessions: half of the requests are questions, half are changes."""
    choose, client = random.Random(seed), Client(port)
    while perf_counter() < until:
        one = f"/v1/sessions/{choose.choice(names)}"
        kind, path, body = _request(choose)
        began = perf_counter()
        status, told = await client.post(f"{one}/{path}", body)
        tally.seconds.setdefault(kind, []).append(perf_counter() - began)
        if status != 200:
            tally.wrong.append(f"{kind}: {status} {told[:200]!r}")
        elif path == "ask" and json.loads(told)["verdict"] not in ("yes", "no"):
            tally.wrong.append(f"{kind}: {told[:200]!r}")
    client.close()


def _request(choose: random.Random) -> tuple[str, str, dict[str, object]]:
    match choose.randrange(10):
        case 0 | 1 | 2 | 3 | 4:
            return "ask", "ask", {"ask": choose.choice(_ASKED), "explain": "none"}
        case 5 | 6 | 7:
            line = f"Electrified Fence is {choose.choice(_FACES)}."
            return "turn a card", "state", {"lines": [line]}
        case 8:
            return "count", "state", {"lines": [f"Rex has {choose.randrange(40)} coins."]}
        case _:
            return "undo", "undo", {}


async def _open(port: int, sessions: int) -> tuple[str, ...]:
    """Return the ids of new sessions."""
    opener = Client(port)
    names: list[str] = []
    for _ in range(sessions):
        body = {"situation": "dino-park", "given": ["Alice has 3 coins."]}
        status, told = await opener.post("/v1/sessions", body)
        if status != 201:
            raise SystemExit(f"no session: {status} {told[:200]!r}")
        names.append(json.loads(told)["id"])
    opener.close()
    return tuple(names)


async def _load(
    port: int, clients: int, names: Sequence[str], seconds: float
) -> tuple[Tally, float]:
    tally, began = Tally(), perf_counter()
    until = began + seconds
    await asyncio.gather(*(_play(port, names, until, tally, n) for n in range(clients)))
    return tally, perf_counter() - began


def measure(clients: int, sessions: int, seconds: float, options: Sequence[str]) -> bool:
    """Print what was measured, and return whether every request was answered."""
    with tempfile.TemporaryDirectory() as folder:
        store = ["--store", str(Path(folder) / "tables.db"), *options]
        with served(store, "unfair") as (port, process):
            names = asyncio.run(_open(port, sessions))
            began, own = processor_seconds(process), process_time()
            tally, took = asyncio.run(_load(port, clients, names, seconds))
            used, own = processor_seconds(process) - began, process_time() - own
    every = sorted(one for found in tally.seconds.values() for one in found)
    print(f"{len(every) / took:.0f} requests/s, {len(tally.wrong)} wrong")
    print(f"{'':>12} {'number':>8} {'median':>9} {'99 of 100':>10} {'longest':>9}")
    for kind, found in [*sorted(tally.seconds.items()), ("all", every)]:
        found.sort()
        middle, late = found[len(found) // 2], found[int(len(found) * 0.99)]
        print(f"{kind:>12} {len(found):>8} {_ms(middle):>9} {_ms(late):>10} {_ms(found[-1]):>9}")
    each = 1000 / len(every)
    print(f"processor time a request: server {used * each:.2f} ms, clients {own * each:.2f} ms")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    print(*tally.wrong[:5], sep="\n", end="\n" if tally.wrong else "")
    return not tally.wrong


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def main() -> int:
    """Measure with the options given; 1 when a request was refused or answered wrongly."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--sessions", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("options", nargs="*", help="options of `rulings serve`, after --")
    told = parser.parse_args()
    return 0 if measure(told.clients, told.sessions, told.seconds, told.options) else 1


if __name__ == "__main__":
    sys.exit(main())
