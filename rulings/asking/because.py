"""Why, in three lines: what decides, and where it is printed.

In: the explanations of what was asked, what the table states, the words and clauses of the
rulebook. Out: a `Because`. Guarantee: made from the model that gave the verdict; each thing is
said once, in sentences of the rulebook; the clause of the rule that decides stands first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from rulings.asking.explanation import Because, Citation
from rulings.asking.wording import Wording
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import say, sentence
from rulings.explain.grounds import Addend, Condition, Grounds, Selection
from rulings.explain.tree import Proof
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Role, Row
from rulings.records import replace

_KIND = re.compile(r"\{\w+\} (?:is an?|takes part)\b")
_JOINED = 100
"""Up to so many characters, conditions make one sentence."""


def because_of(
    proofs: Sequence[Proof],
    deciding: Sequence[Proof],
    on_table: Callable[[PredicateId, Row], bool],
    wording: Wording,
    rests_on: Sequence[Citation],
    readers: Mapping[PredicateId, int],
) -> tuple[Because, tuple[Citation, ...]]:
    """Return why, from the explanations that decide, of all that were made together.

    With it come the clauses that it rests on. What few predicates read, as `readers` counts them,
    tells more than what nearly all do ("it is Ana's turn"), and stands first.
    """
    lexicon = wording.lexicon
    selection = Selection(
        proofs,
        on_table,
        lambda name: _is_worded(name, lexicon),
        lambda name: _is_kind(name, lexicon),
        lambda name: _spoken(name, lexicon),
    )
    found = [_telling_first(selection.grounds(proof), readers) for proof in deciding]
    told = tuple(_told(found, lexicon))
    clauses = tuple(_clauses(found, wording))
    clauses = tuple(dict.fromkeys((*clauses, *rests_on)))
    beaten = next((one.beaten for one in found if one.beaten is not None), None)
    although = next(iter(wording.cited(beaten)), None) if beaten is not None else None
    first = clauses[0] if clauses else None
    further = len({*clauses} - {first, although})
    return Because(told, first, although if although != first else None, further), clauses


def _told(found: Iterable[Grounds], lexicon: Lexicon) -> Iterator[str]:
    for one in found:
        if len(one.addends) > 1:
            yield sentence(" + ".join(_addend(part, lexicon) for part in one.addends))
            continue
        said = list(dict.fromkeys(_said(condition, lexicon) for condition in one.conditions))
        if said and sum(map(len, said)) <= _JOINED:
            yield sentence(" and ".join((", ".join(said[:-1]), said[-1])) if said[1:] else said[0])
        else:
            yield from map(sentence, said)


def _said(condition: Condition, lexicon: Lexicon) -> str:
    return say(condition.atom, lexicon, negated=not condition.holds)


def _addend(part: Addend, lexicon: Lexicon) -> str:
    if part.condition is None:
        return str(part.number)
    return f"{part.number} ({_said(part.condition, lexicon)})"


def _telling_first(found: Grounds, readers: Mapping[PredicateId, int]) -> Grounds:
    told = sorted(found.conditions, key=lambda one: readers.get(base_of(one.fact[0]), 0))
    return replace(found, conditions=tuple(told))


def _clauses(found: Iterable[Grounds], wording: Wording) -> Iterator[Citation]:
    """Yield the clauses of what decides: of the rules that it stands in before all others."""
    grounds = list(found)
    for place in range(2):
        for one in grounds:
            for condition in one.conditions:
                for rule in condition.rules[place : place + 1]:
                    yield from wording.cited(rule)
    for one in grounds:
        for rule in one.rules:
            yield from wording.cited(rule)


def _spoken(name: PredicateId, lexicon: Lexicon) -> PredicateId:
    predicate = lexicon.predicates.get(base_of(name))
    return predicate.twin_of or name if predicate is not None else name


def _is_worded(name: PredicateId, lexicon: Lexicon) -> bool:
    predicate = lexicon.predicates.get(base_of(name))
    return predicate is not None and bool(predicate.templates) and predicate.role is not Role.EFFECT


def _is_kind(name: PredicateId, lexicon: Lexicon) -> bool:
    """Whether a predicate tells what something is, or what is happening now."""
    predicate = lexicon.predicates.get(base_of(name))
    if predicate is None:
        return False
    is_noun = predicate.arity == 1 and any(map(_KIND.match, predicate.templates[:1]))
    return is_noun or predicate.role is Role.HAPPENING
