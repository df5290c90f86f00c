"""A place in the tokens of one statement.

In: tokens. Out: the next token, or a `Misread` that names what was expected. Guarantee: the
nesting of parentheses and braces stays below `MAX_DEPTH`, so no text exhausts Python's stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.habits import habit
from rulings.language.lexer import Tokens
from rulings.language.source import Source, Span
from rulings.records import dataclass, field

MAX_DEPTH = 60
_T = TypeVar("_T")
RESERVED = frozenset({"not", "neg", "forall", "min", "max", "abs"})

_ENDS = frozenset({"name", "variable", "integer", "string", ")", "}"})
"""What a condition may end with."""

_SHOWN = {
    "name": "a name",
    "variable": "a variable",
    "string": "a quoted text",
    "integer": "an integer",
    "stop": "`.`",
}


class Misread(Exception):
    """The statement cannot be read further; the parser goes on with the next one.

    `resume` is that of the cursor, see there.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        self.resume: int | None = None
        super().__init__(diagnostic.message)


@dataclass(slots=True)
class Cursor:
    """Reads the tokens of one statement from left to right.

    `resume` is where the next one begins when the full stop between the two is missing.
    """

    source: Source
    kinds: list[str]
    texts: list[str]
    starts: list[int]
    index: int = 0
    anonymous: int = 0
    depth: int = 0
    resume: int | None = None
    problems: list[Diagnostic] = field(default_factory=list)
    groups: frozenset[int] | None = None

    @classmethod
    def over(cls, source: Source, tokens: Tokens) -> Cursor:
        """Begin at the first token; two sentinels save every bounds check."""
        end = max(tokens.next, 0)
        return cls(
            source, [*tokens.kinds, "", ""], [*tokens.texts, "", ""], [*tokens.starts, end, end]
        )

    @property
    def kind(self) -> str:
        """The kind of the next token."""
        return self.kinds[self.index]

    @property
    def text(self) -> str:
        """The text of the next token."""
        return self.texts[self.index]

    @property
    def start(self) -> int:
        """Where the next token begins."""
        return self.starts[self.index]

    @property
    def end(self) -> int:
        """Where the last token read ends."""
        last = self.index - 1
        return self.starts[last] + len(self.texts[last]) if last >= 0 else self.starts[0]

    def here(self) -> Span:
        """The place of the next token."""
        return Span(self.source, self.start, self.start + len(self.text))

    def since(self, start: int) -> Span:
        """The place from `start` to the end of the last token read."""
        return Span(self.source, start, self.end)

    def finish(self) -> Span:
        """Read the full stop and return the place of the whole statement.

        A statement that lacks nothing but its full stop is reported (RUL104), and read.
        """
        try:
            self.expect("stop", "to end the statement")
        except Misread as misread:
            if misread.diagnostic.code != "RUL104":
                raise
            self.problems.append(misread.diagnostic)
            self.resume = misread.resume
        return Span(self.source, self.starts[0], self.end)

    def take(self, kind: str) -> bool:
        """Skip the next token when it is of this kind."""
        if self.kinds[self.index] == kind:
            self.index += 1
            return True
        return False

    def take_word(self, word: str) -> bool:
        """Skip the next token when it is this name."""
        return self.text == word and self.take("name")

    def expect(self, kind: str, where: str) -> str:
        """Read a token of this kind and return its text; `where` completes the message."""
        if self.kinds[self.index] != kind:
            raise self.misread(_SHOWN.get(kind, f"`{kind}`"), where)
        self.index += 1
        return self.texts[self.index - 1]

    def expect_name(self, where: str) -> str:
        """Read a name that is not a word of the language."""
        if self.kinds[self.index] == "name" and self.texts[self.index] in RESERVED:
            raise self.problem("RUL109", self.here(), name=self.text)
        return self.expect("name", where)

    def listed(self, read: Callable[[Cursor], _T], joint: str = ",") -> tuple[_T, ...]:
        """Read one thing or several, with a `joint` between them."""
        found = [read(self)]
        while self.take(joint):
            found.append(read(self))
        return tuple(found)

    @contextmanager
    def inside(self, closing: str, where: str) -> Iterator[None]:
        """Read what stands between the parenthesis or brace read last and its `closing` one."""
        self.deeper()
        yield
        self.expect(closing, where)
        self.depth -= 1

    def misread(self, expected: str, where: str) -> Misread:
        """The next token is not what the grammar wants here."""
        kind = self.kind
        if not kind:
            # Point at the last character read: the end of the text shows nothing.
            end = self.end
            span = Span(self.source, max(end - 1, 0), end)
            return self.problem("RUL104", span, missing=expected, where=where)
        if kind == "name" and self.text == "or" and self.kinds[self.index - 1] in _ENDS:
            return self.problem("RUL126", self.here())
        if expected == "`.`" and self.index and self.begins_line():
            place = Span(self.source, self.end - 1, self.end)
            misread = self.problem("RUL104", place, missing=expected, where=where)
            misread.resume = self.start
            return misread
        found = self.text if len(self.text) <= 30 else self.text[:27] + "…"
        _, hint = habit(self.source.text, self.start, begins=not self.index)
        if not hint and expected == "`.`" and kind in ("name", "variable"):
            hint = "Is a `,` missing between two conditions, or a `.` between two statements?"
        return self.problem(
            "RUL101", self.here(), suggestion=hint, found=found, expected=expected, where=where
        )

    def holds_conditions(self) -> bool:
        """Whether the next token, a `(`, opens conditions: between it and its `)` there is `,` or
        `or`, as there never is around a value. All parentheses are looked at once."""
        if self.groups is None:
            self.groups = frozenset(_groups(self.kinds, self.texts))
        return self.index in self.groups

    def begins_line(self) -> bool:
        """Whether the next token stands at the begin of a line."""
        text = self.source.text
        return text[self.start - 1 : self.start] == "\n"

    def take_hyphenated(self) -> str:
        """Read one word with hyphens, `two-of-clubs`, report it (RUL125) and return its name.

        Returns an empty text, and reads nothing, where the tokens are none.
        """
        index, texts = self.index, self.texts
        while self.kinds[index + 1] == "-" and self.kinds[index + 2] in ("name", "integer"):
            ends = [self.starts[at] + len(texts[at]) for at in (index, index + 1)]
            if ends != self.starts[index + 1 : index + 3]:
                break
            index += 2
        if index == self.index:
            return ""
        word = "".join(texts[self.index : index + 1])
        name = word.replace("-", "_")
        span = Span(self.source, self.start, self.start + len(word))
        self.problems.append(diagnose("RUL125", span, found=word, name=name))
        self.index = index + 1
        return name

    def problem(self, code: str, span: Span, suggestion: str = "", **words: object) -> Misread:
        """A syntax error of the given code."""
        return Misread(diagnose(code, span, (), suggestion, **words))

    def deeper(self) -> None:
        """Enter a parenthesis or a brace."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.problem("RUL105", self.here(), limit=MAX_DEPTH)

    def fresh(self) -> str:
        """The name of the next anonymous variable."""
        self.anonymous += 1
        return f"_{self.anonymous}"


def _groups(kinds: list[str], texts: list[str]) -> Iterator[int]:
    """The parentheses that hold a `,` or an `or` between two conditions, by their indexes."""
    opened: list[int] = []
    before = ""
    for index, kind in enumerate(kinds):
        if kind in ("(", "{"):
            opened.append(index)
        elif kind in (")", "}"):
            if opened:
                opened.pop()
        elif opened and (
            kind == "," or (kind == "name" and texts[index] == "or" and before in _ENDS)
        ):
            yield opened[-1]
        before = kind
