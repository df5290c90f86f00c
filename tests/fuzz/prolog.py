"""Plain programs against SWI-Prolog's tabling, which computes well-founded models too.

In: how many programs and a seed. Out: on how many the engine and SWI-Prolog disagree. Guarantee:
one Prolog process answers many programs, each with predicates of its own; only programs without
states, sides, sets and arithmetic are compared, with every variable of a negation bound.

SWI-Prolog does no answer completion: it may leave undefined what is decided. Such programs are
counted and not complained about, where the specification agrees with the engine; what it calls
true or false must be so.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from rulings.engine.run.evaluate import Evaluator
from rulings.engine.store.table import Table
from rulings.language.diagnostics import RulingsError
from rulings.language.files import load
from rulings.language.program import Atom, Comparison, Condition, Constant, Literal, Program, Term
from rulings.language.source import Source
from tests.fuzz.draft import Draft, text_of
from tests.fuzz.generator import Style, generate
from tests.fuzz.minimise import Finding, keep
from tests.fuzz.roads import whole
from tests.oracle import model
from tests.oracle_tables import Fact

BATCH = 250
SECONDS = 300
SAY = """\
:- initialization(main, main).
:- style_check(-singleton).
:- style_check(-discontiguous).
told(Number, Name, Row, Kind) :-
    format('["~w", "~w", [', [Number, Name]), cells(Row), format('], "~w"]~n', [Kind]).
cells([]).
cells([X]) :- !, cell(X).
cells([X|Xs]) :- cell(X), write(','), cells(Xs).
cell(X) :- number(X), !, write(X).
cell(X) :- format('"~w"', [X]).
answers(Number, Name, Goal, Row) :-
    forall(call_delays(Goal, Delays),
           ( Delays == true -> told(Number, Name, Row, true) ; told(Number, Name, Row, open) )).
less(X, Y) :- ( number(X) -> ( number(Y) -> X < Y ; true ) ; number(Y) -> fail ; X @< Y ).
"""


def run_prolog(programs: int, seed: int) -> int:
    """Compare plain programs with SWI-Prolog; return on how many it says something else."""
    if shutil.which("swipl") is None:
        sys.stdout.write("swipl is not installed; nothing was compared\n")
        return 0
    begun, done, wrong, incomplete = monotonic(), 0, 0, 0
    for first in range(0, programs, BATCH):
        numbers = range(first, min(first + BATCH, programs))
        batch = dict(_accepted(seed, numbers))
        said = prolog_models({n: program for n, (_, program) in batch.items()})
        for number, (draft, program) in batch.items():
            done += 1
            true, possible = whole(Evaluator(program), program, Table(program))
            certain, unsure = said.get(number, (set(), set()))
            if certain == true and unsure == possible - true:
                continue
            if (
                certain <= true
                and possible <= certain | unsure
                and model(program)
                == (
                    true,
                    possible,
                )
            ):
                incomplete += 1
                continue
            wrong += 1
            own = seed * 1_000_000_007 + number
            says = f"true {sorted(true ^ certain)}, open {sorted((possible - true) ^ unsure)}"
            path = keep(Finding("prolog", own, says, draft))
            sys.stdout.write(f"\nprogram {number}: {says}\nwritten to {path}\n")
        rate = done / (monotonic() - begun)
        sys.stdout.write(
            f"\r{done} programs with SWI-Prolog, {rate:.0f} a second, {wrong} found; "
            f"{incomplete} in which it leaves undefined what is decided  "
        )
        sys.stdout.flush()
    sys.stdout.write("\n")
    return wrong


def _accepted(seed: int, numbers: Iterable[int]) -> Iterator[tuple[int, tuple[Draft, Program]]]:
    for number in numbers:
        draft = generate(Random(seed * 1_000_000_007 + number), Style(plain=True))
        try:
            yield number, (draft, load(Source("prolog.dl", text_of(draft))))
        except RulingsError:
            continue


def prolog_models(programs: dict[int, Program]) -> dict[int, tuple[set[Fact], set[Fact]]]:
    """Return the true and the undefined facts of each program as SWI-Prolog sees them."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "programs.pl"
        path.write_text("".join(_file(programs)), encoding="utf-8")
        command = ["swipl", "-q", str(path)]
        ran = subprocess.run(
            command, capture_output=True, text=True, timeout=SECONDS, check=True, encoding="utf-8"
        )
    models: dict[int, tuple[set[Fact], set[Fact]]] = {}
    for line in ran.stdout.splitlines():
        number, name, row, kind = json.loads(line)
        true, unsure = models.setdefault(int(number), (set(), set()))
        (true if kind == "true" else unsure).add((name, tuple(row)))
    return models


def _file(programs: dict[int, Program]) -> Iterator[str]:
    yield SAY
    goals: list[str] = []
    for number, program in programs.items():
        derived = {rule.head.predicate for rule in program.rules}
        for name, predicate in program.predicates.items():
            called = _name(number, name)
            kind = "table" if name in derived else "dynamic"
            yield f":- {kind} {called}/{predicate.arity}.\n"
            row = [f"X{i}" for i in range(predicate.arity)]
            goals.append(f"answers({number}, '{name}', {_call(called, row)}, [{', '.join(row)}])")
        for name, facts in program.facts.items():
            for cells in facts.rows:
                yield f"{_call(_name(number, name), [_value(v) for v in cells])}.\n"
        for rule in program.rules:
            body = ", ".join(_condition(number, c, derived) for c in _ordered(rule.body))
            yield f"{_atom(number, rule.head)} :- {body}.\n"
    yield "main :-\n  " + ",\n  ".join(goals) + ".\n"


def _ordered(body: tuple[Condition, ...]) -> list[Condition]:
    """What binds comes first."""
    return sorted(body, key=lambda c: not isinstance(c, Literal) or c.negated)


def _name(number: int, name: str) -> str:
    return f"'q{number} {name}'"


def _condition(number: int, condition: Condition, derived: set[str]) -> str:
    match condition:
        case Literal(atom, negated):
            word = ("tnot" if atom.predicate in derived else "\\+") if negated else ""
            return f"{word}({_atom(number, atom)})"
        case Comparison(operator, left, right):
            one, other = _term(left), _term(right)  # type: ignore[arg-type]
            return {
                "=": f"{one} == {other}",
                "!=": f"{one} \\== {other}",
                "<": f"less({one}, {other})",
                ">": f"less({other}, {one})",
                "<=": f"\\+ less({other}, {one})",
                ">=": f"\\+ less({one}, {other})",
            }[operator]
    raise AssertionError(condition)


def _atom(number: int, atom: Atom) -> str:
    return _call(_name(number, atom.predicate), [_term(term) for term in atom.terms])


def _call(name: str, row: list[str]) -> str:
    return f"{name}({', '.join(row)})" if row else name


def _term(term: Term) -> str:
    return _value(term.value) if isinstance(term, Constant) else f"V_{term.name}"


def _value(value: int | str) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"
