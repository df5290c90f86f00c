"""`rulings ask`, `why`, `whynot`, `when`, `whatif`: answer one question, or one a line."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulings.commands.report import colored, seconds, show

if TYPE_CHECKING:
    from rulings.answer import Answer
    from rulings.language.diagnostics import Diagnostic
    from rulings.session import Session

_Key = tuple[str | None, ...]

_LEADS = {"why": "why ", "whynot": "why not ", "when": "when ", "ask": ""}


def configure(parser: argparse.ArgumentParser, name: str) -> None:
    """Declare the options."""
    parser.set_defaults(command=name)
    if name == "whatif":
        parser.add_argument("change", metavar="CHANGE", help="a sentence or fact to suppose")
    parser.add_argument("question", nargs="?", help="in English, or in Datalog after `?-`")
    table_options(parser)
    parser.add_argument("--why", action="store_true", help="print the whole explanation")
    parser.add_argument(
        "--format", choices=("text", "json", "jsonl", "dot", "html"), default="text"
    )
    parser.add_argument(
        "--pipe", action="store_true", help="read one JSON question a line, write one answer a line"
    )
    parser.add_argument("--timeout", type=seconds, metavar="S", help="give up after S seconds")


def table_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options that name a table."""
    parser.add_argument("-g", "--game", help="the rulebook: a name or a folder")
    parser.add_argument("-s", "--situation", help="the table: a ready-made name or a file")
    parser.add_argument("-e", "--edition", help="the edition of the rulebook")
    parser.add_argument("--focus", help='what "this card" and "it" mean')
    parser.add_argument("--engine", choices=("native", "pydatalog"), default="native")


def run(options: argparse.Namespace) -> int:
    """Answer."""
    from rulings.engine.limits import deadline

    with deadline(options.timeout):
        if options.pipe:
            return _pipe(options)
        if not options.question:
            sys.stderr.write('error: there is no question\n  Write `rulings ask "…" -g GAME`.\n')
            return 64
        return _answer(options)


def open_table(options: argparse.Namespace) -> Session:
    """Return the session that the options describe."""
    from rulings.session import Rulebook

    book = Rulebook.load(the_game(options.game), edition=options.edition)
    table = book.situation(options.situation, engine=options.engine)
    if options.focus:
        table = table.execute(table.read(f"focus {options.focus}"))
    return table


def the_game(named: str | None) -> str:
    """Return the game named, or the only one there is. Raises RulingsError (RUL606)."""
    from rulings.language.diagnostics import RulingsError
    from rulings.rulebook.document import error
    from rulings.rulebook.library import games

    if named:
        return named
    known = list(games())
    if len(known) == 1:
        return known[0]
    hint = f"Name it with `-g`: {', '.join(known)}." if known else "Begin one with `rulings new`."
    raise RulingsError([error("RUL606", "No game is named.", hint=hint)])


def _answer(options: argparse.Namespace) -> int:
    table = open_table(options)
    text = _LEADS.get(options.command, "") + options.question
    if options.command == "whatif":
        table = table.suppose(options.change)
    answer = table.ask(text)
    if answer.notices:
        show(answer.notices)
    full = options.why or options.command in ("why", "whynot", "when")
    _print(answer, options.format, full)
    table.rulebook.remember()
    code: int = answer.verdict.exit_code
    return code


def _print(answer: Answer, form: str, full: bool) -> None:
    if form == "text":
        from rulings.render.text import render_answer

        sys.stdout.write(render_answer(answer, full=full, color=colored(sys.stdout)))
    elif form in ("json", "jsonl"):
        from rulings.render.json import answer_json

        indent = 2 if form == "json" else None
        sys.stdout.write(json.dumps(answer_json(answer), ensure_ascii=False, indent=indent) + "\n")
    elif form == "dot":
        from rulings.render.dot import answer_dot

        sys.stdout.write(answer_dot(answer))
    else:
        from rulings.render.html import answer_html

        sys.stdout.write(answer_html(answer))


def _pipe(options: argparse.Namespace) -> int:
    """Answer one question a line; a question that fails is answered with its diagnostics."""
    from rulings.language.diagnostics import RulingsError
    from rulings.render.json import answer_json

    tables: dict[_Key, Session] = {}
    code = 0
    for request in _requests():
        try:
            if isinstance(request, str):
                raise ValueError(request)
            answer = _one(request, options, tables)
            reply = answer_json(answer, explain=bool(request.get("explain", True)))
        except RulingsError as problem:
            code = 64
            reply = {"error": [_problem(d) for d in problem.diagnostics]}
        except ValueError as problem:
            code = 64
            reply = {"error": [{"code": "RUL562", "message": str(problem), "hint": _SHAPE}]}
        if isinstance(request, dict) and "id" in request:
            reply["id"] = request["id"]
        sys.stdout.write(json.dumps(reply, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return code


_SHAPE = 'Write {"ask": "…"} with, if need be, game, edition, situation, given, explain and id.'
_KEYS = frozenset(("ask", "game", "edition", "situation", "given", "explain", "id", "focus"))


def _requests() -> Iterator[dict[str, Any] | str]:
    for line in sys.stdin:
        if not line.strip():
            continue
        try:
            request = json.loads(line)
        except ValueError as problem:
            yield f"This line is not JSON: {problem}."
            continue
        if isinstance(request, str):
            request = {"ask": request}
        if not isinstance(request, dict) or not isinstance(request.get("ask"), str):
            yield 'A question is an object with the text "ask".'
        elif request.keys() - _KEYS:
            yield f'"{min(request.keys() - _KEYS)}" is not a key of a question.'
        else:
            yield request


def _one(
    request: dict[str, Any], options: argparse.Namespace, tables: dict[_Key, Session]
) -> Answer:
    from rulings.session import Rulebook

    game = request.get("game", options.game)
    edition = request.get("edition", options.edition)
    situation = request.get("situation", options.situation)
    key: _Key = tuple(None if part is None else str(part) for part in (game, edition, situation))
    table = tables.get(key)
    if table is None:
        book = Rulebook.load(the_game(key[0]), edition=key[1])
        table = tables[key] = book.situation(situation, engine=options.engine)
    given = request.get("given")
    if given:
        table = table.suppose(*([given] if isinstance(given, str) else given))
    focus = request.get("focus", options.focus)
    if focus:
        table = table.execute(table.read(f"focus {focus}"))
    return table.ask(request["ask"])


def _problem(diagnostic: Diagnostic) -> dict[str, str]:
    return {"code": diagnostic.code, "message": diagnostic.message, "hint": diagnostic.hint}
