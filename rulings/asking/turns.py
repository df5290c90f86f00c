"""What would turn a verdict: the smallest changes of the table that are found, each tried.

In: a yes/no question that was decided and its hearing. Out: with a no up to three `Outcome`s that
turn it, none of which is what was asked itself; for who asks for it, what turns any verdict.
Guarantee: the table with the changes was asked and says so, and with a part of them it does not;
only what the rules nearest to applying lack, what stops them or what leaves them open is changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, islice, product

from rulings.asking.answer import Turning
from rulings.asking.because import is_kind, is_worded
from rulings.asking.evaluation import Evaluation
from rulings.asking.explanation import Outcome
from rulings.asking.hearing import Hearing
from rulings.asking.reason import Reason, Verdict
from rulings.asking.verdict import Judge
from rulings.explain.additions import Additions
from rulings.explain.proof import Explainer
from rulings.explain.refutation import tried
from rulings.explain.tree import Absent, Proof, unroll
from rulings.explain.turning import Change, Changes, Reach, Turns
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId, against, base_of, side_of, sides
from rulings.language.program import Atom, Literal, Program, Role

_SHOWN, _TRIED, _NEAR = 3, 6, Reach(nearest=3, widest=2, most=24)
"""So many ways are told with a no, so many are tried, so far is looked for them."""
_TURNS, _SETS, _FAR = 4, 100, Reach(nearest=8, widest=3, most=400)
"""The same for who asks what turns a verdict."""
_MOST = 4_000
"""So many sets are made of what turns several literals, each by itself."""
_TURNED = {Verdict.YES: (Verdict.NO,), Verdict.NO: (Verdict.YES,)}
_EITHER = Verdict.YES, Verdict.NO


def turns(literals: tuple[Literal, ...], hearing: Hearing) -> tuple[Outcome, ...]:
    """Return what would make all of some literals so that are not."""
    witness, lexicon = hearing.witness(), hearing.lexicon
    outline, twins = hearing.judge.program, hearing.evaluation.evaluators.shelf.twins
    names = (base_of(one.atom.predicate) for one in literals)
    # What states the same as what was asked is no news either.
    asked = {twins.get(name, name) for name in names}
    words = {text for name in asked & outline.predicates.keys() for text in _words(outline, name)}

    def may_change(name: PredicateId) -> bool:
        declared = outline.predicates.get(name)
        if declared is None or declared.role is not Role.STATE or declared.was:
            return False
        is_new = twins.get(name, name) not in asked and words.isdisjoint(_words(outline, name))
        return is_new and is_worded(name, lexicon) and not is_kind(name, lexicon)

    failing = [one for one in literals if hearing.judge.literal(one).verdict is Verdict.NO]
    if len(failing) != 1:
        return ()
    proofs = [witness.explainer.explain(one) for one in literals]
    search = Turns(proofs, may_change, twins, witness.premise, _NEAR)
    ways = search.of(proofs[literals.index(failing[0])])
    # Several things at once are told only where all of them come about; where a number or a
    # place is another one, it is said which.
    told_of = (
        one
        for one in ways
        if all(holds or _is_plain(n, outline, len(one)) for (n, _), holds in one)
    )
    found: list[Outcome] = []
    told: set[PredicateId] = set()
    for changes in sorted(told_of, key=_plainness)[:_TRIED]:
        about = {name for (name, _), _ in changes}
        is_news = len(found) < _SHOWN and not about <= told
        if is_news and _changed(literals, changes, hearing) is Verdict.YES:
            found.append(witness.outcome(Verdict.YES, tuple(sorted(changes, key=str))))
            told |= about
    fewest = min((len(one.say) for one in found), default=0)
    return tuple(one for one in found if len(one.say) == fewest)


def _words(outline: Program, name: PredicateId) -> tuple[str, ...]:
    return outline.predicates[name].templates


def turning(literals: tuple[Literal, ...], reason: Reason, hearing: Hearing) -> Turning:
    """Return the smallest changes found that turn a verdict, of those alike but for a number one.

    `reason` is that of the verdict; where it is neither yes nor no, either turns it.
    """
    witness, asked = hearing.witness(), set[Changes]()
    verdicts = _TURNED.get(reason.verdict, _EITHER)

    @cache
    def turned(changes: Changes) -> Verdict | None:
        asked.add(changes)
        came = _changed(literals, changes, hearing)
        return came if came in verdicts else None

    found: dict[object, Outcome] = {}
    for changes in sorted(_candidates(literals, hearing), key=_plainness)[:_SETS]:
        fewest = min((len(one.say) for one in found.values()), default=len(changes))
        if len(found) == _TURNS or len(changes) > fewest:
            break
        verdict = turned(changes)
        if verdict is not None and not any(map(turned, _parts(changes))):
            told = witness.outcome(verdict, tuple(sorted(changes, key=str)))
            found.setdefault((_shape(changes), verdict), told)
    return Turning(tuple(found.values()), len(asked), fixed=not _reads_a_table(literals, hearing))


def _reads_a_table(literals: tuple[Literal, ...], hearing: Hearing) -> bool:
    """Whether a fact of some table may touch the verdict on some literals."""
    outline, clauses = hearing.judge.program, hearing.evaluation.evaluators.clauses
    asked = {side for one in literals for side in sides(base_of(one.atom.predicate))}
    read = asked.union(*map(clauses.reach, asked))
    declared = (outline.predicates.get(side_of(name)) for name in read)
    return any(one is not None and one.role is Role.STATE for one in declared)


def _candidates(literals: tuple[Literal, ...], hearing: Hearing) -> Iterable[Changes]:
    """Return what may turn the verdict on some literals: all that fail at once, else any."""
    witness, table = hearing.witness(), hearing.evaluation
    outline, twins = hearing.judge.program, table.evaluators.shelf.twins

    def may_change(name: PredicateId) -> bool:
        declared = outline.predicates.get(name)
        return declared is not None and declared.role is Role.STATE and not declared.of_type

    told = (table.stated.as_facts(), table.stated.as_facts(falsehoods=True))
    stated = ((name, row) for facts in told for name, one in facts.items() for row in one.rows)
    additions = Additions(literals, table.program, stated)
    explained = [tuple(_explained(one, hearing, witness.explainer)) for one in literals]
    made = [proof for proofs in explained for proof in proofs]
    search = Turns(made, may_change, twins, witness.premise, _FAR, additions.of)
    ways = [[way for proof in proofs for way in search.of(proof)] for proofs in explained]
    failing = [
        some
        for one, some in zip(literals, ways, strict=True)
        if hearing.judge.literal(one).verdict is Verdict.NO
    ]
    together = product(*failing) if failing else ((way,) for some in ways for way in some)
    found = (frozenset[Change]().union(*some) for some in islice(together, _MOST))
    return dict.fromkeys(one for one in found if len(one) <= _FAR.widest)


def _explained(literal: Literal, hearing: Hearing, explainer: Explainer) -> Iterator[Proof]:
    """Yield why a literal is judged as it is, of what has two sides why each stands or does not."""
    name, row = literal.atom.predicate, literal.atom.row
    yield explainer.explain(literal)
    reason = hearing.judge.literal(literal)
    for side in (base_of(name), against(base_of(name))):
        if reason is Reason.CONFLICT:
            yield from explainer.derivations(side, row, 1)
        elif reason is Reason.SILENT:
            yield Absent(side, row, unroll(tried(explainer, side, row)))


def _is_plain(name: PredicateId, outline: Program, together: int) -> bool:
    """Whether it tells enough that something is not so."""
    return together == 1 and not outline.predicates[name].functional


def _plainness(changes: Changes) -> tuple[int, int]:
    """Order: what changes little, then what states something."""
    return len(changes), sum(not holds for _, holds in changes)


def _shape(changes: Changes) -> object:
    """What ways that differ in a number only have in common."""
    return frozenset(
        (name, tuple(None if isinstance(value, int) else value for value in row), holds)
        for (name, row), holds in changes
    )


def _parts(changes: Changes) -> Iterator[Changes]:
    sizes = range(1, len(changes))
    return (frozenset(part) for size in sizes for part in combinations(changes, size))


def _changed(literals: tuple[Literal, ...], changes: Changes, hearing: Hearing) -> Verdict | None:
    """Ask a changed table; None where there is no such table, as arithmetic fails at it."""
    before, needs = hearing.evaluation, hearing.needs
    shelf = before.evaluators.shelf
    stated = before.stated
    for (name, row), holds in changes:
        declared = shelf.outline.predicates[name]
        stated = stated.state(Atom.of(name, row), falsehood=not holds, predicate=declared)
    changed = Evaluation(before.evaluators, before.engine, stated.shared(shelf.twins), before)
    try:
        model = changed.model(needs.roots, needs.demand)
    except RulingsError:
        return None
    return Judge(shelf.outline, model, shelf).all_of(literals).verdict
