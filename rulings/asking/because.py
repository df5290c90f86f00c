"""Why, in three lines: what decides, and where it is printed.

In: the explanations of what was asked, what the table states, the words and clauses of the
rulebook. Out: a `Because`. Guarantee: made from the model that gave the verdict; each thing is
said once, in sentences of the rulebook; of the clauses that the verdict rests on stands first the
one that speaks most of what decides, is near to it and is about little else.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import log, sqrt
from typing import Protocol

from rulings.asking.explanation import AS_TOLD, UNTOLD, Because, Citation
from rulings.asking.wording import Wording
from rulings.english.clause_index import stems
from rulings.english.lexicon import Lexicon
from rulings.english.sentence import join, say, sentence
from rulings.explain.grounds import Addend, Condition, Grounds, Selection, SentenceKinds
from rulings.explain.resting import Rest
from rulings.explain.tree import Absent, Derived, Given, Premise, Proof
from rulings.language.matching import Pattern
from rulings.language.predicates import PredicateId, base_of, legal_of
from rulings.language.program import Atom, Constant, Role, Row, Rule
from rulings.records import dataclass, replace

_KIND = re.compile(r"\{\w+\} (?:is an?|takes part)\b")
_TYPE = re.compile(r"\{\w+\} (?:is an?|has the type) \{\w+\}$")
_MOST, _JOINED = 3, 100
"""So many conditions are told; up to so many characters, they make one sentence."""
_ASKED, _TOLD, _FAR, _SPECIAL, _BEHIND = 1.4, 0.7, 0.7, 0.4, 1.1
"""What a clause gains by speaking of what was asked and of what is told, loses by each step that
its rule stands away, gains where many rules conclude alike, each of its own things, and loses by
each clause that its rule names before it."""
_EXCEPTION, _OWN, _ON_THE_WAY, _NEEDED, _DEMANDS, _CONCLUDES = 2.5, 1.2, 1.2, 1.0, 0.5, 0.7
"""What it gains by going before another one, by being the note of one thing, by standing on the
way to what is told, there as what a deed needs and has not, and by demanding what is told, and
loses by only concluding that."""


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


class Informant(Protocol):
    """What is known of the table that was asked; `happened` says what made something so."""

    wording: Wording
    happened: Callable[[Atom], str]

    def on_table(self, name: PredicateId, row: Row) -> bool:
        """Whether the table states a fact, and the rulebook by itself does not."""
        ...

    def is_so(self, name: PredicateId, pattern: Pattern) -> bool:
        """Whether some row of a pattern surely holds."""
        ...

    def premise(self, premise: Premise) -> Proof:
        """Explain what an explanation takes as read."""
        ...


def because_of(
    matter: Matter,
    informant: Informant,
    readers: Mapping[PredicateId, int],
    concluding: Callable[[PredicateId], Sequence[Rule]],
) -> tuple[Because, tuple[Citation, ...]]:
    """Return why, and the clauses that it rests on, the one that decides first.

    What few predicates read, as `readers` counts them, tells more than what nearly all do, and
    stands first. `concluding` tells the rules of a predicate.
    """
    wording, lexicon = informant.wording, informant.wording.lexicon
    named = {value for one in matter.asked for value in one.row}
    words = SentenceKinds(
        is_worded=partial(is_worded, lexicon=lexicon),
        is_kind=partial(is_kind, lexicon=lexicon),
        is_clock=partial(_is_clock, lexicon=lexicon),
        is_permission=partial(_permits, lexicon=lexicon),
        spoken=partial(_spoken, lexicon=lexicon),
        is_named=lambda value: value in named or _is_there(value, lexicon),
        is_so=informant.is_so,
    )
    selection = Selection(matter.made, informant.on_table, words, informant.premise)
    found = [selection.grounds(proof) for proof in matter.deciding]
    known = {sentence(say(one, lexicon, no)) for one in matter.asked for no in (True, False)}
    lines = (
        *(sentence(say(atom, lexicon)) for atom in matter.instead),
        *_told(found, informant, partial(_distance, matter, informant, readers)),
    )
    told = tuple(one for one in dict.fromkeys(lines) if one not in known)
    conditions = [each for one in found for each in one.conditions]
    types = (_said(one, lexicon) for one in conditions if _is_type(one, lexicon))
    words_told = " ".join((*told, *types))
    as_told = not told and any(_is_told(one, informant) for one in conditions)
    if as_told:
        told = (AS_TOLD,)
    elif not told:
        plain = tuple(dict.fromkeys(_untold(one, informant) for one in matter.deciding))
        told = plain if all(plain) else ()
    question = " ".join(say(atom, lexicon) for atom in matter.asked)
    spoken = (stems(question), _ASKED), (stems(words_told), _TOLD)
    weighed = _weighed(matter.rests, spoken, matter.asked, found, wording, concluding)
    declared = (one for atom in matter.asked for one in wording.declared(atom.predicate))
    # What rests on no rule is told by what the book says of the word.
    clauses = tuple(sorted(weighed, key=lambda one: -weighed[one])) or tuple(declared)
    beaten = next((one.beaten for one in found if one.beaten is not None), None)
    although = next(iter(wording.cited(beaten)), None) if beaten is not None else None
    first = clauses[0] if clauses and not (as_told and weighed) else None
    near = {cited for one in found for rule in one.rules for cited in wording.cited(rule)}
    further = len(near - {first, although})
    return Because(told, first, although if although != first else None, further), clauses


def _is_there(value: str, lexicon: Lexicon) -> bool:
    """Whether the table speaks of something, or the rules have it in an enumeration."""
    names = lexicon.names
    listed = any(value in members for members in names.sorts.members.values())
    return value in names.table or listed or not names.is_thing(value)


def _weighed(
    rests: Iterable[Rest],
    spoken: Sequence[tuple[frozenset[str], float]],
    asked: Sequence[Atom],
    found: Sequence[Grounds],
    wording: Wording,
    concluding: Callable[[PredicateId], Sequence[Rule]],
) -> dict[Citation, float]:
    """Return the clauses of rules with what speaks for each as the one that decides.

    `spoken` are words, and what it is worth to share some; the own note of a thing that is spoken
    of counts twice.
    """
    told = [one.rules for each in found for one in each.conditions if one.rules]
    lacking = (rule for one in found if one.lacking for rule in one.rules)
    worth_of: defaultdict[str, float] = defaultdict(float)
    for rules, worth in (
        ({one.id for each in found for one in each.rules}, _ON_THE_WAY),
        ({one.id for one in lacking if wording.is_made(one.head.predicate)}, _NEEDED),
        ({first.id for first, *_ in told}, _DEMANDS),
        ({one.id for _, *others in told for one in others}, -_CONCLUDES),
    ):
        for rule in rules:
            worth_of[rule] += worth
    atoms = (*asked, *(one.atom for each in found for one in each.conditions))
    things = {t for one in atoms for t in one.terms if isinstance(getattr(t, "value", 0), str)}
    weighed: dict[Citation, float] = {}
    for rest in rests:
        alike = len(concluding(rest.rule.head.predicate)) or 1
        worth = _SPECIAL * log(alike) - _FAR * rest.far + _EXCEPTION * rest.exception
        worth += worth_of[rest.rule.id]
        if not rest.rule.body:
            worth += _OWN * (1 + any(one in things for one in rest.rule.head.terms))
        for place, clause in enumerate(wording.cited(rest.rule)):
            own = worth - _BEHIND * place
            weighed[clause] = max(own, weighed.get(clause, own))
    printed = {one: _printed(one, wording) for one in weighed}
    often = Counter(word for words in printed.values() for word in words)
    for one, words in printed.items():
        for known, worth in spoken:
            shared = sum(log(1 + len(printed) / often[word]) for word in words & known)
            weighed[one] += worth * shared / sqrt(4 + len(words))
    return weighed


def _is_told(condition: Condition, informant: Informant) -> bool:
    """Whether a condition is a fact that was told of the table, and that nothing brought about."""
    name, pattern = condition.fact
    row = tuple(value for value in pattern if value is not None)
    told = condition.holds and len(row) == len(pattern) and informant.on_table(name, row)
    return told and not informant.happened(condition.atom)


def _untold(proof: Proof, informant: Informant) -> str:
    """Say why where nothing but the table decides, empty where rules do."""
    match proof:
        case Given((name, row)) if informant.on_table(name, row):
            # What a deed made so is explained by what happened.
            return "" if informant.happened(Atom.of(name, row)) else AS_TOLD
        case Absent(name=name, attempts=(), because=because, instead=instead):
            predicate = informant.wording.lexicon.predicates.get(base_of(name))
            if predicate is not None and predicate.role is Role.PAST:
                return "Nothing of the kind has happened at this table."
            return UNTOLD if because == "unstated" and not instead else ""
        case Derived((_, (*_, 0))):
            return "Nothing that was told counts for it."
    return ""


def _printed(clause: Citation, wording: Wording) -> frozenset[str]:
    known = wording.registry.clauses.get(clause.id)
    asks = known.asks if known is not None else ""
    return stems(f"{clause.gist} {asks} {clause.section}")


def _told(
    found: Iterable[Grounds],
    informant: Informant,
    distance: Callable[[Grounds, Condition], tuple[int, bool, int]],
) -> Iterator[str]:
    lexicon = informant.wording.lexicon
    for one in found:
        if len(one.addends) > 1:
            yield sentence(" + ".join(_addend(part, informant) for part in one.addends))
            continue
        conditions = sorted(one.conditions, key=partial(distance, one))
        clock = [c for c in conditions if c.holds and _is_clock(c.fact[0], lexicon)]
        telling = _but_kinds([c for c in conditions if c not in clock], lexicon)
        said = list(_with_facts((telling or conditions)[:_MOST], informant))
        if said and sum(map(len, said)) <= _JOINED:
            yield sentence(join(said))
        else:
            yield from map(sentence, said)


def _distance(
    matter: Matter,
    informant: Informant,
    readers: Mapping[PredicateId, int],
    grounds: Grounds,
    one: Condition,
) -> tuple[int, bool, int]:
    """How far a condition is from what decides: few predicates read what is near.

    Of what a deed needs, and has, is nearest what is about most of what it is about, and was told.
    """
    read = readers.get(base_of(one.fact[0]), 0)
    lexicon = informant.wording.lexicon
    if grounds.lacking or not any(_permits(atom.predicate, lexicon) for atom in matter.asked):
        return 0, False, read
    deed = {value for atom in matter.asked for value in atom.row if isinstance(value, str)}
    return -len(deed.intersection(one.fact[1])), not _is_told(one, informant), read


def _with_facts(conditions: Sequence[Condition], informant: Informant) -> Iterator[str]:
    """Say conditions, each once, and behind it what it rests on and nothing said before."""
    lexicon = informant.wording.lexicon
    known = {_said(one, lexicon) for one in conditions}
    for text, condition in {_said(one, lexicon): one for one in conditions}.items():
        if informant.happened(condition.atom) in known and not _is_number(condition, lexicon):
            continue
        since = _but_kinds(condition.since, lexicon)
        facts = dict.fromkeys(_fact(one, informant) for one in since)
        new = [one for one in facts if one not in known]
        known.update(new)
        yield f"{text} ({join(new)})" if new else text


def _but_kinds(conditions: Sequence[Condition], lexicon: Lexicon) -> Sequence[Condition]:
    """Leave out what only tells of which type something is, where there is anything else."""
    return [one for one in conditions if not _is_type(one, lexicon)] or conditions


def _is_type(condition: Condition, lexicon: Lexicon) -> bool:
    declared = lexicon.predicates.get(base_of(condition.fact[0]))
    told = declared.templates[:1] if declared is not None and condition.holds else ()
    return any(map(_TYPE.match, told))


def _is_number(condition: Condition, lexicon: Lexicon) -> bool:
    """Whether a condition tells how many or much of something there is."""
    predicate = lexicon.predicates.get(condition.atom.predicate)
    last = condition.atom.terms[-1:]
    number = any(isinstance(t, Constant) and isinstance(t.value, int) for t in last)
    return predicate is not None and predicate.functional and number


def _fact(condition: Condition, informant: Informant) -> str:
    return informant.happened(condition.atom) or _said(condition, informant.wording.lexicon)


def _said(condition: Condition, lexicon: Lexicon) -> str:
    """Say a condition; of what took place that it does, not in which step of the journal."""
    atom = condition.atom
    predicate = lexicon.predicates.get(atom.predicate)
    if predicate is not None and predicate.role is Role.PAST:
        told = lexicon.predicates.get(str(atom.predicate).rpartition(".")[0])
        if told is not None and told.role is Role.HAPPENING:
            atom = replace(atom, predicate=told.name, terms=atom.terms[:-1])
    return say(atom, lexicon, negated=not condition.holds)


def _addend(part: Addend, informant: Informant) -> str:
    if part.condition is None:
        return str(part.number)
    rests_on = part.condition.since or (part.condition,)
    return f"{part.number} ({join(_fact(one, informant) for one in rests_on)})"


def _is_clock(name: PredicateId, lexicon: Lexicon) -> bool:
    """Whether a predicate tells whose turn or which step it is, which all that is done needs."""
    predicate = lexicon.predicates.get(base_of(name))
    return predicate is not None and predicate.fitting


def _permits(name: PredicateId, lexicon: Lexicon) -> bool:
    """Whether a predicate tells what is allowed of a kind of deed."""
    happening, _, _ = str(name).rpartition(".")
    return name == legal_of(happening) and happening in lexicon.predicates


def _spoken(name: PredicateId, lexicon: Lexicon) -> PredicateId:
    predicate = lexicon.predicates.get(base_of(name))
    return predicate.twin_of or name if predicate is not None else name


def is_worded(name: PredicateId, lexicon: Lexicon) -> bool:
    """Whether a predicate has a sentence that people say.

    That no words of a text are left unread is no reason for anything, nor is the place of a rule.
    """
    predicate = lexicon.predicates.get(base_of(name))
    unread = lexicon.texts.unread if lexicon.texts is not None else None
    if predicate is None or (unread is not None and unread.predicate == predicate.name):
        return False
    return bool(predicate.templates) and predicate.role not in (Role.EFFECT, Role.PART)


def is_kind(name: PredicateId, lexicon: Lexicon) -> bool:
    """Whether a predicate tells what something is, or what is happening now."""
    predicate = lexicon.predicates.get(base_of(name))
    if predicate is None:
        return False
    is_noun = predicate.arity == 1 and any(map(_KIND.match, predicate.templates[:1]))
    return is_noun or predicate.role is Role.HAPPENING
