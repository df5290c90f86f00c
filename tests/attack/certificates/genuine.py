"""Genuine certificates, and what the engine says of a question at a table.

In: the test programs, the FAQ suites. Out: `Genuine` certificates. Guarantee: the engine answers
through the same road as the product; the checker has no part in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from rulings.asking.evaluation import Evaluation, Evaluators
from rulings.asking.goal import Goal, needs_of
from rulings.asking.hearing import Hearing
from rulings.asking.inquiry import inquire
from rulings.asking.standalone import evaluate
from rulings.asking.verdict import Judge as ModelJudge
from rulings.engine.limits import row_limit
from rulings.english.lexicon import Lexicon
from rulings.explain.certificate import NOWHERE as NOWHERE_NAMED
from rulings.faq.cases import Case
from rulings.faq.runner import Runner
from rulings.faq.suite import open_suite
from rulings.language.diagnostics import RulingsError
from rulings.language.files import load
from rulings.language.predicates import against
from rulings.language.program import (
    Atom,
    Comparison,
    Condition,
    Constant,
    Facts,
    ForAll,
    Literal,
    Program,
    Row,
)
from rulings.language.source import NOWHERE
from rulings.rulebook.library import games
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.stated import Stated
from rulings.session import Rulebook
from rulings.verifier import Checker
from rulings.verifier.basis import ValueTypes
from tests.fuzz.draft import text_of
from tests.fuzz.generator import generate
from tests.oracle_tables import predicate_of

Json = dict[str, Any]
GAMES = ("parks", "boba", "theme_parque", "unfair")
_NIM = Path(__file__).parents[2] / "moving" / "nim"
_PROGRAMS = Path(__file__).parents[2] / "programs" / "good"
_LONGEST = 60_000
# Without a condition a rule may count for ever.
_MOST_ROWS = 2_000


@dataclass(frozen=True, slots=True)
class Judge:
    """What the engine says of questions to one program, whatever the table, and its checker."""

    program: Program
    evaluators: Evaluators
    lexicon: Lexicon
    checker: Checker
    known: dict[str, tuple[str, str]] = field(default_factory=dict)

    @staticmethod
    def of(program: Program) -> Judge:
        """Prepare to judge."""
        evaluators = Evaluators(Shelf.of(program))
        return Judge(program, evaluators, Lexicon.build(program), Checker(program))

    def certificate(self, literal: Literal, stated: Stated | None = None) -> Json | None:
        """Return a certificate for a question at a table, by default the empty one.

        None where there is none.
        """
        table = Evaluation(self.evaluators, "native", stated or Stated())
        try:
            means = inquire(Goal((literal,)), table, self.lexicon, Registry()).means
            return means.certificate(NOWHERE_NAMED) if means is not None else None
        except RulingsError:
            return None

    def verdicts(self, certificate: Json) -> tuple[str, str]:
        """Return the verdict, and that before unknown facts were varied.

        Of the model: that a number which nobody told is asked back belongs to no certificate.
        """
        asked = certificate["question"], certificate["table"]
        key = json.dumps(asked, sort_keys=True)
        if key not in self.known:
            literals = tuple(
                Literal(Atom(predicate_of(name), tuple(map(Constant, row))), denied)
                for name, row, denied in asked[0]
            )
            facts, denials = (
                {n: dict.fromkeys(map(tuple, rows), NOWHERE) for n, rows in asked[1][part].items()}
                for part in ("facts", "denials")
            )
            table = Evaluation(self.evaluators, "native", Stated(facts, denials))
            needs = needs_of(Goal(literals), self.evaluators.shelf.outline)
            model = table.model(needs.roots, needs.demand)
            judge = ModelJudge(self.evaluators.shelf.outline, model, self.evaluators.shelf)
            hearing = Hearing(lambda: judge, table, self.lexicon, Registry(), needs)
            varied, before = hearing.weigh(literals)[0], judge.all_of(literals)
            self.known[key] = (varied.verdict.value, before.verdict.value)
        return self.known[key]


@dataclass(frozen=True, slots=True)
class Genuine:
    """A certificate as text, what it is about, and the values and rules to alter it with.

    One that is `forged` was made by nearly the same rules.
    """

    where: str
    text: str
    judge: Judge
    values: tuple[int | str, ...]
    rules: tuple[str, ...]
    forged: bool


def of_programs(random: Random, count: int) -> Iterator[Genuine]:
    """Yield certificates of rows of test programs, true, open and false."""
    paths = sorted(_PROGRAMS.glob("*.dl"))
    for path in random.sample(paths, min(count, len(paths))):
        yield from _of_text(path.stem, path.read_text(encoding="utf-8"), random)


def of_random_programs(random: Random, count: int) -> Iterator[Genuine]:
    """Yield certificates of rows of `count` random programs."""
    for number in range(count):
        yield from _of_text(f"random {number}", text_of(generate(random)), random)


def of_motion(random: Random, tables: int) -> Iterator[Genuine]:
    """Yield certificates of what holds, may happen and happened in games of Nim under way."""
    book = Rulebook.load(_NIM, cache=False)
    judge, types = Judge.of(book.program), ValueTypes(book.program)
    values: tuple[int | str, ...] = ("ana", "ben", *range(-1, 8))
    for number in range(tables):
        table = book.table([f"The pile holds {random.randint(1, 7)} stones.", "It is Ana's turn."])
        for _ in range(random.randrange(5)):
            may = table.legal()
            table = table.happen(random.choice(may).fact) if may else table
        for name, predicate in book.program.predicates.items():
            if any(column.is_input for column in predicate.columns):
                continue
            model = table.evaluation.model(frozenset((name,)), {})
            rows: list[Row] = [*model.possible[name], *product(values, repeat=predicate.arity)][:99]
            rows = [row for row in dict.fromkeys(rows) if types.fits(row, predicate.columns)]
            for row in random.sample(rows, min(2, len(rows))):
                literal = Literal(Atom(name, tuple(map(Constant, row))))
                certificate = judge.certificate(literal, table.stated)
                if certificate is not None:
                    yield _genuine(f"nim {number}", certificate, judge)


def _of_text(where: str, text: str, random: Random) -> Iterator[Genuine]:
    try:
        program = load(text)
        model = evaluate(program)
    except Exception:
        # What the engine does with strange programs is for `tests.fuzz` to find out.
        return
    if any(len(rule.body) > 12 for rule in program.rules):
        return
    judge, types = Judge.of(program), ValueTypes(program)
    concluded = {rule.head.predicate for rule in program.rules}
    for name, predicate in program.predicates.items():
        if any(column.is_input for column in predicate.columns):
            continue
        for side in (name, against(name)) if predicate.two_sided else (name,):
            known = sorted({v for row in model.possible[side] for v in row}, key=str)[:3]
            near = list(product(known, repeat=predicate.arity))[:9]
            rows: list[Row] = sorted({*list(model.possible[side])[:6], *near}, key=str)
            rows = [row for row in rows if types.fits(row, predicate.columns)]
            for row in random.sample(rows, min(3 if name in concluded else 1, len(rows))):
                literal = Literal(Atom(side, tuple(map(Constant, row))))
                certificate = judge.certificate(literal)
                if certificate is not None:
                    yield _genuine(where, certificate, judge)
                if name in concluded:
                    with row_limit(_MOST_ROWS):
                        rival = _rival(program, random).certificate(literal)
                    if rival is not None:
                        yield _genuine(f"{where}, by other rules", rival, judge, forged=True)


def _rival(program: Program, random: Random) -> Judge:
    """Return a judge by rules that are nearly the same: what it certifies is a forgery."""
    rules = list(program.rules)
    at = random.randrange(len(rules))
    tests = [part for part in rules[at].body if _only_tests(part)]
    facts, overrides = dict(program.facts), list(program.overrides)
    match random.randrange(5):
        case 0:
            del rules[at]
        case 1 if overrides:
            overrides.pop(random.randrange(len(overrides)))
        case 2 if facts:
            name = random.choice(list(facts))
            rows = list(facts[name].rows)
            del rows[random.randrange(len(rows))]
            facts[name] = Facts(tuple(rows))
        case _ if tests:
            dropped = random.choice(tests)
            body = tuple(part for part in rules[at].body if part is not dropped)
            rules[at] = replace(rules[at], body=body)
        case _:
            del rules[at]
    return Judge.of(replace(program, rules=tuple(rules), facts=facts, overrides=tuple(overrides)))


def _only_tests(part: Condition) -> bool:
    """Whether a condition binds no variable, so that the rule is one without it too."""
    match part:
        case Literal(_, negated):
            return negated
        case Comparison(operator):
            return operator != "="
        case _:
            return isinstance(part, ForAll)


def of_games(random: Random, count: int) -> Iterator[Genuine]:
    """Yield certificates of FAQ cases, `count` for each game."""
    runner, judges = Runner(), dict[tuple[object, ...], Judge]()
    for game in GAMES:
        if game not in games():
            continue
        cases = open_suite(game).cases
        for case in random.sample(cases, min(count, len(cases))):
            certificate = _asked(case, runner)
            if certificate is not None and len(json.dumps(certificate)) < _LONGEST:
                key = case.game, case.edition
                if key not in judges:
                    judges[key] = Judge.of(runner.book(case).program)
                yield _genuine(f"{game}: {case.ask.text}", certificate, judges[key])


def _asked(case: Case, runner: Runner) -> Json | None:
    answer = runner.run(case).answer
    try:
        return answer.certificate() if answer is not None else None
    except RulingsError:
        return None


def _genuine(where: str, certificate: Json, judge: Judge, *, forged: bool = False) -> Genuine:
    found: dict[int | str, None] = {}
    _collect(certificate["question"], found)
    _collect(certificate["proof"], found)
    _collect(certificate["table"], found)
    names = judge.program.predicates.keys()
    values = [v for v in found if v not in names and str(v).removeprefix("neg ") not in names]
    rules = {rule.id for rule in judge.program.rules}
    used = sorted(str(v) for v in values if v in rules)
    return Genuine(
        where,
        json.dumps(certificate),
        judge,
        tuple(v for v in values if v not in rules) or ("a", 1),
        tuple(used) or ("",),
        forged,
    )


def _collect(part: Any, found: dict[int | str, None]) -> None:
    match part:
        case dict():
            for value in part.values():
                _collect(value, found)
        case list():
            for value in part:
                _collect(value, found)
        case int() | str() if not isinstance(part, bool):
            found[part] = None
