"""Surface rules to rules of the program.

In: a rule as written, spelled out, and the declarations. Out: a `Rule`, and problems.
Guarantee: arguments are terms, expressions stand only in comparisons, aggregates only as
conditions; every predicate is declared and has its arity, or `broken` is set. New variables
continue the numbering of the anonymous ones. Variables local to two pairs of braces are renamed
apart.

`not p(X, _)` says that no value will do. It becomes `forall { _1 : p(X, _1) } not p(X, _1)`,
which means exactly that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from rulings.language.builtins import BUILT_INS, columns_of
from rulings.language.catalogue import diagnose
from rulings.language.checks.short_forms import spell_out
from rulings.language.checks.written import in_written, is_short, of_level
from rulings.language.conditions import variable
from rulings.language.diagnostics import Diagnostic
from rulings.language.predicates import PredicateId, against, legal_of, past_of, was_of
from rulings.language.program import (
    Aggregate,
    Atom,
    Column,
    Comparison,
    Completion,
    Condition,
    Constant,
    Expression,
    ForAll,
    Literal,
    Operation,
    Predicate,
    Role,
    Term,
    Variable,
)
from rulings.language.source import Span
from rulings.language.suggest import near_hint
from rulings.language.syntax import (
    Collection,
    Compound,
    RuleStatement,
    SurfaceAtom,
    SurfaceComparison,
    SurfaceCondition,
    SurfaceExpression,
    SurfaceForAll,
    SurfaceLiteral,
)
from rulings.language.variables import is_anonymous, last_anonymous
from rulings.records import dataclass, field

_MEANT = {"may": legal_of, "happened": past_of, "was": was_of}
_IN_QUESTIONS = (
    "A question names what the rulebook declares; `rulings sentences GAME WORDS` finds it."
)


def signature(name: str, columns: Iterable[Column]) -> str:
    """`name(A: t, in B: u)`, as a declaration writes it."""
    shown = ", ".join(f"{'in ' * c.is_input}{c.name}: {c.sort}" for c in columns)
    return f"{name}({shown})" if shown else name


def likely_sorts(terms: Iterable[object]) -> list[str]:
    """What columns that hold these would be declared as: numbers are told by their looks."""
    values = (term.value if isinstance(term, Constant) else term for term in terms)
    return ["int" if isinstance(value, int) else "symbol" for value in values]


def unknown_predicate(
    name: str,
    span: Span,
    sorts: Sequence[str],
    predicates: Mapping[PredicateId, Predicate],
    *,
    asked: bool = False,
) -> Diagnostic:
    """The diagnostic for a predicate that nobody declares, `asked` for in a question or not.

    `sorts` are what its arguments look like.
    """
    known = [str(one) for one in (*predicates, *BUILT_INS)]
    suggestion = near_hint(name, known, _IN_QUESTIONS if asked else "")
    columns = ", ".join(f"{name}: {sort}" for name, sort in zip("ABCDEFGHIJ", sorts, strict=False))
    return diagnose("RUL201", span, suggestion=suggestion, name=name, columns=columns)


def wrong_arity(name: str, span: Span, count: int, columns: tuple[Column, ...]) -> Diagnostic:
    """The diagnostic for an atom with too few or too many arguments."""
    wanted = f"{len(columns)} argument{'s' * (len(columns) != 1)}" if columns else "no arguments"
    return diagnose(
        "RUL202", span, name=name, wanted=wanted, count=count, signature=signature(name, columns)
    )


def no_happening(name: str, span: Span, predicates: Mapping[PredicateId, Predicate]) -> Diagnostic:
    """The diagnostic for what is no happening where one must stand."""
    known = [str(p.name) for p in predicates.values() if p.role is Role.HAPPENING]
    return diagnose("RUL352", span, suggestion=near_hint(name, known), name=name)


@dataclass(slots=True)
class Normaliser:
    """Works on one rule at a time; `broken` says that a condition was left out."""

    predicates: Mapping[PredicateId, Predicate]
    problems: list[Diagnostic]
    clocks: Mapping[str, str] = field(default_factory=dict)
    number: int = 0
    broken: bool = False
    own: tuple[tuple[SurfaceAtom, ...], tuple[SurfaceCondition, ...]] = ((), ())
    visible: frozenset[str] | None = None
    taken: set[str] = field(default_factory=set)
    renames: dict[str, str] = field(default_factory=dict)
    asked: bool = False

    def rule(self, statement: RuleStatement) -> tuple[Atom | None, tuple[Condition, ...]]:
        """Normalise a whole rule; the head is None when its predicate is unknown."""
        self._begin(statement.anonymous, (statement.head,), statement.body)
        body: list[Condition] = []
        for condition in statement.body:
            self._condition(condition, body)
        head = self._atom(statement.head, False, body)
        return head, tuple(body)

    def query(self, conditions: tuple[SurfaceCondition, ...]) -> tuple[Condition, ...]:
        """Normalise the conditions of a question."""
        self.asked = True
        if is_short(conditions):
            bodies = spell_out(None, conditions, self.problems, self.predicates).bodies
            if len(bodies) > 1:
                self.problems.append(diagnose("RUL129", conditions[0].span))
            conditions = bodies[0] if len(bodies) == 1 else ()
        self._begin(last_anonymous(in_written(conditions)), (), conditions)
        body: list[Condition] = []
        for condition in conditions:
            self._condition(condition, body)
        return tuple(body)

    def _begin(
        self, number: int, heads: tuple[SurfaceAtom, ...], body: tuple[SurfaceCondition, ...]
    ) -> None:
        self.number = number
        self.broken = False
        self.own = (heads, body)
        self.visible = None
        self.renames = {}

    def _condition(self, condition: SurfaceCondition, out: list[Condition]) -> None:
        match condition:
            case SurfaceLiteral(atom, negated, against):
                found = self._atom(atom, against, out)
                if found is None:
                    return
                if atom.since:
                    self._since(atom, found, negated, out)
                    return
                anonymous = _anonymous(atom) if negated else ()
                out.append(_literal(found, negated, anonymous, condition.span))
            case SurfaceComparison():
                self._comparison(condition, out)
            case SurfaceForAll():
                self._for_all(condition, out)

    def _since(self, atom: SurfaceAtom, found: Atom, negated: bool, out: list[Condition]) -> None:
        """`happened h since clock`: in a step that is not before the one in which it began."""
        began = self.clocks.get(atom.since)
        if began is None:
            suggestion = near_hint(atom.since, self.clocks)
            known = ", ".join(self.clocks) or "none"
            self.problems.append(
                diagnose("RUL353", atom.span, suggestion=suggestion, name=atom.since, known=known)
            )
            self.broken = True
            return
        if atom.word == "was":
            # What it was in the very step in which the clock began.
            out.append(Literal(Atom(began, found.terms[-1:], atom.span)))
            free = tuple(one for one in _anonymous(atom) if one != found.terms[-1])
            out.append(_literal(found, negated, free, atom.span))
            return
        first, step = self._fresh(), found.terms[-1]
        out.append(Literal(Atom(began, (first,), atom.span)))
        late = Comparison(">=", step, first, atom.span)
        if not negated:
            out += (Literal(found), late)
        else:
            # A step that is written is one to be looked at like any other.
            given = (Literal(found), late)
            any_value = _anonymous(atom) or (self._fresh(),)
            out.append(ForAll(any_value, given, Literal(found, negated=True), atom.span))

    def _comparison(self, condition: SurfaceComparison, out: list[Condition]) -> None:
        left, right = condition.left, condition.right
        if condition.operator == "=":
            if isinstance(left, Collection) and not isinstance(right, (Collection, Compound)):
                left, right = right, left
            if isinstance(right, Collection) and not isinstance(left, (Collection, Compound)):
                out.append(self._aggregate(self._term(left, []), right, condition.span))
                return
        out.append(
            Comparison(
                condition.operator,
                self._expression(left, out),
                self._expression(right, out),
                condition.span,
            )
        )

    def _for_all(self, condition: SurfaceForAll, out: list[Condition]) -> None:
        span = condition.span
        goal_written = condition.goal
        assert isinstance(goal_written, SurfaceLiteral), "spelled out before"
        scope = self._visible()
        for quantified in condition.variables:
            if quantified.name in scope:
                self.problems.append(diagnose("RUL309", span, name=quantified.name))
                self.broken = True
        goal_atoms = (goal_written.atom,)
        own = of_level(goal_atoms, condition.condition)
        given: list[Condition] = []
        with self._inside(own | {v.name for v in condition.variables}):
            for inner in condition.condition:
                self._condition(inner, given)
            goal = self._atom(goal_written.atom, goal_written.against, given)
            variables = tuple(self._renamed(v) for v in condition.variables)
        if goal is None:
            return
        if goal_written.negated and _anonymous(goal_written.atom):
            given.append(Literal(goal))
        out.append(ForAll(variables, tuple(given), Literal(goal, goal_written.negated), span))

    def _aggregate(self, target: Term, collection: Collection, span: Span) -> Aggregate:
        body: list[Condition] = []
        with self._inside(of_level((), collection.body, collection.terms)):
            for inner in collection.body:
                self._condition(inner, body)
            terms = tuple(self._term(term, body) for term in collection.terms)
        fixed_by = next(self._fixing(terms[0], body), None)
        return Aggregate(target, collection.function, terms, tuple(body), span, fixed_by)

    def _fixing(self, term: Term, body: Iterable[Condition]) -> Iterator[tuple[Variable, ...]]:
        """Yield the variables beside a term that a predicate with `one` has last.

        A `default` state promises nothing: where none is told, every value is assumed.
        """
        for condition in body:
            if not isinstance(condition, Literal) or condition.negated:
                continue
            declared = self.predicates.get(condition.atom.predicate)
            *others, last = condition.atom.terms or (None,)
            if declared is None or declared.completion is Completion.DEFAULT:
                continue
            if declared.functional and last == term:
                yield tuple(one for one in others if isinstance(one, Variable))

    def _atom(self, atom: SurfaceAtom, denied: bool, out: list[Condition]) -> Atom | None:
        name = atom.predicate
        terms = tuple([self._term(argument, out) for argument in atom.arguments])
        if atom.word:
            return self._worded(atom, terms)
        columns = columns_of(name, self.predicates)
        if columns is None:
            sorts = likely_sorts(terms)
            self.problems.append(
                unknown_predicate(name, atom.span, sorts, self.predicates, asked=self.asked)
            )
        elif len(columns) != len(terms):
            self.problems.append(wrong_arity(name, atom.span, len(terms), columns))
        else:
            return Atom(against(name) if denied else name, terms, atom.span)
        self.broken = True
        return None

    def _worded(self, atom: SurfaceAtom, terms: tuple[Term, ...]) -> Atom | None:
        """`may h`: what h needs is there; `happened h`, `was s`: in the step that stands last."""
        name, word, count = atom.predicate, atom.word, len(terms) - atom.past
        meant = _MEANT[word](name)
        declared = self.predicates.get(name)
        if word == "was" and meant not in self.predicates:
            problem = diagnose("RUL366", atom.span, name=name)
        elif declared is None or (declared.role is not Role.HAPPENING and word != "was"):
            problem = no_happening(name, atom.span, self.predicates)
        elif count != declared.arity:
            problem = wrong_arity(name, atom.span, count, declared.columns)
        elif word == "may" and meant not in self.predicates:
            problem = diagnose("RUL365", atom.span, name=name)
        else:
            return Atom(meant, terms, atom.span)
        self.problems.append(problem)
        self.broken = True
        return None

    def _term(self, expression: SurfaceExpression, out: list[Condition]) -> Term:
        match expression:
            case Variable():
                return self._renamed(expression) if self.renames else expression
            case Constant():
                return expression
            case Collection():
                target = self._fresh()
                out.append(self._aggregate(target, expression, expression.span))
                return target
            case Compound():
                target = self._fresh()
                value = self._expression(expression, out)
                out.append(Comparison("=", target, value, expression.span))
                return target

    def _expression(self, expression: SurfaceExpression, out: list[Condition]) -> Expression:
        if not isinstance(expression, Compound):
            return self._term(expression, out)
        operands = tuple([self._expression(operand, out) for operand in expression.operands])
        if expression.operator in ("//", "%") and operands[1] == Constant(0):
            self.problems.append(diagnose("RUL329", expression.span, operator=expression.operator))
        return Operation(expression.operator, operands, expression.span)

    def _fresh(self) -> Variable:
        self.number += 1
        return Variable(f"_{self.number}")

    def _renamed(self, term: Variable) -> Variable:
        return variable(self.renames.get(term.name, term.name))

    def _visible(self) -> frozenset[str]:
        """The variables that occur outside the braces about to be entered."""
        if self.visible is None:
            self.visible = frozenset(of_level(*self.own))
            self.taken = set(self.visible)
        return self.visible

    @contextmanager
    def _inside(self, names: set[str]) -> Iterator[None]:
        """Work within braces whose own level mentions `names`."""
        visible, before = self._visible(), self.renames
        renames = dict(before)
        for name in sorted(names - visible):
            fresh, count = name, 1
            while fresh in self.taken and not name.startswith("_"):
                count += 1
                fresh = f"{name}_{count}"
            self.taken.add(fresh)
            renames.pop(name, None)
            if fresh != name:
                renames[name] = fresh
        self.visible, self.renames = visible | names, renames
        yield
        self.visible, self.renames = visible, before


def _literal(
    atom: Atom, negated: bool, anonymous: tuple[Variable, ...], span: Span
) -> Literal | ForAll:
    """A literal; a denial is one for all values of the variables written `_`."""
    if not negated or not anonymous:
        return Literal(atom, negated)
    return ForAll(anonymous, (Literal(atom),), Literal(atom, negated=True), span)


def _anonymous(atom: SurfaceAtom) -> tuple[Variable, ...]:
    """The arguments written `_`."""
    return tuple(
        argument
        for argument in atom.arguments
        if isinstance(argument, Variable) and is_anonymous(argument.name)
    )
