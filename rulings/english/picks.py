"""What people meant by phrases: a line that was not read, and the offered sentence they took.

In: lines and the sentences taken for them. Out: `Picks`, kept in a file; for a line of the same
phrase the sentence with the line's own names and numbers. Guarantee: the sentence is read like any
line; the file is plain text, a phrase a line, which may be edited, deleted and given to others; a
file that cannot be read or written is the same as none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from rulings.doors.incoming import Refused, read_bytes
from rulings.doors.outgoing import write_text
from rulings.english.lexicon import Lexicon
from rulings.english.names import Names
from rulings.english.words import FUNCTION_WORDS, Token, number, span_key, tokenize
from rulings.records import dataclass

_HEAD = "# what was typed -> the sentence that was meant; {1} is a name, {2:n} a number\n"
_ARROW = " -> "
_SLOT = re.compile(r"\{(\d)(:n)?\}")
_MOST, _LONGEST = 2000, 5
_IDLE = FUNCTION_WORDS - {"in", "on", "at", "to", "from", "over", "under", "off", "out", "up"}
_NAME, _NUMBER = r"(?P<s{}>\S+(?: \S+){{0,4}}?)", r"(?P<s{}>\d+|[a-z]+)"


@dataclass(frozen=True, slots=True)
class Pick:
    """A phrase with `{1}` for names and `{2:n}` for numbers, and the sentence for it."""

    phrase: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.phrase}{_ARROW}{self.sentence}"

    def said(self, line: str) -> str | None:
        """Return the sentence with the names and numbers of a line of this phrase, else None."""
        found = re.fullmatch(self._pattern(), _plain(line), re.IGNORECASE)
        if found is None:
            return None
        spelt = {one: found[f"s{one}"] for one, _ in _SLOT.findall(self.phrase)}
        numbers = (one for one, kind in _SLOT.findall(self.phrase) if kind)
        if any(number(spelt[one]) is None for one in numbers):
            return None
        return _SLOT.sub(lambda slot: spelt[slot[1]], self.sentence)

    def _pattern(self) -> str:
        parts = _SLOT.split(self.phrase)
        text = re.escape(parts[0])
        for index in range(1, len(parts), 3):
            slot = (_NUMBER if parts[index + 1] else _NAME).format(parts[index])
            text += slot + re.escape(parts[index + 2])
        return text


@dataclass(slots=True, eq=False)
class Picks:
    """The picks of one game on this machine."""

    file: Path
    listed: tuple[Pick, ...] = ()

    @staticmethod
    def of(game: str) -> Picks:
        """Return the picks of a game, as the user's file has them."""
        root = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
        name = "".join(c if c.isalnum() else "-" for c in game)
        return Picks.read(Path(root) / "rulings" / "picks" / f"{name}.txt")

    @staticmethod
    def read(file: Path) -> Picks:
        """Return the picks of a file, none where there is no such file."""
        try:
            text = read_bytes(file).decode("utf-8")
        except (Refused, OSError, ValueError):
            return Picks(file)
        pairs = (line.partition(_ARROW) for line in text.splitlines() if not line.startswith("#"))
        return Picks(file, tuple(Pick(a.strip(), b.strip()) for a, arrow, b in pairs if arrow))

    def said(self, line: str) -> str | None:
        """Return the sentence that was meant by a line of this phrase, the last choice first."""
        found = (pick.said(line) for pick in reversed(self.listed))
        return next((one for one in found if one is not None), None)

    def take(self, line: str, sentence: str, lexicon: Lexicon) -> Pick | None:
        """Remember what was meant by a line; None where the sentence needs more than it says."""
        pick = pick_of(line, sentence, lexicon.names)
        if pick is not None:
            others = (one for one in self.listed if one.phrase != pick.phrase)
            self._keep((*others, pick)[-_MOST:])
        return pick

    def forget(self, place: int) -> Pick:
        """Forget the pick of a place, from 1 on. Raises IndexError."""
        if not 0 < place <= len(self.listed):
            raise IndexError(place)
        gone = self.listed[place - 1]
        self._keep((*self.listed[: place - 1], *self.listed[place:]))
        return gone

    def text(self) -> str:
        """Return the picks as their file has them."""
        return _HEAD + "".join(f"{one}\n" for one in self.listed)

    def listing(self) -> str:
        """Return the picks with their numbers, and the file that holds them."""
        lines = [f"{place:3}  {one}" for place, one in enumerate(self.listed, 1)]
        lines = lines or ["No sentence was chosen for a phrase yet."]
        return "".join(f"{line}\n" for line in (*lines, str(self.file)))

    def _keep(self, listed: Iterable[Pick]) -> None:
        self.listed = tuple(listed)
        with suppress(Refused, OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_text(self.file, self.text())


def pick_of(line: str, sentence: str, names: Names) -> Pick | None:
    """Return what one line teaches; None where the sentence names what the line does not."""
    said, meant = _plain(line), sentence
    tokens = tokenize(said, names=True)
    parts: list[str] = []
    start = at = slot = 0
    while start < len(tokens):
        end, shown = _named(tokens, start, names)
        begin, stop = tokens[start].start, tokens[end - 1].end
        spelt = said[begin:stop].removesuffix("'s")
        kept = _put(meant, (spelt, *shown), f"{{{slot + 1}}}") if shown is not None else meant
        if kept != meant and slot < 9:
            slot, meant = slot + 1, kept
            kind = ":n" if number(spelt) is not None else ""
            parts.append(f"{said[at:begin]}{{{slot}{kind}}}{said[begin + len(spelt) : stop]}")
            at = stop
        start = end
    phrase = "".join((*parts, said[at:]))
    left = tokenize(_SLOT.sub("", meant), names=True)
    capitals = {t.key for t in left[1:] if t.capital and t.key not in FUNCTION_WORDS}
    if capitals - {t.key for t in tokens} or _ARROW in phrase or not phrase:
        return None
    return Pick(phrase, meant)


def _named(
    tokens: tuple[Token, ...], start: int, names: Names
) -> tuple[int, tuple[str, ...] | None]:
    """Return where the name or number that begins at a token ends, and how else it is spelt."""
    for end in range(min(len(tokens), start + _LONGEST), start, -1):
        values = [v for v in names.all(span_key(tokens, start, end)) if names.is_thing(v)]
        if values:
            return end, tuple(names.display(value) for value in values)
    token = tokens[start]
    worth = number(token.key)
    if worth is not None and not token.quoted:
        return start + 1, (str(worth),)
    is_name = token.quoted or (token.capital and token.key not in FUNCTION_WORDS)
    return start + 1, () if is_name else None


def _put(text: str, spelt: Iterable[str], slot: str) -> str:
    """Put a slot for a name or number in a sentence."""
    for one in sorted(filter(None, spelt), key=len, reverse=True):
        found = re.sub(rf"(?<![\w{{]){re.escape(one)}(?![\w}}])", slot, text, flags=re.IGNORECASE)
        if found != text:
            return found
    return text


def _plain(line: str) -> str:
    return " ".join(line.replace("’", "'").split()).strip(" .?!")


def swapped(pick: Pick, lexicon: Lexicon) -> tuple[str, str]:
    """Return the words of a phrase that its sentence lacks, and those that stand there instead."""
    said, meant = (tokenize(_SLOT.sub("", part)) for part in (pick.phrase, pick.sentence))
    known = [
        {form for t in part for form in (t.key, *lexicon.words.lemmas(t))} for part in (said, meant)
    ]
    ours, theirs = (
        [t.text.lower() for t in part if t.key not in others and t.key not in _IDLE]
        for part, others in ((said, known[1]), (meant, known[0]))
    )
    return " ".join(ours), " ".join(theirs)
