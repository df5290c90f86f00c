"""The seventh stage: a reading to the sentence that says it.

In: a question or a statement, a `Lexicon`. Out: its sentence, None for what one sentence cannot
say. Guarantee: what is said reads back as the same, which who offers it checks.
"""

from __future__ import annotations

import re
from itertools import takewhile

from rulings.english.filling import SLOT, filled, noun, plural
from rulings.english.forms import form_of, second_person
from rulings.english.lexicon import Lexicon, supposing
from rulings.english.reading import Ask, Holds, Reading, Statement, WhatIf, Which
from rulings.english.seen import NAMING
from rulings.english.sentence import ask, is_of_several, say, sentence
from rulings.english.template import analyse
from rulings.english.verb import PREPOSITIONS
from rulings.language.program import Atom, Literal, Variable

_PEOPLE = ("who", "anyone")


def said(reading: Reading, lexicon: Lexicon) -> str | None:
    """Return the sentence of a reading."""
    match reading:
        case Statement():
            return _told(reading, lexicon)
        case Ask((literal,)):
            return _capital(ask(literal.atom, lexicon, literal.negated))
        case Which(literals, (variable,), count):
            return _which(literals, variable, lexicon, count=count, word=reading.word)
        case Holds((Literal() as literal,), denied):
            return _capital(ask(literal.atom, lexicon, literal.negated or denied))
        case WhatIf(changes, (Ask() | Which() | Holds()) as inner, _):
            if any(one.predicate not in NAMING and len(one.terms) > 1 for one in changes.facts):
                return None
            return said(inner, supposing(lexicon, changes))
    return None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _told(told: Statement, lexicon: Lexicon) -> str | None:
    known = supposing(lexicon, told) if told.facts else lexicon
    kinds = {one.sort for one in told.introduces} | {f"stated_{o.sort}" for o in told.introduces}
    facts = [
        one
        for one in told.facts
        if one.predicate not in NAMING
        and not (len(one.terms) == 1 and (str(one.predicate) in kinds or _unsaid(one, lexicon)))
    ]
    if not facts and not told.denials:
        facts = [one for one in told.facts if not _unsaid(one, lexicon)]
    texts = [say(one, known) for one in facts]
    texts += [say(one, known, negated=True) for one in told.denials]
    if not texts or len(texts) > 3 or any("(" in text for text in texts):
        return None
    return sentence(" and ".join(texts)).rstrip(".")


def _unsaid(atom: Atom, lexicon: Lexicon) -> bool:
    predicate = lexicon.predicates.get(atom.predicate)
    return predicate is None or not predicate.templates


def _which(
    literals: tuple[Literal, ...],
    variable: Variable,
    lexicon: Lexicon,
    *,
    count: bool,
    word: str,
) -> str | None:
    main, *others = literals
    if others or sum(term == variable for term in main.atom.terms) != 1:
        return None
    if any(isinstance(t, Variable) and t != variable for t in main.atom.terms):
        return None
    predicate = lexicon.predicates.get(main.atom.predicate)
    if predicate is None:
        return None
    column = main.atom.terms.index(variable)
    for text in predicate.templates:
        template = analyse(predicate, text)
        if template is None:
            continue
        sort = predicate.columns[column].sort
        kind = _kind(sort, lexicon, count=count, word=word)
        if word in ("any", "anyone"):
            return _capital(ask(main.atom, lexicon, main.negated)).replace("some ", "any ", 1)
        if template.subject == column:
            form = "denial" if main.negated else "statement"
            shown = form_of(predicate, text, form)
            rest = _without(shown, predicate.columns[column].name)
            return _capital(filled(f"{kind}{rest}", predicate, main.atom, lexicon, "any")) + "?"
        form = "negative question" if main.negated else "question"
        shown = form_of(predicate, text, form)
        if is_of_several(template, main.atom, lexicon, ""):
            shown = second_person(template, shown, form)
        name = predicate.columns[column].name
        number = lexicon.names.sorts.is_int(sort)
        unit = r"(?P<unit>( ([a-z]+|\{\w+\}))*)"
        gone = re.compile(rf"(?P<before>\b(?:the|an?)\s+)?\{{\s*{name}\s*\}}{unit}", re.I)
        found = gone.search(shown)
        if found is None:
            return None
        behind = found["unit"].split()
        words = list(takewhile(lambda one: one not in PREPOSITIONS, behind)) if number else []
        lead = f"how many {' '.join(words)}".strip() if number else kind
        if number and not words:
            lead = "what"
        left = " ".join(behind[len(words) :])
        rest = f"{shown[: found.start()]}{left}{shown[found.end() :]}"
        text = f"{lead} {' '.join(rest.split())}"
        return _capital(filled(text, predicate, main.atom, lexicon, "any")) + "?"
    return None


def _without(shown: str, name: str) -> str:
    match = next((m for m in SLOT.finditer(shown) if m[1].lower() == name.lower()), None)
    return shown[match.end() :] if match is not None else shown


def _kind(sort: str, lexicon: Lexicon, *, count: bool, word: str) -> str:
    if count:
        return f"how many {plural(noun(sort))}"
    if word in _PEOPLE and sort == lexicon.nouns.get("player"):
        return "who"
    return f"which {noun(sort)}"
