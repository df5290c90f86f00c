"""Models on demand: evaluate what a question depends on, and only once for a table.

In: the program of a rulebook, what is stated about a table, the predicates a question reads.
Out: the `Model` of the slice of the program below these predicates. Guarantee: rules are
compiled once for a rulebook and engine; a table is evaluated once for each slice; several
threads may ask at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock

from rulings.engine.evaluate import Evaluator
from rulings.engine.model import Model
from rulings.engine.update import Table
from rulings.language.program import Facts, Program, Row
from rulings.rulebook.stated import Stated

Demand = Mapping[str, frozenset[Row]]


@dataclass(eq=False)
class Evaluators:
    """The prepared evaluators of one program, one for each engine and slice."""

    program: Program
    _whole: dict[str, Evaluator] = field(default_factory=dict)
    _slices: dict[tuple[str, frozenset[str]], Evaluator] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def get(self, engine: str, roots: frozenset[str]) -> Evaluator:
        """Return the evaluator of everything that `roots` depend on."""
        with self._lock:
            found = self._slices.get((engine, roots))
            if found is None:
                whole = self._whole.get(engine)
                if whole is None:
                    whole = self._whole[engine] = Evaluator(self.program, engine)
                found = self._slices[engine, roots] = _narrowed(whole, roots)
            return found


def _narrowed(whole: Evaluator, roots: frozenset[str]) -> Evaluator:
    """Return an evaluator of fewer strata that shares the lowered and compiled rules."""
    slice_ = Evaluator(whole.program, whole.engine, roots, whole.max_rows)
    slice_.lowered = whole.lowered
    slice_.backend = whole.backend
    return slice_


class Evaluation:
    """One table: what is stated, and the models that questions have needed so far."""

    def __init__(self, evaluators: Evaluators, engine: str, stated: Stated) -> None:
        self.evaluators = evaluators
        self.engine = engine
        self.stated = stated
        self._models: dict[tuple[frozenset[str], frozenset[tuple[str, Row]]], Model] = {}
        self._lock = Lock()

    @cached_property
    def program(self) -> Program:
        """The rulebook's program with the facts and falsehoods of the table."""
        base = self.evaluators.program
        return replace(
            base,
            facts=_merged(base.facts, self.stated.as_facts()),
            denials=_merged(base.denials, self.stated.as_facts(falsehoods=True)),
        )

    @cached_property
    def _table(self) -> Table:
        return Table(self.evaluators.program, self.stated.facts, self.stated.denials)

    def model(self, roots: frozenset[str], demand: Demand) -> Model:
        """Return the model of everything that `roots` depend on.

        `demand` gives the input values of the predicates that have `in` columns.
        """
        asked = frozenset((name, row) for name, rows in demand.items() for row in rows)
        with self._lock:
            for (covered, given), model in self._models.items():
                if roots <= covered and asked <= given:
                    return model
            evaluator = self.evaluators.get(self.engine, roots)
            model = evaluator.model(self._table, demand)
            self._models[roots, asked] = model
            return model


def _merged(base: Mapping[str, Facts], stated: Mapping[str, Facts]) -> Mapping[str, Facts]:
    merged = dict(base)
    for name, facts in stated.items():
        before = base.get(name)
        if before is None:
            merged[name] = facts
        else:
            spans = (*before.spans, *facts.spans) if before.spans else ()
            merged[name] = Facts((*before.rows, *facts.rows), spans)
    return merged
