"""The same of somebody else: "Ben 7" behind "Ana has 4 photos".

In: the literal of a sentence and its template, the place behind it. Out: literals that differ in
subject and number. Guarantee: everything else is as the sentence says it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.phrase import Fit, fit
from rulings.english.scope import Scope
from rulings.english.template import Template
from rulings.language.program import Literal
from rulings.records import replace


def gapped(
    scope: Scope, start: int, before: Literal, last: Template
) -> Iterator[tuple[Literal, Fit]]:
    """Read another subject and number for a template with one number."""
    names = scope.lexicon.names
    numbers = [
        piece
        for piece in last.pieces
        if isinstance(piece, int) and names.sorts.is_int(scope.lexicon.sort(last.predicate, piece))
    ]
    if last.subject is None or len(numbers) != 1 or before.atom.predicate != last.predicate:
        return
    for found in fit(scope, last, (last.subject, numbers[0]), start):
        fills = dict(found.fills)
        if any(len(filler.terms) != 1 or filler.paired for filler in fills.values()):
            continue
        terms = tuple(
            fills[column].terms[0] if column in fills else term
            for column, term in enumerate(before.atom.terms)
        )
        yield Literal(replace(before.atom, terms=terms), before.negated), found
