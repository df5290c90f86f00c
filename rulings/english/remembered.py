"""What lines of a rulebook were read as, for tables where they mean the same.

In: a line and all that its meaning may depend on. Out: its `Reading`. Guarantee: a reading is given
again only where the names are the same, and what was named before and what is stated about the
table as far as anybody looked at these. What is not understood is read anew. A phrase that was
chosen a sentence for is read as that sentence; what is refused goes to the translator if there is
one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import SupportsIndex
from weakref import ref

from rulings.english.chart import Context
from rulings.english.lexicon import Lexicon
from rulings.english.names import Names
from rulings.english.picks import Picks
from rulings.english.reader import read
from rulings.english.reading import Group, Lines, Reading, Wish
from rulings.english.translated import Request, Translator, shown, translation
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Facts, Predicate, Row, Value
from rulings.language.source import Source
from rulings.records import dataclass, replace

_MOST = 1024
"""So many readings are remembered for a rulebook."""


class _LookedBack(tuple[tuple[Value, ...], ...]):
    """What lines before named, which remembers whether anybody looked."""

    looked_at: bool = False

    def __iter__(self) -> Iterator[tuple[Value, ...]]:
        self.looked_at = True
        return super().__iter__()

    def __len__(self) -> int:
        self.looked_at = True
        return super().__len__()

    def __getitem__(self, index: SupportsIndex | slice) -> tuple[Value, ...]:  # type: ignore[override]
        self.looked_at = True
        return super().__getitem__(index)  # type: ignore[return-value]


class _LookedAt(Mapping[PredicateId, Facts]):
    """What is stated about a table, which remembers what of it anybody looked at."""

    def __init__(self, stated: Mapping[PredicateId, Facts]) -> None:
        self.stated = stated
        self.looked_at: dict[PredicateId, Facts | None] = {}
        self.listed = False

    def __bool__(self) -> bool:
        return bool(self.stated)

    def __getitem__(self, name: PredicateId) -> Facts:
        found = self.looked_at[name] = self.stated.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[PredicateId]:
        self.listed = True
        return iter(self.stated)

    def __len__(self) -> int:
        self.listed = True
        return len(self.stated)


_Key = tuple[str, int, bool, Value | None, Group | None, Wish | None]


@dataclass(frozen=True, slots=True, eq=False)
class _Remembered:
    """A reading and what it depends on: `lines` unless None, and what is stated of `table`."""

    reading: Reading
    names: ref[Names]
    predicates: Mapping[PredicateId, Predicate]
    lines: Lines | None
    table: Mapping[PredicateId, Facts | None]

    def holds(self, lexicon: Lexicon, lines: Lines) -> bool:
        """Whether the line means the same here."""
        return (
            self.names() is lexicon.names
            and self.predicates is lexicon.predicates
            and (self.lines is None or self.lines == lines)
            and all(_rows(f) == _rows(lexicon.table.get(n)) for n, f in self.table.items())
        )


class Readings:
    """The readings of one rulebook's lines. May be used by several threads.

    `picks` are the sentences that were chosen for phrases, `translator` is asked about what is not
    understood.
    """

    def __init__(self, picks: Picks | None = None, translator: Translator | None = None) -> None:
        self.picks, self.translator = picks, translator
        self._known: dict[_Key, _Remembered] = {}
        self._translated: dict[str, str] = {}

    def __reduce__(self) -> tuple[type[Readings], tuple[Picks | None, Translator | None]]:
        """Pickle without what was read."""
        return Readings, (self.picks, self.translator)

    def read(
        self,
        text: str,
        lexicon: Lexicon,
        focus: Value | None,
        lines: Lines,
        group: Group | None,
        wished: Wish | None,
    ) -> Reading:
        """Read a line as `reader.read` does."""
        meant = self.picks.said(text) if self.picks is not None else None
        if meant is not None:
            return shown(meant, self._read(meant, lexicon, focus, lines, group, wished))
        try:
            return self._read(text, lexicon, focus, lines, group, wished)
        except RulingsError as refused:
            translator = self.translator
            if translator is None:
                raise
            context = Context(Source("<question>", text), lexicon, lexicon.words, focus, lines)

            def again(said: str) -> Reading:
                return self._read(said, lexicon, focus, lines, group, wished)

            def translated(request: Request) -> Sequence[str]:
                known = self._translated.get(text)
                if known is not None and not request["refused"]:
                    return (known,)
                return translator(request)

            said, found = translation(text, context, again, translated, refused)
            if len(self._translated) >= _MOST:
                self._translated.clear()
            self._translated[text] = said
            return found

    def _read(
        self,
        text: str,
        lexicon: Lexicon,
        focus: Value | None,
        lines: Lines,
        group: Group | None,
        wished: Wish | None,
    ) -> Reading:
        key = (text, id(lexicon.names), bool(lexicon.table), focus, group, wished)
        known = self._known.get(key)
        if known is not None and known.holds(lexicon, lines):
            return known.reading
        before, table = _LookedBack(lines), _LookedAt(lexicon.table)
        found = read(text, replace(lexicon, table=table), focus, before, group, wished)
        if table.listed:
            return found
        if len(self._known) >= _MOST:
            self._known.clear()
        named = lines if before.looked_at else None
        told = ref(lexicon.names), lexicon.predicates, named, table.looked_at
        self._known[key] = _Remembered(found, *told)
        return found


def _rows(facts: Facts | None) -> Iterable[Row]:
    return facts.rows if facts is not None else ()
