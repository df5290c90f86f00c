"""What goes wrong, as problem details (RFC 9457).

In: an exception. Out: a status and the problem as JSON. Guarantee: every refusal has our code, its
law and the next step where there is one; nothing of the machine or of another client is said.
"""

from __future__ import annotations

from pydantic import ValidationError

from rulings.adapters.serve.kept_tables import NoSuchTable, TooManyTables
from rulings.aio.aside import WorkerLost
from rulings.engine.limits import Cancelled, OutOfTime
from rulings.language.diagnostics import RulingsError
from rulings.render.problems import as_json
from rulings.wire import ProblemDetails, ProblemJson

MEDIA_TYPE = "application/problem+json"


class HttpRefused(Exception):
    """A request that the server does not take, with its status."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


_TITLES = {
    400: "Bad request",
    401: "Not authorised",
    403: "Not from there",
    404: "Not found",
    405: "Method not allowed",
    413: "Too large",
    415: "Not JSON",
    422: "Not understood",
    429: "Too many",
    431: "Too many headers",
    500: "A mistake of rulings",
    503: "Busy",
    504: "Out of time",
}
_UNKNOWN = ("RUL600", "RUL613")


def refusal(problem: Exception) -> ProblemDetails:
    """Return the problem details of what went wrong."""
    match problem:
        case RulingsError():
            found = [_problem(as_json(one)) for one in problem.diagnostics]
            first = found[0]
            status = 404 if first["code"] in _UNKNOWN else 422
            return _details(status, first["message"], f"urn:rulings:{first['code']}", found)
        case HttpRefused(status=status):
            return _details(status, str(problem))
        case ValidationError():
            first_error = problem.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, first_error["loc"])) or "the body"
            return _details(422, f"{place}: {first_error['msg']}")
        case NoSuchTable():
            return _details(404, "There is no session of that id.")
        case TooManyTables():
            return _details(429, "No more sessions can be kept; delete one first.")
        case WorkerLost():
            return _details(503, "The process with this session ended; ask again.")
        case OutOfTime() | Cancelled():
            return _details(504, "No answer within the time of a request; nothing was changed.")
    return _details(500, f"A mistake of rulings: {type(problem).__name__}.")


def _details(
    status: int, detail: str, kind: str = "about:blank", problems: list[ProblemJson] | None = None
) -> ProblemDetails:
    return {
        "type": kind,
        "title": _TITLES.get(status, "HttpRefused"),
        "status": status,
        "detail": detail,
        "problems": problems or [],
    }


def _problem(found: dict[str, object]) -> ProblemJson:
    keys = ProblemJson.__annotations__
    return {key: value for key, value in found.items() if key in keys}  # type: ignore[return-value]
