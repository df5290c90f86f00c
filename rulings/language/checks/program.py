"""The checks that need the whole program.

In: a program that may still have mistakes elsewhere. Out: problems. Guarantee: each check is
one function of its own module; checks that a missing rule would mislead wait until the rest is
free of errors (`complete`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Program

if TYPE_CHECKING:
    from rulings.language.check import Surface


def check_program(program: Program, surface: Surface, *, complete: bool) -> Iterator[Diagnostic]:
    """Run every program-wide check."""
    return iter(())
