"""Where the verb of a template stands.

In: the pieces of a template, word keys and columns. Out: the place of its verb and whether that
is an auxiliary, or `NO_VERB`. Guarantee: what is plainly no verb in the present tense is not
taken for one; such a template is asked and denied by a frame, "it is not the case that …".
"""

from __future__ import annotations

from collections.abc import Sequence

from rulings.english.words import AUXILIARIES
from rulings.records import dataclass

Piece = str | int

NO_VERB = -1
"""Where the verb of a template stands that was not found; it is asked and denied by a frame."""

PREPOSITIONS = frozenset(
    "of in on at to from under over by for with without into onto beside behind between during "
    "after before".split()
)
_NOT_VERBS = PREPOSITIONS | frozenset(
    "and or as than that which its always his less plus minus times".split()
)
_PLURAL = frozenset(
    "have do go come run stand lie stay lead leave join link meet touch belong score form show "
    "bind include recur describe apply make take want continue repeat assemble cover share "
    "differ match move hold give sit remain fit bring begin cost".split()
)
"""What is a verb behind a noun in the plural ("3 ways lead to"), or behind two subjects."""
SUBORDINATE = frozenset(
    "when if while until because soon although though whenever unless after before that".split()
)
"""What begins a clause whose auxiliary is not the template's: "starts as soon as {B} is done"."""
_PAST = frozenset(
    "ran came went took drew chose left built made got gave paid sold lost won".split()
)

# Behind a number each of them counts; the list is that of English, which takes no new ones.
_PLURALS_WITHOUT_S = frozenset(
    "people men women children mice geese feet teeth dice oxen sheep fish deer".split()
)


@dataclass(frozen=True, slots=True)
class Words:
    """A template in pieces. `originals` are the words as written, empty for a slot.

    `articled` are the places of words behind an article, `owners` those of slots that own what
    follows them ("{P}'s park"); `counted` tells that it begins with a number.
    """

    pieces: Sequence[Piece]
    originals: Sequence[str]
    articled: frozenset[int] = frozenset()
    owners: frozenset[int] = frozenset()
    counted: bool = False


def find_verb(words: Words) -> tuple[int, bool]:
    """Return the place of the verb, and whether it is an auxiliary.

    It is the first auxiliary, else the first plausible word behind the subject.
    """
    pieces, count = words.pieces, len(words.pieces)
    start = _behind_subject(words)
    for index, piece in enumerate(pieces):
        helps = piece in AUXILIARIES or (piece == "do" and pieces[index + 1 : index + 2] == ["not"])
        if isinstance(piece, str) and helps and (index > 0 or count == 1):
            if not SUBORDINATE.isdisjoint(words.originals[start:index]):
                break
            return index, True
    if words.counted and _counts(words):
        return 2, False
    first = next((i for i, piece in enumerate(pieces) if isinstance(piece, int)), count)
    found = start if _is_plural(words, start) and start > first else _singular(words, start, count)
    if (
        not (found == start and "and" in pieces[:start])
        and first > 1
        and pieces[0] not in _NOT_VERBS
    ):
        # "somebody reaches more than {P}": the verb comes before any slot.
        plural = _ends_in_s(words.originals[0]) and _is_plural(words, 1)
        leading = 1 if plural else _singular(words, 1, first)
        found = leading if leading is not None else found
    if found is None:
        found = _further(words, start)
    if found is None and 0 < start < count and isinstance(pieces[start], str):
        # "{P} and {Q} border on each other": a plural verb, unless it tells of the past.
        later = start + 1 if _is_plural(words, start + 1) else start
        past = words.originals[later] in _PAST or words.originals[later].endswith("ed")
        found = None if past else later
    return (NO_VERB if found is None else found), False


def _counts(words: Words) -> bool:
    """Whether a noun in the plural and its verb follow the number: "{N} players wait for {P}"."""
    noun, verb = (*words.originals[1:3], "", "")[:2]
    follows = verb in _NOT_VERBS or verb.endswith(("ly", "ing", "ed"))
    plain = verb.isalpha() and not follows
    return (
        (_ends_in_s(noun) or noun in _PLURALS_WITHOUT_S)
        and plain
        and not _ends_in_s(verb)
        and 2 not in words.articled
    )


def _behind_subject(words: Words) -> int:
    """Return the place behind the subject.

    It reaches to the first slot that is not followed by a preposition or conjunction, and over
    what that slot owns.
    """
    start, pieces = 0, words.pieces
    for index, piece in enumerate(pieces):
        if not isinstance(piece, int):
            continue
        start = index + (2 if index in words.owners else 1)
        following = pieces[start] if start < len(pieces) else None
        if isinstance(following, str) and following not in _NOT_VERBS:
            break
    return start


def _singular(words: Words, start: int, end: int) -> int | None:
    """Return the first word in the third person from `start` on, before the next slot.

    Behind a noun in the plural it is the verb that follows.
    """
    for index in range(start, end):
        word = words.originals[index]
        if not word:
            return None
        before = words.originals[index - 1] if index else ""
        if word in _NOT_VERBS or before in PREPOSITIONS or not _ends_in_s(word):
            continue
        if word != "has" and _is_plural(words, index + 1):
            return index + 1
        following = words.originals[index + 1] if index + 1 < end else ""
        if index not in words.articled and following != "of":
            return index
    return None


def _further(words: Words, start: int) -> int | None:
    """Return the verb behind a later slot that belongs to the subject: "the path at {Q} leads"."""
    for index in range(start, len(words.pieces) - 1):
        near = words.originals[max(index - 2, start) : index]
        if words.originals[index] or PREPOSITIONS.isdisjoint(near):
            continue
        if words.originals[index - 1] in PREPOSITIONS and _may_be_verb(words, index + 2):
            # Behind a number stands its unit: "a panorama of {N} cards scores".
            return index + 2
        if _may_be_verb(words, index + 1):
            return index + 1
    return None


def _may_be_verb(words: Words, index: int) -> bool:
    if index >= len(words.pieces) or index in words.articled:
        return False
    word = words.originals[index]
    return word not in _NOT_VERBS and (_ends_in_s(word) or _is_plural(words, index))


def _is_plural(words: Words, index: int) -> bool:
    if index >= len(words.pieces) or index in words.articled:
        return False
    return words.pieces[index] in _PLURAL and not _ends_in_s(words.originals[index])


def _ends_in_s(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))
