"""Soufflé, for stratified programs whose every table is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulings.export.dialect import Dialect, PrintedNames, element_terms
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Predicate
from rulings.logic.lowered import AggregateTable, LoweredProgram


class Souffle(Dialect):
    """Soufflé 2: every relation is declared; integer columns are numbers, all others symbols."""

    def header(self, predicates: Mapping[PredicateId, Predicate], names: PrintedNames) -> list[str]:
        """Declare every relation, and print those of the program's own."""
        lines = []
        for name, predicate in predicates.items():
            columns = ", ".join(
                f"c{number}: {'number' if column.sort == 'int' else 'symbol'}"
                for number, column in enumerate(predicate.columns)
            )
            lines.append(f".decl {names[name]}({columns})")
            if isinstance(name, str):
                lines.append(f".output {names[name]}")
        return lines

    def call(self, name: str, terms: Sequence[str]) -> str:
        """Parentheses stand even without terms."""
        return f"{name}({', '.join(terms)})"

    def negation(self, atom: str) -> str:
        """Stratified negation."""
        return f"!{atom}"

    def aggregate(
        self, atom: Atom, table: AggregateTable, lowered: LoweredProgram, names: PrintedNames
    ) -> str:
        """Aggregates range over the rows of one relation."""
        group, fresh = element_terms(atom, table, lowered)
        elements = self.call(names[table.elements], [*(self.term(t) for t in group), *fresh])
        target = self.term(atom.terms[-1])
        over = "" if table.function == "count" else f" {fresh[0]}"
        return f"{target} = {table.function}{over} : {{ {elements} }}"


DIALECT = Souffle(
    notes=("For Soufflé 2. Columns that may hold numbers and text are symbols here.",),
    comment_mark="//",
    operators=frozenset(("+", "-", "*", "neg")),
)
