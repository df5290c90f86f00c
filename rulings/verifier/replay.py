"""Checks the steps of a proof, one after the other.

In: laws, premises, steps, a question. Out: the verdict that they prove. Guarantee: what passes is
the well-founded model on the question (A. Van Gelder, K. Ross and J. Schlipf, "The well-founded
semantics for general logic programs", J. ACM 38, 1991):

- a fact *holds* when an instance of the rule named needs only what was shown above;
- facts *fail* together when they are unfounded: every instance that could conclude one of them
  rests on one of them, or needs something that was shown above to be otherwise;
- of a predicate that may be denied, a reason *stands* unless a standing rule of the other side
  overrides it; the fact holds when one stands and none on the other side does, and fails when
  none stands;
- a fact is *open* when it is possible, by what holds and what was shown above to be open, and
  nothing makes it certain. Together with what holds it is then a three-valued stable model, which
  contains the well-founded one (T. Przymusinski, "The well-founded semantics coincides with the
  three-valued stable semantics", Fundamenta Informaticae 13, 1990);
- what a call reaches and nobody lists is false: no instance concludes it, save through a denial
  of something true that does not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.verifier.arithmetic import COMPUTED, Unproved, computed
from rulings.verifier.basis import Fact, Pattern, Subject, said
from rulings.verifier.form import Asked, Claim, Steps
from rulings.verifier.ground_law import GroundLaw, Truth, certain, open_facts, refuted
from rulings.verifier.grounding import Grounding, Listed
from rulings.verifier.law import Law, Laws
from rulings.verifier.premises import Premises

_CLAIMS = {"holds": True, "fails": False, "open": None}


def proved(laws: Laws, premises: Premises, proof: Steps, question: Iterable[Asked]) -> str:
    """Return `yes`, `no`, `undecided`, or `open` where unknown facts may decide it.

    Raises Unproved with the first step that does not follow.
    """
    replay = Replay(laws, premises, proof)
    for name, pattern in proof.calls:
        replay.complete(name, pattern)
    for step in proof.steps:
        replay.take(step)
    for step in proof.steps:
        replay.leave_open(step)
    return replay.verdict(question)


class Replay:
    """What the steps have shown so far."""

    def __init__(self, laws: Laws, premises: Premises, proof: Steps) -> None:
        self.laws = laws
        self.premises = premises
        for name, pattern in proof.calls:
            if not self._is_concluded(name, len(pattern)):
                raise Unproved(f"no rule answers a call of {name} with {len(pattern)} values")
        claims: dict[Fact, bool | None] = {}
        listed = Listed(claims, proof.calls)
        self.grounding = Grounding(laws, premises, listed)
        for step in proof.steps:
            for fact in step.facts:
                self._list(fact, step.kind, claims, listed)
        self.reasons: dict[Fact, list[GroundLaw]] = {}
        self.shown: dict[Fact, bool] = {}
        self.opened: set[Fact] = set()

    def _list(self, fact: Fact, kind: str, claims: dict[Fact, bool | None], listed: Listed) -> None:
        name, row = fact
        if not self._is_concluded(name, len(row)):
            raise Unproved(f"{said(fact)} is nothing that rules conclude")
        if self._is_stated(fact):
            raise Unproved(f"{said(fact)} is stated and needs no step")
        if fact in claims:
            raise Unproved(f"{said(fact)} is listed twice")
        if not listed.answers(name, row):
            raise Unproved(f"{said(fact)} answers no call")
        claims[fact] = _CLAIMS[kind]

    def complete(self, name: Subject, pattern: Pattern) -> None:
        """Check that everything that may follow and fits a call is listed."""
        found: dict[Fact, list[GroundLaw]] = {}
        for reason in self.grounding.reasons(name, pattern):
            fact = name, reason.row
            if fact in self.grounding.listed.claims:
                found.setdefault(fact, []).append(reason)
            elif not self._is_stated(fact) and not self._is_beaten_before(reason):
                raise Unproved(f"{said(fact)} may follow by {reason.rule!r}, and is missing")
        for fact, reasons in found.items():
            self.reasons.setdefault(fact, reasons)

    def _is_stated(self, fact: Fact) -> bool:
        """Whether a fact is stated; of what may be denied, that is but a reason for it."""
        return not self.laws.is_two_sided(fact[0]) and bool(self.premises.rows(*fact))

    def _is_concluded(self, name: Subject, arity: int) -> bool:
        predicate = self.premises.program.predicates.get(name.predicate)
        if predicate is None or predicate.arity != arity:
            return False
        return self.laws.concludes(name) and (predicate.two_sided or not name.denied)

    def take(self, step: Claim) -> None:
        """Check what holds or fails."""
        if step.kind == "holds":
            fact = step.facts[0]
            if step.rule not in self._proofs(fact):
                above = "what stands above it"
                raise Unproved(f"{said(fact)} does not follow from {above} by {step.rule!r}")
            self.shown[fact] = True
        elif step.kind == "fails":
            together = frozenset(step.facts)
            for fact in step.facts:
                for reason in self.reasons.get(fact, ()):
                    if not self._falls(reason, together):
                        raise Unproved(f"{said(fact)} may still follow by {reason.rule!r}")
            self.shown.update(dict.fromkeys(step.facts, False))

    def leave_open(self, step: Claim) -> None:
        """Check what is possible and not certain, once all that holds and fails is known."""
        if step.kind != "open":
            return
        fact = step.facts[0]
        if self._proofs(fact):
            raise Unproved(f"{said(fact)} is certain, not open")
        if not any(self._is_possible(reason, step.rule) for reason in self.reasons.get(fact, ())):
            raise Unproved(f"{said(fact)} is not possible by {step.rule!r}")
        self.opened.add(fact)

    def verdict(self, question: Iterable[Asked]) -> str:
        """Return what was shown of a conjunction."""
        found = [self._literal(asked) for asked in question]
        for verdict in ("no", "open", "undecided"):
            if verdict in found:
                return verdict
        return "yes"

    def _literal(self, asked: Asked) -> str:
        name, row = asked.fact
        if name.predicate in COMPUTED:
            inputs = row[: COMPUTED[name.predicate][1]]
            answers = computed(name.predicate, inputs, self.premises.effort)
            return "yes" if any(row == one for one in answers) is not asked.denied else "no"
        truth = self._asked(asked.fact)
        if asked.denied or not self.premises.program.predicates[name.predicate].may_be_silent:
            if truth is None:
                return self._why_open([asked.fact])
            return "yes" if truth is not asked.denied else "no"
        other = self._asked((name.other, row))
        if truth is None or other is None:
            return self._why_open([asked.fact, (name.other, row)])
        return "yes" if truth else "no" if other else "undecided"

    def _asked(self, fact: Fact) -> bool | None:
        """Return what is known of a fact of the question, which must be called for."""
        if not self.laws.concludes(fact[0]):
            return self.premises.truth(fact)
        if not self.grounding.listed.answers(*fact):
            raise Unproved(f"it does not say what {said(fact)} depends on")
        if fact in self.grounding.listed.claims:
            return self._settled(fact)
        return self._is_stated(fact)

    def _why_open(self, facts: list[Fact]) -> str:
        """Tell whether unknown facts stand behind open ones; if none do, none can decide them."""
        waiting, seen = list(facts), set(facts)
        while waiting:
            fact = waiting.pop()
            if not self.laws.concludes(fact[0]):
                return "open"
            for reason in self._both_sides(fact):
                if not refuted(reason, self._settled):
                    behind = set(open_facts(reason, self._settled)) - seen
                    seen |= behind
                    waiting += behind
        return "undecided"

    def _both_sides(self, fact: Fact) -> Iterator[GroundLaw]:
        """Yield every reason for a fact, and those against it, which may override them."""
        yield from self.reasons.get(fact, ())
        if self.laws.is_two_sided(fact[0]):
            yield from self.grounding.reasons(fact[0].other, fact[1])

    def _settled(self, fact: Fact) -> bool | None:
        """Return what was shown or is stated."""
        if fact in self.grounding.listed.claims:
            return self.shown.get(fact)
        return self.grounding.claimed(fact)

    def _proofs(self, fact: Fact) -> set[str]:
        """Return the rules by which a fact follows from what was shown so far."""
        found = {
            reason.rule
            for reason in self.reasons.get(fact, ())
            if certain(reason, self._settled) and self._is_unbeaten(reason, self._settled)
        }
        if found and self.laws.is_two_sided(fact[0]):
            against = self.grounding.reasons(fact[0].other, fact[1])
            if not all(self._falls(reason) for reason in against):
                return set()
        return found

    def _is_possible(self, reason: GroundLaw, rule: str) -> bool:
        return (
            reason.rule == rule
            and not self._falls(reason)
            and all(self._may_hold(fact) for fact in reason.holds)
        )

    def _may_hold(self, fact: Fact) -> bool:
        """Whether a fact holds, is unknown, or was shown above to be possible."""
        is_unknown = not self.laws.concludes(fact[0])
        return is_unknown or fact in self.opened or self._settled(fact) is True

    def _falls(self, reason: GroundLaw, unfounded: frozenset[Fact] = frozenset()) -> bool:
        """Whether a reason does not stand: it is refuted, or overridden."""
        truth = self._settled
        return refuted(reason, truth, unfounded) or self._is_beaten(reason, truth)

    def _is_beaten(self, reason: GroundLaw, truth: Truth, above: tuple[Law, ...] = ()) -> bool:
        """Whether some law that goes before that of a reason stands for the same row.

        What would prove itself in a circle of overrides, `above`, is neither beaten nor not.
        """
        if reason.law is None or reason.law in above:
            return False
        return any(
            certain(winner, truth) and self._is_unbeaten(winner, truth, (*above, reason.law))
            for winner in self._winners(reason.law, reason)
        )

    def _is_unbeaten(self, reason: GroundLaw, truth: Truth, above: tuple[Law, ...] = ()) -> bool:
        if reason.law is None:
            return True
        return reason.law not in above and all(
            refuted(winner, truth) or self._is_beaten(winner, truth, (*above, reason.law))
            for winner in self._winners(reason.law, reason)
        )

    def _is_beaten_before(self, reason: GroundLaw) -> bool:
        """Whether a reason is overridden by what is settled before the fact that it is for.

        What depends on that fact may be unlisted, and then counts as false, because the fact is.
        """
        is_before = reason.law is not None and self.laws.is_ranked_below(reason.law)
        return is_before and self._is_beaten(reason, self.grounding.claimed)

    def _winners(self, law: Law, reason: GroundLaw) -> Iterator[GroundLaw]:
        for winner in self.laws.winners(law):
            yield from self.grounding.instances(winner, reason.row)
