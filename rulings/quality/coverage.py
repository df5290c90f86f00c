"""Which printed clauses a FAQ suite tests.

In: a rulebook in all its editions, its cases, what they showed. Out: `Coverage`. Guarantee: a
clause counts as tested only when the verdict of a case that passes, YES or NO, rests on it; that
a rule was executed or is mentioned in an explanation does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TypeVar

from rulings.asking.reason import Verdict
from rulings.faq.cases import Case
from rulings.language.checks.dependencies import predicates_read
from rulings.language.format import rule_text
from rulings.language.predicates import base_of
from rulings.language.program import Role, Rule
from rulings.quality.observe import Observation
from rulings.records import dataclass
from rulings.rulebook.layers import is_own_file
from rulings.rulebook.registry import Clause, Registry
from rulings.session import Rulebook


@dataclass(frozen=True, slots=True)
class EncodedRule:
    """A rule of the rulebook, whether it ever fired, and the editions that hold it."""

    id: str
    text: str
    clauses: tuple[str, ...]
    editions: tuple[str, ...]
    fired: bool


@dataclass(frozen=True, slots=True)
class CoveredCase:
    """A decided case."""

    case: Case
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ClauseCoverage:
    """A clause with the rules that encode it and the decided cases that rest on it."""

    clause: Clause
    rules: tuple[EncodedRule, ...]
    declarations: tuple[str, ...]
    cases: tuple[CoveredCase, ...]

    @property
    def encoded(self) -> bool:
        """Whether a rule, a fact or a declaration cites it."""
        return bool(self.rules or self.declarations)

    @property
    def tested(self) -> bool:
        """Whether the verdict of a decided case rests on it."""
        return bool(self.cases)

    @property
    def both(self) -> bool:
        """Whether it has both a yes and a no."""
        return {case.verdict for case in self.cases} >= {Verdict.YES, Verdict.NO}

    @property
    def missing(self) -> bool:
        """Whether it should be tested and is not."""
        return not self.tested and not self.clause.unmodelled


@dataclass(frozen=True, slots=True)
class DocumentCoverage:
    """The clauses of one printed document."""

    id: str
    title: str
    clauses: tuple[ClauseCoverage, ...]

    @property
    def unmodelled(self) -> int:
        """How many clauses say why nothing encodes them."""
        return sum(bool(one.clause.unmodelled) for one in self.clauses)

    @property
    def encoded(self) -> int:
        """How many clauses are encoded."""
        return sum(one.encoded for one in self.clauses)

    @property
    def tested(self) -> int:
        """How many clauses are tested."""
        return sum(one.tested for one in self.clauses)

    @property
    def both(self) -> int:
        """How many clauses have both a yes and a no."""
        return sum(one.both for one in self.clauses)

    @property
    def missing(self) -> tuple[str, ...]:
        """The clauses that should be tested and are not, as rules cite them."""
        return tuple(one.clause.name for one in self.clauses if one.missing)

    def percent(self, count: int) -> int:
        """Return a count as a percentage, rounded down, of the clauses that can be encoded."""
        whole = len(self.clauses) - self.unmodelled
        return count * 100 // whole if whole else 100


SELDOM = 2
"""A predicate that no rule reads, and that no more cases ask, is there for a question or two."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the cases of one rulebook cover.

    `failed` are cases that do not pass, which count for nothing. `seldom_asked` are predicates that
    no rule reads and one or two cases ask, of `shown` that people ask about.
    """

    name: str
    title: str
    editions: tuple[str, ...]
    documents: tuple[DocumentCoverage, ...]
    rules: tuple[EncodedRule, ...]
    never_asked: tuple[str, ...]
    seldom_asked: tuple[str, ...]
    shown: int
    cases: int
    decided: int
    failed: tuple[str, ...]

    @property
    def never_fired(self) -> tuple[EncodedRule, ...]:
        """The rules that fire in no case."""
        return tuple(rule for rule in self.rules if not rule.fired)


def coverage(
    books: Sequence[Rulebook], cases: Sequence[Case], observed: Sequence[Observation]
) -> Coverage:
    """Sum up what cases showed about the editions of one rulebook."""
    tests: dict[str, list[CoveredCase]] = {}
    fired: dict[str, set[str]] = {}
    asked: dict[str, set[tuple[str, str]]] = {}
    failed: list[str] = []
    decided = 0
    for case, seen in zip(cases, observed, strict=True):
        for predicate in seen.asked:
            asked.setdefault(predicate, set()).add((case.id, case.span.source.name))
        fired.setdefault(case.edition or "", set()).update(seen.fired)
        if not seen.passed or seen.reason is None:
            failed.append(f"{case.id} ({case.span})")
        elif seen.reason.verdict in (Verdict.YES, Verdict.NO):
            decided += 1
            verdict = seen.reason.verdict
            for clause in seen.clauses:
                tests.setdefault(clause, []).append(CoveredCase(case, verdict))
    fired.setdefault(books[0].edition, set()).update(fired.pop("", ()))
    rules = _rules(books, fired)
    shown = _shown(books)
    times = {name: len(asked.get(name, ())) for name in shown}
    written = (rule for book in books for rule in book.program.rules)
    read = {base_of(name) for rule in written for name in predicates_read(rule.body)}
    # What breaks a rule is asked of every table that is played on.
    read |= {one.name for book in books for one in book.outline.predicates.values() if one.breach}
    return Coverage(
        books[0].name,
        books[0].title,
        tuple(book.edition for book in books),
        _documents(books, rules, tests),
        rules,
        tuple(name for name in shown if not times[name]),
        tuple(name for name in shown if name not in read and 1 <= times[name] <= SELDOM),
        len(shown),
        len(cases),
        decided,
        tuple(failed),
    )


def _rules(books: Iterable[Rulebook], fired: Mapping[str, set[str]]) -> tuple[EncodedRule, ...]:
    """Return the rulebook's own rules; those of libraries need no clause and are left out."""
    found: dict[tuple[str, str], tuple[Rule, list[str], bool]] = {}
    for book in books:
        happened = fired.get(book.edition, set())
        is_own = cache(partial(is_own_file, book.folder))
        for rule in (one for one in book.program.rules if is_own(one.span.source.name)):
            key = (rule.id, rule_text(rule))
            _, editions, before = found.get(key, (rule, [], False))
            found[key] = (rule, [*editions, book.edition], before or rule.id in happened)
    return tuple(
        EncodedRule(rule.id, text.rstrip(), rule.clauses, tuple(editions), happened)
        for (_, text), (rule, editions, happened) in found.items()
    )


def _documents(
    books: Sequence[Rulebook],
    rules: Iterable[EncodedRule],
    tests: Mapping[str, Sequence[CoveredCase]],
) -> tuple[DocumentCoverage, ...]:
    encoding: dict[str, list[EncodedRule]] = {}
    for rule in rules:
        for clause in rule.clauses:
            encoding.setdefault(clause, []).append(rule)
    declared: dict[str, dict[str, None]] = {}
    for book in books:
        outline = book.outline
        holders = [(p.name, p.clauses) for p in outline.predicates.values()]
        holders += [(sort.name, sort.clauses) for sort in outline.sorts.values()]
        for name, clauses in holders:
            for clause in clauses:
                declared.setdefault(clause, {})[name] = None
    in_force: dict[str, Clause] = {}
    documents = Registry().documents
    for book in books:
        in_force.update(book.in_force.clauses)
        documents = book.registry.documents
    found = []
    for document in documents:
        covered = tuple(
            ClauseCoverage(
                clause,
                _of(same, encoding),
                _of(same, declared),
                _of(same, tests),
            )
            for clause in document.clauses
            if clause.name in in_force
            for same in (books[0].registry.same_as(clause.name),)
        )
        if covered:
            found.append(DocumentCoverage(document.id, document.title, covered))
    return tuple(found)


_T = TypeVar("_T")


def _of(names: Iterable[str], found: Mapping[str, Iterable[_T]]) -> tuple[_T, ...]:
    """Return what was found of clauses that print the same."""
    return tuple(one for name in sorted(names) for one in found.get(name, ()))


def _shown(books: Iterable[Rulebook]) -> tuple[str, ...]:
    """Return the predicates that people ask about, in the order in which they are declared."""
    predicates = (p for book in books for p in book.outline.predicates.values())
    shown = (one for one in predicates if one.role is Role.DERIVED and one.templates)
    return tuple(dict.fromkeys(str(one.name) for one in shown))
