"""Characters to tokens, one statement at a time.

In: a text and an offset. Out: the `Tokens` of the statement that begins there. Guarantee: a
statement's tokens end with its full stop, or before a directive that begins a line, or at the
end of the text; a citation `@@[ ]` is one by itself; characters that belong to no token are
reported and skipped; the work is linear in the length of the text.

`%` is the modulo operator between two operands of one line and begins a comment elsewhere.
"""

from __future__ import annotations

import re

from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic
from rulings.language.habits import habit
from rulings.language.program import MAX_DIGITS
from rulings.language.source import Source, Span
from rulings.records import dataclass, field

MAX_TOKENS = 1_000_000
MAX_PROBLEMS = 500

TOKEN = re.compile(
    r"""
      (?P<variable> [A-Z][A-Za-z0-9_]* | _[A-Za-z][A-Za-z0-9_]* | _(?![0-9]) )
    | (?P<name>     [a-z][A-Za-z0-9_]* )
    | (?P<punctuation> :- | != | <= | >= | // | [(),:{}=<>+*/|-] )
    | (?P<range>    [0-9]+\.\.[0-9]+ )
    | (?P<decimal>  [0-9]+\.[0-9]+ )
    | (?P<integer>  [0-9]+ )
    | (?P<string>   "(?:[^"\\\n]|\\.)*" )
    | (?P<directive>\.[a-z][A-Za-z0-9_]* )
    | (?P<stop>     \. )
    | (?P<space>    [ \t\r\n]+ )
    | (?P<comment>  % )
    | (?P<section>  @@\[[^\]@]*\] )
    | (?P<clauses>  @\[[^\]@]*\] )
    | (?P<open>     @\[[^\n]* )
    | (?P<annotation> @[a-z]* )
    | (?P<unclosed> "[^\n]* )
    | (?P<bad>      [^A-Za-z0-9_(),:{}=<>+*/|\-\"\s%@.]+ | . | \s+ )
    """,
    re.VERBOSE,
)
MODULO = re.compile(r"%[ \t]*(?:-?[0-9]+|[A-Z_][A-Za-z0-9_]*|\()")
NEXT_STATEMENT = re.compile(r"\.(?=\s|$)|^[ \t]*\.[a-z]", re.MULTILINE)
_FUNCTIONS = frozenset({"min", "max", "abs"})
_BEFORE_EXPRESSIONS = frozenset({"by", "needs", "or"})
"""Words of conditions; they are names too, of predicates where a parenthesis follows at once."""
NEXT_LINE = re.compile(r"\n(?=[a-z.@%])")


@dataclass(slots=True)
class Tokens:
    """The tokens of one statement in three parallel lists, and where the next one begins.

    A punctuation token's kind is its own text; other kinds are the names of `TOKEN`'s groups.
    `opened` are the parentheses that are open, `closed` is the one that was closed last.
    A `broken` statement holds characters that belong to no token and is not worth parsing;
    `strange` is what was met last of these.
    """

    kinds: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    next: int = 0
    broken: bool = False
    strange: str = ""
    problems: list[Diagnostic] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)
    closed: int = -1
    comments: list[tuple[int, str]] = field(default_factory=list)

    def add(self, kind: str, text: str, start: int) -> None:
        """Add a token."""
        self.kinds.append(kind)
        self.texts.append(text)
        self.starts.append(start)


def tokenize(source: Source, position: int) -> Tokens:
    """Read the tokens of the statement that begins at `position`."""
    text = source.text
    tokens = Tokens()
    kinds, texts, starts = tokens.kinds, tokens.texts, tokens.starts
    while True:
        resume = -1
        for found in TOKEN.finditer(text, position):
            kind = found.lastgroup
            if kind == "space":
                continue
            token = found.group()
            start = found.start()
            if kind == "punctuation":
                kind = token
                if token == "(":
                    tokens.opened.append(len(kinds))
                elif token == ")":
                    tokens.closed = tokens.opened.pop() if tokens.opened else -1
            elif kind == "stop":
                tokens.add(kind, token, start)
                tokens.next = start + 1
                return tokens
            elif kind == "comment":
                if kinds and _is_modulo(tokens, text, start):
                    kind, token, resume = "%", "%", start + 1
                else:
                    resume = text.find("\n", start)
                    resume = len(text) if resume < 0 else resume
                    tokens.comments.append((start, text[start:resume].rstrip("\r")))
                    break
            elif kind == "directive":
                if kinds and not _only_annotations(kinds):
                    tokens.next = start
                    if text[text.rfind("\n", 0, start) + 1 : start].strip(" \t"):
                        # It stands behind something on its line: its dot is a full stop.
                        tokens.add("stop", ".", start)
                        tokens.next = start + 1
                    return tokens
            elif kind == "section":
                tokens.next = start
                if not kinds:
                    tokens.add(kind, token, start)
                    tokens.next = found.end()
                return tokens
            elif kind in ("bad", "open", "unclosed", "decimal", "range") or (
                kind == "integer" and len(token) > MAX_DIGITS
            ):
                _problem(tokens, source, kind, token, start)
                if len(tokens.problems) > MAX_PROBLEMS:
                    return _give_up(tokens, len(text))
                if kind == "unclosed":
                    line = NEXT_LINE.search(text, start)
                    return _give_up(tokens, line.end() if line else len(text))
                tokens.broken |= kind in ("bad", "range")
                if kind in ("bad", "open"):
                    continue
                kind, token = "integer", "0"
            kinds.append(kind or "")
            texts.append(token)
            starts.append(start)
            if resume >= 0:
                break
            if len(kinds) >= MAX_TOKENS:
                _problem(tokens, source, "long", token, starts[0])
                stop = NEXT_STATEMENT.search(text, start + len(token))
                begins = stop.start() + (text[stop.start()] == ".") if stop else len(text)
                return _give_up(tokens, begins)
        else:
            tokens.next = len(text)
            return tokens
        position = resume


def _give_up(tokens: Tokens, position: int) -> Tokens:
    """Forget a statement that is none, and go on at `position`."""
    del tokens.kinds[:], tokens.texts[:], tokens.starts[:]
    tokens.next = position
    return tokens


def _only_annotations(kinds: list[str]) -> bool:
    """Whether the tokens so far are annotations, which may stand before a directive."""
    depth = 0
    for kind in kinds:
        if kind == "(":
            depth += 1
        elif kind == ")":
            depth -= 1
        elif not depth and kind not in ("clauses", "annotation"):
            return False
    return not depth


def _is_modulo(tokens: Tokens, text: str, start: int) -> bool:
    before = tokens.kinds[-1]
    if before not in ("variable", "integer", ")"):
        return False
    ahead = MODULO.match(text, start)
    if ahead is None:
        return False
    end = tokens.starts[-1] + len(tokens.texts[-1])
    if text[end:start].strip(" \t") or "\n" in text[end:start]:
        return False
    following = text[ahead.end() : ahead.end() + 40]
    word = following.lstrip(" \t")[:1]
    if following[:1] in (" ", "\t") and (word.isalnum() or word == '"'):
        return False
    return before != ")" or _closes_group(tokens)


def _closes_group(tokens: Tokens) -> bool:
    """Whether the last `)` closes a parenthesised expression rather than an atom."""
    index = tokens.closed
    if index < 0:
        return False
    if not index or tokens.kinds[index - 1] != "name":
        return True
    word, start = tokens.texts[index - 1], tokens.starts[index - 1]
    apart = tokens.starts[index] > start + len(word)
    return word in _FUNCTIONS or (apart and word in _BEFORE_EXPRESSIONS)


def _problem(tokens: Tokens, source: Source, kind: str, token: str, start: int) -> None:
    span = Span(source, start, start + len(token))
    match kind:
        case "bad" | "range" if token == tokens.strange:
            pass  # the same mistake as before
        case "bad" | "range":
            tokens.strange = token
            shown = token[:20] if token[:20].isprintable() else f"U+{ord(token[0]):04X}"
            written, hint = habit(source.text, start, begins=not tokens.kinds)
            told = diagnose("RUL102", span, suggestion=hint, found=written or shown)
            # What opens and closes, like `[1, 2]`, is one mistake.
            if not any(told.message == known.message for known in tokens.problems[-1:]):
                tokens.problems.append(told)
        case "open":
            tokens.problems.append(diagnose("RUL117", span, found="@["))
        case "unclosed":
            tokens.problems.append(diagnose("RUL103", span))
        case "long":
            tokens.problems.append(diagnose("RUL106", span, limit=MAX_TOKENS))
        case "decimal":
            tokens.problems.append(diagnose("RUL107", span, found=token))
        case _:
            tokens.problems.append(diagnose("RUL108", span, limit=MAX_DIGITS))
