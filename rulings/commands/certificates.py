"""`rulings verify FILE`: check a certificate without the engine."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulings.certified import Verification

_PROVED, _REFUSED = 0, 3
_WORDS = {"open": "NEITHER"}
LONGEST = 64 * 2**20
"""The longest certificate, in bytes."""


def run(options: argparse.Namespace) -> int:
    """Check; 0 when the certificate proves its verdict, 3 when it does not."""
    from rulings.language.diagnostics import RulingsError

    try:
        found = _verified(options)
    except RulingsError as problem:
        if options.format == "json":
            from rulings.certified import VERIFICATION
            from rulings.render.problems import as_json

            problems = [as_json(one) for one in problem.diagnostics]
            refusal = {"schema": VERIFICATION, "verified": False, "problems": problems}
            sys.stdout.write(json.dumps(refusal, ensure_ascii=False, indent=2) + "\n")
        else:
            from rulings.commands.report import show

            show(problem.diagnostics)
        return _REFUSED
    if options.format == "json":
        sys.stdout.write(json.dumps(found.to_json(), ensure_ascii=False, indent=2) + "\n")
        return _PROVED
    from rulings.doors.screen import visible

    sys.stdout.write("".join(f"{visible(line)}\n" for line in _lines(found)))
    return _PROVED


def _verified(options: argparse.Namespace) -> Verification:
    from rulings.certified import verify
    from rulings.rulebook.document import decode, read_source
    from rulings.verifier import STEPS

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
    yield f"  {found.steps} step{'s' * (found.steps != 1)}, checked without the engine"
