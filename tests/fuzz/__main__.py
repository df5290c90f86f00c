"""`python -m tests.fuzz`: random programs on every road to an answer.

`--programs N --seed S` run it again; without a seed a new one is drawn and printed. `--log FILE`
keeps what was done, so that a run can be stopped and go on. `--prolog` compares plain programs
with SWI-Prolog instead. Exits with 1 if anything disagreed.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import SystemRandom


def main() -> int:
    """Read the options and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--programs", type=int, default=2_000, metavar="N")
    parser.add_argument("--seed", type=int, metavar="S")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J")
    parser.add_argument("--log", type=Path, metavar="FILE")
    parser.add_argument("--prolog", action="store_true")
    options = parser.parse_args()
    seed = SystemRandom().randrange(2**31) if options.seed is None else options.seed
    sys.stdout.write(f"python -m tests.fuzz --programs {options.programs} --seed {seed}\n")
    if options.prolog:
        from tests.fuzz.prolog import run_prolog

        return 1 if run_prolog(options.programs, seed) else 0
    from tests.fuzz.run import run

    return 1 if run(options.programs, seed, options.jobs, options.log).found else 0


if __name__ == "__main__":
    sys.exit(main())
