"""The tables that the server keeps.

In: tables under an id that nobody guesses. Out: the same tables. Guarantee: a change happens whole
or not at all, one after the other at each table; the least recently used go to the store and come
back; what is in a store of a file survives a restart.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from time import time

from rulings.published import Published
from rulings.session import Session

_UNDO = 20


class NoSuchTable(LookupError):
    """There is no table of that id; it may have been deleted."""


class TooManyTables(Exception):
    """A client, or all of them, keep as many tables as the server allows."""


@dataclass(slots=True)
class Kept:
    """One table and those before it, the latest last; `gone` once it has left the memory."""

    table: Session
    before: list[Session]
    owner: str
    gone: bool = False
    changing: Lock = field(default_factory=Lock)


class TableStore:
    """Tables in SQLite, in a file or in memory. May be used by several threads."""

    def __init__(self, file: str = ":memory:") -> None:
        self._lock = Lock()
        self._database = sqlite3.connect(file, check_same_thread=False)
        self._database.execute("PRAGMA journal_mode=WAL")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS tables"
            " (id TEXT PRIMARY KEY, owner TEXT, changed REAL, saved TEXT)"
        )
        self._database.commit()

    def write(self, name: str, kept: Kept) -> None:
        """Keep a table."""
        book = kept.table.rulebook
        tables = [one.to_dict() for one in (*kept.before, kept.table)]
        saved = json.dumps({"game": book.name, "edition": book.edition, "tables": tables})
        with self._lock, self._database:
            self._database.execute(
                "INSERT OR REPLACE INTO tables VALUES (?, ?, ?, ?)",
                (name, kept.owner, time(), saved),
            )

    def read(self, name: str, published: Published) -> Kept | None:
        """Return a table, None when there is none."""
        with self._lock:
            found = self._database.execute(
                "SELECT owner, saved FROM tables WHERE id = ?", (name,)
            ).fetchone()
        if found is None:
            return None
        owner, saved = found
        told = json.loads(saved)
        book = published.book(told["game"], told["edition"])
        *before, table = [book.session(one) for one in told["tables"]]
        return Kept(table, before, owner)

    def delete(self, name: str) -> None:
        """Forget a table."""
        with self._lock, self._database:
            self._database.execute("DELETE FROM tables WHERE id = ?", (name,))

    def owners(self) -> Counter[str]:
        """Return how many tables each client keeps."""
        with self._lock:
            rows = self._database.execute("SELECT owner, count(*) FROM tables GROUP BY owner")
            return Counter(dict(rows.fetchall()))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()


class Tables:
    """All tables: those used last in memory, all of them in the store."""

    def __init__(
        self, published: Published, store: TableStore, *, in_memory: int, in_all: int, each: int
    ) -> None:
        self._published = published
        self._store = store
        self._in_memory, self._in_all, self._each = in_memory, in_all, each
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._owners = store.owners()
        self._lock = Lock()

    def __len__(self) -> int:
        return self._owners.total()

    def create(self, table: Session, owner: str) -> str:
        """Keep a new table and return its id. Raises TooManyTables."""
        kept, name = Kept(table, [], owner), secrets.token_urlsafe(18)
        with self._lock:
            if self._owners[owner] >= self._each or self._owners.total() >= self._in_all:
                raise TooManyTables
            self._owners[owner] += 1
        self._store.write(name, kept)
        self._remember(name, kept)
        return name

    def get(self, name: str) -> Session:
        """Return a table. Raises NoSuchTable."""
        return self._find(name).table

    def change(self, name: str, change: Callable[[Session], Session]) -> Session:
        """Change a table and return it; a change that raises changes nothing.

        Raises NoSuchTable.
        """
        with self._held(name) as kept:
            after = change(kept.table)
            changed = Kept(after, [*kept.before, kept.table][-_UNDO:], kept.owner)
            self._store.write(name, changed)
            kept.table, kept.before = after, changed.before
            return after

    def undo(self, name: str) -> Session:
        """Take back the last change, if there is one. Raises NoSuchTable."""
        with self._held(name) as kept:
            if kept.before:
                before = Kept(kept.before[-1], kept.before[:-1], kept.owner)
                self._store.write(name, before)
                kept.table, kept.before = before.table, before.before
            return kept.table

    def delete(self, name: str) -> None:
        """Forget a table. Raises NoSuchTable."""
        with self._held(name) as kept:
            with self._lock:
                self._kept.pop(name, None)
                self._owners[kept.owner] -= 1
            kept.gone = True
            self._store.delete(name)

    def close(self) -> None:
        """Close the store: everything is in it."""
        self._store.close()

    @contextmanager
    def _held(self, name: str) -> Iterator[Kept]:
        """Yield a table that nobody else changes meanwhile. Raises NoSuchTable."""
        while True:
            kept = self._find(name)
            with kept.changing:
                if not kept.gone:
                    yield kept
                    return

    def _find(self, name: str) -> Kept:
        with self._lock:
            kept = self._kept.get(name)
            if kept is not None:
                self._kept.move_to_end(name)
                return kept
        kept = self._store.read(name, self._published)
        if kept is None:
            raise NoSuchTable
        return self._remember(name, kept)

    def _remember(self, name: str, kept: Kept) -> Kept:
        with self._lock:
            kept = self._kept.setdefault(name, kept)
            self._kept.move_to_end(name)
            for idle in list(self._kept)[: max(len(self._kept) - self._in_memory, 0)]:
                # One that is being changed stays: two copies of it would lose a change.
                oldest = self._kept[idle]
                if oldest is not kept and oldest.changing.acquire(blocking=False):
                    oldest.gone = True
                    del self._kept[idle]
                    oldest.changing.release()
        return kept
