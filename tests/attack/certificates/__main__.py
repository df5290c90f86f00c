"""`python -m tests.attack.certificates`: a bounded attack on the checker of certificates."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random, randrange
from time import perf_counter

from tests.attack.certificates.attack import Report, attack, proves_its_verdict
from tests.attack.certificates.genuine import (
    of_games,
    of_motion,
    of_programs,
    of_random_programs,
)


def main() -> int:
    """Run; 0 when nothing was found, 3 with findings, which are written to `--found`."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack.certificates")
    parser.add_argument("--count", type=int, default=10_000, help="certificates to alter")
    parser.add_argument("--seed", type=int, default=randrange(10**6))
    parser.add_argument("--programs", type=int, default=1000, help="test programs to certify")
    parser.add_argument("--random", type=int, default=50, help="random programs to certify")
    parser.add_argument("--cases", type=int, default=40, help="FAQ cases of each game to certify")
    parser.add_argument("--tables", type=int, default=20, help="games under way to certify")
    parser.add_argument("--found", type=Path, default=Path("findings"), help="where findings go")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    random, start = Random(options.seed), perf_counter()
    genuine = [
        *of_programs(random, options.programs),
        *of_random_programs(random, options.random),
        *of_games(random, options.cases),
        *of_motion(random, options.tables),
    ]
    print(f"{len(genuine)} genuine certificates in {perf_counter() - start:.0f} s", flush=True)
    start = perf_counter()

    def progress(report: Report) -> None:
        if sys.stderr.isatty() or report.altered % 20_000 == 0:
            sys.stderr.write(f"{_summary(report, perf_counter() - start)}\n")

    unproved = [found for found in genuine if not found.forged and not proves_its_verdict(found)]
    for found in unproved:
        print(f"refused, and genuine: {found.where}\n{found.text[:2000]}")

    report = attack(genuine, options.count, options.seed, progress)
    print(_summary(report, perf_counter() - start))
    print("verdicts:", dict(report.verdicts.most_common()))
    print("refused because:", dict(report.refusals.most_common(25)))
    print("verified though:", dict(report.ways.most_common()))
    for number, (what, text) in enumerate(report.findings[:100]):
        options.found.mkdir(exist_ok=True)
        (options.found / f"{options.seed}-{number}.json").write_text(text, encoding="utf-8")
        print(f"finding {number}: {what}")
    return 3 if report.findings or unproved else 0


def _summary(report: Report, seconds: float) -> str:
    share = 100 * report.verified / max(1, report.altered)
    return (
        f"{report.altered} altered, {report.verified} still prove something ({share:.0f} %), "
        f"{len(report.findings)} findings, slowest {report.slowest:.2f} s, {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
