"""What happened and what may happen, for programs.

In: a journal, or what the rules allow. Out: JSON values. Guarantee: each `fact` can be sent back as
what happens.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulings.asking.chronicle import Happened
from rulings.asking.legality import Allowed

if TYPE_CHECKING:
    from rulings.wire import JournalJson, LegalJson


def journal_json(journal: Iterable[Happened]) -> JournalJson:
    """Return what happened, in order."""
    return {
        "happened": [
            {
                "step": one.step,
                "fact": one.fact,
                "say": one.say,
                "cause": one.cause,
                "brought": list(one.brought),
            }
            for one in journal
        ]
    }


def legal_json(found: Iterable[Allowed]) -> LegalJson:
    """Return what may happen."""
    return {
        "happenings": [
            {
                "kind": one.kind,
                "fact": one.fact,
                "say": one.say,
                "surely": one.surely,
                "chance": one.chance,
            }
            for one in found
        ]
    }
