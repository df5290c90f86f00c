"""Small rulebooks for tests, written to a folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulings.session import Rulebook

TRAIL = Path(__file__).parent / "english" / "trail"


@cache
def trail() -> Rulebook:
    """The rulebook of `tests/english/trail`, made from its text once in a process."""
    return Rulebook.load(TRAIL, cache=False)


MANIFEST = """\
name = "toy"
title = "Toy"
default_edition = "second"

[editions.first]
files = ["rules.dl", "first.dl"]

[editions.second]
files = ["rules.dl", "second.dl", "cards/*.csv"]
"""

RULES = """\
.type card.
.type zone = { deck, hand, play }.
.decl types(C: card, W: symbol) "{C} has the type {W}".
.decl stars(C: card, N: int) "{C} has {N} stars".
.state face_up(C: card) default "{C} is face-up".
.state zone_of(C: card, Z: zone) one, open "{C} lies in zone {Z}".
.state silences(R: card, C: card) "{R} silences {C}".
.decl active(C: card) "{C} is active".
.decl silenced(C: card) "{C} is silenced".
.decl may_move(C: card) "{C} may move".
.decl matches(C: card, in P: string) "{C} matches {P}".
.decl breaks_silence(C: card) breach "{C} silences itself".

@[rules/active]
active(C) :- zone_of(C, play), face_up(C), not silenced(C).
@[rules/silenced]
silenced(C) :- silences(R, C), active(R).
@[rules/animals-move]
may_move(C) :- types(C, animal).
@[rules/statues-stay]
neg may_move(C) :- types(C, statue).
@[rules/match]
matches(C, P) :- types(C, _), forall { W : word(P, W) } types(C, W).
@[rules/silenced]
breaks_silence(C) :- silences(C, C).
label(rex, "Rex").
label(old_fence, "Old Fence").
alias(rex, "King Rex").
"""

CLAUSES = """\
documents:
  rules:
    title: "The rules"
    short: "rules"
    clauses:
      - {id: active, section: Activity, gist: A face-up card in play is active., page: 3}
      - {id: silenced, section: Activity, gist: An active card may silence others.}
      - {id: animals-move, section: Moves, gist: Animals may move.}
      - {id: statues-stay, section: Moves, gist: Statues may not.}
      - {id: match, section: Types, gist: All words must agree.}
      - {id: motto, section: Foreword, gist: Have fun., unmodelled: A wish.}
"""

TABLE = "# by hand\ntypes:C,W\nrex,animal\nold_fence,statue\n"

DEN = "title: Den\ngiven: |\n  zone_of(rex, play).\n  Old Fence silences Rex.\n"


def write_book(folder: Path, **files: str) -> Path:
    """Write the toy rulebook, with `files` (name: text, `__` for `/`) added or replaced."""
    root = folder / "facts" / "toy"
    texts = {
        "rulebook.toml": MANIFEST,
        "rules.dl": RULES,
        "first.dl": "types(rex, animal).\n",
        "second.dl": "stars(rex, 3).\nstars(old_fence, 1).\ntypes(living_statue, animal).\n"
        "types(living_statue, statue).\n",
        "cards/types.csv": TABLE,
        "clauses.yaml": CLAUSES,
        "situations/den.yaml": DEN,
        **{name.replace("__", "/"): text for name, text in files.items()},
    }
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def toy(folder: Path, edition: str | None = None) -> Rulebook:
    """Write the toy rulebook and load it."""
    return Rulebook.load(write_book(folder), edition=edition)
