"""`rulings ask`, `why`, `whynot`, `when`, `whatif`: answer one question, or one a line."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from rulings.commands.chosen import described, the_edition, the_game
from rulings.commands.report import colored, misused, show
from rulings.doors.screen import json_text, paged
from rulings.language.diagnostics import RulingsError
from rulings.records import replace
from rulings.rulebook.document import refusal, write_document

if TYPE_CHECKING:
    from rulings.asking.answer import Answer
    from rulings.conversing.conversation import Turn
    from rulings.session import Session

_PROOFS = 8
_kept: list[Session] = []
"""The table asked last: to free it piece by piece takes longer than to write its answer."""
_LEADS = {"why": "why ", "whynot": "why not ", "when": "when ", "ask": ""}


def run(options: argparse.Namespace) -> int:
    """Answer."""
    if options.pipe:
        from rulings.commands.pipe import converse

        return converse(options)
    if getattr(options, "flip", False) and not options.question:
        options.question, options.change = options.change, None
    if not options.question:
        return misused("there is no question", 'Write `rulings ask "…" -g GAME`.')
    return _answer(options)


def open_table(options: argparse.Namespace) -> Session:
    """Return the session that the options describe."""
    from rulings.session import Rulebook

    book = Rulebook.load(
        the_game(options.game, options.situation),
        edition=the_edition(options.edition, options.situation),
        layers=options.layers,
    )
    if hasattr(options, "llm"):
        book = book.with_picks()
        book = book.with_model(options.llm) if options.llm else book
    table = book.situation(described(options.situation, book), engine=options.engine)
    if options.focus:
        table = table.execute(table.read(f"focus {options.focus}"))
    return table


def _answer(options: argparse.Namespace) -> int:
    table = open_table(options)
    _kept[:] = [table]
    text = _LEADS.get(options.command, "") + options.question
    if options.command == "whatif" and options.change:
        table = table.suppose(options.change)
    told = _told(table, text, options)
    if told is not None:
        show(told.notices)
        page(told.told(color=colored(sys.stdout)))
        return 0
    answer = _asked(table, text, options)
    if answer.notices:
        show(answer.notices)
    if options.all:
        proofs = replace(answer.evidence, steps=answer.alternatives(_PROOFS))
        answer = replace(answer, explain=lambda: proofs)
    if options.certificate:
        _certify(answer, options.certificate)
    turning = answer.flip() if getattr(options, "flip", False) else None
    _print(answer, table, options)
    if turning is not None:
        from rulings.render.text import render_turning

        sys.stdout.write(render_turning(turning))
    table.rulebook.remember()
    code: int = answer.verdict.exit_code
    return code


def _told(table: Session, text: str, options: argparse.Namespace) -> Turn | None:
    """Return what a conversation tells of a line that asks for no verdict: where something is."""
    as_text = options.command == "ask" and options.format == "text" and not options.certificate
    if not as_text or not text.lower().startswith(("what ", "where", "how ")):
        return None
    from rulings.conversing.conversation import Conversation, TurnKind

    turn = Conversation(table).say(text)
    return turn if turn.kind is TurnKind.TOLD else None


def _asked(table: Session, text: str, options: argparse.Namespace) -> Answer:
    """Ask a question; where it is not understood, the sentence picked, which is remembered."""
    try:
        return table.ask(text)
    except RulingsError as problem:
        first = problem.diagnostics[0]
        offers = first.suggestions
        if options.pick is not None and 0 < options.pick <= len(offers):
            taken = offers[options.pick - 1]
            sys.stderr.write(f"› {taken}\n")
            answer = table.ask(taken)
            table.learn(text, taken)
            return answer
        raise


def _print(answer: Answer, table: Session, options: argparse.Namespace) -> None:
    form = options.format
    if form == "text":
        from rulings.render.text import render_answer

        told = options.why or options.all or options.command in ("why", "whynot")
        told = told or options.question.lower().startswith("why ")
        told = options.explain == "full" or (told and options.explain != "short")
        text = render_answer(
            answer,
            full=told or options.depth is not None,
            color=colored(sys.stdout),
            every=options.explain == "full",
            depth=options.depth,
        )
        page(text)
    elif form in ("json", "jsonl"):
        from rulings.asking.answer_json import answer_json

        indent = 2 if form == "json" else None
        sys.stdout.write(json_text(answer_json(answer), indent=indent) + "\n")
    elif form == "dot":
        from rulings.render.dot import answer_dot

        sys.stdout.write(answer_dot(answer))
    else:
        from rulings.english.sentence import say
        from rulings.render.html import answer_html

        stated = [say(atom, table.lexicon, negated=denied) for atom, denied in table.facts()]
        title = table.described.title or (options.situation or "")
        sys.stdout.write(answer_html(answer, table.rulebook.title, title, stated))


def page(text: str) -> None:
    """Write a text; through a pager when it is longer than the terminal that reads it."""
    is_long = sys.stdout.isatty() and text.count("\n") >= os.get_terminal_size().lines
    if not (is_long and paged(text)):
        sys.stdout.write(text)


def _certify(answer: Answer, path: str) -> None:
    """Write a certificate. Raises RulingsError (RUL566) for a question that has none."""
    certificate = answer.certificate()
    if certificate is None:
        message = "A certificate proves a yes/no answer; this question has a list of answers."
        raise refusal("RUL566", message, hint="Ask about one of them.")
    write_document(Path(path), json_text(certificate, indent=1) + "\n")
