"""What a line tells before it asks: "I have no coins left. May I still rest?"

In: the tokens of a line that asks. Out: where the question begins, with its conditions and
without them, and what is told before it. Guarantee: this looks at the form of the line only; a
condition ("if", "when", "suppose") belongs to what is asked, and so does what is told before
a question that says nothing by itself ("is that allowed?").
"""

from __future__ import annotations

import re

from rulings.english.lexicon import Lexicon
from rulings.english.scope import PRONOUNS, Scope
from rulings.english.topics import SILENT
from rulings.english.which import PREPOSITIONS, WH_WORDS
from rulings.english.words import AUXILIARIES, FUNCTION_WORDS, Tokens, stem
from rulings.records import dataclass

_STOPS = frozenset(".:;!?")
_JOINTS = frozenset(("so", "but", "and", "then", "or"))
_CONDITIONS = frozenset(
    map(
        stem,
        "if when whenever once while unless until till after before although though because since "
        "suppose supposing assume assuming imagine say given as whether".split(),
    )
)
_ASKING = AUXILIARIES | {"do", "did", "have"}
_PERSONS = frozenset("i we you he she they".split())
_MEANING_OTHERS = frozenset(("get", "mine"))
_LEAST = 2
"""How many words of its own a question has that says something by itself."""
_BESIDE = 0.35
_MEANT = 0.6
"""How much words count that are said before what is asked, which has a pronoun that means them."""
_GENERAL = frozenset(
    map(
        stem,
        "right wrong okay ok true allowed legal possible fine one both same now still "
        "anyway really here too also then so me my".split(),
    )
)
LIGHT = FUNCTION_WORDS | SILENT | _GENERAL
"""Words that do not tell by themselves what a question is about."""
VAGUE = LIGHT | frozenset(
    map(
        stem,
        "alright go goes going gone come comes put puts let make up down off out back again about "
        "away any anything something someone somebody everyone everybody thing things way all "
        "just only else".split(),
    )
)
"""Words that two questions may share which are about different things."""


@dataclass(frozen=True, slots=True)
class Preamble:
    """`begin` is where what is asked begins, `asked` where the question itself does.

    `text` is what is told before, as it was said, `worth` how much its words count beside those
    of the question.
    """

    begin: int = 0
    asked: int = 0
    text: str = ""
    worth: float = 1.0

    @staticmethod
    def of(scope: Scope, *, asking: bool) -> Preamble:
        """Return what a line tells before it asks."""
        tokens = scope.tokens
        asked = question_begins(tokens) if asking else 0
        own = {token.key for token in tokens[asked:]} - LIGHT - _MEANING_OTHERS
        if not asked or len(own) < _LEAST:
            return Preamble()
        begin = _sentence_begins(tokens, asked)
        if begin and not _is_clause(tokens[:begin], scope.lexicon):
            return Preamble()
        worth = _BESIDE if PRONOUNS.isdisjoint(t.key for t in tokens[asked:]) else _MEANT
        return Preamble(begin, asked, _told(scope, begin) if begin else "", worth)


def _told(scope: Scope, begin: int) -> str:
    """Return what is said before a question, without a joint to it."""
    first, text = scope.tokens[0], scope.source.text
    told = text[: scope.tokens[begin].start].rstrip(" ,.:;!?-–—")
    head, _, last = told.rpartition(" ")
    told = head if last.lower() in _JOINTS else told
    lead = re.search(rf"(?:\b{first.article}\s+)?$", text[: first.start], re.IGNORECASE)
    return told[lead.start() if lead is not None else first.start :].rstrip(" ,.:;!?-–—")


def question_begins(tokens: Tokens) -> int:
    """Return where the question of a line begins: "after choosing, where does it go?"."""
    if tokens and _asks(tokens, 0):
        return 0
    paused = (i for i in range(len(tokens) - 1, 0, -1) if _pauses(tokens, i) and _asks(tokens, i))
    return next(paused, 0)


def _pauses(tokens: Tokens, place: int) -> bool:
    before = tokens[place - 1]
    joined = before.key in _JOINTS and not before.quoted and place > 1
    return bool(before.after) or (joined and bool(tokens[place - 2].after))


def _asks(tokens: Tokens, start: int) -> bool:
    first, behind = tokens[start], tokens[start + 1 : start + 2]
    if first.quoted:
        return False
    led = first.key in PREPOSITIONS and any(token.key in WH_WORDS for token in behind)
    return led or first.key in WH_WORDS or first.key in _ASKING


def _sentence_begins(tokens: Tokens, asked: int) -> int:
    """Return where the conditions of a question begin that follows other clauses."""
    begin = asked
    for place in range(asked - 1, -1, -1):
        starts = place == 0 or bool(tokens[place - 1].after)
        joined = place > 0 and tokens[place - 1].key in _JOINTS
        if not (starts or joined):
            continue
        if tokens[place].key in _CONDITIONS and not tokens[place].quoted:
            begin = place
        elif place and _STOPS & set(tokens[place - 1].after) and begin < asked:
            break
    return begin


def _is_clause(tokens: Tokens, lexicon: Lexicon) -> bool:
    """Whether words tell something: "the site with a photo: may I …" only names it."""
    keys = {token.key for token in tokens if not token.quoted}
    ended = not frozenset(".!?").isdisjoint(tokens[-1].after)
    return (
        ended
        or not keys.isdisjoint(_ASKING | _PERSONS)
        or any(key in lexicon.lemmas or key in lexicon.forms for key in keys)
    )
