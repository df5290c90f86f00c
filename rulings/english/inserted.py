"""What a line mentions, put into the slots of a sentence in right English.

In: a template in some form, the mention for each slot. Out: the text. Guarantee: pronouns stand
in the case that their place asks for, verbs agree with "I", "you" and "they", and nouns with the
number in front of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulings.english.filling import plural, singular
from rulings.english.mentions import Mention
from rulings.english.template import Template
from rulings.language.program import Predicate

_SLOT = re.compile(r"\{\s*(\w+)\s*\}(['’]s?(?!\w))?")
_ARTICLE = re.compile(r"\b(?:an?|the) $", re.IGNORECASE)
_LEADING = re.compile(r"^(?:an?|the) ", re.IGNORECASE)
_OWNERS = {"I": "my", "you": "your", "he": "his", "she": "her", "it": "its", "they": "their"}
_OBJECTS = {"I": "me", "he": "him", "she": "her", "they": "them"}
_ASKING = (
    r"(?:may|can|must|could|should|will|would|does|do|did|is|are|was|were|has|have|need(?:n't)?)"
)
_VERB = re.compile(
    r" (?:is|are|was|were|has|have|had|may|can|cannot|must|will|does|do|did|gets?|takes?|puts?)\b"
)
_ASKS = re.compile(rf"(?:^|\b(?:what|when|where|which|who|why|how)\b(?: \w+){{0,4}} ){_ASKING} $")
_OPENS = re.compile(
    r"\b(?:if|when|whenever|that|because|until|while|as|unless|whether|what|before|after) $"
)
_PREPOSITION = re.compile(r"\b(?:with|for|to|of|from|by|on|in|at|under|over|beside|between) $")
_NO_VERB = re.compile(r" (?:an?|the|in|on|at|of|for|to|from|with|and|or|by|as|has no)\b|$|\W*$")
_PLURAL = {"is": "are", "has": "have", "does": "do", "was": "were"}
_FIRST = {"is": "am", "has": "have", "does": "do", "was": "was"}
_HELPED = re.compile(r"\b(is|has|does|was) (I|you|they)\b", re.IGNORECASE)
_ACTING = re.compile(r"\b(I|you|they) (is|has|does|was)\b")
_SEVERAL = re.compile(
    r"^((?:all|both|those|these|two|three|four|five|six|seven|eight|nine|ten)\b[\w ]*?"
    r" (?:of (?:the|my|his|her|their) \w+|\w+s|others|them)) (is|has|does|was)\b",
    re.IGNORECASE,
)
_MANY = re.compile(r"\b(how many (?:\w+ ){0,2}?\w+s) (is|has|does|was)\b", re.IGNORECASE)
_SUBJECT_ME = re.compile(r"\b(may|can|must|do|does|did|when|if) me\b", re.IGNORECASE)
_OTHERS_AM = re.compile(r"\b(\w+s) am\b")
_SMALL_I = re.compile(r"\bi\b")
_AN = re.compile(r"\b(an?) (?=(\w+))", re.IGNORECASE)
_LIKE_YOU = re.compile(r"(?:use|usu|uni(?!n)|one\b|once\b|eu)", re.IGNORECASE)
_TWICE = re.compile(r"\b([A-Za-z]{3,}?)s? \1s\b")


def inserted(
    text: str, template: Template, predicate: Predicate, filling: Mapping[int, Mention]
) -> str:
    """Return a form of a template with its slots filled."""
    columns = {column.name.lower(): index for index, column in enumerate(predicate.columns)}
    parts: list[str] = []
    position, counted = 0, ""
    for match in _SLOT.finditer(text):
        column = columns[match[1].lower()]
        one, owner = filling[column], match[2] or ""
        between = text[position : match.start()]
        parts.append(singular(between) if counted == "1" else between)
        before, behind = "".join(parts), text[match.end() :]
        if one.kind in ("person", "pronoun"):
            acts = column == template.subject or _acts(before, behind)
            shown = _OWNERS.get(one.text, f"{one.text}'s") if owner else one.text
            shown = shown if acts or owner else _OBJECTS.get(one.text, one.text)
        elif one.kind == "noun" and counted and between == " ":
            bare = _LEADING.sub("", one.text)
            shown = (bare if counted == "1" else plural(bare)) + owner
        else:
            led = one.kind == "noun" and _ARTICLE.search(before) is not None
            shown = (_LEADING.sub("", one.text) if led else one.text) + owner
        parts.append(shown)
        counted = one.text if one.kind in ("number", "zero") else ""
        position = match.end()
    rest = text[position:]
    parts.append(singular(rest) if counted == "1" else rest)
    return _agreeing("".join(parts))


def _acts(before: str, behind: str) -> bool:
    """Whether who stands here does what the verb says, and suffers nothing."""
    if _PREPOSITION.search(before.lower()):
        return False
    if not before.strip() or _VERB.match(behind) or _ASKS.search(before.lower()):
        return True
    return _OPENS.search(before.lower()) is not None and _NO_VERB.match(behind) is None


def _agreeing(text: str) -> str:
    """Return a sentence whose verbs agree with who acts, and that says no noun twice."""
    text = _HELPED.sub(lambda found: _agreed(found[1], found[2]) + f" {found[2]}", text)
    text = _ACTING.sub(lambda found: f"{found[1]} " + _agreed(found[2], found[1]), text)
    text = _MANY.sub(_many, text)
    text = _SEVERAL.sub(lambda found: f"{found[1]} {_PLURAL[found[2].lower()]}", text)
    text = _SUBJECT_ME.sub(lambda found: f"{found[1]} I", _SMALL_I.sub("I", text))
    text = _OTHERS_AM.sub(r"\1 are", text)
    text = _AN.sub(_article, text)
    return _TWICE.sub(lambda found: found[0].rpartition(" ")[2], text)


def _many(found: re.Match[str]) -> str:
    """Return "how many players do", where these act themselves: "how many coins does Ana …"."""
    acts = found[2].lower() != "does" or found.string[found.end() :].startswith(" not ")
    return f"{found[1]} {_PLURAL[found[2].lower()]}" if acts else found[0]


def _article(found: re.Match[str]) -> str:
    """Return "a" or "an" as the word behind it is begun in speech: "a use", "an event"."""
    word = found[2]
    vowel = word[:1].lower() in "aeiou" and _LIKE_YOU.match(word) is None
    article = "an" if vowel else "a"
    known = word[:1].isalpha() and not word.isupper()
    return f"{article if found[1][0].islower() else article.capitalize()} " if known else found[0]


def _agreed(verb: str, who: str) -> str:
    return (_FIRST if who.upper() == "I" else _PLURAL)[verb.lower()]
