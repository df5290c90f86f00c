"""A sentence drafted from a template and what a line mentions.

In: a template, what is wanted, what fills its slots, the slot asked for. Out: the sentence in the
form wanted. Guarantee: every slot is filled or asked for; whether the draft can be read is for the
reader to tell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulings.english.filling import noun
from rulings.english.forms import form_of, second_person
from rulings.english.inserted import inserted
from rulings.english.lexicon import Lexicon
from rulings.english.mentions import Mention
from rulings.english.persons import asker_sort
from rulings.english.template import Template
from rulings.english.verb import NO_VERB
from rulings.english.wanted import Wanted
from rulings.language.program import Predicate
from rulings.records import replace

_LED_PRONOUN = re.compile(r"\b(?:the|an?) (?:I|me|he|him|she|her|they|them|it|you)\b(?!')")
_LEFT_OPEN = re.compile(r"\b(?:of|at|on|in|for|from|by|to|with)$")
_FRAMES = ("it is not the case that ", "is it not the case that ")
_DENYING = frozenset(("no", "not", "never", "nobody", "nothing", "none", "neither"))
_OWNED = re.compile(r"\{\s*\w+\s*\}['’]")
_ARTICLE = re.compile(r"\b(?:an?|the) $", re.IGNORECASE)
_UNIT = re.compile(r" ([A-Za-z-]+)")
_NO_UNITS = frozenset(
    "in on at of for to from with and or by as is are not have has than now once per under "
    "before after through between without for".split()
)


def drafted(
    template: Template,
    lexicon: Lexicon,
    line: Wanted,
    asked: int | None,
    filling: Mapping[int, Mention],
) -> str | None:
    """Return the sentence, None where a template has no such form."""
    predicate = lexicon.predicates[template.predicate]
    if line.denied and _DENYING & template.words:
        # "Nothing of it is possible" denies as it stands.
        line = replace(line, denied=False)
    if template.asks:
        return _finished(inserted(template.text, template, predicate, filling), asking=True)
    if asked is not None:
        lead = _asked(template, predicate, lexicon, line, asked)
        if lead is None:
            return None
        return _finished(inserted(lead, template, predicate, filling), asking=True)
    form = "denial" if line.denied else "statement"
    if line.asking:
        form = "negative question" if line.denied else "question"
    if any(one.kind == "zero" for one in filling.values()):
        form = "question" if line.asking else "statement"
    text = form_of(predicate, template.text, form)
    frame = next((lead for lead in _FRAMES if text.startswith(lead)), "")
    if frame and _DENYING & set(text.removeprefix(frame).split()):
        # "It is not the case that nobody …" is hard to follow, and rarely what was meant.
        return None
    subject = filling.get(template.subject) if template.subject is not None else None
    owned = _OWNED.match(template.text) is not None
    if subject is not None and not owned and not frame and subject.text in ("I", "you", "they"):
        text = second_person(template, text, form)
        text = re.sub(r"\bare\b", "am", text, count=1) if subject.text == "I" else text
    return _finished(inserted(text, template, predicate, filling), asking=line.asking)


def _asked(
    template: Template, predicate: Predicate, lexicon: Lexicon, line: Wanted, asked: int
) -> str | None:
    """Return a template as a question for one of its slots, the others still open."""
    sort = predicate.columns[asked].sort
    numeric, name = lexicon.names.sorts.is_int(sort), predicate.columns[asked].name
    slot = re.compile(rf"\{{\s*{re.escape(name)}\s*\}}", re.IGNORECASE)
    if template.verb == NO_VERB:
        return None
    lead = _lead(line, sort, lexicon)
    if template.subject == asked and not numeric:
        text = form_of(predicate, template.text, "denial" if line.denied else "statement")
        first = slot.match(text)
        return lead + text[first.end() :] if first is not None else None
    text = form_of(predicate, template.text, "negative question" if line.denied else "question")
    place = slot.search(text)
    if place is None:
        return None
    before, behind = _ARTICLE.sub("", text[: place.start()]).strip(), text[place.end() :]
    if behind.startswith(("'", "’")):
        return None
    kind = f" {noun(sort)}"
    if before.endswith(kind):
        lead, before = f"which{kind}", before.removesuffix(kind)
    elif numeric:
        unit = _UNIT.match(behind)
        counts = unit is not None and unit[1] not in _NO_UNITS
        lead = f"how many {unit[1]}" if unit is not None and counts else "what"
        behind = behind[unit.end() :] if unit is not None and counts else behind
    if _LEFT_OPEN.search(before) and behind.strip():
        # "Where does a hiker of stand" leaves open whose.
        return None
    return f"{lead} {before} {behind.strip()}".strip()


def _lead(line: Wanted, sort: str, lexicon: Lexicon) -> str:
    player = asker_sort(lexicon)
    if player is not None and sort == player and line.word in ("who", "what", ""):
        return "who"
    kind = noun(line.sort if line.sort and line.word in ("which", "how many") else sort)
    if line.word == "how many":
        return f"how many {kind}s"
    return "what" if kind == "thing" else f"which {kind}"


def _finished(text: str, *, asking: bool) -> str | None:
    """Return a sentence with its capital and mark, None for one that is no English."""
    if _LED_PRONOUN.search(text):
        return None
    text = re.sub(r"\s+", " ", text).strip()
    return f"{text[:1].upper()}{text[1:]}{'?' if asking else ''}"
