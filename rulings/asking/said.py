"""What was said at a table so far.

In: the rules and words of a rulebook, lines that describe a table. Out: `Said`: what is stated,
what "it" and "they" mean, what was noticed about the lines that came last. Guarantee: what was
said never changes; a line goes in whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from rulings.asking.chronicle import Journal, Occurred, first_of, history, with_entry, with_journal
from rulings.asking.datalog_lines import fact_lines, is_datalog, read_change
from rulings.asking.stating import apply, no_happening_said, nothing_stated_of, refuse_what_happened
from rulings.english.faults import NOT_UNDERSTOOD
from rulings.english.lexicon import Lexicon
from rulings.english.reading import (
    DatalogChange,
    Focus,
    Forget,
    Group,
    Lines,
    Reading,
    Statement,
    Suppose,
    Wish,
    after_line,
    named,
    spoken_lines,
)
from rulings.english.remembered import Readings
from rulings.language.catalogue import mistake
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Atom, Row, Value
from rulings.language.source import Source
from rulings.records import dataclass, field, fields, replace
from rulings.rulebook.document import refusal
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.situation import Line, lines_of
from rulings.rulebook.stated import Stated, StatedFacts

Happen = Callable[["Said", tuple[Atom, ...]], "Said"]
"""What is said after happenings."""


@dataclass(frozen=True, eq=False)
class Said:
    """What is stated and spoken of. `words` are the rulebook's, `lines` what each line named.

    `readings` are those of lines said at this table and others of the rulebook.

    `wish` is what the last line said that somebody wants to do, `journal` what happened, `unread`
    the lines kept that no sentence of the rulebook says.
    """

    shelf: Shelf = field(repr=False)
    words: Lexicon = field(repr=False)
    stated: Stated = field(default_factory=Stated)
    focus: Value | None = None
    notices: tuple[Diagnostic, ...] = ()
    lines: Lines = ()
    group: Group | None = None
    wish: Wish | None = None
    journal: Journal = ()
    unread: tuple[Diagnostic, ...] = ()
    readings: Readings = field(default_factory=Readings, repr=False)

    def __reduce__(self) -> tuple[Callable[..., Said], tuple[object, ...]]:
        """Pickle without the lexicon, which another process makes for itself."""
        return Said, tuple(getattr(self, one.name) for one in fields(self))

    @cached_property
    def on_the_table(self) -> Stated:
        """What is stated, and what happened, by which rules read it."""
        return with_journal(self.stated, self.journal, self.shelf)

    def after_entry(self, entry: Occurred) -> Said:
        """Return what is said after one step more."""
        after = replace(self, stated=entry.after, journal=(*self.journal, entry))
        after.__dict__["on_the_table"] = with_entry(self.on_the_table, entry, self.shelf)
        return after

    @cached_property
    def lexicon(self) -> Lexicon:
        """The rulebook's words with the names on this table."""
        if not any(self.stated.facts.values()) and not any(self.stated.denials.values()):
            return self.words
        return self.words.with_facts(self.stated.mentioned(), StatedFacts(self.stated))

    @cached_property
    def written(self) -> tuple[str, ...]:
        """All that is stated, as facts of the rule language."""
        return fact_lines(self.stated.atoms(), self.shelf.outline)

    @cached_property
    def story(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What was stated before anything happened, and what happened since, as lines."""
        outline = self.shelf.outline
        first = fact_lines(first_of(self.stated, self.journal).atoms(), outline)
        return first, tuple(history(self.stated, self.journal, outline))

    @property
    def spoken(self) -> dict[str, Any]:
        """What of it lines spoke of, by the names of its fields."""
        names = ("focus", "notices", "lines", "group", "wish")
        return {name: getattr(self, name) for name in names}

    def speaking(self, **changed: Any) -> Said:
        """Return what is said with other values of some fields, and the same stated."""
        after = replace(self, **changed)
        if "lexicon" in self.__dict__:
            after.__dict__["lexicon"] = self.lexicon
        if "on_the_table" in self.__dict__ and not changed.keys() & {"stated", "journal"}:
            after.__dict__["on_the_table"] = self.on_the_table
        return after

    def read(self, text: str, *, lines: Lines = ()) -> Reading:
        """Understand a line. Raises RulingsError when nothing fits, with what would."""
        spoken = self.focus, lines or self.lines, self.group, self.wish
        return self.readings.read(text, self.lexicon, spoken)

    def after_lines(
        self, lines: Iterable[Line], happen: Happen | None = None, *, keep_unread: bool = False
    ) -> Said:
        """Return what is said after lines that state something, or by `happen` say what happens.

        Raises RulingsError with every line that is not understood, but with `keep_unread` those
        that no sentence of the rulebook says.
        """
        telling = self.stated.telling()
        told = first = self.speaking(stated=telling)
        problems: list[Diagnostic] = []
        unread: list[Diagnostic] = []
        noticed: list[Diagnostic] = []
        for line in lines:
            try:
                for reading in told.apart(told._read_statement(line)):
                    beside, occurs = told.occurring(reading) if happen is not None else (None, ())
                    if happen is not None and beside is not None:
                        began = told.stating(beside, line=line)
                        after = happen(began.speaking(stated=began.stated.told()), occurs)
                        told = after.speaking(lines=spoken_lines(beside, after.lines))
                        # What follows is a later text, which may change a value.
                        source = replace(line.span.source)
                        line = replace(line, span=replace(line.span, source=source))
                    else:
                        told = told.after(reading, line)
                        told = happen(told, ()) if happen is not None and told.journal else told
                    noticed += told.notices
            except RulingsError as problem:
                kept = keep_unread and problem.diagnostics[0].code == NOT_UNDERSTOOD
                (unread if kept else problems).extend(
                    found
                    if found.span is not None and found.span.source is line.span.source
                    else replace(found, span=line.span)
                    for found in problem.diagnostics
                )
        if "lexicon" in first.__dict__:  # What else is told of this table need not index it again.
            self.__dict__["lexicon"] = first.lexicon
        if problems:
            raise RulingsError(problems)
        stated = self.stated if told.stated is telling else told.stated.told()
        unread = [*self.unread, *unread]
        return told.speaking(stated=stated, notices=tuple(noticed), unread=tuple(unread))

    def carrying(self, facts: Iterable[str], happen: Happen) -> tuple[Said, tuple[str, ...]]:
        """Return what is said with as many lines as can be stated or happen, and the others."""
        told = tuple(facts)
        try:
            return self.after_lines(lines_in(told), happen), ()
        except RulingsError:
            said, lost = self, []
        for fact in told:
            try:
                said = said.after_lines(lines_in([fact]), happen)
            except RulingsError:
                lost.append(fact)
        return said, tuple(lost)

    def check_whole(self) -> None:
        """Raises RulingsError with the lines that were kept and not understood."""
        if self.unread:
            raise RulingsError(self.unread)

    def apart(self, reading: Reading) -> tuple[Reading, ...]:
        """Return what the sentences of a line tell, each by itself if one tells what happens."""
        if isinstance(reading, Statement) and reading.parts and self.occurring(reading)[1]:
            return reading.parts
        return (reading,)

    def occurring(self, reading: Reading) -> tuple[Statement | None, tuple[Atom, ...]]:
        """Return what a line states beside what it says to happen, None if that is nothing."""
        happenings = self.shelf.outline.happenings
        if isinstance(reading, DatalogChange) and reading.add:
            if reading.text.partition("(")[0].strip(" .") not in happenings:
                return None, ()
            reading = read_change(reading, None, self.shelf.outline)
        if isinstance(reading, Suppose):
            reading = reading.changes
        if not isinstance(reading, Statement):
            return None, ()
        occurs = tuple(atom for atom in reading.facts if atom.predicate in happenings)
        others = tuple(atom for atom in reading.facts if atom.predicate not in happenings)
        return (replace(reading, facts=others) if occurs else None), occurs

    def hearing(self, text: str) -> tuple[Statement, tuple[Atom, ...]]:
        """Read what happens. Raises RulingsError (RUL416) for anything else."""
        line = lines_in([text])
        reading = self._read_statement(line[0]) if len(line) == 1 else None
        beside, found = self.occurring(reading) if reading is not None else (None, ())
        if beside is None:
            raise RulingsError([no_happening_said(text, self.shelf.outline)])
        return beside, found

    def back(self, step: int, *, undo: bool = False) -> Said:
        """Return what was said after a step of the journal. Raises RulingsError (RUL415).

        What follows from a happening goes with it: `undo` takes back the whole of the last one.
        """
        if not 0 <= step < len(self.journal) + (not undo):
            wanted = "Nothing has happened." if not self.journal else f"There is no step {step}."
            raise mistake("RUL415", None, wanted=wanted)
        first = step
        if undo:
            while self.journal[first].cause:
                first -= 1
        else:
            while first < len(self.journal) and self.journal[first].cause:
                first += 1
        if first == len(self.journal):
            return self
        return replace(self, stated=self.journal[first].before, journal=self.journal[:first])

    def replacing(self, lines: Iterable[Line]) -> Said:
        """Return what is said after lines that take the place of those alike but for a number.

        Raises RulingsError as `after_lines` does.
        """
        after = self.after_lines(lines)
        stated = after.stated
        for name, rows in after.stated.facts.items():
            for row in rows.keys() - self.stated.facts.get(name, {}).keys():
                alike = [other for other in rows if other != row and _but_for_numbers(other, row)]
                for other in alike:
                    stated = stated.withdraw(Atom.of(name, other))
        return replace(after, stated=stated)

    def _read_statement(self, line: Line) -> Reading:
        """Read a line that describes a table. Raises RulingsError (RUL556) for a command."""
        if is_datalog(line.text, self.shelf.outline):
            return DatalogChange(line.text)
        reading = self.read(line.text)
        match reading:
            case Forget() | DatalogChange(add=False) if self.journal:
                # Once something has happened, a line may take back what was stated.
                pass
            case Focus() | Forget() | DatalogChange(add=False):
                message = f'"{line.text}" is no statement; the table is described by statements.'
                hint = "Use `forget` to take back what was stated, `focused` for what is spoken of."
                raise refusal("RUL556", message, line.span, hint)
        return reading

    def without_lines(self, lines: Iterable[Line]) -> Said:
        """Return what is said where these lines are no longer stated."""
        told = self
        for line in lines:
            if is_datalog(line.text, self.shelf.outline):
                change = read_change(DatalogChange(line.text), line.span, self.shelf.outline)
                told = told.stating(change, withdraw=True)
            else:
                told = told.after(told.read(f"forget {line.text}"), line)
        return told

    def after(self, reading: Reading, line: Line | None = None) -> Said:
        """Return what is said after a line that changes the table or the focus.

        Raises RulingsError: RUL556 for a question, RUL557 where there is nothing to forget.
        """
        match reading:
            case Statement() | Suppose(_):
                changes = reading.changes if isinstance(reading, Suppose) else reading
                return self.stating(changes, line=line)
            case Forget(changes, entities):
                told = self.stating(changes, withdraw=True, line=line)
                for entity in entities:
                    left = told.stated.without(entity)
                    if left == told.stated:
                        name = told.lexicon.names.display(entity)
                        raise RulingsError([nothing_stated_of(name, line)])
                    told = replace(told, stated=left)
                return told
            case Focus(value):
                return self.speaking(focus=value)
            case DatalogChange(_, add):
                span = line.span if line is not None else None
                changes = read_change(reading, span, self.shelf.outline)
                return self.stating(changes, withdraw=not add, line=line)
            case _:
                said = line.text if line is not None else "This"
                message = f'"{said}" is a question; the table is described by statements.'
                span = line.span if line is not None else None
                raise refusal("RUL556", message, span, "Ask it once the table stands.")

    def stating(
        self, changes: Statement, *, withdraw: bool = False, line: Line | None = None
    ) -> Said:
        """Return what is said with the facts and falsehoods of a statement, or without.

        Raises RulingsError (RUL557) when something is withdrawn that was never stated.
        """
        outline, words = self.shelf.outline, lambda: self.lexicon
        refuse_what_happened(changes, lambda: self.on_the_table, outline, words)
        stated, noticed = apply(
            self.stated, changes, self.shelf, words, withdraw=withdraw, line=line
        )
        recent = () if withdraw else named(changes)
        after = replace(
            self,
            stated=stated,
            notices=(*changes.notices, *noticed),
            lines=after_line(recent, self.lines),
            group=changes.group or self.group,
            wish=changes.wish,
        )
        is_indexed = "lexicon" in self.__dict__ and self.lexicon is not self.words
        if is_indexed and not withdraw and not (noticed and self._loses_names(changes, stated)):
            rows = [(atom.predicate, atom.row) for atom in (*changes.facts, *changes.denials)]
            lexicon = self.lexicon.after_rows(rows, StatedFacts(stated))
            if lexicon is not None:
                after.__dict__["lexicon"] = lexicon
        return after

    def _loses_names(self, changes: Statement, stated: Stated) -> bool:
        """Whether a statement that replaces another may take away the last mention of a name.

        `stated` is what holds then: a row of the same predicate mentions it in the same way.
        """
        predicates = self.shelf.outline.predicates
        rows = ((atom.row, predicates[atom.predicate]) for atom in changes.facts)
        return any(
            isinstance(value, str)
            and value not in row
            and (
                name in self.words.describing
                or all(one[place] != value for one in stated.facts.get(name, ()))
            )
            for row, predicate in rows
            for name, other in self.stated.displaced(row, predicate)
            for place, value in enumerate(other)
        )


def _but_for_numbers(one: Row, other: Row) -> bool:
    """Whether rows say the same of the same things, with other numbers."""
    return all(
        a == b or (isinstance(a, int) and isinstance(b, int))
        for a, b in zip(one, other, strict=True)
    )


def lines_in(texts: Iterable[str]) -> list[Line]:
    """Return the lines of texts that speak of a table."""
    return [line for text in texts for line in lines_of(Source("table", text))]
