"""The printed text of clauses, for publishers who may show it.

In: a folder with the printed documents, `DOCUMENT.md` or `DOCUMENT.pdf` by the ids of
`clauses.yaml`; the clauses, which tell their lines, or their page and words to find them by. Out:
the passage of each clause, the pages that passages stand on. Guarantee: a document that is not
there has no passages; what a document does not have is reported, not left out; of a page of which
nothing tells where the clause stands, nothing is shown as the clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.printed.extraction import printed_lines
from rulings.printed.splitting import SplitClause, split, words_of
from rulings.records import dataclass, field
from rulings.rulebook.document import error, read_source, refusal
from rulings.rulebook.registry import Clause

MARKDOWN, PDF = ".md", ".pdf"
_BEGINNING = 40
"""So many letters tell where on a page a clause begins."""
_ENDS = (".", "!", "?", ":", "…", "”", '"')
_FEW = 3
"""A line of so few words is a heading."""
_LINES = re.compile(r"L?(\d+)(?:\s*[-–]\s*L?(\d+))?")


@dataclass(frozen=True, slots=True)
class ShownPassage:
    """A clause as printed. On a `page` (0: none) it takes the lines from `first` to `last`.

    Where nothing tells its place on the page, `text` is empty.
    """

    text: str
    page: int = 0
    first: int = 0
    last: int = -1


@dataclass(frozen=True, slots=True)
class Passages:
    """Passages by the names of clauses, the lines of their pages by document and number."""

    found: Mapping[str, ShownPassage] = field(default_factory=dict)
    pages: Mapping[str, Mapping[int, Sequence[str]]] = field(default_factory=dict)


def passages(folder: Path, clauses: Iterable[Clause]) -> Passages:
    """Return the printed text of clauses. Raises RulingsError (RUL601, RUL619, RUL642)."""
    told = tuple(clauses)
    ids = sorted({clause.document for clause in told})
    texts = {
        one: read_source(path, within=folder).text.split("\n")
        for one in ids
        if (path := folder / f"{one}{MARKDOWN}").exists()
    }
    prints = {
        one: _Print.of(path)
        for one in ids
        if one not in texts and (path := folder / f"{one}{PDF}").exists()
    }
    if not texts and not prints:
        wanted = ", ".join(f"{one}{MARKDOWN}" for one in ids)
        message = f'"{folder}" holds none of the printed documents.'
        hint = f"Name the files {wanted}, or end them in {PDF}."
        raise refusal("RUL642", message, hint=hint)
    problems: list[Diagnostic] = []
    found: dict[str, ShownPassage] = {}
    for clause in told:
        passage: ShownPassage | str | None = None
        if clause.document in texts and clause.lines:
            passage = _lines(texts[clause.document], clause)
        elif clause.document in prints:
            passage = prints[clause.document].passage(clause)
        if isinstance(passage, str):
            problems.append(error("RUL642", passage, clause.span))
        elif passage is not None:
            found[clause.name] = passage
    if problems:
        raise RulingsError(problems)
    return Passages(found, _pages(told, found, prints))


def _lines(text: list[str], clause: Clause) -> ShownPassage | str | None:
    """Return the lines of a Markdown document that a clause names, or what is wrong with them."""
    parts = []
    for match in _LINES.finditer(clause.lines):
        first = int(match[1])
        last = int(match[2] or first)
        if not 0 < first <= last <= len(text):
            where = f"{clause.document}{MARKDOWN}"
            return f'"{where}" has no lines {clause.lines}, where "{clause.name}" stands.'
        parts.append("\n".join(text[first - 1 : last]).strip())
    return ShownPassage("\n\n".join(parts)) if parts else None


@dataclass(frozen=True, slots=True)
class _Print:
    """A PDF document: its pages by number, its clauses in the order of the print."""

    name: str
    pages: Mapping[int, Sequence[str]]
    clauses: Sequence[SplitClause]

    @staticmethod
    def of(path: Path) -> _Print:
        """Take a document apart. Raises RulingsError (RUL601, RUL619)."""
        lines = printed_lines(path)
        pages: dict[int, list[str]] = {}
        for line in lines:
            pages.setdefault(line.page, []).append(line.text)
        return _Print(path.name, pages, split(lines))

    def passage(self, clause: Clause) -> ShownPassage | str | None:
        """Return what a clause is in this print, or what is wrong with what it tells of it."""
        told = re.search(r"\d+", clause.page)
        page = int(told[0]) if told is not None else 0
        if page and page not in self.pages:
            return f'"{self.name}" has no page {page}, where "{clause.name}" stands.'
        looked_at = {page: self.pages[page]} if page else self.pages
        for one in self.clauses:
            if one.fingerprint == clause.fingerprint and one.page in looked_at:
                return ShownPassage(one.text, one.page, *self._place(one))
        wanted = frozenset(words_of(clause.find))
        if not wanted:
            return ShownPassage("", page) if page else None
        for number, lines in looked_at.items():
            if run := _run(lines, wanted):
                first, last = run
                return ShownPassage("\n".join(lines[first : last + 1]), number, first, last)
        where = f" on page {page}" if page else ""
        return f'"{self.name}" has no passage{where} with the words of "{clause.name}".'

    def _place(self, clause: SplitClause) -> tuple[int, int]:
        """Return the first and the last line of a clause on its page."""
        lines = self.pages[clause.page]
        # Hyphens and bullets are not in the clause as they are in the lines.
        at = [number for number, line in enumerate(lines) for letter in line if letter.isalnum()]
        letters, said = _letters("".join(lines)), _letters(clause.text)
        start = letters.find(said)
        if start >= 0:
            return at[start], at[start + len(said) - 1]
        # What goes on on the next page takes the rest of this one.
        start = letters.find(said[:_BEGINNING])
        return (at[start], at[-1]) if start >= 0 else (0, -1)


def _run(lines: Sequence[str], wanted: frozenset[str]) -> tuple[int, int] | None:
    """Return the fewest lines that have all of some words, made up to whole sentences."""
    has = [wanted & frozenset(words_of(text)) for text in _unhyphened(lines)]
    found: tuple[int, int] | None = None
    for last in range(len(lines)):
        missing, first = set(wanted), last + 1
        while missing and first > 0 and (found is None or last - first < found[1] - found[0]):
            first -= 1
            missing -= has[first]
        if not missing and (found is None or last - first < found[1] - found[0]):
            found = first, last
    if found is None:
        return None
    first, last = found
    while first > 0 and not lines[first - 1].endswith(_ENDS) and _goes_on(lines[first - 1]):
        first -= 1
    while last + 1 < len(lines) and not lines[last].endswith(_ENDS) and lines[last + 1]:
        last += 1
    return first, last


def _goes_on(line: str) -> bool:
    """Whether what begins on a line may go on with the next: a heading of few words does not."""
    return len(line.split()) > _FEW


def _unhyphened(lines: Sequence[str]) -> Iterator[str]:
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        rest = following.partition(" ")[0]
        yield line[:-1] + rest if line.endswith("-") and rest[:1].islower() else line


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


def _pages(
    clauses: Sequence[Clause], found: Mapping[str, ShownPassage], prints: Mapping[str, _Print]
) -> dict[str, dict[int, Sequence[str]]]:
    pages: dict[str, dict[int, Sequence[str]]] = {}
    for clause in clauses:
        passage = found.get(clause.name)
        if passage is not None and passage.page:
            lines = prints[clause.document].pages[passage.page]
            pages.setdefault(clause.document, {})[passage.page] = lines
    return pages
