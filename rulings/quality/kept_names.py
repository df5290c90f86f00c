"""Rules that keep their names while lines come and go above them.

In: a program, and the program as it was before its files were changed. Out: the same program
whose rules bear the names that they had. Guarantee: a rule has an old name only if it says the
same as the rule that had it; names that a text gives, by `@id` or in an `overrides`, stay; no two
rules have one name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulings.language.program import Override, Program, Rule
from rulings.records import replace


def named_as_before(program: Program, before: Program) -> Program:
    """Return a program whose rules have the names that they had, wherever they stand by now.

    A rule without an `@id` is named after its line, and lines above it come and go.
    """
    spoken = {name for one in (*program.overrides, *before.overrides) for name in speaks_of(one)}
    unmoved = {rule.id: rule for rule in program.rules}
    stood = {
        rule.id: rule
        for rule in before.rules
        if (now := unmoved.get(rule.id)) is not None and now.span is rule.span and now == rule
    }
    known: dict[tuple[str, str], list[Rule]] = {}
    for rule in reversed(before.rules):
        if rule.id not in stood:
            known.setdefault((rule.span.source.name, rule.span.text), []).append(rule)
    taken = set(stood)
    rules: list[Rule | None] = []
    for rule in program.rules:
        if rule.id in stood:
            rules.append(stood[rule.id])
            continue
        same = known.get((rule.span.source.name, rule.span.text))
        named = ":" not in rule.id or rule.id in spoken
        if same and not named and replace(same[-1], id=rule.id) == rule:
            old = same.pop()
            rules.append(replace(rule, id=old.id, head=old.head, body=old.body))
            taken.add(old.id)
        else:
            rules.append(None)
            taken |= {rule.id} if named else set()
    return replace(program, rules=tuple(_all_named(program.rules, rules, taken)))


def _all_named(
    rules: Iterable[Rule], known: Iterable[Rule | None], taken: set[str]
) -> Iterator[Rule]:
    """Yield the rules that are known, and the others by names that those have not."""
    for rule, same in zip(rules, known, strict=True):
        name = rule.id
        if same is None and ":" in name:
            while name in taken:
                name += "*"
            taken.add(name)
        yield replace(rule, id=name) if same is None else same


def speaks_of(override: Override) -> tuple[str, str]:
    """Return the names or levels of rules that an override ranks."""
    return override.winner, override.loser
