"""What each word of a rule file means, for whoever shows, finds or renames it.

In: the text of a program, also a half-typed one. Out: `Occurrence`s in the order of the text.
Guarantee: any text has them, none overlap, and the work is linear in its length; what a word means
is told by where it stands, without knowing what is declared.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from enum import Enum

from rulings.language.conditions import COLLECTIONS, CONTINUES, EXTREMES, FUNCTIONS, WORDS_BEFORE
from rulings.language.declarations import EFFECTS
from rulings.language.lexer import Tokens, tokenize
from rulings.language.source import Source
from rulings.records import dataclass

_CLAUSE = re.compile(r"[\w./-]+")
_PLACEHOLDER = re.compile(r"\{\s*(\w+)[^{}]*\}")
_WORDS = frozenset({"not", "neg", "forall"})
_BEFORE = _WORDS | {"or"}
_PAST = frozenset({"since", "at"})
_AGGREGATES = COLLECTIONS | EXTREMES
_FUNCTIONS = _AGGREGATES | FUNCTIONS
_JOINTS = {"or": "group", "by": "set"}


class WordKind(Enum):
    """What a word, or a sign, stands for."""

    PREDICATE = "predicate"
    TYPE = "type"
    CONSTANT = "constant"
    VARIABLE = "variable"
    CLAUSE = "clause"
    RULE = "rule"
    KEYWORD = "keyword"
    FUNCTION = "function"
    NUMBER = "number"
    STRING = "string"
    COMMENT = "comment"
    OPERATOR = "operator"
    ANNOTATION = "annotation"


class Use(Enum):
    """Whether a name is declared, concluded by a rule, or read there."""

    DECLARED = "declared"
    CONCLUDED = "concluded"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """The characters `start` to `end`; `statement` is where the statement around them begins.

    A clause is meant by `text`, `document/clause`; its characters are those of the clause alone.
    """

    kind: WordKind
    text: str
    start: int
    end: int
    use: Use = Use.READ
    statement: int = 0


def occurrences(source: Source) -> list[Occurrence]:
    """Return what stands in a text."""
    found: list[Occurrence] = []
    position, last = 0, len(source.text)
    while position < last:
        tokens = tokenize(source, position)
        for start, text in tokens.comments:
            found.append(Occurrence(WordKind.COMMENT, text, start, start + len(text)))
        found += _Statement(tokens).words()
        position = max(tokens.next, position + 1)
    found.sort(key=lambda one: one.start)
    return found


class _Statement:
    """Reads the tokens of one statement."""

    def __init__(self, tokens: Tokens) -> None:
        self.kinds = [*tokens.kinds, "", ""]
        self.texts = [*tokens.texts, "", ""]
        self.starts = tokens.starts
        self.begin = self.starts[0] if self.starts else 0

    def words(self) -> Iterator[Occurrence]:
        """Yield the meanings of all tokens."""
        index = 0
        while index < len(self.starts) and self.kinds[index] in ("clauses", "annotation"):
            if self.kinds[index] == "annotation":
                index = yield from self._annotation(index)
            else:
                yield from self._clauses(index)
                index += 1
        if index < len(self.starts) and self.kinds[index] == "section":
            yield from self._clauses(index)
            index += 1
        if index >= len(self.starts):
            return
        if self.kinds[index] == "directive":
            yield self._one(index, WordKind.KEYWORD)
            yield from self._declaration(self.texts[index], index + 1)
        elif self.texts[index + 1] == "overrides" and self.kinds[index] == "name":
            yield self._one(index, WordKind.RULE)
            yield self._one(index + 1, WordKind.KEYWORD)
            yield from (self._one(at, WordKind.RULE) for at in self._names(index + 2))
        else:
            if self.texts[index] == "otherwise" and self.kinds[index + 1] == "name":
                yield self._one(index, WordKind.KEYWORD)
                index += 1
            yield from self._rule(index)

    def _one(self, index: int, kind: WordKind, use: Use = Use.READ) -> Occurrence:
        return self._part(kind, self.texts[index], self.starts[index], use)

    def _part(self, kind: WordKind, text: str, start: int, use: Use = Use.READ) -> Occurrence:
        return Occurrence(kind, text, start, start + len(text), use, self.begin)

    def _names(self, index: int) -> Iterator[int]:
        return (at for at in range(index, len(self.starts)) if self.kinds[at] == "name")

    def _clauses(self, index: int) -> Iterator[Occurrence]:
        start, text = self.starts[index], self.texts[index]
        mark = text[: text.index("[") + 1]
        yield self._part(WordKind.ANNOTATION, mark, start)
        for clause in _CLAUSE.finditer(text, len(mark)):
            place = start + clause.start() + clause[0].rfind("/") + 1
            end = start + clause.end()
            yield Occurrence(WordKind.CLAUSE, clause[0], place, end, Use.READ, self.begin)

    def _annotation(self, index: int) -> Generator[Occurrence, None, int]:
        """Read `@id(name)` or `@level(name, …)`; return where the statement goes on."""
        yield self._one(index, WordKind.ANNOTATION)
        use = Use.DECLARED if self.texts[index] == "@id" else Use.READ
        index += 1
        while index < len(self.starts) and self.kinds[index] in ("(", ")", ",", "name"):
            if self.kinds[index] == "name":
                yield self._one(index, WordKind.RULE, use)
            index += 1
            if self.kinds[index - 1] == ")":
                break
        return index

    def _declaration(self, directive: str, index: int) -> Iterator[Occurrence]:
        named, depth = False, 0
        for at in range(index, len(self.starts)):
            kind, before, after = self.kinds[at], self.kinds[at - 1], self.kinds[at + 1]
            depth += (kind in ("(", "{")) - (kind in (")", "}"))
            if kind == "name" and named and directive == ".clock" and after == "(":
                yield from self._rule(at)
                return
            if kind == "name" and not named:
                named = True
                meaning = WordKind.TYPE if directive == ".type" else WordKind.PREDICATE
                yield self._one(at, meaning, Use.DECLARED)
            elif kind == "name" and depth == 0:
                yield self._one(at, WordKind.TYPE if before == "<" else WordKind.KEYWORD)
            elif kind == "name" and directive == ".type":
                yield self._one(at, WordKind.CONSTANT, Use.DECLARED)
            elif kind == "name" and before == ":":
                yield self._one(at, WordKind.TYPE)
            elif kind == "name" and self.texts[at] == "in" and after in ("name", "variable"):
                yield self._one(at, WordKind.KEYWORD)
            elif kind in ("name", "variable"):
                yield self._one(at, WordKind.VARIABLE, Use.DECLARED)
            elif kind == "string" and directive != ".include":
                yield from self._template(at)
            else:
                yield from self._plain(at)

    def _template(self, index: int) -> Iterator[Occurrence]:
        """A sentence: its placeholders are columns."""
        start, text, done = self.starts[index], self.texts[index], 0
        for column in _PLACEHOLDER.finditer(text):
            first, end = column.span(1)
            yield self._part(WordKind.STRING, text[done:first], start + done)
            yield self._part(WordKind.VARIABLE, column[1], start + first)
            done = end
        yield self._part(WordKind.STRING, text[done:], start + done)

    def _rule(self, index: int) -> Iterator[Occurrence]:
        inside: list[str] = []
        use = Use.CONCLUDED
        for at in range(index, len(self.starts)):
            kind, text = self.kinds[at], self.texts[at]
            if kind == "(":
                before = self.texts[at - 1] if at > index else ""
                called = at > index and self.kinds[at - 1] == "name" and before not in _BEFORE
                inside.append("call" if called else "group")
            elif kind == "{":
                lists = self.kinds[at + 1 : at + 3] == ["variable", "="]
                inside.append("set" if lists or self.texts[at - 1] in _AGGREGATES else "all")
            elif kind in (")", "}"):
                del inside[-1:]
            elif kind == ":" and inside[-1:] == ["set"]:
                inside[-1] = "all"
            elif kind == ":-":
                use = Use.READ
            if kind == "name" and text == "except" and inside[-1:] == ["all"]:
                yield self._one(at, WordKind.KEYWORD)
                inside[-1] = "set"
            elif kind == "name":
                yield self._name(at, inside, use)
            elif kind == "variable" and text != "_":
                yield self._one(at, WordKind.VARIABLE)
            else:
                yield from self._plain(at)

    def _name(self, at: int, inside: list[str], use: Use) -> Occurrence:
        text, after = self.texts[at], self.kinds[at + 1]
        if self._happens(at, use if not inside else Use.READ):
            return self._one(at, WordKind.KEYWORD)
        if text in _FUNCTIONS and after in ("(", "{"):
            return self._one(at, WordKind.FUNCTION)
        if text in _WORDS and after not in (",", ")"):
            return self._one(at, WordKind.KEYWORD)
        if inside[-1:] == [_JOINTS.get(text)]:
            return self._one(at, WordKind.KEYWORD)
        if after == "(":
            return self._one(at, WordKind.PREDICATE, use if not inside else Use.READ)
        compared = after in CONTINUES or (at > 0 and self.kinds[at - 1] in CONTINUES)
        if compared or inside[-1:] in (["call"], ["set"]):
            return self._one(at, WordKind.CONSTANT)
        return self._one(at, WordKind.PREDICATE, use if not inside else Use.READ)

    def _happens(self, at: int, use: Use) -> bool:
        """Whether a word says what a happening does, or asks for what happened or may happen."""
        text, before, after = self.texts[at], self.kinds[at - 1] if at else "", self.kinds[at + 1]
        if text in WORDS_BEFORE:
            return after == "name"
        if text in _PAST:
            return before == ")" and after != "("
        said = use is Use.CONCLUDED and text in EFFECTS
        return said and before in (")", "name") and after not in ("(", "stop", ":-", ",", "")

    def _plain(self, index: int) -> Iterator[Occurrence]:
        kind = self.kinds[index]
        if kind == "string":
            yield self._one(index, WordKind.STRING)
        elif kind == "integer":
            yield self._one(index, WordKind.NUMBER)
        elif kind in CONTINUES or kind in (":-", "|"):
            yield self._one(index, WordKind.OPERATOR)
        elif kind == "clauses":
            yield from self._clauses(index)
