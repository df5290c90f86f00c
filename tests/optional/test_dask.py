"""`rulings batch` on the workers of a cluster (`rulings[dask]`)."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import distributed

from rulings.commands.batch import answers, dask
from rulings.commands.requests import Defaults
from rulings.session import Rulebook
from tests.books import write_book
from tests.cli.test_batch import expected, questions, timeless


def test_workers_of_a_cluster_one_of_which_dies(tmp_path: Path) -> None:
    folder, asked = write_book(tmp_path), questions(tmp_path, 400)
    quiet = {"silence_logs": 50, "dashboard_address": None}
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, **quiet) as cluster:
        address = cluster.scheduler_address
        with dask(Defaults(explain=False), address, Rulebook.load(folder)) as submit:
            found: list[bytes] = []
            for some in answers(asked, 0, submit, 2):
                if not found:
                    os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
                found += some
    assert [timeless(line.decode()) for line in found] == expected(asked, folder)
