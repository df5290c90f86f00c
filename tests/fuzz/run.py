"""Many programs on all roads, in processes of their own.

In: how many programs and a seed. Out: what disagreed, minimised and written down, and how many
programs went which road. Guarantee: program number n depends on the seed and on n alone, so a run
that was stopped goes on where it stood, and what was found once is found again.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from types import FrameType

from rulings.language.diagnostics import RulingsError
from tests.fuzz import roads, slow_roads, table_roads
from tests.fuzz.draft import spelled_out, text_of
from tests.fuzz.generator import generate
from tests.fuzz.minimise import Finding, Road, complaint, keep, minimised
from tests.fuzz.roads import Case

ROADS: dict[str, tuple[int, Road]] = {
    "native": (1, roads.native),
    "pydatalog": (19, roads.pydatalog),
    "demand": (41, roads.demand),
    "sharing": (31, table_roads.sharing),
    "waiting": (13, table_roads.waiting),
    "together": (29, table_roads.together),
    "sliced": (23, table_roads.sliced),
    "handed on": (61, slow_roads.handed_on),
    "revised": (43, slow_roads.revised),
    "supposed": (83, slow_roads.supposed),
    "certified": (47, slow_roads.certified),
}
"""Every road with the share of programs that go it: one in so many. The native road compares with
the specification, `tests/oracle.py`. Primes, so that the shares have nothing to do with each other.
"""

LARGE_SHARE = 11
"""Of the programs with a large model, one in so many goes the roads: the specification, being
naive, spends half its time on one program in a hundred."""

ALONE: dict[str, tuple[int, Road]] = {"large, native alone": (1, roads.evaluated)}
"""The road of the others: they are evaluated, and nothing is compared."""

SHAPES = {
    "negation": r":- (.*, )?not ",
    "forall": r"forall \{",
    "aggregates": r"(count|sum|min|max) \{",
    "alternatives": r" or ",
    "alternatives collected": r"(count|sum|min|max) \{[^{}]* or ",
    "several goals": r"forall \{[^}]*\} \(",
    "extremes": r"(highest|lowest) \{",
    "rules in order": r"^otherwise ",
    "only": r"only \{",
    "the rest": r"rest \{",
    "denials": r"neg \w",
    "overrides": r" overrides ",
    "open states": r"open\.$",
    "default states": r"default\.$",
    "one value": r" one, ",
    "input columns": r"\(in ",
    "arithmetic": r" (\+|-|\*|//|%) |(min|max|abs)\(",
    "no column": r"^\.(decl|state) \w+( \w+)?\.$",
    "four columns": r"C3: ",
    "words of Python": r"^\.decl (?!e\d|p\d)",
}
"""What a program may hold, as it is seen in its text."""

CHUNK = 100
CHUNKS_A_PROCESS = 50
"""A process that answered so many programs keeps much of what it compiled, and ends."""

PATIENCE = 20.0
"""So many seconds may one program take on one road; more is counted, not compared."""


class _TooLong(Exception):
    pass


@dataclass
class Tally:
    """What a run has done so far: programs by road, refused ones, what was found."""

    done: int = 0
    before: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    found: list[str] = field(default_factory=list)

    def add(self, counts: Counter[str], findings: list[Finding], programs: int) -> None:
        """Add what one chunk did."""
        self.done += programs
        self.counts.update(counts)
        self.found += [f"{f.road} {f.seed}" for f in findings]

    def line(self) -> str:
        """One line of progress."""
        rate = (self.done - self.before) / self.seconds if self.seconds else 0.0
        shares = ", ".join(f"{road} {self.counts[road]}" for road in ROADS)
        return f"{self.done} programs, {rate:.0f} a second, {len(self.found)} found; {shares}"

    def shapes(self) -> str:
        """What the programs held, and what became of them."""
        rest = sorted((w, n) for w, n in self.counts.items() if w not in ROADS)
        return ", ".join(f"{word} {n}" for word, n in rest)


def shares() -> str:
    """Which share of the programs goes which road."""
    fewer = ", ".join(f"{road} one in {share}" for road, (share, _) in ROADS.items() if share > 1)
    return (
        f"shares: every program native and by the specification; {fewer}; "
        f"of models of more than {roads.LARGE} facts one in {LARGE_SHARE}"
    )


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    def expire(_number: int, _frame: FrameType | None) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def chunk(seed: int, first: int, programs: int) -> tuple[Counter[str], list[Finding]]:
    """Compare some programs on all roads."""
    counts: Counter[str] = Counter()
    findings: list[Finding] = []
    for number in range(first, first + programs):
        own = seed * 1_000_000_007 + number
        draft = generate(Random(own))
        case = Case(text_of(draft), own, spelled_out(draft))
        try:
            _ = case.program
        except RulingsError:
            counts["not accepted"] += 1
            continue
        shapes = (n for n, seen in SHAPES.items() if re.search(seen, case.text, re.MULTILINE))
        counts.update(shapes)
        for name, (share, road) in _roads_of(case, number, counts).items():
            if number % share:
                continue
            try:
                with _patience(PATIENCE):
                    says = road(case)
            except _TooLong:
                counts["too long"] += 1
                break
            except Exception as problem:
                says = f"{type(problem).__name__}: {problem}"
            counts[name] += 1
            if says:
                small = minimised(draft, own, road)
                findings.append(Finding(name, own, complaint(small, own, road) or says, small))
    return counts, findings


def _roads_of(case: Case, number: int, counts: Counter[str]) -> Mapping[str, tuple[int, Road]]:
    try:
        with _patience(PATIENCE):
            found = case.found
    except Exception:
        return ROADS  # The native road says what happened.
    if isinstance(found, str):
        counts["refused"] += 1
    elif found[0] != found[1]:
        counts["undefined facts"] += 1
    return ALONE if case.is_large and number % LARGE_SHARE else ROADS


def run(programs: int, seed: int, jobs: int, log: Path | None = None) -> Tally:
    """Compare `programs` programs; with a `log`, go on where it ends."""
    tally = Tally()
    starts = set(range(0, programs, CHUNK))
    if log is not None and log.exists():
        for line in log.read_text(encoding="utf-8").splitlines():
            entry = json.loads(line)
            if entry["seed"] == seed and entry["first"] in starts:
                starts.discard(entry["first"])
                tally.counts.update(entry["counts"])
                tally.done += entry["programs"]
                tally.found += entry["found"]
    begun, tally.before = monotonic(), tally.done
    # Sets are walked in the order of hashes: each run has its own, and can have it again.
    os.environ["PYTHONHASHSEED"] = str(seed % 2**32)
    with ProcessPoolExecutor(
        jobs, get_context("spawn"), max_tasks_per_child=CHUNKS_A_PROCESS
    ) as pool:
        waiting = sorted(starts, reverse=True)
        running: dict[Future[tuple[Counter[str], list[Finding]]], tuple[int, int]] = {}
        while waiting or running:
            while waiting and len(running) < jobs * 2:
                first = waiting.pop()
                size = min(CHUNK, programs - first)
                running[pool.submit(chunk, seed, first, size)] = first, size
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                first, size = running.pop(future)
                counts, findings = future.result()
                tally.add(counts, findings, size)
                tally.seconds = monotonic() - begun
                for finding in findings:
                    sys.stdout.write(f"\n{finding.text}written to {keep(finding)}\n")
                if log is not None:
                    entry = {"seed": seed, "first": first, "programs": size, "counts": counts}
                    names = [f"{f.road} {f.seed}" for f in findings]
                    with log.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({**entry, "found": names}) + "\n")
                rate = (tally.done - tally.before) / tally.seconds
                left = (programs - tally.done) / rate if rate else 0.0
                sys.stdout.write(f"\r{tally.line()}; {left:.0f} s left  ")
                sys.stdout.flush()
    sys.stdout.write(f"\n{shares()}\n{tally.shapes()}\n")
    return tally
