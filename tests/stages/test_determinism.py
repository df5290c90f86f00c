"""What is explained does not depend on how Python hashes text."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = """
.state on(X: symbol, Y: symbol) open.
.decl p(X: symbol). .decl q(X: symbol, Y: symbol). .decl may(X: symbol).
q(a, one). q(a, two). q(a, three). q(a, four). q(b, five). q(b, six). q(b, seven).
on(one, two). on(three, five).
@id(first) p(X) :- q(X, Y), on(Y, Z), not q(Z, Y).
@id(second) may(X) :- q(X, Y), not on(Y, Y).
@id(third) neg may(X) :- q(X, Y), on(Y, Z).
"""
ASK = """
import sys
from rulings.asking.standalone import evaluate
from rulings.explain.certificate import certify
from rulings.explain.proof import Explainer
from rulings.explain.settling import Weigher
from rulings.explain.tables import rules_of
from rulings.language.files import load
from rulings.language.predicates import against
from rulings.language.program import Atom, Constant, Literal
from rulings.logic.unfolding import Clauses
from rulings.rulebook.shelf import Shelf

program = load(sys.stdin.read())
model = evaluate(program)
clauses = Clauses(program, lambda name: rules_of(program, name))
for name in ("p", "may", against("may")):
    for thing in ("a", "b", "c"):
        literal = Literal(Atom(name, (Constant(thing),)))
        print(Explainer(model, program, Shelf.of(program)).explain(literal))
        print(Weigher(model, clauses, program.facts).weigh([literal]))
        print(certify(program, [literal]))
"""


def explained(seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-c", ASK]
    done = subprocess.run(
        command, input=PROGRAM, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_every_hash_seed_gives_the_same_explanations() -> None:
    first, *others = (explained(seed) for seed in range(4))
    assert len(first) > 1000
    assert others == [first] * 3
