"""What can be typed next.

In: a file and an offset. Out: items of the protocol. Guarantee: sentences and names come from the
readers that will read them; nothing proposed is unknown there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types

from rulings.adapters.lsp.hovers import signature
from rulings.adapters.lsp.lines import LineContext
from rulings.adapters.lsp.workshop import Workshop
from rulings.asking.reason import Reason
from rulings.language.builtins import BUILT_INS
from rulings.language.diagnostics import RulingsError
from rulings.language.program import BUILT_IN_SORTS, Predicate
from rulings.language.source import Source
from rulings.records import dataclass
from rulings.rulebook.file_keys import shape
from rulings.rulebook.library import games
from rulings.session import Rulebook, Session

_CLAUSES = re.compile(r"@\[[^\]]*?([\w./-]*)$")
_SORT = re.compile(r"[\w}]\s*[:<]\s*(\w*)$")
_DIRECTIVE = re.compile(r"(?:^|\n)[ \t]*(\.\w*)$")
_CALL = re.compile(r"([a-z]\w*)\(([^()]*)$")
_WORD = re.compile(r"\w*$")
_MOST = 200
_DIRECTIVES = {
    ".type": ".type ${1:name}.",
    ".decl": '.decl ${1:name}(${2:C}: ${3:card}) "{${2:C}} ${4:is …}".',
    ".state": '.state ${1:name}(${2:C}: ${3:card}) "{${2:C}} ${4:is …}".',
    ".happening": '.happening ${1:name}(${2:P}: ${3:player}) "{${2:P}} ${4:does …}".',
    ".clock": ".clock ${1:turn} begins with ${2:happening}(${3:_}).",
    ".include": '.include "${1:file.dl}".',
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """A text that takes the place of the last `length` characters."""

    text: str
    length: int
    kind: types.CompletionItemKind
    detail: str = ""
    told: str = ""
    snippet: str = ""


def in_rules(source: Source, offset: int, shop: Workshop | None) -> list[Proposal]:
    """Return what may follow in a rule file."""
    before = source.text[max(0, offset - 20_000) : offset]
    if shop is None:
        return list(_directives(before))
    cited = _CLAUSES.search(before)
    if cited is not None and "\n\n" not in cited[0]:
        return list(clause_ids(cited[1], shop))
    line = before[before.rfind("\n") + 1 :]
    if line.lstrip().startswith("%"):
        return []
    if _DIRECTIVE.search(before):
        return list(_directives(before))
    sort = _SORT.search(line)
    if sort is not None and line.lstrip().startswith((".decl", ".state", ".type")):
        return list(_sorts(sort[1], shop))
    return list(_names(before, shop))


def _directives(before: str) -> Iterator[Proposal]:
    found = _DIRECTIVE.search(before)
    if found is not None:
        for word, snippet in _DIRECTIVES.items():
            kind = types.CompletionItemKind.Keyword
            yield Proposal(word, len(found[1]), kind, snippet=snippet)


def clause_ids(prefix: str, shop: Workshop) -> Iterator[Proposal]:
    """Propose printed clauses, by their ids or by words of their sections and gists."""
    words = prefix.lower()
    for name, one in shop.clauses().items():
        if words in name.lower() or words in f"{one.section} {one.gist}".lower():
            kind = types.CompletionItemKind.Reference
            yield Proposal(name, len(prefix), kind, one.section, one.gist)


def _sorts(prefix: str, shop: Workshop) -> Iterator[Proposal]:
    declared = shop.declared().sorts
    for name in (*BUILT_IN_SORTS, *declared):
        if name.startswith(prefix):
            doc = declared[name].doc if name in declared else "built in"
            yield Proposal(name, len(prefix), types.CompletionItemKind.Class, told=doc)


def _names(before: str, shop: Workshop) -> Iterator[Proposal]:
    word = _WORD.search(before)
    prefix = word[0] if word is not None else ""
    declared = shop.declared()
    call = _CALL.search(before)
    own = declared.predicates.get(call[1]) if call is not None else None
    if call is not None and own is not None:
        place = call[2].count(",")
        if place < own.arity:
            yield from _values(own.columns[place].sort, prefix, shop)
    for one in declared.predicates.values():
        if str(one.name).startswith(prefix):
            yield _predicate(one, len(prefix))
    for name, built_in in BUILT_INS.items():
        if str(name).startswith(prefix):
            kind = types.CompletionItemKind.Function
            yield Proposal(str(name), len(prefix), kind, "built in", built_in.doc)
    statement = before[before.rfind(".\n") + 1 :]
    for name in sorted(set(re.findall(r"\b[A-Z]\w*", statement))):
        if name.startswith(prefix) and name != prefix:
            yield Proposal(name, len(prefix), types.CompletionItemKind.Variable)


def _predicate(one: Predicate, length: int) -> Proposal:
    places = ", ".join(f"${{{at}:{c.name}}}" for at, c in enumerate(one.columns, 1))
    snippet = f"{one.name}({places})" if places else str(one.name)
    said = " | ".join(one.templates)
    kind = types.CompletionItemKind.Function
    return Proposal(str(one.name), length, kind, signature(one), said or one.doc, snippet)


def _values(sort: str, prefix: str, shop: Workshop) -> Iterator[Proposal]:
    known = shop.declared().sorts.get(sort)
    values: Iterable[object] = ()
    if known is not None and known.members is not None:
        values = known.members
    elif (book := shop.book()) is not None:
        values = (one for one in book.lexicon.names.values(sort) if isinstance(one, str))
    for value in values:
        if str(value).startswith(prefix):
            yield Proposal(str(value), len(prefix), types.CompletionItemKind.EnumMember, sort)


def in_line(context: LineContext, book: Rulebook) -> list[Proposal]:
    """Return how a sentence may go on, and whole sentences about its words."""
    length, kind = len(context.text), types.CompletionItemKind.Text
    found = table_before(context, book).complete(context.text)
    return [Proposal(one, length, kind) for one in found]


def table_before(context: LineContext, book: Rulebook) -> Session:
    """Return the table that the lines before describe; those that are not understood are left."""
    try:
        table = book.situation(context.situation or None)
    except RulingsError:
        table = book.table()
    for line in context.given:
        try:
            table = table.suppose(line)
        except RulingsError:
            continue
    return table


def in_case(context: LineContext, shop: Workshop | None) -> list[Proposal]:
    """Return what may follow in a FAQ file where no sentence is written."""
    text = context.text.rpartition("[")[2].rpartition(",")[2].lstrip()
    value, key = types.CompletionItemKind.Value, types.CompletionItemKind.Property
    match context.key:
        case "because" if shop is not None:
            return list(clause_ids(text, shop))
        case "expect":
            reasons = [f"{one.verdict.value}: {one.value}" for one in Reason]
            verdicts = [*dict.fromkeys(one.verdict.value for one in Reason), *reasons]
            return [Proposal(one, len(text), value) for one in verdicts if one.startswith(text)]
        case "situation" if shop is not None and (book := shop.book()) is not None:
            return [Proposal(one, len(text), value) for one in book.situations]
        case "game":
            start = shop.folder if shop is not None else None
            return [Proposal(one, len(text), value) for one in games(start)]
        case "edition" | "editions" if shop is not None:
            return [Proposal(one, len(text), value) for one in shop.editions()]
        case "":
            return [
                Proposal(f"{one}:", len(text), key)
                for one in shape("case").names
                if one.startswith(text)
            ]
    return []
