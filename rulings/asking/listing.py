"""A which-question to one table.

In: a goal with variables and its hearing. Out: a `Listing` with an answer for every row that a
yes/no question would not deny. Guarantee: the list says of each row what the yes/no question
about it says, as far as rows can be weighed; what is sure, merely assumed, open and undecided are
told apart, and a number is given only when it is certain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice

from rulings.asking.answer import Binding
from rulings.asking.candidates import candidates, domain, on_table, sort_of
from rulings.asking.choosing import asks_for_doer, chosen
from rulings.asking.explanation import Because, Evidence
from rulings.asking.goal import Goal
from rulings.asking.hearing import Hearing
from rulings.asking.reason import OPEN_REASONS, Reason, Verdict
from rulings.asking.unnamed import unnamed
from rulings.asking.verdict import Judge
from rulings.engine.store.relation import in_order
from rulings.english.sentence import say
from rulings.language.matching import Bound, grounded
from rulings.language.predicates import base_of
from rulings.language.program import Atom, Literal, Row, Value
from rulings.language.sorts import SortLattice
from rulings.logic.binders import condition_names
from rulings.records import dataclass, replace

_FIRST = "Only the first of what keeps it open was looked for."
_WEIGHED, _NUMBERS = 200, 12
"""How many open rows are weighed by every way to supply the facts, and how many numbers."""
_PROVED_AGAIN = 100
"""Of how many rows the proof is searched for what it takes for granted."""


@dataclass(frozen=True, slots=True)
class OneOfEach:
    """What "each" asks about one thing: the rows that are sure, and those that are not."""

    name: str
    sure: tuple[Row, ...]
    maybe: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """The answers to a which-question. `of_number` tells that a number is what is asked for.

    `instances` give all variables of the goal their values, one instance for each binding.
    `untold` says what is missing where there may be some of which the table says nothing. `posed`
    is the goal in the words of the question. There are `in_all` so many where that is told.
    """

    goal: Goal
    posed: Goal
    bindings: tuple[Binding, ...]
    instances: tuple[Bound, ...]
    of_number: bool
    groups: tuple[OneOfEach, ...] = ()
    untold: str = ""
    in_all: int | None = None

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
        if self.goal.each or self.untold:
            return self.in_all if self.goal.count else None
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
        if self.in_all is not None:
            return Reason.PROVED
        if self.goal.count and self.untold:
            return Reason.MISSING
        open_reasons = [reason for reason in OPEN_REASONS if self.of(reason)]
        if self.goal.count and open_reasons and not self.goal.each:
            return open_reasons[0]
        if self.sure or self.assumed or self.number is not None or self.goal.each:
            return Reason.PROVED
        if self.untold or (self.of_number and not self.bindings):
            # There is a player, or a number, and the table does not say enough to tell which.
            return Reason.MISSING
        return open_reasons[0] if open_reasons else Reason.FAILED


def search(goal: Goal, hearing: Hearing) -> Listing:
    """List everything that satisfies a goal, or may."""
    sorts = tuple(sort_of(variable, goal, hearing.judge.program) for variable in goal.variables)
    numeric = [*map(SortLattice(hearing.judge.program.sorts).numeric, sorts)]
    found, bounds = _judged(goal, hearing)
    one_of_them: dict[Row, Reason] = {}
    posed = goal
    if not found and (choice := chosen(goal, hearing.judge.program)):
        one_of_them, ways = _judged(replace(goal, body=choice), hearing)
        if one_of_them and asks_for_doer(goal, choice):
            goal, found, bounds = replace(goal, body=choice), one_of_them, ways
    taken = _taken_for_granted(found, bounds, goal, hearing)
    bindings = tuple(
        Binding(
            tuple((v.name, value) for v, value in zip(goal.variables, row, strict=True)),
            tuple(hearing.lexicon.names.display(v, s) for v, s in zip(row, sorts, strict=True)),
            reason,
            row in taken,
        )
        for row, reason in found.items()
    )
    groups = _groups(goal, found, taken, hearing)
    instances = tuple(bounds[row] for row in found)
    untold = "" if bindings else _untold(goal, one_of_them, hearing)
    nameless = None if goal.each or any(numeric) else unnamed(goal, hearing)
    untold = f"{nameless}." if nameless is not None else untold
    counts = numeric == [True] or (not bindings and goal.word == "what" and any(numeric))
    in_all = nameless.in_all if nameless is not None else None
    return Listing(goal, posed, bindings, instances, counts, groups, untold, in_all)


def of_players(goal: Goal, hearing: Hearing) -> bool:
    """Whether what is asked for are players, as the type named by that noun."""
    player = hearing.lexicon.nouns.get("player")
    if player is None or not goal.variables:
        return False
    sort = sort_of(goal.variables[0], goal, hearing.judge.program)
    return player in hearing.lexicon.names.sorts.above.get(sort, ())


def _untold(goal: Goal, one_of_them: Iterable[Row], hearing: Hearing) -> str:
    if one_of_them:
        sorts = [sort_of(variable, goal, hearing.judge.program) for variable in goal.variables]
        display = hearing.lexicon.names.display
        ways = (": ".join(map(display, row, sorts)) for row in one_of_them)
        return f"One of these is to be chosen: {', '.join(ways)}."
    if hearing.leaves_open(goal.body):
        return "Not everything that happened is told."
    if goal.word == "anyone" or not of_players(goal, hearing):
        return ""
    sort = sort_of(goal.variables[0], goal, hearing.judge.program)
    named = any(True for _ in hearing.lexicon.names.on_table(sort))
    return "" if named else "No player is named."


def explained(listing: Listing, hearing: Hearing) -> Evidence:
    """Explain the first sure answer; of open ones tell what keeps them open."""
    literals = listing.goal.literals
    for binding in (listing.sure or listing.assumed or listing.bindings)[:1]:
        bound = listing.instances[listing.bindings.index(binding)]
        literals = _grounded(literals, bound)
    if not listing.bindings:
        failed = hearing.witness().evidence(literals, Reason.FAILED)
        return replace(failed, because=Because()) if listing.untold else failed
    if listing.reason is Reason.MISSING:
        return _left_open(listing, literals, hearing)
    evidence = hearing.witness().evidence(literals, listing.reason)
    if len(listing.sure) > 1 and evidence.because.say:
        # One of them is told for all.
        first, *rest = evidence.because.say
        said = (f"{listing.sure[0].names[0]}: {first}", *rest)
        evidence = replace(evidence, because=replace(evidence.because, say=said))
    return evidence


def _left_open(listing: Listing, first: tuple[Literal, ...], hearing: Hearing) -> Evidence:
    """Tell what keeps rows open, and why the first of them is."""
    unknown = _unknown(listing, hearing)
    if listing.of_number and len(listing.bindings) > _WEIGHED:
        # Why hundreds of numbers are open is too much to tell.
        return Evidence(unknown=tuple(dict.fromkeys(islice(unknown, _NUMBERS))), limit=_FIRST)
    from rulings.explain.settling import Conditions

    # What would settle the first row says nothing of the others.
    evidence = hearing.witness().evidence(first, Reason.MISSING, Conditions())
    return replace(evidence, unknown=tuple(dict.fromkeys(unknown)))


def not_stated(listing: Listing, hearing: Hearing) -> list[Atom]:
    """Return what nobody said, for want of which a list without rows has none."""
    steps = hearing.witness().evidence(listing.goal.literals, Reason.FAILED).steps
    return [s.atom for root in steps for s in root.walk() if s.note == "not stated" and s.atom]


def _judged(goal: Goal, hearing: Hearing) -> tuple[dict[Row, Reason], dict[Row, Bound]]:
    """Return the rows that are not denied, each with its reason; numbers come before text.

    With them come the values of all variables that make each of them so.
    """
    found: dict[Row, Reason] = {}
    bounds: dict[Row, Bound] = {}
    judge = hearing.sampling()
    open_numbers = 0
    for bound in candidates(goal, hearing):
        row = tuple(bound[variable.name] for variable in goal.variables)
        if goal.among and row[0] not in goal.among:
            continue
        if found.get(row) is not Reason.PROVED:
            # Of many numbers the first tell why they are open.
            alike = open_numbers > _NUMBERS and not judge.is_sure(goal.body, bound)
            reason = Reason.MISSING if alike else judge.all_of(goal.body, bound)
            open_numbers += reason is Reason.MISSING and all(isinstance(v, int) for v in row)
            if reason is Reason.PROVED or row not in found:
                found[row] = reason
                bounds[row] = dict(bound)
    if all(isinstance(condition, Literal) for condition in goal.body):
        _weigh_each(found, bounds, goal, hearing, judge)
    found = {row: why for row, why in found.items() if why.verdict is not Verdict.NO}
    found = on_table(found, goal, hearing)
    return {row: found[row] for row in in_order(found)}, bounds


def _weigh_each(
    found: dict[Row, Reason], bounds: dict[Row, Bound], goal: Goal, hearing: Hearing, sampled: Judge
) -> None:
    """Settle the rows that every way to supply the missing facts decides alike."""
    literals = goal.literals
    unsettled = [row for row, reason in found.items() if reason is Reason.MISSING]
    if (
        goal.word
        and len(unsettled) > _NUMBERS
        and all(isinstance(row[0], int) for row in unsettled)
    ):
        return  # Of so many numbers none is sure.
    weighed = in_order(unsettled)[:_WEIGHED]
    undecided = [row for row in weighed if not sampled.differs(literals, bounds[row])]
    witness = hearing.witness() if undecided else None
    for row in undecided:
        found[row], _ = hearing.weigh(_grounded(literals, bounds[row]), witness)


def _unknown(listing: Listing, hearing: Hearing) -> Iterator[str]:
    """Yield the facts that keep rows open, in English, some of them more than once."""
    pairs = zip(listing.bindings, listing.instances, strict=True)
    missing = [bound for binding, bound in pairs if binding.reason is Reason.MISSING]
    # Many numbers lack the same.
    for bound in missing[: _NUMBERS if listing.of_number else None]:
        for literal in _grounded(listing.goal.literals, bound):
            name = base_of(literal.atom.predicate)
            if name in hearing.judge.program.predicates:
                for atom in hearing.judge.unknown_facts(name, literal.atom.row):
                    yield say(atom, hearing.lexicon)


def _taken_for_granted(
    found: dict[Row, Reason], bounds: dict[Row, Bound], goal: Goal, hearing: Hearing
) -> frozenset[Row]:
    """Return the rows that hold only because something is assumed of a thing not on the table."""
    names = hearing.lexicon.names
    foreign = [
        row
        for row, reason in found.items()
        if reason is Reason.PROVED
        and any(isinstance(value, str) and value not in names.table for value in row)
    ]
    assumed = hearing.judge.model.assumed
    if not foreign or not any(assumed.values()):
        return frozenset()
    meant = {row: _grounded(goal.literals, bounds[row]) for row in foreign}
    plain = frozenset(row for row in foreign if _is_assumed(meant[row], hearing))
    rest = [row for row in foreign if row not in plain]
    if not rest or len(rest) > _PROVED_AGAIN:
        return plain
    explainer = hearing.witness().explainer
    return plain.union(row for row in rest if explainer.assumes(meant[row], row))


def _is_assumed(literals: tuple[Literal, ...], hearing: Hearing) -> bool:
    assumed = hearing.judge.model.assumed
    return any(
        not literal.negated and literal.atom.row in assumed.get(literal.atom.predicate, ())
        for literal in literals
    )


def _groups(
    goal: Goal, found: dict[Row, Reason], taken: frozenset[Row], hearing: Hearing
) -> tuple[OneOfEach, ...]:
    """Return what "each" asks for: the answers to one of them each, those with none included."""
    if not goal.each:
        return ()
    names, program = hearing.lexicon.names, hearing.judge.program
    (each,) = goal.each
    place, sort = goal.variables.index(each), sort_of(each, goal, program)
    own = [c for c in goal.body if isinstance(c, Literal) and condition_names(c) == {each.name}]
    meant = [
        value
        for value in domain(names, sort) or ()
        if hearing.judge.all_of(own, {each.name: value}).verdict is not Verdict.NO
    ]
    members = dict.fromkeys((*meant, *(row[place] for row in found)))
    if sort not in names.sorts.members:
        members = dict.fromkeys(one for (one,) in in_order((one,) for one in members))
    sure: dict[Value, list[Row]] = defaultdict(list)
    maybe: dict[Value, list[Row]] = defaultdict(list)
    for row, reason in found.items():
        certain = reason is Reason.PROVED and row not in taken
        (sure if certain else maybe)[row[place]].append((*row[:place], *row[place + 1 :]))
    return tuple(
        OneOfEach(names.display(member, sort), tuple(sure[member]), tuple(maybe[member]))
        for member in members
    )


def _grounded(literals: tuple[Literal, ...], bound: Bound) -> tuple[Literal, ...]:
    return tuple(grounded(literal, bound) for literal in literals)
