"""Rules that were checked before, for whoever examines a program after every change of it.

In: the declarations of a program, its rules as they are written. Out: what a rule was normalised
to. Guarantee: a rule is remembered by itself, not by what it says, only if nothing was wrong with
it, and only as long as everything that is declared stays the same.
"""

from __future__ import annotations

from rulings.language.checks.declare import Declarations
from rulings.language.program import Atom, Condition
from rulings.language.syntax import RuleStatement
from rulings.records import dataclass, field

Normalised = tuple[Atom, tuple[Condition, ...]]


@dataclass(slots=True)
class RememberedRules:
    """What the last examination and this one found right; older ones are forgotten."""

    _declared: tuple[object, ...] = ()
    _last: dict[int, tuple[RuleStatement, Normalised]] = field(default_factory=dict)
    _now: dict[int, tuple[RuleStatement, Normalised]] = field(default_factory=dict)

    def begin(self, declared: Declarations) -> None:
        """Begin an examination."""
        # Checking adds predicates of its own: what counts is what there was before.
        told = dict(declared.predicates), dict(declared.sorts), declared.moving
        self._last = self._now if told == self._declared else {}
        self._now = {}
        self._declared = told

    def of(self, statement: RuleStatement) -> Normalised | None:
        """Return the head and the body of a rule that was right."""
        found = self._last.get(id(statement))
        if found is None:
            return None
        # As long as it is kept, nothing else can have its number.
        self._now[id(statement)] = found
        return found[1]

    def keep(self, statement: RuleStatement, head: Atom, body: tuple[Condition, ...]) -> None:
        """Remember a rule that is right."""
        self._now[id(statement)] = statement, (head, body)
