"""SWI-Prolog with tabling, which computes the well-founded semantics."""

from __future__ import annotations

from collections.abc import Sequence

from rulings.engine.lowered import AggregateTable, LoweredProgram
from rulings.export.dialect import Dialect, PrintedNames, element_terms
from rulings.language.program import Atom, Expression, Predicate, Row, Value, Variable


class Prolog(Dialect):
    """SWI-Prolog 9: `tnot` for negation, `undefined` for what is not known."""

    def header(self, predicates: Sequence[Predicate], names: PrintedNames) -> list[str]:
        """Table every predicate."""
        tabled = [f":- table {names[p.name]}/{p.arity}." for p in predicates]
        return [":- style_check(-singleton).", ":- use_module(library(lists)).", *tabled]

    def value(self, value: Value) -> str:
        """Text is a quoted atom."""
        if isinstance(value, int):
            return str(value)
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"

    def unknown(self, name: str, row: Row) -> str:
        """An unknown fact is undefined."""
        return self.call(name, [self.value(value) for value in row]) + " :- undefined."

    def negation(self, atom: str) -> str:
        """Tabled negation."""
        return f"tnot({atom})"

    def comparison(self, operator: str, left: Expression, right: Expression) -> str:
        """`is` computes, the standard order compares text as well as numbers."""
        shown = {"=": "is", "!=": "\\==", "<": "@<", "<=": "@=<", ">": "@>", ">=": "@>="}
        sides = self.expression(left), self.expression(right)
        if operator == "=" and not isinstance(left, Variable):
            return (
                f"{sides[1]} is {sides[0]}" if isinstance(right, Variable) else " =:= ".join(sides)
            )
        if operator == "=" and _is_text(right):
            return " = ".join(sides)
        return f"{sides[0]} {shown[operator]} {sides[1]}"

    def aggregate(
        self, atom: Atom, table: AggregateTable, lowered: LoweredProgram, names: PrintedNames
    ) -> str:
        """Collect the distinct tuples, then fold them."""
        group, fresh = element_terms(atom, table, lowered)
        elements = self.call(names[table.elements], [*(self.term(t) for t in group), *fresh])
        target, first = self.term(atom.terms[-1]), fresh[0] if fresh else "1"
        found = f"findall(t({', '.join(fresh)}), {elements}, L0), sort(L0, L1)"
        pick = f"findall({first}, member(t({', '.join(fresh)}), L1), L2)"
        fold = {
            "count": f"length(L1, {target})",
            "sum": f"sum_list(L2, {target})",
            "min": f"L2 = [_|_], min_member({target}, L2)",
            "max": f"L2 = [_|_], max_member({target}, L2)",
        }[table.function]
        number = "_".join(str(ord(c)) for c in table.name[-3:])
        text = f"{found}, {pick}, {fold}"
        return (
            text.replace("L0", f"L0_{number}")
            .replace("L1", f"L1_{number}")
            .replace("L2", f"L2_{number}")
        )


def _is_text(expression: Expression) -> bool:
    return isinstance(getattr(expression, "value", None), str)


DIALECT = Prolog(
    notes=("For SWI-Prolog 9. Undefined answers carry a condition: ask with call_delays/2.",),
    negative_recursion=True,
    built_ins=frozenset(("between",)),
    operators=frozenset(("+", "-", "*", "//", "neg")),
)
