"""Which predicate an atom speaks of.

In: the name of a declared predicate, the id of a rule. Out: a `PredicateId`: the plain name of a
declared predicate, or a `DerivedId` for every predicate that no program declares: the against-side
of another, what lowering makes of denials, overrides, aggregates and `forall`, what is asked for.
Guarantee: equal identities are one object, so that comparing and hashing cost nothing; `str` is
what people read, and nothing is ever told from that text.
"""

from __future__ import annotations

from enum import Enum
from threading import Lock

from rulings.records import dataclass, field


class DerivedKind(Enum):
    """Why a predicate exists that no program declares; the value is how it is said."""

    AGAINST = "neg"
    """`neg p`: p is denied, and nothing stands for it."""
    PRO = "for"
    """What stands for a two-sided predicate."""
    CONTRA = "against"
    """What stands against a two-sided predicate."""
    APPLIES = "applies"
    """Where the body of a ranked rule holds."""
    BEATEN = "beaten"
    """Where a rule is overridden."""
    ELEMENTS = "elements"
    """What an aggregate ranges over, after its group."""
    VALUE = "value"
    """The value of an aggregate, after its group."""
    EXCEPTION = "exception"
    """The groups for which a `forall` has a counterexample."""
    SCOPE = "scope"
    """The groups for which elements or exceptions are looked for."""
    DEMAND = "demand"
    """The values of `in` columns for which a predicate is wanted."""
    ASKED = "asked"
    """The values at some positions for which a predicate is asked."""
    QUESTION = "question"
    """The values that one question gives."""
    REACHED = "reached"
    """What a right-linear recursion reaches from the question's values."""
    ANSWER = "answer"
    """What a right-linear recursion answers to the question."""
    TABLES = "tables"
    """The numbers of tables that are evaluated together."""
    GIVEN = "given"
    """What a table has of a predicate that states nothing."""
    DIFFERS = "differs"
    """Where a table evaluated with others says itself what holds."""
    FRESH = "fresh"
    """The values of a sort that a table is the first to mention."""
    KNOWN = "known"
    """The values of a sort that are known on every table."""
    DOMAIN = "domain"
    """The values of a sort on a table."""
    UNSTATED = "unstated"
    """Whether a fact that nobody states of a predicate holds."""


@dataclass(frozen=True, slots=True, eq=False)
class DerivedId:
    """A predicate that no program declares. Made by `derived` alone, which keeps it unique.

    `of` is the predicate or the id of the rule that it belongs to; `numbers` are the number of a
    rule's condition, or the positions for which a predicate is asked.
    """

    kind: DerivedKind
    of: PredicateId
    numbers: tuple[int, ...] = ()
    text: str = field(default="", repr=False)

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, ...]:
        return derived, (self.kind, self.of, *self.numbers)


PredicateId = str | DerivedId

_KNOWN: dict[tuple[DerivedKind, PredicateId, tuple[int, ...]], DerivedId] = {}
_LOCK = Lock()


def derived(kind: DerivedKind, of: PredicateId, *numbers: int) -> DerivedId:
    """Return the one predicate of this kind."""
    key = kind, of, numbers
    found = _KNOWN.get(key)
    if found is None:
        joint = " " if kind is DerivedKind.ASKED else "#"
        numbered = joint + ",".join(map(str, numbers)) if numbers else ""
        with _LOCK:
            found = _KNOWN.setdefault(
                key, DerivedId(kind, of, numbers, f"{kind.value} {of}{numbered}")
            )
    return found


def past_of(happening: str) -> str:
    """The predicate of the steps in which a happening took place; no program can write it."""
    return f"{happening}.happened"


def was_of(state: str) -> str:
    """The predicate of what a state was after each step of the journal."""
    return f"{state}.was"


def legal_of(happening: str) -> str:
    """The predicate of the happenings of a kind that have all that they need."""
    return f"{happening}.legal"


def only_of(happening: str) -> str:
    """The predicate of those whom nothing else is allowed than happenings of a kind."""
    return f"{happening}.only"


def is_only(name: PredicateId) -> bool:
    """Whether a predicate tells whom nothing else is allowed."""
    return isinstance(name, str) and name.endswith(".only")


def against(name: PredicateId) -> DerivedId:
    """The against-side of a declared predicate."""
    return derived(DerivedKind.AGAINST, name)


SIDES = frozenset((DerivedKind.AGAINST, DerivedKind.PRO, DerivedKind.CONTRA))
"""The kinds of predicates that belong to a two-sided one."""


def kind_of(name: PredicateId) -> DerivedKind | None:
    """The kind of a predicate, None of a declared one."""
    return name.kind if isinstance(name, DerivedId) else None


def is_against(name: PredicateId) -> bool:
    """Whether `name` is the against-side of a declared predicate."""
    return isinstance(name, DerivedId) and name.kind is DerivedKind.AGAINST


def base_of(name: PredicateId) -> str:
    """The declared predicate that `name` is, or is the against-side of.

    Any other is returned as its text, which holds a space, so that no program declares it.
    """
    if isinstance(name, str):
        return name
    return str(name.of if name.kind is DerivedKind.AGAINST else name)


def opposite(name: PredicateId) -> PredicateId:
    """The other side of a two-sided predicate."""
    return base_of(name) if is_against(name) else against(name)


def pro_and_contra(name: PredicateId) -> tuple[DerivedId, DerivedId]:
    """What stands for a two-sided predicate, and what stands against it."""
    return derived(DerivedKind.PRO, name), derived(DerivedKind.CONTRA, name)


def sides(name: PredicateId) -> tuple[PredicateId, ...]:
    """A declared predicate with everything that it is made of if it is two-sided."""
    return name, against(name), *pro_and_contra(name)


def side_of(name: PredicateId) -> PredicateId:
    """The declared predicate that `name` is one of the sides of; any other is itself."""
    return name.of if isinstance(name, DerivedId) and name.kind in SIDES else name
