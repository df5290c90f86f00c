"""What a story has besides facts: adverbs of now, remarks beside names, attitudes, gaps.

In: the tokens of a told sentence. Out: the rows of tokens that say the same without them, or what
an attitude mentions. Guarantee: only adverbs that point to the moment of the telling, or to the
order of what is told, are left out; a sentence with a fact inside is no attitude.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import takewhile

from rulings.english.chart import Context
from rulings.english.morphology import base_of
from rulings.english.persons import ASKER
from rulings.english.verb import PREPOSITIONS
from rulings.english.words import (
    FUNCTION_WORDS,
    OWNERS,
    Token,
    Tokens,
    is_possessive,
    number,
    span_key,
)
from rulings.language.program import Value

_SPANS = "round turn step season battle phase game moment".split()
_NOW = frozenset((
    *((*lead, which, span) for lead in (("in",), ("on",), ("during",), ("at",), ("of",), ())
      for which in ("this", "same", "current") for span in _SPANS
      if (which, span) != ("same", "moment")),
    *((one,) for one in "first now already today afterwards later meanwhile left too".split()),
    ("by", "now"), ("after", "that"), ("after", "this"), ("as", "well"), ("at", "table"),
    ("on", "table"), ("in", "game"), ("in", "our", "game"), ("in", "we", "game"),
    ("in", "battle"), ("so", "far"), ("right", "now"), ("at", "moment"),
))  # fmt: skip
"""Adverbs of the moment that is told of, and of what is told behind something else."""
_AGO = frozenset((("earlier",), ("while", "ago"), ("moment", "ago"), ("minute", "ago")))
"""What tells that something was done; what merely was so may have changed."""
_PREVIOUS = frozenset(("last", "previous", "earlier", "preceding"))
_WHEN_ASKED = frozenset((("now",), ("too",), ("also",), ("as", "well"), ("at", "moment")))
"""Adverbs that leave a question what it is."""
_AT_VERB = frozenset("now then later already also just still currently".split())
_ONES = frozenset("my your his her their other another first second third last next".split())
"""What stands before "one" in place of a noun; whoever it is stays the one that it was."""
_WHOM = frozenset(("him", "her", "them", "me", "you", "us"))
_LONGEST = 4

_ATTITUDES = frozenset(
    "want wish like love prefer hate enjoy hope think believe guess suspect expect fear worry "
    "doubt wonder argue insist object protest complain disagree plan intend consider regret care "
    "mind remember forget notice realise realize assume feel hesitate ponder dream "
    "rather ask say swear claim sure unsure certain afraid curious tempted glad happy keen eager "
    "convinced".split()
)
_SAYING = frozenset(("say", "mention", "state", "tell"))
_HELPERS = frozenset(
    "do did not would have be was will may never still really all both only even also always just "
    "quite rather now much very so".split()
)
_PERSONS = frozenset("i he she we they nobody everybody everyone somebody someone".split())
PEOPLE = frozenset("opponent rival friend neighbour neighbor competitor player".split())
_FACTS_INSIDE = frozenset(
    "which who whose whom because since if when while where as but so although though".split()
)
_FINITE = frozenset(("be", "was", "have", "do", "did", "will"))


def without_adverbs(tokens: Tokens) -> Iterator[Tokens]:
    """Yield a told clause without the adverbs of now before it, behind it and at its verb."""
    for place in range(1, min(_LONGEST + 2, len(tokens) - 1)):
        if tokens[place].key in _AT_VERB and not tokens[place].quoted:
            yield (*tokens[:place], *tokens[place + 1 :])
    for begin in range(min(_LONGEST, len(tokens) - 2) + 1):
        if begin and not (_is_now(tokens[:begin]) or _is_ago(tokens[:begin], tokens[begin:])):
            continue
        for end in range(len(tokens), max(len(tokens) - _LONGEST, begin + 2) - 1, -1):
            # "First" in front tells of the order; behind a deed it tells who did it before others.
            if end < len(tokens) and not (
                (_is_now(tokens[end:]) and tokens[end].key != "first")
                or _is_before_owner(tokens, end)
                or _is_ago(tokens[end:], tokens[:end])
            ):
                continue
            if begin or end < len(tokens):
                yield tokens[begin:end]


def without_last_adverb(tokens: Tokens) -> Iterator[Tokens]:
    """Yield a question without an adverb behind it that leaves it what it is."""
    for end in range(len(tokens) - 1, max(len(tokens) - _LONGEST - 1, 1), -1):
        *_, last = behind = tokens[end:]
        adverb = tuple(t.key for t in behind) in _WHEN_ASKED and not any(t.quoted for t in behind)
        # How much was done in a turn is not how much there is of it.
        if adverb or (tokens[0].key in ("may", "must") and len(behind) > 1 and _is_now(behind)):
            yield (*tokens[: end - 1], tokens[end - 1]._replace(after=last.after))


def _is_now(tokens: Tokens) -> bool:
    if len(tokens) == 1 and tokens[0].key == "each" and not tokens[0].quoted:
        return True  # What is said of several is said of each.
    keys = tuple(t.key for t in tokens)
    if keys[0] == "after" and len(keys) == 2 and tokens[1].text.lower() in _WHOM:
        return True  # What is told is told behind what they did.
    keys = keys[keys[0] == "too" and len(keys) > 1 :]
    if len(keys) == 4 and keys[1] in ("this", "same") and keys[3] in _SPANS:
        keys = (*keys[:2], keys[3])  # "In this Park step" is in this step.
    return keys in _NOW and not any(t.quoted for t in tokens)


def _is_ago(adverb: Tokens, deed: Tokens) -> bool:
    """Whether a deed was done before: "a while ago", "earlier this round"."""
    done = not any(t.key in ("be", "was") or t.text.lower() == "had" for t in deed)
    keys = tuple(t.key for t in adverb)
    return done and (keys in _AGO or (keys[:1] == ("earlier",) and _is_now(adverb[1:])))


def of_earlier(tokens: Tokens) -> Iterator[tuple[Tokens, str]]:
    """Yield a deed without what dates it before now, and of what: "in her last turn" of "turn"."""
    for width in range(2, min(_LONGEST, len(tokens) - 1) + 1):
        for dated, deed in ((tokens[:width], tokens[width:]), (tokens[-width:], tokens[:-width])):
            keys = [t.key for t in dated if t.text.lower() not in OWNERS]
            keys = keys[keys[:1] in (["in"], ["on"], ["at"], ["during"]) :]
            if len(keys) == 2 and keys[1] in _SPANS and keys[0] in _PREVIOUS:
                yield deed, keys[1]


def _is_before_owner(tokens: Tokens, end: int) -> bool:
    """Whether "in front of her" tells where somebody has what he has."""
    *words, last = tokens[end:]
    who = ("me",) if tokens[0].key == "i" else ("him", "her")
    before = tuple(t.key for t in words) == ("in", "front", "of") and last.text.lower() in who
    return before and any(t.key == "have" for t in tokens[:end])


def dated(tokens: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
    """Yield what may be the time of a sentence, as a sentence "it is Summer", and the rest."""
    for begin, token in enumerate(tokens[:-1]):
        if token.key not in ("in", "at", "during", "on") or token.quoted:
            continue
        for end in range(begin + 2, min(begin + 6, len(tokens)) + 1):
            if begin > 0 and end < len(tokens):
                continue
            it = token._replace(text="it", key="it", after="")
            copula = token._replace(text="is", key="be", after="")
            rest = tokens[end:] if begin == 0 else tokens[:begin]
            if len(rest) > 1:
                yield (it, copula, *tokens[begin + 1 : end]), rest


def qualified(context: Context, tokens: Tokens) -> tuple[Tokens, Tokens] | None:
    """Return "Tent is a ride" and "Tent is closed" for "Tent is a closed ride"."""
    place = next((i for i, t in enumerate(tokens) if t.key == "be" and i), None)
    if place is None or len(tokens) < place + 3 or tokens[place + 1].article != "a":
        return None
    subject, quality, rest = tokens[:place], tokens[place + 1], tokens[place + 2 :]
    said: Tokens = (tokens[place], quality._replace(article="", after=""))
    if quality.joined and len(rest) > 1:
        have = tokens[place]._replace(text="has", key="have")
        said, rest = (have, said[1], rest[0]._replace(after="")), rest[1:]
    elif not any(one.adjective for one in context.words.nouns.get(quality.key, ())):
        return None
    return (*subject, tokens[place], rest[0]._replace(article="a"), *rest[1:]), (*subject, *said)


def remark(tokens: Tokens) -> tuple[Tokens, Tokens, Tokens] | None:
    """Return what an apposition says of the name before it, and the sentence without it.

    "Ana runs Echo, a Play with two copies." says "Echo is a Play with two copies" besides. Last
    stands the sentence in which the name has its noun in front: "Ana runs the Play Echo".
    """
    for place in range(1, len(tokens)):
        if "," not in tokens[place - 1].after or tokens[place].article != "a":
            continue
        begin = place
        while begin and (tokens[begin - 1].capital or tokens[begin - 1].quoted):
            begin -= 1
            if tokens[begin].article or tokens[begin].possessive:
                break
        end = next(
            (i for i in range(place + 1, len(tokens)) if "," in tokens[i - 1].after), len(tokens)
        )
        inside = tokens[place:end]
        if begin == place or any(t.key in ("and", "or") for t in tokens[place : end + 1]):
            continue
        name = tuple(t._replace(after="") for t in tokens[begin:place])
        copula = Token("is", "be", inside[0].start, inside[0].start)
        kept = (*tokens[:begin], *name, *tokens[end:])
        noun = (inside[0]._replace(article="the"), *inside[1:-1], inside[-1]._replace(after=""))
        noun = noun if len(inside) > 1 else (noun[0]._replace(after=""),)
        called = (*tokens[:begin], *noun, *name, *tokens[end:])
        return (*name, copula, *inside), kept, called
    return None


def with_name(tokens: Tokens) -> Tokens:
    """Return a clause with "the attraction Tent" for "one attraction, the Tent".

    >>> [t.text for t in with_name(tokenize("Ana has one ride, Tent, in her park"))]
    ['Ana', 'has', 'ride', 'Tent', 'in', 'her', 'park']
    """
    for place in range(1, len(tokens) - 1):
        noun, name = tokens[place], tokens[place + 1]
        named = (name.capital or name.quoted) and name.key not in FUNCTION_WORDS
        if noun.after.strip() not in (",", ":") or noun.quoted or not named:
            continue
        begin = next((i for i in (place, place - 1) if tokens[i].article == "a"), place)
        counted = begin and tokens[begin - 1].key == "one"
        counted = counted or (begin > 1 and tokens[begin - 2].key == "one")
        first = begin - 1 if counted and tokens[begin - 1].key != "one" else begin
        end = place + 2
        while end < len(tokens) and tokens[end].capital and not tokens[end - 1].after.strip():
            end += 1
        if not (counted or tokens[begin].article == "a") or (
            end < len(tokens) and tokens[end - 1].after.strip() != ","
        ):
            continue  # What goes on may be a list, or tell something else.
        kind = (tokens[first]._replace(article="the"), *tokens[first + 1 : place + 1])
        kind = (*kind[:-1], kind[-1]._replace(after=" "))
        row = (name._replace(article=""), *tokens[place + 2 : end])
        row = (*row[:-1], row[-1]._replace(after=" " if end < len(tokens) else row[-1].after))
        return (*tokens[: first - bool(counted)], *kind, *row, *tokens[end:])
    return tokens


def with_names(tokens: Tokens) -> Iterator[Tokens]:
    """Yield a clause with "the ride Tent and the ride Swing" for "two rides, Tent and Swing"."""
    place = next((i for i, t in enumerate(tokens) if t.after.strip() in (",", ":")), 0)
    begin = next((i for i in range(place - 1, 0, -1) if number(tokens[i].key) is not None), 0)
    left, begins = number(tokens[begin].key) or 0, True
    if not begin or left < 2:
        return
    *most, last = tokens[begin + 1 : place + 1]
    kind = (*most, last._replace(text=last.key, after=" "))
    found: list[Token] = []
    for index, token in enumerate(tokens[place + 1 :], place + 1):
        if token.key == "and" and not token.quoted:
            begins = True
            found.append(token)
        elif token.quoted or (token.capital and number(token.key) is None):
            found += (kind[0]._replace(article="the"), *kind[1:]) if begins else ()
            found.append(token._replace(article=""))
            left, begins = left - begins, token.after.strip() == ","
        else:
            if found and begins and not left:
                last = found[-1]._replace(after=" ")
                yield (*tokens[:begin], *found[:-1], last, *tokens[index:])
            return
    if not left:
        yield (*tokens[:begin], *found)


def with_noun(before: Tokens, tokens: Tokens, nouns: Container[str]) -> Tokens:
    """Return a clause in which "one" is what the clause before speaks of: "her other hiker".

    >>> said = (tokenize(text) for text in ("Ana moves a hiker", "the other one is on the trail"))
    >>> " ".join(token.key for token in with_noun(*said, {"hiker"}))
    'other hiker be on trail'
    """
    counted = next((i + 1 for i, t in enumerate(before) if _counts(t)), len(before))
    noun = tuple(takewhile(lambda t: t.key not in {"left", *PREPOSITIONS}, before[counted:]))
    noun = noun or tuple(t for t in before if t.key in nouns and not t.quoted)[-1:]
    if not noun:
        return tokens
    said: list[Token] = []
    for place, token in enumerate(tokens):
        last = tokens[place - 1] if place else None
        follows = tokens[place + 1] if place + 1 < len(tokens) and not token.after.strip() else None
        ends = follows is None or follows.key in {"left", *PREPOSITIONS, *_FINITE}
        if token.quoted or token.key not in ("one", "none") or last is None or not ends:
            said.append(token)
            continue
        if token.key == "none":
            said.append(token._replace(text="no", key="no", after=" "))
        elif not (last.article or last.possessive or last.text.lower() in _ONES):
            said.append(token._replace(after=" "))
        head = noun[-1:] if last.article else noun  # "Two open rides and a closed one".
        said += (t._replace(text=t.key, start=token.start, end=token.end, after="") for t in head)
        said[-1] = said[-1]._replace(after=token.after)
    return tuple(said)


def gapped(tokens: Tokens, head: int, rest: Tokens) -> Iterator[Tokens]:
    """Yield what goes on with the verb of the clause before: "Ana took 4 Photos, Ben 7"."""
    counted = next((i for i in range(head, len(tokens)) if _counts(tokens[i])), None)
    own = next((i for i in range(1, len(rest)) if _counts(rest[i])), None)
    if counted is None or own is None or own > _LONGEST:
        return
    mine, behind = rest[own], rest[own + 1 :]
    if mine.key == "none":
        mine = mine._replace(text="no", key="no")
    unit: Tokens = ()
    if not behind or mine.after.strip() or behind[0].key == "and":
        # "Ben 7" leaves out the unit as well.
        unit = tuple(t._replace(after="") for t in tokens[counted + 1 :] if t.key != "each")
        unit = (*unit[:-1], unit[-1]._replace(after=mine.after)) if unit else ()
        mine = mine._replace(after="") if unit else mine
        yield (*rest[:own], mine, *unit, *behind)
    yield (*rest[:own], *tokens[head:counted], mine, *unit, *behind)


def _counts(token: Token) -> bool:
    return (token.key == "none" or number(token.key) is not None) and not token.quoted


def attitude(context: Context, tokens: Tokens) -> tuple[Value, ...] | None:
    """Return what a sentence mentions that tells only what somebody wants or thinks, else None."""
    begin = _behind_person(context, tokens)
    if begin is None:
        return None
    place = begin
    while place < len(tokens) and tokens[place].key in _HELPERS:
        place += 1
    if place >= len(tokens) and not is_rather(tokens[begin:]):
        return None
    verb = place if place < len(tokens) else place - 1
    if is_rather(tokens[begin:place]):
        verb = place - 1
    elif not _is_attitude(context, tokens[verb]):
        return None
    rest = tokens[verb + 1 :]
    if any(t.quoted or t.key in _FACTS_INSIDE or ":" in t.after for t in (tokens[verb], *rest)):
        return None
    if any(t.key == "that" and i and not rest[i - 1].after for i, t in enumerate(rest)):
        return None
    parted = next(
        (i for i, t in enumerate(rest) if t.key in ("and", "or") or t.after.strip(".!")), None
    )
    if parted is not None and any(t.key in _FINITE for t in rest[parted:]):
        return None
    who = _who(context, tokens[:begin])
    plain = all(
        t.key in FUNCTION_WORDS or not (t.article or t.capital or t.plural or is_possessive(t))
        for t in rest
    )
    # What nobody knows may be what "it" means in the next line.
    return who if plain else (*who, f"mentioned@{rest[0].start}")


def silence(tokens: Tokens) -> bool:
    """Whether a sentence tells what a text does not say: "It says nothing about Gear"."""
    verb = next((i for i, t in enumerate(tokens) if i and base_of(t.text.lower()) in _SAYING), 0)
    if not verb or verb > _LONGEST + 2 or any(t.quoted or ":" in t.after for t in tokens):
        return False
    denied = tokens[verb - 1].key == "not" or tokens[0].key in ("no", "neither", "nothing")
    return denied or [t.key for t in tokens[verb + 1 : verb + 3]] == ["nothing", "about"]


def is_rather(tokens: Tokens) -> bool:
    """Whether helpers are "would rather", which tells a wish without a verb of its own."""
    return any(t.key == "rather" for t in tokens) and any(t.key == "would" for t in tokens)


def _is_attitude(context: Context, token: Token) -> bool:
    if token.quoted or token.capital or token.article:
        return False
    base = base_of(token.text.lower())
    return base in _ATTITUDES and not context.words.forms.get(token.key)


def _behind_person(context: Context, tokens: Tokens) -> int | None:
    """Return the place behind the person that a sentence begins with."""
    first = tokens[0]
    if first.quoted:
        return None
    if first.key in _PERSONS and first.text.lower() not in OWNERS and not first.possessive:
        return 1
    for end in (1, 2, 3):
        last = tokens[end - 1 : end]
        if not last or last[0].after.strip():
            return None
        noun = context.lexicon.nouns.get(last[0].key) == context.player is not None
        if (noun or last[0].key in PEOPLE) and not last[0].possessive:
            return end
    if first.capital and not first.possessive and not first.article:
        values = context.lexicon.names.all(first.key)
        return 1 if not values or _fitting(context, values) else None
    return None


def _fitting(context: Context, values: tuple[Value, ...]) -> tuple[Value, ...]:
    player = context.player
    return tuple(v for v in values if player is not None and context.lexicon.names.fits(v, player))


def _who(context: Context, tokens: Tokens) -> tuple[Value, ...]:
    if tokens[0].key == "i":
        return (ASKER,) if context.lexicon.names.sorts_of(ASKER) else ()
    if tokens[0].key in ("he", "she"):
        return _fitting(context, context.recent)[:1]
    return _fitting(context, context.lexicon.names.all(span_key(tokens, 0, len(tokens))))[:1]
