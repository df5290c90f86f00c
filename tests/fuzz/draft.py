"""Programs as lists of statements that can be taken apart.

In: heads and conditions as text. Out: the text of a program, and the same program without what
is short for something else, spelled out here and not by the checker. Guarantee: `smaller` yields
drafts that each lack something, the largest pieces first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product


@dataclass(frozen=True, slots=True)
class Short:
    """A condition that is short for several: `spelled` are the bodies of which one must hold.

    `group` are variables that it shares with other conditions of its rule.
    """

    text: str
    spelled: tuple[str, ...]
    group: frozenset[str] = frozenset()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Statement:
    """A declaration, a fact, an override or a rule; `before` holds annotations."""

    head: str
    body: tuple[str | Short, ...] = ()
    before: str = ""

    def __str__(self) -> str:
        neck = f" :- {', '.join(map(str, self.body))}" if self.body else ""
        return f"{self.before}{self.head}{neck}."

    def spelled(self) -> Iterator[str]:
        """Yield the rules that this one is short for, in which its id is a level."""
        ways = [c.spelled if isinstance(c, Short) else (c,) for c in self.body]
        bodies = [", ".join(part for part in way if part) for way in product(*ways)]
        before = self.before if len(bodies) == 1 else self.before.replace("@id", "@level")
        yield from (f"{before}{self.head}{f' :- {body}' if body else ''}." for body in bodies)

    def is_whole(self) -> bool:
        """Whether every short condition still shares its variables with the others."""
        return all(
            set(re.findall(r"\w+", " ".join(str(c) for c in self.body if c is not short)))
            >= short.group
            for short in self.body
            if isinstance(short, Short)
        )


@dataclass(frozen=True, slots=True)
class Ordered(Statement):
    """Rules of which the first that applies decides; `held` keeps each one back."""

    rules: tuple[Statement, ...] = ()
    held: tuple[tuple[str, ...], ...] = ()

    def __str__(self) -> str:
        return "\notherwise ".join(map(str, self.rules))

    def spelled(self) -> Iterator[str]:
        for rule, held in zip(self.rules, self.held, strict=True):
            yield from replace(rule, body=(*rule.body, *held)).spelled()


Draft = tuple[Statement, ...]


def text_of(draft: Draft) -> str:
    """The text of a program."""
    return "".join(f"{statement}\n" for statement in draft)


def spelled_out(draft: Draft) -> str:
    """The text of the program without what is short for something else."""
    return "".join(f"{rule}\n" for statement in draft for rule in statement.spelled())


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
            less = replace(statement, body=body)
            if less.is_whole():
                yield (*draft[:number], less, *draft[number + 1 :])
