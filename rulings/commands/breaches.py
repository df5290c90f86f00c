"""Which rules a table breaks.

In: a session. Out: a diagnostic for each breach. Guarantee: a rulebook says itself what a
broken table is: every predicate whose name begins with `breaks_` describes one, its sentence
tells what is wrong, and the clauses of the rules that conclude it are cited.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.asking.explanation import Citation
from rulings.asking.reason import Verdict
from rulings.english.reading import Which
from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.program import Atom, Constant, Literal, Predicate, Row, Variable
from rulings.language.source import Span
from rulings.rulebook.document import error
from rulings.session import Session

PREFIX = "breaks_"


def breaches(table: Session) -> list[Diagnostic]:
    """Return what a table breaks, nothing when it is sound."""
    found: list[Diagnostic] = []
    for predicate in table.rulebook.outline.predicates.values():
        if predicate.name.startswith(PREFIX):
            found += _breaches(table, predicate)
    return found


def _breaches(table: Session, predicate: Predicate) -> list[Diagnostic]:
    from rulings.english.sentence import say, sentence

    variables = tuple(Variable(column.name) for column in predicate.columns)
    answer = table.answer(Which((Literal(Atom(predicate.name, variables)),), variables))
    rows: list[Row] = [
        tuple(value for _, value in binding.values)
        for binding in answer.bindings
        if binding.verdict is Verdict.YES
    ]
    if not variables and answer.verdict is Verdict.YES:
        rows = [()]
    found = []
    for row in rows:
        atom = Atom(predicate.name, tuple(Constant(value) for value in row))
        said = sentence(say(atom, table.lexicon))
        cited = {
            c.id: c
            for rule in table.rulebook.contents.shelf.concluding(predicate.name)
            for c in _citations(table, rule.clauses)
        }
        law = "; ".join(f"{c.short} · {c.section}: {c.gist}" for c in cited.values())
        notes = (Note(law),) if law else ()
        hint = "Correct the table, or see `rulings cite` for the clause."
        breach = error("RUL565", f"This table breaks a rule: {said}", _place(table, row), hint)
        found.append(replace(breach, notes=notes))
    return found


def _citations(table: Session, clauses: tuple[str, ...]) -> list[Citation]:
    from rulings.asking.wording import cite

    return [cite(clause, table.rulebook.registry) for clause in clauses]


def _place(table: Session, row: Row) -> Span | None:
    """Return the first statement that mentions something of a breach."""
    for atom, _ in table.facts():
        if (
            any(isinstance(t, Constant) and t.value in row for t in atom.terms)
            and atom.span.source.text
        ):
            return atom.span
    return None
