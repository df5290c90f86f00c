"""Explanations as text, JSON, DOT and HTML; long ones; both engines."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulings.asking.answer import Answer, Imprint
from rulings.asking.answer_json import answer_json
from rulings.asking.explanation import Evidence, Step
from rulings.asking.goal import Goal
from rulings.asking.reason import Reason
from rulings.asking.standalone import evaluate
from rulings.asking.wording import Wording
from rulings.english.lexicon import Lexicon
from rulings.explain.proof import Explainer
from rulings.language.files import load
from rulings.language.predicates import against
from rulings.language.program import Atom, Constant, Literal
from rulings.render.dot import answer_dot
from rulings.render.html import answer_html
from rulings.render.text import render_answer
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf
from rulings.session import Rulebook

LONG = 4_000


def explained(text: str, atom: Atom, engine: str = "native") -> Step:
    program = load(text)
    model = evaluate(program, engine=engine)
    proof = Explainer(model, program, Shelf.of(program)).explain(Literal(atom))
    return Wording(Lexicon.build(program), Registry()).step(proof)


def answered(step: Step) -> Answer:
    return Answer(
        "why", "why?", Goal(()), Reason.PROVED, "It is.", (), None, Imprint("g", "1", "0" * 64),
        "native", 0.0, explain=lambda: Evidence((step,)),
    )  # fmt: skip


@pytest.fixture(scope="module")
def chain() -> Step:
    text = (
        '.decl step(N: int).\n.decl t(N: int) "stone {N} falls".\nstep(0).\n'
        f"step(M) :- step(N), N < {LONG}, M = N + 1.\n"
        "t(0).\nt(M) :- t(N), M = N + 1, step(M).\n"
    )
    program = load(text)
    model = evaluate(program)
    shelf, lexicon = Shelf.of(program), Lexicon.build(program)
    proof = Explainer(model, program, shelf).explain(Literal(Atom("t", (Constant(LONG),))))
    return Wording(lexicon, Registry()).step(proof)


def test_a_long_proof_is_whole(chain: Step) -> None:
    assert sum(1 for step in chain.walk() if step.kind == "derived") >= LONG


def test_a_long_proof_fits_every_medium(chain: Step) -> None:
    answer = answered(chain)
    text = render_answer(answer, full=True, every=True, width=80)
    assert max(map(len, text.splitlines())) <= 80
    assert "stone 2 falls" in text
    assert "(continued at 1)" in text
    told = json.loads(json.dumps(answer_json(answer)))
    assert len(told["explanation"]["steps"]) > LONG
    assert len(answer_json(answer, "short")["explanation"]["steps"]) < 10
    assert answer_dot(answer).count(" -> ") >= LONG
    page = answer_html(answer, "Game")
    assert page.count("<details") == page.count("</details>") >= LONG


def test_depth_cuts_the_text(chain: Step) -> None:
    text = render_answer(answered(chain), full=True, depth=2)
    assert len(text.splitlines()) < 10


def test_the_page_is_well_formed_and_escaped() -> None:
    step = explained(
        '.decl p(X: string) "{X} is <b>bold</b>".\np("a & <script>").\n',
        Atom("p", (Constant("a & <script>", quoted=True),)),
    )
    page = answer_html(answered(step), "A & B", "a table", ["x < y"])
    assert "<script>a" not in page
    assert "&lt;b&gt;" in page
    stack: list[str] = []

    class Balance(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag != "meta":
                stack.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert stack.pop() == tag

    Balance().feed(page)
    assert not stack
    assert "http" not in page


PROGRAM = """
.type t = { a, b, c }.
.decl e(X: t, Y: t) "{X} leads to {Y}".
.state told(X: t) closed "{X} is told".
.state normally(X: t) default "{X} is normal".
.decl p(X: t) "{X} holds".
.decl all "all hold".
.decl number(N: int) "there are {N}".
.decl may(X: t) "{X} may".
.decl lone(X: t) "{X} is the one told".
.decl first(X: t) "{X} is the one that holds".
e(a, b). e(b, c). told(c).
p(X) :- told(X), normally(X).
p(X) :- e(X, Y), p(Y).
all :- forall { X : e(_, X) } p(X).
lone(X) :- only { X : told(X) }.
first(X) :- only { X : p(X) }.
number(N) :- N = count { X : p(X) }.
@id(allow) may(X) :- p(X).
@id(deny) neg may(X) :- told(X).
deny overrides allow.
"""


@pytest.mark.parametrize("engine", ["native", "pydatalog"])
@pytest.mark.parametrize(
    ("atom", "said"),
    [
        (Atom("p", (Constant("a"),)), ["a leads to b", "b leads to c", "c is told", "c is normal"]),
        (Atom("all", ()), ["each of them", "b holds", "c holds"]),
        (Atom("lone", (Constant("c"),)), ["c is told", "there is no other"]),
        (Atom("first", (Constant("a"),)), ["there is another", "b holds"]),
        (Atom("number", (Constant(3),)), ["the number is 3", "a holds", "b holds", "c holds"]),
        (Atom("may", (Constant("c"),)), ["c may not", "c is told"]),
        (Atom("may", (Constant("a"),)), ["a may", "a holds", "a is not told"]),
    ],
)
def test_both_engines_explain_alike(engine: str, atom: Atom, said: list[str]) -> None:
    texts = [step.say for step in explained(PROGRAM, atom, engine).walk()]
    assert not [one for one in said if one not in texts]
    assert explained(PROGRAM, atom, engine) == explained(PROGRAM, atom)


def test_the_loser_of_an_override_is_told() -> None:
    step = explained(PROGRAM, Atom(against("may"), (Constant("c"),)))
    assert [part.note for part in step.children if part.kind == "failed"] == ["overruled"]


def test_the_nearest_miss_comes_first() -> None:
    step = explained(
        ".decl a.\n.decl b.\n.decl c.\n.decl p.\nc.\n@id(far) p :- a, b.\n@id(near) p :- a, c.\n",
        Atom("p", ()),
    )
    assert [part.rule for part in step.children] == ["near", "far"]
    assert [len(part.children) for part in step.children] == [1, 2]


def test_comparisons_are_said_in_words() -> None:
    step = explained(
        '.decl q(N: int) "{N} is told".\n.decl p(N: int) "{N} is big".\nq(5).\n'
        "p(M) :- q(N), N >= 3, N != 4, M = N + 1.\n",
        Atom("p", (Constant(6),)),
    )
    assert [part.say for part in step.children] == ["5 is told", "5 is at least 3", "5 is not 4"]


def test_what_is_open_is_said_as_a_clause() -> None:
    table = Rulebook.load("unfair").situation()
    said = table.ask("is Triceratops active").say
    assert said == "Whether Triceratops is active depends on what is not known."


def test_the_short_answer_shows_what_decides(tmp_path: Path) -> None:
    """Each case of a `forall`, the counterexample, the addends of a sum."""
    rules = """\
.type card.
.decl line(C: card, T: string) "the line of {C} reads {T}".
.decl bears(C: card, in W: string) "{C} bears {W}".
.decl matches(C: card, in P: string) "{C} matches {P}".
.decl cost(C: card, N: int) "{C} costs {N} coins".
.decl total(N: int) "the cards cost {N} coins in all".
line(rex, "animal upgrade").
line(ufo, "alien ride").
cost(rex, 2).
cost(ufo, 3).
bears(C, W) :- line(C, T), word(T, W).
matches(C, P) :- line(C, _), forall { W : word(P, W) } bears(C, W).
total(N) :- N = sum { M, C : cost(C, M) }.
"""
    (tmp_path / "rules.dl").write_text(rules, encoding="utf-8")
    (tmp_path / "rulebook.toml").write_text(
        'name = "shop"\ntitle = "Shop"\ndefault_edition = "one"\n'
        '[editions.one]\nfiles = ["rules.dl"]\n',
        encoding="utf-8",
    )
    table = Rulebook.load(tmp_path).situation()
    shown = {
        question: render_answer(table.ask(question), width=100).splitlines()
        for question in (
            "Does rex match animal upgrade?",
            "Does rex match animal ride?",
            "Do the cards cost 5 coins in all?",
            "Do the cards cost 9 coins in all?",
        )
    }
    assert [line.strip() for line in shown["Does rex match animal upgrade?"]] == [
        'YES  Rex matches "animal upgrade".',
        'Rex bears "animal" and Rex bears "upgrade".',
    ]
    assert shown["Does rex match animal ride?"][1].strip() == 'Rex does not bear "ride".'
    assert shown["Do the cards cost 5 coins in all?"][1].strip() == "2 + 3."
    assert (
        shown["Do the cards cost 9 coins in all?"][0] == "NO  The cards do not cost 9 coins in all."
    )
