"""What one look at a rulebook that is being written came to.

In: what came of its cases before and after. Out: a `Round`. Guarantee: what is wrong is told once,
however many editions share the file.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter

from rulings.faq.cases import Case
from rulings.faq.spread import Progress
from rulings.language.diagnostics import Diagnostic
from rulings.quality.listening import Came, Listened
from rulings.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Flipped:
    """A case whose outcome is another one; `before` is None for a case that is new."""

    case: Case
    before: Came | None
    after: Came


@dataclass(frozen=True, slots=True)
class Round:
    """What one look at the files came to.

    `asked` of `cases` were asked, in `seconds`; `failing` are those that fail by now. `problems`
    keep a file from being used, `warnings` are those that were not there before. `behind` cases
    are still to be asked, `unread` editions to be read again; `waiting` cases have a verdict by now
    and no reasons yet, of `unwarned` editions the warnings are not known yet. `Watched.go_on`
    looks at all of these.
    """

    problems: tuple[Diagnostic, ...]
    warnings: tuple[Diagnostic, ...]
    asked: int
    cases: int
    flipped: tuple[Flipped, ...]
    failing: tuple[Listened, ...]
    seconds: float
    waiting: int
    changed: bool
    unwarned: int
    behind: int
    unread: int

    @property
    def unfinished(self) -> bool:
        """Whether there is anything left for `Watched.go_on`."""
        return bool(self.behind or self.unread or self.waiting or self.unwarned)


@dataclass(slots=True)
class Looking:
    """What one look has come to so far, and how long it may take.

    It follows a save, unless it goes on with what another one left. `read` tells whether there was
    anything to read, `cases` whether any case says something else.
    """

    progress: Progress | None
    seconds: float
    saved: bool = False
    problems: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)
    asked: int = 0
    read: bool = False
    cases: bool = False
    began: float = field(default_factory=perf_counter)

    def passed(self) -> float:
        """Return how many seconds it has taken."""
        return perf_counter() - self.began

    def in_time(self) -> bool:
        """Whether it may go on. What goes on with another look does something each time."""
        return self.passed() < self.seconds or not (self.saved or self.asked)


def told_once(problems: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return what is wrong, once where editions share a file."""
    return tuple({(p.code, p.message, str(p.span)): p for p in problems}.values())


def differ(before: Came | None, after: Came) -> bool:
    """Whether an outcome is worth telling: another one, or that of a new case that fails."""
    if before is None:
        return not after.passed
    return (before.complaint, before.said) != (after.complaint, after.said)
