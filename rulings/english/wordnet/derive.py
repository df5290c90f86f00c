"""Derives `near.txt` from the database files of Princeton WordNet 3.0.

In: the folder of the database (`data.*`, `index.*`, `cntlist.rev`, `*.exc`; Debian has it in
`wordnet-base`). Out: on standard output, a line for each word: the word and words near it, each
behind a digit for how near. Guarantee: the same database gives the same lines.

A word is as near as the sense that the two share is common among the senses of the first one in
the tagged texts of WordNet (`cntlist.rev`), less for a word derived from it, for the more general
word and for the more special one. See `wndb(5WN)` for the format.

    python -m rulings.english.wordnet.derive /usr/share/wordnet > near.txt
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rulings.doors.incoming import PROGRAM_BYTES, read_bytes
from rulings.records import dataclass

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
_RELATED = {"@": 0.5, "~": 0.35, "&": 0.6, "$": 0.7, "+": 0.85, "^": 0.3, "*": 0.3, ">": 0.4}
"""What a word counts that a pointer leads to: more general, more special, similar, of the same
group, derived, see also, entailed, caused."""
_UNTAGGED = 0.4
"""The count of a sense that no tagged text has, divided by its number among the senses."""
_LEAST = 0.25
_MOST, _MOST_RARE = 12, 3
_PLAIN = re.compile(r"[a-z]{2,}")
_KNOWN, _TAGGED = 4, 1
"""How often a word has to be in the tagged texts to be among the common words, and one of two
words for both to be listed."""

Sense = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Synset:
    """Words of one meaning, and where its pointers lead: symbol, synset, number of the word."""

    words: tuple[str, ...]
    pointers: tuple[tuple[str, Sense, int, int], ...]


def _lines(path: Path) -> list[str]:
    return read_bytes(path, limit=PROGRAM_BYTES).decode("ascii").splitlines()


def synsets(folder: Path) -> dict[Sense, Synset]:
    """Return the synsets by part of speech and place."""
    found: dict[Sense, Synset] = {}
    for letter, name in _FILES.items():
        for line in _lines(folder / f"data.{name}"):
            if line.startswith(" "):
                continue
            fields = line.partition("|")[0].split()
            count = int(fields[3], 16)
            words = tuple(re.sub(r"\(.*", "", w).lower() for w in fields[4 : 4 + 2 * count : 2])
            place = 5 + 2 * count
            pointers = []
            for start in range(place, place + 4 * int(fields[place - 1]), 4):
                symbol, offset, part, ends = fields[start : start + 4]
                part = "a" if part == "s" else part
                pointers.append((symbol, (part, offset), int(ends[:2], 16), int(ends[2:], 16)))
            found[letter, fields[0]] = Synset(words, tuple(pointers))
    return found


def shares(folder: Path) -> dict[str, tuple[int, dict[Sense, float]]]:
    """Return for each word how often it is in the texts, and its part in each of its senses."""
    counts: dict[tuple[str, str, int], int] = {}
    for line in _lines(folder / "cntlist.rev"):
        key, number, times = line.split()
        word, _, rest = key.partition("%")
        part = "nvara"[int(rest[0]) - 1]
        counts[word, part, int(number)] = counts.get((word, part, int(number)), 0) + int(times)
    total: dict[str, int] = defaultdict(int)
    for (word, _, _), count in counts.items():
        total[word] += count
    found: dict[str, dict[Sense, float]] = {}
    for letter, name in _FILES.items():
        for line in _lines(folder / f"index.{name}"):
            fields = line.split()
            word = fields[0]
            if line.startswith(" ") or not _PLAIN.fullmatch(word):
                continue
            if not total[word] and letter != "v":
                continue
            for rank, offset in enumerate(fields[-int(fields[2]) :], 1):
                weight = counts.get((word, letter, rank), 0) + _UNTAGGED / rank
                found.setdefault(word, {})[letter, offset] = weight
    return {word: (total[word], _shared(senses)) for word, senses in found.items()}


def _shared(counts: dict[Sense, float]) -> dict[Sense, float]:
    whole = sum(counts.values())
    return {sense: count / whole for sense, count in counts.items()}


def near(word: str, senses: dict[Sense, float], every: dict[Sense, Synset]) -> dict[str, float]:
    """Return the words near a word, and how near, up to 1."""
    found: dict[str, float] = defaultdict(float)
    for sense, share in senses.items():
        own = every[sense]
        at = own.words.index(word) + 1 if word in own.words else 0
        for other in own.words:
            found[other] = max(found[other], share**0.5)
        for symbol, target, source, number in own.pointers:
            part = _RELATED.get(symbol)
            if part is None or source not in (0, at):
                continue
            there = every[target].words
            for other in (there[number - 1],) if number else there:
                found[other] = max(found[other], part * share**0.5)
    found.pop(word, None)
    return found


def irregular(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield irregular forms with their base forms."""
    for name in ("verb", "noun"):
        for line in _lines(folder / f"{name}.exc"):
            form, *bases = line.split()
            yield form, bases[0]


def main(folder: Path) -> None:
    """Print the lines."""
    every, known = synsets(folder), shares(folder)
    pairs: dict[str, dict[str, float]] = defaultdict(dict)
    for word, (count, senses) in known.items():
        for other, score in near(word, senses, every).items():
            if other in known and max(count, known[other][0]) >= _TAGGED:
                pairs[word][other] = score
    for form, base in irregular(folder):
        if base in known and known[base][0] and _PLAIN.fullmatch(form):
            pairs[form][base] = 1.0
    print(
        "# Derived by derive.py from WordNet 3.0, copyright 2006 by Princeton University: LICENSE."
    )
    for word, others in sorted(pairs.items()):
        most = _MOST if word in known and known[word][0] >= _KNOWN else _MOST_RARE
        best = sorted(others.items(), key=lambda pair: (-pair[1], pair[0]))[:most]
        kept = [f"{min(9, round(score * 9))}{other}" for other, score in best if score >= _LEAST]
        if kept:
            print(word, *kept)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
