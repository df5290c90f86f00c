"""Noun phrases that name nothing: "I", "a face-down ride with 3 stars", "four attractions".

In: a stretch of tokens and the type of its slot. Out: a `Filler` that introduces new things, its
nouns still to be read by `which.narrowed`. Guarantee: in a question the new thing is an arbitrary
one, and so is the answer.
"""

from __future__ import annotations

from rulings.english.antecedents import named_last
from rulings.english.asker import asker, modal
from rulings.english.fillers import Filler
from rulings.english.kinds import of_kind, tells_kind
from rulings.english.lexicon import Lexicon
from rulings.english.names import symbol_of
from rulings.english.owned_things import is_bare, owned_thing
from rulings.english.persons import ASKER, FIRST, asker_sort
from rulings.english.players import opponent
from rulings.english.reading import Group, Introduction
from rulings.english.scope import PRONOUNS, Scope, ends_sentence
from rulings.english.spoken import noun_at
from rulings.english.template import Template
from rulings.english.words import indefinite, number, span_key
from rulings.language.program import Atom, Constant, Literal, Row, Term, Value, Variable

_MOST = 12
_LONGEST = 14
_LONGEST_NAME = 4
_OF_THE_TABLE = PRONOUNS | FIRST | {"have", "own", "hold", "there"}
SINGLE = frozenset(("one", "another"))
"""Words for one of several things spoken of before, whichever was not told apart yet."""
_ORDINALS = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}


def nominal(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Return what an unnamed noun phrase introduces, or None."""
    if end - start > _LONGEST or scope.tokens[start].quoted:
        return None
    if end == start + 1 and scope.tokens[start].key in FIRST:
        one = _of_group(scope, start, end, sort) if scope.tokens[start].key in SINGLE else None
        return one or asker(scope, start, sort)
    rival = opponent(scope, start, end, sort)
    if rival is not None:
        return rival
    if not scope.lexicon.names.sorts.is_thing(sort):
        return None
    several = _of_group(scope, start, end, sort) or _both(scope, start, end, sort)
    if several is not None:
        return several
    if scope.tokens[start].article == "the":
        return _the_one(scope, start, end, sort)
    count = _how_many(scope, start, end)
    if count is None:
        return None
    begin = start + (scope.tokens[start].article == "" and count[1])
    return _new_things(scope, start, begin, end, sort, count[0])


def _how_many(scope: Scope, start: int, end: int) -> tuple[int, bool] | None:
    """Return how many things a phrase speaks of, and whether a word says so."""
    token = scope.tokens[start]
    if indefinite(scope.tokens, start) and token.article == "a":
        return 1, False
    if token.key == "another" and end > start + 1:
        # What is another than those spoken of cannot be said of any thing.
        return (1, True) if not scope.asking or modal(scope) else None
    count = number(token.key)
    if count is None or token.article or end == start + 1 or not 0 < count <= _MOST:
        return None
    return (count, True) if not scope.asking else None


def _new_things(
    scope: Scope, start: int, begin: int, end: int, sort: str, count: int
) -> Filler | None:
    kind = _kind(scope, begin, end, sort)
    if kind is None or any(ends_sentence(token) for token in scope.tokens[begin : end - 1]):
        return None
    if scope.lexicon.names.find(span_key(scope.tokens, begin, end), sort):
        return None  # "A Log Flume" is one of those that bear the name, and none that is new
    if scope.asking and scope.lexicon.table and not modal(scope) and not _of_any_table(scope):
        # Of a table that was described, "is a fence on it" asks whether any is.
        return Filler((Variable(f"_{start}"),), kind, asked=(begin, end))
    span = scope.span(start, end)
    new = tuple(Introduction(f"{kind}@{start}.{copy}", "", kind, span) for copy in range(count))
    terms = tuple(Constant(one.value) for one in new)
    group = Group(tuple(one.value for one in new)) if count > 1 else None
    return Filler(terms, kind, asked=(begin, end), introduces=new, group=group)


def _of_any_table(scope: Scope) -> bool:
    """Whether a question is about nothing that is here: "does a closed card count for a plan".

    Who asks whether a player has a card asks of those at the table.
    """
    tokens, names = scope.tokens, scope.lexicon.names
    if tokens[0].text.lower() not in ("do", "does") or any(
        one.possessive or one.quoted or one.article == "the" or one.key in _OF_THE_TABLE
        for one in tokens
    ):
        return False
    spans = (
        span_key(tokens, start, end)
        for start in range(1, len(tokens))
        for end in range(start + 1, min(start + _LONGEST_NAME, len(tokens)) + 1)
    )
    named = any(
        not names.describes(span) and not names.table.isdisjoint(names.all(span)) for span in spans
    )
    return not named and sum(one.article == "a" for one in tokens) > 1


def _the_one(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Resolve "the park in the display" to the only one there is, else introduce it."""
    kind, names = _kind(scope, start, end, sort), scope.lexicon.names
    if kind is None:
        return None
    known = [
        value
        for value in names.table
        if any(kind in names.sorts.above.get(seen, ()) for seen in names.sorts_of(value))
    ]
    noun = span_key(scope.tokens, start, end)
    if tells_kind(scope.lexicon, noun):
        known = list(of_kind(scope.lexicon, noun, known))
    if not known:
        return _new_things(scope, start, start, end, sort, 1)
    if len(known) > 1:
        return None
    return Filler((Constant(known[0]),), kind, asked=(start, end))


def _of_group(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Resolve "both", "all of them", "two of them", "the others" to things spoken of before.

    Which two of them are meant does not matter while nothing tells them apart; once some were
    told apart, only "the others" is clear.
    """
    group = scope.group
    if group is None or not all(scope.lexicon.names.fits(v, sort) for v in group.members):
        return None
    keys = tuple(token.key for token in scope.tokens[start:end])
    if keys[-2:] in (("of", "them"), ("of", "this"), ("of", "that")):
        keys = keys[:-2]
    elif keys[:1] not in (("both",), ("other",), ("rest",), ("they",), ("them",)) and not (
        len(keys) == 1 and (keys[0] in SINGLE or _is_place(scope, start))
    ):
        return None
    rest = tuple(value for value in group.members if value not in group.picked)
    count = len(group.members)
    match keys:
        case ("both",) if count == 2:
            chosen = group.members
        case ("all",) | ("they",) | ("them",):
            chosen = group.members
        case ("all", many) if number(many) == count:
            chosen = group.members
        case ("each",) if not scope.asking:
            chosen = group.members
        case (single,) if single in SINGLE and end == start + 1:
            if scope.asking or not rest or (single == "another" and not group.picked):
                return None
            chosen = rest[:1]
        case ("other",) | ("rest",) | ("other", "one") if group.picked:
            chosen = rest
        case ("other", many) if group.picked and number(many) == len(rest):
            chosen = rest
        case (ordinal,) if ordinal in _ORDINALS:
            if _ORDINALS[ordinal] >= count:
                return None
            chosen = (group.members[_ORDINALS[ordinal]],)
        case (many,) if (wanted := number(many)) is not None and 0 < wanted < count:
            if group.picked or scope.asking:
                return None
            chosen = group.members[:wanted]
        case _:
            return None
    picked = () if chosen == group.members else (*group.picked, *chosen)
    terms = tuple(Constant(value) for value in chosen)
    return Filler(terms, sort, group=Group(group.members, picked))


def spoken_together(scope: Scope, start: int, end: int, sort: str) -> tuple[Value, ...]:
    """Return what "them", "these" or "the three" were that was spoken of together."""
    keys = tuple(token.key for token in scope.tokens[start:end])
    group = scope.group
    if group is None or not all(scope.lexicon.names.fits(v, sort) for v in group.members):
        return ()
    many = number(keys[-1]) if keys else None
    if many is not None and many != len(group.members):
        return ()
    meant = keys in (("them",), ("this",), ("that",)) or (
        many is not None and keys[:-1] in ((), ("this",), ("that",))
    )
    return group.members if meant else ()


def _is_place(scope: Scope, start: int) -> bool:
    """Whether a word says which of several things is meant: "the second"."""
    return scope.tokens[start].key in _ORDINALS and scope.tokens[start].article == "the"


def owned_kind(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Return what the noun behind a possessive introduces: "Ana's ride", "her only ride".

    Whether it is one that the table knows, `the_thing` tells.
    """
    begin = start + (scope.tokens[start].key in ("only", "own") and end > start + 1)
    first, last = scope.tokens[begin], scope.tokens[end - 1]
    if first.article or first.capital or first.quoted or last.plural or number(first.key):
        return None
    if end == begin + 1 and not noun_at(scope, begin, end):
        return None  # what describes a thing names none: "Ana's park" is no Park card
    return _new_things(scope, start, begin, end, sort, 1)


def _both(scope: Scope, start: int, end: int, sort: str) -> Filler | None:
    """Resolve "both" to the two players whom the last line with a player named."""
    names, player = scope.lexicon.names, asker_sort(scope.lexicon)
    keys = tuple(token.key for token in scope.tokens[start:end])
    if keys not in (("both",), ("both", "of", "them")) or player is None:
        return None
    if not names.sorts.compatible(player, sort) or (scope.asking and _asks_which(scope)):
        return None  # "How many coins do both have" asks of each, or of both together
    last = named_last(
        scope.lines,
        lambda v: any(player in names.sorts.above.get(s, ()) for s in names.sorts_of(v)),
    )
    return Filler(tuple(map(Constant, last)), player) if len(last) == 2 else None


def _asks_which(scope: Scope) -> bool:
    return any(token.key in ("how", "what", "which", "who") for token in scope.tokens)


def _kind(scope: Scope, begin: int, end: int, sort: str) -> str | None:
    """Return the narrowest type that the nouns of a phrase give it; None without a noun."""
    names, lexicon = scope.lexicon.names, scope.lexicon
    for last in range(end, begin, -1):
        for cut in range(begin, last):
            noun = lexicon.nouns.get(span_key(scope.tokens, cut, last))
            if noun is not None and names.sorts.is_thing(noun):
                if not names.sorts.compatible(noun, sort):
                    return None
                return noun if sort in names.sorts.above.get(noun, ()) else sort
    words = any(lexicon.names.describes(scope.tokens[index].key) for index in range(begin, end))
    return sort if words else None


def thing_sort(lexicon: Lexicon, template: Template) -> str:
    """Return the type of what a noun phrase of the word list stands for."""
    asked = lexicon.idioms[template.predicate].asked
    columns = lexicon.predicates[template.predicate].columns
    return next(column.sort for column in columns if asked is None or column.name == asked.name)


def the_thing(
    scope: Scope, template: Template, fills: tuple[tuple[int, Filler], ...], start: int, end: int
) -> Filler | None:
    """Return the thing that a noun phrase of the word list stands for, "Gil's hiker".

    It is the one of which the table states so; else a statement introduces it, and a question
    about what rules conclude asks for any.
    """
    lexicon, place = scope.lexicon, scope.span(start, end)
    arity = len(lexicon.predicates[template.predicate].columns)
    filled = [filler for _, filler in sorted(fills, key=lambda fill: fill[0])]
    if any(len(one.terms) != 1 or one.problem is not None for one in filled):
        return None
    place_of = _place_of_thing(lexicon, template)
    if len(filled) == arity and is_bare(scope, filled[place_of]):
        found = owned_thing(scope, template, filled, place_of, start, end)
        if found is None:
            return None
        filled[place_of] = found
        if found.problem is not None:
            return found
    own = tuple(one.terms[0] for one in filled)
    if any(isinstance(term, Variable) for term in own):
        return None
    before = tuple(n for one in filled for n in one.introduces)
    said = tuple(c for one in filled for c in one.claims)
    unread = tuple(one for f in filled for one in (f, *f.inner) if one.asked is not None)

    def standing_for(term: Term, new: tuple[Introduction, ...], *, claim: bool = True) -> Filler:
        row = own if len(own) == arity else (*own, term)
        phrase = (Literal(Atom(template.predicate, row, place)),)
        return Filler(
            (term,),
            thing_sort(lexicon, template),
            introduces=(*before, *new),
            claims=(*said, *(phrase if claim else ())),
            presumed=() if claim else phrase,
            inner=unread,
        )

    if len(own) == arity:
        return standing_for(own[place_of], (), claim=filled[place_of].refers != "owned")
    if lexicon.idioms[template.predicate].new:
        # "Draw two cards" in one text is not what it is in another.
        kind = thing_sort(lexicon, template)
        value = f"{kind}@{start}.{end}"
        return standing_for(Constant(value), (Introduction(value, "", kind, place),))
    known = _stated_things(lexicon, template.predicate, own)
    if known is None:
        # "Ana's attractions" are all of them, and not just any.
        if not scope.asking or scope.tokens[end - 1].plural:
            return None
        return standing_for(Variable(f"_{start}_{end}"), ())
    if len(known) == 1:
        return standing_for(Constant(known[0]), (), claim=False)
    if known:
        if not scope.lenient:
            return None
        problem = scope.problem("ambiguous", start, end, thing_sort(lexicon, template), known)
        return Filler((), problem.sort, problem=problem)
    name = _name_of(scope, start, end, own)
    new = Introduction(symbol_of(name), name, thing_sort(lexicon, template), place)
    return standing_for(Constant(new.value), (new,))


def is_for_rules(lexicon: Lexicon, template: Template) -> bool:
    """Whether no table states what a noun phrase means, so that it introduces nothing."""
    return any(
        not isinstance(one, Literal) or one.negated or one.atom.predicate not in lexicon.stated
        for one in lexicon.idioms[template.predicate].body
    )


def _place_of_thing(lexicon: Lexicon, template: Template) -> int:
    """Return the column of what a noun phrase stands for, the last if it is no slot."""
    columns = lexicon.predicates[template.predicate].columns
    asked = lexicon.idioms[template.predicate].asked
    own = (i for i, column in enumerate(columns) if asked and column.name == asked.name)
    return next(own, len(columns) - 1)


def _stated_things(
    lexicon: Lexicon, phrase: str, own: tuple[Term, ...]
) -> tuple[Value, ...] | None:
    """Return the things of which the table states what a phrase means; None if rules tell."""
    idiom, columns = lexicon.idioms[phrase], lexicon.predicates[phrase].columns
    start: dict[str, Value] = {
        column.name: term.value
        for column, term in zip(columns, own, strict=False)
        if isinstance(term, Constant)
    }
    bindings = [start]
    for condition in idiom.body:
        if not isinstance(condition, Literal) or condition.negated:
            return None
        atom = condition.atom
        if atom.predicate not in lexicon.stated:
            return None
        facts = lexicon.table.get(atom.predicate)
        rows = facts.rows if facts is not None else ()
        bindings = [
            more for bound in bindings for row in rows if (more := _unified(atom, row, bound))
        ]
    name = columns[-1].name
    return tuple(dict.fromkeys(bound[name] for bound in bindings if name in bound))


def _unified(atom: Atom, row: Row, bound: dict[str, Value]) -> dict[str, Value] | None:
    found = dict(bound)
    for term, value in zip(atom.terms, row, strict=True):
        known = term.value if isinstance(term, Constant) else found.setdefault(term.name, value)
        if known != value:
            return None
    return found


def _name_of(scope: Scope, start: int, end: int, own: tuple[Term, ...]) -> str:
    """Return a name as others say it: "my hiker" is "your hiker", "her hiker" is "Ana's hiker"."""
    owner = own[0] if own else None
    if scope.tokens[start].key not in PRONOUNS | FIRST or not isinstance(owner, Constant):
        return scope.text(start, end)
    rest = scope.text(start + 1, end)
    if owner.value == ASKER:
        return f"your {rest}"
    return f"{scope.lexicon.names.display(owner.value)}'s {rest}"
