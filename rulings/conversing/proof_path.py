"""Walking through a proof: "why" opens it, "how 2" its second premise, "up" goes back.

In: a line, the last answer, the path of steps that is open. Out: another path, root first.
Guarantee: a premise that is not there is a diagnostic.
"""

from __future__ import annotations

import re
from itertools import pairwise

from rulings.asking.answer import Answer
from rulings.asking.explanation import NONE_TO_FAIL_FOR, Step
from rulings.language.catalogue import mistake
from rulings.language.predicates import base_of

_HOW = re.compile(r"how(?:\s+([0-9]{1,9}))?\s*$", re.IGNORECASE)
Path = tuple[Step, ...]


def opened(answer: Answer) -> Path:
    """Return the path to the conclusion of an answer, or to the answer above several."""
    if len(answer.explanation) == 1:
        return answer.explanation
    return (Step("derived", answer.say.rstrip("."), children=answer.explanation),)


def premises(step: Step) -> tuple[Step, ...]:
    """Return what a step rests on; what has no sentence is shown by what it rests on itself."""
    found: dict[int, Step] = {}
    pending = list(reversed(step.children))
    while pending:
        child = pending.pop()
        if _is_unspoken(child):
            pending += reversed(child.children)
        else:
            found[id(child)] = child
    return tuple(found.values()) or step.children


def _is_unspoken(step: Step) -> bool:
    name = base_of(step.atom.predicate) if step.atom is not None else None
    said = step.say.removeprefix("not ").removeprefix("neg ")
    return said == NONE_TO_FAIL_FOR or (name is not None and said.startswith(f"{name}("))


def moved(text: str, answer: Answer | None, path: Path) -> Path | None:
    """Do `how N`, `how` and `up`; None when the line is something else.

    Raises RulingsError: RUL530 without an answer, RUL531 for a premise that is not there.
    """
    how = _HOW.match(text)
    if how is None and text.lower() != "up":
        return None
    if answer is None:
        raise mistake("RUL530", None, word=text)
    here = path or opened(answer)
    if how is None:
        return here[:-1] or here
    if how[1] is None:
        return here
    below = premises(here[-1])
    number = int(how[1])
    if not 1 <= number <= len(below):
        raise mistake("RUL531", None, number=number, count=len(below))
    return (*here, below[number - 1])


def way(path: Path) -> tuple[int, ...] | None:
    """Return the numbers of the premises along a path, None where no proof is open."""
    if not path:
        return None
    steps = pairwise(path)
    return tuple(
        next(number for number, child in enumerate(premises(step)) if child is below)
        for step, below in steps
    )


def along(way: tuple[int, ...], answer: Answer) -> Path:
    """Return the path that leads along the premises of these numbers."""
    path = opened(answer)
    for number in way:
        path = (*path, premises(path[-1])[number])
    return path
