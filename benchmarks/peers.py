"""Compare the engine with its peers: `python -m benchmarks.peers [--quick] [--format json]`.

In: names of workloads and engines (default: all). Out: a table, or JSON, with seconds, the ratio
of processor time to this engine's, and peak memory. Guarantee: all numbers of one table come from
one run on identical problems, and an engine whose answers differ is called wrong, whatever its
time.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.engines import ENGINES, Engine
from benchmarks.files import write_problem
from benchmarks.measure import Limits, Result, judge, measure
from benchmarks.workloads import WORKLOADS, Workload

FULL = Limits(seconds=120, megabytes=8000, repetitions=3)
QUICK = Limits(seconds=20, megabytes=8000, repetitions=1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the comparison; return 1 if this engine failed or disagreed somewhere, else 0."""
    options = _options(arguments)
    limits = QUICK if options.quick else FULL
    limits = Limits(
        options.time_limit or limits.seconds,
        limits.megabytes,
        options.repetitions or limits.repetitions,
    )
    workloads = [w for w in WORKLOADS if not options.workload or w.name in options.workload]
    engines = [e for e in ENGINES if not options.peer or e.name in options.peer]
    versions = {engine.name: engine.version() for engine in engines}
    installed = [engine for engine in engines if versions[engine.name] is not None]
    document = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "quick": options.quick,
        "engines": versions,
        "workloads": [],
    }
    if options.format == "text":
        print(_heading(document))
    failed = False
    with TemporaryDirectory(prefix="rulings-benchmarks-") as name:
        for workload in workloads:
            folder = Path(name) / workload.name
            results = compare(workload, installed, limits, folder, quick=options.quick)
            failed |= any(r.engine == "rulings" and r.status != "ok" for r in results)
            if options.format == "text":
                print(table(workload, results), flush=True)
            document["workloads"].append(_described(workload, results))
    if options.format == "json":
        print(json.dumps(document, indent=2))
    return 1 if failed else 0


def compare(
    workload: Workload, engines: Sequence[Engine], limits: Limits, folder: Path, *, quick: bool
) -> list[Result]:
    """Measure every engine on one problem, which is written to `folder`."""
    folder.mkdir()
    write_problem(workload.quick() if quick else workload.full(), folder)
    results = []
    for engine in engines:
        if sys.stderr.isatty():
            print(f"\r\033[K{workload.name}: {engine.title} …", end="", file=sys.stderr)
        results.append(measure(engine, workload, folder, limits))
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return judge(results)


def ratio(result: Result, results: Sequence[Result]) -> float | None:
    """How many times the processor time of this engine a result took."""
    ours = next((r.cpu for r in results if r.engine == "rulings"), None)
    return result.cpu / ours if ours and result.cpu is not None else None


def table(workload: Workload, results: Sequence[Result]) -> str:
    """Return one workload's results as text."""
    count = next((r.digest.count for r in results if r.status == "ok" and r.digest), None)
    answers = "" if count is None else f" · {count:,} answers"
    columns = f"  {'':22}{'clock':>12}{'processor':>12}{'ratio':>11}{'memory':>12}"
    lines = ["", f"({workload.name}) {workload.title}{answers}", columns]
    for result in results:
        title = next(engine.title for engine in ENGINES if engine.name == result.engine)
        if result.seconds is None or result.cpu is None or result.memory is None:
            lines.append(f"  {title:22}{result.status}: {result.reason}")
            continue
        times = ratio(result, results)
        share = "" if times is None else f"{times:9.2f} ×"
        note = f"  ({result.reason})" if result.reason else ""
        memory = f"{result.memory / 2**20:8.0f} MB"
        spent = f"{_seconds(result.seconds):>12}{_seconds(result.cpu):>12}"
        lines.append(f"  {title:22}{spent}{share:>12}{memory}{note}")
    return "\n".join(lines)


def _seconds(seconds: float) -> str:
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1000:.2f} ms" if seconds < 0.1 else f"{seconds:.3f} s"


def _heading(document: dict[str, object]) -> str:
    versions = document["engines"]
    assert isinstance(versions, dict)
    here = ", ".join(f"{name} {version}" for name, version in versions.items() if version)
    missing = ", ".join(name for name, version in versions.items() if not version)
    sizes = "quick: about a tenth of each problem, measured once" if document["quick"] else ""
    lines = [f"{document['machine']} · Python {document['python']}", f"engines: {here}"]
    lines += [sizes] if sizes else []
    return "\n".join([*lines, f"not installed: {missing}"] if missing else lines)


def _described(workload: Workload, results: Sequence[Result]) -> dict[str, object]:
    rows = [asdict(result) | {"ratio": ratio(result, results)} for result in results]
    return {"name": workload.name, "title": workload.title, "results": rows}


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks.peers", description=__doc__)
    names = [workload.name for workload in WORKLOADS]
    peers = [engine.name for engine in ENGINES]
    parser.add_argument("--quick", action="store_true", help="small problems, one repetition")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--workload", nargs="+", choices=names, metavar="NAME", help=str(names))
    parser.add_argument("--peer", nargs="+", choices=peers, metavar="NAME", help=str(peers))
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="for each process")
    parser.add_argument("--repetitions", type=int, metavar="NUMBER", help="median of so many")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
