"""What somebody wants to do or claims, and the question whether that is allowed, or so.

In: a `Scope` that nobody could read otherwise, or the words of a question. Out: a `Statement` that
holds a `Wish`; the question that "Is that allowed?" or "Is she right?" stands for. Guarantee: a
wish and a claim state nothing of the table, and are only read where the rulebook has a sentence
for what is wished or claimed; "that" is only what the line before wished, "she" only who did.
"""

from __future__ import annotations

from rulings.english import mistakes
from rulings.english.interrogative import question_about
from rulings.english.names import symbol_of
from rulings.english.persons import ASKER, asker_sort
from rulings.english.reading import (
    Ask,
    Holds,
    Introduction,
    Question,
    Statement,
    WhatIf,
    Wish,
    after_line,
)
from rulings.english.referents import referent
from rulings.english.scope import JOINTS, Scope, proper_name
from rulings.english.sequence import after, merged, read_told
from rulings.english.statement import belonging
from rulings.english.tense import FINE
from rulings.english.words import Token, span_key, word_like
from rulings.language.program import Constant, Value
from rulings.records import replace

_WISHES = tuple(
    tuple(words.split())
    for words in (
        "want to",
        "would like to",
        "would love to",
        "would rather",
        "wish to",
        "hope to",
        "plan to",
        "intend to",
        "try to",
        "be about to",
        "be going to",
        "be planning to",
        "be trying to",
    )
)
_CLAIMS = tuple(
    tuple(words.split())
    for words in (
        "say",
        "think",
        "claim",
        "believe",
        "argue",
        "insist",
        "assume",
        "maintain",
        "be sure",
        "be convinced",
        "be certain",
    )
)
_IS_IT_SO = (("is", "be"), ("it", "it"), ("true", "true"), ("that", "that"))
_TRUE = frozenset(("right", "correct", "true"))
_THAT = frozenset(("that", "this", "it", "so"))
_THIRD = frozenset(("he", "she", "they"))
_MAY = frozenset(("may", "could", "might"))
_FREE = frozenset(("allowed", "permitted", "able", "free"))


def wish(scope: Scope) -> Statement | None:
    """Return what "Ana wants to buy Old Map" says, None for another line.

    Raises RulingsError when nothing in the rulebook permits or forbids it.
    """
    keys = [token.key for token in scope.tokens]
    for start in range(1, len(keys) - 2):
        for words in _WISHES:
            end = start + len(words)
            if tuple(keys[start:end]) == words and end < len(keys):
                joined = keys[start - 1] in JOINTS and start > 2
                return _wished_besides(scope, start) if joined else _wished(scope, start, end)
    return None


def _wished_besides(scope: Scope, start: int) -> Statement | None:
    """Return what "Ana has 3 coins and wants to buy it" says: who is told of wishes it."""
    told = read_told(scope.with_tokens(scope.tokens[: start - 1]))
    inner = after(scope, told).with_tokens((scope.tokens[0], *scope.tokens[start:]))
    wished = wish(inner)
    return None if wished is None else replace(merged(told, wished), wish=wished.wish)


def claim(scope: Scope) -> Statement | None:
    """Return what "Ana thinks that she may buy it" says, None for another line.

    Raises RulingsError when nothing in the rulebook says whether that is so.
    """
    tokens = scope.tokens
    keys = [token.key for token in tokens]
    for start in range(1, len(keys) - 3):
        for words in _CLAIMS:
            end = start + len(words)
            if tuple(keys[start:end]) == words:
                known = words == ("say",)
                end += keys[end] == "that"
                return _claimed(scope, start, end, known=known) if end < len(keys) - 1 else None
    return None


def _claimed(scope: Scope, start: int, end: int, *, known: bool) -> Statement:
    """Return a claim; who `known` has to be is no newcomer: what "says" something may be a card."""
    told = None if known else _newcomer(scope, start)
    inner = after(scope, told) if told is not None else scope
    by = _who(inner, start)
    if by is None:
        raise mistakes.not_understood(scope)
    inner = replace(inner, lines=after_line((by,), inner.lines))
    frame = tuple(word_like(text, scope.tokens[start], key=key) for text, key in _IS_IT_SO)
    asked = question_about(inner.with_tokens((*frame, *scope.tokens[end:])))
    if not isinstance(asked, (Ask, Holds)):
        raise mistakes.not_understood(scope)
    return replace(told or Statement(), wish=Wish(asked, by, claimed=True))


def claim_asked_back(scope: Scope, wished: Wish | None) -> Question | None:
    """Return the question that "Is she right?" or "Is that true?" repeats."""
    if wished is None or not wished.claimed:
        return None
    tokens = scope.tokens
    keys = tuple(token.key for token in tokens)
    if len(keys) < 3 or keys[0] != "be" or keys[-1] not in _TRUE:
        return None
    if len(keys) == 3 and (keys[1] in _THAT or _is_meant(keys[1], wished)):
        return wished.question
    who = referent(scope.anew(asking=True), 1, len(keys) - 1, asker_sort(scope.lexicon) or "any")
    meant = who is not None and who.terms == (Constant(wished.by),)
    return wished.question if meant else None


def _wished(scope: Scope, start: int, end: int) -> Statement:
    told = _newcomer(scope, start)
    inner = after(scope, told) if told is not None else scope
    tokens = scope.tokens
    may = tokens[start]._replace(text="may", key="may", after="", article="")
    asked = question_about(inner.with_tokens((may, *tokens[:start], *tokens[end:])))
    before = told or Statement()
    if isinstance(asked, WhatIf) and isinstance(asked.inner, (Ask, Holds)):
        if any(new.value != ASKER for new in asked.changes.introduces):
            # Of "a card" that nothing is known of, nothing would be allowed.
            raise mistakes.not_understood(scope)
        before, asked = merged(before, asked.changes), asked.inner
    by = _who(inner, start)
    if not isinstance(asked, (Ask, Holds)) or by is None:
        raise mistakes.not_understood(scope)
    return replace(before, wish=Wish(asked, by))


def _who(scope: Scope, end: int) -> Value | None:
    """Return who wishes something."""
    if end == 1 and scope.tokens[0].key == "i":
        return ASKER
    who = referent(scope.anew(asking=True), 0, end, asker_sort(scope.lexicon) or "any")
    match who.terms if who is not None else ():
        case (Constant(value),):
            return value
    return None


def _newcomer(scope: Scope, end: int) -> Statement | None:
    """Return that somebody is a player whom nobody named before."""
    sort = asker_sort(scope.lexicon)
    known = scope.lexicon.names.all(span_key(scope.tokens, 0, end))
    if sort is None or known or not proper_name(scope.tokens[:end]):
        return None
    text = scope.text(0, end)
    new = Introduction(symbol_of(text), text, sort, scope.span(0, end))
    return Statement(belonging(scope.lexicon, new), introduces=(new,))


def asked_back(tokens: tuple[Token, ...], wished: Wish | None) -> Question | None:
    """Return the question that "Is that allowed?" or "Can she do that?" repeats."""
    if wished is None or wished.claimed:
        return None
    keys = tuple(token.key for token in tokens)
    if keys and keys[0] == "would" and keys[2:3] == ("be",):
        keys = ("be", keys[1], *keys[3:])
    match keys:
        case ("be" | "was", one, word) if one in _THAT and word in FINE:
            return wished.question
        case ("do", one, "work") if one in _THAT:
            return wished.question
        case ("be", "it", word, "if", who, *rest) if word in FINE:
            if _is_meant(who, wished) and _is_that(rest):
                return wished.question
        case ("do", who, "get", "to", *rest) if _is_meant(who, wished) and _is_that(rest):
            return wished.question
        case (may, who, *rest) if may in _MAY and _is_meant(who, wished) and _is_that(rest):
            return wished.question
        case ("be" | "was", who, free, "to", *rest) if free in _FREE:
            if _is_meant(who, wished) and _is_that(rest):
                return wished.question
    return None


def _is_meant(who: str, wished: Wish) -> bool:
    return who == "i" if wished.by == ASKER else who in _THIRD


def _is_that(rest: list[str]) -> bool:
    if rest[2:] in (["that", "way"], ["that", "way", "round"], ["like", "that"]):
        rest = rest[:2]
    match rest:
        case [] | ["do"]:
            return True
        case ["do", one]:
            return one in _THAT
    return False
