"""Checking is linear: four times the text takes about four times the time, never sixteen."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from rulings import Rulebook, RulingsError
from rulings.language.files import load_examined
from rulings.language.source import Source

DECLARED = ".decl p(X: int).\n.decl q(X: int).\n"


def dots(count: int) -> str:
    return ".a" * count


def remainders(count: int) -> str:
    return f"{DECLARED}p(X) :- q(Y), X = {'(' * count}Y{') % 2' * count}.\n"


def slips(count: int) -> str:
    declared = "".join(f".decl predicate_{n}(X: int).\n" for n in range(count))
    return declared + "".join(f"predicate_{n}x(1).\n" for n in range(100))


def chain(count: int) -> str:
    declared = "".join(f".decl p{n}(X: int).\n" for n in range(count))
    # Backwards, so that no order of the rules makes it easy.
    rules = (f"p{n + 1}(X) :- p{n}(X).\n" for n in reversed(range(count - 1)))
    return f"{declared}p0(1).\n{''.join(rules)}"


@pytest.mark.parametrize(
    ("made", "count"), [(dots, 10_000), (remainders, 5_000), (slips, 750), (chain, 1_000)]
)
def test_four_times_the_text(made: Callable[[int], str], count: int) -> None:
    def seconds(size: int) -> float:
        start = time.process_time()
        load_examined(Source("text", made(size)))
        return time.process_time() - start

    seconds(count)
    assert min(seconds(4 * count) for _ in range(2)) < 8 * min(seconds(count) for _ in range(2)) + 1


def test_twice_the_complements() -> None:
    """ "A is on B on C …" has many cuts, and no cut of a cut is read again."""
    table = Rulebook.load("theme_parque").situation()

    def seconds(size: int) -> float:
        places = " on ".join(f"Place{n}" for n in range(size))
        start = time.process_time()
        with suppress(RulingsError):
            table.suppose(f"Ana is on {places}.")
        return time.process_time() - start

    seconds(3)
    assert seconds(14) < 16 * max(seconds(7), 0.05)
