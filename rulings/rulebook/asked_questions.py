"""What the FAQ of a rulebook asks, and on which clauses its answers rest.

In: a rulebook's folder and an edition. Out: `AskedQuestion`s. Guarantee: a file or a case that
cannot be read is left out, since whoever runs the cases says what is wrong with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from rulings.language.diagnostics import RulingsError
from rulings.records import dataclass
from rulings.rulebook.document import read_source
from rulings.rulebook.faq_files import faq_files
from rulings.rulebook.library import queries
from rulings.rulebook.literate import SUFFIX as MARKDOWN
from rulings.rulebook.literate import cases_in
from rulings.rulebook.yaml_tree import Node, parse_yaml


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question, the clauses its answer rests on, and whether it is `general`: of no table."""

    text: str
    clauses: tuple[str, ...]
    general: bool


def asked_in(folder: Path, edition: str) -> tuple[AskedQuestion, ...]:
    """Return what the FAQ of the rulebook in `folder` asks of an edition, each question once."""
    found: dict[str, AskedQuestion] = {}
    with suppress(RulingsError):
        for path in _files(folder):
            for one in _of_file(path, edition):
                known = found.setdefault(one.text, one)
                if one.general and not known.general:
                    found[one.text] = one
    return tuple(found.values())


def state_of(folder: Path) -> bytes:
    """Return bytes that differ whenever the FAQ files of a rulebook may have changed."""
    lines: list[str] = []
    with suppress(RulingsError, OSError):
        for path in _files(folder):
            told = path.stat()
            lines.append(f"{path} {told.st_mtime_ns} {told.st_size}")
    return "\n".join(lines).encode()


def _files(folder: Path) -> tuple[Path, ...]:
    """Return the FAQ files of a rulebook; none of one that lies nowhere."""
    return faq_files(queries(folder.name, folder)) if folder.name else ()


def _of_file(path: Path, edition: str) -> Iterator[AskedQuestion]:
    with suppress(RulingsError):
        source = read_source(path, within=path.absolute().parent)
        for part in cases_in(source) if path.suffix == MARKDOWN else (source,):
            root = parse_yaml(part)
            if root is not None and _is_for(root, edition):
                listed = root.field("cases")
                cases = (listed.items or ()) if listed is not None else ()
                yield from _of_cases(cases, edition, general=not _has_table(root))


def _of_cases(cases: Iterable[Node], edition: str, *, general: bool) -> Iterator[AskedQuestion]:
    for case in cases:
        asked = case.field("ask")
        if asked is not None and asked.text and "{" not in asked.text and _is_for(case, edition):
            cited = tuple(_texts(case.field("because")))
            yield AskedQuestion(asked.text, cited, general and not _has_table(case))


def _has_table(node: Node) -> bool:
    return any(node.field(key) is not None for key in ("given", "situation", "grid"))


def _is_for(node: Node, edition: str) -> bool:
    """Whether something is about an edition: it names this one, or none."""
    named = node.field("editions") or node.field("edition")
    if named is None:
        return True
    listed = (name.text for name, _ in named.fields) if named.fields else _texts(named)
    return not {edition, "all"}.isdisjoint(listed)


def _texts(node: Node | None) -> Iterator[str]:
    if node is not None:
        yield from (one.text for one in (node, *(node.items or ())) if one.text is not None)
