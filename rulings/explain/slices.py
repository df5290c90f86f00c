"""The part of a program that a question reaches, ground, and its truth in many worlds at once.

In: clauses, what a world states, calls. Out: the instances below the calls; for every fact the
set of worlds, one bit each, where it surely and where it possibly holds. Guarantee: bit by bit
this is the well-founded model; components are settled in order, each by the alternating
fixpoint, so that one pass decides all worlds together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from rulings.explain.ground import Fact, Grounder, Instance
from rulings.language.components import components, reached
from rulings.language.matching import Bound, Pattern, unify
from rulings.language.predicates import DerivedKind, PredicateId, kind_of
from rulings.language.program import Aggregate, Atom, ForAll, Row, Value
from rulings.logic.calculation import ArithmeticFault, fault_at
from rulings.logic.lowered import AggregateTable
from rulings.logic.solving import Values
from rulings.logic.totals import totals
from rulings.logic.unfolding import Clauses
from rulings.records import replace

Masks = tuple[int, int]
Call = tuple[PredicateId, Pattern]


class World(Protocol):
    """What is known before any rule is applied."""

    def stated(self, name: PredicateId, pattern: Pattern) -> Iterable[tuple[Row, int, int]]:
        """Yield the rows that are stated, with the worlds where they surely, possibly are."""
        ...

    def decided(self, name: PredicateId, pattern: Pattern) -> Iterable[tuple[Row, bool]] | None:
        """Return the rows that may hold and whether they surely do; None if rules must tell."""
        ...

    def blocks(self, fact: Fact, clauses: Clauses, head: PredicateId) -> bool:
        """Whether `not fact` is known to fail in a rule for `head`."""
        ...


Seeds = Callable[[Call], Iterable[Row]]
"""What is known to be derivable of a call."""


class Slice:
    """Grounds calls and settles facts. Calls below an aggregate are settled before it.

    To the solver it is the rows of chosen worlds: what is kept of a body is the instance so far.
    """

    def __init__(
        self, clauses: Clauses, world: World, full: int = 1, seeds: Seeds = lambda _: ()
    ) -> None:
        """`seeds` are rows known to be derivable, to be listed from the start."""
        self.clauses = clauses
        self.seeds = seeds
        self.world = world
        self.full = full
        self.tables: dict[Call, dict[Row, None]] = {}
        self.values: dict[Fact, Masks] = {}
        self.base: dict[Fact, Masks] = {}
        self.found: dict[Call, list[Instance]] = {}
        self.calls_of: dict[Fact, dict[Call, None]] = {}
        self._reads: dict[Call, dict[Call, None]] = {}
        self._readers: dict[Call, set[Call]] = {}
        self._dirty: set[Call] = set()
        self._complete: set[Call] = set()
        self._level: dict[Call, int] = {}
        self._queues: list[list[Call]] = [[]]
        self._current: Call | None = None
        self._faults: dict[Call, list[tuple[Instance, ArithmeticFault]]] = {}
        self._grouped: dict[Call, dict[Row, list[Instance]]] = {}
        self._totalled: dict[Call, dict[Value, Masks]] = {}
        self._grounding = Grounder(clauses)

    def ground(self, name: PredicateId, pattern: Pattern) -> list[Row]:
        """Ground a call and all it reaches; return its rows."""
        known = list(self._listed(name, pattern))
        self._drain()
        self._complete.update(self.tables)
        call = name, pattern
        return list(self.tables[call]) if call in self.tables else known

    def settle(self, facts: Iterable[Fact]) -> None:
        """Decide facts, and before them what they depend on."""
        open_facts = (fact for fact in facts if fact not in self.values)
        for component in components(open_facts, self._below):
            self._solve(component)
        for call in [call for call in self._faults if call in self._complete]:
            for kept, fault in self._faults.pop(call, ()):
                self._spare(call, kept, fault)

    def _spare(self, call: Call, kept: Instance, fault: ArithmeticFault) -> None:
        """Raise RulingsError for a fault unless something before it fails in every world."""
        worlds = kept.maybe
        for fact in kept.holds:
            worlds &= self.truth(fact)[1]
        for fact in kept.fails:
            worlds &= ~self.truth(fact)[0]
        if worlds:
            rules = self.clauses.of(call[0])
            raise fault_at(next(r for r in rules if self.clauses.source(r) == kept.rule), fault)

    def holds(self, fact: Fact) -> Masks:
        """Return the worlds where a settled fact surely and possibly holds."""
        return self.values.get(fact, (0, 0))

    def instances_of(self, fact: Fact) -> list[Instance]:
        """Return the instances that conclude a fact."""
        # All calls that are complete have found the same instances.
        call = next((c for c in self.calls_of.get(fact, ()) if c in self._complete), None)
        if call is None:
            return []
        if call not in self._grouped:
            grouped = self._grouped[call] = {}
            for instance in self.found.get(call, ()):
                grouped.setdefault(instance.row, []).append(instance)
        return self._grouped[call].get(fact[1], [])

    def holding(
        self, atom: Atom, pattern: Pattern, kept: Instance
    ) -> Iterable[tuple[Row, Instance]]:
        """Return the listed rows of a call, or the values of an aggregate in each world."""
        table = self.clauses.total(atom.predicate)
        if table is not None:
            return self._totals(table, pattern, kept)
        rows = list(self._listed(atom.predicate, pattern))
        return ((row, replace(kept, holds=(*kept.holds, (atom.predicate, row)))) for row in rows)

    def denied(self, atom: Atom, pattern: Pattern, kept: Instance) -> Instance:
        """Deny the listed rows of a call; what is not listed is false."""
        rows = list(self._listed(atom.predicate, pattern))
        agreeing = (row for row in rows if unify(atom.terms, row, {}) is not None)
        facts = tuple((atom.predicate, row) for row in agreeing)
        return replace(kept, fails=(*kept.fails, *facts)) if facts else kept

    def compound(
        self, condition: Aggregate | ForAll, bound: Bound, kept: Instance
    ) -> Iterable[tuple[Values, Instance]]:
        """Lowered rules have no conditions inside conditions."""
        raise TypeError(f"{type(condition).__name__} reaches no slice")

    def fails(self, fault: ArithmeticFault, kept: Instance) -> None:
        """Keep the fault until it is known whether anything before it may hold."""
        assert self._current is not None
        self._faults.setdefault(self._current, []).append((kept, fault))

    def _totals(
        self, table: AggregateTable, pattern: Pattern, kept: Instance
    ) -> Iterator[tuple[Row, Instance]]:
        group = tuple(value for value in pattern[: table.group_size] if value is not None)
        wanted = (*group, *(None,) * (len(self.clauses.columns(table.elements)) - len(group)))
        rows = self._listed(table.elements, wanted)
        made = tuple((table.elements, row) for row in rows)
        key = table.name, group
        if key not in self._totalled:
            listed = [(fact[1][len(group) :], *self.truth(fact)) for fact in made]
            self._totalled[key] = totals(table.function, listed, self.full, keyed=table.is_keyed)
        found, value = self._totalled[key], pattern[-1]
        if value is not None:
            found = {value: found[value]} if value in found else {}
        elements = (*kept.elements, *made)
        for value, (sure, maybe) in found.items():
            if kept.maybe & maybe:
                sure, maybe = kept.sure & sure, kept.maybe & maybe
                yield (*group, value), replace(kept, sure=sure, maybe=maybe, elements=elements)

    def _listed(self, name: PredicateId, pattern: Pattern) -> Iterator[Row]:
        known = self.world.decided(name, pattern)
        if known is None:
            yield from self._table((name, pattern))
            return
        known = list(known)
        if len(known) > 1 and not any(surely for _, surely in known):
            # Together they are found in one pass.
            self._table((name, pattern))
            yield from (row for row, _ in known)
            return
        for row, surely in known:
            if surely:
                self.values[name, row] = self.full, self.full
            else:
                self._table((name, row))
            yield row

    def truth(self, fact: Fact) -> Masks:
        """Return the worlds where an element surely and possibly holds, once that is settled."""
        if fact not in self.values:
            self.settle([fact])
        return self.holds(fact)

    def _table(self, call: Call) -> list[Row]:
        if call not in self.tables:
            self.tables[call] = {}
            self._dirty.add(call)
            for row, sure, maybe in self.world.stated(*call):
                self.base[call[0], row] = sure, maybe
                self._list(call, row)
            for row in self.seeds(call):
                self._list(call, row)
        if self._current is not None:
            self._readers.setdefault(call, set()).add(self._current)
            self._reads.setdefault(self._current, {})[call] = None
        if call in self._dirty:
            self._level[call] = len(self._queues) - 1
            self._queues[-1].append(call)
        if kind_of(call[0]) is DerivedKind.ELEMENTS and self._current is not None:
            self._finish(call)
        return list(self.tables[call])

    def _finish(self, call: Call) -> None:
        """Ground and settle the elements of an aggregate, which nothing above can change."""
        outer = self._current
        self._queues.append([])
        while waiting := [below for below in self._reached(call) if below in self._dirty]:
            for below in waiting:
                self._level[below] = len(self._queues) - 1
                self._queues[-1].append(below)
            self._drain()
        self._queues.pop()
        self._complete |= self._reached(call)
        self._current = outer
        self.settle((call[0], row) for row in self.tables[call])

    def _reached(self, call: Call) -> set[Call]:
        """A call and all that it reads so far."""
        return set(reached((call,), lambda reader: self._reads.get(reader, ())))

    def _list(self, call: Call, row: Row) -> bool:
        if row in self.tables[call]:
            return False
        self.tables[call][row] = None
        self.calls_of.setdefault((call[0], row), {})[call] = None
        return True

    def _drain(self) -> None:
        queue = self._queues[-1]
        while queue:
            call = queue.pop()
            if call in self._dirty:
                self._dirty.discard(call)
                self._current = call
                self._walk(call)
                self._current = None

    def _walk(self, call: Call) -> None:
        name, pattern = call
        self._faults.pop(call, None)
        found: list[Instance] = []
        grown = False
        for rule in self.clauses.of(name):
            for instance in self._grounding.instances(rule, pattern, self, self.full):
                if not any(self.world.blocks(fact, self.clauses, name) for fact in instance.fails):
                    found.append(instance)
                    grown |= self._list(call, instance.row)
        self.found[call] = found
        self._grouped.pop(call, None)
        if grown:
            for reader in self._readers.get(call, ()):
                self._dirty.add(reader)
                level = min(self._level[reader], len(self._queues) - 1)
                self._queues[level].append(reader)

    def _below(self, fact: Fact) -> Iterator[Fact]:
        if fact not in self.values:
            for instance in self.instances_of(fact):
                for other in (*instance.holds, *instance.fails):
                    if other not in self.values:
                        yield other

    def _solve(self, component: Sequence[Fact]) -> None:
        """Settle facts that depend on each other and on nothing else that is open."""
        rules = {fact: self.instances_of(fact) for fact in component}
        sure = dict.fromkeys(component, 0)
        while True:
            maybe = self._least(rules, sure, 1)
            grown = self._least(rules, maybe, 0)
            if grown in (sure, maybe):
                break
            sure = grown
        for fact in component:
            self.values[fact] = grown[fact], maybe[fact]

    def _least(
        self, rules: Mapping[Fact, list[Instance]], denied: Mapping[Fact, int], side: int
    ) -> dict[Fact, int]:
        """The least masks where `not fact` holds outside `denied`; `side` 0 is sure, 1 possible."""
        found = {fact: self.base.get(fact, (0, 0))[side] for fact in rules}
        changed = True
        while changed:
            changed = False
            for fact, instances in rules.items():
                mask = found[fact]
                for instance in instances:
                    if mask == self.full:
                        break
                    here = instance.maybe if side else instance.sure
                    for other in instance.holds:
                        here &= found[other] if other in found else self.holds(other)[side]
                    for other in instance.fails:
                        no = denied[other] if other in denied else self.holds(other)[1 - side]
                        here &= ~no
                    mask |= here
                if mask != found[fact]:
                    found[fact] = mask
                    changed = True
        return found
