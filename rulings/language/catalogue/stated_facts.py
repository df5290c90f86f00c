"""RUL341 to RUL351: what is stated, denied and concluded, and what excludes what."""

from __future__ import annotations

from rulings.language.catalogue.entry import Entry
from rulings.language.diagnostics import Severity

_D = ".decl p(X: symbol).\n.decl q(X: symbol).\n.decl n(X: int).\np(z). q(z). n(9).\n"
_PQ = ".decl p(X: symbol).\n.decl q(X: symbol).\n"
_STATE = '.state up(X: symbol) "{X} is up".\n.decl p(X: symbol).\n'

STATEMENTS = (
    Entry(
        "RUL341",
        "falsehood about a derived predicate",
        "`not {name}( … ).` states a falsehood, but rules conclude `{name}`.",
        "Only a `.state` predicate is stated false.",
        "Declare `{name}` with `.state`, or deny it with `neg {name}( … ).`",
        "What rules conclude is false when no rule concludes it.",
        bad=_PQ + "p(a).\nq(a).\nnot p(b).\n",
        good=_STATE + "p(a).\nnot up(b).\n",
    ),
    Entry(
        "RUL342",
        "stated and denied",
        "`{fact}` is stated to be true and to be false.",
        "A situation says one or the other.",
        "Delete one of the two statements.",
        "The note shows the other statement.",
        bad=_STATE + "p(a).\nup(a).\nnot up(a).\n",
        good=_STATE + "p(a).\nup(a).\nnot up(b).\n",
    ),
    Entry(
        "RUL343",
        "two values where there is one",
        "`{predicate}` has two values for {key}: {first} and {second}.",
        "What is marked `one` has one value of its last column for each key.",
        "Delete one of the two statements.",
        "The note shows the other statement.",
        bad='.state at(X: symbol, Y: symbol) one "{X} is at {Y}".\nat(a, deck).\nat(a, hand).\n',
        good='.state at(X: symbol, Y: symbol) one "{X} is at {Y}".\nat(a, deck).\nat(b, hand).\n',
    ),
    Entry(
        "RUL344",
        "`neg` of a state",
        "`{name}` is a `.state` and has no against-side.",
        "`neg` belongs to predicates that rules conclude.",
        "Write `not {name}( … )`.",
        "The table states a falsehood with `not`; what rules say against a `.state`, also one that "
        "they conclude, is a predicate of its own.",
        bad=_STATE + "p(a).\nneg up(a).\n",
        good=_STATE + "p(a).\nnot up(a).\n",
    ),
    Entry(
        "RUL345",
        "`neg` that no rule concludes",
        "`neg {name}` is read here, but no rule concludes it.",
        "A predicate with an against-side has at least one `neg` rule.",
        "Write the `neg` rule, or read `not {name}( … )`.",
        "Without a `neg` rule the condition could never hold.",
        bad=_PQ + "p(a).\nq(X) :- p(X), neg p(X).\n",
        good=_D + ".decl r(X: symbol).\nneg p(X) :- q(X).\nr(X) :- q(X), neg p(X).\n",
    ),
    Entry(
        "RUL346",
        "`excludes` of what no table states",
        "`{name}` is no `.state`, so no statement of it can be replaced.",
        "`excludes` stands between states: what a table says of one takes the place of the other.",
        "Declare `{name}` with `.state`, or deny it by a `neg` rule.",
        "What rules conclude follows from the table; that two conclusions cannot both hold is a "
        "`breach`.",
        bad=_STATE + "p(a).\nup(X) excludes p(X).\n",
        good=_STATE + '.state down(X: symbol) "{X} is down".\np(a).\nup(X) excludes down(X).\n',
    ),
    Entry(
        "RUL347",
        "expression in `excludes`",
        "The atoms of `excludes` hold no expressions.",
        "Their arguments are variables, `_` and constants.",
        "Name the values that both have in common by one variable.",
        "It compares statements as they are written, and computes nothing.",
        bad='.state at(X: int) "{X} is here".\n.state off(X: int) "{X} is away".\n'
        "at(X) excludes off(X + 1).\n",
        good='.state at(X: int) "{X} is here".\n.state off(X: int) "{X} is away".\n'
        "at(X) excludes off(X).\n",
    ),
    Entry(
        "RUL348",
        "`excludes` of itself",
        "This excludes only itself.",
        "A statement does not exclude the very same statement.",
        "Write `_` where the two differ: `holds(_, C) excludes holds(_, C).`",
        "With `_` it says that of all statements that agree in the rest a table has one.",
        bad=_STATE + "p(a).\nup(X) excludes up(X).\n",
        good='.state holds(P: symbol, C: symbol) "{P} holds {C}".\n'
        "holds(_, C) excludes holds(_, C).\n",
    ),
    Entry(
        "RUL349",
        "two statements that exclude each other",
        "`{first}` and `{second}` are both stated.",
        "A situation states one of two things that exclude each other.",
        "Delete one of the two statements.",
        "The note shows the other statement, `rulings show` the declarations.",
        bad=_STATE + '.state down(X: symbol) "{X} is down".\n'
        "p(a).\nup(X) excludes down(X).\nup(a).\ndown(a).\n",
        good=_STATE + '.state down(X: symbol) "{X} is down".\n'
        "p(a).\nup(X) excludes down(X).\nup(a).\ndown(b).\n",
    ),
    Entry(
        "RUL350",
        "`concluded` with a completion",
        "`{name}` is `concluded` and `{word}`.",
        "What is neither stated nor concluded is false.",
        "Leave out `{word}`, or state one predicate and conclude another from it.",
        "Whether what is told goes before what follows, and what holds for want of both, is for a "
        "rule to say.",
        bad='.state at(X: symbol, Y: symbol) one, concluded "{X} is at {Y}".\n'
        ".decl p(X: symbol).\np(a).\nat(X, deck) :- p(X).\n",
        good='.state at(X: symbol, Y: symbol) concluded "{X} is at {Y}".\n'
        ".decl p(X: symbol).\np(a).\nat(X, deck) :- p(X).\n",
    ),
    Entry(
        "RUL351",
        "`concluded` that nothing concludes",
        "No rule concludes `{name}`.",
        "A `.state` declared `concluded` has a rule.",
        "Leave out `concluded`, or write the rule.",
        "A predicate that only tables state needs no other word than `.state`.",
        bad='.state lit(X: symbol) concluded "{X} is lit".\n.decl q(X: symbol).\nq(X) :- lit(X).\n',
        good='.state lit(X: symbol) concluded "{X} is lit".\n.decl q(X: symbol).\nq(a).\n'
        "lit(X) :- q(X).\n",
        severity=Severity.WARNING,
    ),
)
