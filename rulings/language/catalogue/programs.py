"""RUL300 to RUL339: rules, facts and what they make together; RUL36x: the clauses they cite."""

from __future__ import annotations

from rulings.language.catalogue.entry import Entry
from rulings.language.diagnostics import Severity

_D = ".decl p(X: symbol).\n.decl q(X: symbol).\n.decl n(X: int).\np(z). q(z). n(9).\n"
_PQ = ".decl p(X: symbol).\n.decl q(X: symbol).\n"
_STATE = '.state up(X: symbol) "{X} is up".\n.decl p(X: symbol).\n'
_BOUND = (
    "A variable is bound by a positive atom, by `=` with a bound side, or by an aggregate, "
    "in any order."
)

PROGRAMS = (
    Entry(
        "RUL301",
        "unbound variable in a head",
        "`{name}` stands in the head but {why}.",
        "Every variable of a head is bound by the body.",
        "Add a condition that says which values `{name}` ranges over.",
        "Otherwise the rule would conclude something of every value there is. "
        + _BOUND
        + " `in` columns of the head are bound by the caller.",
        bad=_PQ + "p(a).\nq(X) :- p(a).\n",
        good=_PQ + "p(a).\nq(X) :- p(X).\n",
    ),
    Entry(
        "RUL302",
        "unbound variable under `not`",
        "`{name}` stands under `not` but {why}.",
        "Every named variable of a negated atom is bound by the rest of the rule.",
        "Bind `{name}` elsewhere, or write `_` to say that there is none at all.",
        "`not p(X)` tests a value; it does not find one. " + _BOUND,
        bad=_PQ + "p(a).\nq(a) :- not p(X), not p(X).\n",
        good=_PQ + "p(a).\nq(b) :- not p(_).\n",
    ),
    Entry(
        "RUL303",
        "unbound variable in a comparison",
        "`{name}` stands in a comparison but {why}.",
        "A comparison compares values that the rest of the rule binds.",
        "Add an atom that binds `{name}`.",
        "`X = expression` binds X when every variable of the expression is bound; nothing else "
        "in a comparison binds. " + _BOUND,
        bad=_D + "n(1).\nn(Y) :- n(X), X < Y, Y < 3.\n",
        good=_D + "n(1).\nn(Y) :- n(X), Y = X + 1, Y < 3.\n",
    ),
    Entry(
        "RUL304",
        "unbound variable in braces",
        "`{name}` stands in braces but {why}.",
        "Inside the braces every variable is bound by their conditions or, when it also occurs "
        "outside, by the rest of the rule.",
        "Add a condition that binds `{name}`.",
        "A variable that occurs both inside and outside the braces is the group: the aggregate "
        "is taken for each of its values, so these must be known. " + _BOUND,
        bad=".decl n(X: symbol, Y: int).\n.decl t(X: symbol, Y: int).\nn(a, 1).\n"
        "t(X, N) :- N = sum { Y : n(X, Y) }.\n",
        good=".decl n(X: symbol, Y: int).\n.decl t(X: symbol, Y: int).\nn(a, 1).\n"
        "t(X, N) :- n(X, _), N = sum { Y : n(X, Y) }.\n",
    ),
    Entry(
        "RUL305",
        "unbound variable in `forall`",
        "`{name}` stands in `forall` but {why}.",
        "The variables before the colon are bound by the condition, the others outside.",
        "List `{name}` before the colon and in the condition, or bind it outside.",
        "`forall { X : condition } goal` runs through the X of the condition. " + _BOUND,
        bad=_PQ + "p(a).\nq(a) :- forall { X, Y : p(X) } p(Y).\n",
        good=_PQ + "p(a).\nq(a) :- forall { X : p(X) } p(X).\n",
    ),
    Entry(
        "RUL306",
        "unbound input",
        "The input `{column}` of `{predicate}` is `{name}`, and {why}.",
        "The caller binds the `in` columns of a predicate.",
        "Add a condition that binds `{name}` before it is passed on.",
        "A predicate with `in` columns computes its rows from its inputs. " + _BOUND,
        bad=_PQ + "q(W) :- word(P, W), p(W).\np(a).\n",
        good=_PQ + 'q(W) :- word("a b", W), p(W).\np(a).\n',
    ),
    Entry(
        "RUL307",
        "variable used once",
        "`{name}` occurs only here.",
        "",
        "Write `_` if any value will do; otherwise it is probably misspelt.",
        "A variable that occurs once connects nothing. Names that begin with `_` are exempt.",
        bad=_PQ + "p(a).\nq(a) :- p(X).\n",
        good=_PQ + "p(a).\nq(a) :- p(_).\n",
        severity=Severity.WARNING,
    ),
    Entry(
        "RUL308",
        "variable in a fact",
        "`{name}` is a variable, and this fact has no body that could bind it.",
        "Facts state constants.",
        "Write a constant in lower case, or add a body.",
        "Words that begin in upper case are variables.",
        bad=_PQ + "p(Alice).\nq(a).\n",
        good=_PQ + "p(alice).\nq(a).\n",
    ),
    Entry(
        "RUL309",
        "variable quantified and used outside",
        "`{name}` is quantified in these braces and also occurs outside them.",
        "The variables before the colon of `forall` and `exactly` live inside them only.",
        "Rename one of the two.",
        "Inside and outside are two different variables; one name for both hides a mistake.",
        bad=_PQ + "p(a).\nq(X) :- p(X), forall { X : p(X) } p(X).\n",
        good=_PQ + "p(a).\nq(X) :- p(X), forall { Y : p(Y) } p(Y).\n",
    ),
    Entry(
        "RUL310",
        "aggregate over a value it computes",
        "`{name}` is both the result of this aggregate and used inside its braces.",
        "The result of an aggregate cannot be used to compute it.",
        "Use another variable for the result.",
        "The group of an aggregate is known before its result is.",
        bad=_D + "n(1).\nq(a).\nn(N) :- q(_), N = count { X : n(X), X < N }.\n",
        good=_D + "q(a).\nn(N) :- N = count { X : q(X) }.\n",
    ),
    Entry(
        "RUL320",
        "state in a head",
        "`{name}` is a `.state`, and a rule concludes it.",
        "The table states a `.state`; rules conclude what is declared with `.decl`.",
        "Add `concluded` to its declaration if tables state it and rules conclude it, else declare "
        "`{name}` with `.decl`.",
        "Whether something is stated or concluded decides what its absence means.",
        bad=_STATE + "p(a).\nup(X) :- p(X).\n",
        good=_STATE + "p(a).\np(X) :- up(X).\n",
    ),
    Entry(
        "RUL321",
        "built-in in a head",
        "`{name}` is built in, and this states or concludes it.",
        "Built-in predicates are computed.",
        "Conclude another predicate.",
        "The built-ins are listed in docs/language.md.",
        bad='.decl p(X: symbol).\np(a).\nword("a", X) :- p(X).\n',
        good='.decl p(X: symbol).\np(X) :- word("a", X).\n',
    ),
    Entry(
        "RUL322",
        "recursion through an aggregate",
        "`{name}` depends on itself through an aggregate: {cycle}.",
        "An aggregate is taken over predicates that do not depend on its result.",
        "Break the cycle: compute the aggregate from predicates below `{name}`.",
        "The aggregate would have to be known before it could be computed. The notes list every "
        "edge of the cycle with its place.",
        bad=_D + "q(a).\nn(1).\nn(N) :- q(_), N = count { X : n(X) }.\n",
        good=_D + "q(a).\np(a).\nn(N) :- q(_), N = count { X : p(X) }.\n",
    ),
    Entry(
        "RUL323",
        "negative cycle",
        "`{name}` depends on its own negation: {cycle}.",
        "",
        "Nothing needs to be done; what only this circle could decide comes out undecided.",
        "Legal: rulebooks say such things. Under the well-founded semantics whatever only the "
        "circle could settle is undefined, and answers about it say UNDECIDED. The notes list "
        "every edge of the cycle with its place.",
        bad=_PQ + "p(X) :- q(X), not p(X).\nq(a).\n",
        good=_PQ + "p(X) :- q(X), not q(b).\nq(a).\n",
        severity=Severity.NOTE,
    ),
    Entry(
        "RUL324",
        "rule that never applies",
        "This rule can never apply: {why}.",
        "",
        "Add the facts or rules that are missing, or delete the rule.",
        "A condition of the rule cannot hold: it reads a predicate that no fact states and no "
        "rule that can apply concludes, or a comparison that is false of any values.",
        bad=_PQ + "q(X) :- p(X).\n",
        good=_PQ + "p(a).\nq(X) :- p(X).\n",
        severity=Severity.WARNING,
    ),
    Entry(
        "RUL325",
        "rule id used twice",
        "Two rules have the id `{name}`.",
        "A rule id names one rule.",
        "Rename one; a name for several rules is a level: `@level({name})`.",
        "The note shows the first rule.",
        bad=_PQ + "@id(r)\np(a).\n@id(r)\nq(a).\n",
        good=_PQ + "@id(r)\np(a).\n@id(s)\nq(a).\n",
    ),
    Entry(
        "RUL326",
        "unknown name in `overrides`",
        "No rule has the id or the level `{name}`.",
        "`overrides` names rules by `@id`, or levels by `@level`, `can` and `cannot`.",
        "Put `@id({name})` or `@level({name})` before the rule that is meant.",
        "A misspelt name would leave a conflict unresolved.",
        bad=_PQ
        + "q(a).\n@id(yes)\np(X) :- q(X).\n@id(no)\nneg p(X) :- q(X).\nnoo overrides yes.\n",
        good=_PQ
        + "q(a).\n@id(yes)\np(X) :- q(X).\n@id(no)\nneg p(X) :- q(X).\nno overrides yes.\n",
    ),
    Entry(
        "RUL327",
        "override without effect",
        "`{winner} overrides {loser}` changes nothing.",
        "A rule overrides rules on the other side of the same predicate.",
        "Check the names: one side concludes `p(…)`, the other `neg p(…)`.",
        "No rule named by the left side disagrees with a rule named by the right side.",
        bad=_PQ + "@id(a)\np(x).\n@id(b)\nq(x).\na overrides b.\n",
        good=_PQ + "@id(a)\np(x).\n@id(b)\nneg p(x).\nq(x).\na overrides b.\n",
        severity=Severity.WARNING,
    ),
    Entry(
        "RUL328",
        "overrides in a circle",
        "`{name}` overrides itself: {cycle}.",
        "`overrides` is an order.",
        "Remove one of these overrides.",
        "Each would have to yield to the other. The notes list every override of the circle.",
        bad=_PQ + "q(a).\n@id(a)\np(X) :- q(X).\n@id(b)\nneg p(X) :- q(X).\n"
        "a overrides b.\nb overrides a.\n",
        good=_PQ + "q(a).\n@id(a)\np(X) :- q(X).\n@id(b)\nneg p(X) :- q(X).\na overrides b.\n",
    ),
    Entry(
        "RUL329",
        "division by zero",
        "`{operator}` divides by zero here.",
        "The right side of `//` and `%` is not zero.",
        "Divide by something else.",
        "The divisor is the number 0 itself. A divisor that turns out to be zero during "
        "evaluation is reported as RUL401.",
        bad=_D + "n(1).\nn(Y) :- n(X), Y = X // 0.\n",
        good=_D + "n(1).\nn(Y) :- n(X), Y = X // 2.\n",
    ),
    Entry(
        "RUL330",
        "rule written twice",
        "This rule says the same as an earlier one.",
        "",
        "Delete one.",
        "Head, body and side are equal. The note shows the first.",
        bad=_PQ + "p(a).\nq(X) :- p(X).\nq(X) :- p(X).\n",
        good=_PQ + "p(a).\nq(X) :- p(X).\n",
        severity=Severity.WARNING,
    ),
    Entry(
        "RUL331",
        "name of a level and of a rule",
        "`{name}` is the id of a rule and the name of a level.",
        "Rule ids and levels have different names; `can` and `cannot` are levels.",
        "Rename one.",
        "`overrides` could not tell which one is meant.",
        bad=_PQ + "@id(r)\np(a).\n@level(r)\nneg p(b).\nq(a).\n",
        good=_PQ + "@id(r)\np(a).\n@level(s)\nneg p(b).\nq(a).\n",
    ),
    Entry(
        "RUL332",
        "annotation without effect",
        "This states `{name}`, a `.state`, and its annotations have no effect.",
        "Citations, ids and levels belong to what the rulebook says, not to what the table states.",
        "Delete the annotations, or declare `{name}` with `.decl`.",
        "An explanation cites the clauses of rules and of facts that rules could conclude.",
        bad=_STATE + "p(a).\n@[doc/clause]\nup(a).\n",
        good=_STATE + "up(a).\n@[doc/clause]\np(a).\n",
        severity=Severity.WARNING,
    ),
    Entry(
        "RUL333",
        "recursion without an end",
        "This may conclude ever {way} numbers for `{name}`: nothing bounds `{variable}`.",
        "",
        "Bound it: `{variable} {sign} 100`, a condition outside the recursion, or a closed type.",
        "A rule that makes a new number from its own conclusion goes on for ever unless something "
        "stops it. A bound is a comparison of the number that grows, a condition that holds it in "
        "a finite list, or a column of a closed type. A rule that walks along other facts ends "
        "where they have no circle, which cannot be seen here.",
        bad=_D + "n(0).\nn(N + 1) :- n(N).\n",
        good=_D + "n(0).\nn(N + 1) :- n(N), N < 100.\n",
        severity=Severity.WARNING,
    ),
    Entry(
        "RUL361",
        "unknown clause",
        "There is no clause `{name}`.",
        "A rule cites clauses of the registry, clauses.yaml.",
        "Add the clause to clauses.yaml, or correct the id.",
        "A misspelt clause id would leave a printed clause without its rule.",
        shown="`@[guide/active-in-pley]` where clauses.yaml has `active-in-play`",
    ),
    Entry(
        "RUL362",
        "clause without a rule",
        "No rule cites the clause `{name}`.",
        "Every printed clause is encoded, or says why not.",
        "Encode it, or give it `unmodelled: reason` in clauses.yaml.",
        "A clause that no rule, fact or declaration cites has no effect on any answer.",
        shown="a clause of clauses.yaml that no `@[…]` names",
    ),
    Entry(
        "RUL363",
        "rule without a clause",
        "This rule cites no clause.",
        "In a rulebook every rule cites the clauses it encodes, or helps a rule that does.",
        "Put `@[document/clause]` before it.",
        "An answer shows the clauses it rests on; a rule without one could not be traced. A helper "
        "is cited through: its predicate has no sentence, so nobody asks about it, none of its "
        "rules cites a clause, and a rule that cites one reads it.",
        shown="`active(C) :- in_play(C).` without `@[…]`",
    ),
    Entry(
        "RUL364",
        "unmodelled clause with a rule",
        "The clause `{name}` is marked unmodelled, and a rule cites it.",
        "",
        "Remove `unmodelled` from clauses.yaml.",
        "The reason why it could not be encoded is out of date.",
        shown="`unmodelled: …` on a clause that a rule cites",
        severity=Severity.WARNING,
    ),
)
