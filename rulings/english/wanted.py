"""What kind of line somebody typed: told or asked, and what for.

In: a `Scope`. Out: a `Wanted`. Guarantee: this looks at the form of the line only, so that it can
tell something about a line that nobody can read.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulings.english.lexicon import Lexicon
from rulings.english.persons import asker_sort
from rulings.english.preamble import Preamble, question_begins
from rulings.english.scope import Scope
from rulings.english.template import Template
from rulings.english.which import WH_WORDS
from rulings.english.words import span_key
from rulings.records import dataclass

_PERMISSION = frozenset("may can could allowed able legal okay fine permitted possible".split())
_DUTY = frozenset("must should required supposed obliged forced".split())
_DUTY_TO = frozenset(("have", "need", "ought"))
_DENIALS = frozenset("not no never nobody none nothing neither nor".split())
_LONGEST_NOUN = 4
_OTHER_KIND = -0.3
"""What it costs that "how can I …" is offered where somebody asks for yes or no."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """`word` asks ("which", "who", "how many", "what", "" for yes or no), `sort` is its noun's.

    `mood` is "may" or "must" where the line speaks of what may or must be.
    """

    asking: bool
    word: str = ""
    sort: str = ""
    mood: str = ""
    denied: bool = False

    def asked(self, template: Template, lexicon: Lexicon) -> Iterator[int | None]:
        """Yield the columns that a question of this kind can ask for; None for yes or no."""
        if not self.asking or template.asks or not self.word:
            yield None
            return
        sorts = lexicon.names.sorts
        columns = lexicon.predicates[template.predicate].columns
        player = asker_sort(lexicon)
        for index in (piece for piece in template.pieces if isinstance(piece, int)):
            sort = columns[index].sort
            if columns[index].is_input or sorts.is_text(sort):
                continue
            numeric = sorts.is_int(sort)
            if self.word == "how many" and not numeric and index != template.subject:
                continue
            if self.word == "who" and (player is None or not sorts.compatible(player, sort)):
                continue
            if self.word == "which" and numeric:
                continue
            if self.sort and not numeric and not sorts.compatible(self.sort, sort):
                continue
            yield index

    def likeness(self, template: Template, lexicon: Lexicon, asked: int | None) -> float:
        """Tell how well a template suits the kind of the line, from -0.3 to 0.3."""
        verb = template.pieces[template.verb] if template.pieces else ""
        own = verb if verb in ("may", "must") else ""
        found = 0.15 if own == self.mood and own else -0.15 if own != self.mood else 0.0
        if template.asks:
            first = next((piece for piece in template.pieces if piece in WH_WORDS), "")
            same = (first == self.word.split(" ")[0]) if self.word else not first
            found += 0.1 if same else -0.15 if self.word else _OTHER_KIND
        if asked is not None and self.word == "how many":
            numeric = lexicon.names.sorts.is_int(lexicon.sort(template.predicate, asked))
            found += 0.1 if numeric else 0.0
        return found


def wanted(scope: Scope, asking: bool, preamble: Preamble) -> Wanted:
    """Return what a line wants."""
    tokens = scope.tokens
    begin = question_begins(tokens)
    keys = [token.key for token in tokens[preamble.begin :] if not token.quoted]
    mood = "must" if _is_duty(keys) else "may" if _PERMISSION & set(keys) else ""
    denied = bool(_DENIALS & set(keys))
    if not asking:
        return Wanted(False, mood=mood, denied=denied)
    first = range(begin, min(begin + 3, len(tokens)))
    place = next((i for i in first if tokens[i].key in WH_WORDS and not tokens[i].quoted), None)
    if place is None:
        return Wanted(True, mood=mood, denied=denied)
    word, sort = tokens[place].key, ""
    following = tokens[place + 1].key if place + 1 < len(tokens) else ""
    if word == "how" and following in ("many", "much"):
        word, place = "how many", place + 1
    elif word in ("whom", "whose"):
        word = "who"
    for end in range(min(len(tokens), place + 1 + _LONGEST_NOUN), place + 1, -1):
        found = scope.lexicon.nouns.get(span_key(tokens, place + 1, end))
        if found is not None:
            sort = found
            break
    return Wanted(True, word, sort, mood, denied)


def _is_duty(keys: list[str]) -> bool:
    """Whether a line speaks of what has to be: "must", "do I have to"."""
    to = [before for before, key in pairwise(keys) if key == "to"]
    return bool(_DUTY & set(keys)) or bool(_DUTY_TO & set(to))
