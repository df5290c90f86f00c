"""Complete sentences to say instead of a line that was not understood.

In: a `Scope` whose line was refused, and a reader: what a sentence says, None where nothing.
Out: up to three sentences with the names, numbers and words of the line filled in, best first.
Guarantee: each is understood as it stands; none drops a "not", an "only", a number or a name that
the line has, none adds a denial, and no two ask the same.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from rulings.english.drafts import drafts, said_in
from rulings.english.kept import Keeping
from rulings.english.parts import in_parts
from rulings.english.preamble import VAGUE, Preamble
from rulings.english.reading import Ask, Holds, Reading, Which
from rulings.english.remark import REMARK
from rulings.english.scope import Scope
from rulings.english.stretch import stretches
from rulings.records import replace

_MOST = 3
_READ = 7
"""How many drafts are read before what was found has to do."""
_AS_IT_STANDS = 2.0
"""The score of a part of the line that is a sentence: more than any draft has."""


def offers(
    scope: Scope, asking: bool, understood: Callable[[str], Reading | None]
) -> tuple[str, ...]:
    """Return the sentences to offer instead of a line."""
    if asking and not _is_about_something(scope):
        return ()
    parted = None if asking else in_parts(scope, lambda said: understood(said) is not None)
    if parted is not None and REMARK in parted.text:
        # What somebody wants has not happened.
        return (parted.text,)
    found: dict[str, float] = {}
    meant: list[Reading] = []
    preamble = Preamble.of(scope, asking=asking)
    keeping = Keeping.of(scope, said_in(scope), preamble)
    for start, end in stretches(scope):
        part = scope.text(start, end).rstrip(",;")
        text = f"{part[:1].upper()}{part[1:]}{'?' if asking else ''}"
        reading = understood(text) if keeping.has_all_in(start, end) else None
        if reading is not None:
            meant.append(_plain(reading))
            found[keeping.whole(text, lambda said: understood(said) is not None)] = _AS_IT_STANDS
            break
    for draft in islice(drafts(scope, asking), _READ):
        reading = understood(draft.text)
        if reading is None or (asking and _plain(reading) in meant):
            # Three ways to ask the same are one offer.
            continue
        meant.append(_plain(reading))
        whole = keeping.whole(draft.text, lambda said: understood(said) is not None)
        found.setdefault(whole, draft.score)
        if len(found) == _MOST:
            break
    if parted is not None and keeping.is_enough(parted.text):
        found.setdefault(parted.text, parted.score)
    return tuple(sorted(found, key=lambda text: -found[text]))[:_MOST]


def _is_about_something(scope: Scope) -> bool:
    """Whether a question has a word besides names that tells what it is about: "is Leo right?"."""
    return any(not (one.key in VAGUE or one.capital) for one in scope.tokens)


def _plain(reading: Reading) -> Reading:
    """Return a reading without what tells how it was come by."""
    if isinstance(reading, (Ask, Which, Holds)):
        return replace(reading, notices=(), reworded=False)
    return reading
