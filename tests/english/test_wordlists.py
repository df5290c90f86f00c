"""Word lists with a mistake: its code, and the words it stands at."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulings import Rulebook, RulingsError
from rulings.commands.checking import check_paths
from rulings.english.glossary import glossary
from rulings.english.patterns import BadPatternError, expanded

TRAIL = Path(__file__).parent / "trail"


def _with(folder: Path, words: str) -> Path:
    book = folder / "trail"
    shutil.copytree(TRAIL, book)
    (book / "words.yaml").write_text(words, encoding="utf-8")
    return book


@pytest.mark.parametrize(
    ("words", "code", "place"),
    [
        ("noun: {place: [spot]}", "RUL630", "noun"),
        ("idioms:\n  - {says: '{P} rests', means: must_rest(P)}", "RUL630", "says"),
        ("nouns: [place]", "RUL631", "[place]"),
        ("idioms:\n  - {say: '{P} (rests', means: must_rest(P)}", "RUL632", "'{P} (rests'"),
        ("idioms:\n  - {say: '{P} rests in {S}', means: must_rest(P)}", "RUL633", "in {S}"),
        ("idioms:\n  - {say: 'who rests?', means: must_rest(P)}", "RUL632", "'who rests?'"),
        ("idioms:\n  - {say: ['{P} rests', 'rest'], means: must_rest(P)}", "RUL634", "rest"),
        ("verbs: {purchsae: [get]}", "RUL635", "purchsae"),
        ("nouns: {plcae: [site]}", "RUL636", "plcae"),
        ("nouns: {place: [spot], card: [spot]}", "RUL637", "spot"),
        ("idioms:\n  - {say: '{P} rests', means: must_sleep(P)}", "RUL201", "must_sleep(P)"),
        ("idioms:\n  - {say: '{P} rests', means: 'must_rest(P), not at(H, S)'}", "RUL302", "not"),
    ],
)
def test_mistake(tmp_path: Path, words: str, code: str, place: str) -> None:
    with pytest.raises(RulingsError) as raised:
        Rulebook.load(_with(tmp_path, words), cache=False)
    places = {one.code: one.span.text for one in raised.value.diagnostics if one.span is not None}
    assert place in places[code]


def test_collision(tmp_path: Path) -> None:
    words = "idioms:\n  - say: '{P} may stop at {S}'\n    means: may_stop(P, S), player(P)"
    found = [one.code for one in check_paths([_with(tmp_path, words)])]
    assert [code for code in found if code.startswith("RUL6")] == ["RUL638"]


@pytest.mark.parametrize(
    ("idiom", "codes"),
    [
        ("say: '{P} may not stop at {S}'\n    means: may_stop(P, S), player(P)", ["RUL638"]),
        ("say: 'may {P} stop at {S}'\n    means: may_stop(P, S)", []),
    ],
)
def test_an_idiom_that_denies_what_a_declared_sentence_does(
    tmp_path: Path, idiom: str, codes: list[str]
) -> None:
    found = [one.code for one in check_paths([_with(tmp_path, f"idioms:\n  - {idiom}")])]
    assert [code for code in found if code == "RUL638"] == codes


def test_glossary() -> None:
    shown = glossary(Rulebook.load(TRAIL, cache=False).lexicon)
    assert "purchase = buy" in shown
    assert "<player> may join <player> = some hiker is a hiker of <player>" not in shown
    assert any(line.startswith("<player> may join <player> here = ") for line in shown)


def test_patterns() -> None:
    assert expanded("{P} (may|can (still|)) go") == ("{P} may go", "{P} can still go", "{P} can go")
    for bad in ("(a", "a)", "(a|b" * 9, "(a|b|c|d|e)" * 4):
        with pytest.raises(BadPatternError):
            expanded(bad)
