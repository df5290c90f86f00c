"""The tables that the server keeps.

In: tables under an id that nobody guesses. Out: the same tables. Guarantee: a change happens whole
or not at all, one after the other at each table; the least recently used go to the store and come
back; what is in a store of a file survives a restart.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import Lock
from time import monotonic, sleep, time
from typing import TYPE_CHECKING, TypeVar

from rulings.conversing.conversation import Conversation
from rulings.published import Published
from rulings.records import dataclass, field
from rulings.session import Session

if TYPE_CHECKING:
    from rulings.wire import TableJson

_UNDO = 20
_NOTED = 24
"""So often in the time after which it is forgotten, the use of a table is noted."""
_SWITCHING = 10.0
"""Seconds within which the processes of a server have all opened its store."""
Done = TypeVar("Done")


class NoSuchTable(LookupError):
    """There is no table of that id; it may have been deleted."""


class TooManyTables(Exception):
    """A client, or all of them, keep as many tables as the server allows."""


@dataclass(slots=True)
class Kept:
    """One table and those before it, the latest last; `gone` once it has left the memory.

    Of a table that came from the store, those before it are as they were saved. `lost` are the
    facts that its rulebook had when they were stated, and has not since it was loaded again. `talk`
    is what a page spoke of at this table, as long as the table is in memory. The store knows of
    its use since it was `noted` there.
    """

    table: Session
    before: list[Session | TableJson]
    owner: str
    lost: tuple[str, ...] = ()
    gone: bool = False
    talk: Conversation | None = None
    noted: float = field(default_factory=time)
    changing: Lock = field(default_factory=Lock)


def _log_ahead(database: sqlite3.Connection) -> None:
    """Switch to a write-ahead log, which waits for no lock: other processes may do so just now."""
    until = monotonic() + _SWITCHING
    while True:
        try:
            database.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if monotonic() > until:
                raise
            sleep(0.02)
        else:
            return


class TableStore:
    """Tables in SQLite, in a file of their own or in memory. May be used by several threads.

    One that nobody used for `idle` seconds is forgotten.
    """

    def __init__(self, file: str = ":memory:", idle: float = inf) -> None:
        self._lock, self._idle = Lock(), idle
        if file != ":memory:":
            # Nobody else reads it: SQLite gives its other files what this one has.
            os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
        self._database = sqlite3.connect(file, check_same_thread=False)
        _log_ahead(self._database)
        # A commit does not wait for the disk: a crash of the machine may cost the last changes,
        # never the file, and a crash of the program costs nothing.
        self._database.execute("PRAGMA synchronous=NORMAL")
        self._database.execute("BEGIN IMMEDIATE")
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS tables"
            " (id TEXT PRIMARY KEY, owner TEXT, changed REAL, saved TEXT)"
        )
        self._database.execute("CREATE INDEX IF NOT EXISTS owners ON tables (owner)")
        self._database.commit()

    def create(self, name: str, kept: Kept, *, in_all: int, each: int) -> None:
        """Keep a new table. Raises TooManyTables for more than so many, in all or of an owner."""
        saved = _saved(kept)
        with self._lock, self._database:
            # Counted and written at once: other processes may have the same file.
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("DELETE FROM tables WHERE changed <= ?", (self._gone(),))
            mine = "SELECT count(*) FROM tables WHERE owner = ?"
            every = "SELECT count(*) FROM tables"
            if self._number(mine, kept.owner) >= each or self._number(every) >= in_all:
                raise TooManyTables
            row = (name, kept.owner, time(), saved)
            self._database.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", row)

    def __len__(self) -> int:
        with self._lock:
            return self._number("SELECT count(*) FROM tables WHERE changed > ?", self._gone())

    def _number(self, counted: str, *values: str | float) -> int:
        return int(self._database.execute(counted, values).fetchone()[0])

    def _gone(self) -> float:
        """The time of the last use of those that are forgotten."""
        return time() - self._idle

    def write(self, name: str, kept: Kept) -> None:
        """Keep a table that has changed. Raises NoSuchTable."""
        self._update("saved = ?, changed = ?", _saved(kept), time(), name)

    def touch(self, name: str) -> None:
        """Take note that a table is in use. Raises NoSuchTable."""
        self._update("changed = ?", time(), name)

    def _update(self, assigned: str, *values: str | float) -> None:
        with self._lock, self._database:
            update = f"UPDATE tables SET {assigned} WHERE id = ? AND changed > ?"
            if not self._database.execute(update, (*values, self._gone())).rowcount:
                raise NoSuchTable

    def read(self, name: str, published: Published) -> Kept | None:
        """Return a table, None when there is none."""
        with self._lock:
            found = self._database.execute(
                "SELECT owner, saved FROM tables WHERE id = ? AND changed > ?", (name, self._gone())
            ).fetchone()
        if found is None:
            return None
        owner, saved = found
        told = json.loads(saved)
        book = published.book(told["game"], told["edition"])
        *before, table = told["tables"]
        carried, lost = book.restored(table)
        return Kept(carried, before, owner, (*told.get("lost", ()), *lost))

    def delete(self, name: str) -> None:
        """Forget a table."""
        with self._lock, self._database:
            self._database.execute("DELETE FROM tables WHERE id = ?", (name,))

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()


def _begun(kept: Kept) -> Conversation:
    """Return a conversation at a table, with the tables before it to go back to."""
    book = kept.table.rulebook
    before = (one if isinstance(one, Session) else book.restored(one)[0] for one in kept.before)
    return Conversation(kept.table, before=tuple((one, "") for one in before))


def _saved(kept: Kept) -> str:
    book = kept.table.rulebook
    every = (*kept.before, kept.table)
    tables = [one.to_dict() if isinstance(one, Session) else one for one in every]
    told = {"game": book.name, "edition": book.edition, "tables": tables, "lost": kept.lost}
    return json.dumps(told)


class Tables:
    """All tables: those used last in memory, all of them in the store."""

    def __init__(
        self,
        published: Published,
        store: TableStore,
        *,
        in_memory: int,
        in_all: int,
        each: int,
        idle: float = inf,
    ) -> None:
        self._published = published
        self._store = store
        self._in_memory, self._in_all, self._each = in_memory, in_all, each
        self._noting = idle / _NOTED
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()
        self._reading = Lock()

    def __len__(self) -> int:
        return len(self._store)

    def create(self, name: str, table: Session, owner: str) -> None:
        """Keep a new table under an id that nobody guesses. Raises TooManyTables."""
        kept = Kept(table, [], owner)
        self._store.create(name, kept, in_all=self._in_all, each=self._each)
        self._remember(name, kept)

    def get(self, name: str) -> Session:
        """Return a table. Raises NoSuchTable."""
        return self._find(name).table

    def lost(self, name: str) -> tuple[str, ...]:
        """Return the facts that a table lost when its rulebook changed. Raises NoSuchTable."""
        return self._find(name).lost

    def change(self, name: str, change: Callable[[Session], Session]) -> Session:
        """Change a table and return it; a change that raises changes nothing.

        Raises NoSuchTable.
        """
        with self._held(name) as kept:
            after = change(kept.table)
            changed = Kept(after, [*kept.before, kept.table][-_UNDO:], kept.owner, kept.lost)
            self._store.write(name, changed)
            kept.table, kept.before = after, changed.before
            return after

    def converse(self, name: str, act: Callable[[Conversation], tuple[Conversation, Done]]) -> Done:
        """Go on with what is spoken at a table; what raises changes nothing. Raises NoSuchTable."""
        with self._held(name) as kept:
            talk = kept.talk
            if talk is None or talk.table is not kept.table:
                talk = _begun(kept)
            after, done = act(talk)
            if after.table is not talk.table or after.before is not talk.before:
                before: list[Session | TableJson] = [one for one, _ in after.before[-_UNDO:]]
                changed = Kept(after.table, before, kept.owner, kept.lost)
                self._store.write(name, changed)
                kept.table, kept.before = after.table, before
            kept.talk = after
            return done

    def undo(self, name: str) -> Session:
        """Take back the last change, if there is one. Raises NoSuchTable."""
        with self._held(name) as kept:
            if kept.before:
                last, book = kept.before[-1], kept.table.rulebook
                table = last if isinstance(last, Session) else book.restored(last)[0]
                before = Kept(table, kept.before[:-1], kept.owner, kept.lost)
                self._store.write(name, before)
                kept.table, kept.before = before.table, before.before
            return kept.table

    def delete(self, name: str) -> None:
        """Forget a table. Raises NoSuchTable."""
        with self._held(name) as kept:
            # From the store first: nobody reads there what is in memory.
            self._store.delete(name)
            with self._lock:
                self._kept.pop(name, None)
            kept.gone = True

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
        kept = self._in_memory_now(name)
        if kept is not None:
            if time() - kept.noted > self._noting:
                self._note(name, kept)
            return kept
        # One at a time: while one is read, another might come, change and leave the memory again.
        with self._reading:
            kept = self._in_memory_now(name) or self._store.read(name, self._published)
            if kept is None:
                raise NoSuchTable
            self._note(name, kept)
            return self._remember(name, kept)

    def _note(self, name: str, kept: Kept) -> None:
        """Take note that a table is in use. Raises NoSuchTable for one that was not for long."""
        kept.noted = time()
        try:
            self._store.touch(name)
        except NoSuchTable:
            with self._lock:
                self._kept.pop(name, None)
            raise

    def _in_memory_now(self, name: str) -> Kept | None:
        with self._lock:
            kept = self._kept.get(name)
            if kept is not None:
                self._kept.move_to_end(name)
            return kept

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
