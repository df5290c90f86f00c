"""The grammar of card texts that a rulebook declares: the key `card_texts` of a word list.

In: the node of the key. Out: a `TextWords`, everything with its place. Guarantee: as for the
other keys of a word list, what is of the wrong kind is reported with its place; what the phrases
mean is checked by `rulings.english.card_texts`, which knows the predicates.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.language.diagnostics import Diagnostic
from rulings.language.source import Span
from rulings.records import dataclass
from rulings.rulebook.document import error, unknown_keys
from rulings.rulebook.file_keys import shape
from rulings.rulebook.written_words import Written, texts
from rulings.rulebook.yaml_tree import Node


@dataclass(frozen=True, slots=True)
class PhraseEntry:
    """Patterns of one kind of phrase, the facts that they state and the value they stand for.

    Without `value` a phrase stands for its own words; with `new` it is a thing of its own.
    """

    kind: Written
    say: tuple[Written, ...]
    means: tuple[Written, ...]
    span: Span
    value: Written | None = None
    new: bool = False


@dataclass(frozen=True, slots=True)
class TextWords:
    """How the texts of cards are read: `told` is the fact that a card bears a text.

    `sentence` is stated of every sentence of a text, `unread` of words that nothing reads;
    `bearers` are nouns of a card for what bears a text: "its rule says". `other` is how a text
    calls the other of two players, `spoken` pairs words of the grammar with what players say for
    them.
    """

    told: Written | None = None
    sentence: Written | None = None
    unread: Written | None = None
    phrases: tuple[PhraseEntry, ...] = ()
    bearers: tuple[Written, ...] = ()
    other: Written | None = None
    spoken: tuple[tuple[Written, tuple[Written, ...]], ...] = ()

    def with_words(self, other: TextWords) -> TextWords:
        """Return this grammar and what another file adds to it."""
        return TextWords(
            self.told or other.told,
            self.sentence or other.sentence,
            self.unread or other.unread,
            self.phrases + other.phrases,
            self.bearers + other.bearers,
            self.other or other.other,
            self.spoken + other.spoken,
        )


def read_text_words(node: Node | None, problems: list[Diagnostic]) -> TextWords:
    """Read the key `card_texts`; problems are added to the list."""
    if node is None or node.text == "":
        return TextWords()
    if node.fields is None:
        hint = f"Write the keys {', '.join(shape('card-texts').names)}."
        problems.append(error("RUL631", '"card_texts" is a mapping.', node.span, hint))
        return TextWords()
    problems += unknown_keys(node, shape("card-texts"), "RUL630")
    told, sentence, unread, other = (
        _one(node.field(key), key, problems) for key in ("told", "sentence", "unread", "other")
    )
    listed = node.field("bearers")
    bearers = texts(listed, "bearers", problems) if listed is not None else ()
    phrases = tuple(_phrases(node.field("phrases"), problems))
    spoken = tuple(_spoken(node.field("spoken"), problems))
    return TextWords(told, sentence, unread, phrases, bearers, other, spoken)


def _spoken(
    node: Node | None, problems: list[Diagnostic]
) -> Iterator[tuple[Written, tuple[Written, ...]]]:
    if node is None or node.text == "":
        return
    if node.fields is None:
        hint = "Write words of the grammar, a colon, and the list of what is said for them."
        problems.append(error("RUL631", '"spoken" is a mapping.', node.span, hint))
        return
    for meant, said in node.fields:
        yield Written(meant.text or "", meant.span), texts(said, meant.text or "", problems)


def _phrases(node: Node | None, problems: list[Diagnostic]) -> list[PhraseEntry]:
    if node is None or node.text == "":
        return []
    if node.items is None:
        hint = "Write each as `- phrase: …` with `say: …` below it."
        problems.append(error("RUL631", '"phrases" is a list.', node.span, hint))
        return []
    found = []
    for item in node.items:
        problems += unknown_keys(item, shape("text-phrase"), "RUL630")
        kind, say = _one(item.field("phrase"), "phrase", problems), item.field("say")
        if kind is None or say is None:
            hint = "Write `phrase:` with its kind and `say:` with its patterns."
            problems.append(error("RUL631", "A phrase has a kind and is said.", item.span, hint))
            continue
        means, new = item.field("means"), item.field("new")
        if new is not None and new.text not in ("true", "yes"):
            hint = "Write `new: yes`, or leave it out."
            problems.append(
                error("RUL631", f'"{new.text}" says nothing about new.', new.span, hint)
            )
        found.append(
            PhraseEntry(
                kind,
                texts(say, "say", problems),
                texts(means, "means", problems) if means is not None else (),
                item.span,
                _one(item.field("is"), "is", problems),
                new is not None,
            )
        )
    return found


def _one(node: Node | None, key: str, problems: list[Diagnostic]) -> Written | None:
    if node is None:
        return None
    if not node.text:
        hint = "Write it behind the colon."
        problems.append(error("RUL631", f'"{key}" is a text.', node.span, hint))
        return None
    return Written(node.text, node.span)
