"""A publisher's FAQ, taken in as cases.

In: its entries, and the rulebook whose English reads them. Out: `Taken`: the cases, and the entries
that are none with the reason and what could be said instead. Guarantee: every entry is in one of
the two; what is expected is what the answer begins with, and nothing else of it; the file that is
written reads as a FAQ file, with what is missing in its comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rulings.asking.posing import question_of
from rulings.english.lexicon import Lexicon
from rulings.english.reading import Question, Which
from rulings.english.words import key_of
from rulings.faq.entries import FaqEntry
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.predicates import base_of
from rulings.language.source import Span
from rulings.records import dataclass
from rulings.rulebook.document import error
from rulings.rulebook.situation import Line
from rulings.rulebook.yaml_tree import yaml_text
from rulings.session import Session

_VERDICTS = (
    ("yes", re.compile(r"(?:yes|yep|correct|indeed)\b", re.IGNORECASE)),
    ("no", re.compile(r"(?:no|nope|never)\b(?!\s+(?:one|longer|more|matter))", re.IGNORECASE)),
    ("depends", re.compile(r"(?:it |that |this )?depends\b", re.IGNORECASE)),
)
_NUMBER = re.compile(r"(\d{1,18})\b(?!\s*[.:]\s*\S|\s*-)")
_WORD = re.compile(r"[a-z0-9]+")
_WORDS = 5
_SENTENCE = re.compile(r"[.;:(\n]|\s[–—-]\s")
_AND = re.compile(r"\s*(?:,|&|\band\b)\s*(?:and\b\s*)?")
_NOBODY = frozenset(("nobody", "no one", "none", "nothing"))
_Asked = tuple[Question, Lexicon]


@dataclass(frozen=True, slots=True)
class TakenCase:
    """An entry that was read; `expect` as a FAQ file writes it."""

    id: str
    entry: FaqEntry
    expect: str


@dataclass(frozen=True, slots=True)
class Unread:
    """An entry that is no case, and why."""

    entry: FaqEntry
    problems: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a FAQ."""

    cases: tuple[TakenCase, ...]
    unread: tuple[Unread, ...]


def take_in(entries: Iterable[FaqEntry], table: Session) -> Taken:
    """Read entries at a table, each with the lines that it gives itself."""
    cases: list[TakenCase] = []
    unread: list[Unread] = []
    ids: dict[str, int] = {}
    for entry in entries:
        asked, problems = _read(entry, table)
        expect = _expected(entry.answer) or (_named(entry.answer, asked) if asked else "")
        if not expect:
            problems.insert(0, _no_verdict(entry))
        if problems:
            unread.append(Unread(entry, tuple(problems)))
            continue
        name = entry.id or "-".join(_WORD.findall(entry.question.lower())[:_WORDS]) or "case"
        ids[name] = ids.get(name, 0) + 1
        cases.append(TakenCase(name if ids[name] == 1 else f"{name}-{ids[name]}", entry, expect))
    return Taken(tuple(cases), tuple(unread))


def _expected(answer: str) -> str:
    """Return what an answer begins with, as a case expects it; empty for anything else."""
    text = answer.lstrip(" \t\"'“”*_")
    for verdict, beginning in _VERDICTS:
        if beginning.match(text):
            return verdict
    number = _NUMBER.match(text)
    return number[1] if number else ""


def _named(answer: str, asked: _Asked) -> str:
    """Return the things that an answer to a which-question names; empty for any other."""
    reading, lexicon = asked
    if not isinstance(reading, Which) or reading.count or len(reading.variables) != 1:
        return ""
    sorts = {
        lexicon.sort(base_of(one.atom.predicate), column)
        for one in reading.literals
        for column, term in enumerate(one.atom.terms)
        if term == reading.variables[0]
    }
    first = _SENTENCE.split(answer.strip(" \t\"'“”*_"), maxsplit=1)[0]
    if key_of(first) in _NOBODY:
        return "[]"
    keys = [key_of(part.strip('"“”')) for part in _AND.split(first)]
    names = lexicon.names
    found = [[value for sort in sorts for value in names.find(key, sort)] for key in keys]
    if not all(found):
        return ""
    return f"[{', '.join(yaml_text(names.display(values[0])) for values in found)}]"


def _no_verdict(entry: FaqEntry) -> Diagnostic:
    begins = " ".join(entry.answer.split()[:6])
    said = f'The answer "{begins} …" begins with no verdict.' if begins else "There is no answer."
    return error("RUL710", said, entry.span)


def _read(entry: FaqEntry, table: Session) -> tuple[_Asked | None, list[Diagnostic]]:
    """Return what an entry asks and the words of its table, or what keeps it from being read."""
    try:
        if entry.given:
            table = table.with_lines(Line(text, entry.span) for text in entry.given)
        _, asked = question_of(table.read(entry.question), entry.question)
    except RulingsError as problem:
        return None, [*problem.diagnostics]
    return (asked, table.lexicon), []


def faq_text(
    game: str, taken: Taken, left_over: Sequence[Span], *, edition: str = "", situation: str = ""
) -> str:
    """Return a FAQ file: the cases, then what was not read, as comments."""
    lines = [f"game: {yaml_text(game)}"]
    lines += [f"edition: {yaml_text(edition)}"] if edition else []
    lines += [f"situation: {yaml_text(situation)}"] if situation else []
    lines += ["cases:"]
    for case in taken.cases:
        entry = case.entry
        lines.append(f"  - id: {yaml_text(case.id)}")
        if entry.given:
            lines += ["    given: |", *(f"      {given.strip()}" for given in entry.given)]
        lines.append(f"    ask: {yaml_text(entry.question)}")
        lines.append(f"    expect: {case.expect}")
        lines.append(f"    source: {yaml_text(entry.source or _place(entry))}")
        lines.append(f"    note: {yaml_text(entry.answer)}")
    for one in taken.unread:
        lines += ["", *(f"# {line}" for line in unread_lines(one))]
    if left_over:
        lines += ["", "# Part of no question:"]
        lines += [f"# {span.line}: {' '.join(span.text.split())}" for span in left_over]
    return "".join(f"{line}\n" for line in lines)


def unread_lines(one: Unread) -> list[str]:
    """Return an entry that is no case: its words, what is wrong, what could be said instead."""
    entry = one.entry
    lines = [f"Not read ({_place(entry)}): {_on_one_line(entry.question)}"]
    lines += [f"  given: {_on_one_line(given)}" for given in entry.given]
    lines.append(f"  answer: {_on_one_line(entry.answer)}")
    for problem in one.problems:
        lines.append(f"  {problem.code} {_on_one_line(problem.message)}")
        offers = problem.suggestions or ((problem.hint,) if problem.hint else ())
        lines += [f"    {_on_one_line(offer)}" for offer in offers]
    return lines


def _place(entry: FaqEntry) -> str:
    return f"{entry.span.source.name}, line {entry.span.line}"


def _on_one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
