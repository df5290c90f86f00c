"""Constants that look misspelt.

In: a program without errors. Out: a warning for each constant of a rule that occurs nowhere
else in its type while one spelt almost alike does. Guarantee: what occurs twice is
compared with nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from rulings.language.builtins import columns_of
from rulings.language.catalogue import diagnose
from rulings.language.checks.types import Types
from rulings.language.diagnostics import Diagnostic
from rulings.language.nodes import literals_of
from rulings.language.places import name_place
from rulings.language.program import Atom, Constant, Program, Rule, Variable
from rulings.language.sorts import SortLattice, lineage
from rulings.language.source import Span

MIN_LENGTH = 5
_DISTANCE: Any = OSA.distance


def misspelt(program: Program, lattice: SortLattice) -> Iterator[Diagnostic]:
    """Report constants one letter away from a known one."""
    known: dict[str, set[str]] = {}
    for name, facts in program.facts.items():
        for index, column in enumerate(program.predicates[name].columns):
            if not lattice.numeric(column.sort):
                texts = (row[index] for row in facts.rows)
                known.setdefault(_root(column.sort, lattice), set()).update(
                    text for text in texts if isinstance(text, str)
                )
    uses: dict[tuple[str, str], list[Span]] = {}
    types = Types(program.predicates, lattice, [])
    for rule in program.rules:
        for atom in (rule.head, *(literal.atom for literal in literals_of(rule.body))):
            for sort, text, span in _constants(atom, program):
                uses.setdefault((_root(sort, lattice), text), []).append(span)
        for sort, text, span in _compared(rule, types):
            uses.setdefault((_root(sort, lattice), text), []).append(span)
    words = {sort: set(texts) for sort, texts in known.items()}
    for sort, text in uses:
        words.setdefault(sort, set()).add(text)
    for (sort, text), spans in uses.items():
        if len(spans) > 1 or len(text) < MIN_LENGTH or text in known.get(sort, ()):
            continue
        near = _near(text, words[sort])
        if near is not None:
            yield diagnose(
                "RUL226",
                name_place(spans[0], text),
                suggestion=f"Did you mean `{near}`?",
                value=text[:40],
                sort=f"`{sort}`",
            )


def _root(sort: str, lattice: SortLattice) -> str:
    declared = [name for name in lineage(sort, lattice.sorts) if name in lattice.sorts]
    return declared[-1] if declared else sort


def _constants(atom: Atom, program: Program) -> Iterator[tuple[str, str, Span]]:
    columns = columns_of(atom.predicate, program.predicates) or ()
    for term, column in zip(atom.terms, columns, strict=True):
        if isinstance(term, Constant) and isinstance(term.value, str):
            yield column.sort, term.value, atom.span


def _compared(rule: Rule, types: Types) -> Iterator[tuple[str, str, Span]]:
    """Constants that a comparison sets against a variable, with the variable's type."""
    types.rule(rule.head, rule.body)
    for left, right, operator, span in types.compared:
        for one, other in ((left, right), (right, left)):
            match operator, one, other:
                case ("=" | "!=", Variable(name), Constant(str(text))):
                    yield from ((sort, text, span) for sort in types.sorts_of(name)[:1])


def _near(text: str, words: Iterable[str]) -> str | None:
    """Return the first of the words that are one letter away."""
    found = process.extract(text, words, scorer=_DISTANCE, score_cutoff=1, limit=None)
    near = (word for word, _, _ in found if _letters(word) != _letters(text))
    return min(near, default=None)


def _letters(word: str) -> str:
    """The word without digits and a plural s: `player_1` and `player_2` are both right."""
    return "".join(letter for letter in word if not letter.isdigit()).rstrip("s_")
