"""Every declared sentence of every shipped rulebook is said, and read back as the same."""

from __future__ import annotations

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.sentence import ask, say
from rulings.rulebook.folder import read_edition
from rulings.rulebook.library import games
from tests.english.declared import is_said, misread, populated, sample

MISREAD = {"boba": 6, "parks": 4, "theme_parque": 2, "unfair": 3}
"""How many of a game's sentences and questions do not read back; none is the aim."""


@pytest.mark.parametrize("game", sorted(games()))
def test_every_sentence_reads_back(game: str) -> None:
    program = read_edition(games()[game]).program
    lexicon, things = populated(Lexicon.build(program), program)
    wrong = []
    for predicate in program.predicates.values():
        if not is_said(predicate):
            continue
        atom = sample(predicate, lexicon, things)
        for negated in (False, True):
            wrong.append(misread(say(atom, lexicon, negated), atom, negated, lexicon))
            wrong.append(misread(ask(atom, lexicon, negated), atom, negated, lexicon))
    found = list(filter(None, wrong))
    assert len(found) <= MISREAD.get(game, 0), found
