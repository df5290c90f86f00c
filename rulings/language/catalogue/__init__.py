"""Every kind of mistake, once.

In: a code and the words of one occurrence. Out: its `Diagnostic`. Guarantee: codes are unique
and stable; `docs/diagnostics.md` is generated from this table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.source import Span

__all__ = ["CATALOGUE", "Entry", "compose", "diagnose"]

_QUOTED = frozenset(
    {"name", "predicate", "value", "found", "fact", "path", "text", "first", "second"}
)

if TYPE_CHECKING:
    from rulings.language.catalogue.entry import Entry

    CATALOGUE: Mapping[str, Entry]


@cache
def _catalogue() -> Mapping[str, Entry]:
    # Built when the first mistake is found: a question that is understood needs none of it.
    from rulings.language.catalogue.english import ENGLISH
    from rulings.language.catalogue.moving import HAPPENINGS
    from rulings.language.catalogue.naming import NAMES
    from rulings.language.catalogue.parsing import SYNTAX
    from rulings.language.catalogue.programs import PROGRAMS
    from rulings.language.catalogue.rulebooks import FAQ, FOLDERS, PAGES
    from rulings.language.catalogue.running import EVALUATION
    from rulings.language.catalogue.situations import SITUATIONS
    from rulings.language.catalogue.stated_facts import STATEMENTS
    from rulings.language.catalogue.wordlists import WORD_LISTS
    from rulings.language.catalogue.worlds import WORLDS

    entries = (
        *(*SYNTAX, *NAMES, *PROGRAMS, *STATEMENTS, *HAPPENINGS, *EVALUATION),
        *(*ENGLISH, *SITUATIONS, *FOLDERS, *WORD_LISTS, *WORLDS, *PAGES, *FAQ),
    )
    return {entry.code: entry for entry in sorted(entries, key=lambda entry: entry.code)}


def __getattr__(name: str) -> Any:
    if name == "CATALOGUE":
        return _catalogue()
    if name == "Entry":
        from rulings.language.catalogue.entry import Entry

        return Entry
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def diagnose(
    code: str,
    span: Span | None,
    notes: Sequence[Note] = (),
    suggestion: str = "",
    **words: object,
) -> Diagnostic:
    """Return the diagnostic for one occurrence; a `suggestion` takes the place of the hint."""
    return compose(code, span, words, notes=notes, suggestion=suggestion)


def compose(
    code: str,
    span: Span | None,
    words: Mapping[str, object],
    *,
    notes: Sequence[Note] = (),
    suggestion: str = "",
) -> Diagnostic:
    """As `diagnose`, with the words of the message in a mapping; long names are cut."""
    entry = _catalogue()[code]
    shown = {key: _cut(key, word) for key, word in words.items()}
    message = f"{entry.message.format(**shown)} {entry.law}".strip()
    hint = suggestion or entry.hint.format(**shown)
    return Diagnostic(code, entry.severity, message, span, hint, tuple(notes))


def _cut(key: str, word: object) -> object:
    """A word short enough for a message; what is quoted from a text is cut sooner."""
    limit = 80 if key in _QUOTED else 800
    if isinstance(word, str) and len(word) > limit:
        return f"{word[: limit - 1]}…"
    return word
