"""The page that documents every code, `docs/diagnostics.md`.

In: the catalogue. Out: Markdown, which `python docs/website/diagnostics_page.py` prints.
"""

from __future__ import annotations

import re
import sys
from itertools import groupby

from rulings.language.catalogue import Entry, entries

_OPENING = """\
# Diagnostics

Every mistake that `rulings` reports has a code that never changes its meaning. This page is
generated from the catalogue in `rulings/language/catalogue/` by
`python docs/website/diagnostics_page.py > docs/diagnostics.md`. Where the examples are programs
(RUL0 to RUL3), each bad one gives exactly the code it stands under and each good one none, which
a test verifies; where they are lines of a file, a command or a dialogue, they show it.

`rulings check` prints diagnostics as text, and with `--format json` or `--format sarif` for
machines. Errors stop a program from running and make `rulings check` exit with 3; warnings and
notes do not.
"""
_PLACEHOLDER = re.compile(r"(?<!\{)\{[a-z_]+(?::[^}]*)?\}(?!\})")
_GROUPS = {
    "RUL0": "Files",
    "RUL1": "Syntax",
    "RUL2": "Declarations, names and types",
    "RUL3": "Rules and facts",
    "RUL4": "Evaluation",
    "RUL5": "Questions, statements and situations",
    "RUL6": "Rulebooks on disk",
    "RUL7": "FAQ suites",
}


def page() -> str:
    """Return the whole page."""
    parts = [_OPENING, _table()]
    for prefix, family in groupby(entries(), key=lambda entry: entry.code[:4]):
        parts.append(f"## {_GROUPS[prefix]}\n")
        parts += [_section(entry) for entry in family]
    return "\n".join(parts)


def _table() -> str:
    rows = ["| code | | severity |", "|---|---|---|"]
    for entry in entries():
        anchor = _heading(entry).lower()
        anchor = "".join(c for c in anchor if c.isalnum() or c in " -_").replace(" ", "-")
        rows.append(f"| [{entry.code}](#{anchor}) | {entry.title} | {entry.severity.value} |")
    return "\n".join(rows) + "\n"


def _heading(entry: Entry) -> str:
    return f"{entry.code}: {entry.title}"


def _section(entry: Entry) -> str:
    lines = [f"### {_heading(entry)}", ""]
    words = " ".join(text for text in (_bare(entry.law), entry.explanation) if text)
    lines += [f"*{entry.severity.value.capitalize()}.* {words}", ""]
    hint = _bare(_PLACEHOLDER.sub("…", entry.hint.replace("{{{name}}}", "{{…}}")))
    if hint.strip("… "):
        lines += [f"**Next step.** {hint}", ""]
    bad = entry.bad or entry.shown
    lines += ["Bad:", "", *_block(bad), "", "Good:", "", *_block(entry.good), ""]
    return "\n".join(lines)


def _bare(template: str) -> str:
    return template.replace("{{", "{").replace("}}", "}")


def _block(text: str) -> list[str]:
    lines = [line if len(line) <= 100 else f"{line[:97]}…" for line in text.rstrip().splitlines()]
    return ["```", *lines, "```"]


if __name__ == "__main__":
    sys.stdout.write(page())
