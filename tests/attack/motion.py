"""Strangers and what was proved or moves: certificates, also of games under way, links of pages,
rulebooks that change while they are served."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from rulings.adapters.serve.answering import HttpAsked, opened
from rulings.adapters.serve.bodies import AskedOf
from rulings.adapters.serve.lanes import InThreads
from rulings.adapters.serve.operations import ENDPOINTS
from rulings.adapters.serve.reloading import Reloading
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.adapters.site.desk import Desk
from rulings.session import Rulebook
from tests.attack import altering as texts
from tests.attack.certificates.attack import Altered, Altering, Report, check
from tests.attack.certificates.genuine import Genuine, of_motion, of_programs, of_random_programs
from tests.attack.lines import no_number
from tests.attack.surface import Surface
from tests.books import CLAUSES, DEN, MANIFEST, RULES, write_book

_NIM = Path(__file__).parents[1] / "moving" / "nim"
_ASK = next(number for number, one in enumerate(ENDPOINTS) if one.body is AskedOf)


def surfaces(space: Path) -> tuple[Surface, ...]:
    """Return the surfaces; `space` is an empty folder."""
    programs = [*of_programs(Random(0), 20), *of_random_programs(Random(0), 20)]
    return (
        _certificates("certificates", programs),
        _certificates("in motion", of_motion(Random(0), 12)),
        _links(),
        _reloads(space / "served"),
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


def _reloads(folder: Path) -> Surface:
    """SIGUSR1 after a file was altered: the new rulebook answers, or the one before."""
    files = {"rulebook.toml": MANIFEST, "rules.dl": RULES, "clauses.yaml": CLAUSES}
    files["situations/den.yaml"] = DEN
    altering = {name: texts.Altering((text,)) for name, text in files.items()}
    book, limits, loop = write_book(folder), ServerLimits(), asyncio.new_event_loop()

    def make_office() -> InThreads:
        return InThreads(opened([str(book)], ":memory:", limits), limits.timeout)

    office = Reloading(make_office)
    loop.run_until_complete(office.begin())
    body = b'{"game": "toy", "given": ["zone_of(rex, play)."], "ask": "?- stars(rex, 3)."}'

    def make(random: Random) -> tuple[str, str]:
        name = random.choice(list(files))
        return name, altering[name].text(random).encode("utf-8", "replace").decode()

    async def signalled() -> int:
        office.signalled()
        while office.is_loading:
            await asyncio.sleep(0.001)
        return (await office.answer(HttpAsked(_ASK, "", {}, {}, body))).status

    def reloaded(made: tuple[str, str]) -> bool:
        name, text = made
        write_book(folder, **{name.replace("/", "__"): text})
        with redirect_stderr(StringIO()) as told:
            status = loop.run_until_complete(signalled())
        again = told.getvalue() == "the rulebooks were loaded again\n"
        assert again or "served as they were" in told.getvalue(), told.getvalue()
        # A rulebook without what is asked for is one that does not know it, never a failure.
        assert status in ((200, 404, 422) if again else (before[0],)), status
        before[0] = status
        return again

    before = [200]
    return Surface("reloading", make, reloaded)
