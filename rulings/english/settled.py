"""What rules settle at every table, found by the words of a question.

In: the rules of a program whose heads name all they speak of, the templates, names and clauses.
Out: `Settled`, to be searched. Guarantee: built once for a rulebook and plain data.

"Paying the skipping fee takes place on each build" is one conclusion among many of one predicate;
what tells it from the others are the names in it, what else they are called, and, more faintly,
what the clause says that the rule cites.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log

from rulings.english.names import Names
from rulings.english.template import Template
from rulings.english.topics import SILENT, root, roots_in
from rulings.english.words import FUNCTION_WORDS, tokenize
from rulings.language.predicates import PredicateId
from rulings.language.program import Constant, Predicate, Rule, Value
from rulings.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What a rule concludes of named things, with the sentence that says it.

    `said` are the roots of the fixed words, `named` those of what each column names, by whatever
    it is called, `shown` those of the label alone; `beside` are those of the clauses.
    """

    template: Template
    values: tuple[Value, ...]
    said: frozenset[str]
    shown: tuple[frozenset[str], ...]
    named: tuple[frozenset[str], ...]
    beside: frozenset[str]


@dataclass(frozen=True, slots=True)
class Settled:
    """All conclusions; `places` are the numbers of those that have a root, `weights` its worth."""

    conclusions: tuple[Conclusion, ...] = ()
    places: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)


def settled_in(
    rules: Iterable[Rule],
    templates: Iterable[Template],
    predicates: Mapping[PredicateId, Predicate],
    names: Names,
    called: Iterable[tuple[str, str]],
    gists: Mapping[str, str],
) -> Settled:
    """Index what rules conclude of named things; `called` are other spellings of names."""
    first: dict[PredicateId, Template] = {}
    for template in templates:
        first.setdefault(template.predicate, template)
    spellings: dict[Value, list[str]] = {}
    for spelling, value in called:
        spellings.setdefault(value, []).append(spelling)
    found: dict[tuple[PredicateId, tuple[Value, ...]], Conclusion] = {}
    for rule in rules:
        head = rule.head
        values = tuple(term.value for term in head.terms if isinstance(term, Constant))
        said = first.get(head.predicate)
        if said is None or not values or len(values) < len(head.terms):
            continue
        beside = frozenset[str]().union(*(_roots(gists.get(name, "")) for name in rule.clauses))
        before = found.get((head.predicate, values))
        if before is not None:
            beside |= before.beside
        sorts = [column.sort for column in predicates[head.predicate].columns]
        labels = tuple(
            _roots(names.display(value, sort)) for value, sort in zip(values, sorts, strict=True)
        )
        more = tuple(
            label.union(*(_roots(spelling) for spelling in spellings.get(value, ())))
            for label, value in zip(labels, values, strict=True)
        )
        found[head.predicate, values] = Conclusion(
            said, values, roots_in(said), labels, more, beside
        )
    return _indexed(tuple(found.values()))


def _indexed(conclusions: tuple[Conclusion, ...]) -> Settled:
    places: dict[str, list[int]] = {}
    for number, one in enumerate(conclusions):
        for word in one.said.union(one.beside, *one.named):
            places.setdefault(word, []).append(number)
    weights = {
        word: log((len(conclusions) + 1) / len(numbers)) + 0.1 for word, numbers in places.items()
    }
    return Settled(conclusions, {word: tuple(numbers) for word, numbers in places.items()}, weights)


def _roots(text: str) -> frozenset[str]:
    keys = {token.key for token in tokenize(text)}
    return frozenset(root(key) for key in keys - SILENT - FUNCTION_WORDS)
