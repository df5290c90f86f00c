"""How players bring in the text of a card: "Kit ran a Play that says I can't draw cards".

In: a line that nothing else reads. Out: what tells of the card, and its text in the voice of a
card ("you" is its owner), or nothing. Guarantee: nothing of the line is left out; a text whose
words speak of persons is turned only where its owner is known, and there are two players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulings.english.forms import third

_TELL = (
    r"(?:(?:only|just|simply|merely|clearly|plainly) )?"
    r"(?:says?|said|reads?|states?|stated)"
    r"(?: (?:only|just|simply|this|the following))?"
)
_BEHIND = re.compile(
    rf"^(?P<head>.+?),? (?:(?:that|which) {_TELL}|whose (?:text|wording) (?:{_TELL}|is|goes)"
    r"|with (?:the|this) (?:text|wording)|with \w+ lines|and (?:it|its text|the text) says)$",
    re.IGNORECASE,
)
_OF_IT = re.compile(
    rf"^(?:(?:its|the|his|her|their) (?:text|wording|card)(?: on it)?|it|the card) {_TELL}$",
    re.IGNORECASE,
)
_OF_THAT = re.compile(
    rf"^(?P<thing>.+?)(?:['’]s? (?:text|wording|effect))? (?:{_TELL}|is worded)$", re.IGNORECASE
)
_INDIRECT = re.compile(
    rf"^(?P<head>.+?),? (?:that|which) {_TELL}(?: that)? (?P<said>.+)$", re.IGNORECASE
)
_INDIRECT_IT = re.compile(
    rf"^(?P<thing>.+?)(?:['’]s? (?:text|wording))? {_TELL}(?: that)? (?P<said>.+)$", re.IGNORECASE
)
_DOING = re.compile(r"^(?P<head>.+?),? (?:that|which) (?P<said>\w+s .+)$", re.IGNORECASE)
_ORDERING = re.compile(
    r"^(?P<head>.+?),? (?:that|which) (?:tells|told|orders|ordered|makes|made|lets?|allows|allowed)"
    r" (?P<who>\w+) (?:to )?(?P<said>.+)$",
    re.IGNORECASE,
)
_HAVING = re.compile(
    r"^(?P<head>.+?),? (?:with |worth |for |which is |that is |\()?(?P<said>[+-]\s?\d[^)]*)\)?$",
    re.IGNORECASE,
)
_BEFORE_NOUN = re.compile(
    r"^(?P<head>.+? an?) (?P<said>[+-]\d+) (?P<noun>\w+)(?P<rest>(?: .+)?)$", re.IGNORECASE
)
_BY_DOING = re.compile(r"^(?P<head>.+?),? (?P<verb>\w{2,}ing) (?P<said>.+)$", re.IGNORECASE)
_IT_DOES = re.compile(
    r"^(?:and )?(?:it|this|that|the card|that card|its text) (?P<said>\w+s .+)$", re.IGNORECASE
)
_CARD_DOES = re.compile(
    r"^(?:.+? card(?: [A-Z]\S*)*|[A-Z]\S*(?: [A-Z\d]\S*)*) "
    r"(?:just |only |simply )?(?P<said>(?!was|is|has|says|does)[a-z]+s .+)$"
)
_ON_IT = re.compile(
    rf"^(?:the )?(?:text|wording|words) (?:on|of|in) (?P<thing>.+?)(?: (?:{_TELL}|is))?$",
    re.IGNORECASE,
)
_GOES = re.compile(
    r"^(?P<thing>.+?)(?:['’]s (?:text|wording)| (?:text|wording))?,?"
    r"(?:['’]s| is| goes| runs| says)?(?: worded)?(?: (?:as follows|like this|like so|this way))?$",
    re.IGNORECASE,
)
_THIS = re.compile(r" (?:this|that|the following)(?: one)?(?: (?:card|text))?$", re.IGNORECASE)
_QUOTE = re.compile(r"^(?P<before>[^\"“”]+?),? [\"“](?P<said>[^\"“”]+)[\"”]\.?$")
_GAP = re.compile(
    r"^(?:the|that|this|a|an) (?P<noun>\w+)(?: that| which)? "
    r"(?P<who>i|he|she|they|we|my opponent|[A-Z]\w*)(?P<had>['’]ve|['’]s|['’]d)? (?P<did>.+)$",
    re.IGNORECASE,
)


class TextFrame(NamedTuple):
    """What a line tells of a card, and of its text.

    `head` is a statement that names the card, `thing` its name where nothing else is told;
    without both "it" is meant. What is not `quoted` is told in the words of who tells it.
    """

    text: str
    head: str = ""
    thing: str = ""
    quoted: bool = True


def frames(line: str, noun: str) -> Iterator[TextFrame]:
    """Yield the ways in which a line may tell a text; `noun` is what a card is called."""
    line = line.strip().rstrip(".!").strip()
    before, colon, said = line.partition(": ")
    quote = _QUOTE.match(line)
    if not colon and quote is not None:
        before, colon, said = quote["before"], ":", quote["said"]
    if colon and '"' not in before and "“" not in before:
        yield from _direct(before.strip(), _unquoted(said), noun)
        return
    found = _BEFORE_NOUN.match(line)
    if found is not None:
        said = f"{found['said']}{found['rest']}"
        yield TextFrame(said, _told(f"{found['head']} {found['noun']}", noun), quoted=False)
    found = _IT_DOES.match(line)
    if found is not None:
        yield TextFrame(found["said"], quoted=False)
    for pattern in (_INDIRECT, _HAVING, _ORDERING, _DOING):
        found = pattern.match(line)
        if found is None:
            continue
        groups = found.groupdict()
        if groups.get("who"):
            said = f"{groups['who']} {groups['said']}"
            yield TextFrame(said, _told(groups["head"], noun), quoted=False)
            continue
        yield TextFrame(groups["said"], _told(groups["head"], noun), quoted=False)
    found = _INDIRECT_IT.match(line)
    if found is not None:
        yield from _of(found["thing"], found["said"], noun, quoted=False)
    found = _CARD_DOES.match(line.replace(f" {noun} ", " card "))
    if found is not None:
        thing = line[: len(line) - len(found["said"])].strip()
        yield from _of(thing, found["said"], noun, quoted=False)
    found = _BY_DOING.match(line)
    if found is not None:
        for does in _does(found["verb"]):
            yield TextFrame(f"{does} {found['said']}", _told(found["head"], noun), quoted=False)


def _unquoted(said: str) -> str:
    """Return a text without the marks around it and the stop at its end."""
    said = said.strip()
    for opening, closing in ('""', "“”", "''", "‘’"):
        if said.startswith(opening) and said.endswith(closing) and len(said) > 1:
            said = said[1:-1]
    return said.strip().rstrip(".").strip()


def _does(verb: str) -> Iterator[str]:
    """Yield what "doubling" may be a form of: a text has to be read with it."""
    stem = verb.removesuffix("ing")
    yield from (third(f"{stem}e"), third(stem))
    if stem[-1:] == stem[-2:-1]:
        yield third(stem[:-1])


def _direct(before: str, said: str, noun: str) -> Iterator[TextFrame]:
    told, stop, last = before.rpartition(". ")
    behind = _BEHIND.match(before)
    if stop and _OF_IT.match(last):
        yield TextFrame(said, told)
    elif behind is not None:
        yield TextFrame(said, _told(behind["head"], noun))
    elif _OF_IT.match(before):
        yield TextFrame(said)
    else:
        found = _ON_IT.match(before) or _OF_THAT.match(before)
        if found is not None:
            yield from _of(found["thing"], said, noun, quoted=True)
        else:
            this = _THIS.sub("", before)
            yield TextFrame(said, _told(before, noun), quoted=False)
            yield TextFrame(said, _told(f"{this} a {noun}", noun), quoted=False)
            found = _GOES.match(before)
            if found is not None:
                yield from _of(found["thing"], said, noun, quoted=True)


def _of(thing: str, said: str, noun: str, *, quoted: bool) -> Iterator[TextFrame]:
    """Yield frames of "the Play I just ran says", "my Play says", "it says"."""
    if _OF_IT.match(f"{thing} says"):
        yield TextFrame(said, quoted=quoted)
        return
    gap = _GAP.match(thing)
    if gap is not None:
        had = " has" if gap["had"] and gap["had"][1:] == "s" else " have" if gap["had"] else ""
        yield TextFrame(said, f"{gap['who']}{had} {gap['did']} a {gap['noun']}", quoted=quoted)
    yield TextFrame(said, thing=_told(thing, noun), quoted=quoted)


def _told(head: str, noun: str) -> str:
    """Return a clause with the noun for "one" at its end, or without the noun behind a name."""
    head = re.sub(r"\bone$", f"a {noun}", head.rstrip(", "))
    return re.sub(
        rf",(?: which is)? an?(?: different| second| new| further)? {noun}$",
        "",
        head,
        flags=re.IGNORECASE,
    )


class Persons(NamedTuple):
    """Who bears a text: whether it is the asker, and how the owner and the other are named."""

    asker: bool
    owner: frozenset[str]
    others: frozenset[str]


_FIRST = {"i": "", "me": "", "my": "'s", "mine": "'s", "i'm": " are", "i've": " have"}
_THIRD = {
    "he": "",
    "she": "",
    "they": "",
    "him": "",
    "them": "",
    "his": "'s",
    "her": "'s",
    "hers": "'s",
    "their": "'s",
    "he's": " are",
    "she's": " are",
}
_OPPONENT = re.compile(
    r"\b(?P<whose>my|his|her|their|the) opponent(?P<own>['’]s)?(?!\w)", re.IGNORECASE
)
_NO_NOUN = re.compile(r"\W*(?:$|[+-]?\d|(?:from|to|for|until|in|during|a|an|one|two|three)\b)")
"""What stands behind "her" where it is no possessive."""
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def speaks_of_persons(text: str, names: frozenset[str]) -> bool:
    """Whether a text has "I", "she" or one of the names of players: no card itself says them."""
    keys = {found[0].lower().replace("’", "'") for found in _WORD.finditer(text)}
    keys |= {key.removesuffix("'s") for key in keys}
    return not keys.isdisjoint({*_FIRST, *_THIRD, *names})


def speaks_of_the_asker(text: str) -> bool:
    """Whether a text has "I" or "my"."""
    keys = {found[0].lower().replace("’", "'") for found in _WORD.finditer(text)}
    return not keys.isdisjoint(_FIRST)


def in_the_voice_of_a_card(text: str, persons: Persons, other: str) -> str:
    """Return a text as its card would say it: "you" its owner, `other` the other player."""

    def named(is_owner: bool, ending: str) -> str:
        if is_owner:
            return "your" if ending == "'s" else f"you{ending}"
        return other + ending.replace(" are", " is").replace(" have", " has")

    def opponent(found: re.Match[str]) -> str:
        whose = found["whose"].lower()
        is_owner = whose != "the" and (whose == "my") is not persons.asker
        return named(is_owner, "'s" if found["own"] else "")

    def word(found: re.Match[str]) -> str:
        said = found[0].replace("’", "'")
        key = said.lower()
        if key in _FIRST:
            return named(persons.asker, _FIRST[key])
        if key in _THIRD:
            is_object = key == "her" and _NO_NOUN.match(found.string, found.end())
            return named(not persons.asker, "" if is_object else _THIRD[key])
        bare = key.removesuffix("'s")
        for is_owner, names in ((True, persons.owner), (False, persons.others)):
            if bare in names and said[:1].isupper():
                return named(is_owner, "'s" if bare != key else "")
        return found[0]

    marked: list[str] = []

    def kept(found: re.Match[str]) -> str:
        marked.append(opponent(found))
        return f"\0{len(marked) - 1}\0"

    turned = _WORD.sub(word, _OPPONENT.sub(kept, text))
    return re.sub(r"\0(\d+)\0", lambda found: marked[int(found[1])], turned)
