"""What an answer rests on: clauses, steps of a proof, and what would settle an open question.

In: nothing; `inquiry` builds these and `render` shows them. Guarantee: frozen; trees of any
depth are compared, walked and pickled without recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rulings.asking.reason import Verdict
from rulings.language.program import Atom
from rulings.records import dataclass, field

SHOWN_ABOVE = "shown above"
FURTHER = "ask `why not` for its reasons"
EACH, NOT_EACH = "each of them", "not each of them"
NO_OTHER, OTHER = "there is no other", "there is another"
NONE_TO_FAIL_FOR = "there is none that it could fail for"
"""What the steps of a `forall` say; which ones they are stands below."""
COUNTER = frozenset((NOT_EACH, OTHER))
"""What stands above an example to the contrary."""

AS_TOLD = "So the table tells."
"""The reason of what is as somebody told it."""
UNTOLD = "Nothing that was told makes it so."
"""The reason of what is not so, where no rule could make it so."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A printed clause as an answer cites it."""

    id: str
    document: str
    short: str
    section: str
    gist: str
    page: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One node of an explanation.

    `kind` is `derived`, `given`, `assumed`, `absent`, `undefined` or `builtin`; below these
    `failed` is a rule that does not apply and `open` one that may, said by what its clause
    demands; `link` is a step of a circle, `ranking` an override that would settle a conflict.
    `words` are its sentence, or make it: most steps are counted and cited, never read. `note`
    adds what the sentence alone does not tell.
    """

    kind: str
    words: str | Callable[[], str] = field(compare=False, repr=False)
    atom: Atom | None = None
    rule: str = ""
    clauses: tuple[Citation, ...] = ()
    children: tuple[Step, ...] = field(default=(), repr=False)
    note: str = ""

    @property
    def say(self) -> str:
        """The step in English."""
        return self.words if isinstance(self.words, str) else self.words()

    def __eq__(self, other: object) -> bool:
        """Compare whole trees, without recursion: proofs may be thousands of steps deep."""
        if not isinstance(other, Step):
            return NotImplemented
        pending = [(self, other)]
        while pending:
            one, two = pending.pop()
            if one is not two:
                if one._head() != two._head() or len(one.children) != len(two.children):
                    return False
                pending += zip(one.children, two.children, strict=True)
        return True

    def __hash__(self) -> int:
        return hash((*self._head(), len(self.children)))

    def __reduce__(self) -> tuple[Callable[..., Step], tuple[object, ...]]:
        """Pickle the tree as `Evidence` does."""
        return _root, (Evidence((self,)),)

    def _head(self) -> tuple[object, ...]:
        return self.kind, self.atom, self.rule, self.clauses, self.note

    def walk(self) -> Iterator[Step]:
        """Yield this step and all below it, each once."""
        pending, seen = [self], {id(self)}
        while pending:
            step = pending.pop()
            yield step
            for child in reversed(step.children):
                if id(child) not in seen:
                    seen.add(id(child))
                    pending.append(child)


def bottom_up(roots: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps of trees, each once and behind those below it, the last ones first."""
    pending, seen = [(root, False) for root in roots], set[int]()
    while pending:
        step, ready = pending.pop()
        if id(step) in seen:
            continue
        if ready or not step.children:
            seen.add(id(step))
            yield step
        else:
            pending.append((step, True))
            pending += [(child, False) for child in step.children]


def level_by_level(roots: Iterable[Step]) -> list[tuple[Step, int]]:
    """Return the steps of trees, each once and with its level, what is nearest to a root first."""
    found: list[tuple[Step, int]] = []
    seen: set[int] = set()
    pending = [(root, 1) for root in roots]
    for step, level in pending:
        if id(step) not in seen:
            seen.add(id(step))
            found.append((step, level))
            pending += [(child, level + 1) for child in step.children]
    return found


@dataclass(frozen=True, slots=True)
class Outcome:
    """A minimal combination of facts and the verdict that it would bring.

    `facts` are of the rule language, for `Session.suppose`; `say` are the same in English.
    """

    verdict: Verdict
    facts: tuple[str, ...]
    say: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Because:
    """Why, in short: sentences, the clause that decides, the one that it goes before.

    `further` is how many more clauses stand near.
    """

    say: tuple[str, ...] = ()
    clause: Citation | None = None
    although: Citation | None = None
    further: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a verdict is right, in displayable form.

    `because` is the short answer to why, `rests_on` are the clauses that the verdict rests on.
    For DEPENDS, `unknown` are the facts that matter, `settle` the combinations that settle it and
    `limit` says what was not tried, if anything.
    """

    steps: tuple[Step, ...] = ()
    rests_on: tuple[Citation, ...] = ()
    unknown: tuple[str, ...] = ()
    settle: tuple[Outcome, ...] = ()
    limit: str = ""
    because: Because = field(default_factory=Because)

    def __reduce__(self) -> tuple[Callable[..., Evidence], tuple[object, ...]]:
        """Pickle trees as lists, children first: proofs may be thousands of steps deep."""
        number: dict[int, int] = {}
        flat: list[tuple[object, ...]] = []
        for step in bottom_up(self.steps):
            below = tuple(number[id(child)] for child in step.children)
            flat.append((step.kind, step.say, step.atom, step.rule, step.clauses, below, step.note))
            number[id(step)] = len(flat) - 1
        roots = tuple(number[id(step)] for step in self.steps)
        rest = (self.rests_on, self.unknown, self.settle, self.limit, self.because)
        return _evidence, (flat, roots, *rest)


def _root(evidence: Evidence) -> Step:
    return evidence.steps[0]


def _evidence(flat: list[tuple[Any, ...]], roots: tuple[int, ...], *rest: Any) -> Evidence:
    steps: list[Step] = []
    for kind, say, atom, rule, clauses, below, note in flat:
        children = tuple(steps[index] for index in below)
        steps.append(Step(kind, say, atom, rule, clauses, children, note))
    return Evidence(tuple(steps[index] for index in roots), *rest)
