"""What people say around a question: greetings, hedges, "can you tell me".

In: the tokens of a line. Out: the tokens that say something, and whether they are asked.
Guarantee: only whole phrases at the ends are taken off, none with a "not", a number or a name in
it, and never the whole line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from rulings.english.words import Token, stem

_SILLY = "quick|silly|stupid|dumb|basic|obvious|simple|easy|random|weird|odd|strange|newbie"
_OPENINGS = (
    "hi|hello|hey|ok|okay|so|well|sorry|please|question|hmm|um|oh|and|but",
    "hi|hello|hey all|there|guys|folks|everyone|everybody",
    "quick one",
    "quick question",
    f"sorry if this|that|it be really? {_SILLY} one|question? but?",
    f"sorry for really? {_SILLY} one|question but?",
    "just? wondering|curious|checking",
    "for record",
    "to settle argument|bet|dispute|debate",
    "little|small|quick|short|silly|friendly dispute|question|argument|debate at|from our table",
    "little|small|quick|short|silly|friendly dispute|question|argument|debate",
    "dispute|question|argument|debate at|from our table",
    "just to be sure",
    "just to be clear",
    "just checking",
    "by way",
    "in other words",
    "can|could|would you please tell me|us",
    "can|could|would you tell me|us",
    "can anyone|somebody|someone tell me|us",
    "can|could|would anyone|anybody|somebody|someone please? explain|clarify|confirm|say",
    "any idea",
    "do you know",
    "does anyone|anybody know",
    "tell me",
    "i would like to know",
    "we would like to know",
    "i want to know",
    "i wonder|wondered",
    "we wonder|wondered",
    "i am wondering|not sure",
    "we are wondering|not sure",
    "is it true|correct|right that",
    "am i|we right that",
    "am i|we right|correct in thinking|assuming|saying|believing that?",
    "is it right|correct|safe|fair to say|assume|think that?",
    "do|would this|that|it mean that?",
    "in|by your opinion",
)
_ASKING = frozenset(map(stem, ("that", "thinking", "assuming", "assume", "mean")))
"""Words of openings behind which a statement is asked about."""
_PAUSED = (
    f"maybe|probably|perhaps? really? {_SILLY} one|question maybe|probably? but?",
    f"this|it be maybe|probably? really? {_SILLY} one|question but?",
    "right|alright|wait|ah|er",
    "new|newbie|newcomer|beginner|novice here and|so|but?",
    "i|we be new here and|so|but?",
    "first time playing|here|player|players and|so|but?",
    "this|it be our|my first time|game|play and|so|but?",
    "our|my first time|game|play and|so|but?",
    "rules|rule question|query|check",
    "one more|last|other|another? question|thing",
    "another|last|next question|thing",
    "if|as i|we understand|read|got it|this|that|rules|rulebook? right|correctly",
)
"""Openings that are such only where a pause follows: a colon, a comma or a full stop."""
_CLOSINGS = (
    "please",
    "thanks|cheers|thx|ty",
    "thanks in advance",
    "many thanks",
    "thank you",
    "or what|no|not",
    "yes or no",
    "or is that|this|it not allowed|possible|permitted|legal",
    "or is that|this|it forbidden|illegal",
    "do you think",
    "any ideas|idea",
    "i wonder",
    "though",
    "anyways",
    "strictly speaking",
    "under|per rules",
    "by any chance",
    "in that case",
    "in this case",
    "in such case",
    "according to rules",
    "by rules",
    "all same",
    "nonetheless",
    "regardless",
    "even so",
    "in spite of it|that",
    "despite it|that",
)
_Words = tuple[frozenset[str], ...]
_WHETHER = frozenset(("if", "whether"))


def _alternatives(phrase: str) -> Iterator[_Words]:
    """Yield the words of a phrase, each as the keys that may stand there; "but?" may be missing."""
    words = [(word.rstrip("?"), word.endswith("?")) for word in phrase.split()]
    for kept in product(*((True, False) if optional else (True,) for _, optional in words)):
        yield tuple(
            frozenset(map(stem, word.split("|")))
            for (word, _), is_said in zip(words, kept, strict=True)
            if is_said
        )


def _ways(phrases: tuple[str, ...], *, pauses: bool) -> list[tuple[_Words, bool]]:
    return [(words, pauses) for words in chain.from_iterable(map(_alternatives, phrases))]


_LEADS = tuple(
    sorted(
        _ways(_OPENINGS, pauses=False) + _ways(_PAUSED, pauses=True),
        key=lambda lead: -len(lead[0]),
    )
)
_ENDS = tuple(chain.from_iterable(map(_alternatives, _CLOSINGS)))
_LEADS_FROM: dict[str, list[tuple[_Words, bool]]] = {}
_ENDS_IN: dict[str, list[_Words]] = {}
for _lead in _LEADS:
    for _key in _lead[0][0]:
        _LEADS_FROM.setdefault(_key, []).append(_lead)
for _end in _ENDS:
    for _key in _end[-1]:
        _ENDS_IN.setdefault(_key, []).append(_end)


def without_courtesy(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], bool]:
    """Return the tokens between the courtesies, and whether one of those asks ("tell me if")."""
    asks, changed = False, True
    while changed and tokens:
        changed = False
        for lead, pauses in _LEADS_FROM.get(tokens[0].key, ()):
            if len(lead) >= len(tokens) or (pauses and not tokens[len(lead) - 1].after):
                continue
            if _matches(tokens[: len(lead)], lead):
                rest = tokens[len(lead) :]
                if rest[0].key in _WHETHER and len(lead) > 1 and len(rest) > 1:
                    rest, asks = rest[1:], True
                asks = asks or tokens[len(lead) - 1].key in _ASKING
                tokens, changed = rest, True
                break
        for end in _ENDS_IN.get(tokens[-1].key, ()):
            if len(end) < len(tokens) and _matches(tokens[-len(end) :], end):
                mark = tokens[-1].after
                kept = tokens[: -len(end)]
                tokens = (*kept[:-1], kept[-1]._replace(after=mark))
                changed = True
                break
    return tokens, asks


def _matches(tokens: tuple[Token, ...], words: tuple[frozenset[str], ...]) -> bool:
    return all(
        token.key in word and not token.quoted for token, word in zip(tokens, words, strict=True)
    )
