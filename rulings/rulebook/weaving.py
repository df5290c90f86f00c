"""One Markdown file of a rulebook's separate files, and back.

In: the texts of a rulebook, or of a literate one. Out: the other form. Guarantee: rules, clauses
and cases are those of the other form, word for word; `weave` puts what cites a clause behind it,
rules before cases, with what these rules need and nothing earlier does; rules with `otherwise` stay
with those before them; what belongs to no clause stands before the first, a case that names none
with the one before it in its file; what a FAQ file says for all its cases holds for them; the prose
of Markdown is what comments say in clauses.yaml; what `tangle` makes of what `weave` made has the
same statements, clauses, cases and prose, and is woven the same again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from rulings.language.canonical import canonical
from rulings.language.occurrences import Use, WordKind, occurrences
from rulings.language.parse import parse
from rulings.language.program import Role
from rulings.language.source import Source, Span
from rulings.language.syntax import (
    CitationStatement,
    EffectStatement,
    PredicateStatement,
    RuleStatement,
    SourceUnit,
)
from rulings.records import dataclass, replace
from rulings.rulebook.literate import HEADING, Block, blocks_of, groups_of, rules_in
from rulings.rulebook.prose import as_comment, as_prose, prose_in_book
from rulings.rulebook.registry import Clause, Registry
from rulings.rulebook.yaml_tree import Node, fields_under, parse_yaml, text_under, yaml_text

_PLAIN = re.compile(r"[a-z]+(?:-[a-z0-9]+)+")
"""An id that YAML reads as nothing else."""
_SECTION = re.compile(r"@@\[[^\]]*\]\n*")
_NOTED = re.compile(r"[ \t]*%.*")
_KEPT = ("lines", "page", "gist", "unmodelled", "find", "fingerprint", "printed")


@dataclass(frozen=True, slots=True)
class Separate:
    """The texts of separate files; of `cases` one for each that has something of its own to say."""

    rules: str
    clauses: str
    cases: tuple[str, ...]


def tangle(source: Source) -> Separate:
    """Take a literate text apart. Raises RulingsError (RUL627)."""
    blocks = blocks_of(source)
    lines = source.text.split("\n")

    rules = [_text(one, lines) for one in blocks if one.kind == "rules"]
    cases: dict[str, list[str]] = {}
    for head, listed in groups_of(blocks):
        said = "" if head is None else _text(head, lines)
        cases.setdefault(said, []).extend(_indented(_text(one, lines), "  ") for one in listed)
    return Separate(
        "\n\n".join(rules) + "\n",
        "\n".join(["documents:", *_documents(blocks, lines, prose_in_book(source, comments=False))])
        + "\n",
        tuple("\n".join([head, "cases:", *some]) + "\n" for head, some in cases.items()),
    )


def _text(block: Block, lines: list[str]) -> str:
    return "\n".join(lines[block.begin : block.end]).strip("\n")


def _indented(text: str, margin: str) -> str:
    return "\n".join(margin + line if line.strip() else "" for line in text.split("\n"))


def _documents(
    blocks: Iterable[Block], lines: list[str], prose: Mapping[str, str]
) -> Iterator[str]:
    """Yield each document with its clauses, those of a later block of its name behind these."""
    told: dict[str, list[str]] = {}
    document = ""
    for block in blocks:
        text = _text(block, lines)
        root = parse_yaml(Source("block", text)) if block.kind in ("document", "clause") else None
        if root is None:
            continue
        name = text_under(root, "id")
        if block.kind == "document":
            document = name
            if document in told:
                continue
            kept = [line for line in text.split("\n") if not line.startswith("id:")]
            told[document] = [*_noted(prose.get(document, ""), "", "  "), f"  {document}:"]
            told[document] += [_indented("\n".join(kept), "    "), "    clauses:"]
        else:
            takes_heading = root.field("section") is None
            heading = block.heading if takes_heading else ""
            told[document] += _noted(prose.get(f"{document}/{name}", ""), heading, "      ")
            if takes_heading:
                text = f"{text}\nsection: {yaml_text(block.heading)}"
            told[document].append("      - " + _indented(text, "        ").lstrip())
    yield from chain.from_iterable(told.values())
    yield from _noted(prose.get("", ""), "", "")


def _noted(prose: str, section: str, margin: str) -> Iterator[str]:
    """Yield prose as a comment, without the heading that a section comes to."""
    heading = f"\n## {section}" if section else ""
    kept = f"\n{prose}".removesuffix(heading).strip("\n")
    if kept:
        yield _indented(as_comment(kept), margin)


def weave(
    title: str,
    rules: Source,
    registry: Registry,
    faq: Iterable[Source],
    prose: Mapping[str, str],
) -> str:
    """Put separate texts together as one of Markdown, the clauses in their order.

    `prose` is what stands before each document and clause, and under the empty name behind all.
    """
    free, citing = _statements(rules, registry)
    notes, cases = _cases(faq, registry)
    head = section = ""
    opening = prose.get(registry.documents[0].id, "") if registry.documents else ""
    parts = [*(() if opening.startswith("# ") else (f"# {title}",)), *notes]

    def tested(clause: str) -> Iterator[str]:
        nonlocal head
        for said, texts in cases.get(clause, {}).items():
            if said != head:
                yield _fenced("faq", said)
                head = said
            yield _fenced("cases", "\n".join(texts))

    def of_no_clause() -> Iterator[str]:
        if free:
            yield _fenced("rules", free)
        yield from tested("")

    def written(name: str) -> Iterator[str]:
        nonlocal section
        if name in prose:
            yield as_prose(prose[name])
            *_, section = section, *(one[1] for one in HEADING.finditer(prose[name]))

    if not registry.documents:
        parts += of_no_clause()
    for document in registry.documents:
        section = ""
        parts += written(document.id)
        named = {"id": document.id, "title": document.title, "short": document.short}
        parts.append(
            _fenced("document", "\n".join(f"{k}: {yaml_text(v)}" for k, v in named.items()))
        )
        if document is registry.documents[0]:
            parts += of_no_clause()
        for clause in document.clauses:
            parts += written(clause.name)
            if clause.section != section:
                section = clause.section
                parts.append(f"## {section}")
            parts.append(_fenced("clause", _clause(clause)))
            parts += [_fenced("rules", citing[clause.name])] if clause.name in citing else []
            parts += tested(clause.name)
    parts += written("")
    return "\n\n".join(parts) + "\n"


def _fenced(kind: str, text: str) -> str:
    return f"```{kind}\n{text}\n```"


def _clause(clause: Clause) -> str:
    lines = [f"id: {clause.id if _PLAIN.fullmatch(clause.id) else yaml_text(clause.id)}"]
    told = replace(clause, unmodelled="") if clause.printed else clause
    lines += [f"{key}: {yaml_text(value)}" for key in _KEPT if (value := getattr(told, key))]
    for key in ("editions", "replaces", "same"):
        several = getattr(clause, key)
        lines += [f"{key}: {yaml_text(list(several))}"] if several else []
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class _Written:
    """A statement with what is written before it, comments and all.

    `clause` is the first that it cites; `declared`, `concluded` and `read` are predicates.
    """

    text: str
    clause: str
    declared: frozenset[str]
    concluded: frozenset[str]
    read: frozenset[str]
    is_otherwise: bool


def _with_what_goes_before(written: Iterable[_Written]) -> list[_Written]:
    """Return statements, each rule with `otherwise` in one piece with the rules before it."""
    pieces: list[_Written] = []
    for one in written:
        if one.is_otherwise and pieces:
            before = pieces.pop()
            one = _Written(
                f"{before.text}\n{one.text}",
                before.clause or one.clause,
                before.declared | one.declared,
                before.concluded | one.concluded,
                before.read | one.read,
                is_otherwise=False,
            )
        pieces.append(one)
    return pieces


def _statements(source: Source, registry: Registry) -> tuple[str, dict[str, str]]:
    """Return the statements that belong to no clause, and those of each clause.

    A rule belongs to the first clause that it cites, what cites none to the first rule that reads
    it, and the declaration of what is concluded to the first rule that concludes it.
    """
    written = _with_what_goes_before(_written(source, registry.by_id()))
    homes = {
        number: one.clause for number, one in enumerate(written) if one.clause in registry.clauses
    }
    waiting = [number for number in range(len(written)) if number not in homes]
    while found := {n: home for n in waiting if (home := _home(written[n], written, homes))}:
        homes |= found
        waiting = [number for number in waiting if number not in found]
    free: list[str] = []
    told: dict[str, list[str]] = {}
    for number, one in enumerate(written):
        into = told.setdefault(homes[number], []) if number in homes else free
        into.append(one.text.removeprefix("" if into else "\n"))
    last = max((_end(source, span) for span in _spans(parse(source)[0])), default=0)
    free += [rest] if (rest := source.text[last:].strip("\n")) else []
    return "\n".join(free), {name: "\n".join(texts) for name, texts in told.items()}


def _home(one: _Written, written: list[_Written], homes: Mapping[int, str]) -> str:
    """Return the clause of a statement that cites none, empty where it has none yet."""
    names = one.declared | one.concluded
    placed = [(written[number], home) for number, home in sorted(homes.items())]
    concluding = (home for other, home in placed if not names.isdisjoint(other.concluded))
    reading = (home for other, home in placed if not one.concluded.isdisjoint(other.read))
    return next(chain(concluding, reading), "")


def _spans(unit: SourceUnit) -> list[Span]:
    spans = [one.span for one in unit.statements]
    spans += [span for group in unit.facts for span in group.spans]
    return sorted(spans, key=lambda one: one.start)


def _end(source: Source, span: Span) -> int:
    """Return where a statement ends, with what is noted behind it in its line."""
    noted = _NOTED.match(source.text, span.end)
    return span.end if noted is None else noted.end()


def _written(source: Source, ids: Mapping[str, str]) -> Iterator[_Written]:
    unit, _ = parse(source)
    statements = {one.span.start: one for one in unit.statements}
    words = [one for one in occurrences(source) if one.kind is WordKind.PREDICATE]
    last = place = 0
    for span in _spans(unit):
        one, end = statements.get(span.start), _end(source, span)
        if end <= last or isinstance(one, CitationStatement):
            continue
        names: dict[Use, set[str]] = {use: set() for use in Use}
        while place < len(words) and words[place].start < end:
            names[words[place].use].add(words[place].text)
            place += 1
        before = _SECTION.sub("", source.text[last : span.start])
        cited: list[str] = []
        if isinstance(one, RuleStatement | EffectStatement):
            cited = [clause.text for clause in one.annotations.clauses]
            before += f"@[{', '.join(cited)}]\n" if one.annotations.of_section else ""
        is_rule = isinstance(one, RuleStatement)
        is_told = isinstance(one, PredicateStatement) and one.role is not Role.DERIVED
        before += source.text[span.start : end]
        apart = "\n" if last and before.startswith("\n\n") else ""
        last = end
        yield _Written(
            apart + (before if before.startswith("\n") else before.lstrip(" ")).strip("\n"),
            ids.get(cited[0], cited[0]) if is_rule and cited else "",
            # What tables state is declared before any clause.
            frozenset() if is_told else frozenset(names[Use.DECLARED]),
            frozenset(names[Use.CONCLUDED]),
            frozenset(names[Use.READ]),
            isinstance(one, RuleStatement) and one.otherwise,
        )


_Cases = dict[str, list[str]]
"""Cases of one clause, or of none, by their heads."""


def _cases(sources: Iterable[Source], registry: Registry) -> tuple[list[str], dict[str, _Cases]]:
    """Return the notes of the files, and the cases by clause; those of none are under ""."""
    notes: list[str] = []
    found: dict[str, _Cases] = {}
    taken: set[str] = set()
    for source in sources:
        root = parse_yaml(source)
        listed = root.field("cases") if root is not None else None
        if root is None or listed is None:
            continue
        note = root.field("note")
        notes += [note.text] if note is not None and note.text else []
        head = _fields(source, root, ("game", "given"), listed.span.start)
        stem = source.name.rpartition("/")[2].partition(".")[0]
        clause: str | None = None
        for node, noted, text in _each(source, listed):
            because = node.field("because")
            cited = because.items or (because,) if because is not None else ()
            # A case that names none belongs with the one before it.
            clause = next((one.text for one in cited if one.text in registry.clauses), clause)
            name = node.field("id")
            if name is not None and name.text in taken:
                before, key, after = text.partition("id:")
                text = before + key + after.replace(name.text, f"{stem}-{name.text}", 1)
            taken.add(name.text or "" if name is not None else "")
            said = _fields(source, root, _not_said(node), listed.span.start)
            lines = [*noted, text, *("  " + line for line in said.split("\n") if line)]
            found.setdefault(clause or "", {}).setdefault(head, []).append("\n".join(lines))
    return notes, found


def _not_said(case: Node) -> tuple[str, ...]:
    """Return the keys of a FAQ file that hold for a case."""
    own = {key.text for key, _ in (*(case.fields or ()), *fields_under(case, "expect"))}
    editions = ("edition", "editions") if own.isdisjoint({"edition", "editions"}) else ()
    return editions if "situation" in own else ("situation", *editions)


def _fields(source: Source, root: Node, keys: tuple[str, ...], end: int) -> str:
    """Return some fields of a mapping as they are written before an offset."""
    fields = root.fields or ()
    begins = [key.span.start for key, _ in fields]
    ends = [*begins[1:], end]
    texts = (
        source.text[begin:behind].split("\n#")[0].rstrip()
        for (key, _), begin, behind in zip(fields, begins, ends, strict=True)
        if key.text in keys and begin < end
    )
    return "\n".join(texts)


def _each(source: Source, listed: Node) -> Iterator[tuple[Node, list[str], str]]:
    """Yield every case with what is noted before it and with its lines, both at the margin.

    Before the first stands what is noted in all that goes before.
    """
    items = listed.items or ()
    starts = [source.start_of(source.position(one.span.start)[0]) for one in items]
    apart = [_noted_from(source.text, start) for start in starts]
    ends = (*apart[1:], len(source.text))
    for number, (node, begin, end) in enumerate(zip(items, starts, ends, strict=True)):
        before = source.text[apart[number] if number else 0 : begin].split("\n")
        noted = [line.strip() for line in before if line.lstrip().startswith("#")]
        lines = source.text[begin:end].rstrip().split("\n")
        margin = len(lines[0]) - len(lines[0].lstrip())
        text = "\n".join(line[min(margin, len(line) - len(line.lstrip())) :] for line in lines)
        yield node, noted, text


def _noted_from(text: str, start: int) -> int:
    """Return where the notes right before a line begin, which are not deeper than it is."""
    line = text[start : text.find("\n", start)]
    margin = len(line) - len(line.lstrip(" "))
    while start:
        begin = text.rfind("\n", 0, start - 1) + 1
        line = text[begin:start]
        if not line.lstrip(" ").startswith("#") or line.index("#") > margin:
            break
        start = begin
    return start


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
