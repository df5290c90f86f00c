"""From a rule's plan to Python source.

In: a `RulePlan`. Out: the text of a function `run`, which adds the rows that the rule derives.
Guarantee: the text is deterministic, opens with its rule as a comment and holds constants only
as `repr`. Every name says by its first letters what it is: `v_X` the rule's variable X, `r_p`
rows of the relation p, `call_word` the built-in `word`; all other names are the generator's own.
So no name of a rulebook meets a word of Python, a name of this module or another such name.

`run(positive, negative, delta, known, new, room)` reads relations by name from `positive` and
`negative`, the delta literal from `delta`, and puts rows that are not in `known` into `new`, of
which there is `room` for so many.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rulings.engine.plan.compiled import FUNCTION_NAMES
from rulings.engine.plan.steps import Assign, Call, Compare, Every, Join, Read, RulePlan, Step, Test
from rulings.language.builtins import BUILT_INS
from rulings.language.format import format_rule
from rulings.language.predicates import PredicateId
from rulings.language.program import Expression, Operation, Term, Variable

MAX_LOOPS = 15
"""Python allows 20 nested blocks in a function; longer joins go on in an inner function."""

_COMPARED = {
    "=": "{0} == {1}",
    "!=": "{0} != {1}",
    "<": "less({0}, {1})",
    ">": "less({1}, {0})",
    "<=": "not less({1}, {0})",
    ">=": "not less({0}, {1})",
}


class Writer:
    """Writes the function for one plan. `lines` and `loops` belong to the part being written."""

    def __init__(self, plan: RulePlan) -> None:
        self.plan = plan
        self.sources: dict[str, str] = {}
        self.variables: dict[str, str] = {}
        self.bound: dict[str, None] = {}
        self.lines: list[str] = []
        self.loops = 0
        self.intersections = 0
        self.setup: tuple[str, ...] = ("add = new.add",)
        self.counters: tuple[str, ...] = ()

    def write(self) -> str:
        """Return the Python source."""
        if self.is_set_algebra():
            return self.function(self.set_algebra())
        parts = _parts(self.plan.steps)
        written: list[list[str]] = []
        for number, steps in enumerate(parts):
            arguments = ", ".join(map(self.variable, self.bound))
            self.lines, self.loops = [], 0
            final = number + 1 == len(parts)
            last_loop = next((s for s in reversed(steps) if is_loop(s)), None) if final else None
            for step in steps:
                self.step(step, is_last_loop=step is last_loop)
            if final:
                self.head()
            else:
                self.line(f"part_{number + 1}({', '.join(map(self.variable, self.bound))})")
            body = self.lines
            if number:
                counters = [f"nonlocal {name}" for name in self.counters]
                body = ["    " + line for line in (*counters, *body)]
                body = [f"def part_{number}({arguments}):", *body]
            written.append(body)
        return self.function([line for part in reversed(written) for line in part])

    def function(self, body: Sequence[str]) -> str:
        """Return the function with `body`, after a comment and the names that it uses."""
        sources = [f"{name} = {source}" for source, name in self.sources.items()]
        lines = [*self.comment(), *sources, *self.setup, *body]
        header = "def run(positive, negative, delta, known, new, room):"
        return "\n".join([header, *("    " + line for line in lines), ""])

    def comment(self) -> list[str]:
        lines = [ascii(line)[1:-1].strip() for line in format_rule(self.plan.rule).splitlines()]
        if self.plan.delta is not None:
            lines.append(f"reading only the new rows of condition {self.plan.delta + 1}")
        return [f"# {line}" for line in lines if line]

    def is_set_algebra(self) -> bool:
        """Whether every condition speaks of the very row of the head."""
        terms = self.plan.rule.head.terms
        return (
            len(set(terms)) == len(terms) > 0
            and all(isinstance(term, Variable) for term in terms)
            and all(isinstance(s, Join | Test) and s.atom.terms == terms for s in self.plan.steps)
            and len(self.plan.steps) > 0
        )

    def set_algebra(self) -> list[str]:
        """An intersection for the positive conditions, a difference for the negated ones."""
        meets: list[str] = []
        drops: list[str] = []
        for step in self.plan.steps:
            assert isinstance(step, Join | Test)
            name = step.atom.predicate
            if step.read is Read.DELTA:
                meets.append("delta")
            else:
                rows = self.source(name, f"{step.read.value}[{key_of(name)}].rows")
                (drops if step.read is Read.NEGATIVE else meets).append(rows)
        if self.plan.delta is not None:
            drops.append("known")
        found = " & ".join(meets)
        self.setup = ()
        return [f"new.update({' - '.join([f'({found})' if len(meets) > 1 else found, *drops])})"]

    def line(self, text: str) -> None:
        self.lines.append("    " * self.loops + text)

    def loop(self, header: str) -> None:
        self.line(header)
        self.loops += 1

    def skip_if(self, condition: str) -> None:
        self.line(f"if {condition}:")
        self.line("    " + ("continue" if self.loops else "return"))

    def check_limit(self) -> None:
        self.line("if len(new) > room:")
        self.line("    raise NoRoom")

    # Steps

    def step(self, step: Step, *, is_last_loop: bool) -> None:
        if is_last_loop and self.loops:
            self.check_limit()
        match step:
            case Join():
                self.open(step)
            case Test():
                self.skip_if(self.exists(step, absent=not step.negated))
            case Call():
                self.call(step)
                if is_last_loop and not step.negated:
                    self.check_limit()
            case Assign(variable, expression):
                value = self.expression(expression)
                self.line(f"{self.bind(variable)} = {value}")
            case Compare(comparison):
                left, right = self.expression(comparison.left), self.expression(comparison.right)
                self.skip_if(f"not ({_COMPARED[comparison.operator].format(left, right)})")
            case Every():
                self.every(step)

    def rows(self, step: Join) -> str:
        """The expression that a join loops over."""
        if step.read is Read.DELTA:
            return "delta"
        name, terms = step.atom.predicate, step.atom.terms
        if step.is_scan:
            return self.source(name, f"{step.read.value}[{key_of(name)}].rows")
        index = self.source(
            name, f"{step.read.value}[{key_of(name)}].index({step.key}, {step.value})"
        )
        return f"{index}.get({self.key([terms[i] for i in step.key])}, ())"

    def open(self, step: Join) -> None:
        """Loop over a join's rows, binding what is free and checking what is bound."""
        terms = [step.atom.terms[i] for i in step.value]
        scalar = len(terms) == 1 and not step.is_scan
        self.open_loop(terms, self.rows(step), scalar=scalar)

    def open_loop(self, terms: Sequence[Term | None], rows: str, *, scalar: bool = False) -> None:
        """Loop over `rows`, one term a column; None stands for a column of no interest."""
        targets: list[str] = []
        checks: list[str] = []
        for position, term in enumerate(terms):
            if term is None:
                targets.append("_")
            elif isinstance(term, Variable) and term.name not in self.bound:
                targets.append(self.bind(term.name))
            else:
                targets.append(f"same_{position}")
                checks.append(f"same_{position} != {self.term(term)}")
        pattern = ", ".join(targets) + ("," if len(targets) == 1 and not scalar else "")
        self.loop(f"for {pattern or '_'} in {rows}:")
        if checks:
            self.skip_if(" or ".join(checks))

    def exists(self, step: Test, *, absent: bool) -> str:
        """The expression `key in rows`, or `key not in rows`."""
        name, terms = step.atom.predicate, [step.atom.terms[i] for i in step.key]
        relation = f"{step.read.value}[{key_of(name)}]"
        word = "not in" if absent else "in"
        if len(step.key) == len(step.atom.terms):
            return f"{self.row(terms)} {word} {self.source(name, f'{relation}.rows')}"
        index = self.source(name, f"{relation}.index({step.key}, ())")
        return f"{self.key(terms)} {word} {index}"

    def call(self, step: Call) -> None:
        """Loop over the answers of a built-in or of an aggregate table."""
        name, terms = step.atom.predicate, step.atom.terms
        inputs = ", ".join(self.term(terms[i]) for i in step.inputs)
        if name in BUILT_INS:
            rows = f"call_{name}({inputs})"
        else:
            rows = f"{self.source(name, f'positive[{key_of(name)}].rows_for')}({inputs})"
        if step.negated:
            self.skip_if(f"{self.row(terms)} in {rows}")
        else:
            self.open_loop([None if i in step.inputs else t for i, t in enumerate(terms)], rows)

    # Universal conditions

    def given(self, step: Every) -> None:
        match step.given:
            case Join():
                self.open(step.given)
            case Call():
                self.call(step.given)

    def every(self, step: Every) -> None:
        """Run a `forall` as a test, or as an intersection of index entries when it binds."""
        if step.binds is None:
            self.every_as_test(step)
        else:
            self.every_as_intersection(step, step.binds)

    def every_as_test(self, step: Every) -> None:
        outer, depth = dict(self.bound), self.loops
        self.line("holds = True")
        self.given(step)
        goal = Test(step.goal, Read.POSITIVE, tuple(range(len(step.goal.terms))), negated=False)
        self.line(f"if {self.exists(goal, absent=True)}:")
        self.line("    holds = False")
        self.line("    break")
        self.bound, self.loops = outer, depth
        self.skip_if("not holds")

    def every_as_intersection(self, step: Every, variable: str) -> None:
        domain = step.domain
        assert domain is not None
        outer, depth = dict(self.bound), self.loops
        # A later `forall` of the rule runs inside the loop over this one's values.
        self.intersections += 1
        matching = f"matching_{self.intersections}"
        self.line(f"{matching} = None")
        self.given(step)
        (place,) = (i for i, t in enumerate(step.goal.terms) if t == Variable(variable))
        key = tuple(i for i in range(len(step.goal.terms)) if i != place)
        goal = Join(step.goal, Read.POSITIVE, key, (place,))
        rows = self.rows(goal)
        self.line(f"matches = {rows}" if key else f"matches = {{value for value, in {rows}}}")
        self.line(f"if {matching} is None:")
        self.line(f"    {matching} = set(matches)")
        self.line("else:")
        self.line(f"    {matching}.intersection_update(matches)")
        self.line(f"if not {matching}:")
        self.line("    break")
        self.bound, self.loops = outer, depth
        candidates = self.rows(domain)
        name = self.variable(variable)
        drawn = candidates if not domain.is_scan else f"[{name} for {name}, in {candidates}]"
        self.loop(f"for {name} in {drawn} if {matching} is None else {matching}:")
        self.bind(variable)
        everything = tuple(range(len(domain.atom.terms)))
        member = Test(domain.atom, Read.POSITIVE, everything, negated=False)
        self.skip_if(f"{matching} is not None and {self.exists(member, absent=True)}")

    # Heads and terms

    def head(self) -> None:
        row = self.row(self.plan.rule.head.terms)
        if self.plan.delta is None:
            self.line(f"add({row})")
        else:
            self.line(f"row = {row}")
            self.line("if row not in known:")
            self.line("    add(row)")

    def bind(self, variable: str) -> str:
        self.bound[variable] = None
        return self.variable(variable)

    def variable(self, name: str) -> str:
        """Return the local name of the rule's variable `name`."""
        if name not in self.variables:
            self.variables[name] = _unique(f"v_{name}", self.variables)
        return self.variables[name]

    def source(self, predicate: PredicateId, expression: str) -> str:
        """Return the local name of `expression`, evaluated once before the loops."""
        if expression not in self.sources:
            stem = f"r_{predicate}_rows" if expression.endswith(".rows") else f"r_{predicate}"
            self.sources[expression] = _unique(stem, self.sources)
        return self.sources[expression]

    def term(self, term: Term) -> str:
        return self.variable(term.name) if isinstance(term, Variable) else repr(term.value)

    def row(self, terms: Sequence[Term]) -> str:
        return f"({', '.join(map(self.term, terms))}{',' if len(terms) == 1 else ''})"

    def key(self, terms: Sequence[Term]) -> str:
        return self.term(terms[0]) if len(terms) == 1 else self.row(terms)

    def expression(self, expression: Expression) -> str:
        if not isinstance(expression, Operation):
            return self.term(expression)
        operands = ", ".join(self.expression(o) for o in expression.operands)
        return f"{FUNCTION_NAMES[expression.operator]}({operands})"


def _unique(stem: str, taken: Mapping[str, str]) -> str:
    """`stem` in ASCII letters, digits and underscores, with a number if that is taken already.

    Python takes letters that look alike for one another: `ﬁ` in a name is `fi`.
    """
    plain = re.sub(r"[^A-Za-z0-9_]", "_", stem)
    name, number = plain, 1
    while name in taken.values():
        number += 1
        name = f"{plain}_{number}"
    return name


def key_of(name: PredicateId) -> str:
    """How the code names a predicate: by its name, or by `names` if it is not declared."""
    return repr(name) if isinstance(name, str) else f"names[{str(name)!r}]"


def is_loop(step: Step) -> bool:
    match step:
        case Join():
            return True
        case Call(negated=negated):
            return not negated
        case Every(binds=binds):
            return binds is not None
    return False


def _parts(steps: Sequence[Step]) -> list[list[Step]]:
    """Cut the steps after every `MAX_LOOPS` loops."""
    parts: list[list[Step]] = [[]]
    loops = 0
    for step in steps:
        if is_loop(step) and loops == MAX_LOOPS:
            parts.append([])
            loops = 0
        parts[-1].append(step)
        loops += is_loop(step)
    return parts
