"""What one client can do to the others: slow questions and clients that leave, beside quick ones.

In: a rulebook, how many slow questions are under way, how many seconds. Out: how long another
client waits for a quick question meanwhile. Guarantee: the server is one of its own on 127.0.0.1
and ends with this; 1 is returned where 99 of 100 quick questions take longer than `PROMISED`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
from collections import Counter
from multiprocessing import get_context
from time import monotonic, perf_counter

from benchmarks.load import Client, served

PROMISED = 0.3
"""Seconds within which 99 of 100 quick questions are answered."""
SLOW = "?- label(A, B), label(C, D), label(E, F), label(G, H)."
GREEDY, OTHER = "127.0.0.2", "127.0.0.3"
_PAUSE = 0.02


async def _greedy(port: int, until: float, slow: str, stays: bool, seen: Counter[str]) -> None:
    """Ask slow questions one after the other; who does not stay leaves before the answer."""
    client = Client(port, GREEDY)
    while monotonic() < until:
        try:
            async with asyncio.timeout(until - monotonic() if stays else 0.05):
                status, _ = await client.post("/v1/ask", {"ask": slow, "explain": "none"})
            seen[str(status)] += 1
            pause = 1.0 if status == 429 else 0.0
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            seen["no answer"] += 1
            client.close()
            pause = 0.5
        await asyncio.sleep(pause * random.uniform(0.5, 1.5))
    client.close()


def crowd(port: int, seconds: float, slow: str, number: int, *, stays: bool) -> None:
    """Keep so many slow questions under way, and print what became of them."""
    seen: Counter[str] = Counter()
    until = monotonic() + seconds

    async def all_of_them() -> None:
        await asyncio.gather(*(_greedy(port, until, slow, stays, seen) for _ in range(number)))

    asyncio.run(all_of_them())
    print("  the greedy client:", *(f"{n} times {status}," for status, n in sorted(seen.items())))


async def _quick(port: int, seconds: float, quick: dict[str, object]) -> list[float]:
    """Return the seconds of each question, the shortest first."""
    client, found, until = Client(port, OTHER), [], perf_counter() + seconds
    while perf_counter() < until:
        began = perf_counter()
        status, told = await client.post("/v1/ask", {"explain": "none", **quick})
        found.append(perf_counter() - began)
        if status != 200:
            raise SystemExit(f"no answer: {status} {told[:200]!r}")
        await asyncio.sleep(_PAUSE)
    client.close()
    return sorted(found)


def measure(
    game: str,
    quick: dict[str, object],
    *,
    number: int = 80,
    seconds: float = 30.0,
    slow: str = SLOW,
) -> float:
    """Print what was measured; return the seconds within which 99 of 100 were answered."""
    worst = 0.0
    with served((), game) as (port, _):
        asyncio.run(_quick(port, 2, quick))  # rulebooks are read
        for name, many, stays in (
            ("alone", 0, True),
            ("beside", number, True),
            ("left", 48, False),
        ):
            told = {"stays": stays}
            others = get_context("spawn").Process(
                target=crowd, args=(port, seconds + 2, slow, many), kwargs=told, daemon=True
            )
            others.start()
            asyncio.run(asyncio.sleep(min(2.0, seconds / 4)))
            found = asyncio.run(_quick(port, seconds, quick))
            others.join(seconds)
            others.kill()
            middle, late = found[len(found) // 2], found[int(len(found) * 0.99)]
            print(
                f"{name:>6}: {len(found)} quick questions, median {1000 * middle:.0f} ms,", end=" "
            )
            print(f"99 of 100 {1000 * late:.0f} ms, longest {1000 * found[-1]:.0f} ms")
            worst = max(worst, late)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    return worst


def main() -> int:
    """Measure with the options given; 1 when somebody had to wait."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fairness", description=__doc__)
    parser.add_argument("--game", default="unfair")
    parser.add_argument("--situation", default="dino-park")
    parser.add_argument("--ask", default="is Triceratops active?")
    parser.add_argument("--slow", type=int, default=80, help="slow questions under way")
    parser.add_argument("--seconds", type=float, default=30.0, help="each of three times")
    told = parser.parse_args()
    quick = {"situation": told.situation, "ask": told.ask}
    return 0 if measure(told.game, quick, number=told.slow, seconds=told.seconds) < PROMISED else 1


if __name__ == "__main__":
    sys.exit(main())
