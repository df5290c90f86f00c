"""A small rulebook that uses every part of the language, with a suite that knows it halfway."""

from __future__ import annotations

from pathlib import Path

from tests.books import write_book

MANIFEST = """\
name = "laws"
title = "Laws"
default_edition = "late"

[editions.early]
files = ["rules.dl", "early.dl"]

[editions.late]
files = ["rules.dl", "late.dl"]
"""

RULES = """\
.type card.
.type zone = { deck, hand, play }.
.state kind(C: card, W: symbol) "{C} has kind {W}".
.state lies(C: card, Z: zone) one "{C} lies in the {Z}".
.state strength(C: card, N: int) one "{C} has strength {N}".
.state attacks(C: card, D: card) "{C} attacks {D}".
.state wakeful(C: card) default "{C} is wakeful".
.decl ready(C: card) "{C} is ready".
.decl stunned(C: card) "{C} is stunned".
.decl attackers(C: card, N: int) "{C} faces {N} attackers".
.decl surrounded(C: card) "{C} is surrounded".
.decl may_strike(C: card) "{C} may strike".
.decl fits(C: card, in P: string) "{C} fits {P}".
.decl fitting(C: card) "{C} is a swift beast".
.decl reaches(C: card, D: card) "{C} reaches {D}".
.decl lonely(C: card) "{C} is lonely".

@[rules/ready]
ready(C) :- lies(C, play), wakeful(C), not stunned(C).
@[rules/stunned]
stunned(C) :- attacks(D, C), ready(D).
@[rules/attackers]
attackers(C, N) :- lies(C, _), N = count { D : attacks(D, C) }.
@[rules/surrounded]
surrounded(C) :- attackers(C, N), N >= 2.
@[rules/strike] @id(strikers)
may_strike(C) :- ready(C), strength(C, N), N > 1.
@[rules/strike] @id(champions)
may_strike(C) :- kind(C, champion).
@[rules/peace] @id(cowards)
neg may_strike(C) :- kind(C, coward).
@[rules/peace] @id(dreamers)
neg may_strike(C) :- lies(C, deck).
cowards overrides strikers.
@[rules/fits]
fits(C, P) :- kind(C, _), forall { W : word(P, W) } kind(C, W).
@[rules/fits]
fitting(C) :- fits(C, "swift beast").
@[rules/reach]
reaches(C, D) :- attacks(C, D).
@[rules/reach]
reaches(C, D) :- attacks(C, E), reaches(E, D).
@[rules/lonely]
lonely(C) :- lies(C, play), forall { D : lies(D, play), D != C } stunned(D).
"""

LATE = """\
.decl tired(C: card) "{C} is tired".
@[rules/tired]
tired(C) :- strength(C, N), N <= 2, N + 1 < 4.
"""

EARLY = """\
.decl tired(C: card) "{C} is tired".
@[rules/tired]
tired(C) :- strength(C, N), N <= 2, N + 1 < 3.
"""

CLAUSES = """\
documents:
  rules:
    title: "The laws"
    short: "laws"
    clauses:
      - {id: ready, section: One, gist: A wakeful card in play is ready.}
      - {id: stunned, section: One, gist: A ready attacker stuns.}
      - {id: attackers, section: One, gist: Attackers are counted.}
      - {id: surrounded, section: One, gist: Two attackers surround.}
      - {id: strike, section: Two, gist: Strong cards strike.}
      - {id: peace, section: Two, gist: Cowards never strike.}
      - {id: fits, section: Two, gist: All words must agree.}
      - {id: reach, section: Three, gist: Attacks chain.}
      - {id: lonely, section: Three, gist: The last one standing is lonely.}
      - {id: tired, section: Three, gist: Weak cards tire.}
"""

SUITE = """\
game: laws
cases:
  - id: ready
    given: |
      Rex lies in the play.
    ask: Is Rex ready?
    expect: yes
    because: [rules/ready]
  - id: asleep
    given: |
      Rex lies in the play.
      not wakeful(rex).
    ask: Is Rex ready?
    expect: no
  - id: stunned
    given: |
      Rex lies in the play.
      Spot lies in the play.
      Spot attacks Rex.
    ask: Is Rex ready?
    expect: no
    because: [rules/stunned]
  - id: counted
    given: |
      Rex lies in the hand.
      Spot attacks Rex.
      Tom attacks Rex.
    ask: How many attackers does Rex face?
    expect: 2
  - id: coward
    given: |
      Rex lies in the play.
      Rex has strength 2.
      Rex has kind coward.
    ask: May Rex strike?
    expect: no
  - id: strong
    given: |
      Rex lies in the play.
      Rex has strength 2.
    ask: May Rex strike?
    expect: yes
  - id: swift
    given: |
      Rex has kind swift.
      Rex has kind beast.
    ask: Is Rex a swift beast?
    expect: yes
  - id: tired
    given: |
      Rex has strength 2.
    ask: Is Rex tired?
    expect: {editions: {early: no, late: yes}}
"""


def write_laws(place: Path, suite: str = SUITE, rules: str = RULES) -> Path:
    """Write the rulebook and its suite; return the rulebook's folder."""
    files = {
        "rulebook.toml": MANIFEST,
        "rules.dl": rules,
        "early.dl": EARLY,
        "late.dl": LATE,
        "clauses.yaml": CLAUSES,
    }
    root = write_book(place, **files)
    folder = root.rename(root.parent / "laws")
    for unused in ("first.dl", "second.dl", "cards/types.csv", "situations/den.yaml"):
        (folder / unused).unlink()
    queries = place / "queries" / "laws"
    queries.mkdir(parents=True)
    (queries / "laws.faq.yaml").write_text(suite, encoding="utf-8")
    return folder
