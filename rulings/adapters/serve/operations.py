"""What can be asked of the server.

In: what is served, a request's parameters and body. Out: JSON values. Guarantee: `ENDPOINTS` is
the only list of them; the routes and the published description are made from it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulings.adapters.serve.bodies import (
    AskedBody,
    AskedOf,
    Certified,
    Described,
    HappeningBody,
    Many,
    PageBody,
    StatedBody,
    Turned,
)
from rulings.adapters.serve.endpoint import Endpoint, HttpCall, Served
from rulings.adapters.serve.kept_tables import Kept
from rulings.adapters.serve.refusals import HttpRefused, refusal
from rulings.adapters.site.desk import Desk
from rulings.adapters.site.shapes import DeskAnswer, RulebookView
from rulings.asking.answer import Answer
from rulings.asking.answer_json import journal_json, legal_json, turning_json
from rulings.asking.finding import topic_json
from rulings.certified import verify
from rulings.conversing.conversation import Conversation
from rulings.language.diagnostics import RulingsError
from rulings.session import Rulebook, Session
from rulings.wire import (
    AnswerJson,
    ClauseJson,
    DeletedJson,
    GameJson,
    JournalJson,
    LegalJson,
    LinesJson,
    NamesJson,
    ProblemDetails,
    SessionJson,
    TopicJson,
    TurningJson,
)

LONGEST_QUERY = 2000
"""How many characters the text of a query may have."""
_GAME, _ONE = "/v1/games/{game}", "/v1/sessions/{id}"
ENDPOINTS: list[Endpoint] = []
_Run = Callable[[Served, HttpCall], Any]


def _endpoint(
    method: str, path: str, summary: str, body: Any = None, **told: Any
) -> Callable[[_Run], _Run]:
    """Let a function answer what is asked so; `told` is what else an `Endpoint` has."""

    def listed(run: _Run) -> _Run:
        ENDPOINTS.append(Endpoint(method, path, summary, run, body, **told))
        return run

    return listed


def _book(served: Served, call: HttpCall) -> Rulebook:
    return served.published.book(call.path["game"], call.query.get("edition"))


def _table(served: Served, call: HttpCall) -> Session:
    return served.tables.get(call.path["id"]).table


@_endpoint("GET", "/v1/games", "The rulebooks that can be asked")
def _games(served: Served, call: HttpCall) -> list[GameJson]:
    return served.published.listed()


@_endpoint("GET", _GAME, "One rulebook")
def _game(served: Served, call: HttpCall) -> GameJson:
    return served.published.told(call.path["game"])


@_endpoint("GET", f"{_GAME}/clauses/{{clause:path}}", "A printed clause", query=("edition",))
def _clause(served: Served, call: HttpCall) -> ClauseJson:
    found = _book(served, call).clauses.get(call.path["clause"])
    if found is None:
        raise HttpRefused(404, "The rulebook has no clause of that id.")
    return found.to_json()


@_endpoint(
    "GET", f"{_GAME}/search", "Sentences, words and clauses about a topic", query=("q", "edition")
)
def _search(served: Served, call: HttpCall) -> TopicJson:
    return topic_json(_book(served, call).search(_needed(call, "q")))


@_endpoint("GET", f"{_GAME}/names", "What can be named, of a kind", query=("kind", "edition"))
def _names(served: Served, call: HttpCall) -> NamesJson:
    table = served.published.table(call.path["game"], call.query.get("edition"))
    return {"names": [one.text for one in table.names(call.query.get("kind", "any"))]}


@_endpoint("GET", f"{_GAME}/complete", "How a line may go on", query=("q", "edition"))
def _complete(served: Served, call: HttpCall) -> LinesJson:
    return {"lines": list(_book(served, call).complete(_needed(call, "q")))}


def _needed(call: HttpCall, name: str) -> str:
    found = call.query.get(name, "")
    if not found or len(found) > LONGEST_QUERY:
        raise HttpRefused(422, f'The query needs "{name}", of at most {LONGEST_QUERY} characters.')
    return found


def _described(served: Served, body: Described) -> Session:
    return served.published.table(
        body.game, body.edition, body.situation, body.given, body.table, body.focus
    )


@_endpoint("POST", "/v1/ask", "Ask a table sent along", AskedOf)
def _ask(served: Served, call: HttpCall) -> AnswerJson:
    return _answer(served, call.body)


def _answer(served: Served, body: AskedOf) -> AnswerJson:
    answer = _described(served, body).ask(body.ask, max_rows=served.max_rows)
    return answer.to_json(body.explain)


@_endpoint("POST", "/v1/batch", "Ask several, each its own table", Many, streams=True)
def _batch(served: Served, call: HttpCall) -> list[AnswerJson | ProblemDetails]:
    found: list[AnswerJson | ProblemDetails] = []
    for one in call.body.requests:
        try:
            found.append(_answer(served, one))
        except RulingsError as problem:
            found.append(refusal(problem))
    return found


@_endpoint(
    "POST", "/v1/sessions", "Keep a table", Described, status=201, commits=True, creates=True
)
def _create(served: Served, call: HttpCall) -> SessionJson:
    with call.within():
        table = _described(served, call.body)
    return _session(call.fresh, served.tables.create(call.fresh, table, call.client))


def _session(name: str, kept: Kept) -> SessionJson:
    notices = [notice.message for notice in kept.table.notices]
    lost = list(kept.lost)
    return {"id": name, "table": kept.table.to_dict(), "notices": notices, "lost": lost}


@_endpoint("GET", _ONE, "A table that is kept")
def _show(served: Served, call: HttpCall) -> SessionJson:
    return _session(call.path["id"], served.tables.get(call.path["id"]))


@_endpoint("POST", f"{_ONE}/state", "State sentences or facts", StatedBody, commits=True)
def _state(served: Served, call: HttpCall) -> SessionJson:
    return _changed(served, call, lambda table: table.suppose(*call.body.lines))


@_endpoint("POST", f"{_ONE}/forget", "Take back what was stated", StatedBody, commits=True)
def _forget(served: Served, call: HttpCall) -> SessionJson:
    return _changed(served, call, lambda table: table.forget(*call.body.lines))


@_endpoint(
    "POST",
    f"{_ONE}/happen",
    "Let something happen, with all that it brings about",
    HappeningBody,
    commits=True,
)
def _happen(served: Served, call: HttpCall) -> SessionJson:
    what, strict = call.body.what, call.body.strict

    def happened(table: Session) -> Session:
        return table.happen(what, strict=strict, max_rows=served.max_rows)

    return _changed(served, call, happened)


@_endpoint("GET", f"{_ONE}/journal", "What happened")
def _journal(served: Served, call: HttpCall) -> JournalJson:
    return journal_json(_table(served, call).journal)


@_endpoint(
    "GET",
    f"{_ONE}/legal",
    "What the rules allow to happen, perhaps only by one player",
    query=("player",),
)
def _legal(served: Served, call: HttpCall) -> LegalJson:
    table = _table(served, call)
    return legal_json(table.legal(call.query.get("player"), max_rows=served.max_rows))


def _changed(served: Served, call: HttpCall, change: Callable[[Session], Session]) -> SessionJson:
    def within(table: Session) -> Session:
        with call.within():
            return change(table)

    name = call.path["id"]
    return _session(name, served.tables.change(name, within))


@_endpoint("POST", f"{_ONE}/undo", "Take back the last change", commits=True)
def _undo(served: Served, call: HttpCall) -> SessionJson:
    return _session(call.path["id"], served.tables.undo(call.path["id"]))


@_endpoint("DELETE", _ONE, "Forget a table", commits=True)
def _delete(served: Served, call: HttpCall) -> DeletedJson:
    served.tables.delete(call.path["id"])
    return {"deleted": call.path["id"]}


@_endpoint("POST", f"{_ONE}/ask", "Ask the table", AskedBody)
def _ask_session(served: Served, call: HttpCall) -> AnswerJson:
    return _told(served, call).to_json(call.body.explain)


def _told(served: Served, call: HttpCall) -> Answer:
    return _table(served, call).ask(call.body.ask, max_rows=served.max_rows)


@_endpoint(
    "POST",
    f"{_ONE}/page",
    "What a page for players does at its table, a line or a click",
    PageBody,
    commits=True,
)
def _page(served: Served, call: HttpCall) -> DeskAnswer:
    def done(talk: Conversation) -> tuple[Conversation, DeskAnswer]:
        layers = served.pages.layers(talk.table.rulebook)
        desk = Desk(talk.table.rulebook, layers, talk=talk, max_rows=served.max_rows)
        with call.within():
            found = desk.do(call.body.root.model_dump())
        return desk.talk, found

    return served.tables.converse(call.path["id"], done)


@_endpoint(
    "GET",
    f"{_GAME}/page",
    "What its page shows without asking: clauses, cases, words, tables",
    returns=RulebookView,
    query=("edition",),
)
def _browse(served: Served, call: HttpCall) -> bytes:
    return served.pages.browsed(_book(served, call))


@_endpoint("POST", f"{_ONE}/flip", "What would turn a verdict around", Turned)
def _flip(served: Served, call: HttpCall) -> TurningJson:
    return turning_json(_told(served, call).flip())


@_endpoint("POST", f"{_ONE}/certificate", "A proof that can be checked without the engine", Turned)
def _certify(served: Served, call: HttpCall) -> dict[str, Any]:
    found = _told(served, call).certificate()
    if found is None:
        raise HttpRefused(422, "Only the answer to a yes/no question has a certificate.")
    return found


@_endpoint("POST", "/v1/verify", "Check a certificate", Certified)
def _verify(served: Served, call: HttpCall) -> dict[str, Any]:
    certificate = call.body.certificate
    named = certificate.get("rulebook")
    told = named if isinstance(named, dict) else {}
    game, edition = told.get("name"), told.get("edition")
    if not isinstance(game, str) or not isinstance(edition, str):
        raise HttpRefused(422, "A certificate names its rulebook and edition.")
    return verify(certificate, served.published.book(game, edition)).to_json()
