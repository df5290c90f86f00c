"""The engine without games: programs in, models out.

In: the text or path of a program. Out: its true and its undefined rows. Guarantee: predicates
of the engine's own making never show; a query is answered by demand. For people who want a
three-valued Datalog engine and no rulebook.

>>> program = load("\\n".join((".decl p(X: symbol).", "p(a).")))
>>> solve(program)
({'p': {('a',)}}, {})
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.asking.datalog_lines import read_body
from rulings.engine.limits import MAX_ROWS
from rulings.engine.run.evaluate import Evaluator
from rulings.engine.run.model import Model
from rulings.engine.store.table import Table
from rulings.language.files import load
from rulings.language.matching import unify
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Literal, Program, Row
from rulings.logic.completion import MOST_COMPLETED
from rulings.rulebook.document import refusal

__all__ = ["evaluate", "generated_code", "load", "solve"]

Rows = dict[str, set[Row]]


def evaluate(program: Program, *, engine: str = "native", max_rows: int | None = None) -> Model:
    """Return the whole well-founded model of a program."""
    evaluator = Evaluator(program, engine, max_rows=max_rows or MAX_ROWS)
    return evaluator.model(Table(program, max_rows=max_rows or MOST_COMPLETED))


def solve(
    program: Program,
    query: str | None = None,
    *,
    engine: str = "native",
    max_rows: int | None = None,
) -> tuple[Rows, Rows]:
    """Return the true rows and the undefined rows by predicate, `neg p` under that name.

    With `query`, an atom such as `p(X, a)` or `neg p(a)`, only its instances, computed by
    demand. Raises RulingsError for a query that does not fit the program.
    """
    if query is None:
        model = evaluate(program, engine=engine, max_rows=max_rows)
        return _rows(model, model.declared())
    atom = read_atom(query, program)
    evaluator = Evaluator(program, engine, max_rows=max_rows or MAX_ROWS)
    try:
        table = Table(program, max_rows=max_rows or MOST_COMPLETED)
        model = evaluator.answer(table, atom)
    except ValueError:
        message = f"The input columns of `{atom.predicate}` need values."
        raise refusal("RUL561", message, atom.span, "Write a value there.") from None
    true, undefined = _rows(model, (atom.predicate,))
    return _matching(true, atom), _matching(undefined, atom)


def read_atom(text: str, program: Program) -> Atom:
    """Read an atom of a program. Raises RulingsError with everything that is wrong."""
    body = read_body(text, program)
    if len(body) == 1 and isinstance(body[0], Literal) and not body[0].negated:
        return body[0].atom
    message = "A query is one atom, with constants where values are known."
    raise refusal("RUL560", message, hint="Write it like `p(X, a)`.")


def generated_code(program: Program) -> str:
    """Return the Python code that the native backend runs for a program, rule by rule."""
    return Evaluator(program).code(Table(program))


def _rows(model: Model, names: Iterable[PredicateId]) -> tuple[Rows, Rows]:
    known = [name for name in names if name in model.true]
    true = {str(name): rows for name in known if (rows := set(model.true[name]))}
    undefined = {str(name): rows for name in known if (rows := set(model.undefined(name)))}
    return true, undefined


def _matching(rows: Rows, atom: Atom) -> Rows:
    found = {
        name: {row for row in listed if unify(atom.terms, row, {}) is not None}
        for name, listed in rows.items()
    }
    return {name: listed for name, listed in found.items() if listed}
