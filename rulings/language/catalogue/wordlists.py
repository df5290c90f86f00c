"""RUL630 to RUL649: the word list of a rulebook."""

from __future__ import annotations

from rulings.language.catalogue.entry import Entry, in_full
from rulings.language.diagnostics import Severity

WORD_LISTS = (
    in_full(
        "RUL630",
        "unknown key of a word list",
        "Correct the spelling.",
        "A word list has `nouns`, `verbs`, `words`, `idioms` and `card_texts`; an idiom has `say` "
        "and `means` and may have `ask`, `as`, `many`, `denied` and `editions`.",
        "idioms:\n  - {says: '{P} is done', means: done(P)}",
    ),
    in_full(
        "RUL631",
        "word list of the wrong shape",
        "Write what the rulebook says, a colon, and a list of what people say for it.",
        "`nouns`, `verbs` and `words` are mappings from what the rulebook says to a list of what "
        "is said for it; `idioms` is a list of mappings.",
        "nouns: [site, place]",
    ),
    Entry(
        "RUL632",
        "pattern that cannot be read",
        "In this pattern {reason}.",
        "A pattern is words, slots and alternatives, `(a|b|)`.",
        "Close every bracket, or make two idioms of it.",
        "An alternative may be empty and may hold alternatives of its own. A pattern stands for "
        "at most 96 texts.",
        shown="say: '{P} (may|can stop'",
    ),
    Entry(
        "RUL633",
        "slot without a meaning",
        "`{slot}` does not occur in what the idiom means.",
        "Nothing that is said is dropped: every slot stands in the meaning.",
        "Use `{slot}` in `means`, or say the idiom without it.",
        "What a player fills into a slot has to reach the rules; an idiom that took a name and "
        "forgot it would answer another question.",
        shown="say: '{P} is done with {X}'\nmeans: done(P)",
    ),
    Entry(
        "RUL634",
        "pattern with other slots",
        "“{text}” has not the slots of the idiom's other patterns, or has one twice.",
        "All patterns of an idiom have the same slots, each once.",
        "Make an idiom of its own of it.",
        "The patterns of one idiom are different ways to say the same thing.",
        shown="say: ['{P} owns {X}', '{P} is rich']",
    ),
    Entry(
        "RUL635",
        "synonym of words that no template has",
        "No template has the words “{word}”.",
        "A synonym stands for words of templates or of idioms.",
        "Correct the spelling, or write the words as a template has them.",
        "`verbs` are written in their base form, as in “buy”; their other forms follow.",
        shown="verbs: {purchsae: [get]}",
    ),
    Entry(
        "RUL636",
        "synonym of a noun that is not known",
        "“{noun}” is no type, no noun and no name of this rulebook.",
        "A noun stands for a type, for a noun of the rulebook or for the name of a thing.",
        "Correct the spelling.",
        "The names are those of types, of members of closed types, and labels.",
        shown="nouns: {plcae: [site]}",
    ),
    Entry(
        "RUL637",
        "noun with two meanings",
        "“{word}” is already a noun for {first}, and would also be one for {second}.",
        "A noun names one type.",
        "Keep one of them.",
        "Which things “which …” asks for must not depend on the order of a list.",
        shown="nouns: {card: [thing], token: [thing]}",
    ),
    Entry(
        "RUL638",
        "idiom that says what is said already",
        "“{text}” is already said by “{other}”.",
        "One sentence has one meaning.",
        "Leave the pattern out, or give its slots narrower types.",
        "A sentence that fits two templates equally well is refused when it is typed; here the "
        "two are the same word for word.",
        shown="say: '{C} is active'     (declared: \"{C} is active\")",
        severity=Severity.WARNING,
    ),
    Entry(
        "RUL639",
        "sentence of two predicates",
        "“{text}” of `{name}` says what “{theirs}” of `{other}` says.",
        "One sentence says one predicate.",
        "Reword one of them, or conclude one from the other if stating it is a reason for it.",
        "A statement would be taken for the one and a question for the other. Only a state and "
        "what rules conclude from it may share a sentence.",
        shown='.state holds(P: player, C: card) "{P} holds {C}".\n'
        '.decl takes(P: player, C: card) "{P} holds {C}".',
    ),
    Entry(
        "RUL640",
        "sentences that one short question means",
        "“{text}” of `{name}` can be confused with “{theirs}” of `{other}`: a question for "
        "{{{column}}} that leaves its kind unsaid, or counts it, means either.",
        "A question names the kind of what it asks for, or the sentences differ in other words.",
        "Ask with the noun (“which …” instead of “what …”), or reword one of them.",
        "“What does Ana take?” may ask for either where two of “{P} takes {C}”, “{P} takes trick "
        "{T}” and “{P} takes {N} tricks” are declared, and is refused; “How many tricks does Ana "
        "take?” for the last or the tricks, unless it is concluded from them.",
        shown='.state takes(P: player, C: card) "{P} takes {C}".\n'
        '.state wins(P: player, T: trick) "{P} takes trick {T}".',
        severity=Severity.NOTE,
    ),
)
