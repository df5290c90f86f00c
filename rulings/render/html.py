"""Answers as one page to send to a player.

In: an `Answer`, the title of the game, what is stated about the table. Out: a self-contained
HTML page: question, verdict, the explanation as nested steps that fold, every clause with its
document and section, the table, the edition and its hash. Guarantee: no network, no tracking;
all text escaped; readable without scripts, in the dark and on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulings.asking.answer import Answer
from rulings.asking.explanation import SHOWN_ABOVE, Citation, Step
from rulings.doors.incoming import shipped_text
from rulings.render.short import short

_DEEPEST = 24
_OPEN_LEVELS = 2
_MARKS = {
    "derived": ("✓", "follows from a rule"),
    "given": ("•", "stated"),
    "assumed": ("○", "assumed"),
    "absent": ("¬", "does not hold"),
    "failed": ("✗", "a rule that does not apply"),
    "open": ("?", "a rule that may apply"),
    "undefined": ("?", "not decided"),
    "builtin": ("=", "computed"),
    "link": ("↻", "leads on"),
    "ranking": ("→", "would settle it"),
}


def answer_html(answer: Answer, game: str, situation: str = "", stated: Sequence[str] = ()) -> str:
    """Return an answer as a page."""
    verdict = answer.verdict.value
    style, script = (
        shipped_text("rulings.render", f"answer_page.{kind}") for kind in ("css", "js")
    )
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(_question(answer))} · {escape(game)}</title>",
        f"<style>{style.strip()}</style></head><body><main>",
        f'<p class="game">{escape(game)} <span>edition {escape(answer.rulebook.edition)}</span>',
        f"<span>{escape(situation)}</span></p>" if situation else "</p>",
        f"<h1>{escape(_question(answer))}</h1>",
        f'<p class="verdict {verdict}"><strong>{verdict.upper()}</strong>',
        f"<span>{escape(answer.say)}</span></p>",
        *(f'<p class="{p.kind.value}">{escape(p.text)}</p>' for p in short(answer)),
        *_explanation(answer),
        *_clauses(answer),
        *_table(situation, stated),
        *_colophon(answer, game),
        f"</main><script>{script.strip()}</script></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _question(answer: Answer) -> str:
    text = answer.understood_as or answer.question
    return text[:1].upper() + text[1:]


def _explanation(answer: Answer) -> Iterator[str]:
    if not answer.explanation:
        return
    yield '<section class="why"><header><h2>Why</h2>'
    yield '<p class="tools"><button data-open>Unfold all</button>'
    yield "<button data-close>Fold all</button></p></header>"
    anchors: dict[str, int] = {}
    # What is nested too deep for a page follows below, numbered.
    later: list[Step] = []
    yield '<ul class="proof">'
    for step in answer.explanation:
        yield from _tree(step, anchors, later)
    yield "</ul>"
    for number, step in enumerate(later, 1):
        yield f'<h3 id="part{number}">Part {number}</h3><ul class="proof">'
        yield from _tree(step, anchors, later)
        yield "</ul>"
    yield "</section>"


def _tree(root: Step, anchors: dict[str, int], later: list[Step]) -> Iterator[str]:
    """Nested lists, written without recursion: a proof may be thousands of steps deep."""
    pending: list[tuple[Step | None, int]] = [(root, 0)]
    while pending:
        step, level = pending.pop()
        if step is None:
            yield "</ul></details></li>"
            continue
        line = _line(step, anchors)
        if not step.children:
            yield f'<li class="{step.kind}">{line}</li>'
        elif level >= _DEEPEST:
            later.append(step)
            part = len(later)
            yield f'<li class="{step.kind}">{line} <a href="#part{part}">part {part}</a></li>'
        else:
            anchor = anchors.setdefault(step.say, len(anchors) + 1)
            unfolded = " open" if level < _OPEN_LEVELS and step.kind != "absent" else ""
            yield f'<li class="{step.kind}" id="s{anchor}"><details{unfolded}>'
            yield f"<summary>{line}</summary><ul>"
            pending.append((None, level))
            pending += [(child, level + 1) for child in reversed(step.children)]


def _line(step: Step, anchors: dict[str, int]) -> str:
    mark, meaning = _MARKS.get(step.kind, ("·", ""))
    said = escape(step.say[:1].upper() + step.say[1:])
    note = f' <i class="note">{escape(step.note)}</i>' if step.note else ""
    if step.note == SHOWN_ABOVE:
        anchor = anchors.get(step.say)
        note = f' <a class="note" href="#s{anchor}">shown above</a>' if anchor else ""
    distinct = {(clause.short, clause.section): clause for clause in step.clauses}
    cited = "".join(map(_chip, distinct.values()))
    chips = f'<span class="cites">{cited}</span>' if cited else ""
    sign = f'<span class="mark" title="{meaning}">{mark}</span>'
    return f'{sign}<span class="say">{said}</span>{note}{chips}'


def _chip(clause: Citation) -> str:
    where = escape(f"{clause.short} · {clause.section}")
    return f'<a class="cite" href="#{escape(clause.id)}" title="{escape(clause.gist)}">{where}</a>'


def _clauses(answer: Answer) -> Iterator[str]:
    """Every clause cited, those that the verdict rests on first, with what it says."""
    steps = (step for root in answer.explanation for step in root.walk())
    found = {c.id: c for c in answer.evidence.rests_on}
    found |= {c.id: c for step in steps for c in step.clauses if c.id not in found}
    if not found:
        return
    yield '<section class="clauses"><h2>The clauses</h2><dl>'
    for clause in found.values():
        page = f", page {escape(clause.page)}" if clause.page else ""
        where = f"{escape(clause.short)} · {escape(clause.section)}{page}"
        yield f'<dt id="{escape(clause.id)}">{where}</dt>'
        yield f"<dd>{escape(clause.gist)} <code>{escape(clause.id)}</code></dd>"
    yield "</dl></section>"


def _table(situation: str, stated: Sequence[str]) -> Iterator[str]:
    if stated:
        name = f": {escape(situation)}" if situation else ""
        yield f'<section class="table"><h2>The table{name}</h2><ul>'
        yield from (f"<li>{escape(said[:1].upper() + said[1:])}.</li>" for said in stated)
        yield "</ul></section>"


def _colophon(answer: Answer, game: str) -> Iterator[str]:
    book = answer.rulebook
    yield f"<footer><p>{escape(game)}, edition {escape(book.edition)} "
    yield f"<code>sha256 {escape(book.sha256)}</code></p>"
    yield "<p>Answered and proved by rulings.</p></footer>"
