"""Sentences found by their rarest words are those that a look at all of them finds."""

from __future__ import annotations

import pickle
from random import Random

from rulings.english.template import Template, places, words_of
from rulings.english.word_index import WordIndex
from rulings.english.words import Token, fixed_tokens, tokenize

WRITTEN = (
    "A a an The park parks owns {C} {P} {P}'s got has has, cannot can't gotta she's Ana's rides; "
    "is? face-up 3 -5 five-star {Q}, Got it"
).split()
WORDS = tuple("park ride card star coin hand near on of with".split())


def test_an_index_finds_the_templates_that_have_no_other_words() -> None:
    for seed in range(40):
        chance = Random(seed)
        templates = tuple(
            _template(number, chance.sample(WORDS, chance.randint(0, 4))) for number in range(60)
        )
        index = WordIndex.of(templates)
        packed: WordIndex = pickle.loads(pickle.dumps(index))
        for _ in range(20):
            said = frozenset(chance.sample(WORDS, chance.randint(0, 6)))
            expected = [template for template in templates if template.words <= said]
            assert list(index.among(said)) == expected
            assert list(packed.among(said)) == expected
            pieces = chance.choice(templates).pieces
            assert list(index.same(pieces)) == [one for one in templates if one.pieces == pieces]
            assert list(index.said_with(said, (), {})) == expected


def _template(number: int, words: list[str]) -> Template:
    pieces = (0, *words)
    return Template(f"p{number}", " ".join(words), pieces, 0, False, frozenset(words), False)


def test_words_are_those_that_stand_in_a_text_and_tokens_those_of_any_line() -> None:
    for seed in range(400):
        chance = Random(seed)
        text = " ".join(chance.choices(WRITTEN, k=chance.randint(1, 7)))
        assert words_of(text) == tuple(text[i:j].lower() for i, j in places(text))
        fixed = " ".join(word for word in text.split() if "{" not in word)
        assert [_unplaced(token) for token in fixed_tokens(fixed)] == [
            _unplaced(token) for token in tokenize(fixed)
        ]


def _unplaced(token: Token) -> Token:
    return token._replace(start=0, end=0)
