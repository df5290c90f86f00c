"""A program examined after every change of it: what was right before is not looked at again."""

from __future__ import annotations

import pytest

from rulings.language.check import examine
from rulings.language.checks.checked_before import RememberedRules
from rulings.language.parse import parse
from rulings.language.source import Source
from rulings.language.syntax import SourceUnit

DECLARED = """\
.type card.
.type zone = { deck, hand, play }.
.state lies(C: card, Z: zone) one "{C} lies in zone {Z}".
.decl active(C: card) "{C} is active".
.decl tired(C: card) "{C} is tired".
.decl many(N: int) "{N} cards are active".
"""
RULES = """\
active(C) :- lies(C, play), not tired(C).
tired(C) :- lies(C, hand) or lies(C, deck).
many(N) :- N = count { C : active(C) or tired(C) }.
active(rex).
"""
CHANGES = [
    (DECLARED, RULES.replace("play", "paly")),
    (DECLARED.replace("C: card, Z: zone", "Z: zone, C: card"), RULES),
    (DECLARED.replace("play }", "table }"), RULES),
    (DECLARED.replace(".decl tired(C: card)", ".decl tired(C: zone)"), RULES),
    (DECLARED.replace('.decl tired(C: card) "{C} is tired".\n', ""), RULES),
    (DECLARED, RULES + "tired(C) :- active(C), not lies(C, hand).\n"),
    (DECLARED, RULES.replace("not tired(C)", "not tired(D)")),
    (DECLARED, RULES.replace("active(rex).", "tired(rex). tired(old_fence).")),
]


def unit(name: str, text: str) -> SourceUnit:
    return parse(Source(name, text))[0]


def told(units: list[SourceUnit], remembered: RememberedRules | None) -> tuple[object, ...]:
    program, found = examine(units, remembered=remembered)
    said = [(one.code, one.message, str(one.span)) for one in found]
    return said, program and (program.rules, program.predicates, program.facts)


@pytest.mark.parametrize(("declared", "rules"), CHANGES)
def test_what_is_remembered_changes_no_examination(declared: str, rules: str) -> None:
    remembered = RememberedRules()
    before = [unit("types.dl", DECLARED), unit("rules.dl", RULES)]
    after = [
        before[0] if declared == DECLARED else unit("types.dl", declared),
        before[1] if rules == RULES else unit("rules.dl", rules),
    ]
    for units in (before, before, after, after, before):
        assert told(units, remembered) == told(units, None)


def test_a_rule_that_did_not_change_is_not_checked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    remembered = RememberedRules()
    declared, rules = unit("types.dl", DECLARED), unit("rules.dl", RULES)
    examine([declared, rules], remembered=remembered)

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("rulings.language.checks.types.Types.rule", refuse)
    short = unit("rules.dl", "")
    assert examine([declared, short], remembered=remembered)[0] is not None
    one = unit("rules.dl", "active(C) :- lies(C, play), not tired(C).\n")
    with pytest.raises(AssertionError):
        examine([declared, one], remembered=remembered)
