"""Loaded rulebooks, kept between runs.

In: a rulebook's folder and an edition. Out: the `LoadedRulebook` and the hash of its content.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from rulings.rulebook.rulebook import LoadedRulebook, load_folder, rulebook_files


def load_cached(
    folder: Path, edition: str | None = None, *, cache: bool = True
) -> tuple[LoadedRulebook, str]:
    """Load a rulebook."""
    return load_folder(folder, edition), content_hash(folder, edition)


def content_hash(folder: Path, edition: str | None) -> str:
    """Return the SHA-256 of everything that a rulebook's meaning depends on."""
    digest = hashlib.sha256(repr(edition).encode())
    for path in rulebook_files(folder):
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()
