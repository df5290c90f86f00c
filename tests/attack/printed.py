"""Documents from strangers: printed rulebooks as text, Markdown, Word and PDF, and lists of FAQ."""

from __future__ import annotations

import io
import logging
import zipfile
from random import Random

from rulings.commands.prints import registry_text
from rulings.faq.entries import read_entries
from rulings.faq.taking_in import faq_text, take_in
from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source
from rulings.printed.extraction import PrintedLine
from rulings.printed.splitting import split
from rulings.printed.taking_apart import READERS, Unfit
from rulings.rulebook.registry import read_clauses
from rulings.session import Rulebook
from tests.attack.altering import Altering
from tests.attack.surface import Surface

_DOCUMENT = """\
# 1 Activity

1.1 A face-up card in play is active.
1.2 An active card may silence others, unless it is a statue.

## Moves

- Animals may move.
- Statues may not.

| card | stars |
|------|-------|
| Rex  | 3     |

\f2 Types

All words must agree (see 1.1); "Rex" is an animal.
"""
_FAQ = """\
## Q: May Rex move?
Given: Rex is face-up.
A: Yes, animals may move.

**Is Rex active?**

No. See 1.1.

3. Which cards are active?

   Rex and Old Fence.
"""
_WORD = (
    '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/'
    'wordprocessingml/2006/main"><w:body>{}</w:body></w:document>'
)
_TABLE = "id,question,answer\na,May Rex move?,yes\nb,Is Rex active?,no\n"


def surfaces(book: Rulebook) -> tuple[Surface, ...]:
    """Return the surface of documents; `book` is the toy rulebook."""
    texts = Altering([_DOCUMENT, *_DOCUMENT.split("\n\n")])
    kinds = [(kind, texts) for kind in (".txt", ".md", ".docx", ".pdf")]
    kinds += [("faq", Altering([_FAQ, *_FAQ.split("\n\n")])), ("csv", Altering([_TABLE]))]
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    table = book.situation("den")

    def make(random: Random) -> tuple[str, bytes]:
        kind, altered = random.choice(kinds)
        text = altered.text(random)
        data = text.encode("utf-8", "replace")
        if kind == ".docx":
            data = _docx(text, random)
        elif kind == ".pdf":
            data = _pdf(text)
        if kind in (".docx", ".pdf") and random.random() < 0.3:
            at = random.randrange(len(data))
            data = data[:at] + bytes(random.randrange(256) for _ in range(3)) + data[at + 3 :]
        return kind, data

    def taken(made: tuple[str, bytes]) -> bool:
        kind, data = made
        if kind in ("faq", "csv"):
            try:
                found = read_entries(Source("stranger", data.decode()), table=kind == "csv")
            except RulingsError as refused:
                if not refused.diagnostics:
                    raise
                return False
            faq_text("toy", take_in(found.entries[:2], table), found.left_over)
            return bool(found.entries)
        try:
            lines = [PrintedLine(*one) for one in READERS[kind](data)]
        except Unfit:
            return False
        except Exception:
            # The process that reads a document says so of whatever a library raises.
            assert kind in (".docx", ".pdf")
            return False
        clauses = split(lines)
        if clauses:
            read_clauses(Source("written", registry_text("rules", "The rules", "rules", clauses)))
        return bool(clauses)

    return (Surface("printed", make, taken),)


def _docx(text: str, random: Random) -> bytes:
    escaped = text if random.random() < 0.1 else text.replace("&", "&amp;").replace("<", "&lt;")
    paragraphs = "".join(f"<w:p><w:r><w:t>{one}</w:t></w:r></w:p>" for one in escaped.split("\n"))
    kinds = "application/vnd.openxmlformats-"
    parts = {
        "[Content_Types].xml": '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.'
        'org/package/2006/content-types"><Default Extension="rels" ContentType="'
        f'{kinds}package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="'
        f'{kinds}officedocument.wordprocessingml.document.main+xml"/></Types>',
        "_rels/.rels": '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.'
        'org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.'
        'org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>'
        "</Relationships>",
        "word/document.xml": _WORD.format(paragraphs),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part.encode("utf-8", "replace"))
    return packed.getvalue()


def _pdf(text: str) -> bytes:
    shown = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    drawn = "".join(f"({one}) Tj T*\n" for one in shown.split("\n"))
    stream = f"BT /F1 12 Tf 14 TL 72 720 Td\n{drawn}ET".encode("latin-1", "replace")
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    written, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj%s endobj\n" % (number, one)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % len(written)
    return written + b"xref\n0 6\n0000000000 65535 f \n" + rows + end
