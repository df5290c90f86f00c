"""What the door for reading opens, and that nothing of what it refuses is read or told."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from rulings.doors.incoming import Refused, read_bytes

SECRET = "the secret words"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "outside").write_text(SECRET, encoding="utf-8")
    place = tmp_path / "home"
    place.mkdir()
    (place / "plain").write_text("plain", encoding="utf-8")
    return place


def test_regular_files_are_read(home: Path) -> None:
    (home / "link").symlink_to("plain")
    assert read_bytes(home / "plain") == b"plain"
    assert read_bytes(home / "link", within=home) == b"plain"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing", "no such file"),
        ("link", "a link leads out of its folder"),
        ("../outside", "a link leads out of its folder"),
        ("around", "no such file|too many|file name"),
        ("folder", "is a directory"),
        ("pipe", "is a pipe"),
        ("device", "a link leads out of its folder"),
        ("\0", "not a path|null"),
        ("x" * 5000, "file name too long"),
    ],
)
def test_what_is_refused(home: Path, name: str, why: str) -> None:
    (home / "link").symlink_to(home.parent / "outside")
    (home / "around").symlink_to("around")
    (home / "folder").mkdir()
    os.mkfifo(home / "pipe")
    (home / "device").symlink_to("/dev/zero")
    with pytest.raises(Refused, match=f"(?i)^({why})") as refused:
        read_bytes(home / name, within=home)
    assert SECRET not in str(refused.value)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/dev"])
def test_no_device_is_opened_even_for_the_user(path: str) -> None:
    with pytest.raises(Refused, match="is a d"):
        read_bytes(path)


def test_a_socket_is_refused(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(Refused):
            read_bytes(home / "socket")


def test_the_limit_and_what_lifts_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "long").write_bytes(b"x" * 101)
    with pytest.raises(Refused, match="longer than 100 bytes"):
        read_bytes(home / "long", limit=100)
    monkeypatch.setenv("RULINGS_MAX_BYTES", "101")
    assert len(read_bytes(home / "long", limit=100)) == 101
    monkeypatch.setenv("RULINGS_MAX_BYTES", "many")
    with pytest.raises(Refused):
        read_bytes(home / "long", limit=100)


def test_a_file_that_tells_no_size_is_limited_too() -> None:
    if Path("/proc/self/maps").exists():
        with pytest.raises(Refused, match="longer than 10 bytes"):
            read_bytes("/proc/self/maps", limit=10)
