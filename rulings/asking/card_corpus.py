"""The texts of many cards, read: how much of them the grammar of a rulebook reads.

In: names and texts of cards, the words of a rulebook. Out: a `ReadCard` for each, rows of the facts
that they state, a report. Guarantee: a text is counted as read when every word of it is.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulings.english.card_texts.text_reading import TextReading, Thing, read_text
from rulings.english.lexicon import Lexicon
from rulings.english.names import symbol_of
from rulings.english.told_texts import named_in
from rulings.english.words import key_of
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Predicate, Role, Value
from rulings.language.source import Source, Span
from rulings.records import dataclass
from rulings.rulebook.document import refusal, suggestion


@dataclass(frozen=True, slots=True)
class ReadCard:
    """A card, its text and what was read of it."""

    name: str
    text: str
    reading: TextReading

    @property
    def stated(self) -> tuple[Atom, ...]:
        """What a text states that is read whole; of others nothing stands in a table."""
        return () if self.reading.unread else self.reading.facts


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
            raise refusal("RUL621", f"There is no column `{wanted}`.", span, hint)
    return tuple((row[card] or "", row[text]) for row in rows if row[text])


def read_cards(cards: Iterable[tuple[str, str]], lexicon: Lexicon) -> Iterator[ReadCard]:
    """Read the texts of cards; nothing is read where the rulebook declares no grammar."""
    grammar = lexicon.texts
    for name, text in cards:
        reading = TextReading(unread=(text,))
        if grammar is not None:
            reading = read_text(_symbol(name, lexicon), name, text, grammar, named_in(lexicon))
        yield ReadCard(name, text, reading)


def _symbol(name: str, lexicon: Lexicon) -> Value:
    """Return what the rulebook calls a card of this printed name, else a symbol for it."""
    known = [
        value for value in lexicon.names.all(key_of(name)) if lexicon.names.display(value) == name
    ]
    return known[0] if len(known) == 1 else symbol_of(name) or "card"


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
            "facts": [[atom.predicate, *atom.row] for atom in card.reading.facts],
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
        raise refusal("RUL621", f'"{name}" is not declared.', hint=hint)
    stated = (atom for card in cards for atom in card.stated)
    return _table(predicate, (atom for atom in stated if atom.predicate == name))


def tables_of(
    cards: Iterable[ReadCard], predicates: Mapping[PredicateId, Predicate]
) -> dict[str, str]:
    """Return the fact tables of what texts state that are read whole, by declared predicate.

    The table `label` names their parts: "Storm part 2", and what has words of its own by these.
    """
    rows: dict[PredicateId, list[Atom]] = {}
    names: list[tuple[str, str]] = []
    for card in cards:
        for atom in card.stated:
            if predicates[atom.predicate].role is Role.DERIVED:
                rows.setdefault(atom.predicate, []).append(atom)
        if card.stated:
            things = (one for one in card.reading.things if one.number)
            names += ((one.value, _called(one, card.name)) for one in things)
    tables = {str(name): _table(predicates[name], some) for name, some in rows.items()}
    return tables | {"label": _rows_as_text(("label:Thing", "Name"), names)}


def _called(thing: Thing, card: str) -> str:
    """Return the name of a thing: its number where the grammar numbers it, else its words."""
    return f"{card} {thing.sort} {thing.number}" if thing.numbered else f"{thing.name} ({card})"


def _table(predicate: Predicate, atoms: Iterable[Atom]) -> str:
    first, *rest = (column.name for column in predicate.columns)
    return _rows_as_text((f"{predicate.name}:{first}", *rest), (atom.row for atom in atoms))


def _rows_as_text(header: Sequence[str], rows: Iterable[Sequence[Value]]) -> str:
    out = io.StringIO()
    written = csv.writer(out, lineterminator="\n")
    written.writerow(header)
    written.writerows(rows)
    return out.getvalue()
