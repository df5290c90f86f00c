"""RUL600 to RUL799: rulebook folders and FAQ files."""

from __future__ import annotations

from rulings.language.catalogue.entry import Entry, in_full
from rulings.language.diagnostics import Severity

FOLDERS = (
    in_full(
        "RUL600",
        "unknown rulebook",
        "See `rulings games`.",
        "A rulebook is named by its folder below `facts`, looked for upward from the working "
        "directory and then among those that ship with the package, or by a path.",
        "rulings unfiar",
    ),
    in_full(
        "RUL601",
        "rulebook file that cannot be read",
        "Check the path, the permissions, and that the file is UTF-8.",
        "A file of a rulebook is missing, may not be read, or is no text.",
        "rulebook.toml (a folder of that name)",
    ),
    in_full(
        "RUL602",
        "not YAML",
        "Check the indentation and the quotes.",
        "Situations, clause registries and FAQ files are YAML. A value that holds a colon "
        "followed by a space must be quoted.",
        "expect: undecided: conflict",
    ),
    in_full(
        "RUL603",
        "not TOML",
        "Correct the line.",
        "The manifest of a rulebook, `rulebook.toml`, is TOML.",
        "name = unfair",
    ),
    in_full(
        "RUL604",
        "unknown key of a manifest",
        "Correct the spelling.",
        "A manifest has `name`, `title`, `default_edition`, `libraries` and a table for each "
        "edition with `title`, `documents` and `files`.",
        'flies = ["rules.dl"]',
    ),
    in_full(
        "RUL605",
        "manifest entry of the wrong shape",
        "See docs/writing-a-rulebook.md.",
        "A key of the manifest is missing or does not hold what it should.",
        'files = "rules.dl"',
    ),
    in_full(
        "RUL606",
        "unknown edition or no game",
        "See `rulings games`.",
        "An edition is one of those in the manifest. Without a game, `rulings` uses the only "
        "rulebook there is.",
        "rulings ask … -g unfair -e 2020",
    ),
    in_full(
        "RUL607",
        "file that is not there",
        "Correct the name in `rulebook.toml`.",
        "Every file name and pattern of an edition, and every library, names something.",
        'files = ["ruels.dl"]',
    ),
    in_full(
        "RUL608",
        "file outside the rulebook",
        "Copy the file into the rulebook's folder.",
        "Rulebooks come from strangers: paths and links that lead out of the folder are refused.",
        'files = ["../../secrets.csv"]',
    ),
    in_full(
        "RUL610",
        "unknown key of a clause registry",
        "Correct the spelling.",
        "A document has `title`, `short` and `clauses`; a clause has `id`, `section`, `gist` and "
        "may have `lines`, `page`, `editions` and `unmodelled`.",
        "- {id: a, section: S, gits: All words must agree.}",
    ),
    in_full(
        "RUL611",
        "clause registry of the wrong shape",
        "Write `documents:` and, for each, a list of clauses.",
        "Every clause has an id, a section and a gist in your own words.",
        "documents: 3",
    ),
    in_full(
        "RUL612",
        "clause registered twice",
        "Give each its own id.",
        "Rules cite clauses by `document/id`.",
        "- {id: a, …}\n- {id: a, …}",
    ),
    in_full(
        "RUL613",
        "clause that nobody registered",
        "Name it `document/clause`.",
        "`rulings cite` shows clauses of the registries.",
        "rulings cite guide/actve",
    ),
    in_full(
        "RUL614",
        "name that no rulebook can have",
        "Use lower-case letters, digits and `_`.",
        "The name of a rulebook is the name of its folder.",
        'rulings new "My Game"',
    ),
    in_full(
        "RUL615",
        "rulebook that exists already",
        "Choose another name.",
        "`rulings new` never overwrites.",
        "rulings new trove     (twice)",
    ),
    in_full(
        "RUL616",
        "file that cannot be written",
        "Name another file; a link is not written through when it leaves its folder.",
        "A file is written whole beside the old one and takes its place, so a full disk costs "
        "nothing; pipes, devices and links out of the folder are refused.",
        ":save /dev/full",
    ),
    Entry(
        "RUL617",
        "folder without a manifest",
        "“{path}” holds no rulebook.toml.",
        "Without a manifest a folder is no rulebook: its programs are checked each by itself, its "
        "clauses, word lists, situations and cases not at all.",
        "Write rulebook.toml, or begin with `rulings new NAME`.",
        "A folder of programs is fine; a rulebook that lost its manifest would pass unchecked.",
        shown="rulings check hearts     (a folder with rules.dl and clauses.yaml)",
        severity=Severity.NOTE,
    ),
    in_full(
        "RUL618",
        "clause without a gist",
        "Say in a sentence of your own what the clause says.",
        "What a clause says is shown beside every answer that rests on it. `rulings clauses "
        "import` leaves it to you: a printed sentence is never copied.",
        "- {id: frozen, section: Frozen cards, page: 4}",
        Severity.WARNING,
    ),
    in_full(
        "RUL619",
        "document that cannot be taken apart",
        "Save it as text or Markdown, and import that.",
        "A document is read in a process of its own that has 30 seconds and 1 GB; what is damaged, "
        "encrypted, too large or no document is refused. A PDF of pictures has no text.",
        "rulings clauses import scan.png",
    ),
    in_full(
        "RUL625",
        "layer of another rulebook",
        "Name layers of the rulebook, each once.",
        'A layer is a folder beside the rulebook whose manifest says `extends = "GAME"`; '
        "`rulings new --extends GAME` writes one.",
        "rulings ask … -g unfair --layer parks",
    ),
    in_full(
        "RUL627",
        "block of a literate rulebook",
        "Correct its first line, or end it.",
        "A literate rulebook has fenced blocks `document`, `clause`, `rules`, `faq` and `cases`; "
        "one of another name is prose and means nothing, so one of nearly such a name is refused.",
        "```rule\nheart(two_of_hearts).\n```",
    ),
    in_full(
        "RUL626",
        "withdrawn clause that is not there",
        "Correct the id; `rulings cite` lists those there are.",
        "A layer withdraws, or replaces, clauses of what it extends.",
        'withdraws = ["rules/frozen-not-plaid"]',
    ),
    in_full(
        "RUL620",
        "fact table without a header",
        "Begin with `predicate:FirstColumn,SecondColumn`.",
        "The first line of a fact table that is no `#` comment names the predicate and its "
        "columns; below it stands CSV.",
        "rex,animal",
    ),
    in_full(
        "RUL621",
        "fact table of an undeclared predicate",
        "Declare the predicate, or correct its name.",
        "Types of columns come from the declaration.",
        "tpyes:C,W",
    ),
    in_full(
        "RUL622",
        "columns that the predicate does not have",
        "Name the columns as they are declared, in any order.",
        "Every column of the predicate stands in the header once.",
        "types:Card,Word     (declared as types(C: card, W: symbol))",
    ),
    in_full(
        "RUL623",
        "row of the wrong width",
        "Quote a cell that holds a comma.",
        "A row has one cell for each column; an empty cell means that the fact is not known.",
        "rex,animal,large",
    ),
    in_full(
        "RUL624",
        "cell of the wrong type",
        "Write digits for an integer and a member for a closed type.",
        "The declaration of the predicate gives every column a type.",
        "stars:C,N\nrex,many",
    ),
)

PAGES = (
    in_full(
        "RUL641",
        "no Python for the browser",
        "Name the folder of Pyodide's npm package, or an address.",
        "The page of a rulebook runs this program in the browser, with Pyodide. It is not part of "
        "this package: `npm pack pyodide` fetches it.",
        "rulings site unfair -o page",
    ),
    in_full(
        "RUL642",
        "printed documents that do not fit the clauses",
        "Name each file as its document in clauses.yaml, and check the `lines` of its clauses.",
        "A page shows the lines of a document that a clause names as the printed clause; other "
        "lines would be shown as what they are not.",
        "rulings site unfair -o page --pyodide package --documents .",
    ),
)

FAQ = (
    in_full(
        "RUL700",
        "no FAQ file",
        "Write `game:` and `cases:`.",
        "A FAQ file is a mapping with `game` and `cases`, and may have `edition` and `situation`.",
        "- a list",
    ),
    in_full(
        "RUL701",
        "unknown key of a FAQ file",
        "Correct the spelling.",
        "A case has `id`, `ask` and `expect`, and may have `given`, `grid`, `situation`, "
        "`because`, `source`, `edition`, `editions` and `note`. A misspelt key would leave a "
        "case without what it says.",
        "expetc: yes",
    ),
    in_full(
        "RUL702",
        "FAQ case of the wrong shape",
        "Write `- id: …` with `ask:` and `expect:` below it.",
        "Every case has an id, a question and an expectation.",
        "- id: fence",
    ),
    in_full(
        "RUL703",
        "expectation that cannot be met",
        "Write `yes`, `no`, `depends`, `undecided`, a number or a list of names.",
        "A verdict may be followed by its reason: `no: denied`, `undecided: conflict`.",
        "expect: maybe",
    ),
    in_full(
        "RUL704",
        "case id used twice",
        "Give each case its own id.",
        "A case is found by its id.",
        "- {id: a, …}\n- {id: a, …}",
    ),
    in_full(
        "RUL705",
        "unknown clause in `because`",
        "Name a registered clause, `document/clause`.",
        "`because` names clauses that the verdict must rest on.",
        "because: [guide/actve]",
    ),
    in_full(
        "RUL706",
        "no FAQ files",
        "Write one: queries/<game>/first.faq.yaml.",
        "The FAQ files of a rulebook lie in `queries/<game>` beside its `facts`.",
        "rulings test trove",
    ),
    in_full(
        "RUL707",
        "no such version",
        "Name an edition, the folder of a rulebook or a git revision.",
        "`rulings diff` compares two editions, two folders or two revisions, in any mixture.",
        "rulings diff trove --from frist --to second",
    ),
    in_full(
        "RUL708",
        "table of cases",
        "Write a row of columns, and below it one row for each case.",
        "A column is named like a key of a case, or stands in braces in the texts of the case.",
        "ask: Does {card} cost {price}?\ntable: |\n  card, prize, expect\n  Old Lamp, 2, yes",
    ),
    in_full(
        "RUL709",
        "table of questions of the wrong shape",
        "Name the columns in the first row: `question`, `answer`, and `given`, `source` or `id`.",
        "`rulings import faq` reads a table of questions and answers; a column that it does not "
        "know would be lost.",
        "question,anwser",
    ),
    in_full(
        "RUL710",
        "answer without a verdict",
        "Begin it with “Yes”, “No”, “It depends”, a number, or with names that the table knows.",
        "What a case expects is what the publisher's answer begins with; it is never guessed.",
        "A: Statues stay where they are.",
    ),
)
