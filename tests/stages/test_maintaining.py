"""docs/maintaining-a-rulebook.md, executed from its first line to its last.

A block after "Write `path`:" is that file, one after "Add to `path`:" is added to it. A console
block runs its commands; each line below a command stands in what it prints.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rulings.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "maintaining-a-rulebook.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"(Write|Add to)\s+`([^`\s]+)`:\s*\Z")
REPLACE = re.compile(r"Replace\s+`([^`]+)`\s+by\s+`([^`]+)`\s+in\s+`([^`]+)`:\s*\Z")
EXITS = re.compile(r"\s+# exits with (\d+)$")


def test_every_command_and_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    end = commands = files = 0
    for block in BLOCK.finditer(text):
        before, end = text[end : block.start()], block.end()
        if replaced := REPLACE.search(before):
            replace(*replaced.groups())
        if block[1] == "console":
            commands += run_all(block[2], capsys)
            continue
        place = FILE.search(before)
        assert place is not None, block[2]
        path = Path(place[2])
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text(encoding="utf-8") if place[1] == "Add to" else ""
        path.write_text(old + block[2], encoding="utf-8")
        files += 1
    assert (commands > 15, files > 5) == (True, True)


def replace(old: str, new: str, path: str) -> None:
    text = Path(path).read_text(encoding="utf-8")
    old, new = old.replace("\\n", "\n"), new.replace("\\n", "\n")
    assert old in text
    Path(path).write_text(text.replace(old, new), encoding="utf-8")


def run_all(block: str, capsys: pytest.CaptureFixture[str]) -> int:
    count = 0
    said = ""
    for line in block.splitlines():
        if not line.startswith("$ "):
            assert " ".join(line.split()) in said, f"{line}\nis not in\n{said}"
            continue
        wanted = EXITS.search(line)
        words = shlex.split(EXITS.sub("", line.removeprefix("$ ")))
        assert words[0] == "rulings"
        code = main(words[1:])
        out = capsys.readouterr()
        said = " ".join((out.out + out.err).split())
        assert code == (int(wanted[1]) if wanted else 0), f"{line}\n{out.out}{out.err}"
        count += 1
    return count
