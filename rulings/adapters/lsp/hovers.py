"""What is told of the word under the pointer.

In: a symbol and the rulebook it is of; a line of English. Out: Markdown. Guarantee: nothing is
evaluated; what files say is shown as text, never as links or commands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rulings.adapters.lsp.symbols import Symbol
from rulings.adapters.lsp.workshop import Workshop
from rulings.asking.datalog_lines import goal_asked
from rulings.asking.posing import posed
from rulings.english.reading import Statement, Suppose
from rulings.english.sentence import say, sentence
from rulings.language.nodes import literals_of
from rulings.language.occurrences import WordKind
from rulings.language.predicates import base_of
from rulings.language.program import Column, Completion, Predicate, Role, Sort
from rulings.language.syntax import RuleStatement
from rulings.render.counting import counted
from rulings.session import Session

_MOST = 12
_SAID = 6
_MARKS = re.compile(r"([\\`*_{}\[\]<>()#+!|&~-])")


def plain(text: str) -> str:
    """Return a text as Markdown that shows it letter by letter."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def code(text: str) -> str:
    """Return a text as a block of the rule language."""
    shown = text.replace("```", "'''")
    return f"```rulings\n{shown}\n```"


def told_of(symbol: Symbol, shop: Workshop) -> str:
    """Return what a rulebook says of a name, empty when it says nothing."""
    match symbol.kind:
        case WordKind.PREDICATE:
            return _predicate(symbol.text, shop)
        case WordKind.TYPE:
            return _type(symbol.text, shop)
        case WordKind.CLAUSE:
            return _clause(symbol.text, shop)
        case WordKind.CONSTANT:
            return _thing(symbol.text, shop)
    return ""


def _predicate(name: str, shop: Workshop) -> str:
    declared = shop.declared().predicates.get(name)
    if declared is None:
        return ""
    parts = [code(signature(declared))]
    parts += [f"“{plain(one)}”" for one in declared.templates]
    if declared.doc:
        parts.append(plain(declared.doc))
    if declared.role is Role.STATE:
        parts.append("Stated by the table.")
    else:
        stated = (one for unit in shop.units_with(None) for one in unit.statements)
        rules = [s for s in stated if isinstance(s, RuleStatement) and s.head.predicate == name]
        parts.append(_concluded(name, rules, shop))
    parts += _gists(declared.clauses, shop)
    return "\n\n".join(filter(None, parts))


def signature(declared: Predicate) -> str:
    """Return a declaration without its sentences."""
    columns = ", ".join(map(_column, declared.columns))
    head = f"{declared.name}({columns})" if columns else declared.name
    if declared.role is Role.STATE:
        said = [declared.completion.value] if declared.completion is not Completion.CLOSED else []
        said = ["one", *said] if declared.functional else said
        return f".state {head} {', '.join(said)}".rstrip()
    return f".decl {head}{' breach' if declared.breach else ''}"


def _column(one: Column) -> str:
    return f"{'in ' if one.is_input else ''}{one.name}: {one.sort}"


def _concluded(name: str, rules: list[RuleStatement], shop: Workshop) -> str:
    facts = sum(
        len(group.rows)
        for unit in shop.units_with(None)
        for group in unit.facts
        if group.predicate == name
    )
    listed = [f"- {_rule(one)}" for one in rules[:_MOST]]
    more = f"- and {len(rules) - _MOST} more" if len(rules) > _MOST else ""
    clauses = tuple(dict.fromkeys(c.text for one in rules for c in one.annotations.clauses))
    lead = f"Concluded by {counted(len(rules), 'rule')}" if rules else "No rule concludes it"
    lead += f", {counted(facts, 'fact')}" if facts else ""
    return "\n".join(filter(None, (f"{lead}.", *listed, more, "", *_gists(clauses[:4], shop))))


def _rule(one: RuleStatement) -> str:
    named = one.annotations.id.text if one.annotations.id is not None else ""
    place = str(one.head.span).rpartition(":")[0]
    denies = " denies" if one.against else ""
    return plain(f"{named or place}{denies}")


def _type(name: str, shop: Workshop) -> str:
    sorts = shop.declared().sorts
    found: Sort | None = sorts.get(name)
    if found is None:
        return ""
    below = sorted(one.name for one in sorts.values() if one.parent == name)
    parent = f" < {found.parent}" if found.parent else ""
    members = f" = {{ {', '.join(map(str, found.members))} }}" if found.members is not None else ""
    parts = [code(f".type {name}{parent}{members}"), plain(found.doc)]
    if below:
        parts.append(f"Its kinds: {plain(', '.join(below))}.")
    return "\n\n".join(filter(None, (*parts, *_gists(found.clauses, shop))))


def _clause(name: str, shop: Workshop) -> str:
    found = shop.clauses().get(name)
    if found is None:
        return ""
    place = " · ".join(filter(None, (found.short, found.section, found.page, found.lines)))
    parts = [f"**{plain(place)}**", plain(found.gist)]
    if found.unmodelled:
        parts.append(f"Not encoded: {plain(found.unmodelled)}")
    return "\n\n".join(parts)


def _gists(names: Iterable[str], shop: Workshop) -> list[str]:
    clauses = shop.clauses()
    found = (clauses[name] for name in names if name in clauses)
    return [f"> {plain(one.gist)} ({plain(one.short)} · {plain(one.section)})" for one in found]


def _thing(name: str, shop: Workshop) -> str:
    book = shop.book()
    if book is None:
        return ""
    names = book.lexicon.names
    kinds = sorted(filter(names.sorts.is_thing, names.sorts_of(name)))
    if not names.sorts_of(name):
        return ""
    shown = plain(names.display(name))
    return f"**{shown}**" + (f": {plain(', '.join(kinds))}" if kinds else "")


def told_of_line(line: str, table: Session, shop: Workshop) -> str:
    """Return how a line of English is read, and what its sentences say. Raises RulingsError."""
    reading = table.read(line)
    asked = posed(reading)
    parts: list[str] = []
    names: list[str] = []
    if asked is not None and asked.question is not None:
        goal = goal_asked(asked.question, table.rulebook.outline, table.lexicon.names)
        names = [str(base_of(one.atom.predicate)) for one in literals_of(goal.body)]
    elif isinstance(reading, Statement | Suppose):
        changes = reading.changes if isinstance(reading, Suppose) else reading
        said = [(atom, False) for atom in changes.facts]
        said += [(atom, True) for atom in changes.denials]
        names = [str(atom.predicate) for atom, _ in said]
        parts = [f"Read as: {plain(sentence(say(atom, table.lexicon, no)))}" for atom, no in said]
    told = (_predicate(name, shop) for name in dict.fromkeys(names))
    return "\n\n".join((*parts[:_SAID], *[one for one in told if one][:2]))
