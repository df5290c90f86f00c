"""An asyncio game server: a thousand tables in one process, none of which holds up another.

Each line that comes in over TCP is JSON, `{"table": "t1", "say": "Alice has 3 coins."}` or
`{"table": "t1", "ask": "does Alice have 3 coins?"}`; each line that goes out is its answer.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Mapping

from rulings import OutOfTime, Rulebook, RulingsError, Session
from rulings.aio import run

SECONDS = 2.0


class GameServer:
    """Keeps the tables of all games under way. Models are kept for those asked last."""

    def __init__(self, book: Rulebook) -> None:
        self.tables: dict[str, Session] = defaultdict(book.table)
        self.changing: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def handle(self, message: Mapping[str, str]) -> dict[str, object]:
        """Return the answer to one message; a message that fails changes nothing."""
        name = message["table"]
        try:
            if "ask" in message:
                answer = await run(self.tables[name].ask, message["ask"], timeout=SECONDS)
                return {**answer.to_json("none")}
            async with self.changing[name]:
                changed = await run(self.tables[name].replace, message["say"], timeout=SECONDS)
                self.tables[name] = changed
            return {"facts": len(changed.facts())}
        except RulingsError as refused:
            return {"problems": [one.message for one in refused.diagnostics]}
        except OutOfTime:
            return {"problems": ["There was not enough time."]}

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the lines of one client until it leaves."""
        while line := await reader.readline():
            try:
                message = json.loads(line)
                reply = await self.handle({str(key): str(value) for key, value in message.items()})
            except (ValueError, KeyError, AttributeError):
                reply = {"problems": ["Send an object with table, and say or ask."]}
            writer.write(json.dumps(reply).encode() + b"\n")
            await writer.drain()
        writer.close()


async def serve(game: str = "unfair", port: int = 8765) -> None:
    """Serve until cancelled."""
    server = GameServer(await run(Rulebook.load, game))
    async with await asyncio.start_server(server.converse, "127.0.0.1", port) as listening:
        await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve())
