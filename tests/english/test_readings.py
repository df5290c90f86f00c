"""The files in `readings/`: a sentence, and indented below it what it is understood to say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulings.english.lexicon import Lexicon
from rulings.english.reader import read
from rulings.language.diagnostics import RulingsError
from tests.english.notation import shown
from tests.english.small_programs import PARK

LEXICON = Lexicon.build(PARK)


def _cases() -> Iterator[tuple[str, str]]:
    for path in sorted(Path(__file__).parent.glob("readings/*.txt")):
        sentence = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("    "):
                yield sentence, line.strip()
            elif line and not line.startswith("#"):
                sentence = line


@pytest.mark.parametrize(("sentence", "expected"), list(_cases()))
def test_reading(sentence: str, expected: str) -> None:
    if not expected.startswith("mistake"):
        assert shown(read(sentence, LEXICON, focus="triceratops")) == expected
        return
    _, code, *words = expected.split(" ", 2)
    with pytest.raises(RulingsError) as raised:
        read(sentence, LEXICON, focus="triceratops")
    (found,) = raised.value.diagnostics
    assert found.code == code
    assert " ".join(words) in found.hint
    assert found.span is not None
