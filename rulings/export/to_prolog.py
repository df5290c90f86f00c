"""SWI-Prolog with tabling, which computes the well-founded semantics."""

from __future__ import annotations

from collections.abc import Mapping

from rulings.export.dialect import Dialect, PrintedNames, element_terms
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Expression, Predicate, Row, Value, Variable
from rulings.logic.lowered import AggregateTable, LoweredProgram


class Prolog(Dialect):
    """SWI-Prolog 9: `tnot` for negation, `undefined` for what is not known."""

    def header(self, predicates: Mapping[PredicateId, Predicate], names: PrintedNames) -> list[str]:
        """Table every predicate."""
        tabled = [f":- table {names[name]}/{p.arity}." for name, p in predicates.items()]
        return [
            ":- encoding(utf8).",
            ":- style_check(-singleton).",
            ":- use_module(library(lists)).",
            *tabled,
        ]

    def value(self, value: Value) -> str:
        """Text is a quoted atom."""
        if isinstance(value, int):
            return str(value)
        return f"'{''.join(map(_escaped, value))}'"

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
        number = str(table.name).rpartition("#")[2]
        found, each, picked = f"L0_{number}", f"L1_{number}", f"L2_{number}"
        fold = {
            "count": f"length({each}, {target})",
            "sum": f"sum_list({picked}, {target})",
            "min": f"{picked} = [_|_], min_member({target}, {picked})",
            "max": f"{picked} = [_|_], max_member({target}, {picked})",
        }[table.function]
        row = f"t({', '.join(fresh)})"
        return (
            f"findall({row}, {elements}, {found}), sort({found}, {each}), "
            f"findall({first}, member({row}, {each}), {picked}), {fold}"
        )


def _escaped(character: str) -> str:
    if character in "\\'":
        return f"\\{character}"
    return character if character.isprintable() else f"\\x{ord(character):x}\\"


def _is_text(expression: Expression) -> bool:
    return isinstance(getattr(expression, "value", None), str)


DIALECT = Prolog(
    notes=("For SWI-Prolog 9. Undefined answers carry a condition: ask with call_delays/2.",),
    built_ins=frozenset(("between",)),
    operators=frozenset(("+", "-", "*", "//", "neg")),
)
