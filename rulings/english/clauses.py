"""The second stage: a line to clauses.

In: the words of a line. Out: an `Utterance`, and the places where clauses end. Guarantee: this is
the only cutter; a quoted text stays one word.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from rulings.english.chart import Context
from rulings.english.clausal import AUXILIARIES
from rulings.english.line import (
    HEDGES,
    IDLE,
    WH,
    asked_or_told,
    before_remark,
    partitives,
    plain_modals,
    without_idle,
)
from rulings.english.name_shapes import ends_sentence
from rulings.english.told_texts import telling_texts
from rulings.english.verb import PREPOSITIONS, SUBORDINATE
from rulings.english.words import OWNERS, Token, Tokens, tokenize, word_like
from rulings.records import dataclass

JOINTS = frozenset(("and", "but", "while", "whereas", "so", "then", "plus", "because"))
_LEADS = frozenset(("and", "but", "then", "so"))
_HELPERS = frozenset(("have", "be", "was"))
_COMPLEMENTS = frozenset((*PREPOSITIONS, "with", "without", "that", "which", "who")) - {"of"}
MOST_CUTS = 14
"""At so many places a sentence is cut."""
CONDITIONS = frozenset("if when while since because given assuming suppose once although".split())


@dataclass(frozen=True, slots=True)
class Utterance:
    """A line in words: whether it asks, denies as a whole, and had courtesies around it."""

    tokens: Tokens
    asks: bool
    denied: bool = False
    courteous: bool = False


def utterance(context: Context) -> Utterance:
    """Return the words of a line."""
    text = context.source.text
    plain, asks_politely, denied = asked_or_told(text)
    if '"' not in plain and ":" not in plain:
        plain = HEDGES.sub(lambda match: " " * len(match[0]), plain)
    tokens = tokenize(plain, names=True)
    if context.lexicon.texts is not None:
        tokens = telling_texts(tokens, plain, context.lexicon)
    known = context.words.known | _named(context, tokens)
    tokens = plain_modals(partitives(without_idle(tokens, known), known), context.words.bound)
    forbears = _forbearing(tokens) if context.lexicon.happenings else ()
    return Utterance(
        forbears or tokens,
        asks_politely or is_question(tokens),
        denied ^ bool(forbears),
        plain.strip() != text.strip(),
    )


def _forbearing(tokens: Tokens) -> Tokens:
    """Return "must Ana buy it" for "may Ana not buy it", which is its denial, or nothing."""
    keys = [token.key for token in tokens]
    if not tokens or tokens[0].text.lower() != "may" or "not" not in keys[2:]:
        return ()
    at = keys.index("not", 2)
    if not SUBORDINATE.isdisjoint(keys[:at]) or keys[at - 1] in ("be", "have", "do", "may"):
        return ()
    return (tokens[0]._replace(text="must", key="must"), *tokens[1:at], *tokens[at + 1 :])


def _named(context: Context, tokens: Tokens) -> frozenset[str]:
    return frozenset(t.key for t in tokens if t.key in IDLE and context.lexicon.names.all(t.key))


def asks(text: str) -> bool:
    """Whether a line is a question by its form, understood or not."""
    if text.startswith("?-"):
        return True
    plain, politely, _ = asked_or_told(before_remark(text) or text)
    return politely or is_question(tokenize(plain))


def is_question(tokens: Tokens) -> bool:
    """Whether words are a question by their form."""
    return bool(tokens) and ("?" in tokens[-1].after or begins_question(tokens))


def begins_question(tokens: Tokens) -> bool:
    """Whether words begin like a question."""
    first = tokens[0]
    if first.quoted:
        return False
    if first.key in AUXILIARIES and (first.key != "have" or first.text.lower() == "has"):
        return True
    if first.key in ("why", "when") or first.key in WH | {"where"}:
        return first.key != "what" or len(tokens) > 1
    return first.key in PREPOSITIONS and len(tokens) > 2 and tokens[1].key in WH


def sentences(tokens: Tokens) -> list[Tokens]:
    """Return the sentences of a line; the capital of "In" at the begin of one makes no name."""
    found: list[Tokens] = []
    begin = 0
    for index, token in enumerate(tokens):
        # A sentence may end within its quotes: 'Zap says "Draw a Play." Ana runs Zap.'
        within = token.quoted and token.text.endswith(".") and tokens[index + 1 :]
        if index == len(tokens) - 1 or ends_sentence(token) or (within and within[0].capital):
            first, *rest = tokens[begin : index + 1]
            if first.key in PREPOSITIONS and not first.quoted:
                first = first._replace(text=first.text.lower())
            found.append((first, *rest))
            begin = index + 1
    return found


def each_of(tokens: Tokens) -> list[Tokens]:
    """Return a sentence once for each of those that it is said of: "Ann and Ben both have 3".

    >>> [[t.text for t in row] for row in each_of(tokenize("Ann and Ben have each won"))]
    [['Ann', 'have', 'won'], ['Ben', 'have', 'won']]
    >>> [[t.text for t in row] for row in each_of(tokenize("Ann has Tent and Zoo, both rides"))]
    [['Ann', 'has', 'Tent', 'and', 'Zoo'], ['they', 'are', 'rides']]
    """
    if len(tokens) > 2 and tokens[0].key in ("they", "we") and tokens[1].key == "all":
        return [(tokens[0], *tokens[2:])]
    for index in range(3, len(tokens) - 1):
        end = next((i + 1 for i in range(index, len(tokens)) if "," in tokens[i].after), None)
        if tokens[index].key in ("both", "all") and "," in tokens[index - 1].after:
            kinds = tokens[index + 1 : end]
            if kinds and kinds[-1].plural and len(kinds) < 4 and kinds[0].key != "of":
                they = word_like("they", kinds[0]), word_like("are", kinds[0], key="be")
                before = (*tokens[: index - 1], tokens[index - 1]._replace(after=""))
                return [(*before, *(tokens[end:] if end else ())), (*they, *kinds)]
        begin = index - (tokens[index - 1].key in _HELPERS)
        verb = tokens[begin] if begin < index else tokens[index + 1]
        floats = tokens[index].key in ("both", "each") and not tokens[index].quoted
        floats = floats and not (begin < index and _is_determined(tokens[index + 1]))
        joint = next((i for i in range(1, begin - 1) if tokens[i].key == "and"), 0)
        if floats and verb.key in _HELPERS and joint:
            commas = [i + 1 for i in range(joint - 1) if "," in tokens[i].after]
            subjects = [tokens[i:j] for i, j in pairwise((0, *commas, joint))]
            subjects.append(tokens[joint + 1 : begin])
            said = (*tokens[begin:index], *tokens[index + 1 :])
            return [(*names, last._replace(after=""), *said) for *names, last in subjects]
    return [tokens]


def _is_determined(token: Token) -> bool:
    """Whether "both" before a word tells how many of a thing: "have both hikers"."""
    word = token.text.lower()
    return word == "of" or word in OWNERS or (word.endswith("s") and token.key != word)


def without_joint(tokens: Tokens) -> Tokens:
    """Return a clause without the words that join it to what was said before."""
    begin = next((i for i, t in enumerate(tokens) if t.key not in _LEADS), len(tokens) - 1)
    return tokens[begin:]


def without_each(tokens: Tokens) -> Tokens:
    """Return a question without the word that says it is asked of every one."""
    at = next((i for i, t in enumerate(tokens) if t.key in ("both", "each") and not t.quoted), 0)
    joined = any(token.key == "and" for token in tokens[1:at])
    return (*tokens[:at], *tokens[at + 1 :]) if joined and at + 1 < len(tokens) else tokens


def cuts(tokens: Tokens) -> Iterator[tuple[int, int]]:
    """Yield where a sentence may be cut: the end of the first part, the begin of the next.

    What is quoted behind a colon is a text, and not one more of what stands before.
    """
    for index in range(1, len(tokens)):
        token, before = tokens[index], tokens[index - 1]
        if token.key in JOINTS and not token.quoted and index + 1 < len(tokens):
            skip = index + 1
            if tokens[skip].key in ("then", "so", "also") and skip + 1 < len(tokens):
                skip += 1
            yield index, skip
        elif (
            any(mark in before.after for mark in ",;:")
            and token.key not in JOINTS
            and (not token.quoted or ":" not in before.after)
        ):
            yield index, index


def complements_from(tokens: Tokens) -> Iterator[int]:
    """Yield where a complement may begin that is said of the subject as well."""
    for index in range(3, len(tokens) - 1):
        if tokens[index].key in _COMPLEMENTS and not tokens[index].quoted:
            yield index


def conditions(tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
    """Yield what a sentence supposes and what it asks: "if A, Q", "Q if A", "A, Q"."""
    first = tokens[0]
    if first.key in CONDITIONS and not first.quoted and len(tokens) > 3:
        begin = 1
        if tokens[1].key == "that":
            begin = 2
        ends = [
            i
            for i in range(begin + 1, len(tokens))
            if any(mark in tokens[i - 1].after for mark in ",;:?") or tokens[i].key == "then"
        ]
        ends += [
            i
            for i in range(begin + 2, len(tokens))
            if i not in ends and (tokens[i].key in AUXILIARIES or tokens[i].key in WH)
        ]
        for end in ends:
            yield tokens[begin:end], without_joint(tokens[end:])
        return
    for index in range(2, len(tokens) - 1):
        if tokens[index].key in ("if", "when", "while", "once", "after", "given", "although"):
            begin = index + 1 + (tokens[index + 1].key == "that")
            *asked, last = tokens[:index]
            yield tokens[begin:], (*asked, last._replace(after="?"))
    for end, begin in islice(cuts(tokens), 0 if begins_question(tokens) else MOST_CUTS):
        if begins_question(tokens[begin:]):
            yield tokens[:end], tokens[begin:]
