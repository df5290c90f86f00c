"""Rule ids, levels and overrides.

In: a program and its `overrides` statements. Out: ids, problems. Guarantee: every id names
one rule, every name in `overrides` is an id or a level, and no rule overrides itself in a circle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, count, pairwise
from typing import TYPE_CHECKING

from rulings.language.catalogue import diagnose
from rulings.language.components import circles
from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.predicates import PredicateId
from rulings.language.program import Override, Program, Rule
from rulings.language.source import Span
from rulings.language.suggest import near_hint

if TYPE_CHECKING:
    from rulings.language.syntax import OverrideStatement, RuleStatement

LEVELS = ("can", "cannot")


def named(program: Program) -> dict[str, list[Rule]]:
    """The rules that each id or level names; `can` and `cannot` name the two sides."""
    found: dict[str, list[Rule]] = {level: [] for level in LEVELS}
    for rule in program.rules:
        found.setdefault(rule.id, []).append(rule)
        for level in rule.levels:
            found.setdefault(level, []).append(rule)
        predicate = program.predicates.get(rule.head.predicate)
        if predicate is not None and predicate.two_sided:
            side = "cannot" if rule.denies else "can"
            if side not in rule.levels:
                found[side].append(rule)
    return found


def pairs(override: Override, rules: Mapping[str, list[Rule]]) -> Iterator[tuple[Rule, Rule]]:
    """The pairs of rules, winner and loser, that an override ranks."""
    losers: dict[tuple[PredicateId, bool], list[Rule]] = {}
    for loser in rules.get(override.loser, ()):
        losers.setdefault((loser.head.predicate, loser.denies), []).append(loser)
    for winner in rules.get(override.winner, ()):
        for loser in losers.get((winner.head.predicate, not winner.denies), ()):
            yield winner, loser


def beaten_by(program: Program) -> dict[str, list[Rule]]:
    """Map the id of each overridden rule to the rules that override it."""
    rules = named(program)
    found: dict[str, list[Rule]] = {}
    for override in program.overrides:
        for winner, loser in pairs(override, rules):
            winners = found.setdefault(loser.id, [])
            if all(known.id != winner.id for known in winners):
                winners.append(winner)
    return found


def rule_identity() -> Callable[[RuleStatement], str]:
    """Return a function that names the rules of one program, each differently.

    An id is the one that `@id` gives, else `file:line`, and for a further rule of the same line
    `file:line:column`; the alternatives of one rule are numbered behind it, `file:line/2`.
    """
    taken: set[str] = set()

    def identify(statement: RuleStatement) -> str:
        given = statement.annotations.id
        behind = f"/{statement.alternative}" if statement.alternative else ""
        if given is not None:
            # A second use is reported by the check of ids; it needs no other name here.
            taken.add(given.text + behind)
            return given.text + behind
        span = statement.head.span
        line, column = span.source.position(span.start)
        file = span.source.name.replace("\\", "/").rpartition("/")[2]
        further = f"{file}:{line}:{column}{behind}"
        numbered = (f"{further}#{number}" for number in count(2))
        names = chain((f"{file}:{line}{behind}", further), numbered)
        name = next(one for one in names if one not in taken)
        taken.add(name)
        return name

    return identify


def check_ids(statements: tuple[RuleStatement, ...]) -> Iterator[Diagnostic]:
    """Report ids that name two rules, and names that are both an id and a level."""
    ids: dict[str, Span] = {}
    levels: dict[str, Span] = {}
    for statement in statements:
        for level in statement.annotations.levels:
            levels.setdefault(level.text, level.span)
    for statement in statements:
        name = statement.annotations.id
        if name is None or ids.get(name.text) is name.span:
            continue
        if name.text in ids:
            note = Note("the first rule of this id", ids[name.text])
            yield diagnose("RUL325", name.span, [note], name=name.text)
        elif name.text in levels or name.text in LEVELS:
            place = levels.get(name.text)
            notes = [Note("the level", place)] if place is not None else []
            yield diagnose("RUL331", name.span, notes, name=name.text)
        ids.setdefault(name.text, name.span)


def check_overrides(
    program: Program, statements: tuple[OverrideStatement, ...], *, warnings: bool
) -> Iterator[Diagnostic]:
    """Report unknown names, circles, and with `warnings` overrides without effect."""
    rules = named(program)
    for statement in statements:
        unknown = False
        for name in (statement.winner, statement.loser):
            if name.text not in rules:
                unknown = True
                known = [known for known in rules if ":" not in known]
                hint = near_hint(name.text, known)
                yield diagnose("RUL326", name.span, suggestion=hint, name=name.text)
        override = Override(statement.winner.text, statement.loser.text, statement.span)
        if warnings and not unknown and not any(pairs(override, rules)):
            yield diagnose("RUL327", statement.span, winner=override.winner, loser=override.loser)
    yield from _circles(statements)


def _circles(statements: tuple[OverrideStatement, ...]) -> Iterator[Diagnostic]:
    """Report names that override themselves through others, one circle of those that share some."""
    above: dict[str, dict[str, OverrideStatement]] = {}
    for statement in statements:
        above.setdefault(statement.winner.text, {}).setdefault(statement.loser.text, statement)
    for names in circles(above, lambda name: above.get(name, ())):
        circle = [above[one][other] for one, other in pairwise((*names, names[0]))]
        notes = [Note(one.span.text, one.span) for one in circle]
        cycle = " → ".join((*names, names[0]))
        yield diagnose("RUL328", circle[-1].span, notes, name=names[0], cycle=cycle)
