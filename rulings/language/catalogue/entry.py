"""What one code of the catalogue says."""

from __future__ import annotations

from rulings.language.diagnostics import Severity
from rulings.records import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of mistake.

    `message` and `hint` are templates (`str.format`) for the words of one occurrence; `law` is
    the rule of the language that was broken. `bad` is a program that gives exactly this code,
    `good` the same program without the mistake; both are empty where the mistake is not one of
    a program's text (`shown` then says how it looks instead).
    """

    code: str
    title: str
    message: str
    law: str
    hint: str
    explanation: str
    bad: str = ""
    good: str = ""
    shown: str = ""
    severity: Severity = Severity.ERROR


def in_full(
    code: str,
    title: str,
    hint: str,
    explanation: str,
    shown: str,
    severity: Severity = Severity.ERROR,
) -> Entry:
    """Return the entry of a mistake whose message says in full what is wrong at its place."""
    return Entry(code, title, "{message}", "", hint, explanation, shown=shown, severity=severity)
