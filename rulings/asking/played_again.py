"""The happenings of a table under other rules, or with more that was so before them.

In: what is said at a table where something happened, the evaluators of other rules for the same
declarations, or what was so all along and is told only now. Out: what is said where the same was
stated and the same was done. Guarantee: what somebody did is done again; what it began, ended and
brought about is what the rules say of it then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.asking.chronicle import changes, first_of
from rulings.asking.evaluation import Evaluation, Evaluators
from rulings.asking.happening import carry_out
from rulings.asking.legality import disallowed
from rulings.asking.said import Said
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Atom, Role, Value
from rulings.records import replace
from rulings.rulebook.registry import Registry
from rulings.rulebook.stated import Stated


def played_again(said: Said, evaluators: Evaluators, beside: Iterable[Atom] = ()) -> Said:
    """Return what is said after the same happenings, and `beside` it from the beginning.

    What was stated or taken back between two of them is so again. Raises RulingsError as
    `carry_out` does, for what cannot be carried out by the other rules.
    """
    stated = was = first_of(said.stated, said.journal)
    for atom in beside:
        stated = stated.state(atom)
    told = replace(said, shelf=evaluators.shelf, stated=stated, journal=())
    evaluation: Evaluation | None = None
    for entry in said.journal:
        if not entry.cause:
            if evaluation is None or entry.before is not was:
                told = replace(told, stated=_as_well(told, was, entry.before))
                evaluation = Evaluation(evaluators, "native", told.on_the_table, evaluation)
            told, evaluation = carry_out(told, entry.atom, evaluation)
        was = entry.after
    return replace(told, stated=_as_well(told, was, said.stated))


def from_the_beginning(said: Said, evaluators: Evaluators, registry: Registry) -> Said:
    """Return what is said where what was told only after a happening was so before it.

    Its notices warn (RUL413) of what was done to those things and is not allowed then.
    """
    behind = _told_behind(said)
    if not behind:
        return said
    again = played_again(said, evaluators, behind)
    things = {atom.row[0] for atom in behind}
    known, found = (
        {one.message: one for one in _disallowed(each, things, evaluators, registry)}
        for each in (said, again)
    )
    refused = (one for message, one in found.items() if message not in known)
    return again.speaking(notices=(*said.notices, *refused))


def _told_behind(said: Said) -> tuple[Atom, ...]:
    """Return what was told since the last happening and no happening changes, as a text.

    It is of a thing that somebody did something to, or of what was not spoken of before, as the
    sentences of its text.
    """
    if not said.journal:
        return ()
    last, outline = said.journal[-1].after, said.shelf.outline
    _, new = changes(last, said.stated)
    deeds = [one.atom.row for one in said.journal if not one.cause]
    things = {value for row in deeds for value in row[1:]} - {row[0] for row in deeds if row}
    if not any(things.intersection(atom.row) for atom, _ in new):
        return ()
    changed = {one.target for each in outline.happenings.values() for one in each.effects}
    known = {value for rows in last.facts.values() for row in rows for value in row} - things
    return tuple(
        atom
        for atom, falsehood in new
        if not falsehood
        and atom.row
        and atom.row[0] not in known
        and atom.predicate not in changed
        and outline.predicates[atom.predicate].role is Role.STATE
    )


def _disallowed(
    said: Said, things: set[Value], evaluators: Evaluators, registry: Registry
) -> Iterator[Diagnostic]:
    for entry in said.journal:
        if not entry.cause and things.intersection(entry.atom.row):
            then = replace(said, stated=entry.before, journal=said.journal[: entry.step - 1])
            evaluation = Evaluation(evaluators, "native", then.on_the_table)
            yield from disallowed(then, entry.atom, evaluation, registry, strict=False)


def _as_well(told: Said, was: Stated, then: Stated) -> Stated:
    """Return what is stated after the changes that led from one table to another."""
    stated, predicates = told.stated, told.shelf.outline.predicates
    gone, new = changes(was, then)
    for atom, falsehood in gone:
        stated = stated.withdraw(atom, falsehood=falsehood)
    for atom, falsehood in new:
        predicate = predicates[atom.predicate]
        stated = stated.state(atom, falsehood=falsehood, predicate=predicate)
    return stated
