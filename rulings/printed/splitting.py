"""A printed document, split into its clauses.

In: its lines. Out: `SplitClause`s in the order of the print. Guarantee: every line that says
something belongs to exactly one clause or is a heading; where a section numbers its clauses, what
has no number belongs to the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from unicodedata import normalize

from rulings.english.words import FUNCTION_WORDS
from rulings.printed.extraction import PrintedLine
from rulings.records import dataclass

_NUMBER = re.compile(r"(?:§ ?)?(\d{1,3}(?:\.\d{1,3})*|[A-Z]\.\d{1,3}(?:\.\d{1,3})*)[.)]?\s+(?=\S)")
_LETTER = re.compile(r"\(?([a-z]|[ivx]{1,4})\)\s+(?=\S)")
_BULLET = re.compile(r"[•●▪◦–*-]\s+(?=\S)")
_ENDS = (".", "!", "?", ":", ";", ",", "…", "”", '"', ")")
_HEADING_WORDS = 8
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?|\d+")
_SMALL = FUNCTION_WORDS | {"a", "an", "the"}
_NAMED = 3
_FOUND_BY = 8


@dataclass(frozen=True, slots=True)
class SplitClause:
    """One clause: its number if it has one, its section, its page (0: none) and its text."""

    number: str
    section: str
    page: int
    text: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words that tell it from others, each once, as they come."""
        return words_of(self.text)

    @property
    def find(self) -> tuple[str, ...]:
        """The longest of them, in alphabetical order: no sentence of the print."""
        return tuple(sorted(sorted(self.words, key=lambda word: (-len(word), word))[:_FOUND_BY]))

    @property
    def fingerprint(self) -> str:
        """What is equal exactly where the words of two clauses are."""
        said = " ".join(_WORD.findall(self.text.lower()))
        return sha256(said.encode()).hexdigest()[:16]


def split(lines: Iterable[PrintedLine]) -> tuple[SplitClause, ...]:
    """Return the clauses of a document."""
    found: list[SplitClause] = []
    section = ""
    numbered: set[str] = set()
    for block in _blocks(lines):
        number, text = _number_of(block.text)
        if block.level or _is_heading(text, bool(number)):
            section = block.text.strip()
        elif not number and section in numbered:
            last = found[-1]
            more = f"{last.text} {text}"
            found[-1] = SplitClause(last.number, last.section, last.page, more)
        else:
            if number:
                numbered.add(section)
            found.append(SplitClause(number, section, block.page, text))
    return tuple(found)


def _blocks(lines: Iterable[PrintedLine]) -> Iterator[PrintedLine]:
    """Join the lines of a paragraph; a number, a bullet and a heading begin a new one."""
    block: PrintedLine | None = None
    for line in lines:
        begins = bool(_number_of(line.text)[0] or _BULLET.match(line.text) or line.level)
        alone = block is not None and (block.level or _stands_alone(block.text, line.text))
        if block is not None and (not line.text or begins or alone):
            yield block
            block = None
        if not line.text:
            continue
        bare = _BULLET.sub("", line.text, count=1)
        if block is None:
            block = PrintedLine(bare, line.page, line.level)
        else:
            hyphened = block.text.endswith("-") and bare[:1].islower()
            text = block.text[:-1] + bare if hyphened else f"{block.text} {bare}"
            block = PrintedLine(text, block.page, 0)
    if block is not None:
        yield block


def _stands_alone(block: str, following: str) -> bool:
    """Whether a line is a heading above the next one, which begins a sentence of its own."""
    number, text = _number_of(block)
    return _is_heading(text, bool(number)) and following[:1].isupper()


def _number_of(text: str) -> tuple[str, str]:
    """Return the number that a text begins with, and the rest."""
    found = _NUMBER.match(text) or _LETTER.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def _is_heading(text: str, numbered: bool) -> bool:
    """Whether a text is a heading by its look: few words, no full stop, written large."""
    words = text.split()
    if not words or len(words) > _HEADING_WORDS or text.endswith(_ENDS):
        return False
    if text.isupper():
        return len(text) > 2
    content = [word for word in words if word.lower() not in _SMALL and word[:1].isalpha()]
    large = sum(word[:1].isupper() for word in content)
    return bool(content) and words[0][:1].isupper() and (large == len(content) or not numbered)


def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text that say something, each once, as they come."""
    found = (word for word in _WORD.findall(text.lower()) if word not in _SMALL)
    return tuple(dict.fromkeys(found))


def identities(clauses: Iterable[SplitClause]) -> tuple[str, ...]:
    """Return an id for each clause, different ones: its number and what it speaks of."""
    taken: dict[str, int] = {}
    found = []
    for clause in clauses:
        number = re.sub(r"[^a-z0-9]+", "-", clause.number.lower()).strip("-")
        words = [_in_ascii(word) for word in clause.words if not word.isdecimal()]
        parts = [part for part in (number, *[word for word in words if word][:_NAMED]) if part]
        name = "-".join(parts) or "clause"
        taken[name] = taken.get(name, 0) + 1
        found.append(name if taken[name] == 1 else f"{name}-{taken[name]}")
    return tuple(found)


def _in_ascii(word: str) -> str:
    """Return a word as an id may have it, without accents and apostrophes."""
    plain = normalize("NFKD", re.sub(r"['’].*", "", word))
    return "".join(c for c in plain if c.isascii() and c.isalnum())
