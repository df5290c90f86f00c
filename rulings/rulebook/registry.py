"""The registry of printed clauses, `clauses.yaml`.

In: the text of that file. Out: a `Registry` of documents and their clauses. Guarantee: ids are
unique within a document, every clause has a section, unknown keys are reported with their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rulings.doors.picking import picked
from rulings.language.components import reached
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.source import NOWHERE, Source, Span
from rulings.records import dataclass, field
from rulings.rulebook.document import error, unknown_keys
from rulings.rulebook.file_keys import shape
from rulings.rulebook.yaml_tree import Node, parse_yaml

if TYPE_CHECKING:
    from rulings.wire import ClauseJson

REGISTRY = "clauses.yaml"
_OPTIONAL = ("gist", "lines", "page", "find", "fingerprint", "asks", "words")


@dataclass(frozen=True, slots=True)
class Clause:
    """One printed clause: where it stands and what it says, in our words.

    `gist` is empty as long as nobody has written it. `find` are words that the print has there,
    `fingerprint` is a hash of all of them: both for the comparison with the next printing.
    `replaces` are the clauses of what a layer extends in whose place it stands, `same` those that
    print the same elsewhere. `asks` is a question that it answers, `words` are further words of the
    print and of who asks about it: both are for finding it. `unmodelled` is why no rule encodes it,
    and `printed` as well, of one that is quoted where no rule answers.
    """

    id: str
    document: str
    short: str
    section: str
    gist: str
    lines: str = ""
    page: str = ""
    unmodelled: str = ""
    editions: tuple[str, ...] = ()
    find: str = ""
    fingerprint: str = ""
    printed: str = ""
    replaces: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    asks: str = ""
    words: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @property
    def name(self) -> str:
        """The id by which rules cite it, `document/clause`."""
        return f"{self.document}/{self.id}"

    def to_json(self) -> ClauseJson:
        """Return what is told of it, under the name by which rules cite it."""
        told: ClauseJson = picked(self, "document", "short", "section", "page", "gist")
        return {"id": self.name, **told}


@dataclass(frozen=True, slots=True)
class Document:
    """One printed document."""

    id: str
    title: str
    short: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Registry:
    """All documents of a rulebook; `clauses` by the name that rules cite.

    Of those that print the same one is cited: `alike` tells which.
    """

    documents: tuple[Document, ...] = ()
    clauses: dict[str, Clause] = field(default_factory=dict)
    alike: dict[str, str] = field(default_factory=dict)

    def by_id(self) -> dict[str, str]:
        """Return the names of the clauses whose id no other one has, by that id."""
        alike = self._alike(self.clauses)
        found: dict[str, dict[str, None]] = {}
        for name, clause in self.clauses.items():
            found.setdefault(clause.id, {})[alike.get(name, name)] = None
        return {one: next(iter(names)) for one, names in found.items() if len(names) == 1}

    def in_force(self, edition: str, documents: tuple[str, ...]) -> Registry:
        """Return the clauses that an edition rests on: its documents', not superseded in it."""
        kept = {
            name: clause
            for name, clause in self.clauses.items()
            if (not documents or clause.document in documents)
            and (not clause.editions or edition in clause.editions)
        }
        shown = tuple(one for one in self.documents if not documents or one.id in documents)
        return Registry(shown, kept, self._alike(kept))

    def cited(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the clauses in force among some, each once, whichever document prints it."""
        known = self.clauses
        found = dict.fromkeys(self.alike.get(name, name) for name in names)
        return tuple(name for name in found if name in known or not known)

    def same_as(self, name: str) -> frozenset[str]:
        """Return the clauses that print the same as one, itself among them."""

        def tied(one: str) -> Iterator[str]:
            yield from (other for other, told in self.clauses.items() if one in told.same)
            if one in self.clauses:
                yield from self.clauses[one].same

        return frozenset(reached((name,), tied))

    def _alike(self, kept: Mapping[str, Clause]) -> dict[str, str]:
        """Return for each clause that prints the same as others the first of these in `kept`."""
        tied = dict.fromkeys(
            name for one in self.clauses.values() if one.same for name in (one.name, *one.same)
        )
        found: dict[str, str] = {}
        for name in tied:
            if name not in found:
                group = self.same_as(name)
                first = next((one for one in kept if one in group), name)
                found.update(dict.fromkeys(group, first))
        return found


def read_clauses(source: Source) -> Registry:
    """Read the text of `clauses.yaml`. Raises RulingsError (RUL602, RUL61x)."""
    root = parse_yaml(source)
    problems: list[Diagnostic] = []
    documents: list[Document] = []
    if root is not None:
        problems += unknown_keys(root, shape("registry"), "RUL610")
    listed = root.field("documents") if root is not None else None
    if listed is None or listed.fields is None:
        hint = "Write `documents:` and under it one key a document."
        span = root.span if root is not None else None
        problems.append(error("RUL611", "A clause registry lists documents.", span, hint))
    else:
        documents = [_document(key.text or "", node, problems) for key, node in listed.fields]
    if problems:
        raise RulingsError(problems)
    clauses = {clause.name: clause for document in documents for clause in document.clauses}
    return Registry(tuple(documents), clauses)


def _document(name: str, node: Node, problems: list[Diagnostic]) -> Document:
    problems += unknown_keys(node, shape("document"), "RUL610")
    title = text_of(node, "title", problems, name)
    short = text_of(node, "short", problems, name)
    listed = node.field("clauses")
    clauses: dict[str, Clause] = {}
    if listed is None or listed.items is None:
        message = f'The document "{name}" has no list of clauses.'
        problems.append(error("RUL611", message, node.span, "Write `clauses:` and a list."))
    else:
        for item in listed.items:
            clause = read_clause(name, short, item, problems)
            if clause.id in clauses:
                message = f'The clause "{clause.name}" is registered twice.'
                problems.append(error("RUL612", message, item.span, "Give each its own id."))
            clauses[clause.id] = clause
    return Document(name, title, short, tuple(clauses.values()))


def read_clause(
    document: str, short: str, node: Node, problems: list[Diagnostic], heading: str = ""
) -> Clause:
    """Read a clause; its section is by default the `heading` that it stands under."""
    problems += unknown_keys(node, shape("clause"), "RUL610")
    editions = node.field("editions")
    printed = text_of(node, "printed", problems, "")
    return Clause(
        id=text_of(node, "id", problems),
        document=document,
        short=short,
        section=text_of(node, "section", problems, heading or None),
        unmodelled=text_of(node, "unmodelled", problems, printed),
        editions=tuple(item.text or "" for item in editions.items or ()) if editions else (),
        printed=printed,
        replaces=_listed(node.field("replaces")),
        same=_listed(node.field("same")),
        span=node.span,
        **{key: text_of(node, key, problems, "") for key in _OPTIONAL},
    )


def _listed(node: Node | None) -> tuple[str, ...]:
    if node is None:
        return ()
    return (node.text,) if node.text else tuple(item.text or "" for item in node.items or ())


def text_of(
    node: Node,
    key: str,
    problems: list[Diagnostic],
    default: str | None = None,
    *,
    code: str = "RUL611",
) -> str:
    """Return the text under a key; without a `default` a missing one is a `code`."""
    value = node.field(key)
    if value is None and default is not None:
        return default
    if value is not None and value.text:
        return value.text
    message = f'"{key}" must be a text.' if value else f'"{key}" is missing.'
    span = value.span if value else node.span
    problems.append(error(code, message, span, f"Write `{key}: …`."))
    return ""
