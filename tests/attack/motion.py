"""Strangers and what was proved or moves: certificates, also of games under way, links of pages."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from rulings.adapters.site.desk import Desk
from rulings.session import Rulebook
from tests.attack import altering as texts
from tests.attack.certificates.attack import Altered, Altering, Report, check
from tests.attack.certificates.genuine import Genuine, of_motion, of_programs, of_random_programs
from tests.attack.lines import no_number
from tests.attack.surface import Surface

_NIM = Path(__file__).parents[1] / "moving" / "nim"


def surfaces() -> tuple[Surface, ...]:
    """Return the surfaces."""
    programs = [*of_programs(Random(0), 20), *of_random_programs(Random(0), 20)]
    return (
        _certificates("certificates", programs),
        _certificates("in motion", of_motion(Random(0), 12)),
        _links(),
    )


def _certificates(name: str, genuine: Iterable[Genuine]) -> Surface:
    altering = Altering(list(genuine))

    def verified(altered: Altered) -> bool:
        report = Report()
        check(altered, report)
        assert not report.findings, report.findings[0]
        return report.verified > 0

    return Surface(name, altering.altered, verified)


def _links() -> Surface:
    """What a link carries is opened and asked as `link.js` and `main.js` do."""
    desk = Desk(Rulebook.load(_NIM, cache=False))
    table = desk.book.table(["The pile holds 5 stones.", "It is Ana's turn."])
    tables = (table, table.happen("Ana takes 1 stone"))
    asked = (
        "Is the game over?",
        "may Ben take 2 stones?",
        "why is Ben thirsty?",
        "Ben takes 2 stones",
    )
    links = texts.Altering(
        json.dumps({"table": one.to_dict(), "ask": line}) for one in tables for line in asked
    )

    def followed(text: str) -> bool:
        try:
            told = json.loads(text, parse_constant=no_number)
            table, ask = told["table"], told["ask"]
        except (AssertionError, ValueError, KeyError, TypeError, RecursionError):
            return False  # the page begins at its first table
        opens: dict[str, Any] = {"do": "open", "table": table if isinstance(table, dict) else None}
        found = json.loads(desk.call(json.dumps(opens)))
        assert found.keys() in ({"view"}, {"problems"}), found
        if "problems" in found:
            return False
        line = ask if isinstance(ask, str) else ""
        said = json.loads(desk.call(json.dumps({"do": "say", "line": line})))
        return not said["problems"]

    return Surface("links", links.text, followed)
