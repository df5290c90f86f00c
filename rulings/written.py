"""Tables in writing, which read back as they were.

In: a table. Out: its lines, its facts, its situation file, its drawings. Guarantee: whatever is
written has been read again and stated the same facts and falsehoods; what could not be written so
is refused, never lost. A sentence is written where it says the same to a reader who knows only the
lines before it, a fact of the rule language elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulings.asking.datalog_lines import fact_line
from rulings.english.reading import Statement
from rulings.english.sentence import datalog, say, sentence
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom
from rulings.language.source import NOWHERE, Source
from rulings.rulebook.document import refusal
from rulings.rulebook.drawing import Drawing, draw_grid
from rulings.rulebook.fact_tables import NAMING
from rulings.rulebook.grid import Layer
from rulings.rulebook.situation import Line, Situation, render_situation, situation_node
from rulings.rulebook.stated import Rows, Stated
from rulings.rulebook.yaml_tree import parse_yaml
from rulings.session import Session


def fact_lines(table: Session) -> tuple[str, ...]:
    """Return all that is stated as facts of the rule language, one a line.

    Raises RulingsError (RUL616) for what the rule language cannot write.
    """
    reader = _empty(table)
    found: list[str] = []
    for atom, falsehood in table.facts():
        text, reader = _as_fact(atom, falsehood, reader)
        found.append(text)
    return tuple(found)


def sentences(table: Session) -> tuple[str, ...]:
    """Return all that is stated as sentences where they read back, else as facts.

    Raises RulingsError (RUL616) for what can be written neither way.
    """
    reader = _empty(table)
    found: list[str] = []
    # Names come first: the sentences below use them.
    for atom, falsehood in sorted(table.facts(), key=lambda one: one[0].predicate not in NAMING):
        text = sentence(say(atom, table.lexicon, falsehood))
        after = _read(text, reader) if _is_line(text) else None
        if after is None or not _same(after.stated, reader.stated.state(atom, falsehood=falsehood)):
            text, after = _as_fact(atom, falsehood, reader)
        found.append(text)
        reader = after
    return tuple(found)


def drawn(table: Session, facts: Iterable[str], layers: Iterable[Layer]) -> Drawing:
    """Return the drawing of facts, as `datalog` writes them, by some layers."""
    stated: dict[str, str] = {}

    def canonical(line: str) -> str:
        if line.rstrip().endswith((")", ").")):
            return line
        if line not in stated:
            stated[line] = line
            try:
                reading = table.read(line)
            except RulingsError:
                # A sentence about a square that this table does not have states nothing of it.
                return line
            if isinstance(reading, Statement) and len(reading.facts) == 1:
                stated[line] = datalog(reading.facts[0])
        return stated[line]

    return draw_grid(facts, layers, canonical)


def situation_text(table: Session, then: tuple[str, ...] = ()) -> str:
    """Return a situation file of a table, and of happenings `then` that it has not seen.

    Raises RulingsError (RUL616), as `sentences` does.
    """
    book = table.rulebook
    happened = (*table.said.story[1], *then)
    texts = (*sentences(table.back(0)), *happened)
    lines = tuple(Line(text, NOWHERE) for text in texts)
    since = lines[len(lines) - len(happened) :]
    described = Situation(table.described.title, book.edition, lines, book.name, happened=since)
    shown = render_situation(described)
    root = parse_yaml(Source("situation", shown))
    again = situation_node(root).lines if root is not None else ()
    if tuple(line.text for line in again) != texts:
        raise _unwritable("The table")
    return shown


def _empty(table: Session) -> Session:
    return table.rulebook.situation(engine=table.engine)


def _as_fact(atom: Atom, falsehood: bool, reader: Session) -> tuple[str, Session]:
    """Return a statement as a fact and the table of one who has read it."""
    text = fact_line(atom, falsehood, reader.rulebook.outline)
    after = _read(text, reader)
    if after is None or not _same(after.stated, reader.stated.state(atom, falsehood=falsehood)):
        raise _unwritable(text)
    return text, after


def _unwritable(what: str) -> RulingsError:
    message = f"{what} cannot be written so that it reads back as it is."
    return refusal("RUL616", message, hint="Name things in letters and digits.")


def _read(text: str, reader: Session) -> Session | None:
    try:
        return reader.with_lines((Line(text, NOWHERE),))
    except RulingsError:
        return None


def _is_line(text: str) -> bool:
    return text.isprintable() and text == text.strip() and not text.startswith(("#", "%"))


def _same(one: Stated, other: Stated) -> bool:
    return _same_rows(one.facts, other.facts) and _same_rows(one.denials, other.denials)


def _same_rows(one: Mapping[PredicateId, Rows], other: Mapping[PredicateId, Rows]) -> bool:
    empty: Rows = {}
    return all(
        one.get(name, empty) is other.get(name, empty)
        or one.get(name, empty).keys() == other.get(name, empty).keys()
        for name in one.keys() | other.keys()
    )
