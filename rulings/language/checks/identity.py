"""Rule ids.

In: rules in the order of the text. Out: an id for each. Guarantee: the id is the one that
`@id` gives, else `file:line`, and for a further rule of the same line `file:line:column`; the
alternatives of one rule are numbered behind it, `file:line/2`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from rulings.language.syntax import RuleStatement


def rule_identity() -> Callable[[RuleStatement], str]:
    """Return a function that names the rules of one program, each differently."""
    taken: set[str] = set()

    def identify(statement: RuleStatement) -> str:
        given = statement.annotations.id
        behind = f"/{statement.alternative}" if statement.alternative else ""
        if given is not None:
            # A second use is reported by the check of ids; it needs no other name here.
            taken.add(given.text + behind)
            return given.text + behind
        span = statement.head.span
        line, column = span.source.position(span.start)
        file = span.source.name.replace("\\", "/").rpartition("/")[2]
        name = f"{file}:{line}{behind}"
        if name in taken:
            name = f"{file}:{line}:{column}{behind}"
        base = name
        for number in count(2):
            if name not in taken:
                break
            name = f"{base}#{number}"
        taken.add(name)
        return name

    return identify
