"""What a client may use.

In: nothing. Out: `ServerLimits`. Guarantee: each that others may need otherwise is an option of
`rulings serve`.
"""

from __future__ import annotations

from rulings.records import dataclass


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """Seconds and bytes and rows of a request; requests under way, in all, of a client, at a
    session; sessions in memory, in all, of a client; seconds after which an idle one is forgotten;
    bytes, number and seconds of headers, seconds of a body; connections, in all and of a client."""

    timeout: float = 10.0
    max_body: int = 1_000_000
    max_rows: int | None = None
    at_once: int = 256
    at_once_each: int = 32
    at_session: int = 8
    in_memory: int = 1000
    sessions: int = 100_000
    sessions_each: int = 10_000
    idle: float = 24 * 3600.0
    header_bytes: int = 64 * 1024
    headers: int = 100
    header_seconds: float = 10.0
    body_seconds: float = 30.0
    connections: int = 1000
    connections_each: int = 50
