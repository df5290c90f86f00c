"""A publisher's FAQ as it was written: questions, answers, and what is said of the table.

In: a Markdown or CSV file. Out: its entries, and the lines that belong to none. Guarantee: every
line that says something is part of an entry, a heading, or among the lines left over.

In Markdown a question begins with `Q:`, or is a heading, a bold line or a numbered line that ends
in a question mark; its answer begins with `A:` or with the next paragraph; `Given:` lines tell of
the table. In CSV the first row names the columns.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from rulings.language.source import Source, Span
from rulings.records import dataclass, field
from rulings.rulebook.document import refusal, suggestion

COLUMNS = {
    "question": "question",
    "ask": "question",
    "answer": "answer",
    "given": "given",
    "situation": "given",
    "source": "source",
    "id": "id",
}
"""What the columns of a table may be called, and what each holds."""
_LABEL = re.compile(
    r"(?P<label>Q|Question|A|Answer|Given|Situation)\s*(?:\d{1,3}\s*)?[:.)]\s*(?P<text>.*)",
    re.IGNORECASE,
)
_MARKS = re.compile(r"(?P<head>#{1,6}\s+)?(?:>\s*)?(?P<item>[-*+]\s+|\d{1,3}[.)]\s+)?")
_EMPHASIS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")


@dataclass(slots=True)
class FaqEntry:
    """One question with its answer; `given` are lines about the table."""

    span: Span
    question: str
    answer: str = ""
    given: list[str] = field(default_factory=list)
    source: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """What a file holds, and the lines that are part of no entry."""

    entries: tuple[FaqEntry, ...]
    left_over: tuple[Span, ...] = ()


def read_entries(source: Source, *, table: bool) -> Entries:
    """Read a FAQ. Raises RulingsError (RUL709) for a table without questions and answers."""
    return _rows(source) if table else _text(source)


def _text(source: Source) -> Entries:
    entries: list[FaqEntry] = []
    left: list[Span] = []
    part, ended = "", False
    for span in _lines(source):
        marked = _MARKS.match(span.text)
        head = bool(marked and marked["head"])
        bare = span.text[marked.end() :] if marked else span.text
        text = _EMPHASIS.sub("", bare).strip()
        labelled = _LABEL.fullmatch(text)
        label = labelled["label"][0].lower() if labelled else ""
        said = labelled["text"].strip() if labelled else text
        stands_out = head or bare.startswith(("**", "__")) or bool(marked and marked["item"])
        if not text:
            ended = True
            continue
        if label == "q" or (not label and stands_out and text.endswith("?")):
            entries.append(FaqEntry(span, said))
            part, ended = "question", False
        elif head or not entries:
            part = ""
            if not head:
                left.append(span)
        elif label in ("g", "s"):
            entries[-1].given += [said] if said else []
            part = "given"
        elif label == "a":
            entries[-1].answer = f"{entries[-1].answer} {said}".strip()
            part = "answer"
        elif part == "given" and not ended:
            entries[-1].given.append(said)
        elif part == "question" and not ended and not entries[-1].question.endswith("?"):
            entries[-1].question += f" {said}"
        elif part:
            entries[-1].answer = f"{entries[-1].answer} {said}".strip()
            part = "answer"
        else:
            left.append(span)
        ended = False
    return Entries(tuple(entries), tuple(left))


def _lines(source: Source) -> Iterator[Span]:
    start = 0
    for line in source.text.splitlines(keepends=True):
        text = line.rstrip()
        indent = len(text) - len(text.lstrip())
        yield Span(source, start + indent, start + len(text))
        start += len(line)


def _rows(source: Source) -> Entries:
    try:
        rows = list(csv.reader(source.text.splitlines(keepends=True), strict=True))
    except csv.Error as problem:
        message = f"This is no table: {problem}."
        raise refusal("RUL709", message, Span(source, 0, 0)) from None
    header = [name.strip().lower() for name in rows[0]] if rows else []
    unknown = [name for name in header if name not in COLUMNS]
    held = [COLUMNS.get(name, "") for name in header]
    if unknown or not {"question", "answer"} <= set(held):
        message = "The first row names the columns: `question`, `answer` and perhaps `given`."
        hint = suggestion(unknown[0], COLUMNS, "column") if unknown else ""
        raise refusal("RUL709", message, Span(source, 0, 0), hint)
    entries: list[FaqEntry] = []
    for number, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        cells = dict(zip(held, (cell.strip() for cell in row), strict=False))
        place = _row_span(source, number, len(rows))
        if len(row) > len(held):
            message = f"Row {number} has more cells than the first row has columns."
            raise refusal("RUL709", message, place)
        entries.append(
            FaqEntry(
                place,
                cells.get("question", ""),
                cells.get("answer", ""),
                [line for line in cells.get("given", "").splitlines() if line.strip()],
                cells.get("source", ""),
                cells.get("id", ""),
            )
        )
    return Entries(tuple(entries))


def _row_span(source: Source, number: int, rows: int) -> Span:
    """Return the place of a row: exact where no cell has several lines."""
    lines = list(_lines(source))
    return lines[number - 1] if len(lines) == rows else Span(source, 0, 0)
