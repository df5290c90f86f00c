"""Small programs for the tests of the English layer, built without the parser."""

from __future__ import annotations

import re

from rulings.language.program import (
    Atom,
    Column,
    Completion,
    Facts,
    Literal,
    Predicate,
    Program,
    Role,
    Row,
    Rule,
    Sort,
    Variable,
)

_DECLARATION = re.compile(r"(\.state|\.decl) (\w+)(?:\(([^)]*)\))?\s*(.*)")


def predicate(text: str) -> Predicate:
    """Build a predicate from its declaration, `.decl p(A: t, in B: u) "template" | "…"`."""
    match = _DECLARATION.match(text)
    assert match is not None, text
    columns = []
    for part in filter(None, (match[3] or "").split(", ")):
        name, sort = part.removeprefix("in ").split(": ")
        columns.append(Column(name, sort, part.startswith("in ")))
    return Predicate(
        match[2],
        tuple(columns),
        tuple(re.findall(r'"([^"]*)"', match[4])),
        Role.STATE if match[1] == ".state" else Role.DERIVED,
        Completion.CLOSED,
    )


def program(
    declarations: str, facts: dict[str, list[Row]] | None = None, concluded: str = ""
) -> Program:
    """Build a program from declarations, one per line, types first; `concluded` get a rule."""
    sorts: dict[str, Sort] = {}
    predicates: dict[str, Predicate] = {}
    for line in filter(None, (line.strip() for line in declarations.splitlines())):
        if line.startswith(".type"):
            words = line.split(" ")
            members = re.search(r"\{(.*)\}", line)
            sorts[words[1]] = Sort(
                words[1],
                words[3] if "<" in line else None,
                tuple(m.strip() for m in members[1].split(",")) if members else None,
            )
        else:
            declared = predicate(line)
            predicates[declared.name] = declared
    rules = tuple(
        Rule(f"r{i}", _atom(predicates[name]), (Literal(_atom(predicates[name])),))
        for i, name in enumerate(concluded.split())
    )
    stated = {name: Facts(tuple(rows)) for name, rows in (facts or {}).items()}
    return Program(sorts, predicates, rules, stated, {})


def _atom(declared: Predicate) -> Atom:
    return Atom(declared.name, tuple(Variable(f"X{i}") for i in range(declared.arity)))


PARK = program(
    """
    .type card
    .type upgrade < card
    .type attraction < card
    .type player
    .type phrase < string
    .type zone = { deck, hand, market, discard_pile, in_play }
    .decl active(C: card) "{C} is active" | "{C}'s rule is active"
    .state face_up(C: card) "{C} is face-up"
    .state face_down(C: card) "{C} is face-down"
    .state on(U: upgrade, A: attraction) "{U} is on {A}"
    .state location(C: card, Z: zone) "{C} is in the {Z}"
    .state card_type(C: card, W: symbol) "{C} is a {W}" | "{C} has {W} in its type line"
    .decl matches(C: card, in P: phrase) "{C} matches {P}"
    .decl may_build(P: player, C: card) "{P} may build {C}"
    .state owns(P: player, C: card) "{P} owns {C}"
    .state stars(C: card, N: int) "{C} has {N} stars"
    .decl star_total(A: attraction, N: int) "the star total of {A} is {N}"
    .decl gains(P: player, N: int) "{P} gains {N} coins"
    .decl same_attraction(C: card, D: card) "{C} is on the same attraction as {D}"
    .state over "the game is over"
    .decl wins(P: player) "{P} wins"
    .decl must_pay(P: player, N: int, C: card) "{P} must pay {N} coins for {C}"
    .decl price(C: card, N: int) "{C} costs {N} coins"
    .state player(P: player) "{P} is a player"
    .decl an_attraction(C: card) "{C} is an attraction"
    """,
    {
        "card_type": [
            ("triceratops", "dinosaur"),
            ("triceratops", "animal"),
            ("triceratops", "upgrade"),
            ("electrified_fence", "fence"),
            ("electrified_fence", "upgrade"),
            ("ferris_wheel", "thrill"),
            ("ferris_wheel", "ride"),
        ],
        "on": [("triceratops", "log_flume")],
        "owns": [("ana", "log_flume"), ("bob", "ferris_wheel")],
        "label": [("electrified_fence", "Electrified Fence")],
        "alias": [("electrified_fence", "the Fence")],
    },
    concluded="active matches may_build star_total gains same_attraction wins must_pay price "
    "an_attraction",
)
