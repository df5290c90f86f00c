"""Atoms to English.

In: an atom and a `Lexicon`. Out: its sentence as statement, denial or question, in the words of
the first declared template. Guarantee: names are written as labelled, "a" and "an" and the
plural of a unit agree; a predicate without template is written in Datalog.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulings.english.lexicon import Lexicon
from rulings.english.template import NO_VERB, Template, analyse, places
from rulings.language.program import Atom, Predicate, Term, Variable

_SLOT = re.compile(r"\{\s*(\w+)\s*\}")
_UNIT = re.compile(r" (?!(?:in|on|at|of|for|to|from|with|and|or|by|as|is|are|than)\b)[a-z]")
_AGAINST = "neg "


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


def sentence(text: str) -> str:
    """Return text with a capital first letter and a full stop.

    >>> sentence("the game is over")
    'The game is over.'
    """
    text = text.strip()
    end = "" if text.endswith((".", "?", "!", ":")) else "."
    return text[:1].upper() + text[1:] + end


def name(term: Term, sort: str, lexicon: Lexicon, unbound: str = "some") -> str:
    """Return how a term of a column reads: a label, quoted text, "some card"."""
    if isinstance(term, Variable):
        return f"{unbound} {noun(sort)}"
    shown = lexicon.names.display(term.value, sort)
    quoted = isinstance(term.value, str) and lexicon.names.sorts.is_text(sort)
    return f'"{shown}"' if quoted else shown


def noun(sort: str) -> str:
    """Return the English noun for a sort."""
    plain = {"int": "number", "any": "thing", "symbol": "word", "string": "text"}
    return plain.get(sort, sort.replace("_", " "))


def pattern(template: Template, lexicon: Lexicon, question: bool) -> str:
    """Return a template with `<card>` in its slots, for help and suggestions."""
    predicate = lexicon.predicates[template.predicate]
    text = _form(predicate, template.text, "question" if question else "statement")
    shown = _SLOT.sub(lambda match: f"<{_column_noun(predicate, match[1])}>", text)
    return f"{shown}?" if question else shown


@lru_cache(maxsize=4096)
def form_words(predicate: Predicate, text: str, question: bool) -> tuple[str | int, ...]:
    """Return a template as statement or question, in words and column indexes."""
    columns = {column.name.lower(): i for i, column in enumerate(predicate.columns)}
    parts = _SLOT.split(_form(predicate, text, "question" if question else "statement"))
    found: list[str | int] = []
    for index, part in enumerate(parts):
        if index % 2:
            found.append(columns[part.lower()])
        else:
            found += [word for word in part.split() if word not in ("'s", "’s", "'")]
    return tuple(found)


def datalog(atom: Atom, negated: bool = False) -> str:
    """Return an atom as the rule language writes it."""
    terms = ", ".join(_term(term) for term in atom.terms)
    shown = f"{atom.predicate}({terms})" if terms else atom.predicate
    return f"not {shown}" if negated else shown


def _say(atom: Atom, lexicon: Lexicon, form: str, unbound: str) -> str:
    if atom.predicate.startswith(_AGAINST):
        positive = Atom(atom.predicate.removeprefix(_AGAINST), atom.terms, atom.span)
        swapped = {
            "statement": "denial",
            "denial": "statement",
            "question": "negative question",
            "negative question": "question",
        }
        return _say(positive, lexicon, swapped[form], unbound)
    predicate = lexicon.predicates.get(atom.predicate)
    text = _first(predicate) if predicate is not None else None
    if predicate is None or text is None:
        return datalog(atom, form in ("denial", "negative question"))
    return _filled(_form(predicate, text, form), predicate, atom, lexicon, unbound)


def _denied_of_all(atom: Atom, lexicon: Lexicon) -> str:
    """Deny an atom with variables: "no card is on X", "X is not on any card"."""
    predicate = lexicon.predicates.get(atom.predicate)
    text = _first(predicate) if predicate is not None else None
    template = analyse(predicate, text) if predicate is not None and text is not None else None
    subject = template.subject if template is not None else None
    if predicate is None or text is None or subject is None:
        return _say(atom, lexicon, "denial", "any")
    if not isinstance(atom.terms[subject], Variable):
        return _say(atom, lexicon, "denial", "any")
    none = noun(predicate.columns[subject].sort)
    return _filled(text, predicate, atom, lexicon, "any").replace(f"any {none}", f"no {none}", 1)


@lru_cache(maxsize=4096)
def _first(predicate: Predicate) -> str | None:
    for text in predicate.templates:
        if analyse(predicate, text) is not None:
            return text
    return None


def _filled(text: str, predicate: Predicate, atom: Atom, lexicon: Lexicon, unbound: str) -> str:
    columns = {column.name.lower(): i for i, column in enumerate(predicate.columns)}
    parts: list[str] = []
    position, one = 0, False
    for match in _SLOT.finditer(text):
        between = text[position : match.start()]
        parts.append(_singular(between) if one else between)
        index = columns[match[1].lower()]
        shown = name(atom.terms[index], predicate.columns[index].sort, lexicon, unbound)
        if isinstance(atom.terms[index], Variable) and _UNIT.match(text, match.end()):
            shown = shown.removesuffix(" number")
        if parts[-1].lower().endswith((" a ", " an ")) or parts[-1].lower() in ("a ", "an "):
            parts[-1] = _article(parts[-1], shown)
        elif parts[-1].lower().endswith("the ") and isinstance(atom.terms[index], Variable):
            parts[-1] = parts[-1][:-4]
        parts.append(shown)
        one = shown in ("1", "-1")
        position = match.end()
    rest = text[position:]
    parts.append(_singular(rest) if one else rest)
    return "".join(parts)


def _article(before: str, shown: str) -> str:
    """Make "a" or "an" agree; "some card" takes neither."""
    stripped = before.rstrip()
    stripped = stripped[: -2 if stripped.lower().endswith("an") else -1]
    if shown.startswith(("some ", "any ")):
        return stripped
    bare = shown.lstrip('"').lower()
    vowel = bare[:1] in "aeiou" and not bare.startswith(("uni", "use", "one", "eu"))
    return stripped + ("an " if vowel else "a ")


def _singular(text: str) -> str:
    """Take the plural s off the unit behind a 1: "1 stars" becomes "1 star"."""
    match = re.match(r"(\s+)([A-Za-z]+)(.*)$", text, re.DOTALL)
    if match is None or not match[2].endswith("s") or match[2] in ("is", "has", "was", "as"):
        return text
    return match[1] + base(match[2]) + match[3]


def base(word: str) -> str:
    """Return a verb or noun without the s of third person or plural.

    >>> base("matches"), base("has"), base("carries"), base("loses"), base("goes")
    ('match', 'have', 'carry', 'lose', 'go')
    """
    if word in ("has", "does", "goes"):
        return {"has": "have", "does": "do", "goes": "go"}[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


_PARTICIPLE = re.compile(
    r"\s+(?:\w+ed|been|bought|chosen|come|drawn|gone|left|lost|made|paid|run|seen|taken|won)\b"
)


_FRAMES = {
    "denial": "it is not the case that",
    "question": "is it the case that",
    "negative question": "is it not the case that",
}


@lru_cache(maxsize=4096)
def _form(predicate: Predicate, text: str, form: str) -> str:
    """Return the template as statement, denial, question or negative question."""
    if form == "statement":
        return text
    template = analyse(predicate, text)
    assert template is not None
    if template.verb == NO_VERB:
        return f"{_FRAMES[form]} {text}"
    start, end = places(text)[template.verb]
    verb, before, after = text[start:end], text[:start], text[end:]
    perfect = verb.lower() in ("has", "have") and _PARTICIPLE.match(after) is not None
    if template.auxiliary or perfect:
        return _with_auxiliary(template, text, (before, verb, after), form)
    plain = base(verb)
    helper = "does" if plain != verb else "do"
    if form == "denial":
        return f"{before}{helper} not {plain}{after}"
    middle = "not " if form == "negative question" else ""
    return f"{helper} {_lowered(before)}{middle}{plain}{after}"


def _with_auxiliary(template: Template, text: str, parts: tuple[str, str, str], form: str) -> str:
    """Return the forms around an auxiliary; one that is denied already is denied as a whole.

    To deny a duty is not to forbid: "must" becomes "need not".
    """
    before, verb, after = parts
    subject = _lowered(before).rstrip()
    denied = template.pieces[template.verb + 1 : template.verb + 2] == ("not",)
    duty = verb.lower() == "must"
    match form:
        case "denial" if denied:
            return f"it is not the case that {text}"
        case "denial":
            return f"{before}{'need' if duty else verb} not{after}"
        case "negative question" if denied or duty:
            return f"is it not the case that {text}"
        case "negative question":
            return f"{verb} {subject} not{after}"
        case _ if verb.lower() == "cannot":
            return f"can {subject} not{after}"
    return f"{verb} {subject}{after}"


def _lowered(before: str) -> str:
    return before if before.startswith("{") else before[:1].lower() + before[1:]


def _column_noun(predicate: Predicate, name_of_column: str) -> str:
    for column in predicate.columns:
        if column.name.lower() == name_of_column.lower():
            return noun(column.sort)
    return name_of_column


def _term(term: Term) -> str:
    if isinstance(term, Variable):
        return term.name
    value = term.value
    if isinstance(value, int):
        return str(value)
    plain = re.fullmatch(r"[a-z]\w*", value) is not None and not term.quoted
    return value if plain else '"' + value.replace('"', '\\"') + '"'
