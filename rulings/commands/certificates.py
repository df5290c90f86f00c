"""`rulings verify FILE`: check a certificate without the engine."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from rulings.certified import VERIFICATION, Verification, verify
from rulings.commands.report import FINDINGS, show, tell
from rulings.doors.screen import visible
from rulings.language.diagnostics import RulingsError
from rulings.render.counting import counted
from rulings.render.problems import as_json
from rulings.rulebook.document import decode, read_source
from rulings.verifier.arithmetic import STEPS

_WORDS = {"open": "NEITHER"}
LONGEST = 64 * 2**20
"""The longest certificate, in bytes."""


def run(options: argparse.Namespace) -> int:
    """Check; 0 when the certificate proves its verdict, 3 when it does not."""
    try:
        found = _verified(options)
    except RulingsError as problem:
        if options.format == "json":
            problems = [as_json(one) for one in problem.diagnostics]
            refusal = {"schema": VERIFICATION, "verified": False, "problems": problems}
            tell("json", json=lambda: refusal)
        else:
            show(problem.diagnostics)
        return FINDINGS
    tell(
        options.format,
        json=found.to_json,
        text=lambda: "".join(f"{visible(line)}\n" for line in _lines(found)),
    )
    return 0


def _verified(options: argparse.Namespace) -> Verification:
    if options.file == "-":
        source = decode(sys.stdin.buffer.read(LONGEST + 1), "standard input")
    else:
        source = read_source(Path(options.file), limit=LONGEST)
    return verify(source.text, options.game, steps=options.max_steps or STEPS)


def _lines(found: Verification) -> Iterator[str]:
    verdict = _WORDS.get(found.verdict, found.verdict.upper())
    yield f"verified: {verdict}  {found.say}"
    yield f"  the question: {found.goal}"
    yield f"  the rulebook: {found.name}, {found.edition} ({found.sha256[:12]})"
    yield f"  the table: {'' if found.facts else 'nothing is stated'}".rstrip()
    yield from (f"    {fact}" for fact in found.facts)
    yield f"  {counted(found.steps, 'step')}, checked without the engine"
