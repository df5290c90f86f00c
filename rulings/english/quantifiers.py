"""Nobody, everybody, all cards, at least 3, only 3.

In: a stretch of tokens in a slot. Out: a `Filler`, or None. Guarantee: "nobody" and "no card" deny
a sentence of everything on the table, and only where what is not stated is false, so that it is
denied of whatever comes later too; "everybody" means those on the table; a bound is only asked.
"""

from __future__ import annotations

from rulings.english.fillers import Filler
from rulings.english.kinds import of_kind, tells_kind
from rulings.english.persons import asker_sort
from rulings.english.referents import referent
from rulings.english.scope import Scope
from rulings.english.template import Template
from rulings.english.words import number, span_key
from rulings.language.program import (
    Comparison,
    Completion,
    Constant,
    Literal,
    Value,
    Variable,
)

_NOBODY = (("nobody",), ("no", "one"), ("none", "of", "we"), ("none", "of", "them"))
_EVERYBODY = (("everybody",), ("everyone",), ("each", "of", "we"), ("all", "of", "we"))
_WH = frozenset(("which", "what", "who", "whom", "whose", "how", "where"))
_ALL = frozenset(("all", "every", "each"))
_BOUNDS: dict[tuple[str, ...], str] = {
    ("at", "least"): ">=",
    ("at", "most"): "<=",
    ("more", "than"): ">",
    ("fewer", "than"): "<",
    ("less", "than"): "<",
}
_BEHIND: dict[tuple[str, ...], str] = {
    ("or", "more"): ">=",
    ("or", "fewer"): "<=",
    ("or", "less"): "<=",
}


_FIRST = frozenset(
    "nobody no none everybody everyone each all every only at more fewer less".split()
)


def begins(key: str) -> bool:
    """Whether a phrase with a quantifier may begin with a word: "at least 3", "3 or more"."""
    return key in _FIRST or number(key) is not None


def quantified(
    scope: Scope, template: Template, column: int, start: int, end: int
) -> Filler | None:
    """Return what a phrase with a quantifier stands for in one column of a template."""
    lexicon = scope.lexicon
    sort = lexicon.sort(template.predicate, column)
    if lexicon.names.sorts.is_int(sort):
        return _number(scope, template, sort, start, end)
    if not lexicon.names.sorts.is_thing(sort):
        return None
    keys = tuple(token.key for token in scope.tokens[start:end])
    player = asker_sort(lexicon)
    is_player = player is not None and lexicon.names.sorts.compatible(player, sort)
    if is_player and keys in _EVERYBODY:
        return _every(scope, sort, str(player))
    if is_player and keys in _NOBODY and not scope.asking:
        return _none(scope, template, sort, str(player))
    kind = lexicon.nouns.get(span_key(scope.tokens, start + 1, end)) if end > start + 1 else None
    if kind is None or not lexicon.names.sorts.compatible(kind, sort):
        return None
    if keys[0] in _ALL:
        # "How many does each player have" asks for each of them.
        if scope.asking and scope.tokens[0].key in _WH:
            return None
        found = _every(scope, sort, kind, span_key(scope.tokens, start + 1, end))
        is_object = scope.asking and column != template.subject
        return None if is_object and _more_elsewhere(scope, kind) else found
    if keys[0] != "no" or scope.asking:
        return None
    return _none(scope, template, sort, kind, span_key(scope.tokens, start + 1, end))


def _on_table(scope: Scope, kind: str, noun: str = "") -> tuple[Value, ...]:
    """Return what is of a kind on the table, by its type or because a noun was said of it."""
    names = scope.lexicon.names
    by_type = (
        value
        for value in names.table
        if any(kind in names.sorts.above.get(seen, ()) for seen in names.sorts_of(value))
    )
    called = of_kind(scope.lexicon, noun, names.table) if noun else ()
    return tuple(sorted({*by_type, *called}, key=str))


def _every(scope: Scope, sort: str, kind: str, noun: str = "") -> Filler | None:
    found = _on_table(scope, kind, noun)
    if tells_kind(scope.lexicon, noun):
        found = of_kind(scope.lexicon, noun, found)
    terms = tuple(Constant(value) for value in found)
    return Filler(terms, sort, quantifier="every") if terms else None


def _more_elsewhere(scope: Scope, kind: str) -> bool:
    """Whether the rulebook has more of a kind: "every park" may then be more than those here."""
    names = scope.lexicon.names
    return any(value not in names.table for value in names.values(kind))


def _none(scope: Scope, template: Template, sort: str, kind: str, noun: str = "") -> Filler | None:
    if not _false_unless_stated(scope, template):
        return None
    terms = tuple(Constant(value) for value in _on_table(scope, kind, noun))
    return Filler(terms, sort, quantifier="none")


def _false_unless_stated(scope: Scope, template: Template) -> bool:
    """Whether what a template says is stated by tables, and false where it is not."""
    lexicon = scope.lexicon
    idiom = lexicon.idioms.get(template.predicate)
    predicate = lexicon.predicates[template.predicate]
    if idiom is not None:
        match idiom.body:
            case (Literal(atom, False),):
                predicate = lexicon.predicates[atom.predicate]
            case _:
                return False
    is_stated = predicate.name in lexicon.stated
    return is_stated and predicate.completion is Completion.CLOSED


def _number(scope: Scope, template: Template, sort: str, start: int, end: int) -> Filler | None:
    tokens = scope.tokens
    if tokens[start].key == "only" and end == start + 2:
        # Of what has one number, "only 3" says no more than "3".
        known = scope.lexicon.predicates[template.predicate].functional
        denied = any(token.key == "not" for token in tokens[:start])
        # Who "does not have only 3" has more, which is not that he has other than 3.
        return referent(scope, start + 1, end, sort) if known and not denied else None
    if not scope.asking or end != start + 3:
        return None
    keys = tuple(token.key for token in tokens[start:end])
    for bound, place in ((_BOUNDS.get(keys[:2]), 2), (_BEHIND.get(keys[1:]), 0)):
        value = number(keys[place])
        if bound is not None and value is not None:
            many = Variable(f"_N_{start}")
            return Filler((many,), sort, bounds=(Comparison(bound, many, Constant(value)),))
    return None
