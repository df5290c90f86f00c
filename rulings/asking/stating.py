"""What a statement does to a table.

In: what is stated so far, a statement, the program it speaks of. Out: what is stated then, and
what the speaker should know. Guarantee: a text that contradicts itself is refused; a later one
changes the table and says what it replaces; what rules conclude is never stated beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulings.english.lexicon import Lexicon
from rulings.english.reading import Statement
from rulings.english.sentence import blank, say
from rulings.language.catalogue import diagnose, mistake
from rulings.language.diagnostics import Diagnostic, Note, RulingsError
from rulings.language.matching import Pattern, ground, grounded_atom, unify
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Atom, Constant, Literal, Predicate, Program, Role, Row
from rulings.language.source import NOWHERE
from rulings.records import replace
from rulings.rulebook.document import error, refusal
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.situation import Line
from rulings.rulebook.stated import Stated

Words = Callable[[], Lexicon]
"""The words of the table, which only what is worth saying needs."""

_DEEP = 3
"""How many conclusions deep a sentence is looked for that may be stated instead."""
_OFFERED = 3


def apply(
    stated: Stated,
    changes: Statement,
    rules: Shelf,
    words: Words,
    *,
    withdraw: bool,
    line: Line | None,
) -> tuple[Stated, list[Diagnostic]]:
    """State or withdraw facts and falsehoods; also return what the speaker should know.

    Raises RulingsError: RUL557 when something is withdrawn that was never stated, RUL558
    for what rules conclude, RUL343 and RUL574 for a text that contradicts itself.
    """
    program = rules.outline
    noticed: list[Diagnostic] = []
    if line is None and not withdraw:
        _refuse_inner_contradiction(changes, program, words)
    for atoms, falsehood in ((changes.facts, False), (changes.denials, True)):
        for written in atoms:
            atom = written if line is None else replace(written, span=line.span)
            predicate = program.predicates[atom.predicate]
            if withdraw:
                if not stated.states(atom, falsehood=falsehood):
                    raise RulingsError([_never_stated(atom, line)])
                stated = stated.withdraw(atom, falsehood=falsehood)
                continue
            if predicate.role is Role.HAPPENING and (changes.refuses or not falsehood):
                # What happens is carried out, which is more than to state it.
                raise RulingsError([no_happening_said(say(atom, words(), falsehood), program)])
            derived = predicate.role is Role.DERIVED and rules.concluding(atom.predicate)
            if derived or predicate.role is Role.EFFECT:
                # What is allowed, and what is all that is allowed, follows from the needs.
                raise RulingsError([_concluded(atom, rules, words)])
            for name, row, denied in _beside(stated, atom, predicate, falsehood=falsehood):
                place = (stated.denials if denied else stated.facts)[name][row]
                other = Atom.of(name, row, place)
                if line is not None and place.source is line.span.source:
                    # One text must not contradict itself; a later text changes what is stated.
                    raise _contradiction(atom, other, predicate, words, line)
                noticed.append(error("RUL564", f"This replaces “{say(other, words(), denied)}”."))
            stated = stated.state(atom, falsehood=falsehood, predicate=predicate)
    return stated, noticed


def refuse_what_happened(
    changes: Statement, happened: Callable[[], Stated], program: Program, words: Words
) -> None:
    """Refuse that something did not happen where it did. Raises RulingsError (RUL574)."""
    for atom in changes.denials:
        happening = program.happenings.get(str(atom.predicate))
        told = happened().facts.get(happening.past, {}) if happening is not None else {}
        if any(row[:-1] == atom.row for row in told):
            message = f"“{say(atom, words())}” has been told."
            raise refusal("RUL574", message, None, "`:undo` takes it back.")


def no_happening_said(text: str, program: Program) -> Diagnostic:
    """The diagnostic for a line that should say what happens, and does not."""
    known = (f"“{t}”" for h in program.happenings for t in program.predicates[h].templates)
    return diagnose("RUL416", None, what=text, known=", ".join(known) or "none")


def _beside(
    stated: Stated, atom: Atom, predicate: Predicate, *, falsehood: bool
) -> Iterator[tuple[PredicateId, Row, bool]]:
    """Yield what a statement cannot stand beside; the last of each tells that it is a denial."""
    turned = stated.facts if falsehood else stated.denials
    if atom.row in turned.get(atom.predicate, ()):
        yield atom.predicate, atom.row, not falsehood
    if not falsehood:
        yield from ((name, row, False) for name, row in stated.displaced(atom.row, predicate))


def _refuse_inner_contradiction(changes: Statement, program: Program, words: Words) -> None:
    """What is supposed at once, in a question that begins with "if", must not contradict itself."""
    supposed = Stated()
    for atoms, falsehood in ((changes.facts, False), (changes.denials, True)):
        for atom in atoms:
            predicate = program.predicates[atom.predicate]
            for name, row, _ in _beside(supposed, atom, predicate, falsehood=falsehood):
                raise _contradiction(atom, Atom.of(name, row), predicate, words)
            supposed = supposed.state(atom, falsehood=falsehood)


def _contradiction(
    atom: Atom, other: Atom, predicate: Predicate, words: Words, line: Line | None = None
) -> RulingsError:
    """What is wrong with a text that says both; of a `line`, `other` stands at its span."""
    span = line.span if line is not None else None
    notes = [Note("the other statement", other.span)] if line is not None else []
    is_value = other.predicate == atom.predicate and predicate.functional
    if other == atom:
        message = f"“{say(atom, words())}” is both stated and denied."
    elif is_value and other.row[:-1] == atom.row[:-1]:
        key = ", ".join(map(str, atom.row[:-1])) or "the table"
        told = {"first": f"`{other.row[-1]}`", "second": f"`{atom.row[-1]}`"}
        return mistake("RUL343", span, notes, predicate=atom.predicate, key=f"`{key}`", **told)
    else:
        message = f"“{say(other, words())}” and “{say(atom, words())}” cannot both be so."
    return mistake("RUL574", span, notes, message=message)


def _never_stated(atom: Atom, line: Line | None) -> Diagnostic:
    said = line.text if line is not None else atom.predicate
    return error(
        "RUL557",
        f'"{said}" was not stated, so it cannot be forgotten.',
        atom.span if atom.span is not NOWHERE else None,
        "Say what is so instead, or `not …` for a falsehood.",
    )


def nothing_stated_of(name: str, line: Line | None) -> Diagnostic:
    """What is wrong with forgetting something of which the table says nothing."""
    message = f"Nothing is stated of {name}, so there is nothing to forget."
    span = line.span if line is not None else None
    return error("RUL557", message, span, "What is stated can be forgotten: `:facts` lists it.")


def _concluded(atom: Atom, rules: Shelf, words: Words) -> Diagnostic:
    """Refuse what rules conclude, with the sentences from which they would conclude it."""
    span = atom.span if atom.span is not NOWHERE else None
    message = f"“{say(atom, words())}” is concluded by the rules, so it cannot be stated."
    named = {term for term in atom.terms if isinstance(term, Constant)}
    premises = [(one, blank(one, words())) for one in _behind(atom, rules)]
    offered = list(dict.fromkeys(text for _, text in premises if text))[:_OFFERED]
    shown = " · ".join(f"“{one}”" for one in offered)
    found = error("RUL558", message, span, f"State what it follows from: {shown}" if shown else "")
    # What has an open place cannot be said, and what loses a name is not what was meant.
    whole = (text for one, text in premises if text in offered and named <= {*one.terms})
    return replace(found, suggestions=tuple(dict.fromkeys(t for t in whole if "…" not in t)))


def _behind(atom: Atom, rules: Shelf) -> Iterator[Atom]:
    """Yield the statements that rules may conclude an atom from, the nearest first."""
    reached = [(atom.predicate, ground(atom, {}))]
    seen = {atom.predicate}
    for _ in range(_DEEP):
        further: list[tuple[PredicateId, Pattern]] = []
        for name, values in reached:
            for rule in rules.concluding(name):
                bound = unify(rule.head.terms, values, {})
                if bound is None:
                    continue
                premises = (c for c in rule.body if isinstance(c, Literal) and not c.negated)
                for literal in premises:
                    premise = grounded_atom(literal.atom, bound)
                    declared = rules.outline.predicates.get(base_of(premise.predicate))
                    if declared is None:
                        continue
                    if declared.role is Role.STATE:
                        yield Atom(declared.name, premise.terms)
                    elif declared.name not in seen:
                        seen.add(declared.name)
                        further.append((declared.name, ground(premise, {})))
        reached = further
