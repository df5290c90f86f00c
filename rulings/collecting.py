"""Garbage collection, held while much is made that no cycle holds.

In: nothing. Out: a context. Guarantee: what others have frozen stays frozen, and is not walked
through unless much was made.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MUCH = 20_000
"""Objects that are worth keeping from the next collection."""


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Evaluation makes millions of tuples and no cycles; collecting them finds nothing.

    Freezing and thawing moves what was made to the oldest generation without looking at it;
    otherwise the first collection afterwards would walk over every new row.
    """
    enabled = gc.isenabled()
    try:
        # Within: what ends the block from outside may come at any step. Who did not find it enabled
        # leaves it alone: another thread, which did, may enable it in between.
        if enabled:
            gc.disable()
        yield
    finally:
        try:
            # To know whether anything is frozen takes as long as counting it, in a process that
            # froze what it loaded before it forked.
            if enabled and gc.get_count()[0] > _MUCH and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
        finally:
            if enabled:
                gc.enable()


def keep_all() -> None:
    """Leave what there is by now out of all collections; what a process keeps prepared is much."""
    gc.collect()
    gc.freeze()


def collect_seldom() -> None:
    """Collect garbage only when much was made, as few cycles are.

    Collections of all that a server keeps would hold up whoever asks for a second.
    """
    gc.set_threshold(200_000, 20, 20)
