"""Mistakes about what happens (RUL35x in programs, RUL41x when something happens)."""

from __future__ import annotations

from rulings.language.catalogue.entry import Entry
from rulings.language.diagnostics import Severity

_GAME = (
    '.type player.\n.type card.\n.state holds(P: player, C: card) "{P} holds {C}".\n'
    '.state coins(P: player, N: int) one "{P} has {N} coins".\n'
    '.happening plays(P: player, C: card) "{P} plays {C}".\n'
    "holds(ana, rope).\n"
)

HAPPENINGS: tuple[Entry, ...] = (
    Entry(
        "RUL358",
        "effect on what is no state",
        "`{name}` is no `.state`, so nothing {word} it.",
        "A happening changes what the table states; what rules conclude follows from that.",
        "Declare `{name}` with `.state`, or change the states that it follows from.",
        "The next table is the one before without what ends and with what begins.",
        bad=_GAME + ".decl rich(P: player).\nrich(P) :- coins(P, 9).\n"
        "plays(P, _) begins rich(P).\n",
        good=_GAME + '.state rich(P: player) "{P} is rich".\nplays(P, _) begins rich(P).\n',
    ),
    Entry(
        "RUL360",
        "`sets` or `begins` of the other kind of state",
        "`{word}` does not fit `{name}`: write `{right}`.",
        "A state marked `one` is set to another value; any other begins and ends.",
        "Write `{right} {name}( … )`.",
        "Setting a value takes the place of the value before; beginning adds a fact.",
        bad=_GAME + "plays(P, _) begins coins(P, 3).\n",
        good=_GAME + "plays(P, _) sets coins(P, 3).\n",
    ),
    Entry(
        "RUL352",
        "no happening",
        "`{name}` is no happening.",
        "What begins, ends, sets, causes or needs something, starts a clock or `happened` is "
        "declared with `.happening`.",
        "Declare it: `.happening {name}( … )`.",
        "Happenings take place; predicates hold or do not hold.",
        bad=_GAME + "holds(P, C) ends holds(P, C).\n",
        good=_GAME + "plays(P, C) ends holds(P, C).\n",
    ),
    Entry(
        "RUL353",
        "unknown clock",
        "`{name}` is no clock.",
        "`since` names a clock that is declared with `.clock`.",
        "Clocks declared: {known}.",
        "`happened plays(P, _) since turn` looks back to where the clock `turn` began last.",
        bad=_GAME + ".decl done(P: player).\ndone(P) :- happened plays(P, _) since turn.\n",
        good=_GAME + '.happening starts(P: player) "{P} starts a turn".\n'
        ".clock turn begins with starts(_).\n"
        ".decl done(P: player).\ndone(P) :- happened plays(P, _) since turn.\n",
    ),
    Entry(
        "RUL354",
        "happening concluded or stated by rules",
        "`{name}` is a happening: rules do not conclude it.",
        "Players and other happenings bring a happening about, at a table.",
        "Write `… causes {name}( … )`, or say at the table that it happens.",
        "What is true without anything happening is no happening.",
        bad=_GAME + "plays(P, C) :- holds(P, C).\n",
        good=_GAME + '.happening passes(P: player) "{P} passes".\n'
        "passes(P) causes plays(P, C) :- holds(P, C).\n",
    ),
    Entry(
        "RUL355",
        "nothing says which happenings to try",
        "Nothing that `{predicate}` needs says which `{name}` there are.",
        "Conditions that are not negated name the values of its columns.",
        "Add `{predicate}( … ) needs` with a condition that lists them.",
        "So that everything that the rules allow can be listed.",
        bad=_GAME + "plays(P, C) needs coins(P, 3), C != rope.\n",
        good=_GAME + "plays(P, C) needs holds(P, C).\nplays(P, _) needs not coins(P, 0).\n",
    ),
    Entry(
        "RUL356",
        "clock declared twice",
        "The clock `{name}` is declared twice.",
        "A clock has one declaration.",
        "List all that it begins with in one of them, separated by `,`.",
        "`.clock turn begins with starts(_), passes(_).`",
        bad=_GAME + ".clock turn begins with plays(_, _).\n.clock turn begins with plays(_, _).\n",
        good=_GAME + ".clock turn begins with plays(_, _).\n",
    ),
    Entry(
        "RUL357",
        "`needs` of a part of a happening",
        "What `{name}` needs is said of all of it.",
        "Before `needs`, the arguments are variables, each another one.",
        "Write a variable, and make what you need depend on it: `(C != rope or …)`.",
        "A happening is allowed when all that it needs is there, whatever its arguments.",
        bad=_GAME + "plays(P, rope) needs holds(P, rope).\n",
        good=_GAME + "plays(P, C) needs holds(P, C), (C != rope or coins(P, 1)).\n",
    ),
    Entry(
        "RUL359",
        "happening read like a fact",
        "`{name}` is a happening, which is on no table.",
        "A rule reads what took place with `happened`.",
        "Write `happened {name}( … )`, for a part of the game `happened {name}( … ) since` and its "
        "clock.",
        "What takes place now is what stands before `begins`, `ends`, `sets` and `causes` alone.",
        bad=_GAME + ".decl done(P: player).\ndone(P) :- plays(P, _).\n",
        good=_GAME + ".decl done(P: player).\ndone(P) :- happened plays(P, _).\n",
    ),
    Entry(
        "RUL365",
        "permission of what needs nothing",
        "`{name}` needs nothing, so no rule says when it may take place.",
        "`may` before a happening asks whether it has all that it needs.",
        "Write `{name}( … ) needs` and what it needs.",
        "What nobody chooses needs nothing, and is neither allowed nor forbidden.",
        bad=_GAME + ".decl able(P: player).\nable(P) :- may plays(P, _).\n",
        good=_GAME + "plays(P, C) needs holds(P, C).\n.decl able(P: player).\n"
        "able(P) :- may plays(P, _).\n",
    ),
    Entry(
        "RUL366",
        "`was` of what is no state",
        "`{name}` is no `.state`, so no step tells what it was.",
        "`was` before a state asks what was stated of it after a step of the journal.",
        "Ask for a `.state`, or with `happened` for a happening.",
        "What rules conclude follows from what the states were.",
        bad=_GAME + ".decl rich(P: player).\nrich(P) :- coins(P, 9).\n"
        ".decl poor(P: player).\npoor(P) :- was rich(P) at 0.\n",
        good=_GAME + ".decl poor(P: player).\npoor(P) :- was coins(P, 9) at 0.\n",
    ),
    Entry(
        "RUL410",
        "happening that contradicts itself",
        "“{what}” has effects that cannot be together: {first}, and {second}.",
        "Nothing both begins and ends, and a state marked `one` gets one value.",
        "Add conditions, so that only one of the two clauses applies.",
        "The notes show both rules. The table is left as it was.",
        shown="`plays(P, C) begins holds(P, C).` and `plays(P, C) ends holds(P, C).`",
    ),
    Entry(
        "RUL411",
        "happenings without end",
        "“{what}” brings about more than {limit} happenings.",
        "What one happening brings about comes to an end.",
        "Add a condition to `causes` that ends it.",
        "Two happenings that cause each other would go on for ever. The table is left as it was.",
        shown="`plays(P, C) causes plays(P, C).`",
    ),
    Entry(
        "RUL412",
        "happening whose effect is open",
        "What “{what}” brings about is open: whether {effect}.",
        "The table after a happening is known when what it depends on is.",
        "Say first what it depends on; `what if` shows what it comes to.",
        "Nothing is guessed. The table is left as it was.",
        shown="`plays(P, C) begins tired(P) :- old(P).` where `old` is an open state",
    ),
    Entry(
        "RUL413",
        "happening that the rules do not allow",
        "The rules do not allow that {what}: {why}.",
        "A happening has everything that it needs.",
        "It takes place all the same; take it back with `undo` if it did not.",
        "People play by house rules and by mistake; with `strict` it is refused.",
        shown="`Ana plays Rope`, where Ana does not hold it",
        severity=Severity.WARNING,
    ),
    Entry(
        "RUL414",
        "happening that the rules do not allow, refused",
        "The rules do not allow that {what}: {why}.",
        "Where happenings are taken strictly, one has everything that it needs.",
        "`legal` lists what the rules allow.",
        "The table is left as it was.",
        shown="`Ana plays Rope`, where Ana does not hold it, with `strict`",
    ),
    Entry(
        "RUL415",
        "no happening to take back",
        "{wanted}",
        "The journal holds the happenings of this table, numbered from 1.",
        "`journal` lists them.",
        "What was stated before the first of them is the table that it began with.",
        shown="`session.undo()` where nothing has happened",
    ),
    Entry(
        "RUL417",
        "happening against the rulebook",
        "“{what}” would change what the rulebook itself states: that {effect}.",
        "A happening changes a table; what a rule file states is true of every table.",
        "State it in the situation, and not in the rule file.",
        "A `.state` whose facts stand in a rule file is the same on every table.",
        shown="`pile(7).` in the rule file beside `takes(_, K) sets pile(N - K) :- pile(N).`",
    ),
    Entry(
        "RUL416",
        "statement that is no happening",
        "“{what}” says how things stand, not what happens.",
        "What happens is a sentence of a `.happening`.",
        "Happenings here: {known}.",
        "`happen` takes one happening; tables are described by statements.",
        shown='`session.happen("Ana has 3 coins")`',
    ),
    Entry(
        "RUL418",
        "nothing to play",
        "There is no game to play. {why}",
        "A game is played from a table where something may happen.",
        "Name the table with `-s`; ready-made here: {ready}.",
        "Only happenings that have `needs` are chosen by somebody.",
        shown="`rulings playout nim`, where no pile was stated",
    ),
)
