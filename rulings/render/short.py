"""The short answer, part by part, for every form that shows it.

In: an `Answer`. Out: its parts in their order, each of one kind and one text. Guarantee: text,
Markdown and HTML show the same parts; none is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from rulings.asking.answer import Answer
from rulings.asking.explanation import Citation
from rulings.asking.reason import Reason, Verdict
from rulings.records import dataclass

_NAMED = 8
"""So many unknown facts are named."""


class PartKind(Enum):
    """What a part of a short answer is."""

    BECAUSE = "because"
    CLAUSE = "clause"
    OPEN = "open"
    TURNS = "turns"
    ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class ShortPart:
    """A part of a short answer."""

    kind: PartKind
    text: str


def short(answer: Answer) -> Iterator[ShortPart]:
    """Yield why, where it is printed, what would turn or settle it, what was taken for granted."""
    yield from _why(answer)
    evidence = answer.evidence
    settle = answer.settle
    if evidence.unknown and not settle:
        shown, more = evidence.unknown[:_NAMED], len(evidence.unknown) - _NAMED
        listed = "; ".join(shown) + (f"; and {more} more" if more > 0 else "")
        yield ShortPart(PartKind.OPEN, f"Not known: {listed}.")
    for verdict in Verdict:
        ways = [one for one in settle if one.verdict is verdict]
        if ways:
            told = "; or if ".join(" and ".join(one.say) for one in ways)
            yield ShortPart(PartKind.TURNS, f"{verdict.value.upper()} if {told}.")
    if evidence.limit:
        yield ShortPart(PartKind.OPEN, evidence.limit)
    if answer.assumptions:
        yield ShortPart(PartKind.ASSUMED, f"Assumed: {'; '.join(answer.assumptions)}.")


def _why(answer: Answer) -> Iterator[ShortPart]:
    if answer.reason is Reason.PRINTED:
        for clause in answer.evidence.rests_on:
            yield ShortPart(PartKind.CLAUSE, quoted(clause))
        return
    because = answer.because
    for said in because.say:
        yield ShortPart(PartKind.BECAUSE, said)
    if because.clause is not None:
        more = f" + {because.further} more" if because.further else ""
        yield ShortPart(PartKind.CLAUSE, quoted(because.clause) + more)
    if because.although is not None:
        yield ShortPart(PartKind.CLAUSE, f"although {quoted(because.although)}")


def quoted(clause: Citation) -> str:
    """Return a clause as it is cited: where it is printed, and what it says in other words."""
    gist = f" {clause.gist.rstrip('.')}" if clause.gist else ""
    return f"[{clause.short} · {clause.section}]{gist}"
