"""What pyDatalog stores for one backend: its own state, relations as facts, rules as clauses.

In: rows and numbered predicates. Out: pyDatalog predicates that hold exactly those rows.
Guarantee: the state belongs to one backend and the caller's is put back; a relation that is
stored again costs what changed of it; `close` leaves nothing in memory.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from rulings.engine.store.relation import Relation
from rulings.language.predicates import PredicateId
from rulings.language.program import Row, Value
from rulings.records import dataclass, field

with warnings.catch_warnings():
    # Python 3.12 and later remark on an escape sequence when they compile it.
    warnings.simplefilter("ignore", SyntaxWarning)
    from pyDatalog import Logic, pyEngine

__all__ = ["ConstantTerms", "PyDatalogState", "StoredRelation", "pyEngine"]


class ConstantTerms(dict[Value, Any]):
    """One pyDatalog constant for each value."""

    def __missing__(self, value: Value) -> Any:
        made = self[value] = pyEngine.Const(value)
        return made


@dataclass(eq=False, slots=True)
class StoredRelation:
    """A predicate that pyDatalog stores, with the facts it holds."""

    predicate: Any
    constants: ConstantTerms
    facts: dict[Row, Any] = field(default_factory=dict)

    def hold(self, rows: Collection[Row]) -> None:
        """Make the facts those of `rows`."""
        wanted = rows.rows if isinstance(rows, Relation) else rows
        if not isinstance(wanted, set | frozenset):
            wanted = set(wanted)
        if self.facts.keys() == wanted:
            return
        for row in self.facts.keys() - wanted:
            pyEngine.retract(self.facts.pop(row))
        for row in wanted - self.facts.keys():
            self.add(row, pyEngine.Literal(self.predicate, [self.constants[v] for v in row]))

    def add(self, row: Row, head: Any) -> None:
        """Hold a row, of which `head` is the literal."""
        if row in self.facts:
            return
        self.facts[row] = pyEngine.assert_(pyEngine.Clause(head, []))


class PyDatalogState:
    """A pyDatalog state of one's own."""

    def __init__(self) -> None:
        self.constants = ConstantTerms()
        self.logic = object.__new__(Logic)
        self._predicates: list[Any] = []
        self._relations: dict[tuple[PredicateId, bool], StoredRelation] = {}
        with self.current():
            pyEngine.clear()

    @contextmanager
    def current(self) -> Iterator[Any]:
        """Give this thread the state for the length of the block."""
        before = getattr(Logic.tl, "logic", None)
        counter = getattr(pyEngine.Fresh_var.tl, "counter", 0)
        Logic.tl.logic = self.logic
        pyEngine.Fresh_var.tl.counter = 0
        try:
            yield self.logic
        finally:
            pyEngine.Fresh_var.tl.counter = counter
            if before is None:
                del Logic.tl.logic
            else:
                Logic.tl.logic = before

    def predicate(self, arity: int, *, is_derived: bool = False) -> Any:
        """A new predicate. Its name is a number: pyDatalog reads meaning into some names."""
        predicate = pyEngine.Pred(f"rulings {len(self._predicates)}", arity)
        predicate.prearity = arity
        # First in, first out: the clauses for it wait for answers before these arrive.
        predicate.recursive = is_derived
        self._predicates.append(predicate)
        return pyEngine.insert(predicate)

    def relation(self, name: PredicateId, arity: int, *, snapshot: bool) -> StoredRelation:
        """The stored relation of a predicate, or of the `snapshot` that negation reads."""
        known = self._relations.get((name, snapshot))
        if known is None:
            known = StoredRelation(self.predicate(arity), self.constants)
            self._relations[name, snapshot] = known
        return known

    def close(self) -> None:
        """Break the reference cycles, which pyDatalog's compiled classes hide from Python."""
        self.forget_tables()
        for predicate in self._predicates:
            predicate.prim = None
            for clause in list(predicate.db.values()):
                pyEngine.retract(clause)

    def forget_tables(self) -> None:
        """Drop the answers of the last resolution and whatever was left to do."""
        for subgoal in self.logic.Subgoals.values():
            subgoal.waiters = []
            subgoal.on_completion_ = []
            subgoal.clauses = []
            while subgoal.tasks:
                subgoal.tasks.pop()
        self.logic.Subgoals = {}
        self.logic.Tasks = self.logic.Recursive_Tasks = self.logic.Goal = None
