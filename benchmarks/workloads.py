"""What is measured: the workloads, their sizes and the question each engine answers.

In: a name. Out: a `Workload`. Its programs, one for each peer, are the files of
`programs/<program>/`; a peer without a file does not take part, for the reason given here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks import generators
from benchmarks.generators import Relations
from rulings.language.program import Value

Pattern = tuple[Value | None, ...]

PROGRAMS = Path(__file__).parent / "programs"
FLIPS = 200
"""How often the update workload changes a fact and asks again."""

NOT_STRATIFIED = "rejects recursion through negation"
NO_NEGATION = "has no negation"


@dataclass(frozen=True, slots=True)
class Workload:
    """One problem. `goal` asks for a predicate's rows; None in the pattern stands for any value.

    `kind` is `evaluate` (load and answer), `update` (mean time of a change and a re-asked
    question after the first answer) or `cold` (a whole process with one tiny question, which
    `question` puts in English). `statuses` are the exit codes of success.
    """

    name: str
    title: str
    program: str
    full: Callable[[], Relations]
    quick: Callable[[], Relations]
    goal: tuple[str, Pattern]
    kind: str = "evaluate"
    absent: Mapping[str, str] = field(default_factory=dict)
    question: str = ""
    statuses: tuple[int, ...] = (0,)

    def program_file(self, name: str) -> Path:
        """The program in one peer's language."""
        return PROGRAMS / self.program / name


WORKLOADS: tuple[Workload, ...] = (
    Workload(
        "a-chain",
        "closure of a chain of 1,000 edges, left-linear",
        "closure-left",
        partial(generators.chain, 1000),
        partial(generators.chain, 200),
        ("path", (None, None)),
    ),
    Workload(
        "a-random",
        "closure of a random graph, 2,000 nodes, 4,000 edges",
        "closure-left",
        partial(generators.random_graph, "edge", 2000, 4000),
        partial(generators.random_graph, "edge", 200, 400),
        ("path", (None, None)),
    ),
    Workload(
        "b",
        "same generation in a binary tree of depth 10",
        "same-generation",
        partial(generators.binary_tree, 10),
        partial(generators.binary_tree, 6),
        ("sg", (None, None)),
    ),
    Workload(
        "c-left",
        "what node 0 of the chain reaches, left-linear",
        "closure-left",
        partial(generators.chain, 1000),
        partial(generators.chain, 200),
        ("path", (0, None)),
    ),
    Workload(
        "c-right",
        "what node 0 of the chain reaches, right-linear",
        "closure-right",
        partial(generators.chain, 1000),
        partial(generators.chain, 200),
        ("path", (0, None)),
    ),
    Workload(
        "d",
        "positions won in a game graph, 2,000 nodes, 5,000 moves (three-valued)",
        "win",
        partial(generators.random_graph, "move", 2000, 5000),
        partial(generators.random_graph, "move", 200, 500),
        ("win", (None,)),
        absent={
            "pydatalog": "does not end on a cycle through negation",
            "souffle": NOT_STRATIFIED,
            "egglog": NO_NEGATION,
        },
    ),
    Workload(
        "e-negation",
        "30,000 cards against 50 phrases, by double negation",
        "match-negation",
        partial(generators.cards, 30_000, 50),
        partial(generators.cards, 2000, 20),
        ("fits", (None, None)),
        absent={"egglog": NO_NEGATION},
    ),
    Workload(
        "e-forall",
        "the same by forall",
        "match-forall",
        partial(generators.cards, 30_000, 50),
        partial(generators.cards, 2000, 20),
        ("fits", (None, None)),
        absent=dict.fromkeys(("pydatalog", "souffle", "egglog"), "has no forall"),
    ),
    Workload(
        "e-one",
        "one of 30,000 cards against one of 50 phrases, files read included",
        "match-one",
        partial(generators.cards, 30_000, 50),
        partial(generators.cards, 2000, 20),
        ("fits", (7, 3)),
        absent={"egglog": NO_NEGATION},
    ),
    Workload(
        "f",
        "which of 20,000 cards are active, switched off in rows of eleven",
        "activity",
        partial(generators.activity, 20_000),
        partial(generators.activity, 1000),
        ("active", (None,)),
        absent={"souffle": NOT_STRATIFIED, "egglog": NO_NEGATION},
    ),
    Workload(
        "g",
        f"after (f): turn the first card over and ask about the eleventh, mean of {FLIPS}",
        "activity-update",
        partial(generators.activity, 20_000),
        partial(generators.activity, 1000),
        ("active", (10,)),
        kind="update",
        absent={
            "xsb": "measured by hand only",
            "souffle": "has no updates",
            "egglog": NO_NEGATION,
        },
    ),
    Workload(
        "cold",
        "a process with one tiny question, start to end",
        "closure-left",
        partial(generators.chain, 3),
        partial(generators.chain, 3),
        ("path", (0, None)),
        kind="cold",
    ),
    Workload(
        "cold-ask",
        "a process with one question in English about a shipped rulebook, start to end",
        "rulebook",
        dict,
        dict,
        ("active", ()),
        kind="cold",
        question="is Triceratops active?",
        statuses=(0, 1),
    ),
)


def find(name: str) -> Workload:
    """Return the workload called `name`. Raises KeyError."""
    return {workload.name: workload for workload in WORKLOADS}[name]
