"""The forms of a template: statement, denial, question.

In: a predicate, the text of one of its templates, the form wanted. Out: the text in that form,
its slots as they were. Guarantee: a template whose verb was not found, or that denies something
already, is asked and denied by a frame, "it is not the case that …".
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulings.english.template import Template, analyse, places
from rulings.english.verb import NO_VERB
from rulings.expressions import expression
from rulings.language.program import Predicate


def base(word: str) -> str:
    """Return a verb or noun without the s of third person or plural.

    >>> base("matches"), base("has"), base("carries"), base("dominoes"), base("goes")
    ('match', 'have', 'carry', 'domino', 'go')
    """
    if word in ("has", "does", "goes"):
        return {"has": "have", "does": "do", "goes": "go"}[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes", "inoes", "roes", "toes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def third(word: str) -> str:
    """Return a verb of a plural as that of one thing.

    >>> third("are"), third("have"), third("match"), third("carry"), third("go"), third("stay")
    ('is', 'has', 'matches', 'carries', 'goes', 'stays')
    """
    if word in ("are", "were", "have"):
        return {"are": "is", "were": "was", "have": "has"}[word]
    if re.search("[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if re.search("(?:s|x|z|ch|sh|o)$", word) else f"{word}s"


_PARTICIPLE = expression(
    r"\s+(?:just\s+)?(?:\w+ed|become|been|begun|bought|built|chosen|come|drawn|gone|kept|left|lost"
    r"|made|paid|run|seen|taken|won)\b"
)
_DENIES = expression(r"\s+(?:no|nobody|none|nothing)\b")

_FRAMES = {
    "denial": "it is not the case that",
    "question": "is it the case that",
    "negative question": "is it not the case that",
}


@lru_cache(maxsize=4096)
def form_of(predicate: Predicate, text: str, form: str) -> str:
    """Return the template as statement, denial, question or negative question."""
    if form == "statement":
        return text
    template = analyse(predicate, text)
    assert template is not None
    if template.verb == NO_VERB:
        return f"{_FRAMES[form]} {text}"
    start, end = places(text)[template.verb]
    verb, before, after = text[start:end], text[:start], text[end:]
    if form != "question" and _DENIES.match(after):
        return f"{_FRAMES[form]} {text}"
    if form == "denial" and after.startswith(" some "):
        after = f" any {after.removeprefix(' some ')}"
    perfect = verb.lower() in ("has", "have", "had") and _PARTICIPLE.match(after) is not None
    if template.auxiliary or perfect:
        return _with_auxiliary(template, text, (before, verb, after), form)
    plain = base(verb)
    helper = "does" if plain != verb else "do"
    if form == "denial":
        return f"{before}{helper} not {plain}{after}"
    middle = "not " if form == "negative question" else ""
    return f"{helper} {_lowered(before)}{middle}{plain}{after}"


_SECOND = {"is": "are", "has": "have", "does": "do", "was": "were"}
_SINGULAR = expression(r"\b(is|has|does|was)\b")


def second_person(template: Template, text: str, form: str) -> str:
    """Return a form whose subject is "you": "you have", "are you", "you build".

    `text` is the template in that form.
    """
    if template.verb == NO_VERB:
        return text
    start, end = places(template.text)[template.verb]
    verb = template.text[start:end]
    if form == "statement" and not template.auxiliary and verb not in _SECOND:
        return template.text[:start] + base(verb) + template.text[end:]
    return _SINGULAR.sub(lambda match: _SECOND[match[1]], text, count=1)


def _with_auxiliary(template: Template, text: str, parts: tuple[str, str, str], form: str) -> str:
    """Return the forms around an auxiliary; one that is denied already is denied as a whole.

    To deny a duty is not to forbid: "must" becomes "need not", and "may she not" asks whether
    she must.
    """
    before, verb, after = parts
    subject = _lowered(before).rstrip()
    denied = template.pieces[template.verb + 1 : template.verb + 2] == ("not",)
    duty = verb.lower() == "must"
    match form:
        case "denial" if denied:
            return f"it is not the case that {text}"
        case "denial" if verb == "can":
            return f"{before}cannot{after}"
        case "denial":
            return f"{before}{'need' if duty else verb} not{after}"
        case "negative question" if denied or verb.lower() in ("may", "must"):
            return f"is it not the case that {text}"
        case "negative question":
            return f"{verb} {subject} not{after}"
        case _ if verb.lower() == "cannot":
            return f"can {subject} not{after}"
    return f"{verb} {subject}{after}"


def _lowered(before: str) -> str:
    return before if before.startswith("{") else before[:1].lower() + before[1:]
