"""What people wait for at a table: everything here goes through `Session` or `rulings ask`.

In: nothing. Out: `AT_TABLES`, the tasks with their promises. Guarantee: the tables are the same in
every run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.tasks import Step, Task, Unit, timed
from rulings.session import Rulebook, Session

ACTIVE = "is Triceratops active?"
ACTIVE_GOAL = "active(triceratops)"
_FIRST = f"""
from time import process_time
from rulings.session import Rulebook
Rulebook.load("unfair").situation("dino-park").ask({ACTIVE!r})
print(process_time())
"""


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


def another_open_card() -> Step:
    """Ask about cards that do not lie on the table, so that what is unknown of them is weighed."""
    park = _park()
    cards = iter(("Binoculars", "Mesmerist", "Pod Person", "Risk Management", "Prehistoric Island"))
    park.ask(f"is {next(cards)} active?")
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
    return _changed(_large(400))


def growing_table() -> Step:
    """Compare that at 4,000 facts with the same at 250."""
    small, large = _changed(_large(25)), _changed(_large(400))
    return lambda: min(timed(large) for _ in range(5)) / min(timed(small) for _ in range(5))


def _large(rides: int) -> Session:
    """Return a table of ten facts for each of some rides, on which active has been asked."""
    chance = Random(1)
    told: list[str] = []
    for ride in range(rides):
        owner = chance.choice(("alice", "bob"))
        told += [
            f"in_park(ride_{ride}, {owner}).",
            f"face_up(ride_{ride}).",
        ]
        told += [f"on(part_{ride}_{part}, ride_{ride})." for part in range(4)]
        told += [f"face_up(part_{ride}_{part})." for part in range(4)]
    park = _park().suppose(*told)
    park.ask("?- active(ride_1).")
    return park


def _changed(park: Session) -> Step:
    """Turn over one card after the other, and ask about a ride each time."""
    cards = iter(range(10**9))
    return lambda: park.suppose(f"not face_up(part_{next(cards) % 20}_1).").ask(
        "?- active(ride_1)."
    )


def described_table() -> Step:
    """Describe a table in 400 lines of English, none of which was read before."""
    book = Rulebook.load("unfair")
    lines = [f"Part {part} is on Ride {ride}." for ride in range(40) for part in range(40)]
    tables = iter([lines[start : start + 400] for start in range(0, 1_600, 400)])
    book.table(next(tables))
    return lambda: book.table(next(tables))


def told_table() -> Step:
    """Tell 10,000 facts one after the other, each the one value of its key."""
    book = Rulebook.load("unfair")
    lines = [f"on(part_{number}, ride_{number % 50})." for number in range(10_000)]
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
    """Ask 1,000 tables of some 25 facts in one evaluation, as a share of asking one by one."""
    tables = _tables(1_000)
    book = tables[0].rulebook
    alone = timed(lambda: [table.ask(f"?- {ACTIVE_GOAL}") for table in tables[:100]]) * 10
    list(book.evaluate_many(tables[:2], [ACTIVE_GOAL]))
    return lambda: timed(lambda: list(book.evaluate_many(tables, [ACTIVE_GOAL]))) / alone


def sessions_in_turn() -> Step:
    """Change and ask 1,000 sessions in turn, compared with changing and asking one."""
    park = _park()
    faces = ("Log Flume is face-down.", "Triceratops is face-down.")

    def ask(table: Session, number: int) -> float:
        return timed(lambda: table.suppose(faces[number % 2]).ask(ACTIVE))

    one = median(ask(park, number) for number in range(40))
    sessions = [park.suppose("Log Flume is face-up.") for _ in range(1_000)]
    for session in sessions:
        session.ask(ACTIVE)
    return lambda: median(ask(session, n) for n, session in enumerate(sessions)) / one


def room_of_unfair() -> Step:
    """Keep 1,000 tables of Unfair, each changed and asked."""
    return _room("unfair", "dino-park", "Log Flume is face-down.", ACTIVE)


def room_of_theme_parque() -> Step:
    """Keep 1,000 tables of Theme Parque, each changed and asked."""
    question = "How many points does each player score?"
    return _room("theme_parque", "first-park", "rules(branches_count).", question)


def _room(game: str, situation: str, line: str, question: str) -> Step:
    """Return a step that finds the kilobytes of one more table, in a process of its own."""
    code = f"""
import gc, resource
from rulings.session import Rulebook
table = Rulebook.load({game!r}).situation({situation!r})
table.ask({question!r})
def size():
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1024
kept = [table.suppose({line!r}) for _ in range(1_000)]
kept[0].ask({question!r})
before = size()
for one in [table.suppose({line!r}) for _ in range(10)] + kept[1:]:
    one.ask({question!r})
print((size() - before) / 1_000)
"""
    return lambda: _printed(code)


def first_question() -> Step:
    """Answer the first question of a process, its cache warm: from the start of Python on."""
    _cold()
    return lambda: _printed(_FIRST)


def cold_process() -> Step:
    """Answer one question in a process of its own, compared with one that does nothing."""
    _cold()
    return lambda: timed(_cold) / (timed(_nothing) / 10)


def _cold() -> None:
    words = ("-m", "rulings", "ask", "-g", "unfair", "-s", "dino-park", ACTIVE)
    told = subprocess.DEVNULL
    subprocess.run((sys.executable, *words), stdout=told, check=False, env=_installed())


def _nothing() -> None:
    for _ in range(10):
        subprocess.run((sys.executable, "-c", "pass"), check=True, env=_installed())


def _printed(code: str) -> float:
    words = (sys.executable, "-c", code)
    done = subprocess.run(words, capture_output=True, text=True, check=True, env=_installed())
    return float(done.stdout)


def _installed() -> dict[str, str]:
    """Return an environment in which Python keeps what it compiles, as it does when installing."""
    others = {n: text for n, text in os.environ.items() if n != "PYTHONDONTWRITEBYTECODE"}
    return {**others, "PYTHONPYCACHEPREFIX": _bytecode().name}


@cache
def _bytecode() -> TemporaryDirectory[str]:
    return TemporaryDirectory()


def _tables(number: int) -> list[Session]:
    """Return tables that differ in what lies on them and in which cards are face-up."""
    book = Rulebook.load("unfair")
    park, chance = book.situation("dino-park"), Random(1)
    cards = [row[0] for row in book.outline.facts["label"].rows][:400]
    tables = []
    for _ in range(number):
        drawn = chance.sample(cards, 9)
        told = [f"in_park({card}, {chance.choice(('alice', 'bob'))})." for card in drawn[:3]]
        told += [f"on({card}, {chance.choice(drawn[:3])})." for card in drawn[3:]]
        told += [
            f"{'' if chance.random() < 0.8 else 'not '}face_up({card})."
            for card in (*drawn, "log_flume", "triceratops")
            if chance.random() < 0.8
        ]
        tables.append(book.with_stated(park.suppose(*told).stated))
    return tables


AT_TABLES = (
    Task("again", "the same question again, dino-park", same_question, 0.00002, 10),
    Task("another", "another card, same kind of question", another_card, 0.0002, 4),
    Task("open", "a card that is not on the table, same kind", another_open_card, 0.003, 4),
    Task("kind", "a kind of question not asked before in the process", new_kind, 0.005, 1),
    Task("suppose", "one fact stated and a question asked", changed_table, 0.0006, 10),
    Task("large", "the same at a table of 4,000 facts", large_table, 0.00078, 10),
    Task("grown", "the same, 4,000 facts to 250", growing_table, 1.3, 1, Unit.TIMES),
    Task("lines", "a table described in 400 lines of English", described_table, 0.16, 3),
    Task("told", "a table told in 10,000 facts, each the value of a key", told_table, 3, 1),
    Task("which", "which cards are active, on a table just changed", which, 0.008, 4),
    Task("why", "the explanation of an answer", explained, 0.003, 4),
    Task("first", "the first question of a process, from its start", first_question, 0.070, 5),
    Task("cold", "`rulings ask` to `python -c pass`", cold_process, 5, 5, Unit.TIMES),
    Task("many", "1,000 tables together to one by one", many_tables, 0.1, 2, Unit.TIMES),
    Task("turns", "1,000 sessions in turn to one", sessions_in_turn, 1.1, 1, Unit.TIMES),
    Task("room", "one more of 1,000 tables of Unfair", room_of_unfair, 40, 1, Unit.KILOBYTES),
    Task("parks", "one more of Theme Parque", room_of_theme_parque, 100, 1, Unit.KILOBYTES),
)
