"""The cache of compiled rulebooks: used when it can be trusted, else as if there were none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.asking import keeping
from rulings.rulebook import cache
from rulings.session import Rulebook
from tests.books import RULES, write_book


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cache"
    monkeypatch.setenv("RULINGS_CACHE", str(place))
    return place


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that were loaded from their files, because the cache did not do."""
    loaded: list[Path] = []
    from rulings.rulebook import folder as reader

    original = reader.read_edition

    def counted(folder: Path, edition: str | None = None) -> object:
        loaded.append(folder)
        return original(folder, edition)

    monkeypatch.setattr(reader, "read_edition", counted)
    return loaded


def answers(book: Rulebook) -> list[object]:
    table = book.situation("den")
    asked = ("Is Rex active?", "May Old Fence move?", "Does Rex match animal?")
    found = [table.ask(question) for question in asked]
    return [(answer.reason, answer.say, answer.clauses, answer.assumptions) for answer in found]


def kept(store: Path) -> list[Path]:
    return [path for path in store.iterdir() if path.name != "key"]


def test_a_cached_rulebook_answers_the_same(tmp_path: Path, store: Path, fresh: list[Path]) -> None:
    root = write_book(tmp_path)
    expected = answers(Rulebook.load(root, cache=False))
    first = answers(Rulebook.load(root))
    book = Rulebook.load(root)
    assert answers(book) == first == expected
    assert len(fresh) == 2
    assert book.program == Rulebook.load(root, cache=False).program
    assert book.clauses == Rulebook.load(root, cache=False).clauses


def test_compiled_rules_are_kept(tmp_path: Path, store: Path) -> None:
    root = write_book(tmp_path)
    book = Rulebook.load(root)
    expected = answers(book)
    book.remember()
    again = Rulebook.load(root)
    assert again.evaluators.codes.keys() == book.evaluators.codes.keys()
    assert answers(again) == expected


def test_a_changed_rulebook_is_loaded_anew(tmp_path: Path, store: Path) -> None:
    root = write_book(tmp_path)
    before = Rulebook.load(root)
    (root / "rules.dl").write_text(
        RULES.replace("types(C, statue)", "types(C, animal)"), encoding="utf-8"
    )
    after = Rulebook.load(root)
    assert before.sha256 != after.sha256
    assert before.ask("May Rex move?").reason is not after.ask("May Rex move?").reason


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:100],
        lambda data: data[:-1] + bytes([data[-1] ^ 1]),
        lambda data: b"\x00" * 32 + data[32:],
        lambda data: b"\x80\x04." * 1000,
    ],
)
def test_a_damaged_cache_is_rebuilt(
    tmp_path: Path, store: Path, fresh: list[Path], damage: object
) -> None:
    root = write_book(tmp_path)
    expected = answers(Rulebook.load(root))
    for path in kept(store):
        path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    assert answers(Rulebook.load(root)) == expected
    assert len(fresh) == 2
    assert answers(Rulebook.load(root)) == expected
    assert len(fresh) == 2


def test_a_foreign_cache_is_not_believed(
    tmp_path: Path, store: Path, fresh: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_book(tmp_path)
    Rulebook.load(root)
    elsewhere = tmp_path / "elsewhere"
    monkeypatch.setenv("RULINGS_CACHE", str(elsewhere))
    Rulebook.load(root)
    for path in kept(store):
        (elsewhere / path.name).write_bytes(path.read_bytes())
    Rulebook.load(root)
    assert len(fresh) == 3


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="needs owners and modes")
def test_a_key_that_others_may_read_is_not_used(
    tmp_path: Path, store: Path, fresh: list[Path]
) -> None:
    root = write_book(tmp_path)
    Rulebook.load(root)
    (store / "key").chmod(0o644)
    Rulebook.load(root)
    assert len(fresh) == 2


def test_a_home_that_cannot_be_written_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("RULINGS_CACHE", str(blocked / "cache"))
    root = write_book(tmp_path)
    assert answers(Rulebook.load(root)) == answers(Rulebook.load(root))


def test_another_program_version_has_its_own_files(
    tmp_path: Path, store: Path, fresh: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_book(tmp_path)
    Rulebook.load(root)
    monkeypatch.setattr(cache, "program_version", lambda: "f" * 64)
    Rulebook.load(root)
    assert len(fresh) == 2


def test_two_processes_at_once(tmp_path: Path, store: Path) -> None:
    root = write_book(tmp_path)
    script = (
        "import sys; from rulings.session import Rulebook;"
        "book = Rulebook.load(sys.argv[1]);"
        "print(book.ask('May Rex move?').verdict.value); book.remember()"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(root) + "/"], stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    assert [process.communicate(timeout=60)[0] for process in running] == ["yes\n"] * 4
    assert not [path for path in store.iterdir() if path.name.startswith("tmp-")]
    assert len((store / "key").read_bytes()) == 32


def test_old_files_are_forgotten(store: Path) -> None:
    for number in range(cache.KEPT + 5):
        cache.write(f"n{number}", b"x")
    assert len(kept(store)) == cache.KEPT


def test_what_cannot_be_unpacked_counts_as_nothing(tmp_path: Path, store: Path) -> None:
    _, _, keep = keeping.load(write_book(tmp_path))
    cache.write(f"{keep.sha256}-{keep.version}-code", b"no marshal data")
    assert keep.codes() == {}
    keep.keep_table(b"x", "what was read")
    assert keep.table(b"x") == "what was read"
    (name,) = [
        path.name
        for path in kept(store)
        if path.name.count("-") == 2 and not path.name.endswith(("-code", "-edition"))
    ]
    cache.write(name, b"no pickle")
    assert keep.table(b"x") is None
