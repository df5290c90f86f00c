"""The canonical printer: what it prints parses back to the same, and stays as it is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from rulings.language.files import load
from rulings.language.format import format_rule, format_unit, rule_text
from rulings.language.parse import parse
from rulings.language.source import Source
from rulings.language.syntax import SourceUnit
from tests.language.strategies import damaged_programs, units

ROOT = Path(__file__).parent.parent.parent
GOOD = sorted([*ROOT.glob("tests/programs/good/*.dl"), *ROOT.glob("facts/**/*.dl")])


def unit_of(text: str) -> SourceUnit:
    unit, problems = parse(Source("test.dl", text))
    assert problems == []
    return unit


def check_round_trip(text: str) -> str:
    """Print, parse and print again; return the canonical text."""
    unit = unit_of(text)
    printed = format_unit(unit)
    again = unit_of(printed)
    assert again == unit
    assert format_unit(again) == printed
    assert sorted(bare(c.text) for c in again.comments) == sorted(
        bare(c.text) for c in unit.comments
    )
    return printed


def bare(comment: str) -> str:
    return comment.lstrip("%").rstrip()


@given(units)
def test_printed_trees_parse_back(unit: SourceUnit) -> None:
    printed = format_unit(unit)
    again, problems = parse(Source("printed.dl", printed))
    assert problems == []
    assert again.statements == unit.statements
    assert format_unit(again) == printed


@given(damaged_programs())
def test_whatever_parses_prints_and_parses_back(text: str) -> None:
    if not parse(Source("damaged.dl", text))[1]:
        check_round_trip(text)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_good_programs(path: Path) -> None:
    check_round_trip(path.read_text(encoding="utf-8"))


def test_layout() -> None:
    written = """\
%%% A file.

.type   zone={deck,hand}.
.state at( C:zone ) open,one   "{C} is at" | "x {C}".   % trailing
%%% What q says.
%%%   And more.
@id(r) @[doc/a,doc/b]
@level( printed )
q(X):-p(X,_),not r( X ),X!=3.  p(a,  "b"). p(c,-4).


% two blank lines become one
neg q(X) :- p(X, Y), % why
   % because
   Y = (1+X)*2 - -3 % last
   .
r overrides can.
"""
    expected = """\
%%% A file.

.type zone = { deck, hand }.
.state at(C: zone) one, open "{C} is at" | "x {C}".  % trailing
%%% What q says.
%%% And more.
@[doc/a, doc/b]
@id(r)
@level(printed)
q(X) :- p(X, _), not r(X), X != 3.
p(a, "b").
p(c, -4).

% two blank lines become one
neg q(X) :-
    p(X, Y),  % why
    % because
    Y = (1 + X) * 2 - -3.  % last
r overrides can.
"""
    assert check_round_trip(written) == expected


def test_long_rules_and_types_are_broken() -> None:
    members = ", ".join(f"member_number_{i}" for i in range(12))
    body = ", ".join(f"condition_number_{i}(X)" for i in range(6))
    printed = check_round_trip(f".type t = {{ {members} }}.\nhead(X) :- {body}.\n")
    assert max(map(len, printed.splitlines())) <= 100
    assert printed.splitlines()[-2:] == ["    condition_number_4(X),", "    condition_number_5(X)."]


@pytest.mark.parametrize(
    "text",
    [
        "p(a, % inside a fact\n b).\n",
        "% before\n%%% doc\np(a). %%% not a doc comment\nq(b).\n",
        "%%% free\n\n%%% doc\nq :- r, %%% inside\n s.\n",
        '.decl p(X: symbol) % after the columns\n  "{X}".\n',
        "q :- % at the neck\n  r.\n",
        "q :- N = count { X : % in braces\n p(X) }, r. % end\n",
        "@[doc/a] % after an annotation\nq :- r.\n",
        "% only a comment",
        "%%% only a doc comment",
        "p(a).% no blank before\n",
        "q(X) :- p(X), X = 7 % 2, % modulo, then a comment\n r.\n",
        "p :- q.\r\n% windows\r\nr :- s.\r\n",
        "\ufeffp(a).\n",
    ],
)
def test_comments_survive(text: str) -> None:
    check_round_trip(text)


@pytest.mark.parametrize(
    "text",
    [
        "q(X) :- highest { X by (X + 1) % 2 : p(X) }.\n",
        "a(X) needs (X + 1) % 2 = 1.\n",
        "q :- p(X), ((X + 1) % X = 0 or (X - 1) % X = 0).\n",
        "q :- p(X, Y), (X = (7 % Y) or r).\n",
    ],
)
def test_modulo_behind_a_word_is_no_comment(text: str) -> None:
    assert check_round_trip(text) == text


def test_rules_of_a_program() -> None:
    program = load(
        ".decl p(X: symbol, N: int). .decl q(N: int). p(a, 1).\n"
        "q(N + 1) :- p(_, N), not p(_, 3), count { X : p(X, _) } > N."
    )
    assert format_rule(program.rules[0]) == (
        "q(V5) :- p(_, N), not p(_, 3), V4 = count { X : p(X, _) }, V4 > N, V5 = N + 1."
    )
    assert rule_text(program.rules[0]).startswith("q(N + 1) :- ")
