"""Sentences that two predicates share.

In: a checked program and its vocabulary. Out: an error with both places for each pair of
predicates that one sentence says. Guarantee: a sentence that is stated is the one that is asked
about. What the table states and what rules conclude from it may share a sentence: stating it is
then a reason for it. Templates are compared by their words, after the synonyms of the word list,
and by the types of their slots.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulings.english.idiom import Keys, Vocabulary
from rulings.english.sort_sets import Sorts
from rulings.english.template import Template, templates_of
from rulings.language.catalogue import diagnose
from rulings.language.checks.dependencies import dependency_graph
from rulings.language.components import reached
from rulings.language.diagnostics import Diagnostic, Note
from rulings.language.predicates import PredicateId, side_of
from rulings.language.program import Predicate, Program, Role

_Said = tuple[Predicate, Template, tuple[str, ...]]


def collisions(program: Program, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """Report each pair of predicates that share a sentence, at the later declaration."""
    sorts = Sorts.of(program.sorts)
    known: dict[Keys, list[_Said]] = {}
    reported: set[frozenset[str]] = set()
    below: dict[PredicateId, set[PredicateId]] | None = None
    for predicate in program.predicates.values():
        if predicate.role is Role.EFFECT:
            # Only explanations say these, and two happenings may begin the same.
            continue
        for template in templates_of(predicate, sorts.is_int):
            slots = [piece for piece in template.pieces if isinstance(piece, int)]
            types = tuple(predicate.columns[slot].sort for slot in slots)
            words = template.shape
            ways = tuple(dict.fromkeys(_ways(words, vocabulary)))
            for said in ways:
                for other, theirs, kinds in known.get(said, ()):
                    pair = frozenset((predicate.name, other.name))
                    shared = all(map(sorts.compatible, types, kinds))
                    if other is predicate or pair in reported or not shared:
                        continue
                    if below is None:
                        below = declared_below(program)
                    exact = words == theirs.shape
                    if _is_ours(predicate, other) and not _may_share(
                        predicate, other, below, exact=exact
                    ):
                        reported.add(pair)
                        yield said_by_two("RUL639", predicate, template, other, theirs)
            for said in ways:
                known.setdefault(said, []).append((predicate, template, types))


def _ways(words: Keys, vocabulary: Vocabulary) -> Iterator[Keys]:
    """A template's words, as they stand and with each synonym put for what it means."""
    yield words
    for place, word in enumerate(words):
        for said, meant in vocabulary.rewrites.get(word, ()):
            if words[place : place + len(said)] == said:
                yield (*words[:place], *meant, *words[place + len(said) :])


def _is_ours(one: Predicate, other: Predicate) -> bool:
    """Whether the rulebook declares both: what every rulebook has gives way to its own."""
    return all(p.span.source.name != "system" for p in (one, other))


def declared_below(program: Program) -> dict[PredicateId, set[PredicateId]]:
    """Return the declared predicates that each one's rules read."""
    found: dict[PredicateId, set[PredicateId]] = {}
    for reader, edges in dependency_graph(program).items():
        found.setdefault(side_of(reader), set()).update(side_of(edge.read) for edge in edges)
    return found


def _may_share(
    one: Predicate,
    other: Predicate,
    below: Mapping[PredicateId, set[PredicateId]],
    *,
    exact: bool,
) -> bool:
    """Whether one of the two is concluded from the other, so that they may share a sentence.

    Where they share the very words, the other has to be stated; what only a synonym joins may be
    concluded from what is concluded.
    """
    if exact:
        if one.role is other.role:
            return False
        state, concluded = (one, other) if one.role is Role.STATE else (other, one)
        return _reads(concluded.name, state.name, below)
    return follows(one, other, below)


def follows(
    one: Predicate, other: Predicate, below: Mapping[PredicateId, set[PredicateId]]
) -> bool:
    """Whether rules conclude one of the two from the other."""
    return _reads(one.name, other.name, below) or _reads(other.name, one.name, below)


def _reads(
    reader: PredicateId, read: PredicateId, below: Mapping[PredicateId, set[PredicateId]]
) -> bool:
    """Whether the rules of one predicate depend on another."""
    return read in reached(below.get(reader, ()), lambda name: below.get(name, ()))


def said_by_two(
    code: str,
    predicate: Predicate,
    template: Template,
    other: Predicate,
    theirs: Template,
    **more: str,
) -> Diagnostic:
    """Return the diagnostic of a predicate whose sentence another, declared earlier, says too."""
    return diagnose(
        code,
        predicate.span,
        [Note(f"`{other.name}` says it here", other.span)],
        text=template.text,
        name=predicate.name,
        other=other.name,
        theirs=theirs.text,
        **more,
    )
