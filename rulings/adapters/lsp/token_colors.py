"""The colours of a file: semantic tokens.

In: a text. Out: the numbers of the protocol. Guarantee: tokens come in order, within one line each;
in files of sentences known names are marked, so that a misspelt one is seen at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from lsprotocol import types

from rulings.adapters.lsp.lines import sentence_lines
from rulings.adapters.lsp.ranges import Measure
from rulings.english.lexicon import Lexicon
from rulings.language.occurrences import Occurrence, Use, WordKind
from rulings.language.source import Source
from rulings.repl.highlight import highlight

_KINDS = {
    WordKind.PREDICATE: types.SemanticTokenTypes.Function,
    WordKind.TYPE: types.SemanticTokenTypes.Type,
    WordKind.CONSTANT: types.SemanticTokenTypes.EnumMember,
    WordKind.VARIABLE: types.SemanticTokenTypes.Variable,
    WordKind.CLAUSE: types.SemanticTokenTypes.Namespace,
    WordKind.RULE: types.SemanticTokenTypes.Event,
    WordKind.KEYWORD: types.SemanticTokenTypes.Keyword,
    WordKind.FUNCTION: types.SemanticTokenTypes.Macro,
    WordKind.NUMBER: types.SemanticTokenTypes.Number,
    WordKind.STRING: types.SemanticTokenTypes.String,
    WordKind.COMMENT: types.SemanticTokenTypes.Comment,
    WordKind.OPERATOR: types.SemanticTokenTypes.Operator,
    WordKind.ANNOTATION: types.SemanticTokenTypes.Decorator,
}
_STYLES = {
    "class:name": WordKind.TYPE,
    "class:string": WordKind.STRING,
    "class:number": WordKind.NUMBER,
    "class:keyword": WordKind.KEYWORD,
    "class:comment": WordKind.COMMENT,
    "class:variable": WordKind.VARIABLE,
}
_CITED = re.compile(r"^ *because:[^\n]*(?:\n +- [^\n]*)*", re.MULTILINE)
_CLAUSE = re.compile(r"[\w.-]+/[\w./-]+")
LEGEND = types.SemanticTokensLegend(
    token_types=[kind.value for kind in _KINDS.values()],
    token_modifiers=[types.SemanticTokenModifiers.Declaration.value],
)
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}


def sentence_colors(text: str, lexicon: Lexicon | None) -> list[Occurrence]:
    """Return the names, numbers and clauses in a text of sentences."""
    found: list[Occurrence] = []
    for line in sentence_lines(text):
        if lexicon is not None:
            for style, start, word in _styled(line.text, lexicon):
                at = line.start + start
                found.append(Occurrence(_STYLES[style], word, at, at + len(word)))
    for cited in _CITED.finditer(text):
        for clause in _CLAUSE.finditer(cited[0]):
            start = cited.start() + clause.start()
            found.append(Occurrence(WordKind.CLAUSE, clause[0], start, start + len(clause[0])))
    return sorted(found, key=lambda one: one.start)


@lru_cache(maxsize=20_000)
def _styled(line: str, lexicon: Lexicon) -> tuple[tuple[str, int, str], ...]:
    found, position = [], 0
    for style, text in highlight(line, lexicon):
        if style in _STYLES:
            found.append((style, position, text.rstrip()))
        position += len(text)
    return tuple(found)


def encoded(words: Iterable[Occurrence], source: Source, measure: Measure) -> list[int]:
    """Return tokens as the protocol writes them: each relative to the one before."""
    data: list[int] = []
    line = column = 0
    for start, end, kind, use in _by_line(words, source):
        place = measure.position(source, start)
        length = measure.position(source, end).character - place.character
        step = place.line - line
        data += (
            step,
            place.character - (0 if step else column),
            length,
            _NUMBERS[kind],
            int(use is Use.DECLARED),
        )
        line, column = place.line, place.character
    return data


def _by_line(
    words: Iterable[Occurrence], source: Source
) -> Iterator[tuple[int, int, WordKind, Use]]:
    """Yield the parts of each word that stand on one line."""
    for one in words:
        start = one.start
        while start < one.end:
            stop = source.text.find("\n", start, one.end)
            end = one.end if stop < 0 else stop
            if end > start:
                yield start, end, one.kind, one.use
            start = end + 1
