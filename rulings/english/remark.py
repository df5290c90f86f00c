"""Remarks: what people want, feel or believe, which states nothing of the table.

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
from rulings.english.words import AUXILIARIES, Token, number, stem

REMARK = "Remark:"
_MARKED = re.compile(r"(?:^|(?<=[.!]))\s*remark:\s", re.IGNORECASE)
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
_MOODS = frozenset(
    "happy unhappy glad sad sorry afraid scared worried angry annoyed lazy bored curious tired "
    "excited proud nervous disappointed eager keen unsure confused jealous convinced".split()
)
_HELPING = AUXILIARIES | {"do", "did", "not", "still", "now", "really", "already", "also"}
_STATING = frozenset(("who", "which", "that", "whose", "whom"))


def before_remark(text: str) -> str | None:
    """Return what a line says before its remark, None for a line without one.

    >>> before_remark("Ana has 3 coins. Remark: she is happy."), before_remark("Ana has 3 coins.")
    ('Ana has 3 coins.', None)
    """
    found = _MARKED.search(text)
    return text[: found.start()].strip() if found is not None else None


def is_attitude(scope: Scope) -> bool:
    """Whether a clause tells what somebody wants, feels or believes, and no more."""
    tokens = scope.tokens
    place = next((i for i in range(1, len(tokens)) if _tells(tokens, i)), None)
    if place is None:
        return False
    first = place
    while first > 0 and tokens[first - 1].key in _HELPING:
        first -= 1
    states = any(one.key in _STATING or number(one.key) is not None for one in tokens)
    return first > 0 and not states and _is_person(scope, first)


def _tells(tokens: tuple[Token, ...], place: int) -> bool:
    token, before = tokens[place], tokens[place - 1]
    if token.quoted or token.article:
        return False
    felt = token.key in _MOODS and any(one.key == "be" for one in tokens[:place])
    return felt or (token.key in _ATTITUDES and before.key != "be")


def _is_person(scope: Scope, end: int) -> bool:
    """Whether the words up to `end` are somebody who can want something."""
    tokens, lexicon = scope.tokens[:end], scope.lexicon
    last = tokens[-1]
    if any(one.key in _HELPING or one.key == "have" for one in tokens) or last.possessive:
        return False
    player = asker_sort(lexicon)
    if last.key in PRONOUNS | FIRST | {"we"}:
        return last.key not in ("it", "its")
    values = lexicon.names.all(last.key)
    if values:
        return any(player in lexicon.names.sorts_of(value) for value in values)
    sort = lexicon.nouns.get(last.key)
    if sort is not None:
        return player is not None and lexicon.names.sorts.compatible(player, sort)
    return last.key in KIN or (last.capital and end == 1)
