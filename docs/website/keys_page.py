"""The page of all keys of the files that authors write, `docs/keys.md`.

In: `rulings.rulebook.file_keys`. Out: Markdown, which `python docs/website/keys_page.py` prints.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from rulings.rulebook.file_keys import Shape, files

_INTRODUCTION = """\
What an author may write in which file. The programs that read these files know their keys from the
same list; `rulings schema NAME` prints it as JSON Schema, for editors and for programs that write
such files. Other keys are errors, with the nearest one that there is. How the files hang together:
[writing a rulebook](writing-a-rulebook.md).

Rules are written in [the rule language](language.md). The first line of a table of facts
(`.csv`) is `PREDICATE:COLUMN,…`; the columns of a table of cases are keys of a case, or names that
stand in braces in its texts.
"""


def page() -> str:
    """Return the text of docs/keys.md."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield "# The keys of all files"
    yield ""
    yield from _INTRODUCTION.splitlines()
    told: set[Shape] = set()
    for file in files():
        yield ""
        yield f"## {file.name}"
        yield ""
        yield f"`{file.place}`" if "`" not in file.place else file.place[0].upper() + file.place[1:]
        if file.glyphs:
            yield ""
            yield "A mapping without keys of its own: a glyph, and the lines that it stands for."
        for shape in _below(file.shape):
            if file.glyphs or shape in told:
                continue
            told.add(shape)
            yield ""
            yield f"**{shape.what[0].upper()}{shape.what[1:]}**"
            yield ""
            yield "| key | takes | for |"
            yield "|---|---|---|"
            for key in shape.keys:
                takes = f"one of {', '.join(key.choices)}" if key.choices else key.takes.value
                unless = (
                    f" unless {' or '.join(f'`{o}`' for o in key.unless)}" if key.unless else ""
                )
                needed = f" **(needed{unless})**" if key.needed else ""
                yield f"| `{key.name}`{needed} | {takes} | {key.purpose} |"


def _below(shape: Shape) -> Iterator[Shape]:
    yield shape
    for key in shape.keys:
        if key.of is not None:
            yield from _below(key.of)


if __name__ == "__main__":
    sys.stdout.write(page())
