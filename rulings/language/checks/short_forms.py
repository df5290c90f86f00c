"""What is short for something else, spelled out.

In: a rule or a question as written. Out: the conjunctions it stands for, without alternatives and
extremes, every `forall` with one literal as its goal. Guarantee: the rules with these bodies mean,
in the well-founded model, what the one rule means:

- `( a or b )` in a body: one rule for each alternative; among the conditions of a `forall`: one
  `forall` for each;
- `forall { X : c } (g, h)`: one `forall` for each goal; with the goal `(g or h)`: that no X
  satisfies `c, not g` and fails `h`; with a comparison, or an atom that holds `_`: that no X
  satisfies `c` and the opposite;
- `( a or b )` among the conditions that an aggregate or an extreme collects: a predicate of its
  own, with a rule for each alternative. Its columns are the variables that also occur elsewhere;
  those that some alternative does not bind are `in` columns;
- `rest { Q : b except P, a }`: `b, Q != P, Q != a`;
- `only { P : b }`: `b, forall { P' : b' } P' = P`, where `b'` is `b` with other names as below;
- `highest { P by K, L : b }`: `b, K = max { K' : b' }, L = max { L' : b', K' = K }`, where `b'` is
  `b` with other names for all but the variables of the group: those that also occur outside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import count, product
from math import prod

from rulings.language.catalogue import diagnose
from rulings.language.checks.collected import (
    MadePredicate,
    common_sort,
    inputs_among,
    said_of,
    sort_of,
)
from rulings.language.checks.written import (
    Body,
    Simple,
    found_by,
    in_written,
    in_written_terms,
    is_short,
    last_literal,
    of_level,
    opposite,
    without_rest,
)
from rulings.language.conditions import variable
from rulings.language.diagnostics import Diagnostic
from rulings.language.nodes import Place, rebuilt, renamed
from rulings.language.predicates import PredicateId
from rulings.language.program import Column, Predicate, Role
from rulings.language.source import Span
from rulings.language.syntax import (
    Collection,
    SurfaceAtom,
    SurfaceChoice,
    SurfaceComparison,
    SurfaceCondition,
    SurfaceExtreme,
    SurfaceForAll,
    SurfaceLiteral,
)
from rulings.language.variables import is_anonymous, last_anonymous
from rulings.records import dataclass, field, replace

MAX_ALTERNATIVES = 64
"""So many rules may one rule come to."""
MAX_COPIES = 256
"""So many copies of its conditions may be made besides."""
MAX_LENGTH = 3_000
"""So many characters may a rule have that is copied."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """What a body stands for.

    `anonymous` is the last number given to a variable written `_`, `collected` are the predicates
    that the bodies read for alternatives among what is collected.
    """

    bodies: tuple[Body, ...]
    anonymous: int
    collected: tuple[MadePredicate, ...] = ()


def spell_out(
    head: SurfaceAtom | None,
    body: Body,
    problems: list[Diagnostic],
    predicates: Mapping[PredicateId, Predicate],
    name: Callable[[], str] | None = None,
) -> Spelled:
    """Return the bodies that one body stands for; `name` names a new predicate, if there may be.

    What cannot be spelled out is a problem; no body is returned then.
    """
    heads = (head,) if head is not None else ()
    names = [*in_written(body), *(n for h in heads for n in in_written_terms(h.arguments))]
    last = last_anonymous(names)
    work = _Spelling(Counter(names), set(names), last, problems, predicates, name, body)
    before = len(problems)
    if sum(condition.span.end - condition.span.start for condition in body) > MAX_LENGTH:
        work.too_many(body[0].span)
        return Spelled((), work.number)
    found = tuple(work.bodies(body, of_level(heads, ())))
    if len(problems) > before:
        return Spelled((), work.number)
    return Spelled(found, work.number, tuple(work.collected))


@dataclass(slots=True)
class _Spelling:
    """Works on one rule: how often it names what, the names taken, the last anonymous number.

    `name` names the predicates that are made for it; a question cannot have any.
    """

    written: Counter[str]
    taken: set[str]
    number: int
    problems: list[Diagnostic]
    predicates: Mapping[PredicateId, Predicate]
    name: Callable[[], str] | None
    whole: Body
    copies: int = 0
    collected: list[MadePredicate] = field(default_factory=list)

    def bodies(self, body: Body, scope: set[str]) -> Iterator[Body]:
        """Yield the conjunctions that conditions stand for; `scope` occurs around them."""
        for chosen in self._chosen(body):
            yield self._conjunction(chosen, scope)

    def _conjunction(self, body: Body, scope: set[str]) -> Body:
        found: list[SurfaceCondition] = []
        for place, condition in enumerate(body):
            if not is_short((condition,)):
                found.append(condition)
                continue
            around = scope | of_level((), (*body[:place], *body[place + 1 :]))
            match condition:
                case SurfaceLiteral() | SurfaceComparison():
                    found.append(self._simple(condition, around))
                case SurfaceForAll():
                    found += self._for_all(condition, around)
                case SurfaceExtreme():
                    found += self._extreme(condition, around)
        return tuple(found)

    def _simple(self, part: Place, scope: set[str]) -> Place:
        """Spell out what is collected in a condition or in values."""

        def spelled(node: object) -> Collection | None:
            if not isinstance(node, Collection) or not is_short(node.body):
                return None
            around = scope | of_level((), (), node.terms)
            found = self._only(node.function, node.body, around, scope)
            return replace(node, body=found, terms=self._simple(node.terms, scope))

        return rebuilt(part, spelled)

    def _chosen(self, body: Body) -> list[Body]:
        """The ways to take one alternative of each choice."""
        parts: list[list[Body]] = []
        ways = 1
        for condition in without_rest(body):
            if isinstance(condition, SurfaceChoice):
                one = [way for inner in condition.alternatives for way in self._chosen(inner)]
                ways *= len(one)
                parts.append(one)
                if ways > MAX_ALTERNATIVES:
                    self.too_many(condition.span)
                    return []
            else:
                parts.append([(condition,)])
        return [tuple(c for part in way for c in part) for way in product(*parts)]

    def _has_room(self, copies: int, span: Span) -> bool:
        """Count copies of conditions, and report when there are too many."""
        self.copies += copies
        if self.copies > MAX_COPIES:
            self.too_many(span)
        return self.copies <= MAX_COPIES

    def too_many(self, span: Span) -> None:
        """Report what is short for more than anybody reads."""
        self.problems.append(diagnose("RUL128", span, limit=MAX_ALTERNATIVES))

    # or, in what is collected

    def _only(self, function: str, body: Body, scope: set[str], outside: set[str]) -> Body:
        """The one conjunction that is collected; `outside` are the variables around the braces."""
        parts: list[SurfaceCondition] = []
        body = without_rest(body)
        for place, condition in enumerate(body):
            others = (*body[:place], *body[place + 1 :])
            if isinstance(condition, SurfaceChoice) and len(self._chosen((condition,))) > 1:
                parts.append(self._part(function, condition, others, scope, outside))
            else:
                parts.append(condition)
        bodies = list(self.bodies(tuple(parts), scope))
        return bodies[0] if len(bodies) == 1 else ()

    def _part(
        self, function: str, choice: SurfaceChoice, others: Body, scope: set[str], outside: set[str]
    ) -> SurfaceCondition:
        """A literal of a predicate that is concluded where one of the alternatives holds."""
        if self.name is None:
            self.problems.append(diagnose("RUL127", choice.span, function=function))
            return choice
        around = scope | of_level((), others)
        shared = [name for name in dict.fromkeys(in_written((choice,))) if name in around]
        given, unbound = inputs_among(shared, choice, others, self.predicates)
        for name in sorted(unbound - outside):
            why = "an alternative in the braces does not bind it"
            self.problems.append(diagnose("RUL304", choice.span, name=name, why=why))
        columns = tuple(
            Column(name, sort_of(name, (*others, *self.whole), self.predicates), is_input=True)
            if name in given
            else Column(name, common_sort(name, choice, self.predicates))
            for name in shared
        )
        terms = tuple([variable(name) for name in shared])
        said = (said_of(shared),)
        predicate = Predicate(self.name(), columns, said, Role.PART, span=choice.span)
        atom = SurfaceAtom(str(predicate.name), terms, choice.span)
        self.collected.append(MadePredicate(predicate, atom, (choice,)))
        self.predicates = {**self.predicates, predicate.name: predicate}
        return SurfaceLiteral(atom, span=choice.span)

    # forall

    def _for_all(self, condition: SurfaceForAll, scope: set[str]) -> Iterator[SurfaceCondition]:
        inner = scope | {v.name for v in condition.variables} | of_level((), (condition.goal,))
        goals = self._goals(condition.goal)
        copies = False
        for given in self.bodies(condition.condition, inner):
            if not self._has_room(len(goals), condition.span):
                return
            for goal in goals:
                literal, failing = last_literal(goal, given)
                if literal is None:
                    self.problems.append(diagnose("RUL114", condition.goal.span))
                    return
                failed = [self._simple(opposite(other), inner) for other in failing]
                last = self._simple(literal, inner)
                assert isinstance(last, SurfaceLiteral)
                copy = replace(condition, condition=(*given, *failed), goal=last)
                if not copies:
                    yield copy
                    copies = True
                    continue
                yield from _renamed((copy,), self._anew((copy,)))

    def _goals(self, goal: SurfaceCondition) -> list[tuple[Simple, ...]]:
        """The disjunctions of which all must hold."""
        if isinstance(goal, (SurfaceForAll, SurfaceExtreme)):
            self.problems.append(diagnose("RUL114", goal.span))
            return []
        if not isinstance(goal, SurfaceChoice):
            return [(goal,)]
        ways = [[one for part in body for one in self._goals(part)] for body in goal.alternatives]
        if prod(map(len, ways)) > MAX_ALTERNATIVES:
            self.too_many(goal.span)
            return []
        return [tuple(one for part in chosen for one in part) for chosen in product(*ways)]

    # highest and lowest

    def _extreme(self, extreme: SurfaceExtreme, scope: set[str]) -> Iterator[SurfaceCondition]:
        if not self._has_room(len(extreme.keys), extreme.span):
            return
        found = found_by(extreme)
        plain = self._only(extreme.function, extreme.body, scope | found, scope - found)
        extreme = replace(extreme, body=plain)
        mentioned = set(in_written(extreme.body))
        known = scope - found
        compared_names = [n for n in in_written_terms(extreme.keys) if n not in known]
        for name in dict.fromkeys([*(v.name for v in extreme.variables), *compared_names]):
            if name not in mentioned:
                why = "no condition in the braces mentions it"
                self.problems.append(diagnose("RUL304", extreme.span, name=name, why=why))
        # What is known by the same name elsewhere in the rule is another thing here.
        local = sorted(mentioned - found - scope)
        within = Counter(in_written((extreme,)))
        own = {name: self._fresh(name) for name in local if self.written[name] > within[name]}
        body, keys = _renamed(extreme.body, own), _renamed(extreme.keys, own)
        yield from body
        if extreme.function == "only":
            yield from self._no_other(replace(extreme, body=body), (*sorted(found), *local), scope)
            return
        function = "max" if extreme.function == "highest" else "min"
        for place, key in enumerate(keys):
            others = {name: self._fresh(name) for name in (*sorted(found), *local)}
            compared = _renamed(extreme.keys, others)
            ties = [
                SurfaceComparison("=", theirs, ours, extreme.span)
                for theirs, ours in zip(compared[:place], keys[:place], strict=True)
            ]
            collected = _renamed(extreme.body, others)
            best = Collection(function, (compared[place],), (*collected, *ties), extreme.span)
            yield SurfaceComparison("=", key, best, extreme.span)

    def _no_other(
        self, only: SurfaceExtreme, inside: tuple[str, ...], scope: set[str]
    ) -> Iterator[SurfaceCondition]:
        """That all that satisfy the conditions are the ones found."""
        others = {name: self._fresh(name) for name in inside} | self._anew(only.body)
        same = [
            SurfaceComparison("=", variable(others[one.name]), one, only.span)
            for one in only.variables
        ]
        goal = same[0] if len(same) == 1 else SurfaceChoice((tuple(same),), only.span)
        names = tuple([variable(new) for new in others.values() if not is_anonymous(new)])
        every = SurfaceForAll(names, _renamed(only.body, others), goal, only.span)
        yield from self._conjunction((every,), scope)

    def _anew(self, body: Body) -> dict[str, str]:
        """Other names for the variables written `_`, in a copy of conditions."""
        own = dict.fromkeys(name for name in in_written(body) if is_anonymous(name))
        return {name: self._fresh(name) for name in own}

    def _fresh(self, name: str) -> str:
        if is_anonymous(name):
            self.number += 1
            return f"_{self.number}"
        fresh = next(new for n in count(2) if (new := f"{name}_{n}") not in self.taken)
        self.taken.add(fresh)
        return fresh


def _renamed(part: Place, names: Mapping[str, str]) -> Place:
    """Return conditions or values with other names for their variables, where they have some."""
    return renamed(part, lambda one: variable(names.get(one.name, one.name))) if names else part
