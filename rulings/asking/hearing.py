"""A question's model, the table it is of, and the words to speak of it.

In: an evaluated table and the words. Out: a `Hearing`, which weighs literals. Guarantee: what every
way to supply the missing facts decides alike is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rulings.asking.evaluation import Evaluation
from rulings.asking.goal import Needs
from rulings.asking.reason import Reason
from rulings.asking.verdict import Judge, SuppliedTables
from rulings.english.lexicon import Lexicon
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Atom, Condition, Constant, Literal
from rulings.records import dataclass
from rulings.rulebook.registry import Registry

if TYPE_CHECKING:
    from rulings.asking.evidence import Witness
    from rulings.explain.settling import Conditions


@dataclass(frozen=True, slots=True)
class Hearing:
    """A question's model, the table it is of, and the words to speak of it."""

    judge_of: Callable[[], Judge]
    evaluation: Evaluation
    lexicon: Lexicon
    registry: Registry
    needs: Needs
    happened: Callable[[Atom], str] | None = None

    @property
    def judge(self) -> Judge:
        """What judges in the model, which is there when it is first asked for."""
        return self.judge_of()

    def leaves_open(self, body: Iterable[Condition]) -> bool:
        """Whether conditions speak of what happened, and more may have than the table tells.

        A table of which no happening was told may be met in the middle of the game, and words of
        a text that nothing reads may bring about anything.
        """
        program = self.evaluation.program
        past = {one.past: one.name for one in program.happenings.values()}
        asked = [
            one.atom for one in body if isinstance(one, Literal) and one.atom.predicate in past
        ]
        if all(self._denied(one, past[str(one.predicate)]) for one in asked):
            return False
        texts = self.lexicon.texts
        unread = texts.unread.predicate if texts is not None and texts.unread is not None else ""
        return unread in program.facts or program.facts.keys().isdisjoint(past)

    def _denied(self, asked: Atom, happening: PredicateId) -> bool:
        """Whether it is told that something did not happen."""
        told = self.evaluation.stated.denials.get(happening, {})
        return tuple(t.value for t in asked.terms[:-1] if isinstance(t, Constant)) in told

    def sampling(self) -> Judge:
        """Return a judge of many rows, which evaluates a few ways to supply the unknown facts."""
        judge = self.judge
        sample = SuppliedTables(self.evaluation, self.needs, judge.program)
        return Judge(judge.program, judge.model, judge.rules, sample)

    def witness(self) -> Witness:
        """Return a new explainer; what it takes is imported with the first one."""
        from rulings.asking.evidence import Witness
        from rulings.asking.wording import Wording

        table = self.evaluation
        wording = Wording(self.lexicon, self.registry)
        return Witness(self.judge, table.program, table.evaluators, wording, self.happened)

    def weigh(
        self, literals: tuple[Literal, ...], witness: Witness | None = None
    ) -> tuple[Reason, Conditions | None]:
        """Judge ground literals; what is open for want of facts, by all ways to supply them."""
        reason = self.judge.all_of(literals)
        if reason is not Reason.MISSING:
            return reason, None
        found = (witness or self.witness()).conditions(literals)
        match found.always:
            case "":
                return reason, found
            case "yes":
                return Reason.PROVED, found
            case "no":
                names = (base_of(literal.atom.predicate) for literal in literals)
                denied = any(self.judge.program.predicates[one].may_be_silent for one in names)
                return (Reason.DENIED if denied else Reason.FAILED), found
            case other:
                return Reason(other), None
