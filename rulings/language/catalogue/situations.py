"""RUL550 to RUL599: situations, sessions and what the commands are asked to do."""

from __future__ import annotations

from rulings.language.catalogue.entry import in_full
from rulings.language.diagnostics import Severity

SITUATIONS = (
    in_full(
        "RUL550",
        "unknown situation",
        "Name a ready-made situation or a file.",
        "A situation is the name of one that ships with the rulebook, the path of a YAML, JSON "
        "or text file, or sentences and facts, one a line.",
        "rulings ask … -s dino-prak",
    ),
    in_full(
        "RUL551",
        "situation file of the wrong shape",
        "Write `given: |` and one sentence or fact a line below it.",
        "A situation file is a mapping with `title`, `game`, `edition`, `grid`, `given` and "
        "`note`; a misspelt key would silently leave out what it says.",
        "givne: |\n  Rex is face-up.",
    ),
    in_full(
        "RUL553",
        "situation of another rulebook",
        "Load the rulebook and edition that the situation names.",
        "A situation file may say which game and edition it was written for. Asking another one "
        "would answer a question that nobody asked.",
        'edition: "2018"     (asked with --edition 2024)',
    ),
    in_full(
        "RUL554",
        "unknown engine",
        "Use `native` or `pydatalog`.",
        "Two engines compute the same model; the default is `native`.",
        'book.situation(engine="natvie")',
    ),
    in_full(
        "RUL555",
        "no question",
        "Ask about a declared sentence.",
        "`ask` answers questions. A statement changes the table (`suppose`), and `why` alone "
        "needs a question asked before it.",
        'table.ask("Rex is face-up.")',
    ),
    in_full(
        "RUL556",
        "question among statements",
        "Ask it once the table stands.",
        "A table is described by sentences and facts that are so.",
        "given: |\n  Is Rex face-up?",
    ),
    in_full(
        "RUL557",
        "nothing to forget",
        "Say what is so instead, or `not …` for a falsehood.",
        "`forget` takes back what was stated, in the words in which it was stated.",
        "forget Rex is face-up",
    ),
    in_full(
        "RUL558",
        "conclusion stated as a fact",
        "State what it follows from.",
        "What rules conclude follows from the table and nothing else. Stated beside the rules it "
        "would hold whatever they say, and the answers would rest on it.",
        "active(rex).     (in a situation)",
    ),
    in_full(
        "RUL559",
        "unknown thing in a Datalog question",
        "Use a symbol that the rulebook or the table knows.",
        "A constant that nothing mentions is most likely misspelt, and a misspelt name is never "
        "answered “no”.",
        "?- active(rxe).",
    ),
    in_full(
        "RUL560",
        "query that is no atom",
        "Write it like `p(X, a)`.",
        "`rulings eval --query` takes one atom, with constants where values are known. `?-` in "
        "a session takes whole conditions.",
        "rulings eval game.dl --query 'p(X), q(X)'",
    ),
    in_full(
        "RUL561",
        "input without a value",
        "Write a value in the input column.",
        "The rows of a predicate with an `in` column exist only for the values asked for.",
        "?- matches(rex, Phrase).",
    ),
    in_full(
        "RUL562",
        "malformed request",
        'Write {{"ask": "…"}} with, if need be, game, edition, situation, given, explain and id.',
        "`rulings ask --pipe` reads one JSON object, or one JSON text, a line.",
        '{"question": "is Rex active"}',
    ),
    in_full(
        "RUL563",
        "no fact",
        "State a fact such as `p(a).`, or a falsehood `not p(a).`",
        "A situation describes one table; rules and declarations belong into the rulebook.",
        "p(X) :- q(X).     (in a situation)",
    ),
    in_full(
        "RUL564",
        "statement that replaces another",
        "`:undo` takes it back.",
        "A later text changes what an earlier one said: the value of a state that has one, or "
        "whether a fact holds.",
        "Rex lies in zone hand     (after `Rex lies in zone deck`)",
        Severity.NOTE,
    ),
    in_full(
        "RUL565",
        "table that breaks a rule",
        "Correct the table.",
        "A rulebook says what a broken table is by predicates declared `.decl … breach`; "
        "`rulings check SITUATION` reports every instance with the clauses of its rules.",
        "Rex silences Rex.     (with a rule for `.decl breaks_silence(C: card) breach …`)",
    ),
    in_full(
        "RUL566",
        "certificate of a list",
        "Ask a yes/no question about one of the answers.",
        "A certificate proves one verdict; a list of answers has one for each of them.",
        'rulings why "which cards are active" --certificate proof.json',
    ),
    in_full(
        "RUL567",
        "nothing to draw with",
        "Install graphviz, or ask with `--format dot`.",
        "`--format svg` lets the program `dot` of graphviz draw the graph of the explanation.",
        "rulings ask … --format svg",
    ),
    in_full(
        "RUL568",
        "turning a list around",
        "Ask a yes/no question about one of the answers.",
        "A change turns yes into no or no into yes; a list of answers has no such other side.",
        'rulings whatif "which cards are active" --flip',
    ),
    in_full(
        "RUL569",
        "certificate that proves nothing",
        "Ask for the certificate anew: `rulings why QUESTION --certificate FILE`.",
        "A certificate is checked against the rulebook with exactly the content that it was made "
        "from. Whatever does not follow step by step, or was changed, proves nothing.",
        "rulings verify proof.json     (with one step left out)",
    ),
    in_full(
        "RUL570",
        "verdict without a certificate",
        "Describe the table, and let the rules conclude.",
        "Whoever checks a certificate trusts the rules and takes the table as it is described; a "
        "table that states a conclusion, or two values where there is one, could prove anything.",
        "Rex is active.     (in a situation, and then asked for with --certificate)",
    ),
    in_full(
        "RUL571",
        "unknown engine to export to",
        "Use `prolog`, `clingo`, `souffle` or `pydatalog`.",
        "`rulings export` writes a program in the words of another engine.",
        "rulings export game.dl --to prolgo",
    ),
    in_full(
        "RUL572",
        "what another engine cannot say",
        "Export to prolog, which says the most, or take this part out.",
        "What the other engine has no words for is reported and never silently left out.",
        "rulings export game.dl --to souffle     (with recursion through `not`)",
    ),
    in_full(
        "RUL573",
        "question without end",
        "Ask which are so, or about one value.",
        "What is not so is listed of the things on the table and of closed types; other numbers, "
        "words and texts have no end.",
        'how many coins does Ana not have     (where "coins" is a number)',
    ),
    in_full(
        "RUL574",
        "stated and denied",
        "Delete one of the two.",
        "One text cannot say that something is so and that it is not; a later text may.",
        "Rex is face-up. Rex is not face-up.",
    ),
    in_full(
        "RUL575",
        "statement that the rules contradict",
        "Withdraw it with `:undo`, or what contradicts it with `forget …`.",
        "A sentence that a table states and rules conclude as well is asked back when it was "
        "stated; where the answer is no, the rules give a reason that goes before.",
        "Rex is in play     (after `Rex is removed from the game`)",
        Severity.WARNING,
    ),
    in_full(
        "RUL576",
        "falsehood that the rules conclude",
        "Correct what it is concluded from, or leave the falsehood out; `rulings ask` shows both.",
        "Of a `.state` that rules conclude as well a table may deny what follows from the rest of "
        "it. Then one of the two is wrong, and what rests on it is undecided.",
        "Ana does not take trick 1     (where she played the highest card)",
    ),
    in_full(
        "RUL577",
        "out of time",
        "Ask for less, or allow more time with `--timeout`.",
        "A question was not answered within the time that was set; that is no verdict.",
        '{"ask": "which moves win"}     (with --timeout 0.1)',
    ),
    in_full(
        "RUL578",
        "mistake of this program",
        "Please report the question and the rulebook that it was asked of.",
        "A question of `rulings ask --pipe` met a mistake of this program; the next one is "
        "answered as if it had not been asked.",
        '{"ask": "is Rex active"}     (met by a mistake)',
    ),
    in_full(
        "RUL579",
        "answer without its table",
        "Ask where the table is, and send what you need: `answer.certificate()`, `answer.flip()`.",
        "An answer that is sent to another process takes its explanation along, not the table; "
        "certificates and changes need the table.",
        "pool.submit(ask, question).result().certificate()",
    ),
    in_full(
        "RUL590",
        "JSON of another shape",
        "Send what `to_json` or `to_dict` wrote; `rulings schema` prints their schemas.",
        "Answers and tables come back from the JSON that they were written as, and from no other.",
        '{"schema": "rulings.table/0"}',
    ),
    in_full(
        "RUL591",
        "unknown table",
        "Give a table a name with `as`, then ask it by `table`.",
        "In a conversation of JSON lines a table has a name once a line has given it one.",
        '{"table": "friday", "ask": "is Rex active"}     (before {"as": "friday"})',
    ),
    in_full(
        "RUL580",
        "drawing of the wrong shape",
        "Draw the rows as text, one line a row.",
        "A `grid:` block has `rows` and may have `legend`, `from`, `cells`, `ruler`, `place` and "
        "`prefix`.",
        "grid: {}",
    ),
    in_full(
        "RUL581",
        "legend of the wrong shape",
        "Map each glyph to a sentence, a fact or a list of them.",
        "A legend says what a glyph of a drawing stands for.",
        "legend: [R]",
    ),
    in_full(
        "RUL582",
        "line of a legend with an unknown placeholder",
        "Use `{{at}}`, `{{x}}` or `{{y}}`.",
        "`{at}` is the name of a square, `{x}` and `{y}` its column and row.",
        "R: rook({where}).",
    ),
    in_full(
        "RUL584",
        "ruled drawing out of step",
        "Number the rows and columns one after the other.",
        "The ruler of a drawing names its rows and columns; they must be where it says.",
        "1 R.\n3 .#",
    ),
    in_full(
        "RUL583",
        "glyph without a meaning",
        "Add it to the legend, or draw `.` for an empty square.",
        "Nothing that is drawn is dropped.",
        "rows: |\n  R?\nlegend: {R: rook({at}).}",
    ),
)
