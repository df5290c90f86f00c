"""What a table states, read from the program alone.

In: a checked program with the facts of a table. Out: for a call, the rows that are given, assumed
by default or unknown. Guarantee: they are those of the completion that the engine starts from,
found for one call at a time.
"""

from __future__ import annotations

from rulings.engine.store.relation import in_order
from rulings.explain.ground import Fact
from rulings.language.matching import Pattern
from rulings.language.predicates import (
    DerivedId,
    DerivedKind,
    PredicateId,
    base_of,
    is_against,
    kind_of,
    side_of,
)
from rulings.language.program import (
    Completion,
    Facts,
    Predicate,
    Program,
    Role,
    Row,
    Rule,
)
from rulings.logic.completion import undecided
from rulings.logic.domains import Domains, constants_of
from rulings.records import replace


class StatedTable:
    """What the facts, denials and completions of a program state."""

    def __init__(self, program: Program, like: StatedTable | None = None) -> None:
        """`like` is the table before some of its unknown facts were decided: its domains stay."""
        self.program = program
        self.facts = {name: dict.fromkeys(f.rows) for name, f in program.facts.items()}
        self.denials = {name: frozenset(f.rows) for name, f in program.denials.items()}
        self._index: dict[tuple[PredicateId, tuple[int, ...]], dict[Row, list[Row]]] = {}
        self._settled: dict[PredicateId, frozenset[Row]] = {}
        self._domains: Domains = (
            like._domains if like else Domains(program, constants_of(program), {}, {})
        )

    def rows(self, name: PredicateId, pattern: Pattern) -> list[tuple[Row, str]]:
        """Return the stated rows of a call and whether they are given, assumed or unknown."""
        if kind_of(name) is DerivedKind.CONTRA:
            return [(row, "given") for row in self._denied(side_of(name), pattern)]
        predicate = self._stated(name)
        if predicate is None:
            return []
        given = [(row, "given") for row in self._listed(predicate.name, pattern)]
        return given + self._free(predicate, pattern)

    def _stated(self, name: PredicateId) -> Predicate | None:
        """The predicate of which a call lists what is stated, if it does."""
        predicate = self.program.predicates.get(stated_name(name))
        sided = kind_of(name) is DerivedKind.PRO
        return predicate if predicate is not None and predicate.two_sided is sided else None

    def _denied(self, name: PredicateId, pattern: Pattern) -> list[Row]:
        """What is denied of a predicate that rules conclude as well."""
        predicate = self.program.predicates.get(name)
        if predicate is None or not predicate.concluded:
            return []
        return in_order(row for row in self.denials.get(name, ()) if fits(row, pattern))

    def _free(self, predicate: Predicate, pattern: Pattern) -> list[tuple[Row, str]]:
        if predicate.role is not Role.STATE or predicate.completion is Completion.CLOSED:
            return []
        kind = "unknown" if predicate.completion is Completion.OPEN else "assumed"
        kind = "named" if predicate.of_type else kind
        facts = self.facts.get(predicate.name, {})
        denied = self.denials.get(predicate.name, frozenset())
        settled = self._keys(predicate)
        rows = undecided(predicate, pattern, facts, denied, settled, self._domains)
        return [(row, kind) for row in rows]

    def _keys(self, predicate: Predicate) -> frozenset[Row]:
        """The keys of which a value is stated."""
        name = predicate.name
        if name not in self._settled:
            rows = self.facts.get(name, {}) if predicate.functional else {}
            self._settled[name] = frozenset(row[:-1] for row in rows)
        return self._settled[name]

    def _listed(self, name: PredicateId, pattern: Pattern) -> list[Row]:
        places = tuple(i for i, value in enumerate(pattern) if value is not None)
        if (name, places) not in self._index:
            index = self._index[name, places] = {}
            for row in self.facts.get(name, ()):
                index.setdefault(tuple(row[i] for i in places), []).append(row)
        return self._index[name, places].get(tuple(v for v in pattern if v is not None), [])


def supposing(program: Program, fact: Fact, holds: bool) -> Program:
    """Return the program with one more fact or falsehood."""
    name, row = fact
    tables = dict(program.facts if holds else program.denials)
    tables[name] = Facts((*(tables[name].rows if name in tables else ()), row))
    return replace(program, facts=tables) if holds else replace(program, denials=tables)


def rules_of(program: Program, name: PredicateId) -> tuple[Rule, ...]:
    """Return the rules for `p`, or the denials of p for `neg p`."""
    base, denies = base_of(name), is_against(name)
    return tuple(r for r in program.rules if r.head.predicate == base and r.denies is denies)


def stated_name(name: PredicateId) -> PredicateId:
    """The predicate of which the rows of `name` are stated: p for what stands for p."""
    return name.of if isinstance(name, DerivedId) and name.kind is DerivedKind.PRO else name


def fits(row: Row, pattern: Pattern) -> bool:
    """Whether a row agrees with a pattern, where None stands for any value."""
    return all(want in (None, got) for want, got in zip(pattern, row, strict=True))
