"""SWI-Prolog with tabling, which computes the well-founded semantics."""

from __future__ import annotations

from collections.abc import Iterable

from rulings.export.dialect import Dialect
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Expression, Row, Value, Variable
from rulings.logic.lowered import AggregateTable


class Prolog(Dialect):
    """SWI-Prolog 9: `tnot` for negation, `undefined` for what is not known."""

    notes = ("For SWI-Prolog 9. Undefined answers carry a condition: ask with call_delays/2.",)
    built_ins = frozenset(("between",))
    operators = frozenset(("+", "-", "*", "//", "neg"))

    def header(self, predicates: Iterable[PredicateId]) -> list[str]:
        """Table every predicate."""
        arity = {name: self.lowered.predicates[name].arity for name in predicates}
        tabled = [f":- table {self.names[name]}/{places}." for name, places in arity.items()]
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

    def unknown(self, name: PredicateId, row: Row) -> str:
        """An unknown fact is undefined."""
        return self.call(name, map(self.value, row)) + " :- undefined."

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

    def aggregate(self, atom: Atom, table: AggregateTable) -> str:
        """Collect the distinct tuples, then fold them."""
        group, fresh = self.elements(atom, table)
        elements = self.call(table.elements, [*group, *fresh])
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
