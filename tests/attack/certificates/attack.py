"""The attack: alters certificates, checks them, and asks the engine about those that verify.

In: genuine certificates, a count, a seed. Out: a `Report`. Guarantee: the same seed and count
alter the same certificates in the same way; a finding is a certificate that proves what the
engine does not say, a crash, or work that the checker does not count.
"""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from rulings.language.diagnostics import RulingsError
from rulings.verifier import Unproved, certificate_of, read
from rulings.verifier.form import seal
from tests.attack.certificates.genuine import Genuine
from tests.attack.certificates.mutations import mutate

Json = dict[str, Any]
Altered = tuple[str, list[str], Genuine]
"""The text of a certificate, how it was altered, what it was before."""
MOST_ROWS = 1_000_000
"""How many rows a check may look at here; what needs more is refused, which is no finding."""
UNCOUNTED = 60.0
"""Seconds of computing that so many rows take on no machine."""
_NO_JSON = ('"', "[" * 200, "{", "]", "\\", "1e9", "\ud800", "")


@dataclass(slots=True)
class Report:
    """What came of an attack."""

    altered: int = 0
    verified: int = 0
    other_question: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    findings: list[tuple[str, str]] = field(default_factory=list)
    slowest: float = 0.0


def proves_its_verdict(genuine: Genuine) -> bool:
    """Whether a certificate as it was made verifies with the verdict of the engine."""
    certificate = json.loads(genuine.text)
    said, before = genuine.judge.verdicts(certificate)
    try:
        verdict = genuine.judge.checker.check(certificate).verdict
    except Unproved:
        return False
    return before in ("depends", "undecided") if verdict == "open" else verdict == said


class Altering:
    """Genuine certificates, to be altered."""

    def __init__(self, genuine: Sequence[Genuine]) -> None:
        self._all = list(genuine)
        # Small proofs are checked quickly, and one alteration is a larger part of them.
        rich = (found for found in genuine if '"steps": []' not in found.text)
        self._rich = sorted(rich, key=lambda found: len(found.text))

    def altered(self, random: Random) -> Altered:
        """Return a certificate that nobody made so."""
        while True:
            if self._rich and random.random() < 0.95:
                chosen = self._rich[int(len(self._rich) * random.random() ** 2)]
            else:
                chosen = random.choice(self._all)
            certificate = json.loads(chosen.text)
            ways = ["forge"] if chosen.forged else []
            if not chosen.forged or random.random() < 0.7:
                ways += mutate(certificate, chosen, random)
            text = _text(certificate, random)
            if chosen.forged or (ways and text != chosen.text):
                return text, ways, chosen


def attack(
    genuine: Sequence[Genuine],
    count: int,
    seed: int,
    progress: Callable[[Report], None] = lambda report: None,
) -> Report:
    """Alter certificates `count` times."""
    random, report, altering = Random(seed), Report(), Altering(genuine)
    while report.altered < count:
        check(altering.altered(random), report)
        if report.altered % 1000 == 0:
            progress(report)
    return report


def _text(certificate: Json, random: Random) -> str:
    if random.random() > 0.01:
        certificate["seal"] = seal(certificate)
    text = json.dumps(certificate)
    if random.random() < 0.01:
        at = random.randrange(len(text))
        text = (
            text[:at]
            + random.choice(('"', "[" * 200, "{", "]", "\\", "1e9", "\ud800", ""))
            + text[at + 1 :]
        )
    return text


def check(altered: Altered, report: Report) -> None:
    """Check a certificate and add to a report what comes of it."""
    text, ways, genuine = altered
    report.altered += 1
    start = process_time()
    where = f"{genuine.where} ({', '.join(ways)})"
    try:
        claimed = certificate_of(read(text))
        verdict = genuine.judge.checker.proved_by(claimed, steps=MOST_ROWS).verdict
    except Unproved as problem:
        report.refusals[" ".join(str(problem).split()[:3])] += 1
        verdict = ""
    except (Exception, RecursionError):
        report.findings.append((f"crash: {where}\n{traceback.format_exc(limit=-3)}", text))
        return
    taken = process_time() - start
    report.slowest = max(report.slowest, taken)
    if taken > UNCOUNTED:
        report.findings.append((f"{taken:.1f} s: {where}", text))
    if verdict:
        report.verified += 1
        report.verdicts[verdict] += 1
        report.ways.update(ways)
        _compare(genuine, json.loads(text), verdict, where, report)


def _compare(genuine: Genuine, certificate: Json, verdict: str, where: str, report: Report) -> None:
    """Hold a verdict that was proved, whatever the certificate claims, against the engine's."""
    try:
        said, before = genuine.judge.verdicts(certificate)
    except RulingsError as problem:
        said = before = f"nothing ({problem.diagnostics[0].message})"
    agrees = before in ("depends", "undecided") if verdict == "open" else verdict == said
    if not agrees:
        text = json.dumps(certificate)
        report.findings.append((f"{verdict}, the engine says {said}: {where}", text))
