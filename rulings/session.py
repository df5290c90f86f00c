"""The facade everybody uses: load a rulebook, describe a table, ask.

In: the name of a game, a description of a table, questions. Out: `Answer`s. Guarantee: a
`Rulebook` and a `Session` never change; `suppose` returns a new session that shares with the
old one everything that did not change; both may be used by several threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from time import perf_counter

from rulings.asking.answer import Answer, Imprint
from rulings.asking.evaluation import Evaluation, Evaluators
from rulings.asking.general import on_every_table
from rulings.asking.goal import goal_of
from rulings.asking.inquiry import inquire
from rulings.asking.keeping import Keep, load
from rulings.asking.posing import Posed, posed
from rulings.asking.replies import join
from rulings.asking.sentences import is_datalog, read_change, read_goal
from rulings.asking.stating import apply
from rulings.engine.run.model import Model
from rulings.english.lexicon import Lexicon
from rulings.english.names import NAMING
from rulings.english.question import read
from rulings.english.reading import (
    DatalogChange,
    DatalogQuery,
    Focus,
    Forget,
    Group,
    Question,
    Reading,
    Statement,
    Suppose,
    named,
    notices,
)
from rulings.english.sentence import say
from rulings.english.words import key_of
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Atom, Program, Row, Value
from rulings.language.source import Source
from rulings.rulebook.document import error, suggestion
from rulings.rulebook.edition import Edition
from rulings.rulebook.library import find
from rulings.rulebook.registry import Clause, Registry
from rulings.rulebook.shelf import Shelf
from rulings.rulebook.situation import (
    Description,
    Line,
    Situation,
    open_situation,
    read_situation,
    ready_made,
)
from rulings.rulebook.stated import Stated

ENGINES = ("native", "pydatalog")
_KEPT_ANSWERS = 64
"""How many answers a session keeps."""
_REMEMBERED = 12


@dataclass(frozen=True, eq=False)
class Rulebook:
    """One edition of a rulebook, ready to be asked. Immutable; share it between threads.

    `evaluators` and `keep` hold what is prepared once for all tables, and for later processes.
    """

    contents: Edition = field(repr=False)
    lexicon: Lexicon = field(repr=False)
    evaluators: Evaluators = field(repr=False)
    keep: Keep = field(repr=False)
    _known_codes: int = field(default=0, repr=False)

    @classmethod
    def load(cls, game: str | Path, edition: str | None = None, *, cache: bool = True) -> Rulebook:
        """Load a rulebook by the name of its game or the path of its folder.

        Raises RulingsError with every problem of the rulebook, or with the nearest names when
        the game or the edition is not known.
        """
        contents, lexicon, keep = load(find(game), edition, use_cache=cache)
        codes = keep.codes()
        kept = partial(keep.slice, contents.shelf.outline)
        return cls(contents, lexicon, Evaluators(contents.shelf, codes, kept), keep, len(codes))

    def __reduce__(self) -> tuple[Callable[..., Rulebook], tuple[object, ...]]:
        """Pickle without what was prepared, which another process prepares for itself."""
        return _received, (self.contents, self.lexicon, self.keep)

    def __copy__(self) -> Rulebook:
        return self

    def __deepcopy__(self, _memo: object) -> Rulebook:
        """Return itself: it never changes."""
        return self

    def remember(self) -> None:
        """Keep what was compiled so far, so that the next process need not compile it."""
        first = self.evaluators.first
        if first is not None:
            engine, roots, evaluator = first
            prepared = evaluator.lowered, evaluator.strata
            self.keep.keep_slice(self.outline, roots, engine, prepared)
        if len(self.evaluators.codes) > self._known_codes:
            self.keep.keep_codes(self.evaluators.codes)

    def with_program(self, program: Program) -> Rulebook:
        """Return a rulebook with other rules, and with this one's words and clauses.

        It is never kept in the cache.
        """
        shelf = Shelf.of(program)
        return replace(
            self,
            contents=replace(self.contents, shelf=shelf),
            evaluators=Evaluators(shelf),
            keep=replace(self.keep, used=False),
        )

    @property
    def sha256(self) -> str:
        """The hash of everything that the rulebook's meaning depends on."""
        return self.keep.sha256

    @property
    def name(self) -> str:
        """The name by which it is loaded."""
        return self.contents.game

    @property
    def title(self) -> str:
        """The name of the game as printed."""
        return self.contents.title

    @property
    def edition(self) -> str:
        """The edition loaded."""
        return self.contents.name

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions there are."""
        return self.contents.siblings

    @property
    def folder(self) -> Path:
        """Where it lies on disk."""
        return self.contents.folder

    @property
    def program(self) -> Program:
        """The checked program."""
        return self.contents.program

    @property
    def outline(self) -> Program:
        """The program without its rules: what is declared and stated."""
        return self.contents.shelf.outline

    @property
    def registry(self) -> Registry:
        """The printed clauses by document."""
        return self.contents.registry

    @property
    def clauses(self) -> Mapping[str, Clause]:
        """The printed clauses by the name that rules cite."""
        return self.contents.clauses

    @cached_property
    def in_force(self) -> Registry:
        """The clauses that this edition rests on; answers cite no others."""
        return self.contents.in_force()

    @property
    def situations(self) -> Mapping[str, Path]:
        """The ready-made situations, by name."""
        return ready_made(self.folder)

    def situation(self, described: Description = None, *, engine: str = "native") -> Session:
        """Describe a table: a ready-made name, a `Path`, a mapping, sentences or facts.

        A text opens no file but a ready-made situation of this rulebook, so that it may come
        from anyone. Raises RulingsError with every line that is not understood.
        """
        if engine not in ENGINES:
            message = f'There is no engine "{engine}".'
            raise RulingsError(
                [error("RUL554", message, hint=suggestion(engine, ENGINES, "engine"))]
            )
        file = open_situation(described, self.folder)
        kept = self.keep.table(file.content) if file is not None else None
        if kept is not None:
            situation, stated, noticed = kept
            return Session(self, situation, engine, stated, None, noticed)
        situation = read_situation(described if file is None else file, self.folder)
        self._check_fit(situation)
        table = Session(self, situation, engine).with_lines(situation.lines)
        if file is not None:
            self.keep.keep_table(file.content, (situation, table.stated, table.notices))
        return table

    def _check_fit(self, situation: Situation) -> None:
        if situation.edition not in (None, self.edition):
            message = f"The situation is for the edition {situation.edition}, not {self.edition}."
            hint = f"Choose that edition: `-e {situation.edition}`, `:edition {situation.edition}`."
            raise RulingsError([error("RUL553", message, situation.span, hint)])
        if situation.game not in (None, self.name):
            message = f"The situation is one of {situation.game}, not of {self.name}."
            raise RulingsError([error("RUL553", message, situation.span, "Load that rulebook.")])

    def ask(self, question: str) -> Answer:
        """Ask without a table: what the rulebook alone decides."""
        return self.situation().ask(question)


def _received(contents: Edition, lexicon: Lexicon, keep: Keep) -> Rulebook:
    return Rulebook(contents, lexicon, Evaluators(contents.shelf), keep)


@dataclass(frozen=True, eq=False)
class Session:
    """One table and its rulebook. Immutable: what changes the table returns a new session."""

    rulebook: Rulebook
    described: Situation = field(default_factory=Situation)
    engine: str = "native"
    stated: Stated = field(default_factory=Stated)
    focus: Value | None = None
    notices: tuple[Diagnostic, ...] = ()
    recent: tuple[Value, ...] = ()
    group: Group | None = None
    _answered: dict[str, Answer] = field(default_factory=dict, init=False, repr=False)

    def __reduce__(self) -> tuple[type[Session], tuple[object, ...]]:
        """Pickle without what was computed."""
        told = self.rulebook, self.described, self.engine, self.stated, self.focus, self.notices
        return Session, (*told, self.recent, self.group)

    def __copy__(self) -> Session:
        return self

    def __deepcopy__(self, _memo: object) -> Session:
        """Return itself: it never changes."""
        return self

    @cached_property
    def lexicon(self) -> Lexicon:
        """The rulebook's words with the names on this table."""
        if not any(self.stated.facts.values()) and not any(self.stated.denials.values()):
            return self.rulebook.lexicon
        facts = self.stated.as_facts()
        for name, denied in self.stated.as_facts(falsehoods=True).items():
            facts.setdefault(name, denied)
        return self.rulebook.lexicon.with_facts(facts)

    @cached_property
    def program(self) -> Program:
        """The program without its rules, with the facts and falsehoods of this table."""
        return self._evaluation.program

    @property
    def full_program(self) -> Program:
        """The whole program, rules included, with what is stated about this table."""
        return replace(self.program, rules=self.rulebook.program.rules)

    @property
    def models(self) -> tuple[Model, ...]:
        """The models that questions to this table have needed so far."""
        return self._evaluation.models

    def model(self, predicates: Iterable[str]) -> Model:
        """Return the model of everything that some predicates depend on."""
        return self._evaluation.model(frozenset(predicates), {})

    @cached_property
    def _evaluation(self) -> Evaluation:
        return Evaluation(self.rulebook.evaluators, self.engine, self.stated)

    # Asking

    def ask(self, question: str) -> Answer:
        """Answer a question in English, or in Datalog after `?-`.

        Raises RulingsError when it is not understood, with the nearest sentences that would
        be, and when it is no question. What was asked before is answered with the same answer.
        """
        known = self._answered.get(question)
        if known is not None:
            return known
        start = perf_counter()
        reading = self.read(question)
        asked = posed(reading)
        if asked is None or asked.question is None:
            message = f'"{question.strip()}" is no question by itself.'
            hint = "Ask about a sentence, such as one that `rulings check` or :help lists."
            raise RulingsError([error("RUL555", message, hint=hint)])
        answer = self.respond(asked, asked.question, question, notices(reading), start)
        if len(self._answered) == _KEPT_ANSWERS:
            self._answered.clear()
        self._answered[question] = answer
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
        if not asked.general or asked.changes is None:
            return answer
        told = [fact for fact in asked.changes.facts if fact.predicate not in NAMING]
        said = join(say(fact, table.lexicon) for fact in told)
        given = f"for any table where {said}: " if said else ""
        answer = replace(answer, read_as=f"{given}{answer.understood_as}")
        about = frozenset(new.value for new in asked.changes.introduces)
        empty = not any(self.stated.facts.values())
        return on_every_table(answer, about, self.rulebook.outline, empty=empty)

    def answer(
        self,
        question: Question,
        text: str = "",
        noticed: tuple[Diagnostic, ...] = (),
        start: float | None = None,
    ) -> Answer:
        """Answer a question that has been read."""
        began = perf_counter() if start is None else start
        program = self.rulebook.outline
        if isinstance(question, DatalogQuery):
            goal = read_goal(question.text, program, self.lexicon.names)
        else:
            goal = goal_of(question, program)
        found = inquire(goal, self._evaluation, self.lexicon, self.rulebook.in_force)
        edition = Imprint(self.rulebook.name, self.rulebook.edition, self.rulebook.sha256)
        return Answer(
            question=text.strip(),
            understood_as=found.reply.understood_as,
            goal=goal,
            reason=found.reason,
            say=found.reply.say,
            bindings=found.bindings,
            number=found.number,
            rulebook=edition,
            engine=self.engine,
            milliseconds=(perf_counter() - began) * 1000,
            notices=noticed,
            explain=found.explain,
            means=found.means,
            read_as=found.reply.understood_as if _is_reworded(question) else "",
            shown=_full_text,
        )

    def query(self, goal: str) -> list[Row]:
        """Return the rows of a Datalog goal that are true: one value a variable, sorted."""
        answer = self.answer(DatalogQuery(goal if goal.lstrip().startswith("?-") else f"?- {goal}"))
        return [
            tuple(value for _, value in binding.values)
            for binding in answer.bindings
            if binding.verdict.value == "yes"
        ]

    def read(self, text: str, *, recent: tuple[Value, ...] = ()) -> Reading:
        """Understand a line. Raises RulingsError when nothing fits, with what would."""
        return read(text, self.lexicon, self.focus, recent or self.recent, self.group)

    # Changing the table

    def suppose(self, *lines: str) -> Session:
        """Return a session where these sentences or facts hold as well."""
        return self.with_lines(
            Line(line.text, line.span) for text in lines for line in _lines(text)
        )

    def forget(self, *lines: str) -> Session:
        """Return a session where these sentences or facts are no longer stated."""
        table = self
        for text in lines:
            for line in _lines(text):
                said = line.text
                if is_datalog(said, self.rulebook.outline):
                    change = read_change(DatalogChange(said), line.span, self.rulebook.outline)
                    table = table.apply(change, withdraw=True)
                else:
                    reading = table.read(f"forget {said}")
                    table = table.execute(reading, line)
        return table

    def with_lines(self, lines: Iterable[Line]) -> Session:
        """Return a session where these lines are stated too.

        Raises RulingsError with every line that is not understood.
        """
        table = self
        problems: list[Diagnostic] = []
        for line in lines:
            try:
                table = table.execute(table._read_line(line), line)
            except RulingsError as problem:
                problems += [
                    found
                    if found.span is not None and found.span.source is line.span.source
                    else replace(found, span=line.span)
                    for found in problem.diagnostics
                ]
        if problems:
            raise RulingsError(problems)
        return table

    def _read_line(self, line: Line) -> Reading:
        if is_datalog(line.text, self.rulebook.outline):
            return DatalogChange(line.text)
        return self.read(line.text)

    def execute(self, reading: Reading, line: Line | None = None) -> Session:
        """Return the session after a line that changes the table or the focus."""
        match reading:
            case Statement() | Suppose(_):
                changes = reading.changes if isinstance(reading, Suppose) else reading
                return self.apply(changes, line=line)
            case Forget(changes, entities):
                table = self.apply(changes, withdraw=True, line=line)
                for entity in entities:
                    table = replace(table, stated=table.stated.without(entity))
                return table
            case Focus(value):
                return replace(self, focus=value)
            case DatalogChange(_, add):
                span = line.span if line is not None else None
                changes = read_change(reading, span, self.rulebook.outline)
                return self.apply(changes, withdraw=not add, line=line)
            case _:
                said = line.text if line is not None else "This"
                message = f'"{said}" is a question; the table is described by statements.'
                span = line.span if line is not None else None
                raise RulingsError(
                    [error("RUL556", message, span, "Ask it once the table stands.")]
                )

    def apply(
        self, changes: Statement, *, withdraw: bool = False, line: Line | None = None
    ) -> Session:
        """Return the session with the facts and falsehoods of a statement stated, or withdrawn.

        Raises RulingsError (RUL557) when something is withdrawn that was never stated.
        """
        book = self.rulebook
        stated, noticed = apply(
            self.stated,
            changes,
            book.outline,
            book.contents.shelf,
            lambda: self.lexicon,
            withdraw=withdraw,
            line=line,
        )
        recent = () if withdraw else named(changes)
        return replace(
            self,
            stated=stated,
            notices=(*self.notices, *changes.notices, *noticed),
            recent=tuple(dict.fromkeys((*recent, *self.recent)))[:_REMEMBERED],
            group=changes.group or self.group,
        )

    def focused(self, value: Value | None) -> Session:
        """Return the session where "this card" and "it" mean `value`."""
        return replace(self, focus=value)

    def canonical_name(self, name: str) -> str:
        """Return the display name of a thing by any of its spellings; other text as it is."""
        values = self.lexicon.names.all(key_of(name))
        return self.lexicon.names.display(values[0]) if values else name

    def facts(self) -> list[tuple[Atom, bool]]:
        """Return what is stated: each atom, and whether it is stated as a falsehood."""
        return list(self.stated.atoms())


def _full_text(answer: Answer) -> str:
    # Most answers are never written out in full; the renderer waits until one is.
    from rulings.render.text import render_answer

    return render_answer(answer, full=True)


def _is_reworded(question: Question) -> bool:
    return not isinstance(question, DatalogQuery) and question.reworded


def _lines(text: str) -> tuple[Line, ...]:
    from rulings.rulebook.situation import lines_of

    return lines_of(Source("table", text))
