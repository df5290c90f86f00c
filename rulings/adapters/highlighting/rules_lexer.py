"""A lexer for Pygments, under the name `rulings`.

In: the text of a rule file. Out: Pygments' tokens. Guarantee: they are the words of
`rulings.language.occurrences`; joined, the tokens are the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)

from rulings.language.occurrences import Use, WordKind, occurrences
from rulings.language.source import Source

_KINDS: dict[WordKind, Any] = {
    WordKind.PREDICATE: Name.Function,
    WordKind.TYPE: Name.Class,
    WordKind.CONSTANT: Name.Constant,
    WordKind.VARIABLE: Name.Variable,
    WordKind.CLAUSE: Name.Label,
    WordKind.RULE: Name.Tag,
    WordKind.KEYWORD: Keyword,
    WordKind.FUNCTION: Name.Builtin,
    WordKind.NUMBER: Number.Integer,
    WordKind.STRING: String.Double,
    WordKind.COMMENT: Comment.Single,
    WordKind.OPERATOR: Operator,
    WordKind.ANNOTATION: Name.Decorator,
}


class RulesLexer(Lexer):  # type: ignore[misc]
    """Colours programs of the rule language."""

    name = "Rulings"
    aliases = ("rulings",)
    filenames = ("*.dl",)
    mimetypes = ("text/x-rulings",)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Any, str]]:
        """Yield each token with its offset."""
        done = 0
        for one in occurrences(Source("rules", text)):
            yield from _between(text, done, one.start)
            kind = _KINDS[one.kind]
            if one.kind is WordKind.PREDICATE and one.use is Use.DECLARED:
                kind = Name.Function.Magic
            elif one.kind is WordKind.COMMENT and one.text.startswith("%%%"):
                kind = String.Doc
            yield one.start, kind, text[one.start : one.end]
            done = one.end
        yield from _between(text, done, len(text))


def _between(text: str, start: int, end: int) -> Iterator[tuple[int, Any, str]]:
    if start < end:
        piece = text[start:end]
        yield start, Text.Whitespace if piece.isspace() else Punctuation, piece
