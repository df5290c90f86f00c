"""Mistakes that only an evaluation shows (RUL4xx)."""

from __future__ import annotations

from rulings.language.catalogue.entry import Entry

EVALUATION: tuple[Entry, ...] = (
    Entry(
        "RUL401",
        "division by zero",
        "The rule `{rule}` cannot be computed: {what}.",
        "A divisor is never 0.",
        "Add a condition such as `N != 0` before the division.",
        "Division (`//`) and remainder (`%`) by zero have no value, and a rule that needed one "
        "would silently conclude nothing.",
        shown="`share(P, C // N) :- coins(P, C), players(N).` on a table where `players(0)` holds",
    ),
    Entry(
        "RUL402",
        "arithmetic on text",
        "The rule `{rule}` cannot be computed: {what}.",
        "Arithmetic and `sum` take integers.",
        "Give the column the type `int`, or compare with `=` instead of computing.",
        "A column of type `any` may hold text. The checker cannot see which values come, so the "
        "evaluation reports the first one that is no number.",
        shown="`next(X + 1) :- value(X).` with `.decl value(X: any).` and `value(red).`",
    ),
    Entry(
        "RUL403",
        "number too large",
        "The rule `{rule}` cannot be computed: {what}.",
        "Integers lie between -9223372036854775807 and 9223372036854775807.",
        "Bound the recursion that lets the number grow.",
        "A rule that multiplies its own result would otherwise compute ever longer numbers until "
        "the machine stands still.",
        shown="`n(2). n(X * X) :- n(X).`",
    ),
    Entry(
        "RUL404",
        "too many rows",
        "The rule `{rule}` derives more than {limit:,} rows of `{predicate}`.",
        "One predicate holds at most as many rows as the limit allows.",
        "Add a condition that joins its parts, or raise `--max-rows` (in Python `max_rows`).",
        "Conditions that share no variable combine every row of one with every row of the other; "
        "a recursion over numbers may have no end at all.",
        shown="`pair(X, Y) :- card(X), card(Y).` over 100,000 cards",
    ),
    Entry(
        "RUL405",
        "rule with too many conditions",
        "The rule `{rule}` has {count:,} conditions.",
        "The engines join at most 250 conditions of one rule.",
        "Give a part of them a predicate of its own.",
        "Finding a good order of so many joins would take longer than joining them.",
        shown="`p(X0, X9999) :- q(X0, X1), q(X1, X2), …` with 9,999 conditions",
    ),
    Entry(
        "RUL406",
        "state too large to be open",
        "`{predicate}` leaves {rows:,} rows neither stated nor denied; {limit:,} are allowed.",
        "The states of a program have a bounded number of rows that nothing is said of; those that "
        "are too large cannot be read.",
        "Give its columns types with fewer things, or leave out `open` and `default`.",
        "An open or default state is completed for every combination of the things of its types. "
        "Only what reads one that is too large is refused.",
        shown="`.state seen(A: card, B: card, C: card, D: card) open.` over 400 cards",
    ),
    Entry(
        "RUL407",
        "conclusion outside its type",
        "The rule `{rule}` concludes {what}.",
        "A column of a closed type holds its listed members only, whoever fills it.",
        "Add a condition that keeps the value within the type.",
        "A closed type is a promise about every row. A rule that counts, adds or reads a wider "
        "column may leave it; the first row that does is shown instead of an answer. "
        "So a recursion within closed types always ends.",
        shown="`round(N + 1) :- round(N).` with `.type number = { 1, 2, 3 }` and "
        "`.decl round(N: number).`",
    ),
    Entry(
        "RUL408",
        "two values where one is promised",
        "The rule `{rule}` collects {what}.",
        "What is declared with `one` has one value of its last column for each key.",
        "Make the rules that conclude it exclude each other, or leave out `one`.",
        "Of the values that are open a sum adds at most one for each key, so two that hold at once "
        "would make it wrong.",
        shown="`.decl worth(A: ride, N: int) one.` with `worth(A, 0) :- closed(A).` and "
        "`worth(A, N) :- stars(A, N).`",
    ),
)
