"""Literate rulebooks: one Markdown file that does what separate files do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulings import RulingsError
from rulings.cli import main
from rulings.language.source import Source
from rulings.quality.soundness import check_rulebook
from rulings.rulebook.literate import canonical_blocks, clauses_in, rules_in

HEARTS = Path(__file__).parents[2] / "docs" / "examples" / "hearts"
BOOK = HEARTS / "facts" / "hearts" / "hearts.md"


def hearts() -> Source:
    return Source("hearts.md", BOOK.read_text(encoding="utf-8"))


def test_hearts_checks_and_passes_and_every_clause_is_tested(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(HEARTS)
    assert main(["check", "facts/hearts"]) == 0, capsys.readouterr().out
    assert main(["test", "hearts"]) == 0, capsys.readouterr().out
    assert main(["cover", "hearts", "--threshold", "100"]) == 0, capsys.readouterr().out
    assert main(["fmt", "--check", str(BOOK)]) == 0
    assert main(["ask", "Does Ace of Spades beat King of Spades", "-g", "hearts"]) == 0
    assert "The cards" in capsys.readouterr().out


def test_places_are_those_of_the_markdown(tmp_path: Path) -> None:
    folder = tmp_path / "facts" / "hearts"
    shutil.copytree(BOOK.parent, folder)
    text = hearts().text
    wrong = (
        text.replace("beats(C, D) :- printed(C, S, N)", "beats(C, D) :- printedd(C, S, N)")
        .replace("ask: Who takes trick 4?", "ask: Whoo takes trick 4?")
        .replace("page: 3\ngist: The highest", "pagee: 3\ngist: The highest")
    )
    (folder / "hearts.md").write_text(wrong, encoding="utf-8")
    lines = wrong.split("\n")
    places = {
        (one.span.source.name, lines[one.span.line - 1].strip())
        for one in check_rulebook(folder)
        if one.span is not None and one.severity.value == "error"
    }
    assert ("hearts.md", "beats(C, D) :- printedd(C, S, N), printed(D, S, M), N > M.") in places
    assert ("hearts.md", "pagee: 3") in places
    fixed = wrong.replace("printedd", "printed").replace("pagee", "page")
    (folder / "hearts.md").write_text(fixed, encoding="utf-8")
    (found,) = [one for one in check_rulebook(folder) if one.severity.value == "error"]
    assert found.span is not None
    assert fixed.split("\n")[found.span.line - 1] == "  ask: Whoo takes trick 4?"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("```rule\np(a).\n```\n", "RUL627"),
        ("```rules\np(a).\n", "RUL627"),
        ("```clause\nid: a\n```\n", "RUL611"),
        ("```document\nid: d\n```\n```clause\ngist: no id\n```\n", "RUL611"),
        ("```document\nid: d\n```\n# S\n" + "```clause\nid: a\n```\n" * 2, "RUL612"),
    ],
)
def test_mistakes_in_blocks_are_diagnostics(text: str, code: str) -> None:
    with pytest.raises(RulingsError) as raised:
        clauses_in(Source("book.md", text))
    assert code in {one.code for one in raised.value.diagnostics}


def test_prose_and_other_blocks_mean_nothing() -> None:
    text = "```text\np(a).\n```\np(b).\n\n```rules\np(c).\n```\n"
    assert rules_in(Source("book.md", text)).text.strip() == "p(c)."


def test_fmt_changes_rules_alone() -> None:
    text = "# One\n\n```rules\n.decl p( X:symbol ).\np( a ).\n```\n\nprose  p( a ).\n"
    formatted = canonical_blocks(Source("book.md", text))
    assert formatted == text.replace(".decl p( X:symbol ).\np( a ).", ".decl p(X: symbol).\np(a).")
    assert canonical_blocks(Source("book.md", formatted)) == formatted


def test_fmt_of_a_folder_takes_its_books_and_no_other_markdown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "facts" / "hearts"
    shutil.copytree(BOOK.parent, folder)
    loose = "# One\n\n```rules\np( a ).\n```\n"
    (folder / "hearts.md").write_text(loose, encoding="utf-8")
    (tmp_path / "notes.md").write_text(loose, encoding="utf-8")
    assert main(["fmt", "--check", str(tmp_path)]) == 3
    assert capsys.readouterr().out == f"{folder / 'hearts.md'} is not in canonical form\n"
