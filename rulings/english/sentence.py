"""Atoms to English.

In: an atom and a `Lexicon`. Out: its sentence as statement, denial or question, in the words of
the first declared template. Guarantee: names are written as labelled, "a" and "an" and the
plural of a unit agree; a predicate without template is written in Datalog.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from rulings.english.filling import (
    MANY,
    SLOT,
    called,
    denied_subject,
    filled,
    noun,
    of_several,
    singular,
)
from rulings.english.forms import form_of, second_person, third
from rulings.english.lexicon import Lexicon
from rulings.english.persons import ASKER
from rulings.english.template import Template, analyse, places
from rulings.english.verb import NO_VERB
from rulings.language.builtins import BUILT_INS
from rulings.language.predicates import base_of, is_against
from rulings.language.program import Atom, Constant, Literal, Predicate, Role, Term, Variable
from rulings.records import replace

_DENIED = {"statement": "denial", "question": "negative question"}
_OPPOSITE = {denial: form for form, denial in _DENIED.items()}
_WAS = {"is": "was", "are": "were", "has": "had"}


def say(atom: Atom, lexicon: Lexicon, negated: bool = False, unbound: str = "some") -> str:
    """Return the sentence for an atom, without capital and full stop.

    Variables read "some card" (or `unbound` + sort), in a denial "any card" and "no card". The
    against-side `neg p` reads as denial.
    """
    if negated and unbound == "some" and any(isinstance(t, Variable) for t in atom.terms):
        return _denied_of_all(atom, lexicon)
    return _say(atom, lexicon, "denial" if negated else "statement", unbound)


def ask(atom: Atom, lexicon: Lexicon, negated: bool = False) -> str:
    """Return the yes/no question for an atom: "is Triceratops active?"."""
    return _say(atom, lexicon, "negative question" if negated else "question", "some") + "?"


def join(names: Iterable[str]) -> str:
    """Return "a, b and c"."""
    listed = list(names)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} and {listed[-1]}"


def has_words(atom: Atom, lexicon: Lexicon) -> bool:
    """Whether an atom has a sentence; only what tells a thing's kind is left unsaid without one."""
    predicate = lexicon.predicates.get(base_of(atom.predicate))
    return predicate is None or len(atom.terms) != 1 or bool(predicate.templates)


def asked(literals: Iterable[Literal], lexicon: Lexicon, word: str) -> tuple[str, ...]:
    """Return what is asked, a clause a literal: "which card is closed", "lies in a park".

    A clause with the subject of the one before goes without it, and what was asked for before is
    "that card", unless two are asked for that this could mean.
    """
    clauses: list[str] = []
    before: tuple[Term, ...] = ()
    spoken: dict[Term, str] = {}
    kinds: set[tuple[Term, str]] = set()
    for literal in literals:
        atom = literal.atom
        if len(atom.terms) == 1 and (atom.terms[0], str(atom.predicate)) in kinds:
            continue  # "Has Ana discarded a card?": what is discarded is one.
        kinds |= set(_sorts(atom, lexicon))
        text = say(atom, lexicon, literal.negated, word)
        term, lead = _asked_for(atom, lexicon, word)
        subject = () if term is None or not text.startswith(lead) else (term,)
        if subject and subject == before:
            clauses.append(text.removeprefix(lead))
        else:
            known = atom if word == MANY else _known(atom, spoken)
            clauses.append(say(known, lexicon, literal.negated, word))
        before = subject
        new = (pair for pair in _sorts(atom, lexicon) if isinstance(pair[0], Variable))
        spoken |= {t: s for t, s in new if t not in spoken}
    return tuple(clauses)


def _sorts(atom: Atom, lexicon: Lexicon) -> Iterator[tuple[Term, str]]:
    """Yield the terms of an atom with the sorts of their columns."""
    predicate = lexicon.predicates.get(base_of(atom.predicate))
    if predicate is not None:
        pairs = zip(atom.terms, predicate.columns, strict=True)
        yield from ((term, column.sort) for term, column in pairs)


def _known(atom: Atom, spoken: Mapping[Term, str]) -> Atom:
    """Write "that card" for what was spoken of, where only one of that sort was."""
    once = Counter(spoken.values())
    terms = tuple(
        Constant(f"that {noun(spoken[term])}") if once[spoken.get(term, "")] == 1 else term
        for term in atom.terms
    )
    return replace(atom, terms=terms)


def _asked_for(atom: Atom, lexicon: Lexicon, word: str) -> tuple[Variable | None, str]:
    """Return the variable that is the subject of an atom's sentence, and how it begins."""
    predicate = lexicon.predicates.get(atom.predicate)
    text = _first(predicate) if predicate is not None else None
    template = analyse(predicate, text) if predicate is not None and text is not None else None
    if predicate is None or template is None or template.subject is None:
        return None, ""
    term = atom.terms[template.subject]
    lead = f"{called(predicate.columns[template.subject].sort, word)} "
    return (term, lead) if isinstance(term, Variable) else (None, "")


def sentence(text: str) -> str:
    """Return text with a capital first letter and a full stop.

    >>> sentence("the game is over")
    'The game is over.'
    """
    text = text.strip()
    end = "" if text.endswith((".", "?", "!", ":")) else "."
    return text[:1].upper() + text[1:] + end


def blank(atom: Atom, lexicon: Lexicon) -> str:
    """Return the statement of an atom with "…" for what is open; empty without a template."""
    predicate = lexicon.predicates.get(atom.predicate)
    if predicate is None or _first(predicate) is None:
        return ""
    terms = tuple(Constant("…") if isinstance(t, Variable) else t for t in atom.terms)
    return say(replace(atom, terms=terms), lexicon)


def pattern(template: Template, lexicon: Lexicon, question: bool) -> str:
    """Return a template with `<card>` in its slots, for help and suggestions."""
    predicate = lexicon.predicates[template.predicate]
    text = form_of(predicate, template.text, "question" if question else "statement")
    shown = SLOT.sub(lambda match: f"<{_column_noun(predicate, match[1])}>", text)
    return f"{shown}?" if question else shown


def datalog(atom: Atom, negated: bool = False) -> str:
    """Return an atom as the rule language writes it."""
    terms = ", ".join(_term(term) for term in atom.terms)
    shown = f"{atom.predicate}({terms})" if terms else str(atom.predicate)
    return f"not {shown}" if negated else shown


def _say(atom: Atom, lexicon: Lexicon, form: str, unbound: str) -> str:
    if is_against(atom.predicate):
        positive = Atom(base_of(atom.predicate), atom.terms, atom.span)
        return _say(positive, lexicon, _DENIED.get(form) or _OPPOSITE[form], unbound)
    predicate = lexicon.predicates.get(atom.predicate)
    if predicate is not None and predicate.role is Role.PAST:
        done = _done(atom, lexicon, form, unbound)
        if done:
            return done
    text = _first(predicate) if predicate is not None else None
    if predicate is None or text is None:
        return _of_built_in(atom, form) or datalog(atom, form in _OPPOSITE)
    if predicate.opposites and form in _OPPOSITE:
        text, form = predicate.opposites[0], _OPPOSITE[form]
    first, text = text, _agreeing(predicate, text, atom)
    shown, template = _formed(predicate, text, form)
    if template is not None and is_of_several(template, atom, lexicon, unbound):
        shown = second_person(template, shown, form)
        shown = of_several(shown) if unbound == MANY else shown
    return filled(shown, predicate, atom, lexicon, unbound, agrees=text != first)


def _done(atom: Atom, lexicon: Lexicon, form: str, unbound: str) -> str:
    """Say that something took place, or was so, in whichever step; empty where no form does."""
    told = lexicon.predicates.get(str(atom.predicate).rpartition(".")[0])
    text = _first(told) if told is not None else None
    template = analyse(told, text) if told is not None and text is not None else None
    if told is None or template is None or template.verb == NO_VERB:
        return ""
    start, end = places(template.text)[template.verb]
    who, verb, rest = template.text[:start], template.text[start:end], template.text[end:]
    found = lexicon.forms.get(str(template.pieces[template.verb]))
    passive = verb in ("is", "are")
    if not passive and (template.auxiliary or found is None or not found.participle):
        return ""
    did = Atom(told.name, atom.terms[:-1], atom.span)
    no = "not " if form in _OPPOSITE else ""
    if told.role is Role.STATE:
        was = _WAS.get(verb) or (found.past[0] if found and found.past else "")
        if not was or form not in ("statement", "denial" if passive else "statement"):
            return ""
        shown = f"{who}{was}{' not' if no else ''}{rest}"
    else:
        participle = "been" if passive or found is None else found.participle[0]
        has = "have" if is_of_several(template, did, lexicon, unbound) else "has"
        asks = form in ("question", "negative question")
        shown = f"{has} {who}{no}" if asks else f"{who}{has} {no}"
        shown = f"{shown}{participle}{rest}"
    return filled(shown, told, did, lexicon, unbound)


@lru_cache(maxsize=4096)
def _formed(predicate: Predicate, text: str, form: str) -> tuple[str, Template | None]:
    """Return a template's text in some form, and the template."""
    return form_of(predicate, text, form), analyse(predicate, text)


def _agreeing(predicate: Predicate, text: str, atom: Atom) -> str:
    """Return a template with the unit and verb of one where its subject is the number 1."""
    template = analyse(predicate, text) if Constant(1) in atom.terms else None
    if template is None or template.verb != 2 or template.subject is None:
        return text
    slot, unit, verb, *rest = text.split()
    one = singular(f" {unit}").strip()
    if atom.terms[template.subject] != Constant(1) or one == unit:
        return text
    verb = verb if verb in ("may", "can", "must", "will") else third(verb)
    return " ".join((slot, one, verb, *rest))


def is_of_several(template: Template, atom: Atom, lexicon: Lexicon, unbound: str) -> bool:
    """Whether the verb is that of a plural: "you are", "how many cards are"."""
    if template.subject is None:
        return False
    term = atom.terms[template.subject]
    if isinstance(term, Constant):
        # "You have stars", but "your park has stars".
        return term.value == ASKER and "'s" not in template.text.split(" ", 1)[0]
    sort = lexicon.predicates[template.predicate].columns[template.subject].sort
    return unbound == MANY and not lexicon.names.sorts.is_int(sort)


def _of_built_in(atom: Atom, form: str) -> str | None:
    """Say an atom that every rulebook has: "“animal” is a word of “animal upgrade”"."""
    built_in = BUILT_INS.get(atom.predicate)
    if built_in is None or form not in ("statement", "denial"):
        return None
    told = {
        column.name: "something" if isinstance(term, Variable) else str(term.value)
        for column, term in zip(built_in.columns, atom.terms, strict=True)
    }
    text = SLOT.sub(lambda match: told[match[1]], built_in.templates[0])
    return text if form == "statement" else f"it is not the case that {text}"


def _denied_of_all(atom: Atom, lexicon: Lexicon) -> str:
    """Deny an atom with variables: "no card is on X", "X is not on any card"."""
    predicate = lexicon.predicates.get(atom.predicate)
    text = _first(predicate) if predicate is not None else None
    past = predicate is not None and predicate.role is Role.PAST
    known = past and isinstance(atom.terms[0], Constant)
    if predicate is None or text is None or known:
        return _say(atom, lexicon, "denial", "any")
    none = denied_subject(text, predicate, atom)
    if none is None:
        return _say(atom, lexicon, "denial", "any")
    return none[0] + filled(none[1], predicate, atom, lexicon, "any")


@lru_cache(maxsize=4096)
def _first(predicate: Predicate) -> str | None:
    for text in predicate.templates:
        if analyse(predicate, text) is not None:
            return text
    return None


def _column_noun(predicate: Predicate, name_of_column: str) -> str:
    for column in predicate.columns:
        if column.name.lower() == name_of_column.lower():
            return noun(column.sort)
    return name_of_column


def _term(term: Term) -> str:
    if isinstance(term, Variable):
        # Those that a rule does not name have numbers.
        return "_" if term.name[1:].isdigit() else term.name
    value = term.value
    if isinstance(value, int):
        return str(value)
    plain = re.fullmatch(r"[a-z]\w*", value) is not None and not term.quoted
    return value if plain else '"' + value.replace('"', '\\"') + '"'
