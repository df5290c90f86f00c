"""What an editor can do about a diagnostic."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulings.language.catalogue import diagnose
from rulings.language.check import examine
from rulings.language.diagnostics import Diagnostic, Severity
from rulings.language.parse import parse
from rulings.language.source import Source, Span
from rulings.render.fixes import fixes
from tests.books import toy

HEAD = """\
.decl p(X: symbol).
.decl q(X: symbol).
.decl r(X: symbol).
.decl n(N: int).
q(a).
r(a).
n(1).
"""


def mended(found: Diagnostic, number: int = 0) -> str:
    fix = fixes(found)[number]
    text = fix.span.source.text
    return text[: fix.span.start] + fix.text + text[fix.span.end :]


def found_in(text: str) -> list[Diagnostic]:
    unit, problems = parse(Source("rules.dl", text))
    return examine([unit], problems=problems)[1]


@pytest.mark.parametrize(
    ("code", "wrong", "right"),
    [
        ("RUL201", "p(X) :- qq(X).\n", "p(X) :- q(X).\n"),
        ("RUL307", "p(a) :- q(X).\n", "p(a) :- q(_).\n"),
        ("RUL104", "p(X) :- q(X)\nq(b).\n", "p(X) :- q(X).\nq(b).\n"),
        ("RUL125", "q(two-of-clubs).\n", "q(two_of_clubs).\n"),
        ("RUL102", "p(X) :- q(X), \\+ q(b).\n", "p(X) :- q(X), not q(b).\n"),
        ("RUL102", "p(X) :- q(X), ~q(b).\n", "p(X) :- q(X), not q(b).\n"),
        ("RUL101", "p(X) :- q(X), Y := X.\n", "p(X) :- q(X), Y = X.\n"),
        ("RUL101", "p(X) :- q(X), not(q(b)).\n", "p(X) :- q(X), not q(b).\n"),
        ("RUL102", "p(X) :- q(X), X \\= b.\n", "p(X) :- q(X), X != b.\n"),
        ("RUL101", "p(X) :- q(X), X == b.\n", "p(X) :- q(X), X = b.\n"),
        ("RUL102", "p(X) :- (q(X) ; r(X)).\n", "p(X) :- (q(X) or r(X)).\n"),
        (
            "RUL102",
            "p(X) :- q(X), (r(X) -> q(a) ; q(b)).\n",
            "p(X) :- q(X), (r(X), q(a) or not r(X), q(b)).\n",
        ),
        ("RUL101", "p(X) :- q(X) -> r(X).\n", "p(X) :- q(X), r(X).\n"),
        ("RUL101", "p(X) :- (q(X), r(X) -> q(a)).\n", "p(X) :- (q(X), r(X), q(a)).\n"),
        ("RUL101", "p(X) :-\n    q(X) -> r(X).\n", "p(X) :-\n    q(X), r(X).\n"),
        ("RUL101", "q(X), r(X) -> p(X).\n", "p(X) :- q(X), r(X).\n"),
        ("RUL101", "p(X) <- q(X).\n", "p(X) :- q(X).\n"),
        ("RUL101", "p(X) := q(X).\n", "p(X) :- q(X).\n"),
        ("RUL101", "p(X) if q(X).\n", "p(X) :- q(X).\n"),
        ("RUL101", "@[g/a] p(X) <= q(X).\n", "@[g/a] p(X) :- q(X).\n"),
        ("RUL101", "p(X) :- q(X) and r(X).\n", "p(X) :- q(X), r(X).\n"),
        ("RUL102", "p(X) :- q(X) && r(X).\n", "p(X) :- q(X), r(X).\n"),
        ("RUL101", "p(X) :- q(X) | r(X).\n", "p(X) :- (q(X) or r(X)).\n"),
        ("RUL115", "p(X) :- (q(X) -> r(X)).\n", "p(X) :- q(X), r(X).\n"),
        ("RUL102", "p(X) :- q(X), \\+ (r(X)).\n", "p(X) :- q(X), not r(X).\n"),
        ("RUL102", "p(X) :- q(X), X =\\= b.\n", "p(X) :- q(X), X != b.\n"),
        ("RUL101", "p(X) :- q(X), X =:= b.\n", "p(X) :- q(X), X = b.\n"),
        ("RUL102", "p(X) :- q(X), \\+ X = b.\n", "p(X) :- q(X), X != b.\n"),
        ("RUL101", "p(X) :- q(X), not (X = b).\n", "p(X) :- q(X), X != b.\n"),
        ("RUL112", "n(N) :- n(N), not N < 3.\n", "n(N) :- n(N), N >= 3.\n"),
        ("RUL113", "n(N) :- n(N), 0 < N <= 3.\n", "n(N) :- n(N), 0 < N, N <= 3.\n"),
        ("RUL119", "not p(X) :- q(X).\n", "neg p(X) :- q(X).\n"),
        ("RUL102", "~p(X) :- q(X).\n", "neg p(X) :- q(X).\n"),
        ("RUL101", "-p(X) :- q(X).\n", "neg p(X) :- q(X).\n"),
        ("RUL110", ".pred s(X: int).\n", ".decl s(X: int).\n"),
        ("RUL110", ".output p\nq(b).\n", "\nq(b).\n"),
        (
            "RUL102",
            ".decl s(X: string).\ns('Two of Clubs').\n",
            '.decl s(X: string).\ns("Two of Clubs").\n',
        ),
        ("RUL102", "n(N) :- n(N), N ≤ 3.\n", "n(N) :- n(N), N <= 3.\n"),
        ("RUL101", ":- table p/1.\n", "\n"),
        ("RUL101", "n(M) :- n(N), M is N + 1.\n", "n(M) :- n(N), M = N + 1.\n"),
        ("RUL101", "n(N) :- n(N), N =< 3.\n", "n(N) :- n(N), N <= 3.\n"),
        ("RUL101", "n(N) :- n(M), N = M / 2.\n", "n(N) :- n(M), N = M // 2.\n"),
        ("RUL101", "n(N) :- n(N), N mod 2 = 1.\n", "n(N) :- n(N), N % 2 = 1.\n"),
        ("RUL215", '.decl s(X: int) "Is {X} red?".\n', '.decl s(X: int) "{X} is red".\n'),
    ],
)
def test_rules(code: str, wrong: str, right: str) -> None:
    (found,) = [one for one in found_in(HEAD + wrong) if one.code == code]
    assert mended(found) == HEAD + right
    assert not [one for one in found_in(HEAD + right) if one.severity is Severity.ERROR]


def test_a_line_of_english(tmp_path: Path) -> None:
    table = toy(tmp_path).table()
    for line, right in (
        ("Old Fence silences Rxe.", "Old Fence silences Rex."),
        ("is Rxe active?", "is Rex active?"),
    ):
        (found,) = table.check(line)
        place = Span(Source("cases", f"  ask: {line}\n"), 7, 7 + len(line))
        at_line = Diagnostic(
            found.code, found.severity, found.message, place, found.hint, (), found.suggestions
        )
        assert mended(at_line) == f"  ask: {right}\n"


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("say it", "It is so: here."),
        ("'say it'", "'It is so: here.'"),
        ('"say it"', '"It is so: here."'),
    ],
)
def test_a_sentence_keeps_the_quotes_of_its_line(written: str, right: str) -> None:
    span = Span(Source("cases", written), 0, len(written))
    offered = Diagnostic("RUL502", Severity.ERROR, "x", span, "", (), ("It is so: here.",))
    (fix,) = fixes(offered)
    assert fix.text in (right, f"'{right}'")


@pytest.mark.parametrize("mark", ["", "'", '"'])
def test_a_name_in_a_quoted_line_is_mended_alone(mark: str) -> None:
    text = f"ask: {mark}Is Rxe active?{mark}"
    span = Span(Source("cases", text), 5, len(text))
    found = Diagnostic("RUL502", Severity.ERROR, "No “Rxe” here.", span, "Did you mean “Rex”?")
    assert mended(found) == text.replace("Rxe", "Rex")
    unnamed = Diagnostic("RUL502", Severity.ERROR, "Unknown.", span, "Did you mean “Rex”?")
    assert fixes(unnamed) == ()


def test_nothing_is_made_up() -> None:
    assert fixes(diagnose("RUL307", None, name="X")) == ()
    assert fixes(found_in("p(a).\n")[0]) == ()


@pytest.mark.parametrize("wrong", ["p/1.\n", ".type t = { a, b\n"])
def test_nothing_is_offered_that_would_still_be_wrong(wrong: str) -> None:
    (found,) = [one for one in found_in(HEAD + wrong) if one.span.start >= len(HEAD)]
    assert fixes(found) == ()


def test_curly_quotes_become_straight_ones() -> None:
    opening, closing = (one for one in found_in(HEAD + "q(“b”).\n") if one.code == "RUL102")
    assert mended(opening) == mended(closing) == HEAD + 'q("b").\n'
