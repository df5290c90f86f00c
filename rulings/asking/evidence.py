"""The explanation of an answer, in words.

In: the literals a question was about, the model that decided it, the words and clauses of the
rulebook. Out: `Evidence`: proof, refutation or what leaves it open as sentences with their
printed clauses; what was assumed; what would settle it. Guarantee: evaluates nothing again;
whatever is said was built by `rulings.explain`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from rulings.asking.because import Matter, because_of, is_worded
from rulings.asking.datalog_lines import fact_line
from rulings.asking.evaluation import Evaluation, Evaluators
from rulings.asking.explanation import (
    Because,
    Citation,
    Evidence,
    Outcome,
    Step,
    level_by_level,
)
from rulings.asking.reason import Reason, Verdict
from rulings.asking.verdict import Judge
from rulings.asking.wording import Wording
from rulings.english.sentence import say, sentence
from rulings.explain.proof import Explainer
from rulings.explain.refutation import tried, undefined
from rulings.explain.resting import rests_on
from rulings.explain.tree import Absent, Derived, Premise, Proof, Seen, unroll
from rulings.language.matching import Pattern, open_atom
from rulings.language.predicates import PredicateId, against, base_of, pro_and_contra
from rulings.language.program import Atom, Literal, Program, Role, Row, Variable
from rulings.records import replace
from rulings.rulebook.document import refusal

if TYPE_CHECKING:
    from rulings.explain.ground import Fact
    from rulings.explain.settling import Combination, Conditions, Weigher


class Witness:
    """Explains verdicts on ground literals in one model."""

    def __init__(
        self,
        judge: Judge,
        program: Program,
        evaluators: Evaluators,
        wording: Wording,
        happened: Callable[[Atom], str] | None = None,
    ) -> None:
        """`program` holds the facts of the table; `happened` says what made one of them so."""
        self.judge = judge
        self.program = program
        self._evaluators = evaluators
        self.lexicon = wording.lexicon
        self.happened = happened or (lambda _: "")
        self.explainer = Explainer(judge.model, program, judge.rules)
        self.wording = wording

    def on_table(self, name: PredicateId, row: Row) -> bool:
        """Whether the table states a fact, and the rulebook by itself does not."""
        told = self._evaluators.shelf.outline.facts.get(name)
        return told is None or row not in told.rows

    def conditions(self, literals: Sequence[Literal]) -> Conditions:
        """Find out what would settle literals that are open for want of facts."""
        return self._weigher.weigh(literals)

    @cached_property
    def _weigher(self) -> Weigher:
        from rulings.explain.settling import Weigher

        return Weigher(self.judge.model, self._evaluators.clauses, self.program.facts)

    def evidence(
        self, literals: Sequence[Literal], reason: Reason, found: Conditions | None = None
    ) -> Evidence:
        """Explain a verdict; `found` is what would settle it, if that is known already."""
        ground = all(len(one.atom.row) == len(one.atom.terms) for one in literals)
        if reason is Reason.MISSING and found is None and ground:
            found = self.conditions(literals)
        if reason.verdict in (Verdict.YES, Verdict.NO):
            steps, decided_by, because = self._settled(literals, reason, found is not None)
        else:
            whole = (one for one in literals if len(one.atom.row) == len(one.atom.terms))
            proved = [one for one in whole if self.judge.literal(one) is Reason.PROVED]
            still_open = [one for one in literals if one not in proved]
            steps = [step for one in still_open for step in self._left_open(one, reason)]
            decided_by = _by_level(steps)
            links = [child for s in steps for child in s.children if child.kind == "link"]
            shown = links or steps
            told = [s for s in shown if s.atom and is_worded(s.atom.predicate, self.lexicon)]
            because = _undecided(told, reason, decided_by)
            steps += [self.wording.step(self.explainer.explain(one)) for one in proved]
        if found is None or reason is not Reason.MISSING:
            return Evidence(tuple(steps), decided_by, because=because)
        settle = (
            *(self.outcome(Verdict.YES, facts) for facts in found.yes if facts),
            *(self.outcome(Verdict.NO, facts) for facts in found.no if facts),
        )
        open_facts = [self._said(fact) for fact in found.unknown]
        asked = [one.atom for one in literals if len(one.atom.row) == len(one.atom.terms)]
        if open_facts == [self._said((atom.predicate, atom.row)) for atom in asked]:
            settle = ()  # That it is so if it is so settles nothing.
        if found.left or not found.whole:
            limit = "Only the nearest unknown facts were varied."
            limit = limit if found.left else "There may be shorter combinations."
        else:
            limit = ""
        return Evidence(tuple(steps), decided_by, tuple(open_facts), settle, limit, because)

    def alternatives(self, literal: Literal, limit: int) -> tuple[Step, ...]:
        """Return the proofs of a true literal that differ in their last step."""
        row = literal.atom.row
        proofs = self.explainer.derivations(literal.atom.predicate, row, limit)
        return tuple(self.wording.step(proof) for proof in proofs)

    def certificate(
        self,
        literals: Sequence[Literal],
        table: Evaluation,
        rulebook: Mapping[str, str],
        found: Conditions | None,
    ) -> dict[str, object]:
        """Return a certificate of a verdict, with what the table states.

        Raises RulingsError (RUL570) where a checker could not accept what the table states.
        """
        from rulings.explain.certificate import certify
        from rulings.verifier import Unproved

        stated, happens = table.stated, self.program.happenings
        facts, denials = (
            {str(name): tuple(rows) for name, rows in told.items() if name not in happens}
            for told in (stated.facts, stated.denials)
        )
        program = table.evaluators.shelf.program
        try:
            return certify(program, literals, rulebook, facts, denials, found, self.judge.model)
        except Unproved as problem:
            message = f"This answer has no certificate: {problem}."
            raise refusal("RUL570", message) from None

    def _settled(
        self, literals: Sequence[Literal], reason: Reason, weighed: bool
    ) -> tuple[list[Step], tuple[Citation, ...], Because]:
        """Explain a yes or a no; `weighed`, all ways to supply what is not known decide alike."""
        explain = self._weighed if weighed else self.explainer.explain
        proofs = [explain(literal) for literal in literals]
        refuting = _refuting(literals, proofs) if reason.verdict is Verdict.NO else []
        asked = [literal.atom for literal in literals]
        others = self._counted(literals) if refuting and not weighed else []
        instead = [self.explainer.explain(Literal(atom)) for atom in others]
        # Of what type it is decides nothing where something else is asked of it as well.
        pairs = zip(proofs, literals, strict=True)
        types = self.lexicon.describing
        telling = [one for one, of in pairs if of.atom.predicate not in types] or proofs
        deciding, made = instead or refuting or telling, (*instead, *proofs)
        shelf = self._evaluators.shelf
        rests = rests_on((*deciding, *refuting), made, self.premise)
        matter = Matter(deciding, made, asked, rests, others)
        because, cited = because_of(matter, self, shelf.readers, shelf.concluding)
        return [self.wording.step(proof) for proof in proofs], cited, because

    def _counted(self, literals: Sequence[Literal]) -> list[Atom]:
        """Return what rules conclude with another number in the place of the one asked about."""
        (first, *more) = literals
        terms, declared = first.atom.terms, self.program.predicates.get(first.atom.predicate)
        concluded = declared is not None and declared.role is Role.DERIVED and not first.negated
        columns = declared.columns if declared is not None else ()
        # A number of a type of its own names something: "battle 3" is no amount.
        places = [n for n, column in enumerate(columns) if column.sort == "int"]
        if more or not concluded or not places or len(first.atom.row) < len(terms):
            return []
        place = places[-1]
        open_terms = (*terms[:place], Variable("N"), *terms[place + 1 :])
        rows = [*islice(self.explainer.true_rows(replace(first.atom, terms=open_terms), {}), 2)]
        return [Atom.of(first.atom.predicate, row) for row in rows] if len(rows) == 1 else []

    def is_so(self, name: PredicateId, pattern: Pattern) -> bool:
        """Whether some row of a pattern surely holds."""
        return any(True for _ in self.explainer.true_rows(open_atom(name, pattern), {}))

    def premise(self, premise: Premise) -> Proof:
        """Explain what an explanation takes as read."""
        return unroll(self.explainer.condition(premise.condition, premise.bound))

    def _left_open(self, literal: Literal, reason: Reason) -> list[Step]:
        base, row = base_of(literal.atom.predicate), literal.atom.row
        match reason:
            case Reason.CONFLICT:
                ties = [self._tie(fact) for fact in self._conflicts(base, row)]
                if ties:
                    return ties
            case Reason.SILENT if len(row) == len(literal.atom.terms):
                return [self._silence(base, row)]
            case Reason.PARADOX:
                step = self._circle(base, row)
                if step is not None:
                    return [step]
            case Reason.MISSING:
                return [self.wording.step(self._weighed(literal))]
        return [self.wording.step(self.explainer.explain(literal))]

    def _weighed(self, literal: Literal) -> Proof:
        row = literal.atom.row
        if len(row) < len(literal.atom.terms):
            return self.explainer.explain(literal)
        return unroll(undefined(self.explainer, base_of(literal.atom.predicate), row))

    def _conflicts(self, base: str, row: Row) -> list[Fact]:
        found: list[Fact] = list(self.judge.conflicts(base, row))
        return [(base, row)] if (base, row) in found else found

    def _tie(self, fact: Fact) -> Step:
        """Both sides of a conflict, each by the rules that stand, and what would rank them."""
        name, row = fact
        proofs = {side: self.explainer.derivations(side, row, 3) for side in (name, against(name))}
        rules = [p.rule for found in proofs.values() for p in found if isinstance(p, Derived)]
        advice = [
            Step("ranking", _ranking(pro.id, contra.id))
            for pro in rules
            for contra in rules
            if contra.denies and not pro.denies
        ]
        children = [self.wording.step(proof) for found in proofs.values() for proof in found]
        denied = self.program.predicates[base_of(name)].concluded
        who = "the table and the rules" if denied else "two clauses"
        said = f"{who} disagree on whether {self._said(fact)}"
        return Step("undefined", said, Atom.of(name, row), children=(*children, *advice))

    def _silence(self, base: str, row: Row) -> Step:
        """No rule stands on either side: the rules that come nearest, for and against."""
        attempts = [
            self.wording.attempt(attempt)
            for side in (base, against(base))
            for attempt in unroll(tried(self.explainer, side, row))
        ]
        said = f"no clause says whether {self._said((base, row))}"
        return Step("undefined", said, Atom.of(base, row), children=tuple(attempts))

    def _circle(self, base: str, row: Row) -> Step | None:
        predicate = self.program.predicates[base]
        roots: list[Fact] = [(base, row)]
        if predicate.two_sided:
            roots += [(side, row) for side in pro_and_contra(base)]
        from rulings.explain.paradox import circle

        links = circle(roots, self.judge.model, self._evaluators.clauses, self.program.facts)
        if not links:
            return None
        rules = {
            rule.id: rule
            for link in links
            for rule in self.judge.rules.concerning(base_of(link.fact[0]))
        }
        children = [
            Step(
                "link",
                f"{self._said(link.fact)} only if {self._said(link.other, negated=link.negated)}",
                Atom.of(*link.fact),
                link.rule,
                self.wording.cited(rules[link.rule]) if link.rule in rules else (),
            )
            for link in links
        ]
        said = f"the rules run in a circle on whether {self._said((base, row))}"
        return Step("undefined", said, Atom.of(base, row), children=tuple(children))

    def outcome(self, verdict: Verdict, facts: Combination) -> Outcome:
        """Return facts in words with the verdict that they would bring."""
        written = (fact_line(Atom.of(*fact), not holds, self.program) for fact, holds in facts)
        said = (self._said(fact, negated=not holds) for fact, holds in facts)
        return Outcome(verdict, tuple(written), tuple(said))

    def _said(self, fact: Fact, *, negated: bool = False) -> str:
        name, row = fact
        return say(Atom.of(self.wording.stated(name), row), self.lexicon, negated=negated)


def _undecided(steps: Sequence[Step], reason: Reason, decided_by: Sequence[Citation]) -> Because:
    """Return why nothing is decided: what is open, the clauses that leave it so."""
    told = () if reason is Reason.MISSING else tuple(sentence(step.say) for step in steps)
    first, second, *rest = (*decided_by, None, None)
    although = second if reason is Reason.CONFLICT else None
    further = len([one for one in (second, *rest) if one is not None and one is not although])
    return Because(told, first, although, further)


def _refuting(literals: Sequence[Literal], proofs: Sequence[Proof]) -> list[Proof]:
    """Return the explanations that say no to what they explain, all if none does."""
    found = [proof for one, proof in zip(literals, proofs, strict=True) if _refutes(one, proof)]
    return found or list(proofs)


def _refutes(literal: Literal, proof: Proof) -> bool:
    match proof:
        case Derived((name, _)):
            return literal.negated or name != literal.atom.predicate
        case Absent():
            return not literal.negated
        case Seen(_, _, kind):
            return (kind == "fails") is not literal.negated
        case _:
            return literal.negated


def _by_level(steps: Iterable[Step]) -> tuple[Citation, ...]:
    """Return what an explanation cites, what stands nearest to its roots first."""
    cited = (clause for step, _ in level_by_level(steps) for clause in step.clauses)
    return tuple(dict.fromkeys(cited))


def _ranking(pro: str, contra: str) -> str:
    named = "" if ":" not in pro + contra else " (name both by `@id(…)`)"
    return f"yes by `{pro} overrides {contra}.`, no by `{contra} overrides {pro}.`{named}"
