"""What the page asks its engine, inside the browser or on a server.

In: a prepared rulebook; requests as JSON. Out: JSON. Guarantee: `call` never raises for what a
person typed or a link carries: what is wrong comes back as `problems`, and what was refused changed
nothing; no file is read or written. The page stops what takes too long: here nothing can.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rulings.adapters.site.boards import boards, offered, put
from rulings.adapters.site.cards import cards, choices, exchanged
from rulings.asking.answer_json import turning_json
from rulings.asking.datalog_lines import fact_line
from rulings.conversing.conversation import Conversation, Turn
from rulings.doors.screen import json_text
from rulings.english.shapes import adopt
from rulings.language.diagnostics import RulingsError
from rulings.render.problems import as_problem
from rulings.session import Rulebook

if TYPE_CHECKING:
    from rulings.adapters.site.shapes import (
        ChangedView,
        DeskAnswer,
        DrawnView,
        SquareOffers,
        TableView,
        TurnView,
    )
    from rulings.rulebook.grid import Layer
    from rulings.wire import LinesJson, TurningJson

_TEXT = 2000


class Desk:
    """The conversation of one page. Requests come one after the other."""

    def __init__(
        self,
        book: Rulebook,
        layers: tuple[Layer, ...] = (),
        completing: bytes = b"",
        *,
        talk: Conversation | None = None,
        max_rows: int | None = None,
    ) -> None:
        """`completing` is the pickled tree of sentence forms, where it has been made already.

        The page goes on with `talk`, or begins at the empty table; a line may need `max_rows` rows
        of a predicate.
        """
        self.book = book
        self.layers = layers
        self._completing = completing
        self._max_rows = max_rows
        self.talk = talk or Conversation(book.table())

    @staticmethod
    def of(prepared: bytes) -> Desk:
        """Open what `rulings site` prepared. The bytes must come from the page's own folder."""
        edition, sha256, layers, completing = pickle.loads(prepared)
        return Desk(Rulebook.unpack(edition, sha256), layers, completing)

    def call(self, request: str) -> str:
        """Do what a request asks, as JSON."""
        try:
            return json_text(self.do(json.loads(request)))
        except RulingsError as refused:
            return json_text({"problems": [as_problem(one) for one in refused.diagnostics]})

    def do(self, request: Mapping[str, Any]) -> DeskAnswer:
        """Do what a request asks: its `do` names the operation, the rest are its arguments.

        Raises RulingsError for what is wrong with them.
        """
        told = dict(request)
        found: DeskAnswer = _OPERATIONS[told.pop("do")](self, **told)
        return found

    def open(
        self, table: Mapping[str, Any] | None = None, given: list[str] | None = None
    ) -> ChangedView:
        """Begin anew with a saved table, or with lines; it cannot be undone."""
        found = self.book.session(table) if table else self.book.table()
        if given:
            found = found.suppose(*given)
        self.talk = Conversation(found)
        return {"view": self._view()}

    def say(self, line: str) -> TurnView:
        """Take a line: a statement, a question, `undo`, the number of an offer."""
        before = self.talk.table
        turn = self.talk.say(line[:_TEXT], max_rows=self._max_rows)
        self.talk = turn.conversation
        return self._turn(turn, changed=self.talk.table is not before)

    def change(self, forget: list[str], suppose: list[str]) -> ChangedView:
        """State facts in the place of others, as one change."""
        table = self.talk.table
        if forget:
            table = table.forget(*forget)
        if suppose:
            table = table.suppose(*suppose)
        self.talk = self.talk.changed(table)
        return {"view": self._view()}

    def exchange(self, fact: str, column: int, value: str | int) -> ChangedView:
        """State a fact with another value in one of its columns."""
        table = self.talk.table
        outline = self.book.outline
        for atom, denied in table.facts():
            if fact_line(atom, denied, outline) == fact and column < len(atom.terms):
                return self.change(
                    [fact], [fact_line(exchanged(atom, column, value), denied, outline)]
                )
        return {"view": self._view()}

    def focus(self, thing: str | int | None) -> ChangedView:
        """Let "it" and "this card" mean a thing."""
        self.talk = self.talk.changed(self.talk.table.focused(thing))
        return {"view": self._view()}

    def undo(self) -> TurnView:
        """Take back the last change."""
        turn = self.talk.undo()
        self.talk = turn.conversation
        return self._turn(turn, changed=True)

    def complete(self, prefix: str) -> LinesJson:
        """Return how a line may go on."""
        if self._completing:
            adopt(self.book.lexicon, pickle.loads(self._completing))
            self._completing = b""
        return {"lines": list(self.talk.table.complete(prefix[:_TEXT]))[:12]}

    def turn(self) -> TurningJson:
        """Return what would turn the last answer around."""
        if self.talk.answer is None:
            return {"ways": [], "tried": 0}
        return turning_json(self.talk.answer.flip())

    def draw(self) -> DrawnView:
        """Return the boards, and the facts that they show; none without a legend."""
        shown, facts = boards(self.talk.table, self.layers) if self.layers else ([], [])
        return {"boards": shown, "shows": facts}

    def square(self, layer: int, x: int, y: int) -> SquareOffers:
        """Return what may lie on a square of a board."""
        there = self.layers[layer : layer + 1]
        return {"offers": [one for found in there for one in offered(self.talk.table, found, x, y)]}

    def put(self, layer: int, x: int, y: int, glyph: str) -> ChangedView:
        """Put something on a square in the place of what lies there; "" takes it away."""
        for there in self.layers[layer : layer + 1]:
            self.talk = self.talk.changed(put(self.talk.table, there, x, y, glyph))
        return {"view": self._view()}

    def _turn(self, turn: Turn, *, changed: bool) -> TurnView:
        asked = turn.answer is not None and turn.kind.value in ("answered", "opened")
        return {
            "kind": turn.kind.value,
            "say": turn.say,
            "taken": turn.taken,
            "notices": [as_problem(one) for one in turn.notices],
            "problems": [as_problem(one) for one in turn.problems],
            "offers": list(turn.offers),
            "answer": turn.answer.to_json() if asked and turn.answer else None,
            "view": self._view() if changed else None,
        }

    def _view(self) -> TableView:
        table = self.talk.table
        shown = cards(table)
        return {
            "title": table.described.title,
            "cards": shown,
            "choices": choices(table, shown),
            "focus": table.focus,
            "undo": bool(self.talk.before),
            "table": table.to_dict(),
        }


_LINES = (Desk.open, Desk.say, Desk.change, Desk.exchange, Desk.focus, Desk.undo, Desk.complete)
_OPERATIONS: Mapping[str, Callable[..., Any]] = {
    one.__name__: one for one in (*_LINES, Desk.turn, Desk.draw, Desk.square, Desk.put)
}
