"""Names of things: exact look-up, display, and the nearest names of a misspelt one.

In: a checked program and the facts of a table. Out: `Names`, an immutable index from spelling
keys to values. Guarantee: case, punctuation and articles never matter; a look-up is one
dictionary access and a search for near names takes a few milliseconds among 30,000.

Three system predicates steer it: `label(thing, "Display Name")`, `alias(thing, "Spelling")`
and `copy_of(copy, original)`, by which the original's names also mean its copies. A thing on
the table goes before one that only the rulebook mentions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulings.english.seen import COPY, NAMING, seen_in, seen_in_facts
from rulings.english.sort_sets import Sorts
from rulings.english.words import key_of
from rulings.language.predicates import PredicateId
from rulings.language.program import Facts, Predicate, Program, Value
from rulings.records import dataclass, field

_SMALL = frozenset("a an and at by for from in of on or the to with".split())
"""Words that a title writes small, but at its begin and its end."""
_NEAR = 72.0
_MOST_REMEMBERED = 4096
"""So many searches for near names are remembered by the names of a rulebook or a table."""


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class Names:
    """An index of names, possibly on top of another one (`base`)."""

    sorts: Sorts
    keys: Mapping[str, tuple[Value, ...]]
    labels: Mapping[Value, str]
    evidence: Mapping[Value, frozenset[str]]
    table: frozenset[Value] = frozenset()
    originals: frozenset[Value] = frozenset()
    copies: frozenset[Value] = frozenset()
    base: Names | None = None
    spellings: tuple[str, ...] = ()
    described: Mapping[Value, frozenset[str]] = field(default_factory=dict)
    words: frozenset[str] = frozenset()
    descriptive: frozenset[tuple[str, str]] = frozenset()
    _cache: dict[tuple[str, str], tuple[Value, ...]] = field(default_factory=dict, repr=False)
    _nearest: dict[str, tuple[tuple[str, float], ...]] = field(default_factory=dict, repr=False)
    _values: dict[str, tuple[Value, ...]] = field(default_factory=dict, repr=False)

    @staticmethod
    def of(
        program: Program, describing: frozenset[str], spellings: tuple[tuple[str, str], ...] = ()
    ) -> Names:
        """Index every constant, label, alias and the `spellings` of a word list.

        `describing` predicates say what things are.
        """
        sorts = Sorts.of(program.sorts)
        return index(sorts, seen_in(program, sorts), program.facts, describing, None, spellings)

    def extended(
        self,
        predicates: Mapping[PredicateId, Predicate],
        facts: Mapping[PredicateId, Facts],
        describing: frozenset[str],
    ) -> Names:
        """Return these names together with those that the facts of a table mention."""
        return index(self.sorts, seen_in_facts(predicates, facts), facts, describing, self)

    def find(self, key: str, sort: str) -> tuple[Value, ...]:
        """Return the values that a spelling key names in a column of `sort`, best first.

        Values on the table hide those that are not; an original hides behind its copies.
        """
        cached = self._cache.get((key, sort))
        if cached is None:
            fitting = tuple(v for v in self.all(key) if self.fits(v, sort))
            shown = tuple(v for v in fitting if v not in self.originals) or fitting
            if len(shown) > 1 and self.sorts.is_word(sort):
                # A word that is also part of a name is meant as the word it is used as.
                shown = tuple(v for v in shown if sort in self.sorts_of(v)) or shown
            if len(shown) > 1:
                shown = tuple(v for v in shown if v in self.table) or shown
            cached = self._cache[key, sort] = shown
        return cached

    def all(self, key: str) -> tuple[Value, ...]:
        """Return everything a key names, whatever its sort."""
        own = self.keys.get(key, ())
        if self.base is None:
            return own
        below = self.base.all(key)
        return own + tuple(value for value in below if value not in own) if own else below

    def fits(self, value: Value, sort: str) -> bool:
        """Whether a known value may stand in a column of `sort`."""
        if isinstance(value, int):
            return self.sorts.is_int(sort) or sort == "any"
        if sort in self.sorts.members:
            return value in self.sorts.members[sort]
        if self.sorts.is_int(sort):
            return False
        seen = self.sorts_of(value)
        told = seen - {"any"}
        if told and self.sorts.is_thing(sort) and all(map(self.sorts.is_text, told)):
            return False  # words that somebody spoke are no thing
        return self.sorts.fits(seen, sort)

    def sorts_of(self, value: Value) -> frozenset[str]:
        """Return the sorts of the columns a value was seen in."""
        own = self.evidence.get(value, frozenset())
        return own if self.base is None else own | self.base.sorts_of(value)

    def printed(self, key: str) -> tuple[Value, ...]:
        """Return what a key names by itself, and not because it is a copy of that."""
        return tuple(value for value in self.all(key) if value not in self.copies)

    def is_thing(self, value: Value) -> bool:
        """Whether a value stands for a thing, not for a mere word or number."""
        return any(self.sorts.is_thing(sort) for sort in self.sorts_of(value))

    def is_of(self, value: Value, sort: str) -> bool:
        """Whether a value is known to be of a sort, not merely of no other."""
        return any(sort in self.sorts.above.get(seen, ()) for seen in self.sorts_of(value))

    def label(self, value: Value) -> str | None:
        """Return the declared display name of a value."""
        found = self.labels.get(value)
        return self.base.label(value) if found is None and self.base is not None else found

    def display(self, value: Value, sort: str = "any") -> str:
        """Return how a value is written: its label, or its symbol with words apart.

        A thing without label is written like a name, a word or a member of a closed sort in
        lower case.
        """
        if isinstance(value, int):
            return str(value)
        label = self.label(value)
        if label is not None:
            return label
        if self.sorts.is_text(sort) or not value.replace("_", "").isalnum() or not value.islower():
            return value
        text = value.replace("_", " ")
        thing = self.is_thing(value) if sort == "any" else self.sorts.is_thing(sort)
        return _title(text) if thing else text

    def near(self, text: str, sort: str, limit: int = 3) -> tuple[tuple[Value, float], ...]:
        """Return the values of a sort whose spelling is nearest, with a score up to 100."""
        key, found = key_of(text), dict[Value, float]()
        if not key:
            return ()
        for names in self.layers():
            for spelling, score in names._spelt_like(key):
                for value in self.find(spelling, sort):
                    found[value] = max(score, found.get(value, 0.0))
        ranked = sorted(found.items(), key=lambda item: (-item[1], str(item[0])))
        return tuple(ranked[:limit])

    def _spelt_like(self, key: str) -> tuple[tuple[str, float], ...]:
        """Return the spellings nearest to a key, of this index alone, each with its score."""
        known = self._nearest.get(key)
        if known is None:
            from rapidfuzz import fuzz, process

            found = process.extract(
                key, self.spellings, scorer=fuzz.ratio, score_cutoff=_NEAR, limit=60
            )
            if not found and len(key) >= 3:
                found = [(s, 75.0, 0) for s in self.spellings if s.startswith(key)][:20]
            if len(self._nearest) >= _MOST_REMEMBERED:
                self._nearest.clear()
            known = self._nearest[key] = tuple((spelling, score) for spelling, score, _ in found)
        return known

    def description(self, value: Value) -> frozenset[str]:
        """Return the word keys that stated facts describe a value by ("is an upgrade")."""
        own = self.described.get(value, frozenset())
        return own if self.base is None else own | self.base.description(value)

    def describes(self, word: str, sort: str) -> bool:
        """Whether a word stands in some phrase of a sort."""
        return any((word, sort) in names.descriptive for names in self.layers())

    def misspelt(self, word: str) -> str | None:
        """Return the known word that an unknown one probably is, or None."""
        layers = tuple(self.layers())
        if len(word) < 5 or any(word in names.words for names in layers):
            return None
        for names in layers:
            from rapidfuzz import fuzz, process

            hit = process.extractOne(word, names.words, scorer=fuzz.ratio, score_cutoff=85)
            if hit is not None:
                return str(hit[0])
        return None

    def values(self, sort: str) -> tuple[Value, ...]:
        """Return the known values that fit a sort, those on the table first."""
        known = self._values.get(sort)
        if known is None:
            own = tuple(value for value in self.evidence if self.fits(value, sort))
            below = self.base.values(sort) if self.base is not None else ()
            further = (value for value in below if value not in self.evidence)
            known = self._values[sort] = (*own, *further)
        return known

    def on_table(self, sort: str) -> Iterator[Value]:
        """Enumerate those that are on the table."""
        return (value for value in self.values(sort) if value in self.table)

    def layers(self) -> Iterator[Names]:
        """Yield these names and those that they stand on, what was said last first."""
        current: Names | None = self
        while current is not None:
            yield current
            current = current.base


def index(
    sorts: Sorts,
    evidence: Mapping[Value, set[str]],
    facts: Mapping[PredicateId, Facts],
    describing: frozenset[str],
    base: Names | None,
    spellings: tuple[tuple[str, str], ...] = (),
) -> Names:
    """Return the names that facts mention, on top of other names."""
    keys: dict[str, list[Value]] = {}
    labels: dict[Value, str] = {}
    for value, text in _named(facts.get("label")):
        labels.setdefault(value, text)
        _add(keys, key_of(text), value)
    for value, text in _named(facts.get("alias")):
        _add(keys, key_of(text), value)
    for value in evidence:
        if isinstance(value, str):
            _add(keys, key_of(value), value)
    for text, named in spellings:
        _add(keys, key_of(text), named)
    originals: set[Value] = set()
    copies = base.copies if base is not None else frozenset()
    for copy, original in facts[COPY].rows if COPY in facts else ():
        originals.add(original)
        copies |= {copy}
        for key in _keys_of(original, keys, labels, base):
            _add(keys, key, copy)
            _add(keys, f"{key} 1", original)
    own = {value: frozenset(seen) for value, seen in evidence.items()}
    for value in labels:
        own.setdefault(value, frozenset())
    stated = _stated(facts)
    originals = {value for value in originals if value not in stated}
    table = frozenset(evidence) | base.table if base is not None else frozenset()
    return Names(
        sorts,
        {key: tuple(values) for key, values in keys.items()},
        labels,
        own,
        table,
        frozenset(originals) | (base.originals if base is not None else frozenset()),
        copies,
        base,
        tuple(keys),
        described_by(facts, describing),
        frozenset(word for key in keys for word in key.split(" ")),
        frozenset(descriptive_words(sorts, own)),
    )


def descriptive_words(
    sorts: Sorts, evidence: Mapping[Value, frozenset[str]]
) -> Iterator[tuple[str, str]]:
    """Yield the words that phrases consist of, each with the sort of its phrase."""
    for value, seen in evidence.items():
        for sort in filter(sorts.is_text, seen if isinstance(value, str) else ()):
            yield from ((word, sort) for word in key_of(str(value)).split(" "))


def described_by(
    facts: Mapping[PredicateId, Facts], describing: frozenset[str]
) -> dict[Value, frozenset[str]]:
    """Return the word keys by which `describing` facts say what things are."""
    words: dict[Value, set[str]] = {}
    for name in describing:
        stated = facts.get(name)
        for row in stated.rows if stated is not None else ():
            key = key_of(str(row[1]))
            words.setdefault(row[0], set()).update((key, *key.split(" ")))
    return {value: frozenset(said) for value, said in words.items()}


def _keys_of(
    value: Value, keys: Mapping[str, list[Value]], labels: Mapping[Value, str], base: Names | None
) -> tuple[str, ...]:
    own = [key for key, values in keys.items() if value in values]
    if base is not None:
        label = base.label(value)
        own += [key_of(label)] if label is not None else []
    own += [key_of(labels[value])] if value in labels else []
    return tuple(dict.fromkeys((*own, key_of(str(value)))))


def _stated(facts: Mapping[PredicateId, Facts]) -> set[Value]:
    return {
        value
        for name, stated in facts.items()
        if name not in NAMING
        for row in stated.rows
        for value in row
    }


def _named(facts: Facts | None) -> Iterator[tuple[Value, str]]:
    for row in facts.rows if facts is not None else ():
        yield row[0], str(row[1])


def _add(keys: dict[str, list[Value]], key: str, value: Value) -> None:
    values = keys.setdefault(key, [])
    if key and value not in values:
        values.append(value)


def _title(text: str) -> str:
    words = text.split(" ")
    small = (word in _SMALL and word is not words[0] and word is not words[-1] for word in words)
    return " ".join(
        word if is_small else word[:1].upper() + word[1:]
        for word, is_small in zip(words, small, strict=True)
    )


def called(text: str) -> str:
    """Return the name that words give something: whoever speaks, and whether it owns something.

    >>> called("my hiker's")
    'your hiker'
    """
    for mark in ("'s", "’s"):
        text = text.removesuffix(mark)
    return f"your{text[2:]}" if text[:3].lower() == "my " else text


def symbol_of(name: str) -> str:
    """Return the symbol a new name gets: "Neon Arch" becomes `neon_arch`."""
    letters = "".join(c if c.isalnum() else " " for c in name.replace("'", "").replace("’", ""))
    symbol = "_".join(letters.lower().split())
    return f"n_{symbol}" if symbol[:1].isdigit() else symbol
