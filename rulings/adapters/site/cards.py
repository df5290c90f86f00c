"""A table as cards: what is stated, grouped by the thing that it is about.

In: a table. Out: a `CardView` for each thing, the values that may stand in the facts. Guarantee:
every stated fact is on exactly one card, except names, which the cards bear; a card lies where
some fact says that its thing is, and never inside itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulings.asking.datalog_lines import fact_line
from rulings.english.filling import SLOT, name, noun
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import say, sentence
from rulings.language.program import Atom, Constant, Value
from rulings.session import Session

if TYPE_CHECKING:
    from rulings.adapters.site.shapes import CardView, ChoiceView, ColumnView, FactView

_NAMING = ("label", "alias")
_PLACED = re.compile(
    r"\b(?:in|on|into|under|at|inside|within)\s+"
    r"(?P<place>(?:(?:the|a|an)\s+)?(?:[\w-]+\s+)?\{\s*(?P<slot>\w+)\s*\}(?:['’]s?(?:\s+[\w-]+)*)?)$"
)
_CHOICES = 60
"""A sort of more values than that is typed, not chosen from."""


def cards(table: Session) -> list[CardView]:
    """Return the cards of a table in the order in which their things were first stated."""
    found: dict[Value | None, CardView] = {}
    shown = [
        (_subject(atom, table.lexicon), atom, denied)
        for atom, denied in table.facts()
        if atom.predicate not in _NAMING
    ]
    told = Counter((thing, atom.predicate) for thing, atom, denied in shown if not denied)
    for thing, atom, denied in shown:
        card = found.setdefault(thing, _card(thing, table.lexicon))
        card["facts"].append(_fact(atom, denied, table))
        # Who has pawns on two squares is on neither.
        once = not denied and told[thing, atom.predicate] == 1
        if once and thing is not None and not card["place"]:
            card["place"], card["inside"] = _place(atom, thing, table.lexicon)
    _unwind(found)
    return list(found.values())


def choices(table: Session, shown: Iterable[CardView]) -> dict[str, list[ChoiceView]]:
    """Return the values that may stand in the columns of cards, by sort, in order of names."""
    sorts = {
        column["sort"] for card in shown for fact in card["facts"] for column in fact["columns"]
    }
    found = {sort: _values(sort, table.lexicon) for sort in sorted(sorts)}
    return {sort: values for sort, values in found.items() if 1 < len(values) <= _CHOICES}


def exchanged(fact: Atom, column: int, value: Value) -> Atom:
    """Return a fact with another value in a column."""
    terms = (*fact.terms[:column], Constant(value), *fact.terms[column + 1 :])
    return Atom(fact.predicate, terms, fact.span)


def _values(sort: str, lexicon: Lexicon) -> list[ChoiceView]:
    names = lexicon.names
    among = names.sorts.among(sort)
    if among is None:
        # What only the rulebook mentions would be hundreds of things.
        among = tuple(names.on_table(sort))
    found: list[ChoiceView] = [
        {"value": value, "text": names.display(value, sort)} for value in dict.fromkeys(among)
    ]
    return sorted(found, key=lambda one: one["text"])


def _subject(atom: Atom, lexicon: Lexicon) -> Value | None:
    """Return the thing that a fact is about: the first that it names."""
    for index in _named_first(atom, lexicon):
        term = atom.terms[index]
        if isinstance(term, Constant) and lexicon.names.is_thing(term.value):
            return term.value
    return None


def _named_first(atom: Atom, lexicon: Lexicon) -> list[int]:
    """Return the columns of an atom in the order in which its sentence names them."""
    predicate = lexicon.predicates.get(atom.predicate)
    columns = range(len(atom.terms))
    if predicate is None or not predicate.templates:
        return list(columns)
    places = {one.name.lower(): index for index, one in enumerate(predicate.columns)}
    told = [places[slot.lower()] for slot in SLOT.findall(predicate.templates[0])]
    return [*told, *(index for index in columns if index not in told)]


def _card(thing: Value | None, lexicon: Lexicon) -> CardView:
    names = lexicon.names
    kinds = names.sorts_of(thing) if thing is not None else frozenset()
    # Of a card that is also an upgrade, "upgrade" tells all.
    lowest = (
        kind
        for kind in kinds
        if names.sorts.is_thing(kind)
        and not any(kind != other and kind in names.sorts.above.get(other, ()) for other in kinds)
    )
    return {
        "thing": thing,
        "name": names.display(thing) if thing is not None else "",
        "kinds": sorted(map(noun, lowest)),
        "facts": [],
        "place": "",
        "inside": None,
    }


def _fact(atom: Atom, denied: bool, table: Session) -> FactView:
    predicate = table.rulebook.outline.predicates[atom.predicate]
    columns: list[ColumnView] = []
    for number, (term, column) in enumerate(zip(atom.terms, predicate.columns, strict=True)):
        if isinstance(term, Constant):
            columns.append(
                {
                    "number": number,
                    "noun": noun(column.sort),
                    "value": term.value,
                    "text": name(term, column.sort, table.lexicon),
                    "sort": column.sort,
                }
            )
    return {
        "fact": fact_line(atom, denied, table.rulebook.outline),
        "say": sentence(say(atom, table.lexicon, denied)),
        "denied": denied,
        "columns": columns,
    }


def _place(atom: Atom, thing: Value, lexicon: Lexicon) -> tuple[str, Value | None]:
    """Return where a fact says that a thing is, and the thing that is there, if it is one."""
    predicate = lexicon.predicates.get(atom.predicate)
    found = _PLACED.search(predicate.templates[0]) if predicate and predicate.templates else None
    if predicate is None or found is None:
        return "", None
    slots = [one.name.lower() for one in predicate.columns]
    index = slots.index(found["slot"].lower())
    term = atom.terms[index]
    if not isinstance(term, Constant) or term.value == thing:
        return "", None
    shown = SLOT.sub(lambda _: name(term, predicate.columns[index].sort, lexicon), found["place"])
    alone = found["place"].startswith("{") and found["place"].endswith("}")
    return shown, term.value if alone and lexicon.names.is_thing(term.value) else None


def _unwind(found: dict[Value | None, CardView]) -> None:
    """Let no card lie inside one that is not there, or, by whatever way, inside itself."""
    for thing, card in found.items():
        seen = {thing}
        above = card["inside"]
        while above is not None:
            if above in seen or above not in found:
                card["inside"] = None
                break
            seen.add(above)
            above = found[above]["inside"]
