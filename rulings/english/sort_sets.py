"""The types of a rulebook, as the English reader asks about them.

In: the declared sorts. Out: `Sorts`, the lattice flattened. Guarantee: plain data; every
question about a sort is a set look-up.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.language.program import Sort, Value
from rulings.language.sorts import lineage
from rulings.records import dataclass

_BUILT_IN = ("any", "symbol", "string")


@dataclass(frozen=True, slots=True)
class Sorts:
    """The sort lattice, flattened: `above[s]` is s and everything above it."""

    above: Mapping[str, frozenset[str]]
    members: Mapping[str, tuple[Value, ...]]

    @staticmethod
    def of(sorts: Mapping[str, Sort]) -> Sorts:
        """Flatten the declared sorts."""
        above = {name: frozenset((name, "any")) for name in ("any", "int", "symbol", "string")}
        above |= {name: frozenset((*lineage(name, sorts), "any")) for name in sorts}
        members = {n: s.members for n, s in sorts.items() if s.members is not None}
        return Sorts(above, members)

    def is_int(self, sort: str) -> bool:
        """Whether values of the sort are integers."""
        if "int" in self.above.get(sort, ()):
            return True
        return sort in self.members and any(isinstance(one, int) for one in self.members[sort])

    def among(self, sort: str) -> tuple[Value, ...] | None:
        """Return the only values of a closed sort or one below it, None of any other."""
        if sort in self.members or self.members.keys().isdisjoint(self.above.get(sort, ())):
            return self.members.get(sort)
        return next(self.members[s] for s in self.above[sort] if s in self.members)

    def is_text(self, sort: str) -> bool:
        """Whether the sort holds phrases: it is `string` or below it."""
        return "string" in self.above.get(sort, ())

    def is_word(self, sort: str) -> bool:
        """Whether the sort holds bare words: `symbol`, `any` or a sort below `symbol`."""
        return sort == "any" or "symbol" in self.above.get(sort, ())

    def is_thing(self, sort: str) -> bool:
        """Whether a new name may introduce something of this sort: open and not built in."""
        above = self.above.get(sort, frozenset())
        return (
            sort not in _BUILT_IN
            and not above & {"int", "string", "symbol"}
            and sort not in self.members
        )

    def is_nameable(self, sort: str) -> bool:
        """Whether a proper name may introduce something in a column: things, and `any`."""
        return sort == "any" or self.is_thing(sort)

    def compatible(self, one: str, other: str) -> bool:
        """Whether one of two sorts lies above the other."""
        return one in self.above.get(other, ()) or other in self.above.get(one, ())

    def fits(self, evidence: frozenset[str], sort: str) -> bool:
        """Whether a value seen in columns of the sorts `evidence` may stand in a `sort` column."""
        if not evidence or sort in _BUILT_IN:
            return True
        # A wider column, and that it has a label, tell nothing beside what a narrower one tells.
        wider = {one for seen in evidence for one in self.above.get(seen, ()) if one != seen}
        return any(self.compatible(seen, sort) for seen in evidence - wider)
