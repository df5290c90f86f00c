"""Directives, annotations, `overrides`, `excludes`, and what happenings bring about.

In: a cursor at such a statement. Out: its surface node, the full stop read. Guarantee: as in
`conditions`; an unknown directive, annotation or modifier gets the nearest known one.
"""

from __future__ import annotations

import re
from functools import partial

from rulings.language.conditions import atom, body, constant, unquote
from rulings.language.cursor import Cursor
from rulings.language.habits import directive_habit
from rulings.language.program import Completion, Constant, EffectKind, Role
from rulings.language.source import Span
from rulings.language.suggest import did_you_mean
from rulings.language.syntax import (
    Annotations,
    CitationStatement,
    ClockStatement,
    EffectStatement,
    ExclusionStatement,
    IncludeStatement,
    Name,
    OverrideStatement,
    PredicateStatement,
    Statement,
    SurfaceAtom,
    SurfaceColumn,
    TypeStatement,
)

DIRECTIVES = (".decl", ".state", ".happening", ".clock", ".type", ".include")
EFFECTS = {kind.value: kind for kind in EffectKind}
_ROLES = {".decl": Role.DERIVED, ".state": Role.STATE, ".happening": Role.HAPPENING}
ANNOTATIONS = ("@[clause]", "@id(name)", "@level(name)")
MODIFIERS = ("one", "closed", "open", "default", "fitting", "concluded")
_COMPLETIONS = {one.value: one for one in Completion} | {"fitting": Completion.OPEN}
_CLAUSE = re.compile(r"[^,\s]+(?:[ \t]+[^,\s]+)*")
_CLAUSE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*(?:/[A-Za-z0-9][A-Za-z0-9_.-]*)*")


def read_annotations(cursor: Cursor) -> Annotations:
    """{ "@[" … "]" | "@id" … | "@level" … }"""
    clauses: list[Name] = []
    levels: list[Name] = []
    rule_id: Name | None = None
    while cursor.kind in ("clauses", "annotation"):
        text, start = cursor.text, cursor.start
        cursor.index += 1
        if cursor.kinds[cursor.index - 1] == "clauses":
            clauses += _clauses(cursor, text, start)
        elif text == "@id":
            cursor.expect("(", "after `@id`")
            name = _name(cursor, "in `@id( )`")
            cursor.expect(")", "after the name in `@id`")
            if rule_id is not None:
                raise cursor.problem("RUL121", name.span, what="`@id`")
            rule_id = name
        elif text == "@level":
            cursor.expect("(", "after `@level`")
            levels += cursor.listed(partial(_name, where="in `@level( )`"))
            cursor.expect(")", "after the names in `@level`")
        else:
            span = Span(cursor.source, start, start + len(text))
            if text == "@":
                raise cursor.problem("RUL117", span, found="@")
            hint = did_you_mean(text, ANNOTATIONS)
            raise cursor.problem("RUL120", span, found=text, suggestion=hint)
    return Annotations(tuple(clauses), rule_id, tuple(levels))


def _clauses(cursor: Cursor, text: str, start: int) -> list[Name]:
    found: list[Name] = []
    for piece in _CLAUSE.finditer(text, text.index("[") + 1, len(text) - 1):
        span = Span(cursor.source, start + piece.start(), start + piece.end())
        if not _CLAUSE_ID.fullmatch(piece.group()):
            raise cursor.problem("RUL122", span, found=piece.group()[:40])
        found.append(Name(piece.group(), span))
    if not found:
        span = Span(cursor.source, start, start + len(text))
        raise cursor.problem("RUL122", span, found="nothing")
    return found


def citation(cursor: Cursor) -> CitationStatement:
    """ "@@[" clause { "," clause } "]" """
    where, text = cursor.here(), cursor.text
    cursor.index += 1
    return CitationStatement(tuple(_clauses(cursor, text, where.start)), where)


def directive(cursor: Cursor, noted: Annotations, doc: str) -> Statement:
    """include | type | clock | predicate"""
    word = cursor.text
    cursor.index += 1
    match word:
        case ".decl" | ".state" | ".happening":
            return _predicate(cursor, word, noted, doc)
        case ".clock":
            return _clock(cursor, noted, doc)
        case ".type":
            return _type(cursor, noted, doc)
        case ".include":
            where = cursor.here()
            path = unquote(cursor, cursor.expect("string", "after `.include`"), where.start)
            return IncludeStatement(path, cursor.finish(), where)
    cursor.index -= 1
    hint = directive_habit(word) or did_you_mean(word, DIRECTIVES)
    raise cursor.problem("RUL110", cursor.here(), found=word, suggestion=hint)


def override(cursor: Cursor) -> OverrideStatement:
    """name "overrides" name"""
    winner = _name(cursor, "before `overrides`")
    cursor.index += 1
    loser = _name(cursor, "after `overrides`")
    return OverrideStatement(winner, loser, cursor.finish())


def exclusion(cursor: Cursor, first: SurfaceAtom) -> ExclusionStatement:
    """ "excludes" atom { "," atom }, behind the first atom"""
    cursor.index += 1
    others = cursor.listed(atom)
    return ExclusionStatement(first, others, cursor.anonymous, cursor.finish())


def effect(cursor: Cursor, happening: SurfaceAtom, noted: Annotations, doc: str) -> EffectStatement:
    """( "begins" | … | "causes" ) atom [ ":-" body ] | "needs" body, behind the happening"""
    kind = EFFECTS[cursor.text]
    cursor.index += 1
    target = None if kind is EffectKind.NEEDS else atom(cursor)
    conditions = body(cursor) if target is None or cursor.take(":-") else ()
    span = cursor.finish()
    return EffectStatement(happening, kind, target, conditions, doc, noted, cursor.anonymous, span)


def _clock(cursor: Cursor, noted: Annotations, doc: str) -> ClockStatement:
    """name "begins" "with" atom { "," atom }"""
    name = _name(cursor, "after `.clock`")
    for word in ("begins", "with"):
        if not cursor.take_word(word):
            raise cursor.misread("`begins with`", "after the name of a clock")
    starts = cursor.listed(atom)
    return ClockStatement(name, starts, doc, noted, cursor.anonymous, cursor.finish())


def _name(cursor: Cursor, where: str) -> Name:
    span = cursor.here()
    return Name(cursor.expect_name(where), span)


def _type(cursor: Cursor, noted: Annotations, doc: str) -> TypeStatement:
    name = _name(cursor, "after `.type`")
    parent = _name(cursor, "after `<`") if cursor.take("<") else None
    if not cursor.take("="):
        return TypeStatement(name, parent, None, doc, noted, cursor.finish())
    cursor.expect("{", "after `=`")
    members = cursor.listed(_constant)
    cursor.expect("}", "after the members of a type")
    return TypeStatement(name, parent, members, doc, noted, cursor.finish())


def _constant(cursor: Cursor) -> Constant:
    start = cursor.start
    if cursor.kind == "string":
        return constant(unquote(cursor, cursor.expect("string", ""), start), True)
    if cursor.kind in ("integer", "-"):
        sign = -1 if cursor.take("-") else 1
        return constant(sign * int(cursor.expect("integer", "after `-`")))
    hyphenated = cursor.take_hyphenated() if cursor.kind == "name" else ""
    return constant(hyphenated or cursor.expect_name("as a member"))


def _predicate(cursor: Cursor, word: str, noted: Annotations, doc: str) -> PredicateStatement:
    name = _name(cursor, f"after `{word}`")
    columns: tuple[SurfaceColumn, ...] = ()
    if cursor.take("(") and not cursor.take(")"):
        columns = cursor.listed(_column)
        cursor.expect(")", f"after the columns of `{name.text}`")
    breach = word == ".decl" and cursor.take_word("breach")
    chance = word == ".happening" and cursor.take_word("chance")
    completion, functional, modifiers = _modifiers(cursor, word)
    templates = cursor.listed(_template, "|") if cursor.kind == "string" else ()
    has_opposites = templates and cursor.take_word("opposite")
    opposites = cursor.listed(_template, "|") if has_opposites else ()
    return PredicateStatement(
        name,
        columns,
        templates,
        _ROLES[word],
        completion,
        functional,
        doc,
        noted,
        cursor.finish(),
        breach,
        "concluded" in modifiers,
        fitting="fitting" in modifiers,
        opposites=opposites,
        chance=chance,
    )


def _column(cursor: Cursor) -> SurfaceColumn:
    is_input = cursor.text == "in" and cursor.kinds[cursor.index + 1] in ("name", "variable")
    cursor.index += is_input
    span = cursor.here()
    if not cursor.take("variable"):
        cursor.expect_name("as a column")
    name = Name(cursor.texts[cursor.index - 1], span)
    cursor.expect(":", f"after the column `{name.text}`")
    return SurfaceColumn(name, _name(cursor, "after `:`"), is_input)


def _modifiers(cursor: Cursor, word: str) -> tuple[Completion, bool, set[str]]:
    completion: Completion | None = None
    functional = False
    others: set[str] = set()
    while cursor.kind == "name":
        text = cursor.text
        if text not in MODIFIERS and cursor.begins_line():
            # The next statement begins: what is missing is the full stop of this one.
            break
        if word != ".state" and (word, text) != (".decl", "one"):
            raise cursor.problem("RUL123", cursor.here(), found=text)
        if text not in MODIFIERS:
            hint = did_you_mean(text, MODIFIERS)
            raise cursor.problem("RUL124", cursor.here(), found=text, suggestion=hint)
        if text == "one":
            functional = True
        elif text == "concluded":
            others.add(text)
        elif completion is not None and _COMPLETIONS.get(text) is not completion:
            raise cursor.problem("RUL121", cursor.here(), what="The completion")
        else:
            completion = _COMPLETIONS[text]
            others.update({text} & {"fitting"})
        cursor.index += 1
        cursor.take(",")
    return completion or Completion.CLOSED, functional, others


def _template(cursor: Cursor) -> Name:
    span = cursor.here()
    return Name(unquote(cursor, cursor.expect("string", "after `|`"), span.start), span)
