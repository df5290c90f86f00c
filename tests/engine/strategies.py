"""Random programs in the rule language, as text.

They recurse, also through negation; they read open, default and `one` facts, aggregates,
`forall`, denials and overrides. Aggregates read only the lower half (`low`, the facts and the
table), so that no program is rejected.
"""

from __future__ import annotations

from hypothesis import strategies as st

HEADER = """\
.type t = { a, b, c }.
.decl dom(X: t).
.decl e(X: t, Y: t).
.decl weight(X: t, N: int).
.state told(X: t) closed.
.state maybe(X: t) open.
.state normally(X: t) default.
.state place(X: t, Y: t) one, open.
.decl low(X: t).
.decl p(X: t).
.decl q(X: t).
.decl r(X: t, Y: t).
.decl number(X: t, N: int).
.decl flag.
.decl may(X: t).
dom(a). dom(b). dom(c).
@id(m_first) neg may(X) :- told(X), maybe(X).
"""

VARIABLES = ("X", "Y", "Z")
LOWER = ("e(_, _)", "weight(_, 1)", "told(_)", "maybe(_)", "normally(_)", "place(_, _)", "low(_)")
UPPER = (*LOWER, "p(_)", "q(_)", "r(_, _)", "flag", "number(_, 2)", "may(_)", "neg may(_)")
HEADS = ("p(_)", "q(_)", "r(_, _)", "flag", "p(_)", "q(_)")
FACTS = ("e(_, _)", "told(_)", "maybe(_)", "place(_, _)", "p(_)", "r(_, _)", "may(_)")
DENIED = ("maybe(_)", "normally(_)", "place(_, _)")

terms = st.sampled_from((*VARIABLES, *VARIABLES, "a", "b", "c"))
constants = st.sampled_from(("a", "b", "c"))


@st.composite
def filled(draw: st.DrawFn, shapes: tuple[str, ...], slots: st.SearchStrategy[str]) -> str:
    """One of `shapes` with every blank filled."""
    pieces = draw(st.sampled_from(shapes)).split("_")
    return "".join(piece + draw(slots) for piece in pieces[:-1]) + pieces[-1]


@st.composite
def conditions(draw: st.DrawFn, shapes: tuple[str, ...]) -> str:
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return f"{draw(terms)} != {draw(terms)}"
    if kind == 1:
        given = draw(filled(shapes, st.sampled_from(("X", "V", "V", "a"))))
        goal = draw(filled(shapes, st.sampled_from(("V", "V", "Y"))))
        word = draw(st.sampled_from(("", "", "not ")))
        return f"forall {{ V : dom(V), {given} }} {word}{goal}"
    if kind == 2:
        above = shapes is UPPER
        third = "r(V, _)" if above else "place(V, _)"
        given = draw(filled(("e(V, _)", "e(_, V)", third), st.just("X")))
        goal = draw(st.sampled_from(("told", "low", "p") if above else ("told", "low")))
        return f"forall {{ V : {given} }} {goal}(V)"
    literal = draw(filled(shapes, terms))
    return f"not {literal}" if kind <= 5 else literal


@st.composite
def bodies(draw: st.DrawFn, head: str, shapes: tuple[str, ...]) -> str:
    """A safe body: every variable of head and body is drawn from the domain."""
    found = draw(st.lists(conditions(shapes), min_size=1, max_size=3))
    used = [v for v in VARIABLES if any(v in text for text in (head, *found))]
    return ", ".join([*(f"dom({v})" for v in used), *draw(st.permutations(found))])


@st.composite
def aggregates(draw: st.DrawFn) -> str:
    function = draw(st.sampled_from(("count", "sum", "min", "max")))
    inner = draw(filled((*LOWER[:-1], "low(_)"), st.sampled_from(("V", "V", "X"))))
    number = draw(st.sampled_from(("N", "N", "2")))
    return f"number(X, N) :- dom(X), {number} = {function} {{ W, V : weight(V, W), {inner} }}" + (
        "." if number == "N" else ", N = 2."
    )


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of a program that the checker accepts."""
    lines = [HEADER]
    stated = draw(st.lists(filled(FACTS, constants), max_size=8))
    places = {fact.split(",")[0]: fact for fact in stated if fact.startswith("place")}
    stated = [fact for fact in stated if not fact.startswith("place")] + list(places.values())
    denied = draw(st.lists(filled(DENIED, constants), max_size=3))
    lines += [f"{fact}." for fact in stated]
    lines += [f"not {fact}." for fact in denied if fact not in stated]
    lines += [f"weight({x}, {draw(st.integers(0, 3))})." for x in "abc" if draw(st.booleans())]
    for _ in range(draw(st.integers(0, 2))):
        lines.append(f"low(X) :- {draw(bodies('low(X)', LOWER))}.")
    for _ in range(draw(st.integers(1, 5))):
        head = draw(filled(HEADS, terms))
        lines.append(f"{head} :- {draw(bodies(head, UPPER))}.")
    lines += draw(st.lists(aggregates(), max_size=2))
    sides = draw(st.lists(st.booleans(), max_size=4))
    for number, denies in enumerate(sides):
        head = draw(filled(("may(_)",), terms))
        side = "neg " if denies else ""
        lines.append(f"@id(m{number}) @level(l{number % 2})")
        lines.append(f"{side}{head} :- {draw(bodies(head, UPPER))}.")
    ranks = ["m_first", *(f"m{n}" for n in range(len(sides)))]
    ordered = [(high, low) for n, high in enumerate(ranks) for low in ranks[:n]]
    level_wins = [("cannot", "can")] if draw(st.booleans()) else []
    if ordered and not level_wins:
        level_wins = draw(st.lists(st.sampled_from(ordered), max_size=3))
    lines += [f"{high} overrides {low}." for high, low in level_wins]
    return "\n".join(lines) + "\n"
