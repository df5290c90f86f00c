"""`rulings clauses import FILE` and `rulings clauses diff OLD NEW`: from print to print.

Guarantee: a first `clauses.yaml` reads as a registry in which every clause has its place and the
words to find it by; nothing of the printed sentences is in it, and their gists are left for the
author to write.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from functools import reduce
from pathlib import Path
from typing import Any

from rulings.commands.declared import declare
from rulings.commands.report import tell
from rulings.faq.suite import read_all
from rulings.printed.extraction import printed_lines
from rulings.printed.printings import Passage, compare_printings
from rulings.printed.splitting import SplitClause, identities, split
from rulings.render.counting import counted
from rulings.rulebook.document import read_source, refusal, suggestion, write_document
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.layers import joined
from rulings.rulebook.library import MANIFEST, find, queries
from rulings.rulebook.literate import SUFFIX, clauses_in
from rulings.rulebook.manifest import read_manifest
from rulings.rulebook.registry import REGISTRY, Clause, Registry, read_clauses
from rulings.rulebook.yaml_tree import yaml_text
from rulings.session import Rulebook


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    what = parser.add_subparsers(dest="what", required=True, metavar="import|diff")
    for name, purpose in (
        ("import", "split a printed rulebook into a first clauses.yaml"),
        ("diff", "compare a printing with the next one"),
    ):
        declare(what.add_parser(name, help=purpose), "prints", f"clauses {name}")


def run(options: argparse.Namespace) -> int:
    """Import or compare."""
    return _import(options) if options.what == "import" else _diff(options)


def _import(options: argparse.Namespace) -> int:
    path: Path = options.file
    clauses = split(printed_lines(path))
    name = re.sub(r"[^a-z0-9]+", "-", path.stem.lower()).strip("-") or "rules"
    title = options.title or path.stem
    text = registry_text(options.document or name, title, title, clauses)
    if options.output is None:
        sys.stdout.write(text)
        return 0
    write_document(options.output, text, new=True)
    sections = counted(len({clause.section for clause in clauses}), "section")
    sys.stdout.write(f"{options.output}: {counted(len(clauses), 'clause')} in {sections}\n")
    sys.stdout.write("Write a `gist` for each, in your own words; `rulings check` lists them.\n")
    return 0


def _diff(options: argparse.Namespace) -> int:
    old, home = _printing(options.old, options.document)
    new, _ = _printing(options.new, None)
    folder = find(options.game) if options.game else home
    citing = _citing(folder) if folder is not None else {}
    found = compare_printings(old, new)
    listed: list[dict[str, Any]] = [
        *({"kind": "gone", **_told(one, citing)} for one in found.gone),
        *(
            {"kind": kind, **_told(pair.before, citing), "now": _place(pair.after)}
            for kind, pairs in (
                ("changed", found.changed),
                ("perhaps", found.perhaps),
                ("moved", found.moved),
            )
            for pair in pairs
        ),
        *({"kind": "new", **_told(one, {})} for one in found.new),
    ]
    counts = (
        (found.same, "same"),
        (found.changed, "changed"),
        (found.perhaps, "perhaps changed"),
        (found.moved, "moved"),
        (found.gone, "gone"),
        (found.new, "new"),
    )
    counted_parts = ", ".join(f"{len(part)} {name}" for part, name in counts)
    tell(
        options.format,
        json=lambda: {"same": len(found.same), "clauses": listed},
        text=lambda: "".join(map(_line, listed)) + f"{counted_parts}\n",
    )
    return 0


def _printing(named: str, document: str | None) -> tuple[tuple[Passage, ...], Path | None]:
    """Return the clauses of a document, of a registry, or of a game, and the rulebook's folder.

    Raises RulingsError.
    """
    path = Path(named)
    home = path.absolute().parent
    folder = home if (home / MANIFEST).is_file() else None
    if path.suffix.lower() in (".yaml", ".yml"):
        registry = read_clauses(read_source(path))
    elif path.is_file():
        registry = clauses_in(read_source(path)) if path.suffix == SUFFIX else Registry()
        if not registry.clauses:
            return Passage.printed(split(printed_lines(path))), None
    else:
        folder = find(named)
        books = (clauses_in(read_source(one, within=folder)) for one in folder.rglob(f"*{SUFFIX}"))
        registry = reduce(lambda below, own: joined(below, own, ()), books, Registry())
        if not registry.clauses or (folder / REGISTRY).is_file():
            own = read_clauses(read_source(folder / REGISTRY, within=folder))
            registry = joined(registry, own, ())
    return Passage.registered(_chosen(registry.clauses.values(), document)), folder


def _chosen(clauses: Any, document: str | None) -> list[Clause]:
    """Return the clauses of a document, of all without one. Raises RulingsError (RUL613)."""
    found = [clause for clause in clauses if document in (None, clause.document)]
    if not found:
        hint = suggestion(document or "", {clause.document for clause in clauses}, "document")
        raise refusal("RUL613", f'There is no document "{document}".', hint=hint)
    return found


def _citing(folder: Path) -> dict[str, tuple[list[str], list[str]]]:
    """Return by clause the rules and the cases that cite it, over all editions."""
    rules: dict[str, dict[str, None]] = {}
    for edition in read_manifest(folder).editions:
        for rule in Rulebook.load(folder, edition.name).program.rules:
            for clause in rule.clauses:
                rules.setdefault(clause, {})[rule.id] = None
    cases: dict[str, dict[str, None]] = {}
    for case in read_all(faq_files(queries(folder.name, folder))):
        for line in case.because:
            cases.setdefault(line.text, {})[case.id] = None
    names = (*rules, *cases)
    return {name: (list(rules.get(name, ())), list(cases.get(name, ()))) for name in names}


def _told(one: Passage, citing: dict[str, tuple[list[str], list[str]]]) -> dict[str, Any]:
    rules, cases = citing.get(one.name, ([], []))
    return {**_place(one), "rules": rules, "cases": cases}


def _place(one: Passage) -> dict[str, str]:
    return {"id": one.name, "section": one.section, "page": one.page}


_SHOWN = 8


def _line(one: dict[str, Any]) -> str:
    now = one.get("now")
    text = f"{one['kind']:<8}{_where(one)}"
    text += f" → {_where(now)}\n" if now else "\n"
    for what in ("rules", "cases"):
        names = one[what]
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        if names:
            text += f"        {what} {', '.join(names[:_SHOWN])}{more}\n"
    return text


def _where(one: dict[str, Any]) -> str:
    page = f", page {one['page']}" if one["page"] else ""
    return f"{one['id']} ({one['section']}{page})"


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
