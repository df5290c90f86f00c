"""One module for each subcommand of `rulings`: `configure` its parser, `run` it."""

from __future__ import annotations

COMMANDS: dict[str, tuple[str, str]] = {
    "ask": ("ask", "answer a question"),
    "why": ("ask", "answer a question with the full proof or refutation"),
    "whynot": ("ask", "show what would have to be different for a yes"),
    "when": ("ask", "show under which conditions something holds"),
    "whatif": ("ask", "answer a question for a changed table"),
    "batch": ("batch", "answer a file of questions on all processors"),
    "verify": ("certificates", "check a certificate without the engine"),
    "repl": ("repl", "talk to a rulebook (the default)"),
    "show": ("show", "show a situation as it is understood"),
    "check": ("checking", "check a rulebook, a program or a situation"),
    "test": ("test", "run the FAQ cases of a rulebook"),
    "watch": ("watch", "show on every save which FAQ cases flip"),
    "mutate": ("mutate", "change rules and see whether the FAQ cases notice"),
    "profile": ("profile", "show which rules the time of questions goes to"),
    "cover": ("cover", "show which printed clauses the FAQ cases test"),
    "diff": ("diff", "compare two editions or versions of a rulebook"),
    "flips": ("flips", "find the smallest combination of layers that turns a ruling"),
    "triage": ("triage", "sort FAQ entries: entailed, contradicted or silent"),
    "fmt": ("fmt", "print programs in canonical form"),
    "eval": ("eval", "evaluate a program, no rulebook needed"),
    "games": ("games", "list the rulebooks there are"),
    "sentences": ("sentences", "find sentences, words and clauses about a topic"),
    "import": ("imports", "take in a publisher's FAQ as cases"),
    "clauses": ("prints", "split a printed rulebook into clauses, compare printings"),
    "cite": ("cite", "show a printed clause and the rules that encode it"),
    "schema": ("schema", "print the JSON Schema of an answer, a table, …"),
    "mcp": ("mcp", "answer assistants (Model Context Protocol)"),
    "lsp": ("lsp", "check and complete in editors (Language Server Protocol)"),
    "serve": ("serve", "answer over HTTP"),
    "site": ("site", "write a page that answers in the browser"),
    "export": ("export", "write a program for another engine"),
    "new": ("new", "begin a rulebook of your own"),
}
"""The module and the purpose of each command, by its name."""
