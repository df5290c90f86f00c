"""The description of the server, OpenAPI 3.1.

In: the operations. Out: the document. Guarantee: its schemas are pydantic's of the very types that
check the requests and type the answers.
"""

from __future__ import annotations

import re
from typing import Any, get_type_hints

from pydantic import TypeAdapter
from pydantic.json_schema import models_json_schema

from rulings.adapters.serve.endpoint import Endpoint
from rulings.adapters.serve.operations import ENDPOINTS, LONGEST_QUERY
from rulings.adapters.serve.refusals import MEDIA_TYPE
from rulings.adapters.serve.streaming import EVENTS
from rulings.version import __version__
from rulings.wire import ProblemDetails

_REFERENCE = "#/components/schemas/{model}"
_EVENTS = {
    "type": "string",
    "description": "For who accepts events: `answer` or `problem` for each, then `end`.",
}
_PARAMETER = re.compile(r"{(\w+)(?::path)?}")


def description() -> dict[str, Any]:
    """Return the OpenAPI document."""
    schemas: dict[str, Any] = {}
    bodies = [operation.body for operation in ENDPOINTS if operation.body is not None]
    _, found = models_json_schema(
        [(body, "validation") for body in dict.fromkeys(bodies)], ref_template=_REFERENCE
    )
    schemas |= found["$defs"]
    paths: dict[str, Any] = {}
    problem = _schema(ProblemDetails, schemas)
    for operation in ENDPOINTS:
        path = _PARAMETER.sub(r"{\1}", operation.path)
        paths.setdefault(path, {})[operation.method.lower()] = _described(
            operation,
            _schema(operation.returns or get_type_hints(operation.run)["return"], schemas),
            problem,
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "rulings", "version": __version__},
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _schema(shape: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of an answer; what it refers to goes to `schemas`."""
    found: dict[str, Any] = TypeAdapter(shape).json_schema(
        mode="serialization", ref_template=_REFERENCE
    )
    schemas |= found.pop("$defs", {})
    return found


def _described(
    operation: Endpoint, returns: dict[str, Any], problem: dict[str, Any]
) -> dict[str, Any]:
    named = _PARAMETER.findall(operation.path)
    parameters = [_parameter(name, "path") for name in named]
    parameters += [_parameter(name, "query") for name in operation.query]
    found: dict[str, Any] = {
        "summary": operation.summary,
        "operationId": _name(operation),
        "parameters": parameters,
        "responses": {
            str(operation.status): {
                "description": operation.summary,
                "content": {"application/json": {"schema": returns}},
            },
            "default": {
                "description": "What is wrong with the request",
                "content": {MEDIA_TYPE: {"schema": problem}},
            },
        },
    }
    if operation.streams:
        found["responses"][str(operation.status)]["content"][EVENTS] = {"schema": _EVENTS}
    if operation.creates:
        found["responses"][str(operation.status)]["links"] = _links()
    if operation.body is not None:
        reference = {"$ref": _REFERENCE.format(model=operation.body.__name__)}
        content = {"application/json": {"schema": reference}}
        found["requestBody"] = {"required": True, "content": content}
    return found


def _parameter(name: str, place: str) -> dict[str, Any]:
    required = place == "path" or name == "q"
    schema: dict[str, Any] = {"type": "string", "minLength": 1}
    if name == "q":
        schema["maxLength"] = LONGEST_QUERY
    return {"name": name, "in": place, "required": required, "schema": schema}


def _links() -> dict[str, Any]:
    """Return what can be asked of a session that was created."""
    found = {"parameters": {"id": "$response.body#/id"}}
    names = (_name(one) for one in ENDPOINTS if "{id}" in one.path)
    return {name: {"operationId": name, **found} for name in names}


def _name(operation: Endpoint) -> str:
    return operation.run.__name__.strip("_")
