"""An edition that is being written, as it was when it could be read last, and its cases.

In: the cases it has by now, and what was saved. Out: which of them are to be asked again, and
their verdicts, as far as there is time. Guarantee: a case that was to be asked again stays so
until it was, whatever is saved in between.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from math import inf
from pathlib import Path

from rulings.faq.cases import Case
from rulings.faq.spread import Setting, spread
from rulings.quality.listening import Listener
from rulings.quality.nearness import FARTHEST, Nearness, Rank
from rulings.quality.replayed import Carried
from rulings.quality.rounds import Looking
from rulings.records import dataclass, field, replace
from rulings.session import Rulebook


@dataclass(slots=True)
class Due:
    """What was saved since an edition was read: situations, perhaps the legend of all, cases.

    `ranks` tells of the cases of an edition that was read again which of them flip first, most
    likely.
    """

    situations: set[str] = field(default_factory=set)
    everything: bool = False
    cases: bool = False
    ranks: dict[tuple[str, str, str], Rank] = field(default_factory=dict)


@dataclass(slots=True)
class SeenEdition:
    """An edition with its cases; `jobs` processes may be taken to ask all of them."""

    carried: Carried
    sha256: str
    words: tuple[str, ...]
    folder: Path
    jobs: int | None
    _unread: deque[Case] = field(default_factory=deque)
    _listener: Listener | None = None
    _places: dict[tuple[str, str, str], int] = field(default_factory=dict)

    @property
    def behind(self) -> int:
        """How many cases have no verdict yet by what is written now."""
        return len(self._unread) + len(self.carried.behind)

    def ranks(self, book: Rulebook) -> dict[tuple[str, str, str], Rank]:
        """Return how soon each case is asked once the edition says what `book` does."""
        nearness = Nearness(self.carried.book.program, book.program)
        return {known_by(one.case): nearness.rank(one.known) for one in self.carried.listened}

    def hear(self, wanted: Iterable[Case], due: Due, look: Looking) -> None:
        """Find the cases that are new, say something else, or could not be read."""
        carried = self.carried
        heard = bool(carried.listened) and all(one.known for one in carried.listened)
        if heard and not (due.cases or self._unread):
            return
        wanted = list(wanted)
        known = {known_by(one.case): index for index, one in enumerate(carried.listened)}
        carried.keep([known[key] for key in map(known_by, wanted) if key in known])
        known = {known_by(one.case): index for index, one in enumerate(carried.listened)}
        if not known and look.seconds == inf:
            setting = Setting(start=self.folder)
            found = spread(Listener, wanted, setting, jobs=self.jobs, progress=look.progress)
            look.asked += len(found)
            for index, one in enumerate(found):
                carried.put(index, one)
            return
        again: list[tuple[bool, Rank, Case]] = []
        for case in wanted:
            if known_by(case) not in known:
                again.append((False, FARTHEST, case))
                continue
            index = known[known_by(case)]
            one = carried.listened[index]
            if (
                one.known is None
                or due.everything
                or case.situation in due.situations
                or content_of(one.case) != content_of(case)
            ):
                again.append((one.came.passed, due.ranks.get(known_by(case), FARTHEST), case))
                carried.put(index, one.doubted())
            else:
                carried.listened[index] = replace(one, case=case)
        # What fails is what somebody works at; then comes what is nearest to what was saved.
        self._unread = deque(case for *_, case in sorted(again, key=lambda one: one[:2]))
        self._places = known
        self._listener = Listener(Setting(start=self.folder))
        self._listener.runner.take(carried.book, {case.edition for *_, case in again})

    def ask_some(self, look: Looking) -> None:
        """Ask the cases that are to be asked again, as long as there is time."""
        while self.behind and look.in_time():
            look.asked += 1
            if self._unread and self._listener is not None:
                case = self._unread.popleft()
                place = self._places.setdefault(known_by(case), len(self.carried.listened))
                self.carried.put(place, self._listener(case))
            else:
                self.carried.ask_next()


def known_by(case: Case) -> tuple[str, str, str]:
    """Return what a case is known by, whatever it says."""
    return case.span.source.name, case.id, case.edition or ""


def content_of(case: Case) -> tuple[object, ...]:
    """Return all of a case that its outcome depends on."""
    lines = tuple(line.text for line in case.given)
    because = tuple(line.text for line in case.because)
    return case.situation, lines, case.ask.text, case.expect, because
