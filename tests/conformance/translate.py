"""Other engines' programs, rewritten mechanically into the rule language.

Every predicate becomes `p_…` with columns of type `any`, every constant a number or a string.
Nothing is interpreted: a program that its authors expect to be rejected stays as wrong as it was.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache

from rulings.language.program import Row, Value

TOKEN = re.compile(
    r'\s*(?P<token>"[^"]*"|:-|!=|<=|>=|-?\d+(?![A-Za-z_])|\w+|.)', re.ASCII | re.DOTALL
)
COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


def tokens(text: str) -> list[str]:
    return [match["token"] for match in TOKEN.finditer(text.strip())]


def predicate(name: str) -> str:
    return f"p_{name}"


def value(token: str) -> Value:
    if re.fullmatch(r"-?\d+", token):
        return int(token)
    return token.strip('"')


def term(token: str) -> str:
    if token == "_" or (token[0].isupper()):
        return token
    return json.dumps(value(token), ensure_ascii=False)


class Translation:
    """Collects clauses and declares what they mention."""

    def __init__(self) -> None:
        self.arities: dict[tuple[str, int], str] = {}
        self.lines: list[str] = []

    def clauses(self, texts: Iterable[str]) -> Translation:
        for text in texts:
            for clause in split(tokens(text), "."):
                self.lines.append("".join(self.clause(clause)) + ".")
        return self

    def facts(self, name: str, rows: Iterable[Iterable[Value]]) -> Translation:
        for row in rows:
            arguments = [json.dumps(v, ensure_ascii=False) for v in row]
            self.lines.append(self.named(name, len(arguments)) + bracketed(arguments) + ".")
        return self

    def named(self, name: str, arity: int) -> str:
        """The predicate's name here; one name used with two arities becomes two predicates."""
        known = [n for (n, a) in self.arities if n == name and a != arity]
        suffix = f"_of_{arity}" if known else ""
        return self.arities.setdefault((name, arity), predicate(name) + suffix)

    def clause(self, parts: list[str]) -> Iterator[str]:
        if ":-" in parts:
            head, body = parts[: parts.index(":-")], parts[parts.index(":-") + 1 :]
            yield self.atom(head)
            yield " :- "
            yield ", ".join(self.condition(c) for c in split_conditions(body))
        else:
            yield self.atom(parts)

    def condition(self, parts: list[str]) -> str:
        if parts[0] == "not":
            return "not " + self.condition(parts[1:])
        if len(parts) == 3 and parts[1] in COMPARISONS:
            return f"{term(parts[0])} {parts[1]} {term(parts[2])}"
        return self.atom(parts)

    def atom(self, parts: list[str]) -> str:
        arguments = [term(p) for p in parts[2:-1] if p != ","]
        return self.named(parts[0], len(arguments)) + bracketed(arguments)

    def text(self, *mentioned: tuple[str, int]) -> str:
        """The program, with declarations for its predicates and for those `mentioned`."""
        for name, arity in mentioned:
            self.named(name, arity)
        declared = [
            f".decl {name}" + bracketed([f"A{i}: any" for i in range(arity)]) + "."
            for (_, arity), name in self.arities.items()
        ]
        return "\n".join([*declared, *self.lines, ""])


@cache
def read_atom(text: str) -> tuple[str, Row]:
    """Split a ground atom such as `p(a, 1)` into its name and its values."""
    parts = tokens(text)
    return parts[0], tuple(value(p) for p in parts[2:-1] if p != ",")


def bracketed(arguments: list[str]) -> str:
    return f"({', '.join(arguments)})" if arguments else ""


def split(parts: list[str], separator: str) -> Iterator[list[str]]:
    current: list[str] = []
    for part in parts:
        if part == separator:
            if current:
                yield current
            current = []
        else:
            current.append(part)
    if current:
        yield current


def split_conditions(parts: list[str]) -> Iterator[list[str]]:
    depth, current = 0, list[str]()
    for part in parts:
        depth += (part == "(") - (part == ")")
        if part == "," and depth == 0:
            yield current
            current = []
        else:
            current.append(part)
    yield current
