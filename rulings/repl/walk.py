"""Walking through a proof: `why` opens it, `how 2` its second premise, `up` goes back.

In: a `ReplState` with an answer. Out: turns. Guarantee: a step is shown with its clauses and
what they say, its premises numbered; a number that is not there is a diagnostic.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace

from rulings.asking.answer import Answer
from rulings.asking.explanation import Step
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.repl.state import Output, ReplState, Turn

_HOW = re.compile(r"how(?:\s+([0-9]{1,9}))?\s*$", re.IGNORECASE)
_LEADS = {
    "given": "given: ",
    "assumed": "assumed: ",
    "undefined": "open: ",
    "failed": "does not apply: ",
    "open": "may apply: ",
    "ranking": "to settle it: ",
}


def opened(state: ReplState) -> ReplState:
    """Return the state with the proof of the last answer open at its conclusion."""
    return replace(state, proof=(_root(state.answer),)) if state.answer is not None else state


def move(state: ReplState, text: str) -> Turn | None:
    """Do `how N`, `how` and `up`; None when the line is something else."""
    how = _HOW.match(text)
    if how is None and text.lower() != "up":
        return None
    if state.answer is None:
        raise RulingsError((diagnose("RUL530", None, word=text),))
    here = state if state.proof else opened(state)
    if how is None:
        return show(replace(here, proof=here.proof[:-1] or here.proof))
    if how[1] is None:
        return show(here)
    premises = here.proof[-1].children
    number = int(how[1])
    if not 1 <= number <= len(premises):
        raise RulingsError((diagnose("RUL531", None, number=number, count=len(premises)),))
    return show(replace(here, proof=(*here.proof, premises[number - 1])))


def show(state: ReplState) -> Turn:
    """Show the step that is open."""
    assert state.answer is not None
    lines = list(_lines(state))
    return state, Output("\n".join(lines) + "\n")


def _root(answer: Answer) -> Step:
    """Return the explanation as one step: its conclusion, or the answer above several."""
    if len(answer.explanation) == 1:
        return answer.explanation[0]
    return Step("derived", answer.say.rstrip("."), children=answer.explanation)


def _lines(state: ReplState) -> Iterator[str]:
    step, width = state.proof[-1], state.look.width
    lead = "" if state.answer is None else f"{state.answer.verdict.value.upper()}  "
    head = lead if len(state.proof) == 1 else "· " * (len(state.proof) - 1)
    yield from _wrapped(_titled(step), width, head, " " * len(head))
    if step.note:
        yield from _wrapped(step.note, width, "     ", "     ")
    for clause in step.clauses:
        yield from _wrapped(
            f"[{clause.short} · {clause.section}] {clause.gist}", width, "     ", "       "
        )
    for number, child in enumerate(step.children, 1):
        more = " …" if child.children else ""
        yield from _wrapped(_titled(child) + more, width, f"  {number}. ", "     ")
    if not step.children and step.kind in _LEADS:
        return
    opens = [str(n) for n, child in enumerate(step.children, 1) if child.children]
    ways = [f"`how {opens[0]}` opens it" if len(opens) == 1 else ""] if opens else []
    if len(opens) > 1:
        ways = [f"`how N` opens one of {', '.join(opens)}"]
    if len(state.proof) > 1:
        ways.append("`up` returns")
    if ways:
        yield f"     ({', '.join(filter(None, ways))})"


def _titled(step: Step) -> str:
    text = _LEADS.get(step.kind, "") + step.say
    return text[:1].upper() + text[1:]


def _wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    return textwrap.wrap(
        text,
        max(width, 40),
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    ) or [first]
