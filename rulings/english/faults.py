"""What could not be read, as diagnostics.

In: a context and the doubtful matches of a line. Out: a `RulingsError` of a RUL5xx code. Guarantee:
each quotes the words, states the law and proposes the nearest names or sentences.
"""

from __future__ import annotations

from contextlib import suppress

from rulings.english.chart import Context
from rulings.english.expand import UnclearDenialError, meaning_of
from rulings.english.filling import noun
from rulings.english.lexicon import Lexicon
from rulings.english.search import nearest
from rulings.english.sentence import asked, datalog, join
from rulings.english.types import Match, Parse, Problem
from rulings.english.words import Tokens, key_of, tokenize
from rulings.expressions import expression
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Literal, Value
from rulings.language.suggest import member_hint

NOT_UNDERSTOOD = "RUL501"
"""The mistake of a line that no declared sentence fits."""
_ARTICLE = expression(r"(?i)(?:\b(?:the|an?|my|your|his|her|its|their)\s+)*$")


def not_understood(context: Context, tokens: Tokens = ()) -> RulingsError:
    """No sentence fits the line, or some words of it."""
    text = context.source.text
    span = context.span(0, len(text))
    before = _ARTICLE.sub("", text[: tokens[0].start]) if tokens else ""
    if before.strip() and len(before) < tokens[-1].end:
        span = context.span(len(before), tokens[-1].end)
    return RulingsError((diagnose(NOT_UNDERSTOOD, span, text=span.text.strip(), nearest=""),))


def with_nearest(found: Diagnostic, lexicon: Lexicon, asking: bool) -> Diagnostic:
    """Return why words are not understood, with the sentences that come near to them."""
    if found.span is None:
        return found
    said, before = found.span.text.strip(), found.span.source.text[: found.span.start].strip()
    near = nearest(tokenize(said), lexicon, asking)
    hint = f"Nearest: {' · '.join(near)}" if near else ""
    if before:
        hint = f"What stands before it is read by itself, and not noted here. {hint}".strip()
    return diagnose(NOT_UNDERSTOOD, found.span, text=said, nearest=hint)


def doubted(context: Context, match: Match) -> RulingsError:
    """A sentence fits, but not everything in its slots is known."""
    found = dict.fromkeys(problem(context, one) for one in match.problems)
    return RulingsError(tuple(found))


def ambiguous(context: Context, parses: list[Parse]) -> RulingsError:
    """Several readings fit equally well."""
    text = context.source.text
    readings = tuple(_in_words(context, one) for one in parses)
    if len(set(readings)) < len(readings):
        readings = tuple(_in_datalog(context, one) for one in parses)
    shown = " | ".join(readings)
    span = context.span(0, len(text))
    return RulingsError(
        (diagnose("RUL504", span, text=text.strip(), count=len(parses), readings=shown),)
    )


def _in_words(context: Context, parse: Parse) -> str:
    """Return a reading in declared sentences."""
    literals = (*parse.literals, *parse.claims)
    with suppress(UnclearDenialError):
        meant = meaning_of(context.lexicon, literals, asking=context.asking)
        literals = tuple(one for one in meant if isinstance(one, Literal))
    return f"{join(asked(literals, context.lexicon, 'some'))}."


def _in_datalog(context: Context, parse: Parse) -> str:
    goal = ", ".join(datalog(one.atom, one.negated) for one in (*parse.literals, *parse.claims))
    return f"?- {goal}." if context.asking else f"{goal}."


def unknown_name(context: Context, text: str) -> RulingsError:
    """Words should have been a name, and are none."""
    start = max(context.source.text.find(text), 0)
    found = Problem("unknown", start, start + len(text), text, "any")
    return RulingsError((problem(context, found),))


def problem(context: Context, found: Problem) -> Diagnostic:
    """Return the diagnostic of one stretch of words that could not be resolved."""
    names = context.lexicon.names
    span, text, kind = context.span(found.start, found.end), found.text, noun(found.sort)
    shown = tuple(names.display(value) for value in found.values)
    match found.kind:
        case "ambiguous":
            things = ", ".join(
                f"{one} 1" if key_of(one) == key_of(text) else one
                for one in _distinct(shown, found.values)
            )
            return diagnose("RUL503", span, name=text, count=len(shown), things=things)
        case "wrong_focus":
            return diagnose("RUL506", span, name=text, thing=shown[0], sort=kind)
        case "near":
            return diagnose("RUL509", span, name=text, near=shown[0])
        case "misspelt":
            near = context.lexicon.vocabulary.get(str(found.values[0]), shown[0])
            return diagnose("RUL522", span, name=text, near=near)
        case "no_member":
            members = names.sorts.among(found.sort) or ()
            hint = member_hint(found.values[0], members)
            value = str(found.values[0])
            return diagnose("RUL222", span, value=value, sort=found.sort, suggestion=hint)
        case _:
            known = names.all(key_of(text))
            if known:
                other = noun(_kind(context, known[0]))
                return diagnose("RUL525", span, name=text, other=other, sort=kind)
            near = _near(context, text, found.sort)
            if not context.asking and names.sorts.is_thing(found.sort):
                near += f' To introduce it, write it in quotes: "{text}".'
            none = "Nothing" if kind == "thing" else f"No {kind}"
            return diagnose("RUL502", span, name=text, none=none, near=near)


def _kind(context: Context, value: Value) -> str:
    names = context.lexicon.names
    sorts = names.sorts_of(value)
    things = sorted(sort for sort in sorts if names.sorts.is_thing(sort))
    return (things or sorted(sorts) or ["any"])[0]


def _near(context: Context, text: str, sort: str) -> str:
    names = context.lexicon.names
    found = tuple(names.display(value) for value, _ in names.near(text, sort))
    if found:
        return f"Did you mean {' or '.join(found)}?"
    known = [names.display(v) for _, v in zip(range(9), names.values(sort), strict=False)]
    if 0 < len(known) <= 8:
        return f"Known here: {', '.join(known)}."
    return "Tell the table something about it first." if context.asking else ""


def _distinct(shown: tuple[str, ...], values: tuple[Value, ...]) -> tuple[str, ...]:
    return tuple(
        one if shown.count(one) == 1 else str(value)
        for one, value in zip(shown, values, strict=True)
    )
