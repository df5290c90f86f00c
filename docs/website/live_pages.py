"""The pages of the four games inside the documentation.

In: what MkDocs has built. Out: beside it, for each game, the folder that `rulings site` writes.
Guarantee: without `RULINGS_PYODIDE`, the folder or address that Pyodide comes from, no page is
written, and the first page says so.
"""

from __future__ import annotations

import os
from pathlib import Path
from shutil import rmtree
from typing import Any

from rulings.cli import main
from rulings.rulebook.library import games

_LIVE = "<!-- live -->"
_FRAME = """\
<iframe title="Ask" src="play/unfair/index.html#table=dino-park&ask=is+Triceratops+active"
 style="width: 100%; height: 42rem; border: 1px solid; border-radius: 4px"></iframe>
"""
_NONE = "*These pages were built without the engine for browsers: `RULINGS_PYODIDE` names it.*"


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put the page of a game where the first page asks for it."""
    if _LIVE not in markdown:
        return markdown
    if not os.environ.get("RULINGS_PYODIDE"):
        return markdown.replace(_LIVE, _NONE)
    others = (f'<a href="play/{name}/index.html">{name}</a>' for name in games())
    return markdown.replace(_LIVE, f"{_FRAME}\n<p>Each game has a page: {', '.join(others)}.</p>\n")


def on_post_build(config: Any, **_: Any) -> None:
    """Write the pages of the games. Raises RuntimeError where one cannot be written."""
    pyodide = os.environ.get("RULINGS_PYODIDE")
    for name, folder in games().items() if pyodide else ():
        target = Path(config.site_dir, "play", name)
        rmtree(target, ignore_errors=True)
        target.parent.mkdir(parents=True, exist_ok=True)
        if main(["site", str(folder), "-o", str(target), "--pyodide", str(pyodide)]) != 0:
            raise RuntimeError(f"the page of {name} could not be written")
