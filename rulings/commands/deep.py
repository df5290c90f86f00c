"""`rulings check GAME --deep`: what may go wrong with a rulebook in some situation.

In: rulebooks. Out: contradictions and circles with the smallest situation that shows each, rules
that never fire, rules that are always overridden, as text or JSON. They are no errors: printed
rules do contradict each other; with `strict` the exit code is 3 when there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rulings.commands.report import FINDINGS, progress, tell
from rulings.doors.picking import picked
from rulings.faq.suite import suite_of
from rulings.quality.bench import Bench
from rulings.quality.examination import BUILT, Flaw, examine
from rulings.quality.mutation import passing_cases
from rulings.quality.telling import FACTS
from rulings.render.counting import counted
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.layers import named
from rulings.rulebook.library import find, queries

_TITLES = {
    "contradiction": "these clauses disagree",
    "paradox": "these clauses run in a circle",
    "never-fires": "this rule never fires",
    "shadowed": "this rule is overridden whenever it fires",
}
_TOLD = ("kind", "edition", "rules", "clauses", "given", "ask")


def search(
    games: Iterable[str | Path], form: str, *, strict: bool = False, layers: Sequence[str] = ()
) -> int:
    """Search every edition of some rulebooks, print what is found, return the exit code."""
    bound = (
        "Searched: the tables of the FAQ cases, and for each rule or pair of rules up to "
        f"{BUILT} tables of at most {FACTS} facts built for its conditions."
    )
    found = _search(games, layers)
    counts = f"{counted(len(found), 'finding')}. {bound}\n"
    tell(
        form,
        json=lambda: {
            "bound": bound,
            "findings": [{"game": game, **picked(one, *_TOLD)} for game, _, one in found],
        },
        text=lambda: "".join((*(_text(*one) for one in found), counts)),
    )
    return FINDINGS if strict and found else 0


def _search(games: Iterable[str | Path], layers: Sequence[str]) -> list[tuple[str, str, Flaw]]:
    found = []
    for game in games:
        folder = find(game)
        files = faq_files(queries(folder.name, folder))
        suite = suite_of(folder, files, layers=named(layers, folder))
        editions = [book.edition for book in suite.books]
        passing, _ = passing_cases(suite.books[0], suite.cases, editions, progress=progress)
        for book in suite.books:
            bench = Bench(book, tuple(passing[book.edition]))
            found += [(book.name, book.edition, one) for one in examine(bench, progress)]
    return found


def _text(game: str, edition: str, finding: Flaw) -> str:
    lines = [f"{game} {edition}: {_TITLES[finding.kind.value]}: {', '.join(finding.rules)}"]
    lines += [f"  [{clause}]" for clause in finding.clauses]
    lines += [f"    {line}" for line in finding.given]
    if finding.ask:
        lines.append(f"    {finding.ask}")
    return "\n".join(lines) + "\n\n"
