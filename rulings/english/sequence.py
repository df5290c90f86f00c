"""Several statements in one line: "she drew two cards, and Ben has none".

In: a `Scope`. Out: one `Statement`. Guarantee: the line was read whole if it can be; else it is cut
where a sentence or clause ends, every part is a statement by itself, and each is read with what
those before it named.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.clause import RELATIVES
from rulings.english.declarative import read_statement
from rulings.english.lexicon import supposing
from rulings.english.reading import Statement, after_line, named
from rulings.english.scope import JOINTS, Scope, in_apposition
from rulings.english.self_named import self_named
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Value
from rulings.records import replace

_ENDS = ".;:!"
_MOST = 6
"""How many places are tried for a cut, and how many parts a line may have."""
_ATTEMPTS = 24
"""How many first parts are tried for one line."""


def read_told(scope: Scope) -> Statement:
    """Return what a line states, in one sentence or in several.

    Raises RulingsError about the whole line when there is no such reading.
    """
    named_so = self_named(scope)
    if named_so is not None:
        told, rest = named_so
        return merged(told, read_told(after(scope, told).with_tokens(rest))) if rest else told
    try:
        return read_statement(scope)
    except RulingsError:
        found = _with_relative(scope) or _in_parts(scope, _MOST, iter(range(_ATTEMPTS)))
        if found is None:
            raise
        return found


def merged(first: Statement, second: Statement) -> Statement:
    """Return what two statements say together, the second of them last."""
    return Statement(
        tuple(dict.fromkeys((*first.facts, *second.facts))),
        tuple(dict.fromkeys((*first.denials, *second.denials))),
        tuple(dict.fromkeys((*first.introduces, *second.introduces))),
        tuple(dict.fromkeys((*first.notices, *second.notices))),
        second.group or first.group,
    )


def after(scope: Scope, changes: Statement) -> Scope:
    """Return the scope of what follows a statement."""
    return replace(
        scope,
        lexicon=supposing(scope.lexicon, changes),
        lines=after_line(named(changes), scope.lines),
        group=changes.group or scope.group,
    )


def _in_parts(scope: Scope, left: int, attempts: Iterator[int]) -> Statement | None:
    if left < 2:
        return None
    brief = replace(scope, brief=True)
    for (end, begin), _ in zip(_cuts(scope), attempts):
        try:
            first = _clause(brief.with_tokens(scope.tokens[:end]))
            spoken = tuple((value, "any") for value in named(first))
            behind = replace(after(brief, first), spoken=spoken).with_tokens(scope.tokens[begin:])
            try:
                return merged(first, read_statement(behind))
            except RulingsError:
                further = _in_parts(behind, left - 1, attempts)
                if further is not None:
                    return merged(first, further)
        except RulingsError:
            continue
    return None


def _clause(scope: Scope) -> Statement:
    """Read one clause, which may say who types."""
    named_so = self_named(scope)
    return named_so[0] if named_so is not None and not named_so[1] else read_statement(scope)


def _with_relative(scope: Scope) -> Statement | None:
    """Read "Ana has bought a card that costs 3 coins": what is told of the new thing comes last."""
    tokens = scope.tokens
    inside = range(3, len(tokens) - 1)
    places = [i for i in inside if tokens[i].key in RELATIVES and not tokens[i].quoted]
    for place in places[:_MOST]:
        try:
            brief = replace(scope, brief=True)
            first = read_statement(brief.with_tokens(tokens[:place]))
            new = _nameless(scope, first, place)
            if new is None:
                continue
            pronoun = tokens[place]._replace(text="it", key="it", article="")
            behind = replace(after(brief, first), lines=((new,),), group=None)
            told = (pronoun, *tokens[place + 1 :])
            return merged(first, read_statement(behind.with_tokens(told)))
        except RulingsError:
            continue
    return None


def _nameless(scope: Scope, told: Statement, place: int) -> Value | None:
    """Return the one new thing that the noun before a relative clause speaks of."""
    noun = scope.lexicon.nouns.get(scope.tokens[place - 1].key)
    sorts = scope.lexicon.names.sorts
    found = [
        new.value
        for new in told.introduces
        if noun is not None
        and sorts.compatible(noun, new.sort)
        and new.span.end == scope.tokens[place - 1].end
    ]
    return found[0] if len(found) == 1 else None


def _cuts(scope: Scope) -> Iterator[tuple[int, int]]:
    """Yield where a first part can end and the rest begin, ends of sentences first."""
    tokens = scope.tokens
    inside = range(2, len(tokens) - 1)
    stops = [(i, i) for i in inside if any(mark in tokens[i - 1].after for mark in _ENDS)]
    joints = [(i, i + 1) for i in inside if tokens[i].key in JOINTS and not tokens[i].quoted]
    pauses = [
        (i, i)
        for i in inside
        if "," in tokens[i - 1].after
        and tokens[i].key not in JOINTS
        and not in_apposition(scope, i)
    ]
    found = [(end, _behind(scope, begin)) for end, begin in (*stops, *joints, *pauses)]
    yield from found[:_MOST]


def _behind(scope: Scope, begin: int) -> int:
    """Skip the "and" that begins a sentence."""
    return begin + (scope.tokens[begin].key in JOINTS)
