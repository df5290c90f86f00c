"""`rulings profile GAME QUESTION`: where the time of a question or of all cases goes.

In: a question, or a suite. Out: a table of rules, the plan of each and advice about a rule that
dominates, as text, as JSON or for flame graphs. Guarantee: the advice names what was measured;
where nothing that was measured suggests a change, it says so.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial
from typing import Any

from rulings.commands.chosen import described, the_edition
from rulings.commands.report import misused, progress, tell
from rulings.doors.picking import picked
from rulings.engine.backends.measured import RuleMeasure
from rulings.engine.plan.steps import Assign, Call, Compare, Every, Join, Read, Step, Test
from rulings.faq.suite import open_suite
from rulings.language.writing import write_atom, write_condition
from rulings.quality.profiled import RULES, Profile, RuleProfile, profile_question, profile_suite
from rulings.session import Rulebook


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    if options.suite == bool(options.question):
        said = "name a question, or `--suite` for those of all cases"
        return misused(said, 'Write `rulings profile GAME "…"`.')
    profile = _of_suite(options) if options.suite else _of_question(options)
    tell(
        options.format,
        json=lambda: profile_json(profile),
        folded=lambda: profile_folded(profile),
        text=lambda: profile_text(profile, options.most),
    )
    return 0


def _of_question(options: argparse.Namespace) -> Profile:
    book = Rulebook.load(options.game, the_edition(options.edition, options.situation))
    table = described(options.situation, book)
    return profile_question(book, lambda one: one.situation(table), options.question)


def _of_suite(options: argparse.Namespace) -> Profile:
    suite = open_suite(options.game, options.edition)
    cases = [case for case in suite.cases if options.only is None or options.only in case.id]
    return profile_suite(suite, cases, partial(progress, suite.folder.name))


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


def _planned(part: RuleMeasure) -> Iterator[str]:
    for (said, why), read in zip(plan_of(part), part.read, strict=False):
        count = f"{read} rows" if read else ""
        yield f"{count:>12}  {said}: {why}"


def plan_of(part: RuleMeasure) -> Iterator[tuple[str, str]]:
    """Yield the steps of a part in the order in which they are taken, each with the reason."""
    costs = part.plan.costs if part.plan is not None else ()
    for step, cost in zip(_steps(part), costs, strict=True):
        yield _planned_step(step, cost, part)


def _steps(part: RuleMeasure) -> tuple[Step, ...]:
    return part.plan.steps if part.plan is not None else ()


def _planned_step(step: Step, cost: float | None, part: RuleMeasure) -> tuple[str, str]:
    """Return what a step does, and why it is taken there."""
    match step:
        case Join(atom, Read.DELTA):
            why = "only what the round before brought can bring something new"
            return f"each new row of {write_atom(atom)}", why
        case Join(atom, _, key):
            size = part.sizes.get(atom.predicate)
            rows = f"{size} rows" if size is not None else "a size not known"
            if not key:
                return (
                    f"each row of {write_atom(atom)}",
                    f"{rows}, the least of what can be read now",
                )
            known = ", ".join(str(place + 1) for place in key)
            about = max(round((cost or 0.0) - 2), 1)
            why = f"column {known} is known, of {rows} some {about} are expected"
            return f"look up {write_atom(atom)}", why
        case Test(atom, negated=negated):
            said = f"test {'not ' if negated else ''}{write_atom(atom)}"
            return said, "all its values are known, and a test costs least"
        case Call(atom, negated=negated):
            said = f"compute {'not ' if negated else ''}{write_atom(atom)}"
            return said, "its inputs are known"
        case Assign(_, _, comparison):
            said = f"compute {write_condition(comparison)}"
            return said, "all but one of its values are known"
        case Compare(comparison):
            said = f"test {write_condition(comparison)}"
            return said, "all its values are known, and a test costs least"
        case Every(given, goal):
            said = f"for every {write_atom(given.atom)}: {write_atom(goal)}"
            return said, "what it speaks of is known"


def time_of(seconds: float) -> str:
    """Return seconds in the unit that suits them."""
    if seconds < 0.001:
        return f"{seconds * 1_000_000:.0f} µs"
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def _percent(seconds: float, whole: float) -> str:
    return f"{100 * seconds / whole:.0f} %" if whole else ""
