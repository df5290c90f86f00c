"""What is shown of one look at a rulebook's files: a screen.

In: a `Round`, and how many lines there are. Out: text. Guarantee: what is wrong with a file comes
before what became of cases; what there is no room for is counted, never dropped silently.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulings.language.diagnostics import Diagnostic
from rulings.quality.watching import Came, Flipped, Round
from rulings.render.counting import counted
from rulings.render.problems import render_text

_AROUND = 3
"""So many lines stand around the flips: a heading, a summary and where the prompt goes."""
_LEAST = 4


def round_text(found: Round, lines: int, *, color: bool = False) -> str:
    """Return a look at the files as text of about so many lines."""
    parts = [_within(found.problems, max(lines - _AROUND, _LEAST), color)]
    used = parts[0].count("\n")
    parts.append(_within(found.warnings, max(lines - _AROUND - used, _LEAST), color))
    used += parts[1].count("\n")
    shown: list[str] = []
    room = max(lines - _AROUND - used, _LEAST)
    for number, flip in enumerate(found.flipped):
        text = flip_text(flip)
        if shown and sum(one.count("\n") for one in shown) + text.count("\n") > room:
            shown.append(
                f"… and {counted(len(found.flipped) - number, 'case')} more that flipped\n"
            )
            break
        shown.append(text)
    return "".join((*parts, *shown, summary_line(found)))


def flip_text(flip: Flipped) -> str:
    """Return what became of one case: three lines at most."""
    case, before, after = flip.case, flip.before, flip.after
    edition = f" [{case.edition}]" if case.edition else ""
    was = "new" if before is None else _state(before)
    lines = [f"{was} → {_state(after)}  {case.id}{edition}  ({case.span})"]
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


def _within(problems: Iterable[Diagnostic], lines: int, color: bool) -> str:
    """Return as many diagnostics as there is room for, at least one."""
    told = [render_text([one], color=color) for one in problems]
    shown: list[str] = []
    for number, text in enumerate(told):
        if shown and sum(one.count("\n") for one in shown) + text.count("\n") > lines:
            shown.append(f"… and {len(told) - number} more\n")
            break
        shown.append(text)
    return "".join(shown)
