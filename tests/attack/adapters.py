"""Strangers at the adapters: HTTP requests, an assistant's calls, files in an editor."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from pydantic import ValidationError
from starlette.testclient import TestClient

from rulings.adapters.lsp import hovers, outlines, renames, token_colors
from rulings.adapters.lsp.lines import context_at
from rulings.adapters.lsp.open_files import OpenFile, OpenFiles
from rulings.adapters.lsp.proposals import in_case, in_line, in_rules
from rulings.adapters.lsp.ranges import Measure
from rulings.adapters.lsp.shown_findings import protocol_diagnostics, quick_fixes
from rulings.adapters.lsp.symbols import symbol_at, words_of
from rulings.adapters.lsp.workshop import FileKind, Workshop
from rulings.adapters.mcp.consulting import Consulting
from rulings.adapters.serve.answering import opened, refused
from rulings.adapters.serve.application import Server
from rulings.adapters.serve.bodies import (
    AskedBody,
    AskedOf,
    Body,
    Certified,
    Described,
    HappeningBody,
    Many,
    PageBody,
    StatedBody,
    Turned,
)
from rulings.adapters.serve.lanes import InThreads
from rulings.adapters.serve.operations import ENDPOINTS
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.doors.screen import json_text
from rulings.language.diagnostics import RulingsError, Severity
from rulings.published import Published
from rulings.session import Rulebook
from tests.attack.altering import HOSTILE, Altering
from tests.attack.lines import ENGLISH, no_number
from tests.attack.surface import Surface
from tests.books import CLAUSES, DEN, RULES

_JSON = {"content-type": "application/json"}
_ASKED = ('{"ask": "Is Rex active?"}', '{"ask": "Which cards are active?", "explain": "full"}')
_DESCRIBED = (
    '{"game": "toy", "given": ["zone_of(rex, play)."], "ask": "Is Rex active?"}',
    '{"game": "toy", "edition": "first", "situation": "den", "ask": "Why may Rex move?"}',
)
_BODIES: dict[type[Body] | type[PageBody], tuple[str, ...]] = {
    AskedBody: _ASKED,
    Turned: _ASKED,
    AskedOf: _DESCRIBED,
    Described: tuple(one.partition(', "ask"')[0] + "}" for one in _DESCRIBED),
    HappeningBody: (
        '{"what": "Rex is face-up.", "strict": true}',
        '{"what": "Ana takes 3 stones"}',
    ),
    StatedBody: ('{"lines": ["Rex is face-up."]}', '{"lines": ["Rex silences Old Fence."]}'),
    Many: ('{"requests": [' + ", ".join(_DESCRIBED) + "]}",),
    PageBody: (
        '{"do": "say", "line": "Is Rex active?"}',
        '{"do": "open", "table": null, "given": ["zone_of(rex, play)."]}',
        '{"do": "change", "forget": ["zone_of(rex, play)."], "suppose": ["not face_up(rex)."]}',
        '{"do": "exchange", "fact": "zone_of(rex, play).", "column": 1, "value": "hand"}',
        '{"do": "focus", "thing": "rex"}',
        '{"do": "complete", "prefix": "is Re"}',
        '{"do": "turn"}',
        '{"do": "undo"}',
        '{"do": "put", "layer": 0, "x": 2, "y": 1, "glyph": "C"}',
        '{"do": "square", "layer": 0, "x": 2, "y": 1}',
    ),
    Certified: ('{"certificate": {"rulebook": {"name": "toy", "edition": "first"}, "steps": []}}',),
}


def surfaces(book: Rulebook, space: Path) -> tuple[Surface, ...]:
    """Return the surfaces of adapters; `book` is the toy rulebook, `space` an empty folder."""
    published = Published({"toy": book.folder})
    return _bodies(), _requests(book.folder, space), _calls(published), _editor(book)


def _bodies() -> Surface:
    """A body alone: what is taken says the same when it is written again, what is not is told."""
    bodies = {body: Altering(texts) for body, texts in _BODIES.items()}

    def make(random: Random) -> tuple[type[Body] | type[PageBody], bytes]:
        body = random.choice(list(bodies))
        return body, bodies[body].text(random).encode("utf-8", "surrogatepass")

    def read(made: tuple[type[Body] | type[PageBody], bytes]) -> bool:
        body, sent = made
        try:
            found = body.model_validate_json(sent)
        except ValidationError as problem:
            told = refused(problem)
            assert json.loads(told.data)["status"] == told.status == 422, told
            return False
        assert body.model_validate_json(found.model_dump_json()) == found
        return True

    return Surface("bodies", make, read)


def _requests(folder: Path, space: Path) -> Surface:
    limits = ServerLimits(in_memory=8, sessions=64, sessions_each=64)
    served = opened([str(folder)], str(space / "tables.sqlite"), limits)
    client = TestClient(
        Server(InThreads(served, limits.timeout), limits, None).application(), "http://localhost"
    )
    client.__enter__()
    bodies = {body: Altering(texts) for body, texts in _BODIES.items()}
    words = {
        "q": Altering(ENGLISH),
        "edition": Altering(("first", "second")),
        "kind": Altering(("card", "any", "zone")),
        "player": Altering(("Ana", "rex", "Rex")),
    }
    kept: list[str] = []

    def make(random: Random) -> tuple[str, str, dict[str, str], bytes]:
        one = random.choice(ENDPOINTS)
        path = one.path
        session = random.choice(kept[-8:]) if kept and random.random() < 0.9 else "x"
        for slot, fit in (("game", "toy"), ("clause:path", "rules/active"), ("id", session)):
            value = fit if random.random() < 0.9 else random.choice(HOSTILE)
            path = path.replace(f"{{{slot}}}", value.encode("utf-8", "replace").decode()[:900])
        query = {name: words[name].text(random) for name in one.query if random.random() < 0.8}
        sent = bodies[one.body].text(random) if one.body is not None else ""
        return one.method, path, query, sent.encode("utf-8", "surrogatepass")

    def sent(request: tuple[str, str, dict[str, str], bytes]) -> bool:
        method, path, query, body = request
        printable = {k: v.encode("utf-8", "replace").decode() for k, v in query.items()}
        try:
            client_request = client.build_request(
                method, path, params=printable, content=body, headers=_JSON
            )
        except Exception:  # what the client itself does not send
            return False
        if client_request.url.path == "/":  # "/v1/games/../..", as a client sends it: a page
            return False
        answer = client.send(client_request)
        found = json.loads(answer.text, parse_constant=no_number)
        assert answer.status_code < 500, found
        assert answer.is_success or found["status"] == answer.status_code
        if answer.status_code == 201:
            kept.append(found["id"])
        return bool(answer.is_success)

    return Surface("requests", make, sent)


def _calls(published: Published) -> Surface:
    consulting = Consulting(published)
    told = Altering(line for line in ENGLISH if line.endswith(".") and "?-" not in line)
    asked = Altering(line for line in ENGLISH if line.endswith("?"))

    def line(random: Random, lines: Altering) -> Any:
        if random.random() < 0.7:
            return lines.text(random)
        translation = [lines.text(random) for _ in range(random.randrange(4))]
        return {
            "line": lines.text(random),
            "translation": random.choice((translation, lines.text(random))),
        }

    def make(random: Random) -> tuple[list[Any], list[Any], str | None]:
        situation = random.choice((None, "den", "den", "den", random.choice(HOSTILE)))
        given = [line(random, told) for _ in range(random.choice((0, 0, 1, 1, 2)))]
        return given, [line(random, asked) for _ in range(random.randint(1, 2))], situation

    def called(made: tuple[list[Any], list[Any], str | None]) -> bool:
        given, questions, situation = made
        try:
            found = consulting.consult(questions, "toy", situation=situation, given=given)
        except RulingsError as refused:
            if not refused.diagnostics:
                raise
            return False
        json_text(found).encode()
        return any("verdict" in one for one in found["answers"])

    return Surface("assistant", make, called)


def _editor(book: Rulebook) -> Surface:
    folder = book.folder.resolve()
    cases = "game: toy\ncases:\n  - {id: a, ask: May Rex move?, expect: yes}\n"
    named = {
        folder / "rules.dl": Altering([RULES, *RULES.split("\n\n")]),
        folder / "clauses.yaml": Altering([CLAUSES]),
        folder / "situations" / "den.yaml": Altering([DEN]),
        folder.parent.parent / "queries" / "toy" / "a.faq.yaml": Altering([cases, cases + DEN]),
    }
    measure = Measure("utf-16")

    def make(random: Random) -> tuple[Path, str, float]:
        path = random.choice(list(named))
        text = named[path].text(random).encode("utf-8", "replace").decode()
        return path, text, random.random()

    def shown(made: tuple[Path, str, float]) -> bool:
        path, text, part = made
        desk = OpenFiles()
        opened = desk.begin(path.as_uri(), path, text, 1)
        opened.look_at_once()
        protocol_diagnostics(opened.quick, measure, lambda _: None)
        outlines.outline(opened, measure)
        offset = int(part * len(opened.source.text))
        quick_fixes(opened.quick, opened, max(0, offset - 50), offset, measure)
        if opened.shop is not None:
            _at(opened, opened.shop, offset, measure)
        return all(one.severity is not Severity.ERROR for one in opened.quick)

    return Surface("editor", make, shown)


def _at(opened: OpenFile, shop: Workshop, offset: int, measure: Measure) -> None:
    """Ask all that an editor asks about one place."""
    found = symbol_at(opened.path, words_of(opened.source, opened.kind), offset)
    if found is not None:
        hovers.told_of(found[0], shop)
        try:
            renames.renamed(shop, found[0], "other")
        except renames.NotRenamed as refused:
            if not str(refused):
                raise
    if opened.kind is FileKind.RULES:
        in_rules(opened.source, offset, shop)
        words = words_of(opened.source, opened.kind)
    else:
        context = context_at(opened.source.text, offset)
        in_case(context, shop)
        words = token_colors.sentence_colors(opened.source.text, None)
        try:
            in_line(context, shop.load())
        except RulingsError as refused:
            if not refused.diagnostics:
                raise
    token_colors.encoded(words, opened.source, measure)
