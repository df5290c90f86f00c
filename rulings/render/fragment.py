"""Answers and tables where a notebook or a page shows them among other things.

In: an `Answer`, or what is stated at a table. Out: a piece of HTML. Guarantee: no style, no script
and no markup of anybody else's; the reasons fold, so many at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from rulings.asking.answer import Answer
from rulings.asking.explanation import Step
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import say, sentence
from rulings.language.program import Atom
from rulings.render.short import short

_STEPS = 60
_DEEPEST = 6


def answer_fragment(answer: Answer) -> str:
    """Return the verdict, its sentence, what settles it and, folded, the reasons."""
    verdict = answer.verdict.value
    told = "".join(
        f'<p class="{part.kind.value}">{escape(part.text)}</p>' for part in short(answer)
    )
    why = "".join(_tree(answer.explanation))
    return (
        f'<div class="rulings-answer {verdict}"><p><strong>{verdict.upper()}</strong> '
        f"{escape(answer.say)}</p>{told}"
        + (f"<details><summary>Why</summary>{why}</details>" if why else "")
        + "</div>"
    )


def table_fragment(title: str, stated: Iterable[tuple[Atom, bool]], lexicon: Lexicon) -> str:
    """Return what is stated at a table, or denied, as a list."""
    said = (sentence(say(atom, lexicon, denied)) for atom, denied in stated)
    lines = "".join(f"<li>{escape(line)}</li>" for line in said)
    return (
        f'<div class="rulings-table"><p><strong>{escape(title)}</strong></p><ul>{lines}</ul></div>'
    )


def _tree(roots: tuple[Step, ...]) -> Iterator[str]:
    """Yield nested lists of the first steps, each once, without recursion."""
    if not roots:
        return
    pending: list[Step | None] = [None, *reversed(roots)]
    seen: set[int] = set()
    levels = 1
    yield "<ul>"
    while pending:
        step = pending.pop()
        if step is None:
            levels -= 1
            yield "</ul></li>" if levels else "</ul>"
            continue
        if id(step) in seen:
            continue
        seen.add(id(step))
        if len(seen) > _STEPS:
            continue
        note = f" ({step.note})" if step.note else ""
        yield f"<li>{escape(step.say + note)}"
        if step.children and levels < _DEEPEST and len(seen) < _STEPS:
            levels += 1
            pending += [None, *reversed(step.children)]
            yield "<ul>"
        else:
            yield "</li>"
    if len(seen) > _STEPS:
        yield "<p>…</p>"
