"""Whether a sentence offered for a line keeps what the line says.

In: a draft, what fills its slots, what the line mentions. Out: how faithful it is, 0 for a draft
that loses or turns something. Guarantee: every name, number and turning word of the line is kept,
a thing whose owner is named stays with its owner, and nothing is denied twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from rulings.english.fidelity import Fidelity
from rulings.english.mentions import Mention, turning_words
from rulings.english.preamble import Preamble, question_begins
from rulings.english.remark import REMARK
from rulings.english.scope import Scope
from rulings.english.sought import Sought, sought
from rulings.english.template import Template
from rulings.english.topics import root
from rulings.english.words import FUNCTION_WORDS, ORDINALS, Token, number, tokenize
from rulings.records import dataclass

Filling = tuple[tuple[int, Mention], ...]
_DENYING = frozenset("not no never nobody none nothing neither nor without".split())
_CONDITIONAL = frozenset("if when while without unless after before until".split())
_NOT_YET = frozenset("before until unless".split())
"""What turns a condition by itself: "before I let go" is "when I have not let go"."""
LEAST = 0.25
"""How faithful a sentence has to be, from 0 to 1, to be worth offering."""
_AS_GOOD = 0.7
"""From here on, of 1, one word may stand for another."""
_OWNERS = frozenset("my your our his her their its".split())


def counts_alike(scope: Scope, template: Template, filling: Filling) -> bool:
    """Whether each number counts what it counts in the line: "9 coins" is no 9 cards."""
    filled = dict(filling)
    for piece, behind in pairwise(template.pieces):
        one = filled.get(piece) if isinstance(piece, int) else None
        if one is None or one.kind != "number":
            continue
        rest = scope.tokens[one.start + 1 : one.start + 4]
        if not rest or scope.tokens[one.start].after:
            continue
        if isinstance(behind, int):
            counted = filled.get(behind)
            if counted is not None and not 0 < counted.start - one.start < 3:
                return False
        elif rest[0].key in scope.lexicon.nouns or rest[0].key in scope.lexicon.vocabulary:
            own = {root(token.key) for token in rest} | {
                root(key)
                for edges in scope.ways.edges[one.start + 1 : one.start + 4]
                for edge in edges
                for key in edge.keys
            }
            is_unit = behind in scope.lexicon.nouns or scope.lexicon.names.all(behind)
            if is_unit and rest[0].key not in FUNCTION_WORDS and root(behind) not in own:
                return False
    return True


@dataclass(frozen=True, slots=True)
class Keeping:
    """What drafts for a line have to keep; what it tells `preamble` may be told beside them.

    `owned` are the roots for each thing whose owner the line tells, any of which keeps it.
    """

    scope: Scope
    said: tuple[Mention, ...]
    turns: frozenset[str]
    words: Sought
    measure: Fidelity
    owned: tuple[frozenset[str], ...]
    preamble: Preamble

    @staticmethod
    def of(scope: Scope, said: tuple[Mention, ...], preamble: Preamble) -> Keeping:
        """Return what drafts for a line that mentions `said` have to keep."""
        words = sought(scope.tokens, scope.lexicon, scope.ways.edges)
        if preamble.asked:
            before = {root(token.key) for token in scope.tokens[: preamble.asked]}
            behind = {root(token.key) for token in scope.tokens[preamble.asked :]}
            words = words.lessened(before - behind, preamble.worth)
        measure = Fidelity.to(scope.tokens, words, scope.lexicon)
        owned = tuple(_owned(scope, said, words, preamble.begin))
        turns = turning_words(scope.tokens[preamble.begin :])
        return Keeping(scope, said, turns, words, measure, owned, preamble)

    @property
    def core(self) -> tuple[Token, ...]:
        """The words of what is asked, with its conditions."""
        return self.scope.tokens[self.preamble.begin :]

    def whole(self, text: str, understood: Callable[[str], bool]) -> str:
        """Return a question with what the line told before it.

        What is not `understood`, and not in the question anyway, stands behind it as a remark.
        """
        if not self.preamble.text:
            return text
        told = f"{self.preamble.text}. {text}"
        return told if understood(told) else self._with_remark(text)

    def _with_remark(self, text: str) -> str:
        begin = self.preamble.begin
        before = [one for one in self.said if one.is_kept and one.start < begin]
        keys = {token.key for token in tokenize(text, names=True)}
        lost = any(not self.has(one, keys) for one in before)
        if lost or turning_words(self.scope.tokens[:begin]):
            return f"{text} {REMARK} {self.preamble.text}"
        return text

    @property
    def asked_of(self) -> tuple[Mention, ...]:
        """The names and numbers in what is asked."""
        begin = self.preamble.begin
        return tuple(one for one in self.said if one.is_kept and one.start >= begin)

    @staticmethod
    def has(one: Mention, keys: set[str]) -> bool:
        """Whether something mentioned is among the words of a sentence."""
        written = {str(number(key)) for key in keys}
        return one.keys <= keys or (one.kind == "number" and one.text in written)

    def faithful(self, text: str, filling: Filling) -> float:
        """Return how faithful a draft is, 0 for one that loses or turns what the line says."""
        tokens = tokenize(text, names=True)
        kept = self._keeps_mentions(tokens, filling) and self._keeps_owned(tokens)
        kept = kept and self._keeps_denial(tokens, filling)
        if kept and self._labels_alike(tokens) and not _says_twice(tokens):
            return self.measure.of(tokens)
        return 0.0

    def has_all_in(self, start: int, end: int) -> bool:
        """Whether the words from `start` to `end` have each name, number and denial of the core."""
        part = self.scope.tokens[start:end]
        kept = all(start <= one.start < end for one in self.asked_of)
        return kept and turning_words(part) >= self.turns

    def is_enough(self, text: str) -> bool:
        """Whether several sentences keep enough of a line to be offered."""
        tokens = tokenize(text, names=True)
        return self._keeps_owned(tokens) and self.measure.of(tokens) >= LEAST

    def _keeps_mentions(self, tokens: tuple[Token, ...], filling: Filling) -> bool:
        """Whether a draft has every name and number, and no number of its own."""
        keys = {token.key for token in tokens}
        numbers = {str(number(token.key)) for token in tokens if not token.quoted} - {"None"}
        filled = {one.start for _, one in filling}
        for one in self.said:
            whole = one.keys <= keys or (one.kind == "number" and one.text in numbers)
            told = one.start < self.preamble.begin
            if one.is_kept and not (told or one.start in filled or whole):
                return False
        allowed = {one.text for one in self.said if one.kind in ("number", "ordinal", "zero")}
        return not numbers - allowed - {"1"}

    def _keeps_owned(self, tokens: tuple[Token, ...]) -> bool:
        """Whether what belongs to somebody is not left out: "Ana's purse" is not Ana."""
        roots = {root(token.key) for token in tokens}
        return all(roots & one for one in self.owned)

    def _keeps_denial(self, tokens: tuple[Token, ...], filling: Filling) -> bool:
        """Whether a draft has every word that turns a meaning, and denies as often as the line."""
        turns, preamble = self.turns, self.preamble
        conditions = self.scope.tokens[preamble.begin : preamble.asked]
        asked = self.scope.tokens[preamble.asked :]
        inner = bool(turning_words(conditions) & _DENYING - turning_words(asked))
        keys = {token.key for token in tokens if not token.quoted}
        if "than" in turns and "than" not in keys:
            return False
        denials = sum(token.key in _DENYING for token in tokens if not token.quoted)
        zero = any(one.kind == "zero" for _, one in filling)
        if inner:
            # "May I rest if I have no coins" is not "may I not rest if I have coins".
            part = _condition(tokens)
            within = sum(token.key in _DENYING for token in part if not token.quoted)
            not_yet = bool(part) and part[0].key in _NOT_YET
            if denials != within or not (within or not_yet):
                return False
        elif bool(turns & _DENYING) != bool(denials or zero) or denials + zero > 1:
            # "Nobody does not have it" is the contrary of what "nobody has it" denies.
            return False
        counted = any(one.kind == "number" for one in self.said)
        if turns & _DENYING == {"no"} and counted and not zero:
            # "4 coins and no card" does not deny the coins.
            return False
        numbers = {number(key) for key in keys}
        ordinals = {word for word in turns & ORDINALS.keys() if ORDINALS[word] in numbers}
        return turns - _DENYING - ordinals <= keys

    def _labels_alike(self, tokens: tuple[Token, ...]) -> bool:
        """Whether a number counts things in a draft too: "2 spaces" are not "space 2".

        And whether one that tells which does so: "space 2" is not 2 spaces.
        """
        lexicon = self.scope.lexicon
        labels = set(_labels(self.scope))
        for many, unit in pairwise(tokens):
            counts = not (many.quoted or many.after or unit.key in FUNCTION_WORDS)
            if counts and (number(many.key), root(unit.key)) in labels:
                return False
        for before, token, behind in zip(tokens, tokens[1:], (*tokens[2:], None), strict=False):
            label = number(token.key) is not None and before.key not in FUNCTION_WORDS
            if not label or before.key in lexicon.forms or before.key in lexicon.lemmas:
                continue
            ends = behind is None or token.after or behind.key in FUNCTION_WORDS
            if ends and self.measure.kept.get(root(before.key), 0.0) < _AS_GOOD:
                return False
        return True


def _labels(scope: Scope) -> Iterator[tuple[int | None, str]]:
    """Yield the numbers by which a line tells which thing it means, each with the noun before."""
    for before, token in pairwise(scope.tokens):
        many = None if token.quoted else number(token.key)
        noun = before.key not in FUNCTION_WORDS and not before.after and not before.quoted
        if many is not None and noun and not token.article:
            yield many, root(before.key)


def _condition(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Return the words from the first conditional one to the end of its clause."""
    first = next((i for i, one in enumerate(tokens) if one.key in _CONDITIONAL), len(tokens))
    return tokens[first : question_begins(tokens) if not first else None]


def _says_twice(tokens: tuple[Token, ...]) -> bool:
    """Whether a word stands twice in a row: "Dita Dita", "my my turn"."""
    return any(
        one.key == other.key and not (one.quoted or one.after or other.quoted or other.article)
        for one, other in pairwise(tokens)
    )


def _owned(
    scope: Scope, said: tuple[Mention, ...], words: Sought, begin: int
) -> Iterator[frozenset[str]]:
    """Yield the roots that keep each thing behind its owner: "Ana's hiker", "my hiker"."""
    nouns = {one.start: one for one in said if one.kind == "noun"}
    near = {word.root: word for word in words.words}
    for place, token in enumerate(scope.tokens[:-1]):
        thing = nouns.get(place + 1)
        if (
            thing is None
            or place < begin
            or not (token.possessive or token.text.lower() in _OWNERS)
        ):
            continue
        last = scope.tokens[place + len(thing.keys)]
        word = near.get(root(last.key))
        roots = {one for one, part in word.near if part >= _AS_GOOD} if word is not None else set()
        yield frozenset({root(last.key), *roots})
