"""Questions of what a text would be: "Is drawing cards ongoing?", "My Play says: … Is it ongoing?".

In: a question that nothing else reads, and what reads its parts. Out: a `WhatIf` of a card with
that text, or None. Guarantee: every word is in the text, in what tells of its card or in the
question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulings.english.framed_texts import Understood, of_some_card, told_in_a_frame
from rulings.english.lexicon import Lexicon
from rulings.english.reading import Question, Statement, WhatIf

_ASKED_OF = re.compile(
    r"^(?P<verb>is|are) (?P<rest>(?!(?:the|that|this|these|those) ).+)\?$", re.IGNORECASE
)
_KIND_OF = re.compile(
    r"^(?P<asked>(?:which|what) (?:class|kind|type|kind of effect|type of effect)) is "
    r"(?P<said>.+)\?$",
    re.IGNORECASE,
)
_COUNTS_AS = re.compile(r"^do(?:es)? (?P<said>.+) (?P<asked>counts? as .+)\?$", re.IGNORECASE)
_IF = re.compile(
    r"^(?P<asked>(?:is|does) (?:it|that|this) .+?),? if (?P<told>.+)\?$", re.IGNORECASE
)
_STOP = re.compile(r"[.,;!](?= \w)| [-–—](?= )")
_ALTERNATIVES = re.compile(r"^[a-z]+,? or [a-z]+\?$", re.IGNORECASE)
_LONGEST_QUESTION = 6
"""How many words may be asked of a text."""

Asked = Callable[[Statement, str], Question | None]
"""What reads a question at a table of which something else is stated."""


def asked_of_a_text(
    text: str, lexicon: Lexicon, understood: Understood, asked: Asked
) -> WhatIf | None:
    """Return a question about a text as one about some card that has it."""
    line = text.strip()
    for told, question in _tellings(line):
        changes = told_in_a_frame(told, lexicon, understood)
        found = asked(changes, question) if changes is not None else None
        if changes is not None and found is not None:
            return WhatIf(changes, found)
    for said, question in _bare(line):
        changes = of_some_card(said, lexicon, understood)
        found = asked(changes, question) if changes is not None else None
        if changes is not None and found is not None:
            return WhatIf(changes, found)
    return None


def _tellings(line: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of "My Play says: … Is that ongoing?" and "If my Play says …, is it?"."""
    found = _IF.match(line)
    if found is not None:
        yield _sentence(found["told"]), f"{found['asked']}?"
    for stop in reversed([(found.start(), found.end()) for found in _STOP.finditer(line)]):
        told = re.sub(r"^(?:if|say|suppose) ", "", line[: stop[0]].strip(), flags=re.IGNORECASE)
        asked = line[stop[1] :].strip()
        yield _sentence(told), f"Is it {asked}" if _ALTERNATIVES.match(asked) else asked


def _sentence(told: str) -> str:
    told = re.sub(r",? full stop$", "", told, flags=re.IGNORECASE)
    return f"{told[:1].upper()}{told[1:]}."


def _bare(line: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of "Is drawing cards ongoing?", the text and the question about "it"."""
    found = _KIND_OF.match(line)
    if found is not None:
        yield found["said"], f"{found['asked']} is it?"
    found = _COUNTS_AS.match(line)
    if found is not None:
        yield found["said"], f"does it {found['asked']}?"
    found = _ASKED_OF.match(line)
    if found is not None:
        words = found["rest"].split()
        for cut in range(len(words) - 1, max(0, len(words) - _LONGEST_QUESTION), -1):
            yield " ".join(words[:cut]), f"{found['verb']} it {' '.join(words[cut:])}?"
