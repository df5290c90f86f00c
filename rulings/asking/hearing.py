"""A question's model, the table it is of, and the words to speak of it.

In: an evaluated table and the words. Out: a `Hearing`, which weighs literals; `SuppliedTables`, a
few ways to supply what the table leaves open, each evaluated once for all rows, which tell rows on
which two of them disagree. Guarantee: what every way to supply the missing facts decides alike is
decided; a row on which two disagree depends on unknown facts, and no way of weighing it settles it:
supplying facts never takes back what was decided without them (A. Van Gelder, K. Ross and
J. Schlipf, J. ACM 38(3), 1991). Of the other rows they say nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from rulings.asking.evaluation import Evaluation
from rulings.asking.goal import Needs
from rulings.asking.reason import Reason
from rulings.asking.verdict import Judge
from rulings.engine.run.model import Model, Truth
from rulings.engine.store.table import Choice, nothing
from rulings.english.lexicon import Lexicon
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, base_of, pro_and_contra
from rulings.language.program import Atom, Condition, Constant, Literal, Program, Row
from rulings.records import dataclass
from rulings.rulebook.registry import Registry

if TYPE_CHECKING:
    from rulings.asking.evidence import Witness
    from rulings.explain.settling import Conditions


_MIXED = 2


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


class SuppliedTables:
    """Models of tables where everything unknown is decided, each computed when it is needed."""

    def __init__(self, evaluation: Evaluation, needs: Needs, program: Program) -> None:
        self._program = program
        self._rest = _decided(evaluation, needs)
        self._models: list[Model] = []

    def models(self) -> Iterator[Model]:
        """Yield a model for each way to supply the facts."""
        yield from self._models
        for model in self._rest:
            self._models.append(model)
            yield model

    def differs(self, name: str, row: Row) -> bool:
        """Whether a row holds in one model and not in another, or one of its two sides does."""
        sides: tuple[PredicateId, ...] = (name,)
        if self._program.predicates[name].two_sided:
            sides = pro_and_contra(name)
        met: dict[PredicateId, set[Truth]] = {side: set() for side in sides}
        for model in self.models():
            for side, seen in met.items():
                seen.add(model.truth(side, row))
                if seen >= {Truth.TRUE, Truth.FALSE}:
                    return True
        return False


def _decided(evaluation: Evaluation, needs: Needs) -> Iterator[Model]:
    for choice in _choices():
        try:
            yield evaluation.decided(needs.roots, needs.demand, choice)
        except RulingsError:  # arithmetic that fails for these facts says nothing of the others
            continue


def _choices() -> Iterator[Choice]:
    """Yield ways to choose: nothing holds, everything holds, some of it."""
    yield nothing
    yield lambda facts: facts[0]
    # Imported here: most questions are decided before it comes to chance.
    from random import Random

    for seed in range(_MIXED):
        chance = Random(seed)
        yield lambda facts, chance=chance: chance.choice((None, *facts))  # type: ignore[misc]
