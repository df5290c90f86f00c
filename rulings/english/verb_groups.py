"""The verb of a sentence in a clause: with which helpers, in which form, in which words.

In: a `Chart`, a sentence, a clause in the order of a statement, a place. Out: the ways to take the
verb from there. Guarantee: tense is free where it tells the same; modality and "not" are told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulings.english.chart import Chart
from rulings.english.sentences import POSTURES, STATES
from rulings.english.types import ClauseOrder, SentenceForm, Verb
from rulings.english.verb import PREPOSITIONS
from rulings.english.words import Tokens

_HELPERS = ("do", "did", "have", "been", "be", "was", "will", "would", "may", "must")


class VerbTaken(NamedTuple):
    """A way to take the verb of a sentence from a clause: where it ends, and what it tells."""

    end: int
    price: float
    modal: str = ""
    past: bool = False
    doing: bool = False
    negated: bool = False


def groups(
    chart: Chart, sentence: SentenceForm, asked: ClauseOrder, start: int
) -> Iterator[VerbTaken]:
    """Yield the ways in which the verb of a sentence may stand at a place of a clause."""
    tokens = asked.tokens
    helpers = () if asked.front is None else (asked.front.key,)
    negated = False
    for place in range(start, len(tokens) + 1):
        key = tokens[place].key if place < len(tokens) and not tokens[place].quoted else ""
        # "May not Ana go?" denies where "not" stands right behind what was put in front.
        if not (place == start and helpers and key in ("not", "never")):
            for taken in _verb_at(chart, sentence, tokens, place, helpers):
                yield taken._replace(negated=negated)
        if key in _HELPERS and len(helpers) < 4:
            helpers = (*helpers, key)
        elif not negated and (key == "never" or (key == "not" and helpers)):
            negated = True
        else:
            return


def _verb_at(
    chart: Chart, sentence: SentenceForm, tokens: Tokens, place: int, helpers: tuple[str, ...]
) -> Iterator[VerbTaken]:
    match sentence.kind:
        case Verb.BE:
            # The copula is the last helper; behind it the rest of the sentence goes on.
            if helpers and helpers[-1] in ("be", "was", "been"):
                yield from _copula(chart, sentence, place, helpers)
        case Verb.MODAL:
            if helpers == (sentence.pieces[sentence.verb],):
                yield VerbTaken(place, 0.0)
        case Verb.HAVE_DONE:
            yield from _perfect(chart, sentence, tokens, place, helpers)
        case Verb.PLAIN:
            yield from _plain(chart, sentence, tokens, place, helpers)


def _is_at_a_place(sentence: SentenceForm) -> bool:
    """Whether a preposition stands behind the verb: what lies there, stands or is there."""
    behind = sentence.pieces[sentence.verb + 1 : sentence.verb + 2]
    return bool(behind) and behind[0] in PREPOSITIONS and not sentence.passive


def _copula(
    chart: Chart, sentence: SentenceForm, place: int, helpers: tuple[str, ...]
) -> Iterator[VerbTaken]:
    *before, copula = helpers
    past = copula == "was"
    if sentence.passive and sentence.happens:
        if before in ([], ["have"]):
            # What was done to something does not tell who did it: nobody is invented.
            if not sentence.omits or chart.context.asking:
                yield VerbTaken(place, 0.2, past=past or bool(before))
        elif before in (["may"], ["must"]):
            yield VerbTaken(place, 0.2, before[0])
    elif past and not before:
        if sentence.passive or (_is_told(chart) and not _is_done(chart, sentence)):
            yield VerbTaken(place, 0.6, past=True)
    elif not past and (not before or (before == ["have"] and _is_done(chart, sentence))):
        yield VerbTaken(place, 0.5 if before else 0.0)


def _perfect(
    chart: Chart, sentence: SentenceForm, tokens: Tokens, place: int, helpers: tuple[str, ...]
) -> Iterator[VerbTaken]:
    verb = str(sentence.pieces[sentence.verb + 1])
    for length, price, tense in _forms(chart, tokens, place, verb):
        match helpers, tense:
            case ("have",), "done" | "past":
                yield VerbTaken(place + length, price)
            case ((), "past") | (("did",), "base"):
                yield VerbTaken(place + length, price + 0.4, past=True)


def _plain(
    chart: Chart, sentence: SentenceForm, tokens: Tokens, place: int, helpers: tuple[str, ...]
) -> Iterator[VerbTaken]:
    asking = chart.context.asking
    verb = str(sentence.pieces[sentence.verb])
    at_a_place = verb in POSTURES and _is_at_a_place(sentence)
    if at_a_place and (helpers == ("be",) or (helpers == ("was",) and _is_told(chart))):
        yield VerbTaken(place, 0.4, past=helpers == ("was",))
    if verb == "have" and helpers[-1:] == ("have",):
        match helpers[:-1]:
            case () | ("do",):
                yield VerbTaken(place, 0.0)
            case ("will",) if asking:
                yield VerbTaken(place, 0.8)
            case (("may" | "must") as modal,) if sentence.happens:
                yield VerbTaken(place, 0.2, modal)
        return
    state = verb in STATES
    # What was done is asked of what happened.
    is_deed = asking and not sentence.happens and verb in chart.context.words.deeds
    for length, price, tense in _forms(chart, tokens, place, verb):
        end = place + length
        if is_deed and (tense in ("past", "done") or "did" in helpers):
            continue
        match helpers, tense:
            case ((), "base") | (("do",), "base"):
                yield VerbTaken(end, price)
            case (("will",) | ("would",), "base") if asking:
                # What will be or would be is asked of the table, and never told.
                yield VerbTaken(end, price + 0.8)
            case ((("may" | "must") as modal,), "base") if sentence.happens:
                yield VerbTaken(end, price, modal)
            case (("be",), "doing"):
                yield VerbTaken(end, price + 0.5, doing=True)
            case ((), "past") | (("did",), "base") if not state or _is_told(chart):
                yield VerbTaken(end, price + (0.6 if state else 0.5), past=True)
            case (("have",), "done") if not state:
                yield VerbTaken(end, price + 0.5, past=True)


def _is_told(chart: Chart) -> bool:
    """Whether a story goes on: of what it says that it was so, it is so at its moment."""
    return not chart.context.asking and chart.depth == 0


def _is_done(chart: Chart, sentence: SentenceForm) -> bool:
    """Whether "was" tells what was done to something: "was closed"."""
    behind = sentence.pieces[sentence.verb + 1 : sentence.verb + 2]
    forms = chart.context.words.forms.get(str(behind[0]), ()) if behind else ()
    return any(tense == "done" for _, tense in forms) or bool(
        behind and isinstance(behind[0], str) and behind[0].endswith("ed")
    )


def _forms(chart: Chart, tokens: Tokens, place: int, verb: str) -> Iterator[tuple[int, float, str]]:
    """Yield in which forms of a verb, or of a word for it, the token at a place stands."""
    words = chart.context.words
    if place >= len(tokens) or tokens[place].quoted:
        return
    token = tokens[place]
    own = words.tenses(token, verb)
    yield from ((1, 0.0, tense) for tense in own)
    for length, keys, price in () if own else chart.edges(tokens)[place]:
        if price == 1.0 and len(keys) == 1 and keys[0] != token.key:
            tenses = words.tenses(token._replace(text=keys[0], key=keys[0]), verb)
            yield from ((length, price, tense) for tense in tenses)
