"""Files, includes and their encodings."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.language.diagnostics import RulingsError
from rulings.language.files import load, load_examined, read_units
from rulings.language.source import Source


def codes(path: Path) -> list[str]:
    return [problem.code for problem in load_examined(path)[1]]


def test_includes_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "types.dl").write_text(".decl p(X: symbol).\n")
    (tmp_path / "sub" / "more.dl").write_text('.include "deep.dl".\np(b).\n')
    (tmp_path / "sub" / "deep.dl").write_text("p(c).\n")
    main = tmp_path / "main.dl"
    main.write_text('.include "types.dl".\n.include "sub/more.dl".\n.include "types.dl".\np(a).\n')
    units, problems = read_units(main)
    assert problems == []
    assert [Path(u.source.name).name for u in units] == [
        "types.dl",
        "deep.dl",
        "more.dl",
        "main.dl",
    ]
    assert load(main).facts["p"].rows == (("c",), ("b",), ("a",))


def test_cycles_show_every_include(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.dl").write_text(f'.include "{other}.dl".\n')
    (problem,) = load_examined(tmp_path / "a.dl")[1]
    assert problem.code == "RUL004"
    assert "a.dl → b.dl → c.dl → a.dl" in problem.message
    assert [note.span.text for note in problem.notes if note.span] == ['"b.dl"', '"c.dl"']


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret.dl").write_text("this is not a program")
    inside = tmp_path / "book"
    inside.mkdir()
    (inside / "link.dl").symlink_to(tmp_path / "secret.dl")
    (inside / "folder").symlink_to(tmp_path)
    for path in ("../secret.dl", str(tmp_path / "secret.dl"), "link.dl", "folder/secret.dl",
                 "~/x.dl", "C:\\x.dl", "..\\secret.dl", "a/../../secret.dl"):  # fmt: skip
        main = inside / "main.dl"
        escaped = path.replace("\\", "\\\\")
        main.write_text(f'.include "{escaped}".\n')
        assert codes(main) == ["RUL003"], path


def test_links_within_the_folder_are_fine(tmp_path: Path) -> None:
    (tmp_path / "real.dl").write_text(".decl p(X: symbol).\np(a).\n")
    (tmp_path / "link.dl").symlink_to(tmp_path / "real.dl")
    (tmp_path / "main.dl").write_text('.include "link.dl".\n.include "real.dl".\n')
    assert codes(tmp_path / "main.dl") == []


def test_unreadable_files(tmp_path: Path) -> None:
    assert codes(tmp_path / "missing.dl") == ["RUL001"]
    assert codes(tmp_path) == ["RUL001"]
    (tmp_path / "main.dl").write_text('.include "a\\u0000b.dl".\n.include "gone.dl".\n')
    assert codes(tmp_path / "main.dl") == ["RUL001", "RUL111", "RUL001"]


def test_encodings(tmp_path: Path) -> None:
    path = tmp_path / "x.dl"
    path.write_bytes(b'\xef\xbb\xbf.decl p(X: string).\r\np("caf\xc3\xa9").\r\n')
    assert load(path).facts["p"].rows == (("café",),)
    path.write_bytes(b'.decl p(X: string).\np("caf\xe9").\n')
    (problem,) = load_examined(path)[1]
    assert problem.code == "RUL002"
    assert problem.span is not None
    assert (problem.span.line, problem.span.column) == (2, 7)
    path.write_bytes(b"\x00" * 1000)
    assert codes(path) == ["RUL102"]
    path.write_bytes(b"\xff\xfe.\x00d\x00")
    assert codes(path) == ["RUL002"]


def test_texts_include_nothing() -> None:
    with pytest.raises(RulingsError) as caught:
        load(Source("question", '.include "x.dl".'))
    assert caught.value.diagnostics[0].code == "RUL003"


def test_what_is_a_path() -> None:
    with pytest.raises(RulingsError) as caught:
        load("nowhere.dl")
    assert caught.value.diagnostics[0].code == "RUL001"
    assert load(".decl p.\np.").facts["p"].rows == ((),)
