"""Answers and models as JSON.

In: an `Answer`, or the relations of a `Model`. Out: plain dictionaries, ready for `json.dumps`.
Guarantee: the keys of the answer schema are always present and rows are sorted, so that equal
answers give equal text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulings.answer import SCHEMA, Answer, Citation, Step
from rulings.english.sentence import datalog
from rulings.language.program import Row, Value

Json = dict[str, Any]


def answer_json(answer: Answer, *, explain: bool = True) -> Json:
    """Return an answer by its schema; without `explain`, its explanation is left empty."""
    return {
        "schema": SCHEMA,
        "query": answer.question,
        "understood_as": answer.understood_as,
        "verdict": answer.verdict.value,
        "reason": answer.reason.value,
        "say": answer.say,
        "number": answer.number,
        "bindings": [
            {**dict(binding.values), "names": list(binding.names), "verdict": binding.verdict.value}
            for binding in answer.bindings
        ],
        "explanation": [step_json(step) for step in answer.explanation] if explain else [],
        "clauses": list(answer.clauses) if explain else [],
        "assumptions": list(answer.assumptions) if explain else [],
        "settle": [list(facts) for facts in answer.settle] if explain else [],
        "notices": [
            {"code": notice.code, "message": notice.message, "hint": notice.hint}
            for notice in answer.notices
        ],
        "rulebook": {
            "name": answer.rulebook.name,
            "edition": answer.rulebook.edition,
            "sha256": answer.rulebook.sha256,
        },
        "engine": answer.engine,
        "milliseconds": round(answer.milliseconds, 3),
    }


def step_json(step: Step) -> Json:
    """Return one node of an explanation with everything below it."""
    atom = step.atom
    return {
        "kind": step.kind,
        "atom": None if atom is None else datalog(atom),
        "say": step.say,
        "note": step.note,
        "rule": step.rule,
        "clauses": [_citation(clause) for clause in step.clauses],
        "children": [step_json(child) for child in step.children],
    }


def model_json(true: Mapping[str, Iterable[Row]], undefined: Mapping[str, Iterable[Row]]) -> Json:
    """Return `{"true": {p: rows}, "undefined": {p: rows}}` without empty predicates."""
    return {"true": _relations(true), "undefined": _relations(undefined)}


def row_order(row: Row) -> tuple[tuple[bool, Value], ...]:
    """Sort key of a row: integers before text, text by code point."""
    return tuple((isinstance(value, str), value) for value in row)


def _relations(relations: Mapping[str, Iterable[Row]]) -> dict[str, list[list[Value]]]:
    listed = {name: sorted(relations[name], key=row_order) for name in sorted(relations)}
    return {name: [list(row) for row in rows] for name, rows in listed.items() if rows}


def _citation(clause: Citation) -> Json:
    return {
        "id": clause.id,
        "document": clause.document,
        "section": clause.section,
        "page": clause.page,
        "gist": clause.gist,
    }
