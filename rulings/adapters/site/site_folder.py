"""The folder of a rulebook's page.

In: a rulebook, where Pyodide comes from, perhaps the printed documents. Out: the folder, as files
by their names, or written. Guarantee: the same rulebook, program and Pyodide give the same bytes;
what the page loads is named with its hash, so that a browser never mixes two versions; of this
program it has the sources and the tables that these read, but for what the page never imports;
files of others in the folder are left alone.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from html import escape
from importlib.util import find_spec
from pathlib import Path

from rulings.adapters.site.browsing import rulebook_view
from rulings.adapters.site.packing import prepared
from rulings.adapters.site.passages import Passages, passages
from rulings.adapters.site.runtime import Runtime
from rulings.doors.incoming import Refused, lies_in, read_bytes
from rulings.doors.outgoing import write_bytes
from rulings.doors.screen import json_text
from rulings.rulebook.document import refusal
from rulings.rulebook.library import PACKAGE
from rulings.session import Rulebook

_PAGE = Path(__file__).resolve().parent / "page"
_IMPORTER = _PAGE.with_name("packed_import.py")
_MARK = "index.html"
_ALONE = ("offline.js", "worker.js")
"""What only a page with its own engine has."""
_HERE = "Everything is worked out in this browser; nothing you type leaves it."
_THERE = "What you type is worked out on the server that this page comes from."
_OURS = b'<meta name="generator" content="rulings">'


def site_files(book: Rulebook, runtime: Runtime, documents: Path | None) -> dict[str, bytes]:
    """Return the files of a rulebook's page by their paths, `/` between folders.

    Raises RulingsError for situations, FAQ files and documents that cannot be read.
    """
    printed = passages(documents, book.in_force.clauses.values()) if documents else Passages()
    files = _page()
    files |= {f"pyodide/{name}": data for name, data in runtime.files.items()}
    files["engine/packed_import.py"] = read_bytes(_IMPORTER)
    # Not every host compresses what it sends.
    files["engine/program.bin"] = gzip.compress(program_archive(), mtime=0)
    files["engine/prepared.bin"] = gzip.compress(prepared(book.folder, book.edition), mtime=0)
    shown = json_text(rulebook_view(book, printed)).encode()
    files["engine/rulebook.bin"] = gzip.compress(shown, mtime=0)
    settings = json_text({"pyodide": runtime.address}, indent=2) + "\n"
    files["engine/settings.json"] = settings.encode()
    policy = _policy(f"'wasm-unsafe-eval' {runtime.origin}".strip(), runtime.origin)
    told = {"@TITLE@": escape(book.title), "@ENGINE@": "browser", "@WHERE@": _HERE}
    files[_MARK] = _filled(files[_MARK], {**told, "@POLICY@": policy})
    files["_headers"] = _headers(policy)
    version = _version(files)
    kept = sorted(name for name in files if name not in ("_headers", "offline.js"))
    words = {'"@VERSION@"': json.dumps(version), '"@FILES@"': json.dumps(["", *kept])}
    files["offline.js"] = _filled(files["offline.js"], words)
    return files


def served_files() -> dict[str, bytes]:
    """Return the files of the page whose engine is on the server that serves it."""
    files = {name: data for name, data in _page().items() if name not in _ALONE}
    policy = _policy()
    told = {"@TITLE@": "rulings", "@ENGINE@": "server", "@WHERE@": _THERE, "@POLICY@": policy}
    files[_MARK] = _filled(files[_MARK], told)
    files["_headers"] = _headers(policy)
    return files


def _page() -> dict[str, bytes]:
    return {
        path.relative_to(_PAGE).as_posix(): read_bytes(path)
        for path in sorted(_PAGE.rglob("*"))
        if path.is_file()
    }


def write_site(files: Mapping[str, bytes], folder: Path) -> None:
    """Write the files of a page. Raises RulingsError (RUL615, RUL616)."""
    if os.path.lexists(folder) and any(folder.iterdir()) and not _is_site(folder):
        message = f'"{folder}" holds something else than a page of a rulebook.'
        raise refusal("RUL615", message, hint="Name a new or empty folder.")
    # The page itself comes last: it names what must be there by then.
    for name in sorted(files, key=lambda name: (name == _MARK, name)):
        path = folder / name
        try:
            if not lies_in(path.parent, folder):
                raise Refused("a link leads out of its folder")
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(path, files[name], within=folder)
        except (Refused, OSError) as problem:
            reason = str(getattr(problem, "strerror", None) or problem).lower()
            message = f'"{path}" cannot be written: {reason}.'
            raise refusal("RUL616", message) from None


def _is_site(folder: Path) -> bool:
    try:
        return _OURS in read_bytes(folder / _MARK)
    except Refused:
        return False


def _policy(programs: str = "", origin: str = "") -> str:
    """Return what the page may load: its own files, and Pyodide's."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' {programs}".rstrip(),
            f"connect-src 'self' {origin}".rstrip(),
            "worker-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _headers(policy: str) -> bytes:
    """Return what a host should send along, as `_headers` of a static host has it."""
    return (
        f"/*\n  Content-Security-Policy: {policy}; frame-ancestors 'none'\n"
        "  X-Content-Type-Options: nosniff\n  Referrer-Policy: no-referrer\n"
    ).encode()


def _version(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{len(name)} {name} {len(files[name])}\n".encode())
        digest.update(files[name])
    return digest.hexdigest()[:16]


def _filled(data: bytes, words: Mapping[str, str]) -> bytes:
    text = data.decode()
    for word, meaning in words.items():
        text = text.replace(word, meaning)
    return text.encode()


_FILES = ("**/*.py", "**/*.toml", "render/*.css", "render/*.js")
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
    for path in sorted(path for files in _FILES for path in PACKAGE.glob(files)):
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
