"""`rulings watch GAME`: what every save does to the cases of a rulebook."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from time import strftime

from rulings.collecting import keep_all
from rulings.commands.report import colored, misused
from rulings.quality.watch_report import flip_text, more_line, round_text
from rulings.quality.watching import Round, Watched
from rulings.rulebook.library import find

_SUFFIXES = (".dl", ".md", ".csv", ".yaml", ".yml", ".json", ".toml", ".txt")
_SETTLES = 30
"""Editors write a file in several steps, all within so many milliseconds."""
_IDLE = 100
_SLICE = 0.4
"""So many seconds are spent before what is known is shown, and it is seen what was saved."""
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def run(options: argparse.Namespace) -> int:
    """Run all cases, then those that each save reaches, until Ctrl-C."""
    try:
        from watchfiles import watch
    except ImportError:
        return misused("the watcher is not installed", "pip install 'rulings[watch]'")
    folder = find(options.game)
    watched = Watched(folder, options.edition)
    found = watched.look()
    keep_all()
    _show(found, watched)
    behind = found.behind
    for saved in watch(
        *watched.places(),
        watch_filter=lambda _kind, path: _counts(Path(path)),
        debounce=_SETTLES,
        step=_SETTLES,
        rust_timeout=_IDLE,
        yield_on_timeout=True,
    ):
        if saved:
            found = watched.look(_SLICE)
            behind = found.behind
            if found.changed:
                _show(found, watched)
        elif behind:
            found = watched.go_on(_SLICE)
            behind = found.behind
            _tell_more(found)
    return 0


def _counts(path: Path) -> bool:
    """Whether a file may belong to a rulebook: no backup, swap or half-written file."""
    return path.suffix in _SUFFIXES and not path.name.startswith(".")


def _show(found: Round, watched: Watched) -> None:
    """Show one look, on a terminal in place of the one before."""
    terminal = sys.stdout.isatty()
    if terminal:
        stream = getattr(sys.stdout, "unguarded", sys.stdout)
        stream.write(_CLEAR)
    lines = shutil.get_terminal_size((100, 40)).lines if terminal else 10_000
    sys.stdout.write(f"{watched.folder.name}  {strftime('%H:%M:%S')}\n")
    sys.stdout.write(round_text(found, lines, color=colored(sys.stdout)))
    sys.stdout.flush()


def _tell_more(found: Round) -> None:
    """Add what became of further cases."""
    for flip in found.flipped:
        sys.stdout.write(flip_text(flip))
    sys.stdout.write(more_line(found))
    sys.stdout.flush()
