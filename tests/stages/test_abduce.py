"""The situations found for a goal, against trying every table."""

from __future__ import annotations

from itertools import chain, combinations, product

from hypothesis import given
from hypothesis import strategies as st

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.language.files import load
from rulings.language.program import Atom, Constant, Literal, Program, Row
from rulings.quality.abduce import Abducer
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.stated import Stated

Fact = tuple[str, Row]
MOST = 2
STATES = {"told": 1, "at": 2, "maybe": 1}
HEADER = """\
.type t = { a, b }.
.state told(X: t) closed.
.state at(X: t, Y: t) closed.
.state maybe(X: t) open.
.decl e(X: t, Y: t).
.decl p(X: t).
.decl q(X: t).
.decl r(X: t, Y: t).
"""
STATABLE: list[Fact] = [
    (name, row) for name, width in STATES.items() for row in product("ab", repeat=width)
]
BELOW = ("told(_)", "at(_, _)", "maybe(_)", "e(_, _)")
READS = {"r": BELOW, "q": (*BELOW, "r(_, _)"), "p": (*BELOW, "q(_)", "r(_, _)", "p(_)")}


@st.composite
def filled(draw: st.DrawFn, shape: str, values: tuple[str, ...]) -> str:
    pieces = shape.split("_")
    return "".join(piece + draw(st.sampled_from(values)) for piece in pieces[:-1]) + pieces[-1]


@st.composite
def rules(draw: st.DrawFn, name: str, *, denies: bool) -> str:
    """A rule whose variables all stand in a positive condition."""
    shapes = st.sampled_from(READS[name])
    body = [
        draw(filled(draw(shapes), ("X", "Y", "X", "a"))) for _ in range(draw(st.integers(1, 3)))
    ]
    bound = tuple(v for v in "XY" if any(v in condition for condition in body))
    if denies and draw(st.booleans()):
        shape = draw(st.sampled_from(BELOW))
        body.append(f"not {draw(filled(shape, (*bound, 'b')))}")
    head = draw(filled("r(_, _)" if name == "r" else f"{name}(_)", (*bound, *bound, "b")))
    return f"{head} :- {', '.join(body)}."


@st.composite
def programs(draw: st.DrawFn, *, denies: bool = False) -> str:
    more = draw(st.lists(st.sampled_from(tuple(READS)), max_size=2))
    made = [draw(rules(name, denies=denies)) for name in (*READS, *more)]
    facts = [
        f"{draw(filled(draw(st.sampled_from(('e(_, _)', 'told(_)'))), ('a', 'b')))}."
        for _ in range(draw(st.integers(0, 2)))
    ]
    return HEADER + "\n".join((*made, *dict.fromkeys(facts)))


class Tables:
    """Everything that can be stated beside a program, evaluated."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._evaluator = Evaluator(program)

    def holds(self, goal: Literal, stated: tuple[Fact, ...], denied: tuple[Fact, ...] = ()) -> bool:
        facts, denials = (
            {name: {row for other, row in told if other == name} for name in STATES}
            for told in (stated, denied)
        )
        model = self._evaluator.model(Table(self.program, facts, denials))
        return _row(goal.atom) in model.true[goal.atom.predicate]

    def least(self, goal: Literal) -> int | None:
        """How many facts have to be stated, and nothing denied, None if more than `MOST`."""
        sizes = (combinations(STATABLE, size) for size in range(MOST + 1))
        found = (told for told in chain.from_iterable(sizes) if self.holds(goal, told))
        return next((len(told) for told in found), None)


def _row(atom: Atom) -> Row:
    return tuple(term.value for term in atom.terms if isinstance(term, Constant))


def situations(program: Program, goal: Literal) -> list[tuple[tuple[Fact, ...], tuple[Fact, ...]]]:
    model = Evaluator(program).model(Table(program))
    found = Abducer(Shelf.of(program), model, Stated(), budget=20_000).situations([goal], MOST)
    return [
        tuple(
            tuple((str(name), row) for name, rows in told.items() for row in rows)
            for told in (stated.facts, stated.denials)
        )
        for stated in found
    ]  # type: ignore[misc]


goals = st.sampled_from([Literal(Atom(n, (Constant(x),))) for n in "pq" for x in "ab"])


@given(programs(), goals)
def test_without_denials_nothing_is_wrong_and_nothing_overlooked(text: str, goal: Literal) -> None:
    program = load(text)
    tables = Tables(program)
    found = situations(program, goal)
    assert all(tables.holds(goal, stated, denied) for stated, denied in found)
    sizes = [len(stated) for stated, _ in found]
    assert sizes == sorted(sizes)
    assert min(sizes, default=None) == tables.least(goal)


@given(programs(denies=True), goals)
def test_with_denials_what_can_be_stated_is_found(text: str, goal: Literal) -> None:
    """Denials are guessed at: some proposals fail, but one that need deny nothing is among them."""
    program = load(text)
    tables = Tables(program)
    least = tables.least(goal)
    if least is None:
        return
    found = situations(program, goal)
    assert any(tables.holds(goal, stated, denied) for stated, denied in found)
