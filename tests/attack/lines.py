"""Lines from strangers: English, and the requests of `rulings ask --pipe`."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

from rulings.commands.requests import Answering, Defaults, Malformed, read_request
from rulings.doors.screen import json_text, visible_text
from rulings.language.diagnostics import RulingsError
from rulings.render.text import render_answer
from rulings.session import Rulebook, Session
from tests.attack.altering import HOSTILE, Altering
from tests.attack.surface import Surface

ENGLISH = (
    "May Rex move?",
    "Is Rex active?",
    "Is Old Fence silenced?",
    "Which cards are active?",
    "How many stars does Rex have?",
    "Why may Rex move?",
    "Why not?",
    "When is Rex active?",
    "What if Rex is not face-up: is Rex active?",
    "Rex silences Old Fence.",
    "Rex lies in zone play.",
    "Rex is not face-up.",
    "Forget Rex.",
    "?",
    "Does Rex match animal?",
    "Does every card have the type animal?",
    "Is no card active?",
    "Rex has 3 stars and Old Fence has 1 star.",
    "?- types(C, animal), not active(C).",
    "?- N = count { C : types(C, _) }.",
    "zone_of(rex, play).",
    "not face_up(rex).",
)


def surfaces(book: Rulebook) -> tuple[Surface, ...]:
    """Return the surfaces of lines; `book` is the toy rulebook."""
    english = Altering(ENGLISH)
    questions = Altering(line for line in ENGLISH if line.endswith("?") or line.startswith("?-"))
    table = book.situation("den")
    answering = Answering(Defaults(game=str(book.folder)))

    def request(random: Random) -> bytes:
        return _request(random, questions if random.random() < 0.9 else english)

    def read(line: bytes) -> bool:
        try:
            found = read_request(line)
        except Malformed:
            return False
        assert read_request(json_text(found).encode()) == found
        return True

    def replied(line: bytes) -> bool:
        reply, understood = answering.reply(line)
        shown = json_text(reply)
        assert "\n" not in shown
        assert json.loads(shown, parse_constant=no_number) is not None
        shown.encode()
        codes = {found["code"] for found in reply.get("error", ())}
        assert "RUL578" not in codes, reply
        return understood

    return (
        Surface("English", english.text, _asked(table)),
        Surface("lines", request, read),
        Surface("pipe", request, replied),
    )


def _asked(table: Session) -> Callable[[str], bool]:
    def asked(line: str) -> bool:
        try:
            reading = table.read(line)
            answer = table.ask(line) if line.rstrip().endswith("?") else None
        except RulingsError as refused:
            if not refused.diagnostics:
                raise
            return False
        if answer is not None:
            shown = render_answer(answer, full=True)
            assert visible_text(shown) == shown
        return reading is not None

    return asked


def no_number(name: str) -> Any:
    raise AssertionError(f"{name} is no JSON")


def _request(random: Random, english: Altering) -> bytes:
    found: dict[str, Any] = {"ask": english.text(random)}
    if random.random() < 0.5:
        found["id"] = random.choice(
            (1, "a", None, [1], {"b": 2}, 1.5, 10**40, random.choice(HOSTILE))
        )
    if random.random() < 0.3:
        found["given"] = random.choice(
            (english.text(random), ["zone_of(rex, play)."], "Rex is face-up.")
        )
    if random.random() < 0.2:
        found["situation"] = random.choice(
            ("den", "den", "zone_of(rex, play).", random.choice(HOSTILE))
        )
    if random.random() < 0.1:
        key = random.choice(("game", "edition", "focus", "explain", "aks"))
        found[key] = random.choice(("first", "toy", "Rex", True, 5, None, random.choice(HOSTILE)))
    line = json.dumps(found, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    if random.random() < 0.05:
        at = random.randrange(len(line))
        line = line[:at] + bytes(random.randrange(256) for _ in range(3)) + line[at + 1 :]
    return line
