"""Questions: yes or no, which and how many, of named and of arbitrary things.

In: a `Scope` whose tokens ask something. Out: a `Question`, or a `WhatIf` that supposes the
arbitrary thing asked about. Guarantee: every word was used, or a `RulingsError` is raised.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from rulings.english import mistakes
from rulings.english.clause import (
    candidates,
    is_auxiliary,
    patterns,
    questions,
    sentences,
    with_variants,
)
from rulings.english.declarative import (
    best,
    check_denial,
    check_total,
    chosen,
    declared,
    framed,
    notes,
    turned_round,
    with_nouns,
)
from rulings.english.expand import UnclearDenialError, is_idiom, meaning_of
from rulings.english.fillers import Filler
from rulings.english.parses import (
    Parse,
    negation,
    rank,
)
from rulings.english.reading import (
    Ask,
    Holds,
    Question,
    WhatIf,
    Which,
)
from rulings.english.scope import Scope
from rulings.english.statement import statement_of
from rulings.english.template import Template
from rulings.english.tense import FINE
from rulings.english.unnamed import named_apart, with_names
from rulings.english.which import PREPOSITIONS, WH_WORDS, which
from rulings.english.words import Token, span_key
from rulings.language.program import Comparison, Literal, Term, Variable
from rulings.records import replace


def read_question(scope: Scope) -> Question:
    """Return the yes/no or wh-question that the tokens of a scope ask of named things."""
    found = question_about(scope)
    if isinstance(found, WhatIf):
        raise mistakes.not_understood(scope.anew(asking=True))
    return found


def question_about(scope: Scope) -> Question | WhatIf:
    """Return a question; one about an arbitrary thing ("can I …") supposes that thing."""
    scope = scope.anew(asking=True)
    if not scope.tokens:
        raise mistakes.not_understood(scope)
    found = question_by_pattern(scope)
    if found is not None:
        return found
    scope = _personal(scope)
    if asks_which(scope):
        return _general(scope, best(scope, which), _which_of)
    inner, denied = framed(scope)
    parse = best(inner, declared if inner is not scope else _declarative)
    parse = turned_round(scope, parse) if denied else parse
    check_denial(scope, parse)
    check_total(scope, parse)
    return _general(scope, parse, _yes_or_no)


def question_by_pattern(scope: Scope) -> Question | WhatIf | None:
    """Return what a question says that the word list has as it stands; None if it has none."""
    scope = scope.anew(asking=True)
    found = with_nouns(scope, patterns(scope, with_variants(scope, scope.lexicon.asking_by_words)))
    return _general(scope, chosen(scope, found), _pattern) if found else None


def _personal(scope: Scope) -> Scope:
    """Read "is it legal to …" as "may I …": nobody is named, so the asker is meant."""
    match tuple(token.key for token in scope.tokens[:4]):
        case ("be", "it", word, "to") if word in FINE:
            may, me = scope.tokens[0], scope.tokens[1]
            tokens = (may._replace(key="may"), me._replace(key="i"), *scope.tokens[4:])
            return scope.with_tokens(tokens)
    return scope


def _general(
    scope: Scope, parse: Parse, question: Callable[[Scope, Parse], Question]
) -> Question | WhatIf:
    """Return what a reading asks; the things that it introduces are arbitrary ones."""
    introduced = tuple(n for filler in parse.fillers for n in filler.introduces)
    if not introduced:
        return question(scope, parse)
    renamed, new = named_apart(scope, introduced)
    told = replace(
        parse,
        literals=with_names(parse.literals, renamed),
        fillers=tuple(replace(filler, introduces=()) for filler in parse.fillers),
    )
    about = Parse(
        claims=with_names(parse.claims, renamed), fillers=(Filler((), "any", introduces=new),)
    )
    try:
        changes = statement_of(scope, about, ())
    except UnclearDenialError:
        raise mistakes.denied_description(scope) from None
    return WhatIf(changes, question(scope, told), True)


def _yes_or_no(scope: Scope, parse: Parse) -> Question:
    if any(_is_asked(t) for literal in parse.literals for t in literal.atom.terms):
        return _which_of(scope, parse)
    any_thing = any(isinstance(t, Variable) for one in parse.literals for t in one.atom.terms)
    if any_thing or is_idiom(scope.lexicon, parse.literals):
        return _of_conditions(scope, parse)
    return Ask(parse.literals, notes(scope, parse), parse.is_reworded)


def _pattern(scope: Scope, parse: Parse) -> Question:
    """Read a line by a pattern that is a question as it stands."""
    idiom = scope.lexicon.idioms.get(parse.literals[0].atom.predicate)
    if idiom is None or idiom.asked is None:
        return _of_conditions(scope, parse)
    conditions = meaning_of(scope.lexicon, parse.literals)
    asked = Variable(f"{idiom.asked.name}_1")
    literals = tuple(c for c in conditions if isinstance(c, Literal))
    others = tuple(c for c in conditions if not isinstance(c, Literal))
    return Which(literals, (asked,), False, notes(scope, parse), others, True)


def _of_conditions(scope: Scope, parse: Parse) -> Ask | Holds:
    """Return a yes/no question about idioms, or about any things that satisfy it."""
    lexicon, notices = scope.lexicon, notes(scope, parse)
    denied = False
    try:
        conditions = meaning_of(lexicon, parse.literals)
    except UnclearDenialError:
        if len(parse.literals) > 1:
            raise mistakes.denied_description(scope) from None
        denied = True
        conditions = meaning_of(lexicon, negation(parse).literals)
    bounds = _bounds(scope, parse)
    conditions = (*conditions, *bounds)
    literals = tuple(c for c in conditions if isinstance(c, Literal))
    ground = not any(isinstance(t, Variable) for one in literals for t in one.atom.terms)
    if ground and len(literals) == len(conditions) and not denied:
        return Ask(literals, notices, True)
    return Holds(conditions, denied, notices)


def _bounds(scope: Scope, parse: Parse) -> tuple[Comparison, ...]:
    """Return what "at least 3" asks of a number; a denial would leave open what is denied."""
    found = tuple(bound for filler in parse.fillers for bound in filler.bounds)
    if found and any(literal.negated for literal in parse.literals):
        raise mistakes.denied_description(scope)
    return found


def _is_asked(term: Term) -> TypeGuard[Variable]:
    """Whether a term is what a question asks for, and not just any thing that a phrase means."""
    return isinstance(term, Variable) and not term.name.startswith("_")


def _which_of(scope: Scope, parse: Parse) -> Which:
    atoms = [literal.atom for literal in parse.literals]
    variables = tuple(dict.fromkeys(t for atom in atoms for t in atom.terms if _is_asked(t)))
    shared = parse.several and not any(token.key == "both" for token in scope.tokens)
    if not variables or shared:
        # What Ana and Ben have may be what both have, or what one of them has.
        raise mistakes.not_understood(scope)
    for atom in atoms:
        columns = scope.lexicon.predicates[atom.predicate].columns
        for index, term in enumerate(atom.terms):
            if isinstance(term, Variable) and columns[index].is_input:
                raise mistakes.asks_input(scope, atom, index)
    count = any(filler.count for filler in parse.fillers)
    either = [filler for filler in parse.fillers if filler.among]
    joint = any(token.key == "or" for token in scope.tokens)
    if either:
        # In a denial "or" may mean neither of them, or one of them.
        if len(either) > 1 or (joint and any(literal.negated for literal in parse.literals)):
            raise mistakes.denied_description(scope)
        asked = tuple(t for t in either[0].terms if isinstance(t, Variable))
        variables = tuple(dict.fromkeys((*asked, *variables)))
    try:
        meant = meaning_of(scope.lexicon, parse.literals)
    except UnclearDenialError:
        raise mistakes.denied_description(scope) from None
    literals = tuple(c for c in meant if isinstance(c, Literal))
    others = (*(c for c in meant if not isinstance(c, Literal)), *_bounds(scope, parse))
    reworded = parse.is_reworded or is_idiom(scope.lexicon, parse.literals)
    each = tuple(t for f in parse.fillers if f.each for t in f.terms if isinstance(t, Variable))
    return Which(
        literals,
        variables,
        count,
        notes(scope, parse),
        others,
        reworded,
        each,
        "either" if either and joint else _question_word(scope),
        either[0].among if either else (),
    )


def _question_word(scope: Scope) -> str:
    """Return the word that asks, "any" or "anyone" where a yes/no question asks for all."""
    words = [token.key for token in scope.tokens if token.key in WH_WORDS]
    if words:
        return {"whom": "who", "whose": "who"}.get(words[0], words[0])
    people = ("anyone", "anybody", "someone", "somebody")
    return "anyone" if any(token.key in people for token in scope.tokens) else "any"


def _declarative(scope: Scope) -> list[Parse]:
    """Read a yes/no question as the statement that it inverts."""
    templates = candidates(scope)
    if not is_auxiliary(scope.tokens[0].key):
        return with_nouns(scope, sentences(scope, templates))
    # "Is this card active" asks about this card, not whether this is an active card.
    least = 2 if _names_with_noun(scope, scope.tokens[1:]) else 1
    found = with_nouns(scope, questions(scope, templates, least=least))
    asks = tuple(template for template in templates if template.asks)
    found += with_nouns(scope, patterns(scope, asks))
    if not found and scope.tokens[0].key in ("do", "did"):
        found = _supported(scope, templates)
    return sorted(found, key=lambda parse: rank(scope, parse))


def _supported(scope: Scope, templates: tuple[Template, ...]) -> list[Parse]:
    """Read "does X hold when it is closed" as the statement behind "does".

    Which of two verbs is the template's is not known; here it does not matter.
    """
    rest = scope.tokens[2 if contracted(scope.tokens) else 1 :]
    cuts = [i for i in range(1, len(rest)) if rest[i].key == "not"]
    found: list[Parse] = []
    for order in [(*rest[:i], scope.tokens[0], *rest[i:]) for i in cuts] or [tuple(rest)]:
        turned = scope.with_tokens(order)
        found += with_nouns(turned, sentences(turned, templates))
    return found


def _names_with_noun(scope: Scope, tokens: tuple[Token, ...]) -> bool:
    """Whether a subject begins "this card": a noun without article for a thing that is one."""
    if len(tokens) < 3 or tokens[0].key not in ("this", "that") or tokens[1].article:
        return False
    noun = span_key(tokens, 1, 2)
    meant = [value for value in (scope.focus, *scope.recent) if value is not None]
    return noun in scope.lexicon.nouns and any(scope.lexicon.may_be(v, noun) for v in meant)


def asks_which(scope: Scope) -> bool:
    """Whether a wh-word leads, perhaps behind a preposition ("in which zone …")."""
    first, *rest = scope.tokens[:2]
    return first.key in WH_WORDS or (
        first.key in PREPOSITIONS and any(token.key in WH_WORDS for token in rest)
    )


def contracted(tokens: tuple[Token, ...]) -> bool:
    """Whether a question begins "isn't", "doesn't", …."""
    return len(tokens) > 1 and is_auxiliary(tokens[0].key) and tokens[1].key == "not"
