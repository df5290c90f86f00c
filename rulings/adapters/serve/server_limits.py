"""What a client may use.

In: nothing. Out: `ServerLimits`. Guarantee: each is an option of `rulings serve`.
"""

from __future__ import annotations

from rulings.records import dataclass


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Seconds and bytes and rows of a request, requests at once and waiting, sessions in memory, in
    all and of each client."""

    timeout: float = 10.0
    max_body: int = 1_000_000
    max_rows: int | None = None
    at_once: int = 16
    waiting: int = 256
    in_memory: int = 1000
    sessions: int = 100_000
    sessions_each: int = 10_000
