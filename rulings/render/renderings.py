"""An answer in the form that somebody wants.

In: an `Answer`, the name of a form, whether it should be brief. Out: text. Guarantee: every form
says the verdict first; Markdown shows what anyone else wrote as it is, and no markup of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulings.asking.answer import Answer
from rulings.render.fragment import answer_fragment
from rulings.render.html import answer_html
from rulings.render.short import PartKind, short
from rulings.render.text import render_answer
from rulings.rulebook.document import suggestion

FORMS = ("text", "markdown", "html", "fragment")
_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~])")
_STEPS = 40
"""So many steps of an explanation stand in a message."""


def render_form(answer: Answer, form: str = "text", brief: bool = False) -> str:
    """Return an answer as `text`, `markdown`, a page of `html` or a `fragment` of one.

    `brief`, without its proof, is for text and Markdown.

    Raises ValueError for another form.
    """
    match form:
        case "text":
            return render_answer(answer, full=not brief)
        case "markdown":
            return "\n".join(_markdown(answer, brief)) + "\n"
        case "html":
            return answer_html(answer, answer.rulebook.name)
        case "fragment":
            return answer_fragment(answer)
    raise ValueError(f"There is no form {form!r}. {suggestion(form, FORMS, 'form')}")


def _markdown(answer: Answer, brief: bool) -> Iterator[str]:
    if answer.read_as:
        yield f"*Read as: {_plain(answer.read_as)}*\n"
    yield f"**{answer.verdict.value.upper()}** {_plain(answer.say)}"
    for part in short(answer):
        lead = "> " if part.kind is PartKind.CLAUSE else "\n"
        yield lead + _plain(part.text)
    if not brief:
        yield ""
        yield from _tree(answer)


def _tree(answer: Answer) -> Iterator[str]:
    """Yield the first steps of the explanation as a nested list, each once."""
    pending = [(root, 0) for root in reversed(answer.explanation)]
    seen: set[int] = set()
    while pending and len(seen) < _STEPS:
        step, level = pending.pop()
        if id(step) not in seen:
            seen.add(id(step))
            note = f" ({step.note})" if step.note else ""
            yield f"{'  ' * level}- {_plain(step.say + note)}"
            pending += [(child, level + 1) for child in reversed(step.children)]
    if pending:
        yield "- …"


def _plain(text: str) -> str:
    """Show a text as it is."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
