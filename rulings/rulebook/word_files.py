"""The word lists of a rulebook: how people say what its templates say.

In: the text of `words.yaml`, or of a file of the folder `words`. Out: a `WordList`, everything
with its place. Guarantee: unknown keys, empty entries and values of the wrong kind are reported
with their place; what the words mean is checked by `rulings.english.vocabulary`, which knows the
templates.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span
from rulings.records import dataclass, field, replace
from rulings.rulebook.document import error, unknown_keys
from rulings.rulebook.file_keys import shape
from rulings.rulebook.text_words import TextWords, read_text_words
from rulings.rulebook.written_words import Written, texts
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
    `ask` is the variable whose value answers a pattern that is a question, `thing` the one that a
    pattern which is a noun phrase stands for ("{P}'s hiker"). `many` says of which
    variable a number of new things is meant ("there are {N} of us"), or that it stands for what
    is named `next` in a row; `denied` is what the denial of the sentence states, `asked` what a
    question with it asks instead of what it states. With `new` a noun phrase never means a thing
    spoken of before.
    """

    say: tuple[Written, ...]
    means: tuple[Written, ...]
    span: Span
    ask: Written | None = None
    thing: Written | None = None
    use: str = "both"
    many: tuple[tuple[str, str], ...] = ()
    denied: tuple[Written, ...] = ()
    asked: tuple[Written, ...] = ()
    editions: tuple[str, ...] = ()
    new: bool = False


@dataclass(frozen=True, slots=True)
class WordList:
    """The words of one rulebook. `nouns` name types, nouns and things; `verbs` are inflected.

    `titles` are names that people also write without capitals,
    `elsewhere` are the patterns of other editions, which synonyms may also stand for, `card_texts`
    is how the texts of cards are read.
    """

    nouns: tuple[Synonyms, ...] = ()
    verbs: tuple[Synonyms, ...] = ()
    words: tuple[Synonyms, ...] = ()
    idioms: tuple[IdiomEntry, ...] = ()
    elsewhere: tuple[Written, ...] = ()
    card_texts: TextWords = field(default_factory=TextWords)
    titles: tuple[Written, ...] = ()

    def with_words(self, other: WordList) -> WordList:
        """Return this word list and another one after it."""
        return WordList(
            self.nouns + other.nouns,
            self.verbs + other.verbs,
            self.words + other.words,
            self.idioms + other.idioms,
            self.elsewhere + other.elsewhere,
            self.card_texts.with_words(other.card_texts),
            self.titles + other.titles,
        )

    def of_edition(self, edition: str) -> WordList:
        """Return the word list without the idioms of other editions."""
        kept: list[IdiomEntry] = []
        others: list[Written] = []
        for one in self.idioms:
            if not one.editions or edition in one.editions:
                kept.append(one)
            else:
                others += one.say
        elsewhere = (*self.elsewhere, *others)
        return replace(self, idioms=tuple(kept), elsewhere=elsewhere)


def read_words(source: Source) -> WordList:
    """Read a word list. Raises RulingsError (RUL63x)."""
    root = parse_yaml(source)
    if root is None:
        return WordList()
    problems = unknown_keys(root, shape("words"), "RUL630")
    if root.fields is None:
        hint = f"Write the keys {', '.join(shape('words').names)}."
        problems.append(error("RUL631", "A word list is a mapping.", root.span, hint))
    nouns, verbs, words = (
        tuple(_synonyms(root.field(key), key, problems)) for key in ("nouns", "verbs", "words")
    )
    found = WordList(
        nouns,
        verbs,
        words,
        tuple(_idioms(root.field("idioms"), problems)),
        card_texts=read_text_words(root.field("card_texts"), problems),
        titles=texts(titles, "titles", problems) if (titles := root.field("titles")) else (),
    )
    if problems:
        raise RulingsError(problems)
    return found


def _synonyms(node: Node | None, key: str, problems: list[Diagnostic]) -> Iterator[Synonyms]:
    if node is None or node.text == "":
        return
    if node.fields is None:
        hint = "Write what the rulebook says, a colon, and the list of what is said for it."
        problems.append(error("RUL631", f'"{key}" is a mapping.', node.span, hint))
        return
    for meant, said in node.fields:
        some = texts(said, meant.text or "", problems)
        if some:
            yield Synonyms(Written(meant.text or "", meant.span), some)


def _idioms(node: Node | None, problems: list[Diagnostic]) -> Iterator[IdiomEntry]:
    if node is None or node.text == "":
        return
    if node.items is None:
        hint = "Write each as `- say: …` and `means: …` below it."
        problems.append(error("RUL631", '"idioms" is a list.', node.span, hint))
        return
    for item in node.items:
        problems += unknown_keys(item, shape("idiom"), "RUL630")
        say, means = item.field("say"), item.field("means")
        if say is None or means is None:
            hint = "Write `say:` with a pattern and `means:` with what it stands for."
            problems.append(error("RUL631", "An idiom says and means.", item.span, hint))
            continue
        use = item.field("as")
        uses = next(key.choices for key in shape("idiom").keys if key.name == "as")
        if use is not None and use.text not in uses:
            hint = f"Write one of {', '.join(uses)}."
            problems.append(error("RUL631", f'"{use.text}" is no use.', use.span, hint))
        new = item.field("new")
        if new is not None and new.text not in ("true", "yes"):
            hint = "Write `new: yes`, or leave it out."
            problems.append(
                error("RUL631", f'"{new.text}" says nothing about new.', new.span, hint)
            )
        denied, asked = item.field("denied"), item.field("asked")
        editions = item.field("editions")
        yield IdiomEntry(
            texts(say, "say", problems),
            texts(means, "means", problems),
            item.span,
            _variable(item.field("ask"), "ask", problems),
            _variable(item.field("is"), "is", problems),
            (use.text if use is not None and use.text else "both"),
            tuple(
                (variable.text or "", number.text or "") for variable, number in (many.fields or ())
            )
            if (many := item.field("many")) is not None
            else (),
            texts(denied, "denied", problems) if denied is not None else (),
            texts(asked, "asked", problems) if asked is not None else (),
            tuple(one.text for one in texts(editions, "editions", problems)) if editions else (),
            new is not None,
        )


def _variable(node: Node | None, key: str, problems: list[Diagnostic]) -> Written | None:
    if node is None or node.text == "":
        return None
    if node.text is None:
        hint = "Write the variable that stands in braces."
        problems.append(error("RUL631", f'"{key}" names a variable.', node.span, hint))
        return None
    return Written(node.text, node.span)
