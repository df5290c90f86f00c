"""Explanations as graphs.

In: an `Answer`. Out: Graphviz DOT. Guarantee: deterministic; a step that is mentioned again is
one node with several arrows.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rulings.asking.answer import Answer
from rulings.asking.explanation import SHOWN_ABOVE, Step
from rulings.asking.reason import Verdict
from rulings.doors.screen import visible

_FILLS = {
    "derived": "#e8f0fe",
    "given": "#e6f4ea",
    "assumed": "#fef7e0",
    "absent": "#fce8e6",
    "failed": "#f8d7d3",
    "undefined": "#f3e8fd",
    "open": "#f3e8fd",
    "builtin": "#f1f3f4",
}
_VERDICTS = {
    Verdict.YES: "#137333",
    Verdict.NO: "#b3261e",
    Verdict.DEPENDS: "#9a6700",
    Verdict.UNDECIDED: "#6a1b9a",
}


def answer_dot(answer: Answer) -> str:
    """Return the explanation of an answer as a DOT graph."""
    verdict = f"{answer.verdict.value.upper()}: {answer.say}"
    lines = [
        "digraph explanation {",
        '  graph [rankdir=LR, fontname="Helvetica", pad=0.3, nodesep=0.18, ranksep=0.4];',
        '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11,'
        ' color="#5f6368", fillcolor="#ffffff"];',
        '  edge [color="#80868b", arrowsize=0.6];',
        f'  answer [label={_quoted(_lines(verdict))}, fillcolor="{_VERDICTS[answer.verdict]}",'
        ' fontcolor="#ffffff", fontsize=13];',
    ]
    lines += _graph(answer.explanation)
    return "\n".join([*lines, "}"]) + "\n"


def _graph(roots: tuple[Step, ...]) -> Iterator[str]:
    known: dict[str, str] = {}
    pending = [("answer", step) for step in reversed(roots)]
    number = 0
    while pending:
        parent, step = pending.pop()
        if step.note == SHOWN_ABOVE and step.say in known:
            yield f"  {parent} -> {known[step.say]} [style=dashed];"
            continue
        number += 1
        node = f"s{number}"
        if step.children:
            known.setdefault(step.say, node)
        cited = "; ".join(dict.fromkeys(f"{c.short} · {c.section}" for c in step.clauses))
        label = _lines(step.say + (f" ({step.note})" if step.note else ""))
        label += f"\n[{_lines(cited)}]" if cited else ""
        style = ', style="rounded,filled,dashed"' if step.kind in ("failed", "open") else ""
        fill = _FILLS.get(step.kind, "#ffffff")
        yield f'  {node} [label={_quoted(label)}, fillcolor="{fill}"{style}];'
        yield f"  {parent} -> {node};"
        pending += [(node, child) for child in reversed(step.children)]


def _lines(text: str) -> str:
    return "\n".join(textwrap.wrap(visible(text.replace("\n", " ")), 42, break_on_hyphens=False))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
