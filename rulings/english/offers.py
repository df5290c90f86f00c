"""Complete sentences to say instead of a line that was not understood.

In: a `Scope` whose line was refused, and a reader that tells whether a sentence is understood.
Out: up to three sentences with the names, numbers and words of the line filled in, best first.
Guarantee: each is understood as it stands; none drops a "not", an "only", a number or a name that
the line has, and none adds a denial.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from rulings.english.drafts import drafts
from rulings.english.parts import in_parts
from rulings.english.scope import Scope

_MOST = 3
_READ = 12
"""How many drafts are read before what was found has to do."""


def offers(scope: Scope, asking: bool, understood: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the sentences to offer instead of a line."""
    found: dict[str, float] = {}
    for draft in islice(drafts(scope, asking), _READ):
        if draft.text not in found and understood(draft.text):
            found[draft.text] = draft.score
            if len(found) == _MOST:
                break
    parted = None if asking else in_parts(scope, understood)
    if parted is not None:
        found.setdefault(parted.text, parted.score)
    return tuple(sorted(found, key=lambda text: -found[text]))[:_MOST]
