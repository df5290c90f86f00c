"""What people write who come from Prolog or from answer set programming.

In: the text around a place where a program cannot be read. Out: what is written there, and the
equivalent here, both empty where it is no such habit. Guarantee: each hint is a thing to write; it
promises nothing that the language has not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rulings.expressions import expression

_FAILURE = "Negation is written `not p(X)`."
_DIFFERENT = "Write `!=`."
_EQUAL = "Write `=`, which compares, and binds a variable that has no value yet."
_IF_THEN = "Write `(a, b or not a, c)` for `(a -> b ; c)`, or two rules."
_THEN = "Write `,`: without an else, both have to hold."
_IMPLIED = "A rule is written `head :- body.`"
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
        'Conclude what is broken: `.decl broken(X: type) breach "{X} is wrong".` and '
        f"`broken(X) :- {found[1].strip()}.`; `rulings check` reports its rows."
    )


def _declared(found: _Match) -> str:
    return f"Delete it; `.decl {found[1]}(A: type, …).` declares `{found[1]}` with its columns."


def _arity(found: _Match) -> str:
    return f"Write the name alone, or declare it: `.decl {found[1]}(A: type, …).`"


def _quoted(found: _Match) -> str:
    return f'A name begins with a letter; other text stands in quotes: `"{found[0]}"`.'


def _colon(found: _Match) -> str:
    line = found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()]
    return (
        "What holds for each is written `forall { X : q(X) } p(X)`." if ":-" in line else _IMPLIED
    )


_COMMENT = "A comment begins with `%`."
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
    (r"//", _COMMENT),
    (r"\{[^}\n]*\}", 'What may be so or not is a state: `.state p(X: type) open "{X} is p".`'),
    (r"-\s*[a-z]\w*\s*\(", "What is denied is written `neg p(X) :- …`."),
)
"""At the begin of a statement."""

_LESS = "Write `<=`."
_IS = "Write `=`: `Y = X + 1`."
_REST = "Write `%`: `X % 2`."
_DIV = "Write `//`: `X // 2`."
_DIVISION = "Division is written `//`, and rounds down."
_BARE = "Write `not` without parentheses: `not p(X)`."
_APART = "`not` stands before one atom; conclude what is in parentheses by a rule of its own."
_COLLECTED = "What holds for many is collected in braces: `N = count { X : p(X) }`."
_PLAIN = "Write it without `#`: `N = count { X : p(X) }`."
_AND = "Separate conditions by `,`."

_BLOCK = "A comment begins with `%`, on each of its lines."
_EITHER = "Write `(… or …)`, in parentheses, or two rules."
_ATOM = r"([a-z]\w*(?:\([^()\n]*\))?)"
_OPENS, _CLOSES = r"(?:\(\s*|(?<=:- ))", r"\s*(?:\)|(?=\.))"

_INSIDE: tuple[tuple[str, _Told], ...] = (
    (r"(?<![^\n])(?://|#(?=\s))", _COMMENT),
    (r"/\*", _BLOCK),
    (r"\\\+|~(?=\s*[a-z])", _FAILURE),
    (r"=\\=|\\==?", _DIFFERENT),
    (r"=:=|:=|==", _EQUAL),
    (r"=<", _LESS),
    (r"=>|<-(?=\s)", _IMPLIED),
    (r"<>", _DIFFERENT),
    (r"<-", _IMPLIED),
    (r"(?<![^\n])[a-z][^:.\n]*->", _IMPLIED),
    (r"->[^.;\n]*;", _IF_THEN),
    (r"\s*->(?![^.\n]*;)", _THEN),
    (r"->", _IF_THEN),
    (r"\bnot\s*\(\s*([a-z]\w*(?:\([^()\n]*\))?)\s*\)", _BARE),
    (r"\bnot\s*\(", _APART),
    (r"\b(?:findall|bagof|setof|aggregate_all|aggregate|count)\s*\([^()\n]*", _COLLECTED),
    (r"\bis\b(?!\s*\()", _IS),
    (r"\b(?:mod|rem)\b", _REST),
    (r"\bdiv\b", _DIV),
    (r"\*\*|\^", "There are no powers: multiply."),
    (r"\b([a-z]\w*)\s*/\s*\d+", _arity),
    (r"/", _DIVISION),
    (r";", _EITHER),
    (r"\[[^\]\n]*\]?", _LIST),
    (r"!(?=\s*[,.\n]|$)", "There is no cut: every rule counts, and `a overrides b.` ranks two."),
    (r"!", _FAILURE),
    (r"(\d+)\s*\.\.\s*(\d+)", _range),
    (r"#\s*(count|sum|min|max)\b", _PLAIN),
    (r"\s*&&?", _AND),
    (r"(?<=\)):(?!-)", _colon),
    (r"\b\d+[A-Za-z_]\w*", _quoted),
    (r"'", 'Quoted text stands between `"` and `"`.'),
    (r"\?", "A question is asked on the command line or in the REPL, not in a program."),
)
"""Anywhere. What is longer stands before what it begins with."""

_ANY = expression("|".join(f"(?:{pattern})" for pattern, _ in _INSIDE))

_COMPARED = re.compile(r"(?:\bnot|\\\+|~)\s*(\()?\s*(\w+)\s*([<>!]?=|[<>])\s*(\w+)(?(1)\s*\))")
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_HEAD = (
    r"(?<![^\n])((?:@(?:\w+\([^()\n]*\)|\[[^\]\n]*\]) *)*(?:neg +)?[a-z]\w*(?:\([^()\n]*\))?)\s*"
)


def _opposite(found: _Match) -> str:
    return f"{found[2]} {_OPPOSITE[found[3]]} {found[4]}"


_CHOICES: tuple[tuple[re.Pattern[str], _Told], ...] = (
    (_COMPARED, _opposite),
    (re.compile(rf"(?:\\\+|~)\s*\(\s*{_ATOM}\s*\)"), r"not \1"),
    (re.compile(rf"(?<![^\n])(?:\\\+|[-~])\s*{_ATOM}(?=\s*:-)"), r"neg \1"),
    (re.compile(r"“([^“”\"\n]*)”|‘([^‘’\"\n]*)’|'([^'\"\n]*)'"), r'"\1\2\3"'),
    (re.compile("≠"), "!="),
    (re.compile("≤"), "<="),
    (re.compile("≥"), ">="),
    (re.compile("[–−]"), "-"),
    (re.compile(rf"\(\s*{_ATOM}\s*->\s*{_ATOM}\s*\)"), r"\1, \2"),
    (re.compile(r"\s*\band\b(?=\s+(?:not\s+)?[a-z]\w*\()"), ","),
    (
        re.compile(rf"{_OPENS}{_ATOM}\s*->\s*{_ATOM}\s*;\s*{_ATOM}{_CLOSES}"),
        r"(\1, \2 or not \1, \3)",
    ),
    (re.compile(rf"{_OPENS}{_ATOM}\s*[;|]\s*{_ATOM}{_CLOSES}"), r"(\1 or \2)"),
    (re.compile(rf"(?<![^\n])([a-z][^:.\n]*?)\s*[-=]>\s*{_ATOM}(?=\.)"), r"\2 :- \1"),
    (re.compile(_HEAD + r"(?:<[-=]|:=|: -|\bif\b|:(?!-))\s*(?=[a-z])"), r"\1 :- "),
)
"""What is written around the sign that cannot be read, and what takes its place."""

_MISTAKES: dict[str, tuple[re.Pattern[str], _Told]] = {
    "RUL112": (_COMPARED, _opposite),
    "RUL113": (
        re.compile(r"([<>!]?=|[<>])(\s*)(\w+)\s*([<>!]?=|[<>])"),
        r"\1\2\3, \3 \4",
    ),
    "RUL119": (re.compile(r"\bnot(\s+\w)"), r"neg\1"),
}
"""What can be read and is no condition or no rule, by its code."""

_INSTEAD: dict[_Told, str] = {
    _FAILURE: "not ",
    _DIFFERENT: "!=",
    _EQUAL: "=",
    _LESS: "<=",
    _THEN: ",",
    _BARE: r"not \1",
    _IS: "=",
    _REST: "%",
    _DIV: "//",
    _DIVISION: "//",
    _PLAIN: r"\1",
    _COMMENT: "%",
    _AND: ",",
    _quoted: r'"\g<0>"',
}
"""What takes the place of a habit, where that is one thing."""
_DELETED = expression(r":-\s*(?:table|dynamic|discontiguous|multifile)\b[^.\n]*\.")

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


def corrected(code: str, text: str, start: int) -> tuple[int, int, str] | None:
    """Return which characters around a mistake of this code take which others, None for none."""
    known = _MISTAKES.get(code)
    return None if known is None else _replaced((known,), text, start)


def _replaced(
    known: Iterable[tuple[re.Pattern[str], _Told]], text: str, start: int
) -> tuple[int, int, str] | None:
    first = max(text.rfind("\n", 0, start) + 1, start - _AROUND)
    for pattern, put in known:
        for found in pattern.finditer(text, first, start + _AROUND):
            if found.start() <= start < found.end():
                told = found.expand(put) if isinstance(put, str) else put(found)
                return found.start(), found.end(), told
    return None


def equivalent(text: str, start: int) -> tuple[int, int, str] | None:
    """Return which characters at or around `start` are a habit, and what takes their place."""
    deleted = _DELETED.match(text, start)
    if deleted is not None:
        return start, deleted.end(), ""
    whole = _replaced(_CHOICES, text, start)
    if whole is not None:
        return whole
    first = max(text.rfind("\n", 0, start) + 1, start - _AROUND)
    for pattern, told in _INSIDE:
        for found in re.compile(pattern).finditer(text, first, start + _AROUND):
            if found.start() <= start < found.end():
                put = found.expand(_INSTEAD[told]) if told in _INSTEAD else ""
                end = found.end()
                end += len(text[end:]) - len(text[end:].lstrip(" ")) if put.endswith(" ") else 0
                return (found.start(), end, put) if put else None
    return None


def directive_habit(word: str) -> str:
    """Return what to write for a directive of another language; empty for any other word."""
    return _DIRECTIVES.get(word, "")


def _cut(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= 30 else f"{shown[:29]}…"
