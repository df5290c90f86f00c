"""What a change did, in words.

In: the reading of a line that changes a table, the table before and after. Out: a sentence.
Guarantee: it says what is stated or forgotten, in the words of the rulebook, and leaves out what
merely gives things their names.
"""

from __future__ import annotations

from rulings.english.reading import Forget, Reading, Statement, Suppose
from rulings.english.sentence import has_words, say
from rulings.language.predicates import base_of
from rulings.session import Session

_NAMES = ("label", "alias")
_NOTHING = "nothing is stated of it"


def noted(reading: Reading, before: Session, after: Session) -> str:
    """Say what a line changed."""
    steps = len(before.said.journal)
    if len(after.said.journal) > steps:
        return "\n".join(str(one) for one in after.journal[steps:])
    match reading:
        case Statement():
            named = [after.lexicon.names.display(new.value) for new in reading.introduces]
            said = said_of(reading, after) or ", ".join(named)
            return f"Noted: {said or _NOTHING}."
        case Suppose(changes):
            return f"Supposed: {said_of(changes, after)}."
        case Forget(changes, entities):
            names = [before.lexicon.names.display(entity) for entity in entities]
            parts = [*names, *filter(None, [said_of(changes, before)])]
            return f"Forgotten: {', '.join(parts)}."
        case _:
            return "Noted."


def said_of(changes: Statement, table: Session) -> str:
    """Say what a statement states, without what only names things."""
    hidden = {new.sort for new in changes.introduces} if len(changes.facts) > 1 else set()
    facts = [(atom, False) for atom in changes.facts] + [(atom, True) for atom in changes.denials]
    spoken = [
        (atom, negated)
        for atom, negated in facts
        if atom.predicate not in _NAMES and has_words(atom, table.lexicon)
    ]
    worded = [
        (atom, negated)
        for atom, negated in spoken
        if table.lexicon.predicates[base_of(atom.predicate)].templates
    ]
    told = worded or spoken
    more = [(a, no) for a, no in told if a.predicate not in hidden or len(a.terms) > 1]
    said = (say(atom, table.lexicon, negated) for atom, negated in more or told)
    return "; ".join(dict.fromkeys(said))
