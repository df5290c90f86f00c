"""The first stage: text to words that say something.

In: one line. Out: its tokens without courtesy, hedges and words that only fill, the many ways to
say "may" and "must" as these two words. Guarantee: no number, name, "not" or word of the rulebook
is touched; every token keeps its place in the text.
"""

from __future__ import annotations

import re
from collections.abc import Container

from rulings.english.morphology import base_of, one_of
from rulings.english.words import Token, Tokens, is_possessive, number, word_like

_HELLO = (
    r"(?:hi|hello|hey|hmm+|um+|so|ok|okay|well|oh|quick question|question|one question|please"
    r"|sorry|excuse me|and|but|again|next|then|btw|by the way|just to be sure|to be sure"
    r"|out of curiosity|quick one|hi there|hi all|hello there|hey there|everyone(?=,)|guys|folks)"
)
_LEAD = re.compile(rf"^(?:{_HELLO}[,:!.–—-]*\s+)+(?=\S)", re.IGNORECASE)
_TELL_ME = re.compile(
    r"^(?:(?:can|could|would) (?:you|someone|somebody|anyone|anybody) (?:please )?"
    r"(?:tell (?:me|us)|explain|say|clarify|confirm)"
    r"|do you know|does (?:anyone|anybody|someone) know|please tell me|tell me|i(?: a|')m not sure"
    r"|(?:i|we)(?: a|')?m? ?wonder(?:ing)?|we(?:'| a)re wondering|i(?:'d| would) like to know"
    r"|i want to know|i need to know|we want to know|remind me|any idea|is it clear|(?:i|we) ask)"
    r"[,:]?\s+(?:me\s+)?(?P<joint>whether|if|that)?\s*(?=\S)",
    re.IGNORECASE,
)
_FRAME = re.compile(
    r"^is(?P<first> not|n't)? it (?P<not>not )?(?:true|the case|correct|right|so|a fact)"
    r"(?: to say)? that\s+|^(?:am i|are we) (?:right|correct)(?: that| to think(?: that)?"
    r"| in thinking(?: that)?| to assume(?: that)?)\s+",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"^it(?: is|'s) not (?:true|the case|so) that\s+", re.IGNORECASE)
_ASSERTION = re.compile(r"^it(?: is|'s) (?:true|the case|so) that\s+", re.IGNORECASE)
_TAIL = re.compile(
    r"(?:,\s*(?:right|correct|yes|ok|okay|isn't it|doesn't (?:it|he|she)|is it|is (?:he|she)"
    r"|is that (?:right|correct))|,?\s+(?:please|thanks|thank you|or not|at all|yet))"
    r"\s*(?=[?.!]*$)",
    re.IGNORECASE,
)
HEDGES = re.compile(
    r"\b(?:at the moment|at this moment|at this point|at present|right now|so far|of course|for now"
    r"|in fact|in this case|in that case|as it happens|for instance|for example|by chance|after all"
    r"|as usual|as always|as well(?! as)|obviously|luckily|unfortunately|of course|by the rules"
    r"|according to the rules|under the rules|by rule|legally|as far as i know)\b,?",
    re.IGNORECASE,
)
WH = frozenset(("which", "what", "who", "whom", "whose", "how"))
"""Words that ask for what fills their place."""
IDLE = frozenset(
    "currently now still really just please then actually already also too simply yet again "
    "therefore nevertheless however anyway afterwards even indeed ever finally meanwhile "
    "there's".split()
)
"""Words that say nothing of what is so, unless a sentence of the rulebook has them."""
ABLE = frozenset("allowed able permitted free entitled".split())
_BOUND = frozenset("required obliged forced supposed obligated bound".split())
_FINE = frozenset("legal allowed permitted ok okay fine alright possible right".split())
_MOODS = {
    ("need", "not"): "must",
    ("should",): "must",
    ("shall",): "must",
    ("could",): "may",
    ("might",): "may",
    ("must", "not"): "may",
}
_DECIDING = ("decide", "choose")
_HAVE_TO = frozenset(("have", "need"))
_LEFT_UNDONE = frozenset(("forget", "fail", "neglect", "omit"))


_REMARK = re.compile(r"(?:^|(?<=[.!?]))\s*remark:\s", re.IGNORECASE)


def before_remark(text: str) -> str | None:
    """Return what a line says before its remark, None for a line without one.

    >>> before_remark("Ana has 3 coins. Remark: she is happy."), before_remark("Ana has 3 coins.")
    ('Ana has 3 coins.', None)
    """
    found = _REMARK.search(text)
    return text[: found.start()].strip() if found is not None else None


def asked_or_told(text: str) -> tuple[str, bool, bool]:
    """Return a line without courtesies, whether they ask, and whether they deny.

    What is taken off becomes spaces, so that everything keeps its place.

    >>> asked_or_told("Can you tell me if Tent is closed")[1:]
    (True, False)
    """
    asks = denies = False
    for pattern in (_LEAD, _TELL_ME, _FRAME, _DENIAL, _ASSERTION):
        lead = len(text) - len(text.lstrip())
        found = pattern.match(text.lstrip())
        if found is None:
            continue
        if pattern is _TELL_ME:
            asks = True
        elif pattern is _FRAME:
            asks = True
            denies ^= bool(found["first"] or found["not"])
        elif pattern is _DENIAL:
            denies = True
        end = lead + found.end()
        if text[end:].strip(" ?.!"):
            text = " " * end + text[end:]
    found = _TAIL.search(text)
    if found is not None and text[: found.start()].strip(" ,"):
        asks = asks or "?" in text
        text = text[: found.start()] + " " * (found.end() - found.start()) + text[found.end() :]
    return text, asks, denies


def without_idle(tokens: Tokens, known: Container[str]) -> Tokens:
    """Return tokens without the words that say nothing."""
    kept: list[Token] = []
    for index, token in enumerate(tokens):
        # "Too many" is a word of some rulebooks, a "too" at the end of a clause is none.
        known_here = token.key in known and not (token.key == "too" and ends_clause(tokens, index))
        idle = token.key in IDLE and not token.quoted and not known_here
        idle = idle or (token.key == "own" and index > 0 and is_possessive(tokens[index - 1]))
        if idle and not (token.capital and index):
            if kept and token.after:
                kept[-1] = kept[-1]._replace(after=kept[-1].after + token.after)
            continue
        kept.append(token)
    return tuple(kept) or tokens


def ends_clause(tokens: Tokens, index: int) -> bool:
    return index == len(tokens) - 1 or bool(tokens[index].after.strip())


def partitives(tokens: Tokens, known: Container[str] = ()) -> Tokens:
    """Return tokens with "her hiker" for "one of her hikers", "players" for "of us".

    >>> [t.text for t in partitives(tokenize("One of Ana's hikers is here"))]
    ['Ana', 'hiker', 'is', 'here']
    >>> [t.text for t in partitives(tokenize("Each of them is here"))]
    ['they', 'is', 'here']
    """
    for at in range(len(tokens) - 2):
        one, of, *behind = tokens[at : at + 7]
        them = behind[0].text.lower()
        if of.key == "of" and one.key in ("each", "both", "all") and them in ("them", "these"):
            kept = one.key == "both" and one.key in known
            every = one if kept else word_like("them" if at else "they", one)
            every = every._replace(end=behind[0].end, after=behind[0].after)
            return (*tokens[:at], every, *partitives(tokens[at + 3 :], known))
        if of.key == "of" and them in ("us", "you") and one.key != "one":
            all_of_us = behind[0]._replace(text="players", key="player")
            return (*tokens[: at + 1], all_of_us, *tokens[at + 3 :])
        if one.key not in ("one", "another") or of.key != "of" or one.quoted:
            continue
        owner = next((i for i, t in enumerate(behind) if is_possessive(t)), None)
        several = next((i for i, t in enumerate(behind) if t.plural and i > (owner or 0)), None)
        if owner is None or several is None or any(t.after.strip() for t in behind[:several]):
            continue
        said = one_of(behind[several].text)
        noun = behind[several]._replace(text=said, end=behind[several].start + len(said))
        other = [one._replace(text="other", key="other")] if one.key == "another" else []
        rest = tokens[at + 2 + several + 1 :]
        behind = [*behind[: owner + 1], *other, *behind[owner + 1 : several], noun]
        return (*tokens[:at], *behind, *partitives(rest, known))
    return tokens


def none_for_not_any(tokens: Tokens) -> Tokens:
    """Return a told clause with "has no coins" for "does not have any coins".

    >>> [t.text for t in none_for_not_any(tokenize("Ana does not have any coins"))]
    ['Ana', 'has', 'no', 'coins']
    """
    keys = [token.key for token in tokens]
    at = keys.index("not", 1) if "not" in keys[1:] else 0
    if not at or "any" not in keys[at:]:
        return tokens
    some = keys.index("any", at)
    no = tokens[some]._replace(text="no", key="no")
    if keys[at - 1] == "do" and some == at + 2 and keys[at + 1] == "have":
        return (*tokens[: at - 1], tokens[at + 1]._replace(text="has"), no, *tokens[some + 1 :])
    if keys[at - 1] in ("have", "be", "was"):
        return (*tokens[:at], *tokens[at + 1 : some], no, *tokens[some + 1 :])
    return tokens


def undone(tokens: Tokens) -> Tokens:
    """Return a told clause with "did not pay" for "forgot to pay", "has failed to pay".

    >>> [t.text for t in undone(tokenize("Ana forgot to take her income"))]
    ['Ana', 'did', 'not', 'take', 'her', 'income']
    """
    for at, one in enumerate(tokens[1:-2], start=1):
        if tokens[at + 1].key == "to" and base_of(one.text.lower()) in _LEFT_UNDONE:
            own = at - (tokens[at - 1].key == "have")
            if one.quoted or not own or any(t.key == "not" for t in tokens[:at]):
                break
            did = one._replace(text="did", key="did")
            return (*tokens[:own], did, one._replace(text="not", key="not"), *tokens[at + 2 :])
    return tokens


def without_only(tokens: Tokens) -> Tokens:
    """Return a told clause with "has two coins" for "has only two coins".

    >>> [t.text for t in without_only(tokenize("Ana has only two coins"))]
    ['Ana', 'has', 'two', 'coins']
    >>> [t.text for t in without_only(tokenize("Ana only gains two coins"))]
    ['Ana', 'gains', 'two', 'coins']
    >>> [t.text for t in without_only(tokenize("They are the only two players"))][-3:]
    ['only', 'two', 'players']
    """
    if any(token.key in ("may", "must") for token in tokens):
        return tokens  # Of what is allowed, the number is the most.
    return tuple(
        token
        for place, token in enumerate(tokens)
        if token.article or not (place and _is_only(tokens, place))
    )


def _is_only(tokens: Tokens, place: int) -> bool:
    """Whether a number stands behind "only", or behind the verb that does."""
    before, word = tokens[place - 1 : place + 1]
    at_verb = place == 1 or before.key == "have"
    return word.key == "only" and _is_counted(tokens[place + 1 : place + 2 + 2 * at_verb])


def _is_counted(tokens: Tokens) -> bool:
    return any(one.article == "a" or number(one.key) is not None for one in tokens)


def plain_modals(tokens: Tokens, own: Container[str] = ()) -> Tokens:
    """Return tokens with "may" and "must" for the longer ways to say them.

    `own` are words of the rulebook's own sentences, which mean what they mean there.

    >>> [t.text for t in plain_modals(tokenize("is Ana allowed to build Tent"))]
    ['may', 'Ana', 'build', 'Tent']
    """
    found = list(tokens)
    _impersonal(found)
    index = 0
    while index < len(found):
        token = found[index]
        nexts = [t.key for t in found[index + 1 : index + 3]]
        if token.key in _DECIDING and nexts[:1] == ["to"] and index and not token.quoted:
            del found[index : index + 2]  # Who decides to do something does it.
        elif token.key in own:
            pass
        elif token.key in ABLE and nexts[:1] == ["to"]:
            _carried(found, index, ("be", "was"), "may", 2)
        elif token.key in _BOUND and nexts[:1] == ["to"]:
            _carried(found, index, ("be",), "must", 2)
        elif token.key in _HAVE_TO and nexts[:1] == ["to"] and not token.quoted:
            helper = _before(found, index, ("do", "will", "would"))
            if helper is None:
                found[index : index + 2] = [_said(token, "must")]
            else:
                found[helper] = _said(found[helper], "must")
                del found[index : index + 2]
        else:
            # "Must not" forbids, "need not" lets off.
            word = _MOODS.get((token.key, *nexts[:1])) or _MOODS.get((token.key,))
            if word is not None and not token.quoted:
                found[index] = _said(token, word)
        index += 1
    return tuple(found)


def _said(token: Token, word: str) -> Token:
    return token._replace(text=word, key=word)


def _before(tokens: list[Token], index: int, keys: tuple[str, ...]) -> int | None:
    """Return the place of the last helper before a word of the same clause."""
    for place in range(index - 1, -1, -1):
        if tokens[place].key in keys:
            return place
        if place < index - 1 and any(mark in tokens[place].after for mark in ",.;:?"):
            return None
    return None


def _carried(
    tokens: list[Token], index: int, helpers: tuple[str, ...], word: str, taken: int
) -> None:
    """Put a modal in the place of "be", and take its further words away."""
    helper = _before(tokens, index, helpers)
    if helper is None:
        return
    tokens[helper] = _said(tokens[helper], word)
    del tokens[index : index + taken]


def _impersonal(tokens: list[Token]) -> None:
    """Read "is it legal for Ana to …" and "is it okay if Ana …" as "may Ana …"."""
    for index in range(len(tokens) - 3):
        keys = [t.key for t in tokens[index : index + 4]]
        start = keys[:2] == ["be", "it"] and keys[2] in _FINE
        if not start:
            continue
        if keys[3] == "if":
            tokens[index : index + 4] = [_said(tokens[index], "may")]
        elif keys[3] == "to":
            me = tokens[index + 1]._replace(text="I", key="i")
            tokens[index : index + 4] = [_said(tokens[index], "may"), me]
        elif keys[3] == "for":
            to = next((k for k in range(index + 4, len(tokens)) if tokens[k].key == "to"), None)
            if to is not None:
                del tokens[to]
                tokens[index : index + 4] = [_said(tokens[index], "may")]
        return
