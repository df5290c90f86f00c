"""The cache of compiled rulebooks: used when it can be trusted, else as if there were none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.asking import keeping
from rulings.language.diagnostics import RulingsError
from rulings.rulebook import cache, edition_files, last_read
from rulings.rulebook.edition_files import EditionFiles, read_files
from rulings.rulebook.kept_pieces import Damaged
from rulings.rulebook.library import PACKAGE
from rulings.session import Rulebook
from tests.books import MANIFEST, RULES, write_book


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

    original = reader.check_files

    def counted(files: EditionFiles) -> object:
        loaded.append(files.manifest.folder)
        return original(files)

    monkeypatch.setattr(reader, "check_files", counted)
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


@pytest.mark.parametrize("grain", [-(10**18), last_read.GRAIN])
def test_files_are_read_again_when_one_has_changed(
    tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch, grain: int
) -> None:
    monkeypatch.setattr(last_read, "GRAIN", grain)
    reads: list[Path] = []
    original = edition_files.read_files

    def counted(folder: Path, *others: object) -> EditionFiles:
        reads.append(folder)
        return original(folder, *others)  # type: ignore[arg-type]

    monkeypatch.setattr(edition_files, "read_files", counted)
    root = write_book(tmp_path)
    rules = root / "rules.dl"
    hashes = [Rulebook.load(root).sha256, Rulebook.load(root).sha256]
    # What changed a moment ago is not believed to be as it was.
    assert len(set(hashes)) == 1
    assert len(reads) == (1 if grain < 0 else 2)
    times = rules.stat()
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("types(C, statue)", "types(C, animal)"), encoding="utf-8")
    os.utime(rules, ns=(times.st_atime_ns, times.st_mtime_ns))
    hashes.append(Rulebook.load(root).sha256)
    shutil.copy(root / "cards" / "types.csv", root / "cards" / "typed.csv")
    hashes.append(Rulebook.load(root).sha256)
    (root / "cards" / "typed.csv").unlink()
    hashes.append(Rulebook.load(root).sha256)
    assert len(set(hashes)) == 3
    assert hashes[-1] == hashes[2]
    assert Rulebook.load(root, "first").sha256 not in hashes


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


def test_a_part_that_is_damaged_later_is_never_believed(
    tmp_path: Path, store: Path, fresh: list[Path]
) -> None:
    root = write_book(tmp_path)
    expected = answers(Rulebook.load(root))
    (path,) = [path for path in kept(store) if path.stem.endswith("-edition")]
    whole = path.read_bytes()
    heard = set()
    # What no question looks at is not read; whatever is read is as it was kept, or refused.
    for place in range(len(whole) - 1, 0, -max(1, len(whole) // 60)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            heard.add(answers(Rulebook.load(root)) == expected)
        except Damaged:
            assert not path.exists(), "the next process builds it anew"
            heard.add(None)
    assert heard == {True, None}
    assert answers(Rulebook.load(root)) == expected


def test_an_edition_that_is_replaced_or_forgotten_is_still_read(
    tmp_path: Path, store: Path, fresh: list[Path]
) -> None:
    root = write_book(tmp_path)
    expected = answers(Rulebook.load(root))
    opened = Rulebook.load(root)
    for path in kept(store):
        path.unlink()
    assert answers(opened) == expected
    assert len(fresh) == 1


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


def test_a_key_that_others_may_read_is_not_used(
    tmp_path: Path, store: Path, fresh: list[Path]
) -> None:
    root = write_book(tmp_path)
    Rulebook.load(root)
    (store / "key").chmod(0o644)
    Rulebook.load(root)
    assert len(fresh) == 2
    Rulebook.load(root)
    assert len(fresh) == 2, "a new key signs anew"


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


def test_a_change_of_any_module_is_another_program_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "rulings"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "data"))
    monkeypatch.setattr(cache, "PACKAGE", package)
    versions = {cache.program_version()}
    modules = [path for path in package.rglob("*.py") if "template" not in path.parts]
    for module in modules:
        module.write_text(module.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
        versions.add(cache.program_version())
    assert len(versions) == len(modules) + 1
    read = {path.relative_to(package).parts[0] for path in modules}
    assert {"language", "logic", "engine", "explain", "rulebook", "english", "asking"} <= read


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
    assert not [path for path in store.iterdir() if path.name.startswith(".rulings-")]
    assert len((store / "key").read_bytes()) == 32


def test_what_a_kept_situation_spoke_of_last_is_what_it_means(tmp_path: Path, store: Path) -> None:
    root = write_book(tmp_path)
    first, again = (Rulebook.load(root).situation("den") for _ in range(2))
    assert first.said.lines
    assert again.said.spoken == first.said.spoken


def test_old_files_are_forgotten(store: Path) -> None:
    for number in range(cache.KEPT + 5):
        cache.write(f"{number:064x}-{number:016x}", b"x")
    assert len(kept(store)) == cache.KEPT


def test_what_cannot_be_unpacked_counts_as_nothing(tmp_path: Path, store: Path) -> None:
    _, _, keep = keeping.load(write_book(tmp_path))
    cache.write(f"{keep.sha256}-{keep.version}-code", b"no marshal data")
    assert keep.codes() == {}
    keep.keep_table(b"x", "what was read")
    assert keep.table(b"x") == "what was read"
    (name,) = [
        path.stem
        for path in kept(store)
        if path.stem.count("-") == 2 and not path.stem.endswith(("-code", "-edition"))
    ]
    cache.write(name, b"no pickle")
    assert keep.table(b"x") is None


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 33])
def test_a_damaged_key_is_made_anew(
    tmp_path: Path, store: Path, fresh: list[Path], damage: bytes
) -> None:
    root = write_book(tmp_path)
    Rulebook.load(root)
    (store / "key").write_bytes(damage)
    Rulebook.load(root)
    Rulebook.load(root)
    assert len(fresh) == 2
    assert len((store / "key").read_bytes()) == 32


def test_files_of_others_are_never_forgotten(store: Path) -> None:
    store.mkdir()
    others = [store / f"document-{number}.txt" for number in range(200)]
    others += [store / "0123.rulings", store / f"{'a' * 64}.rulings", store / "key.pem"]
    for path in others:
        path.write_text("mine", encoding="utf-8")
        os.utime(path, (1, 1))
    (store / f"{'b' * 64}-{'c' * 16}.rulings").symlink_to(others[0])
    for number in range(cache.KEPT + 5):
        cache.write(f"{number:064x}-{number:016x}-code", b"x")
    assert all(path.read_text(encoding="utf-8") == "mine" for path in others)
    assert len([path for path in kept(store) if path.name.endswith("-code.rulings")]) == cache.KEPT


def test_unfinished_files_are_swept_away(store: Path) -> None:
    cache.write(f"{0:064x}-{0:016x}", b"x")
    old, young = store / f".rulings-{'a' * 16}", store / f".rulings-{'b' * 16}"
    for path in (old, young):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    cache.write(f"{1:064x}-{1:016x}", b"x")
    assert (old.exists(), young.exists()) == (False, True)


def test_a_copy_with_another_file_never_answers_for_the_genuine_one(
    tmp_path: Path, store: Path
) -> None:
    genuine = write_book(tmp_path / "genuine")
    copy = write_book(tmp_path / "copy")
    planted = tmp_path / "planted"
    (copy / "cards").rename(planted)
    (planted / "types.csv").write_text("types:C,W\nrex,statue\n", encoding="utf-8")
    (copy / "cards").symlink_to(planted)
    with pytest.raises(RulingsError) as refused:
        Rulebook.load(copy)
    assert {problem.code for problem in refused.value.diagnostics} == {"RUL608"}
    assert Rulebook.load(genuine).ask("Does Rex match animal?").verdict.value == "yes"


def test_the_hash_is_of_names_in_the_folder_and_bytes(tmp_path: Path) -> None:
    first = write_book(tmp_path / "one" / "place")
    second = write_book(tmp_path / "another")
    (second / "notes.dl").write_text("not(a, program", encoding="utf-8")
    assert read_files(first, None).sha256 == read_files(second, "second").sha256
    assert read_files(first, "first").sha256 != read_files(first, "second").sha256
    (second / "rules.dl").write_text(RULES + "% more\n", encoding="utf-8")
    assert read_files(first, None).sha256 != read_files(second, None).sha256


def test_a_moved_file_is_another_rulebook(tmp_path: Path) -> None:
    manifest = MANIFEST.replace('"rules.dl"', '"**/rules.dl"')
    first = write_book(tmp_path / "one", **{"rulebook.toml": manifest})
    second = write_book(tmp_path / "two", **{"rulebook.toml": manifest})
    (second / "deeper").mkdir()
    (second / "rules.dl").rename(second / "deeper" / "rules.dl")
    assert read_files(first, None).sha256 != read_files(second, None).sha256


def test_a_changed_include_is_another_rulebook(tmp_path: Path, store: Path) -> None:
    files = {"second.dl": '.include "more.txt".\n', "more.txt": "types(rex, animal).\n"}
    root = write_book(tmp_path, **files)
    before = Rulebook.load(root)
    (root / "more.txt").write_text("types(rex, statue).\n", encoding="utf-8")
    after = Rulebook.load(root)
    assert before.sha256 != after.sha256
    assert ("rex", "statue") in after.program.facts["types"].rows
