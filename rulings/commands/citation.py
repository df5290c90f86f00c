"""Printed clauses and the rules that encode them.

In: rulebooks and the name of a clause. Out: the clauses meant, the rules that cite one.
Guarantee: a clause that no rulebook registers is a diagnostic with the nearest name.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulings.language.program import Predicate, Program, Rule
from rulings.rulebook.document import refusal, suggestion
from rulings.rulebook.registry import Clause
from rulings.session import Rulebook


def find_clauses(books: Sequence[Rulebook], name: str) -> list[tuple[Rulebook, Clause]]:
    """Return the clauses named `document/clause`, or `clause` in any document.

    Raises RulingsError (RUL613) when there is none.
    """
    found = [
        (book, clause)
        for book in books
        for clause in book.clauses.values()
        if name in (clause.name, clause.id)
    ]
    if found:
        return found
    known = [
        n for book in books for clause in book.clauses.values() for n in (clause.name, clause.id)
    ]
    message = f'No clause is named "{name}".'
    near = suggestion(name, known, "clause")
    raise refusal(
        "RUL613", message, hint=near if near.startswith("Did") else "Name it document/clause."
    )


def cited_by(program: Program, clause: str) -> tuple[list[Rule], list[Predicate]]:
    """Return the rules and the declarations that cite a clause."""
    rules = [rule for rule in program.rules if clause in rule.clauses]
    predicates = [p for p in program.predicates.values() if clause in p.clauses]
    return rules, predicates
