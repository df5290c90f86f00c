"""What is offered for lines that nearly say a declared sentence, and for any line at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings import Rulebook, RulingsError
from rulings.english.clauses import asks
from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.english.reading import Statement
from rulings.english.sentence import ask, say
from rulings.language.program import Atom
from tests.english.declared import is_said, misread, populated, sample

GAMES = ("boba", "parks", "theme_parque")
BOOKS = {game: Rulebook.load(game) for game in GAMES}
LEAST = 0.7
_ADJUNCT = re.compile(r"^(.+) ((?:in|on|at|during|after|before|with|from) .+?)([.?]?)$")
_PAST = {"is": "had been", "has": "used to have", "may": "might perhaps", "must": "had better"}
_LIKE = {"has": "sports", "is": "appears to be", "pays": "hands over", "costs": "comes to"}
_KEPT = st.sampled_from(
    "I my Ana Ben Ana's her it two 3 not no without only the a card cards coin site hiker season "
    "hand battle tile pawn queue at start end of first may must cannot dances closed which who how "
    "many plays draws and , that has is buy gains 'Old Map'".split()
)


def misphrasings(sentence: str) -> Iterator[str]:
    """Yield ways to say a sentence nearly: words added, moved, changed and left out."""
    asked = sentence.endswith("?")
    bare = sentence.rstrip(".?")
    if not asked:
        yield f"It rather looks as if {bare}."
        yield f"{re.sub(r'(?i)(^|(?<= ))(?:an?|the) ', '', bare)}, by the look of things."
        adjunct = _ADJUNCT.match(bare)
        if adjunct is not None:
            yield f"{adjunct[2].capitalize()}, as I recall, {adjunct[1]}."
        for changed in (_PAST, _LIKE):
            words = [changed.get(word, word) for word in bare.split()]
            if words != bare.split():
                yield f"{' '.join(words)} after everything."
    else:
        yield f"Tell me, all things considered, {bare}?"
        yield f"{bare} whatever else happens around it?"


def nearly_said(game: str) -> Iterator[tuple[str, Atom, Lexicon]]:
    """Yield misphrased sentences of a rulebook with what each should have said."""
    book = BOOKS[game]
    lexicon, things = populated(book.lexicon, book.program)
    declared = [one for one in book.program.predicates.values() if is_said(one)]
    for predicate in declared:
        atom = sample(predicate, lexicon, things)
        told = predicate.name in lexicon.stated
        for line in misphrasings(say(atom, lexicon) if told else f"{ask(atom, lexicon)}"):
            yield line, atom, lexicon


def suggestions(line: str, lexicon: Lexicon) -> tuple[str, ...] | None:
    """Return what is offered instead of a line; None where it is understood."""
    try:
        read(line, lexicon)
    except RulingsError as problem:
        return problem.diagnostics[0].suggestions
    return None


@pytest.mark.parametrize("game", GAMES)
def test_most_sentences_that_are_nearly_said_are_offered(game: str) -> None:
    missed: dict[str, tuple[str, ...]] = {}
    refused = 0
    for line, atom, lexicon in nearly_said(game):
        offered = suggestions(line, lexicon)
        if offered is None:
            continue
        refused += 1
        if all(misread(one, atom, False, lexicon) for one in offered):
            missed[line] = offered
    assert refused > 50
    assert 1 - len(missed) / refused >= LEAST, missed


@pytest.mark.parametrize("game", GAMES)
@given(words=st.lists(_KEPT, min_size=2, max_size=9), asked=st.booleans())
@settings(deadline=None, max_examples=60)
def test_whatever_is_offered_can_be_read(game: str, words: list[str], asked: bool) -> None:
    lexicon = BOOKS[game].lexicon
    line = f"{' '.join(words)}{'?' if asked else '.'}"
    for offer in suggestions(line, lexicon) or ():
        assert isinstance(read(offer, lexicon), Statement) is not asks(line)
