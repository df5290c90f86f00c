"""What the session answers.

In: nothing; these are the types that `session` builds and that `render`, the FAQ runner, the
REPL and Python programs read. Guarantee: frozen; an explanation is built when first looked at,
from the model that gave the verdict and never from a second evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self, Unpack

from rulings.asking import arguments
from rulings.asking.explanation import Because, Evidence, Outcome, Step
from rulings.asking.goal import Goal
from rulings.asking.limited import Limits, limited
from rulings.asking.reason import Reason, Verdict
from rulings.doors.picking import picked
from rulings.language.catalogue import mistake
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Value
from rulings.records import dataclass, field, fields, replace
from rulings.rulebook.document import refusal

if TYPE_CHECKING:
    from rulings.wire import AnswerJson, Explain, RulebookJson

SCHEMA: Literal["rulings.answer/2"] = "rulings.answer/2"


@dataclass(frozen=True, slots=True)
class Binding:
    """One answer to a which-question: the values, their names, and how certain it is.

    `assumed` tells that it rests on an assumption about a thing that nobody put on the table.
    """

    values: tuple[tuple[str, Value], ...]
    names: tuple[str, ...]
    reason: Reason
    assumed: bool = False

    @property
    def verdict(self) -> Verdict:
        """Whether this is an answer, or may be one."""
        return self.reason.verdict


@dataclass(frozen=True, slots=True)
class Imprint:
    """The rulebook that answered."""

    name: str
    edition: str
    sha256: str

    def to_json(self) -> RulebookJson:
        """Return it by its schema."""
        found: RulebookJson = picked(self, "name", "edition", "sha256")
        return found


@dataclass(frozen=True, slots=True)
class Turning:
    """What would turn a verdict around: the smallest sets of changes that were found.

    `tried` is how many changed tables were asked; where it is `fixed`, no fact of any table touches
    the verdict.
    """

    ways: tuple[Outcome, ...]
    tried: int
    fixed: bool = False

    @property
    def unturned(self) -> str:
        """What was tried where no way was found, empty where there is one."""
        if self.ways:
            return ""
        if self.fixed:
            return "The verdict would not turn: no fact of the table touches it."
        tried = {0: "none was", 1: "one was"}.get(self.tried, f"{self.tried} were")
        return f"No change was found that would turn the verdict; {tried} tried."


class Means:
    """What else can be found out about a yes/no question: little, where its table is not there."""

    def alternatives(self, limit: int) -> tuple[Step, ...]:
        """Return proofs that differ in their last step."""
        return ()

    def flip(self) -> Turning:
        """Return the smallest changes that turn the verdict. Raises RulingsError (RUL579)."""
        raise self._gone()

    def turns(self) -> tuple[Outcome, ...]:
        """Return what would turn a no around."""
        return ()

    def certificate(self, rulebook: Mapping[str, str]) -> dict[str, object]:
        """Return a proof that can be checked without the engine; `rulebook` is how it names it.

        Raises RulingsError (RUL579).
        """
        raise self._gone()

    def _gone(self) -> RulingsError:
        message = "This answer came from another process, and its table did not."
        return mistake("RUL579", None, message=message)


class Pen(Protocol):
    """What writes answers."""

    def form(self, answer: Answer, form: str, brief: bool) -> str:
        """Write an answer as text, Markdown or HTML."""
        ...

    def json(self, answer: Answer, explain: Explain) -> AnswerJson:
        """Return an answer as JSON values."""
        ...


class Unchanging:
    """What never changes is its own copy: what was computed for it is not computed again."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        """Return itself."""
        return self


@dataclass(frozen=True)
class Answer(Unchanging):
    """The answer to one question.

    `goal` is the question as understood; `read_as` says it in the words of the rulebook when it was
    not read word for word, else it is empty. `number` is the answer to "how
    many", when it is decided. `assumptions` are the `default` facts that the verdict relied on,
    `settle` the combinations of facts that would decide a DEPENDS, or, asked "when", turn a yes or
    a no.
    `means` is there for a yes/no question, `pen` writes the answer.
    """

    question: str
    understood_as: str
    goal: Goal
    reason: Reason
    say: str
    bindings: tuple[Binding, ...]
    number: int | None
    rulebook: Imprint
    engine: str
    milliseconds: float
    notices: tuple[Diagnostic, ...] = ()
    explain: Callable[[], Evidence] | None = field(default=None, compare=False, repr=False)
    means: Means | None = field(default=None, compare=False, repr=False)
    read_as: str = ""
    pen: Pen | None = field(default=None, compare=False, repr=False)

    @property
    def verdict(self) -> Verdict:
        """YES, NO, DEPENDS or UNDECIDED; a number that is 0 is NO: there are none."""
        return Verdict.NO if self.number == 0 else self.reason.verdict

    @property
    def label(self) -> str:
        """The verdict in capitals; nothing where a list or a number is the answer."""
        settled = self.verdict in (Verdict.YES, Verdict.NO)
        lists = self.goal.word not in ("", "any", "anyone")
        return "" if settled and lists else self.verdict.value.upper()

    @property
    def evidence(self) -> Evidence:
        """The explanation with what follows from it, built once."""
        # Not a `cached_property`: in Python 3.11 that lets one thread at a time explain anything.
        found: Evidence | None = self.__dict__.get("_evidence")
        if found is None:
            found = self.explain() if self.explain is not None else Evidence()
            self.__dict__["_evidence"] = found
        return found

    @property
    def explanation(self) -> tuple[Step, ...]:
        """The proof, the refutation, or both: one tree for each thing that needs explaining."""
        return self.evidence.steps

    @property
    def because(self) -> Because:
        """Why, in short."""
        return self.evidence.because

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the verdict took for granted because the table did not say otherwise."""
        steps = (step for root in self.explanation for step in root.walk())
        return tuple(dict.fromkeys(step.say for step in steps if step.kind == "assumed"))

    @property
    def settle(self) -> tuple[Outcome, ...]:
        """The shortest combinations of facts that decide a DEPENDS, and the verdict of each.

        Of a no, up to three smallest changes of the table that turn it, looked for once and
        tried; asked "when", also those that turn a yes.
        """
        found: tuple[Outcome, ...] | None = self.__dict__.get("_settle")
        if found is None:
            found = self.evidence.settle
            if not found and self.means is not None and self.verdict is Verdict.NO:
                found = self.means.turns()
            self.__dict__["_settle"] = found
        return found

    @property
    def clauses(self) -> tuple[str, ...]:
        """The printed clauses that the verdict rests on, the deciding one first."""
        return tuple(cited.id for cited in self.evidence.rests_on)

    @property
    def mentioned(self) -> tuple[str, ...]:
        """All printed clauses of the explanation, in its order: also what it only looked at."""
        found = (c.id for root in self.explanation for step in root.walk() for c in step.clauses)
        return tuple(dict.fromkeys(found))

    def alternatives(self, limit: int = 8, **limits: Unpack[Limits]) -> tuple[Step, ...]:
        """Return up to `limit` proofs that differ in their last step, where there is a proof."""
        with limited(**limits):
            if self.reason is Reason.PROVED and self.means is not None:
                return self.means.alternatives(limit)
            return self.explanation

    def flip(self, **limits: Unpack[Limits]) -> Turning:
        """Return the smallest changes of the table that would turn the verdict around.

        Raises RulingsError (RUL568) for which-questions.
        """
        if self.means is None:
            message = "Only a yes/no answer can turn around; this question has a list of answers."
            raise refusal("RUL568", message, hint="Ask about one of them.")
        with limited(**limits):
            return self.means.flip()

    def conditional(self) -> Answer:
        """Return the answer as "when" asks for it: what would turn a yes or a no settles it too."""
        if self.means is None or self.verdict not in (Verdict.YES, Verdict.NO):
            return self
        return replace(self, explain=partial(_with_turning, self))

    def certificate(self, **limits: Unpack[Limits]) -> dict[str, object] | None:
        """Return a proof of the verdict that `rulings verify` checks; None for which-questions.

        Raises RulingsError (RUL570) for a table that states what rules conclude.
        """
        if self.means is None:
            return None
        named: dict[str, str] = picked(self.rulebook, "name", "edition", "sha256")
        with limited(**limits):
            return self.means.certificate(named)

    def __reduce__(self) -> tuple[Callable[..., Answer], tuple[object, ...]]:
        """Pickle with the explanation, but without the table that was asked."""
        kept = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in _TIED}
        evidence = replace(self.evidence, settle=self.settle)
        return _received, (kept, evidence, self.means is not None)

    def why(self, **limits: Unpack[Limits]) -> str:
        """Return the answer with its reasons as text."""
        return self.render(**limits)

    def render(self, form: str = "text", *, brief: bool = False, **limits: Unpack[Limits]) -> str:
        """Return the answer as `text`, `markdown`, a page of `html` or a `fragment` of one.

        `brief` is without proof.

        Raises ValueError for another form.
        """
        with limited(**limits):
            form = arguments.text(form, "form")
            return self.pen.form(self, form, brief) if self.pen is not None else f"{self}\n"

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        return self.render("fragment")

    def _repr_markdown_(self) -> str:
        """Return what a notebook shows that is text."""
        return self.render("markdown", brief=True)

    def to_json(self, explain: Explain = "full", **limits: Unpack[Limits]) -> AnswerJson:
        """Return the answer as JSON values by the schema `rulings.answer/2`.

        `short` sends the first levels of the explanation, `none` nothing that explains.
        `rulings.answer_from_json` reads it back. Raises ValueError for another way to explain,
        and for an answer that was made by hand, without a pen.
        """
        if self.pen is None:
            raise ValueError("This answer has no pen to write it with.")
        with limited(**limits):
            return self.pen.json(self, explain)

    def __str__(self) -> str:
        return f"{self.verdict.value.upper()}  {self.say}"


_TIED = ("explain", "means")
"""What an answer keeps of the table that was asked."""


def _with_turning(answer: Answer) -> Evidence:
    if answer.settle:
        return replace(answer.evidence, settle=answer.settle)
    turning = answer.flip()
    return replace(answer.evidence, settle=turning.ways, limit=turning.unturned)


def _received(kept: dict[str, Any], evidence: Evidence, decided: bool) -> Answer:
    return Answer(**kept, explain=lambda: evidence, means=Elsewhere(evidence) if decided else None)


@dataclass(frozen=True, slots=True)
class Elsewhere(Means):
    """The means of an answer that has come from another process, whose table it has not."""

    evidence: Evidence

    def alternatives(self, limit: int) -> tuple[Step, ...]:
        """Return the proof that came along."""
        return self.evidence.steps[:limit]
