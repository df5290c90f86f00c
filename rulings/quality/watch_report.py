"""What is shown of one look at a rulebook's files: a screen.

In: a `Round`, and how many lines there are. Out: text. Guarantee: what is wrong with a file comes
before what became of cases; what there is no room for is counted, never dropped silently.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulings.quality.watching import Came, Flipped, Round
from rulings.render.counting import counted
from rulings.render.problems import render_text

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
