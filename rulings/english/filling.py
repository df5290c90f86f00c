"""The slots of a sentence filled.

In: a template in some form, an atom. Out: its sentence. Guarantee: "a" and "an" and the plural
of a unit agree; a variable reads "some card" or "any card", once and without the words that
stand for its place in the template: not "battle any battle", "any number photos" or "a any path".
"""

from __future__ import annotations

import re

from rulings.english.forms import base
from rulings.english.lexicon import Lexicon
from rulings.english.persons import ASKER
from rulings.english.template import analyse
from rulings.english.words import key_of
from rulings.expressions import expression
from rulings.language.program import Atom, Constant, Predicate, Term, Variable
from rulings.records import dataclass

SLOT = expression(r"\{\s*(\w+)\s*\}")
_JOINS = (
    "in on at of for to from with and or by as is are not have has than alone now once per under "
    "before after through between without".split()
)
_UNIT = expression(rf" (?!(?:{'|'.join(_JOINS)})\b)[A-Za-z]")
_NUMBER = expression(r"-?\d+")
_COUNTED = expression(
    r"(?:the )?((?:[a-z]+ )?(?:[a-z]+-)?(?:number|part|visit|length|amount|step|piece|size|seat"
    r"|space|place|set|slot|variant|column|row|offset|point|sign|position|rank)) $",
    re.IGNORECASE,
)
# A unit may have a word before it: "Hot Dogs", "empty spaces".
_UNIT_WORDS = expression(
    r"(\s+(?:[A-Z][a-z]*[a-rt-z]\s+)*"
    rf"(?:(?!(?:{'|'.join(_JOINS)}|may|a|an|the)\b)[a-z]+[a-rt-z]\s+(?=[a-z]+s\b))?)"
    r"([A-Za-z]+)(.*)$",
    re.DOTALL,
)
_EVERY = expression(r"\b(?:every|each|the) $")
_THE_ONE = expression(r"\bthe ([a-z]+) $")
_SOMETHING = {"some": "something", "any": "anything"}
_ARE_ONE = expression(r"(\bare (?:not )?)an? ([a-z]+)(?= of\b|$)")
_THE_OWN = expression(r"\bthe ((?:[a-z-]+ )?[A-Za-z-]+) of $")
_ONE_OWN = expression(r"\b(?:an?|one|any|some|no) (?:[a-z-]+ )?[A-Za-z-]+ of $")
_IE = expression(r"(?<![aeiou])y$")
MANY = "how many"
"""What asks for a number of things."""


def denied_subject(text: str, predicate: Predicate, atom: Atom) -> tuple[str, str] | None:
    """Return "no card" and the rest, for a template whose subject is a variable; else None."""
    columns = {column.name.lower(): i for i, column in enumerate(predicate.columns)}
    match = SLOT.search(text)
    template = analyse(predicate, text)
    if match is None or template is None:
        return None
    index = columns[match[1].lower()]
    sort = noun(predicate.columns[index].sort)
    before, rest = text[: match.start()], text[match.end() :]
    counted = _COUNTED.fullmatch(before)
    if counted is not None and isinstance(atom.terms[index], Variable):
        return f"no {counted[1]}", rest
    led = before.lower() in ("", "a ", "an ", "the ", f"{sort} ", f"the {sort} ")
    if not led or not isinstance(atom.terms[index], Variable):
        return None
    if re.fullmatch(rf" (?:is|are) an? {re.escape(sort)}", rest):
        return f"there is no {sort}", ""
    behind = template.pieces.index(index) + 1
    if template.verb > behind and _UNIT.match(text, match.end()):
        # "{K} ways lead to": the slot says what kind of ways.
        return "no", rest
    return ("nothing" if sort == "thing" else f"no {sort}"), rest


@dataclass(frozen=True, slots=True)
class _Slot:
    start: int
    end: int
    term: Term
    sort: str

    @property
    def is_open(self) -> bool:
        return isinstance(self.term, Variable)


def filled(
    text: str,
    predicate: Predicate,
    atom: Atom,
    lexicon: Lexicon,
    unbound: str,
    *,
    agrees: bool = False,
) -> str:
    """Return a text with its slots filled; one that `agrees` with a 1 at its begin stays so."""
    slots = _slots(text, predicate, atom)
    parts: list[str] = []
    position, one = 0, False
    for number, slot in enumerate(slots, 1):
        following = slots[number] if number < len(slots) else None
        before = text[position : slot.start]
        before = singular(before) if one else before
        position = slot.end
        beside = following is not None and text[slot.end : following.start] == " "
        if not slot.is_open:
            shown = name(slot.term, slot.sort, lexicon)
            if before == " " and parts and _NUMBER.fullmatch(parts[-1]) and shown.islower():
                shown = _counted(shown, slot, parts[-1], lexicon)
            before = _article(before, shown)
            if slot.term == Constant(ASKER):
                before, shown, position = _yours(before, text, position)
        elif beside and lexicon.names.sorts.is_int(slot.sort):
            # "{N} {resource}": of any resource, or of a certain one, any number.
            shown = "" if following is not None and following.is_open else unbound
            position += not shown
        else:
            before, shown = _open(before, slot.sort, text[slot.end :], lexicon, unbound)
            shown = f"of {shown}" if parts and before == " " and parts[-1].isdigit() else shown
            position += not shown
        parts += (before, shown)
        one = shown in ("1", "-1") and _COUNTED.search(before) is None
        one = one and not (agrees and number == 1)
    rest = text[position:]
    return "".join((*parts, singular(rest) if one else rest))


def _counted(shown: str, slot: _Slot, number: str, lexicon: Lexicon) -> str:
    """Write what is counted: "3 attractions", and a text in its quotes where it is no kind."""
    bare = shown.strip('"')
    kinds = (Constant(value) for value in lexicon.names.find(key_of(bare), slot.sort))
    if bare != shown and all(slot.term != kind for kind in kinds):
        return shown
    if number in ("1", "-1"):
        return singular(f" {bare}").strip()
    return bare if bare.endswith("s") else plural(bare)


def _yours(before: str, text: str, position: int) -> tuple[str, str, int]:
    """Write what is the asker's: "your park", "a park of yours", but "you" elsewhere."""
    if text.startswith("'s", position):
        shown = "your" if text.startswith("'s ", position) else "yours"
        return before, shown, position + len("'s")
    only, one = _THE_OWN.search(before), _ONE_OWN.search(before)
    if only is not None:
        return f"{before[: only.start()]}your ", only[1], position
    return before, "yours" if one is not None else "you", position


def _slots(text: str, predicate: Predicate, atom: Atom) -> list[_Slot]:
    columns = {column.name.lower(): i for i, column in enumerate(predicate.columns)}
    found = []
    for match in SLOT.finditer(text):
        index = columns[match[1].lower()]
        found.append(_Slot(*match.span(), atom.terms[index], predicate.columns[index].sort))
    return found


def name(term: Term, sort: str, lexicon: Lexicon) -> str:
    """Return how a constant of a column reads: a label, or quoted text."""
    assert isinstance(term, Constant)
    shown = lexicon.names.display(term.value, sort)
    quoted = isinstance(term.value, str) and lexicon.names.sorts.is_text(sort)
    return f'"{shown}"' if quoted else shown


def noun(sort: str) -> str:
    """Return the English noun for a sort."""
    plain = {"int": "number", "any": "thing", "symbol": "word", "string": "text"}
    return plain.get(sort, sort.replace("_", " "))


def called(sort: str, word: str) -> str:
    """Return what a word asks for: "which card", "how many cards"."""
    return f"{word} {plural(noun(sort)) if word == MANY else noun(sort)}"


def of_several(text: str) -> str:
    """Return a sentence that says what several are: "are hikers of" for "are a hiker of"."""
    return _ARE_ONE.sub(lambda match: match[1] + plural(match[2]), text, count=1)


def plural(kind: str) -> str:
    """Return the plural of a noun of a sort."""
    if kind.endswith(("s", "x", "z", "ch", "sh")):
        return f"{kind}es"
    return f"{_IE.sub('ie', kind)}s"


def _open(before: str, sort: str, after: str, lexicon: Lexicon, unbound: str) -> tuple[str, str]:
    """Return what stands before an open slot and in it; nothing in it leaves out a space."""
    kind, unit = noun(sort), _UNIT.match(after) is not None
    if before.endswith("'s "):
        return before, kind  # "Ann's hiker", whichever it is.
    bare = _without_article(before)
    if bare != before:
        if unit:
            return _article(before, after.strip()), ""
        something = lexicon.names.sorts.is_text(sort)
        return bare, _SOMETHING.get(unbound, unbound) if something else f"{unbound} {kind}"
    the_one = _THE_ONE.search(before) if unit else None
    if the_one is not None and the_one[1] != kind:
        return before[: the_one.start()], f"{unbound} {the_one[1]} {kind}"
    before = _EVERY.sub("", before)
    before = re.sub(rf"\b(?:the )?{re.escape(kind)} $", "", before, flags=re.IGNORECASE)
    if lexicon.names.sorts.is_int(sort):
        counted = _COUNTED.search(before)
        if unit:
            return before, unbound
        if counted is not None:
            first, _, last = counted[1].rpartition(" ")
            if first in _JOINS:
                return f"{before[: counted.start()]}{first} ", f"{unbound} {last}"
            return before[: counted.start()], f"{unbound} {counted[1]}"
    if re.match(rf" {re.escape(kind)}\b", after):
        return before, unbound
    thing = _SOMETHING.get(unbound) if kind == "thing" else None
    if thing is None:
        thing = f"{unbound} {kind}" if lexicon.names.sorts.is_int(sort) else called(sort, unbound)
    return before, thing


def _without_article(before: str) -> str:
    if before[-2:] not in ("a ", "n ", "A ", "N "):
        return before
    return re.sub(r"\ban? $", "", before, flags=re.IGNORECASE)


def _article(before: str, shown: str) -> str:
    """Make "a" or "an" at the end of a text agree with what follows."""
    stripped = _without_article(before)
    if stripped == before:
        return before
    bare = shown.lstrip('"').lower()
    vowel = bare[:1] in "aeiou" and not bare.startswith(("uni", "use", "one", "eu"))
    return stripped + ("an " if vowel else "a ")


def singular(text: str) -> str:
    """Take the plural s off the unit behind a 1: "1 stars" becomes "1 star"."""
    match = _UNIT_WORDS.match(text)
    if match is None or not match[2].endswith("s") or match[2] in ("is", "has", "was", "as"):
        return text
    return match[1] + base(match[2]) + match[3]
