"""What may be an answer to a which-question.

In: a goal with variables, its model, the names on the table. Out: the values its variables may
take. Guarantee: everything that a yes/no question about the table would not deny is among them:
what the model holds true or possible, and, for a variable that stands in a denial or in a
predicate with two sides, every thing known of its type, those on the table before those that
only the rulebook mentions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from rulings.asking.goal import Goal
from rulings.asking.hearing import Hearing
from rulings.asking.reason import Reason
from rulings.english.filling import noun
from rulings.english.names import Names
from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import base_of
from rulings.language.program import Column, Condition, Literal, Program, Row, Value, Variable
from rulings.language.source import Span
from rulings.logic.binders import condition_names
from rulings.logic.bounds import instances
from rulings.rulebook.document import refusal

_MOST = 20_000


def candidates(goal: Goal, hearing: Hearing) -> Iterator[dict[str, Value]]:
    """Yield values for all variables of a goal; some may come twice.

    Raises RulingsError (RUL573) when a variable has no end of values to try.
    """
    program, model = hearing.judge.program, hearing.judge.model
    bound_by_model = not _free(goal, [c for c in goal.body if not _denies(c)])
    if bound_by_model:
        yield from instances(goal.body, {}, model, possibly=True)
    tests = [c for c in goal.body if _merely_tests(c, program)]
    if not tests or not all(isinstance(condition, Literal) for condition in goal.body):
        return
    binding = [condition for condition in goal.body if condition not in tests]
    domains = {v: domain(hearing.lexicon.names, sort_of(v, goal, program)) for v in goal.variables}
    endless = [v for v in _free(goal, binding) if domains[v] is None]
    if endless and not bound_by_model:
        message = f"What is not so of a {noun(sort_of(endless[0], goal, program))} has no end."
        raise refusal("RUL573", message, _place(goal), "Ask which are so, or about one value.")
    if endless:
        return
    for bound in instances(binding, {}, model, possibly=True):
        free = [variable for variable in goal.variables if variable.name not in bound]
        for values in islice(product(*(domains[variable] or () for variable in free)), _MOST):
            yield {**bound, **{v.name: value for v, value in zip(free, values, strict=True)}}


def domain(names: Names, sort: str) -> tuple[Value, ...] | None:
    """Return the things of a sort on the table, or of the whole rulebook where it has none.

    None for numbers, words and texts, which have no end.
    """
    if sort in names.sorts.members:
        return tuple(names.sorts.members[sort])
    if not names.sorts.is_thing(sort):
        return None
    known = (names.on_table(sort), names.values(sort))
    surely = (tuple(value for value in some if _is_of(names, value, sort)) for some in known)
    return next(filter(None, surely), ())


def sort_of(variable: Variable, goal: Goal, program: Program) -> str:
    """Return the sort of the columns that a variable stands in, the first that says something."""
    sorts = [
        column.sort
        for condition in goal.body
        if isinstance(condition, Literal)
        for term, column in zip(condition.atom.terms, _columns(condition, program), strict=True)
        if term == variable
    ]
    return next((sort for sort in sorts if sort != "any"), "any")


def on_table(rows: dict[Row, Reason], goal: Goal, hearing: Hearing) -> dict[Row, Reason]:
    """Leave out what only the rulebook mentions where the table has an answer of its own.

    What is denied is denied, and what no rule speaks of is undecided, of all the things that
    nobody brought to the table too, and nobody asks about those.
    """
    table = hearing.lexicon.names.table
    tested = {
        v for c in goal.body if _merely_tests(c, hearing.judge.program) for v in _variables(c)
    }
    denied = {v for c in goal.body if _denies(c) for v in _variables(c)}
    for place, variable in enumerate(goal.variables):
        if variable in tested and any(row[place] in table for row in rows):
            rows = {
                row: reason
                for row, reason in rows.items()
                if row[place] in table or not (variable in denied or reason is Reason.SILENT)
            }
    return rows


def _is_of(names: Names, value: Value, sort: str) -> bool:
    """Whether a value is of a sort for certain, and not only of a wider one."""
    seen = names.sorts_of(value)
    return not seen or any(sort in names.sorts.above.get(other, ()) for other in seen)


def _merely_tests(condition: Condition, program: Program) -> bool:
    """Whether a literal may be open, or hold, for things that its relation does not list."""
    if not isinstance(condition, Literal):
        return False
    declared = program.predicates.get(base_of(condition.atom.predicate))
    return condition.negated or (declared is not None and declared.may_be_silent)


def _denies(condition: Condition) -> bool:
    return isinstance(condition, Literal) and condition.negated


def _free(goal: Goal, binding: list[Condition]) -> list[Variable]:
    """The variables of a goal that some conditions leave without a value."""
    bound = frozenset().union(*(condition_names(condition) for condition in binding))
    return [variable for variable in goal.variables if variable.name not in bound]


def _variables(condition: Condition) -> tuple[Variable, ...]:
    atom = condition.atom if isinstance(condition, Literal) else None
    return tuple(t for t in atom.terms if isinstance(t, Variable)) if atom is not None else ()


def _columns(literal: Literal, program: Program) -> tuple[Column, ...]:
    name = base_of(literal.atom.predicate)
    return (program.predicates.get(name) or BUILT_INS[name]).columns


def _place(goal: Goal) -> Span | None:
    return next((c.atom.span for c in goal.body if isinstance(c, Literal)), None)
