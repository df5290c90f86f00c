"""What random programs are made of.

In: nothing. Out: types with their constants and variables, what is known of a predicate, and a
rule's body while it grows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.fuzz.draft import Short, Statement

CONSTANTS = {
    "t": ("a", "b", "c"),
    "int": ("0", "1", "2", "3"),
    "digit": ("0", "1", "2"),
    "thing": ("k", "l", '"m n"'),
    "big": ("k", "l"),
    "any": ("a", "k", "1", '"A b"'),
}
POOL_OF = {"t": "t", "int": "n", "digit": "d", "thing": "g", "big": "g", "any": "a"}
POOLS: dict[str, tuple[str, ...]] = {
    "t": ("X", "Y", "Z"),
    "n": ("N", "M", "K"),
    "d": ("D", "E", "F"),
    "g": ("G", "H", "I"),
    "a": ("A", "B", "C"),
}
TYPES = {
    "t": Statement(".type t = { a, b, c }"),
    "digit": Statement(".type digit = { 0, 1, 2 }"),
    "thing": Statement(".type thing"),
    "big": Statement(".type big < thing"),
}
STATED, LEVELS = -1, 3
"""The level of facts and states, and the number of levels of rules above it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A predicate: what rules of a level above may read."""

    name: str
    sorts: tuple[str, ...]
    level: int = STATED
    two_sided: bool = False
    has_input: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """What a program may hold; `plain` leaves only what every Datalog with negation has."""

    plain: bool = False
    largest_arity: int = 4


@dataclass
class Body:
    """A rule's body while it grows, with the variables bound so far and their sorts' pools."""

    level: int
    conditions: list[str | Short] = field(default_factory=list)
    bound: dict[str, str] = field(default_factory=dict)

    def of(self, pool: str) -> list[str]:
        """The bound variables of a pool."""
        return [name for name, of in self.bound.items() if of == pool]


def atom(name: str, row: list[str] | tuple[str, ...]) -> str:
    """The text of an atom."""
    return f"{name}({', '.join(row)})" if row else name


def is_plain(expression: str) -> bool:
    """Whether an expression needs no parentheses."""
    return expression.isalnum()
