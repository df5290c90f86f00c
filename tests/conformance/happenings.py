"""A game description as a rulebook whose moves are happenings.

What is true in a position becomes a `.state`. A move is chosen by a happening of its own, which
needs to be legal; all moves chosen, `step` carries them out together: it begins what is next and
ends the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rulings import Rulebook, Session
from rulings.language.program import Row
from tests.conformance.translate import Translation, bracketed, read_atom

MANIFEST = """\
name = "game"
title = "A game description"
default_edition = "1"

[editions.1]
title = "first"
documents = ["description"]
files = ["rules.dl"]
"""
CLAUSES = """\
documents:
  description:
    title: A game description
    short: description
    clauses: [{id: all, section: All, lines: L1, gist: All of it.}]
"""
CHOOSES = "chooses_"

Facts = set[tuple[str, Row]]


class Game:
    """A game description that is played."""

    def __init__(self, case: dict[str, Any], folder: Path) -> None:
        self.translation = Translation().clauses(case["program"])
        for state in case["tests"]:
            for key in ("state", "legal", "does", "next"):
                self.facts(state.get(key, ()))
        (folder / "rulebook.toml").write_text(MANIFEST, encoding="utf-8")
        (folder / "clauses.yaml").write_text(CLAUSES, encoding="utf-8")
        rules = "\n".join([*self._statements(), *self.translation.lines, ""])
        (folder / "rules.dl").write_text(rules, encoding="utf-8")
        self.rulebook = Rulebook.load(folder, cache=False)

    def facts(self, atoms: Iterable[str], now: str = "", then: str = "") -> Facts:
        """Atoms such as `next__at(a, 1)` as rows, of `then` where they are of `now`."""
        found: Facts = set()
        for name, row in map(read_atom, atoms):
            kind, mark, rest = name.partition("__")
            whole = f"{then if kind == now else kind}{mark}{rest}"
            found.add((self.translation.named(whole, len(row)), row))
        return found

    def at(self, position: Iterable[str]) -> Session:
        """The table where only these atoms hold."""
        return self.rulebook.situation([written(*fact) for fact in self.facts(position)])

    def _statements(self) -> Iterator[str]:
        named = self.translation.named
        positions, moves = self._pairs("true", "next"), self._pairs("does", "legal")
        told = {named(f"true__{n}", a) for n, a in positions}
        told |= {named(f"does__{n}", a) for n, a in moves}
        for name, arity in [(f"{k}__{n}", a) for n, a in positions for k in ("true", "next")]:
            named(name, arity)
        for name, arity in [(f"{k}__{n}", a) for n, a in moves for k in ("does", "legal")]:
            named(name, arity)
        for (_, arity), name in self.translation.arities.items():
            yield f"{'.state' if name in told else '.decl'} {name}{_columns(arity, ': any')}."
        yield ".happening step."
        for name, arity in moves:
            does, row = named(f"does__{name}", arity), _columns(arity)
            yield f".happening {CHOOSES}{does}{_columns(arity, ': any')}."
            yield f"{CHOOSES}{does}{row} needs {named(f'legal__{name}', arity)}{row}."
            yield f"{CHOOSES}{does}{row} begins {does}{row}."
            yield f"step ends {does}{row} :- {does}{row}."
        for name, arity in positions:
            now, then = named(f"true__{name}", arity), named(f"next__{name}", arity)
            row = _columns(arity)
            yield f"step begins {now}{row} :- {then}{row}."
            yield f"step ends {now}{row} :- {now}{row}, not {then}{row}."

    def _pairs(self, *kinds: str) -> list[tuple[str, int]]:
        """What is said by one of some kinds, without the kind: `at` of `true__at`."""
        split = ((*name.partition("__"), arity) for name, arity in self.translation.arities)
        return sorted(
            {(rest, arity) for kind, mark, rest, arity in split if mark and kind in kinds}
        )


def written(name: str, row: Row) -> str:
    """A fact in the rule language."""
    values = [str(v) if isinstance(v, int) else f'"{v}"' for v in row]
    return f"{name}{bracketed(values)}."


def _columns(arity: int, sort: str = "") -> str:
    return bracketed([f"A{place}{sort}" for place in range(arity)])
