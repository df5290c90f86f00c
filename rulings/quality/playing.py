"""Games played at random: what goes wrong on a way that the rules allow.

In: a table, how many games, a seed. Out: how the games ended, the faults met, the shortest failing
game made shorter. Guarantee: every step of a game is one that the rules surely allow; game k of a
seed is the same whatever is played beside it; what is shown as a failing game has been played
again and fails in the same way; of what is left of it no happening alone can be dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cache, partial
from random import Random

from rulings.asking.datalog_lines import fact_line
from rulings.asking.happening import carry_out
from rulings.asking.legality import Allowed, Permitted, permitted
from rulings.asking.recent import WorkedOut
from rulings.faq.workers import shared_out
from rulings.language.catalogue import mistake
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.logic.graph import reads
from rulings.quality.shrinking import needed
from rulings.records import dataclass, replace
from rulings.rulebook.situation import at_hand
from rulings.session import Rulebook, Session
from rulings.written import situation_text

MOST_STEPS = 1000
"""A game of so many choices is taken to have no end, unless the user says how many to play."""


class FaultKind(Enum):
    """What went wrong."""

    BREACH = "breach"
    """The table breaks a rule: what the rulebook declares a `breach` is true."""
    OPEN = "open"
    """It is not decided whether something may happen."""
    REFUSED = "refused"
    """What the rules allow cannot be carried out."""
    ENDLESS = "endless"
    """The game goes on and on."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that went wrong, told in lines; faults of one kind and `cause` are the same."""

    kind: FaultKind
    cause: tuple[str, ...]
    told: tuple[str, ...]

    def is_like(self, other: Fault | None) -> bool:
        """Whether another one is the same, perhaps of other things."""
        return other is not None and (self.kind, self.cause) == (other.kind, other.cause)


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it was played: its number, the choices made, the fault it ended with if any.

    `cut` is a game that was stopped after as many steps as the user asked for. So many `chances`
    among the choices are nobody's.
    """

    number: int
    chosen: tuple[str, ...]
    fault: Fault | None = None
    cut: bool = False
    chances: int = 0


@dataclass(frozen=True, slots=True)
class Playout:
    """What became of some games: how many choices were made, how many games cut, which failed.

    Of the choices so many were `chances`, which nobody chose.

    `shortest` is the shortest failing game, made shorter, and `situation` the file that tells it.
    """

    games: int
    choices: int
    cut: int
    failing: tuple[Game, ...] = ()
    shortest: Game | None = None
    situation: str = ""
    chances: int = 0


Progress = Callable[[int, int], None]
_Choose = Callable[[Sequence[Permitted], Session, int], Permitted | None]
"""Chooses among what is legal at a table after so many choices."""


def play_out(
    table: Session,
    games: int,
    seed: int = 0,
    most: int | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
) -> Playout:
    """Play so many games from a table in `jobs` processes, each to its end or for `most` choices.

    Where a process cannot be forked, one plays all of them. Without `most`, a game of 1,000
    choices is a fault. Raises RulingsError: RUL418 when nothing can happen at the table, RUL616
    when the failing game cannot be written.
    """
    _check_playable(table)
    played = []
    play = partial(_random_game, table, seed, most)
    for game in shared_out(play, range(1, games + 1), min(jobs, games)):
        played.append(game)
        if progress is not None:
            progress(game.number, games)
    failing = tuple(game for game in played if game.fault is not None)
    choices, cut = sum(len(game.chosen) for game in played), sum(game.cut for game in played)
    chances = sum(game.chances for game in played)
    if not failing:
        return Playout(games, choices, cut, chances=chances)
    shortest = shrunk(table, min(failing, key=lambda game: len(game.chosen)))
    named = table.titled(f"Game {shortest.number} of seed {seed}")
    written = _written(named, shortest)
    return Playout(games, choices, cut, failing, shortest, written, chances)


def _random_game(table: Session, seed: int, most: int | None, number: int) -> Game:
    """Play one of the games of a seed."""
    chance = Random(f"{seed}/{number}")
    return _played(table, number, lambda legal, *_: chance.choice(legal), most)


def _check_playable(table: Session) -> None:
    book = table.rulebook
    if not book.outline.happenings:
        why = "This rulebook declares nothing that may happen."
        hint = "Declare with `.happening` what takes place: docs/language.md, “What happens”."
        raise mistake("RUL418", None, suggestion=hint, why=why, ready="")
    if not any(one.legal for one in book.outline.happenings.values()):
        why = "No happening of this rulebook has `needs`, so nobody has anything to choose."
        hint = "Say with `needs` what the happenings need that somebody chooses."
        raise mistake("RUL418", None, suggestion=hint, why=why, ready="")
    if not table.legal() and not table.breaches:
        ready = ", ".join(at_hand(book.folder)) or "none yet"
        why = "Nothing may happen at this table."
        raise mistake("RUL418", None, why=why, ready=ready)


def _written(table: Session, game: Game) -> str:
    """Return the situation file of a game, the choice that could not be carried out included."""
    if game.fault is None or game.fault.kind is not FaultKind.REFUSED:
        return situation_text(_after(table, game.chosen))
    return situation_text(_after(table, game.chosen[:-1]), game.chosen[-1:])


def shrunk(table: Session, game: Game) -> Game:
    """Return a game with the same fault from which no single choice can be dropped.

    What is left is allowed and fails in the same way. Of a game without end nothing is left out: it
    would be shorter for having been stopped.
    """
    fault = game.fault
    if fault is None or fault.kind is FaultKind.ENDLESS:
        return game

    def fails(chosen: Sequence[str]) -> bool:
        again = _replayed(table, tuple(chosen), game.number).fault
        return again is not None and again.is_like(fault)

    return _replayed(table, tuple(needed(game.chosen, fails)), game.number)


def _played(table: Session, number: int, choose: _Choose, most: int | None) -> Game:
    """Play what is chosen, to a fault, to where nothing is, to the end or for `most` choices."""
    chosen: tuple[str, ...] = ()
    known, chances = table.rulebook.outline.predicates, 0
    while True:
        legal = _legal(table)
        fault = _fault_of(table, legal)
        choice = choose(legal, table, len(chosen)) if fault is None and legal else None
        if choice is None:
            return Game(number, chosen, fault, chances=chances)
        if len(chosen) == (MOST_STEPS if most is None else most):
            endless = _endless(legal[0].told(table.said)) if most is None else None
            return Game(number, chosen, endless, cut=most is not None, chances=chances)
        chances += known[choice.atom.predicate].chance
        chosen += (_fact(choice, table),)
        try:
            table = _after_choice(table, choice)
        except RulingsError as refused:
            return Game(number, chosen, _refused(choice, refused))


def _replayed(table: Session, choices: Sequence[str], number: int) -> Game:
    """Return how far these choices lead: to a fault, to one that is not allowed, or to the end."""

    def next_of(legal: Sequence[Permitted], table: Session, done: int) -> Permitted | None:
        told = choices[done] if done < len(choices) else ""
        return next((one for one in legal if _fact(one, table) == told), None)

    return _played(table, number, next_of, len(choices))


def _legal(table: Session) -> tuple[Permitted, ...]:
    """Return what may happen, not put into words, which would need a table's names."""
    outline = table.rulebook.outline
    known = outline.happenings.values()
    idle = _idle(table.rulebook)
    legal = (one.legal for one in known if one.legal and not one.short_of)
    broken = (predicate.name for predicate in outline.predicates.values() if predicate.breach)
    # What is broken and what is allowed rest on the same: one evaluation serves both.
    table.evaluation.model(frozenset((*legal, *broken)), {})
    listed = permitted(table.said, table.evaluation, table.rulebook.in_force)
    return tuple(one for one in listed if str(one.atom.predicate) not in idle)


@cache
def _idle(book: Rulebook) -> frozenset[str]:
    """The happenings that change nothing, and of which no rule reads that they happened."""
    outline = book.outline
    read = {name for rule in book.program.rules for name, _ in reads(rule.body)}
    return frozenset(
        one.name
        for one in outline.happenings.values()
        if len(one.needs) == len(one.effects) and one.past not in read
    )


def _fact(choice: Permitted, table: Session) -> str:
    return fact_line(choice.atom, False, table.rulebook.outline)


def _after_choice(table: Session, choice: Permitted) -> Session:
    """Return the table after what is known to be allowed: that is not examined again."""
    said, evaluation = carry_out(table.said, choice.atom, table.evaluation)
    return replace(table, said=said, worked_out=WorkedOut(evaluation))


def _fault_of(table: Session, legal: Sequence[Permitted]) -> Fault | None:
    broken = table.breaches
    if broken:
        first = broken[0]
        places = [str(note.span) for note in first.notes if note.span is not None]
        return Fault(FaultKind.BREACH, (first.code, *places), _told(broken))
    doubtful = [one.told(table.said) for one in legal if not one.surely]
    if not doubtful:
        return None
    told = tuple(
        f"Whether {one.say} is not decided by the rules and the table." for one in doubtful
    )
    return Fault(FaultKind.OPEN, (doubtful[0].kind,), told)


def _refused(choice: Permitted, refused: RulingsError) -> Fault:
    found = refused.diagnostics
    kind = str(choice.atom.predicate)
    return Fault(FaultKind.REFUSED, (kind, *(one.code for one in found)), _told(found))


def _endless(next_one: Allowed) -> Fault:
    told = f"After {MOST_STEPS} choices the game still goes on; next may be that {next_one.say}."
    return Fault(FaultKind.ENDLESS, (), (told,))


def _told(found: Iterable[Diagnostic]) -> tuple[str, ...]:
    """Return messages, each with the clauses it cites."""
    lines: list[str] = []
    for one in found:
        lines.append(one.message)
        lines += (f"  {note.message}" for note in one.notes if note.span is None)
    return tuple(lines)


def _after(table: Session, choices: Iterable[str]) -> Session:
    for choice in choices:
        table = table.happen(choice)
    return table
