"""What people wait for: `python -m benchmarks.application [--task NAME …] [--format json]`.

In: names of tasks (default: all). Out: for each the best of some repetitions, in processor time,
beside what is promised; preparations are not timed. What goes through `Session` or `rulings ask`
comes first; a step that users only take as part of those says so. Guarantee: exit 1 when a promise
is broken.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from random import Random

from benchmarks.at_tables import AT_TABLES
from benchmarks.tasks import Step, Task, measure, shown
from benchmarks.typed_lines import TYPED_LINES
from rulings.asking.standalone import evaluate
from rulings.asking.wording import Wording
from rulings.engine.backends.pydatalog import PyDatalogBackend
from rulings.english.lexicon import Lexicon
from rulings.explain.proof import Explainer
from rulings.language.check import examine
from rulings.language.files import load
from rulings.language.parse import parse
from rulings.language.program import Atom, Constant, Literal
from rulings.language.source import Source
from rulings.logic.lowering import MAX_CONDITIONS
from rulings.render.problems import render_text
from rulings.rulebook.grid import square_name
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf
from rulings.session import Rulebook

PATHS = "└│┘┌─┐├┴┤┬┼" + "╚║╝╔═╗╠╩╣╦" * 2 + "*!^~"
CLAIMED = "CIFSLWV" + "fsadbkm"


def near_name() -> Step:
    """Look a misspelt name up among many."""
    chance = Random(7)
    syllables = [a + b for a in "bdfgklmnprst" for b in "aeiou"]
    words = ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(900)]
    names = ["_".join(chance.choices(words, k=chance.randint(1, 3))) for _ in range(30_000)]
    facts = "".join(f"up({name}).\n" for name in names)
    lexicon = Lexicon.build(load(f'.type card.\n.state up(C: card) "{{C}} is up".\n{facts}'))
    mistyped = names[123].replace("_", " ") + "x"
    return lambda: lexicon.names.near(mistyped, "card")


def board() -> Step:
    """Score a full board that nothing has been asked about before."""
    chance = Random(3)
    glyphs = PATHS + CLAIMED
    rows = ["".join(chance.choice(glyphs) for _ in range(20)) for _ in range(20)]
    given = [f"player({who})." for who in ("ana", "bob", "cem")]
    given += ["rules(branches_count).", "rules(longest_queue_counts)."]
    given += ["not rules(track_is_path)."]
    given += [
        f"pawn_on({chance.choice(('ana', 'bob', 'cem'))}, {square_name(x, y)})."
        for y, row in enumerate(rows, 1)
        for x, glyph in enumerate(row, 1)
        if glyph in CLAIMED
    ]
    table = Rulebook.load("theme_parque", edition="dictionary").situation(
        {"grid": {"rows": rows}, "given": given}
    )
    return lambda: table.ask("How many points does each player score?")


def long_proof() -> Step:
    """Prove what rests on two chains of 5,000 conclusions, and put it into words."""
    steps = 5_000
    program = load(
        '.decl step(N: int).\n.decl t(N: int) "stone {N} falls".\nstep(0).\nt(0).\n'
        f"step(M) :- step(N), N < {steps}, M = N + 1.\nt(M) :- t(N), M = N + 1, step(M).\n"
    )
    model, shelf, lexicon = evaluate(program), Shelf.of(program), Lexicon.build(program)
    last = Literal(Atom("t", (Constant(steps),)))

    def explain() -> object:
        proof = Explainer(model, program, shelf).explain(last)
        return [step.say for step in Wording(lexicon, Registry()).step(proof).walk()]

    return explain


def long_body() -> Step:
    """Evaluate a rule as long as the language lets it be on pyDatalog."""
    body = ", ".join(f"q(X{i}, X{i + 1})" for i in range(MAX_CONDITIONS))
    head = f"p(X0, X{MAX_CONDITIONS})"
    program = load(
        f".decl q(A: symbol, B: symbol).\n.decl p(A: symbol, B: symbol).\n{head} :- {body}.\n"
    )
    edges = {("a", "a"), ("c", "c")}
    return lambda: PyDatalogBackend().least_model(program.rules, {"q": edges}, {}, {"p": set()})


def hostile_texts() -> Step:
    """Tell what is wrong with texts that only brackets, or only a circle of rules, make up."""
    circle = "".join(f".decl p{i}.\np{i} :- p{(i + 1) % 3000}.\n" for i in range(3000))
    texts = ("p" + "(" * 300_000, "{" * 300_000, circle)

    def check() -> object:
        said = []
        for text in texts:
            unit, problems = parse(Source("hostile.dl", text))
            said.append(render_text(examine([unit], problems=problems)[1][:20]))
        return said

    return check


TASKS = (
    *AT_TABLES,
    *TYPED_LINES,
    Task("board", "points of all players on a full board of 20 by 20 squares", board, 0.5, 1),
    Task("name", "a step alone: near names of a misspelt one among 30,000", near_name, 0.010, 10),
    Task("proof", "a step alone: a proof of 10,000 conclusions, in words", long_proof, 1),
    Task("body", "a step alone: a rule of 250 conditions, on pyDatalog", long_body, 3, 1),
    Task(
        "hostile",
        "a step alone: findings in 300,000 brackets and in a circle of 3,000 rules",
        hostile_texts,
        10,
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if something takes longer than promised, else 0."""
    options = _options(arguments)
    tasks = [task for task in TASKS if not options.task or task.name in options.task]
    measured = {task.name: measure(task) for task in tasks}
    if options.format == "json":
        rows = [
            {
                "name": task.name,
                "title": task.title,
                task.unit.value: measured[task.name],
                "promised": task.promised,
            }
            for task in tasks
        ]
        machine = f"{platform.machine()}, {os.cpu_count()} cores"
        document = {"machine": machine, "python": platform.python_version(), "tasks": rows}
        print(json.dumps(document, indent=2))
    else:
        print(f"  {'':9}{'measured':>12}{'promised':>12}")
        for task in tasks:
            figures = (measured[task.name], task.promised)
            told = "".join(f"{shown(figure, task.unit):>12}" for figure in figures)
            missed = "missed " if measured[task.name] > task.promised else "       "
            print(f"  {task.name:9}{told}  {missed} {task.title}")
    return 1 if any(measured[task.name] > task.promised for task in tasks) else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks.application", description=__doc__)
    names = [task.name for task in TASKS]
    parser.add_argument("--task", nargs="+", choices=names, metavar="NAME", help=str(names))
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
