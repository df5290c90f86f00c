"""`rulings import faq`: a publisher's FAQ as cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.cli import main
from rulings.faq.cases import read_cases
from rulings.faq.entries import read_entries
from rulings.faq.runner import Runner
from rulings.language.source import Source
from tests.books import write_book

FAQ = """\
# Frequently asked questions

Thanks to all who wrote.

**Q: May Rex move?**
A: Yes, he may. Animals move.

### Is Rex active?

Given: Old Fence lies in zone play.
zone_of(rex, play).
Old Fence silences Rex.

*No.* It is silenced.

Q: Can Rex dance with the
moon?
A: Yes!

Q: May Old Fence move?
A: Statues stay.

1. How many stars does Rex have?
   3 stars.

Q: May Living Statue move?
"""

TABLE = """\
Question,Answer,Given,Source
May Rex move?,Yes.,,page 2
Is Rex active?,It depends on the zone.,,
Is Rex active?,No. It is silenced.,"zone_of(rex, play).
Old Fence lies in zone play.
Old Fence silences Rex.",page 3
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def taken(folder: Path, name: str, text: str, *more: str) -> int:
    book = write_book(folder)
    return main(["import", "faq", str(written(folder, name, text)), "-g", str(book), *more])


def test_markdown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert taken(tmp_path, "letters.md", FAQ) == 3
    said = capsys.readouterr().out
    target = tmp_path / "queries" / "toy" / "letters.faq.yaml"
    cases = [case for case in read_cases(target) if case.edition == "second"]
    assert [(case.id, str(case.expect), len(case.given)) for case in cases] == [
        ("may-rex-move", "yes", 0),
        ("is-rex-active", "no", 3),
        ("how-many-stars-does-rex", "3", 0),
    ]
    assert cases[0].source == "letters.md, line 5"
    runner = Runner(start=tmp_path)
    assert all(runner.run(case).passed for case in cases)
    text = target.read_text(encoding="utf-8")
    for told in (said, text):
        assert "Can Rex dance with the moon?" in told
        assert "answer: Yes!" in told
        assert 'RUL710 The answer "Statues stay. …" begins with no verdict.' in told
        assert "RUL710 There is no answer." in told
        assert "Thanks to all who wrote." in told
    assert "3 cases, 3 not read" in said


def test_what_is_not_read_is_offered_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken(tmp_path, "letters.md", "Q: May Rex mvoe?\nA: Yes.\n\nQ: May Rex move?\nA: Yes.\n")
    said = capsys.readouterr().out.splitlines()
    place = said.index("Not read (letters.md, line 1): May Rex mvoe?")
    assert said[place + 2].startswith("  RUL501 No declared sentence fits")
    assert said[place + 3].startswith("    May Rex move?")


NAMES = """\
Q: Who may move?
A: Rex and Old Fence. Statues stay.

Q: Who may move?
A: Nobody.

Q: Who may move?
A: Ben.

Q: How many stars does Rex have?
A: Rex.
"""


def test_who_is_answered_by_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names that the table knows are expected; others, and those of no "who", are no verdict."""
    assert taken(tmp_path, "letters.md", NAMES, "-e", "second") == 3
    cases = read_cases(tmp_path / "queries" / "toy" / "letters.faq.yaml")
    assert [str(case.expect) for case in cases] == ["[Rex, Old Fence]", "[]"]
    assert capsys.readouterr().out.count("RUL710") == 2


def test_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "own.faq.yaml"
    assert taken(tmp_path, "letters.csv", TABLE, "-o", str(target), "-e", "second") == 0
    cases = read_cases(target)
    assert [(case.id, str(case.expect), case.edition) for case in cases] == [
        ("may-rex-move", "yes", "second"),
        ("is-rex-active", "depends", "second"),
        ("is-rex-active-2", "no", "second"),
    ]
    assert [len(case.given) for case in cases] == [0, 0, 3]
    assert cases[0].source == "page 2"
    assert "Next: rulings triage toy" in capsys.readouterr().out


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert taken(tmp_path, "letters.csv", TABLE) == 0
    target = tmp_path / "queries" / "toy" / "letters.faq.yaml"
    before = target.read_text(encoding="utf-8")
    assert taken(tmp_path, "letters.csv", TABLE.replace("Yes.", "No.")) == 3
    assert "RUL616" in capsys.readouterr().err
    assert target.read_text(encoding="utf-8") == before


def test_where_nothing_is_read_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert taken(tmp_path, "letters.md", "Hello.\n") == 3
    assert "0 cases, 0 not read; nothing written" in capsys.readouterr().out
    assert not (tmp_path / "queries").exists()


@pytest.mark.parametrize(
    "text",
    [
        "question,anwser\nMay Rex move?,Yes.\n",
        "question\nMay Rex move?\n",
        "question,answer\nMay Rex move?,Yes.,more\n",
        'question,answer\n"May Rex',
        "",
    ],
)
def test_tables_of_the_wrong_shape(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert taken(tmp_path, "letters.csv", text) == 3
    assert "RUL709" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("answer", "expect"),
    [
        ("Yes.", "yes"),
        ("**No**, never.", "no"),
        ("“Yes”, he may", "yes"),
        ("It depends on the zone.", "depends"),
        ("No one may.", ""),
        ("3-player games only", ""),
        ("Nobody knows", ""),
        ("Yesterday", ""),
        ("None", ""),
    ],
)
def test_what_an_answer_begins_with(tmp_path: Path, answer: str, expect: str) -> None:
    taken(tmp_path, "a.md", f"Q: May Rex move?\nA: {answer}\n\nQ: Is Rex active?\nA: Yes.\n")
    cases = {case.ask.text: str(case.expect) for case in read_cases(_target(tmp_path))}
    assert cases.get("May Rex move?", "") == expect


def _target(folder: Path) -> Path:
    return folder / "queries" / "toy" / "a.faq.yaml"


def test_every_line_is_somewhere() -> None:
    found = read_entries(Source("faq.md", FAQ), table=False)
    parts = [span.text for span in found.left_over]
    for entry in found.entries:
        parts += [entry.question, entry.answer, *entry.given]
    told = " ".join(parts)
    lost = [
        word
        for word in FAQ.replace("*", " ").split()
        if word not in told and word not in ("#", "###", "Q:", "A:", "Given:", "1.")
    ]
    assert lost == ["Frequently", "asked", "questions"]
