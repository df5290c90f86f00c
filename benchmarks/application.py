"""What people wait for: `python -m benchmarks.application [--task NAME …] [--format json]`.

In: names of tasks (default: all). Out: for each the best processor time of some repetitions
beside what is promised; preparations are not timed. Guarantee: exit 1 when a promise is broken.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from rulings.asking.wording import Wording
from rulings.engine.backends.pydatalog import PyDatalogBackend
from rulings.engine.run.evaluate import evaluate
from rulings.english.lexicon import Lexicon
from rulings.explain.proof import Explainer
from rulings.language import load
from rulings.language.check import examine
from rulings.language.parse import parse
from rulings.language.program import Atom, Constant, Literal
from rulings.language.source import Source
from rulings.logic.lowering import MAX_CONDITIONS
from rulings.render.problems import render_text
from rulings.rulebook.grid import square_name
from rulings.rulebook.registry import Registry
from rulings.rulebook.shelf import Shelf
from rulings.session import Rulebook, Session

Step = Callable[[], Any]

PATHS = "└│┘┌─┐├┴┤┬┼" + "╚║╝╔═╗╠╩╣╦" * 2 + "*!^~"
CLAIMED = "CIFSLWV" + "fsadbkm"
ACTIVE = "is Triceratops active?"
ACTIVE_GOAL = "active(triceratops)"


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to wait for; `prepare` returns the step that is timed."""

    name: str
    title: str
    prepare: Callable[[], Step]
    promised: float
    repetitions: int = 3


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
    given += ["plays_by(branches_count).", "plays_by(longest_queue_counts)."]
    given += ["not plays_by(track_is_path)."]
    given += [
        f"pawn_on({chance.choice(('ana', 'bob', 'cem'))}, {square_name(x, y)})."
        for y, row in enumerate(rows, 1)
        for x, glyph in enumerate(row, 1)
        if glyph in CLAIMED
    ]
    table = Rulebook.load("theme_parque").situation({"grid": {"rows": rows}, "given": given})
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


def _park() -> Session:
    """Return a table on which the whole rulebook is warm."""
    park = Rulebook.load("unfair").situation("dino-park")
    for question in (ACTIVE, "which cards are active?"):
        park.ask(question)
    return park


def same_question() -> Step:
    """Ask again what was asked on the same table."""
    park = _park()
    return lambda: park.ask(ACTIVE)


def another_card() -> Step:
    """Ask about cards that were not asked about, of a table that is evaluated."""
    park = _park()
    cards = iter(("Log Flume", "Stegosaurus", "Electrified Fence", "Dinosaur Supervisor"))
    return lambda: park.ask(f"is {next(cards)} active?")


def new_kind() -> Step:
    """Ask what needs rules that no question has needed before."""
    park = _park()
    return lambda: park.ask("does Triceratops match dinosaur animal upgrade?")


def changed_table() -> Step:
    """State one fact and ask."""
    park = _park()
    return lambda: park.suppose("Log Flume is face-down.").ask(ACTIVE)


def large_table() -> Step:
    """State one fact and ask, at a table of 4,000 facts."""
    chance = Random(1)
    told: list[str] = []
    for ride in range(400):
        owner = chance.choice(("alice", "bob"))
        told += [
            f'park_item(ride_{ride}, "Attraction - Theme", {owner}).',
            f"face_up(ride_{ride}).",
        ]
        told += [f"placed_on(part_{ride}_{part}, ride_{ride})." for part in range(4)]
        told += [f"face_up(part_{ride}_{part})." for part in range(4)]
    park = _park().suppose(*told)
    park.ask("?- active(ride_1).")
    cards = iter(range(10))
    return lambda: park.suppose(f"not face_up(part_{next(cards)}_1).").ask("?- active(ride_1).")


def described_table() -> Step:
    """Describe a table in 400 lines of English."""
    book = Rulebook.load("unfair")
    names = book.lexicon.names
    cards = [text for card, text in book.outline.facts["label"].rows if names.fits(card, "card")]
    lines = [
        f"{card} is face-{face}." for _ in range(400) for face in ("up", "down") for card in cards
    ][:400]
    book.table(lines[:50])
    return lambda: book.table(lines)


def which() -> Step:
    """List the cards of a table that nothing has been asked about, most of them open."""
    park = _park()
    tables = iter([park.suppose("Log Flume is face-down.") for _ in range(4)])
    return lambda: next(tables).ask("which cards are active?")


def explained() -> Step:
    """Explain an answer that has been given."""
    park = _park()
    tables = [park.suppose("Log Flume is face-down.") for _ in range(4)]
    answers = iter([table.ask(ACTIVE) for table in tables])
    return lambda: next(answers).evidence


def many_tables() -> Step:
    """Ask 1,000 tables of some 25 facts whether a card is active, in one evaluation."""
    tables = _tables(1_000)
    book = tables[0].rulebook
    return lambda: list(book.evaluate_many(tables, [ACTIVE_GOAL]))


def tables_one_by_one() -> Step:
    """Ask 100 of these tables one after the other."""
    tables = _tables(100)
    return lambda: [table.ask(f"?- {ACTIVE_GOAL}") for table in tables]


def _tables(number: int) -> list[Session]:
    """Return tables that differ in what lies on them and in which cards are face-up."""
    book = Rulebook.load("unfair")
    park, chance = book.situation("dino-park"), Random(1)
    cards = [row[0] for row in book.outline.facts["label"].rows][:400]
    tables = []
    for _ in range(number):
        drawn = chance.sample(cards, 9)
        told = [
            f'park_item({card}, "Attraction - Theme", {chance.choice(("alice", "bob"))}).'
            for card in drawn[:3]
        ]
        told += [f"placed_on({card}, {chance.choice(drawn[:3])})." for card in drawn[3:]]
        told += [
            f"{'' if chance.random() < 0.8 else 'not '}face_up({card})."
            for card in (*drawn, "log_flume", "triceratops")
            if chance.random() < 0.8
        ]
        tables.append(book.with_stated(park.suppose(*told).stated))
    return tables


def cold_processes() -> Step:
    """Answer one question in a process of its own, its cache warm, as `rulings ask` does."""
    words = ("-m", "rulings", "ask", "-g", "unfair", "-s", "dino-park", ACTIVE)

    def start(*arguments: str) -> None:
        command = (sys.executable, *arguments)
        subprocess.run(command, stdout=subprocess.DEVNULL, check=False)

    start(*words)
    return lambda: start(*words)


TASKS = (
    Task("again", "the same question again, dino-park", same_question, 0.00002, 10),
    Task("another", "another card, same kind of question", another_card, 0.0002, 4),
    Task("kind", "a kind of question not asked before in the process", new_kind, 0.005, 1),
    Task("suppose", "one fact stated and a question asked", changed_table, 0.0006, 10),
    Task("large", "the same at a table of 4,000 facts", large_table, 0.00078, 10),
    Task("lines", "a table described in 400 lines of English", described_table, 0.16, 3),
    Task("which", "which cards are active, on a table just changed", which, 0.008, 4),
    Task("why", "the explanation of an answer", explained, 0.003, 4),
    Task("many", "1,000 tables asked in one evaluation", many_tables, 0.7, 1),
    Task("alone", "100 of these tables asked one by one", tables_one_by_one, 0.7, 1),
    Task("cold", "`rulings ask` as a whole process", cold_processes, 0.070, 5),
    Task("name", "near names of a misspelt one among 30,000", near_name, 0.010, 10),
    Task("board", "points of all players on a full board of 20 by 20 squares", board, 0.5, 1),
    Task("proof", "a proof of 10,000 conclusions, in words", long_proof, 1),
    Task("body", "a rule of 250 conditions, on pyDatalog", long_body, 3, 1),
    Task(
        "hostile", "findings in 300,000 brackets and in a circle of 3,000 rules", hostile_texts, 10
    ),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 if something takes longer than promised, else 0."""
    options = _options(arguments)
    tasks = [task for task in TASKS if not options.task or task.name in options.task]
    measured = {task.name: measure(task) for task in tasks}
    if options.format == "json":
        rows = [
            {"name": t.name, "title": t.title, "seconds": measured[t.name], "promised": t.promised}
            for t in tasks
        ]
        machine = f"{platform.machine()}, {os.cpu_count()} cores"
        document = {"machine": machine, "python": platform.python_version(), "tasks": rows}
        print(json.dumps(document, indent=2))
    else:
        print(f"  {'':9}{'processor':>12}{'promised':>12}")
        for task in tasks:
            shown = f"{_seconds(measured[task.name]):>12}{_seconds(task.promised):>12}"
            missed = "missed " if measured[task.name] > task.promised else "       "
            print(f"  {task.name:9}{shown}  {missed} {task.title}")
    return 1 if any(measured[task.name] > task.promised for task in tasks) else 0


def measure(task: Task) -> float:
    """Return the best processor time of a task's repetitions."""
    step = task.prepare()
    return min(_timed(step) for _ in range(task.repetitions))


def _timed(step: Step) -> float:
    start = _processor()
    step()
    return _processor() - start


def _processor() -> float:
    """Return the processor time of this process and of those that it has waited for."""
    below = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + below.ru_utime + below.ru_stime


def _seconds(seconds: float) -> str:
    if seconds < 0.001:
        return f"{seconds * 1_000_000:.0f} µs"
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds:.2f} s"


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m benchmarks.application", description=__doc__)
    names = [task.name for task in TASKS]
    parser.add_argument("--task", nargs="+", choices=names, metavar="NAME", help=str(names))
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
