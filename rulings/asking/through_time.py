"""Why something has been so since an earlier step.

In: the explanation of an answer, the journal of its table. Out: the explanation in which what a
happening began or ended is no leaf: below it stands the proof, on the table before that step, that
the happening began or ended it, and so on into the past. Guarantee: every such proof is an ordinary
one with its clauses; at most `MOST_STEPS` steps are looked back at, deeper ones are only named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulings.asking.chronicle import Change, Occurred
from rulings.asking.evaluation import Evaluation
from rulings.asking.explanation import AS_TOLD, UNTOLD, Because, Citation, Evidence, Step, bottom_up
from rulings.asking.goal import Goal
from rulings.asking.happening import Instant
from rulings.asking.inquiry import inquire
from rulings.asking.reason import Verdict
from rulings.asking.said import Said
from rulings.english.sentence import say, sentence
from rulings.language.matching import unify
from rulings.language.predicates import base_of, legal_of
from rulings.language.program import Atom, EffectKind, Literal
from rulings.records import dataclass, field, replace
from rulings.rulebook.registry import Registry

MOST_STEPS = 12
"""So many steps of a journal does one explanation tell the reasons of."""


def through_time(
    explain: Callable[[], Evidence], said: Said, evaluation: Evaluation, registry: Registry
) -> Evidence:
    """Return an explanation that goes on into the journal of its table."""
    evidence = explain()
    if not said.journal:
        return evidence
    past = _Past(evaluation, registry, evidence.steps)
    steps = tuple(past.followed(step, said) for step in evidence.steps)
    because = past.told_of(evidence.because, evidence.steps)
    if not because.say:
        made = [brought_about(step.atom, said) for step in evidence.steps if step.atom is not None]
        because = replace(because, say=tuple(map(sentence, filter(None, made))))
    first = () if because.clause is None else (because.clause,)
    rests_on = dict.fromkeys((*first, *evidence.rests_on, *past.cited))
    return replace(evidence, steps=steps, rests_on=tuple(rests_on), because=because)


def brought_about(atom: Atom, said: Said) -> str:
    """Say what somebody did that made something so, empty where it was told itself."""
    entry, change = _last_change(atom, said) or (None, None)
    if entry is None or change is None or not change.begins:
        return ""
    *_, told = (entry, *_causes(entry, said))
    return say(told.atom, said.lexicon)


@dataclass(slots=True)
class _Past:
    """How far the past of what was `asked` is looked into; `cited` are the clauses met there.

    `reasons` are why what was looked at has been so since it happened, by what is so, the first
    one, by what happened in the step `first`, first.
    """

    evaluation: Evaluation
    registry: Registry
    asked: tuple[Step, ...]
    told: int = 0
    cited: list[Citation] = field(default_factory=list)
    reasons: dict[str, Because] = field(default_factory=dict)
    first: int = 0

    def told_of(self, because: Because, steps: tuple[Step, ...]) -> Because:
        """Return a reason with what happened in the place of what has been so since then."""
        told = because.say
        if set(told) <= {AS_TOLD, UNTOLD}:
            told = tuple(sentence(step.say) for step in steps)
        found = [self.reasons[one] for one in told if one in self.reasons]
        if not found or len(found) < len(told):
            return because
        cited = [one for one in (*found, *self.reasons.values()) if one.clause is not None]
        said = dict.fromkeys(text for one in found for text in one.say)
        # What a deed needs decides whether it may be done, whatever made it lack that.
        deeds = (str(one.atom.predicate) for one in self.asked if one.atom is not None)
        barred = because.clause is not None and any(one.endswith(legal_of("")) for one in deeds)
        return replace(because if barred else (*cited, because)[0], say=tuple(said))

    def followed(self, root: Step, said: Said) -> Step:
        """Return a tree with the past below its leaves."""
        done: dict[int, Step] = {}
        for step in bottom_up((root,)):
            children = tuple(done[id(child)] for child in step.children)
            changed = any(a is not b for a, b in zip(children, step.children, strict=True))
            done[id(step)] = self._since(
                replace(step, children=children) if changed else step, said
            )
        return done[id(root)]

    def _since(self, step: Step, said: Said) -> Step:
        """Return a leaf with what brought it about below it."""
        atom = step.atom
        if atom is None:
            return step
        if len(atom.row) < len(atom.terms) and step.kind != "absent":
            return step
        happenings = said.shelf.outline.happenings
        if step.kind == "given" and str(atom.predicate) in happenings:
            now = said.journal[-1] if said.journal else None
            is_now = now is not None and now.atom.terms == atom.terms
            return self._followed_from(step, now, said) if now is not None and is_now else step
        is_past = str(atom.predicate).rpartition(".")[0] in happenings
        if is_past and step.kind == "given" and any(step is one for one in self.asked):
            return self._followed_from(step, said.journal[int(atom.row[-1]) - 1], said)
        if step.kind not in ("given", "absent"):
            return step
        entry, change = _last_change(atom, said) or (None, None)
        if entry is None or change is None or change.begins is not (step.kind == "given"):
            return step
        return self._with_proof(step, entry, change.made, entry, said)

    def _followed_from(self, step: Step, entry: Occurred, said: Said) -> Step:
        """Return what happened with what it followed from."""
        if not entry.cause:
            return step
        cause = said.journal[entry.cause - 1]
        for effect in said.shelf.outline.happenings[str(cause.atom.predicate)].effects:
            if effect.kind is EffectKind.CAUSES and effect.target == entry.atom.predicate:
                made = replace(entry.atom, predicate=effect.made)
                told = self._with_proof(step, cause, made, entry, said)
                if told.children:
                    return told
        return replace(step, note=f"in step {entry.step}")

    def _with_proof(
        self, step: Step, entry: Occurred, made: Atom, shown: Occurred, said: Said
    ) -> Step:
        note = f"since step {shown.step}"
        followed = shown is not entry and shown.step == self.first
        if self.told >= MOST_STEPS and not followed:
            return replace(step, note=note)
        self.told += 1
        then = replace(said, stated=entry.before, journal=said.journal[: entry.step - 1])
        engine, evaluators = self.evaluation.engine, self.evaluation.evaluators
        before = Evaluation(evaluators, engine, then.on_the_table)
        now = Instant.of(then, entry.atom, before).now
        found = inquire(Goal((Literal(made),)), now, said.lexicon, self.registry)
        if found.reason.verdict is not Verdict.YES:
            return step
        evidence = found.explain()
        self.cited += evidence.rests_on
        # Of what followed it is known what was done; the steps between are the rulebook's.
        happened = _happened(entry, said, whole=shown is entry)
        known = {sentence(say(one.atom, said.lexicon)) for one in (entry, *_causes(entry, said))}
        # What was so before and has ended is so no longer.
        known.update(sentence(say(one, said.lexicon)) for one in _ended(entry))
        known.add(sentence(step.say))
        why = [one for one in evidence.because.say if one not in known]
        counted = _counted(step.atom, entry, said)
        if counted:
            happened, why = f"{happened}: {counted}", []
        if not self.reasons or step.kind == "absent":
            told = replace(evidence.because, say=(sentence(happened), *why))
            self.reasons.setdefault(sentence(step.say), told)
        self.first = self.first or entry.step
        if followed and evidence.because.clause is not None:
            # That a gain is gained says nothing: what made it follow does.
            since, first = next(iter(self.reasons.items()))
            self.reasons[since] = replace(evidence.because, say=first.say)
        # What was taking place is known by its step; the rest of the table is the one before.
        here = replace(then, journal=(*then.journal, entry))
        proofs = tuple(self.followed(proof, here) for proof in evidence.steps)
        return replace(step, kind="derived", children=proofs, note=note)


def _causes(entry: Occurred, said: Said) -> Iterator[Occurred]:
    """Yield what a happening followed from, up to what somebody told."""
    while entry.cause:
        entry = said.journal[entry.cause - 1]
        yield entry


def _happened(entry: Occurred, said: Said, *, whole: bool) -> str:
    """Say what somebody did, and when `whole` what followed from it."""
    *_, told = (entry, *_causes(entry, said))
    did = say(told.atom, said.lexicon)
    return did if told is entry or not whole else f"{did}, so {say(entry.atom, said.lexicon)}"


def _counted(atom: Atom | None, entry: Occurred, said: Said) -> str:
    """Say how a happening made a number what it is, empty where that is no number."""
    declared = said.shelf.outline.predicates.get(base_of(atom.predicate)) if atom else None
    if atom is None or declared is None:
        return ""
    for one in _ended(entry):
        unlike = [(a, b) for a, b in zip(one.row, atom.row, strict=False) if a != b]
        if one.predicate == declared.name and len(unlike) == 1:
            return _sum(*unlike[0])
    return _sum(0, atom.row[-1]) if declared.functional and atom.row else ""


def _sum(old: object, new: object) -> str:
    """Say a number as what it was and what was added or taken, empty for anything else."""
    if not isinstance(old, int) or not isinstance(new, int) or old == new:
        return ""
    return f"{old} {'+' if new > old else '-'} {abs(new - old)} = {new}"


def _ended(entry: Occurred) -> Iterator[Atom]:
    """Yield what was stated before a happening and is so no longer."""
    for name, rows in entry.before.facts.items():
        after = entry.after.facts.get(name, ())
        yield from (Atom.of(name, row) for row in rows if after is not rows and row not in after)


def _last_change(atom: Atom, said: Said) -> tuple[Occurred, Change] | None:
    """Return the last step that began or ended such a fact, and whether it began."""
    for entry in reversed(said.journal):
        for change in entry.changes:
            if change.atom.predicate != atom.predicate:
                continue
            if unify(atom.terms, change.atom.row, {}) is not None:
                return entry, change
    return None
