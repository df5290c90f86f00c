"""One engine on one workload: run, time, check.

In: an engine, a workload and the folder of its problem. Out: a `Result`. Guarantee: every
repetition is a fresh process with a limit on time and memory; the answers of the first are read
back and hashed; nothing that goes wrong in a process is more than a result that says so.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.engines import Engine
from benchmarks.files import Digest, digest, write_answers
from benchmarks.workloads import Workload

ROOT = Path(__file__).parent.parent
LAUNCH = Path(__file__).parent / "launch.py"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a process may take, and how often it is repeated."""

    seconds: float
    megabytes: int
    repetitions: int


@dataclass(frozen=True, slots=True)
class Result:
    """Medians of the repetitions: seconds by the clock, of processor time and of loading; bytes
    at the peak.

    `status` is `ok`, `wrong`, `failed`, `out of time`, `absent` (cannot do it) or `not installed`.
    """

    engine: str
    status: str
    reason: str = ""
    seconds: float | None = None
    cpu: float | None = None
    load: float | None = None
    memory: int | None = None
    digest: Digest | None = None


def measure(engine: Engine, workload: Workload, folder: Path, limits: Limits) -> Result:
    """Run `engine` on the problem in `folder`."""
    if workload.absent.get(engine.name):
        return Result(engine.name, "absent", workload.absent[engine.name])
    if not workload.program_file(engine.program).exists():
        return Result(engine.name, "absent", "no program in its language")
    runs: list[dict[str, Any]] = []
    found: Digest | None = None
    if workload.kind == "cold":
        # The first start of a Python program compiles it; later ones find that done.
        _launch(engine.command(workload, folder, "-"), folder, limits, workload)
    for number in range(limits.repetitions):
        answers = folder / f"{engine.name}.answers"
        wanted = number == 0
        command = engine.command(workload, folder, str(answers) if wanted else "-")
        # Writing the answers is not timed, so the run that writes them may take longer.
        bounds = replace(limits, seconds=limits.seconds * 3) if wanted else limits
        taken = _launch(command, folder, bounds, workload)
        if "reason" in taken:
            late = taken["status"] == "out of time"
            return Result(
                engine.name, taken["status"], _too_long(limits) if late else taken["reason"]
            )
        if engine.wall or workload.kind == "cold":
            taken |= {"load": 0.0, "seconds": taken["wall"], "cpu": taken["process cpu"]}
        if taken["cpu"] > limits.seconds:
            return Result(engine.name, "out of time", _too_long(limits))
        runs.append(taken)
        if wanted and "true" in taken:
            write_answers(answers, taken["true"][workload.goal[0]])
        if wanted and answers.exists():
            found = digest(answers)
            answers.unlink()
    return Result(
        engine.name,
        "ok",
        "whole process" if engine.wall else "",
        median(run["seconds"] for run in runs),
        median(run["cpu"] for run in runs),
        median(run["load"] for run in runs),
        int(median(run["memory"] for run in runs)),
        found,
    )


def judge(results: list[Result]) -> list[Result]:
    """Mark as wrong who disagrees with the majority, or with the first where there is none."""
    digests = [r.digest for r in results if r.digest is not None]
    if not digests:
        return results
    right = max(digests, key=lambda found: (digests.count(found), -digests.index(found)))
    return [
        Result(r.engine, "wrong", f"{r.digest.count:,} answers, which differ")
        if r.digest is not None and r.digest != right
        else r
        for r in results
    ]


def _launch(command: list[str], folder: Path, limits: Limits, workload: Workload) -> dict[str, Any]:
    """Return what a run took, or `status` and `reason` if it came to nothing."""
    result = folder / "taken.json"
    launcher = [sys.executable, "-I", "-S", str(LAUNCH), str(result)]
    bounds = [str(limits.seconds), str(limits.megabytes)]
    cache = folder.parent / "bytecode"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": str(cache)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [*launcher, *bounds, *command], capture_output=True, text=True, env=environment, cwd=ROOT
    )
    if not result.exists():
        return {"status": "failed", "reason": _last_line(done.stderr)}
    taken: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
    result.unlink()
    if taken["expired"] and taken["status"] != 0:
        return {"status": "out of time", "reason": ""}
    taken["process cpu"] = taken["cpu"]
    if taken["status"] not in workload.statuses:
        return {"status": "failed", "reason": _last_line(done.stderr + done.stdout)}
    printed = done.stdout.strip().splitlines()
    if printed and printed[-1].startswith("{"):
        taken |= json.loads(printed[-1])
    if "failed" in taken:
        return {"status": "wrong", "reason": taken["failed"]}
    return taken


def _too_long(limits: Limits) -> str:
    return f"more than {limits.seconds:g} s of processor"


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:100] if lines else "ended without a word"
