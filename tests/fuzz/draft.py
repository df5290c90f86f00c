"""Programs as lists of statements that can be taken apart.

In: heads and conditions as text. Out: the text of a program. Guarantee: `smaller` yields drafts
that each lack something, the largest pieces first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Statement:
    """A declaration, a fact, an override or a rule; `before` holds annotations."""

    head: str
    body: tuple[str, ...] = ()
    before: str = ""

    def __str__(self) -> str:
        neck = f" :- {', '.join(self.body)}" if self.body else ""
        return f"{self.before}{self.head}{neck}."


Draft = tuple[Statement, ...]


def text_of(draft: Draft) -> str:
    """The text of a program."""
    return "".join(f"{statement}\n" for statement in draft)


def smaller(draft: Draft) -> Iterator[Draft]:
    """Yield drafts without some statements, then without one condition."""
    size = len(draft) // 2
    while size:
        for start in range(0, len(draft), size):
            yield draft[:start] + draft[start + size :]
        size //= 2
    for number, statement in enumerate(draft):
        for place in range(len(statement.body)):
            body = statement.body[:place] + statement.body[place + 1 :]
            yield (*draft[:number], replace(statement, body=body), *draft[number + 1 :])
