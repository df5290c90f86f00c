"""One Markdown file of a rulebook's separate files, and back.

In: the texts of a rulebook, or of a literate one. Out: the other form. Guarantee: rules, clauses
and cases are those of the other form, word for word; `weave` puts what cites a clause behind it,
rules before cases, and what cites none before the first clause or, cases, behind the last; `tangle`
of what `weave` made has the same statements, clauses and cases.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rulings.language.canonical import canonical
from rulings.language.parse import parse
from rulings.language.source import Source, Span
from rulings.language.syntax import RuleStatement
from rulings.rulebook.literate import Block, blocks_of, rules_in
from rulings.rulebook.registry import Clause, Registry
from rulings.rulebook.yaml_tree import Node, parse_yaml, yaml_text

_KEPT = ("lines", "page", "gist", "unmodelled", "find", "printed")


@dataclass(frozen=True, slots=True)
class Separate:
    """The texts of separate files."""

    rules: str
    clauses: str
    cases: str


def tangle(source: Source) -> Separate:
    """Take a literate text apart. Raises RulingsError (RUL627)."""
    blocks = blocks_of(source)
    lines = source.text.split("\n")

    def texts(kind: str) -> list[str]:
        return [_text(one, lines) for one in blocks if one.kind == kind]

    cases = texts("cases")
    listed = "cases:\n" + "\n".join(_indented(text, "  ") for text in cases) + "\n"
    return Separate(
        "\n\n".join(texts("rules")) + "\n",
        "\n".join(["documents:", *_documents(blocks, lines)]) + "\n",
        "\n".join([*texts("faq"), listed]) if cases else "",
    )


def _text(block: Block, lines: list[str]) -> str:
    return "\n".join(lines[block.begin : block.end]).strip("\n")


def _indented(text: str, margin: str) -> str:
    return "\n".join(margin + line if line.strip() else "" for line in text.split("\n"))


def _documents(blocks: Iterable[Block], lines: list[str]) -> Iterator[str]:
    for block in blocks:
        text = _text(block, lines)
        root = parse_yaml(Source("block", text)) if block.kind in ("document", "clause") else None
        if root is None:
            continue
        if block.kind == "document":
            name = root.field("id")
            kept = [line for line in text.split("\n") if not line.startswith("id:")]
            yield f"  {name.text if name else ''}:"
            yield _indented("\n".join(kept), "    ")
            yield "    clauses:"
        else:
            if root.field("section") is None:
                text = f"{text}\nsection: {yaml_text(block.heading)}"
            yield "      - " + _indented(text, "        ").lstrip()


def weave(title: str, rules: Source, registry: Registry, faq: Iterable[Source]) -> str:
    """Put separate texts together as one of Markdown, the clauses in their order."""
    free, citing = _statements(rules, registry)
    head, cases, others = _cases(faq, registry)
    parts = [f"# {title}"]
    for document in registry.documents:
        named = {"id": document.id, "title": document.title, "short": document.short}
        parts.append(
            _fenced("document", "\n".join(f"{k}: {yaml_text(v)}" for k, v in named.items()))
        )
        if document is registry.documents[0]:
            parts += [_fenced("faq", head)] if head else []
            parts += [_fenced("rules", free)] if free else []
        section = ""
        for clause in document.clauses:
            if clause.section != section:
                section = clause.section
                parts.append(f"## {section}")
            parts.append(_fenced("clause", _clause(clause)))
            for kind, found in (("rules", citing), ("cases", cases)):
                if clause.name in found:
                    parts.append(_fenced(kind, found[clause.name]))
    if others:
        parts += ["## Further cases", _fenced("cases", others)]
    return "\n\n".join(parts) + "\n"


def _fenced(kind: str, text: str) -> str:
    return f"```{kind}\n{text}\n```"


def _clause(clause: Clause) -> str:
    lines = [f"id: {yaml_text(clause.id)}"]
    lines += [f"{key}: {yaml_text(value)}" for key in _KEPT if (value := getattr(clause, key))]
    for key, several in (("editions", clause.editions), ("replaces", clause.replaces)):
        lines += [f"{key}: {yaml_text(list(several))}"] if several else []
    return "\n".join(lines)


def _statements(source: Source, registry: Registry) -> tuple[str, dict[str, str]]:
    """Return the statements that cite no clause, and those of each clause that one cites first.

    What is written before a statement, comments and all, belongs to it.
    """
    unit, _ = parse(source)
    spans = [one.span for one in unit.statements]
    spans += [span for group in unit.facts for span in group.spans]
    cited = {
        one.span.start: one.annotations.clauses[0].text
        for one in unit.statements
        if isinstance(one, RuleStatement) and one.annotations.clauses
    }
    return _gathered(source, spans, cited, registry)


def _gathered(
    source: Source, spans: Iterable[Span], cited: Mapping[int, str], registry: Registry
) -> tuple[str, dict[str, str]]:
    free: list[str] = []
    found: dict[str, list[str]] = {}
    last = 0
    for span in sorted(spans, key=lambda one: one.start):
        if span.end <= last:
            continue
        before = source.text[last : span.end]
        last = span.end
        clause = cited.get(span.start)
        into = found.setdefault(clause, []) if clause in registry.clauses and clause else free
        apart = "\n" if into and before.startswith("\n\n") else ""
        into.append(apart + before.strip("\n"))
    free += [rest] if (rest := source.text[last:].strip("\n")) else []
    return "\n".join(free), {name: "\n".join(texts) for name, texts in found.items()}


def _cases(sources: Iterable[Source], registry: Registry) -> tuple[str, dict[str, str], str]:
    """Return what the files say for all cases, the cases by clause, and those of no clause."""
    head, others = "", list[str]()
    found: dict[str, list[str]] = {}
    for source in sources:
        root = parse_yaml(source)
        listed = root.field("cases") if root is not None else None
        if root is None or listed is None:
            continue
        begin = listed.span.start
        head = head or source.text[:begin].rstrip().removesuffix("cases:").strip("\n")
        for node, text in _each(source, listed):
            because = node.field("because")
            name = next((one.text or "" for one in because.items or ()), "") if because else ""
            into = found.setdefault(name, []) if name in registry.clauses else others
            into.append(text)
    return head, {name: "\n".join(texts) for name, texts in found.items()}, "\n".join(others)


def _each(source: Source, listed: Node) -> Iterator[tuple[Node, str]]:
    """Yield every case with its lines, moved to the margin."""
    items = listed.items or ()
    starts = [source.start_of(source.position(one.span.start)[0]) for one in items]
    for node, begin, end in zip(items, starts, (*starts[1:], len(source.text)), strict=True):
        lines = source.text[begin:end].rstrip().split("\n")
        margin = len(lines[0]) - len(lines[0].lstrip())
        yield node, "\n".join(line[margin:] for line in lines)


def canonical_blocks(source: Source) -> str:
    """Return a Markdown text whose rules are in canonical form, block by block.

    Raises RulingsError for syntax errors, at their places.
    """
    canonical(rules_in(source))
    lines = source.text.split("\n")
    for block in reversed(blocks_of(source)):
        if block.kind == "rules":
            text = "\n".join(lines[block.begin : block.end])
            lines[block.begin : block.end] = canonical(Source(source.name, text)).splitlines()
    return "\n".join(lines)
