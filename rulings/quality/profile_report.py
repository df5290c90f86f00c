"""A profile as text, as JSON and for flame graphs, and what would help.

In: a `Profile`. Out: a table of rules, the plan of each, advice about a rule that dominates.
Guarantee: the advice names what was measured; where nothing that was measured suggests a change,
it says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulings.doors.picking import picked
from rulings.engine.plan.steps import Assign, Call, Compare, Every, Join, Read, Step, Test
from rulings.language.writing import write_atom, write_condition
from rulings.quality.profiled import RULES, Part, Profile, RuleProfile

DOMINATES = 0.25
"""A rule that takes this share of the time of all rules is named."""
_WASTED, _MANY, _ROUNDS = 20, 1_000, 20
_LISTED = 15


def profile_text(profile: Profile, most: int = _LISTED) -> str:
    """Return a profile to be read on a screen, with the `most` slowest rules."""
    asked = len(profile.asked)
    what = f"“{profile.asked[0]}”" if asked == 1 else f"{asked} questions"
    lines = [f"{profile.title}: {what}, {time_of(profile.seconds)}", ""]
    for stage, seconds in profile.stages.items():
        lines.append(f"  {stage:22}{time_of(seconds):>10}{_percent(seconds, profile.seconds):>6}")
    if profile.refused:
        lines.append(f"  {profile.refused} questions could not be asked: see `rulings test`")
    shown = profile.rules[:most]
    if shown:
        lines += ["", f"  {'time':>9}{'':6}{'rounds':>8}{'read':>10}{'made':>9}  rule"]
    whole = sum(rule.seconds for rule in profile.rules)
    for rule in shown:
        share = _percent(rule.seconds, whole)
        counts = f"{rule.rounds:>8}{rule.read:>10}{rule.made:>9}"
        lines.append(
            f"  {time_of(rule.seconds):>9}{share:>6}{counts}  {rule.concludes} {rule.place}"
        )
    if len(profile.rules) > most:
        rest = sum(rule.seconds for rule in profile.rules[most:])
        lines.append(f"  {time_of(rest):>9}{_percent(rest, whole):>6}{'':29}the other rules")
    for told in dominating(profile):
        lines += ["", f"{told.place} takes {_percent(told.seconds, whole).strip()} of the rules'"]
        lines[-1] += f" time: {advice(told)}"
        lines += [f"  {line}" for line in _planned(told.parts[0])]
    return "\n".join(lines) + "\n"


def profile_json(profile: Profile) -> dict[str, Any]:
    """Return a profile as JSON; times are seconds."""
    return {
        "title": profile.title,
        "questions": list(profile.asked),
        **picked(profile, "refused", "seconds", "stages"),
        "rules": [_rule_json(rule) for rule in profile.rules],
        "dominating": [
            {"place": rule.place, "advice": advice(rule)} for rule in dominating(profile)
        ],
    }


def profile_folded(profile: Profile) -> str:
    """Return a profile as folded stacks, which speedscope and others draw as flame graphs.

    Stages, predicates, their rules and the parts of these stand on each other, separated by `;`,
    with the microseconds that they took.
    """
    stacks = [([stage], seconds) for stage, seconds in profile.stages.items() if stage != RULES]
    for rule in profile.rules:
        for part in rule.parts:
            more = [] if part.delta is None else [f"new rows of condition {part.delta + 1}"]
            stacks.append(([RULES, rule.concludes, rule.place, part.rule.id, *more], part.seconds))
    named = ((";".join(one.replace(";", ",") for one in names), s) for names, s in stacks)
    return "".join(f"{stack} {round(1_000_000 * seconds)}\n" for stack, seconds in named)


def dominating(profile: Profile) -> tuple[RuleProfile, ...]:
    """Return the rules that take a large share of the time of all."""
    whole = sum(rule.seconds for rule in profile.rules)
    return tuple(rule for rule in profile.rules if whole and rule.seconds >= DOMINATES * whole)


def advice(rule: RuleProfile) -> str:
    """Return what would make a rule faster, by what was measured of it."""
    part = rule.parts[0]
    for number, (step, read) in enumerate(zip(_steps(part), part.read, strict=False)):
        if number and isinstance(step, Join) and not step.key and read > _MANY:
            atom = write_atom(step.atom)
            return (
                f"`{atom}` shares no value with the conditions before it, so each of their rows"
                f" meets each of its rows ({read} in all). A condition that connects them would"
                " help, or a predicate of its own for what is the same for all."
            )
    if rule.read > _MANY and rule.read > _WASTED * max(rule.made, 1):
        return (
            f"it reads {rule.read} rows to conclude {rule.made}. A condition that only those few"
            " meet, stated or concluded once in a predicate of its own, would help: the planner"
            " takes the smallest relation first."
        )
    if rule.made > _MANY and part.delta is None:
        return (
            f"it concludes {rule.made} rows. If questions ask about few of them, an input column"
            f" (`in`) of `{rule.concludes}` makes it conclude only what is asked for."
        )
    if rule.rounds > _ROUNDS and part.delta is not None:
        return (
            f"it goes on for {rule.rounds} rounds, each reading what the one before brought."
            " Fewer steps from one end to the other would help, or a rule that starts from the"
            " end that questions name."
        )
    return "its rows are read where they help; what it costs, it costs by being asked often."


def _rule_json(rule: RuleProfile) -> dict[str, Any]:
    return {
        **picked(rule, "place", "concludes", "text", "seconds", "rounds", "read", "made"),
        "parts": [
            {
                "id": part.rule.id,
                "new_rows_of": None if part.delta is None else part.delta + 1,
                "seconds": part.seconds,
                "runs": part.runs,
                "read": sum(part.read),
                "made": part.made,
                "plan": [
                    {"step": said, "why": why, "read": read}
                    for (said, why), read in zip(plan_of(part), part.read, strict=False)
                ],
            }
            for part in rule.parts
        ],
    }


def _planned(part: Part) -> Iterator[str]:
    for (said, why), read in zip(plan_of(part), part.read, strict=False):
        count = f"{read} rows" if read else ""
        yield f"{count:>12}  {said}: {why}"


def plan_of(part: Part) -> Iterator[tuple[str, str]]:
    """Yield the steps of a part in the order in which they are taken, each with the reason."""
    costs = part.plan.costs if part.plan is not None else ()
    for step, cost in zip(_steps(part), costs, strict=True):
        yield _said(step), _why(step, cost, part)


def _steps(part: Part) -> tuple[Step, ...]:
    return part.plan.steps if part.plan is not None else ()


def _said(step: Step) -> str:
    match step:
        case Join(atom, Read.DELTA):
            return f"each new row of {write_atom(atom)}"
        case Join(atom, _, ()):
            return f"each row of {write_atom(atom)}"
        case Join(atom):
            return f"look up {write_atom(atom)}"
        case Test(atom, negated=negated):
            return f"test {'not ' if negated else ''}{write_atom(atom)}"
        case Call(atom, negated=negated):
            return f"compute {'not ' if negated else ''}{write_atom(atom)}"
        case Assign(_, _, comparison) | Compare(comparison):
            verb = "compute" if isinstance(step, Assign) else "test"
            return f"{verb} {write_condition(comparison)}"
        case Every(given, goal):
            return f"for every {write_atom(given.atom)}: {write_atom(goal)}"


def _why(step: Step, cost: float | None, part: Part) -> str:
    match step:
        case Join(_, Read.DELTA):
            return "only what the round before brought can bring something new"
        case Join(atom, _, key):
            size = part.sizes.get(atom.predicate)
            rows = f"{size} rows" if size is not None else "a size not known"
            if key:
                known = ", ".join(str(place + 1) for place in key)
                about = max(round((cost or 0.0) - 2), 1)
                return f"column {known} is known, of {rows} some {about} are expected"
            return f"{rows}, the least of what can be read now"
        case Test() | Compare():
            return "all its values are known, and a test costs least"
        case Assign():
            return "all but one of its values are known"
        case Call():
            return "its inputs are known"
        case Every():
            return "what it speaks of is known"


def time_of(seconds: float) -> str:
    """Return seconds in the unit that suits them."""
    if seconds < 0.001:
        return f"{seconds * 1_000_000:.0f} µs"
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def _percent(seconds: float, whole: float) -> str:
    return f"{100 * seconds / whole:.0f} %" if whole else ""
