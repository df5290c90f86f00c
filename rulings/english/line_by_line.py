"""The names of a table that is told line by line.

In: the `Names` of a table, a row more. Out: `Names` that know what the row mentions too. Guarantee:
what is looked up is what an index of all rows together gives; a table of n rows has about log n
layers and copies each row log n times, by the logarithmic method of Bentley and Saxe (1980).
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.english.names import Names, index
from rulings.english.seen import NAMING, seen_in_facts
from rulings.language.predicates import PredicateId
from rulings.language.program import Facts, Predicate, Row, Value
from rulings.records import replace


def grown(
    names: Names,
    predicates: Mapping[PredicateId, Predicate],
    name: PredicateId,
    row: Row,
    describing: frozenset[str],
) -> Names | None:
    """Return a table's names with those that one more row mentions, the same if it adds none.

    None for what gives things other names: that is indexed anew. A predicate that these words
    do not know names nothing.
    """
    facts = {name: Facts((row,))}
    told = seen_in_facts(predicates, facts)
    if name in NAMING or any(value in names.originals for value in told):
        return None
    fresh = {
        value: sorts if value not in names.table else sorts - names.sorts_of(value)
        for value, sorts in told.items()
    }
    evidence = {value: sorts for value, sorts in fresh.items() if sorts}
    if not evidence and name not in describing:
        return names
    return _packed(index(names.sorts, evidence, facts, describing, names))


def _packed(names: Names) -> Names:
    """Join the topmost layers of a table until each is at least twice as large as the one above."""
    below = names.base
    while below is not None and below.base is not None and _size(below) < 2 * _size(names):
        names = _joined(names, below)
        below = names.base
    return names


def _size(names: Names) -> int:
    return len(names.evidence) + len(names.described)


def _joined(names: Names, below: Names) -> Names:
    """Return one layer of two."""
    keys = dict(below.keys)
    for key, values in names.keys.items():
        known = keys.get(key, ())
        keys[key] = (*known, *(value for value in values if value not in known))
    return replace(
        names,
        keys=keys,
        labels={**names.labels, **below.labels},
        evidence=_united(below.evidence, names.evidence),
        base=below.base,
        spellings=tuple(keys),
        described=_united(below.described, names.described),
        words=below.words | names.words,
        descriptive=below.descriptive | names.descriptive,
        _cache={},
        _nearest={},
        _values={},
    )


def _united(
    one: Mapping[Value, frozenset[str]], other: Mapping[Value, frozenset[str]]
) -> dict[Value, frozenset[str]]:
    return {**one, **{value: said | one.get(value, said) for value, said in other.items()}}
