"""What is said can be read back: for every template, statement, denial and question."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.english.reading import Ask, Statement
from rulings.english.sentence import ask, say
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Column, Constant
from tests.english.small_programs import PARK

LEXICON = Lexicon.build(PARK)
WORDS = ("dinosaur", "animal", "upgrade", "fence", "thrill")


def _constant(column: Column) -> st.SearchStrategy[Constant]:
    sorts = LEXICON.names.sorts
    if sorts.is_int(column.sort):
        return st.integers(-3, 130).map(Constant)
    if sorts.is_text(column.sort):
        phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3)
        return phrases.map(lambda words: Constant(" ".join(words), quoted=True))
    if column.sort == "symbol":
        return st.sampled_from(WORDS).map(Constant)
    return st.sampled_from(tuple(LEXICON.names.values(column.sort))).map(Constant)


ATOMS = st.sampled_from(sorted(PARK.predicates)).flatmap(
    lambda name: st.tuples(*map(_constant, PARK.predicates[name].columns)).map(
        lambda terms: Atom(name, terms)
    )
)


@given(ATOMS, st.booleans())
def test_statements(atom: Atom, negated: bool) -> None:
    reading = read(say(atom, LEXICON, negated), LEXICON)
    assert isinstance(reading, Statement)
    assert (reading.denials if negated else reading.facts) == (atom,)


@given(ATOMS, st.booleans())
def test_questions(atom: Atom, negated: bool) -> None:
    reading = read(ask(atom, LEXICON, negated), LEXICON)
    assert isinstance(reading, Ask)
    assert (reading.atom, reading.negated) == (atom, negated)


@given(ATOMS)
def test_case_and_full_stops_do_not_matter(atom: Atom) -> None:
    said = ask(atom, LEXICON)
    assume('"' not in said)  # quoted text is taken as it is
    assert read(said.upper(), LEXICON) == read(said.rstrip("?"), LEXICON)


@given(st.lists(st.sampled_from([*WORDS, "is", "not", "the", "which", "Triceratops", "on"])))
def test_nonsense_is_understood_completely_or_not_at_all(words: list[str]) -> None:
    hints: list[str] = []
    try:
        read(" ".join(words), LEXICON, focus="triceratops")
    except RulingsError as problem:
        hints += [found.hint for found in problem.diagnostics]
    assert all(hints)
