"""Models on demand: evaluate what a question depends on, and only once for a table.

In: the program of a rulebook, what is stated about a table, the predicates a question reads.
Out: the `Model` of the slice of the program below these predicates. Guarantee: rules are
compiled once for a rulebook and engine; a table is evaluated once for each slice; several
threads may ask at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from threading import Lock

from rulings.engine.evaluate import Evaluator
from rulings.engine.model import Model
from rulings.engine.states import Constants, constants_of
from rulings.engine.update import Table
from rulings.explain.instances import RuleIndex
from rulings.language.program import Facts, Program, Row
from rulings.rulebook.stated import Stated

Demand = Mapping[str, frozenset[Row]]


class Evaluators:
    """The prepared evaluators of one program, and what is computed once for all its tables."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._whole: dict[str, Evaluator] = {}
        self._slices: dict[tuple[str, frozenset[str]], Evaluator] = {}
        self._lock = Lock()

    def get(self, engine: str, roots: frozenset[str]) -> Evaluator:
        """Return the evaluator of everything that `roots` depend on."""
        with self._lock:
            found = self._slices.get((engine, roots))
            if found is None:
                whole = self._whole.get(engine)
                if whole is None:
                    whole = self._whole[engine] = Evaluator(self.program, engine)
                found = self._slices[engine, roots] = whole.narrowed(roots)
            return found

    @cached_property
    def constants(self) -> Constants:
        """The constants of the rules."""
        return constants_of(self.program)

    @cached_property
    def rules(self) -> RuleIndex:
        """The rules by what they conclude."""
        return RuleIndex(self.program)


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
        known = self.evaluators
        return Table(known.program, self.stated.facts, self.stated.denials, known.constants)

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
