"""The order of types.

In: the declared sorts. Out: which sorts share values. Guarantee: two sorts are compatible when
one contains the other; a root sort lies below both `symbol` and `string`, which hold its text.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.language.program import Constant, Sort, Value
from rulings.records import dataclass, field


@dataclass(frozen=True, slots=True)
class SortLattice:
    """Answers questions about sorts; answers are remembered."""

    sorts: Mapping[str, Sort]
    _above: dict[str, frozenset[str]] = field(default_factory=dict, repr=False)
    _members: dict[str, frozenset[Value] | None] = field(default_factory=dict, repr=False)

    def above(self, sort: str) -> frozenset[str]:
        """Return `sort` and every sort that contains it."""
        found = self._above.get(sort)
        if found is None:
            chain = lineage(sort, self.sorts)
            root = ("symbol", "string") if chain[-1] in self.sorts else ()
            found = self._above[sort] = frozenset((*chain, *root, "any"))
        return found

    def compatible(self, first: str, second: str) -> bool:
        """Return whether one of two sorts contains the other."""
        return first == second or first in self.above(second) or second in self.above(first)

    def quoted(self, sort: str) -> bool:
        """Return whether a sort holds quoted text and no symbols, so that its values are quoted."""
        above = self.above(sort)
        return sort != "any" and "string" in above and "symbol" not in above

    def numeric(self, sort: str) -> bool:
        """Return whether a sort holds integers only."""
        return "int" in self.above(sort)

    def members(self, sort: str) -> frozenset[Value] | None:
        """Return the members of a closed sort or of the closed sort it lies below, or None."""
        if sort not in self._members:
            step = self.sorts.get(sort)
            while step is not None and step.members is None:
                step = self.sorts.get(step.parent or "")
            closed = None if step is None or step.members is None else frozenset(step.members)
            self._members[sort] = closed
        return self._members[sort]

    def holds_kind(self, sort: str, kind: str) -> bool:
        """Return whether a sort holds constants of a kind (`int`, `symbol` or `string`)."""
        above = self.above(sort)
        if sort == "any" or kind in above:
            return True
        # Below `any` stands a mixed sort; its members say what it holds.
        return sort in self.sorts and above == {sort, "any"}


def lineage(sort: str, sorts: Mapping[str, Sort]) -> tuple[str, ...]:
    """Return a sort and the sorts above it, nearest first, built-in ones included."""
    chain = [sort]
    while (declared := sorts.get(chain[-1])) and declared.parent:
        chain.append(declared.parent)
    return tuple(chain)


def kind(constant: Constant) -> str:
    """The built-in sort that a constant is written as."""
    if isinstance(constant.value, int):
        return "int"
    return "string" if constant.quoted else "symbol"
