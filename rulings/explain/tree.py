"""What an explanation is made of.

In: nothing; these are the nodes that `proof` and `refutation` build and that are put into words
elsewhere. Guarantee: frozen; a fact is explained once, later mentions are `Seen`; trees of any
depth are built and walked without recursion, by generators that `unroll` runs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Aggregate,
    Comparison,
    Condition,
    ForAll,
    Literal,
    Row,
    Rule,
    Value,
)
from rulings.records import dataclass, field

if TYPE_CHECKING:
    from rulings.explain.ground import Fact
    from rulings.language.matching import Pattern
    from rulings.logic.orders import Orders

T = TypeVar("T")
Walk = Generator[Any, Any, T]


class Rules(Protocol):
    """Where the rules for a predicate are found, and the order in which to look them up."""

    @property
    def orders(self) -> Orders:
        """The orders in which the conditions of rules are looked up."""
        ...

    def concluding(self, name: PredicateId) -> tuple[Rule, ...]:
        """Return the rules for `p`, or the denials of p for `neg p`."""
        ...


@dataclass(frozen=True, slots=True)
class Given:
    """A fact that is stated, or holds by the meaning of a built-in."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Assumed:
    """A fact that holds by default because the table does not say otherwise."""

    fact: Fact


@dataclass(frozen=True, slots=True)
class Derived:
    """A conclusion, the rule that draws it and its premises, which all rank lower.

    `against` tells, for a predicate that rules may deny, why none of these rules stands.
    """

    fact: Fact
    rule: Rule
    premises: tuple[Proof, ...]
    against: tuple[Attempt, ...] = ()


@dataclass(frozen=True, slots=True)
class Attempt:
    """A rule that could have concluded something: the conditions that fail, and how many do not.

    `beaten` is the proof of the rule that overrides it, when all its conditions hold; `bound` are
    the values for which the conditions were looked up.
    """

    rule: Rule
    failing: tuple[Proof, ...]
    met: int
    beaten: Derived | None = None
    bound: Mapping[str, Value] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Absent:
    """A fact, or every instance of a pattern, that does not hold, and why no rule concludes it.

    `because` is `unstated` or `denied` for facts of the table, `further` where the explanation
    has grown too long to go on here. `instead` is what is stated in its
    place: the one value that the table gives, or facts of the rulebook that differ in one value.
    """

    name: PredicateId
    pattern: Pattern
    attempts: tuple[Attempt, ...] = ()
    because: str = ""
    instead: tuple[Given | Derived, ...] = ()


@dataclass(frozen=True, slots=True)
class Undefined:
    """A fact that is neither true nor false; `because` is `unknown` for one of the table.

    Each attempt names a rule that may conclude it and the premises that are not certain.
    """

    fact: Fact
    attempts: tuple[Attempt, ...] = ()
    because: str = ""


@dataclass(frozen=True, slots=True)
class Premise:
    """A condition that holds for some values, explained only when somebody asks why."""

    condition: Condition
    bound: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison with its values; `counted` are the aggregates that these are of."""

    condition: Comparison
    left: Value | None
    right: Value | None
    holds: bool
    counted: tuple[Premise, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """An aggregate, its value, and each element with what makes it one."""

    condition: Aggregate
    value: Value | None
    elements: tuple[tuple[Row, tuple[Proof, ...]], ...]
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Each:
    """A `forall`, instance by instance; those that fail come first.

    `given` tells for each why it is an instance. Where it says that there is no other, what is
    found is `another`. `sought` is what a further instance would have to meet.
    """

    instances: tuple[Proof, ...]
    holds: bool
    given: tuple[tuple[Premise, ...], ...] = ()
    another: bool = False
    sought: tuple[Premise, ...] = field(default=(), compare=False, repr=False)


def says_no_other(condition: ForAll) -> bool:
    """Whether a `forall` says that nothing is so but what it compares with.

    That is how `only`, `exactly` and a goal such as `B = A` are spelled out.
    """
    goal, given = condition.goal, condition.condition
    unlike = any(isinstance(one, Comparison) and one.operator == "!=" for one in given)
    return unlike and goal.negated and Literal(goal.atom) in given


@dataclass(frozen=True, slots=True)
class Seen:
    """Something explained before: a fact or pattern and whether it was found to hold."""

    name: PredicateId
    pattern: Pattern
    kind: str


Proof = Given | Assumed | Derived | Absent | Undefined | Compared | Counted | Each | Seen
Asked = Walk[Proof] | Proof
"""What is explained by a walk, or at once: most of what is asked needs no walk."""


@overload
def unroll(walk: Asked) -> Proof: ...
@overload
def unroll(walk: Walk[T]) -> T: ...
def unroll(walk: Any) -> Any:
    """Run a generator whose `yield` asks for the result of another one."""
    if not isinstance(walk, GeneratorType):
        return walk
    waiting: list[Callable[[Any], Any]] = []
    send: Callable[[Any], Any] = walk.send
    value: Any = None
    while True:
        try:
            asked = send(value)
        except StopIteration as stop:
            value = stop.value
            if not waiting:
                return value
            send = waiting.pop()
        else:
            if type(asked) is GeneratorType:
                waiting.append(send)
                send, value = asked.send, None
            else:
                value = asked


@overload
def gather(walks: Iterable[Asked]) -> Walk[tuple[Proof, ...]]: ...
@overload
def gather(walks: Iterable[T | Walk[T]]) -> Walk[tuple[T, ...]]: ...
def gather(walks: Iterable[Any]) -> Any:
    """Run generators one after the other, each before the next one is asked for.

    What begins with no generator is gathered at once, up to the first.
    """
    found: list[Any] = []
    waiting = iter(walks)
    for walk in waiting:
        if type(walk) is GeneratorType:
            return _gathered(found, walk, waiting)
        found.append(walk)
    return tuple(found)


def _gathered(found: list[Any], walk: Any, waiting: Iterator[Any]) -> Walk[tuple[Any, ...]]:
    found.append((yield walk))
    for walk in waiting:
        if type(walk) is GeneratorType:
            walk = yield walk
        found.append(walk)
    return tuple(found)
