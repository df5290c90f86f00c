"""A list of answers in words.

In: a `Listing`, the rows that a which-question found. Out: its verdict, its number and its
sentence. Guarantee: the words fit what was asked ("Nobody.", "0.", "13."); a count that is not
certain is said to be "at least" what is sure, and what a number is missing is named.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulings.asking.answer import Binding, Reason
from rulings.asking.case import Case
from rulings.asking.goal import Goal
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import blank, say
from rulings.language.program import Literal, Row

_NAMED = 5
"""How many open answers are named."""
_BY_WEIGHT = (Reason.MISSING, Reason.CONFLICT, Reason.PARADOX, Reason.SILENT)
_NOBODY = ("who", "anyone")


@dataclass(frozen=True, slots=True)
class Group:
    """What "each" asks about one thing: the rows that are sure, and those that are not."""

    name: str
    sure: tuple[Row, ...]
    maybe: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """The answers to a which-question. `of_number` tells that a number is what is asked for."""

    goal: Goal
    bindings: tuple[Binding, ...]
    of_number: bool
    groups: tuple[Group, ...] = ()

    @property
    def sure(self) -> tuple[Binding, ...]:
        """What holds on this table, whatever else is assumed."""
        return tuple(b for b in self.bindings if b.reason is Reason.PROVED and not b.assumed)

    @property
    def assumed(self) -> tuple[Binding, ...]:
        """What holds of things not on the table by an assumption about them."""
        return tuple(b for b in self.bindings if b.reason is Reason.PROVED and b.assumed)

    def of(self, *reasons: Reason) -> tuple[Binding, ...]:
        """Return the answers with one of these reasons."""
        return tuple(b for b in self.bindings if b.reason in reasons)

    @property
    def number(self) -> int | None:
        """The number asked for: the one value of a slot, or how many answers there are."""
        if self.goal.each:
            return None
        if self.of_number:
            if len(self.bindings) == 1 and self.bindings[0].reason is Reason.PROVED:
                value = self.bindings[0].values[0][1]
                return value if isinstance(value, int) else None
            return None
        is_certain = self.goal.count and len(self.sure) == len(self.bindings)
        return len(self.sure) if is_certain else None

    @property
    def reason(self) -> Reason:
        """What the whole answer rests on: a count needs every row, a list one that is sure."""
        open_reasons = [reason for reason in _BY_WEIGHT if self.of(reason)]
        if self.goal.count and open_reasons and not self.goal.each:
            return open_reasons[0]
        if self.sure or self.assumed or self.number is not None or self.goal.each:
            return Reason.PROVED
        return open_reasons[0] if open_reasons else Reason.FAILED


def tell(listing: Listing, literals: tuple[Literal, ...], case: Case) -> str:
    """Return the sentence of an answer."""
    if listing.groups:
        return f"{'; '.join(_group(one, listing) for one in listing.groups)}."
    if listing.number is not None:
        sure = [_row(b.names) for b in listing.sure]
        alone = not listing.goal.count or listing.of_number or not sure
        return f"{listing.number}." if alone else f"{listing.number}: {join(sure)}."
    if listing.of_number and not listing.bindings:
        return _without_number(literals, case)
    return " ".join((_head(listing), *_rest(listing)))


def asked(goal: Goal, literals: tuple[Literal, ...], lexicon: Lexicon) -> str:
    """Return a which-question as it was understood."""
    which = "how many" if goal.count else "which"
    parts = (say(literal.atom, lexicon, literal.negated, which) for literal in literals)
    return " and ".join(parts) + "?"


def join(names: Iterable[str]) -> str:
    """Return "a, b and c"."""
    listed = list(names)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"


def _head(listing: Listing) -> str:
    sure = [_row(b.names) for b in listing.sure]
    counts = listing.goal.count and not listing.of_number
    if sure:
        return f"At least {len(sure)}: {join(sure)}." if counts else f"{join(sure)}."
    none = "Nobody" if listing.goal.word in _NOBODY else "Nothing"
    if not listing.bindings:
        return f"{none}."
    return "The number is not certain." if counts else f"{none} for certain."


def _rest(listing: Listing) -> Iterable[str]:
    """Tell what else may be an answer, and why it is not certain."""
    maybe = [_row(b.names) for b in listing.of(Reason.MISSING)]
    undecided = [_row(b.names) for b in listing.of(*_BY_WEIGHT[1:])]
    assumed = [_row(b.names) for b in listing.assumed]
    if len(maybe) > _NAMED and listing.sure:
        yield f"And {len(maybe)} more depend on what is not known."
    elif len(maybe) > _NAMED:
        yield f"{len(maybe)} depend, such as {join(maybe[:_NAMED])}."
    elif maybe:
        yield f"Perhaps {'also ' if listing.sure else ''}{join(maybe)}."
    if undecided:
        yield f"Undecided: {_some(undecided)}."
    if assumed:
        yield f"Merely assumed: {_some(assumed)}."


def _some(names: list[str]) -> str:
    many = len(names) > _NAMED
    return f"{len(names)}, such as {join(names[:3])}" if many else join(names)


def _group(group: Group, listing: Listing) -> str:
    numeric = listing.goal.count is False
    if numeric and len(group.sure) == 1 and not group.maybe:
        return f"{group.name}: {', '.join(map(str, group.sure[0]))}"
    if numeric:
        return f"{group.name}: not known"
    least = "at least " if group.maybe else ""
    return f"{group.name}: {least}{len(group.sure)}"


def _row(names: tuple[str, ...]) -> str:
    """Return the values of one answer: "Ana", "Ana: 28"."""
    first, *rest = names or ("",)
    return f"{first}: {', '.join(rest)}" if rest else first


def _without_number(literals: tuple[Literal, ...], case: Case) -> str:
    """Say which fact is missing where no number follows."""
    steps = case.witness().evidence(literals, Reason.FAILED).steps
    leaves = [s.atom for root in steps for s in root.walk() if s.note == "not stated" and s.atom]
    missing = dict.fromkeys(filter(None, (blank(atom, case.lexicon) for atom in leaves)))
    told = " or ".join(f"“{one}”" for one in list(missing)[:2])
    return f"No number follows. Not stated: {told}." if told else "No number follows."
