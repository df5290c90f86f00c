"""The clauses of a print as a first `clauses.yaml`.

In: a document's name and title, its clauses. Out: YAML. Guarantee: it reads as a registry in which
every clause has its place and the words to find it by; nothing of the printed sentences is in it,
and their gists are left for the author to write.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulings.printed.splitting import SplitClause, identities
from rulings.rulebook.yaml_tree import yaml_text


def registry_text(document: str, title: str, short: str, clauses: Sequence[SplitClause]) -> str:
    """Return the registry of one document."""
    lines = [
        "documents:",
        f"  {yaml_text(document)}:",
        f"    title: {yaml_text(title)}",
        f"    short: {yaml_text(short)}",
        "    clauses:",
    ]
    for name, clause in zip(identities(clauses), clauses, strict=True):
        lines.append(f"      - id: {yaml_text(name)}")
        lines.append(f"        section: {yaml_text(clause.section or title)}")
        if clause.page:
            lines.append(f"        page: {clause.page}")
        if clause.find:
            lines.append(f"        find: {yaml_text(' '.join(clause.find))}")
        lines.append(f"        fingerprint: {yaml_text(clause.fingerprint)}")
    return "\n".join(lines) + "\n"
