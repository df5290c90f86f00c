"""Rules in order: the first that applies decides.

In: the rules of a text as written, some after the word `otherwise`. Out: for such a rule the same
without the word, and with conditions that say that no rule before it in its chain applies.
Guarantee: the columns before the last say for what the rules decide, and the last one what; a rule
before applies for these columns when its conditions hold with any value of the last.

A rule before that has one plain condition is denied by denying that. Of any other a predicate is
made, which holds where it applies: with its conditions, its clauses, and the columns before the
last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rulings.language.catalogue import diagnose
from rulings.language.checks.collected import MadePredicate, slots
from rulings.language.checks.written import in_written, in_written_terms
from rulings.language.conditions import variable
from rulings.language.diagnostics import Diagnostic
from rulings.language.predicates import PredicateId
from rulings.language.program import Constant, Predicate, Role, Variable
from rulings.language.syntax import (
    RuleStatement,
    SurfaceAtom,
    SurfaceCondition,
    SurfaceExpression,
    SurfaceLiteral,
)
from rulings.language.variables import last_anonymous
from rulings.records import dataclass, field, replace

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@dataclass(slots=True)
class RuleOrder:
    """Puts the rules of one program in order, one after the other as they stand in the text.

    `chain` are the rules of which the first begins at `start`; `made` holds the predicates of those
    that have one, `numbers` how many were made for each predicate.
    """

    predicates: Mapping[PredicateId, Predicate]
    problems: list[Diagnostic]
    start: int = -1
    chain: list[RuleStatement] = field(default_factory=list)
    made: dict[int, MadePredicate] = field(default_factory=dict)
    numbers: Counter[str] = field(default_factory=Counter)

    def held_back(
        self, rule: RuleStatement
    ) -> tuple[RuleStatement, list[tuple[MadePredicate, RuleStatement]]]:
        """Return a rule with the conditions of its place, and what was made for those before."""
        if not rule.otherwise:
            self.start, self.chain, self.made = rule.span.start, [rule], {}
            return rule, []
        if self.start != rule.chain:
            # The rules before it may have been withdrawn by a layer.
            self.start, self.chain, self.made = rule.chain, [], {}
        declared = self.predicates.get(rule.head.predicate)
        made: list[tuple[MadePredicate, RuleStatement]] = []
        guards: list[SurfaceCondition] = []
        last = rule.anonymous
        if declared is not None and self._can_be_held_back(rule, declared):
            for place, before in enumerate(self.chain):
                guard = _denied(before, rule.head, last)
                if guard is None:
                    if place not in self.made:
                        self.made[place] = self._make(declared, before, place)
                        made.append((self.made[place], before))
                    guard = _does_not_apply(self.made[place], rule.head)
                last = max(last, last_anonymous(in_written((guard,))))
                guards.append(guard)
        self.chain.append(rule)
        body = (*guards, *rule.body)
        return replace(rule, body=body, anonymous=last, otherwise=False), made

    def _can_be_held_back(self, rule: RuleStatement, declared: Predicate) -> bool:
        """Whether its head is right; what else is wrong with it is told of the rule as written."""
        if declared.arity != len(rule.head.arguments):
            return False
        if declared.columns[-1].is_input:
            self.problems.append(diagnose("RUL131", rule.head.span, name=declared.name))
            return False
        pairs = zip(rule.head.arguments, declared.columns, strict=True)
        given, needed = set(in_written(rule.body)), set[str]()
        for term, column in pairs:
            (given if column.is_input else needed).update(in_written_terms((term,)))
        return needed <= given

    def _make(self, declared: Predicate, before: RuleStatement, place: int) -> MadePredicate:
        columns, name = declared.columns[:-1], before.head.predicate
        self.numbers[name] += 1
        made, keys = f"{name}.before.{self.numbers[name]}", before.head.arguments[:-1]
        head = replace(before.head, predicate=made, arguments=keys)
        said = (_said(place, [column.name for column in columns]),)
        predicate = Predicate(head.predicate, columns, said, Role.PART, span=before.head.span)
        return MadePredicate(predicate, head, before.body)


def _said(place: int, names: list[str]) -> str:
    """The sentence that a rule applies."""
    which = f"the {_ORDINALS[place]}" if place < len(_ORDINALS) else f"number {place + 1}"
    return f"{which} of the rules in order applies{slots(names, ' to ')}"


def _does_not_apply(before: MadePredicate, head: SurfaceAtom) -> SurfaceLiteral:
    atom = replace(before.head, arguments=head.arguments[:-1], span=head.span)
    return SurfaceLiteral(atom, negated=True, span=head.span)


def _denied(before: RuleStatement, head: SurfaceAtom, last: int) -> SurfaceLiteral | None:
    """The denial of a rule's only condition, for the columns before the last of another head.

    None where that is not to be had: `last` is the last number of a variable written `_`.
    """
    if len(before.body) != 1 or not isinstance(before.body[0], SurfaceLiteral):
        return None
    literal = before.body[0]
    keys = before.head.arguments[:-1]
    theirs: dict[str, SurfaceExpression] = {}
    for key, own in zip(keys, head.arguments, strict=False):
        if not isinstance(key, Variable) or key.name in theirs:
            return None
        theirs[key.name] = own
    if literal.atom.past or not _is_plain(literal, theirs):
        return None
    arguments: list[SurfaceExpression] = []
    for term in literal.atom.arguments:
        if isinstance(term, Variable) and term.name in theirs:
            arguments.append(theirs[term.name])
        elif isinstance(term, Variable):
            last += 1
            arguments.append(variable(f"_{last}"))
        else:
            arguments.append(term)
    atom = replace(literal.atom, arguments=tuple(arguments), span=head.span)
    return replace(literal, atom=atom, negated=not literal.negated, span=head.span)


def _is_plain(literal: SurfaceLiteral, keys: Mapping[str, SurfaceExpression]) -> bool:
    """Whether a literal holds each of its variables once, and the denial of it can be asked."""
    seen: set[str] = set()
    for term in literal.atom.arguments:
        if isinstance(term, Variable):
            if term.name in seen or (literal.negated and term.name not in keys):
                return False
            seen.add(term.name)
        elif not isinstance(term, Constant):
            return False
    return seen >= set(keys)
