"""What could not be read, as diagnostics.

In: a `Scope` and the problems or readings found. Out: `Diagnostic`s of the RUL5xx codes.
Guarantee: each quotes the words, states the law and proposes the nearest names or sentences.
"""

from __future__ import annotations

from rulings.english.fillers import Filler, Problem
from rulings.english.filling import noun
from rulings.english.lexicon import Lexicon
from rulings.english.nearest import hint, nearest
from rulings.english.parses import (
    Parse,
)
from rulings.english.reading import Introduction
from rulings.english.scope import Scope
from rulings.english.sentence import ask, datalog, say
from rulings.english.words import key_of, tokenize
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Atom, Constant, Value
from rulings.language.suggest import member_hint
from rulings.rulebook.document import error


def not_understood(scope: Scope) -> RulingsError:
    """The sentence fits no template: show the nearest."""
    shown = "" if scope.brief else hint(scope.tokens, scope.lexicon, scope.asking)
    span = scope.span(0, len(scope.tokens))
    return RulingsError((diagnose("RUL501", span, text=span.text.strip(), nearest=shown),))


def contradictory(scope: Scope, one: Atom, other: Atom) -> RulingsError:
    """Two things that a sentence says exclude each other: "Ana has Ben's ride"."""
    first, second = say(one, scope.lexicon), say(other, scope.lexicon)
    span = scope.span(0, len(scope.tokens))
    return RulingsError([error("RUL574", f"“{first}” and “{second}” cannot both be so.", span)])


def unresolved(scope: Scope, parse: Parse) -> RulingsError:
    """A template fits, but not everything in its slots is known."""
    problems = dict.fromkeys(parse.problems)
    return RulingsError(tuple(problem(scope, one) for one in problems))


def ambiguous(scope: Scope, parses: list[Parse]) -> RulingsError:
    """Several templates fit equally well."""
    readings = [
        ", ".join(datalog(literal.atom, literal.negated) for literal in parse.literals)
        for parse in parses
    ]
    span = scope.span(0, len(scope.tokens))
    shown = " | ".join(f"?- {reading}." if scope.asking else f"{reading}." for reading in readings)
    return RulingsError(
        (diagnose("RUL504", span, text=span.text.strip(), count=len(parses), readings=shown),)
    )


def unknown_noun(scope: Scope, start: int, end: int) -> RulingsError:
    """The nouns of a wh-phrase are none the rulebook declares."""
    text = scope.text(start, end)
    shown = _near_noun(scope, start, end)
    return RulingsError((diagnose("RUL524", scope.span(start, end), text=text, nearest=shown),))


def _near_noun(scope: Scope, start: int, end: int) -> str:
    from rapidfuzz import fuzz, process

    nouns = scope.lexicon.nouns
    for token in scope.tokens[start:end]:
        if token.key not in nouns and not scope.lexicon.names.describes(token.key):
            hit = process.extractOne(token.key, list(nouns), scorer=fuzz.ratio, score_cutoff=75)
            near = hit[0] if hit is not None else scope.lexicon.names.misspelt(token.key)
            if near is not None:
                return f"Did you mean “{near}”?"
    things = {sort for sort in nouns.values() if scope.lexicon.names.sorts.is_thing(sort)}
    known = sorted(noun(sort) for sort in things)
    return f"Nouns here: {', '.join(known[:12])}{', …' if len(known) > 12 else ''}."


def asks_input(scope: Scope, atom: Atom, column: int) -> RulingsError:
    """A wh-question about an input column."""
    predicate = scope.lexicon.predicates[atom.predicate]
    filled = Atom(
        atom.predicate,
        tuple(Constant("…") if i == column else term for i, term in enumerate(atom.terms)),
    )
    return RulingsError(
        (
            diagnose(
                "RUL507",
                atom.span,
                column=predicate.columns[column].name,
                sentence=next(iter(predicate.templates), atom.predicate),
                question=ask(filled, scope.lexicon),
            ),
        )
    )


def may_be_a_player(scope: Scope, new: Introduction) -> RulingsError:
    """A new name in a place where a card and a player can stand alike."""
    text = scope.span(0, len(scope.tokens)).text.strip()
    quoted = text.replace(new.name, f'"{new.name}"', 1)
    found = diagnose("RUL538", new.span, name=new.name, sort=noun(new.sort), quoted=quoted)
    return RulingsError((found,))


def denied_description(scope: Scope) -> RulingsError:
    """ "is not a dinosaur upgrade": which of the words is denied?"""
    span = scope.span(0, len(scope.tokens))
    return RulingsError((diagnose("RUL508", span, text=span.text.strip()),))


def problem(scope: Scope, found: Problem) -> Diagnostic:
    """Return the diagnostic of one stretch of words that could not be resolved."""
    names = scope.lexicon.names
    span, text, kind = found.span, found.text, noun(found.sort)
    shown = tuple(names.display(value) for value in found.values)
    match found.kind:
        case "ambiguous":
            things = ", ".join(
                f"{shown} 1" if key_of(shown) == key_of(text) else shown
                for shown in _distinct(scope.lexicon, found.values)
            )
            return diagnose("RUL503", span, name=text, count=len(shown), things=things)
        case "nothing_named":
            return diagnose("RUL505", span, name=text)
        case "wrong_focus":
            return diagnose("RUL506", span, name=text, thing=shown[0], sort=kind)
        case "near":
            return diagnose("RUL509", span, name=text, near=shown[0])
        case "misspelt":
            near = scope.lexicon.vocabulary.get(str(found.values[0]), shown[0])
            return diagnose("RUL522", span, name=text, near=near)
        case "counted":
            return diagnose("RUL528", span, name=text)
        case "other_kind":
            return diagnose("RUL529", span, name=text, sort=kind)
        case "no_member":
            value, members = found.values[0], names.sorts.among(found.sort) or ()
            hint = member_hint(value, members)
            return diagnose("RUL222", span, value=str(value), sort=found.sort, suggestion=hint)
        case "new_word":
            return diagnose("RUL523", span, name=text, near=_near(scope, text, found.sort))
        case _:
            known = names.all(key_of(text))
            if known:
                other = noun(_kind(scope.lexicon, known[0]))
                return diagnose("RUL525", span, name=text, other=other, sort=kind)
            near = _near(scope, text, found.sort)
            if not scope.asking and names.sorts.is_thing(found.sort):
                near += f' To introduce it, write it in quotes: "{text}".'
            none = "Nothing" if kind == "thing" else f"No {kind}"
            return diagnose("RUL502", span, name=text, none=none, near=near)


def _kind(lexicon: Lexicon, value: Value) -> str:
    """Return the sort that a value is best described by."""
    sorts = lexicon.names.sorts_of(value)
    things = sorted(sort for sort in sorts if lexicon.names.sorts.is_thing(sort))
    return (things or sorted(sorts) or ["any"])[0]


def introduced(filler: Filler, lexicon: Lexicon) -> tuple[Diagnostic, ...]:
    """Return the notes about what a filler names for the first time."""
    return tuple(
        diagnose("RUL520", new.span, name=new.name, sort=noun(new.sort))
        if lexicon.names.sorts.is_nameable(new.sort)
        else diagnose("RUL521", new.span, name=new.name)
        for new in filler.introduces
        if new.name  # what nobody named is told by the name that it gets
    )


def unknown_name(scope: Scope) -> RulingsError:
    """The whole of the scope should have been a name, and is none."""
    return RulingsError((problem(scope, scope.problem("unknown", 0, len(scope.tokens), "any")),))


def nearest_names(text: str, lexicon: Lexicon, sort: str = "any") -> tuple[str, ...]:
    """Return the display names nearest to a text."""
    return tuple(lexicon.names.display(value) for value, _ in lexicon.names.near(text, sort))


def _near(scope: Scope, text: str, sort: str) -> str:
    found = nearest_names(text, scope.lexicon, sort)
    if found:
        return f"Did you mean {' or '.join(found)}?"
    known = [scope.lexicon.names.display(v) for _, v in zip(range(9), _known(scope, sort))]
    if 0 < len(known) <= 8:
        return f"Known here: {', '.join(known)}."
    if scope.asking and _is_name(text):
        return "Tell the table something about it first."
    sentences = nearest(scope.tokens, scope.lexicon, scope.asking)
    return "Nearest sentences: " + " · ".join(sentences)


def _is_name(text: str) -> bool:
    """Whether words are written like a name, and the sentence around them was understood."""
    tokens = tokenize(text)
    return bool(tokens) and all(token.capital or token.quoted for token in tokens)


def _known(scope: Scope, sort: str) -> tuple[Value, ...]:
    return tuple(value for _, value in zip(range(20), scope.lexicon.names.values(sort)))


def _distinct(lexicon: Lexicon, values: tuple[Value, ...]) -> tuple[str, ...]:
    """Display several things so that no two look the same; new ones have no name yet."""
    shown = [lexicon.names.display(value) for value in values]
    return tuple(
        f"the new {text.partition('@')[0]}"
        if "@" in text
        else text
        if shown.count(text) == 1
        else str(value)
        for text, value in zip(shown, values, strict=True)
    )
