"""Texts of a word list with their places.

In: a node. Out: the texts in it. Guarantee: an empty one is reported with its place.
"""

from __future__ import annotations

from rulings.language.diagnostics import Diagnostic
from rulings.language.source import Span
from rulings.records import dataclass
from rulings.rulebook.document import error
from rulings.rulebook.yaml_tree import Node


@dataclass(frozen=True, slots=True)
class Written:
    """A text of the word list and where it stands."""

    text: str
    span: Span


def texts(node: Node, key: str, problems: list[Diagnostic]) -> tuple[Written, ...]:
    """Return a text, or a list of texts."""
    items = node.items if node.items is not None else (node,)
    for item in items:
        if not item.text:
            hint = "Write a text or a list of texts."
            problems.append(error("RUL631", f'"{key}" needs a text.', item.span, hint))
    if not items:
        hint = "Write a text or a list of texts."
        problems.append(error("RUL631", f'"{key}" lists nothing.', node.span, hint))
    return tuple(Written(item.text, item.span) for item in items if item.text)
