"""What stands in front of a sentence for weight: a time, and whether something is allowed.

In: the tokens of a line. Out: the tokens with the time behind ("Ana sold it this round" for "This
round Ana sold it") and with the plain verb ("may Ana sell it" for "is Ana allowed to sell it").
Guarantee: every word that tells something stays, so that a time nobody can read is still refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.lexicon import Lexicon
from rulings.english.tense import FINE
from rulings.english.turns import Rule
from rulings.english.words import Tokens, has_question_mark, number, word_like

_OPENING = frozenset("this last in during at before after earlier since by".split())
_TIMES = frozenset("round turn step phase end game scoring setup moment point start".split())
_GOING_ON = _TIMES | {"of", "and", "or"}
_FREE = frozenset("allowed permitted able free entitled".split())
_NOMINATIVE = {"her": "she", "him": "he", "them": "they"}
_LONGEST = 7


def _time_behind(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "this round Ana sold it" and "in round 3, Ana sold it" with the time behind."""
    if tokens[0].key not in _OPENING or tokens[0].quoted:
        return
    for end in range(1, min(_LONGEST, len(tokens) - 1)):
        last, following = tokens[end - 1], tokens[end]
        numbered = end > 2 and number(last.key) is not None and tokens[end - 2].key in _TIMES
        if not (last.key in _TIMES and end > 1) and not numbered:
            continue
        if number(following.key) is not None or following.key in _GOING_ON:
            continue
        if any("," not in token.after and token.after for token in tokens[:end]):
            return
        rest, closing = tokens[end:], tokens[-1].after
        time = (*tokens[: end - 1], last._replace(after=closing))
        yield (*rest[:-1], rest[-1]._replace(after=""), *time)
        return


def _allowed(tokens: Tokens, lexicon: Lexicon) -> Iterator[Tokens]:
    """Read "might Ana buy it", "is Ana allowed to" and "is it fine for her to" as "may …"."""
    keys = tuple(token.key for token in tokens)
    may = word_like("may", tokens[0])
    if keys[0] == "might" and has_question_mark(tokens):
        yield (may, *tokens[1:])
    if keys[:1] != ("be",) or "to" not in keys[3:-1] or not has_question_mark(tokens):
        return
    to = keys.index("to", 3)
    if keys[to - 1] in _FREE and keys[1] != "it":
        yield (may, *tokens[1 : to - 1], *tokens[to + 1 :])
    if keys[1] == "it" and "for" in keys[2:to]:
        begin = keys.index("for", 2)
        judged = keys[2:begin]
        who = tokens[begin + 1 : to]
        fine = (len(judged) == 1 and judged[0] in FINE) or judged == ("all", "right")
        if fine and who:
            plain = _NOMINATIVE.get(who[0].text.lower()) if len(who) == 1 else None
            named = (word_like(plain, who[0]),) if plain is not None else who
            yield (may, *named, *tokens[to + 1 :])


FRONTED: tuple[Rule, ...] = (_time_behind, _allowed)
