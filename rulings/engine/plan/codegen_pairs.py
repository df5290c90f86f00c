"""Python source for rules that read or derive grouped rows.

In: a `RulePlan` and the names of the predicates held as `Pairs`. Out: source as of `codegen`.
Guarantee: the same rows. Where the second head variable comes straight from one index entry or
one group, the innermost loop is written as a union and a difference of sets; the set lives at
the loop that binds the first head variable.
"""

from __future__ import annotations

from rulings.engine.plan.codegen import MAX_LOOPS, Writer, is_loop, key_of
from rulings.engine.plan.steps import Assign, Call, Compare, Every, Join, Read, RulePlan, Step, Test
from rulings.language.predicates import PredicateId
from rulings.language.program import Variable
from rulings.logic.binders import Names, condition_names, expression_names, names
from rulings.records import replace


class PairWriter(Writer):
    """Writes rules around `Pairs`; `self.bulk` is the step that yields the second head column."""

    def __init__(self, plan: RulePlan, pairs: frozenset[PredicateId]) -> None:
        super().__init__(plan)
        self.pairs = pairs
        self.derives_pairs = plan.rule.head.predicate in pairs
        if self.derives_pairs:
            self.setup = ("none = frozenset()", "made = 0")
            self.counters = ("made",)
        self.bulk = self._bulk_step() if self.derives_pairs else None
        self.group_depth: int | None = None
        if self.bulk is not None and self.bulk.read is not Read.DELTA:
            others = tuple(s for s in plan.steps if s is not self.bulk)
            self.plan = replace(plan, steps=(*others, self.bulk))

    def is_set_algebra(self) -> bool:
        return False

    def _bulk_step(self) -> Join | None:
        """The join that alone binds the second head variable, if nothing else reads it."""
        first, second = self.plan.rule.head.terms
        if not (isinstance(first, Variable) and isinstance(second, Variable)) or first == second:
            return None
        users = [step for step in self.plan.steps if second.name in _reads(step)]
        if len(users) != 1 or sum(map(is_loop, self.plan.steps)) > MAX_LOOPS:
            return None
        step = users[0]
        if not isinstance(step, Join):
            return None
        if step.read is not Read.DELTA:
            return step if [step.atom.terms[i] for i in step.value] == [second] else None
        if not self.reads_groups(step):
            return None
        group, value = step.atom.terms
        is_group = isinstance(group, Variable) and group != second and value == second
        return step if is_group else None

    def step(self, step: Step, *, is_last_loop: bool) -> None:
        if self.bulk is None:
            super().step(step, is_last_loop=is_last_loop and not self.derives_pairs)
            return
        if step is self.bulk:
            self.bulk_join(step)
        else:
            super().step(step, is_last_loop=False)
        self.open_group()

    def open_group(self) -> None:
        """Start the set of second values as soon as the first head variable is bound."""
        if self.bulk is None or self.group_depth is not None:
            return
        first = self.plan.rule.head.terms[0]
        if isinstance(first, Variable) and first.name in self.bound:
            self.group_depth = self.loops
            if self.bulk.read is not Read.DELTA:
                self.line("found = set()")

    def bulk_join(self, step: Join) -> None:
        """Take the whole set of second values that a step yields."""
        if step.read is Read.DELTA:
            first = step.atom.terms[0]
            assert isinstance(first, Variable)
            self.loop(f"for {self.bind(first.name)}, found in delta.items():")
        elif step.is_scan:
            self.line(f"found.update(value for value, in {self.rows(step)})")
        else:
            self.line(f"found.update({self.rows(step)})")

    def open(self, step: Join) -> None:
        if not self.reads_groups(step):
            super().open(step)
            return
        first, second = step.atom.terms
        groups = "delta" if step.read is Read.DELTA else self.groups(step.atom.predicate, step.read)
        if isinstance(first, Variable) and first.name not in self.bound:
            self.loop(f"for {self.bind(first.name)}, group in {groups}.items():")
            self.open_group()
        else:
            self.line(f"group = {groups}.get({self.term(first)}, ())")
        self.open_loop([second], "group", scalar=True)

    def reads_groups(self, step: Join) -> bool:
        """Whether a join scans the groups of a `Pairs` relation, or the new ones of it."""
        is_whole = step.read is Read.DELTA or step.is_scan
        return is_whole and step.atom.predicate in self.pairs

    def groups(self, predicate: PredicateId, read: Read) -> str:
        return self.source(predicate, f"{read.value}[{key_of(predicate)}].groups")

    def exists(self, step: Test, *, absent: bool) -> str:
        name, terms = step.atom.predicate, step.atom.terms
        if name not in self.pairs or len(step.key) != 2:
            return super().exists(step, absent=absent)
        word = "not in" if absent else "in"
        groups = self.groups(name, step.read)
        return f"{self.term(terms[1])} {word} {groups}.get({self.term(terms[0])}, ())"

    def head(self) -> None:
        if not self.derives_pairs:
            super().head()
            return
        group, value = map(self.term, self.plan.rule.head.terms)
        if self.bulk is None:
            self.line(f"if {value} not in known.get({group}, none):")
            self.line(f"    have = new.setdefault({group}, set())")
            self.line(f"    if {value} not in have:")
            self.line(f"        have.add({value})")
            self.line("        made += 1")
            self.line("        if made > room:")
            self.line("            raise NoRoom")
            return
        if self.bulk.read is not Read.DELTA:
            # The innermost loops have filled `found`; a delta's group stands or falls with them.
            assert self.group_depth is not None
            self.loops = self.group_depth
        self.line(f"fresh = found - known.get({group}, none)")
        self.line("if fresh:")
        self.line(f"    have = new.setdefault({group}, fresh)")
        self.line("    made += len(fresh) if have is fresh else len(fresh - have)")
        self.line("    have |= fresh")
        self.line("    if made > room:")
        self.line("        raise NoRoom")


def _reads(step: Step) -> Names:
    """The variables that a step binds or reads."""
    match step:
        case Join(atom) | Test(atom) | Call(atom):
            return names(atom.terms)
        case Assign(variable, expression):
            return expression_names(expression) | {variable}
        case Compare(comparison):
            return condition_names(comparison)
        case Every(given, goal, binds, domain):
            own = names(given.atom.terms) | names(goal.terms) | ({binds} if binds else frozenset())
            return own | names(domain.atom.terms) if domain is not None else own
