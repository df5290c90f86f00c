"""What the door for writing leaves behind: the new file whole, or the old one as it was."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from rulings.doors import outgoing
from rulings.doors.incoming import Refused
from rulings.doors.outgoing import write_bytes, write_text


def files(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def test_a_file_keeps_its_mode_and_its_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_text(path, "one\r\ntwo\n")
    assert path.read_bytes() == b"one\r\ntwo\n"
    path.chmod(0o640)
    write_text(path, "new")
    assert files(tmp_path) == {"a": "new"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_private_file_is_for_its_owner(tmp_path: Path) -> None:
    write_bytes(tmp_path / "key", b"x", private=True)
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_a_full_disk_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_text("old", encoding="utf-8")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(outgoing.os, "fsync", full)
    with pytest.raises(Refused, match="no space left"):
        write_text(path, "new")
    assert files(tmp_path) == {"a": "old"}


def test_a_file_too_long_for_its_limit_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old", encoding="utf-8")
    script = (
        "import resource, signal, sys; from pathlib import Path;"
        "from rulings.doors.incoming import Refused;"
        "from rulings.doors.outgoing import write_bytes;"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));\n"
        "try: write_bytes(Path(sys.argv[1]), b'n' * 100_000)\n"
        "except Refused as why: print(why)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "a")],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "too large" in ran.stdout
    assert files(tmp_path) == {"a": "old"}


@pytest.mark.parametrize("name", ["link", "folder", "pipe", "device", "missing/a", "\0"])
def test_what_is_refused(tmp_path: Path, name: str) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "outside").write_text("old", encoding="utf-8")
    (home / "link").symlink_to(tmp_path / "outside")
    (home / "folder").mkdir()
    os.mkfifo(home / "pipe")
    (home / "device").symlink_to("/dev/null")
    before = sorted(home.iterdir())
    with pytest.raises(Refused):
        write_text(home / name, "new")
    assert (tmp_path / "outside").read_text(encoding="utf-8") == "old"
    assert sorted(home.iterdir()) == before


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old", encoding="utf-8")
    (tmp_path / "link").symlink_to("a")
    write_text(tmp_path / "link", "new", within=tmp_path)
    assert files(tmp_path) == {"a": "new", "link": "new"}
    assert (tmp_path / "link").is_symlink()


def test_new_never_overwrites(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "first", new=True)
    (tmp_path / "dangling").symlink_to("nowhere")
    for name in ("a", "dangling"):
        with pytest.raises(Refused, match="exists"):
            write_text(tmp_path / name, "second", new=True)
    assert (tmp_path / "a").read_text(encoding="utf-8") == "first"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "dangling"]


def test_new_needs_no_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(outgoing.os, "link")
    write_text(tmp_path / "a", "first", new=True)
    with pytest.raises(Refused, match="exists"):
        write_text(tmp_path / "a", "second", new=True)
    assert files(tmp_path) == {"a": "first"}


def test_half_a_character_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="half of a character"):
        write_text(tmp_path / "a", "\ud800")
    assert list(tmp_path.iterdir()) == []
