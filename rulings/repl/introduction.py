"""What `:help` begins with, in the words of the game that is loaded.

In: a table. Out: what can be typed, each with an example. Guarantee: the examples are sentences of
this rulebook with names that it knows, each read as what it is an example of; where there is none,
its sentences stand with the kinds of their slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from rulings.english.lexicon import Lexicon
from rulings.english.reading import Ask, Focus, Statement
from rulings.english.sentence import ask, pattern, say
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Constant, Predicate, Role, Value
from rulings.rulebook.fact_tables import holds_integers
from rulings.session import Session

_TRIED = 40
"""How many sentences are tried before one is shown with the kinds of its slots."""
_WIDE = 40
_SOMEBODY, _SOME = "ana", 3


def introduction(table: Session) -> str:
    """Return the lines, the examples in the first column."""
    stated, atom = _example(table, Role.STATE, Statement)
    asked, _ = _example(table, Role.DERIVED, Ask)
    rows = [
        (stated, "states a fact (also: suppose …, forget …)"),
        (asked, "yes or no (also: which …, who …, how many …)"),
        ("why · how 2 · up", "the reasons, one of them, back"),
        ("why not … · when …", "what is missing, under which conditions"),
        ("what if A: B?", "B, with A for once"),
        (_focus(table, atom), 'then "this", "it"'),
        ("?- goal.   +fact.   -fact.", "the same in Datalog"),
    ]
    width = min(_WIDE, max(32, *(len(example) for example, _ in rows)))
    lines = (f"  {example:<{width}}  {told}" for example, told in rows)
    return "\n".join(("Say what is so, ask what follows:", *lines, "Commands:", ""))


def _focus(table: Session, atom: Atom | None) -> str:
    """Return how to focus on what an example speaks of."""
    for term in reversed(atom.terms if atom is not None else ()):
        line = (
            f"focus {table.lexicon.names.display(term.value)}" if isinstance(term, Constant) else ""
        )
        try:
            if line and isinstance(table.read(line), Focus):
                return line
        except RulingsError:
            continue
    return "focus NAME"


def _example(table: Session, role: Role, kind: type[Statement | Ask]) -> tuple[str, Atom | None]:
    """Return a sentence of a predicate of this role that is read as what it is, and its atom."""
    lexicon = table.lexicon
    declared = [
        predicate
        for predicate in table.rulebook.outline.predicates.values()
        if predicate.role is role
        and predicate.templates
        and predicate.span.source.name != "system"
        and not any(column.is_input for column in predicate.columns)
        and not predicate.breach
    ]
    # What may be and may not is what players ask; two things in a sentence show more than one.
    declared.sort(
        key=lambda one: (not one.may_be_silent, abs(one.arity - 2), len(one.templates[0]))
    )
    spoken: Callable[[Atom, Lexicon], str] = ask if kind is Ask else say
    for predicate in islice(declared, _TRIED):
        for atom in _filled(predicate, table):
            line = spoken(atom, lexicon).rstrip("?")
            if len(line) <= _WIDE and _is_read(line, table, kind, predicate.name):
                return line, atom
    for template in lexicon.templates:
        if declared and template.predicate == declared[0].name:
            return pattern(template, lexicon, kind is Ask), None
    return "SENTENCE", None


def _filled(predicate: Predicate, table: Session) -> Iterator[Atom]:
    """Yield the predicate of the first known things that fit, nothing where none fit."""
    names = table.lexicon.names
    player = table.lexicon.nouns.get("player")
    terms: list[Constant] = []
    for column in predicate.columns:
        taken = {term.value for term in terms}
        known = [value for value in names.values(column.sort) if value not in taken]
        # What has a printed name is shown sooner than what only the rules call something.
        known.sort(key=lambda value: names.label(value) is None)
        value: Value | None = next(iter(known), None)
        if holds_integers(column.sort, table.rulebook.outline.sorts):
            value = value if isinstance(value, int) else _SOME
        elif value is None and column.sort == player:
            value = _SOMEBODY
        if value is None:
            return
        terms.append(Constant(value))
    yield Atom(predicate.name, tuple(terms))


def _is_read(line: str, table: Session, kind: type[Statement | Ask], predicate: str) -> bool:
    try:
        found = table.read(line)
    except RulingsError:
        return False
    match found:
        case Statement(facts=facts):
            return kind is Statement and any(fact.predicate == predicate for fact in facts)
        case Ask(literals):
            return kind is Ask and any(one.atom.predicate == predicate for one in literals)
    return False
