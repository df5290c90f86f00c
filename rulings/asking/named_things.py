"""The names of a table, and how a line may go on.

In: the words of a table. Out: `NamedThing`s, completed lines. Guarantee: a name is spelt as answers
spell it; a completed line begins with what was typed but for the spelling of its last words.
"""

from __future__ import annotations

from rulings.english.lexicon import Lexicon
from rulings.language.catalogue import mistake
from rulings.language.program import Value
from rulings.records import dataclass
from rulings.rulebook.document import suggestion


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing that can be named: what rules call it, how it is written, what it is."""

    value: Value
    text: str
    kinds: tuple[str, ...]


def named_things(lexicon: Lexicon, kind: str) -> tuple[NamedThing, ...]:
    """Return the things of a kind. Raises RulingsError (RUL524) for an unknown kind."""
    names = lexicon.names
    sort = kind if kind in names.sorts.above or kind == "any" else lexicon.nouns.get(kind, "")
    if not sort:
        near = suggestion(kind, (*names.sorts.above, *lexicon.nouns), "kind")
        raise mistake("RUL524", None, text=kind, nearest=near)
    found = (
        NamedThing(value, names.display(value), tuple(sorted(filter(names.sorts.is_thing, kinds))))
        for value in dict.fromkeys(names.values(sort))
        if (kinds := names.sorts_of(value)) and (sort != "any" or names.is_thing(value))
    )
    return tuple(sorted(found, key=lambda one: (one.text, str(one.value))))


def completed(prefix: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return lines that a prefix may become."""
    # Imported here: a question needs none of it.
    from rulings.english.complete import complete

    found = (prefix[: len(prefix) - one.length] + one.text for one in complete(prefix, lexicon))
    return tuple(dict.fromkeys(found))
