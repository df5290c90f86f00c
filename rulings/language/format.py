"""The canonical printer, `rulings fmt`.

In: a parsed unit, or a rule of a program. Out: its text. Guarantee: parsing the text of a unit
gives an equal unit; printing that again gives the same text; every comment is kept, in order,
and blank lines between statements as single ones. A comment inside a rule stays beside its
condition; one inside another statement moves before it.
"""

from __future__ import annotations

from collections import Counter
from operator import itemgetter

from rulings.language.nodes import rebuilt, renamed
from rulings.language.program import Completion, ForAll, Role, Rule, Variable
from rulings.language.syntax import (
    Annotations,
    CitationStatement,
    ClockStatement,
    Comment,
    EffectStatement,
    ExclusionStatement,
    IncludeStatement,
    Name,
    OverrideStatement,
    PredicateStatement,
    RuleStatement,
    SourceUnit,
    Statement,
    TypeStatement,
)
from rulings.language.variables import in_body, in_terms, is_anonymous
from rulings.language.writing import quote, write_atom, write_condition, write_row, write_value

WIDTH = 100
_DIRECTIVES = {Role.STATE: ".state", Role.HAPPENING: ".happening"}
INDENT = "    "


_Piece = tuple[int, int, Statement | Comment | str]
"""Where something begins in the text, where it ends, and what it is."""


def format_unit(unit: SourceUnit) -> str:
    """Return the canonical text of a unit."""
    text = unit.source.text
    pieces = _pieces(unit)
    lines: list[str] = []
    end = 0
    index = 0
    while index < len(pieces):
        start, stop, node = pieces[index]
        index += 1
        inner: list[Comment] = []
        while index < len(pieces) and pieces[index][0] < stop:
            comment = pieces[index][2]
            if isinstance(comment, Comment):
                inner.append(comment)
            index += 1
        gap = text[end:start]
        if lines and isinstance(node, Comment) and "\n" not in gap:
            lines[-1] += f"  {node.text.rstrip()}"
        else:
            if lines and _blank_before(gap, getattr(node, "doc", "")):
                lines.append("")
            lines += _lines(node, inner)
        end = max(end, stop)
    return "\n".join(lines) + "\n" if lines else ""


def format_rule(rule: Rule) -> str:
    """Return the canonical text of a rule of a program, without doc comment and citations.

    Variables that the checker introduced are named `V1`, `V2`, … where they occur twice.
    """
    named = _name_anonymous(rule)
    sign = "neg " if named.denies else ""
    body = [write_condition(condition) for condition in named.body]
    return "\n".join(_listed(f"{sign}{write_atom(named.head)}", body))


def rule_text(rule: Rule) -> str:
    """Return a rule as its author wrote it, or its canonical text when nobody wrote it."""
    return rule.span.text.strip() or format_rule(rule)


def _pieces(unit: SourceUnit) -> list[_Piece]:
    """Everything in the text, in its order."""
    pieces: list[_Piece] = [(s.span.start, s.span.end, s) for s in unit.statements]
    pieces += [(c.start, c.start + len(c.text), c) for c in unit.comments]
    for group in unit.facts:
        name, quoted = group.predicate, group.quoted
        places = zip(group.rows, group.spans.starts, group.spans.ends, strict=True)
        pieces += [(start, stop, f"{write_row(name, row, quoted)}.") for row, start, stop in places]
    return sorted(pieces, key=itemgetter(0))


def _blank_before(gap: str, doc: str) -> bool:
    """Whether a blank line stands in the gap before a statement, its doc comment left out."""
    if doc:
        # The doc comment is the last block of the gap; only what precedes it counts.
        lines = gap.split("\n")
        kept = len(lines) - 1 - (doc.count("\n") + 1)
        gap = "\n".join([*lines[:kept], ""]) if kept > 0 else ""
    return gap.count("\n") > 1


def _lines(node: Statement | Comment | str, inner: list[Comment]) -> list[str]:
    if isinstance(node, RuleStatement | EffectStatement):
        return _rule(node, inner)
    lines = [_moved(comment) for comment in inner]
    match node:
        case str():
            lines.append(node)
        case Comment(text):
            lines.append(text.rstrip())
        case CitationStatement(clauses):
            lines += _citation("@@[", clauses)
        case IncludeStatement(path):
            lines.append(f".include {quote(path)}.")
        case OverrideStatement(winner, loser):
            lines.append(f"{winner.text} overrides {loser.text}.")
        case ExclusionStatement(first, others):
            lines += _listed(write_atom(first), [*map(write_atom, others)], "excludes")
        case ClockStatement(name, starts):
            begin = ", ".join(write_atom(start) for start in starts)
            lines += _heading(node.doc, node.annotations)
            lines.append(f".clock {name.text} begins with {begin}.")
        case TypeStatement():
            lines += [*_heading(node.doc, node.annotations), *_type(node)]
        case PredicateStatement():
            lines += [*_heading(node.doc, node.annotations), *_predicate(node)]
    return lines


def _moved(comment: Comment) -> str:
    """A comment that moves before its statement must not become its doc comment."""
    text = comment.text.rstrip()
    return f"%{text.lstrip('%')}" if text.startswith("%%%") else text


def _heading(doc: str, annotations: Annotations) -> list[str]:
    lines = [f"%%% {line}".rstrip() for line in doc.split("\n")] if doc else []
    if annotations.clauses and not annotations.of_section:
        lines += _citation("@[", annotations.clauses)
    if annotations.id is not None:
        lines.append(f"@id({annotations.id.text})")
    if annotations.levels:
        lines.append(f"@level({', '.join(level.text for level in annotations.levels)})")
    return lines


def _citation(opening: str, clauses: tuple[Name, ...]) -> list[str]:
    names = [clause.text for clause in clauses]
    line = f"{opening}{', '.join(names)}]"
    if len(line) <= WIDTH:
        return [line]
    return [opening, *(f"{INDENT}{name}," for name in names[:-1]), INDENT + names[-1], "]"]


def _type(node: TypeStatement) -> list[str]:
    head = f".type {node.name.text}"
    if node.parent is not None:
        head += f" < {node.parent.text}"
    if node.members is None:
        return [f"{head}."]
    members = [write_value(member.value, member.quoted) for member in node.members]
    line = f"{head} = {{ {', '.join(members)} }}."
    if len(line) <= WIDTH:
        return [line]
    return [f"{head} = {{", *_filled(members), "}."]


def _filled(items: list[str]) -> list[str]:
    """Items separated by commas, as many on a line as fit."""
    lines = [INDENT]
    for index, item in enumerate(items):
        piece = item + ("," if index < len(items) - 1 else "")
        if lines[-1] != INDENT and len(lines[-1]) + len(piece) + 1 > WIDTH:
            lines.append(INDENT)
        lines[-1] += piece if lines[-1] == INDENT else f" {piece}"
    return lines


def _predicate(node: PredicateStatement) -> list[str]:
    word = _DIRECTIVES.get(node.role, ".decl")
    columns = [f"{'in ' * c.is_input}{c.name.text}: {c.sort.text}" for c in node.columns]
    head = f"{word} {node.name.text}"
    if columns:
        head += f"({', '.join(columns)})"
    told = (("breach", node.breach), ("chance", node.chance), ("one", node.functional))
    modifiers = [word for word, holds in told if holds][:1]
    if node.completion is not Completion.CLOSED:
        modifiers.append("fitting" if node.fitting else node.completion.value)
    if node.concluded:
        modifiers.append("concluded")
    if modifiers:
        head += f" {', '.join(modifiers)}"
    templates = [quote(template.text) for template in node.templates]
    opposites = [quote(template.text) for template in node.opposites]
    said = [" | ".join(texts) for texts in (templates, opposites) if texts]
    line = " ".join([head, " opposite ".join(said)]).rstrip() + "."
    if len(line) <= WIDTH or not templates:
        return [line]
    rest = [f"{INDENT}| {template}" for template in templates[1:]]
    for number, template in enumerate(opposites):
        rest.append(f"{INDENT}{'|' if number else 'opposite'} {template}")
    lines = [head, INDENT + templates[0], *rest]
    lines[-1] += "."
    return lines


def _rule(node: RuleStatement | EffectStatement, comments: list[Comment]) -> list[str]:
    """A rule, its inner comments beside the conditions they stand by."""
    head, mark = _head(node), ":-"
    body = [write_condition(condition) for condition in node.body]
    if isinstance(node, EffectStatement) and node.target is None:
        head, mark = write_atom(node.happening), "needs"
    begin = node.happening if isinstance(node, EffectStatement) else node.head
    heading = _heading(node.doc, node.annotations)
    if not comments:
        return [*heading, *_listed(head, body, mark)]
    text = node.span.source.text
    before: list[list[str]] = [[] for _ in body]
    after: list[list[str]] = [[] for _ in body]
    moved: list[str] = []
    for comment in comments:
        if not body or comment.start < begin.span.end:
            moved.append(_moved(comment))
            continue
        at = sum(condition.span.start < comment.start for condition in node.body)
        if at and comment.start < node.body[at - 1].span.end:
            before[at - 1].append(comment.text.rstrip())
        elif at and "\n" not in text[node.body[at - 1].span.end : comment.start]:
            after[at - 1].append(comment.text.rstrip())
        else:
            before[min(at, len(body) - 1)].append(comment.text.rstrip())
    if not any(before) and not any(after):
        return [*moved, *heading, *_listed(head, body, mark)]
    lines = [*moved, *heading, f"{head} {mark}"]
    for index, condition in enumerate(body):
        lines += [INDENT + comment for comment in before[index]]
        mark = "," if index < len(body) - 1 else "."
        lines.append(f"{INDENT}{condition}{mark}" + "".join(f"  {c}" for c in after[index]))
    return lines


def _head(node: RuleStatement | EffectStatement) -> str:
    if isinstance(node, RuleStatement):
        sign = f"{'otherwise ' * node.otherwise}{'neg ' * node.against}{'not ' * node.denial}"
        return f"{sign}{write_atom(node.head)}"
    target = f" {write_atom(node.target)}" if node.target is not None else ""
    return f"{write_atom(node.happening)} {node.kind.value}{target}"


def _listed(head: str, body: list[str], mark: str = ":-") -> list[str]:
    """What stands behind a mark: on its line where there is room, else one a line."""
    if not body:
        return [f"{head}."]
    line = f"{head} {mark} {', '.join(body)}."
    if len(line) <= WIDTH and "\n" not in line:
        return [line]
    return [f"{head} {mark}", *(f"{INDENT}{c}," for c in body[:-1]), f"{INDENT}{body[-1]}."]


def _name_anonymous(rule: Rule) -> Rule:
    """Give variables that the checker introduced a name where they occur more than once."""
    plain = rebuilt(rule, lambda one: one.goal if _is_sugar(one) else None)
    counts = Counter([*in_terms(plain.head.terms), *in_body(plain.body)])
    names: dict[str, Variable] = {}
    for name, count in counts.items():
        if count > 1 and is_anonymous(name):
            fresh = f"V{name[1:]}"
            while fresh in counts:
                fresh += "_"
            names[name] = Variable(fresh)
    return renamed(rule, lambda v: names.get(v.name, v)) if names else rule


def _is_sugar(node: object) -> bool:
    """Whether a `forall` is how `not p(X, _)` was understood."""
    return isinstance(node, ForAll) and write_condition(node).startswith("not ")
