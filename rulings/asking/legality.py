"""What the rules allow to happen.

In: a table and its models. Out: the happenings that have all that they need, or why one has not.
Guarantee: only what has needs is listed, in the order of the declarations and of the values; what
depends on something unknown is listed as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulings.asking.datalog_lines import fact_line
from rulings.asking.evaluation import Evaluation
from rulings.asking.explanation import Evidence
from rulings.asking.goal import Goal
from rulings.asking.inquiry import inquire
from rulings.asking.reason import Verdict
from rulings.asking.said import Said
from rulings.engine.store.relation import in_order
from rulings.english.sentence import say, sentence
from rulings.english.words import function_words
from rulings.language.catalogue import diagnose, mistake
from rulings.language.diagnostics import Diagnostic, Note, RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Constant, Literal, Value
from rulings.records import dataclass, replace
from rulings.rulebook.registry import Registry

_OFFERED = 6
"""How many of several ways are shown."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """A happening that the rules allow; unless `surely`, that depends on what is unknown.

    What `chance` decides is nobody's choice. `fact` is of the rule language, for `Session.happen`;
    `kind` is the declared happening.
    """

    kind: str
    fact: str
    say: str
    surely: bool = True
    chance: bool = False


@dataclass(frozen=True, slots=True)
class Permitted:
    """A happening that the rules allow, not yet put into words."""

    atom: Atom
    surely: bool

    def told(self, said: Said) -> Allowed:
        """Return it in the words of its table."""
        fact = fact_line(self.atom, False, said.shelf.outline)
        kind = str(self.atom.predicate)
        chance = said.shelf.outline.predicates[kind].chance
        return Allowed(kind, fact, say(self.atom, said.lexicon), self.surely, chance)


def permitted(
    said: Said,
    evaluation: Evaluation,
    registry: Registry,
    told: Mapping[int, Value] | None = None,
    kind: PredicateId | None = None,
) -> Iterator[Permitted]:
    """Yield what the rules allow: of one kind if it is given, with what is `told` of its places.

    What one evaluation leaves open is asked case by case, as "may …?" asks it.
    """
    chosen = [
        one
        for one in said.shelf.outline.happenings.values()
        if one.legal and not one.short_of and kind in (None, one.name)
    ]
    known = {} if told is None else told
    # One model of all of them: most of what one happening needs, others need as well.
    model = evaluation.model(frozenset(one.legal for one in chosen), {})
    for happening in chosen:
        sure, perhaps = model.true[happening.legal], model.possible[happening.legal]
        rows = [
            row for row in perhaps if all(row[at : at + 1] == (it,) for at, it in known.items())
        ]
        for row in in_order(rows):
            terms = tuple(map(Constant, row))
            verdict = Verdict.YES
            if row not in sure:
                goal = Goal((Literal(Atom(happening.legal, terms)),))
                verdict = inquire(goal, evaluation, said.lexicon, registry).reason.verdict
            if verdict is not Verdict.NO:
                yield Permitted(Atom(happening.name, terms), verdict is Verdict.YES)


def allowed(
    said: Said, evaluation: Evaluation, registry: Registry, by: Value | None = None
) -> Iterator[Allowed]:
    """Yield the same in words."""
    first = None if by is None else {0: by}
    return (one.told(said) for one in permitted(said, evaluation, registry, first))


def told_whole(said: Said, atom: Atom, evaluation: Evaluation, registry: Registry) -> Atom:
    """Return a happening that may be told in short as the one that it stands for.

    Of several that are alike the first one is meant. Raises RulingsError: RUL504 with the ways
    where the rules allow several, RUL414 if none.
    """
    happening = said.shelf.outline.happenings[str(atom.predicate)]
    if not happening.short_of:
        return atom
    told = dict(zip(happening.places, atom.row, strict=True))
    ways = [*permitted(said, evaluation, registry, told, happening.short_of)]
    if ways and all(_alike(ways[0].atom, way.atom, told.get(0), said) for way in ways[1:]):
        return ways[0].atom
    if ways:
        raise RulingsError([several_ways(say(atom, said.lexicon), ways, said)])
    why = "nothing says what else it is"
    if happening.legal:
        goal = Goal((Literal(replace(atom, predicate=happening.legal)),))
        found = inquire(goal, evaluation, said.lexicon, registry)
        why = _reason(found.explain(), found.reason.verdict)
    raise mistake("RUL414", None, what=say(atom, said.lexicon), why=why)


def _alike(one: Atom, other: Atom, doer: Value | None, said: Said) -> bool:
    """Whether no rule, and nothing told of the doer, names what two happenings differ in."""
    pairs = zip(one.row, other.row, strict=True)
    apart = {value for pair in pairs for value in pair if pair[0] != pair[1]}
    shelf, stated = said.shelf, said.on_the_table
    told = (row for rows in (*stated.facts.values(), *stated.denials.values()) for row in rows)
    named = (
        *shelf.constants.seen.values(),
        *(
            row
            for name, some in shelf.outline.facts.items()
            if name != "label"
            for row in some.rows
        ),
        *(row for row in told if doer in row),
    )
    return all(apart.isdisjoint(values) for values in named)


def several_ways(line: str, ways: Sequence[Permitted], said: Said) -> Diagnostic:
    """What is wrong with a line that several happenings fit, with some of them."""
    shown = tuple(sentence(one.told(said).say) for one in ways[:_OFFERED])
    problem = diagnose("RUL504", None, text=line, count=len(ways), readings=" ".join(shown))
    return replace(problem, suggestions=shown)


def disallowed(
    said: Said, atom: Atom, evaluation: Evaluation, registry: Registry, *, strict: bool
) -> Iterator[Diagnostic]:
    """Yield what a happening needs and has not, when `strict` also what it may not have.

    Raises RulingsError (RUL414) for that when `strict`.
    """
    happening = said.shelf.outline.happenings[str(atom.predicate)]
    if happening.legal:
        # What was listed as allowed is known; only what is not is asked for each of its needs.
        model = evaluation.model(frozenset((happening.legal,)), {})
        if atom.row in model.true[happening.legal]:
            return
    for need in happening.needs:
        terms = tuple(atom.terms[place] for place in need.places)
        goal = Goal((Literal(Atom(need.made, terms)),))
        found = inquire(goal, evaluation, said.lexicon, registry)
        if found.reason.verdict is Verdict.YES or (
            not strict and found.reason.verdict is not Verdict.NO
        ):
            continue  # Who tells what happened tells that it could.
        evidence = found.explain()
        cited = [f"{c.short} · {c.section}: {c.gist}" for c in evidence.rests_on]
        notes = [*map(Note, cited), Note("what it needs", need.span)]
        why = _reason(evidence, found.reason.verdict)
        code = "RUL414" if strict else "RUL413"
        problem = diagnose(code, None, notes, what=say(atom, said.lexicon), why=why)
        if strict:
            raise RulingsError([problem])
        yield problem


def _reason(evidence: Evidence, verdict: Verdict) -> str:
    """Say in one sentence why a need is not met: what is unknown, or what decides."""
    if evidence.unknown:
        return f"it is not known whether {evidence.unknown[0]}"
    if verdict is Verdict.UNDECIDED:
        return "that is undecided"
    told = evidence.because.say[:1] or ("it does not have all that it needs",)
    why = told[0].rstrip(".")
    is_name = why.partition(" ")[0].lower() not in function_words()
    return why if is_name else why[:1].lower() + why[1:]
