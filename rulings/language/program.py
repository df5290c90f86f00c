"""The checked program: what every later pass reads.

In: nothing; these are the types that `check` builds and the engine takes. Guarantee (given
by `check`, relied on everywhere): every predicate is declared, arities and types agree, every
variable is bound, no aggregate depends on itself, expressions stand only in comparisons.
Rows are plain tuples of `int` and `str`; a symbol and a string of the same spelling are the
same value, their types keep them apart where it matters.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from rulings.language.predicates import PredicateId
from rulings.language.source import NOWHERE, Span
from rulings.records import dataclass, field

MAX_DIGITS = 18
"""So many digits an integer may have as it is written."""

Value = int | str
Row = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Variable:
    """A rule variable; anonymous ones are numbered `_1`, `_2`, … by the parser."""

    name: str


@dataclass(frozen=True, slots=True)
class Constant:
    """An integer, a symbol or a string; `quoted` only steers printing."""

    value: Value
    quoted: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Operation:
    """Integer arithmetic: `+ - * // %` (two operands), `min max` (two or more), `abs`, `neg`."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Term = Variable | Constant
Expression = Variable | Constant | Operation


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms."""

    predicate: PredicateId
    terms: tuple[Term, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)

    @staticmethod
    def of(predicate: PredicateId, row: Iterable[Value], span: Span = NOWHERE) -> Atom:
        """Return the atom that says a row of a predicate."""
        return Atom(predicate, tuple(map(Constant, row)), span)

    @property
    def row(self) -> Row:
        """The values of an atom whose terms are constants."""
        return tuple(term.value for term in self.terms if isinstance(term, Constant))


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom or its default negation."""

    atom: Atom
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left op right` with op one of `= != < <= > >=`; `=` binds a variable that is still free.

    Order on mixed values is total: integers before text, text by code point.
    """

    operator: str
    left: Expression
    right: Expression
    span: Span = field(default=NOWHERE, compare=False, repr=False)


OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""For each comparison the one that holds where it fails."""


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`target = function { terms : body }`: over the *distinct* tuples of `terms`.

    `sum`, `min` and `max` read the first term. `count` and `sum` of nothing are 0; `min` and
    `max` of nothing have no value. Variables of the body that also occur elsewhere in the rule
    are its group and are bound there. By a predicate with `one` the first term has but one value
    for each of `fixed_by`.
    """

    target: Term
    function: str
    terms: tuple[Term, ...]
    body: tuple[Condition, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    fixed_by: tuple[Variable, ...] | None = None

    def is_keyed(self, group: Container[str]) -> bool:
        """Whether tuples that differ in the first term alone exclude each other in a group."""
        rest = {term.name for term in self.terms[1:] if isinstance(term, Variable)}
        fixed_by = self.fixed_by
        return fixed_by is not None and all(v.name in rest or v.name in group for v in fixed_by)


@dataclass(frozen=True, slots=True)
class ForAll:
    """`forall { variables : condition } goal`: no instance of `condition` fails `goal`."""

    variables: tuple[Variable, ...]
    condition: tuple[Condition, ...]
    goal: Literal
    span: Span = field(default=NOWHERE, compare=False, repr=False)


Condition = Literal | Comparison | Aggregate | ForAll


@dataclass(frozen=True, slots=True)
class Rule:
    """`head :- body`, or `neg head :- body` when `denies`.

    `id` is unique in the program (by default `file:line`). `clauses` are the printed clauses
    it encodes, `levels` the levels that `overrides` may name.
    """

    id: str
    head: Atom
    body: tuple[Condition, ...]
    denies: bool = False
    clauses: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    doc: str = field(default="", compare=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Sort:
    """A type. `parent` is None for a root sort, which holds symbols and strings alike;
    `members` is None unless the sort is closed."""

    name: str
    parent: str | None = None
    members: tuple[Value, ...] | None = None
    doc: str = field(default="", compare=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Column:
    """One place of a predicate; `is_input` marks an `in` column, bound by its caller."""

    name: str
    sort: str
    is_input: bool = False


@dataclass(frozen=True, slots=True)
class Exclusion:
    """No table states a row that `own` matches beside another that `other` matches.

    Variables that both have stand for the same value.
    """

    own: Atom
    other: Atom
    span: Span = field(default=NOWHERE, compare=False, repr=False)


class Role(Enum):
    """Whether rules conclude a predicate, the table states it, or it is about what happens."""

    DERIVED = "derived"
    STATE = "state"
    HAPPENING = "happening"
    """What is taking place; on no table, but while it is worked out what that brings about."""
    PAST = "past"
    """What took place, and in which step: the journal of a table."""
    EFFECT = "effect"
    """What a happening brings about or needs: made by the checker, read by nobody's rules."""
    PART = "part"
    """The alternatives among what a rule collects: made by the checker, read by that rule alone."""


MADE_ROLES = frozenset((Role.PAST, Role.EFFECT, Role.PART))
"""The roles of predicates that the checker makes, which no line of English is about."""


class EffectKind(Enum):
    """How a happening and what is said of it hang together; the value is the word for it."""

    BEGINS = "begins"
    ENDS = "ends"
    SETS = "sets"
    CAUSES = "causes"
    NEEDS = "needs"


class Completion(Enum):
    """What an unstated fact of a `.state` predicate is."""

    CLOSED = "closed"
    OPEN = "open"
    DEFAULT = "default"


@dataclass(frozen=True, slots=True)
class Predicate:
    """A declared predicate with the sentences that say it, and those that say its `opposites`.

    A row of a `breach` says what is wrong with a table. What `excludes` of a `.state` has stands
    beside no row of it. Of a `.state` that is `concluded` rules conclude further rows; it is
    `two_sided`, and what the table denies of it stands against what they conclude. One `of_type`
    is a `default` state that holds of all that is named of its type, and no assumption. One that is
    `fitting` has twins, which state what it does and complete it otherwise, for what needs read. A
    happening that `chance` decides is nobody's choice. What a state `was`, another predicate tells.
    """

    name: str
    columns: tuple[Column, ...]
    templates: tuple[str, ...] = ()
    role: Role = Role.DERIVED
    completion: Completion = Completion.CLOSED
    functional: bool = False
    two_sided: bool = False
    doc: str = field(default="", compare=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    clauses: tuple[str, ...] = ()
    breach: bool = False
    excludes: tuple[Exclusion, ...] = ()
    concluded: bool = False
    of_type: bool = False
    fitting: bool = False
    twin_of: str = ""
    opposites: tuple[str, ...] = ()
    chance: bool = False
    was: str = ""

    @property
    def may_be_silent(self) -> bool:
        """Whether no reason for a row and none against it leaves a question about it undecided.

        Of a `.state` that is concluded, its completion says what is so then.
        """
        return self.two_sided and not self.concluded

    @property
    def arity(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def described(self) -> tuple[Column, ...]:
        """The columns that hold things of the table: not the step of what took place."""
        return self.columns[:-1] if self.role is Role.PAST else self.columns


@dataclass(frozen=True, slots=True)
class Override:
    """The rules named or levelled `winner` beat those named or levelled `loser`."""

    winner: str
    loser: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a happening brings about, or needs.

    The rows of the predicate `made` are those that begin, end or are set in `target`, the
    happenings `target` that follow, or, of what it needs, the happenings that have it: what
    stands at some `places` of them. What is not `apart` is read with the other needs in one body.
    """

    kind: EffectKind
    made: str
    target: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    places: tuple[int, ...] = ()
    apart: bool = True


@dataclass(frozen=True, slots=True)
class Happening:
    """What is said of a happening, in the order of the text.

    `past` is the predicate of its journal, `legal` that of what the rules allow, `must` that of
    what is all that they allow its player; both are empty for what needs nothing. A short way to
    say another happening has the columns of it at `places`.
    """

    name: str
    past: str
    legal: str
    effects: tuple[Effect, ...] = ()
    must: str = ""
    short_of: str = ""
    places: tuple[int, ...] = ()

    @property
    def needs(self) -> tuple[Effect, ...]:
        """What it needs."""
        return tuple(one for one in self.effects if one.kind is EffectKind.NEEDS)

    @property
    def brings(self) -> tuple[str, ...]:
        """The predicates made for what it brings about."""
        return tuple(one.made for one in self.effects if one.kind is not EffectKind.NEEDS)


@dataclass(frozen=True, slots=True)
class Facts:
    """The stated rows of one predicate; `spans[i]` is where row i stands, empty if unknown.

    `memory` is for what a later pass works out from these rows alone, once for all tables.
    """

    rows: tuple[Row, ...]
    spans: Sequence[Span] = field(default=(), compare=False, repr=False)
    memory: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def __reduce__(self) -> tuple[type[Facts], tuple[tuple[Row, ...], Sequence[Span]]]:
        return Facts, (self.rows, self.spans)


@dataclass(frozen=True, slots=True)
class Program:
    """A checked program. `facts` are stated, `denials` are stated falsehoods (`not p(a).`).

    `clocks` names for each clock the predicate of the step in which it began last.
    """

    sorts: Mapping[str, Sort]
    predicates: Mapping[PredicateId, Predicate]
    rules: tuple[Rule, ...]
    facts: Mapping[PredicateId, Facts]
    denials: Mapping[PredicateId, Facts]
    overrides: tuple[Override, ...] = ()
    happenings: Mapping[str, Happening] = field(default_factory=dict)
    clocks: Mapping[str, str] = field(default_factory=dict)


BUILT_IN_SORTS = ("any", "int", "symbol", "string")
