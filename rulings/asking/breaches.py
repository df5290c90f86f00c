"""Which rules a table breaks.

In: a way to ask the table, its rulebook and words, what is stated. Out: a diagnostic for each
breach. Guarantee: a rulebook says itself what a broken table is: every predicate that is
declared a `breach` describes one, its sentence tells what is wrong, and the clauses of the rules
that conclude it are cited; and a table denies nothing that the rules conclude from the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulings.asking.answer import Answer
from rulings.asking.evaluation import Evaluation
from rulings.asking.opened import OpenedEdition
from rulings.asking.reason import Reason, Verdict
from rulings.asking.said import Said
from rulings.asking.wording import cite
from rulings.english.reading import Ask, Which
from rulings.english.sentence import say, sentence
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Literal, Predicate, Row, Variable
from rulings.language.source import Span


def breaches_of(
    ask: Callable[[Which | Ask], Answer], book: OpenedEdition, said: Said, evaluation: Evaluation
) -> Iterator[Diagnostic]:
    """Yield what a table breaks, nothing when it is sound."""
    declared = [p for p in book.outline.predicates.values() if p.breach]
    if declared:
        # Most tables are sound: what cannot be so on this one need not be asked.
        model = evaluation.model(frozenset(p.name for p in declared), {})
        for predicate in (p for p in declared if model.possible[p.name]):
            for row in _broken(ask, predicate):
                yield _breach(predicate, row, book, said)
    concluded = {p.name for p in book.outline.predicates.values() if p.concluded}
    for atom, falsehood in said.stated.atoms():
        is_denied = falsehood and atom.predicate in concluded
        if is_denied and ask(Ask((Literal(atom),))).reason is Reason.CONFLICT:
            yield _denied(atom, book, said)


def _denied(atom: Atom, book: OpenedEdition, said: Said) -> Diagnostic:
    told, opposite = say(atom, said.lexicon, True), say(atom, said.lexicon)
    message = f"“{told}” is stated, but the rules conclude from the rest that {opposite}."
    span = atom.span if atom.span.source.text else None
    return diagnose("RUL576", span, _law(atom.predicate, book), message=message)


def _broken(ask: Callable[[Which | Ask], Answer], predicate: Predicate) -> list[Row]:
    variables = tuple(Variable(column.name) for column in predicate.columns)
    answer = ask(Which((Literal(Atom(predicate.name, variables)),), variables))
    if not variables:
        return [()] if answer.verdict is Verdict.YES else []
    return [
        tuple(value for _, value in binding.values)
        for binding in answer.bindings
        if binding.verdict is Verdict.YES
    ]


def _breach(predicate: Predicate, row: Row, book: OpenedEdition, said: Said) -> Diagnostic:
    atom = Atom.of(predicate.name, row)
    told = sentence(say(atom, said.lexicon))
    notes = (*_law(predicate.name, book), Note("declared as a breach here", predicate.span))
    hint = "Correct the table, or see `rulings cite` for the clause."
    message = f"This table breaks a rule: {told}"
    return diagnose("RUL565", _place(said, row), notes, hint, message=message)


def _law(name: PredicateId, book: OpenedEdition) -> tuple[Note, ...]:
    """The clauses of the rules that conclude a predicate, if there are any."""
    cited = {
        clause: cite(clause, book.registry)
        for rule in book.contents.shelf.concluding(name)
        for clause in rule.clauses
    }
    told = "; ".join(f"{c.short} · {c.section}: {c.gist}" for c in cited.values())
    return (Note(told),) if told else ()


def _place(said: Said, row: Row) -> Span | None:
    """Return the first statement that mentions something of a breach."""
    about = (atom.span for atom, _ in said.stated.atoms() if not set(row).isdisjoint(atom.row))
    return next((span for span in about if span.source.text), None)
