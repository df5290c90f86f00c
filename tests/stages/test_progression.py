"""The engine's next table is the specification's, whatever the program and whatever happens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import event, given, note
from hypothesis import strategies as st

from rulings.asking import happening
from rulings.language.diagnostics import RulingsError
from rulings.language.files import load
from rulings.language.program import Program
from rulings.language.source import Source
from rulings.session import Rulebook, Session
from tests import oracle_moving
from tests.books import trail
from tests.engine.strategies import filled
from tests.examples import share_of_examples
from tests.oracle_moving import Board, Refused, happen, legal

HEADER = """\
.type t = { a, b }.
.state told(X: t).
.state maybe(X: t) open.
.state normally(X: t) default.
.state place(X: t, Y: t) one.
.state count_of(X: t, N: int) one.
.state aged(X: t, N: int) one, open.
.decl low(X: t).
.decl p(X: t).
.decl dom(X: t).
dom(a). dom(b).
.happening moves(X: t, Y: t).
.happening rests(X: t).
.clock day begins with rests(a).
low(X) :- told(X), not normally(X).
"""
STATES = ("told(_)", "maybe(_)", "normally(_)")
TARGETS = ("moves(_, _)", "rests(_)")
READ = (
    *(*STATES, "place(_, _)", "aged(_, 1)", "not aged(_, 2)", "low(_)", "p(_)"),
    *("happened moves(_, _)", "happened rests(_)", "happened moves(_, _) since day"),
)
terms = st.sampled_from(("X", "Y", "X", "Y", "Z", "a", "b"))
happenings = st.sampled_from(("moves(X, Y)", "moves(X, Y)", "rests(X)"))
conditions = st.one_of(
    filled(READ, terms),
    filled(READ[:-3], terms).map(lambda one: f"not {one.removeprefix('not ')}"),
    st.sampled_from(("X != Y", "count { V : told(V) } > 1", "forall { V : dom(V) } told(V)")),
)


@st.composite
def bodies(draw: st.DrawFn) -> str:
    """Conditions after those that bind every variable."""
    found = draw(st.lists(conditions, max_size=2))
    used = "".join(found)
    return ", ".join([*(f"dom({v})" for v in "XYZ" if v in used or v != "Z"), *found])


@st.composite
def effects(draw: st.DrawFn) -> str:
    happening = draw(happenings)
    word, target = draw(
        st.one_of(
            st.tuples(st.sampled_from(("begins", "ends")), filled(STATES, st.sampled_from("XYab"))),
            st.tuples(
                st.sampled_from(("sets", "ends")),
                filled(("place(_, _)", "aged(_, 3)"), st.sampled_from("XYab")),
            ),
            st.tuples(st.just("causes"), filled(TARGETS, st.sampled_from("XYa"))),
        )
    )
    return f"{happening} {word} {target} :- {draw(bodies())}."


@st.composite
def games(draw: st.DrawFn) -> str:
    """A program with rules, effects and needs."""
    rules = [f"p(X) :- {draw(bodies())}." for _ in range(draw(st.integers(0, 2)))]
    said = draw(st.lists(effects(), min_size=1, max_size=5))
    counted = "rests(X) sets count_of(X, N) :- N = count { T : happened rests(X) at T }."
    needs = [f"{one} needs {draw(bodies())}." for one in ("moves(X, Y)", "rests(X)")]
    return HEADER + "\n".join([*rules, *said, counted, *needs])


@pytest.fixture(autouse=True, scope="module")
def soon_too_many() -> Iterator[None]:
    """A program that goes on for ever is refused after a dozen steps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(happening, "MOST_HAPPENINGS", 12)
        patch.setattr(oracle_moving, "MOST", 12)
        yield


def opened(program: Program, engine: str) -> Session:
    book: Rulebook = trail().with_program(program)
    return book.table(engine=engine)


def board_of(session: Session) -> Board:
    facts, denials = set(), set()
    for atom, falsehood in session.facts():
        row = tuple(getattr(term, "value", None) for term in atom.terms)
        (denials if falsehood else facts).add((str(atom.predicate), row))
    return Board(frozenset(facts), frozenset(denials))


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
@given(text=games(), data=st.data())
@share_of_examples(4)
def test_progression(engine: str, text: str, data: st.DataObject) -> None:
    """Three happenings one after the other; each is refused by both or leaves the same table."""
    note(text)
    program = load(Source("random.dl", text))
    session, board = opened(program, engine), Board()
    for _ in range(3):
        name = data.draw(st.sampled_from(("moves", "rests")))
        size = 2 if name == "moves" else 1
        row = tuple(data.draw(st.sampled_from("ab")) for _ in range(size))
        fact = f"{name}({', '.join(row)})."
        note(fact)
        try:
            board = happen(program, board, (name, row))
        except Refused as refused:
            event(f"refused: {refused}")
            with pytest.raises(RulingsError):
                session.happen(fact)
            continue
        session = session.happen(fact)
        event("carried out")
        found = board_of(session)
        assert (found.facts, found.denials) == (board.facts, board.denials)
        assert [(e.atom.predicate, e.step) for e in session.said.journal] == [
            (n, i) for i, (n, _) in enumerate(board.journal, 1)
        ]
        for kind in ("moves", "rests"):
            sure, perhaps = legal(program, board, kind)
            told = [one for one in session.legal() if one.kind == kind]
            assert {one.fact for one in told} == {f"{kind}({', '.join(r)})." for r in perhaps}
            assert {o.fact for o in told if o.surely} == {f"{kind}({', '.join(r)})." for r in sure}
