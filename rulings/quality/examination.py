"""What may go wrong with a rulebook in some situation, `rulings check --deep`.

In: a bench: the rules of one edition and the tables of its cases. Out: `Flaw`s: clauses that
contradict each other, rules that run in a circle, rules that never fire, rules that are always
overridden; each of the first two with the smallest table found. Guarantee: contradictions and
circles are real, the table was evaluated; that a rule never fires or never stands holds within
the bound: the tables of the suite, and tables of at most `FACTS` facts built for its conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import count, islice

from rulings.asking.reason import Reason
from rulings.asking.verdict import Judge
from rulings.engine.run.model import Model, Truth
from rulings.english.sentence import ask
from rulings.language.builtins import BUILT_INS
from rulings.language.checks.overrides import beaten_by
from rulings.language.diagnostics import RulingsError
from rulings.language.matching import unify
from rulings.language.predicates import DerivedKind, PredicateId, against, base_of, derived, sides
from rulings.language.program import (
    Atom,
    Condition,
    Literal,
    Role,
    Row,
    Rule,
    Variable,
)
from rulings.logic.bounds import instances
from rulings.logic.lowered import Recursion, Stratum, is_tie
from rulings.quality.abduce import apart
from rulings.quality.bench import Bench, Place
from rulings.quality.describe import groups_of, said, smallest
from rulings.quality.telling import built, equal, guard_of, inputs_asked, nearest, opposed
from rulings.records import dataclass
from rulings.rulebook.stated import Stated

BUILT = 12
CIRCLE = 3
CIRCLES = 40
Progress = Callable[[str, int, int], None]


class Kind(Enum):
    """What may go wrong."""

    CONTRADICTION = "contradiction"
    PARADOX = "paradox"
    NEVER_FIRES = "never-fires"
    SHADOWED = "shadowed"


@dataclass(frozen=True, slots=True)
class Flaw:
    """One of them: the rules it concerns, their clauses, and the table and question that show it.

    Of a shadowed rule, `rules` names the rule and then those that override it.
    """

    kind: Kind
    edition: str
    rules: tuple[str, ...]
    clauses: tuple[str, ...]
    given: tuple[str, ...] = ()
    ask: str = ""


def examine(bench: Bench, progress: Progress | None = None) -> tuple[Flaw, ...]:
    """Look for everything that may go wrong; `progress` is told how many rules are done."""
    told = progress or (lambda _what, _done, _total: None)
    search = _Examination(bench)
    heads = [name for name, p in bench.shelf.outline.predicates.items() if p.two_sided]
    found: list[Flaw] = []
    for done, name in enumerate(heads, 1):
        found += search.contradictions(name)
        told("permissions", done, len(heads))
    circles = [stratum for stratum in bench.strata if _runs_in_circle(stratum)]
    for stratum in circles:
        found += search.paradoxes(stratum)
    rules = bench.shelf.program.rules
    for done, rule in enumerate(rules, 1):
        found += search.idle(rule)
        told("rules", done, len(rules))
    return tuple(found)


def _runs_in_circle(stratum: Stratum) -> bool:
    """Whether a stratum denies itself otherwise than by the tie of two sides."""
    own = set(stratum.predicates)
    return stratum.recursion is Recursion.NEGATIVE and any(
        not is_tie(rule)
        and any(
            not isinstance(c, Literal) or (c.negated and c.atom.predicate in own) for c in rule.body
        )
        for rule in stratum.rules
    )


@dataclass(frozen=True, slots=True)
class _Tried:
    """A table that the search has come to; `index` is the case it comes from."""

    stated: Stated
    index: int | None
    place: Place


class _Examination:
    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.tables = [_Tried(Stated(), None, bench.empty)]
        for index in bench.by_size:
            self.tables.append(_Tried(bench.cases[index].stated, index, bench.places[index]))

    # Contradictions

    def contradictions(self, name: PredicateId) -> Iterator[Flaw]:
        """Yield every pair of rules for and against a predicate that both stand somewhere."""
        pros = self.bench.shelf.concluding(name)
        cons = self.bench.shelf.concluding(against(name))
        met: set[tuple[str, str]] = set()
        for table in self.tables:
            for row in self._ties(table.place, name):
                for pro, con in self._standing(table.place, row, pros, cons):
                    if (pro.id, con.id) not in met:
                        met.add((pro.id, con.id))
                        yield self._tie(table, name, row, (pro, con))
        for pro in pros:
            for con in cons:
                if (pro.id, con.id) not in met:
                    goal = (*pro.body, *opposed(con, pro))
                    found = self._met(self._built(goal, name, None), name, pro, con)
                    if found is not None:
                        yield self._tie(found[0], name, found[1], (pro, con))

    def _met(
        self, tables: Iterator[_Tried], name: PredicateId, pro: Rule, con: Rule
    ) -> tuple[_Tried, Row] | None:
        """Return the first of some tables at which two rules both stand, and for what."""
        for table in tables:
            for row in self._ties(table.place, name):
                if self._standing(table.place, row, (pro,), (con,)):
                    return table, row
        return None

    def _ties(self, place: Place, name: PredicateId) -> list[Row]:
        arity = self.bench.lowered.predicates[name].arity
        numbers = [
            place.world.get(derived(side, name), 0)
            for side in (DerivedKind.PRO, DerivedKind.CONTRA)
        ]
        if not all(numbers):
            return []
        pro, con = (set(self.bench.vault.rows(number, arity)[0]) for number in numbers)
        return sorted(pro & con, key=str)

    def _standing(
        self, place: Place, row: Row, pros: Sequence[Rule], cons: Sequence[Rule]
    ) -> list[tuple[Rule, Rule]]:
        model = self.bench.model(place)
        standing = [
            [rule for rule in rules if self._stands(rule, row, model)] for rules in (pros, cons)
        ]
        return [(pro, con) for pro in standing[0] for con in standing[1]]

    def _stands(self, rule: Rule, row: Row, model: Model) -> bool:
        beaten = derived(DerivedKind.BEATEN, rule.id)
        if beaten in model.lowered.predicates and model.truth(beaten, row) is not Truth.FALSE:
            return False
        start = unify(rule.head.terms, row, {})
        if start is None:
            return False
        return next(instances(rule.body, start, model, possibly=False), None) is not None

    def _tie(self, table: _Tried, name: PredicateId, row: Row, rules: tuple[Rule, Rule]) -> Flaw:
        def still(place: Place) -> bool:
            model = self.bench.model(place)
            return all(self._stands(rule, row, model) for rule in rules)

        return self._shown(Kind.CONTRADICTION, table, name, row, rules, still)

    # Paradoxes

    def paradoxes(self, stratum: Stratum) -> Iterator[Flaw]:
        """Yield the smallest table at which a circle of rules has no answer."""
        names = [n for n in stratum.predicates if n in self.bench.shelf.outline.predicates]
        rules = [rule for name in names for rule in self.bench.shelf.concerning(name)]
        for tables in (iter(self.tables), self._in_circle(names)):
            for table in tables:
                for name in names:
                    row = self._paradox(table.place, name)
                    if row is not None:

                        def still(place: Place, name: PredicateId = name, row: Row = row) -> bool:
                            return self._is_paradox(place, name, row)

                        yield self._shown(Kind.PARADOX, table, name, row, rules, still)
                        return

    def _in_circle(self, names: Sequence[PredicateId]) -> Iterator[_Tried]:
        """Yield tables built so that rules deny what they rest on."""
        own = {*names, *map(against, names)}
        for goal in islice(self._circles(own), CIRCLES):
            yield from self._built(goal, names[0], None)

    def _circles(self, own: set[PredicateId]) -> Iterator[tuple[Condition, ...]]:
        """Yield the conditions of circles of rules through a denial, short ones first."""
        rules = {name: self.bench.shelf.concluding(name) for name in sorted(own, key=str)}
        numbers = count(1)
        paths: list[tuple[Atom, Atom, tuple[Condition, ...]]] = []
        for name in sorted(own, key=str):
            for rule in rules[name]:
                fresh = apart(rule, next(numbers))
                for literal, rest in _calls(fresh, own):
                    if literal.negated:
                        paths.append((fresh.head, literal.atom, rest))
        for _ in range(CIRCLE):
            longer: list[tuple[Atom, Atom, tuple[Condition, ...]]] = []
            for head, call, goal in paths:
                if call.predicate == head.predicate:
                    yield (*equal(call, head), *goal)
                for rule in rules.get(call.predicate, ()):
                    fresh = apart(rule, next(numbers))
                    same = equal(call, fresh.head)
                    for further, rest in _calls(fresh, own):
                        longer.append((head, further.atom, (*same, *goal, *rest)))
            paths = longer[:CIRCLES]

    def _paradox(self, place: Place, name: PredicateId) -> Row | None:
        arity = self.bench.lowered.predicates[name].arity
        true, possible = self.bench.vault.rows(place.world.get(name, 0), arity)
        if true is possible:
            return None
        rows = sorted((row for row in possible if row not in true), key=str)
        return next((row for row in rows if self._is_paradox(place, name, row)), None)

    def _is_paradox(self, place: Place, name: PredicateId, row: Row) -> bool:
        model = self.bench.model(place)
        literal = Literal(Atom.of(name, row))
        return Judge(self.bench.shelf.outline, model, self.bench.shelf).literal(literal) is (
            Reason.PARADOX
        )

    # Rules without effect

    def idle(self, rule: Rule) -> Iterator[Flaw]:
        """Yield a finding if a rule never fires, or is overridden whenever it does."""
        beaten = derived(DerivedKind.BEATEN, rule.id) in self.bench.lowered.predicates
        if not rule.body and not beaten:
            return
        if self.bench.shelf.outline.predicates[base_of(rule.head.predicate)].role is Role.EFFECT:
            return  # what a happening does is worked out while it happens, on no table
        fired = False
        for table in self._candidates(rule):
            try:
                rows = self._concluded(rule, table.place)
            except RulingsError:
                continue
            for row in rows:
                fired = True
                if not beaten or self._stands(rule, row, self.bench.model(table.place)):
                    return
        kind = Kind.SHADOWED if fired else Kind.NEVER_FIRES
        winners = self._winners(rule) if fired else ()
        clauses = tuple(dict.fromkeys((*rule.clauses, *(c for w in winners for c in w.clauses))))
        names = (rule.id, *(winner.id for winner in winners))
        yield Flaw(kind, self.bench.book.edition, names, clauses)

    def _candidates(self, rule: Rule) -> Iterator[_Tried]:
        near = nearest(self.bench, rule)
        for index in near:
            yield _Tried(self.bench.cases[index].stated, index, self.bench.places[index])
        yield from self.tables
        for start in (None, *near):
            goal = (*guard_of(self.bench, rule), *rule.body)
            yield from self._built(goal, rule.head.predicate, start)

    def _concluded(self, rule: Rule, place: Place) -> Iterator[Row]:
        """Yield what a rule concludes at a table, or may conclude."""
        read = [c.atom.predicate for c in rule.body if isinstance(c, Literal) and not c.negated]
        if not all(place.world.get(name, 0) for name in read if name not in BUILT_INS):
            return
        guard = guard_of(self.bench, rule)
        model = self.bench.model(place)
        for bound in instances((*guard, *rule.body), {}, model, possibly=True):
            yield tuple(
                bound[term.name] if isinstance(term, Variable) else term.value
                for term in rule.head.terms
            )

    def _winners(self, rule: Rule) -> tuple[Rule, ...]:
        program = self.bench.shelf.program
        names = {winner.id for winner in beaten_by(program).get(rule.id, ())}
        return tuple(r for r in program.rules if r.id in names)

    # Tables

    def _built(
        self, goal: Sequence[Condition], name: PredicateId, start: int | None
    ) -> Iterator[_Tried]:
        """Yield tables built for some conditions, from nothing or from the table of a case."""
        bench = self.bench
        asked = inputs_asked(bench, (name,))
        within = bench.slice(frozenset(bench.lowered.predicates.keys() & sides(name)))
        for found in built(bench, start, goal, BUILT):
            try:
                yield _Tried(found, start, bench.place(found, asked, within))
            except RulingsError:
                continue

    def _shown(
        self,
        kind: Kind,
        table: _Tried,
        name: PredicateId,
        row: Row,
        rules: Sequence[Rule],
        still: Callable[[Place], bool],
    ) -> Flaw:
        """Return a finding with the smallest table that still shows it."""
        bench = self.bench
        asked, within = bench.call(name, row)

        def holds(stated: Stated) -> bool:
            try:
                return still(bench.place(stated, asked, within))
            except RulingsError:
                return False

        groups = smallest(bench, groups_of(bench, table.stated, table.index), holds)
        lines, session = said(bench, groups)
        question = ask(Atom.of(name, row), session.lexicon)
        return Flaw(
            kind,
            bench.book.edition,
            tuple(rule.id for rule in rules),
            tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses)),
            tuple(lines),
            question[:1].upper() + question[1:],
        )


def _calls(rule: Rule, own: set[PredicateId]) -> Iterator[tuple[Literal, tuple[Condition, ...]]]:
    """Yield each literal of a rule that reads one of `own`, with the conditions that do not."""
    rest = tuple(c for c in rule.body if not (isinstance(c, Literal) and c.atom.predicate in own))
    for condition in rule.body:
        if isinstance(condition, Literal) and condition.atom.predicate in own:
            yield condition, rest
