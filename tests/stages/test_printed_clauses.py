"""`rulings clauses`: prints taken apart into clauses, and two printings compared."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path
from time import monotonic

import pytest
from docx import Document

from rulings.cli import main
from rulings.language.diagnostics import RulingsError
from rulings.printed.extraction import printed_lines
from rulings.printed.splitting import split
from rulings.rulebook.document import read_source
from rulings.rulebook.registry import read_clauses
from tests.books import CLAUSES, write_book

FIRST = """\
# Treasure Trove

## Setup

1. Each player takes three cards from the deck.
2. The youngest player begins the game.

## Frozen cards

A frozen card cannot be played, whatever else
is said.

- A card thaws at the end of the turn.
- Golden cards never freeze at all.
"""

SECOND = """\
TREASURE TROVE

Setup
1. Each player takes four cards from the deck,
and two coins.
2. The youngest player begins the game.
3. Nobody may look at the deck.

Frozen cards
A card thaws at the end of the turn.

End of the game
A frozen card cannot be played, whatever else is said.
"""

CLAUSES_OF_FIRST = [
    ("1", "Setup", "Each player takes three cards from the deck."),
    ("2", "Setup", "The youngest player begins the game."),
    ("", "Frozen cards", "A frozen card cannot be played, whatever else is said."),
    ("", "Frozen cards", "A card thaws at the end of the turn."),
    ("", "Frozen cards", "Golden cards never freeze at all."),
]


def written(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def clauses(path: Path) -> list[tuple[str, str, str]]:
    return [(one.number, one.section, one.text) for one in split(printed_lines(path))]


def pdf(*pages: str, deflated: bytes | None = None) -> bytes:
    """A PDF document with the lines of each page; what begins with # is set large."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 "]
    objects[2] += b"/BaseFont /Helvetica >>"
    kids = []
    for page in pages:
        lines = "".join(
            f"/F1 {18 if line[:1] == '#' else 11} Tf ({line.lstrip('# ')}) Tj 0 -14 Td\n"
            for line in page.splitlines()
        )
        content = f"BT /F1 11 Tf 50 780 Td\n{lines}ET".encode()
        extra = b""
        if deflated is not None:
            content, extra = deflated, b" /Filter /FlateDecode"
        kids.append(f"{len(objects) + 1} 0 R")
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] "
            b"/Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>" % (len(objects) + 2)
        )
        objects.append(
            b"<< /Length %d%s >>\nstream\n%s\nendstream" % (len(content), extra, content)
        )
    count = len(kids)
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {count} >>".encode()
    out, places = io.BytesIO(b"%PDF-1.4\n"), []
    out.seek(0, io.SEEK_END)
    for number, body in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    out.write(b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(b"trailer << /Size %d /Root 1 0 R >>\n" % (len(objects) + 1))
    out.write(b"startxref\n%d\n%%%%EOF\n" % start)
    return out.getvalue()


def docx(folder: Path) -> Path:
    document = Document()
    document.add_heading("Treasure Trove", 0)
    document.add_heading("Setup", 1)
    document.add_paragraph("1. Each player takes three cards from the deck.")
    document.add_paragraph("2. The youngest player begins the game.")
    document.add_heading("Frozen cards", 1)
    for text in [text for _, section, text in CLAUSES_OF_FIRST if section == "Frozen cards"]:
        document.add_paragraph(text)
    path = folder / "rules.docx"
    document.save(str(path))
    return path


def test_markdown(tmp_path: Path) -> None:
    assert clauses(written(tmp_path, "rules.md", FIRST)) == CLAUSES_OF_FIRST


def test_word(tmp_path: Path) -> None:
    assert clauses(docx(tmp_path)) == CLAUSES_OF_FIRST


def test_plain_text_with_wrapped_lines_and_headings_by_their_look(tmp_path: Path) -> None:
    assert clauses(written(tmp_path, "rules.txt", SECOND)) == [
        ("1", "Setup", "Each player takes four cards from the deck, and two coins."),
        ("2", "Setup", "The youngest player begins the game."),
        ("3", "Setup", "Nobody may look at the deck."),
        ("", "Frozen cards", "A card thaws at the end of the turn."),
        ("", "End of the game", "A frozen card cannot be played, whatever else is said."),
    ]


def test_pdf_pages_and_their_numbers(tmp_path: Path) -> None:
    pages = ["Setup", "2.1 Each player takes three cards from the", "deck.", "1"]
    path = written(tmp_path, "rules.pdf", pdf("\n".join(pages), "2.2 The youngest begins.\n2"))
    found = split(printed_lines(path))
    assert [(one.number, one.page, one.text) for one in found] == [
        ("2.1", 1, "Each player takes three cards from the deck."),
        ("2.2", 2, "The youngest begins."),
    ]


def test_heads_and_feet_that_run_through_the_pages_are_no_clauses(tmp_path: Path) -> None:
    """As a browser prints them: date and title above, address and page below, in any order."""
    said = [f"2.{n} A player takes {n} cards." for n in range(1, 5)]
    pages = [
        f"11/24/26, 3:08 AM Treasure Trove\nRound {n}\n{text}\nhttps://trove.example/?v=2 {n}/4"
        for n, text in enumerate(said, 1)
    ]
    told = [("2." + str(n), n, f"A player takes {n} cards.") for n in range(1, 5)]
    for name, data in (("a.pdf", pdf(*pages)), ("a.txt", "\f".join(pages).encode())):
        path = tmp_path / name
        path.write_bytes(data)
        found = split(printed_lines(path))
        assert [(one.number, one.page, one.text) for one in found] == told
        assert [one.section for one in found] == [f"Round {n}" for n in range(1, 5)]


@pytest.mark.parametrize(
    "lines",
    [
        ("1. Take 3 cards.", "2. Take 3 cards.", "3. Take 7 cards.", "4. Take 9 cards."),
        ("2.1 Score 1", "2.2 Score 2", "2.3 Score 3", "2.4 Score 4"),
        ("Pay 2 stars.", "Pay 5 stars.", "Pay 9 stars.", "Pay 4 stars."),
        ("Pay 2 stars.", "Pay 2 stars.", "Draw.", "Rest."),
    ],
)
def test_lines_that_are_alike_at_the_edge_of_pages_are_kept(
    tmp_path: Path, lines: tuple[str, ...]
) -> None:
    path = written(tmp_path, "rules.pdf", pdf(*lines))
    assert [one.text for one in printed_lines(path) if one.text] == list(lines)


def test_pdf_headings_are_set_large_and_paragraphs_apart(tmp_path: Path) -> None:
    text = FIRST.replace("Setup", "What stands before you begin to play at all, with friends")
    found = clauses(written(tmp_path, "rules.pdf", pdf(text.replace("- ", "\n"))))
    assert [text for _, _, text in found] == [text for _, _, text in CLAUSES_OF_FIRST]
    assert {section for _, section, _ in found} == {
        "What stands before you begin to play at all, with friends",
        "Frozen cards",
    }


def test_what_has_no_number_belongs_to_the_numbered_clause_before(tmp_path: Path) -> None:
    text = "Setup\n\n1. Take three cards.\n\nKeep them secret.\n\n2. Begin.\n"
    assert clauses(written(tmp_path, "rules.txt", text)) == [
        ("1", "Setup", "Take three cards. Keep them secret."),
        ("2", "Setup", "Begin."),
    ]


def test_a_first_registry_has_no_sentence_of_the_print(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = written(tmp_path, "rules.md", FIRST), tmp_path / "clauses.yaml"
    words = ["clauses", "import", str(path), "-o", str(target), "--document", "trove"]
    assert main(words) == 0
    assert "5 clauses in 2 sections" in capsys.readouterr().out
    registry = read_clauses(read_source(target))
    assert list(registry.clauses) == [
        "trove/1-each-player-takes",
        "trove/2-youngest-player-begins",
        "trove/frozen-card-cannot",
        "trove/card-thaws-end",
        "trove/golden-cards-never",
    ]
    assert {one.gist for one in registry.clauses.values()} == {""}
    assert registry.clauses["trove/card-thaws-end"].find == "card end thaws turn"
    text = target.read_text(encoding="utf-8")
    assert not any(sentence[:20] in text for _, _, sentence in CLAUSES_OF_FIRST)
    assert main(words) == 3
    assert "RUL616" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == text


def test_a_clause_without_a_gist_is_a_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_book(
        tmp_path, **{"clauses.yaml": CLAUSES.replace(", gist: Statues may not.", "")}
    )
    assert main(["check", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "RUL618" in said
    assert "rules/statues-stay" in said


def compared(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, list[str]]:
    assert main(["clauses", "diff", *words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    found: dict[str, list[str]] = {"same": [str(data["same"])]}
    for one in data["clauses"]:
        found.setdefault(one["kind"], []).append(one["id"].rpartition("/")[2])
    return found


EXPECTED = {
    "same": ["2"],
    "gone": ["golden-cards-never"],
    "changed": ["1-each-player-takes"],
    "moved": ["frozen-card-cannot"],
    "new": ["3-nobody-look-deck"],
}


def test_two_printings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = written(tmp_path, "first.md", FIRST)
    new = written(tmp_path, "second.txt", SECOND)
    assert compared(capsys, str(old), str(new)) == EXPECTED
    assert compared(capsys, str(new), str(new)) == {"same": ["5"]}
    assert main(["clauses", "diff", str(old), str(new)]) == 0
    said = capsys.readouterr().out
    assert "moved   frozen-card-cannot (Frozen cards) → frozen-card-cannot (End" in said
    assert said.endswith("2 same, 1 changed, 0 perhaps changed, 1 moved, 1 gone, 1 new\n")


def test_a_registry_and_the_next_printing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "clauses.yaml"
    assert main(["clauses", "import", str(written(tmp_path, "a.md", FIRST)), "-o", str(old)]) == 0
    capsys.readouterr()
    new = written(tmp_path, "second.txt", SECOND)
    assert compared(capsys, str(old), str(new)) == EXPECTED


def test_two_registries_that_say_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = (written(tmp_path, name, CLAUSES) for name in ("old.yaml", "new.yaml"))
    assert compared(capsys, str(old), str(new)).keys() == {"same"}
    gist = CLAUSES.partition("gist: ")[2].partition(".")[0]
    new.write_text(CLAUSES.replace(gist, f"{gist} always"), encoding="utf-8")
    found = compared(capsys, str(old), str(new))
    assert {kind: len(names) for kind, names in found.items() if kind != "same"} == {"perhaps": 1}


def test_rules_and_cases_that_cite_a_clause_that_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The gists of a registry that was written by hand tell clauses by their words."""
    folder = write_book(tmp_path)
    cases = tmp_path / "queries" / "toy" / "some.faq.yaml"
    cases.parent.mkdir(parents=True)
    cases.write_text(
        "game: toy\ncases:\n  - {id: moves, ask: May Rex move?, expect: yes,"
        " because: [rules/animals-move]}\n",
        encoding="utf-8",
    )
    text = (
        "# Types\n\nAll words must agree.\n\n# Moves\n\nAnimals move twice.\n\nStatues may not.\n"
    )
    new = written(tmp_path, "second.md", text)
    assert main(["clauses", "diff", str(folder), str(new)]) == 0
    said = capsys.readouterr().out
    assert "gone    rules/active (Activity, page 3)\n        rules rules.dl:15" in said
    assert "perhaps rules/animals-move (Moves) → animals-move-twice (Moves)\n" in said
    assert "        cases moves\n" in said
    assert said.endswith("0 same, 0 changed, 3 perhaps changed, 0 moved, 3 gone, 0 new\n")


BOOK = """\
```document
id: rules
title: Rules
```

# Moves

```clause
id: twice
gist: Animals move twice.
```

```clause
id: statues
gist: Statues may not.
```
"""


def test_a_literate_rulebook_against_its_next_printing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "toy"
    book.mkdir()
    written(book, "rulebook.toml", 'name = "toy"\n[editions.one]\nfiles = ["toy.md"]\n')
    old = written(book, "toy.md", BOOK)
    new = written(tmp_path, "second.md", "# Moves\n\nAnimals move twice.\n")
    for first in (old, book):
        assert main(["clauses", "diff", str(first), str(new), "--document", "rules"]) == 0
        told = capsys.readouterr().out
        assert "perhaps rules/twice (Moves) → animals-move-twice (Moves)\n" in told
        assert "gone    rules/statues (Moves)\n" in told
    assert main(["clauses", "diff", str(new), str(book)]) == 0
    assert "new     rules/statues (Moves)\n" in capsys.readouterr().out


def refused(path: Path) -> str:
    start = monotonic()
    with pytest.raises(RulingsError) as problem:
        printed_lines(path)
    assert monotonic() - start < 60
    assert [one.code for one in problem.value.diagnostics] == ["RUL619"]
    return problem.value.diagnostics[0].message


def zipped(folder: Path, **parts: bytes) -> Path:
    """A .docx document with some parts replaced."""
    source, target = docx(folder), folder / "hostile.docx"
    with (
        zipfile.ZipFile(source) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            key = name.replace("/", "_").replace(".", "_")
            new.writestr(name, parts.get(key, old.read(name)))
    return target


def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    bomb = zipped(tmp_path, word_document_xml=b"<a>" + b" " * (130 * 2**20) + b"</a>")
    assert bomb.stat().st_size < 2**20
    assert "unpacks to more than" in refused(bomb)


def test_entities_are_not_resolved(tmp_path: Path) -> None:
    secret = written(tmp_path, "secret.txt", "the secret of this machine")
    levels = "".join(
        f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' if n else '<!ENTITY l0 "lol">' for n in range(12)
    )
    for entity in ("&l11;", "&file;"):
        xml = (
            f'<?xml version="1.0"?><!DOCTYPE w [{levels}<!ENTITY file SYSTEM "{secret.as_uri()}">]>'
            '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
            f"<w:body><w:p><w:r><w:t>{entity}</w:t></w:r></w:p></w:body></w:document>"
        )
        start = monotonic()
        try:
            said = "".join(
                one.text for one in printed_lines(zipped(tmp_path, word_document_xml=xml.encode()))
            )
        except RulingsError as problem:
            said = "".join(one.message for one in problem.diagnostics)
        assert "secret of" not in said
        assert len(said) < 1000
        assert monotonic() - start < 60


def test_a_pdf_bomb_is_refused(tmp_path: Path) -> None:
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(b" " * 2**20) for _ in range(140)) + packer.flush()
    assert len(data) < 2 * 2**20
    refused(written(tmp_path, "bomb.pdf", pdf("x", deflated=data)))


@pytest.mark.parametrize("name", ["rules.pdf", "rules.docx", "rules.txt", "rules.png"])
def test_what_is_no_document(tmp_path: Path, name: str) -> None:
    refused(written(tmp_path, name, b"\xff\x00 no document \x80"))


def test_a_document_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clauses", "import", str(tmp_path / "none.md")]) == 3
    assert "RUL601" in capsys.readouterr().err
