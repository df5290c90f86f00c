"""From text to surface trees."""

from __future__ import annotations

import pytest

from rulings.language.format import format_unit
from rulings.language.parse import parse, parse_query
from rulings.language.program import Completion, Constant, Role, Variable
from rulings.language.source import Source
from rulings.language.syntax import (
    Compound,
    OverrideStatement,
    PredicateStatement,
    RuleStatement,
    SourceUnit,
    SurfaceComparison,
    SurfaceForAll,
    TypeStatement,
)


def unit_of(text: str) -> SourceUnit:
    unit, problems = parse(Source("test.dl", text))
    assert problems == []
    return unit


def codes(text: str) -> list[str]:
    return [problem.code for problem in parse(Source("test.dl", text))[1]]


def rule_of(text: str) -> RuleStatement:
    (statement,) = unit_of(text).statements
    assert isinstance(statement, RuleStatement)
    return statement


def right_side(text: str) -> object:
    comparison = rule_of(f"p(X) :- X = {text}.").body[0]
    assert isinstance(comparison, SurfaceComparison)
    return comparison.right


def test_declarations() -> None:
    text = """
    .type zone < place = { deck, 3, "Big One" }.
    %%% Where a card is.
    @[doc/where]
    .state at(C: card, in: zone) open, one "{C} is at {in}" | "x".
    """
    sort, state = unit_of(text).statements
    assert isinstance(sort, TypeStatement)
    assert isinstance(state, PredicateStatement)
    assert sort.parent is not None
    assert sort.parent.text == "place"
    assert sort.members == (Constant("deck"), Constant(3), Constant("Big One"))
    assert (state.role, state.completion, state.functional) == (Role.STATE, Completion.OPEN, True)
    assert [column.name.text for column in state.columns] == ["C", "in"]
    assert [template.text for template in state.templates] == ["{C} is at {in}", "x"]
    assert state.doc == "Where a card is."
    assert state.annotations.clauses[0].text == "doc/where"


def test_plain_facts_go_into_groups() -> None:
    unit = unit_of('p(a, 1). p(b,-2). p("c d", 3).\nq(x). q. % end\np( e ,\n 4 ).')
    groups = {(g.predicate, g.quoted): g.rows for g in unit.facts}
    assert groups == {
        ("p", (False, False)): (("a", 1), ("b", -2), ("e", 4)),
        ("p", (True, False)): (("c d", 3),),
        ("q", (False,)): (("x",),),
        ("q", ()): ((),),
    }
    assert unit.statements == ()
    assert [span.text for span in unit.facts[0].spans] == ["p(a, 1).", "p(b,-2).", "p( e ,\n 4 )."]


def test_annotated_facts_are_statements() -> None:
    unit = unit_of("@[doc/a]\np(a).\n%%% Why.\np(b).\nneg p(c).\nnot p(d).")
    assert unit.facts == ()
    assert [s.denial for s in unit.statements if isinstance(s, RuleStatement)] == [
        False, False, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("1 + 2 * 3", "(1 + (2 * 3))"),
        ("1 - 2 - 3", "((1 - 2) - 3)"),
        ("(1 - 2) % 3", "((1 - 2) % 3)"),
        ("-A // -2", "(neg(A) // -2)"),
        ("- - 2", "neg(neg(2))"),
        ("min(A, 2) * abs(-3)", "(min(A, 2) * abs(-3))"),
        ("A % 2 % B", "((A % 2) % B)"),
    ],
)
def test_precedence(text: str, shape: str) -> None:
    def show(node: object) -> str:
        match node:
            case Variable(name):
                return name
            case Constant(value):
                return str(value)
            case Compound(operator, (left, right)) if not operator.isalpha():
                return f"({show(left)} {operator} {show(right)})"
            case Compound(operator, operands):
                return f"{operator}({', '.join(map(show, operands))})"
        raise AssertionError(node)

    assert show(right_side(text)) == shape


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("p(X) :- q(X). % of course", 1),
        ("p(X) :- X = 7 % 2.", 0),
        ("p(X) :- q(X) % Here, a note\n.", 1),
        ("p(X) :- q(X), X > 3 % bigger than three\n, r(X).", 1),
        ("p(X) :- X = Y % Z, q(Y, Z). % Note", 1),
        ("p(X) :- X = (Y + 1) % 2, q(Y).", 0),
        ("p(X) :- X = abs(Y) % 2, q(Y).", 0),
        ("p(X) :- X = 3\n% 2 lines\n.", 1),
        ('p("100 % sure").', 0),
    ],
)
def test_percent(text: str, comments: int) -> None:
    assert len(unit_of(text).comments) == comments


def test_anonymous_variables_are_numbered() -> None:
    rule = rule_of("p(_, X) :- q(_, X, _).")
    assert [a.name for a in rule.head.arguments if isinstance(a, Variable)] == ["_1", "X"]
    assert rule.anonymous == 3


def test_forall_and_overrides() -> None:
    rule, override = unit_of(
        "p :- forall { X, Y : q(X, Y), X < Y } not neg r(X).\na overrides b."
    ).statements
    assert isinstance(rule, RuleStatement)
    assert isinstance(override, OverrideStatement)
    condition = rule.body[0]
    assert isinstance(condition, SurfaceForAll)
    assert condition.variables == (Variable("X"), Variable("Y"))
    assert condition.goal.negated
    assert condition.goal.against
    assert (override.winner.text, override.loser.text) == ("a", "b")


def test_words_that_are_names_elsewhere() -> None:
    unit = unit_of("count(a). sum(b). overrides(c). in(d). q :- count(X), in(X), sum.")
    assert [group.predicate for group in unit.facts] == ["count", "sum", "overrides", "in"]


def test_doc_comments() -> None:
    unit = unit_of("%%% File.\n%%% More.\n\n%%% Doc.\np :- q.\n%%% Not for r.\n\nr :- s.\n")
    rules = [s for s in unit.statements if isinstance(s, RuleStatement)]
    assert unit.doc == "File.\nMore."
    assert [rule.doc for rule in rules] == ["Doc.", ""]
    assert len(unit.comments) == 3


def test_no_comment_before_what_has_no_doc_is_lost() -> None:
    text = "% First.\n\n%%% Of all.\n@@[c]\n%%% Doc.\np :- q.\n%%% A fact.\nf(a).\n"
    text += "%%% An order.\na overrides b.\n"
    assert format_unit(unit_of(text)) == text


def test_reading_goes_on_after_each_error() -> None:
    text = "p(a\nq(b).\n.decl r(X: t)\nS(,).\nt(c) u(d).\nv(e).\n"
    unit, problems = parse(Source("test.dl", text))
    assert [(p.code, p.span.line if p.span else 0) for p in problems] == [
        ("RUL101", 2), ("RUL104", 3), ("RUL101", 4), ("RUL101", 5),
    ]  # fmt: skip
    assert [group.predicate for group in unit.facts] == ["v"]


def test_byte_order_mark_and_line_ends() -> None:
    unit = unit_of("\ufeffp(a).\r\n% note\r\nq :- p(X),\r\n  X = b.\r\n")
    assert unit.facts[0].rows == (("a",),)
    assert unit.comments[0].text == "% note"


def test_problems_are_bounded() -> None:
    assert codes("$ a. " * 5_000)[-1] == "RUL005"
    assert len(codes("p(,). " * 5_000)) == 501


def test_questions() -> None:
    for text in ("?- p(X), X > 1.", "p(X), X > 1", "  ?-p(X), X > 1"):
        conditions, problems = parse_query(Source("question", text))
        assert (len(conditions), problems) == (2, [])
    for text in ("", "?-", "p(X). q(X).", "p(X) :- q(X)", "p("):
        assert parse_query(Source("question", text))[1]


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("?- p(X); q(X).", "RUL129", "Ask each alternative by itself"),
        ("?- not p(X) or q(X).", "RUL129", "Ask each alternative by itself"),
        ("?- p(X) -> q(X).", "RUL101", "Write `,`"),
        ("?- p(X), !.", "RUL102", "There is no cut"),
        ("?- \\+ p(X).", "RUL102", "Negation is written `not p(X)`"),
        ("?- not (p(X), q(X)).", "RUL101", "`not` stands before one atom"),
        ("?- findall(X, p(X), L).", "RUL115", "`N = count { X : p(X) }`"),
        ("?- p/2.", "RUL101", "Write the name alone"),
    ],
)
def test_habits_in_questions_have_one_answer(text: str, code: str, hint: str) -> None:
    (problem,) = parse_query(Source("question", text))[1]
    assert problem.code == code
    assert hint in problem.hint


@pytest.mark.parametrize("text", ["// dear", "p(a). // dear", "# dear", "/* dear */"])
def test_comments_of_other_languages_get_the_sign_of_this_one(text: str) -> None:
    problem = parse(Source("rules.dl", text))[1][0]
    assert problem.hint.startswith("A comment begins with `%`")


def test_a_section_cites_for_what_cites_nothing() -> None:
    text = "@@[g/a, b]\np(X) :- q(X).\n@[c]\np(X) :- q(X), q(X).\nq(1).\n@@[d]\np(X) :- q(X).\n"
    unit = unit_of(text)
    rules = [one for one in unit.statements if isinstance(one, RuleStatement)]
    cited = [[clause.text for clause in one.annotations.clauses] for one in rules]
    assert cited == [["g/a", "b"], ["c"], ["d"]]
    assert list(unit.facts[0].rows) == [(1,)]
    assert format_unit(unit) == text
