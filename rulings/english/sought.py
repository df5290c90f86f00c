"""What a line asks an index of sentences for: each of its words, with what may stand for it.

In: the tokens of a line, a lexicon. Out: `Sought`. Guarantee: a word counts once, by what stands
nearest to it: itself, a synonym of the rulebook, a word near it in general English.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from rulings.english.lattice import Edge
from rulings.english.lexicon import Lexicon
from rulings.english.topics import SILENT, root
from rulings.english.words import Token
from rulings.records import dataclass, replace

_SYNONYM = 0.8
"""How much of a word is kept by one that may be said for it."""
_NEARBY = 0.75
"""How much of a word is kept by the nearest one in general English."""
_UNKNOWN = 1.5
"""What a word counts that no sentence has."""
_SHORT = 3


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a line: its own root, and the roots that keep it, how far, nearest first.

    `worth` is how much it counts beside other words of its line that are as rare.
    """

    root: str
    near: tuple[tuple[str, float], ...]
    worth: float = 1.0

    def kept(self, roots: Collection[str]) -> tuple[str, float]:
        """Return the root of some that keeps most of the word, and how much."""
        for one, part in self.near:
            if one in roots:
                return one, part
        return "", 0.0


@dataclass(frozen=True, slots=True)
class Sought:
    """The words of a line; `roots` are those that they or the rulebook's synonyms have."""

    words: tuple[Word, ...]

    @property
    def roots(self) -> frozenset[str]:
        """The roots of the words themselves and of what templates have for their forms."""
        return frozenset(one for word in self.words for one, part in word.near if part == 1.0)

    def every(self) -> dict[str, float]:
        """Return all roots that keep a word, and how far."""
        found: dict[str, float] = {}
        for word in self.words:
            for one, part in word.near:
                found[one] = max(found.get(one, 0.0), part)
        return found

    def without(self, roots: Collection[str]) -> Sought:
        """Return what is sought without some words."""
        return Sought(tuple(word for word in self.words if word.root not in roots))

    def lessened(self, roots: Collection[str], worth: float) -> Sought:
        """Return what is sought with some words counting less."""
        return Sought(tuple(replace(w, worth=worth) if w.root in roots else w for w in self.words))

    def weighed(self, weights: Mapping[str, float]) -> tuple[tuple[Word, float], ...]:
        """Return the words that can be told apart by `weights`, and what each counts."""
        return tuple(_weighed(self.words, weights))


def _weighed(words: Iterable[Word], weights: Mapping[str, float]) -> Iterator[tuple[Word, float]]:
    for word in words:
        own = max((weights.get(one, 0.0) for one, part in word.near if part == 1.0), default=0.0)
        if own or len(word.root) > _SHORT:
            yield word, (own or _UNKNOWN) * word.worth


def sought(
    tokens: Iterable[Token],
    lexicon: Lexicon,
    edges: tuple[tuple[Edge, ...], ...] = (),
) -> Sought:
    """Return what to look for; `edges` lead from each word to what may be said for it."""
    found: dict[str, Word] = {}
    before = ""
    silent = {root(word) for word in SILENT}
    for place, token in enumerate(tokens):
        own = root(token.key)
        spelt = _spelt(token, lexicon)
        near = dict.fromkeys(_forms(spelt, lexicon), 1.0)
        if place < len(edges):
            for edge in edges[place]:
                for key in edge.keys:
                    near.setdefault(root(key), _SYNONYM)
        if not token.quoted:
            for key in (root(spelt), f"{before} {own}"):
                for one, part in lexicon.related.get(key, ()):
                    near[one] = max(near.get(one, 0.0), _NEARBY * part)
        before = own
        kept = [(one, part) for one, part in near.items() if one not in silent]
        if kept and own not in silent:
            kept.sort(key=lambda pair: -pair[1])
            found.setdefault(own, Word(own, tuple(kept)))
    return Sought(tuple(found.values()))


def _forms(key: str, lexicon: Lexicon) -> Iterator[str]:
    """Yield the roots of a word, of what templates have for its form, and of a type it names."""
    yield root(key)
    yield from (root(lemma) for lemma in lexicon.lemmas.get(key, ()))
    sort = lexicon.nouns.get(key)
    if sort is not None:
        yield from (root(word) for word in sort.split("_"))


def _spelt(token: Token, lexicon: Lexicon) -> str:
    """Return the key of a word, a misspelt word of templates put right."""
    known = token.key in lexicon.vocabulary or root(token.key) in lexicon.topics.places
    known = known or root(token.key) in lexicon.related
    if known or len(token.key) < _SHORT + 1 or token.capital:
        return token.key
    from rapidfuzz import fuzz, process

    hit = process.extractOne(
        token.key, lexicon.vocabulary.keys(), scorer=fuzz.ratio, score_cutoff=80
    )
    return token.key if hit is None else str(hit[0])
