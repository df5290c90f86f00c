"""`rulings mcp`, through the SDK's own client."""

from __future__ import annotations

import gc
import sys
import weakref
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.server.mcpserver.exceptions import ToolError

from rulings.adapters.mcp.assistant_server import _told, assistant_server
from rulings.adapters.mcp.consulting import Consulting
from rulings.language.diagnostics import RulingsError
from rulings.published import publish
from rulings.rulebook.document import error
from tests.books import RULES, write_book
from tests.moving.test_session import NIM
from tests.stages.test_sending import COUNTING


@pytest.fixture(scope="module")
def consulting(tmp_path_factory: pytest.TempPathFactory) -> Consulting:
    root = write_book(tmp_path_factory.mktemp("mcp"), **{"rules.dl": RULES + COUNTING})
    return Consulting(publish([str(root)]), timeout=60)


def called(consulting: Consulting, tool: str, **arguments: Any) -> Any:
    async def call() -> Any:
        async with Client(assistant_server(consulting)) as client:
            return await client.call_tool(tool, arguments)

    return anyio.run(call)


def given(consulting: Consulting, *lines: Any, ask: Any = "is Rex active?") -> Any:
    found = called(consulting, "consult", game="toy", questions=[ask], given=list(lines))
    assert not found.is_error, found
    return found.structured_content


def test_one_call_describes_and_asks(consulting: Consulting) -> None:
    told = given(consulting, "Rex lies in zone play.", "Old Fence silences Rex.")
    assert [line["read_as"] for line in told["given"]] == [
        ["Rex lies in zone play."],
        ["Old Fence silences Rex."],
    ]
    (answer,) = told["answers"]
    assert (answer["verdict"], answer["reason"]) == ("depends", "missing")
    assert answer["settle"]
    assert answer["text"].startswith("DEPENDS")


def test_what_is_used_and_what_is_not(consulting: Consulting) -> None:
    lines = ["Rex lies in zone play.", "Old Fence lies in zone deck."]
    (answer,) = given(consulting, *lines)["answers"]
    assert answer["verdict"] == "yes"
    assert answer["used"] == ["zone_of(rex, play)."]
    assert answer["unused"] == ["zone_of(old_fence, deck)."]
    assert answer["assumed"] == ["Rex is face-up"]
    assert answer["clauses"][0] == "rules/active"


def test_a_no_for_want_of_facts_says_so(consulting: Consulting) -> None:
    (answer,) = given(consulting, ask="does Old Fence silence Rex?")["answers"]
    assert answer["verdict"] == "no"
    assert answer["unstated"]
    (answer,) = given(consulting, "Rex lies in zone deck.")["answers"]
    assert answer["verdict"] == "no"


def test_a_refused_line_is_no_table_to_ask(consulting: Consulting) -> None:
    told = given(consulting, "Rxe lies in zone play.")
    assert told["answers"] == []
    (unasked,) = told["unasked"]
    assert "verdict" not in unasked
    (line,) = told["given"]
    assert line["problems"][0]["code"] in ("RUL502", "RUL509")
    concluded = given(consulting, "Rex is active.")
    assert concluded["given"][0]["problems"][0]["code"] == "RUL558"


def test_how_a_question_would_be_read_is_told_beside_a_refused_line(consulting: Consulting) -> None:
    told = given(consulting, "Rxe lies in zone play.", ask="may Rxe move?")
    assert told["answers"] == []
    (unread,) = told["unasked"]
    assert unread["problems"]
    assert not unread["read_as"]
    (read,) = given(consulting, "Rxe lies in zone play.", ask="which cards are active?")["unasked"]
    assert (read["read_as"], read["problems"]) == ("which card is active?", [])


def test_what_is_printed_about_it_is_told_beside_a_refused_line(consulting: Consulting) -> None:
    told = given(consulting, "The statue of Rxe stays.", ask="which cards are active?")
    assert any("tatue" in clause for clause in told["printed"])
    assert "printed" not in given(consulting, "Rex lies in zone play.")


def test_several_sentences_translate_one_line(consulting: Consulting) -> None:
    said = ["Rex lies in zone play.", "Old Fence lies in zone deck."]
    line = {"line": "Rex is out, the fence is not", "translation": said}
    told = given(consulting, line, ask="is Rex active?")
    assert told["given"][0]["read_as"] == said
    assert told["answers"][0]["verdict"] == "yes"


def test_an_answer_that_repeats_what_was_given_says_so(consulting: Consulting) -> None:
    (echo,) = given(consulting, "Rex silences Old Fence.", ask="does Rex silence Old Fence?")[
        "answers"
    ]
    assert echo["echoes"]
    (ruled,) = given(consulting, "Rex lies in zone play.", ask="is Rex active?")["answers"]
    assert not ruled["echoes"]


def test_a_translation_stands_in(consulting: Consulting) -> None:
    line = {"line": "the T-Rex is out there", "translation": "Rex lies in zone play."}
    ask = {"line": "is the beast awake?", "translation": "is Rex active?"}
    told = given(consulting, line, ask=ask)
    assert told["given"][0]["read_as"] == ["Rex lies in zone play."]
    assert told["answers"][0]["verdict"] == "yes"
    assert told["answers"][0]["question"] == "is the beast awake?"
    assert told["answers"][0]["read_as"] == "is Rex active?"


def test_a_line_that_reads_otherwise_than_its_translation_is_noticed(
    consulting: Consulting,
) -> None:
    line = {"line": "Rex lies in zone deck.", "translation": "Rex lies in zone play."}
    (heard,) = given(consulting, line)["given"]
    assert heard["read_as"] == ["Rex lies in zone play."]
    assert heard["notices"] == ["The line by itself reads: Rex lies in zone deck."]


def test_every_call_has_a_clean_table(consulting: Consulting) -> None:
    given(consulting, "Rex is not face-up.")
    (answer,) = given(consulting, "Rex lies in zone play.")["answers"]
    assert answer["verdict"] == "yes"


def test_finding_citing_certifying(consulting: Consulting) -> None:
    (game,) = called(consulting, "find_games").structured_content["result"]
    assert game["name"] == "toy"
    found = called(consulting, "find_sentences", game="toy", topic="silences").structured_content
    assert found["sentences"][0]["predicate"] == "silences"
    names = called(consulting, "find_names", game="toy", kind="card").structured_content
    assert "Rex" in names["result"]
    clause = called(consulting, "cite", game="toy", clause="rules/active").structured_content
    assert clause["gist"] == "A face-up card in play is active."
    turned = called(
        consulting, "what_would_turn_it", game="toy", question="is Rex active?", situation="den"
    )
    assert turned.structured_content["tried"] > 0
    made = called(consulting, "certify", game="toy", question="may Rex move?").structured_content
    checked = called(
        consulting, "check_certificate", game="toy", edition="second", certificate=made
    )
    assert checked.structured_content["verdict"] == "yes"


def test_what_may_happen() -> None:
    nim = Consulting(publish([str(NIM)]), timeout=60)
    told = ["The pile holds 4 stones.", "It is Ana's turn.", "Ana takes 3 stones"]
    found = called(nim, "what_may_happen", game="nim", given=told, player="Ben")
    (last,) = (one["fact"] for one in found.structured_content["happenings"])
    assert last == "takes(ben, 1)."
    after = called(nim, "what_may_happen", game="nim", given=[*told, last])
    assert "takes" not in {one["kind"] for one in after.structured_content["happenings"]}


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("cite", {"game": "toy", "clause": "x"}, "no clause"),
        ("find_sentences", {"game": "../toy", "topic": "x"}, "RUL600"),
        ("find_names", {"game": "toy", "kind": "crad"}, "card"),
        ("certify", {"game": "toy", "question": "may Rxe move?"}, "RUL502"),
    ],
)
def test_what_is_wrong_comes_back_in_words(
    consulting: Consulting, tool: str, arguments: dict[str, Any], word: str
) -> None:
    found = called(consulting, tool, **arguments)
    assert found.is_error
    assert word in found.content[0].text


def test_a_call_has_its_time(consulting: Consulting) -> None:
    hasty = Consulting(consulting.published, timeout=1)
    found = called(hasty, "consult", game="toy", questions=["?- slow(5)."])
    assert found.is_error
    assert "Out of time" in found.content[0].text


def test_resources(consulting: Consulting) -> None:
    async def read() -> list[str]:
        async with Client(assistant_server(consulting)) as client:
            addresses = ["rulings://toy/clauses", "rulings://toy/situations/den"]
            found = [await client.read_resource(one) for one in addresses]
            return [one.contents[0].text for one in found]

    clauses, den = anyio.run(read)
    assert "rules/animals-move: Moves: Animals may move." in clauses
    assert "zone_of(rex, play)." in den


def test_over_standard_input_and_output(tmp_path: Path) -> None:
    root = write_book(tmp_path)
    server = StdioServerParameters(command=sys.executable, args=["-m", "rulings", "mcp", str(root)])

    async def ask() -> Any:
        async with Client(server) as client:
            arguments = {"game": "toy", "questions": ["may Rex move?"]}
            return await client.call_tool("consult", arguments)

    assert anyio.run(ask).structured_content["answers"][0]["verdict"] == "yes"


@pytest.mark.parametrize("problem", ["late", "refused"])
def test_what_went_wrong_keeps_nothing_of_what_was_computed(problem: str) -> None:
    class Computed:
        """What a call has made by the time that it goes wrong."""

    made: list[weakref.ref[Computed]] = []

    def tool() -> None:
        found = Computed()
        made.append(weakref.ref(found))
        if problem == "refused":
            raise RulingsError([error("RUL600", "There is none.")])
        while True:
            pass

    gc.disable()
    try:
        with pytest.raises(ToolError) as told:
            _told(tool, 0.05)()
        told.value.__traceback__ = None
        assert made[0]() is None
    finally:
        gc.enable()
