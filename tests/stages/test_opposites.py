"""States that exclude each other never stand side by side, whoever says them, in either order."""

from __future__ import annotations

import pytest

from rulings import Rulebook, RulingsError
from rulings.asking.datalog_lines import fact_line
from rulings.conversing.conversation import Conversation, TurnKind
from rulings.language.program import Atom, Constant, Exclusion, Program, Value, Variable
from rulings.rulebook.library import games
from rulings.rulebook.stated import Stated

BOOKS = {game: Rulebook.load(game) for game in sorted(games())}
PAIRS = [
    (game, exclusion)
    for game, book in BOOKS.items()
    for predicate in book.program.predicates.values()
    for exclusion in predicate.excludes
]


@pytest.mark.parametrize(("game", "exclusion"), PAIRS, ids=lambda one: str(one)[:60])
@pytest.mark.parametrize("speakers", [("", ""), ("Ida", "Ida"), ("Ida", "Ole")])
def test_the_later_statement_takes_the_place_of_the_earlier(
    game: str, exclusion: Exclusion, speakers: tuple[str, str]
) -> None:
    book = BOOKS[game]
    first, second = _grounded(exclusion, book.program)
    talk = Conversation(book.situation())
    for atom, speaker in zip((first, second), speakers, strict=True):
        turn = talk.say(f"+{fact_line(atom, False, book.program)}", speaker)
        assert turn.kind is TurnKind.CHANGED, turn.problems
        talk = turn.conversation
    assert "RUL564" in [one.code for one in turn.notices]
    assert not _states(talk.table.stated, first)
    assert _states(talk.table.stated, second)


@pytest.mark.parametrize(("game", "exclusion"), PAIRS, ids=lambda one: str(one)[:60])
def test_one_text_does_not_say_both(game: str, exclusion: Exclusion) -> None:
    book = BOOKS[game]
    both = [fact_line(atom, False, book.program) for atom in _grounded(exclusion, book.program)]
    with pytest.raises(RulingsError) as raised:
        book.situation(both)
    assert {one.code for one in raised.value.diagnostics} <= {"RUL574", "RUL343"}
    with pytest.raises(RulingsError):
        book.situation("\n".join(reversed(both)))


SAID = [
    ("parks", "Ida holds the Shutterbug Badge", "nobody has the Shutterbug Badge"),
    ("parks", "Ida has reserved Zion", "Ole has reserved Zion"),
    ("parks", "Zion is in the Parks deck", "Zion is in the display"),
    ("parks", "Ida is without Gear", "Ida owns Tent"),
    ("unfair", "Lion Cub is face-up", "Lion Cub is face-down"),
    ("unfair", "the attraction Ghost Train is closed", "Ghost Train is open"),
    ("unfair", "Ida is the starting player", "Ole is the starting player"),
    ("theme_parque", "Loop is a closed loop", "Loop has an open end"),
    ("boba", "Ida won battle 2", "Ole won battle 2"),
]


@pytest.mark.parametrize(("game", "one", "two"), SAID)
@pytest.mark.parametrize("speakers", [("", ""), ("Ida", "Ole")])
def test_opposites_in_words(game: str, one: str, two: str, speakers: tuple[str, str]) -> None:
    for first, second in ((one, two), (two, one)):
        talk = Conversation(BOOKS[game].situation())
        before = talk.say(first, speakers[0])
        after = before.conversation.say(second, speakers[1])
        assert [before.kind, after.kind] == [TurnKind.CHANGED] * 2, after.problems
        replaced = [one.message for one in after.notices if one.code == "RUL564"]
        assert any(first.split()[-1] in message for message in replaced), replaced
        told = BOOKS[game].situation().suppose(first).suppose(second)
        assert told.stated.facts.keys() == after.table.stated.facts.keys()


def _states(stated: Stated, atom: Atom) -> bool:
    return stated.states(atom)


def _grounded(exclusion: Exclusion, program: Program) -> tuple[Atom, Atom]:
    """Return two facts that exclude each other, with different values where any will do."""
    values: dict[str, Value] = {}
    for atom in (exclusion.own, exclusion.other):
        columns = program.predicates[atom.predicate].columns
        for term, column in zip(atom.terms, columns, strict=True):
            if isinstance(term, Variable) and term.name not in values:
                values[term.name] = _value(column.sort, len(values), program)
    first, second = (
        Atom(
            atom.predicate,
            tuple(Constant(values[t.name]) if isinstance(t, Variable) else t for t in atom.terms),
        )
        for atom in (exclusion.own, exclusion.other)
    )
    return first, second


def _value(sort: str, number: int, program: Program) -> Value:
    step = program.sorts.get(sort)
    while step is not None and step.members is None and step.parent:
        if step.parent == "int":
            return number + 1
        step = program.sorts.get(step.parent)
    if step is not None and step.members is not None:
        return step.members[number % len(step.members)]
    return number + 1 if sort == "int" else f"thing_{number}"
