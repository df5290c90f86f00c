"""Lines whose first words say what to do with the rest: "why", "what if", "forget", "focus on".

In: a `Scope`. Out: a `Reading`, or None for a line that is no command. Guarantee: the rest is read
completely, as a statement, a question or a name.
"""

from __future__ import annotations

from rulings.english import mistakes
from rulings.english.conditional import conditional, is_clause
from rulings.english.declarative import read_statement, withdrawable
from rulings.english.interrogative import contracted, question_by_pattern, read_question
from rulings.english.reading import (
    Ask,
    Focus,
    Forget,
    Question,
    Reading,
    Statement,
    Suppose,
    WhatIf,
    When,
    Why,
    WhyNot,
    after_line,
    named,
)
from rulings.english.referents import referent
from rulings.english.scope import Scope
from rulings.english.sequence import read_told
from rulings.english.words import span_key
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Literal, Value, Variable

_SUPPOSE = ("suppose", "assume", "imagine", "let")


def command(scope: Scope) -> Reading | None:
    """Read a line whose first words say what to do with the rest."""
    keys = [token.key for token in scope.tokens[:2]] + ["", ""]
    match keys:
        case ["focu" | "focus", *_]:
            return _focus(_from(scope, 2 if keys[1] == "on" else 1))
        case ["unfocu" | "unfocus", *_] if len(scope.tokens) == 1:
            return Focus(None)
        case ["why", "not", *_]:
            return WhyNot(_rest(scope, 2))
        case ["why", *_]:
            return _why(_from(scope, 1))
        case ["when", *_] if is_clause(scope):
            return question_by_pattern(scope) or conditional(_from(scope, 1))
        case ["when", _, *_]:
            return question_by_pattern(scope) or When(_rest(scope, 1))
        case ["when", *_]:
            return When(None)
        case ["list" | "name", _, *_]:
            return question_by_pattern(scope)
        case ["what", "if", *_]:
            return _what_if(_from(scope, 2))
        case ["if", *_]:
            return question_by_pattern(scope) or conditional(_from(scope, 1))
        case [first, second, *_] if first in _SUPPOSE:
            return Suppose(read_told(_from(scope, 2 if second == "that" else 1)))
        case ["forget", second, *_]:
            return _forget(_from(scope, 2 if second in ("that", "about") else 1))
    return None


def _from(scope: Scope, start: int) -> Scope:
    return scope.with_tokens(scope.tokens[start:])


def _rest(scope: Scope, start: int) -> Question | None:
    return read_question(_from(scope, start)) if len(scope.tokens) > start else None


def _why(scope: Scope) -> Why | WhyNot:
    """Read "why …"; asking why something is *not* so is a `WhyNot` of the positive question."""
    if not scope.tokens:
        return Why(None)
    inner = read_question(scope)
    match inner:
        case Ask((Literal(atom, True),), notices):
            return WhyNot(Ask((Literal(atom),), notices))
        case Ask() if contracted(scope.tokens):
            return WhyNot(inner)
    return Why(inner)


def _what_if(scope: Scope) -> WhatIf:
    """Split "what if A: B?" at its colon, comma, "then" or end, whichever can be read."""
    count = len(scope.tokens)
    failures: list[RulingsError] = []
    for mark in (":", "?", ",", "then"):
        for cut in range(1, count):
            before, first = scope.tokens[cut - 1], scope.tokens[cut]
            if not (first.key == "then" if mark == "then" else mark in before.after):
                continue
            try:
                changes = read_statement(scope.with_tokens(scope.tokens[:cut]))
                start = cut + (first.key in ("then", "and"))
                return WhatIf(changes, _inner(_from(scope, start), changes))
            except RulingsError as error:
                failures.append(error)
    try:
        return WhatIf(read_statement(scope), None)
    except RulingsError as error:
        raise (failures[0] if failures else error) from None


def _inner(scope: Scope, changes: Statement) -> Question | Why | WhyNot | When:
    scope = scope.anew(lines=after_line(named(changes), scope.lines))
    inner = command(scope)
    if isinstance(inner, (Why, WhyNot, When)):
        return inner
    return read_question(scope)


def _focus(scope: Scope) -> Focus:
    if not scope.tokens or [t.key for t in scope.tokens] in (["none"], ["nothing"]):
        return Focus(None)
    found = _name(scope)
    if found is None:
        raise mistakes.unknown_name(scope)
    return Focus(found)


def _name(scope: Scope) -> Value | None:
    """Return the thing that all tokens name; None when there is none, an error when several."""
    thing = _thing(scope)
    if thing is not None:
        return thing
    scope = scope.anew(asking=True)
    filler = referent(scope, 0, len(scope.tokens), "any")
    if filler is None:
        lenient = scope.anew(lenient=True)
        problem = referent(lenient, 0, len(scope.tokens), "any")
        doubt = problem.problem if problem is not None else None
        if doubt is not None and doubt.kind != "unknown":
            raise RulingsError((mistakes.problem(lenient, doubt),))
        return None
    values = [term.value for term in filler.terms if not isinstance(term, Variable)]
    return values[0] if len(values) == 1 else None


def _thing(scope: Scope) -> Value | None:
    """Return the thing, not the mere word, that all tokens name."""
    names = scope.lexicon.names
    values = [
        value
        for value in names.find(span_key(scope.tokens, 0, len(scope.tokens)), "any")
        if names.is_thing(value)
    ]
    return values[0] if len(values) == 1 else None


def _forget(scope: Scope) -> Forget:
    if not scope.tokens:
        raise mistakes.not_understood(scope)
    found = _name(scope)
    if found is not None:
        return Forget(Statement(), (found,))
    return Forget(read_statement(scope.anew(asking=True), withdrawable))
