"""Laws with values for their variables, and what they need.

In: a law, the facts that a reading of its body found. Out: a `GroundLaw`, and whether all it needs
is true or something is false. Guarantee: three values; what is neither is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulings.language.program import Row
from rulings.verifier.basis import Fact
from rulings.verifier.law import Law

Truth = Callable[[Fact], bool | None]
"""Whether a fact is true or false; None while that is open."""


@dataclass(frozen=True, slots=True)
class GroundLaw:
    """A body with values for its variables.

    It needs that `holds` hold, `fails` fail, and no instance of `never` does. What an aggregate
    in it ranges over and is open is `weighed`; unless `decided`, it may come to another value.
    """

    law: Law | None = None
    row: Row = ()
    holds: tuple[Fact, ...] = ()
    fails: tuple[Fact, ...] = ()
    never: tuple[GroundLaw, ...] = ()
    weighed: tuple[Fact, ...] = ()
    decided: bool = True

    @property
    def rule(self) -> str:
        """The id of its rule; empty for what is stated."""
        return self.law.source.id if self.law is not None else ""


def certain(instance: GroundLaw, truth: Truth) -> bool:
    """Whether all that an instance needs is true."""
    return (
        instance.decided
        and all(truth(fact) is True for fact in instance.holds)
        and all(truth(fact) is False for fact in instance.fails)
        and all(refuted(other, truth) for other in instance.never)
    )


def refuted(instance: GroundLaw, truth: Truth, unfounded: frozenset[Fact] = frozenset()) -> bool:
    """Whether something that an instance needs is false, or rests on the unfounded."""
    return (
        any(fact in unfounded or truth(fact) is False for fact in instance.holds)
        or any(truth(fact) is True for fact in instance.fails)
        or any(certain(other, truth) for other in instance.never)
    )


def open_facts(instance: GroundLaw, truth: Truth) -> Iterator[Fact]:
    """Yield what an instance mentions and is open, what it must never satisfy included."""
    for fact in (*instance.holds, *instance.fails):
        if truth(fact) is None:
            yield fact
    yield from instance.weighed
    for other in instance.never:
        if not refuted(other, truth):
            yield from open_facts(other, truth)
