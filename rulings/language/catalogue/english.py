"""RUL500 to RUL599: questions and statements in English."""

from __future__ import annotations

from rulings.language.catalogue.entry import Entry
from rulings.language.diagnostics import Severity

_SHOWN = "unfair› {line}"

ENGLISH = (
    Entry(
        "RUL501",
        "sentence not understood",
        "No declared sentence fits “{text}”.",
        "A line is read completely or not at all; it is never answered by guessing.",
        "{nearest}",
        "Every sentence comes from a template of the rulebook, as statement, denial or question. "
        "The three nearest templates are shown; `:help sentences` lists all.",
        shown=_SHOWN.format(line="is Triceratops happy"),
    ),
    Entry(
        "RUL502",
        "unknown name",
        "Nothing is called “{name}” here ({sort}).",
        "A question names only things that the rulebook or the table knows.",
        "{near}",
        "A misspelt name would be answered “no”, so it is an error. A statement introduces a new "
        "thing by its proper name, with capital letters or in quotes.",
        shown=_SHOWN.format(line="is Tricratops active"),
    ),
    Entry(
        "RUL503",
        "name of several things",
        "“{name}” names {count} things: {things}.",
        "A name in a question stands for one thing.",
        "Say which one, by its own name.",
        "Two copies of a card are two things. The name of the printed card means the copy when "
        "there is one on the table, and is ambiguous when there are two.",
        shown=_SHOWN.format(line="is Triceratops active"),
    ),
    Entry(
        "RUL504",
        "sentence with several meanings",
        "“{text}” can be read in {count} ways.",
        "A sentence has one meaning: the reading with most declared words wins.",
        "Say it in other words, or in Datalog: {readings}",
        "Two templates fit equally well. The readings are listed as Datalog, which is exact.",
        shown=_SHOWN.format(line="Triceratops is beside Log Flume"),
    ),
    Entry(
        "RUL505",
        "nothing to refer to",
        "“{name}” refers to nothing: nothing was named before.",
        "“this card” and “it” mean the focus or the thing named last.",
        "Name the thing, or set the focus: `focus NAME`.",
        "A pronoun needs something to stand for.",
        shown=_SHOWN.format(line="is this card active"),
    ),
    Entry(
        "RUL506",
        "focus of another kind",
        "“{name}” cannot mean {thing}: the sentence needs a {sort} here.",
        "“this card” and “it” mean the focus or the thing named last, of the kind said.",
        "Name the thing, or set the focus: `focus NAME`.",
        "The thing in focus is of another type than the noun or the slot of the sentence.",
        shown=_SHOWN.format(line="is this player active"),
    ),
    Entry(
        "RUL507",
        "question about an input",
        "“{column}” of “{sentence}” cannot be asked for.",
        "An input column has no list of values; the question gives it.",
        "Ask with a value: “{question}”.",
        "Columns marked `in` (a phrase, a number from the question) are not enumerated.",
        shown=_SHOWN.format(line="what does Triceratops match"),
    ),
    Entry(
        "RUL508",
        "denied description",
        "“{text}” denies several words at once, which leaves open which of them.",
        "A denial is about one fact.",
        "Deny one word at a time.",
        "“X is not a dinosaur upgrade” may mean that one of the words is wrong, or all.",
        shown=_SHOWN.format(line="Triceratops is not a dinosaur upgrade"),
    ),
    Entry(
        "RUL509",
        "name close to a known one",
        "“{name}” is new here, but close to “{near}”.",
        "A statement introduces new names, except one that looks like a slip of the pen.",
        "Write “{near}”, or put the new name in quotes: \"{name}\".",
        "Introducing “Tricratops” beside Triceratops is rarely meant.",
        shown=_SHOWN.format(line="Tricratops is on Log Flume"),
    ),
    Entry(
        "RUL520",
        "new name",
        "New here: {name} ({sort}).",
        "",
        "Withdraw it with `forget {name}` or `:undo`.",
        "A statement named something for the first time.",
        shown=_SHOWN.format(line="Neon Arch is on Log Flume"),
        severity=Severity.NOTE,
    ),
    Entry(
        "RUL521",
        "new word",
        "“{name}” is a new word here.",
        "",
        "If it is misspelt, say the sentence again.",
        "A description or phrase used a word that nothing else uses.",
        shown=_SHOWN.format(line="Neon Arch is a holographic upgrade"),
        severity=Severity.NOTE,
    ),
    Entry(
        "RUL522",
        "word probably misspelt",
        "“{name}” is no word the rulebook uses.",
        "Free text is compared word by word, so a misspelt word would be answered “no”.",
        "Did you mean “{near}”? If not, put the phrase in quotes.",
        "A phrase may use new words, but one that is a letter away from a known word is refused.",
        shown=_SHOWN.format(line="does Triceratops match dinosuar upgrade"),
    ),
    Entry(
        "RUL523",
        "word never used",
        "Nothing is described as “{name}” here.",
        "A question describes things by words that the rulebook or the table uses.",
        "{near}",
        "To ask about a word that nothing has, put it in quotes.",
        shown=_SHOWN.format(line="is Triceratops a gadget"),
    ),
    Entry(
        "RUL524",
        "unknown noun",
        "“{text}” is no noun of this rulebook.",
        "The nouns of a question are types, declared nouns (“{C} is an attraction”) and words "
        "that describe something.",
        "{nearest}",
        "“Which gadgets are active” would otherwise be answered “none”.",
        shown=_SHOWN.format(line="which gadgets are active"),
    ),
)
