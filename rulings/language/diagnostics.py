"""Mistakes as data.

In: a code of the catalogue, a place, the words that fill its message. Out: `Diagnostic`
values, sorted by place and rendered in one place. Guarantee: every code is catalogued once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from rulings.language.source import Span
from rulings.records import dataclass, replace


class Severity(Enum):
    """Errors stop a program from running; warnings and notes do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


_UNDECLARED = "RUL201"


@dataclass(frozen=True, slots=True)
class Note:
    """A further place that explains a diagnostic."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: `message` states what is wrong and the law it breaks, `hint` the next step.

    `suggestions` are complete sentences to say instead, best first; each is understood. Where they
    are questions, `verdicts` are their answers, a line each.
    `printed` is what the rulebook prints about it, a line a clause.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    hint: str = ""
    notes: tuple[Note, ...] = ()
    suggestions: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    verdicts: tuple[str, ...] = ()


class RulingsError(Exception):
    """Raised where a pass cannot go on; carries every diagnostic found so far."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(f"{d.code}: {d.message}" for d in self.diagnostics))

    def __reduce__(self) -> tuple[type[RulingsError], tuple[tuple[Diagnostic, ...]]]:
        """Pickle by what it is made from, so that it comes back from another process."""
        return type(self), (self.diagnostics,)


def in_order(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort diagnostics by file, place and code, each once.

    What is nowhere declared is one mistake: of its places the first is reported, with a note of the
    next one.
    """
    unique = sorted(
        dict.fromkeys(problems),
        key=lambda d: (d.span.source.name, d.span.start, d.code) if d.span else ("", 0, d.code),
    )
    alike: dict[object, list[Diagnostic]] = {}
    for one in unique:
        alike.setdefault(one.message if one.code == _UNDECLARED else one, []).append(one)
    return [_with_the_next(first, others) for first, *others in alike.values()]


def _with_the_next(first: Diagnostic, others: Sequence[Diagnostic]) -> Diagnostic:
    if not others:
        return first
    places = "1 more place" if len(others) == 1 else f"{len(others)} more places, the next"
    note = Note(f"It stands in {places} here.", others[0].span)
    return replace(first, notes=(*first.notes, note))
