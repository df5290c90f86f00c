"""`rulings diff`: editions, folders and revisions."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from rulings.cli import main
from rulings.engine.run.model import Truth
from rulings.language.diagnostics import RulingsError
from rulings.quality.compare import Differences, compare
from rulings.quality.versions import open_version
from rulings.session import Rulebook
from tests.books import CLAUSES, RULES, write_book

CASES = """\
game: toy
cases:
  - {id: moves, ask: May Rex move?, expect: yes}
  - {id: statue, ask: May Old Fence move?, editions: {first: "undecided: silent", second: no}}
  - {id: stars, ask: How many stars does Rex have?, expect: 3}
"""


def write(folder: Path, **files: str) -> Path:
    book = write_book(folder, **files)
    path = folder / "queries" / "toy" / "some.faq.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(CASES, encoding="utf-8")
    return book


def versions(
    folder: Path, before: str, after: str, space: Path, edition: str | None = None
) -> Differences:
    return compare(
        open_version(folder, before, edition, space / "before"),
        open_version(folder, after, edition, space / "after"),
    )


def test_two_editions(tmp_path: Path) -> None:
    found = versions(write(tmp_path), "first", "second", tmp_path / "space")
    assert [(change.case.id, change.what) for change in found.cases] == [
        ("statue", "verdict"),
        ("stars", "verdict"),
    ]
    assert found.asked == 3
    assert not found.clauses
    assert found.situations == ("den",)
    flips = {flip.fact: (flip.before, flip.after) for flip in found.flips}
    assert flips["stars(rex, 3)"] == (Truth.FALSE, Truth.TRUE)
    assert "may_move(rex)" not in flips


CHANGED = RULES.replace(
    "@[rules/animals-move]\nmay_move(C) :- types(C, animal).",
    "@[rules/animals-move, rules/swift]\nmay_move(C) :- types(C, animal), not silenced(C).\n"
    "@[rules/swift]\nmay_move(C) :- types(C, swift).",
)
GISTS = CLAUSES.replace("All words must agree.", "Every word must agree.").replace(
    "      - {id: motto",
    "      - {id: swift, section: Moves, gist: The swift may.}\n      - {id: motto",
)
PLAYED = "title: Den\ngiven: |\n  zone_of(old_fence, play).\n  Old Fence silences Rex.\n"


def test_two_folders(tmp_path: Path) -> None:
    old = write(tmp_path / "old", situations__den_yaml="").parent
    shutil.rmtree(old.parent)
    old = write(tmp_path / "old", **{"situations/den.yaml": PLAYED})
    new = write(
        tmp_path / "new",
        **{"rules.dl": CHANGED, "clauses.yaml": GISTS, "situations/den.yaml": PLAYED},
    )
    found = versions(new, str(old), str(new), tmp_path)
    assert [(change.case.id, change.what) for change in found.cases] == [("moves", "reasons")]
    assert [(change.how, change.name, change.what) for change in found.clauses] == [
        ("changed", "rules/animals-move", ("rules",)),
        ("changed", "rules/match", ("gist",)),
        ("came", "rules/swift", ()),
    ]
    flipped = [(f.fact, f.before, f.after) for f in found.flips]
    assert flipped == [("may_move(rex)", Truth.TRUE, Truth.FALSE)]
    assert "rules/animals-move" in found.flips[0].clauses
    assert "rules/match" not in found.flips[0].clauses


def git(folder: Path, *words: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run(["git", "-C", str(folder), *identity, *words], check=True, capture_output=True)


def test_two_revisions(tmp_path: Path) -> None:
    home = tmp_path / "home"
    book = write(home)
    git(home, "init", "-q")
    git(home, "add", ".")
    git(home, "commit", "-q", "-m", "first")
    write(home, **{"rules.dl": CHANGED, "clauses.yaml": GISTS})
    before = sorted(home.rglob("*"))
    found = versions(book, "HEAD", str(book), tmp_path / "space")
    assert [change.name for change in found.clauses if change.how == "came"] == ["rules/swift"]
    assert found.asked == 3
    assert [path for path in sorted(home.rglob("*")) if ".git" not in path.parts] == [
        path for path in before if ".git" not in path.parts
    ]


def test_a_version_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(RulingsError) as error:
        open_version(write(tmp_path), "secnd", None, tmp_path)
    (found,) = error.value.diagnostics
    assert (found.code, found.hint) == ("RUL707", 'Did you mean "second"?')


def test_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path)
    monkeypatch.chdir(tmp_path)
    command = ["diff", "toy", "--from", "first", "--to", "second"]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert "Verdicts that changed: 2" in text
    assert "first: UNDECIDED (silent)" in text
    assert "second: NO (denied)" in text
    assert main([*command, "--markdown"]) == 0
    assert "### Toy: `first` → `second`" in capsys.readouterr().out
    assert main([*command, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [case["id"] for case in data["cases"]] == ["statue", "stars"]
    assert data["cases"][0]["to"]["verdict"] == "no"
    assert main(["diff", "toy", "--from", "first", "--to", "third"]) == 3


def test_a_downloaded_repository_runs_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    root = write_book(home)
    planted = tmp_path / "PLANTED"
    touch = f"touch {planted};"
    git(home, "init", "-q")
    (home / ".gitattributes").write_text(
        "*.dl filter=evil export-subst\n*.yaml filter=evil\n", encoding="utf-8"
    )
    git(home, "add", ".")
    git(home, "commit", "-q", "-m", "first")
    (root / "rules.dl").write_text(RULES + "% later\n", encoding="utf-8")
    for key, value in (
        ("filter.evil.smudge", f"{touch} cat"),
        ("filter.evil.clean", f"{touch} cat"),
        ("filter.evil.process", touch),
        ("core.fsmonitor", touch),
        ("core.sshCommand", touch),
        ("core.pager", touch),
        ("diff.external", touch),
        ("tar.tar.command", f"{touch} cat"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.url", f"ext::sh -c '{touch}'"),
        ("remote.origin.promisor", "true"),
        ("protocol.ext.allow", "always"),
        ("alias.ls-tree", f"!{touch}"),
    ):
        git(home, "config", key, value)
    hooks = home / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "reference-transaction", "post-index-change"):
        (hooks / name).write_text(f"#!/bin/sh\n{touch}\n", encoding="utf-8")
        (hooks / name).chmod(0o755)
    (tmp_path / "space").mkdir()
    version = open_version(root, "HEAD", None, tmp_path / "space")
    assert version.book.sha256 == Rulebook.load(write_book(tmp_path / "same")).sha256
    assert not planted.exists()


def test_a_missing_object_is_fetched_from_nowhere(tmp_path: Path) -> None:
    home = tmp_path / "home"
    root = write_book(home)
    planted = tmp_path / "PLANTED"
    git(home, "init", "-q")
    git(home, "add", ".")
    git(home, "commit", "-q", "-m", "first")
    git(home, "config", "extensions.partialClone", "origin")
    git(home, "config", "remote.origin.promisor", "true")
    git(home, "config", "remote.origin.url", f"ext::sh -c touch% {planted}")
    git(home, "config", "protocol.ext.allow", "always")
    told = subprocess.run(
        ["git", "-C", str(home), "rev-parse", "HEAD:facts/toy/rules.dl"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    (home / ".git" / "objects" / told[:2] / told[2:]).unlink()
    (tmp_path / "space").mkdir()
    with pytest.raises(RulingsError) as error:
        open_version(root, "HEAD", None, tmp_path / "space")
    assert [problem.code for problem in error.value.diagnostics] == ["RUL707"]
    assert not planted.exists()
