"""RUL550 to RUL799: situations, sessions, rulebook folders and FAQ files.

The message says in full what is wrong at its place; only titles and explanations stand here.
"""

from __future__ import annotations

from rulings.language.catalogue.entry import Entry
from rulings.language.diagnostics import Severity


def _entry(
    code: str,
    title: str,
    hint: str,
    explanation: str,
    shown: str,
    severity: Severity = Severity.ERROR,
) -> Entry:
    return Entry(code, title, "{message}", "", hint, explanation, shown=shown, severity=severity)


SITUATIONS = (
    _entry(
        "RUL550",
        "unknown situation",
        "Name a ready-made situation or a file.",
        "A situation is the name of one that ships with the rulebook, the path of a YAML, JSON "
        "or text file, or sentences and facts, one a line.",
        "rulings ask … -s dino-prak",
    ),
    _entry(
        "RUL551",
        "situation file of the wrong shape",
        "Write `given: |` and one sentence or fact a line below it.",
        "A situation file is a mapping with `title`, `game`, `edition`, `grid`, `given` and "
        "`note`; a misspelt key would silently leave out what it says.",
        "givne: |\n  Rex is face-up.",
    ),
    _entry(
        "RUL553",
        "situation of another rulebook",
        "Load the rulebook and edition that the situation names.",
        "A situation file may say which game and edition it was written for. Asking another one "
        "would answer a question that nobody asked.",
        'edition: "2018"     (asked with --edition 2024)',
    ),
    _entry(
        "RUL554",
        "unknown engine",
        "Use `native` or `pydatalog`.",
        "Two engines compute the same model; the default is `native`.",
        'book.situation(engine="natvie")',
    ),
    _entry(
        "RUL555",
        "no question",
        "Ask about a declared sentence.",
        "`ask` answers questions. A statement changes the table (`suppose`), and `why` alone "
        "needs a question asked before it.",
        'table.ask("Rex is face-up.")',
    ),
    _entry(
        "RUL556",
        "question among statements",
        "Ask it once the table stands.",
        "A table is described by sentences and facts that are so.",
        "given: |\n  Is Rex face-up?",
    ),
    _entry(
        "RUL557",
        "nothing to forget",
        "Say what is so instead, or `not …` for a falsehood.",
        "`forget` takes back what was stated, in the words in which it was stated.",
        "forget Rex is face-up",
    ),
    _entry(
        "RUL558",
        "conclusion stated as a fact",
        "Describe the table instead, and let the rules conclude.",
        "The predicate is concluded by rules. What is stated about it holds as well, whatever "
        "the rules say, and answers rest on it.",
        "active(rex).     (in a situation)",
        Severity.WARNING,
    ),
    _entry(
        "RUL559",
        "unknown thing in a Datalog question",
        "Use a symbol that the rulebook or the table knows.",
        "A constant that nothing mentions is most likely misspelt, and a misspelt name is never "
        "answered “no”.",
        "?- active(rxe).",
    ),
    _entry(
        "RUL560",
        "query that is no atom",
        "Write it like `p(X, a)`.",
        "`rulings eval --query` takes one atom, with constants where values are known. `?-` in "
        "a session takes whole conditions.",
        "rulings eval game.dl --query 'p(X), q(X)'",
    ),
    _entry(
        "RUL561",
        "input without a value",
        "Write a value in the input column.",
        "The rows of a predicate with an `in` column exist only for the values asked for.",
        "?- matches(rex, Phrase).",
    ),
    _entry(
        "RUL562",
        "malformed request",
        'Write {{"ask": "…"}} with, if need be, game, edition, situation, given, explain and id.',
        "`rulings ask --pipe` reads one JSON object, or one JSON text, a line.",
        '{"question": "is Rex active"}',
    ),
    _entry(
        "RUL563",
        "no fact",
        "State a fact such as `p(a).`, or a falsehood `not p(a).`",
        "A situation describes one table; rules and declarations belong into the rulebook.",
        "p(X) :- q(X).     (in a situation)",
    ),
    _entry(
        "RUL565",
        "table that breaks a rule",
        "Correct the table.",
        "A rulebook says what a broken table is by predicates whose names begin with `breaks_`; "
        "`rulings check SITUATION` reports every instance with the clauses of its rules.",
        "Rex silences Rex.     (with a rule for `breaks_silence`)",
    ),
    _entry(
        "RUL566",
        "certificate of a list",
        "Ask a yes/no question about one of the answers.",
        "A certificate proves one verdict; a list of answers has one for each of them.",
        'rulings why "which cards are active" --certificate proof.json',
    ),
    _entry(
        "RUL567",
        "nothing to draw with",
        "Install graphviz, or ask with `--format dot`.",
        "`--format svg` lets the program `dot` of graphviz draw the graph of the explanation.",
        "rulings ask … --format svg",
    ),
    _entry(
        "RUL571",
        "unknown engine to export to",
        "Use `prolog`, `clingo`, `souffle` or `pydatalog`.",
        "`rulings export` writes a program in the words of another engine.",
        "rulings export game.dl --to prolgo",
    ),
    _entry(
        "RUL572",
        "what another engine cannot say",
        "Export to prolog, which says the most, or take this part out.",
        "What the other engine has no words for is reported and never silently left out.",
        "rulings export game.dl --to souffle     (with recursion through `not`)",
    ),
    _entry(
        "RUL580",
        "drawing of the wrong shape",
        "Draw the rows as text, one line a row.",
        "A `grid:` block has `rows` and may have `legend`, `from`, `cells`, `ruler`, `place` and "
        "`prefix`.",
        "grid: {}",
    ),
    _entry(
        "RUL581",
        "legend of the wrong shape",
        "Map each glyph to a sentence, a fact or a list of them.",
        "A legend says what a glyph of a drawing stands for.",
        "legend: [R]",
    ),
    _entry(
        "RUL582",
        "line of a legend with an unknown placeholder",
        "Use `{{at}}`, `{{x}}` or `{{y}}`.",
        "`{at}` is the name of a square, `{x}` and `{y}` its column and row.",
        "R: rook({where}).",
    ),
    _entry(
        "RUL584",
        "ruled drawing out of step",
        "Number the rows and columns one after the other.",
        "The ruler of a drawing names its rows and columns; they must be where it says.",
        "1 R.\n3 .#",
    ),
    _entry(
        "RUL583",
        "glyph without a meaning",
        "Add it to the legend, or draw `.` for an empty square.",
        "Nothing that is drawn is dropped.",
        "rows: |\n  R?\nlegend: {R: rook({at}).}",
    ),
)

FOLDERS = (
    _entry(
        "RUL600",
        "unknown rulebook",
        "See `rulings games`.",
        "A rulebook is named by its folder below `facts`, looked for upward from the working "
        "directory and then among those that ship with the package, or by a path.",
        "rulings unfiar",
    ),
    _entry(
        "RUL601",
        "rulebook file that cannot be read",
        "Check the path, the permissions, and that the file is UTF-8.",
        "A file of a rulebook is missing, may not be read, or is no text.",
        "rulebook.toml (a folder of that name)",
    ),
    _entry(
        "RUL602",
        "not YAML",
        "Check the indentation and the quotes.",
        "Situations, clause registries and FAQ files are YAML. A value that holds a colon "
        "followed by a space must be quoted.",
        "expect: undecided: conflict",
    ),
    _entry(
        "RUL603",
        "not TOML",
        "Correct the line.",
        "The manifest of a rulebook, `rulebook.toml`, is TOML.",
        "name = unfair",
    ),
    _entry(
        "RUL604",
        "unknown key of a manifest",
        "Correct the spelling.",
        "A manifest has `name`, `title`, `default_edition`, `libraries` and a table for each "
        "edition with `title`, `documents` and `files`.",
        'flies = ["rules.dl"]',
    ),
    _entry(
        "RUL605",
        "manifest entry of the wrong shape",
        "See docs/writing-a-rulebook.md.",
        "A key of the manifest is missing or does not hold what it should.",
        'files = "rules.dl"',
    ),
    _entry(
        "RUL606",
        "unknown edition or no game",
        "See `rulings games`.",
        "An edition is one of those in the manifest. Without a game, `rulings` uses the only "
        "rulebook there is.",
        "rulings ask … -g unfair -e 2020",
    ),
    _entry(
        "RUL607",
        "file that is not there",
        "Correct the name in `rulebook.toml`.",
        "Every file name and pattern of an edition, and every library, names something.",
        'files = ["ruels.dl"]',
    ),
    _entry(
        "RUL608",
        "file outside the rulebook",
        "Copy the file into the rulebook's folder.",
        "Rulebooks come from strangers: paths and links that lead out of the folder are refused.",
        'files = ["../../secrets.csv"]',
    ),
    _entry(
        "RUL610",
        "unknown key of a clause registry",
        "Correct the spelling.",
        "A document has `title`, `short` and `clauses`; a clause has `id`, `section`, `gist` and "
        "may have `lines`, `page`, `editions` and `unmodelled`.",
        "- {id: a, section: S, gits: All words must agree.}",
    ),
    _entry(
        "RUL611",
        "clause registry of the wrong shape",
        "Write `documents:` and, for each, a list of clauses.",
        "Every clause has an id, a section and a gist in your own words.",
        "documents: 3",
    ),
    _entry(
        "RUL612",
        "clause registered twice",
        "Give each its own id.",
        "Rules cite clauses by `document/id`.",
        "- {id: a, …}\n- {id: a, …}",
    ),
    _entry(
        "RUL613",
        "clause that nobody registered",
        "Name it `document/clause`.",
        "`rulings cite` shows clauses of the registries.",
        "rulings cite guide/actve",
    ),
    _entry(
        "RUL614",
        "name that no rulebook can have",
        "Use lower-case letters, digits and `_`.",
        "The name of a rulebook is the name of its folder.",
        'rulings new "My Game"',
    ),
    _entry(
        "RUL615",
        "rulebook that exists already",
        "Choose another name.",
        "`rulings new` never overwrites.",
        "rulings new trove     (twice)",
    ),
    _entry(
        "RUL620",
        "fact table without a header",
        "Begin with `predicate:FirstColumn,SecondColumn`.",
        "The first line of a fact table that is no `#` comment names the predicate and its "
        "columns; below it stands CSV.",
        "rex,animal",
    ),
    _entry(
        "RUL621",
        "fact table of an undeclared predicate",
        "Declare the predicate, or correct its name.",
        "Types of columns come from the declaration.",
        "tpyes:C,W",
    ),
    _entry(
        "RUL622",
        "columns that the predicate does not have",
        "Name the columns as they are declared, in any order.",
        "Every column of the predicate stands in the header once.",
        "types:Card,Word     (declared as types(C: card, W: symbol))",
    ),
    _entry(
        "RUL623",
        "row of the wrong width",
        "Quote a cell that holds a comma.",
        "A row has one cell for each column; an empty cell means that the fact is not known.",
        "rex,animal,large",
    ),
    _entry(
        "RUL624",
        "cell of the wrong type",
        "Write digits for an integer and a member for a closed type.",
        "The declaration of the predicate gives every column a type.",
        "stars:C,N\nrex,many",
    ),
)

FAQ = (
    _entry(
        "RUL700",
        "no FAQ file",
        "Write `game:` and `cases:`.",
        "A FAQ file is a mapping with `game` and `cases`, and may have `edition` and `situation`.",
        "- a list",
    ),
    _entry(
        "RUL701",
        "unknown key of a FAQ file",
        "Correct the spelling.",
        "A case has `id`, `ask` and `expect`, and may have `given`, `grid`, `situation`, "
        "`because`, `source`, `edition`, `editions` and `note`. A misspelt key would leave a "
        "case without what it says.",
        "expetc: yes",
    ),
    _entry(
        "RUL702",
        "FAQ case of the wrong shape",
        "Write `- id: …` with `ask:` and `expect:` below it.",
        "Every case has an id, a question and an expectation.",
        "- id: fence",
    ),
    _entry(
        "RUL703",
        "expectation that cannot be met",
        "Write `yes`, `no`, `depends`, `undecided`, a number or a list of names.",
        "A verdict may be followed by its reason: `no: denied`, `undecided: conflict`.",
        "expect: maybe",
    ),
    _entry(
        "RUL704",
        "case id used twice",
        "Give each case its own id.",
        "A case is found by its id.",
        "- {id: a, …}\n- {id: a, …}",
    ),
    _entry(
        "RUL705",
        "unknown clause in `because`",
        "Name a registered clause, `document/clause`.",
        "`because` names clauses that the explanation must rest on.",
        "because: [guide/actve]",
    ),
    _entry(
        "RUL706",
        "no FAQ files",
        "Write one: queries/<game>/first.faq.yaml.",
        "The FAQ files of a rulebook lie in `queries/<game>` beside its `facts`.",
        "rulings test trove",
    ),
    _entry(
        "RUL707",
        "no such version",
        "Name an edition, the folder of a rulebook or a git revision.",
        "`rulings diff` compares two editions, two folders or two revisions, in any mixture.",
        "rulings diff trove --from frist --to second",
    ),
)
