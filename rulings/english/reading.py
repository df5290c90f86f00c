"""What a line of English (or Datalog) was understood to be.

In: nothing; these are the types that `question.read` builds and `session` and the REPL act on.
Guarantee: every predicate named is declared, every constant is a known entity, a value of a
built-in type or one introduced by a statement; a line that is not understood is a
`Misunderstood` with diagnostics and never a reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Atom, Condition, Variable


class Act(Enum):
    """What the speaker does with the line."""

    STATE = "statement"
    ASK = "ask"
    WHICH = "which"
    HOW_MANY = "howmany"
    WHY = "why"
    WHY_NOT = "whynot"
    WHEN = "when"
    WHAT_IF = "whatif"
    SUPPOSE = "suppose"
    FORGET = "forget"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Query:
    """A conjunction to decide and the variables whose values are asked for (empty: yes or no)."""

    body: tuple[Condition, ...]
    variables: tuple[Variable, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement:
    """A fact of the table, or its stated falsehood.

    `names` are the entities that the sentence introduced: symbol and spelling as written.
    """

    atom: Atom
    negated: bool = False
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One understood line.

    ASK has a query without variables, WHICH and HOW_MANY have some. WHY, WHY_NOT and WHEN have
    a query or None, which means the question asked last. WHAT_IF has statements and a query, or
    statements alone, which means the question asked last. STATE, SUPPOSE and FORGET have
    statements. COMMAND has words: the command's name (`focus`, …) and its arguments.
    `subject` is the entity that "it" refers to afterwards.
    """

    act: Act
    query: Query | None = None
    statements: tuple[Statement, ...] = ()
    words: tuple[str, ...] = ()
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class Misunderstood:
    """A line that no declared sentence fits, with the nearest ones in the hints."""

    text: str
    diagnostics: tuple[Diagnostic, ...]
    nearest: tuple[str, ...] = ()
