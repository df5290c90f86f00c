"""What a happening does to a table.

In: what is said at a table, a happening, the models of the table. Out: what is said after it, its
journal longer by the happening and by all that follow from it. Guarantee: pure; the next table is
the one before without what ends and with what begins, both read off the table before (F. Lin and
R. Reiter, "How to progress a database", Artificial Intelligence 92, 1997); what is open stays open
or is refused, never guessed; what follows comes in the order of the rules, each with all that it
brings about itself before the next.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.asking.chronicle import Change, Occurred
from rulings.asking.evaluation import Evaluation
from rulings.asking.said import Said
from rulings.engine.run.model import Model
from rulings.engine.store.relation import in_order
from rulings.english.sentence import say
from rulings.language.catalogue import mistake
from rulings.language.diagnostics import Note, RulingsError
from rulings.language.matching import excluded
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Completion, Effect, EffectKind, Happening, Row, Variable
from rulings.records import dataclass, replace
from rulings.rulebook.stated import Stated

MOST_HAPPENINGS = 200
"""So many happenings may one bring about."""


@dataclass(frozen=True, slots=True)
class Instant:
    """A table while something takes place: what is said, its models, the happening."""

    said: Said
    now: Evaluation
    happening: Happening
    atom: Atom

    @staticmethod
    def of(said: Said, atom: Atom, evaluation: Evaluation) -> Instant:
        """Return the moment in which `atom` takes place at a table with these models."""
        happening = said.shelf.outline.happenings[str(atom.predicate)]
        stated = evaluation.stated.state(atom)
        now = Evaluation(evaluation.evaluators, evaluation.engine, stated, evaluation)
        return Instant(said, now, happening, atom)

    def model(self, *kinds: EffectKind) -> tuple[tuple[Effect, ...], Model | None]:
        """Return the effects of some kinds, and a model of what they bring about."""
        effects = tuple(e for e in self.happening.effects if e.kind in kinds)
        roots = frozenset[PredicateId](effect.made for effect in effects)
        return effects, self.now.model(roots, {}) if roots else None


@dataclass(slots=True)
class _Unfolding:
    """A happening while it is carried out, with what is still to come of it."""

    said: Said
    evaluation: Evaluation
    pending: list[tuple[Atom, int]]

    def one(self) -> None:
        """Carry out what comes next."""
        atom, cause = self.pending.pop()
        moment = Instant.of(self.said, atom, self.evaluation)
        states = (EffectKind.ENDS, EffectKind.BEGINS, EffectKind.SETS)
        effects, model = moment.model(*states, EffectKind.CAUSES)
        opened: list[Atom] = []
        changes: list[Change] = []
        follow: list[Atom] = []
        if model is not None:
            opened = _opened(moment, effects, model)
            for effect, row in _rows(effects, model):
                made = Atom.of(effect.made, row, effect.span)
                target = replace(made, predicate=effect.target)
                if effect.kind is EffectKind.CAUSES:
                    follow.append(target)
                else:
                    changes.append(Change(target, effect.kind is not EffectKind.ENDS, made))
        changes.sort(key=lambda change: change.begins)
        _refuse_conflicts(moment, changes)
        stated = _changed(self.said, changes, opened)
        opened = [one for one in opened if _known(self.said, one)]
        step = len(self.said.journal) + 1
        entry = Occurred(step, atom, cause, self.said.stated, stated, tuple(changes), tuple(opened))
        self.said = self.said.after_entry(entry)
        table, before = self.said.on_the_table, self.evaluation
        self.evaluation = Evaluation(before.evaluators, before.engine, table, moment.now)
        self.pending += ((one, step) for one in reversed(follow))


def carry_out(said: Said, atom: Atom, evaluation: Evaluation) -> tuple[Said, Evaluation]:
    """Return what is said after a happening and all that it brings about, and its evaluation.

    Raises RulingsError: RUL410 for effects that contradict each other, RUL411 for what never
    ends, RUL412 for an effect that is open, RUL417 for one on what the rulebook itself states.
    """
    work = _Unfolding(said, evaluation, [(atom, 0)])
    for _ in range(MOST_HAPPENINGS):
        work.one()
        if not work.pending:
            return work.said, work.evaluation
    raise mistake("RUL411", None, what=say(atom, work.said.lexicon), limit=MOST_HAPPENINGS)


def _rows(effects: tuple[Effect, ...], model: Model) -> Iterator[tuple[Effect, Row]]:
    """Yield what is brought about, in the order of the rules and of the values."""
    seen: set[PredicateId] = set()
    for effect in effects:
        if effect.made not in seen:
            seen.add(effect.made)
            yield from ((effect, row) for row in in_order(model.true.get(effect.made, ())))


def _opened(moment: Instant, effects: tuple[Effect, ...], model: Model) -> list[Atom]:
    """Return the facts of which nobody knows after the happening whether they hold.

    Whether they begin or end is open, and the table can leave them open. Raises RulingsError
    (RUL412) where it cannot: the state is not an open one, or a happening would follow.
    """
    found: list[Atom] = []
    predicates = moment.said.shelf.outline.predicates
    for effect in {effect.made: effect for effect in effects}.values():
        for row in in_order(model.undefined(effect.made)):
            atom = Atom.of(effect.made, row)
            target = predicates[effect.target]
            if effect.kind is not EffectKind.CAUSES and target.completion is Completion.OPEN:
                found.append(replace(atom, predicate=effect.target))
                continue
            words = moment.said.lexicon
            told = say(replace(atom, predicate=effect.target), words)
            verb = "" if effect.kind is EffectKind.CAUSES else f" {effect.kind.value}"
            raise mistake(
                "RUL412", effect.span, what=say(moment.atom, words), effect=f"“{told}”{verb}"
            )
    return found


def _refuse_conflicts(moment: Instant, changes: list[Change]) -> None:
    """Refuse effects that cannot be together on one table."""
    outline = moment.said.shelf.outline
    ended = {(c.atom.predicate, c.atom.row): c for c in changes if not c.begins}
    begun: dict[PredicateId, dict[Row, Change]] = {}
    values: dict[tuple[PredicateId, Row], Change] = {}
    for change in changes:
        name, row = change.atom.predicate, change.atom.row
        if row in _told(moment.said, name) and not change.begins:
            raise _of_the_rulebook(moment, change)
        if not change.begins:
            continue
        predicate = outline.predicates[name]
        other = ended.get((name, row))
        if other is None and predicate.functional:
            other = values.setdefault((name, row[:-1]), change)
            if other is change:
                other = None
            if any(told[:-1] == row[:-1] and told != row for told in _told(moment.said, name)):
                raise _of_the_rulebook(moment, change)
        for opposite, gone in excluded(predicate, row, begun):
            other = other or begun[opposite][gone]
        if other is not None:
            raise _conflict(moment, other, change)
        begun.setdefault(name, {})[row] = change


def _told(said: Said, name: PredicateId) -> tuple[Row, ...]:
    """What the rulebook itself states."""
    facts = said.shelf.outline.facts.get(name)
    return facts.rows if facts is not None else ()


def _of_the_rulebook(moment: Instant, change: Change) -> RulingsError:
    words = moment.said.lexicon
    what, fact = say(moment.atom, words), say(change.atom, words)
    return mistake("RUL417", change.made.span, what=what, effect=fact)


def _conflict(moment: Instant, one: Change, other: Change) -> RulingsError:
    words = moment.said.lexicon
    told = (say(change.made, words) for change in (one, other))
    first, second = (f"“{text}”" for text in told)
    notes = [Note("one rule", one.made.span), Note("the other rule", other.made.span)]
    what = say(moment.atom, words)
    return mistake("RUL410", None, notes, what=what, first=first, second=second)


def _changed(said: Said, changes: list[Change], opened: list[Atom]) -> Stated:
    """Return what is stated after the changes, what ends first; of what is opened, nothing."""
    stated = said.stated
    for change in changes:
        predicate = said.shelf.outline.predicates[change.atom.predicate]
        if change.begins:
            stated = stated.state(change.atom, predicate=predicate)
        elif predicate.completion is Completion.CLOSED:
            stated = stated.withdraw(change.atom)
        else:
            stated = stated.state(change.atom, falsehood=True)
    for atom in opened:
        every = _with_its_values(said, atom)
        stated = stated.withdraw(every).withdraw(every, falsehood=True)
    return stated


def _known(said: Said, atom: Atom) -> bool:
    """Whether a table told before whether something holds, if by another value of it."""
    every = _with_its_values(said, atom)
    return said.stated.states(every) or said.stated.states(atom, falsehood=True)


def _with_its_values(said: Said, atom: Atom) -> Atom:
    """Return an atom with any value in the place of the one value that it has."""
    if not said.shelf.outline.predicates[atom.predicate].functional:
        return atom
    return replace(atom, terms=(*atom.terms[:-1], Variable("Any")))
