"""What would turn a no around: the smallest changes of the table, each tried.

In: a yes/no question that was decided and its hearing. Out: up to three `Outcome`s. Guarantee: the
table with the change was asked and says yes; only what the rules nearest to applying lack, or what
stops them, is changed, never what was asked itself.
"""

from __future__ import annotations

from rulings.asking.because import is_kind, is_worded
from rulings.asking.evaluation import Evaluation
from rulings.asking.explanation import Outcome
from rulings.asking.hearing import Hearing
from rulings.asking.reason import Verdict
from rulings.asking.verdict import Judge
from rulings.explain.turning import Changes, Turns
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Atom, Literal, Program, Role

_SHOWN, _TRIED = 3, 6


def turns(literals: tuple[Literal, ...], hearing: Hearing) -> tuple[Outcome, ...]:
    """Return what would make all of some literals so that are not."""
    witness = hearing.witness()
    outline, twins = hearing.judge.program, hearing.evaluation.evaluators.shelf.twins
    names = (base_of(one.atom.predicate) for one in literals)
    # What states the same as what was asked is no news either.
    asked = {twins.get(name, name) for name in names}

    def may_change(name: PredicateId) -> bool:
        declared = outline.predicates.get(name)
        if declared is None or declared.role is not Role.STATE or declared.was:
            return False
        is_new = twins.get(name, name) not in asked
        return is_new and is_worded(name, witness.lexicon) and not is_kind(name, witness.lexicon)

    proofs = [witness.explainer.explain(one) for one in literals]
    search = Turns(proofs, may_change, lambda name: twins.get(name, name), witness.premise)
    failing = [one for one in literals if hearing.judge.literal(one).verdict is Verdict.NO]
    if len(failing) != 1:
        return ()
    ways = search.of(proofs[literals.index(failing[0])])
    # Several things at once are told only where all of them come about; where a number or a
    # place is another one, it is said which.
    told_of = (
        one
        for one in ways
        if all(holds or _is_plain(n, outline, len(one)) for (n, _), holds in one)
    )
    tried = sorted(told_of, key=_plainness)[:_TRIED]
    found: list[Outcome] = []
    told: set[PredicateId] = set()
    for changes in tried:
        about = {name for (name, _), _ in changes}
        if len(found) < _SHOWN and not about <= told and _holds(literals, changes, hearing):
            found.append(witness.outcome(Verdict.YES, tuple(sorted(changes, key=str))))
            told |= about
    fewest = min((len(one.say) for one in found), default=0)
    return tuple(one for one in found if len(one.say) == fewest)


def _is_plain(name: PredicateId, outline: Program, together: int) -> bool:
    """Whether it tells enough that something is not so."""
    return together == 1 and not outline.predicates[name].functional


def _plainness(changes: Changes) -> tuple[int, int]:
    """Order: what changes little, then what states something."""
    return len(changes), sum(not holds for _, holds in changes)


def _holds(literals: tuple[Literal, ...], changes: Changes, hearing: Hearing) -> bool:
    """Ask a changed table."""
    before, needs = hearing.evaluation, hearing.needs
    shelf = before.evaluators.shelf
    stated = before.stated
    for (name, row), holds in changes:
        atom = Atom.of(name, row)
        declared = shelf.outline.predicates[name]
        stated = stated.state(atom, falsehood=not holds, predicate=declared)
    changed = Evaluation(before.evaluators, before.engine, stated.shared(shelf.twins), before)
    try:
        model = changed.model(needs.roots, needs.demand)
    except RulingsError:
        return False  # there is no such table: arithmetic fails at it
    return Judge(shelf.outline, model, shelf).all_of(literals).verdict is Verdict.YES
