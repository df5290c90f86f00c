"""The facade everybody uses: load a rulebook, describe a table, ask.

In: the name of a game, a description of a table, questions. Out: `Answer`s. Guarantee: a
`Rulebook` and a `Session` never change; `suppose` returns a new session that shares with the
old one everything that did not change; both may be used by several threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from time import perf_counter
from typing import Any, Unpack

from rulings.asking import arguments
from rulings.asking.answer import Answer
from rulings.asking.datalog_lines import goal_asked, query_of
from rulings.asking.evaluation import Evaluation
from rulings.asking.general import on_every_table
from rulings.asking.happening import carry_out
from rulings.asking.inquiry import inquire
from rulings.asking.legality import Allowed, allowed, disallowed, told_whole
from rulings.asking.limited import Limits, check_limits, limited
from rulings.asking.one_by_one import one_by_one
from rulings.asking.opened import OpenedEdition
from rulings.asking.opened_table import OpenedTable
from rulings.asking.played_again import from_the_beginning
from rulings.asking.posing import Manner, Posed, problems_of, question_of, with_verdicts
from rulings.asking.quotation import is_unasked, printed_answer, with_printed
from rulings.asking.reason import Reason, Verdict
from rulings.asking.recent import WorkedOut, asked_in
from rulings.asking.said import Said, lines_in
from rulings.asking.table_json import read_table
from rulings.asking.through_time import brought_about, through_time
from rulings.english.clauses import asks
from rulings.english.reading import (
    DatalogQuery,
    Lines,
    Question,
    Reading,
    Statement,
    after_line,
    named,
    notices,
    spoken_lines,
)
from rulings.english.sentence import say
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Atom, Row, Value
from rulings.records import dataclass, replace
from rulings.render.pen import PEN
from rulings.rulebook.registry import Clause
from rulings.rulebook.situation import (
    Description,
    Line,
    Situation,
    open_situation,
    read_situation,
)
from rulings.rulebook.stated import Stated


class Rulebook(OpenedEdition):
    """One edition of a rulebook, ready to be asked. Immutable; share it between threads."""

    def situation(
        self, described: Description = None, *, engine: str = "native", **limits: Unpack[Limits]
    ) -> Session:
        """Describe a table: a ready-made name, a `Path`, a mapping, sentences or facts.

        A text opens no file but a ready-made situation of this rulebook, so that it may come
        from anyone. Of a description by sentences the lines that no sentence of the rulebook says
        are `unread`: at such a table a question is answered with what is printed about it, and all
        that computes raises them. Raises RulingsError with every other line that is not understood.
        """
        arguments.engine(engine)
        with limited(**limits):
            return self._described(described, engine)

    def _described(self, described: Description, engine: str) -> Session:
        file = open_situation(described, self.folder)
        kept = self.keep.table(file.content) if file is not None else None
        if kept is not None:
            situation, stated, spoken = kept
            return self.with_stated(stated, situation, engine, **spoken)
        situation = read_situation(described if file is None else file, self.folder)
        situation.check_fit(self.name, self.edition, self.editions)
        told = file is None and not isinstance(described, Mapping)
        table = self.described(situation, engine=engine, keep_unread=told)
        if file is not None and not table.said.journal:
            self.keep.keep_table(file.content, (situation, table.stated, table.said.spoken))
        return table

    def described(
        self, situation: Situation, *, engine: str = "native", keep_unread: bool = False
    ) -> Session:
        """Return the table of a situation that has been read. Raises as `with_lines` does."""
        empty = self.with_stated(Stated(), situation, engine)
        return empty.with_lines(situation.lines, keep_unread=keep_unread)

    def table(
        self, given: Iterable[str] = (), *, engine: str = "native", **limits: Unpack[Limits]
    ) -> Session:
        """Describe a table by sentences and facts alone: the door for lines of strangers.

        It opens no file and looks into no folder, and a line is never the name of anything.
        Raises RulingsError with every line that is not understood.
        """
        if isinstance(given, str):
            raise TypeError("given must be several texts, such as a list of lines, not one str")
        arguments.engine(engine)
        return self.with_stated(Stated(), engine=engine).suppose(*given, **limits)

    def with_stated(
        self,
        stated: Stated,
        described: Situation | None = None,
        engine: str = "native",
        **spoken: Any,
    ) -> Session:
        """Return the table of which this is stated, and `spoken` what `Said.spoken` tells."""
        words = self.contents.shelf, self.lexicon
        said = Said(*words, stated, readings=self.readings, **spoken)
        return Session.of(self, described or Situation(), engine, said)

    def session(self, saved: Mapping[str, Any], **limits: Unpack[Limits]) -> Session:
        """Return the table that `Session.to_dict` wrote, maybe under another edition.

        Raises RulingsError: RUL590 for what is no table of this game, and whatever is wrong with
        its facts here.
        """
        told = read_table(saved, self.name)
        return self.table(told.facts, **limits).focused(told.focus).titled(told.title)

    def restored(self, saved: Mapping[str, Any]) -> tuple[Session, tuple[str, ...]]:
        """Return the table that `Session.to_dict` wrote, and its facts that are none any more.

        Raises RulingsError (RUL590) for what is no table of this game.
        """
        told = read_table(saved, self.name)
        return self.table().titled(told.title)._carrying(told.facts, told.focus)

    def ask(self, question: str, **limits: Unpack[Limits]) -> Answer:
        """Ask without a table: what the rulebook alone decides."""
        return self.situation().ask(question, **limits)

    def evaluate_many(
        self, tables: Iterable[Session], goals: Iterable[str]
    ) -> Iterator[tuple[Reason, ...]]:
        """Yield for each table the reasons of some Datalog goals, which imply the verdicts.

        They are those that `Session.ask` gives after `?-`. Goals without variables are decided
        for 1,000 tables at once; what that leaves open is asked table by table, as are goals
        with variables and tables of another `Rulebook`. Raises RulingsError where asking one of
        the tables would.
        """
        from rulings.asking.many import many_reasons

        asked = tuple(map(query_of, arguments.texts(goals, "goals")))
        return many_reasons(tables, asked, self.evaluators, self.lexicon.names)


@dataclass(frozen=True, eq=False)
class Session(OpenedTable):
    """One table and its rulebook. Immutable: what changes the table returns a new session."""

    rulebook: Rulebook

    @staticmethod
    def of(rulebook: Rulebook, described: Situation, engine: str, said: Said) -> Session:
        """Return a table of which nothing is computed yet."""
        worked_out = WorkedOut(Evaluation(rulebook.evaluators, engine, said.on_the_table))
        return Session(rulebook, described, engine, said, worked_out)

    def __reduce__(self) -> tuple[Callable[..., Session], tuple[object, ...]]:
        """Pickle without what was computed."""
        return Session.of, (self.rulebook, self.described, self.engine, self.said)

    # Asking

    def ask(self, question: str, **limits: Unpack[Limits]) -> Answer:
        """Answer a question in English, or in Datalog after `?-`.

        Raises RulingsError when it is not understood, with the nearest sentences that would
        be, when it is no question, and when a rule derives more than `max_rows` rows (two
        million unless given); OutOfTime when it takes longer than `timeout` seconds; Cancelled
        when another thread calls it off. What was asked before is answered with the same answer.
        """
        question = arguments.text(question, "question")
        known = self.worked_out.answer(question)
        if known is not None:
            check_limits(**limits)
            return known
        with limited(**limits):
            return self._ask(question)

    def _ask(self, question: str) -> Answer:
        start = perf_counter()
        try:
            reading = self.read(question)
        except RulingsError as problem:
            if is_unasked(problem, question, self.unread):
                return self.quoted(question)
            raise self.with_verdicts(problem) from None
        asked, meant = question_of(reading, question)
        if self.unread and not isinstance(meant, DatalogQuery):
            return self.quoted(question)
        answer = self.respond(asked, meant, question, notices(reading), start)
        self.worked_out.keep(question, answer)
        return answer

    def respond(
        self,
        asked: Posed,
        question: Question,
        text: str = "",
        noticed: tuple[Diagnostic, ...] = (),
        start: float | None = None,
    ) -> Answer:
        """Answer `question` in the way that a line poses it."""
        table = self if asked.changes is None else self.apply(asked.changes)
        answer = table.answer(question, text, noticed, start)
        happenings = self.rulebook.outline.happenings.values()
        answer = one_by_one(question, answer, table, happenings)
        if asked.manner is Manner.WHEN:
            answer = answer.conditional()
        if not asked.general or asked.changes is None:
            return answer
        empty = not any(self.stated.facts.values())
        outline = self.rulebook.outline
        return on_every_table(answer, asked.changes, table.lexicon, outline, empty=empty)

    def answer(
        self,
        question: Question,
        text: str = "",
        noticed: tuple[Diagnostic, ...] = (),
        start: float | None = None,
    ) -> Answer:
        """Answer a question that has been read."""
        began = perf_counter() if start is None else start
        self.rulebook.recent.asked(self.worked_out)
        goal = goal_asked(question, self.rulebook.outline, self.lexicon.names)
        happened = partial(brought_about, said=self.said)
        found = inquire(
            goal, self.evaluation, self.lexicon, self.rulebook.in_force, happened=happened
        )
        explain = found.explain
        if self.said.journal:
            explain = partial(
                through_time, explain, self.said, self.evaluation, self.rulebook.in_force
            )
        milliseconds = (perf_counter() - began) * 1000
        asked_in(milliseconds, self.rulebook.imprint, text)
        return Answer(
            question=text.strip(),
            understood_as=found.reply.understood_as,
            goal=goal,
            reason=found.reason,
            say=found.reply.say,
            bindings=found.bindings,
            number=found.number,
            rulebook=self.rulebook.imprint,
            engine=self.engine,
            milliseconds=milliseconds,
            notices=noticed,
            explain=explain,
            means=found.means,
            read_as=found.reply.understood_as if question.reworded else "",
            pen=PEN,
        )

    def query(self, goal: str, **limits: Unpack[Limits]) -> list[Row]:
        """Return the rows of a Datalog goal that are true: one value a variable, sorted."""
        with limited(**limits):
            answer = self.answer(query_of(arguments.text(goal, "goal")))
        sure = (binding.values for binding in answer.bindings if binding.verdict is Verdict.YES)
        return [tuple(value for _, value in values) for values in sure]

    def read(self, text: str, *, lines: Lines = ()) -> Reading:
        """Understand a line; `lines` are what each line before it named, the last one first.

        Raises RulingsError when nothing fits, with what would and what the rulebook has about it.
        """
        try:
            return self.said.read(text, lines=lines)
        except RulingsError as problem:
            if not asks(text):
                raise
            raise with_printed(problem, self._printed(text)) from None

    def quoted(self, question: str) -> Answer:
        """Return the answer that quotes what is printed about a question and decides nothing."""
        start = perf_counter()
        cited, book = self._printed(question), self.rulebook.imprint
        spent = (perf_counter() - start) * 1000
        found = printed_answer(question, cited, self.unread, book, self.engine, spent)
        return replace(found, pen=PEN)

    def with_verdicts(self, problem: RulingsError) -> RulingsError:
        """Return a mistake in which the questions that are offered have their verdicts."""
        return with_verdicts(problem, self.ask)

    def _printed(self, question: str) -> tuple[Clause, ...]:
        told = [say(atom, self.lexicon, denied) for atom, denied in self.facts()]
        told += [one.span.text for one in self.unread if one.span is not None]
        return self.rulebook.clause_index.about(question, told)

    def check(self, line: str, **limits: Unpack[Limits]) -> tuple[Diagnostic, ...]:
        """Return what is wrong with a line, or worth knowing of it, were it said; nothing changes.

        Errors mean that a statement would be refused, or a question not be answered.
        """
        with limited(**limits):
            return problems_of(arguments.text(line, "line"), self.said)

    @property
    def breaches(self) -> tuple[Diagnostic, ...]:
        """Which rules this table breaks: what predicates declared as a `breach` say."""
        from rulings.asking.breaches import breaches_of

        return tuple(breaches_of(self.answer, self.rulebook, self.said, self.evaluation))

    # Changing the table

    def suppose(self, *lines: str, **limits: Unpack[Limits]) -> Session:
        """Return a session where these sentences or facts hold as well."""
        with limited(**limits):
            return self.with_lines(lines_in(arguments.texts(lines, "lines")))

    def forget(self, *lines: str, **limits: Unpack[Limits]) -> Session:
        """Return a session where these sentences or facts are no longer stated."""
        with limited(**limits):
            return self._after(self.said.without_lines(lines_in(arguments.texts(lines, "lines"))))

    def replace(self, *lines: str, **limits: Unpack[Limits]) -> Session:
        """Return a session where these hold instead of what differs from them in numbers only.

        That is for counters: "Ana has 5 coins" takes the place of "Ana has 3 coins".
        """
        with limited(**limits):
            return self._after(self.said.replacing(lines_in(arguments.texts(lines, "lines"))))

    def on(self, rulebook: Rulebook) -> tuple[Session, tuple[str, ...]]:
        """Return the session under another rulebook, edition or state of its files.

        With it come the facts that it does not have there, as `to_dict` writes them.
        """
        rulebook = arguments.one_of(rulebook, Rulebook, "rulebook")
        self.said.check_whole()
        table = rulebook.table(engine=self.engine).titled(self.described.title)
        facts, happened = self.said.story
        return table._carrying((*facts, *happened), self.focus)

    def _carrying(
        self, lines: Iterable[str], focus: Value | None
    ) -> tuple[Session, tuple[str, ...]]:
        """Return the session after the lines that it takes, and the others."""
        said, lost = self.said.carrying(lines, self._happening)
        known = focus is None or said.lexicon.names.sorts_of(focus)
        return self._after(replace(said, focus=focus if known else None)), lost

    def with_lines(self, lines: Iterable[Line], *, keep_unread: bool = False) -> Session:
        """Return a session where these lines are stated too.

        Raises RulingsError with every line that is not understood and not kept as `unread`.
        """
        said = self.said.after_lines(lines, self._happening, keep_unread=keep_unread)
        return self._after(said)

    def execute(self, reading: Reading, line: Line | None = None) -> Session:
        """Return the session after a line that changes the table or the focus."""
        table, noticed = self, tuple[Diagnostic, ...]()
        for part in self.said.apart(reading):
            beside, occurs = table.said.occurring(part)
            if beside is None:
                table = table._after(table.said.after(part, line))
            else:
                table = table._happened(table.said.stating(beside, line=line), occurs)
            noticed += table.said.notices
        return replace(table, said=table.said.speaking(notices=tuple(dict.fromkeys(noticed))))

    def apply(self, changes: Statement, *, withdraw: bool = False) -> Session:
        """Return the session with the facts and falsehoods of a statement stated, or withdrawn.

        Raises RulingsError (RUL557) when something is withdrawn that was never stated.
        """
        if withdraw:
            return self._after(self.said.stating(changes, withdraw=True))
        return self.execute(changes)

    def _after(self, said: Said) -> Session:
        said = self._from_the_beginning(said)
        return replace(self, said=said, worked_out=WorkedOut(self._evaluation_of(said)))

    def _evaluation_of(self, said: Said) -> Evaluation:
        before = self.worked_out.evaluation
        if said.stated is self.stated and said.journal is self.said.journal:
            return before
        if before.models:
            # What many tables are made from is in use as long as they are made.
            self.rulebook.recent.asked(self.worked_out)
        return Evaluation(self.rulebook.evaluators, self.engine, said.on_the_table, before)

    # What happens

    def happen(self, what: str, *, strict: bool = False, **limits: Unpack[Limits]) -> Session:
        """Return the session after a happening, in English or as a fact of the rule language.

        Its `journal` is longer by the happening and by all that it brings about; `notices` warn
        (RUL413) when the rules do not allow it. Raises RulingsError: RUL416 for what is no
        happening, RUL410, RUL411, RUL412 and RUL417 for what cannot be carried out, and with
        `strict` RUL414 for what the rules do not allow.
        """
        with limited(**limits):
            beside, occurs = self.said.hearing(arguments.text(what, "what"))
            after = self._happened(self.said.stating(beside), occurs, strict=strict)
            lines = spoken_lines(beside, after.said.lines)
            return replace(after, said=after.said.speaking(lines=lines))

    def after_deed(self, deed: Atom) -> Session:
        """Return the session after a happening that has been read. Raises as `happen` does."""
        return self._happened(self.said, (deed,))

    def _happening(self, said: Said, occurs: tuple[Atom, ...]) -> Said:
        return self._happened(said, occurs).said if occurs else self._from_the_beginning(said)

    def _from_the_beginning(self, said: Said) -> Said:
        return from_the_beginning(said, self.rulebook.evaluators, self.rulebook.in_force)

    def _happened(self, said: Said, occurs: tuple[Atom, ...], *, strict: bool = False) -> Session:
        noticed = [*said.notices]
        evaluation = self._evaluation_of(said)
        for atom in occurs:
            registry = self.rulebook.in_force
            atom = told_whole(said, atom, evaluation, registry)
            noticed += disallowed(said, atom, evaluation, registry, strict=strict)
            said, evaluation = carry_out(said, atom, evaluation)
        lines = after_line(named(Statement(occurs)), said.lines)
        said = said.speaking(notices=tuple(noticed), lines=lines)
        return replace(self, said=said, worked_out=WorkedOut(evaluation))

    def legal(self, player: str | None = None, **limits: Unpack[Limits]) -> tuple[Allowed, ...]:
        """Return what the rules allow to happen, in the order in which the rulebook declares it.

        With a `player`, as symbol or by name, only what he brings about: the first of the things
        that the happening is about. What needs nothing is not listed: nobody chooses it.
        """
        with limited(**limits):
            by = None if player is None else self.focused(arguments.text(player, "player")).focus
            return tuple(allowed(self.said, self.evaluation, self.rulebook.in_force, by))

    def undo(self) -> Session:
        """Return the session before its last happening. Raises RulingsError (RUL415)."""
        return self._after(self.said.back(len(self.said.journal) - 1, undo=True))

    def back(self, step: int) -> Session:
        """Return the session as it was after a step of its journal, 0 for before all of them.

        What follows from one happening is one with it. Raises RulingsError (RUL415).
        """
        return self._after(self.said.back(step))

    def on_engine(self, engine: str) -> Session:
        """Return the session asked of another engine. Raises RulingsError (RUL554)."""
        arguments.engine(engine)
        return Session.of(self.rulebook, self.described, engine, self.said)

    def focused(self, value: Value | None) -> Session:
        """Return the session where "this card" and "it" mean `value`, or a thing so called.

        Raises RulingsError (RUL502 and others) for what neither rulebook nor table knows.
        """
        if value is not None and not self.lexicon.names.sorts_of(value):
            return self.execute(self.read(f"focus {value}"))
        return self._after(self.said.speaking(focus=value))

    def _repr_html_(self) -> str:
        """Return what a notebook shows: what is stated."""
        from rulings.render.fragment import table_fragment as shown

        return shown(self.described.title or self.rulebook.title, self.facts(), self.lexicon)
