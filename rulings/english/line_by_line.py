"""The names of a table that is told line by line.

In: the `Names` of a table, a row more. Out: `Names` that know what the row mentions too. Guarantee:
what is looked up is what an index of all rows together gives; after some rows one is made anew.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.english.names import Names, index
from rulings.english.seen import NAMING, seen_in_facts
from rulings.language.predicates import PredicateId
from rulings.language.program import Facts, Predicate, Row

_MOST_LAYERS = 8
"""A name is looked for in each layer; to index all anew costs more than to add a layer."""


def grown(
    names: Names,
    predicates: Mapping[PredicateId, Predicate],
    name: PredicateId,
    row: Row,
    describing: frozenset[str],
) -> Names | None:
    """Return a table's names with those that one more row mentions, the same if it adds none.

    None where all is indexed anew: for what gives things other names, and from time to time. A
    predicate that these words do not know names nothing.
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
    if sum(1 for _ in names.layers()) > _MOST_LAYERS:
        return None
    return index(names.sorts, evidence, facts, describing, names)
