"""What people write who come from Prolog or from answer set programming.

In: the text around a place where a program cannot be read. Out: what is written there, and the
equivalent here, both empty where it is no such habit. Guarantee: each hint is a thing to write; it
promises nothing that the language has not.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_FAILURE = "Negation is written `not p(X)`."
_DIFFERENT = "Write `!=`."
_EQUAL = "Write `=`, which compares, and binds a variable that has no value yet."
_IF_THEN = "Write two rules: one with the condition, one with `not` and the condition."
_LIST = "There are no lists: state one fact for each member."

_Match = re.Match[str]
_Told = str | Callable[[_Match], str]


def _range(found: _Match) -> str:
    return (
        f"A range is a type, `.type t = {{ {found[1]}, …, {found[2]} }}.`, in a body a condition: "
        f"`between({found[1]}, {found[2]}, X)`; facts are written one by one."
    )


def _constraint(found: _Match) -> str:
    return (
        f"Conclude what is broken: `.decl broken(X: type) breach “{{X}} is wrong”.` and "
        f"`broken(X) :- {found[1].strip()}.`; `rulings check` reports its rows."
    )


def _declared(found: _Match) -> str:
    return f"Delete it; `.decl {found[1]}(A: type, …).` declares `{found[1]}` with its columns."


def _arity(found: _Match) -> str:
    return f"Write the name alone, or declare it: `.decl {found[1]}(A: type, …).`"


_ELSEWHERE: tuple[tuple[str, _Told], ...] = (
    (r":-\s*(?:table|dynamic|discontiguous|multifile)\s+(\w+)\s*/\s*\d+", _declared),
    (r":-\s*(?:use_module|module|ensure_loaded|include|consult)\b", 'Write `.include "file.dl".`'),
    (r":-\s*(?:initialization|set_prolog_flag|table|dynamic|discontiguous)\b", "Delete it."),
    (r":-([^.\n]*)", _constraint),
    (
        r"#\s*(?:show|table|input|output)\b",
        "Delete it; `rulings eval FILE --query 'p(X)'` shows p.",
    ),
    (r"#\s*const\s+(\w+)\s*=\s*(\w+)", "Write a fact, and read it where it is needed: `most(3).`"),
    (r"#\s*include\b", 'Write `.include "file.dl".`'),
    (r"\{[^}\n]*\}", 'What may be so or not is a state: `.state p(X: type) open "{X} is p".`'),
    (r"-\s*[a-z]\w*\s*\(", "What is denied is written `neg p(X) :- …`."),
)
"""At the begin of a statement."""

_INSIDE: tuple[tuple[str, _Told], ...] = (
    (r"\\\+", _FAILURE),
    (r"\\==?", _DIFFERENT),
    (r"=\\=", _DIFFERENT),
    (r"=:=|==", _EQUAL),
    (r"=<", "Write `<=`."),
    (r"=>|<-(?=\s)", "A rule is written `head :- body.`"),
    (r"<>", _DIFFERENT),
    (r"<-", "A rule is written `head :- body.`"),
    (r"->", _IF_THEN),
    (r"\bis\b(?!\s*\()", "Write `=`: `Y = X + 1`."),
    (r"\b(?:mod|rem)\b", "Write `%`: `X % 2`."),
    (r"\bdiv\b", "Write `//`: `X // 2`."),
    (r"\*\*|\^", "There are no powers: multiply."),
    (r"\b([a-z]\w*)\s*/\s*\d+", _arity),
    (r"/", "Division is written `//`, and rounds down."),
    (r";", "Write `(… or …)`, in parentheses, or two rules."),
    (r"\[[^\]\n]*\]?", _LIST),
    (r"!(?=\s*[,.\n]|$)", "There is no cut: every rule counts, and `a overrides b.` ranks two."),
    (r"!", _FAILURE),
    (r"(\d+)\s*\.\.\s*(\d+)", _range),
    (r"#\s*(?:count|sum|min|max)\b", "Write it without `#`: `N = count { X : p(X) }`."),
    (r"&", "Separate conditions by `,`."),
    (r"'", 'Quoted text stands between `"` and `"`.'),
    (r"\?", "A question is asked on the command line or in the REPL, not in a program."),
)
"""Anywhere. What is longer stands before what it begins with."""

_ANY = re.compile("|".join(f"(?:{pattern})" for pattern, _ in _INSIDE))

_DIRECTIVES = {
    ".pred": "Write `.decl`.",
    ".relation": "Write `.decl`.",
    ".table": "Delete it: recursion ends by itself.",
    ".input": "Delete it: facts stand in files that rulebook.toml names, as CSV or in programs.",
    ".output": "Delete it: `rulings eval FILE` prints every relation.",
    ".printsize": "Delete it: `rulings eval FILE` prints every relation.",
    ".comp": "There are no components: put what is shared into a file of its own.",
}


_AROUND = 80
"""So many characters are looked at before and behind a place, however long its line is."""


def habit(text: str, start: int, *, begins: bool = False) -> tuple[str, str]:
    """Return what is written at or around `start` out of habit, and what to write instead.

    `begins` tells that a statement begins there.
    """
    end = start + _AROUND
    if begins:
        for pattern, told in _ELSEWHERE:
            found = re.compile(pattern).match(text, start, end)
            if found is not None:
                return _cut(found.group()), told if isinstance(told, str) else told(found)
    first = max(text.rfind("\n", max(0, start - _AROUND), start) + 1, start - _AROUND, 0)
    if _ANY.search(text, first, end) is None:
        return "", ""
    for pattern, told in _INSIDE:
        for found in re.compile(pattern).finditer(text, first, end):
            if found.start() > start:
                break
            if found.start() <= start < found.end():
                return _cut(found.group()), told if isinstance(told, str) else told(found)
    return "", ""


def directive_habit(word: str) -> str:
    """Return what to write for a directive of another language; empty for any other word."""
    return _DIRECTIVES.get(word, "")


def _cut(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= 30 else f"{shown[:29]}…"
