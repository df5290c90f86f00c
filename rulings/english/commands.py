"""Lines whose first words say what to do with the rest: "why", "what if", "forget", "focus on".

In: the words of a line. Out: a `Reading`, None for a line that is no command. Guarantee: the rest
is read completely, as a statement, a question or a name.
"""

from __future__ import annotations

from rulings.english import faults
from rulings.english.chart import Chart, Context
from rulings.english.clauses import Utterance
from rulings.english.reading import (
    Ask,
    DatalogChange,
    DatalogQuery,
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
)
from rulings.english.types import Problem
from rulings.english.utterances import asked, told, what_if
from rulings.english.words import Tokens, key_of, span_key
from rulings.expressions import expression
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Constant, Literal, Value
from rulings.records import replace

_FACT = expression(r"^(?:not\s+|neg\s+)?[a-z]\w*\s*(?:\(.*\))?\s*\.$")
_SUPPOSE = ("suppose", "assume", "imagine", "let")


def datalog_line(line: str) -> Reading | None:
    """Return what a line in Datalog says."""
    if line.startswith("?-"):
        return DatalogQuery(line)
    sign, fact = (line[0], line[1:].strip()) if line[:1] in ("+", "-") else ("", line)
    if sign and not fact.endswith("."):
        fact += "."
    if _FACT.match(fact.replace("\n", " ")) and (sign or "(" in fact):
        return DatalogChange(fact, sign != "-")
    return None


def command(context: Context, line: Utterance) -> Reading | None:
    """Read a line whose first words say what to do with the rest."""
    tokens = line.tokens
    keys = [token.key for token in tokens[:2]] + ["", ""]
    if tokens and tokens[0].quoted:
        return None
    match keys:
        case ["focu" | "focus", *_]:
            return _focus(context, tokens[2 if keys[1] == "on" else 1 :])
        case ["unfocu" | "unfocus", *_] if len(tokens) == 1:
            return Focus(None)
        case ["why", "not", *_]:
            return WhyNot(_question(context, tokens[2:]))
        case ["why", *_]:
            return _why(context, tokens[1:])
        case ["when", "", *_]:
            return When(None)
        case ["when", second, *_] if second in ("be", "do", "may", "must", "have"):
            return When(_question(context, tokens[1:]))
        case ["what", "if", *_]:
            return what_if(context, tokens[1:], command)
        case [first, second, *_] if first in _SUPPOSE and second:
            begin = 2 if second == "that" else 1
            if "?" in tokens[-1].after:
                return None
            return Suppose(told(context, tokens[begin:]))
        case ["forget", second, *_]:
            return _forget(context, tokens[2 if second in ("that", "about") else 1 :])
    return None


def _question(context: Context, tokens: Tokens) -> Question | None:
    if not tokens:
        return None
    found = asked(context, tokens)
    if isinstance(found, WhatIf):
        raise faults.not_understood(context)
    return found


def _why(context: Context, tokens: Tokens) -> Why | WhyNot:
    inner = _question(context, tokens)
    contracted = len(tokens) > 1 and tokens[1].key == "not" and tokens[1].start == tokens[0].start
    match inner:
        case None:
            return Why(None)
        case Ask((Literal(atom, True),)):
            return WhyNot(Ask((Literal(atom),)))
        case Ask() if contracted:
            return WhyNot(inner)
    return Why(inner)


def _focus(context: Context, tokens: Tokens) -> Focus:
    if not tokens or [t.key for t in tokens] in (["none"], ["nothing"]):
        return Focus(None)
    found = _name(context, tokens)
    if found is None:
        raise faults.unknown_name(context, context.text(tokens[0].start, tokens[-1].end))
    return Focus(found)


def _name(context: Context, tokens: Tokens) -> Value | None:
    """Return the thing that all tokens name."""
    names = context.lexicon.names
    quoted = len(tokens) == 1 and tokens[0].quoted
    key = key_of(tokens[0].text) if quoted else span_key(tokens, 0, len(tokens))
    found = names.find(key, "any")
    things = tuple(v for v in found if names.is_thing(v)) or found
    if len(things) == 1:
        return things[0]
    if things:
        spelt = tokens[0].start, tokens[-1].end
        doubt = Problem("ambiguous", *spelt, context.text(*spelt), "any", things)
        raise RulingsError((faults.problem(replace(context, asking=True), doubt),))
    chart = Chart(replace(context, asking=True))
    for end, filler in chart.fillers(chart.hold(tokens), 0, "any"):
        if end == len(tokens) and filler.problem is None and not filler.introduces:
            match filler.terms:
                case (Constant(value),):
                    return value
    return None


def _forget(context: Context, tokens: Tokens) -> Forget:
    if not tokens:
        raise faults.not_understood(context)
    found = _name(context, tokens)
    if found is not None:
        return Forget(Statement(), (found,))
    return Forget(told(context, tokens))
