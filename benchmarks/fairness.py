"""What one client can do to the others: slow questions and clients that leave, beside quick ones.

In: a rulebook, how many slow questions are under way, how many seconds. Out: how long another
client waits for a quick question meanwhile. Guarantee: the server is one of its own on 127.0.0.1
and ends with this; 1 is returned where 99 of 100 quick questions take longer than `PROMISED`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from time import perf_counter

from benchmarks.load import Client, served

PROMISED = 0.3
"""Seconds within which 99 of 100 quick questions are answered."""
SLOW = "?- label(A, B), label(C, D), label(E, F), label(G, H)."
GREEDY, OTHER = "127.0.0.2", "127.0.0.3"
_PAUSE = 0.02


async def _greedy(port: int, until: float, slow: str, stays: bool, seen: dict[int, int]) -> None:
    """Ask slow questions one after the other; who does not stay leaves before the answer."""
    client = Client(port, GREEDY)
    while perf_counter() < until:
        try:
            async with asyncio.timeout(None if stays else 0.05):
                status, _ = await client.post("/v1/ask", {"ask": slow, "explain": "none"})
            seen[status] = seen.get(status, 0) + 1
            await asyncio.sleep(0 if status != 429 else 0.2)
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            seen[0] = seen.get(0, 0) + 1
            client.close()
            await asyncio.sleep(0.1)
    client.close()


async def _quick(port: int, until: float, quick: dict[str, object]) -> list[float]:
    client, found = Client(port, OTHER), []
    while perf_counter() < until:
        began = perf_counter()
        status, told = await client.post("/v1/ask", {"explain": "none", **quick})
        found.append(perf_counter() - began)
        if status != 200:
            raise SystemExit(f"no answer: {status} {told[:200]!r}")
        await asyncio.sleep(_PAUSE)
    client.close()
    return sorted(found)


async def _beside(
    port: int, slow: str, number: int, seconds: float, quick: dict[str, object], stays: bool
) -> list[float]:
    seen: dict[int, int] = {}
    until = perf_counter() + seconds
    greedy = [_greedy(port, until, slow, stays, seen) for _ in range(number)]
    tasks = [asyncio.ensure_future(one) for one in greedy]
    await asyncio.sleep(min(1.0, seconds / 4))
    found = await _quick(port, until, quick)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print("what the greedy client saw:", *(f"{n} of status {s}" for s, n in sorted(seen.items())))
    return found


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
        asyncio.run(_quick(port, perf_counter() + 2, quick))  # rulebooks are read
        for name, crowd, stays in (
            ("alone", 0, True),
            ("beside", number, True),
            ("left", 48, False),
        ):
            found = asyncio.run(_beside(port, slow, crowd, seconds, quick, stays))
            late = found[int(len(found) * 0.99)]
            print(
                f"{name:>8}: {len(found)} quick questions, median {found[len(found) // 2]:.3f} s,"
            )
            print(f"{'':>8}  99 of 100 {late:.3f} s, longest {found[-1]:.3f} s")
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
