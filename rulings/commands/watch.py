"""`rulings watch GAME`: what every save does to the cases of a rulebook.

What is wrong with a file comes before what became of cases; what a screen has no room for is
counted, never dropped silently.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import strftime

from rulings.collecting import keep_all
from rulings.commands.report import colored, misused
from rulings.quality.watching import Came, Flipped, Round, Watched
from rulings.render.counting import counted
from rulings.render.problems import render_text
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


_AROUND = 3
"""So many lines stand around the flips: a heading, a summary and where the prompt goes."""
_LEAST = 4


def round_text(found: Round, lines: int, *, color: bool = False) -> str:
    """Return a look at the files as text of about so many lines."""
    text = ""
    for told in (found.problems, found.warnings):
        texts = [render_text([one], color=color) for one in told]
        text += _within(texts, lines - text.count("\n"), lambda left: f"{left} more")
    flips = [flip_text(flip) for flip in found.flipped]
    text += _within(
        flips,
        lines - text.count("\n"),
        lambda left: f"{counted(left, 'case')} more that flipped",
    )
    return text + summary_line(found)


def flip_text(flip: Flipped) -> str:
    """Return what became of one case: three lines at most."""
    case, before, after = flip.case, flip.before, flip.after
    was = "new" if before is None else _state(before)
    lines = [f"{was} → {_state(after)}  {case.name}  ({case.span})"]
    lines.append(f"  {case.ask.text}  {after.said}".rstrip())
    if after.complaint:
        lines.append(f"  {after.complaint}")
    lines += [f"  {found.code} {found.message}" for found in after.problems[:1]]
    return "".join(f"{line}\n" for line in lines)


def summary_line(found: Round) -> str:
    """Return what the look came to, in one line."""
    flips = len(found.flipped)
    parts = [
        f"{counted(found.asked, 'case')} of {found.cases} asked",
        f"{flips} flipped",
        f"{len(found.failing)} failing",
    ]
    if found.problems:
        parts.append("the last state that could be read is kept")
    if found.behind:
        parts.append(f"{found.behind} are still being asked")
    return f"{', '.join(parts)}, {found.seconds:.2f} s\n"


def more_line(found: Round) -> str:
    """Return how far a look has come that goes on."""
    if found.behind:
        return f"… {found.asked} more asked, {found.behind} to go, {len(found.failing)} failing\n"
    return f"all told, {len(found.failing)} failing\n"


def _state(came: Came) -> str:
    return "passes" if came.passed else "FAILS"


def _within(texts: Sequence[str], lines: int, further: Callable[[int], str]) -> str:
    """Return as many texts as there is room for, at least one, and how many `further` ones."""
    room = max(lines - _AROUND, _LEAST)
    shown = ""
    for number, text in enumerate(texts):
        if shown and shown.count("\n") + text.count("\n") > room:
            return f"{shown}… and {further(len(texts) - number)}\n"
        shown += text
    return shown
