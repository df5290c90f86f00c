"""How near a clause that is not read comes to each sentence of the rulebook.

In: the words of a clause, a `Chart` in which words near each other count. Out: `Alignment`s, the
best first. Guarantee: every name and number of the clause fills a
slot or is a word of the sentence; what fills a slot that the clause says nothing of was spoken of
or is the only such thing at the table. This proposes; nothing is read by it.

Words are weighed by how few sentences have them, as in retrieval (Spärck Jones, 1972:
https://doi.org/10.1108/eb026526).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import log

from rulings.english.antecedents import named_in
from rulings.english.chart import Chart, Context
from rulings.english.guarding import denies
from rulings.english.persons import ASKER
from rulings.english.seen import NAMING
from rulings.english.types import Filler, Match, SentenceForm, Verb
from rulings.english.verb import PREPOSITIONS
from rulings.english.words import (
    AUXILIARIES,
    FUNCTION_WORDS,
    OWNERS,
    Tokens,
    number,
    span_key,
)
from rulings.language.program import Constant, Value, Variable
from rulings.records import dataclass, field

_SENTENCES, _OPTIONS, _FOUND = 20, 3, 6
_ASKING = frozenset(("which", "what", "who", "whom", "whose", "how", "where", "when"))
_PRONOUNS = frozenset(("i", "he", "she", "you", "it", "they", "his"))
_SOMEBODY = frozenset(("i", "me", "he", "him", "she"))
_BEGINS_NOTHING = frozenset(PREPOSITIONS) | AUXILIARIES | {"do", "did", "have", "and", "or", "but"}
_CONDITIONAL = frozenset(("unless", "otherwise", "instead", "would", "should", "could", "want"))
"""Words of what is told under a condition or only wished, which no sentence keeps."""
_DENYING = frozenset(("not", "no", "never", "without"))
_NAME, _PRONOUN, _WORD, _PREPOSITION = 1.2, 0.5, 1.0, 0.25
_UNFILLED, _TURNED, _MOOD, _DENIED, _FIRM = 0.12, 0.05, 0.12, 0.05, 1.0
_SHARE, _LOST, _WORDED, _SURE, _CONTENT = 0.55, 0.12, 0.5, 0.85, 0.4

_Span = tuple[int, int, Filler]


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """A sentence laid over a clause, and how well, up to 1."""

    score: float
    match: Match


def _share(words: Iterable[int], weights: Sequence[float]) -> float:
    return sum(weights[place] for place in words) / (sum(weights) or 1.0)


@dataclass(slots=True, eq=False)
class _Clause:
    """A clause being aligned: its words, what they weigh, and which must not be lost."""

    chart: Chart
    tokens: Tokens
    weights: list[float]
    kept: frozenset[int]
    negated: bool
    modal: str
    asked: bool
    spans: dict[str, list[_Span]] = field(default_factory=dict)

    @property
    def asking(self) -> bool:
        """Whether it is a question."""
        return self.chart.context.asking


def alignments(chart: Chart, tokens: Tokens) -> list[Alignment]:
    """Return the sentences near a clause, each in its best alignment."""
    clause = _clause(chart, tokens)
    if not clause.asking and not _CONDITIONAL.isdisjoint(t.key for t in tokens):
        return []
    words = chart.context.words
    total = len(words.index.sentences) or 1
    rarity = {key: log(1 + total / len(those)) for key, those in words.index.by_word.items()}
    keys = _near_keys(clause)
    ranked = sorted(
        _sentences(chart), key=lambda one: -_shared(one, keys, rarity) / (1 + len(one.required))
    )
    found: list[Alignment] = []
    for sentence in ranked[:_SENTENCES]:
        best = max(_laid(clause, sentence, rarity), key=lambda one: one.score, default=None)
        if best is not None:
            found.append(best)
    found.sort(key=lambda one: -one.score)
    return found[:_FOUND]


def _sentences(chart: Chart) -> Iterator[SentenceForm]:
    """Yield the sentences that may be said: none of idioms, none turned round."""
    context = chart.context
    for one in context.words.index.sentences:
        if one.passive or one.predicate in context.lexicon.idioms:
            continue
        if one.predicate in NAMING:
            continue
        if one.kind is Verb.BE and one.required <= context.lexicon.nouns.keys():
            # Of which kind a thing is, its noun tells.
            continue
        if context.asking or one.happens or one.predicate in context.lexicon.stated:
            yield one


def _clause(chart: Chart, tokens: Tokens) -> _Clause:
    names = set(named_in(tokens, chart.context.lexicon))
    kept, weights = set[int](), []
    for place, token in enumerate(tokens):
        capital = place > 0 and token.capital and token.key not in FUNCTION_WORDS
        named = names.intersection(chart.context.lexicon.names.all(token.key))
        if token.quoted or capital or named or number(token.key) is not None:
            kept.add(place)
            weights.append(_NAME)
        elif token.key in PREPOSITIONS:
            weights.append(_PREPOSITION)
        elif token.key in _ASKING or token.key in _PRONOUNS:
            if token.text.lower() in _SOMEBODY:
                kept.add(place)
            weights.append(_PRONOUN)
        else:
            weights.append(0.0 if token.key in FUNCTION_WORDS else _WORD)
    modal = next((t.key for t in tokens if t.key in ("may", "must") and not t.quoted), "")
    asked = any(t.key in _ASKING and not t.quoted for t in tokens[:3])
    asked = asked and chart.context.asking
    return _Clause(chart, tokens, weights, frozenset(kept), denies(tokens), modal, asked)


def _near_keys(clause: _Clause) -> dict[str, float]:
    """Return the words of sentences that words of the clause may stand for, with how well."""
    found: dict[str, float] = {}
    for edges in clause.chart.edges(clause.tokens):
        for _, keys, price in edges:
            for key in keys:
                found[key] = max(found.get(key, 0.0), _likeness(price))
    return found


def _likeness(price: float) -> float:
    return 1.0 if price <= 0.2 else 0.9


def _shared(sentence: SentenceForm, keys: dict[str, float], rarity: dict[str, float]) -> float:
    return sum(rarity.get(key, 1.0) * keys.get(key, 0.0) for key in sentence.required)


def _laid(clause: _Clause, sentence: SentenceForm, rarity: dict[str, float]) -> Iterator[Alignment]:
    """Yield the ways to align a sentence."""
    slots = [piece for piece in sentence.pieces if isinstance(piece, int)]
    own = {p for p in sentence.pieces if isinstance(p, str)}
    denied = not _DENYING.isdisjoint(own)
    if (denied and not clause.negated) or ("must" in own and clause.modal != "must"):
        return
    if _worded(clause, sentence, set(), rarity)[1] < _WORDED:
        return
    for filled in _filled(clause, sentence, slots, ()):
        taken = {place for span in filled if span for place in range(span[0], span[1])}
        words, score_words = _worded(clause, sentence, taken, rarity)
        covered = taken | words
        lost = len(clause.kept - covered)
        if lost and clause.asking:
            continue
        asked = [span[2].asked for span in filled if span is not None]
        if clause.asked and not any(asked):
            continue
        if not clause.asked and clause.asking and any(asked):
            continue
        content = {p for p, weight in enumerate(clause.weights) if weight == _WORD}
        least = _WORDED if len(content & covered) >= _CONTENT * len(content) else _SURE
        if score_words < least:
            continue
        fills, missing = _with_defaults(clause, sentence, slots, filled)
        if fills is None:
            continue
        share = _share(covered, clause.weights)
        starts = [span[0] for span in filled if span is not None]
        turned = sum(a > b for a, b in pairwise(starts))
        score = _SHARE * share + (1 - _SHARE) * score_words - _UNFILLED * missing - _TURNED * turned
        score -= _LOST * lost + sum(
            _strange(clause, span[2]) for span in filled if span is not None
        )
        modal = ""
        if clause.modal and clause.asking:
            if sentence.happens:
                modal = clause.modal
            elif clause.modal not in sentence.pieces:
                score -= _MOOD
        elif clause.modal not in ("", *sentence.pieces) or (
            clause.asking and sentence.happens and not clause.asked
        ):
            score -= _MOOD
        negated = clause.negated and not denied
        score -= _DENIED * negated
        match = Match(sentence, tuple(fills), 3.0, negated, modal, reworded=True)
        yield Alignment(score, match)


def _filled(
    clause: _Clause,
    sentence: SentenceForm,
    slots: Sequence[int],
    before: tuple[_Span | None, ...],
) -> Iterator[tuple[_Span | None, ...]]:
    """Yield the ways to fill slots with words that do not overlap; None leaves a slot open."""
    if len(before) == len(slots):
        yield before
        return
    used = {place for span in before if span for place in range(span[0], span[1])}
    column = slots[len(before)]
    named = {t for span in before if span for t in span[2].terms if isinstance(t, Constant)}
    shown = 0
    for span in _spans(clause, sentence, column):
        if used.isdisjoint(range(span[0], span[1])) and named.isdisjoint(span[2].terms):
            yield from _filled(clause, sentence, slots, (*before, span))
            shown += 1
            if shown == _OPTIONS:
                break
    yield from _filled(clause, sentence, slots, (*before, None))


def _spans(clause: _Clause, sentence: SentenceForm, column: int) -> list[_Span]:
    """Return what may fill a slot wherever it stands, what takes most words first."""
    sort = sentence.sorts[column]
    describing = sentence.template.describes and column == sentence.pieces[-1]
    key = f"{sort} {sentence.predicate}" if describing else sort
    known = clause.spans.get(key)
    if known is None:
        chart, tokens = clause.chart, clause.tokens
        found = [
            (place, end, filler)
            for place, token in enumerate(tokens)
            if token.quoted or token.key not in _BEGINS_NOTHING
            for end, filler in chart.context.fill(chart, tokens, place, sentence, column)
            if end > place and _fits(clause, place, end, filler)
        ]
        found.sort(key=lambda one: (-sum(clause.weights[one[0] : one[1]]), one[2].price))
        known = clause.spans[key] = found
    return known


def _strange(clause: _Clause, filler: Filler) -> float:
    """Return the price of something that is of no known kind, or of another than the slot's."""
    context = clause.chart.context
    if filler.introduces:
        return 0.0 if filler.sort == context.player else 0.06
    known = [t.value for t in filler.terms if isinstance(t, Constant)]
    price = 1.0 if filler.sort == context.player else 0.04
    return price * sum(isinstance(v, str) and not _is_of(context, v, filler.sort) for v in known)


def _fits(clause: _Clause, start: int, end: int, filler: Filler) -> bool:
    """Whether a filler may stand in an offer: a whole name that is known, or of an open type."""
    tokens = clause.tokens
    if tokens[start].capital and tokens[end - 1].capital and not tokens[start].quoted:
        if start > 0 and _goes_on(tokens, start - 1):
            return False
        if end < len(tokens) and _goes_on(tokens, end - 1):
            return False
    sorts = clause.chart.context.lexicon.names.sorts
    if filler.problem is not None or not filler.terms or filler.loose or filler.each:
        return False
    if not filler.introduces:
        return True
    lexicon, words = clause.chart.context.lexicon, clause.chart.context.words
    kinds = {key for t in tokens[start:end] if not t.quoted for key in (t.key, *words.lemmas(t))}
    # "Suns" is the kind that the game knows, not somebody of that name; nor is "Fall".
    known = map(lexicon.names.is_thing, lexicon.names.all(span_key(tokens, start, end)))
    if kinds & (lexicon.nouns.keys() | lexicon.vocabulary) or any(known):
        return False
    # "Ben" is somebody; "the Carousel", "my Lion Tamer" and "Gravity Well" are things.
    first, behind = tokens[start], tokens[start - 1] if start else None
    owned = behind is not None and (behind.possessive or behind.text.lower() in OWNERS)
    person = not (end - start > 1 or first.article or first.quoted or owned)
    player = clause.chart.context.player
    return all(
        new.name and sorts.among(new.sort) is None and person is (new.sort == player)
        for new in filler.introduces
    )


def _goes_on(tokens: Tokens, place: int) -> bool:
    """Whether a name goes on behind a word of it: "Ghost" in "Ghost Train"."""
    one, behind = tokens[place], tokens[place + 1]
    joined = one.capital and behind.capital and not one.after.strip() and not one.possessive
    return joined and one.text.isalpha() and not FUNCTION_WORDS & {one.key, behind.key}


def _worded(
    clause: _Clause, sentence: SentenceForm, taken: set[int], rarity: dict[str, float]
) -> tuple[set[int], float]:
    """Return which words of a clause are words of a sentence, and how much of it they are."""
    edges = clause.chart.edges(clause.tokens)
    used: set[int] = set()
    have = total = 0.0
    for piece in dict.fromkeys(p for p in sentence.pieces if isinstance(p, str)):
        little = piece in FUNCTION_WORDS
        weight = _PREPOSITION if little else rarity.get(piece, 1.0)
        total += weight
        best, places = 0.0, range(0)
        for place in range(len(clause.tokens)):
            for length, keys, price in edges[place]:
                span = range(place, place + length)
                if piece not in keys or not (taken | used).isdisjoint(span):
                    continue
                if _likeness(price) > best:
                    best, places = _likeness(price), span
        have += weight * best
        used |= set(places)
    # "Ana has 3 coins" is all names: its verb is of no weight.
    firm = total if total > _FIRM else total + _FIRM
    return used, (have + 0.5 * (firm - total)) / firm


def _with_defaults(
    clause: _Clause,
    sentence: SentenceForm,
    slots: Sequence[int],
    filled: tuple[_Span | None, ...],
) -> tuple[list[tuple[int, Filler]] | None, int]:
    """Return what fills every slot, and how many of them the clause says nothing of."""
    fills: list[tuple[int, Filler]] = []
    missing = 0
    for column, span in zip(slots, filled, strict=True):
        if span is not None:
            fills.append((column, span[2]))
            continue
        taken = [t for _, f in fills for t in f.terms]
        taken += [t for one in filled if one is not None for t in one[2].terms]
        filler = _default(clause, sentence.sorts[column], column, taken)
        if filler is None:
            return None, missing
        # What is known without being said is no guess.
        missing += 1
        fills.append((column, filler))
    return fills, missing


def _is_of(context: Context, value: Value, sort: str) -> bool:
    """Whether something is known to be of a sort, not merely of no other."""
    names = context.lexicon.names
    kinds = names.sorts_of(value)
    return names.is_thing(value) and any(sort in names.sorts.above.get(k, ()) for k in kinds)


def _default(clause: _Clause, sort: str, column: int, taken: Sequence[object]) -> Filler | None:
    """Return what fills a slot that a clause says nothing of, None where nothing can."""
    context = clause.chart.context
    names = context.lexicon.names
    if not names.sorts.is_int(sort) and not names.sorts.is_text(sort):
        here = [v for v in (context.focus, *context.recent) if v and _is_of(context, v, sort)]
        spoken: Value | None = here[0] if here else None
        if spoken is None:
            of_sort = [v for v in names.on_table(sort) if _is_of(context, v, sort)]
            spoken = of_sort[0] if len(of_sort) == 1 else None
        if spoken is None and sort == context.player and not clause.asking:
            spoken = ASKER if any(t.key in ("i", "we") for t in clause.tokens) else None
        if spoken is not None and Constant(spoken) not in taken:
            return Filler((Constant(spoken),), sort)
    if not clause.asking:
        return None
    return Filler((Variable(f"?{column}"),), sort, asked="" if clause.asked else "any")
