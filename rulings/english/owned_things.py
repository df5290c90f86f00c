"""What "Ana's ride" means where a word list says of any thing whose it is: "{P}'s card {C}".

In: such a phrase with a noun in place of the name. Out: the one thing of the table that is meant,
or a new one. Guarantee: a thing is new only when the table has none that the noun may mean; where
one may be meant and need not be, the line is not read, and of several none is taken.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulings.english.fillers import Filler
from rulings.english.kinds import of_kind, tells_kind
from rulings.english.lexicon import Lexicon
from rulings.english.scope import PRONOUNS, Scope
from rulings.english.template import Template
from rulings.english.words import span_key
from rulings.language.program import Constant, Literal, Value, Variable


def is_bare(scope: Scope, filler: Filler) -> bool:
    """Whether a noun stands behind a possessive, without a name and without an article."""
    if filler.asked is None or not filler.asked[0]:
        return False
    before = scope.tokens[filler.asked[0] - 1]
    return before.possessive or before.key in ("only", "own", "i", *PRONOUNS)


def owned_thing(
    scope: Scope,
    template: Template,
    filled: list[Filler],
    place: int,
    start: int,
    end: int,
) -> Filler | None:
    """Return the one thing of a kind that the table says somebody owns, else a new one."""
    bare = filled[place]
    assert bare.asked is not None
    owners = [one.terms[0] for index, one in enumerate(filled) if index != place]
    match owners:
        case [Constant(owner)]:
            known = _of_owner(scope, _owned_by(scope, template, place), bare, owner)
        case _:
            return None
    if known is None:
        return None
    if not known:
        return bare if bare.introduces else None
    if len(known) == 1:
        return Filler((Constant(known[0]),), bare.sort, refers="owned")
    if not scope.lenient:
        return None
    problem = scope.problem("ambiguous", start, end, bare.sort, known)
    return Filler((), bare.sort, problem=problem)


def _of_owner(
    scope: Scope, owned: Mapping[Value, Value], bare: Filler, owner: Value
) -> tuple[Value, ...] | None:
    """Return the things that somebody owns and a noun names, None where one only may be.

    "Ana built Log Flume. Ana's ride …" may speak of Log Flume, or of a ride beside it; and so it
    may of a ride of which nobody said whose it is.
    """
    assert bare.asked is not None
    lexicon, names = scope.lexicon, scope.lexicon.names
    noun, kind = span_key(scope.tokens, *bare.asked), bare.sort
    own = [v for v in names.table if owned.get(v, owner) == owner and _may_be(lexicon, v, kind)]
    if tells_kind(lexicon, noun) or noun not in lexicon.nouns:
        sure = of_kind(lexicon, noun, own)
    else:
        above = names.sorts.above
        sure = tuple(
            v for v in own if any(kind in above[s] for s in names.sorts_of(v) & above.keys())
        )
    doubtful = [v for v in own if v not in sure or v not in owned]
    return sure if not doubtful else None


def _may_be(lexicon: Lexicon, value: Value, kind: str) -> bool:
    """Whether a thing of the table may be of a type, as far as its own types tell."""
    names = lexicon.names
    sorts = names.sorts_of(value) & names.sorts.above.keys()
    return bool(sorts) and all(names.sorts.compatible(sort, kind) for sort in sorts)


def _owned_by(scope: Scope, template: Template, place: int) -> dict[Value, Value]:
    """Return the things of which something stated makes somebody the owner, with whom."""
    lexicon = scope.lexicon
    idiom = lexicon.idioms[template.predicate]
    column = lexicon.predicates[template.predicate].columns[place].name
    owns = [
        (one.atom.predicate, one.atom.terms.index(Variable(column)))
        for one in idiom.inquiry or idiom.body
        if isinstance(one, Literal) and Variable(column) in one.atom.terms
    ]
    found: dict[Value, Value] = {}
    for predicate, facts in lexicon.table.items():
        for target, columns in lexicon.ownership.get(predicate, ()):
            for asked, index in owns:
                if asked == target:
                    thing, other = columns[index], columns[1 - index]
                    found.update((row[thing], row[other]) for row in facts.rows)
    return found
