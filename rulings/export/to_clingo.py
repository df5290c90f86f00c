"""clingo, whose answer sets decide what the well-founded semantics leaves undefined."""

from __future__ import annotations

from rulings.export.dialect import Dialect, PrintedNames, element_terms
from rulings.language.program import Atom, Expression, Operation, Row
from rulings.logic.lowered import AggregateTable, LoweredProgram


class Clingo(Dialect):
    """clingo 5: a choice for what is not known."""

    def unknown(self, name: str, row: Row) -> str:
        """An unknown fact may be chosen."""
        return "{" + self.call(name, [self.value(value) for value in row]) + "}."

    def aggregate(
        self, atom: Atom, table: AggregateTable, lowered: LoweredProgram, names: PrintedNames
    ) -> str:
        """Aggregates range over distinct tuples here too."""
        group, fresh = element_terms(atom, table, lowered)
        elements = self.call(names[table.elements], [*(self.term(t) for t in group), *fresh])
        target = self.term(atom.terms[-1])
        tuple_ = ", ".join(fresh) if fresh else "0"
        text = f"{target} = #{table.function} {{ {tuple_} : {elements} }}"
        if table.function in ("min", "max"):
            any_ = self.call(
                names[table.elements], [*(self.term(t) for t in group), *("_" for _ in fresh)]
            )
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


DIALECT = Clingo(
    notes=(
        "For clingo 5. Answer sets decide what the well-founded semantics leaves undefined;",
        "division of negative numbers rounds towards zero there.",
    ),
    operators=frozenset(("+", "-", "*", "//", "%", "abs", "neg")),
)
