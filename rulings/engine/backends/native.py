"""The default backend: compiled rules, semi-naive rounds.

In: one stratum's rules and the finished relations they read. Out: its least model. Guarantee:
each round joins at least one row that was new in the round before; a row's round is that of its
first derivation, so its premises were there before it. Algorithm: F. Bancilhon, "Naive
evaluation of recursively defined relations", 1986.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rulings.engine.backends import Rows
from rulings.engine.limits import MAX_ROWS, NoRoom, overflow, rows_allowed
from rulings.engine.plan.compiled import Codes, CompiledRule, compile_rule, link
from rulings.engine.store.pairs import Groups, Pairs
from rulings.engine.store.relation import Relation
from rulings.language.builtins import BUILT_INS
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Literal, Predicate, Row, Rule
from rulings.logic.calculation import ArithmeticFault, fault_at
from rulings.records import dataclass, field

New = set[Row] | Groups
"""The rows of one round: a set, or groups where the relation is held as `Pairs`."""


@dataclass(frozen=True, slots=True)
class _CompiledStratum:
    """A stratum's rules with the stored predicates each cannot do without, its recursive
    literals, and the predicates to be held as `Pairs`."""

    source: Sequence[Rule]
    rules: list[tuple[Rule, tuple[PredicateId, ...]]]
    recursive: list[tuple[Rule, int, PredicateId]]
    grouped: frozenset[PredicateId]


@dataclass(slots=True)
class NativeBackend:
    """Evaluates the strata of one lowered program; compiled rules are kept between runs.

    `codes` may hold what an earlier process compiled for the same program; it gains what this
    one compiles. `compiled` are the rules compiled so far, by id and the condition that reads new
    rows; unless `pairs` are kept as groups, every relation is of one kind, so that they run on
    the relations of another backend too, as when some rules are replaced.
    """

    predicates: Mapping[PredicateId, Predicate]
    computed: frozenset[PredicateId]
    max_rows: int = MAX_ROWS
    codes: Codes = field(default_factory=dict)
    pairs: bool = True
    compiled: dict[tuple[str, int | None], CompiledRule] = field(default_factory=dict)
    _strata: dict[int, _CompiledStratum] = field(default_factory=dict)

    def least_model(
        self, rules: Sequence[Rule], positive: Rows, negative: Rows, seed: Rows
    ) -> dict[PredicateId, Relation]:
        """Return the stratum's relations. See `Backend.least_model`."""
        stratum = self._stratum(rules, seed)
        own = {
            name: Pairs(rows)
            if name in stratum.grouped
            else Relation(self.predicates[name].arity, set(rows))
            for name, rows in seed.items()
        }
        view = {**positive, **own}
        new = {name: _no_rows(relation) for name, relation in own.items()}
        for rule, needed in stratum.rules:
            for name in needed:
                if not view[name]:
                    break
            else:
                self._run(rule, None, view, negative, None, own, new)
        for name, relation in own.items():
            if not isinstance(relation, Pairs):
                new[name] -= relation.rows  # type: ignore[operator]
        self._close(stratum.recursive, view, negative, own, new)
        return own

    def grow(
        self,
        rules: Sequence[Rule],
        positive: Rows,
        negative: Rows,
        known: Mapping[PredicateId, Relation],
        newly_false: Mapping[PredicateId, set[Row]],
    ) -> None:
        """Extend `known`, a least model for a larger `negative`, by what follows now that the
        rows `newly_false` have left it: each new row needs one of them or another new row."""
        stratum = self._stratum(rules, known)
        view = {**positive, **known}
        new: dict[PredicateId, New] = {name: set() for name in known}
        for rule, needed in stratum.rules:
            for position, condition in enumerate(rule.body):
                if isinstance(condition, Literal) and condition.negated:
                    delta = newly_false.get(condition.atom.predicate)
                    if delta and all(view[name] for name in needed):
                        self._run(rule, position, view, negative, delta, known, new)
        self._close(stratum.recursive, view, negative, known, new)

    def _close(
        self,
        recursive: Sequence[tuple[Rule, int, PredicateId]],
        view: Rows,
        negative: Rows,
        own: Mapping[PredicateId, Relation],
        new: dict[PredicateId, New],
    ) -> None:
        """Add the rows `new` to `own`, round by round, until a round brings none."""
        while any(new.values()):
            delta = new
            for name, rows in delta.items():
                # Empty rounds count too: the rounds of one stratum are compared with each other.
                self._add(own[name], rows)
            if not recursive:
                break
            new = {name: _no_rows(relation) for name, relation in own.items()}
            for rule, position, name in recursive:
                if delta[name]:
                    self._run(rule, position, view, negative, delta[name], own, new)

    def _stratum(self, rules: Sequence[Rule], own: Collection[PredicateId]) -> _CompiledStratum:
        """What is the same for every run of a stratum; it is kept as long as `rules` lives here."""
        known = self._strata.get(id(rules))
        if known is None:
            literals = [(rule, _positive_literals(rule)) for rule in rules]
            recursive = [
                (rule, position, name)
                for rule, found in literals
                for position, name in found
                if name in own
            ]
            needed = [
                (rule, tuple({name for _, name in found if name not in self.computed}))
                for rule, found in literals
            ]
            known = _CompiledStratum(rules, needed, recursive, self._grouped(rules, recursive, own))
            self._strata[id(rules)] = known
        return known

    def _grouped(
        self,
        rules: Sequence[Rule],
        recursive: Sequence[tuple[Rule, int, PredicateId]],
        own: Collection[PredicateId],
    ) -> frozenset[PredicateId]:
        """The recursive predicates of two columns, unless the stratum negates its own."""
        if not self.pairs or any(
            isinstance(c, Literal) and c.negated and c.atom.predicate in own
            for rule in rules
            for c in rule.body
        ):
            return frozenset()
        heads = {rule.head.predicate for rule, _, _ in recursive}
        return frozenset(name for name in heads if self.predicates[name].arity == 2)

    def _add(self, relation: Relation, rows: New) -> None:
        if isinstance(relation, Pairs):
            assert isinstance(rows, dict)
            relation.add_groups(rows)
        else:
            assert isinstance(rows, set)
            relation.extend(rows)

    def code(self, rules: Sequence[Rule], view: Rows) -> list[CompiledRule]:
        """Return what a stratum's rules compile to, once for the first round and then for each
        delta position; a rule that has not run is planned for the sizes in `view`."""
        own = {rule.head.predicate for rule in rules}
        compiled = []
        for rule in rules:
            compiled.append(self._compile(rule, None, view))
            for position, name in _positive_literals(rule):
                if name in own:
                    compiled.append(self._compile(rule, position, view))
        return compiled

    def _run(
        self,
        rule: Rule,
        position: int | None,
        view: Rows,
        negative: Rows,
        delta: New | None,
        own: Mapping[PredicateId, Relation],
        new: Mapping[PredicateId, New],
    ) -> None:
        compiled = self._compile(rule, position, view)
        relation = own[rule.head.predicate]
        known = relation.groups if isinstance(relation, Pairs) else relation.rows
        allowed = rows_allowed(self.max_rows)
        room = allowed - len(relation)
        if room < 0:
            overflow(rule, allowed)
        try:
            compiled.run(view, negative, delta, known, new[rule.head.predicate], room)
        except ArithmeticFault as fault:
            raise fault_at(rule, fault) from None
        except NoRoom:
            overflow(rule, allowed)
        except RulingsError:
            raise
        except Exception as problem:
            from rulings.language.format import format_rule

            problem.add_note(f"In the rule `{format_rule(rule)}` ({rule.id}).")
            raise

    def _compile(self, rule: Rule, position: int | None, view: Rows) -> CompiledRule:
        compiled = self.compiled.get((rule.id, position))
        if compiled is None:
            pairs = _pairs(rule, view)
            key = f"{rule.id} {position} {' '.join(sorted(map(str, pairs)))}"
            if key in self.codes:
                compiled = link(rule, position, *self.codes[key])
            else:
                text = self._write(rule, position, view, pairs)
                compiled = compile_rule(rule, position, text)
                self.codes[key] = text, compiled.code
            self.compiled[rule.id, position] = compiled
        return compiled

    def _write(
        self, rule: Rule, position: int | None, view: Rows, pairs: frozenset[PredicateId]
    ) -> str:
        """Plan a rule and write its source, given which relations are held as `Pairs`."""
        from rulings.engine.plan.codegen import Writer
        from rulings.engine.plan.codegen_pairs import PairWriter
        from rulings.engine.plan.steps import plan

        sizes = self._sizes(rule, view)
        planned = plan(rule, position, self.predicates, self.computed, sizes)
        return (PairWriter(planned, pairs) if pairs else Writer(planned)).write()

    def _sizes(self, rule: Rule, view: Rows) -> dict[PredicateId, int]:
        """Return how many rows there are of what a rule reads."""
        read = (name for _, name in _positive_literals(rule))
        return {name: len(view[name]) for name in read if name not in self.computed}


def _pairs(rule: Rule, view: Rows) -> frozenset[PredicateId]:
    """The predicates that a rule touches and that are held as `Pairs`."""
    touched = {rule.head.predicate}
    touched |= {c.atom.predicate for c in rule.body if isinstance(c, Literal)}
    return frozenset(name for name in touched if isinstance(view.get(name), Pairs))


def _no_rows(relation: Relation) -> New:
    return {} if isinstance(relation, Pairs) else set()


def _positive_literals(rule: Rule) -> list[tuple[int, PredicateId]]:
    return [
        (position, condition.atom.predicate)
        for position, condition in enumerate(rule.body)
        if isinstance(condition, Literal)
        and not condition.negated
        and condition.atom.predicate not in BUILT_INS
    ]
