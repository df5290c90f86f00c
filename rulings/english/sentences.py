"""The sentences of a rulebook, ready to be matched, and the index that finds them by their words.

In: the templates of predicates and a word list. Out: `SentenceForm`s in an `Index`. Guarantee: made
once for a rulebook; a line meets only the sentences all of whose content words it has.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set

from rulings.english.morphology import VerbForms
from rulings.english.template import Template
from rulings.english.types import SentenceForm, Verb
from rulings.english.verb import NO_VERB, PREPOSITIONS
from rulings.language.predicates import PredicateId
from rulings.language.program import Predicate
from rulings.records import dataclass, field, replace

_OWNER = re.compile(r"\{\s*(\w+)(?:\s*:\s*\w+)?\s*\}['’]s?(?=\s|$|\?|\.)")
STATES = frozenset(
    "be have own hold cost contain need want know belong lie stand fit match equal weigh exist "
    "include like prefer seem remain stay keep last burn consist deserve depend".split()
)
"""Verbs of being so: that it was so does not tell that it is."""
POSTURES = frozenset("stand sit lie rest".split())
"""Verbs that tell with a preposition where something is."""
_NO_PASSIVE = STATES - {"own", "hold", "contain", "keep", "match", "know", "want", "need"}
_IS_THE = re.compile(r"^\{\s*\w+\s*\} is (?:the |\{\s*\w+\s*\}['’]s )")
_HAS_A = re.compile(r"\b(?:has|have) (?:an?|the) ")
_MODALS = frozenset(("may", "must", "will", "would"))


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """Sentences by the words that a line needs to be one of them."""

    sentences: tuple[SentenceForm, ...] = ()
    by_word: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    rarest: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @staticmethod
    def of(sentences: Sequence[SentenceForm]) -> Index:
        """Index sentences by all their required words, and by the rarest of each."""
        by_word: dict[str, list[int]] = {}
        for number, sentence in enumerate(sentences):
            for word in sentence.required:
                by_word.setdefault(word, []).append(number)
        rarest: dict[str, list[int]] = {}
        for number, sentence in enumerate(sentences):
            if sentence.required:
                rare = min(sentence.required, key=lambda word: (len(by_word[word]), word))
                rarest.setdefault(rare, []).append(number)
        return Index(
            tuple(sentences),
            {word: tuple(those) for word, those in by_word.items()},
            {word: tuple(those) for word, those in rarest.items()},
        )

    def fitting(self, keys: Set[str]) -> Iterator[SentenceForm]:
        """Yield the sentences all of whose required words are among these keys."""
        for key in sorted(keys & self.rarest.keys()):
            for number in self.rarest[key]:
                sentence = self.sentences[number]
                if sentence.required <= keys:
                    yield sentence

    def wordless(self) -> Iterator[SentenceForm]:
        """Yield the sentences that are slots alone, such as "{P}'s {C}"."""
        return (one for one in self.sentences if not one.required)

    def near(self, weights: Mapping[str, float]) -> list[tuple[float, SentenceForm]]:
        """Return sentences that share words with a line, each with the weight shared and missed.

        `weights` tells for each key of the line how far it is from a word of it, from 0 to 1.
        """
        total = len(self.sentences) or 1
        scores: dict[int, float] = {}
        for key, weight in weights.items():
            those = self.by_word.get(key, ())
            rarity = 1.0 / (1.0 + 8.0 * len(those) / total) if those else 0.0
            for number in those:
                scores[number] = scores.get(number, 0.0) + weight * rarity
        found = [
            (score / (0.6 + 0.4 * len(self.sentences[number].required)) ** 0.5, number)
            for number, score in scores.items()
        ]
        found.sort(key=lambda one: (-one[0], one[1]))
        return [(score, self.sentences[number]) for score, number in found]


def sentence_of(
    template: Template,
    predicate: Predicate,
    forms: Mapping[str, VerbForms],
    is_int: Container[str],
    happens: bool = False,
) -> SentenceForm:
    """Return a template as it is matched."""
    columns = {column.name.lower(): i for i, column in enumerate(predicate.columns)}
    owners = frozenset(
        columns[name.lower()] for name in _OWNER.findall(template.text) if name.lower() in columns
    )
    template = _with_plain_modal(template)
    kind, taken = _verb(template, forms)
    sorts = tuple(column.sort for column in predicate.columns)
    numbers = frozenset(i for i, sort in enumerate(sorts) if sort in is_int)
    present = {piece for piece in template.pieces if isinstance(piece, int)}
    return SentenceForm(
        template,
        template.pieces,
        template.verb,
        taken,
        kind,
        _required(template, kind, taken),
        sorts,
        owners,
        numbers,
        happens,
        omits=frozenset(range(len(sorts))) - present,
    )


def _with_plain_modal(template: Template) -> Template:
    """Return a template that says "has to" or "is allowed to" with "must" or "may" instead."""
    place = template.verb
    if place == NO_VERB:
        return template
    behind = template.pieces[place : place + 3]
    if behind[:2] == ("have", "to"):
        word, taken = "must", 2
    elif behind[0] == "be" and behind[1:] in (("allowed", "to"), ("able", "to")):
        word, taken = "may", 3
    elif behind[0] == "be" and behind[1:] in (("required", "to"), ("obliged", "to")):
        word, taken = "must", 3
    else:
        return template
    pieces = (*template.pieces[:place], word, *template.pieces[place + taken :])
    gone = frozenset(("have", "to", "be", "allowed", "able", "required", "obliged"))
    own = frozenset(piece for piece in pieces if isinstance(piece, str))
    return replace(template, pieces=pieces, auxiliary=True, words=template.words - (gone - own))


def _required(template: Template, kind: Verb, taken: int) -> frozenset[str]:
    """Return the keys that a line must have: the content words, else the verb or preposition."""
    if template.words:
        group = set(template.pieces[template.verb : template.verb + taken]) if taken else set()
        optional = group & (_MODALS | {"have", "be"}) if kind is not Verb.NONE else set()
        behind = template.pieces[template.verb + taken :][:1]
        if kind is Verb.PLAIN and behind and behind[0] in PREPOSITIONS:
            optional |= group & POSTURES
        words = template.words - optional or template.words
        strong = words - PREPOSITIONS
        return frozenset(strong or words)
    verb = template.pieces[template.verb] if template.verb != NO_VERB else None
    if isinstance(verb, str):
        return frozenset((verb,))
    return frozenset(piece for piece in template.pieces if isinstance(piece, str))


def _verb(template: Template, forms: Mapping[str, VerbForms]) -> tuple[Verb, int]:
    """Return of which kind the verb group of a template is, and how many pieces it has."""
    if template.verb == NO_VERB:
        return Verb.NONE, 0
    verb = template.pieces[template.verb]
    behind = template.pieces[template.verb + 1 : template.verb + 2]
    if verb == "be":
        return Verb.BE, 1
    if template.auxiliary:
        return Verb.MODAL, 1
    follows = behind[0] if behind and isinstance(behind[0], str) else ""
    article = _HAS_A.search(template.text) is not None
    if (
        verb == "have"
        and follows
        and not article
        and follows in forms
        and follows in forms[follows].participle
    ):
        return Verb.HAVE_DONE, 2
    return Verb.PLAIN, 1


def passives(sentence: SentenceForm, forms: Mapping[str, VerbForms]) -> Iterator[SentenceForm]:
    """Yield "{C} is built by {P} …" for "{P} builds {C} …"."""
    pieces = sentence.pieces
    match pieces:
        case (int() as subject, str() as verb, int() as thing, *rest) if (
            sentence.kind is Verb.PLAIN and sentence.verb == 1
        ):
            before: tuple[str, ...] = ("be",)
        case (int() as subject, "have", str() as verb, int() as thing, *rest) if (
            sentence.kind is Verb.HAVE_DONE and sentence.verb == 1
        ):
            before = ("be",)
        case (int() as subject, ("may" | "must") as mood, str() as verb, int() as thing, *rest):
            before = (mood, "be")
        case _:
            return
    found = forms.get(verb)
    if found is None or found.base in _NO_PASSIVE or (rest and thing in sentence.numbers):
        return
    kind = Verb.BE if before == ("be",) else Verb.MODAL
    for participle in found.participle:
        orders: list[tuple[str | int, ...]] = [
            (thing, *before, participle, *rest, "by", subject),
            (thing, *before, participle, "by", subject, *rest),
        ]
        if not rest:
            orders = orders[:1]
        for order in orders:
            yield _turned(sentence, order, kind, frozenset((participle, "by")))
        if sentence.happens and kind is Verb.BE:
            order = (thing, *before, participle, *rest)
            yield _turned(sentence, order, kind, frozenset((participle,)), frozenset((subject,)))


def inversions(sentence: SentenceForm) -> Iterator[SentenceForm]:
    """Yield "the opponent of {Q} is {P}" for "{P} is the opponent of {Q}"."""
    if sentence.verb == 1 and _IS_THE.match(sentence.template.text):
        subject, verb, *rest = sentence.pieces
        yield replace(sentence, pieces=(*rest, verb, subject), verb=len(rest))


def _turned(
    sentence: SentenceForm,
    pieces: tuple[str | int, ...],
    kind: Verb,
    further: frozenset[str],
    omits: frozenset[int] = frozenset(),
) -> SentenceForm:
    own = {piece for piece in pieces if isinstance(piece, str)}
    return replace(
        sentence,
        pieces=pieces,
        verb=1,
        taken=1,
        kind=kind,
        required=(sentence.required & own) | (further - {"by"}),
        passive=True,
        omits=sentence.omits | omits,
    )


def all_sentences(
    templates: Iterable[Template],
    predicates: Mapping[PredicateId, Predicate],
    forms: Mapping[str, VerbForms],
    is_int: Container[str],
    happenings: Container[str],
) -> list[SentenceForm]:
    """Return the sentences of templates, their passives and inversions included."""
    found: list[SentenceForm] = []
    for template in templates:
        predicate = predicates[template.predicate]
        happens = template.predicate in happenings
        sentence = sentence_of(template, predicate, forms, is_int, happens)
        found.append(sentence)
        found += passives(sentence, forms)
        found += inversions(sentence)
    return found
