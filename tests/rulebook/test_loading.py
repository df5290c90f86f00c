"""Rulebook folders: manifests, clause registries, fact tables, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.rulebook.folder import read_edition
from rulings.rulebook.library import find, games
from rulings.session import Rulebook
from tests.books import CLAUSES, MANIFEST, RULES, write_book


def problems(folder: Path, edition: str | None = None) -> list[Diagnostic]:
    with pytest.raises(RulingsError) as error:
        read_edition(folder, edition)
    return list(error.value.diagnostics)


def test_a_sound_rulebook(tmp_path: Path) -> None:
    loaded = read_edition(write_book(tmp_path))
    assert (loaded.game, loaded.title, loaded.name) == ("toy", "Toy", "second")
    assert loaded.siblings == ("first", "second")
    clause = loaded.registry.clauses["rules/active"]
    assert (clause.short, clause.section, clause.page, clause.gist) == (
        "rules",
        "Activity",
        "3",
        "A face-up card in play is active.",
    )
    rows = loaded.program.facts["types"].rows
    assert ("rex", "animal") in rows
    assert loaded.program.facts["label"].rows == (("rex", "Rex"), ("old_fence", "Old Fence"))


@pytest.mark.parametrize(
    ("manifest", "code", "hint"),
    [
        (MANIFEST.replace('name = "toy"', "name = "), "RUL603", ""),
        (MANIFEST.replace("title", "titel"), "RUL604", "title"),
        (MANIFEST.replace("files =", "flies ="), "RUL604", "files"),
        (MANIFEST.replace('"second"', '"secnd"'), "RUL606", "second"),
        (MANIFEST.replace("rules.dl", "ruels.dl"), "RUL607", "rules.dl"),
        (MANIFEST.replace("rules.dl", "../rules.dl"), "RUL608", ""),
        (MANIFEST.replace("rules.dl", "/etc/passwd"), "RUL608", ""),
        (MANIFEST + "[editions.third]\nfiles = 3\n", "RUL605", ""),
        ('name = "toy"\n', "RUL605", ""),
        (
            MANIFEST.replace('title = "Toy"', 'title = "Toy"\nlibraries = ["matchng"]'),
            "RUL607",
            "matching",
        ),
    ],
)
def test_manifest_mistakes(tmp_path: Path, manifest: str, code: str, hint: str) -> None:
    found = problems(write_book(tmp_path, **{"rulebook.toml": manifest}))
    assert code in [problem.code for problem in found]
    assert any(hint in problem.hint for problem in found if problem.code == code)
    assert all(problem.span is not None for problem in found if problem.code == code)


def test_an_unknown_edition_names_the_nearest(tmp_path: Path) -> None:
    (problem,) = problems(write_book(tmp_path), "frist")
    assert problem.code == "RUL606"
    assert "first" in problem.hint


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    root = write_book(tmp_path)
    outside = tmp_path / "outside.dl"
    outside.write_text("stars(rex, 9).\n", encoding="utf-8")
    (root / "second.dl").unlink()
    (root / "second.dl").symlink_to(outside)
    assert [problem.code for problem in problems(root)] == ["RUL608"]


@pytest.mark.parametrize(
    ("clauses", "code", "line"),
    [
        (CLAUSES.replace("gist: All", "gits: All"), "RUL610", 10),
        (CLAUSES.replace("section: Types, ", ""), "RUL611", 10),
        (CLAUSES.replace("id: match", "id: active"), "RUL612", 10),
        ("documents: [\n", "RUL602", 2),
        ("- a\n", "RUL611", 1),
        ("document:\n  a: b\n", "RUL610", 1),
    ],
)
def test_clause_mistakes(tmp_path: Path, clauses: str, code: str, line: int) -> None:
    found = problems(write_book(tmp_path, **{"clauses.yaml": clauses}))
    assert code in [problem.code for problem in found]
    place = next(problem.span for problem in found if problem.code == code)
    assert place is not None
    assert place.line == line


@pytest.mark.parametrize(
    ("table", "code"),
    [
        ("", "RUL620"),
        ("types\nrex\n", "RUL620"),
        ("tpyes:C,W\nrex,animal\n", "RUL621"),
        ("types:C,V\nrex,animal\n", "RUL622"),
        ("types:C,W\nrex,animal,big\n", "RUL623"),
        ("stars:C,N\nrex,many\n", "RUL624"),
        ('types:C,W\n"rex,animal\n', "RUL620"),
    ],
)
def test_table_mistakes(tmp_path: Path, table: str, code: str) -> None:
    found = problems(write_book(tmp_path, **{"cards__types.csv": table}))
    assert code in [problem.code for problem in found]


def test_table_rows(tmp_path: Path) -> None:
    table = '# a comment\nstars:N,C\n7,"a, b"\n,unknown\n 4 , spaced \n'
    root = write_book(tmp_path, **{"cards__types.csv": table})
    facts = read_edition(root).program.facts["stars"]
    assert ("a, b", 7) in facts.rows
    assert ("spaced", 4) in facts.rows
    assert all("unknown" not in row for row in facts.rows)
    place = facts.spans[facts.rows.index(("a, b", 7))]
    assert str(place) == "cards/types.csv:3:1"


def test_all_problems_are_reported_together(tmp_path: Path) -> None:
    root = write_book(
        tmp_path,
        **{"rules.dl": RULES + "active(X) :- nothing(X).\n", "clauses.yaml": "documents: 3\n"},
    )
    codes = {problem.code for problem in problems(root)}
    assert {"RUL201", "RUL611"} <= codes


def test_includes_stay_inside(tmp_path: Path) -> None:
    good = write_book(
        tmp_path / "a", **{"first.dl": '.include "more.dl".\n', "more.dl": "stars(rex, 5).\n"}
    )
    assert ("rex", 5) in read_edition(good, "first").program.facts["stars"].rows
    bad = write_book(tmp_path / "b", **{"first.dl": '.include "../../x.dl".\n'})
    assert problems(bad, "first")[0].code == "RUL003"


@pytest.mark.parametrize("data", [b"\xff\xfe", b"name = \x00", b""])
def test_manifests_that_are_no_text(tmp_path: Path, data: bytes) -> None:
    root = write_book(tmp_path)
    (root / "rulebook.toml").write_bytes(data)
    assert problems(root)[0].code in ("RUL601", "RUL603", "RUL605")


def test_rulebooks_are_found_upward(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = write_book(tmp_path)
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    assert find("toy") == root.resolve()
    assert games()["toy"] == root.resolve()
    assert "unfair" in games()
    assert Rulebook.load(root).name == "toy"
    with pytest.raises(RulingsError) as error:
        find("tyo")
    assert "toy" in error.value.diagnostics[0].hint


def test_word_lists_add_up(tmp_path: Path) -> None:
    root = write_book(tmp_path)
    (root / "words.yaml").write_text("words:\n  active: [awake]\n", encoding="utf-8")
    (root / "words").mkdir()
    (root / "words" / "more.yaml").write_text("words:\n  active: [up]\n", encoding="utf-8")
    book = Rulebook.load(root, cache=False)
    assert {book.ask(f"Is Rex {said}?").understood_as for said in ("awake", "up")} == {
        book.ask("Is Rex active?").understood_as
    }
    (root / "words" / "more.yaml").write_text("wrods: {}\n", encoding="utf-8")
    found = {(one.code, one.span and one.span.source.name) for one in problems(root)}
    assert ("RUL630", "words/more.yaml") in found
