"""One table, opened: what is stated and what happened there, and what was worked out of it.

In: an edition, a description, what is said. Out: an `OpenedTable`. Guarantee: it never changes;
looking at it computes no more than what is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Self

from rulings.asking import arguments
from rulings.asking.answer import Unchanging
from rulings.asking.chronicle import Happened, told
from rulings.asking.evaluation import Evaluation
from rulings.asking.opened import NamedThing, OpenedEdition, completed, named_things
from rulings.asking.recent import WorkedOut
from rulings.asking.said import Said
from rulings.asking.table_json import table_json
from rulings.engine.run.model import Model
from rulings.english.lexicon import Lexicon
from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Atom, Program, Value
from rulings.records import dataclass, field, replace
from rulings.rulebook.situation import Situation
from rulings.rulebook.stated import Stated

if TYPE_CHECKING:
    from rulings.wire import TableJson


@dataclass(frozen=True, eq=False)
class OpenedTable(Unchanging):
    """One table of a rulebook. Immutable; share it between threads."""

    rulebook: OpenedEdition
    described: Situation
    engine: str
    said: Said
    worked_out: WorkedOut = field(repr=False)

    @property
    def lexicon(self) -> Lexicon:
        """The rulebook's words with the names on this table."""
        return self.said.lexicon

    @property
    def stated(self) -> Stated:
        """What is stated about this table."""
        return self.said.stated

    @property
    def focus(self) -> Value | None:
        """What "this card" and "it" mean."""
        return self.said.focus

    @property
    def unread(self) -> tuple[Diagnostic, ...]:
        """The lines of its description that no sentence of the rulebook says."""
        return self.said.unread

    @property
    def notices(self) -> tuple[Diagnostic, ...]:
        """What was noticed about the lines that last changed the table."""
        return self.said.notices

    @cached_property
    def program(self) -> Program:
        """The program without its rules, with the facts and falsehoods of this table."""
        return self.evaluation.program

    @property
    def models(self) -> tuple[Model, ...]:
        """The models that questions to this table have needed so far."""
        return self.evaluation.models

    def model(self, predicates: Iterable[str]) -> Model:
        """Return the model of everything that some predicates depend on."""
        return self.evaluation.model(frozenset(predicates), {})

    @property
    def evaluation(self) -> Evaluation:
        """The models of this table. Raises RulingsError where a line of it was not understood."""
        self.said.check_whole()
        return self.worked_out.evaluation

    @property
    def journal(self) -> tuple[Happened, ...]:
        """What happened at this table, in order."""
        return told(self.said.journal, self.lexicon, self.rulebook.outline)

    def titled(self, title: str) -> Self:
        """Return the table under another title."""
        return replace(self, described=replace(self.described, title=title))

    def names(self, kind: str = "any") -> tuple[NamedThing, ...]:
        """Return the things that can be named here, only those of a kind, in order of their names.

        Raises RulingsError (RUL524) for a kind that the rulebook has not.
        """
        return named_things(self.lexicon, arguments.text(kind, "kind"))

    def complete(self, prefix: str) -> tuple[str, ...]:
        """Return how a line may go on, the likeliest first; it knows the names on the table."""
        return completed(arguments.text(prefix, "prefix"), self.lexicon)

    def learn(self, line: str, sentence: str) -> None:
        """Remember which sentence was meant by a line, where the rulebook keeps picks."""
        picks = self.rulebook.readings.picks
        if picks is not None:
            picks.take(line, sentence, self.lexicon)

    def diff(self, other: OpenedTable) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return what is stated here and not there, and there and not here, as facts."""
        there = arguments.one_of(other, OpenedTable, "other").said
        mine, theirs = (dict.fromkeys(said.written) for said in (self.said, there))
        return tuple(f for f in mine if f not in theirs), tuple(f for f in theirs if f not in mine)

    def to_dict(self) -> TableJson:
        """Return the table as JSON values, for `Rulebook.session`: by `rulings.table/1`.

        Raises RulingsError where a line of it was not understood.
        """
        self.said.check_whole()
        title, imprint = self.described.title, self.rulebook.imprint
        return table_json(imprint, title, self.said.written, self.focus, *self.said.story)

    def facts(self) -> list[tuple[Atom, bool]]:
        """Return what is stated: each atom, and whether it is stated as a falsehood."""
        return list(self.stated.atoms())
