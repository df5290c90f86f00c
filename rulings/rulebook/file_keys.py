"""The keys of every file that an author writes.

In: nothing. Out: a `Shape` for each mapping of these files: its keys, what each takes and what it
is for. Guarantee: the one description of them. The readers know the keys from here, `rulings
schema` makes JSON Schemas of it, and docs/keys.md is printed from it.
"""

from __future__ import annotations

from enum import Enum

from rulings.records import dataclass


class Takes(Enum):
    """What stands behind a key; the value is how it is said."""

    TEXT = "a text"
    TEXTS = "a text, or a list of texts"
    LIST_OF_TEXTS = "a list of texts"
    LINES = "lines of text, or a list of them"
    SYNONYMS = "a mapping: what the rulebook says, and what is said for it"
    VARIABLES = "a mapping of variables to variables"
    SWITCH = "yes or no"
    EXPECTATION = "a verdict, a number, a list of names, or one of these for each edition"
    EDITIONS = "a name, a list of names, or an expectation for each edition"
    GLYPHS = "a mapping: a glyph, and the line or lines that it stands for"
    SHAPE = "a mapping"
    SHAPES = "a list of mappings"
    GRIDS = "a mapping, or a list of them"
    ENTRIES = "a mapping of names to mappings"


@dataclass(frozen=True, slots=True)
class Key:
    """A key: what it takes and is for. `of` is the shape of the mappings below it.

    `choices` are the texts that it may have, where these are few. What is `needed` may be missing
    where one of the keys `unless` stands; `least` is how many entries it has.
    """

    name: str
    takes: Takes
    purpose: str
    needed: bool = False
    of: Shape | None = None
    choices: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    least: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """A mapping. `what` says what it is, as in "is not a key of a case"."""

    what: str
    keys: tuple[Key, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The keys there are."""
        return tuple(key.name for key in self.keys)


@dataclass(frozen=True, slots=True)
class FileShape:
    """A kind of file: what `rulings schema` calls it, where it lies, the shape of what it holds.

    Where `glyphs` it has no keys of its own, but maps glyphs to lines.
    """

    name: str
    place: str
    shape: Shape
    glyphs: bool = False


_TEXT, _TEXTS, _LIST = Takes.TEXT, Takes.TEXTS, Takes.LIST_OF_TEXTS

_NAME = Key("name", _TEXT, "the name in commands, that of the folder", needed=True)
_TITLE = Key("title", _TEXT, "the name to print; by default `name`")
_LIBRARIES = Key("libraries", _LIST, "files of `facts/lib`, without `.dl`")
_NOTE = Key("note", _TEXT, "for readers alone")
_EDITIONS = Key("editions", Takes.EDITIONS, "several editions, `all` for every one")

EDITION = Shape(
    "an edition",
    (
        Key("title", _TEXT, "the name to print; by default the name of its table"),
        Key("documents", _LIST, "the printed documents that it encodes; by default all"),
        Key("files", _LIST, "its files and patterns of files, in load order"),
    ),
)
MANIFEST = Shape(
    "a manifest",
    (
        _NAME,
        _TITLE,
        Key("default_edition", _TEXT, "the edition of who names none; by default the first"),
        _LIBRARIES,
        Key("editions", Takes.ENTRIES, "the editions, by name", needed=True, of=EDITION, least=1),
    ),
)
LAYER = Shape(
    "the manifest of a layer",
    (
        _NAME,
        _TITLE,
        Key("extends", _TEXT, "the rulebook or layer that it lies on", needed=True),
        Key("files", _LIST, "its own files and patterns of files"),
        _LIBRARIES,
        Key("withdraws", _LIST, "the clauses that it takes away"),
    ),
)
CLAUSE = Shape(
    "a clause",
    (
        Key("id", _TEXT, "its name within the document", needed=True),
        Key("section", _TEXT, "where it stands; in Markdown by default the heading", needed=True),
        Key("gist", _TEXT, "what it says, in a sentence of your own"),
        Key("page", _TEXT, "the page of the print"),
        Key("lines", _TEXT, "the lines of the print"),
        Key("unmodelled", _TEXT, "why no rule encodes it"),
        Key("editions", _LIST, "the editions it is in force in; by default all"),
        Key("find", _TEXT, "some words of the print, to find it by in the next printing"),
        Key("fingerprint", _TEXT, "a hash of the printed words"),
        Key(
            "printed",
            _TEXT,
            "why it is quoted and no rule: advice, history, components, …",
        ),
        Key("replaces", _TEXTS, "in a layer: the clauses in whose place it stands"),
        Key("same", _TEXTS, "clauses of other documents that print the same"),
        Key("asks", _TEXT, "a question that it answers, to find it by"),
        Key("words", _TEXT, "further words of the print and of who asks, to find it by"),
    ),
)
DOCUMENT_HEAD = Shape(
    "a document",
    (
        Key("id", _TEXT, "the name by which rules cite it", needed=True),
        Key("title", _TEXT, "the name to print; by default `id`"),
        Key("short", _TEXT, "the short name in answers; by default `id`"),
    ),
)
DOCUMENT = Shape(
    "a document",
    (
        Key("title", _TEXT, "the name to print; by default its key"),
        Key("short", _TEXT, "the short name in answers; by default its key"),
        Key("clauses", Takes.SHAPES, "its clauses, in print order", needed=True, of=CLAUSE),
    ),
)
REGISTRY = Shape(
    "a clause registry",
    (Key("documents", Takes.ENTRIES, "the documents, by id", needed=True, of=DOCUMENT),),
)
IDIOM = Shape(
    "an idiom",
    (
        Key("say", _TEXTS, "the patterns that people say", needed=True),
        Key("means", _TEXTS, "sentences or conditions, all of which it stands for", needed=True),
        Key("ask", _TEXT, "the variable whose value answers a pattern that asks"),
        Key("is", _TEXT, "the variable that a noun phrase stands for"),
        Key(
            "as",
            _TEXT,
            "where it is read; by default `both`",
            choices=("statement", "question", "both"),
        ),
        Key("many", Takes.VARIABLES, "a variable, and the number of new things it is meant for"),
        Key("denied", _TEXTS, "what its denial states"),
        Key("asked", _TEXTS, "what a question with it asks, in place of what it states"),
        Key("editions", _TEXTS, "the editions it is said in; by default all"),
        Key("new", _TEXT, "a noun phrase that never means what was named before", choices=("yes",)),
    ),
)
TEXT_PHRASE = Shape(
    "a phrase of card texts",
    (
        Key("phrase", _TEXT, "its kind, as slots name it; `sentence` is a whole one", needed=True),
        Key("say", _TEXTS, "its patterns; a slot is `{NAME: kind}`", needed=True),
        Key("means", _TEXTS, "the facts that it states; by default none"),
        Key("is", _TEXT, "the value that it stands for; by default its own words"),
        Key("new", _TEXT, "it stands for a thing of its own", choices=("yes",)),
    ),
)
CARD_TEXTS = Shape(
    "a grammar of card texts",
    (
        Key("told", _TEXT, "the fact that `Card` bears the text `Text`"),
        Key("bearers", _LIST, "nouns for what bears a text besides its card: “its rule says”"),
        Key("other", _TEXT, "how a text calls the other of two players: “your opponent”"),
        Key("spoken", Takes.SYNONYMS, "words of the grammar, and what players say for them"),
        Key("sentence", _TEXT, "the fact that `Sentence` is number `Number` of `Card`"),
        Key("unread", _TEXT, "the fact that nothing reads `Words` of `Card`"),
        Key("phrases", Takes.SHAPES, "its phrases", of=TEXT_PHRASE),
    ),
)
WORDS = Shape(
    "a word list",
    (
        Key("nouns", Takes.SYNONYMS, "names of types and things"),
        Key("verbs", Takes.SYNONYMS, "verbs, with all their forms"),
        Key("words", Takes.SYNONYMS, "any other words, as they stand"),
        Key("titles", _LIST, "names that people also write without capitals"),
        Key("idioms", Takes.SHAPES, "whole sentences", of=IDIOM),
        Key("card_texts", Takes.SHAPE, "how texts of cards are read", of=CARD_TEXTS),
    ),
)
GRID = Shape(
    "a grid",
    (
        Key("rows", Takes.LINES, "one line of glyphs a row", needed=True),
        Key("legend", Takes.GLYPHS, "what glyphs stand for here, before `legend.yaml`"),
        Key("from", _TEXT, "the square at the top left; by default a1"),
        Key("cells", _TEXT, "what a cell is", choices=("characters", "words")),
        Key("ruler", Takes.SWITCH, "whether rows begin with their number"),
        Key("place", _TEXT, "the line for every square that is drawn"),
        Key("prefix", _TEXT, "what the names of squares begin with"),
    ),
)
SITUATION = Shape(
    "a situation",
    (
        Key("title", _TEXT, "the name to print; by default that of the file"),
        Key("game", _TEXT, "the rulebook it is for"),
        Key("edition", _TEXT, "the edition it is for; by default any"),
        Key("grid", Takes.GRIDS, "the board as drawn", of=GRID),
        Key("given", Takes.LINES, "sentences and facts, one a line"),
        Key("happened", Takes.LINES, "what takes place after that, one a line"),
        _NOTE,
    ),
)
CASE = Shape(
    "a case",
    (
        Key("id", _TEXT, "its name within the file", needed=True, unless=("table",)),
        Key("ask", _TEXT, "the question", needed=True, unless=("table",)),
        Key("expect", Takes.EXPECTATION, "the answer", needed=True, unless=("editions", "table")),
        Key("because", _TEXTS, "clauses that the verdict must rest on"),
        Key("given", Takes.LINES, "what is so at this table beside its situation"),
        Key("grid", Takes.GRIDS, "a board as drawn", of=GRID),
        Key("situation", _TEXT, "the ready-made situation; by default that of the file"),
        Key("edition", _TEXT, "the edition; by default those of the file, or every one"),
        _EDITIONS,
        Key("table", _TEXT, "one row a case: Markdown, CSV, or the name of a `.csv` file"),
        Key("source", _TEXT, "where the answer is printed"),
        _NOTE,
    ),
)
EXPECTED = Shape(
    "an expectation",
    (Key("editions", Takes.EDITIONS, "an expectation for each edition", needed=True),),
)
FAQ_FILE = Shape(
    "a FAQ file",
    (
        Key("game", _TEXT, "the rulebook that is asked", needed=True),
        Key("situation", _TEXT, "the ready-made situation of its cases"),
        Key(
            "given",
            Takes.LINES,
            "what is so at the tables of all cases; `NAME.txt`, the lines of that file",
        ),
        Key("edition", _TEXT, "the edition of its cases; by default every one"),
        _EDITIONS,
        Key("cases", Takes.SHAPES, "the cases", needed=True, of=CASE),
        _NOTE,
    ),
)
_LEGEND = Shape("a legend", ())

FILES = (
    FileShape("manifest", "facts/GAME/rulebook.toml", MANIFEST),
    FileShape("layer", "facts/LAYER/rulebook.toml, of a layer", LAYER),
    FileShape("clauses", "facts/GAME/clauses.yaml", REGISTRY),
    FileShape("words", "facts/GAME/words.yaml, facts/GAME/words/*.yaml", WORDS),
    FileShape("situation", "facts/GAME/situations/*.yaml or .json", SITUATION),
    FileShape("legend", "facts/GAME/legend.yaml", _LEGEND, glyphs=True),
    FileShape("faq", "queries/GAME/*.faq.yaml", FAQ_FILE),
    FileShape("document-block", "a block `document` of a literate rulebook", DOCUMENT_HEAD),
    FileShape("clause-block", "a block `clause` of a literate rulebook", CLAUSE),
)
