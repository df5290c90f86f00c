"""What was just stated, asked back.

In: a table after a statement. Out: the table without what contradicted the statement, and what
the speaker should know. Guarantee: of a sentence that tables state and rules conclude as well, a
statement is not followed by a "no" to the same sentence unless that was said.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.asking.answer import Answer
from rulings.asking.reason import Verdict
from rulings.english.reading import Ask, Statement
from rulings.english.sentence import say
from rulings.english.template import Template
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Atom, Constant, Literal, Term
from rulings.session import Session


def resolved(table: Session, said: Statement) -> tuple[Session, tuple[Diagnostic, ...]]:
    """Take back what alone denies what was said; say where the rules deny it for other reasons."""
    found: list[Diagnostic] = []
    for atom in said.facts:
        for twin in _concluded_twins(atom, table):
            answer = table.answer(Ask((Literal(twin),)))
            if answer.verdict is not Verdict.NO:
                continue
            opposite = _opposite(atom, answer, table)
            if opposite is None:
                told = f"“{say(atom, table.lexicon)}” is stated, but the rules say: {answer.say}"
                found.append(diagnose("RUL575", None, message=told))
                continue
            replaced = f"This replaces “{say(opposite, table.lexicon)}”."
            found.append(diagnose("RUL564", None, message=replaced))
            table = table.apply(Statement((opposite,)), withdraw=True)
    return table, tuple(dict.fromkeys(found))


def _concluded_twins(atom: Atom, table: Session) -> Iterator[Atom]:
    """Yield the conclusions that are said in the words of a statement."""
    lexicon, declared = table.lexicon, table.rulebook.outline.predicates
    shapes = {
        _shape(template): template
        for template in lexicon.templates
        if template.predicate == atom.predicate
    }
    seen = {atom.predicate}
    for other in lexicon.templates:
        own = shapes.get(_shape(other))
        if own is None or other.predicate in seen or other.predicate in lexicon.stated:
            continue
        if other.predicate not in declared:
            # An idiom of the word list: what it stands for has a template of its own.
            continue
        columns = lexicon.predicates[other.predicate].columns
        if any(column.is_input for column in columns):
            continue
        seen.add(other.predicate)
        terms: dict[int, Term] = {
            theirs: atom.terms[mine]
            for mine, theirs in zip(_slots(own), _slots(other), strict=True)
        }
        if all(
            lexicon.names.fits(term.value, columns[index].sort)
            for index, term in terms.items()
            if isinstance(term, Constant)
        ):
            yield Atom(other.predicate, tuple(terms[index] for index in range(len(columns))))


def _shape(template: Template) -> tuple[str, ...]:
    return tuple(piece if isinstance(piece, str) else "" for piece in template.pieces)


def _slots(template: Template) -> tuple[int, ...]:
    return tuple(piece for piece in template.pieces if isinstance(piece, int))


def _opposite(atom: Atom, answer: Answer, table: Session) -> Atom | None:
    """Return the one other statement about the same things that stands in the way."""
    stated = {fact for fact, denied in table.facts() if not denied}
    given = {
        step.atom
        for root in answer.explanation
        for step in root.walk()
        if step.kind == "given" and step.atom is not None
    }
    against = [
        one
        for one in stated
        if one in given and one.predicate != atom.predicate and _values(one) == _values(atom)
    ]
    return against[0] if len(against) == 1 else None


def _values(atom: Atom) -> tuple[Term, ...]:
    return tuple(Constant(t.value) if isinstance(t, Constant) else t for t in atom.terms)
