"""The program that runs in the page, as one archive.

In: this package and the libraries it needs there, as they are installed. Out: the bytes of a JSON
object, sources by their paths. Guarantee: it holds sources, and the
tables that these read, in one order, so that the same files give the same bytes; what the page
never imports is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from rulings.doors.incoming import read_bytes
from rulings.doors.screen import json_text
from rulings.rulebook.library import PACKAGE

_LIBRARIES = ("rapidfuzz", "snowballstemmer", "yaml")
"""Each has a version in plain Python, which it falls back to."""
_NOT_NEEDED = (
    "adapters/mcp", "adapters/serve", "adapters/lsp", "aio", "commands", "data",
    "export", "faq", "quality", "repl", "scaffold", "cli.py", "pytest_plugin.py", "start.py",
    "supervisor.py", "engine/backends/pydatalog.py", "engine/backends/computed.py",
    "render/sarif.py",
)  # fmt: skip


def program_archive() -> bytes:
    """Return the archive, not compressed."""
    sources = {name: read_bytes(path).decode() for name, path in _sources()}
    return json_text(sources).encode()


def _sources() -> Iterator[tuple[str, Path]]:
    for path in sorted((*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.toml"))):
        name = path.relative_to(PACKAGE).as_posix()
        if not any(name == left_out or name.startswith(f"{left_out}/") for left_out in _NOT_NEEDED):
            yield f"rulings/{name}", path
    for library in _LIBRARIES:
        found = find_spec(library)
        assert found is not None
        assert found.origin is not None
        folder = Path(found.origin).parent
        for path in sorted(folder.rglob("*.py")):
            yield f"{library}/{path.relative_to(folder).as_posix()}", path
