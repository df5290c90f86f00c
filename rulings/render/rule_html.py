"""Rules in colour, as HTML.

In: the text of rules. Out: HTML for the inside of `<pre>`. Guarantee:
everything is escaped; without the style it reads as the text.
"""

from __future__ import annotations

from html import escape

from rulings.language.occurrences import WordKind, occurrences
from rulings.language.source import Source

_CLASSES = {
    WordKind.PREDICATE: "p",
    WordKind.VARIABLE: "v",
    WordKind.KEYWORD: "k",
    WordKind.FUNCTION: "k",
    WordKind.NUMBER: "s",
    WordKind.STRING: "s",
    WordKind.COMMENT: "c",
    WordKind.CLAUSE: "c",
}


def rule_html(text: str) -> str:
    """Return rules with their words in spans."""
    parts, done = [], 0
    for one in occurrences(Source("rules", text)):
        parts.append(escape(text[done : one.start]))
        style, word = _CLASSES.get(one.kind), escape(text[one.start : one.end])
        parts.append(f'<span class="{style}">{word}</span>' if style is not None else word)
        done = one.end
    return "".join((*parts, escape(text[done:])))
