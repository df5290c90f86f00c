"""Every code once, with examples that do what they say."""

from __future__ import annotations

import re
import runpy
import string
from pathlib import Path

import pytest

from rulings.language.catalogue import Entry, entries
from rulings.language.files import load_examined, read_units
from rulings.language.format import format_unit

ROOT = Path(__file__).parent.parent.parent
WITH_EXAMPLES = [entry for entry in entries() if entry.bad]


def codes(folder: Path, program: str) -> list[str]:
    (folder / "secrets.dl").write_text("")
    inside = folder / "rulebook"
    inside.mkdir(exist_ok=True)
    (inside / "somewhere.dl").write_text("")
    path = inside / "program.dl"
    path.write_text(program, encoding="utf-8")
    return [problem.code for problem in load_examined(path)[1]]


@pytest.mark.parametrize("entry", WITH_EXAMPLES, ids=lambda entry: entry.code)
def test_examples(entry: Entry, tmp_path: Path) -> None:
    assert codes(tmp_path, entry.bad) == [entry.code]
    assert codes(tmp_path, entry.good) == []


@pytest.mark.parametrize("entry", WITH_EXAMPLES, ids=lambda entry: entry.code)
def test_good_examples_print_and_parse_back(entry: Entry, tmp_path: Path) -> None:
    path = tmp_path / "program.dl"
    path.write_text(entry.good, encoding="utf-8")
    unit = read_units(path)[0][0]
    path.write_text(format_unit(unit), encoding="utf-8")
    assert read_units(path)[0][0] == unit


def test_entries_are_complete() -> None:
    for entry in entries():
        assert re.fullmatch(r"RUL[0-9]{3}", entry.code)
        assert entry.title
        assert entry.message
        assert entry.explanation
        assert entry.hint
        assert bool(entry.bad) != bool(entry.shown), "a bad example, once"
        assert entry.good


def test_templates_are_well_formed() -> None:
    for entry in entries():
        for template in (entry.message, entry.hint):
            assert all(name is None or name.isidentifier() for _, name, _, _ in parts(template))


def parts(template: str) -> list[tuple[str, str | None, str | None, str | None]]:
    return list(string.Formatter().parse(template))


def test_codes_stand_in_the_file_of_their_family_in_order() -> None:
    folder = ROOT / "rulings" / "language" / "catalogue"
    found: list[str] = []
    for path in sorted(folder.glob("*.toml")):
        codes_here = re.findall(r"^\[(RUL[0-9]{3})\]$", path.read_text("utf-8"), re.MULTILINE)
        assert {code[:4] for code in codes_here} == {path.stem}
        found += codes_here
    assert found == sorted(set(found)) == [entry.code for entry in entries()]


def test_every_code_used_is_catalogued() -> None:
    used = {
        code
        for path in (ROOT / "rulings").rglob("*.py")
        for code in re.findall(r'"(RUL[0-9]{3})"', path.read_text(encoding="utf-8"))
    }
    assert used <= {entry.code for entry in entries()}


def test_the_page_is_up_to_date() -> None:
    written = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")
    page = runpy.run_path(str(ROOT / "docs" / "website" / "diagnostics_page.py"))["page"]
    assert written == page(), "run `python docs/website/diagnostics_page.py > docs/diagnostics.md`"
