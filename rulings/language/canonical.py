"""Programs in canonical form.

In: the text of a program. Out: its canonical text. Guarantee: the two parse to equal units; a text
with syntax errors is not rewritten.
"""

from __future__ import annotations

from rulings.language.diagnostics import RulingsError, Severity
from rulings.language.format import format_unit
from rulings.language.parse import parse
from rulings.language.source import Source


def canonical(source: Source) -> str:
    """Return a program in canonical form. Raises RulingsError when it has syntax errors."""
    unit, problems = parse(source)
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        raise RulingsError(errors)
    return format_unit(unit)
