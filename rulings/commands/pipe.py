"""`rulings ask --pipe`: one JSON question a line, one JSON answer a line.

In: lines of bytes from anyone, and the options of the user. Out: for each line that is not empty
one line of valid JSON with the `id` of its question. Guarantee: no line ends the conversation; a
question names games and ready-made situations and opens no other file; `--timeout` is the time of
one question; nothing is said of a line that could not be read but what is wrong with it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

from rulings.doors.screen import json_text

if TYPE_CHECKING:
    from pathlib import Path

    from rulings.asking.answer import Answer
    from rulings.language.diagnostics import Diagnostic
    from rulings.session import Session

LONGEST = 1_000_000
"""The longest line, in bytes."""
_MOST_TABLES = 64
_KEYS = ("ask", "game", "edition", "situation", "given", "explain", "id", "focus")
_MISUSED, _WELL = 64, 0

Request = dict[str, Any]
Key = tuple[object, ...]


class Malformed(Exception):
    """A line that is no question; the text says why."""

    def __init__(self, message: str, request: object = None) -> None:
        super().__init__(message)
        self.id = request.get("id") if isinstance(request, dict) else None
        self.named = isinstance(request, dict) and "id" in request


def converse(options: argparse.Namespace) -> int:
    """Answer standard input on standard output; 64 when a line was no question."""
    answering = _Answering(options)
    code = _WELL
    for line in _lines(sys.stdin.buffer):
        reply, understood = answering.reply(line)
        code = code if understood else _MISUSED
        sys.stdout.buffer.write(json_text(reply).encode() + b"\n")
        sys.stdout.buffer.flush()
    return code


def _lines(stream: IO[bytes]) -> Iterator[bytes | None]:
    """Yield each line that is not blank, None for one that is too long."""
    while line := stream.readline(LONGEST + 1):
        if len(line) <= LONGEST:
            if line.strip():
                yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)
        yield None


def read_request(line: bytes | None) -> Request:
    """Read one question. Raises Malformed."""
    if line is None:
        raise Malformed(f"This line is longer than {LONGEST} bytes.")
    try:
        request = json.loads(
            line.decode("utf-8-sig"), parse_constant=_no_number, parse_float=_number
        )
    except UnicodeDecodeError:
        raise Malformed("This line is not UTF-8.") from None
    except RecursionError:
        raise Malformed("This line is nested too deeply.") from None
    except ValueError as problem:
        raise Malformed(f"This line is not JSON: {problem}.") from None
    if isinstance(request, str):
        request = {"ask": request}
    if not isinstance(request, dict) or not isinstance(request.get("ask"), str):
        raise Malformed('A question is an object with the text "ask".', request)
    unknown = min(request.keys() - set(_KEYS), default=None)
    if unknown is not None:
        raise Malformed(f'"{unknown}" is not a key of a question.', request)
    _check_types(request)
    return request


def _check_types(request: Request) -> None:
    for key in ("game", "edition", "situation", "focus"):
        if not isinstance(request.get(key, ""), str | None):
            raise Malformed(f'"{key}" must be a text.', request)
    given = request.get("given", "")
    lines = given if isinstance(given, list) else [given or ""]
    if not all(isinstance(line, str) for line in lines):
        raise Malformed('"given" must be a text or a list of texts.', request)
    if not isinstance(request.get("explain", True), bool):
        raise Malformed('"explain" must be true or false.', request)


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is not a number")


def _number(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return value


@dataclass(slots=True)
class _Answering:
    """The tables that were described so far, the least recently asked first."""

    options: argparse.Namespace
    tables: dict[Key, Session] = field(default_factory=dict)

    def reply(self, line: bytes | None) -> tuple[dict[str, Any], bool]:
        """Return the answer to a line, and whether it was a question that was understood."""
        from rulings.engine.limits import OutOfTime, deadline
        from rulings.language.diagnostics import RulingsError
        from rulings.render.json import answer_json
        from rulings.supervisor import told

        request: Request = {}
        try:
            request = read_request(line)
            told(self.options.timeout)
            with deadline(self.options.timeout):
                answer = self._answer(request)
                reply = answer_json(answer, explain=request.get("explain", True))
        except Malformed as problem:
            reply = _refusal("RUL562", str(problem))
            return ({**reply, "id": problem.id} if problem.named else reply), False
        except RulingsError as refused:
            reply = {"error": [_problem(found) for found in refused.diagnostics]}
        except OutOfTime as late:
            reply = _refusal("RUL577", f"Out of time: {late}.")
        except (Exception, RecursionError) as mistake:
            # One question must not end the conversation with everyone else.
            reply = _refusal("RUL578", f"A mistake of rulings: {type(mistake).__name__}.")
        told(None)
        understood = "error" not in reply
        return ({**reply, "id": request["id"]} if "id" in request else reply), understood

    def _answer(self, request: Request) -> Answer:
        table = self._table(request)
        given = request.get("given")
        if given:
            table = table.suppose(*([given] if isinstance(given, str) else given))
        focus = request.get("focus") or self.options.focus
        if focus:
            table = table.execute(table.read(f"focus {focus}"))
        return table.ask(request["ask"])

    def _table(self, request: Request) -> Session:
        key = tuple(request.get(part) for part in ("game", "edition", "situation"))
        table = self.tables.pop(key, None) or self._described(request)
        self.tables[key] = table
        if len(self.tables) > _MOST_TABLES:
            del self.tables[next(iter(self.tables))]
        return table

    def _described(self, request: Request) -> Session:
        from rulings.commands.chosen import described, the_edition
        from rulings.session import Rulebook

        options = self.options
        named = request.get("situation")
        edition = request.get("edition") or options.edition
        if named is None:
            edition = the_edition(edition, options.situation)
        book = Rulebook.load(self._game(request.get("game"), named), edition=edition)
        situation = described(options.situation, book) if named is None else named
        return book.situation(situation, engine=options.engine)

    def _game(self, game: str | None, situation: str | None) -> str | Path:
        """Return the rulebook to ask; what a question names is never a path."""
        from rulings.commands.chosen import the_game
        from rulings.rulebook.library import find_named, games
        from rulings.rulebook.situation import ready_made

        if game is not None:
            return game if game == self.options.game else find_named(game)
        if self.options.game is not None or situation is None:
            return the_game(self.options.game, self.options.situation)
        owners = [folder for folder in games().values() if situation in ready_made(folder)]
        return owners[0] if len(owners) == 1 else the_game(None)


def _refusal(code: str, message: str) -> dict[str, Any]:
    from rulings.language.catalogue import diagnose

    return {"error": [_problem(diagnose(code, None, message=message))]}


def _problem(found: Diagnostic) -> dict[str, object]:
    return {
        "code": found.code,
        "message": found.message,
        "hint": found.hint,
        "suggestions": list(found.suggestions),
    }
