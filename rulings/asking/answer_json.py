"""Answers as JSON, and back; what happened and what may happen.

In: an `Answer`, or the JSON of one; a journal, or what the rules allow. Out: a plain dictionary,
ready for `json.dumps`, or an `Answer`. Guarantee: equal answers give equal JSON in every process,
times apart; each step and each clause is there once, under an id, so that proofs of any depth are
read without recursion; what was left out is not there, rather than empty; each `fact` of a
happening can be sent back as what happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rulings.asking.answer import SCHEMA, Answer, Binding, Elsewhere, Imprint, Pen, Turning
from rulings.asking.chronicle import Happened
from rulings.asking.explanation import Because, Citation, Evidence, Outcome, Step, level_by_level
from rulings.asking.goal import Goal
from rulings.asking.legality import Allowed
from rulings.asking.reason import Reason, Verdict
from rulings.doors.picking import picked
from rulings.english.sentence import datalog
from rulings.language.diagnostics import Diagnostic, Severity
from rulings.rulebook.document import refusal

if TYPE_CHECKING:
    from rulings.wire import (
        AnswerJson,
        BecauseJson,
        BindingJson,
        Explain,
        JournalJson,
        LegalJson,
        OutcomeJson,
        StepJson,
        TurningJson,
    )


_HINT = "Send what `to_json` wrote; `rulings schema answer` prints its schema."
_EXPLAINED = ("none", "short", "full")
_SHORT = 2
"""How many levels of an explanation are short."""


def answer_json(answer: Answer, explain: Explain = "full") -> AnswerJson:
    """Return an answer by its schema.

    `short` sends the first levels of the explanation, `none` nothing that explains. Raises
    ValueError for another way to explain.
    """
    if explain not in _EXPLAINED:
        raise ValueError(f"There is no way {explain!r} to explain. Known: {', '.join(_EXPLAINED)}.")
    found: AnswerJson = {
        "schema": SCHEMA,
        "question": answer.question,
        "understood_as": answer.understood_as,
        "read_as": answer.read_as,
        "verdict": answer.verdict.value,
        "reason": answer.reason.value,
        "say": answer.say,
        "number": answer.number,
        "bindings": [_binding(one) for one in answer.bindings],
        "notices": [
            picked(one, "code", "severity", "message", "hint", "suggestions")
            for one in answer.notices
        ],
        "rulebook": answer.rulebook.to_json(),
        "engine": answer.engine,
        "milliseconds": round(answer.milliseconds, 3),
        "explain": explain,
    }
    if explain == "none":
        return found
    evidence = answer.evidence
    # Each has its level, so that its place does not depend on what is cut.
    steps = level_by_level(evidence.steps)
    ids = {id(step): f"s{number}" for number, (step, _) in enumerate(steps, 1)}
    sent = [step for step, level in steps if explain == "full" or level <= _SHORT]
    known = {ids[id(step)] for step in sent}
    because = (evidence.because.clause, evidence.because.although)
    cited = (
        *evidence.rests_on,
        *(clause for clause in because if clause is not None),
        *(clause for step in sent for clause in step.clauses),
    )
    found["clauses"] = list(answer.clauses)
    found["mentioned"] = list(answer.mentioned)
    told = "id", "document", "short", "section", "page", "gist"
    found["cited"] = [picked(one, *told) for one in dict.fromkeys(cited)]
    found["explanation"] = {
        "roots": [ids[id(step)] for step in evidence.steps],
        "steps": [_step(step, ids, known) for step in sent],
    }
    found["assumptions"] = list(answer.assumptions)
    found["unknown"] = list(evidence.unknown)
    found["settle"] = [outcome_json(one) for one in answer.settle]
    found["limit"] = evidence.limit
    found["because"] = _because(evidence.because)
    return found


def answer_of(data: Mapping[str, Any], pen: Pen) -> Answer:
    """Return the answer that was sent as JSON; `pen` writes it.

    It has no table, so that nothing further can be found out from it, and the atoms of its steps
    stand in their words only. Raises RulingsError (RUL590) for what is no answer of this schema.
    """
    try:
        if data["schema"] != SCHEMA:
            raise ValueError(f"its schema is {data['schema']!r}")
        return _answer(data, pen)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        message = f"This is no answer of the form {SCHEMA}: {problem}."
        raise refusal("RUL590", message, hint=_HINT) from None


def _because(because: Because) -> BecauseJson:
    clause, although = because.clause, because.although
    return {
        "say": list(because.say),
        "clause": clause.id if clause is not None else None,
        "although": although.id if although is not None else None,
        "further": because.further,
    }


def outcome_json(one: Outcome) -> OutcomeJson:
    """Return facts and the verdict that they would bring."""
    found: OutcomeJson = picked(one, "verdict", "facts", "say")
    return found


def turning_json(found: Turning) -> TurningJson:
    """Return what would turn a verdict around."""
    ways = [outcome_json(one) for one in found.ways]
    return {"ways": ways, "tried": found.tried}


def _step(step: Step, ids: Mapping[int, str], known: set[str]) -> StepJson:
    children = [ids[id(child)] for child in step.children]
    sent = [child for child in children if child in known]
    found: StepJson = {
        "id": ids[id(step)],
        "kind": step.kind,
        "say": step.say,
        "atom": None if step.atom is None else datalog(step.atom),
        "note": step.note,
        "rule": step.rule,
        "clauses": [clause.id for clause in step.clauses],
        "children": sent,
    }
    if len(sent) < len(children):
        found["more"] = len(children) - len(sent)
    return found


def _binding(binding: Binding) -> BindingJson:
    found: BindingJson = picked(binding, "values", "names", "verdict", "reason", "assumed")
    found["values"] = dict(binding.values)
    return found


def _answer(data: Mapping[str, Any], pen: Pen) -> Answer:
    evidence = _evidence(data) if data["explain"] != "none" else Evidence()
    book = data["rulebook"]
    return Answer(
        question=data["question"],
        understood_as=data["understood_as"],
        goal=Goal(()),
        reason=Reason(data["reason"]),
        say=data["say"],
        bindings=tuple(
            Binding(
                tuple(one["values"].items()),
                tuple(one["names"]),
                Reason(one["reason"]),
                one["assumed"],
            )
            for one in data["bindings"]
        ),
        number=data["number"],
        rulebook=Imprint(book["name"], book["edition"], book["sha256"]),
        engine=data["engine"],
        milliseconds=data["milliseconds"],
        notices=tuple(
            Diagnostic(
                one["code"],
                Severity(one["severity"]),
                one["message"],
                hint=one["hint"],
                suggestions=tuple(one["suggestions"]),
            )
            for one in data["notices"]
        ),
        explain=lambda: evidence,
        means=Elsewhere(evidence) if not data["bindings"] else None,
        read_as=data["read_as"],
        pen=pen,
    )


def _evidence(data: Mapping[str, Any]) -> Evidence:
    cited = {one["id"]: Citation(**one) for one in data["cited"]}
    steps: dict[str, Step] = {}
    waiting = list(data["explanation"]["steps"])
    # Mostly a step comes before those below it, so the last ones can be made first.
    while waiting:
        left = []
        for one in reversed(waiting):
            if all(child in steps for child in one["children"]):
                steps[one["id"]] = Step(
                    one["kind"],
                    one["say"],
                    rule=one["rule"],
                    clauses=tuple(cited[name] for name in one["clauses"]),
                    children=tuple(steps[child] for child in one["children"]),
                    note=one["note"],
                )
            else:
                left.append(one)
        if len(left) == len(waiting):
            raise ValueError("its steps have no order")
        waiting = left[::-1]
    return Evidence(
        tuple(steps[root] for root in data["explanation"]["roots"]),
        tuple(cited[name] for name in data["clauses"]),
        tuple(data["unknown"]),
        tuple(
            Outcome(Verdict(one["verdict"]), tuple(one["facts"]), tuple(one["say"]))
            for one in data["settle"]
        ),
        data["limit"],
        Because(
            tuple(data["because"]["say"]),
            cited.get(data["because"]["clause"]),
            cited.get(data["because"]["although"]),
            data["because"]["further"],
        ),
    )


def journal_json(journal: Iterable[Happened]) -> JournalJson:
    """Return what happened, in order."""
    happened = [picked(one, "step", "fact", "say", "cause", "brought") for one in journal]
    return {"happened": happened}


def legal_json(found: Iterable[Allowed]) -> LegalJson:
    """Return what may happen."""
    happenings = [picked(one, "kind", "fact", "say", "surely", "chance") for one in found]
    return {"happenings": happenings}
