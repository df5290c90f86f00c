"""`rulings diff GAME --from A --to B`: what two versions of a rulebook answer differently."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rulings.commands.report import progress, tell
from rulings.quality.compare import compare
from rulings.quality.compare_report import comparison_json, comparison_markdown, comparison_text
from rulings.quality.versions import open_version
from rulings.rulebook.library import find


def run(options: argparse.Namespace) -> int:
    """Compare the versions and print what differs."""
    folder = find(options.game)
    with TemporaryDirectory() as space:
        before, after = (
            open_version(folder, named, options.edition, Path(space) / side)
            for named, side in ((options.before, "before"), (options.after, "after"))
        )
        shown = partial(progress, folder.name)
        found = compare(before, after, jobs=options.jobs, progress=shown)
    tell(
        options.format,
        json=lambda: comparison_json(found),
        markdown=lambda: comparison_markdown(found),
        text=lambda: comparison_text(found),
    )
    return 0
