"""Every kind of mistake, once.

In: a code and the words of one occurrence. Out: its `Diagnostic`. Guarantee: codes are unique
and stable; what they say stands in the TOML files of this folder, of which `docs/diagnostics.md`
is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from rulings.doors.incoming import shipped_table
from rulings.language.diagnostics import Diagnostic, Note, RulingsError, Severity
from rulings.language.source import Span
from rulings.records import dataclass

_QUOTED = frozenset(
    {"name", "predicate", "value", "found", "fact", "path", "text", "first", "second"}
)
_FAMILIES = ("RUL0", "RUL1", "RUL2", "RUL3", "RUL4", "RUL5", "RUL6", "RUL7")


@dataclass(frozen=True, slots=True)
class Entry:
    """One kind of mistake.

    `message` and `hint` are templates (`str.format`) for the words of one occurrence; `law` is
    the rule of the language that was broken. `bad` is a program that gives exactly this code;
    where the mistake is not one of a program's text, `shown` says how it looks instead. `good`
    is the same without the mistake.
    """

    code: str
    title: str
    hint: str
    explanation: str
    good: str
    message: str = "{message}"
    law: str = ""
    bad: str = ""
    shown: str = ""
    severity: Severity = Severity.ERROR


@cache
def _family(name: str) -> Mapping[str, Entry]:
    # Read when the first of its mistakes is found: a question that is understood needs none.
    table = shipped_table(__name__, f"{name}.toml")
    return {code: _entry(code, **told) for code, told in table.items()}


def _entry(code: str, severity: str = "error", **told: Any) -> Entry:
    if "bad" in told:
        told |= {key: told[key].removesuffix("\n") + "\n" for key in ("bad", "good")}
    return Entry(code, severity=Severity(severity), **told)


def entry_of(code: str) -> Entry | None:
    """Return what is said of a code, None for one that does not exist."""
    return _family(code[:4]).get(code) if code[:4] in _FAMILIES else None


def entries() -> tuple[Entry, ...]:
    """Return all, by their codes."""
    return tuple(entry for name in _FAMILIES for entry in _family(name).values())


def diagnose(
    code: str, span: Span | None, notes: Sequence[Note] = (), suggestion: str = "", **words: object
) -> Diagnostic:
    """Return the diagnostic for one occurrence; a `suggestion` takes the place of the hint.

    Long words are cut.
    """
    entry = _family(code[:4])[code]
    shown = {key: _cut(key, word) for key, word in words.items()}
    message = f"{entry.message.format(**shown)} {entry.law}".strip()
    hint = suggestion or entry.hint.format(**shown)
    return Diagnostic(code, entry.severity, message, span, hint, tuple(notes))


def mistake(
    code: str, span: Span | None, notes: Sequence[Note] = (), suggestion: str = "", **words: object
) -> RulingsError:
    """Return what is raised for one `diagnose`."""
    return RulingsError([diagnose(code, span, notes, suggestion, **words)])


def _cut(key: str, word: object) -> object:
    """A word short enough for a message; what is quoted from a text is cut sooner."""
    limit = 80 if key in _QUOTED else 800
    if isinstance(word, str) and len(word) > limit:
        return f"{word[: limit - 1]}…"
    return word
