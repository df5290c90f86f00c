"""The grammar of card texts that a rulebook declares: the key `card_texts` of a word list.

In: the node of the key. Out: a `TextWords`, everything with its place. Guarantee: as for the
other keys of a word list, what is of the wrong kind is reported with its place; what the phrases
mean is checked by `rulings.english.card_texts`, which knows the predicates.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.language.source import Span
from rulings.records import dataclass, fields
from rulings.rulebook.file_keys import shape
from rulings.rulebook.written_words import WordReader, Written
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
        both = ((getattr(self, one.name), getattr(other, one.name)) for one in fields(self))
        return TextWords(*(a + b if isinstance(a, tuple) else a or b for a, b in both))


def read_text_words(node: Node | None, reader: WordReader) -> TextWords:
    """Read the key `card_texts`."""
    if node is None or node.text == "":
        return TextWords()
    if node.fields is None:
        hint = f"Write the keys {', '.join(shape('card-texts').names)}."
        reader.refuse('"card_texts" is a mapping.', node.span, hint)
        return TextWords()
    reader.check_keys(node, "card-texts")
    told, sentence, unread, other = (
        _one(node, key, reader) for key in ("told", "sentence", "unread", "other")
    )
    hint = "Write words of the grammar, a colon, and the list of what is said for them."
    return TextWords(
        told,
        sentence,
        unread,
        tuple(_phrases(node.field("phrases"), reader)),
        reader.texts(node.field("bearers"), "bearers"),
        other,
        tuple(reader.pairs(node.field("spoken"), "spoken", hint)),
    )


def _phrases(node: Node | None, reader: WordReader) -> Iterator[PhraseEntry]:
    hint = "Write each as `- phrase: …` with `say: …` below it."
    for item in reader.items(node, "phrases", "text-phrase", hint):
        kind, say = _one(item, "phrase", reader), item.field("say")
        if kind is None or say is None:
            hint = "Write `phrase:` with its kind and `say:` with its patterns."
            reader.refuse("A phrase has a kind and is said.", item.span, hint)
            continue
        new, said = reader.is_new(item), reader.texts(say, "say")
        means, value = reader.texts(item.field("means"), "means"), _one(item, "is", reader)
        yield PhraseEntry(kind, said, means, item.span, value, new)


def _one(node: Node, key: str, reader: WordReader) -> Written | None:
    return reader.text(node.field(key), f'"{key}" is a text.', "Write it behind the colon.")
