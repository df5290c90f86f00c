"""What an editor can do about a diagnostic.

In: a diagnostic. Out: `Fix`es: characters to put in the place of others, best first. Guarantee:
only what the diagnostic itself proposes; nothing is changed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.language.diagnostics import Diagnostic
from rulings.language.habits import corrected, equivalent
from rulings.language.places import name_place
from rulings.language.source import Span
from rulings.records import dataclass

_MEANT = re.compile(r"Did you mean (.+?)\?(?:\s|$)")
_SLIP = re.compile(r"Write (“[^”]+”)")
_WRITTEN = re.compile(r"Write `([^`]+)`\.")
_QUOTED = re.compile(r"`([^`]+)`|“([^”]+)”|\"([^\"]+)\"")


@dataclass(frozen=True, slots=True)
class Fix:
    """What it does in words, the characters it replaces, and what it puts there."""

    title: str
    span: Span
    text: str


def fixes(found: Diagnostic) -> tuple[Fix, ...]:
    """Return what a diagnostic proposes, as changes of the text that it speaks of."""
    if found.span is None:
        return ()
    listed = (
        *_sentences(found, found.span),
        *_meant(found, found.span),
        *_forms(found, found.span),
    )
    return tuple(dict.fromkeys(listed))


def _sentences(found: Diagnostic, span: Span) -> Iterator[Fix]:
    """Whole sentences to say instead of a line, in the quotes in which the line stands."""
    for said in found.suggestions:
        yield Fix(f"Say “{said}”", span, _in_quotes(said, span.text[:1]))


def _in_quotes(said: str, mark: str) -> str:
    if mark == "'" or (mark != '"' and (": " in said or " #" in said)):
        return "'" + said.replace("'", "''") + "'"
    if mark == '"':
        return '"' + said.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return said


def _meant(found: Diagnostic, span: Span) -> Iterator[Fix]:
    """Known names instead of the one that the message quotes."""
    hint = (_SLIP if found.code == "RUL509" else _MEANT).match(found.hint)
    if hint is None:
        return
    place = _named(found.message, (span, _within_quotes(span)))
    if place is None:
        return
    wrong = place.text
    for name in _quoted(hint[1]) or hint[1].split(" or "):
        yield Fix(f"Write “{name}” instead of “{wrong}”", place, name)


def _quoted(text: str) -> list[str]:
    return ["".join(found.groups("")) for found in _QUOTED.finditer(text)]


def _named(message: str, spans: tuple[Span, ...]) -> Span | None:
    """Return where what a message quotes stands; a single word is quoted by any message."""
    for span in spans:
        for text in _quoted(message):
            if text in span.text and (place := name_place(span, text)).text == text:
                return place
    return spans[0] if len(spans[0].text.split()) == 1 else None


def _within_quotes(span: Span) -> Span:
    """Return the line of a quoted text."""
    mark = span.text[:1]
    is_quoted = mark in ("'", '"') and len(span.text) > 1 and span.text.endswith(mark)
    return Span(span.source, span.start + 1, span.end - 1) if is_quoted else span


def _forms(found: Diagnostic, span: Span) -> Iterator[Fix]:
    match found.code:
        case "RUL307":
            yield Fix("Write `_`: it is used once", span, "_")
        case "RUL104" if "`.` is missing" in found.message:
            yield Fix("End the statement with `.`", Span(span.source, span.end, span.end), ".")
        case "RUL101" | "RUL102" | "RUL115" if put := equivalent(span.source.text, span.start):
            yield _instead(span, put)
        case "RUL112" | "RUL113" | "RUL119" if put := corrected(
            found.code, span.source.text, span.start
        ):
            yield _instead(span, put)
        case "RUL110" if said := _WRITTEN.fullmatch(found.hint):
            yield Fix(f"Write `{said[1]}`", span, said[1])
        case "RUL110" if found.hint.startswith("Delete it"):
            text = span.source.text
            end = text.find("\n", span.end)
            place = Span(span.source, span.start, end if end >= 0 else len(text))
            yield Fix("Delete it", place, "")
        case "RUL215" if said := _SLIP.match(found.hint):
            yield Fix(f"Write {said[1]}", span, f'"{said[1][1:-1]}"')
        case "RUL125":
            name = span.text.replace("-", "_")
            yield Fix(f"Write `{name}`", span, name)


def _instead(span: Span, put: tuple[int, int, str]) -> Fix:
    start, end, text = put
    return Fix(
        f"Write `{text.strip()}`" if text else "Delete it", Span(span.source, start, end), text
    )
