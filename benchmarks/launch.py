"""Run one command within limits; a process of its own, so that its memory is counted alone.

Usage: `python -I -S launch.py RESULT SECONDS MEGABYTES COMMAND…`. Writes wall and processor time,
peak memory, exit status and whether time ran out to RESULT as JSON. Kept free of other imports:
the peak that the system reports for a child starts from the size of the process that forked it.
"""

import json
import math
import os
import resource
import signal
import sys
import time


def main(result: str, seconds: str, megabytes: str, *command: str) -> None:
    """Run `command` and write what it took to the file `result`.

    The limit is one of processor time, and of five times as long by the clock.
    """
    limit = int(megabytes) * 2**20
    budget = float(seconds)
    started = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(budget), math.ceil(budget) + 5))
        os.execvp(command[0], command)
    expired = []

    def expire(_number: int, _frame: object) -> None:
        expired.append(True)
        os.killpg(child, signal.SIGKILL)

    signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, 5 * budget)
    _, status, usage = os.wait4(child, 0)
    wall = time.perf_counter() - started
    cpu = usage.ru_utime + usage.ru_stime
    unit = 1 if sys.platform == "darwin" else 1024
    taken = {
        "wall": wall,
        "cpu": cpu,
        "memory": usage.ru_maxrss * unit,
        "status": os.waitstatus_to_exitcode(status),
        "expired": bool(expired) or cpu >= budget,
    }
    with open(result, "w", encoding="utf-8") as file:
        json.dump(taken, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
