"""The process that takes a document of a stranger apart.

In: the bytes of a document on standard input, its format as the one argument. Out: its paragraphs
as JSON on standard output, or why there are none. Guarantee: it has no more than `MEMORY` bytes
and `SECONDS` seconds, opens no file of the document's choice and resolves no entity; what a
document unpacks to is counted before it is unpacked. Begun by `extraction`, by nobody else.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from rulings.printed.running_lines import running

if TYPE_CHECKING:
    from pypdf import PageObject

MEMORY = 1024 * 2**20
"""So much address space the process has, in bytes."""
SECONDS = 30
"""So long it may compute."""
UNPACKED = 128 * 2**20
"""The most bytes that the parts of a .docx may have together, unpacked."""
CHARACTERS = 8_000_000
"""The most text that is taken of a document."""
_LEADING = 1.8
"""Lines of a paragraph stand no further apart, in heights of a letter."""
_PARTED = 1.3
"""So much more than between lines is between paragraphs."""
_LARGE = 1.15
"""So much larger than the text is a heading."""
_HEADING_LENGTH = 80
"""The most characters of a line that is a heading."""
_HEADING = re.compile(r"(?:Heading|Title|Überschrift|Titre|Título)\D*(\d*)", re.IGNORECASE)

Matrix = Sequence[float]
"""Six numbers that turn the places of a page's content into places on the page."""
Found = Iterator[tuple[str, int, int]]
"""The paragraphs of a document: text, page from 1 or 0, level of a heading or 0."""


class Unfit(Exception):
    """A document that cannot be taken apart; the text says why, beginning in lower case."""


def main() -> int:
    """Read standard input and write JSON."""
    _limit()
    try:
        paragraphs, size = [], 0
        for text, page, level in READERS[sys.argv[1]](sys.stdin.buffer.read()):
            size += len(text)
            if size > CHARACTERS:
                raise Unfit(f"has more than {CHARACTERS} characters of text")
            paragraphs.append((text, page, level))
        told: dict[str, object] = {"paragraphs": paragraphs}
    except Unfit as problem:
        told = {"unfit": str(problem)}
    except ImportError:
        told = {"missing": True}
    except MemoryError:
        told = {"unfit": f"needs more than {MEMORY // 2**20} MB"}
    except Exception as problem:
        # Libraries raise whatever a damaged document leads them to.
        told = {"unfit": f"is damaged, or is not what its name says ({type(problem).__name__})"}
    sys.stdout.write(json.dumps(told))
    return 0


def _limit() -> None:
    import resource

    for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
        _, hard = resource.getrlimit(what)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (allowed, hard))


def _text(data: bytes) -> Found:
    """Lines that belong together; a page ends with a form feed."""
    pages = [list(_lines(page)) for page in _decoded(data).split("\f")]
    heads = running([[(line, float(y)) for y, line in enumerate(page)] for page in pages])
    for number, page in enumerate(pages):
        for index, line in enumerate(page):
            if (number, index) not in heads:
                yield line, number + 1 if len(pages) > 1 else 0, 0


def _pdf(data: bytes) -> Found:
    from pypdf import PdfReader

    pages = [_set_lines(page) for page in PdfReader(io.BytesIO(data)).pages]
    written = Counter[float]()
    for line in chain.from_iterable(pages):
        written[line.size] += len(line.text)
    body = written.most_common(1)[0][0] if written else 0.0
    pages = _without_running(pages, _LARGE * body)
    gaps = [above.y - below.y for page in pages for above, below in pairwise(page)]
    close = [gap for gap in gaps if 0 < gap <= _LEADING * body]
    leading = median(close) if close else 1.2 * body
    for number, page in enumerate(pages, 1):
        above: _SetLine | None = None
        for line in page:
            if above is not None and _parts(above, line, leading):
                yield "", number, 0
            large = line.size >= _LARGE * body and len(line.text) <= _HEADING_LENGTH
            yield line.text, number, int(large)
            above = line
        yield "", number, 0


def _without_running(pages: list[list[_SetLine]], large: float) -> list[list[_SetLine]]:
    """Return the lines of pages without running heads and feet; what is set large stays."""
    heads = running([[(line.text, round(line.y)) for line in page] for page in pages])
    return [
        [line for at, line in enumerate(page) if line.size >= large or (number, at) not in heads]
        for number, page in enumerate(pages)
    ]


class _SetLine(NamedTuple):
    """A line as it is set: its text, the size of its letters and its height on the page."""

    text: str
    size: float
    y: float


def _set_lines(page: PageObject) -> list[_SetLine]:
    """Return the lines of a page, without its number."""
    runs: list[tuple[str, float, float]] = []

    def visit(text: str, outer: Matrix, inner: Matrix, _: object, size: float) -> None:
        scale = abs(inner[3] * outer[3]) or 1.0
        height = inner[4] * outer[1] + inner[5] * outer[3] + outer[5]
        runs.append((text, round(size * scale, 1), height))

    page.extract_text(visitor_text=visit)
    found: list[_SetLine] = []
    line: list[tuple[str, float, float]] = []
    for text, size, y in [*runs, ("\n", 0.0, 0.0)]:
        for index, piece in enumerate(text.split("\n")):
            if index:
                said = "".join(one for one, _, _ in line).strip()
                if said and not said.isdecimal():
                    _, largest, at = max(line, key=lambda run: len(run[0].strip()))
                    found.append(_SetLine(said, largest, at))
                line = []
            if piece:
                line.append((piece, size, y))
    return found


def _parts(above: _SetLine, below: _SetLine, leading: float) -> bool:
    """Whether a paragraph ends between two lines: other letters, or more room than usual."""
    wide = above.y - below.y > _PARTED * leading and not below.text[:1].islower()
    return wide or above.size != below.size


def _lines(page: str) -> Iterator[str]:
    """Yield the lines of a page, blank ones included, without its number."""
    for line in page.splitlines():
        text = line.strip()
        if not text.isdecimal():
            yield text
    yield ""


def _markdown(data: bytes) -> Found:
    from markdown_it import MarkdownIt

    level, numbers = 0, [0]
    number = ""
    for token in MarkdownIt().parse(_decoded(data)):
        match token.type:
            case "heading_open":
                level = int(token.tag[1:])
            case "heading_close":
                level = 0
            case "ordered_list_open":
                numbers.append(int(token.attrs.get("start", 1)) - 1)
            case "ordered_list_close":
                numbers.pop()
            case "list_item_open":
                numbers[-1] += 1
                number = f"{numbers[-1]}. " if token.info else ""
            case "inline":
                text = "".join(
                    child.content if child.type in ("text", "code_inline") else " "
                    for child in token.children or ()
                    if child.type in ("text", "code_inline", "softbreak", "hardbreak")
                )
                yield number + text, 0, level
                yield "", 0, 0
                number = ""


def _docx(data: bytes) -> Found:
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(io.BytesIO(data)) as archive:
            size = sum(part.file_size for part in archive.infolist())
    except BadZipFile:
        raise Unfit("is no .docx document") from None
    if size > UNPACKED:
        raise Unfit(f"unpacks to more than {UNPACKED // 2**20} MB")
    from docx import Document
    from docx.table import Table

    page = 1
    document = Document(io.BytesIO(data))
    for paragraph in document.iter_inner_content():
        if isinstance(paragraph, Table):
            for row in paragraph.rows:
                yield " ".join(cell.text.strip() for cell in row.cells), page, 0
                yield "", page, 0
            continue
        style = _HEADING.match(paragraph.style.name or "") if paragraph.style is not None else None
        level = int(style[1] or 1) if style else 0
        yield paragraph.text.strip(), page, level
        yield "", page, 0
        page += len(paragraph.rendered_page_breaks)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unfit("is not UTF-8 text") from None


READERS = {".txt": _text, ".md": _markdown, ".pdf": _pdf, ".docx": _docx}
"""What reads a format, by the end of a file's name."""

if __name__ == "__main__":
    sys.exit(main())
