"""Why, in three lines: what decides, and where it is printed.

In: the explanations of what was asked, what the table states, the words and clauses of the
rulebook. Out: a `Because`. Guarantee: made from the model that gave the verdict; each thing is
said once, in sentences of the rulebook; of the clauses that the verdict rests on stands first the
one that speaks most of what decides, is near to it and is about little else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from math import log, sqrt

from rulings.asking.explanation import Because, Citation
from rulings.asking.wording import Wording
from rulings.english.clause_index import stems
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import say, sentence
from rulings.explain.grounds import Addend, Condition, Grounds, Selection
from rulings.explain.resting import Rest
from rulings.explain.tree import Proof
from rulings.language.predicates import PredicateId, base_of
from rulings.language.program import Atom, Role, Row, Rule
from rulings.records import dataclass, replace

_KIND = re.compile(r"\{\w+\} (?:is an?|takes part)\b")
_JOINED = 100
"""Up to so many characters, conditions make one sentence."""
_SPEAKS, _FAR, _SPECIAL, _BEHIND, _EXCEPTION, _DECIDES = 1.3, 0.7, 0.2, 1.1, 2.5, 0.5
"""What a clause gains by speaking of the matter, loses by each step that its rule stands away,
gains where many rules conclude alike, each of its own things, loses by each clause that its rule
names before it, and gains by going before another one and by demanding what is told."""


@dataclass(frozen=True, slots=True)
class Matter:
    """What is explained: the explanations that decide, of `made` together, and what was `asked`.

    `rests` are the rules that all of it rests on, `instead` is so in the place of what is not.
    """

    deciding: Sequence[Proof]
    made: Sequence[Proof]
    asked: Sequence[Atom]
    rests: Sequence[Rest]
    instead: Sequence[Atom] = ()


def because_of(
    matter: Matter,
    on_table: Callable[[PredicateId, Row], bool],
    wording: Wording,
    readers: Mapping[PredicateId, int],
    concluding: Callable[[PredicateId], Sequence[Rule]],
) -> tuple[Because, tuple[Citation, ...]]:
    """Return why, and the clauses that it rests on, the one that decides first.

    What few predicates read, as `readers` counts them, tells more than what nearly all do, and
    stands first. `concluding` tells the rules of a predicate.
    """
    lexicon = wording.lexicon
    selection = Selection(
        matter.made,
        on_table,
        lambda name: is_worded(name, lexicon),
        lambda name: is_kind(name, lexicon),
        lambda name: _spoken(name, lexicon),
    )
    found = [selection.grounds(proof) for proof in matter.deciding]
    known = {sentence(say(one, lexicon, no)) for one in matter.asked for no in (True, False)}
    lines = (
        *(sentence(say(atom, lexicon)) for atom in matter.instead),
        *_told(found, lexicon, readers),
    )
    told = tuple(one for one in dict.fromkeys(lines) if one not in known)
    asked = (say(atom, lexicon) for atom in matter.asked)
    demanding = {c.rules[0].id for one in found for c in one.conditions if c.rules}
    spoken = " ".join((*asked, *told))
    weighed = _weighed(matter.rests, spoken, demanding, wording, concluding)
    clauses = tuple(sorted(weighed, key=lambda one: -weighed[one]))
    beaten = next((one.beaten for one in found if one.beaten is not None), None)
    although = next(iter(wording.cited(beaten)), None) if beaten is not None else None
    first = clauses[0] if clauses else None
    near = {cited for one in found for rule in one.rules for cited in wording.cited(rule)}
    further = len(near - {first, although})
    weight = weighed[first] if first is not None else 0.0
    return Because(told, first, although if although != first else None, further, weight), clauses


def _weighed(
    rests: Iterable[Rest],
    matter: str,
    demanding: Container[str],
    wording: Wording,
    concluding: Callable[[PredicateId], Sequence[Rule]],
) -> dict[Citation, float]:
    """Return the clauses of rules with what speaks for each as the one that decides.

    The rules named in `demanding` demand what is told.
    """
    weighed: dict[Citation, float] = {}
    for rest in rests:
        alike = len(concluding(rest.rule.head.predicate)) or 1
        worth = _SPECIAL * log(alike) - _FAR * rest.far + _EXCEPTION * rest.exception
        worth += _DECIDES * (rest.rule.id in demanding)
        for place, clause in enumerate(wording.cited(rest.rule)):
            own = worth - _BEHIND * place
            weighed[clause] = max(own, weighed.get(clause, own))
    printed = {one: _printed(one, wording) for one in weighed}
    often = Counter(word for words in printed.values() for word in words)
    spoken = stems(matter)
    for one, words in printed.items():
        shared = sum(log(1 + len(printed) / often[word]) for word in words & spoken)
        weighed[one] += _SPEAKS * shared / sqrt(4 + len(words))
    return weighed


def _printed(clause: Citation, wording: Wording) -> frozenset[str]:
    known = wording.registry.clauses.get(clause.id)
    asks = known.asks if known is not None else ""
    return stems(f"{clause.gist} {asks} {clause.section}")


def _told(
    found: Iterable[Grounds], lexicon: Lexicon, readers: Mapping[PredicateId, int]
) -> Iterator[str]:
    for one in found:
        if len(one.addends) > 1:
            yield sentence(" + ".join(_addend(part, lexicon) for part in one.addends))
            continue
        conditions = sorted(one.conditions, key=lambda c: readers.get(base_of(c.fact[0]), 0))
        telling = [c for c in conditions if not (c.holds and _is_clock(c, lexicon))]
        said = list(dict.fromkeys(_said(c, lexicon) for c in telling or conditions))
        if said and sum(map(len, said)) <= _JOINED:
            yield sentence(" and ".join((", ".join(said[:-1]), said[-1])) if said[1:] else said[0])
        else:
            yield from map(sentence, said)


def _said(condition: Condition, lexicon: Lexicon) -> str:
    """Say a condition; of what took place that it does, not in which step of the journal."""
    atom = condition.atom
    predicate = lexicon.predicates.get(atom.predicate)
    if predicate is not None and predicate.role is Role.PAST:
        happening, _, _ = str(atom.predicate).rpartition(".")
        atom = replace(atom, predicate=happening, terms=atom.terms[:-1])
    return say(atom, lexicon, negated=not condition.holds)


def _addend(part: Addend, lexicon: Lexicon) -> str:
    if part.condition is None:
        return str(part.number)
    return f"{part.number} ({_said(part.condition, lexicon)})"


def _is_clock(condition: Condition, lexicon: Lexicon) -> bool:
    """Whether a condition tells whose turn or which step it is, which all that is done needs."""
    predicate = lexicon.predicates.get(base_of(condition.fact[0]))
    return predicate is not None and predicate.fitting


def _spoken(name: PredicateId, lexicon: Lexicon) -> PredicateId:
    predicate = lexicon.predicates.get(base_of(name))
    return predicate.twin_of or name if predicate is not None else name


def is_worded(name: PredicateId, lexicon: Lexicon) -> bool:
    """Whether a predicate has a sentence that people say."""
    predicate = lexicon.predicates.get(base_of(name))
    return predicate is not None and bool(predicate.templates) and predicate.role is not Role.EFFECT


def is_kind(name: PredicateId, lexicon: Lexicon) -> bool:
    """Whether a predicate tells what something is, or what is happening now."""
    predicate = lexicon.predicates.get(base_of(name))
    if predicate is None:
        return False
    is_noun = predicate.arity == 1 and any(map(_KIND.match, predicate.templates[:1]))
    return is_noun or predicate.role is Role.HAPPENING
