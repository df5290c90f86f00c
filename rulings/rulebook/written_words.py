"""The parts of a word list with their places.

In: nodes. Out: the texts in them, the mappings and lists below them. Guarantee: what is of the
wrong kind, or empty, is reported with its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulings.language.diagnostics import Diagnostic
from rulings.language.source import Span
from rulings.records import dataclass, field
from rulings.rulebook.document import error, unknown_keys
from rulings.rulebook.file_keys import shape
from rulings.rulebook.yaml_tree import Node

_TEXTS = "Write a text or a list of texts."


@dataclass(frozen=True, slots=True)
class Written:
    """A text of the word list and where it stands."""

    text: str
    span: Span


@dataclass(slots=True)
class WordReader:
    """Reads the nodes of a word list; `problems` are what is wrong with them."""

    problems: list[Diagnostic] = field(default_factory=list)

    def refuse(self, message: str, span: Span, hint: str) -> None:
        """Report what is of the wrong kind."""
        self.problems.append(error("RUL631", message, span, hint))

    def check_keys(self, node: Node, kind: str) -> None:
        """Report the keys that a mapping of this kind does not have."""
        self.problems += unknown_keys(node, shape(kind), "RUL630")

    def texts(self, node: Node | None, key: str) -> tuple[Written, ...]:
        """Return a text, or a list of texts."""
        if node is None:
            return ()
        items = node.items if node.items is not None else (node,)
        for item in items:
            if not item.text:
                self.refuse(f'"{key}" needs a text.', item.span, _TEXTS)
        if not items:
            self.refuse(f'"{key}" lists nothing.', node.span, _TEXTS)
        return tuple(Written(item.text, item.span) for item in items if item.text)

    def text(self, node: Node | None, message: str, hint: str) -> Written | None:
        """Return one text, None where there is none; report what is no text."""
        if node is None:
            return None
        if not node.text:
            self.refuse(message, node.span, hint)
            return None
        return Written(node.text, node.span)

    def pairs(
        self, node: Node | None, key: str, hint: str
    ) -> Iterator[tuple[Written, tuple[Written, ...]]]:
        """Yield the keys of a mapping, each with the texts behind it."""
        if node is None or node.text == "":
            return
        if node.fields is None:
            self.refuse(f'"{key}" is a mapping.', node.span, hint)
        for meant, said in node.fields or ():
            name = meant.text or ""
            yield Written(name, meant.span), self.texts(said, name)

    def items(self, node: Node | None, key: str, kind: str, hint: str) -> Sequence[Node]:
        """Return the mappings of a list, each of this kind."""
        if node is None or node.text == "":
            return ()
        if node.items is None:
            self.refuse(f'"{key}" is a list.', node.span, hint)
        for item in node.items or ():
            self.check_keys(item, kind)
        return node.items or ()

    def is_new(self, item: Node) -> bool:
        """Whether a mapping says `new: yes`."""
        new = item.field("new")
        if new is not None and new.text not in ("true", "yes"):
            hint = "Write `new: yes`, or leave it out."
            self.refuse(f'"{new.text}" says nothing about new.', new.span, hint)
        return new is not None
