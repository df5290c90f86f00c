"""How the lines of one rulebook are read: by what was chosen for them, by the reader, by help.

In: a line and all that its meaning may depend on. Out: its `Reading`. Guarantee: a phrase for which
a sentence was chosen is read as that sentence; what is refused goes to the translator if there is
one, and is read by what it makes of it; a line is read once for all tables that are alike in the
names and in the facts that its reading looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from weakref import WeakKeyDictionary

from rulings.english.chart import Context
from rulings.english.lexicon import Lexicon
from rulings.english.names import Names
from rulings.english.picks import Picks
from rulings.english.reader import read
from rulings.english.reading import Group, Lines, Reading, Wish
from rulings.english.translated import Request, Translator, shown, translation
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Facts, Value
from rulings.language.source import Source
from rulings.records import replace

_MOST = 1024
"""So many translations are remembered for a rulebook, and readings for the names of a table."""

Spoken = tuple[Value | None, Lines, Group | None, Wish | None]
"""The focus, what each line before named, what was spoken of together, what was wished."""
_Looked = Mapping[PredicateId, Facts | None]


class Readings:
    """The readings of one rulebook's lines. May be used by several threads.

    `picks` are the sentences that were chosen for phrases, `translator` is asked about what is not
    understood.
    """

    def __init__(self, picks: Picks | None = None, translator: Translator | None = None) -> None:
        self.picks, self.translator = picks, translator
        self._translated: dict[str, str] = {}
        self._read = WeakKeyDictionary[Names, dict[tuple[str, Spoken], tuple[_Looked, Reading]]]()

    def __reduce__(self) -> tuple[type[Readings], tuple[Picks | None, Translator | None]]:
        """Pickle without what was read and translated."""
        return Readings, (self.picks, self.translator)

    def read(self, text: str, lexicon: Lexicon, spoken: Spoken) -> Reading:
        """Read a line as `reader.read` does."""

        def again(line: str) -> Reading:
            return self._once(line, lexicon, spoken)

        meant = self.picks.said(text) if self.picks is not None else None
        if meant is not None:
            return shown(meant, again(meant))
        try:
            return again(text)
        except RulingsError as refused:
            if self.translator is None:
                raise
            source = Source("<question>", text)
            context = Context(source, lexicon, lexicon.words, *spoken[:2])
            return self._by_translation(text, context, again, self.translator, refused)

    def _once(self, text: str, lexicon: Lexicon, spoken: Spoken) -> Reading:
        known = self._read.setdefault(lexicon.names, {})
        before = known.get((text, spoken))
        if before is not None:
            looked, found = before
            if all(lexicon.table.get(name) == facts for name, facts in looked.items()):
                return found
        table = _Watched(lexicon.table)
        found = read(text, replace(lexicon, table=table), *spoken)
        if not table.is_listed:
            if len(known) >= _MOST:
                known.clear()
            known[text, spoken] = table.looked, found
        return found

    def _by_translation(
        self,
        text: str,
        context: Context,
        again: Callable[[str], Reading],
        translator: Translator,
        refused: RulingsError,
    ) -> Reading:
        """Read what a translator makes of a line; what it made of it before is not asked again."""

        def translated(request: Request) -> Sequence[str]:
            known = self._translated.get(text)
            return (known,) if known is not None and not request["refused"] else translator(request)

        said, found = translation(text, context, again, translated, refused)
        if len(self._translated) >= _MOST:
            self._translated.clear()
        self._translated[text] = said
        return found


class _Watched(Mapping[PredicateId, Facts]):
    """The facts of a table, and what a reading looked at of them."""

    def __init__(self, facts: Mapping[PredicateId, Facts]) -> None:
        self._facts = facts
        self.looked: dict[PredicateId, Facts | None] = {}
        self.is_listed = False

    def __getitem__(self, name: PredicateId) -> Facts:
        found = self.looked[name] = self._facts.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[PredicateId]:
        self.is_listed = True
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)
