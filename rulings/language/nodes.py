"""What stands in a node, and nodes with other parts.

In: nodes of the surface tree or of a program, alone or in tuples. Out: the nodes in them; the same
with others in their place. Guarantee: the one walk over both trees, at every depth; what stands in
a node is in the fields of these names, whatever its class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, TypeVar

from rulings.language.builtins import BUILT_INS
from rulings.language.program import Aggregate, Atom, Condition, ForAll, Literal, Variable
from rulings.records import fields, replace

_HOLDING = frozenset(
    "head body target terms arguments left right operands atom variables keys alternatives"
    " condition goal fixed_by".split()
)
"""The fields that hold nodes."""

Place = TypeVar("Place")
"""A node, or a tuple of them."""
Renaming = Callable[[Variable], Variable]


def nodes(roots: Iterable[object], *, closed: tuple[type, ...] = ()) -> Iterator[object]:
    """Yield nodes and all that stands in them, each before its parts; `closed` ones keep theirs."""
    waiting: list[Any] = list(roots)[::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += node[::-1]
        elif node is not None:
            yield node
            if not isinstance(node, closed):
                for name in reversed(_parts(node.__class__)):
                    waiting.append(getattr(node, name))


def rebuilt(node: Place, change: Callable[[Any], object | None]) -> Place:
    """Return a node with what `change` returns in the place of what it is given.

    Where that is None the node stays, and its parts are looked at.
    """
    whole: Any = node
    if isinstance(whole, tuple):
        found: Any = tuple([rebuilt(one, change) for one in whole])
    else:
        found = change(whole) if whole is not None else None
        if found is None:
            names = _parts(whole.__class__)
            parts = {name: rebuilt(getattr(whole, name), change) for name in names}
            found = replace(whole, **parts) if names else whole
    place: Place = found
    return place


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """Return the fields of a class that hold nodes; None has none."""
    if kind is type(None):
        return ()
    return tuple(one.name for one in fields(kind) if one.name in _HOLDING)


def renamed(node: Place, names: Renaming) -> Place:
    """Return a node with its variables renamed, those that a `forall` binds included."""
    return rebuilt(node, lambda one: names(one) if isinstance(one, Variable) else None)


def literals_of(body: Iterable[Condition]) -> Iterator[Literal]:
    """Yield every literal of a body, in the order in which they are written."""
    return (node for node in nodes(body, closed=(Atom,)) if isinstance(node, Literal))


def atoms_read(body: Iterable[Condition], through: str = "") -> Iterator[tuple[Atom, str]]:
    """Yield the atoms that a body reads of declared predicates, each with what it is read through.

    That is `not`, also for what stands in a `forall`, the function of an aggregate, or empty.
    """
    for condition in body:
        match condition:
            case Literal(atom, negated):
                if atom.predicate not in BUILT_INS:
                    yield atom, through or ("not" if negated else "")
            case Aggregate(_, function, _, inner):
                yield from atoms_read(inner, function)
            case ForAll(_, given, goal):
                yield from atoms_read((*given, goal), through or "not")
