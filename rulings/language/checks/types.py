"""Types of constants and variables.

In: a normalised rule. Out: problems, and the variables that occur once. Guarantee: without
problems some value could stand for each variable, and every constant belongs to its column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import combinations

from rulings.language.builtins import columns_of
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.places import argument_place, name_place
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Aggregate,
    Atom,
    Comparison,
    Condition,
    Constant,
    Expression,
    ForAll,
    Literal,
    Operation,
    Predicate,
    Term,
    Variable,
)
from rulings.language.sorts import SortLattice, kind
from rulings.language.source import Span
from rulings.language.suggest import member_hint
from rulings.records import dataclass, field

_KINDS = {"int": "an integer", "symbol": "a symbol", "string": "quoted text"}


Misfit = Callable[[Span], Diagnostic]
"""What is wrong with a constant that does not belong to its column, wherever it stands."""


@dataclass(slots=True)
class Types:
    """Checks one rule at a time."""

    predicates: Mapping[PredicateId, Predicate]
    lattice: SortLattice
    problems: list[Diagnostic]
    uses: dict[str, dict[str, Span]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)
    compared: list[tuple[Expression, Expression, str, Span]] = field(default_factory=list)
    numeric: list[tuple[str, str, Span]] = field(default_factory=list)

    def rule(self, head: Atom | None, body: Iterable[Condition]) -> None:
        """Check a rule, or a question when there is no head."""
        self.uses, self.counts, self.same = {}, {}, {}
        self.compared, self.numeric = [], []
        if head is not None:
            self._atom(head)
        for condition in body:
            self._condition(condition)
        for name in self.same:
            merged = self.uses.setdefault(self._class(name), {})
            for sort, span in self.uses.get(name, {}).items():
                merged.setdefault(sort, span)
        for left, right, operator, span in self.compared:
            self._compare(left, right, operator, span)
        self._variables()
        for name, what, span in self.numeric:
            for sort in self.uses.get(self._class(name), ()):
                if not self.lattice.compatible(sort, "int"):
                    described = f"of type `{sort}`"
                    place = name_place(span, name)
                    self.problems.append(
                        diagnose("RUL225", place, operator=what, what=f"`{name}`", sort=described)
                    )
                    break

    def singletons(self) -> list[str]:
        """The named variables of the rule just checked that occur once in it."""
        return [name for name, count in self.counts.items() if count == 1 and name[0] != "_"]

    def sorts_of(self, name: str) -> tuple[str, ...]:
        """The sorts of the places where a variable of the rule just checked stands."""
        return tuple(self.uses.get(self._class(name), ()))

    def _condition(self, condition: Condition) -> None:
        match condition:
            case Literal(atom):
                self._atom(atom)
            case Comparison(operator, left, right):
                self._expression(left)
                self._expression(right)
                if operator == "=" and isinstance(left, Variable) and isinstance(right, Variable):
                    self._unite(left.name, right.name)
                else:
                    self.compared.append((left, right, operator, condition.span))
            case Aggregate(target, function, terms, body):
                for inner in body:
                    self._condition(inner)
                for term in (target, *terms):
                    self._count(term)
                self._result(target, function, terms[0], condition.span)
            case ForAll(variables, given, goal):
                for inner in given:
                    self._condition(inner)
                self._atom(goal.atom)
                for variable in variables:
                    self._count(variable)

    def _result(self, target: Term, function: str, first: Term, span: Span) -> None:
        if function in ("count", "sum"):
            self.compared.append((target, Operation("+", ()), "=", span))
            if function == "sum":
                self._number(first, "sum", span)
        elif isinstance(target, Variable) and isinstance(first, Variable):
            self._unite(target.name, first.name)
        else:
            self.compared.append((target, first, "=", span))

    def _count(self, term: Term) -> None:
        if isinstance(term, Variable):
            self.counts[term.name] = self.counts.get(term.name, 0) + 1

    def _expression(self, expression: Expression) -> None:
        match expression:
            case Variable():
                self._count(expression)
            case Operation(operator, operands, span):
                for operand in operands:
                    self._expression(operand)
                    shown = "-" if operator == "neg" else operator
                    if not isinstance(operand, Operation):
                        self._number(operand, shown, span)

    def _number(self, term: Term, operator: str, span: Span) -> None:
        if isinstance(term, Variable):
            self.numeric.append((term.name, operator, span))
        elif not isinstance(term.value, int):
            self.problems.append(
                diagnose(
                    "RUL225",
                    name_place(span, term.value),
                    operator=operator,
                    what=f"`{term.value[:40]}`",
                    sort="text",
                )
            )

    def _atom(self, atom: Atom) -> None:
        columns = columns_of(atom.predicate, self.predicates) or ()
        counts, uses = self.counts, self.uses
        for index, (term, column) in enumerate(zip(atom.terms, columns, strict=True)):
            if isinstance(term, Variable):
                name = term.name
                counts[name] = counts.get(name, 0) + 1
                uses.setdefault(name, {}).setdefault(column.sort, atom.span)
            else:
                problem = self.misfit(term, column.sort, f"`{column.name}` of `{atom.predicate}`")
                place = argument_place(atom.span, index)
                if problem is not None and not _put_in(term, place.text):
                    self.problems.append(problem(place))

    def misfit(self, term: Constant, sort: str, place: str) -> Misfit | None:
        """Return what is wrong with a constant that does not belong to a sort."""
        members = self.lattice.members(sort)
        if members is not None:
            if term.value in members:
                return None
            hint = member_hint(term.value, members)
            value = str(term.value)[:40]
            return partial(diagnose, "RUL222", suggestion=hint, value=value, sort=sort)
        written = kind(term)
        if self.lattice.holds_kind(sort, written):
            return None
        if written == "int" or self.lattice.numeric(sort):
            advice = f"Use a value of type `{sort}`, or change the type of the column."
        elif written == "string":
            advice = "Write a symbol, without quotes; a symbol begins in lower case."
        else:
            advice = f'Put it in quotes: "{term.value}".'
        shown = f'"{term.value}"' if written == "string" else f"`{term.value}`"
        return partial(
            diagnose,
            "RUL221",
            value=shown if len(shown) < 50 else shown[:46] + "…" + shown[0],
            kind=_KINDS[written],
            place=place,
            sort=f"values of type `{sort}`",
            advice=advice,
        )

    def _class(self, name: str) -> str:
        root = name
        while root in self.same:
            root = self.same[root]
        while name != root:
            self.same[name], name = root, self.same[name]
        return root

    def _unite(self, first: str, second: str) -> None:
        one, other = self._class(first), self._class(second)
        if one != other:
            self.same[other] = one

    def _variables(self) -> None:
        """Report each variable whose columns share no value."""
        for name, sorts in self.uses.items():
            if len(sorts) < 2 or name in self.same:
                continue
            pairs = combinations(sorts, 2)
            clash = next((pair for pair in pairs if not self.lattice.compatible(*pair)), None)
            if clash is not None:
                first, second = clash
                self.problems.append(
                    diagnose(
                        "RUL223",
                        name_place(sorts[second], name),
                        [Note(f"`{first}` here", name_place(sorts[first], name))],
                        name="_" if name[1:].isdigit() else name,
                        first=f"`{first}`",
                        second=f"`{second}`",
                        a=first,
                        b=second,
                    )
                )

    def _compare(self, left: Expression, right: Expression, operator: str, span: Span) -> None:
        if isinstance(left, Constant) and not isinstance(right, Constant):
            left, right = right, left
        if isinstance(right, Constant):
            self._compare_constant(left, right, operator, span)
            return
        for one in self._sorts(left):
            for other in self._sorts(right):
                if not self.lattice.compatible(one, other):
                    self._mismatch(f"`{one}`", f"`{other}`", span)
                    return
        if operator == "=":
            for variable, value in ((left, right), (right, left)):
                if isinstance(variable, Variable) and isinstance(value, Operation):
                    self.uses.setdefault(self._class(variable.name), {}).setdefault("int", span)

    def _compare_constant(
        self, left: Expression, right: Constant, operator: str, span: Span
    ) -> None:
        written = kind(right)
        if isinstance(left, Constant):
            if (kind(left) == "int") != (written == "int"):
                self._mismatch(_KINDS[kind(left)], _KINDS[written], span)
            return
        for sort in self._sorts(left):
            members = self.lattice.members(sort)
            if operator in ("=", "!=") and members is not None and right.value not in members:
                problem = self.misfit(right, sort, "")
                if problem is not None:
                    self.problems.append(problem(name_place(span, str(right.value))))
                return
            if not self.lattice.holds_kind(sort, written):
                self._mismatch(f"`{sort}`", _KINDS[written], span)
                return
        if operator == "=" and isinstance(left, Variable):
            uses = self.uses.setdefault(self._class(left.name), {})
            if not uses:
                uses[written] = span

    def _sorts(self, expression: Expression) -> list[str]:
        if isinstance(expression, Variable):
            return list(self.uses.get(self._class(expression.name), ()))
        return ["int"] if isinstance(expression, Operation) else []

    def _mismatch(self, first: str, second: str, span: Span) -> None:
        self.problems.append(diagnose("RUL224", span, first=first, second=second))


def _put_in(term: Constant, written: str) -> bool:
    """Whether a variable is written where the value stands: it is told where it is written."""
    return written[:1].isupper() and written.lower() != str(term.value).lower()
