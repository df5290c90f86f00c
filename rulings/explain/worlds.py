"""What a finished model leaves to find out.

In: a model and its clauses. Out: a `World` for slices where what the model decides is decided,
and what it leaves undefined is grounded. Guarantee: nothing that the model computed is computed
again; only predicates outside the model are grounded from their rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from rulings.engine.run.model import Model, Truth
from rulings.engine.store.relation import Relation
from rulings.explain.ground import Fact
from rulings.explain.slices import Masks
from rulings.explain.tables import fits, stated_name
from rulings.language.matching import Pattern
from rulings.language.predicates import DerivedKind, PredicateId, kind_of
from rulings.language.program import Facts, Row
from rulings.logic.unfolding import Clauses
from rulings.records import dataclass, field


@dataclass(frozen=True, slots=True)
class ModelWorld:
    """A model with some of its unknown facts as variables; the others stay unknown."""

    model: Model
    clauses: Clauses
    facts: Mapping[PredicateId, Facts]
    variables: Mapping[Fact, Masks] = MappingProxyType({})
    full: int = 1
    _computed: dict[PredicateId, bool] = field(default_factory=dict)

    def computed(self, name: PredicateId) -> bool:
        """Whether the model's rows of a predicate are all there are."""
        found = self._computed.get(name)
        if found is None:
            found = self._computed[name] = self._is_computed(name)
        return found

    def _is_computed(self, name: PredicateId) -> bool:
        if not isinstance(self.model.possible.get(name), Relation):
            return False
        if name not in self.model.strata:
            return not self.clauses.of(name)
        if kind_of(name) in (DerivedKind.ELEMENTS, DerivedKind.EXCEPTION):
            return False  # the engine has them for the groups that its own rules ask for
        return not any(column.is_input for column in self.clauses.columns(name))

    def stated(self, name: PredicateId, pattern: Pattern) -> Iterator[tuple[Row, int, int]]:
        """Yield the facts of a call: variables, what is unknown, what is stated."""
        if self.computed(name):
            relation = self.model.possible[name]
            assert isinstance(relation, Relation)
            if not self.clauses.of(name):
                for row in relation.ordered(pattern):
                    if row in self.model.true[name]:
                        yield row, self.full, self.full
                    else:
                        sure, maybe = self.variables.get((name, row), (0, self.full))
                        yield row, sure, maybe
            return
        facts = self.facts.get(stated_name(name))
        for row in facts.rows if facts is not None else ():
            if fits(row, pattern):
                yield row, self.full, self.full

    def decided(self, name: PredicateId, pattern: Pattern) -> Iterable[tuple[Row, bool]] | None:
        """Return the rows that the model leaves possible and whether it holds them true."""
        if not self.computed(name):
            return None
        relation = self.model.possible[name]
        assert isinstance(relation, Relation)
        true = self.model.true[name]
        return [(row, row in true) for row in relation.ordered(pattern)]

    def blocks(self, fact: Fact, clauses: Clauses, head: PredicateId) -> bool:
        """Whether the model holds a denied fact true."""
        return self.computed(fact[0]) and self.model.truth(*fact) is Truth.TRUE
