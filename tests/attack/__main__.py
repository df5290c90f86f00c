"""`python -m tests.attack`: everything that strangers may send, again and again.

Each surface gets the same time, `--seconds` in all, or `--count` inputs. Exits with 1 when
anything was found, or when so few inputs were accepted that the attack was shallow. The attack
on certificates is `python -m tests.attack.certificates`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory

import rulings
from tests.attack.run import LEAST_SHARE, every_surface
from tests.attack.surface import Watch, attack


def main() -> int:
    """Read the options and attack."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="time for all surfaces")
    parser.add_argument("--count", type=int, help="inputs for each surface, instead of a time")
    parser.add_argument("--seed", type=int, help="what chooses the inputs; drawn when not given")
    parser.add_argument("--surface", action="append", help="only this one; repeatable")
    options = parser.parse_args()
    seed = SystemRandom().randrange(2**31) if options.seed is None else options.seed
    sys.stdout.write(f"python -m tests.attack --seed {seed}\n")
    bad = 0
    with TemporaryDirectory() as space:
        surfaces = [
            one
            for one in every_surface(Path(space))
            if not options.surface or one.name in options.surface
        ]
        watch = Watch((Path(space), Path(rulings.__file__).parent.parent))
        each = None if options.count else options.seconds / max(1, len(surfaces))
        tried = 0
        for surface in surfaces:
            report = attack(surface, watch, seed, count=options.count, seconds=each)
            tried += report.tried
            shallow = report.share < LEAST_SHARE
            bad += bool(report.findings) or shallow
            sys.stdout.write(f"{report}{'  SHALLOW' if shallow else ''}\n")
            sys.stdout.write("".join(f"  {found}\n" for found in report.findings))
            sys.stdout.flush()
    sys.stdout.write(f"{tried} inputs\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
