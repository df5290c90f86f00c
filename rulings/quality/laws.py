"""Laws of encoding that a whole rulebook keeps, or is told where it does not.

In: a checked program. Out: warnings, each of one law of the table. Guarantee: nothing is refused;
a law says what to write instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulings.english.made_sentences import declared_permissions
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Program

Law = Callable[[Program], Iterator[Diagnostic]]


def _permission(program: Program) -> Iterator[Diagnostic]:
    """What may be done is what a deed needs, and no predicate of its own."""
    for happening, predicate, text in declared_permissions(program):
        name = str(predicate.name)
        yield diagnose("RUL651", predicate.span, text=text, name=name, happening=happening.name)


LAWS: tuple[Law, ...] = (_permission,)
"""The laws; each warns of what breaks it."""


def laws_broken(program: Program) -> Iterator[Diagnostic]:
    """Yield what breaks a law."""
    for law in LAWS:
        yield from law(program)
