"""clingo, whose answer sets decide what the well-founded semantics leaves undefined."""

from __future__ import annotations

from rulings.export.dialect import Dialect
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Expression, Operation, Row
from rulings.logic.lowered import AggregateTable


class Clingo(Dialect):
    """clingo 5: a choice for what is not known."""

    notes = (
        "For clingo 5. Answer sets decide what the well-founded semantics leaves undefined;",
        "division of negative numbers rounds towards zero there.",
    )
    operators = frozenset(("+", "-", "*", "//", "%", "abs", "neg"))

    def unknown(self, name: PredicateId, row: Row) -> str:
        """An unknown fact may be chosen."""
        return "{" + self.call(name, map(self.value, row)) + "}."

    def aggregate(self, atom: Atom, table: AggregateTable) -> str:
        """Aggregates range over distinct tuples here too."""
        group, fresh = self.elements(atom, table)
        elements = self.call(table.elements, [*group, *fresh])
        target = self.term(atom.terms[-1])
        tuple_ = ", ".join(fresh) if fresh else "0"
        text = f"{target} = #{table.function} {{ {tuple_} : {elements} }}"
        if table.function in ("min", "max"):
            any_ = self.call(table.elements, [*group, *("_" for _ in fresh)])
            return f"{any_}, {text}"
        return text

    def expression(self, expression: Expression) -> str:
        """Integer division and remainder are written differently."""
        if isinstance(expression, Operation) and expression.operator in ("//", "%", "abs"):
            inner = [self.expression(operand) for operand in expression.operands]
            if expression.operator == "abs":
                return f"|{inner[0]}|"
            return f"({inner[0]} {'/' if expression.operator == '//' else chr(92)} {inner[1]})"
        return super().expression(expression)
