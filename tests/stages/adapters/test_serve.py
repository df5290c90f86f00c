"""`rulings serve`: the routes, their schema, limits, the token, sessions that survive."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from starlette.testclient import TestClient

from rulings.adapters.serve.answering import opened
from rulings.adapters.serve.application import Server
from rulings.adapters.serve.lanes import InThreads
from rulings.adapters.serve.operations import ENDPOINTS
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.cli import main
from rulings.commands.schema import SHAPES
from tests.books import RULES, write_book
from tests.moving.test_session import NIM
from tests.stages.test_sending import COUNTING

JSON = {"content-type": "application/json"}
DEN = {"game": "toy", "situation": "den"}


def client(
    folder: Path, token: str | None = None, store: str = ":memory:", **limits: Any
) -> TestClient:
    write_book(folder, **{"rules.dl": RULES + COUNTING})
    allowed = ServerLimits(**limits)
    office = InThreads(opened([str(folder / "facts" / "toy")], store, allowed), allowed.timeout)
    return TestClient(Server(office, allowed, token).application(), "http://localhost")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("served")) as found:
        yield found


def fits(response: httpx.Response, served: TestClient, operation: str) -> Any:
    """Check an answer against the published schema and return it."""
    document = served.get("/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    for methods in document["paths"].values():
        for described in methods.values():
            if described["operationId"] == operation:
                known = described["responses"]
                said = known.get(str(response.status_code), known["default"])
                media = response.headers["content-type"]
                schema = {**said["content"][media]["schema"], "components": document["components"]}
                jsonschema.validate(response.json(), schema)
                return response.json()
    raise AssertionError(operation)


def test_games_clauses_and_words(served: TestClient) -> None:
    (game,) = fits(served.get("/v1/games"), served, "games")
    assert (game["name"], game["editions"]) == ("toy", ["first", "second"])
    assert fits(served.get("/v1/games/toy"), served, "game")["situations"] == ["den"]
    clause = served.get("/v1/games/toy/clauses/rules/animals-move")
    assert fits(clause, served, "clause")["gist"] == "Animals may move."
    found = fits(served.get("/v1/games/toy/search", params={"q": "silences"}), served, "search")
    assert found["sentences"][0]["predicate"] == "silences"
    names = fits(served.get("/v1/games/toy/names", params={"kind": "card"}), served, "names")
    assert "Rex" in names["names"]
    lines = served.get("/v1/games/toy/complete", params={"q": "is Rex ac"})
    assert any("active" in line for line in fits(lines, served, "complete")["lines"])


def test_a_question_with_its_table(served: TestClient) -> None:
    asked = {"game": "toy", "given": ["zone_of(rex, play)."], "ask": "is Rex active?"}
    answer = fits(served.post("/v1/ask", json=asked), served, "ask")
    assert (answer["verdict"], answer["explain"]) == ("yes", "short")
    why = served.post("/v1/ask", json={**DEN, "ask": "why may Rex move?", "explain": "full"})
    assert fits(why, served, "ask")["clauses"][0] == "rules/animals-move"
    changed = {**DEN, "ask": "what if Old Fence lies in zone play: is Rex active?"}
    assert fits(served.post("/v1/ask", json=changed), served, "ask")["verdict"] == "no"


def test_several_questions_each_answered_or_refused(served: TestClient) -> None:
    asked = [{**DEN, "ask": "may Rex move?"}, {**DEN, "ask": "may Rxe move?"}]
    first, second = fits(served.post("/v1/batch", json={"requests": asked}), served, "batch")
    assert first["verdict"] == "yes"
    assert second["problems"][0]["code"] == "RUL502"


def test_answers_to_several_are_sent_as_they_come(tmp_path: Path) -> None:
    with client(tmp_path, timeout=0.5) as served:
        asked = [{**DEN, "ask": line} for line in ("may Rex move?", "may Rxe move?")]
        asked += [{**DEN, "ask": "?- slow(5)."}, {**DEN, "ask": "is Rex face-up?"}]
        accepting = {"accept": "text/event-stream"}
        told = served.post("/v1/batch", json={"requests": asked}, headers=accepting)
        assert told.headers["content-type"].startswith("text/event-stream")
        events = [
            dict(line.split(": ", 1) for line in event.splitlines())
            for event in told.text.split("\n\n")[:-1]
        ]
        kinds = ["answer", "problem", "problem", "answer", "end"]
        assert [one["event"] for one in events] == kinds
        assert [one["id"] for one in events[:-1]] == ["0", "1", "2", "3"]
        data = [json.loads(one["data"]) for one in events]
        assert data[0]["verdict"] == "yes"
        assert [data[1]["problems"][0]["code"], data[2]["status"]] == ["RUL502", 504]
        assert served.post("/v1/batch", json={"requests": 5}, headers=accepting).status_code == 422
        assert "rulings_requests_under_way 0" in served.get("/metrics").text


def test_a_session(served: TestClient) -> None:
    made = served.post("/v1/sessions", json=DEN)
    assert made.status_code == 201
    one = f"/v1/sessions/{fits(made, served, 'create')['id']}"

    def verdict() -> str:
        asked = served.post(f"{one}/ask", json={"ask": "is Rex active?"})
        return str(fits(asked, served, "ask_session")["verdict"])

    assert verdict() == "depends"
    fence = {"lines": ["Old Fence lies in zone play."]}
    stated = fits(served.post(f"{one}/state", json=fence), served, "state")
    assert "zone_of(old_fence, play)." in stated["table"]["facts"]
    assert verdict() == "no"
    turned = served.post(f"{one}/flip", json={"ask": "is Rex active?"})
    assert fits(turned, served, "flip")["ways"]
    fits(served.post(f"{one}/forget", json=fence), served, "forget")
    assert verdict() == "depends"
    fits(served.post(f"{one}/undo"), served, "undo")
    assert verdict() == "no"
    again = {"game": "toy", "table": fits(served.get(one), served, "show")["table"]}
    answer = served.post("/v1/ask", json={**again, "ask": "is Rex active?"})
    assert answer.json()["verdict"] == "no"
    assert fits(served.delete(one), served, "delete")
    assert served.get(one).status_code == 404


def test_a_page_at_its_session(served: TestClient) -> None:
    one = f"/v1/sessions/{served.post('/v1/sessions', json=DEN).json()['id']}"

    def done(do: str, **told: Any) -> Any:
        return fits(served.post(f"{one}/page", json={"do": do, **told}), served, "page")

    assert done("say", line="is Rex active?")["answer"]["verdict"] == "depends"
    assert done("turn")["ways"]
    assert done("say", line="Old Fence lies in zone play.")["view"]["undo"]
    assert done("say", line="why?")["answer"]["verdict"] == "depends"
    # What the API changes, the page sees, and the other way round.
    answer = served.post(f"{one}/ask", json={"ask": "is Rex active?"})
    assert answer.json()["verdict"] == "no"
    served.post(f"{one}/forget", json={"lines": ["Old Fence lies in zone play."]})
    assert done("say", line="is Rex active?")["answer"]["verdict"] == "depends"
    assert "zone_of(old_fence, play)." in done("undo")["view"]["table"]["facts"]
    assert any("Rex" in line for line in done("complete", prefix="is Re")["lines"])
    assert done("draw") == {"boards": [], "shows": []}
    refused = served.post(f"{one}/page", json={"do": "change", "forget": [], "suppose": ["Rxe."]})
    assert (refused.status_code, refused.json()["problems"][0]["severity"]) == (422, "error")
    assert served.post(f"{one}/page", json={"do": "open", "files": "x"}).status_code == 422
    assert done("open")["view"]["cards"] == []


def test_a_page_goes_on_after_a_restart(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.db")
    with client(tmp_path, store=store) as served:
        page = f"/v1/sessions/{served.post('/v1/sessions', json=DEN).json()['id']}/page"
        fence = {"do": "say", "line": "Old Fence lies in zone play."}
        assert served.post(page, json=fence).json()["kind"] == "changed"
    with client(tmp_path, store=store, timeout=0.5) as served:
        slow = served.post(page, json={"do": "say", "line": "?- slow(5)."})
        assert slow.status_code == 504
        asked = served.post(page, json={"do": "say", "line": "is Rex active?"}).json()
        assert asked["answer"]["verdict"] == "no"
        undone = served.post(page, json={"do": "undo"}).json()["view"]["table"]["facts"]
        assert "zone_of(old_fence, play)." not in undone


def test_what_a_page_shows_without_asking(served: TestClient) -> None:
    shown = fits(served.get("/v1/games/toy/page"), served, "browse")
    assert shown["clauses"][0]["id"] == "rules/active"
    assert served.get("/", follow_redirects=False).headers["location"] == "play/"
    page = served.get("/play/")
    assert 'name="engine" content="server"' in page.text
    assert "wasm" not in page.headers["content-security-policy"]
    assert served.get("/play/worker.js").status_code == 404
    assert "@" not in re.sub(r"@media|@supports", "", page.text)


def test_what_happens_at_a_session() -> None:
    allowed = ServerLimits()
    office = InThreads(opened([str(NIM)], ":memory:", allowed), allowed.timeout)
    with TestClient(Server(office, allowed, None).application(), "http://localhost") as served:
        described = {"game": "nim", "given": ["The pile holds 4 stones.", "It is Ana's turn."]}
        one = f"/v1/sessions/{served.post('/v1/sessions', json=described).json()['id']}"
        found = fits(served.get(f"{one}/legal", params={"player": "Ana"}), served, "legal")
        facts = [allowed["fact"] for allowed in found["happenings"]]
        assert facts == ["takes(ana, 1).", "takes(ana, 2).", "takes(ana, 3)."]
        assert not served.get(f"{one}/legal", params={"player": "Ben"}).json()["happenings"]
        assert served.get(f"{one}/legal", params={"player": "Bne"}).status_code == 422
        after = fits(served.post(f"{one}/happen", json={"what": facts[2]}), served, "happen")
        assert "pile(1)." in after["table"]["facts"]
        too_many = {"what": "Ben takes 2 stones", "strict": True}
        refused = served.post(f"{one}/happen", json=too_many)
        assert refused.json()["problems"][0]["code"] == "RUL414"
        served.post(f"{one}/happen", json={"what": "Ben takes 1 stone"})
        steps = fits(served.get(f"{one}/journal"), served, "journal")["happened"]
        assert [(step["fact"], step["cause"]) for step in steps] == [
            ("takes(ana, 3).", 0),
            ("takes(ben, 1).", 0),
            ("wins(ben).", 2),
        ]
        assert "pile(1)." in served.post(f"{one}/undo").json()["table"]["facts"]


def test_a_certificate_is_made_and_verified(served: TestClient) -> None:
    name = served.post("/v1/sessions", json=DEN).json()["id"]
    made = served.post(f"/v1/sessions/{name}/certificate", json={"ask": "may Rex move?"})
    certificate = fits(made, served, "certify")
    checked = served.post("/v1/verify", json={"certificate": certificate})
    assert fits(checked, served, "verify")["verdict"] == "yes"
    forged = json.loads(json.dumps(certificate).replace('"yes"', '"no"'))
    assert served.post("/v1/verify", json={"certificate": forged}).status_code == 422


WRONG: list[tuple[str, Any, int]] = [
    ("/v1/ask", {"game": "toy", "ask": "may Rxe move?"}, 422),
    ("/v1/ask", {"game": "../toy", "ask": "may Rex move?"}, 404),
    ("/v1/ask", {"game": "toy", "edition": "third", "ask": "may Rex move?"}, 422),
    ("/v1/ask", {"game": "toy", "situation": "/etc/passwd", "ask": "may Rex move?"}, 422),
    ("/v1/ask", {"game": "toy", "ask": 5}, 422),
    ("/v1/ask", {"game": "toy", "ask": "x" * 3000}, 422),
    ("/v1/ask", {"game": "toy", "ask": "may Rex move?", "egde": 1}, 422),
    ("/v1/ask", {"game": "toy", "ask": "may Rex move?", "table": {"schema": "x"}}, 422),
    ("/v1/ask", [], 422),
    ("/v1/verify", {"certificate": {}}, 422),
    ("/v1/sessions/none/ask", {"ask": "may Rex move?"}, 404),
    ("/v1/nothing", {}, 404),
    ("/v1/games", {}, 405),
]


@pytest.mark.parametrize(("path", "body", "status"), WRONG)
def test_what_is_wrong_is_a_problem(served: TestClient, path: str, body: Any, status: int) -> None:
    response = served.post(path, json=body)
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    assert problem["detail"]
    assert "Traceback" not in response.text
    assert os.getcwd() not in response.text


def test_a_refused_method_tells_which_are_allowed(served: TestClient) -> None:
    assert served.put("/v1/games").headers["allow"] == "GET, HEAD"
    assert served.put("/v1/sessions/x").headers["allow"] == "DELETE, GET, HEAD"


def test_no_bytes_make_it_fail(served: TestClient) -> None:
    for body in (b"", b"{", b"\xff", b"[" * 5000, b'{"ask": "\\ud800"}', b"null"):
        for path in ("/v1/ask", "/v1/sessions", "/v1/verify", "/v1/batch"):
            assert served.post(path, content=body, headers=JSON).status_code in (400, 422)
    for number in (b"NaN", b"-Infinity", b"[1e999]"):
        body = b'{"certificate": {"rulebook": %b}}' % number
        told = served.post("/v1/verify", content=body, headers=JSON).json()
        assert "JSON" in told["detail"]


def test_limits(tmp_path: Path) -> None:
    with client(tmp_path, timeout=1.5, max_body=400, sessions_each=2, max_rows=50) as served:
        slow = served.post("/v1/ask", json={**DEN, "ask": "?- slow(5)."})
        assert slow.status_code == 504
        long = served.post("/v1/ask", json={**DEN, "ask": "x" * 500})
        assert long.status_code == 413
        rows = served.post("/v1/ask", json={**DEN, "ask": "?- count(5)."})
        assert rows.json()["problems"][0]["code"] == "RUL404"
        made = [served.post("/v1/sessions", json=DEN).status_code for _ in range(3)]
        assert made == [201, 201, 429]


def test_without_the_token_nothing_is_told(tmp_path: Path) -> None:
    with client(tmp_path, token="secret") as served:
        for headers in (
            {},
            {"authorization": "Bearer wrong"},
            {"authorization": "Bearer é".encode()},
        ):
            for path in ("/v1/games", "/metrics", "/v1/sessions/x"):
                response = served.get(path, headers=headers)
                assert response.status_code == 401
                assert response.headers["www-authenticate"] == "Bearer"
        assert served.get("/healthz").text == "ok\n"
        told = served.get("/v1/games", headers={"authorization": "Bearer secret"})
        assert told.status_code == 200


def test_sessions_survive_a_restart_and_leave_the_memory(tmp_path: Path) -> None:
    store = str(tmp_path / "tables.db")
    with client(tmp_path, store=store, in_memory=2) as served:
        names = [served.post("/v1/sessions", json=DEN).json()["id"] for _ in range(5)]
        lines = {"lines": ["Old Fence lies in zone play."]}
        for name in names:
            assert served.post(f"/v1/sessions/{name}/state", json=lines).status_code == 200
    with client(tmp_path, store=store) as served:
        for name in names:
            asked = served.post(f"/v1/sessions/{name}/ask", json={"ask": "is Rex active?"})
            assert asked.json()["verdict"] == "no"
        undone = served.post(f"/v1/sessions/{names[0]}/undo").json()
        assert "zone_of(old_fence, play)." not in undone["table"]["facts"]
        assert "rulings_sessions 5" in served.get("/metrics").text


def test_no_change_is_lost_between_many(tmp_path: Path) -> None:
    with client(tmp_path, in_memory=1) as served:
        names = [served.post("/v1/sessions", json=DEN).json()["id"] for _ in range(3)]

        def state(number: int) -> int:
            name = names[number % 3]
            line = f'silences("card {number}", rex).'
            return served.post(f"/v1/sessions/{name}/state", json={"lines": [line]}).status_code

        with ThreadPoolExecutor(8) as pool:
            assert set(pool.map(state, range(30))) == {200}
        for name in names:
            facts = served.get(f"/v1/sessions/{name}").json()["table"]["facts"]
            assert sum("card " in fact for fact in facts if fact.startswith("silences")) == 10


def test_every_operation_is_described(served: TestClient) -> None:
    paths = served.get("/openapi.json").json()["paths"]
    assert sum(len(methods) for methods in paths.values()) == len(ENDPOINTS)


def test_it_is_open_to_others_only_with_a_token(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULINGS_TOKEN", raising=False)
    assert main(["serve", "--host", "0.0.0.0"]) == 64
    assert "--token-file" in capsys.readouterr().err


@pytest.mark.parametrize("name", SHAPES)
def test_schemas_are_printed(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert main(["schema", name]) == 0
    jsonschema.Draft202012Validator.check_schema(json.loads(capsys.readouterr().out))


def test_an_answer_fits_its_schema(capsys: pytest.CaptureFixture[str], served: TestClient) -> None:
    assert main(["schema", "answer"]) == 0
    schema = json.loads(capsys.readouterr().out)
    for explain in ("none", "short", "full"):
        answer = served.post("/v1/ask", json={**DEN, "ask": "is Rex active?", "explain": explain})
        jsonschema.validate(answer.json(), schema)
    assert re.fullmatch(r"rulings\.answer/\d", answer.json()["schema"])
