"""The surface tree: a text as it was written.

In: nothing; these are the types that `parse` builds and `check` and `format` read. Guarantee:
every statement knows its place and its doc comment, and equality ignores both places and
comments, so that a text and its canonical form compare equal. Plain facts are kept in columns
(`FactGroup`), one object for thousands of them.
"""

from __future__ import annotations

from rulings.language.program import Completion, Constant, EffectKind, Role, Row, Variable
from rulings.language.source import NOWHERE, Source, Span, Spans
from rulings.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Compound:
    """Arithmetic as written; operands may still hold aggregates."""

    operator: str
    operands: tuple[SurfaceExpression, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Collection:
    """`function { terms : body }` where an expression may stand."""

    function: str
    terms: tuple[SurfaceExpression, ...]
    body: tuple[SurfaceCondition, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


SurfaceExpression = Variable | Constant | Compound | Collection


@dataclass(frozen=True, slots=True)
class SurfaceAtom:
    """A predicate applied to expressions.

    When `past` it is a happening that took place, and the last argument is the step, written
    behind `at`; `since` is the clock that it took place since the last start of.
    """

    predicate: str
    arguments: tuple[SurfaceExpression, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    word: str = ""
    since: str = ""

    @property
    def past(self) -> bool:
        """Whether it asks for the past; its last argument is then the step."""
        return self.word in ("happened", "was")


@dataclass(frozen=True, slots=True)
class SurfaceLiteral:
    """`[not] [neg] atom`."""

    atom: SurfaceAtom
    negated: bool = False
    against: bool = False
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SurfaceComparison:
    """`left operator right`."""

    operator: str
    left: SurfaceExpression
    right: SurfaceExpression
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SurfaceForAll:
    """`forall { variables : condition } goal`."""

    variables: tuple[Variable, ...]
    condition: tuple[SurfaceCondition, ...]
    goal: SurfaceGoal
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SurfaceChoice:
    """`( body or body … )`: one of the alternatives holds; one alone is a group."""

    alternatives: tuple[tuple[SurfaceCondition, ...], ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SurfaceExtreme:
    """What finds its variables: `highest { variables by keys : body }`, or `lowest`.

    Also `only { variables : body }`, and `rest { variable : body except keys }`.
    """

    function: str
    variables: tuple[Variable, ...]
    keys: tuple[SurfaceExpression, ...]
    body: tuple[SurfaceCondition, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


SurfaceGoal = SurfaceLiteral | SurfaceComparison | SurfaceChoice
SurfaceCondition = SurfaceGoal | SurfaceForAll | SurfaceExtreme


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its place: a clause id, a rule id, a level, a type."""

    text: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Annotations:
    """What stands before a statement: `@[clause, …]`, `@id(name)`, `@level(name, …)`.

    The clauses of a `section` stand before others that it cites for as well.
    """

    clauses: tuple[Name, ...] = ()
    id: Name | None = None
    levels: tuple[Name, ...] = ()
    of_section: bool = False


NO_ANNOTATIONS = Annotations()


@dataclass(frozen=True, slots=True)
class CitationStatement:
    """`@@[clause, …]`: for all rules that follow and cite nothing themselves."""

    clauses: tuple[Name, ...]
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class IncludeStatement:
    """`.include "path".`"""

    path: str
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    path_span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class TypeStatement:
    """`.type name [< parent] [= { members }].`"""

    name: Name
    parent: Name | None
    members: tuple[Constant, ...] | None
    doc: str = ""
    annotations: Annotations = NO_ANNOTATIONS
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SurfaceColumn:
    """`[in] name: sort`."""

    name: Name
    sort: Name
    is_input: bool = False


@dataclass(frozen=True, slots=True)
class PredicateStatement:
    """`.decl …`, `.state …` or `.happening …`.

    `two_sided` says that rules denied it which a layer has taken away: what nothing denies any
    more is not thereby decided.
    """

    name: Name
    columns: tuple[SurfaceColumn, ...]
    templates: tuple[Name, ...]
    role: Role
    completion: Completion
    functional: bool = False
    doc: str = ""
    annotations: Annotations = NO_ANNOTATIONS
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    breach: bool = False
    concluded: bool = False
    two_sided: bool = False
    fitting: bool = False
    opposites: tuple[Name, ...] = ()
    chance: bool = False


@dataclass(frozen=True, slots=True)
class OverrideStatement:
    """`winner overrides loser.`"""

    winner: Name
    loser: Name
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExclusionStatement:
    """`atom excludes atom, …, atom.`

    `anonymous` is how many of its variables are written `_`, as in a rule.
    """

    atom: SurfaceAtom
    others: tuple[SurfaceAtom, ...]
    anonymous: int = field(default=0, compare=False, repr=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ClockStatement:
    """`.clock name begins with happening, …, happening.`"""

    name: Name
    starts: tuple[SurfaceAtom, ...]
    doc: str = ""
    annotations: Annotations = NO_ANNOTATIONS
    anonymous: int = field(default=0, compare=False, repr=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class EffectStatement:
    """`happening begins target [:- body].` and its like; `happening needs body.` has no target."""

    happening: SurfaceAtom
    kind: EffectKind
    target: SurfaceAtom | None
    body: tuple[SurfaceCondition, ...]
    doc: str = ""
    annotations: Annotations = NO_ANNOTATIONS
    anonymous: int = field(default=0, compare=False, repr=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RuleStatement:
    """`head :- body.`, a fact that is not plain, or (`denial`) the falsehood `not head.`

    `anonymous` is how many of its variables are written `_`; they are named `_1`, `_2`, …
    `alternative` is the number of the one that is spelled out, of a rule that holds several.
    `otherwise` says that it comes after the rules before it in its chain; `chain` is where the
    first of these begins in the text.
    """

    head: SurfaceAtom
    body: tuple[SurfaceCondition, ...]
    against: bool = False
    denial: bool = False
    doc: str = ""
    annotations: Annotations = NO_ANNOTATIONS
    anonymous: int = field(default=0, compare=False, repr=False)
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    alternative: int = field(default=0, compare=False, repr=False)
    otherwise: bool = False
    chain: int = field(default=-1, compare=False, repr=False)


Statement = (
    IncludeStatement
    | CitationStatement
    | TypeStatement
    | PredicateStatement
    | OverrideStatement
    | ExclusionStatement
    | ClockStatement
    | EffectStatement
    | RuleStatement
)


@dataclass(frozen=True, slots=True)
class FactGroup:
    """The plain facts of one predicate that quote the same columns, in the order of the text."""

    predicate: str
    quoted: tuple[bool, ...]
    rows: tuple[Row, ...]
    spans: Spans = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Comment:
    """A `%` comment, or a `%%%` comment that documents no statement; `text` has its marks."""

    text: str
    start: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class SourceUnit:
    """One parsed text."""

    source: Source = field(compare=False, repr=False)
    statements: tuple[Statement, ...] = ()
    facts: tuple[FactGroup, ...] = ()
    comments: tuple[Comment, ...] = field(default=(), compare=False)

    @property
    def doc(self) -> str:
        """The `%%%` comment that opens the text, apart from any statement; empty if none."""
        lines: list[str] = []
        for comment in self.comments:
            if (
                not comment.text.startswith("%%%")
                or self.source.text[: comment.start].strip(" \t\r\n\ufeff")
                != "\n".join(f"%%%{line}" for line in lines).strip()
            ):
                break
            lines.append(comment.text[3:].rstrip())
        return "\n".join(line.strip() for line in lines)
