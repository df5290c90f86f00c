"""What people write who come from Prolog or from answer set programming.

In: the text around a place where a program cannot be read; `habits.toml`, which is read then. Out:
what is written there, and the equivalent here, both empty where it is no such habit. Guarantee:
each hint is a thing to write; it promises nothing that the language has not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from rulings.doors.incoming import shipped_table
from rulings.expressions import expression
from rulings.language.program import OPPOSITE
from rulings.records import dataclass

_Match = re.Match[str]
_Told = str | Callable[[_Match], str]


@dataclass(frozen=True, slots=True)
class _Habit:
    """What is written, and what to write; what takes its place, where that is one thing.

    Behind a `:-` on its line, `in_body` is told of it.
    """

    pattern: str
    told: str = ""
    instead: str = ""
    in_body: str = ""

    def hint(self, found: _Match) -> str:
        """Return what to write in the place of what was found."""
        line = found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()]
        told = self.in_body if self.in_body and ":-" in line else self.told
        return told.format(found[0], *(part and part.strip() for part in found.groups()))


@cache
def _habits(where: str) -> tuple[_Habit, ...]:
    return tuple(_Habit(**told) for told in shipped_table("rulings.language", "habits.toml")[where])


@cache
def _any() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one.pattern})" for one in _habits("inside")))


_COMPARED = re.compile(r"(?:\bnot|\\\+|~)\s*(\()?\s*(\w+)\s*([<>!]?=|[<>])\s*(\w+)(?(1)\s*\))")


def _opposite(found: _Match) -> str:
    return f"{found[2]} {OPPOSITE[found[3]]} {found[4]}"


@cache
def _choices() -> tuple[tuple[re.Pattern[str], _Told], ...]:
    """What is written around the sign that cannot be read, and what takes its place."""
    around = ((re.compile(one.pattern), one.instead) for one in _habits("around"))
    return ((_COMPARED, _opposite), *around)


_MISTAKES: dict[str, tuple[re.Pattern[str], _Told]] = {
    "RUL112": (_COMPARED, _opposite),
    "RUL113": (re.compile(r"([<>!]?=|[<>])(\s*)(\w+)\s*([<>!]?=|[<>])"), r"\1\2\3, \3 \4"),
    "RUL119": (re.compile(r"\bnot(\s+\w)"), r"neg\1"),
}
"""What can be read and is no condition or no rule, by its code."""

_DELETED = expression(r":-\s*(?:table|dynamic|discontiguous|multifile)\b[^.\n]*\.")

_AROUND = 80
"""So many characters are looked at before and behind a place, however long its line is."""


def habit(text: str, start: int, *, begins: bool = False) -> tuple[str, str]:
    """Return what is written at or around `start` out of habit, and what to write instead.

    `begins` tells that a statement begins there.
    """
    end = start + _AROUND
    if begins:
        for one in _habits("begins"):
            found = re.compile(one.pattern).match(text, start, end)
            if found is not None:
                return _cut(found.group()), one.hint(found)
    if _any().search(text, _first(text, start), end) is not None:
        for one in _habits("inside"):
            found = _around(re.compile(one.pattern), text, start)
            if found is not None:
                return _cut(found.group()), one.hint(found)
    return "", ""


def _first(text: str, start: int) -> int:
    return max(text.rfind("\n", max(0, start - _AROUND), start) + 1, start - _AROUND, 0)


def _around(pattern: re.Pattern[str], text: str, start: int) -> _Match | None:
    """Return what of a pattern stands around a place, near it on its line."""
    found = pattern.finditer(text, _first(text, start), start + _AROUND)
    return next((one for one in found if one.start() <= start < one.end()), None)


def corrected(code: str, text: str, start: int) -> tuple[int, int, str] | None:
    """Return which characters around a mistake of this code take which others, None for none."""
    known = _MISTAKES.get(code)
    return None if known is None else _replaced((known,), text, start)


def _replaced(
    known: Iterable[tuple[re.Pattern[str], _Told]], text: str, start: int
) -> tuple[int, int, str] | None:
    for pattern, put in known:
        found = _around(pattern, text, start)
        if found is not None:
            told = found.expand(put) if isinstance(put, str) else put(found)
            return found.start(), found.end(), told
    return None


def equivalent(text: str, start: int) -> tuple[int, int, str] | None:
    """Return which characters at or around `start` are a habit, and what takes their place."""
    deleted = _DELETED.match(text, start)
    if deleted is not None:
        return start, deleted.end(), ""
    whole = _replaced(_choices(), text, start)
    if whole is not None:
        return whole
    for one in _habits("inside"):
        found = _around(re.compile(one.pattern), text, start)
        if found is not None:
            put, end = found.expand(one.instead), found.end()
            end += len(text[end:]) - len(text[end:].lstrip(" ")) if put.endswith(" ") else 0
            return (found.start(), end, put) if put else None
    return None


def directive_habit(word: str) -> str:
    """Return what to write for a directive of another language; empty for any other word."""
    return str(shipped_table("rulings.language", "habits.toml")["directives"].get(word, ""))


def _cut(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= 30 else f"{shown[:29]}…"
