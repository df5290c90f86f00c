"""Programs from strangers: the parser with the canonical printer, and the checker."""

from __future__ import annotations

from pathlib import Path
from random import Random

from rulings.language.diagnostics import Severity
from rulings.language.files import load_examined
from rulings.language.format import format_unit
from rulings.language.parse import parse
from rulings.language.source import Source
from rulings.render.problems import render_text
from tests.attack.altering import Altering
from tests.attack.surface import Surface

PROGRAMS = Path(__file__).parent.parent / "programs" / "good"
_LONGEST = 1_500


def surfaces() -> tuple[Surface, ...]:
    """Return the surfaces of programs."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(PROGRAMS.rglob("*.dl"))]
    altering = Altering(text for text in texts if len(text) <= _LONGEST)
    statements = Altering(
        statement for text in texts for statement in text.split("\n") if statement.endswith(".")
    )

    def few(random: Random) -> str:
        return "\n".join(statements.text(random) for _ in range(random.randint(1, 4)))

    return Surface("parser", few, _parsed), Surface("checker", altering.text, _checked)


def _parsed(text: str) -> bool:
    unit, problems = parse(Source("stranger", text))
    shown = render_text(problems)
    assert shown.replace("\n", "").replace("\t", "").isprintable() or "\xa0" in shown, shown
    if any(problem.severity is Severity.ERROR for problem in problems):
        return False
    written = format_unit(unit)
    again, found = parse(Source("again", written))
    assert not any(problem.severity is Severity.ERROR for problem in found), written
    assert again == unit, written
    assert format_unit(again) == written
    return True


def _checked(text: str) -> bool:
    program, problems = load_examined(Source("stranger", text))
    render_text(problems)
    return program is not None and all(p.severity is not Severity.ERROR for p in problems)
