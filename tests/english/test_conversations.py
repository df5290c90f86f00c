"""The files in `conversations/`: lines as people type them, and below a question its answer.

An answer is `verdict: sentence`, and in brackets how the question was read when it was not read
word for word; a code alone is the mistake that a line gives.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings import RulingsError, Session
from tests.books import trail

HERE = Path(__file__).parent
BOOK = trail()


@pytest.mark.parametrize(
    "path", sorted((HERE / "conversations").glob("*.txt")), ids=lambda p: p.stem
)
def test_conversation(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    table = BOOK.situation()
    for number, line in enumerate(lines):
        if line.startswith("    "):
            continue
        following = lines[number + 1] if number + 1 < len(lines) else ""
        expected = following.strip() if following.startswith("    ") else ""
        if expected.startswith("RUL"):
            with pytest.raises(RulingsError) as raised:
                _said(table, line)
            assert raised.value.diagnostics[0].code == expected, line
        else:
            table, said = _said(table, line)
            assert said == expected, line


def _said(table: Session, line: str) -> tuple[Session, str]:
    if not line.endswith("?"):
        return table.suppose(line), ""
    answer = table.ask(line)
    read = f" ({answer.read_as})" if answer.read_as else ""
    return table, f"{answer.verdict.value}: {answer.say}{read}"
