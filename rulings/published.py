"""The rulebooks that an adapter offers, and what is said about them.

In: the names of games. Out: a `Published`: their rulebooks, loaded when first asked for. Guarantee:
nobody who asks names a file: a game and an edition are among those that were published, a table is
a ready-made situation of its rulebook, or lines, or a saved table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, wait
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from rulings.asking.recent import KEPT_TABLES
from rulings.engine import watchdog
from rulings.records import dataclass, field
from rulings.rulebook.document import refusal, suggestion
from rulings.rulebook.library import find, games
from rulings.rulebook.manifest import JOINT, read_manifest
from rulings.rulebook.situation import at_hand
from rulings.session import Rulebook, Session

if TYPE_CHECKING:
    from rulings.wire import GameJson


_WAKING = 0.05
"""Seconds after which whoever waits for a rulebook looks whether its time is over."""


def publish(
    names: Sequence[str] = (), *, keep: int | None = KEPT_TABLES, model: str = ""
) -> Published:
    """Load and publish rulebooks by name or folder, all that have a name unless told which.

    For `keep` tables of each, those asked last, models and answers are kept in memory. A language
    `model` is asked about lines that are not understood. Raises
    RulingsError with what is wrong with one: nothing is served then.
    """
    folders = [find(name) for name in names]
    published = Published({one.name: one for one in folders} if names else games(), keep, model)
    for name in published.folders:
        published.book(name)
    return published


@dataclass(slots=True)
class Published:
    """Rulebooks by name; each edition is loaded once. May be used by several threads.

    An edition is loaded in a thread of its own: whoever asks for it may run out of time, and finds
    it loaded the next time.
    """

    folders: Mapping[str, Path]
    keep: int | None = KEPT_TABLES
    model: str = ""
    _books: dict[tuple[str, str | None], Future[Rulebook]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def book(self, game: str | None = None, edition: str | None = None) -> Rulebook:
        """Return a rulebook; its name may be left out where there is only one.

        Raises RulingsError (RUL600 and what is wrong with an edition).
        """
        if game is None and len(self.folders) == 1:
            game = next(iter(self.folders))
        folder = self._folder(game or "")
        if edition is not None and JOINT in edition:
            message = "Layers are published as rulebooks of their own."
            raise refusal("RUL606", message, hint=f"Ask for {folder.name}.")
        with self._lock:
            loading = self._books.get((folder.name, edition))
            if loading is None or (loading.done() and loading.exception() is not None):
                loading = self._books[folder.name, edition] = self._load(folder, edition)
        while not loading.done():
            # Waiting is not interrupted: a deadline is noticed in between.
            wait((loading,), _WAKING)
        return loading.result()

    def _load(self, folder: Path, edition: str | None) -> Future[Rulebook]:
        loading: Future[Rulebook] = Future()

        def load() -> None:
            try:
                book = Rulebook.load(folder, edition, keep=self.keep)
                loading.set_result(book.with_model(self.model) if self.model else book)
            except Exception as problem:
                loading.set_exception(problem)

        with watchdog.STARTING:
            Thread(target=load, name="rulings-loading", daemon=True).start()
        return loading

    def _folder(self, game: str) -> Path:
        folder = self.folders.get(game)
        if folder is None:
            message = f'There is no rulebook named "{game}" here.'
            hint = suggestion(game, self.folders, "rulebook")
            raise refusal("RUL600", message, hint=hint)
        return folder

    def table(
        self,
        game: str | None = None,
        edition: str | None = None,
        situation: str | None = None,
        given: Sequence[str] = (),
        saved: Mapping[str, Any] | None = None,
        focus: str | None = None,
    ) -> Session:
        """Return the table of a request. Raises RulingsError."""
        book = self.book(game, edition)
        if saved is not None:
            table = book.session(saved)
        elif situation is not None:
            if situation not in book.situations:
                message = f'There is no situation named "{situation}" here.'
                hint = suggestion(situation, book.situations, "ready-made situation")
                raise refusal("RUL550", message, hint=hint)
            table = book.situation(situation)
        else:
            table = book.table()
        table = table.suppose(*given) if given else table
        return table.focused(focus) if focus is not None else table

    def listed(self) -> list[GameJson]:
        """Return what can be asked."""
        return [self.told(name) for name in self.folders]

    def told(self, name: str) -> GameJson:
        """Return what is known of a rulebook without loading it. Raises RulingsError (RUL600)."""
        folder = self._folder(name)
        manifest = read_manifest(folder)
        return {
            "name": name,
            "title": manifest.title,
            "edition": manifest.default_edition,
            "editions": [edition.name for edition in manifest.editions],
            "situations": list(at_hand(folder)),
        }
