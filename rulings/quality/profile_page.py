"""A profile as one HTML page with a flame graph.

In: a `Profile`. Out: a page that stands by itself: the stages, below the rules their predicates,
the rules of each and the parts of these, as wide as the time they took. Guarantee: everything
that comes from a rulebook or a question is escaped; it needs no script and no network.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulings.quality.profile_report import advice, dominating, plan_of, time_of
from rulings.quality.profiled import RULES, Profile, RuleProfile
from rulings.quality.report_page import report_page
from rulings.records import dataclass
from rulings.render.rule_html import rule_html

_HEIGHT, _WIDTH, _LETTER = 20, 1200, 6.6
_NARROWEST = 0.4
"""What would be narrower is left out of the drawing; the table has it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A box of the graph: its name, its kind, how long it took and what lies below it."""

    name: str
    kind: str
    seconds: float
    below: tuple[Frame, ...] = ()


def profile_page(profile: Profile) -> str:
    """Return the page."""
    title = f"Where time goes: {profile.title}"
    asked = profile.asked[0] if len(profile.asked) == 1 else f"{len(profile.asked)} questions"
    asking = f"<p>{escape(asked)}, {time_of(profile.seconds)}.</p>\n"
    parts = (asking, _drawings(profile), _advice(profile), _table(profile.rules))
    return report_page("profile", title, "".join(parts))


def frames(profile: Profile) -> Frame:
    """Return what the flame graph shows; no box is narrower than what lies below it."""
    predicates: dict[str, list[Frame]] = {}
    for rule in profile.rules:
        predicates.setdefault(rule.concludes, []).append(_rule(rule))
    of_rules = [
        Frame(name, "predicate", sum(one.seconds for one in rules), tuple(rules))
        for name, rules in predicates.items()
    ]
    stages = tuple(
        Frame(stage, "stage", seconds, tuple(of_rules) if stage == RULES else ())
        for stage, seconds in profile.stages.items()
    )
    return Frame(profile.title, "stage", profile.seconds, stages)


def _rule(rule: RuleProfile) -> Frame:
    parts = tuple(
        Frame(
            part.rule.id if part.delta is None else f"new rows of condition {part.delta + 1}",
            "part",
            part.seconds,
        )
        for part in rule.parts
    )
    return Frame(rule.place, "rule", rule.seconds, parts)


def _drawings(profile: Profile) -> str:
    """Draw all of it, and the rules once more by themselves, which may be a sliver of it."""
    whole = frames(profile)
    rules = (stage for stage in whole.below if stage.name == RULES and stage.below)
    return _drawing(whole) + "".join(f"<h2>The rules alone</h2>\n{_drawing(r)}" for r in rules)


def _drawing(root: Frame) -> str:
    boxes = list(_boxes(root, 0, 0.0, _WIDTH / root.seconds if root.seconds else 0.0))
    deepest = max(level for level, _ in boxes) + 1
    return (
        f'<svg viewBox="0 0 {_WIDTH} {deepest * _HEIGHT}" role="img"'
        f' aria-label="Flame graph: the wider, the longer it took">\n'
        + "".join(box for _, box in boxes)
        + "</svg>\n"
    )


def _boxes(frame: Frame, level: int, left: float, scale: float) -> Iterator[tuple[int, str]]:
    width = frame.seconds * scale
    if level and width < _NARROWEST:
        return
    room = int((width - 6) / _LETTER)
    shown = frame.name if len(frame.name) <= room else f"{frame.name[: max(room - 1, 0)]}…"
    top = level * _HEIGHT
    text = f'<text x="{left + 3:.2f}" y="{top + 14}">{escape(shown)}</text>' if room > 2 else ""
    told = escape(f"{frame.name}: {time_of(frame.seconds)}")
    yield (
        level,
        f'<g><title>{told}</title><rect class="{frame.kind}" x="{left:.2f}" y="{top}"'
        f' width="{width:.2f}" height="{_HEIGHT}"/>{text}</g>\n',
    )
    for below in frame.below:
        yield from _boxes(below, level + 1, left, scale)
        left += below.seconds * scale


def _advice(profile: Profile) -> str:
    told = [
        f"<p><b>{escape(rule.place)}</b> dominates: {escape(advice(rule))}</p>\n"
        for rule in dominating(profile)
    ]
    return "".join(told)


def _table(rules: Sequence[RuleProfile]) -> str:
    head = "<tr><th>time<th>rounds<th>read<th>made<th>rule</tr>\n"
    return f"<table>\n{head}{''.join(map(_row, rules))}</table>\n"


def _row(rule: RuleProfile) -> str:
    plan = "".join(
        f"<li>{escape(said)}: {escape(why)}</li>\n" for said, why in plan_of(rule.parts[0])
    )
    numbers = (time_of(rule.seconds), rule.rounds, rule.read, rule.made)
    cells = "".join(f"<td class=n>{number}</td>" for number in numbers)
    text = f"<pre>{rule_html(rule.text)}</pre>\n" if rule.text else ""
    return (
        f"<tr>{cells}<td><details><summary><code>{escape(rule.concludes)}</code>"
        f" {escape(rule.place)}</summary>\n{text}<ol>\n{plan}</ol></details></td></tr>\n"
    )
