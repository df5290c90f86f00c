"""RUL650 to RUL659: laws of encoding that a whole rulebook keeps."""

from __future__ import annotations

from rulings.language.catalogue.entry import Entry
from rulings.language.diagnostics import Severity


def _law(code: str, title: str, message: str, law: str, step: str, more: str, shown: str) -> Entry:
    return Entry(code, title, message, law, step, more, shown=shown, severity=Severity.WARNING)


WORLDS: tuple[Entry, ...] = (
    _law(
        "RUL651",
        "permission declared beside what a happening needs",
        "“{text}” is said by `{name}`; `{happening}` has needs, which say what may be done.",
        "What may be done is what a happening needs.",
        "Write the rules of `{name}` as `{happening}( … ) needs …`, and leave `{name}` out.",
        "As long as it is declared, its sentence is read, and nothing is asked of the needs.",
        '`.decl may_play(P: player, C: card) "{P} may play {C}".` where `plays` has needs',
    ),
    _law(
        "RUL652",
        "conclusion that no table can change",
        "“{text}” of `{name}` is the same at every table, and no rule reads it.",
        "A conclusion follows from what is told at a table.",
        "Leave its sentence out, or make it a condition of the rules that it is about.",
        "What the booklet says of no table is quoted from it; what a card shows is a fact.",
        '`.decl early(S: step) "{S} comes early".` concluded from constants alone',
    ),
    _law(
        "RUL653",
        "type with one member",
        "The type `{name}` has one member, `{member}`.",
        "A type tells things apart.",
        "Leave the column out, or leave the type open.",
        "A column in which only one thing can stand says nothing.",
        ".type deck = { main }.",
    ),
    _law(
        "RUL654",
        "rules that differ in one denied goal",
        "This rule and another differ in that one of them denies `{name}`.",
        "What follows with a goal and without it follows whatever the goal is.",
        "Write one rule without it.",
        "Two rules for one law are counted twice, and each is explained by what does not matter.",
        "wins(P) :- leads(P), tired(P).\nwins(P) :- leads(P), not tired(P).",
    ),
    _law(
        "RUL655",
        "sentences that differ in a small word",
        "“{text}” differs from “{other}” of `{name}` in an article or an adverb.",
        "Two sentences that a reader takes for the same are one.",
        "Keep one of them; say time with a clock or with `happened`.",
        "An article or “now” and “still” tell nobody which of two facts is meant.",
        '`"{C} is open"` and `"{C} is still open"`',
    ),
    _law(
        "RUL656",
        "state that the journal tells",
        "“{text}” of `{name}` says that `{deed}` took place.",
        "What took place is in the journal.",
        "Read `happened {deed}( … )`, and leave `{name}` out.",
        "A state beside the journal is another world: what is told to the one is not known to the "
        "other. What stays to be seen on the table is a state, and says what is seen.",
        '`.state played(P: player, C: card) "{P} has played {C}".` where `plays` happens',
    ),
    _law(
        "RUL657",
        "pattern without a slot",
        "The pattern “{text}” has no slot.",
        "A word list has words and constructions, which serve many sentences.",
        "Declare the sentence with a predicate, or leave it out.",
        "A whole sentence that stands for another is learnt by heart: the next player says it in "
        "other words.",
        "say: “it is all over”\nmeans: game_over",
    ),
)
