"""What people wait for while they type: everything here goes through `Session` or `Rulebook`.

In: nothing. Out: `TYPED_LINES`, the tasks with their promises. Guarantee: the lines are the same
in every run.
"""

from __future__ import annotations

from benchmarks.tasks import Step, Task
from rulings.session import Rulebook, Session


def read_lines() -> Step:
    """Read 100 lines, half of them questions, at a table that was not told of them."""
    park = _park()
    cards = [thing.text for thing in park.names("card") if str(thing.value).isidentifier()][:50]
    lines = [line for card in cards for line in (f"{card} is face-up.", f"is {card} active?")]
    return lambda: [park.read(line) for line in lines]


def offered() -> Step:
    """Say what could be said for a line that no sentence fits."""
    park = _park()
    rides = ("Log Flume", "Triceratops", "Stegosaurus", "Electrified Fence")
    lines = (f"what about the upgrade of {one}, then, when all is closed?" for one in rides)
    return lambda: park.check(next(lines))[0].suggestions


def completed() -> Step:
    """Complete a line that begins to name a card."""
    park = _park()
    park.complete("is ")
    return lambda: park.complete("is T")


def searched() -> Step:
    """Find the sentences, words and clauses about two words."""
    book = Rulebook.load("unfair")
    book.search("closed")
    return lambda: book.search("build upgrade")


def _park() -> Session:
    """Return a table at which lines have been read."""
    park = Rulebook.load("unfair").situation("dino-park")
    park.read("is Log Flume active?")
    return park


TYPED_LINES = (
    Task("read", "100 lines read, half of them questions", read_lines, 0.3, 3),
    Task("offer", "what is offered for a line that no sentence fits", offered, 0.030, 4),
    Task("complete", "how a line may go on", completed, 0.010, 5),
    Task("search", "sentences, words and clauses about two words", searched, 0.030, 5),
)
