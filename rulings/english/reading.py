"""What a line of English was understood to say.

In: nothing; these are the types that `question.read` returns. Out: frozen values that the
session executes. Guarantee: every atom names a declared predicate with the declared number of
terms, every constant is of its column's sort, and nothing of the text was left unread.

A negated literal of a two-sided predicate asks for its denial (`neg p`), of any other
predicate for its absence (`not p`).
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.language.diagnostics import Diagnostic
from rulings.language.program import Atom, Condition, Constant, Literal, Value, Variable
from rulings.language.source import NOWHERE, Span
from rulings.records import dataclass, replace

Lines = tuple[tuple[Value, ...], ...]
"""The things that each line before named, the last line first."""
_REMEMBERED = 12
"""How many lines are remembered for what "it" may mean."""


def after_line(values: tuple[Value, ...], lines: Lines) -> Lines:
    """Return what was named, line by line, behind a line that names `values`."""
    return (values, *lines)[:_REMEMBERED] if values else lines


@dataclass(frozen=True, slots=True)
class Introduction:
    """A thing named for the first time: its symbol, its name, the sort of its slot.

    What a sentence needs and no word of it means is not `spoken` of: "it" never means it.
    """

    value: str
    name: str
    sort: str
    span: Span = NOWHERE
    spoken: bool = True


@dataclass(frozen=True, slots=True)
class Group:
    """Several things spoken of together."""

    members: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Statement:
    """Facts and falsehoods about the table; `introduces` lists the names new to it.

    `group` is what "they" means in the next sentence, when this one speaks of several. `facts`
    already holds the `label` and sort facts of what is introduced. `notices` are warnings and notes
    that the user should see although the sentence was understood. A `wish` is what somebody wants
    to do, which states nothing. `mentions` are spoken of without a fact, `generic` are facts of
    what is only meant among all of its kind. It `refuses` a deed when
    somebody does not do it now, which is no story. `parts` are what the sentences of a line state,
    if there are several: what happens in one is over when the next one is told.
    """

    facts: tuple[Atom, ...] = ()
    denials: tuple[Atom, ...] = ()
    introduces: tuple[Introduction, ...] = ()
    notices: tuple[Diagnostic, ...] = ()
    group: Group | None = None
    wish: Wish | None = None
    mentions: tuple[Value, ...] = ()
    generic: tuple[Value, ...] = ()
    refuses: bool = False
    parts: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A yes/no question: do all of these ground literals hold? Usually there is one.

    `reworded` tells that the question was not read word for word.
    """

    literals: tuple[Literal, ...]
    notices: tuple[Diagnostic, ...] = ()
    reworded: bool = False

    @property
    def atom(self) -> Atom:
        """The atom of the first literal."""
        return self.literals[0].atom

    @property
    def negated(self) -> bool:
        """Whether the first literal is negated."""
        return self.literals[0].negated


@dataclass(frozen=True, slots=True)
class Which:
    """Which values of `variables` satisfy all literals, or how many when `count`.

    The first literal is the sentence asked about; the others narrow it ("which *upgrades*").
    `each` are the variables that "each player" asks for one by one, `word` is the question word.
    `conditions` are what idioms mean besides literals. `reworded` tells that the question was
    not read word for word. `among` are the only values that the first variable is asked for.
    """

    literals: tuple[Literal, ...]
    variables: tuple[Variable, ...]
    count: bool = False
    notices: tuple[Diagnostic, ...] = ()
    conditions: tuple[Condition, ...] = ()
    reworded: bool = False
    each: tuple[Variable, ...] = ()
    word: str = ""
    among: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Holds:
    """A yes/no question about conditions: are there values that satisfy all of them?

    When `denied` the question is whether there are none.
    """

    conditions: tuple[Condition, ...]
    denied: bool = False
    notices: tuple[Diagnostic, ...] = ()
    reworded: bool = True


@dataclass(frozen=True, slots=True)
class DatalogQuery:
    """A line that starts with `?-`; `text` is the whole line."""

    text: str

    @property
    def reworded(self) -> bool:
        """Never: it is understood as it stands."""
        return False


Question = Ask | Which | Holds | DatalogQuery


@dataclass(frozen=True, slots=True)
class Wish:
    """What a player wants to do: the question whether that is allowed, and who wants it."""

    question: Ask | Holds
    by: Value


@dataclass(frozen=True, slots=True)
class Why:
    """Explain the answer to `inner`, or to the last question when None."""

    inner: Question | None = None


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Explain why `inner` does not hold, or the last question when None."""

    inner: Question | None = None


@dataclass(frozen=True, slots=True)
class When:
    """Under which conditions does `inner` hold, or the last question when None."""

    inner: Question | None = None


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Ask `inner` (or the last question when None) with `changes` applied for once.

    When `general` the changes only speak of arbitrary things that the question is about; the
    answer counts when every table would give it.
    """

    changes: Statement
    inner: Question | Why | WhyNot | When | None = None
    general: bool = False


@dataclass(frozen=True, slots=True)
class Suppose:
    """Change the situation until it is forgotten or undone."""

    changes: Statement


@dataclass(frozen=True, slots=True)
class Forget:
    """Withdraw stated facts and falsehoods, and everything stated about `entities`."""

    changes: Statement
    entities: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Focus:
    """From now on "this card" means `value`; None ends the focus."""

    value: Value | None


@dataclass(frozen=True, slots=True)
class DatalogChange:
    """A fact in Datalog: `+p(a).` and plain `p(a).` add it, `-p(a).` withdraws it.

    `text` is the fact with its final dot and without the sign; it may begin with `not`.
    """

    text: str
    add: bool = True


Reading = (
    Statement
    | Ask
    | Which
    | Holds
    | DatalogQuery
    | Why
    | WhyNot
    | When
    | WhatIf
    | Suppose
    | Forget
    | Focus
    | DatalogChange
)


def reworded(reading: Reading) -> Reading:
    """Return a reading that tells that the line was not read word for word."""
    match reading:
        case Ask() | Which() | Holds():
            return replace(reading, reworded=True)
        case WhatIf(_, (Ask() | Which() | Holds()) as inner):
            return replace(reading, inner=replace(inner, reworded=True))
        case _:
            return reading


def named(reading: Reading) -> tuple[Value, ...]:
    """Return the constants a reading names, first named first; "it" looks among them.

    Of numbers only 1 is kept, beside what "it" was one of.
    """
    values = tuple(v for v in dict.fromkeys(constants_of(reading)) if isinstance(v, str) or v == 1)
    if not isinstance(reading, Statement):
        return values
    return next(iter(spoken_lines(reading, (values,))), ())


def spoken_lines(told: Statement, lines: Lines) -> Lines:
    """Return what lines named, but for what no word of a statement means by itself."""
    unspoken = {*told.generic, *(new.value for new in told.introduces if not new.spoken)}
    if not unspoken:
        return lines
    kept = (tuple(value for value in line if value not in unspoken) for line in lines)
    return tuple(line for line in kept if line)


def notices(reading: Reading) -> tuple[Diagnostic, ...]:
    """Return the warnings and notes of a reading, those of its parts included."""
    match reading:
        case Statement() | Ask() | Which() | Holds():
            return reading.notices
        case Why(inner) | WhyNot(inner) | When(inner):
            return notices(inner) if inner is not None else ()
        case WhatIf(changes, inner, general):
            told = () if general else changes.notices
            return told + (notices(inner) if inner is not None else ())
        case Suppose(changes) | Forget(changes, _):
            return changes.notices
        case _:
            return ()


def literals_of(reading: Reading) -> Iterator[Literal]:
    """Yield what a reading states or asks, and behind it what it supposes."""
    match reading:
        case Statement(facts, denials):
            yield from (Literal(one) for one in facts)
            yield from (Literal(one, True) for one in denials)
        case Ask(literals) | Which(literals):
            yield from literals
        case Holds(conditions):
            yield from (one for one in conditions if isinstance(one, Literal))
        case Why(inner) | WhyNot(inner) | When(inner) if inner is not None:
            yield from literals_of(inner)
        case WhatIf(changes, inner):
            yield from literals_of(inner) if inner is not None else ()
            yield from literals_of(changes)
        case Suppose(changes) | Forget(changes):
            yield from literals_of(changes)


def constants_of(reading: Reading) -> Iterator[Value]:
    """Yield the things that a reading names, whom it only mentions first."""
    match reading:
        case Statement():
            yield from (reading.wish.by,) if reading.wish is not None else ()
            yield from reading.mentions
        case Forget(_, entities):
            yield from entities
        case Focus(value) if value is not None:
            yield value
    for literal in literals_of(reading):
        if literal.atom.predicate not in ("label", "alias"):
            terms = literal.atom.terms
            yield from (term.value for term in terms if isinstance(term, Constant))
