"""What differs between two versions of a rulebook.

In: two `Version`s. Out: a `Differences`: the cases whose verdict, answer or reasons changed, the
clauses that came, went or changed, and for each ready situation the derived facts that flipped
with the clauses responsible. Guarantee: each case is asked once of each version, with the same
table; a clause is responsible for a flip only when a rule that encodes it stands in the
explanation on one side and exists on that side alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulings.asking.reason import Verdict
from rulings.engine.run.model import Model, Truth
from rulings.english.reading import Ask
from rulings.english.sentence import say
from rulings.faq.cases import Case
from rulings.faq.spread import Progress
from rulings.language.diagnostics import RulingsError
from rulings.language.program import (
    Atom,
    Condition,
    Literal,
    Predicate,
    Role,
    Row,
    Rule,
)
from rulings.quality.observe import Observation, observe
from rulings.quality.versions import Version
from rulings.records import dataclass, replace
from rulings.rulebook.registry import Clause
from rulings.rulebook.situation import read_situation
from rulings.session import Rulebook, Session

Meaning = tuple[Atom, tuple[Condition, ...], bool]
"""What a rule says, wherever it stands and whatever it cites."""


@dataclass(frozen=True, slots=True)
class CaseChange:
    """A case that two versions answer differently; `what` is verdict, answer or reasons."""

    case: Case
    what: str
    before: Observation
    after: Observation


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """A clause that `came`, `went` or `changed`; then `what` lists the parts that did."""

    name: str
    how: str
    what: tuple[str, ...]
    before: Clause | None
    after: Clause | None


@dataclass(frozen=True, slots=True)
class FlippedFact:
    """A derived fact with another truth value, and the clauses responsible."""

    situation: str
    fact: str
    say: str
    before: Truth
    after: Truth
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Differences:
    """Everything that differs; `asked` cases and `situations` were compared.

    `skipped` are situations that one of the versions cannot read, with the reason.
    """

    title: str
    before: str
    after: str
    asked: int
    cases: tuple[CaseChange, ...]
    clauses: tuple[ClauseChange, ...]
    situations: tuple[str, ...]
    flips: tuple[FlippedFact, ...]
    skipped: tuple[str, ...]


def compare(
    before: Version, after: Version, *, jobs: int | None = None, progress: Progress | None = None
) -> Differences:
    """Compare two versions of a rulebook."""
    cases = _common(after.cases, before.cases)
    seen = observe(
        [*_put_to(cases, before.book), *_put_to(cases, after.book)], jobs=jobs, progress=progress
    )
    changes = (
        CaseChange(case, what, old, new)
        for case, old, new in zip(cases, seen[: len(cases)], seen[len(cases) :], strict=True)
        if (what := _changed(old, new))
    )
    compared: list[str] = []
    skipped: list[str] = []
    flips: list[FlippedFact] = []
    for name in dict.fromkeys((*after.book.situations, *before.book.situations)):
        try:
            tables = _tables(name, before.book, after.book)
        except RulingsError as problem:
            skipped.append(f"{name}: {problem.diagnostics[0].message}")
        else:
            compared.append(name)
            flips += _flips(name, *tables)
    return Differences(
        after.book.title,
        before.label,
        after.label,
        len(cases),
        tuple(sorted(changes, key=lambda change: _ORDER.index(change.what))),
        tuple(clause_changes(before.book, after.book)),
        tuple(compared),
        tuple(flips),
        tuple(skipped),
    )


_ORDER = ("verdict", "answer", "reasons")


def clause_changes(before: Rulebook, after: Rulebook) -> Iterator[ClauseChange]:
    """Yield the clauses in force that came, went or changed, in the order of the documents."""
    old, new = before.in_force.clauses, after.in_force.clauses
    encoded = [_encoding(book.program.rules) for book in (before, after)]
    for name in dict.fromkeys((*old, *new)):
        one, other = old.get(name), new.get(name)
        if one is None or other is None:
            yield ClauseChange(name, "came" if one is None else "went", (), one, other)
            continue
        parts = ("section", "gist", "lines", "page", "unmodelled")
        what = [part for part in parts if getattr(one, part) != getattr(other, part)]
        if encoded[0].get(name) != encoded[1].get(name):
            what.append("rules")
        if what:
            yield ClauseChange(name, "changed", tuple(what), one, other)


def _common(*suites: Iterable[Case]) -> list[Case]:
    """Return every case once, by file and id, whatever edition it is expected in."""
    found: dict[tuple[str, str], Case] = {}
    for case in (case for suite in suites for case in suite):
        found.setdefault((case.span.source.name, case.id), case)
    return list(found.values())


def _put_to(cases: Iterable[Case], book: Rulebook) -> Iterator[Case]:
    """Yield cases as questions to one version; what they should expect there is not known."""
    for case in cases:
        yield replace(case, game=book.folder, edition=book.edition, because=())


def _changed(old: Observation, new: Observation) -> str:
    """Return what changed in the answer to a case, empty when nothing did."""
    if old.reason is None or new.reason is None:
        return "" if old.reason is new.reason else "verdict"
    if old.reason.verdict is not new.reason.verdict:
        return "verdict"
    if old.number != new.number or sorted(old.answers) != sorted(new.answers):
        return "answer"
    same = old.reason is new.reason and set(old.clauses) == set(new.clauses)
    return "" if same else "reasons"


def _tables(name: str, *books: Rulebook) -> tuple[Session, ...]:
    """Describe a ready situation to each version, whatever edition it was made for.

    Raises RulingsError when one of them has no such situation or does not understand it.
    """
    home = next(book for book in reversed(books) if name in book.situations)
    described = read_situation(name, home.folder)
    return tuple(book.situation().with_lines(described.lines) for book in books)


def _flips(situation: str, before: Session, after: Session) -> Iterator[FlippedFact]:
    shared = [
        predicate
        for predicate in after.rulebook.outline.predicates.values()
        if _comparable(predicate, before.rulebook.outline.predicates.get(predicate.name))
    ]
    names = [predicate.name for predicate in shared]
    models = before.model(names), after.model(names)
    only = _alone(before.rulebook, after.rulebook), _alone(after.rulebook, before.rulebook)
    for predicate in shared:
        for row in _rows(predicate.name, models):
            was, now = (model.truth(predicate.name, row) for model in models)
            if was is not now:
                atom = Atom.of(predicate.name, row)
                clauses = _responsible(atom, (before, after), only)
                fact = f"{predicate.name}({', '.join(map(str, row))})"
                yield FlippedFact(situation, fact, say(atom, after.lexicon), was, now, clauses)


def _comparable(new: Predicate, old: Predicate | None) -> bool:
    """Return whether two versions derive the same predicate, with no inputs to ask for."""
    return (
        old is not None
        and new.role is Role.DERIVED
        and old.role is Role.DERIVED
        and new.columns == old.columns
        and not any(column.is_input for column in new.columns)
    )


def _rows(name: str, models: Sequence[Model]) -> list[Row]:
    rows = {row for model in models for row in model.possible.get(name, ())}
    return sorted(rows, key=lambda row: tuple((isinstance(v, str), str(v)) for v in row))


def _alone(book: Rulebook, other: Rulebook) -> frozenset[str]:
    """Return the ids of the rules that say what no rule of the other version says."""
    known = {_meaning(rule) for rule in other.program.rules}
    return frozenset(rule.id for rule in book.program.rules if _meaning(rule) not in known)


def _responsible(
    atom: Atom, tables: Sequence[Session], only: Sequence[frozenset[str]]
) -> tuple[str, ...]:
    """Return the clauses of the rules that explain a fact on one side and exist there alone.

    When no rule does, a stated fact does: then those of what was concluded last.
    """
    found: dict[str, None] = {}
    last: dict[str, None] = {}
    for table, alone in zip(tables, only, strict=True):
        answer = table.answer(Ask((Literal(atom),)))
        for root in answer.explanation:
            for step in root.walk():
                if step.rule in alone:
                    found.update(dict.fromkeys(cited.id for cited in step.clauses))
            if answer.verdict is Verdict.YES:
                last.update(dict.fromkeys(cited.id for cited in root.clauses))
    return tuple(found or last)


def _encoding(rules: Iterable[Rule]) -> dict[str, frozenset[Meaning]]:
    found: dict[str, set[Meaning]] = {}
    for rule in rules:
        for clause in rule.clauses:
            found.setdefault(clause, set()).add(_meaning(rule))
    return {clause: frozenset(meanings) for clause, meanings in found.items()}


def _meaning(rule: Rule) -> Meaning:
    return rule.head, rule.body, rule.denies
