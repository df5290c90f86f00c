"""Checks certificates, trusting nothing but the rulebook.

In: a checked program, a certificate, which is JSON. Out: `Verified`, or `Unproved` with the first
thing that is wrong. Guarantee: a verdict that passes is the verdict of the rulebook's rules on the
question at the table, and what is returned was checked: nothing is taken from the certificate
that is not proved.

Of the project this folder reads the types of checked programs and nothing else. Top down:
`form` is what a certificate looks like, `basis` what a rulebook states, `premises` what a table
adds to it, `law` the rules, `ground_law` one with values for its variables, `grounding` finds
these, `replay` checks the steps; `arithmetic` computes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulings.language.program import Program, Row
from rulings.verifier.arithmetic import COMPUTED, STEPS, Effort, Unproved
from rulings.verifier.basis import Basis, Subject, Tables, said
from rulings.verifier.form import (
    Asked,
    Cases,
    Certificate,
    Proof,
    Steps,
    Supposed,
    TwoWays,
    certificate_of,
    read,
)
from rulings.verifier.law import Laws
from rulings.verifier.premises import Premises
from rulings.verifier.replay import proved

__all__ = ["Checker", "Unproved", "Verified", "certificate_of", "check", "read", "verdict_of"]


@dataclass(frozen=True, slots=True)
class Verified:
    """What was proved: the verdict on a question at a table.

    `open` means that neither yes nor no follows from what is stated, and no more than that.
    """

    verdict: str
    question: tuple[Asked, ...]
    facts: Tables
    denials: Tables
    steps: int


class Checker:
    """Checks certificates of one rulebook; what they have in common is read once."""

    def __init__(self, program: Program) -> None:
        self.basis = Basis(program)
        self.laws = Laws(program)

    def check(self, certificate: object, *, steps: int = STEPS) -> Verified:
        """Return what a certificate proves of the rules and facts of the rulebook.

        `steps` limits how much is looked at. That the rulebook is the one which the certificate
        names is for the caller to find out. Raises Unproved.
        """
        if not isinstance(certificate, Certificate):
            certificate = certificate_of(certificate)
        found = self.proved_by(certificate, steps=steps)
        if found.verdict != certificate.verdict:
            raise Unproved(f"it proves {found.verdict}, and claims {certificate.verdict}")
        return found

    def proved_by(self, certificate: Certificate, *, steps: int = STEPS) -> Verified:
        """Return what a certificate proves, whatever it claims. Raises Unproved."""
        premises = Premises(self.basis, certificate.facts, certificate.denials, Effort(steps))
        question = certificate.question
        for asked in question:
            _check_asked(asked.fact[0], asked.fact[1], premises)
        verdict = verdict_of(self.laws, premises, certificate.proof, question)
        return Verified(
            verdict, question, certificate.facts, certificate.denials, certificate.steps
        )


def check(program: Program, certificate: object, *, steps: int = STEPS) -> Verified:
    """Return what one certificate proves, as `Checker.check` does. Raises Unproved."""
    return Checker(program).check(certificate, steps=steps)


def verdict_of(laws: Laws, premises: Premises, proof: Proof, question: Sequence[Asked]) -> str:
    """Return the verdict of a proof. Raises Unproved with the first step that does not follow."""
    match proof:
        case Steps():
            return proved(laws, premises, proof, question)
        case Cases(fact, (one, other)):
            holds = verdict_of(laws, premises.supposing(fact, True), one, question)
            fails = verdict_of(laws, premises.supposing(fact, False), other, question)
            if holds != fails:
                raise Unproved(f"the cases of {said(fact)} differ")
            return holds
        case TwoWays((first, second)):
            found = {_supposed(laws, premises, one, question) for one in (first, second)}
            if len(found) != 2 or "open" in found:
                raise Unproved("its completions do not decide the question differently")
            return "depends"


def _supposed(laws: Laws, premises: Premises, supposed: Supposed, question: Sequence[Asked]) -> str:
    for fact, holds in supposed.facts:
        premises = premises.supposing(fact, holds)
    return verdict_of(laws, premises, supposed.proof, question)


def _check_asked(name: Subject, row: Row, premises: Premises) -> None:
    """Refuse a question that the rulebook has no words for."""
    if name.predicate in COMPUTED:
        if name.denied or len(row) != COMPUTED[name.predicate][0]:
            raise Unproved(f"{said((name, row))} asks nothing")
        return
    predicate = premises.program.predicates.get(name.predicate)
    if predicate is None or (name.denied and not predicate.two_sided):
        raise Unproved(f"it asks for {name}, which the rulebook does not have")
    if not premises.types.may_be_asked(row, predicate.columns):
        raise Unproved(f"it asks for {said((name, row))}, which has not the types of {name}")
