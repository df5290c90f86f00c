"""The tools and resources of a Model Context Protocol server.

In: the rulebooks to consult. Out: a server of the official SDK. Guarantee: nothing here decides
anything; each tool is a call of the public API, with the schema of what it returns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from rulings.adapters.mcp.consulting import Consulting, Line
from rulings.asking.answer_json import legal_json, turning_json
from rulings.asking.finding import topic_json
from rulings.certified import verify
from rulings.engine.limits import OutOfTime, deadline
from rulings.language.diagnostics import RulingsError
from rulings.render.problems import render_text
from rulings.version import __version__
from rulings.wire import ClauseJson, ConsultationJson, GameJson, LegalJson, TopicJson, TurningJson

_INSTRUCTIONS = """\
Answers questions about the rules of tabletop games and proves the answers.
Describe the table in `given` and ask in `questions`, in one call of `consult`: lines as the player
wrote them, each with your own translation into sentences of the rulebook where you know them, and
the question in two or three wordings.
A refused line comes back with sentences that would be read, `unasked` tells how the questions are
read meanwhile: send the whole call again, unless the clauses in `printed` settle the question: then
answer from them and name them. What says nothing of the table stands behind "Remark:".
Never state what the rules conclude. Say only what the answer says: a NO that lists `unstated` facts
means that nobody stated them."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


def assistant_server(consulting: Consulting) -> MCPServer[Any]:
    """Return the server; `run` it on standard input and output or over HTTP."""
    server: MCPServer[Any] = MCPServer("rulings", instructions=_INSTRUCTIONS, version=__version__)
    published = consulting.published

    def tool(run: Callable[_P, _T]) -> Callable[_P, _T]:
        return server.tool()(_told(run, consulting.timeout))

    @tool
    def find_games() -> list[GameJson]:
        """List the rulebooks: names, editions, ready-made situations."""
        return published.listed()

    @tool
    def find_sentences(game: str, topic: str, edition: str | None = None) -> TopicJson:
        """Find the sentences that a rulebook reads about a topic, its words and its clauses."""
        return topic_json(published.book(game, edition).search(topic))

    @tool
    def find_names(game: str, kind: str = "any", edition: str | None = None) -> list[str]:
        """List what may stand in a slot of a sentence, such as <card>: the names of a kind."""
        return [one.text for one in published.table(game, edition).names(kind)]

    @tool
    def consult(
        game: str,
        questions: list[Line],
        given: list[Line] | None = None,
        situation: str | None = None,
        edition: str | None = None,
    ) -> ConsultationJson:
        """Describe a table and ask about it, all in one call.

        A line is a text, or {"line": as the player wrote it, "translation": yours, a list where it
        takes several sentences}. Questions may begin with why, when, or "what if …:". Each call has
        a clean table.
        """
        return consulting.consult(questions, game, edition, situation, given or ())

    @tool
    def what_would_turn_it(
        game: str,
        question: str,
        given: list[str] | None = None,
        situation: str | None = None,
        edition: str | None = None,
    ) -> TurningJson:
        """Find the smallest changes of a table that would turn the verdict of a question."""
        table = published.table(game, edition, situation, given or ())
        return turning_json(table.ask(question, max_rows=consulting.max_rows).flip())

    @tool
    def what_may_happen(
        game: str,
        given: list[str] | None = None,
        situation: str | None = None,
        edition: str | None = None,
        player: str | None = None,
    ) -> LegalJson:
        """List what the rules allow to happen at a table, perhaps only what one player does.

        Tell what happened before in `given`, in order; each `fact` or `say` may be added to it.
        """
        table = published.table(game, edition, situation, given or ())
        return legal_json(table.legal(player, max_rows=consulting.max_rows))

    @tool
    def cite(game: str, clause: str, edition: str | None = None) -> ClauseJson:
        """Look up a printed clause by the id that an answer cites."""
        found = published.book(game, edition).clauses.get(clause)
        if found is None:
            raise ToolError(
                f'There is no clause "{clause}"; `find_sentences` lists those about a topic.'
            )
        return found.to_json()

    @tool
    def certify(
        game: str,
        question: str,
        given: list[str] | None = None,
        situation: str | None = None,
        edition: str | None = None,
    ) -> dict[str, Any]:
        """Return a proof of a yes/no answer that can be checked without the engine."""
        table = published.table(game, edition, situation, given or ())
        found = table.ask(question, max_rows=consulting.max_rows).certificate()
        if found is None:
            raise ToolError("Only the answer to a yes/no question has a certificate.")
        return found

    @tool
    def check_certificate(game: str, edition: str, certificate: dict[str, Any]) -> dict[str, Any]:
        """Check a certificate step by step, without the engine."""
        return verify(certificate, published.book(game, edition)).to_json()

    @server.resource("rulings://{game}/clauses", mime_type="text/plain")
    def clauses(game: str) -> str:
        """The printed clauses of a rulebook, each with its id."""
        listed = published.book(game).clauses.items()
        return "".join(f"{name}: {one.section}: {one.gist}\n" for name, one in listed)

    @server.resource("rulings://{game}/situations/{name}", mime_type="text/plain")
    def situation(game: str, name: str) -> str:
        """A ready-made situation, as facts."""
        table = published.table(game, situation=name)
        return "".join(f"{fact}\n" for fact in table.to_dict()["facts"])

    return server


def _told(tool: Callable[_P, _T], timeout: float) -> Callable[_P, _T]:
    """Let a tool take so many seconds, and say what went wrong in words with the next step."""

    @wraps(tool)
    def run(*arguments: _P.args, **named: _P.kwargs) -> _T:
        try:
            with deadline(timeout):
                return tool(*arguments, **named)
        except RulingsError as refused:
            wrong = render_text(refused.diagnostics)
        except OutOfTime as late:
            wrong = (
                f"Out of time: {late}. A rulebook that was still being loaded is loaded for "
                "the next call: send it again; ask less in one call if it is so again."
            )
        # Out here it does not keep the other, with all that was computed, as its context.
        raise ToolError(wrong)

    return run
