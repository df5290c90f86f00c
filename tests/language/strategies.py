"""Inputs for the parser: surface trees that can be printed, and damaged programs."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from rulings.language.cursor import RESERVED
from rulings.language.program import Completion, Constant, EffectKind, Role, Variable
from rulings.language.source import Source
from rulings.language.syntax import (
    NO_ANNOTATIONS,
    Annotations,
    ClockStatement,
    Collection,
    Compound,
    EffectStatement,
    ExclusionStatement,
    IncludeStatement,
    Name,
    OverrideStatement,
    PredicateStatement,
    RuleStatement,
    SourceUnit,
    SurfaceAtom,
    SurfaceChoice,
    SurfaceColumn,
    SurfaceComparison,
    SurfaceExtreme,
    SurfaceForAll,
    SurfaceLiteral,
    TypeStatement,
)

PROGRAMS = Path(__file__).parent.parent / "programs"
SEEDS = [path.read_text(encoding="utf-8") for path in sorted(PROGRAMS.rglob("*.dl"))]
FRAGMENTS = [
    " or ", "highest { X by ",
    "not ", "neg ", "forall { X : ", "count { X : ", "} ", "{", "(", ")", ".", ",", ":-", "% ",
    "%%% doc\n", "@[a/b]\n", "@id(x)\n", "@level(y)\n", ".decl ", ".state ", ".type ", "\n",
    ".include ", '"', "\\", "_", "X", "x", "-", "1", "0", "//", " % ", "=", "<", " overrides ",
    "\0", "\r\n", "\ufeff", "é", "𝛼", "one, open ", "in ", "| ", "min(", "abs(", "1.5", "\t",
]  # fmt: skip

names = st.from_regex(r"[a-z][a-z0-9_]{0,4}", fullmatch=True).filter(lambda n: n not in RESERVED)
plain_names = names.filter(lambda n: n not in ("in", "overrides", "count", "sum"))
variables = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,3}|_[a-z]{1,3}", fullmatch=True).map(Variable)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
integers = st.integers(-(10**18) + 1, 10**18 - 1)
constants = st.one_of(
    names.map(Constant), integers.map(Constant), texts.map(lambda t: Constant(t, quoted=True))
)
placed = names.map(Name)


def _larger(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    binary = st.builds(
        lambda operator, left, right: Compound(operator, (left, right)),
        st.sampled_from(["+", "-", "*", "//", "%", "min", "max"]),
        inner,
        inner,
    )
    unary = st.builds(
        lambda operator, operand: Compound(operator, (operand,)),
        st.sampled_from(["neg", "abs"]),
        inner,
    )
    collected = st.builds(
        Collection,
        st.sampled_from(["count", "sum", "min", "max"]),
        st.lists(inner, min_size=1, max_size=2).map(tuple),
        st.lists(literals, min_size=1, max_size=2).map(tuple),
    )
    return st.one_of(binary, unary, collected)


terms = st.one_of(variables, constants)
atoms = st.builds(SurfaceAtom, plain_names, st.lists(terms, max_size=3).map(tuple))
literals = st.builds(SurfaceLiteral, atoms, st.booleans(), st.booleans())
expressions = st.recursive(terms, _larger, max_leaves=6)
comparisons = st.builds(
    SurfaceComparison, st.sampled_from(["=", "!=", "<", "<=", ">", ">="]), expressions, expressions
)
bodies = st.lists(st.one_of(literals, comparisons), min_size=1, max_size=2).map(tuple)
choices = st.builds(
    SurfaceChoice,
    st.lists(bodies, min_size=1, max_size=3)
    .filter(lambda ways: len(ways) > 1 or len(ways[0]) > 1)
    .map(tuple),
)
quantified = st.builds(
    SurfaceForAll,
    st.lists(variables, min_size=1, max_size=2).map(tuple),
    bodies,
    st.one_of(literals, comparisons, choices),
)
extremes = st.builds(
    SurfaceExtreme,
    st.sampled_from(["highest", "lowest"]),
    st.lists(variables, min_size=1, max_size=2).map(tuple),
    st.lists(expressions, min_size=1, max_size=2).map(tuple),
    bodies,
)
one_variable = st.tuples(variables)
found = st.one_of(
    st.builds(
        SurfaceExtreme,
        st.just("only"),
        st.lists(variables, min_size=1, max_size=2).map(tuple),
        st.just(()),
        bodies,
    ),
    st.builds(
        SurfaceExtreme,
        st.just("rest"),
        one_variable,
        st.lists(expressions, min_size=1, max_size=2).map(tuple),
        bodies,
    ),
)
rich_atoms = st.builds(SurfaceAtom, plain_names, st.lists(expressions, max_size=3).map(tuple))
past_atoms = st.builds(
    SurfaceAtom,
    plain_names,
    st.tuples(expressions, variables | st.integers(0, 99).map(Constant)),
    word=st.just("happened"),
    since=st.just("") | plain_names,
)
conditions = st.one_of(
    st.builds(SurfaceLiteral, past_atoms, st.booleans()),
    st.builds(SurfaceLiteral, rich_atoms, st.booleans(), st.booleans()),
    comparisons,
    quantified,
    choices,
    extremes,
    found,
)
docs = st.lists(st.from_regex(r"[a-z%]{1,5}( [a-z]{1,5})?", fullmatch=True), max_size=2).map(
    "\n".join
)
noted = st.builds(
    Annotations,
    st.lists(
        st.from_regex(r"[a-z0-9]{1,4}/[a-z0-9]{1,4}", fullmatch=True).map(Name), max_size=2
    ).map(tuple),
    st.none() | placed,
    st.lists(placed, max_size=2).map(tuple),
)
columns = st.builds(
    SurfaceColumn, st.one_of(names, st.just("Zone"), st.just("in")).map(Name), placed, st.booleans()
)


def _predicates(
    role: Role,
    completion: st.SearchStrategy[Completion],
    functional: st.SearchStrategy[bool],
    **more: st.SearchStrategy[bool],
) -> st.SearchStrategy[PredicateStatement]:
    return st.builds(
        PredicateStatement,
        placed,
        st.lists(columns, max_size=2).map(tuple),
        st.lists(texts.map(Name), max_size=2).map(tuple),
        st.just(role),
        completion,
        functional,
        docs,
        noted,
        **more,
    )


statements = st.one_of(
    st.builds(IncludeStatement, texts),
    st.builds(
        TypeStatement,
        placed,
        st.none() | placed,
        st.none() | st.lists(constants, min_size=1, max_size=3).map(tuple),
        docs,
        noted,
    ),
    _predicates(Role.DERIVED, st.just(Completion.CLOSED), st.just(False), breach=st.booleans()),
    _predicates(Role.STATE, st.sampled_from(Completion), st.booleans()),
    st.builds(OverrideStatement, plain_names.map(Name), placed),
    _predicates(Role.HAPPENING, st.just(Completion.CLOSED), st.just(False)),
    st.builds(
        ClockStatement,
        placed,
        st.lists(atoms, min_size=1, max_size=2).map(tuple),
        docs,
        noted,
    ),
    st.builds(
        EffectStatement,
        atoms,
        st.sampled_from([kind for kind in EffectKind if kind is not EffectKind.NEEDS]),
        atoms,
        st.lists(conditions, max_size=3).map(tuple),
        docs,
        noted,
    ),
    st.builds(
        EffectStatement,
        atoms,
        st.just(EffectKind.NEEDS),
        st.none(),
        st.lists(conditions, min_size=1, max_size=3).map(tuple),
        docs,
        noted,
    ),
    st.builds(ExclusionStatement, atoms, st.lists(atoms, min_size=1, max_size=2).map(tuple)),
    st.builds(
        RuleStatement,
        rich_atoms,
        st.lists(conditions, min_size=1, max_size=3).map(tuple),
        st.booleans(),
        st.just(False),
        docs,
        noted,
    ),
    st.builds(
        RuleStatement,
        atoms,
        st.just(()),
        st.just(False),
        st.just(True),
        docs,
        st.just(NO_ANNOTATIONS),
    ),
)
units = st.lists(statements, max_size=5).map(lambda s: SourceUnit(Source("<made>", ""), tuple(s)))


@st.composite
def damaged_programs(draw: st.DrawFn) -> str:
    """A program of the test suite with a few pieces cut out, doubled, moved or inserted."""
    text = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        match draw(st.integers(0, 3)):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:end] + text[end:]
            case 2:
                text = text[:start] + draw(st.sampled_from(FRAGMENTS)) + text[start:]
            case _:
                other = draw(st.integers(0, len(text)))
                text = text[:other] + text[start:end] + text[other:]
    return text
