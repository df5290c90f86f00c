"""What `rulings serve` answers fits its description: random requests, made from it by schemathesis.

`RULINGS_EXAMPLES` is how many requests are made of each kind.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from rulings.adapters.serve.answering import opened
from rulings.adapters.serve.application import Server
from rulings.adapters.serve.endpoint import Endpoint
from rulings.adapters.serve.lanes import InThreads
from rulings.adapters.serve.operations import ENDPOINTS
from rulings.adapters.serve.server_limits import ServerLimits
from tests.books import RULES, write_book

EXAMPLES = int(os.environ.get("RULINGS_EXAMPLES", "20"))
CHECKS = (
    # Whether a line of English is understood is no matter of a schema, so 422 is always an answer.
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
SETTINGS = settings(
    max_examples=EXAMPLES,
    stateful_step_count=8,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)


@pytest.fixture(scope="module")
def described(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[schemathesis.BaseSchema]:
    folder = tmp_path_factory.mktemp("described")
    write_book(folder, **{"rules.dl": RULES})
    limits = ServerLimits(timeout=5.0)
    office = InThreads(opened([str(folder / "facts" / "toy")], ":memory:", limits), limits.timeout)
    application = Server(office, limits, None).application()
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(application, log_level="warning"))
        thread = Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        yield schemathesis.openapi.from_url(
            f"http://127.0.0.1:{port}/openapi.json", wait_for_schema=30
        )
        server.should_exit = True
        thread.join(20)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: one.run.__name__.strip("_"))
def test_an_answer_fits_its_description(
    described: schemathesis.BaseSchema, endpoint: Endpoint
) -> None:
    operation = described[endpoint.path.replace(":path", "")][endpoint.method]

    @given(case=operation.as_strategy())
    @SETTINGS
    def answered(case: schemathesis.Case) -> None:
        case.call_and_validate(checks=CHECKS)

    answered()


def test_sessions_too(described: schemathesis.BaseSchema) -> None:
    """Sessions are created and then asked and changed: the description links them."""
    machine: Any = described.as_state_machine()

    class Sessions(machine):
        """Requests that follow each other."""

        def validate_response(self, response: Any, case: schemathesis.Case, **_: Any) -> None:
            case.validate_response(response, checks=CHECKS)

    Sessions.run(settings=SETTINGS)
