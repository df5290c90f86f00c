"""What a happening does, as naively as it can be written.

The specification beside `tests.oracle`: the effects are the rows of the model of the table with the
happening as one fact more; what is open or contradicts itself is refused by `Refused`. Nothing here
is shared with the engine or with what carries happenings out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from rulings.language.program import (
    Completion,
    EffectKind,
    Facts,
    Program,
    Row,
)  # fmt: skip
from tests.oracle import model
from tests.oracle_tables import Fact, state

MOST = 1000


class Refused(Exception):
    """The happening cannot be carried out."""


@dataclass(frozen=True)
class Board:
    """What is stated and denied, and what happened in which step."""

    facts: frozenset[Fact] = frozenset()
    denials: frozenset[Fact] = frozenset()
    journal: tuple[Fact, ...] = ()


def on(program: Program, board: Board, *happening: Fact) -> Program:
    """Return the program with the facts of a board, and with what is taking place."""
    past = (
        (program.happenings[name].past, (*row, step))
        for step, (name, row) in enumerate(board.journal, 1)
    )
    facts = {name: set(known.rows) for name, known in program.facts.items()}
    for name, row in (*board.facts, *past, *happening):
        facts.setdefault(name, set()).add(row)
    denials: dict[str, set[Row]] = {}
    for name, row in board.denials:
        denials.setdefault(name, set()).add(row)
    return replace(program, facts=_facts(facts), denials=_facts(denials))


def happen(program: Program, board: Board, happening: Fact) -> Board:
    """Return the board after a happening and all that follows from it."""
    pending, done = [happening], 0
    while pending:
        one = pending.pop(0)
        done += 1
        if done > MOST:
            raise Refused("no end")
        board, follow = _one(program, board, one)
        pending = follow + pending
    return board


def legal(program: Program, board: Board, name: str) -> tuple[set[Row], set[Row]]:
    """Return the rows of a happening that surely and that perhaps have all it needs.

    However what is open is supplied, and in one way at least: what needs "maybe" and "not maybe"
    has it in none.
    """
    needs = [e.made for e in program.happenings[name].effects if e.kind is EffectKind.NEEDS]
    sure, perhaps = _legal(program, board, needs)
    if sure == perhaps:
        return sure, perhaps
    ways = [_legal(program, one, needs) for one in supplied(program, board)]
    return set.intersection(*(w[0] for w in ways)), set.union(*(w[1] for w in ways))


def supplied(program: Program, board: Board) -> list[Board]:
    """Return a board with every way to supply what it leaves open."""
    seen = on(program, board)
    choices: list[list[tuple[Fact, ...]]] = []
    for name, rows in state(seen, seen)[1].items():
        functional = program.predicates[name].functional
        keys = {row[:-1] if functional else row for row in rows}
        for key in keys:
            some = [(name, row) for row in rows if key == (row[:-1] if functional else row)]
            choices.append([(), *((one,) for one in some)])
    open_facts = {one for ways in choices for way in ways for one in way}
    return [
        replace(board, facts=board.facts | told, denials=board.denials | open_facts - told)
        for picked in product(*choices)
        for told in [frozenset(one for way in picked for one in way)]
    ]


def _legal(program: Program, board: Board, needs: list[str]) -> tuple[set[Row], set[Row]]:
    sure, perhaps = (
        set.intersection(*({row for n, row in bound if n == need} for need in needs))
        for bound in model(on(program, board))
    )
    return sure, perhaps


def _facts(rows: dict[str, set[Row]]) -> dict[str, Facts]:
    return {name: Facts(tuple(some)) for name, some in rows.items()}


def _one(program: Program, board: Board, happening: Fact) -> tuple[Board, list[Fact]]:
    true, possible = model(on(program, board, happening))
    ends: set[Fact] = set()
    begins: set[Fact] = set()
    follow: list[Fact] = []
    opened: set[Fact] = set()
    seen: set[str] = set()
    for effect in program.happenings[happening[0]].effects:
        if effect.kind is EffectKind.NEEDS or effect.made in seen:
            continue
        seen.add(effect.made)
        rows = {row for name, row in true if name == effect.made}
        unsure = {row for name, row in possible if name == effect.made} - rows
        is_open = program.predicates[effect.target].completion is Completion.OPEN
        if unsure and (effect.kind is EffectKind.CAUSES or not is_open):
            raise Refused("open")
        opened |= {(effect.target, row) for row in unsure}
        found = [(effect.target, row) for row in sorted(rows, key=lambda r: [str(v) for v in r])]
        if effect.kind is EffectKind.CAUSES:
            follow += found
        elif effect.kind is EffectKind.ENDS:
            ends |= set(found)
        else:
            begins |= set(found)
    keys = [(name, row[:-1]) for name, row in begins if program.predicates[name].functional]
    if ends & begins or len(keys) != len(set(keys)):
        raise Refused("contradiction")
    closed = {fact for fact in ends if program.predicates[fact[0]].completion is Completion.CLOSED}
    replaced = {(n, r) for n, r in board.facts if (n, r[:-1]) in keys}
    facts = board.facts - ends - replaced | begins
    denials = board.denials - begins | (ends - closed)
    functional = {(n, r[:-1]) for n, r in opened if program.predicates[n].functional}
    gone = opened | {(n, r) for n, r in facts | denials if (n, r[:-1]) in functional}
    facts, denials = facts - gone, denials - gone
    return Board(facts, denials, (*board.journal, happening)), follow
