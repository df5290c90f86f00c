"""Answers and models as JSON.

In: an `Answer`, or the relations of a `Model`. Out: plain dictionaries, ready for `json.dumps`.
Guarantee: the keys of the answer schema are always present and rows are sorted, so that equal
answers give equal text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulings.asking.answer import SCHEMA, Answer, Citation, Step
from rulings.english.sentence import datalog
from rulings.language.program import Row, Value

Json = dict[str, Any]
DEEPEST = 60


def answer_json(answer: Answer, *, explain: bool = True) -> Json:
    """Return an answer by its schema; without `explain`, its explanation is left empty."""
    evidence = answer.evidence if explain else None
    return {
        "schema": SCHEMA,
        "query": answer.question,
        "understood_as": answer.understood_as,
        "read_as": answer.read_as,
        "verdict": answer.verdict.value,
        "reason": answer.reason.value,
        "say": answer.say,
        "number": answer.number,
        "bindings": [
            {**dict(binding.values), "names": list(binding.names), "verdict": binding.verdict.value}
            for binding in answer.bindings
        ],
        "explanation": steps_json(answer.explanation) if explain else [],
        "clauses": list(answer.clauses) if explain else [],
        "mentioned": list(answer.mentioned) if explain else [],
        "assumptions": list(answer.assumptions) if explain else [],
        "settle": [list(facts) for facts in answer.settle] if explain else [],
        "settle_verdicts": [o.verdict.value for o in evidence.outcomes] if evidence else [],
        "unknown": list(evidence.unknown) if evidence else [],
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


def steps_json(roots: Sequence[Step]) -> list[Json]:
    """Return trees of steps with everything below them.

    What is nested deeper than `DEEPEST` stands at the end of the list under the number that its
    `continued` names, so that any reader of JSON can take a proof of any length.
    """
    found: list[Json] = []
    later = [(step, 0) for step in roots]
    parts = 0
    for root, part in later:
        node = _step(root)
        found.append({**node, "part": part} if part else node)
        pending = [(root, found[-1], 1)]
        while pending:
            step, node, level = pending.pop()
            if level >= DEEPEST and step.children:
                parts += 1
                node["continued"] = parts
                later.append((step, parts))
                continue
            node["children"] = [_step(child) for child in step.children]
            pending += [
                (child, below, level + 1)
                for child, below in zip(step.children, node["children"], strict=True)
            ]
    return found


def _step(step: Step) -> Json:
    atom = step.atom
    return {
        "kind": step.kind,
        "atom": None if atom is None else datalog(atom),
        "say": step.say,
        "note": step.note,
        "rule": step.rule,
        "clauses": [_citation(clause) for clause in step.clauses],
        "children": [],
    }


def model_json(true: Mapping[str, Iterable[Row]], undefined: Mapping[str, Iterable[Row]]) -> Json:
    """Return `{"true": {p: rows}, "undefined": {p: rows}}` without empty predicates."""
    return {"true": _relations(true), "undefined": _relations(undefined)}


def row_order(row: Row) -> tuple[tuple[bool, Value], ...]:
    """Sort key of a row: integers before text, text by code point."""
    return tuple((isinstance(value, str), value) for value in row)


def _in_order(rows: Iterable[Row]) -> list[Row]:
    listed = list(rows)
    try:
        listed.sort()
    except TypeError:  # a column that holds both numbers and text
        listed.sort(key=row_order)
    return listed


def _relations(relations: Mapping[str, Iterable[Row]]) -> dict[str, list[list[Value]]]:
    listed = {name: _in_order(relations[name]) for name in sorted(relations)}
    return {name: [list(row) for row in rows] for name, rows in listed.items() if rows}


def _citation(clause: Citation) -> Json:
    return {
        "id": clause.id,
        "document": clause.document,
        "section": clause.section,
        "page": clause.page,
        "gist": clause.gist,
    }
