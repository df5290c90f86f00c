"""The rules of a program, by what they conclude, unpacked when they are needed.

In: a checked program, or the pickled groups of its rules. Out: the program without its rules
(`outline`), the rules for one predicate, the part of the program that some predicates depend
on. Guarantee: a slice has the same model on its predicates as the whole program, given the
whole program's constants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from rulings.language.components import reached
from rulings.language.predicates import PredicateId, against, base_of
from rulings.language.program import Program, Rule
from rulings.logic.domains import Constants, constants_of
from rulings.logic.graph import reads
from rulings.logic.orders import Orders
from rulings.records import replace

Rules = tuple[Rule, ...]
Groups = Mapping[PredicateId, Rules | int]
"""Rules, or the number by which they are unpacked."""


class Shelf:
    """A program in parts. `p` names the rules that conclude p, `neg p` those that deny it."""

    def __init__(
        self,
        outline: Program,
        groups: Groups,
        needs: Mapping[PredicateId, Sequence[PredicateId]],
        constants: Constants,
        unpack: Callable[[int], Rules],
    ) -> None:
        self.outline = outline
        self.needs = needs
        self.constants = constants
        self.orders = Orders()
        self._groups = dict(groups)
        self._unpack = unpack

    @cached_property
    def readers(self) -> Mapping[PredicateId, int]:
        """How many predicates rest on each one directly: what few read tells more."""
        return Counter(name for read in self.needs.values() for name in read)

    @staticmethod
    def of(program: Program) -> Shelf:
        """Put a program's rules on a shelf."""
        needs: dict[PredicateId, dict[PredicateId, None]] = {}
        for rule in program.rules:
            read = needs.setdefault(rule.head.predicate, {})
            for other, _ in reads(rule.body):
                read[base_of(other)] = None
        return Shelf(
            replace(program, rules=()),
            _grouped(program.rules),
            {name: tuple(read) for name, read in needs.items()},
            constants_of(program),
            _nothing_packed,
        )

    def __reduce__(self) -> tuple[Callable[..., Shelf], tuple[object, ...]]:
        """Pickle with all rules unpacked: what unpacks them belongs to this process."""
        groups = {name: self.concluding(name) for name in self._groups}
        return Shelf, (self.outline, groups, self.needs, self.constants, _nothing_packed)

    @cached_property
    def twins(self) -> dict[PredicateId, PredicateId]:
        """The predicates that state what another does, with that."""
        known = self.outline.predicates.values()
        return {one.name: one.twin_of for one in known if one.twin_of}

    @cached_property
    def was(self) -> dict[PredicateId, PredicateId]:
        """The predicates that tell what a state was, with that state."""
        return {one.name: one.was for one in self.outline.predicates.values() if one.was}

    @property
    def names(self) -> Iterable[PredicateId]:
        """What there are rules for."""
        return self._groups.keys()

    def concluding(self, name: PredicateId) -> Rules:
        """Return the rules for `p`, or the denials of p for `neg p`."""
        rules = self._groups.get(name, ())
        if isinstance(rules, int):
            rules = self._groups[name] = self._unpack(rules)
        return rules

    def concerning(self, name: PredicateId) -> Rules:
        """Return the rules for and against `p`."""
        return (*self.concluding(name), *self.concluding(against(name)))

    def revised(self, rules: Groups, outline: Program | None = None) -> Shelf:
        """Return a shelf with other rules for some predicates, or another outline."""
        groups = {**self._groups, **rules}
        return Shelf(outline or self.outline, groups, self.needs, self.constants, self._unpack)

    def naming(self, rules: Iterable[Rule]) -> Shelf:
        """Return a shelf of the same rules by other names."""
        return self.revised(_grouped(rules))

    @cached_property
    def program(self) -> Program:
        """The whole program."""
        rules = (rule for name in self._groups for rule in self.concluding(name))
        return replace(self.outline, rules=tuple(rules))

    def slice(self, roots: Iterable[PredicateId]) -> Program:
        """Return the program with only the rules that `roots` depend on."""
        asked: Iterable[PredicateId] = map(base_of, roots)
        wanted = reached(asked, lambda name: self.needs.get(name, ()))
        rules = (rule for name in wanted for rule in self.concerning(name))
        return replace(self.outline, rules=tuple(rules))


def _grouped(rules: Iterable[Rule]) -> dict[PredicateId, Rules]:
    """Return rules by what they conclude or deny."""
    found: dict[PredicateId, list[Rule]] = {}
    for rule in rules:
        name = rule.head.predicate
        found.setdefault(against(name) if rule.denies else name, []).append(rule)
    return {name: tuple(some) for name, some in found.items()}


def _nothing_packed(_number: int) -> Rules:
    return ()
