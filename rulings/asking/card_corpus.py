"""The texts of many cards, read: how much of them the grammar of a rulebook reads.

In: names and texts of cards, the words of a rulebook. Out: a `ReadCard` for each, rows of the facts
that they state, a report. Guarantee: a text is counted as read when every word of it is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from rulings.english.card_texts.grammar import TextGrammar
from rulings.english.card_texts.text_reading import TextReading, read_text
from rulings.english.lexicon import Lexicon
from rulings.english.names import symbol_of
from rulings.english.told_texts import named_in
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Constant, Predicate
from rulings.language.source import Source, Span
from rulings.records import dataclass
from rulings.rulebook.document import error, suggestion


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card, its text and what was read of it."""

    name: str
    text: str
    reading: TextReading


def texts_of_cards(source: Source, card: str, text: str) -> tuple[tuple[str, str], ...]:
    """Return the names and texts of a CSV file, rows without a text left out.

    Raises RulingsError (RUL621) when it lacks one of the two columns.
    """
    lines = [line for line in source.text.splitlines() if not line.startswith("#")]
    rows = csv.DictReader(lines)
    columns = tuple(rows.fieldnames or ())
    for wanted in (card, text):
        if wanted not in columns:
            header = lines[0] if lines else ""
            start = source.text.index(header)
            span = Span(source, start, start + len(header))
            hint = suggestion(wanted, columns, "column")
            raise RulingsError([error("RUL621", f"There is no column `{wanted}`.", span, hint)])
    return tuple((row[card] or "", row[text]) for row in rows if row[text])


def read_cards(cards: Iterable[tuple[str, str]], lexicon: Lexicon) -> Iterator[ReadCard]:
    """Read the texts of cards; nothing is read where the rulebook declares no grammar."""
    grammar = lexicon.texts
    for name, text in cards:
        yield ReadCard(name, text, _reading(name, text, lexicon, grammar))


def _reading(name: str, text: str, lexicon: Lexicon, grammar: TextGrammar | None) -> TextReading:
    if grammar is None:
        return TextReading(unread=(text,))
    return read_text(symbol_of(name) or "card", name, text, grammar, named_in(lexicon))


def report(cards: Iterable[ReadCard]) -> str:
    """Return the cards whose texts are not read, with the words that stopped it, and how many."""
    found = tuple(cards)
    lines = [
        f"{card.name}: “{words}” is not read" for card in found for words in card.reading.unread
    ]
    read = sum(not card.reading.unread for card in found)
    share = f" ({100 * read // len(found)} %)" if found else ""
    return "".join(
        f"{line}\n" for line in (*lines, f"{read} of {len(found)} texts are read{share}")
    )


def as_data(cards: Iterable[ReadCard]) -> list[dict[str, object]]:
    """Return what was read as data: each fact as a list, the predicate first."""
    return [
        {
            "card": card.name,
            "facts": [
                [atom.predicate, *(t.value for t in atom.terms if isinstance(t, Constant))]
                for atom in card.reading.facts
            ],
            "unread": list(card.reading.unread),
        }
        for card in cards
    ]


def table_of(
    cards: Iterable[ReadCard], name: str, predicates: Mapping[PredicateId, Predicate]
) -> str:
    """Return the facts of a predicate as a fact table, those of texts that are read whole.

    Raises RulingsError (RUL621) when no predicate is called so.
    """
    predicate = predicates.get(name)
    if predicate is None:
        hint = suggestion(name, map(str, predicates), "predicate")
        raise RulingsError([error("RUL621", f'"{name}" is not declared.', hint=hint)])
    out = io.StringIO()
    written = csv.writer(out, lineterminator="\n")
    first, *rest = (column.name for column in predicate.columns)
    written.writerow((f"{name}:{first}", *rest))
    for card in cards:
        if not card.reading.unread:
            for atom in card.reading.facts:
                if atom.predicate == name:
                    written.writerow(t.value for t in atom.terms if isinstance(t, Constant))
    return out.getvalue()
