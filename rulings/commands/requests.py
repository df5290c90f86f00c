"""Questions as lines of JSON, and their answers.

In: lines of bytes from anyone, and what the user has set. Out: for each line one JSON answer with
the `id` of its question. Guarantee: no line raises; a question names games and ready-made
situations and opens no other file; nothing is said of a line that could not be read but what is
wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from rulings.asking.answer_json import answer_json
from rulings.asking.limited import limited
from rulings.commands.chosen import described, the_edition, the_game
from rulings.engine.limits import OutOfTime
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.records import dataclass, field
from rulings.render.problems import as_problem
from rulings.rulebook.document import refusal, suggestion
from rulings.rulebook.library import find_named, games
from rulings.rulebook.situation import ready_made
from rulings.session import Rulebook, Session
from rulings.wire import Explain

LONGEST = 1_000_000
"""The longest line, in bytes."""
_MOST_TABLES = 64
EXPLAIN = ("none", "short", "full")
_KEYS = (
    *("ask", "game", "edition", "situation", "given", "focus", "table", "as"),
    *("explain", "timeout", "max_rows", "id"),
)
_MOST_NAMED = 1_000

Request = dict[str, Any]
Key = tuple[object, object, object, tuple[str, ...], str | None]
"""The game, the edition and the situation that a question names, its lines, its focus."""


@dataclass(frozen=True, slots=True)
class Defaults:
    """What the user has set for all questions: the table of those that name none, the engine,
    and the seconds that each may take."""

    game: str | None = None
    edition: str | None = None
    situation: str | None = None
    focus: str | None = None
    engine: str = "native"
    timeout: float | None = None
    explain: bool = True


class Malformed(Exception):
    """A line that is no question; the text says why."""

    def __init__(self, message: str, request: object = None) -> None:
        super().__init__(message)
        self.id = request.get("id") if isinstance(request, dict) else None
        self.named = isinstance(request, dict) and "id" in request


def lines(stream: IO[bytes]) -> Iterator[bytes | None]:
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
    if not isinstance(request, dict) or not _asks(request.get("ask", "as" in request and "")):
        raise Malformed('A question is an object with "ask", a text or a list of texts.', request)
    unknown = min(request.keys() - set(_KEYS), default=None)
    if unknown is not None:
        raise Malformed(f'"{unknown}" is not a key of a question.', request)
    _check_types(request)
    return request


def _asks(asked: object) -> bool:
    questions = asked if isinstance(asked, list) and asked else [asked]
    return all(isinstance(one, str) for one in questions)


def _check_types(request: Request) -> None:
    for key in ("game", "edition", "situation", "focus", "table", "as"):
        if not isinstance(request.get(key, ""), str | None):
            raise Malformed(f'"{key}" must be a text.', request)
    given = request.get("given", "")
    lines = given if isinstance(given, list) else [given or ""]
    if not all(isinstance(line, str) for line in lines):
        raise Malformed('"given" must be a text or a list of texts.', request)
    described = sorted({"game", "edition", "situation"} & request.keys())
    if request.get("table") is not None and described:
        raise Malformed(
            f'"table" has its own game and situation; leave out "{described[0]}".', request
        )
    for key, kinds, what in (
        ("timeout", (int, float), "a number of seconds"),
        ("max_rows", (int,), "a whole number"),
    ):
        limit = request.get(key, 1)
        if isinstance(limit, bool) or not isinstance(limit, kinds) or limit <= 0:
            raise Malformed(f'"{key}" must be {what} above 0.', request)
    explain = request.get("explain", True)
    if not isinstance(explain, bool) and explain not in EXPLAIN:
        raise Malformed('"explain" must be "none", "short" or "full", or true or false.', request)


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is not a number")


def _number(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number is too large")
    return value


@dataclass(slots=True)
class Answering:
    """The tables that were described so far, the least recently asked first.

    `told` hears how many seconds the next step may take, and None after it; `book` is what
    questions are about that name no game. Tables have names unless `named` is None.
    """

    defaults: Defaults
    told: Callable[[float | None], None] = lambda _seconds: None
    book: Rulebook | None = None
    tables: dict[Key, Session] = field(default_factory=dict)
    named: dict[str, Session] | None = field(default_factory=dict)

    def reply(self, line: bytes | None) -> tuple[dict[str, Any], bool]:
        """Return the answer to a line, and whether it was a question that was understood."""
        request: Request = {}
        try:
            request = read_request(line)
            both = (self.defaults.timeout, request.get("timeout"))
            seconds = min((one for one in both if one is not None), default=None)
            self.told(seconds)
            with limited(timeout=seconds, max_rows=request.get("max_rows")):
                table = self._asked(request)
                explain = _how_much(request.get("explain", self.defaults.explain))
                questions = request.get("ask")
                if questions is None:
                    reply = {}
                elif isinstance(questions, str):
                    reply = dict(answer_json(table.ask(questions), explain))
                else:
                    reply = {"answers": [_each(table, one, explain) for one in questions]}
            reply |= self._name(request, table)
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
        self.told(None)
        understood = "error" not in reply
        return ({**reply, "id": request["id"]} if "id" in request else reply), understood

    def _asked(self, request: Request) -> Session:
        """Return the table of a question; one that was described before is not read again."""
        given = request.get("given") or ()
        lines = (given,) if isinstance(given, str) else tuple(given)
        focus = request.get("focus") or self.defaults.focus
        if request.get("table") is not None:
            table = self._named(request, request["table"])
            return _changed(table, lines, request.get("focus"))
        table = self._kept(_key(request, lines), lambda: self._begun(request, lines))
        if not focus:
            return table
        return self._kept(_key(request, lines, focus), lambda: _changed(table, (), focus))

    def _begun(self, request: Request, lines: tuple[str, ...]) -> Session:
        """Return a table of so many lines: those that others began with are not read again."""
        if not lines:
            return self._described(request)
        *named, _, _ = _key(request, lines)
        others = [told for *other, told, focus in self.tables if other == named and focus is None]
        known = max((told for told in others if lines[: len(told)] == told), key=len, default=())
        begun = self._kept(_key(request, known), lambda: self._described(request))
        same = max((_shared(told, lines) for told in others), default=0)
        if len(known) < same < len(lines):
            # What two tables begin with is kept by itself: a third may begin with it.
            first, more = lines[:same], lines[len(known) : same]
            return self._kept(_key(request, first), lambda: begun.suppose(*more)).suppose(
                *lines[same:]
            )
        return begun.suppose(*lines[len(known) :])

    def _named(self, request: Request, name: str) -> Session:
        """Return the table of a name. Raises RulingsError (RUL591)."""
        known = self._names(request)
        if name not in known:
            message = f'No table is named "{name}" here.'
            hint = suggestion(name, known, "table") or 'Name one first: {"as": "…"}.'
            raise refusal("RUL591", message, hint=hint)
        return known[name]

    def _name(self, request: Request, table: Session) -> dict[str, str]:
        """Keep a table under the name that a request gives it, if it gives one."""
        name = request.get("as")
        if name is None:
            return {}
        known = self._names(request)
        if name not in known and len(known) >= _MOST_NAMED:
            raise Malformed(f"{_MOST_NAMED} tables have names; give this one of those.", request)
        known[name] = table
        return {"table": name}

    def _names(self, request: Request) -> dict[str, Session]:
        if self.named is None:
            raise Malformed("Here each question stands alone: no table has a name.", request)
        return self.named

    def _kept(self, key: Key, describe: Callable[[], Session]) -> Session:
        table = self.tables.pop(key, None) or describe()
        self.tables[key] = table
        if len(self.tables) > _MOST_TABLES:
            del self.tables[next(iter(self.tables))]
        return table

    def _described(self, request: Request) -> Session:
        options = self.defaults
        named = request.get("situation")
        edition = request.get("edition") or options.edition
        if named is None:
            edition = the_edition(edition, options.situation)
        book = self.book if request.get("game") is None else None
        if book is None:
            book = Rulebook.load(self._game(request.get("game"), named), edition=edition)
        situation = described(options.situation, book) if named is None else named
        return book.situation(situation, engine=options.engine)

    def _game(self, game: str | None, situation: str | None) -> str | Path:
        """Return the rulebook to ask; what a question names is never a path."""
        if game is not None:
            return game if game == self.defaults.game else find_named(game)
        if self.defaults.game is not None or situation is None:
            return the_game(self.defaults.game, self.defaults.situation)
        owners = [folder for folder in games().values() if situation in ready_made(folder)]
        return owners[0] if len(owners) == 1 else the_game(None)


def _key(request: Request, lines: tuple[str, ...], focus: str | None = None) -> Key:
    return request.get("game"), request.get("edition"), request.get("situation"), lines, focus


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Return how many lines two tables begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _how_much(explain: bool | Explain) -> Explain:
    """Return how much is explained where true and false may stand for all and nothing."""
    if isinstance(explain, bool):
        return "full" if explain else "none"
    return explain


def _changed(table: Session, lines: Sequence[str], focus: str | None) -> Session:
    table = table.suppose(*lines) if lines else table
    return table.execute(table.read(f"focus {focus}")) if focus else table


def _each(table: Session, question: str, explain: Explain) -> dict[str, Any]:
    """Answer one of several questions to a table, or say why not."""
    try:
        return dict(answer_json(table.ask(question), explain))
    except RulingsError as refused:
        return {"error": [_problem(found) for found in refused.diagnostics]}


def _refusal(code: str, message: str) -> dict[str, Any]:
    return {"error": [_problem(diagnose(code, None, message=message))]}


def _problem(found: Diagnostic) -> dict[str, object]:
    return {key: value for key, value in as_problem(found).items() if key != "severity"}
