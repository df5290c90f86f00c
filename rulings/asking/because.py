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
from rulings.language.program import Row

_KIND = re.compile(r"\{\w+\} (?:is an?|takes part)\b")
_JOINED = 100
"""Up to so many characters, conditions make one sentence."""


def because_of(
    proofs: Sequence[Proof],
    deciding: Sequence[Proof],
    on_table: Callable[[PredicateId, Row], bool],
    wording: Wording,
    rests_on: Sequence[Citation],
    cited: Mapping[str, int],
) -> tuple[Because, tuple[Citation, ...]]:
    """Return why, from the explanations that decide, of all that were made together.

    With it come the clauses that it rests on, the most specific first: the one that the fewest
    rules rest on, as `cited` counts them.
    """
    lexicon = wording.lexicon
    selection = Selection(
        proofs,
        on_table,
        lambda name: _is_worded(name, lexicon),
        lambda name: _is_kind(name, lexicon),
    )
    found = [selection.grounds(proof) for proof in deciding]
    told = tuple(_told(found, lexicon))
    clauses = _clauses(found, wording, cited)
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


def _clauses(
    found: Iterable[Grounds], wording: Wording, cited: Mapping[str, int]
) -> tuple[Citation, ...]:
    """Return the clauses of what decides, first those of what says most of what was asked.

    A rule's clauses stand in the order in which it cites them, of equals the one first that the
    fewest rules rest on.
    """
    listed: dict[Citation, tuple[int, int, int]] = {}
    for one in found:
        asked = {*one.asked}
        ways = [(len(asked.intersection(c.fact[1])), c.rules) for c in one.conditions]
        for about, rules in (*ways, (-1, one.rules)):
            for place, rule in enumerate(rules):
                for order, clause in enumerate(wording.cited(rule)):
                    listed.setdefault(clause, (-about, place, order))
    return tuple(sorted(listed, key=lambda one: (*listed[one], cited.get(one.id, 0))))


def _is_worded(name: PredicateId, lexicon: Lexicon) -> bool:
    predicate = lexicon.predicates.get(base_of(name))
    return predicate is not None and bool(predicate.templates)


def _is_kind(name: PredicateId, lexicon: Lexicon) -> bool:
    predicate = lexicon.predicates.get(base_of(name))
    if predicate is None or predicate.arity != 1:
        return False
    return any(_KIND.match(text) for text in predicate.templates[:1])
