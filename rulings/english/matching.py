"""The fourth stage: a sentence of the rulebook laid over a clause.

In: a sentence, a clause in the order of a statement, a `Chart`. Out: `Match`es with their price.
Guarantee: exact words cost nothing; tense, number and the order of what English moves to the front
are free; "not", modals, numbers, names and who does what to whom are never traded for anything, and
every word of the clause is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulings.english.chart import HEAD, Chart
from rulings.english.lexicon import Lexicon
from rulings.english.persons import ASKER
from rulings.english.types import (
    ClauseOrder,
    Filler,
    Match,
    SentenceForm,
    Verb,
    uncounted,
    wanted,
)
from rulings.english.verb import PREPOSITIONS
from rulings.english.verb_groups import VerbTaken, groups
from rulings.english.words import FUNCTION_WORDS, Token, Tokens, more, number
from rulings.language.predicates import PredicateId
from rulings.language.program import Constant, Literal
from rulings.records import dataclass, field

_OWNING = frozenset("my your our his her its their whose mine yours his hers theirs".split())
_PLACES = frozenset(("in", "on", "at", "under", "behind", "from", "to", "of"))
_FIRM = frozenset(
    "not no never without may must unless otherwise instead would should could want tried "
    "last next previous earlier before".split()
)
"""Words that say whether something is so, and when: no offer leaves them out."""
_MOST = 24
"""So many ways to lay a sentence over a clause are looked at."""


@dataclass(slots=True, eq=False)
class _Laying:
    """One sentence being laid over one clause."""

    chart: Chart
    sentence: SentenceForm
    asked: ClauseOrder
    budget: float
    open_end: bool = False
    found: list[Match] = field(default_factory=list)
    dead: dict[tuple[int, int, bool], float] = field(default_factory=dict)
    ends: list[int] = field(default_factory=list)


def lay(
    chart: Chart, sentence: SentenceForm, asked: ClauseOrder, budget: float = 9.0
) -> list[Match]:
    """Return the ways to lay a sentence over a clause, the cheapest first."""
    laying = _Laying(chart, sentence, asked, budget)
    _walk(laying, _Laid(price=asked.price))
    laying.found.sort(key=lambda match: match.price)
    return laying.found


def lay_prefix(
    chart: Chart, sentence: SentenceForm, tokens: Tokens, start: int
) -> list[tuple[int, Match]]:
    """Return the ways to lay a noun phrase over the tokens from a place on, with their ends."""
    laying = _Laying(chart, sentence, ClauseOrder(tokens), 6.0, open_end=True)
    _walk(laying, _Laid(i=start))
    return list(zip(laying.ends, laying.found, strict=True))


class _Laid(NamedTuple):
    p: int = 0
    i: int = 0
    price: float = 0.0
    fills: tuple[tuple[int, Filler], ...] = ()
    group: VerbTaken | None = None
    moved: bool = False
    reworded: bool = False
    unsaid: tuple[str, ...] = ()
    head: int = 0
    behind: int = 0
    left: int = 0


def _walk(work: _Laying, s: _Laid) -> bool:
    """Go on from a state; return whether something was found."""
    if s.price > work.budget or len(work.found) >= _MOST:
        return False
    key = (s.p, s.i, s.moved)
    failed = work.dead.get(key)
    if failed is not None and s.price >= failed:
        return False
    found = False
    for after in _steps(work, s):
        found = _walk(work, after) or found
    if s.p == len(work.sentence.pieces):
        found = _complete(work, s) or found
    if not found:
        work.dead[key] = s.price
    return found


def _complete(work: _Laying, s: _Laid) -> bool:
    asked, sentence = work.asked, work.sentence
    if not work.open_end and asked.tokens[s.i :]:
        return False
    if asked.moved and not s.moved:
        return False
    if asked.front is not None and s.group is None:
        return False
    verb = s.group or VerbTaken(0, 0.0)
    work.found.append(
        Match(
            sentence,
            s.fills,
            s.price,
            verb.negated ^ asked.denies,
            verb.modal,
            verb.past,
            verb.doing,
            s.reworded,
            s.unsaid,
            s.head,
            s.behind,
            s.left,
        )
    )
    work.ends.append(s.i)
    return True


def _steps(work: _Laying, s: _Laid) -> Iterator[_Laid]:
    if s.p < len(work.sentence.pieces):
        yield from _taken(work, s)
    if work.chart.context.loose and not work.open_end:
        yield from _left_over(work, s)


def _left_over(work: _Laying, s: _Laid) -> Iterator[_Laid]:
    """Leave out a word for an offer; never a name, a number, or what tells whether it is so."""
    for token in work.asked.tokens[s.i : s.i + 1]:
        counts = token.quoted or number(token.key) is not None or token.key in _FIRM
        if not (counts or (token.capital and s.i)):
            said = token.key not in FUNCTION_WORDS
            price = s.price + (0.8 if said else 0.2)
            yield s._replace(i=s.i + 1, price=price, left=s.left + said)


def _taken(work: _Laying, s: _Laid) -> Iterator[_Laid]:
    sentence, pieces = work.sentence, work.sentence.pieces
    if work.asked.moved and not s.moved:
        yield from _moved(work, s)
    piece = pieces[s.p]
    if s.p == sentence.verb and sentence.kind is not Verb.NONE:
        for group in groups(work.chart, sentence, work.asked, s.i):
            yield s._replace(
                p=s.p + sentence.taken,
                i=group.end,
                price=s.price + group.price,
                group=group,
                head=s.i,
                behind=group.end,
                reworded=s.reworded or group.price >= 1.0,
            )
        return
    if isinstance(piece, str):
        yield from _fixed(work, s, piece)
    else:
        yield from _slot(work, s, piece)
    if _may_lack(work, s, s.p):
        yield _lacking(s, s.p, piece)


def _fixed(work: _Laying, s: _Laid, piece: str) -> Iterator[_Laid]:
    pieces, tokens = work.sentence.pieces, work.asked.tokens
    own = s.i < len(tokens) and (_is_own(work, s, tokens[s.i]) or _is_left(work, s, tokens))
    for begin in (s.i, s.i + 1) if own else (s.i,):
        for length, keys, price in work.chart.edges(tokens)[begin] if begin < len(tokens) else ():
            if keys[0] != piece or pieces[s.p : s.p + len(keys)] != keys:
                continue
            if s.p < work.sentence.verb < s.p + len(keys):
                continue
            # What joins two things is never another word that is near it.
            yield s._replace(
                p=s.p + len(keys),
                i=begin + length,
                price=s.price + price + 0.3 * (begin > s.i),
                reworded=s.reworded or price >= 0.5,
            )


def _is_own(work: _Laying, s: _Laid, token: Token) -> bool:
    """Whether "my" or "her" tells no more than that the subject is meant: "in her hand".

    Where it may be somebody else's, the rulebook has a sentence that says whose, which competes.
    """
    word, sentence = token.text.lower(), work.sentence
    if word not in ("my", "your", "his", "her", "their") or token.quoted or not s.fills:
        return False
    behind = sentence.verb + sentence.taken + (sentence.kind is Verb.MODAL)
    object_of_verb = sentence.kind in (Verb.PLAIN, Verb.MODAL) and s.p == behind
    if not object_of_verb and sentence.pieces[s.p - 1] not in PREPOSITIONS:
        return False
    column, subject = s.fills[0]
    is_player = subject.sort == work.chart.context.player and bool(subject.terms)
    if sentence.pieces[0] != column or not is_player:
        return False
    is_asker = Constant(ASKER) in subject.terms
    return is_asker is (word in ("my", "your"))


def _is_left(work: _Laying, s: _Laid, tokens: Tokens) -> bool:
    """Whether "left" says no more than that somebody has it: "3 tiles left in her hand"."""
    token, behind = tokens[s.i], tokens[s.i + 1 : s.i + 2]
    counted = bool(s.fills) and not work.sentence.numbers.isdisjoint(dict(s.fills))
    said = token.key == "left" and not token.article and not token.quoted
    return said and counted and bool(behind) and behind[0].key in PREPOSITIONS


def _may_lack(work: _Laying, s: _Laid, p: int) -> bool:
    """Whether a piece is the unit behind a number that was asked for by "how much" or "what"."""
    pieces = work.sentence.pieces
    if not s.fills or not 0 < p < len(pieces) or p == work.sentence.verb:
        return False
    column, filler = s.fills[-1]
    unit = pieces[p - 1] == column and column in work.sentence.numbers
    return unit and filler.asked in ("much", "what")


def _lacking(s: _Laid, p: int, piece: str | int) -> _Laid:
    """Go on behind a unit that was left out; one of several is then any of them."""
    unsaid = (*s.unsaid, piece) if isinstance(piece, str) else s.unsaid
    return s._replace(p=p + 1, price=s.price + 1.0, unsaid=unsaid)


def _slot(work: _Laying, s: _Laid, column: int) -> Iterator[_Laid]:
    sentence, tokens = work.sentence, work.asked.tokens
    each = bool(work.chart.context.lexicon.names.sorts.among(sentence.sorts[column]))
    own = each and s.i < len(tokens) - 1 and _is_own(work, s, tokens[s.i])
    for begin in (s.i, s.i + 1) if own else (s.i,):
        for end, filler in work.chart.context.fill(work.chart, tokens, begin, sentence, column):
            owner = column in sentence.owners
            if _marks_owner(tokens, begin, end, filler, owner, end == len(tokens)):
                yield _filled(s, column, end, filler)
    if column in sentence.numbers and s.i < len(tokens):
        for one in uncounted(sentence.sorts[column], tokens[s.i], asked=work.chart.context.asking):
            yield _filled(s, column, s.i, one)
        further, width = more(tokens, s.i)
        context = work.chart.context
        if further and not context.asking and tells_deed(context.lexicon, sentence.predicate):
            # Who gains another coin gains one; how many there are "another coin" does not tell.
            one = Filler((Constant(further),), sentence.sorts[column], 0.4)
            yield _filled(s, column, s.i + width, one)


def tells_deed(lexicon: Lexicon, name: PredicateId) -> bool:
    """Whether a sentence, or what an idiom means, is of a happening."""
    idiom = lexicon.idioms.get(name)
    parts = idiom.body if idiom is not None else ()
    meant = {name, *(one.atom.predicate for one in parts if isinstance(one, Literal))}
    return not meant.isdisjoint(lexicon.happenings)


def _filled(s: _Laid, column: int, end: int, filler: Filler) -> _Laid:
    return s._replace(
        p=s.p + 1,
        i=end,
        price=s.price + filler.price,
        fills=(*s.fills, (column, filler)),
        head=s.head if s.p else end,
    )


def _marks_owner(
    tokens: Tokens, start: int, end: int, filler: Filler, owner: bool, last: bool
) -> bool:
    """Whether an apostrophe stands where the sentence has one, and nowhere else."""
    if end == start:
        return not owner
    token = tokens[end - 1]
    if token.key == HEAD:
        return True
    alone = end == start + 1
    marked = token.possessive or (alone and token.text.lower() in _OWNING)
    if owner:
        return marked or filler.asked == "whose"
    if end == start + 1 and token.text.lower() in ("her", "his"):
        return True
    return not marked or (token.possessive and token.text.endswith(("s", "'")) and token.quoted)


def _moved(work: _Laying, s: _Laid) -> Iterator[_Laid]:
    """Put the constituent that stands in front where the sentence has it."""
    moved = work.asked.moved
    pieces = work.sentence.pieces
    if s.p == work.sentence.verb and work.sentence.kind is not Verb.NONE:
        return
    if moved[0].key == "where" and len(moved) == 1:
        piece = pieces[s.p]
        if piece in _PLACES and isinstance(pieces[s.p + 1 : s.p + 2][0:1], tuple):
            behind = pieces[s.p + 1] if s.p + 1 < len(pieces) else None
            if isinstance(behind, int) and behind not in work.sentence.numbers:
                filler = wanted("where", work.sentence.sorts[behind], moved[0].start)
                yield s._replace(
                    p=s.p + 2, fills=(*s.fills, (behind, filler)), moved=True, price=s.price
                )
        return
    yield from _moved_from(work, s, s.p, 0, s)


def _moved_from(work: _Laying, s: _Laid, p: int, j: int, now: _Laid) -> Iterator[_Laid]:
    moved, pieces = work.asked.moved, work.sentence.pieces
    if j == len(moved):
        yield now._replace(p=p, moved=True, i=s.i)
        return
    if p == len(pieces) or (p == work.sentence.verb and work.sentence.kind is not Verb.NONE):
        return
    piece = pieces[p]
    if isinstance(piece, str):
        for length, keys, price in work.chart.edges(moved)[j]:
            if pieces[p : p + len(keys)] == keys:
                after = now._replace(price=now.price + price)
                yield from _moved_from(work, s, p + len(keys), j + length, after)
        return
    for end, filler in work.chart.context.fill(work.chart, moved, j, work.sentence, piece):
        if not _marks_owner(
            moved, j, end, filler, piece in work.sentence.owners, end == len(moved)
        ):
            continue
        after = now._replace(price=now.price + filler.price, fills=(*now.fills, (piece, filler)))
        yield from _moved_from(work, s, p + 1, end, after)
