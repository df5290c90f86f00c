"""What people say around a question: greetings, hedges, "can you tell me".

In: the tokens of a line. Out: the tokens that say something, and whether they are asked.
Guarantee: only whole phrases at the ends are taken off, none with a "not", a number or a name in
it, and never the whole line.
"""

from __future__ import annotations

from rulings.english.words import Token, stem

_OPENINGS = (
    "hi|hello|hey|ok|okay|so|well|sorry|please|question|hmm|oh|and|but",
    "quick one",
    "quick question",
    "sorry if this is silly one",
    "sorry for silly question",
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
    "in|by your opinion",
)
_CLOSINGS = (
    "please",
    "thanks",
    "thank you",
    "or what",
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
_WHETHER = frozenset(("if", "whether"))


def _alternatives(phrase: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(stem, word.split("|"))) for word in phrase.split())


_LEADS = tuple(sorted(map(_alternatives, _OPENINGS), key=len, reverse=True))
_ENDS = tuple(map(_alternatives, _CLOSINGS))
_FIRST = frozenset(key for lead in _LEADS for key in lead[0])
_LAST = frozenset(key for end in _ENDS for key in end[-1])


def without_courtesy(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], bool]:
    """Return the tokens between the courtesies, and whether one of those asks ("tell me if")."""
    asks, changed = False, True
    while changed and tokens:
        changed = False
        for lead in _LEADS if tokens[0].key in _FIRST else ():
            if len(lead) < len(tokens) and _matches(tokens[: len(lead)], lead):
                rest = tokens[len(lead) :]
                if rest[0].key in _WHETHER and len(lead) > 1 and len(rest) > 1:
                    rest, asks = rest[1:], True
                asks = asks or any("that" in word for word in lead)
                tokens, changed = rest, True
                break
        for end in _ENDS if tokens[-1].key in _LAST else ():
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
