"""The tables that the server keeps.

In: tables under an id that nobody guesses, for each one request after the other. Out: the same
tables. Guarantee: a change happens whole or not at all, and is in the store before it is told; the
least recently used leave the memory and come back; several processes may have one store; what is
in a store of a file survives a restart, but for what nobody used for long.
"""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Sequence
from math import inf
from threading import Lock
from time import monotonic, sleep, time
from typing import TypeVar

from rulings.conversing.conversation import Conversation
from rulings.doors.outgoing import make_private
from rulings.published import Published
from rulings.records import dataclass, field
from rulings.session import Session
from rulings.wire import TableJson

_UNDO = 20
_OFTEN = 24
"""So often in the time after which it is forgotten, the use of a table is noted."""
_NOTED = "SELECT changed FROM tables WHERE id = ? AND changed > ?"
_SWITCHING = 10.0
"""Seconds within which the processes of a server have all opened its store."""
Done = TypeVar("Done")


class NoSuchTable(LookupError):
    """There is no table of that id; it may have been deleted."""


class TooManyTables(Exception):
    """A client, or all of them, keep as many tables as the server allows."""


@dataclass(slots=True)
class Kept:
    """One table and those before it, the latest last.

    Of a table that came from the store, those before it are as they were saved. `lost` are the
    facts that its rulebook had when they were stated, and has not since it was loaded again. `talk`
    is what a page spoke of at this table, as long as the table is in memory. The store knows when
    it was `noted` last.
    """

    table: Session
    before: list[Session | TableJson]
    owner: str
    lost: tuple[str, ...] = ()
    talk: Conversation | None = None
    noted: float = field(default_factory=time)


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
            make_private(file)
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
        self._database.execute("CREATE INDEX IF NOT EXISTS uses ON tables (changed)")
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
            row = (name, kept.owner, kept.noted, saved)
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
        """Keep a table that has changed."""
        kept.noted = time()
        row = (_saved(kept), kept.noted, name)
        with self._lock, self._database:
            self._database.execute("UPDATE tables SET saved = ?, changed = ? WHERE id = ?", row)

    def is_current(self, name: str, kept: Kept) -> bool:
        """Whether a table is as it is here: other processes may have changed or deleted it."""
        with self._lock:
            (noted,) = self._database.execute(_NOTED, (name, self._gone())).fetchone() or (None,)
        return bool(noted == kept.noted)

    def touch(self, name: str, kept: Kept) -> None:
        """Take note that a table is in use, unless that was noted lately."""
        if time() - kept.noted > self._idle / _OFTEN:
            kept.noted = time()
            with self._lock, self._database:
                update = "UPDATE tables SET changed = ? WHERE id = ?"
                self._database.execute(update, (kept.noted, name))

    def read(self, name: str, published: Published) -> Kept | None:
        """Return a table, None when there is none."""
        with self._lock:
            found = self._database.execute(
                "SELECT owner, saved, changed FROM tables WHERE id = ? AND changed > ?",
                (name, self._gone()),
            ).fetchone()
        if found is None:
            return None
        owner, saved, noted = found
        told = json.loads(saved)
        book = published.book(told["game"], told["edition"])
        *before, table = told["tables"]
        carried, lost = book.restored(table)
        return Kept(carried, before, owner, (*told.get("lost", ()), *lost), noted=noted)

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
        self, published: Published, store: TableStore, *, in_memory: int, in_all: int, each: int
    ) -> None:
        self._published = published
        self._store = store
        self._in_memory, self._in_all, self._each = in_memory, in_all, each
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._store)

    def create(self, name: str, table: Session, owner: str) -> Kept:
        """Keep a new table under an id that nobody guesses. Raises TooManyTables."""
        kept = Kept(table, [], owner)
        self._store.create(name, kept, in_all=self._in_all, each=self._each)
        self._remember(name, kept)
        return kept

    def change(self, name: str, change: Callable[[Session], Session]) -> Kept:
        """Change a table and return it; a change that raises changes nothing.

        Raises NoSuchTable.
        """
        kept = self.get(name)
        return self._commit(name, kept, change(kept.table), (*kept.before, kept.table))

    def converse(self, name: str, act: Callable[[Conversation], tuple[Conversation, Done]]) -> Done:
        """Go on with what is spoken at a table; what raises changes nothing. Raises NoSuchTable."""
        kept = self.get(name)
        talk = kept.talk
        if talk is None or talk.table is not kept.table:
            talk = _begun(kept)
        after, done = act(talk)
        if after.table is not talk.table or after.before is not talk.before:
            self._commit(name, kept, after.table, [one for one, _ in after.before], after)
        else:
            kept.talk = after
        return done

    def undo(self, name: str) -> Kept:
        """Take back the last change, if there is one. Raises NoSuchTable."""
        kept = self.get(name)
        if not kept.before:
            return kept
        *before, last = kept.before
        table = last if isinstance(last, Session) else kept.table.rulebook.restored(last)[0]
        return self._commit(name, kept, table, before)

    def delete(self, name: str) -> None:
        """Forget a table. Raises NoSuchTable."""
        self.get(name)
        self._store.delete(name)
        with self._lock:
            self._kept.pop(name, None)

    def close(self) -> None:
        """Close the store: everything is in it."""
        self._store.close()

    def _commit(
        self,
        name: str,
        kept: Kept,
        table: Session,
        before: Sequence[Session | TableJson],
        talk: Conversation | None = None,
    ) -> Kept:
        changed = Kept(table, list(before[-_UNDO:]), kept.owner, kept.lost, talk)
        self._store.write(name, changed)
        self._remember(name, changed)
        return changed

    def get(self, name: str) -> Kept:
        """Return a table. Raises NoSuchTable."""
        with self._lock:
            kept = self._kept.get(name)
        if kept is None or not self._store.is_current(name, kept):
            kept = self._store.read(name, self._published)
            if kept is None:
                raise NoSuchTable
        self._store.touch(name, kept)
        self._remember(name, kept)
        return kept

    def _remember(self, name: str, kept: Kept) -> None:
        with self._lock:
            self._kept[name] = kept
            self._kept.move_to_end(name)
            if len(self._kept) > self._in_memory:
                self._kept.popitem(last=False)
