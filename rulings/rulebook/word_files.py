"""The word lists of a rulebook: how people say what its templates say.

In: the text of `words.yaml`, or of a file of the folder `words`. Out: a `WordList`, everything
with its place. Guarantee: unknown keys, empty entries and values of the wrong kind are reported
with their place; what the words mean is checked by `rulings.english.vocabulary`, which knows the
templates.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.language.diagnostics import RulingsError
from rulings.language.source import Source, Span
from rulings.records import dataclass, field
from rulings.rulebook.file_keys import shape
from rulings.rulebook.text_words import TextWords, read_text_words
from rulings.rulebook.written_words import WordReader, Written
from rulings.rulebook.yaml_tree import Node, parse_yaml

WORDS = "words.yaml"
WORDS_FOLDER = "words"


@dataclass(frozen=True, slots=True)
class Synonyms:
    """What a rulebook says and what people say for it."""

    meant: Written
    said: tuple[Written, ...]


@dataclass(frozen=True, slots=True)
class IdiomEntry:
    """Sentence patterns and what they stand for.

    `means` are declared sentences or conditions of the rule language, all of them together.
    `thing` is the variable that a pattern which is a noun phrase stands for ("{P}'s hiker"),
    `following` the one that stands for what is named next in a row; `denied` is what the denial of
    the sentence states, `asked` what a question with it asks instead of what it states. With `new`
    a noun phrase never means a thing spoken of before.
    """

    say: tuple[Written, ...]
    means: tuple[Written, ...]
    span: Span
    thing: Written | None = None
    use: str = "both"
    following: str = ""
    denied: tuple[Written, ...] = ()
    asked: tuple[Written, ...] = ()
    new: bool = False


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of one rulebook. `nouns` name types, nouns and things; `verbs` are inflected.

    `card_texts` is how the texts of cards are read.
    """

    nouns: tuple[Synonyms, ...] = ()
    verbs: tuple[Synonyms, ...] = ()
    words: tuple[Synonyms, ...] = ()
    idioms: tuple[IdiomEntry, ...] = ()
    card_texts: TextWords = field(default_factory=TextWords)

    def with_words(self, other: WordList) -> WordList:
        """Return this word list and another one after it."""
        return WordList(
            self.nouns + other.nouns,
            self.verbs + other.verbs,
            self.words + other.words,
            self.idioms + other.idioms,
            self.card_texts.with_words(other.card_texts),
        )


def read_words(source: Source) -> WordList:
    """Read a word list. Raises RulingsError (RUL63x)."""
    root = parse_yaml(source)
    if root is None:
        return WordList()
    reader = WordReader()
    reader.check_keys(root, "words")
    if root.fields is None:
        hint = f"Write the keys {', '.join(shape('words').names)}."
        reader.refuse("A word list is a mapping.", root.span, hint)
    nouns, verbs, words = (
        tuple(_synonyms(root.field(key), key, reader)) for key in ("nouns", "verbs", "words")
    )
    found = WordList(
        nouns,
        verbs,
        words,
        tuple(_idioms(root.field("idioms"), reader)),
        read_text_words(root.field("card_texts"), reader),
    )
    if reader.problems:
        raise RulingsError(reader.problems)
    return found


def _synonyms(node: Node | None, key: str, reader: WordReader) -> Iterator[Synonyms]:
    hint = "Write what the rulebook says, a colon, and the list of what is said for it."
    pairs = reader.pairs(node, key, hint)
    return (Synonyms(meant, some) for meant, some in pairs if some)


def _idioms(node: Node | None, reader: WordReader) -> Iterator[IdiomEntry]:
    hint = "Write each as `- say: …` and `means: …` below it."
    for item in reader.items(node, "idioms", "idiom", hint):
        say, means = item.field("say"), item.field("means")
        if say is None or means is None:
            hint = "Write `say:` with a pattern and `means:` with what it stands for."
            reader.refuse("An idiom says and means.", item.span, hint)
            continue
        use = item.field("as")
        uses = next(key.choices for key in shape("idiom").keys if key.name == "as")
        if use is not None and use.text not in uses:
            hint = f"Write one of {', '.join(uses)}."
            reader.refuse(f'"{use.text}" is no use.', use.span, hint)
        following = _variable(item, "next", reader)
        yield IdiomEntry(
            reader.texts(say, "say"),
            reader.texts(means, "means"),
            item.span,
            _variable(item, "is", reader),
            use.text if use is not None and use.text else "both",
            following.text if following is not None else "",
            reader.texts(item.field("denied"), "denied"),
            reader.texts(item.field("asked"), "asked"),
            reader.is_new(item),
        )


def _variable(item: Node, key: str, reader: WordReader) -> Written | None:
    node, hint = item.field(key), "Write the variable that stands in braces."
    named = node if node is not None and node.text != "" else None
    return reader.text(named, f'"{key}" names a variable.', hint)
