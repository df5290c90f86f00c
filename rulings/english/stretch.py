"""The part of a line that is a sentence as it stands: "As I recall, Ana has 5 coins, or so".

In: a `Scope` whose line was refused. Out: where what stands between its commas and the words that
begin or end a clause begins and ends, longest first. Guarantee: who says or believes it, and when
it holds, is not left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.called_by import KIN
from rulings.english.scope import Scope

_LEADS = frozenset(("that", "if", "like"))
"""Behind these a clause begins: "it looks as if", "I believe that"."""
_TRAILS = frozenset(("whatever", "however", "after", "for"))
_BARS = KIN | frozenset(
    "he she they him them somebody someone everybody everyone says said if unless when while once "
    "until before because since doubt wish hope would might could should almost nearly true false "
    "wrong".split()
)
"""What none of these is left out with: who says it, when it holds, whether it does."""
_SHORTEST = 3
_MOST = 6


def stretches(scope: Scope) -> Iterator[tuple[int, int]]:
    """Yield where at most `_MOST` parts of a line begin and end that may be a sentence."""
    tokens = scope.tokens
    commas = {i + 1 for i, token in enumerate(tokens[:-1]) if "," in token.after}
    begins = {0} | commas | {i + 1 for i, token in enumerate(tokens) if token.key in _LEADS}
    ends = {len(tokens)} | commas | {i for i, token in enumerate(tokens) if token.key in _TRAILS}
    spans = [
        (start, end)
        for start in begins
        for end in ends
        if _SHORTEST <= end - start < len(tokens)
        and not _BARS & set(_left_out(tuple(one.key for one in tokens), start, end))
    ]
    yield from sorted(spans, key=lambda span: (span[0] - span[1], span))[:_MOST]


def _left_out(keys: tuple[str, ...], start: int, end: int) -> tuple[str, ...]:
    """Return the words before and behind a part; "as if" before it is no condition."""
    before = keys[: start - 2] if keys[max(0, start - 2) : start] == ("as", "if") else keys[:start]
    return (*before, *keys[end:])
