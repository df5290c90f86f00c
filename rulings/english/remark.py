"""Remarks: what people want, feel, believe or say, which states nothing of the table.

In: the words of a clause, or a line. Out: whether the clause is of that kind; what stands in a
line before `Remark:`. Guarantee: closed lists of verbs and moods, of persons only; what has a
number or a relative clause in it may state something and is none. Nothing is taken for a remark
unless the line says so: a remark is only offered.
"""

from __future__ import annotations

import re

from rulings.english.called_by import KIN
from rulings.english.persons import FIRST, asker_sort
from rulings.english.scope import PRONOUNS, Scope
from rulings.english.words import AUXILIARIES, FUNCTION_WORDS, number, stem
from rulings.expressions import expression

REMARK = "Remark:"
_MARKED = expression(r"(?:^|(?<=[.!?]))\s*remark:\s", re.IGNORECASE)
_ATTITUDES = frozenset(
    map(
        stem,
        "want wants wanted wish wishes wished hope hopes hoped like likes liked love loves loved "
        "hate hates hated enjoy enjoys enjoyed fancy fancies prefer prefers preferred regret "
        "regrets regretted fear fears feared wonder wonders wondered argue argues argued think "
        "thinks believe believes claim claims insist insists complain complains rather hesitate "
        "hesitates plan plans intend intends dislike dislikes".split(),
    )
)
_SPEAKING = frozenset(
    map(
        stem,
        "say says said tell tells told ask asks asked suggest suggests suggested realise realises "
        "realised notice notices noticed know knows expect expects expected reckon reckons "
        "reckoned swear swears swore assume assumes assumed suppose supposes supposed doubt doubts "
        "doubted figure figures figured".split(),
    )
)
"""Verbs of saying and knowing; where sentences of the rulebook have one, it may state something."""
_MOODS = frozenset(
    "happy unhappy glad sad sorry afraid scared worried angry annoyed lazy bored curious tired "
    "excited proud nervous disappointed eager keen unsure confused jealous convinced".split()
)
_IMMINENT = frozenset(map(stem, ("about", "going")))
"""What stands between "is" and "to" of what has not happened yet."""
_HELPING = AUXILIARIES | {"do", "did", "not", "still", "now", "really", "already", "also"}
_CLAIM = 2
"""What somebody says in more words than these is a clause."""
_STATING = frozenset(("who", "which", "that", "whose", "whom"))


def before_remark(text: str) -> str | None:
    """Return what a line says before its remark, None for a line without one.

    >>> before_remark("Ana has 3 coins. Remark: she is happy."), before_remark("Ana has 3 coins.")
    ('Ana has 3 coins.', None)
    """
    found = _MARKED.search(text)
    return text[: found.start()].strip() if found is not None else None


def is_attitude(scope: Scope) -> bool:
    """Whether a clause tells what somebody wants, feels, believes or says, and no more."""
    tokens = scope.tokens
    place = next((i for i in range(1, len(tokens)) if _tells(scope, i)), None)
    if place is None:
        return False
    first = place
    while first > 0 and tokens[first - 1].key in _HELPING:
        first -= 1
    told = tokens[place + 1 :]
    if told and told[0].key == "that" and len(told) > _CLAIM:
        told = told[1:]
    states = any(
        one.key in _STATING or number(one.key) is not None for one in (*tokens[:place], *told)
    )
    return first > 0 and not states and _is_person(scope, first)


def _tells(scope: Scope, place: int) -> bool:
    tokens = scope.tokens
    token, before = tokens[place], tokens[place - 1]
    if token.quoted or token.article:
        return False
    felt = token.key in _MOODS and any(one.key == "be" for one in tokens[:place])
    to = [one.key for one in tokens[place + 1 : place + 2]] == ["to"]
    if token.key in _IMMINENT and before.key in ("be", "was") and to:
        return True
    lexicon = scope.lexicon
    own = token.key in lexicon.vocabulary or token.key in lexicon.forms
    speaks = token.key in _SPEAKING and (
        not (own or token.key in lexicon.lemmas) or _reports(scope, place)
    )
    return felt or ((token.key in _ATTITUDES or speaks) and before.key != "be")


def _reports(scope: Scope, place: int) -> bool:
    """Whether somebody of the table says a clause: a card may say something, and print it."""
    tokens, told = scope.tokens, scope.tokens[place + 1 :]
    plain = len(told) > _CLAIM and not any(one.quoted for one in told)
    if not plain or tokens[place].after or tokens[place - 1].key not in KIN:
        return False
    return tokens[place - 2 : place - 1] == tokens[:1] and tokens[0].key in FIRST


def _is_person(scope: Scope, end: int) -> bool:
    """Whether the words up to `end` are somebody who can want something."""
    tokens, lexicon = scope.tokens[:end], scope.lexicon
    last = tokens[-1]
    if any(one.key in _HELPING or one.key == "have" for one in tokens) or last.possessive:
        return False
    player = asker_sort(lexicon)
    if last.key in PRONOUNS | FIRST | {"we"}:
        before = tokens[:-1]
        # "The upgrade he wants" is about the upgrade.
        apart = not before or before[0].key in FUNCTION_WORDS or bool(before[-1].after)
        return apart and last.key not in ("it", "its")
    values = lexicon.names.all(last.key)
    if values:
        return any(player in lexicon.names.sorts_of(value) for value in values)
    sort = lexicon.nouns.get(last.key)
    if sort is not None:
        return player is not None and lexicon.names.sorts.compatible(player, sort)
    return last.key in KIN or (last.capital and end == 1)
