"""How faithful a sentence is to the line that it is offered for.

In: the words of a line, and of a sentence. Out: how much of the line the sentence keeps and how
much of the sentence the line says, as one number from 0 to 1. Guarantee: a word counts by how
few sentences of the rulebook have it, one that none has little unless both have it; a number,
a preposition or a word that says nothing of what is so does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.english.lattice import IDLE
from rulings.english.lexicon import Lexicon
from rulings.english.sought import Sought, Word
from rulings.english.topics import SILENT, root
from rulings.english.words import FUNCTION_WORDS, Token, number
from rulings.records import dataclass

_UNKNOWN = 1.5
"""What a word counts that both have and no sentence of the rulebook: a name."""
_UNHEARD = 0.5
"""What a word of the line counts that neither a sentence of the rulebook nor the offer has."""
_STRICT = 0.25
"""The square of beta."""
_LIGHT = frozenset(root(word) for word in FUNCTION_WORDS | SILENT | IDLE)


@dataclass(frozen=True, slots=True)
class Fidelity:
    """The words of a line, what each counts, and each root that keeps some, with how far."""

    words: tuple[tuple[Word, float], ...]
    kept: dict[str, float]
    lexicon: Lexicon

    @staticmethod
    def to(tokens: Iterable[Token], words: Sought, lexicon: Lexicon) -> Fidelity:
        """Return what measures sentences by a line, given what is sought for its words."""
        kept = words.every() | {root(token.key): 1.0 for token in tokens}
        counted = (w for w in words.words if w.root not in _LIGHT and number(w.root) is None)
        return Fidelity(tuple((word, _known(word, lexicon)) for word in counted), kept, lexicon)

    def of(self, tokens: Iterable[Token]) -> float:
        """Return the mean of what is kept of the line and, counted more, of what is not added.

        It is the F-measure with beta 1/2 (van Rijsbergen, 1979): a line may say things beside the
        point, a sentence offered for it may not.
        """
        said = [frozenset(self._forms(one)) for one in tokens if number(one.key) is None]
        every = frozenset[str]().union(*said)
        weights = self.lexicon.topics.weights
        kept = whole = 0.0
        for word, known in self.words:
            part = word.kept(every)[1]
            own = (known or (_UNKNOWN if part else _UNHEARD)) * word.worth
            whole += own
            kept += own * part
        own, added = 0.0, 0.0
        for forms in said:
            if not forms & _LIGHT:
                weight = max(weights.get(one, 0.0) for one in forms) or _UNKNOWN
                own += weight
                added += weight * (1 - max(self.kept.get(one, 0.0) for one in forms))
        if not own or not whole:
            return 0.0
        recall, precision = kept / whole, 1 - added / own
        both = _STRICT * precision + recall
        return (1 + _STRICT) * precision * recall / both if both else 0.0

    def _forms(self, token: Token) -> Iterator[str]:
        yield root(token.key)
        yield from (root(lemma) for lemma in self.lexicon.lemmas.get(token.key, ()))
        sort = self.lexicon.nouns.get(token.key)
        if sort is not None:
            yield from (root(word) for word in sort.split("_"))


def _known(word: Word, lexicon: Lexicon) -> float:
    """Return what a word counts in the sentences of a rulebook."""
    weights = lexicon.topics.weights
    return max((weights.get(one, 0.0) for one, near in word.near if near == 1.0), default=0.0)
