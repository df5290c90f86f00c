"""Two printings of a rulebook, clause by clause.

In: the clauses of both, from a print or from a registry. Out: `Passed`: what is new, gone, changed
or moved. Guarantee: every clause of either printing is in exactly one of the lists; what has the
same words is never called changed, and what may have others never the same. Clauses are paired by
equal words first, then by what they share, the most alike first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from rulings.printed.splitting import SplitClause, identities, words_of
from rulings.records import dataclass
from rulings.rulebook.registry import Clause

ALIKE = 60.0
"""Clauses that share so much, of 100, are one clause that was changed."""
_CONSIDERED = 12
"""So many of the clauses that share most words are looked at closely."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A clause as it is compared. `text` is empty where only some `words` of it are known.

    `told` is what a registry says of a clause that it has no hash of: two that say the same do not
    tell of a change.
    """

    name: str
    section: str
    page: str
    words: frozenset[str]
    fingerprint: str = ""
    text: str = ""
    told: str = ""

    @property
    def known_by(self) -> str:
        """Return what clauses that are the same have in common, empty where nothing tells."""
        return self.fingerprint or self.told

    @staticmethod
    def printed(clauses: Sequence[SplitClause]) -> tuple[Passage, ...]:
        """Return the passages of a print."""
        return tuple(
            Passage(
                name,
                one.section,
                str(one.page or ""),
                frozenset(one.words),
                one.fingerprint,
                one.text,
            )
            for name, one in zip(identities(clauses), clauses, strict=True)
        )

    @staticmethod
    def registered(clauses: Iterable[Clause]) -> tuple[Passage, ...]:
        """Return the passages of a registry, by the words to find them by or else their gists."""
        return tuple(
            Passage(
                one.name,
                one.section,
                one.page,
                frozenset(words_of(one.find or one.gist)),
                one.fingerprint,
                told="" if one.fingerprint or not one.gist else f"{one.find}\n{one.gist}",
            )
            for one in clauses
        )


@dataclass(frozen=True, slots=True)
class Pair:
    """A clause in both printings, and how alike they are, of 100."""

    before: Passage
    after: Passage
    alike: float


@dataclass(frozen=True, slots=True)
class Passed:
    """What became of clauses. A pair that was changed may have moved as well.

    Of a `perhaps` pair not all words are known of both: whether it was changed has to be read.
    """

    new: tuple[Passage, ...]
    gone: tuple[Passage, ...]
    changed: tuple[Pair, ...]
    perhaps: tuple[Pair, ...]
    moved: tuple[Pair, ...]
    same: tuple[Pair, ...]


def compare_printings(before: Sequence[Passage], after: Sequence[Passage]) -> Passed:
    """Pair the clauses of two printings."""
    pairs = _equal(before, after)
    left = [one for one in before if one.name not in {pair.before.name for pair in pairs}]
    came = [one for one in after if one.name not in {pair.after.name for pair in pairs}]
    alike = _alike(left, came)
    paired = {pair.before.name for pair in alike}, {pair.after.name for pair in alike}
    moved = [pair for pair in pairs if pair.before.section != pair.after.section]
    return Passed(
        tuple(one for one in came if one.name not in paired[1]),
        tuple(one for one in left if one.name not in paired[0]),
        tuple(pair for pair in alike if _known_wholly(pair)),
        tuple(pair for pair in alike if not _known_wholly(pair)),
        tuple(moved),
        tuple(pair for pair in pairs if pair not in moved),
    )


def _known_wholly(pair: Pair) -> bool:
    return bool(pair.before.fingerprint and pair.after.fingerprint)


def _equal(before: Sequence[Passage], after: Sequence[Passage]) -> list[Pair]:
    """Pair clauses of the same words, or of which registries say the same, of one section first."""
    waiting: dict[str, list[Passage]] = defaultdict(list)
    for one in after:
        if one.known_by:
            waiting[one.known_by].append(one)
    pairs: list[Pair] = []
    for one in before:
        same = waiting.get(one.known_by) if one.known_by else None
        if same:
            chosen = next((other for other in same if other.section == one.section), same[0])
            same.remove(chosen)
            pairs.append(Pair(one, chosen, 100.0))
    return pairs


def _alike(before: Sequence[Passage], after: Sequence[Passage]) -> list[Pair]:
    """Pair clauses that share most, the most alike first."""
    places: dict[str, list[int]] = defaultdict(list)
    for index, one in enumerate(after):
        for word in one.words:
            places[word].append(index)
    scored: list[tuple[float, int, int]] = []
    for number, one in enumerate(before):
        shared: Counter[int] = Counter()
        for word in one.words:
            # A word that most clauses have tells nothing, and takes long in a long document.
            if len(places[word]) <= max(len(after) // 4, _CONSIDERED):
                shared.update(places[word])
        for index, _ in shared.most_common(_CONSIDERED):
            score = _score(one, after[index])
            if score >= ALIKE:
                scored.append((-score, number, index))
    pairs: list[Pair] = []
    taken: tuple[set[int], set[int]] = set(), set()
    for score, number, index in sorted(scored):
        if number not in taken[0] and index not in taken[1]:
            taken[0].add(number)
            taken[1].add(index)
            pairs.append(Pair(before[number], after[index], -score))
    return sorted(pairs, key=lambda pair: before.index(pair.before))


def _score(one: Passage, other: Passage) -> float:
    """Return how much two clauses share, of 100; where some words are known, of those."""
    if one.text and other.text:
        return fuzz.token_sort_ratio(one.text.lower(), other.text.lower())
    return 100.0 * len(one.words & other.words) / max(min(len(one.words), len(other.words)), 1)
