"""What the pages of the served rulebooks show without asking.

In: rulebooks, perhaps the printed documents. Out: the view of each as JSON, the layers of its
drawings. Guarantee: each is made once, when it is first asked for; what is wrong with the documents
is told before anything is served.
"""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from rulings.adapters.site.browsing import rulebook_view
from rulings.adapters.site.passages import MARKDOWN, PDF, Passages, passages
from rulings.doors.screen import json_text
from rulings.published import Published
from rulings.records import dataclass, field
from rulings.rulebook.grid import Layer
from rulings.rulebook.situation import game_layers
from rulings.session import Rulebook


@dataclass(slots=True)
class PageBooks:
    """May be used by several threads."""

    documents: Path | None = None
    _views: dict[tuple[str, str], bytes] = field(default_factory=dict)
    _layers: dict[Path, tuple[Layer, ...]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def check(self, published: Published) -> None:
        """Read the documents of all rulebooks. Raises RulingsError (RUL601, RUL619, RUL642)."""
        if self.documents is None:
            return
        books = [published.book(name) for name in published.folders]
        found = [self._passages(book) for book in books]
        if not any(found) and books:
            passages(self.documents, books[0].in_force.clauses.values())

    def browsed(self, book: Rulebook) -> bytes:
        """Return what there is to browse. Raises RulingsError for a FAQ file that is wrong."""
        key = book.name, book.edition
        with self._lock:
            if key not in self._views:
                shown = rulebook_view(book, self._passages(book) or Passages())
                self._views[key] = json_text(shown).encode()
            return self._views[key]

    def layers(self, book: Rulebook) -> tuple[Layer, ...]:
        """Return the layers of a rulebook's drawings."""
        with self._lock:
            if book.folder not in self._layers:
                self._layers[book.folder] = game_layers(book.folder)
            return self._layers[book.folder]

    def _passages(self, book: Rulebook) -> Passages | None:
        """Return the printed text of a rulebook, None where none of its documents is there."""
        if self.documents is None:
            return None
        clauses = tuple(book.in_force.clauses.values())
        files = {f"{one.document}{ending}" for one in clauses for ending in (MARKDOWN, PDF)}
        there = any((self.documents / file).exists() for file in files)
        return passages(self.documents, clauses) if there else None
