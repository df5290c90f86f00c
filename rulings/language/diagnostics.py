"""Mistakes as data.

In: a code of the catalogue, a place, the words that fill its message. Out: `Diagnostic`
values, sorted by place and rendered in one place. Guarantee: every code is catalogued once.
"""

from __future__ import annotations

from enum import Enum

from rulings.language.source import Span
from rulings.records import dataclass


class Severity(Enum):
    """Errors stop a program from running; warnings and notes do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Note:
    """A further place that explains a diagnostic."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: `message` states what is wrong and the law it breaks, `hint` the next step.

    `suggestions` are complete sentences to say instead, best first; each is understood.
    `asked_before` are questions near one that was not: they leave something of it out. `printed`
    is what the rulebook prints about it, a line a clause.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    hint: str = ""
    notes: tuple[Note, ...] = ()
    suggestions: tuple[str, ...] = ()
    asked_before: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()

    @property
    def beside(self) -> dict[str, list[str]]:
        """What is told of the matter besides, where there is something, by its name."""
        told = {"asked_before": self.asked_before, "printed": self.printed}
        return {name: list(lines) for name, lines in told.items() if lines}


class RulingsError(Exception):
    """Raised where a pass cannot go on; carries every diagnostic found so far."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(f"{d.code}: {d.message}" for d in self.diagnostics))

    def __reduce__(self) -> tuple[type[RulingsError], tuple[tuple[Diagnostic, ...]]]:
        """Pickle by what it is made from, so that it comes back from another process."""
        return type(self), (self.diagnostics,)
