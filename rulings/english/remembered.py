"""How the lines of one rulebook are read: by what was chosen for them, by the reader, by help.

In: a line and all that its meaning may depend on. Out: its `Reading`. Guarantee: a phrase for which
a sentence was chosen is read as that sentence; what is refused goes to the translator if there is
one, and is read by what it makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulings.english.chart import Context
from rulings.english.lexicon import Lexicon
from rulings.english.picks import Picks
from rulings.english.reader import read
from rulings.english.reading import Group, Lines, Reading, Wish
from rulings.english.translated import Request, Translator, shown, translation
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Value
from rulings.language.source import Source

_MOST = 1024
"""So many translations are remembered for a rulebook."""


class Readings:
    """The readings of one rulebook's lines. May be used by several threads.

    `picks` are the sentences that were chosen for phrases, `translator` is asked about what is not
    understood.
    """

    def __init__(self, picks: Picks | None = None, translator: Translator | None = None) -> None:
        self.picks, self.translator = picks, translator
        self._translated: dict[str, str] = {}

    def __reduce__(self) -> tuple[type[Readings], tuple[Picks | None, Translator | None]]:
        """Pickle without what was translated."""
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
        again = partial(read, lexicon=lexicon, focus=focus, lines=lines, group=group, wished=wished)
        meant = self.picks.said(text) if self.picks is not None else None
        if meant is not None:
            return shown(meant, again(meant))
        try:
            return again(text)
        except RulingsError as refused:
            if self.translator is None:
                raise
            context = Context(Source("<question>", text), lexicon, lexicon.words, focus, lines)
            return self._by_translation(text, context, again, self.translator, refused)

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
