"""What `import rulings` costs: `python -m benchmarks.import_time [--limit MILLISECONDS]`.

In: nothing. Out: the median processor time of a Python that imports the package over one that
does not, and the modules that must not come with it. Guarantee: exit 1 when a limit is given and
exceeded, or when such a module was imported.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent
ONLY_WHEN_USED = ("prompt_toolkit", "pytest", "pyDatalog")
REPETITIONS = 15


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    parser = argparse.ArgumentParser("python -m benchmarks.import_time", description=__doc__)
    parser.add_argument("--limit", type=float, metavar="MILLISECONDS")
    options = parser.parse_args(arguments)
    bare, imported = [], []
    for _ in range(REPETITIONS):
        bare.append(_processor_seconds("pass"))
        imported.append(_processor_seconds("import rulings"))
    extra = (median(imported) - median(bare)) * 1000
    print(f"import rulings: {extra:.1f} ms more than starting Python")
    check = f"import rulings, sys; print(*(m for m in {ONLY_WHEN_USED!r} if m in sys.modules))"
    unwanted = _run(check).stdout.split()
    if unwanted:
        print(f"imports {', '.join(unwanted)}, which only their users should")
    too_slow = options.limit is not None and extra > options.limit
    return 1 if unwanted or too_slow else 0


def _processor_seconds(code: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run(code)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())
