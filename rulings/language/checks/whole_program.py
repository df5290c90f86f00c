"""The checks that need the whole program.

In: a program, possibly with mistakes in single rules. Out: problems. Guarantee: each check is
one function of its own module; those that a missing rule would mislead run only when the rest
is free of errors (`complete`), those that only warn only when asked (`thorough`).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.language.checks.dependencies import recursion
from rulings.language.checks.endless import endless
from rulings.language.checks.overrides import check_ids, check_overrides
from rulings.language.checks.spelling import misspelt
from rulings.language.checks.usage import (
    missing_sides,
    never_applies,
    never_concluded,
    never_used,
    written_twice,
)
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Program
from rulings.language.sorts import SortLattice
from rulings.language.syntax import OverrideStatement, RuleStatement


def check_program(
    program: Program,
    statements: tuple[RuleStatement, ...],
    overrides: tuple[OverrideStatement, ...],
    *,
    complete: bool,
    thorough: bool,
) -> Iterator[Diagnostic]:
    """Run every program-wide check; `statements` are the rules of the program as written."""
    yield from check_ids(statements)
    yield from recursion(program, notes=thorough)
    if not complete:
        return
    yield from check_overrides(program, overrides, warnings=thorough)
    missing = list(missing_sides(program))
    yield from missing
    if thorough and not missing:
        yield from never_used(program)
        yield from never_concluded(program)
        yield from never_applies(program)
        yield from endless(program)
        yield from written_twice(program.rules, statements)
        yield from misspelt(program, SortLattice(program.sorts))
