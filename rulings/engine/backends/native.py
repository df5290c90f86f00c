"""The default backend: compiled rules, semi-naive rounds.

In: one stratum's rules and the finished relations they read. Out: its least model. Guarantee:
each round joins at least one row that was new in the round before; a row's round is that of its
first derivation, so its premises were there before it. Algorithm: F. Bancilhon, "Naive
evaluation of recursively defined relations", 1986.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from rulings.engine.codegen import CompiledRule, compile_rule
from rulings.engine.limits import MAX_ROWS
from rulings.engine.plan import plan
from rulings.engine.relation import Relation
from rulings.engine.values import ArithmeticFault, fault_at
from rulings.language.builtins import BUILT_INS
from rulings.language.program import Literal, Predicate, Row, Rule


@dataclass(slots=True)
class NativeBackend:
    """Evaluates the strata of one lowered program; compiled rules are kept between runs."""

    predicates: Mapping[str, Predicate]
    computed: frozenset[str]
    max_rows: int = MAX_ROWS
    name: str = "native"
    _compiled: dict[tuple[str, int | None], CompiledRule] = field(default_factory=dict)

    def least_model(
        self,
        rules: Sequence[Rule],
        positive: Mapping[str, Collection[Row]],
        negative: Mapping[str, Collection[Row]],
        seed: Mapping[str, Collection[Row]],
    ) -> dict[str, Relation]:
        """Return the stratum's relations. See `Backend.least_model`."""
        own = {
            name: Relation(self.predicates[name].arity, set(rows)) for name, rows in seed.items()
        }
        view = {**positive, **own}
        new: dict[str, set[Row]] = {name: set() for name in own}
        for rule in rules:
            if self._can_fire(rule, view):
                self._run(rule, None, view, negative, None, own, new)
        for name, relation in own.items():
            new[name] -= relation.rows
        recursive = [
            (rule, position, name)
            for rule in rules
            for position, name in _positive_literals(rule)
            if name in own
        ]
        while any(new.values()):
            delta = new
            for name, rows in delta.items():
                if rows:
                    own[name].extend(rows)
            if not recursive:
                break
            new = {name: set() for name in own}
            for rule, position, name in recursive:
                if delta[name]:
                    self._run(rule, position, view, negative, delta[name], own, new)
        return own

    def code(self, rules: Sequence[Rule]) -> list[CompiledRule]:
        """Return the compiled forms of `rules` that have run so far, for `--show-code`."""
        wanted = {rule.id for rule in rules}
        return [c for (name, _), c in sorted(self._compiled.items(), key=str) if name in wanted]

    def _can_fire(self, rule: Rule, view: Mapping[str, Collection[Row]]) -> bool:
        """Whether no positive literal of `rule` reads an empty relation."""
        return all(
            name in self.computed or len(view[name]) > 0 for _, name in _positive_literals(rule)
        )

    def _run(
        self,
        rule: Rule,
        position: int | None,
        view: Mapping[str, Collection[Row]],
        negative: Mapping[str, Collection[Row]],
        delta: set[Row] | None,
        own: Mapping[str, Relation],
        new: Mapping[str, set[Row]],
    ) -> None:
        compiled = self._compiled.get((rule.id, position))
        if compiled is None:
            sizes = {name: len(view[name]) for _, name in _positive_literals(rule) if name in view}
            planned = plan(rule, position, self.predicates, self.computed, sizes)
            compiled = self._compiled[rule.id, position] = compile_rule(planned)
        head = rule.head.predicate
        known = own[head].rows
        try:
            compiled.run(view, negative, delta, known, new[head], self.max_rows - len(known))
        except ArithmeticFault as fault:
            raise fault_at(rule, fault) from None


def _positive_literals(rule: Rule) -> list[tuple[int, str]]:
    return [
        (position, condition.atom.predicate)
        for position, condition in enumerate(rule.body)
        if isinstance(condition, Literal)
        and not condition.negated
        and condition.atom.predicate not in BUILT_INS
    ]
