"""The happenings of a table under other rules.

In: what is said at a table where something happened, the evaluators of other rules for the same
declarations. Out: what is said where the same was stated and the same was done. Guarantee: what
somebody did is done again; what it began, ended and brought about is what the other rules say.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.asking.chronicle import changes, first_of
from rulings.asking.evaluation import Evaluation, Evaluators
from rulings.asking.happening import carry_out
from rulings.asking.said import Said
from rulings.language.program import Atom, Role
from rulings.records import replace
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


def told_behind(said: Said) -> tuple[Atom, ...]:
    """Return what was told only after a happening, and was so before it.

    That is what no happening changes, as its text, of a thing that somebody did something to, and
    of what was not spoken of before, as the sentences of the text.
    """
    if not said.journal or said.stated is said.journal[-1].after:
        return ()
    last, outline = said.journal[-1].after, said.shelf.outline
    changed = {one.target for each in outline.happenings.values() for one in each.effects}
    since = [
        atom
        for atom, falsehood in said.stated.atoms()
        if not falsehood
        and atom.predicate not in changed
        and outline.predicates[atom.predicate].role is Role.STATE
        and atom.row not in last.facts.get(atom.predicate, ())
    ]
    deeds = [one.atom.row for one in said.journal if not one.cause]
    things = {value for row in deeds for value in row[1:]} - {row[0] for row in deeds if row}
    if not any(things.intersection(atom.row) for atom in since):
        return ()
    known = {value for rows in last.facts.values() for row in rows for value in row} - things
    return tuple(atom for atom in since if atom.row and atom.row[0] not in known)


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
