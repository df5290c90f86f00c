"""A which-question to one table.

In: a goal with variables and its case. Out: a `Finding` with an answer for every row that a
yes/no question would not deny. Guarantee: the list says of each row what the yes/no question
about it says, as far as rows can be weighed; what is sure, merely assumed, open and undecided are
told apart, and a number is given only when it is certain.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from rulings.asking.answer import Binding, Evidence, Reason, Verdict
from rulings.asking.candidates import candidates, domain, on_table, sort_of
from rulings.asking.case import Case, Finding
from rulings.asking.goal import Goal
from rulings.asking.telling import Group, Listing, asked, tell
from rulings.english.sentence import say
from rulings.explain.instances import Bound
from rulings.language.predicates import base_of
from rulings.language.program import Constant, Literal, Row, Value, Variable
from rulings.logic.binders import condition_names
from rulings.rulebook.fact_tables import holds_integers

_WEIGHED = 200
"""How many open rows are weighed by every way to supply the facts."""
_PROVED_AGAIN = 100
"""Of how many rows the proof is searched for what it takes for granted."""


def search(goal: Goal, case: Case) -> Finding:
    """List everything that satisfies a goal, or may."""
    literals = tuple(c for c in goal.body if isinstance(c, Literal))
    sorts = tuple(sort_of(variable, goal, case.judge.program) for variable in goal.variables)
    numeric = [holds_integers(sort, case.judge.program.sorts) for sort in sorts]
    found, bounds = _judged(goal, case)
    taken = _taken_for_granted(found, bounds, goal, case)
    bindings = tuple(
        Binding(
            tuple((v.name, value) for v, value in zip(goal.variables, row, strict=True)),
            tuple(case.lexicon.names.display(v, s) for v, s in zip(row, sorts, strict=True)),
            reason,
            row in taken,
        )
        for row, reason in found.items()
    )
    listing = Listing(goal, bindings, numeric == [True], _groups(goal, found, taken, case))

    def explain() -> Evidence:
        sure = [row for row, reason in found.items() if reason is Reason.PROVED]
        shown = [row for row in sure if row not in taken] or sure or list(found)
        target = _grounded(literals, bounds[shown[0]]) if shown else literals
        evidence = case.witness().evidence(target, listing.reason)
        if listing.reason is Reason.MISSING:
            # What would settle the first row says nothing of the others.
            return replace(
                evidence, unknown=_unknown(found, bounds, goal, case), outcomes=(), limit=""
            )
        return evidence

    return Finding(
        asked(goal, literals, case.lexicon),
        listing.reason,
        tell(listing, literals, case),
        bindings,
        listing.number,
        explain,
    )


def _judged(goal: Goal, case: Case) -> tuple[dict[Row, Reason], dict[Row, Bound]]:
    """Return the rows that are not denied, each with its reason; numbers come before text.

    With them come the values of all variables that make each of them so.
    """
    found: dict[Row, Reason] = {}
    bounds: dict[Row, Bound] = {}
    for bound in candidates(goal, case):
        row = tuple(bound[variable.name] for variable in goal.variables)
        if goal.among and row[0] not in goal.among:
            continue
        if found.get(row) is not Reason.PROVED:
            reason = case.judge.all_of(goal.body, bound)
            if reason is Reason.PROVED or row not in found:
                found[row] = reason
                bounds[row] = dict(bound)
    if all(isinstance(condition, Literal) for condition in goal.body):
        _weigh_each(found, bounds, goal, case)
    found = {row: why for row, why in found.items() if why.verdict is not Verdict.NO}
    found = on_table(found, goal, case)
    return {row: found[row] for row in sorted(found, key=_ordered)}, bounds


def _ordered(row: Row) -> list[tuple[bool, Value]]:
    return [(isinstance(value, str), value) for value in row]


def _weigh_each(found: dict[Row, Reason], bounds: dict[Row, Bound], goal: Goal, case: Case) -> None:
    """Settle the rows that every way to supply the missing facts decides alike."""
    literals = tuple(c for c in goal.body if isinstance(c, Literal))
    unsettled = [row for row, reason in found.items() if reason is Reason.MISSING]
    witness = case.witness() if unsettled else None
    for row in sorted(unsettled, key=_ordered)[:_WEIGHED]:
        found[row], _ = case.weigh(_grounded(literals, bounds[row]), witness)


def _unknown(
    found: dict[Row, Reason], bounds: dict[Row, Bound], goal: Goal, case: Case
) -> tuple[str, ...]:
    """Return the facts that keep rows open, in English."""
    literals = tuple(c for c in goal.body if isinstance(c, Literal))
    facts: dict[str, None] = {}
    for row, reason in found.items():
        if reason is not Reason.MISSING:
            continue
        for literal in _grounded(literals, bounds[row]):
            name = base_of(literal.atom.predicate)
            values = tuple(t.value for t in literal.atom.terms if isinstance(t, Constant))
            if name in case.judge.program.predicates:
                for atom in case.judge.unknown_facts(name, values):
                    facts[say(atom, case.lexicon)] = None
    return tuple(facts)


def _taken_for_granted(
    found: dict[Row, Reason], bounds: dict[Row, Bound], goal: Goal, case: Case
) -> frozenset[Row]:
    """Return the rows that hold only because something is assumed of a thing not on the table."""
    names = case.lexicon.names
    foreign = [
        row
        for row, reason in found.items()
        if reason is Reason.PROVED
        and any(isinstance(value, str) and value not in names.table for value in row)
    ]
    assumed = case.judge.model.assumed
    if not foreign or not any(assumed.values()):
        return frozenset()
    literals = tuple(c for c in goal.body if isinstance(c, Literal))
    plain = {row for row in foreign if _is_assumed(_grounded(literals, bounds[row]), case)}
    rest = [row for row in foreign if row not in plain]
    if len(rest) > _PROVED_AGAIN:
        return frozenset(plain)
    witness = case.witness()
    proofs = {row: witness.evidence(_grounded(literals, bounds[row]), found[row]) for row in rest}
    return frozenset(plain | {row for row, proof in proofs.items() if _assumes(proof, row)})


def _is_assumed(literals: tuple[Literal, ...], case: Case) -> bool:
    assumed = case.judge.model.assumed
    return any(
        not literal.negated
        and tuple(t.value for t in literal.atom.terms if isinstance(t, Constant))
        in assumed.get(literal.atom.predicate, ())
        for literal in literals
    )


def _assumes(proof: Evidence, row: Row) -> bool:
    """Whether a proof assumes something of a thing in its row."""
    steps = (step for root in proof.steps for step in root.walk() if step.kind == "assumed")
    atoms = (step.atom for step in steps if step.atom is not None)
    return any(
        isinstance(term, Constant) and term.value in row for atom in atoms for term in atom.terms
    )


def _groups(
    goal: Goal, found: dict[Row, Reason], taken: frozenset[Row], case: Case
) -> tuple[Group, ...]:
    """Return what "each" asks for: the answers to one of them each, those with none included."""
    if not goal.each:
        return ()
    names, program = case.lexicon.names, case.judge.program
    (each,) = goal.each
    place, sort = goal.variables.index(each), sort_of(each, goal, program)
    own = [c for c in goal.body if isinstance(c, Literal) and condition_names(c) == {each.name}]
    meant = [
        value
        for value in domain(names, sort) or ()
        if case.judge.all_of(own, {each.name: value}).verdict is not Verdict.NO
    ]
    members = dict.fromkeys((*meant, *(row[place] for row in found)))
    sure: dict[Value, list[Row]] = defaultdict(list)
    maybe: dict[Value, list[Row]] = defaultdict(list)
    for row, reason in found.items():
        certain = reason is Reason.PROVED and row not in taken
        (sure if certain else maybe)[row[place]].append((*row[:place], *row[place + 1 :]))
    return tuple(
        Group(names.display(member, sort), tuple(sure[member]), tuple(maybe[member]))
        for member in members
    )


def _grounded(literals: tuple[Literal, ...], bound: Bound) -> tuple[Literal, ...]:
    return tuple(_with_values(literal, bound) for literal in literals)


def _with_values(literal: Literal, bound: Bound) -> Literal:
    terms = tuple(
        Constant(bound[term.name]) if isinstance(term, Variable) and term.name in bound else term
        for term in literal.atom.terms
    )
    return replace(literal, atom=replace(literal.atom, terms=terms))
