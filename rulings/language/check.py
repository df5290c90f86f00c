"""Surface trees to a checked program.

In: parsed units. Out: a `Program`, or every problem of all units
at once. Guarantee: what `rulings.language.program` promises about a program; warnings and notes
never stop one.

A fact with a doc comment is a fact. A fact of a `.decl` predicate with annotations, and
`neg p(a).`, are rules without a body, so that an explanation can cite them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rulings.language.builtins import BUILT_INS
from rulings.language.catalogue import diagnose
from rulings.language.checks.binding import BindingCheck
from rulings.language.checks.collected import MadePredicate
from rulings.language.checks.declare import Declarations, declare
from rulings.language.checks.dependencies import predicates_read, recursion
from rulings.language.checks.endless import endless
from rulings.language.checks.exclusions import check_exclusion, with_exclusions
from rulings.language.checks.facts import Store, check_group, contradictions
from rulings.language.checks.fitting import with_twins
from rulings.language.checks.happenings import clock_rules, effect_rule, is_happening
from rulings.language.checks.normalise import Normaliser, unknown_predicate
from rulings.language.checks.ordered import RuleOrder
from rulings.language.checks.overrides import check_ids, check_overrides, rule_identity
from rulings.language.checks.permission import permission_rules
from rulings.language.checks.short_forms import spell_out
from rulings.language.checks.spelling import misspelt
from rulings.language.checks.types import Types
from rulings.language.checks.usage import missing_sides, never_applies, never_used, written_twice
from rulings.language.checks.written import in_written, in_written_terms, is_short
from rulings.language.diagnostics import Diagnostic, RulingsError, Severity, in_order
from rulings.language.nodes import literals_of
from rulings.language.places import name_place
from rulings.language.predicates import PredicateId
from rulings.language.program import (
    Atom,
    Condition,
    Constant,
    Exclusion,
    Override,
    Program,
    Role,
    Rule,
)
from rulings.language.sorts import SortLattice
from rulings.language.source import Span
from rulings.language.syntax import (
    NO_ANNOTATIONS,
    ClockStatement,
    EffectStatement,
    ExclusionStatement,
    OverrideStatement,
    RuleStatement,
    SourceUnit,
)
from rulings.records import replace


def check(units: Sequence[SourceUnit], *, problems: Iterable[Diagnostic] = ()) -> Program:
    """Return the program of `units`.

    `problems` are those already found (by the parser). Raises RulingsError with every problem,
    warnings included, when one of them is an error.
    """
    program, found = examine(units, problems=problems, thorough=False)
    if program is None:
        raise RulingsError(found)
    return program


def examine(
    units: Sequence[SourceUnit],
    *,
    problems: Iterable[Diagnostic] = (),
    thorough: bool = True,
    declared: Declarations | None = None,
) -> tuple[Program | None, list[Diagnostic]]:
    """Return the program, or None when there are errors, and every problem in order of place.

    Only a `thorough` examination looks for what is legal and probably not meant. `declared`
    is what the units declare, where that is known; what is wrong with it is among `problems`.
    """
    found = list(problems)
    checker = _Checker(declared or declare(units, found), found)
    for unit in units:
        checker.unit(unit)
    program = checker.finish()
    complete = not any(problem.severity is Severity.ERROR for problem in found)
    statements, overrides = tuple(checker.statements), tuple(checker.overrides)
    found.extend(_whole(program, statements, overrides, complete=complete, thorough=thorough))
    found = in_order(found)
    failed = any(problem.severity is Severity.ERROR for problem in found)
    return None if failed else program, found


def examine_unit(
    unit: SourceUnit, declared: Declarations, problems: Iterable[Diagnostic] = ()
) -> list[Diagnostic]:
    """Return what is wrong in one unit by itself, where these things are declared.

    That is quick enough for every key of an editor. What only the whole program shows, such as a
    predicate that nothing uses, is left to `examine`.
    """
    found = list(problems)
    _Checker(declared, found).unit(unit)
    return in_order(found)


def _whole(
    program: Program,
    statements: tuple[RuleStatement, ...],
    overrides: tuple[OverrideStatement, ...],
    *,
    complete: bool,
    thorough: bool,
) -> Iterator[Diagnostic]:
    """Yield what is wrong with a program as a whole; `statements` are its rules as written.

    What a missing rule would mislead is looked for only where the rest is free of errors.
    """
    yield from check_ids(statements)
    yield from recursion(program, notes=thorough)
    if not complete:
        return
    yield from check_overrides(program, overrides, warnings=thorough)
    missing = list(missing_sides(program))
    yield from missing
    if thorough and not missing:
        yield from never_used(program)
        yield from never_applies(program)
        yield from endless(program)
        yield from written_twice(program.rules, statements)
        yield from misspelt(program, SortLattice(program.sorts))


class _Checker:
    """Collects the parts of one program."""

    def __init__(self, declared: Declarations, problems: list[Diagnostic]) -> None:
        self.declared = declared
        self.predicates = declared.predicates
        self.problems = problems
        happenings = declared.happenings.values()
        self.effects = {name for one in happenings for name in one.brings}
        self.normaliser = Normaliser(declared.predicates, problems, declared.clocks)
        self.types = Types(declared.predicates, declared.lattice, problems)
        self.binding = BindingCheck(declared.predicates, problems)
        self.facts = Store()
        self.denials = Store()
        self.rules: list[Rule] = []
        self.statements: list[RuleStatement] = []
        self.overrides: list[OverrideStatement] = []
        self.exclusions: list[Exclusion] = []
        self.identity = rule_identity()
        self.order = RuleOrder(declared.predicates, problems)
        self.parts: Counter[str] = Counter()

    def unit(self, unit: SourceUnit) -> None:
        for group in unit.facts:
            if self._happens(group.predicate, group.spans[0]):
                continue
            if check_group(group, self.predicates, self.types, self.problems):
                self.facts.add(group.predicate, group.rows, group.spans)
        for statement in unit.statements:
            if isinstance(statement, RuleStatement):
                held, before = self.order.held_back(statement)
                for one, first in before:
                    self._made(one, first, first)
                self._written(held, statement)
            elif isinstance(statement, EffectStatement):
                rule = effect_rule(
                    statement, self.declared.happenings, self.predicates, self.problems
                )
                if rule is not None:
                    self._written(rule)
            elif isinstance(statement, ClockStatement):
                known = [is_happening(o, self.predicates, self.problems) for o in statement.starts]
                if all(known):
                    for rule in clock_rules(statement, self.declared.clocks):
                        self._written(rule)
            elif isinstance(statement, OverrideStatement):
                self.overrides.append(statement)
            elif isinstance(statement, ExclusionStatement):
                self.exclusions += check_exclusion(
                    statement, self.normaliser, self.types, self.problems
                )

    def _written(self, statement: RuleStatement, whole: RuleStatement | None = None) -> None:
        """Check a rule; one that is short for several is checked as these.

        `whole` is the rule as written, of which this one is a part.
        """
        written = whole or statement
        if not is_short(statement.body):
            self._rule(statement, written)
            return
        head = statement.head.predicate

        def name() -> str:
            self.parts[head] += 1
            return f"{head}.or.{self.parts[head]}"

        found = spell_out(statement.head, statement.body, self.problems, self.predicates, name)
        for one in found.collected:
            self._made(one, statement, written)
        for number, body in enumerate(found.bodies, 1):
            which = number if len(found.bodies) > 1 else statement.alternative
            anonymous = found.anonymous
            spelled = replace(statement, body=body, anonymous=anonymous, alternative=which)
            self._rule(spelled, written)

    def _made(self, one: MadePredicate, of: RuleStatement, written: RuleStatement) -> None:
        """Check the rule of a predicate that was made for a part of another rule."""
        self.predicates[one.predicate.name] = one.predicate
        noted = replace(of.annotations, id=None, levels=())
        part = replace(of, head=one.head, body=one.body, doc="", annotations=noted)
        self._written(replace(part, against=False, alternative=0, otherwise=False), written)

    def _rule(self, statement: RuleStatement, written: RuleStatement) -> None:
        head, body = self.normaliser.rule(statement)
        if not self._head(statement, bool(body)):
            return
        before = len(self.problems)
        self.types.rule(head, body)
        if self.normaliser.broken:
            return
        self._read_happenings(statement.head.predicate, body)
        self.binding.rule(head, body)
        once = self.types.singletons()
        if written is not statement:
            names = Counter([*in_written(written.body), *in_written_terms(written.head.arguments)])
            once = [name for name in once if names[name] == 1]
        for name in once:
            if name not in self.binding.reported:
                place = name_place(_text_span(statement), name)
                self.problems.append(diagnose("RUL307", place, name=name))
        if head is None or any(p.severity is Severity.ERROR for p in self.problems[before:]):
            return
        ground = not body and all(isinstance(term, Constant) for term in head.terms)
        if ground and not statement.against and self._fact(statement, head):
            return
        self.rules.append(
            Rule(
                self.identity(statement),
                head,
                body,
                statement.against,
                tuple([clause.text for clause in statement.annotations.clauses]),
                _levels(statement),
                statement.doc,
                statement.span,
            )
        )
        self.statements.append(written)

    def _head(self, statement: RuleStatement, has_body: bool) -> bool:
        """Whether the predicate of a head may be concluded, denied or stated there."""
        atom = statement.head
        name = atom.predicate
        place = Span(atom.span.source, atom.span.start, atom.span.start + len(name))
        predicate = self.predicates.get(name)
        if predicate is None:
            if not self.normaliser.broken or name in BUILT_INS:
                self.problems.append(diagnose("RUL321", place, name=name))
            return False
        if predicate.of_type and (has_body or statement.against):
            sorts = [column.sort for column in predicate.columns]
            self.problems.append(unknown_predicate(name, place, sorts, {}))
            return False
        if self._happens(name, place):
            return False
        is_state = predicate.role is Role.STATE
        code = ""
        if statement.denial and not is_state:
            code = "RUL341"
        elif statement.against and is_state:
            code = "RUL344"
        elif is_state and has_body and not predicate.concluded:
            code = "RUL320"
        if code:
            self.problems.append(diagnose(code, place, name=name))
        return not code

    def _happens(self, name: str, place: Span) -> bool:
        """Report a happening that a rule concludes or a fact states."""
        declared = self.predicates.get(name)
        happens = declared is not None and declared.role is Role.HAPPENING
        if happens:
            self.problems.append(diagnose("RUL354", place, name=name))
        return happens

    def _read_happenings(self, head: PredicateId, body: Iterable[Condition]) -> None:
        """Report happenings among the conditions, but for the one that the rule is about."""
        own = head in self.effects
        for literal in literals_of(body):
            declared = self.predicates.get(literal.atom.predicate)
            if declared is None or declared.role is not Role.HAPPENING:
                continue
            if not own:
                found = diagnose("RUL359", literal.atom.span, name=str(declared.name))
                self.problems.append(found)
            own = False

    def _fact(self, statement: RuleStatement, head: Atom) -> bool:
        """Store a fact that is no rule."""
        is_state = self.predicates[head.predicate].role is Role.STATE
        noted = statement.annotations
        if noted != NO_ANNOTATIONS:
            if not is_state:
                return False
            self.problems.append(diagnose("RUL332", statement.span, name=head.predicate))
        row = tuple([term.value for term in head.terms if isinstance(term, Constant)])
        store = self.denials if statement.denial else self.facts
        store.add(head.predicate, (row,), (statement.span,))
        return True

    def finish(self) -> Program:
        facts, denials = self.facts.finish(), self.denials.finish()
        predicates = with_exclusions(self.predicates, self.exclusions)
        known, lattice = self.declared.happenings, self.declared.lattice
        allowed = [*permission_rules(known, predicates, lattice, self.rules, self.problems)]
        self.problems.extend(contradictions(facts, denials, predicates))
        read = {name for rule in self.rules for name in predicates_read(rule.body)}
        read |= facts.keys() | denials.keys()
        made = (name for name, one in predicates.items() if one.of_type or one.twin_of or one.was)
        for name in [name for name in made if name not in read]:
            del predicates[name]
        two_sided = {rule.head.predicate for rule in self.rules if rule.denies}
        two_sided.update(name for name, one in predicates.items() if one.concluded)
        for name in two_sided:
            predicates[name] = replace(predicates[name], two_sided=True)
        facts, denials = with_twins(facts, predicates), with_twins(denials, predicates)
        overrides = tuple(Override(o.winner.text, o.loser.text, o.span) for o in self.overrides)
        rules, sorts, clocks = (*self.rules, *allowed), lattice.sorts, self.declared.clocks
        return Program(sorts, predicates, rules, facts, denials, overrides, known, clocks)


def _levels(statement: RuleStatement) -> tuple[str, ...]:
    """The levels of a rule; what names a rule with alternatives names each of them."""
    noted = statement.annotations
    of_all = [noted.id.text] if noted.id is not None and statement.alternative else []
    return (*(level.text for level in noted.levels), *of_all)


def _text_span(statement: RuleStatement) -> Span:
    """The rule itself, without its annotations."""
    span = statement.span
    begins = (one.span.start for one in (statement.head, *statement.body[:1]))
    return Span(span.source, min(begins), span.end)
