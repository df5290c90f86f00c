"""Two versions of a rulebook to compare.

In: a game and the name of a version: an edition, a folder, or a git revision. Out: a `Version`,
loaded. Guarantee: nothing in the working tree is touched; a revision is unpacked into a folder
of the caller's.
"""

from __future__ import annotations

import io
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from rulings.faq.cases import Case, faq_files
from rulings.faq.suite import read_all
from rulings.language.diagnostics import RulingsError
from rulings.rulebook.document import error, suggestion
from rulings.rulebook.library import MANIFEST, queries
from rulings.rulebook.manifest import read_manifest
from rulings.session import Rulebook


@dataclass(frozen=True, slots=True)
class Version:
    """One version: how it is called, its rulebook and its cases."""

    label: str
    book: Rulebook
    cases: tuple[Case, ...]


def open_version(folder: Path, named: str, edition: str | None, space: Path) -> Version:
    """Load a version of the rulebook in `folder`.

    `edition` is the one to take of a folder or a revision; `space` is an empty folder to
    unpack a revision into. Raises RulingsError (RUL707) when `named` names nothing.
    """
    editions = [one.name for one in read_manifest(folder).editions]
    if named in editions:
        return _load(named, folder, named)
    if (Path(named) / MANIFEST).is_file():
        return _load(named, Path(named).resolve(), edition)
    unpacked = _revision(folder, named, space)
    if unpacked is not None:
        return _load(named, unpacked, edition)
    message = f'"{named}" is neither an edition, nor the folder of a rulebook, nor a revision.'
    raise RulingsError([error("RUL707", message, hint=suggestion(named, editions, "edition"))])


def _load(label: str, folder: Path, edition: str | None) -> Version:
    files = faq_files(queries(folder.name, folder))
    root = queries(folder.name, folder).parent.parent
    return Version(label, Rulebook.load(folder, edition), read_all(files, root))


def _revision(folder: Path, revision: str, space: Path) -> Path | None:
    """Unpack the rulebooks and cases of a git revision and return the rulebook's folder."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    if top is None or revision.startswith("-"):
        return None
    root = Path(top.decode().strip()).resolve()
    commit = _git(root, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    if commit is None:
        return None
    shelf = folder.resolve().parent.relative_to(root)
    wanted = [str(shelf), str(shelf.parent / "queries" / folder.name)]
    name = commit.decode().strip()
    there = [path for path in wanted if _git(root, "cat-file", "-e", f"{name}:{path}") is not None]
    archive = _git(root, "archive", "--format=tar", name, "--", *there) if there else None
    if archive is None:
        return None
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        packed.extractall(space, filter="data")
    found = space / shelf / folder.name
    return found if (found / MANIFEST).is_file() else None


def _git(folder: Path, *words: str) -> bytes | None:
    """Return what a git command prints, None when it fails or there is no git."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *words], capture_output=True, check=False, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
