"""Printed clauses and the rules that encode them.

In: rulebooks and the name of a clause. Out: the clauses meant; what one says and what cites it.
Guarantee: a clause that no rulebook registers is a diagnostic with the nearest name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulings.asking.opened import OpenedEdition
from rulings.doors.picking import picked
from rulings.language.format import rule_text
from rulings.language.suggest import near_hint
from rulings.rulebook.document import refusal
from rulings.rulebook.registry import Clause


def find_clauses(books: Sequence[OpenedEdition], name: str) -> list[tuple[OpenedEdition, Clause]]:
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
    raise refusal("RUL613", message, hint=near_hint(name, known, "Name it document/clause."))


def cited(book: OpenedEdition, clause: Clause) -> dict[str, Any]:
    """Return what a clause says, and the rules and declarations that cite it."""
    document = next(d for d in book.registry.documents if d.id == clause.document)
    rules = (rule for rule in book.program.rules if clause.name in rule.clauses)
    declared = book.program.predicates.values()
    return {
        "id": clause.name,
        "game": book.name,
        "document": document.title,
        **picked(clause, "section", "lines", "gist", "unmodelled"),
        "rules": [{"id": rule.id, "text": rule_text(rule)} for rule in rules],
        "declarations": [one.name for one in declared if clause.name in one.clauses],
    }


def cited_text(found: Mapping[str, Any]) -> str:
    """Return the same as text."""
    place = f", {found['lines']}" if found["lines"] else ""
    lines = [
        found["id"],
        f"  {found['document']} · {found['section']}{place}",
        f"  {found['gist']}",
    ]
    if found["unmodelled"]:
        lines.append(f"  not encoded: {found['unmodelled']}")
    if found["declarations"]:
        lines.append(f"  defines {', '.join(found['declarations'])}")
    for rule in found["rules"]:
        lines += ["", *(f"  {line}" for line in rule["text"].rstrip().splitlines())]
    return "\n".join(lines) + "\n"
