"""The line of a YAML file that is being written.

In: the text of a FAQ file or a situation, perhaps half typed, and an offset. Out: a `LineContext`:
under which key the line stands, and the lines of the table before it. Guarantee: any text has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.records import dataclass

_KEY = re.compile(r"^(?P<indent> *(?:- +)?)(?P<key>[a-z_]+):(?: (?P<value>.*))?$")
_SENTENCES = ("given", "ask")


@dataclass(frozen=True, slots=True)
class LineContext:
    """A line up to an offset: `key` is empty for one that begins a key of its own.

    `text` is what stands before the offset, `start` where that begins, `given` the lines that
    describe the table before it.
    """

    key: str
    text: str
    start: int
    given: tuple[str, ...] = ()
    situation: str = ""

    @property
    def is_sentence(self) -> bool:
        """Whether a sentence or a fact is written here."""
        return self.key in _SENTENCES


@dataclass(frozen=True, slots=True)
class SentenceLine:
    """A line that speaks of a table: where it stands, without its quotes and its key."""

    key: str
    text: str
    start: int


def context_at(text: str, offset: int) -> LineContext:
    """Return what is being written at an offset of a case, or of a situation."""
    begin = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[begin : len(text) if end < 0 else end]
    own = _KEY.match(line)
    key, start = "", begin + len(line) - len(line.lstrip())
    if own is not None and own["value"] is not None and offset >= begin + own.start("value"):
        key, start = own["key"], begin + own.start("value")
    elif own is None:
        key = _above(text[:begin], len(line) - len(line.lstrip()) if line.strip() else 99)
        item = re.match(r"\s*- ?", line)
        start = begin + item.end() if item is not None else start
    start = min(start, offset)
    if text[start : start + 1] in ("'", '"') and start < offset:
        start += 1
    case = _case(text, begin)
    given = tuple(one.text for one in sentence_lines(text[case:begin], case) if one.key == "given")
    chosen = re.search(r"^ *(?:- )?situation: *['\"]?([\w.-]+)", text[case:], re.MULTILINE)
    return LineContext(key, text[start:offset], start, given, chosen[1] if chosen else "")


def _above(text: str, indent: int) -> str:
    """Return the key that the next line, so far indented, stands under."""
    for line in reversed(text.split("\n")[:-1]):
        found = _KEY.match(line)
        if found is not None and len(found["indent"].replace("-", " ")) < indent:
            return found["key"]
    return ""


def _case(text: str, begin: int) -> int:
    """Return where the case begins in which a line stands."""
    found = [one.start() for one in re.finditer(r"^ *- +id:", text[:begin], re.MULTILINE)]
    return found[-1] if found else 0


def sentence_lines(text: str, shift: int = 0) -> Iterator[SentenceLine]:
    """Yield the lines of a text that speak of a table."""
    key, depth, position = "", -1, 0
    for line in text.split("\n"):
        found = _KEY.match(line)
        indent = len(line) - len(line.lstrip())
        if found is not None and (depth < 0 or indent <= depth):
            value = found["value"] or ""
            key, depth = "", -1
            if found["key"] in _SENTENCES:
                key = found["key"]
                depth = len(found["indent"].replace("-", " "))
                if value.strip() and value.strip()[0] not in "|>[":
                    at = position + found.start("value")
                    yield _sentence(key, value, shift + at)
                    key, depth = "", -1
        elif key and line.strip() and not line.strip().startswith("#"):
            if indent <= depth and not line.lstrip().startswith("- "):
                key, depth = "", -1
            else:
                body = line.lstrip().removeprefix("- ")
                yield _sentence(key, body, shift + position + len(line) - len(body))
        position += len(line) + 1


def _sentence(key: str, value: str, start: int) -> SentenceLine:
    text = value.strip()
    start += len(value) - len(value.lstrip())
    if text[:1] in ("'", '"'):
        text, start = text[1:].removesuffix(text[0]), start + 1
    return SentenceLine(key, text, start)
