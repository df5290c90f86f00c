"""Literate rulebooks: one Markdown file in the order of the printed book.

In: a Markdown text with fenced blocks: `document` (id, title, short), `clause` (id, page, gist),
`rules`, `faq` (what a FAQ file says for all cases, here for those up to the next `faq`) and
`cases`. Out: the rules, the registry and the FAQ files in it. Guarantee: every block keeps its
lines, columns and offsets, so that a place in it is a place in the Markdown; a clause without a
section has the heading it stands under; a block of nearly one of these names is an error; all else
is prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import Source, Span
from rulings.language.suggest import nearest
from rulings.records import dataclass
from rulings.rulebook.document import error, unknown_keys
from rulings.rulebook.file_keys import shape
from rulings.rulebook.registry import Clause, Document, Registry, read_clause, text_of
from rulings.rulebook.yaml_tree import parse_yaml

SUFFIX = ".md"
KINDS = ("document", "clause", "rules", "faq", "cases")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([\w-]*)[^`]*$")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its kind, the numbers (from 0) of its first line and of the one behind it.

    `heading` is the one it stands under, empty before the first.
    """

    kind: str
    begin: int
    end: int
    heading: str


def blocks_of(source: Source) -> tuple[Block, ...]:
    """Return the blocks of a text. Raises RulingsError (RUL627)."""
    problems: list[Diagnostic] = []
    found = tuple(_blocks(source, problems))
    if problems:
        raise RulingsError(problems)
    return found


def finished_blocks(source: Source) -> tuple[Block, ...]:
    """Return the blocks of a text that is being written, those that end."""
    return tuple(_blocks(source, []))


def _blocks(source: Source, problems: list[Diagnostic]) -> Iterator[Block]:
    heading, fence, kind, begin = "", "", "", 0
    for number, line in enumerate(source.text.split("\n")):
        met = _FENCE.match(line)
        if fence:
            if met and met[1].startswith(fence) and not met[2]:
                if kind in KINDS:
                    yield Block(kind, begin, number, heading)
                fence = ""
        elif met:
            fence, kind, begin = met[1], met[2], number + 1
            near = nearest(kind, KINDS) if kind not in KINDS else None
            if near:
                message = f'A block "{kind}" is prose.'
                place = _line(source, number)
                problems.append(error("RUL627", message, place, f"Did you mean `{near}`?"))
        elif title := HEADING.match(line):
            heading = title[1]
    if fence:
        message = "This block does not end."
        problems.append(error("RUL627", message, _line(source, begin - 1), f"Write `{fence}`."))


def _line(source: Source, number: int) -> Span:
    start = source.start_of(number + 1)
    return Span(source, start, start + len(source.line(number + 1)))


def masked(source: Source, blocks: Iterable[Block], *, opening: str = "") -> Source:
    """Return the text of some blocks, each in its place; `opening` stands before the first."""
    lines = source.text.split("\n")
    kept = [" " * len(line) for line in lines]
    for block in blocks:
        kept[block.begin : block.end] = lines[block.begin : block.end]
        if opening:
            kept[block.begin - 1] = opening.ljust(len(kept[block.begin - 1]))
            opening = ""
    return Source(source.name, "\n".join(kept))


def rules_in(source: Source) -> Source:
    """Return the rules of a Markdown text. Raises RulingsError (RUL627)."""
    return masked(source, (one for one in blocks_of(source) if one.kind == "rules"))


def cases_in(source: Source) -> tuple[Source, ...]:
    """Return the FAQ files in a Markdown text. Raises RulingsError (RUL627)."""
    return faq_files_in(source, blocks_of(source))


def faq_files_in(source: Source, blocks: Iterable[Block]) -> tuple[Source, ...]:
    """Return the FAQ files in some blocks of a Markdown text."""
    return tuple(_faq_file(source, head, cases) for head, cases in groups_of(blocks))


def groups_of(blocks: Iterable[Block]) -> tuple[tuple[Block | None, tuple[Block, ...]], ...]:
    """Return each block `faq` with the blocks of cases behind it."""
    groups: list[tuple[Block | None, list[Block]]] = []
    for block in blocks:
        if block.kind == "faq":
            groups.append((block, []))
        elif block.kind == "cases":
            groups = groups or [(None, [])]
            groups[-1][1].append(block)
    return tuple((head, tuple(cases)) for head, cases in groups)


def _faq_file(source: Source, head: Block | None, cases: tuple[Block, ...]) -> Source:
    said = masked(source, () if head is None else (head,))
    listed = masked(source, cases, opening="cases:")
    pairs = zip(said.text.split("\n"), listed.text.split("\n"), strict=True)
    lines = [one if one.strip() else other for one, other in pairs]
    return Source(source.name, "\n".join(lines))


def clauses_in(source: Source) -> Registry:
    """Return the clauses of a Markdown text. Raises RulingsError (RUL602, RUL61x, RUL627)."""
    problems: list[Diagnostic] = []
    documents: dict[str, Document] = {}
    current: Document | None = None
    for block in blocks_of(source):
        if block.kind not in ("document", "clause"):
            continue
        root = parse_yaml(source, (block.begin, block.end))
        place = _line(source, block.begin - 1)
        if root is None or root.fields is None:
            problems.append(
                error("RUL611", f"A {block.kind} is a mapping.", place, "Write `id: …`.")
            )
        elif block.kind == "document":
            problems += unknown_keys(root, shape("document-head"), "RUL610")
            name = text_of(root, "id", problems)
            title = text_of(root, "title", problems, name)
            current = Document(name, title, text_of(root, "short", problems, name), ())
            documents.setdefault(name, current)
        elif current is None:
            hint = "Begin with a block `document` that has an `id`."
            problems.append(error("RUL611", "This clause is of no document.", place, hint))
        else:
            clause = read_clause(current.id, current.short, root, problems, block.heading)
            _take(clause, documents, problems)
    if problems:
        raise RulingsError(problems)
    listed = tuple(documents.values())
    return Registry(listed, {clause.name: clause for one in listed for clause in one.clauses})


def _take(clause: Clause, documents: dict[str, Document], problems: list[Diagnostic]) -> None:
    document = documents[clause.document]
    if any(other.id == clause.id for other in document.clauses):
        message = f'The clause "{clause.name}" is registered twice.'
        problems.append(error("RUL612", message, clause.span, "Give each its own id."))
    clauses = (*document.clauses, clause)
    documents[document.id] = Document(document.id, document.title, document.short, clauses)
