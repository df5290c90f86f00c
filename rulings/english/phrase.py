"""Slots: what a stretch of tokens stands for in one column of a template.

In: a `Scope`, a template and a stretch of tokens. Out: a `Filler`. Guarantee: a wh-phrase
("which animal upgrades", "who", "how many cards") becomes one variable, whose nouns
`which.narrowed` must still read; a description becomes its words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulings.english.amounts import amounts
from rulings.english.antecedents import named_last
from rulings.english.fillers import Filler
from rulings.english.fixed_pronouns import stands_rightly
from rulings.english.free_text import vetted
from rulings.english.names import symbol_of
from rulings.english.nominal import (
    SINGLE,
    is_for_rules,
    nominal,
    owned_kind,
    spoken_together,
    the_thing,
    thing_sort,
)
from rulings.english.owners import owned_rightly, owners_in
from rulings.english.persons import ASKER, asker_sort
from rulings.english.quantifiers import begins, quantified
from rulings.english.reach import PLACES
from rulings.english.reading import Introduction
from rulings.english.referents import referent
from rulings.english.scope import Scope, ends_sentence, items, plain_words, proper_name
from rulings.english.seen import COPY
from rulings.english.template import Template
from rulings.english.verb import Piece
from rulings.english.words import OWNERS, indefinite, is_possessive, span_key
from rulings.expressions import expression
from rulings.language.program import Constant, Term, Value, Variable

_LONGEST_WORD = 3
_OWNED = expression(r"\}['’]s?(?!\w)")
_ALONE = frozenset("it he she they them him".split())
"""Pronouns that own nothing: "her" in "Ana moves her hiker" is Ana."""
_ASKING = ("which", "what", "who", "whom", "whose", "how")
_ANYBODY = ("anyone", "anybody", "someone", "somebody", "anything", "something")


Fills = tuple[tuple[int, Filler], ...]


class Fit(NamedTuple):
    """Pieces matched against tokens: where they end, what fills their slots, and at what cost.

    `owners` are the words such as "my" that were read as a part of the sentence's own words.
    """

    end: int
    fills: Fills
    cost: int
    owners: frozenset[str] = frozenset()


def fit(
    scope: Scope,
    template: Template,
    pieces: tuple[Piece, ...],
    start: int,
    so_far: Fit | None = None,
    *,
    least: int = 1,
    stop: int | None = None,
) -> Iterator[Fit]:
    """Match pieces against the tokens from `start`, none behind `stop`.

    The first slot takes at least `least` tokens. Words that say nothing may stand anywhere.
    """
    reach = scope.places(template, pieces)
    if reach[0] >> start & 1:
        so_far = so_far or Fit(start, (), template.cost)
        count = len(scope.tokens) if stop is None else stop
        yield from _fit(scope, template, (pieces, reach, count), 0, start, so_far, least)


_Sought = tuple[tuple[Piece, ...], tuple[int, ...], int]
"""Pieces, the places of each, and where the tokens end that they may take."""


def _fit(
    scope: Scope,
    template: Template,
    sought: _Sought,
    index: int,
    start: int,
    so_far: Fit,
    least: int = 1,
) -> Iterator[Fit]:
    pieces, reach, count = sought
    last = index == len(pieces)
    if (
        last
        and owned_rightly(scope, template, so_far.owners, so_far.fills)
        and stands_rightly(scope, template)
    ):
        yield Fit(start, *so_far[1:])
    if start >= count:
        return
    piece = "" if last else pieces[index]
    if isinstance(piece, str) and start > so_far.end and ends_sentence(scope.tokens[start - 1]):
        return  # no sentence goes on behind a full stop
    for keys, end, cost in scope.ways.edges[start]:
        if keys and keys[0] != piece:
            continue
        behind = index + len(keys)
        if end > count or not reach[min(behind, len(pieces))] >> end & 1:
            continue
        if len(keys) < 2 or pieces[index:behind] == keys:
            owners = so_far.owners | owners_in(scope.tokens[start:end])
            on = Fit(so_far.end, so_far.fills, so_far.cost + cost, owners)
            yield from _fit(scope, template, sought, behind, end, on, least)
    if isinstance(piece, str):
        place = _there(scope, template, pieces[index : index + 2], start)
        if place is not None:
            on = Fit(so_far.end, (*so_far.fills, place), so_far.cost + 1, so_far.owners)
            yield from _fit(scope, template, sought, index + 2, start + 1, on)
        return
    following = pieces[index + 1] if index + 1 < len(pieces) else None
    sorts = scope.lexicon.names.sorts
    sort = scope.lexicon.sort(template.predicate, piece)
    numeric = sorts.is_int(sort)
    if numeric and isinstance(following, int):
        kind = scope.lexicon.sort(template.predicate, following)
        for end, numbers, things in amounts(scope, start, count, kind):
            fills = (*so_far.fills, (piece, numbers), (following, things))
            on = Fit(so_far.end, fills, so_far.cost, so_far.owners)
            yield from _fit(scope, template, sought, index + 2, end, on)
    text = sorts.is_text(sort)
    describing = template.describes and piece == template.pieces[-1]
    owns = index + 1 == len(pieces) and template.owns
    ends = reach[index + 1]
    for end in range(start + least, count + 1):
        if not ends >> end & 1 or (end == count and isinstance(following, str)):
            continue
        if isinstance(following, int) and not _may_meet(scope, template, piece, following, end):
            continue
        tied = numeric and scope.tokens[end - 1].joined
        if tied and (isinstance(following, int) or index + 2 >= len(pieces)):
            # "A five-star ride" is one ride, and nobody who has it has 5 stars.
            continue
        if owns and not is_possessive(scope.tokens[end - 1]):
            # "{C} is {P}'s" is not said by "Ana is a player".
            continue
        if describing:
            found = described(scope, start, end, sort)
        else:
            found = _apart(scope, template, piece, start, end, so_far.fills)
        if text:
            found = vetted(scope, template, piece, start, end, found)
        if found is not None:
            fills = (*so_far.fills, (piece, found))
            on = Fit(so_far.end, fills, so_far.cost, so_far.owners)
            yield from _fit(scope, template, sought, index + 1, end, on)


def _apart(
    scope: Scope, template: Template, column: int, start: int, end: int, fills: Fills
) -> Filler | None:
    """Return what fills a slot: "it" is nothing that the same sentence names in another slot.

    So a thing sits on itself only where "itself" is said (Principle B of binding theory:
    Chomsky, Lectures on Government and Binding, 1981).
    """
    found = filler(scope, template, column, start, end)
    for _, other in fills:
        if found is not None and found.terms == other.terms:
            match found.terms:
                case (Constant(value),) if found.refers in _ALONE:
                    found = filler(scope.barring(value), template, column, start, end)
                case (Constant(),) if other.refers in _ALONE:
                    return None
    return found


def _may_meet(scope: Scope, template: Template, first: int, second: int, end: int) -> bool:
    """Whether a slot of a noun phrase may end where another begins: "Ana's ride", "my ride"."""
    lexicon = scope.lexicon
    idiom = lexicon.idioms.get(template.predicate)
    is_int = lexicon.names.sorts.is_int
    if idiom is None or idiom.asked is None or template.asks:
        return True
    if any(is_int(lexicon.sort(template.predicate, column)) for column in (first, second)):
        return True
    token = scope.tokens[end - 1]
    return token.possessive or token.text.lower() in OWNERS


def _there(
    scope: Scope, template: Template, pieces: tuple[Piece, ...], start: int
) -> tuple[int, Filler] | None:
    """Return what "there" means where a template has "at" and a slot: the place named last."""
    if len(pieces) < 2 or scope.tokens[start].key != "there" or pieces[0] not in PLACES:
        return None
    column, names = pieces[1], scope.lexicon.names
    if not isinstance(column, int):
        return None
    sort = scope.lexicon.sort(template.predicate, column)
    last = named_last(
        scope.lines, lambda v: names.fits(v, sort) and bool(names.sorts_of(v)) and v != ASKER
    )
    return (column, Filler((Constant(last[0]),), sort)) if len(last) == 1 else None


def filler(scope: Scope, template: Template, column: int, start: int, end: int) -> Filler | None:
    """Return what a stretch of tokens stands for in one column of a template.

    That is the same for all templates of a predicate that have an article before it, or none.
    """
    known = scope.tried.fillers
    key = (template.predicate, column, column in template.articles, start, end)
    if key not in known:
        known[key] = _filler(scope, template, column, start, end)
    return known[key]


def _filler(scope: Scope, template: Template, column: int, start: int, end: int) -> Filler | None:
    sort = scope.lexicon.sort(template.predicate, column)
    key = scope.tokens[start].key
    # "How many points does each player score?" asks for the players too.
    if template.predicate == COPY and column == 1:
        # What is copied is the printed thing, whatever copies of it lie on the table.
        printed = scope.lexicon.names.printed(span_key(scope.tokens, start, end))
        if len(printed) == 1:
            return Filler((Constant(printed[0]),), sort)
    known = referent(scope, start, end, sort, article=column in template.articles)
    counted = quantified(scope, template, column, start, end) if begins(key) else None
    if counted is not None and (known is None or known.problem is not None):
        return counted
    if scope.asking and known is None and key in ("any", "some", *_ANYBODY):
        return question_phrase(scope, start, end, sort, variable(scope, template, column))
    if key in _ASKING or (key in ("each", "every") and scope.tokens[0].key in _ASKING):
        return question_phrase(scope, start, end, sort, variable(scope, template, column)) or (
            referent(scope, start, end, sort) if scope.tokens[start].capital else None
        )
    if scope.asking and known is None and any(t.key == "or" for t in scope.tokens[start:end]):
        return _alternatives(scope, template, column, start, end)
    if known is not None and known.introduces:
        # "Ben's Play" is Ben's, and no name, where the word list says what it is.
        known = _described_thing(scope, start, end, sort) or known
    plural = scope.group is not None and (
        scope.tokens[start].key in ("they", "them") or (key in SINGLE and end == start + 1)
    )
    if known is None or known.problem is not None or plural:
        unnamed = _described_thing(scope, start, end, sort) or nominal(scope, start, end, sort)
        if unnamed is None and _is_owned(scope, template, column, start):
            unnamed = owned_kind(scope, start, end, sort)
        if unnamed is not None:
            return unnamed
    if known is None and scope.lexicon.predicates[template.predicate].columns[column].is_input:
        return _unheard_of(scope, start, end, sort)
    return known


def _is_owned(scope: Scope, template: Template, column: int, start: int) -> bool:
    """Whether a slot is what somebody owns in a noun phrase: "{P}'s {C}"."""
    idiom = scope.lexicon.idioms.get(template.predicate)
    if idiom is None or idiom.asked is None or template.asks or start == 0:
        return False
    owned = len(template.pieces) == 2 and template.pieces[1] == column
    return (
        owned
        and _OWNED.search(template.text) is not None
        and is_possessive(scope.tokens[start - 1])
    )


def _alternatives(
    scope: Scope, template: Template, column: int, start: int, end: int
) -> Filler | None:
    """Return "A or B" as a variable that is asked for among the two."""
    sort = scope.lexicon.sort(template.predicate, column)
    values: list[Value] = []
    for first, last in items(scope.tokens, start, end, "or"):
        one = referent(scope, first, last, sort) if first < last else None
        if one is None or one.problem is not None or len(one.terms) != 1:
            return None
        (term,) = one.terms
        if isinstance(term, Variable):
            return None
        values.append(term.value)
    if len(values) < 2 or scope.lexicon.predicates[template.predicate].columns[column].is_input:
        return None
    return Filler((variable(scope, template, column),), sort, among=tuple(values))


def _described_thing(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Return what a noun phrase of the word list stands for: "Gil's hiker"."""
    key = (start, end, sort)
    things = scope.tried.things
    if key not in things:
        things[key] = None
        last = scope.tokens[end - 1].key
        for template in scope.phrases():
            kind = thing_sort(scope.lexicon, template)
            if not scope.lexicon.names.sorts.compatible(kind, sort):
                continue
            if isinstance(template.pieces[-1], str) and template.pieces[-1] != last:
                continue
            for found in fit(scope, template, template.pieces, start, stop=end):
                if found.end == end and not _is_own_name(scope, template, found.fills, start, end):
                    things[key] = the_thing(scope, template, found.fills, start, end)
                    if things[key] is not None or not is_for_rules(scope.lexicon, template):
                        return things[key]
    return things[key]


def _is_own_name(scope: Scope, template: Template, fills: Fills, start: int, end: int) -> bool:
    """Whether "Red hiker" is a name, and not the hiker of a Red whom nobody mentioned."""
    owned = _OWNED.search(template.text) is not None
    marked = any(map(is_possessive, scope.tokens[start:end]))
    return owned and not marked and any(filler.introduces for _, filler in fills)


def _unheard_of(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Take a new proper name in a question for an input, while nothing of its sort is known.

    The question alone binds an input, and with no other name there is none to be misspelt.
    """
    names = scope.lexicon.names
    if not (scope.asking and names.sorts.is_thing(sort) and proper_name(scope.tokens[start:end])):
        return None
    if names.values(sort):
        return None
    return Filler((Constant(symbol_of(scope.text(start, end))),), sort)


def variable(scope: Scope, template: Template, column: int) -> Variable:
    """Return the variable that asks for a column: its name, capitalised."""
    name = scope.lexicon.predicates[template.predicate].columns[column].name
    return Variable(name[:1].upper() + name[1:])


def described(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Resolve "a thrill ride upgrade": known values or new words one by one, or one phrase."""
    token = scope.tokens[start]
    if not indefinite(scope.tokens, start) and not token.quoted:
        return None
    if scope.lexicon.names.sorts.is_text(sort):
        return referent(scope, start, end, sort, article=True)
    if not (token.quoted and end == start + 1) and not plain_words(scope.tokens[start:end]):
        return None
    terms: list[Term] = []
    introduces: list[Introduction] = []
    position = start
    while position < end:
        found = _word(scope, position, end, sort)
        if found is None:
            return None
        position, item = found
        if item.problem is not None:
            return item
        terms += item.terms
        introduces += item.introduces
    return Filler(tuple(terms), sort, introduces=tuple(introduces))


def _word(scope: Scope, start: int, end: int, sort: str) -> tuple[int, Filler] | None:
    """Take the longest known value, else one new word."""
    names = scope.lexicon.names
    for last in range(min(end, start + _LONGEST_WORD), start, -1):
        values = names.find(span_key(scope.tokens, start, last), sort)
        if len(values) == 1:
            return last, Filler((Constant(values[0]),), sort)
    token = scope.tokens[start]
    text = token.text if token.quoted else token.key
    near = None if token.quoted else names.misspelt(token.key)
    if near is not None or (scope.asking and not token.quoted):
        if not scope.lenient:
            return None
        kind, values = ("misspelt", (near,)) if near is not None else ("new_word", ())
        return start + 1, Filler(
            (), sort, problem=scope.problem(kind, start, start + 1, sort, values)
        )
    if not names.sorts.is_word(sort) or sort in names.sorts.members:
        return None
    new = Introduction(symbol_of(text), symbol_of(text), sort, scope.span(start, start + 1))
    return start + 1, Filler((Constant(new.value),), sort, introduces=(new,))


def question_phrase(
    scope: Scope, start: int, end: int, sort: str, asked: Variable
) -> Filler | None:
    """Resolve "who", "which cards", "any card", "how many" to a variable.

    Its nouns are read later.
    """
    first = scope.tokens[start].key
    numeric = scope.lexicon.names.sorts.is_int(sort)
    begin, count = start + 1, False
    if first in ("who", "whom", "whose", *_ANYBODY):
        # "Who" is none of a closed list of words: "who begins" does not ask for a step.
        listed = sort in scope.lexicon.names.sorts.members and sort != asker_sort(scope.lexicon)
        person = first.endswith("thing") or not listed
        return Filler((asked,), sort) if end == begin and not numeric and person else None
    if first == "how":
        if end == begin or scope.tokens[begin].key not in ("many", "much"):
            return None
        begin, count = begin + 1, not numeric
    if begin < end and scope.tokens[begin].key == "of":
        begin += 1
        members = spoken_together(scope, begin, end, sort)
        if members and not numeric:
            return Filler((asked,), sort, count=count, among=members)
    if numeric or end == begin:
        # "how many" alone counts nothing in particular.
        return Filler((asked,), sort) if end == begin and not count else None
    each = first in ("each", "every")
    return Filler((asked,), sort, asked=(begin, end), count=count, each=each)
