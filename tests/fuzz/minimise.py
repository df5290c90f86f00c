"""What disagrees, as small as it can be made.

In: a draft, its seed and the road that disagreed. Out: a draft from which nothing can be left out
without the disagreement's going away. Guarantee: the smaller draft disagrees on the same road.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from rulings.language.diagnostics import RulingsError
from rulings.language.files import load
from rulings.language.source import Source
from rulings.language.writing import write_row
from tests.fuzz.draft import Draft, smaller, spelled_out, text_of
from tests.fuzz.roads import Case
from tests.oracle import model

GOOD = Path(__file__).parent.parent / "programs" / "good"
SECONDS = 60.0

Road = Callable[[Case], str | None]


@dataclass(frozen=True, slots=True)
class Finding:
    """A program on which a road says something else than it should."""

    road: str
    seed: int
    says: str
    draft: Draft

    @property
    def text(self) -> str:
        """The program with what is known about it as comments."""
        said = self.says.replace("\n", " ")
        return f"% {self.road}, seed {self.seed}: {said}\n{text_of(self.draft)}"


def complaint(draft: Draft, seed: int, road: Road) -> str | None:
    """What a road says of a draft; None also if the checker refuses it."""
    case = Case(text_of(draft), seed, spelled_out(draft))
    try:
        _ = case.program
    except RulingsError:
        return None
    try:
        return road(case)
    except Exception as problem:
        return f"{type(problem).__name__}: {problem}"


def minimised(draft: Draft, seed: int, road: Road) -> Draft:
    """Leave out statements and conditions as long as the road disagrees."""
    until = monotonic() + SECONDS
    found = True
    while found and monotonic() < until:
        found = False
        for candidate in smaller(draft):
            if complaint(candidate, seed, road):
                draft, found = candidate, True
                break
    return draft


def keep(finding: Finding, folder: Path = GOOD) -> Path:
    """Write a finding as a test program, with its model by the specification beside it."""
    path = folder / f"fuzz_{finding.road}_{finding.seed}.dl"
    path.write_text(finding.text, encoding="utf-8")
    program = load(Source(path.name, finding.text))
    try:
        true, possible = model(program)
    except ArithmeticError:
        return path
    stated = {(name, row) for name, facts in program.facts.items() for row in facts.rows}
    certain = [write_row(name, row) for name, row in true - stated]
    unsure = [f"{write_row(name, row)}?" for name, row in possible - true - stated]
    lines = sorted([*certain, *unsure])
    path.with_suffix(".expected").write_text("".join(f"{x}\n" for x in lines), encoding="utf-8")
    return path
