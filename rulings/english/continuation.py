"""How a clause goes on: with the subject or the verb of the one before it, or with its complement.

In: the tokens of a clause, its reading, the tokens behind it. Out: the rows of tokens that the next
clause may be. Guarantee: what "not" denies is never guessed.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.narration import gapped
from rulings.english.types import Parse, Verb
from rulings.english.words import AUXILIARIES, Tokens
from rulings.language.program import Constant, Value


def predicated(tokens: Tokens, end: int, first: Parse) -> Tokens | None:
    """Return what a complement behind "is" says of the subject, as a clause of its own."""
    match = first.matches[0]
    if match.sentence.kind is not Verb.BE or match.sentence.passive or match.head <= 0:
        return None
    subject, rest = tokens[: match.head], tokens[end:]
    if subject[-1].after.strip():
        return None
    mark = rest[0]
    have = mark._replace(text="has", key="have", after="")
    if mark.key == "with":
        return (*subject, have, *rest[1:])
    if mark.key == "without":
        do = mark._replace(text="does", key="do", after="")
        no = mark._replace(text="not", key="not", after="")
        return (*subject, do, no, have, *rest[1:])
    if mark.key in ("that", "which", "who"):
        return (*subject, *rest[1:])
    return (*tokens[: match.behind_verb], *rest)


def named_before(tokens: Tokens, end: int, first: Parse) -> tuple[Value, ...]:
    """Return the one thing with a name that a clause ends with."""
    last = (f.terms for f in first.fillers if f.spelt[1] == tokens[end - 1].end)
    values = [
        t.value for terms in last if len(terms) == 1 for t in terms if isinstance(t, Constant)
    ]
    return tuple(v for v in values if isinstance(v, str) and "@" not in v)


def continued(tokens: Tokens, end: int, begin: int, first: Parse) -> list[Tokens]:
    """Return how the next clause may go on: by itself, or with words of the one before it."""
    rest = tokens[begin:]
    match = first.matches[0]
    found = [rest]
    head, behind = match.head, match.behind_verb
    if match.sentence.passive or head <= 0:
        return found
    alike = rest[1:] if rest[0].key == "neither" else rest if tokens[begin - 1].key == "so" else ()
    if len(alike) > 1 and alike[0].key in {"do", "did", "have", *AUXILIARIES}:
        # "And so does Ben", "and neither has Ben", "and so is Ben's".
        noun = tokens[1:head] if alike[-1].possessive else ()
        return [(*alike[1:-1], alike[-1]._replace(after=""), *noun, *tokens[head:end])]
    subject = tokens[:head]
    found.append((*subject, *rest))
    found += gapped(tokens[:end], head, rest)
    if behind > head:
        found += _with_verb(tokens[:behind], tokens[end].key, rest)
    return [row for row in found if len(row) < len(tokens)]


def _with_verb(lead: Tokens, joint: str, rest: Tokens) -> Iterator[Tokens]:
    """Yield the next clause with the verb of the one before it, where one knows what "not" denies.

    "Is not open and not in play" and "is not open or in play" deny both, "is not open but in play"
    the first alone; "is not open and in play" may be either.
    """
    denied = lead[-1].key == "not"
    if denied and (joint == "but" or rest[0].key == "not"):
        yield (*lead[:-1], *rest)
    elif not denied or joint in ("or", "nor"):
        yield (*lead, *rest)
