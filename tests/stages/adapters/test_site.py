"""`rulings site` without a browser: what it writes, and the engine as the page asks it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rulings.adapters.serve.answering import opened
from rulings.adapters.serve.application import Server
from rulings.adapters.serve.lanes import InThreads
from rulings.adapters.serve.server_limits import ServerLimits
from rulings.adapters.site.browsing import rulebook_view
from rulings.adapters.site.desk import Desk
from rulings.adapters.site.packing import prepared
from rulings.adapters.site.passages import Passages
from rulings.adapters.site.site_folder import program_archive
from rulings.cli import main
from rulings.language.diagnostics import RulingsError
from rulings.printed.extraction import printed_lines
from rulings.printed.splitting import split
from rulings.rulebook.situation import game_layers
from rulings.session import Rulebook
from tests.books import write_book
from tests.stages.test_printed_clauses import pdf

PYODIDE = {
    "pyodide.mjs": "export const loadPyodide = null;",
    "pyodide.asm.mjs": "",
    "pyodide.asm.wasm": "",
    "pyodide-lock.json": '{"info": {"python": "3.14.2"}}',
    "python_stdlib.zip": "",
}
FAQ = """\
game: toy
cases:
  - id: alone
    given: zone_of(rex, play).
    ask: Is Rex active?
    expect: yes
    because: [rules/active]
"""


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    root = write_book(folder)
    faq = folder / "queries" / "toy" / "first.faq.yaml"
    faq.parent.mkdir(parents=True)
    faq.write_text(FAQ)
    package = folder / "package"
    package.mkdir()
    for name, text in PYODIDE.items():
        (package / name).write_text(text)
    return root


@pytest.fixture(scope="module")
def written(book: Path) -> Path:
    folder = book.parent.parent / "page"
    assert site(book, folder) == 0
    return folder


def site(book: Path, folder: Path, *options: str) -> int:
    package = book.parent.parent / "package"
    return main(["site", str(book), "-o", str(folder), "--pyodide", str(package), *options])


@pytest.fixture
def desk(written: Path) -> Desk:
    return Desk.of(gzip.decompress((written / "engine" / "prepared.bin").read_bytes()))


def done(desk: Desk, name: str, **settings: Any) -> Any:
    return json.loads(desk.call(json.dumps({"do": name, **settings})))


def facts(view: Any) -> list[str]:
    return [fact["fact"] for card in view["cards"] for fact in card["facts"]]


def browsed(written: Path) -> Any:
    return json.loads(gzip.decompress((written / "engine" / "rulebook.bin").read_bytes()))


def test_a_literate_rulebook_is_shown_in_its_order() -> None:
    hearts = Path(__file__).parents[3] / "docs" / "examples" / "hearts" / "facts" / "hearts"
    book = Rulebook.load(hearts, cache=False)
    view = rulebook_view(book, Passages())
    (shown,) = view["books"]
    parts = shown["parts"]
    kinds = [one["kind"] for one in parts]
    assert kinds[:5] == ["heading", "prose", "rules", "heading", "clause"]
    assert parts[1]["text"].startswith("The game of Hearts")
    clauses = [one["text"] for one in parts if one["kind"] == "clause"]
    assert clauses == [one["id"] for one in view["clauses"]]
    listed = {name for p in parts if p["kind"] == "cases" for name in p["text"].split("\n")}
    cases = {one["id"] for one in view["cases"] if one["topic"] == shown["topic"]}
    assert all(one in listed or one.rpartition("-")[0] in listed for one in cases)
    assert len(cases) == 32


def test_a_question_is_answered_with_its_proof(desk: Desk) -> None:
    done(desk, "say", line="Rex lies in zone play.")
    answer = done(desk, "say", line="is Rex active?")["answer"]
    assert answer["verdict"] == "yes"
    assert "rules/active" in answer["clauses"]
    assert answer["explanation"]["roots"]


def test_what_is_not_understood_comes_back_with_what_would_be(desk: Desk) -> None:
    turn = done(desk, "say", line="is Rxe active?")
    assert turn["kind"] == "refused"
    assert "Rex" in turn["problems"][0]["hint"]


def test_cards_hold_every_fact_once_and_lie_where_they_are(desk: Desk) -> None:
    view = done(desk, "open", given=["Rex lies in zone play.", "Old Fence silences Rex."])["view"]
    assert [card["name"] for card in view["cards"]] == ["Rex", "Old Fence"]
    assert facts(view) == ["zone_of(rex, play).", "silences(old_fence, rex)."]
    assert view["cards"][0]["place"] == "zone play"
    assert [one["text"] for one in view["choices"]["zone"]] == ["deck", "hand", "play"]


def test_cards_of_a_game_that_is_not_drawn(desk: Desk) -> None:
    lines = ["Old Fence silences Rex.", "zone_of(rex, play).", "zone_of(old_fence, hand)."]
    view = done(desk, "open", given=lines)["view"]
    assert {card["name"]: card["place"] for card in view["cards"]} == {
        "Old Fence": "zone hand",
        "Rex": "zone play",
    }
    assert done(desk, "draw") == {"boards": [], "shows": []}


@pytest.fixture
def park() -> Desk:
    """A game with a board, at its first table."""
    book = Rulebook.load("theme_parque")
    desk = Desk(book, game_layers(book.folder))
    done(desk, "open", table=book.situation("first-park").to_dict())
    return desk


def test_a_board_is_drawn_and_told_from_what_is_not_on_it(park: Desk) -> None:
    view, drawn = done(park, "focus", thing=None)["view"], done(park, "draw")
    (board,) = drawn["boards"]
    assert board["columns"] == list("abcdefgh")
    assert ["".join(one["glyph"] or "." for one in row) for row in board["rows"]] == [
        ".I═╗f...",
        "..╔E─┐..",
        ".C╝s.└┐.",
        ".*.*..║.",
        "..L══╗║.",
        "...*.╚╝.",
        "........",
    ]
    assert set(drawn["shows"]) < set(facts(view))
    pawns = next(card for card in view["cards"] if card["name"] == "Ana")
    # Pawns on several squares: Ana is on none of them.
    assert (pawns["place"], pawns["inside"]) == ("", None)
    assert not {fact["fact"] for fact in pawns["facts"]} & set(drawn["shows"])


def on(square: str, view: Any) -> set[str]:
    return {fact for fact in facts(view) if f"({square}" in fact or f" {square})" in fact}


def test_something_else_is_laid_on_a_square(park: Desk) -> None:
    offers = {one["glyph"]: one["say"] for one in done(park, "square", layer=0, x=2, y=1)["offers"]}
    assert offers["C"] == "B1 shows Carousel."
    assert len(offers) > 80
    view = done(park, "put", layer=0, x=2, y=1, glyph="C")["view"]
    around = {"square_at(b1, 2, 1).", "pawn_on(ana, b1)."}
    assert on("b1", view) == {*around, "shows(b1, carousel)."}
    assert on("b1", done(park, "put", layer=0, x=2, y=1, glyph="")["view"]) == around
    assert "shows(b1, carousel)." in on("b1", done(park, "undo")["view"])


def test_the_board_grows_and_shrinks(park: Desk) -> None:
    view = done(park, "put", layer=0, x=8, y=3, glyph="E")["view"]
    entrance = {
        "entrance(h3).",
        "square_at(h3, 8, 3).",
        *(f"leads(h3, {side})." for side in ("north", "east", "south", "west")),
    }
    assert on("h3", view) == entrance
    assert done(park, "draw")["boards"][0]["columns"][-1] == "i"
    view = done(park, "put", layer=0, x=8, y=3, glyph="│")["view"]
    assert on("h3", view) == {
        "shows(h3, regular_path).",
        "leads(h3, north).",
        "leads(h3, south).",
        "square_at(h3, 8, 3).",
    }
    assert not on("h3", done(park, "put", layer=0, x=8, y=3, glyph="")["view"])
    assert done(park, "draw")["boards"][0]["columns"][-1] == "h"


def test_a_click_changes_a_fact_and_undo_takes_it_back(desk: Desk) -> None:
    done(desk, "open", given=["Rex lies in zone play."])
    view = done(desk, "exchange", fact="zone_of(rex, play).", column=1, value="hand")["view"]
    assert facts(view) == ["zone_of(rex, hand)."]
    assert done(desk, "undo")["view"]["cards"][0]["facts"][0]["fact"] == "zone_of(rex, play)."
    changed = {"forget": ["zone_of(rex, play)."], "suppose": ["not face_up(rex)."]}
    view = done(desk, "change", **changed)["view"]
    assert facts(view) == ["not face_up(rex)."]
    assert view["undo"]


def test_what_would_turn_an_answer(desk: Desk) -> None:
    assert done(desk, "turn") == {"ways": [], "tried": 0}
    done(desk, "open", given=["Rex lies in zone play.", "Old Fence silences Rex."])
    done(desk, "say", line="Old Fence lies in zone play.")
    assert done(desk, "say", line="is Rex active?")["answer"]["verdict"] == "no"
    assert done(desk, "turn")["ways"]


def test_a_table_from_a_link_is_read_like_anybodys(desk: Desk) -> None:
    table = done(desk, "open", given=["Rex lies in zone play."])["view"]["table"]
    done(desk, "open")
    assert facts(done(desk, "open", table=table)["view"]) == ["zone_of(rex, play)."]
    for strange in ({"schema": "x"}, {**table, "facts": ["nonsense(1)."]}, {**table, "facts": 7}):
        assert done(desk, "open", table=strange)["problems"]


def test_completion_and_focus(desk: Desk) -> None:
    assert "is Rex active?" in done(desk, "complete", prefix="is Re")["lines"]
    done(desk, "open", given=["Rex lies in zone play."])
    assert done(desk, "focus", thing="rex")["view"]["focus"] == "rex"
    assert done(desk, "say", line="is it active?")["answer"]["verdict"] == "yes"


def test_the_same_rulebook_gives_the_same_bytes(book: Path) -> None:
    assert prepared(book, "second") == prepared(book, "second")
    assert program_archive() == program_archive()


def test_the_page_needs_no_more_than_the_archive_holds(written: Path) -> None:
    engine = written / "engine"
    script = (engine / "packed_import.py").read_text() + (
        "import gzip, json\n"
        "from pathlib import Path\n"
        "engine = Path(sys.argv[1])\n"
        "unpacked = lambda name: gzip.decompress((engine / name).read_bytes())\n"
        "PackedImporter(json.loads(unpacked('program.bin'))).begin()\n"
        "from rulings.adapters.site.desk import Desk\n"
        "desk = Desk.of(unpacked('prepared.bin'))\n"
        "for line in ('Rex lies in zone play.', 'is Rex active?', 'is Rxe active?',"
        " 'does King Rex lie snoring beside Old Fence?'):\n"
        '    desk.call(\'{"do": "say", "line": "\' + line + \'"}\')\n'
        'print(desk.call(\'{"do": "say", "line": "is Rex active?"}\')[:20])\n'
        "unwanted = {'lemminflect', 'numpy', 'prompt_toolkit', 'pyDatalog', 'starlette'}\n"
        "print(sorted(unwanted & set(sys.modules)))\n"
    )
    # -S: none of the libraries of this environment.
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, str(engine)], capture_output=True, text=True
    )
    assert found.stdout.splitlines() == ['{"kind": "answered",', "[]"], found.stderr


def test_clauses_with_the_cases_that_test_them(written: Path) -> None:
    shown = browsed(written)
    assert shown["title"] == "Toy"
    assert shown["clauses"][0]["id"] == "rules/active"
    assert shown["cases"][0]["because"] == ["rules/active"]
    assert shown["cases"][0]["given"] == ["zone_of(rex, play)."]
    assert [one["name"] for one in shown["situations"]] == ["den"]


def test_printed_passages(book: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    assert site(book, tmp_path / "page", "--documents", str(documents)) == 3
    assert "RUL642" in capsys.readouterr().err
    clauses = book / "clauses.yaml"
    told = clauses.read_text()
    try:
        clauses.write_text(told.replace("page: 3}", "lines: L2-3}"))
        (documents / "rules.md").write_text("# Rules\n\nAn <b>active</b> card.\n")
        assert site(book, tmp_path / "page", "--documents", str(documents)) == 0
        passage = browsed(tmp_path / "page")["clauses"][0]["passage"]
        assert passage == {"text": "An <b>active</b> card."}
        (documents / "rules.md").write_text("# Rules")
        assert site(book, tmp_path / "page", "--documents", str(documents)) == 3
    finally:
        clauses.write_text(told)


PAGES = (
    "Getting Started\n1. Deal five cards.\n1",
    "Silence\nCards lie before their owners.\nA card that another one silen-\nced is never\n"
    "active.\nStatues stay.\n2",
)


def test_passages_of_a_pdf_are_marked_on_their_page(
    book: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    (documents / "rules.pdf").write_bytes(pdf(*PAGES))
    clauses = book / "clauses.yaml"
    told = clauses.read_text()
    by_words = told.replace("page: 3}", "page: 2, find: active silenced}")
    try:
        clauses.write_text(by_words)
        assert site(book, tmp_path / "page", "--documents", str(documents)) == 0
        shown = browsed(tmp_path / "page")
        passage = shown["clauses"][0]["passage"]
        assert passage == {
            "text": "A card that another one silen-\nced is never\nactive.",
            "page": 2,
            "first": 2,
            "last": 4,
        }
        (document,) = shown["documents"]
        assert list(document["pages"]) == ["2"]
        assert document["pages"]["2"][3:5] == ["ced is never", "active."]
        # The registry that `clauses import` writes knows the very words.
        whole = next(c for c in split(printed_lines(documents / "rules.pdf")) if c.page == 1)
        clauses.write_text(told.replace("page: 3}", f"page: 1, fingerprint: {whole.fingerprint}}}"))
        assert site(book, tmp_path / "page", "--documents", str(documents)) == 0
        passage = browsed(tmp_path / "page")["clauses"][0]["passage"]
        assert passage == {"text": "Deal five cards.", "page": 1, "first": 1, "last": 1}
        # Nothing tells where on the page it stands.
        clauses.write_text(told.replace("page: 3}", "page: 1}"))
        assert site(book, tmp_path / "page", "--documents", str(documents)) == 0
        passage = browsed(tmp_path / "page")["clauses"][0]["passage"]
        assert passage == {"text": "", "page": 1, "first": 0, "last": -1}
        for wrong in (told, by_words.replace("silenced", "lively"), by_words.replace("2,", "1,")):
            clauses.write_text(wrong)
            assert site(book, tmp_path / "page", "--documents", str(documents)) == 3
            assert "RUL642" in capsys.readouterr().err
    finally:
        clauses.write_text(told)


def test_the_folder_of_another_is_left_alone(book: Path, written: Path, tmp_path: Path) -> None:
    assert site(book, written) == 0
    (tmp_path / "letter.txt").write_text("mine")
    assert site(book, tmp_path) == 3
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize(
    "told", ["/nowhere", "http://a b/", "https://x.org;script-src/", "ftp://x.org/"]
)
def test_what_is_not_pyodide(told: str, book: Path, tmp_path: Path) -> None:
    assert main(["site", str(book), "-o", str(tmp_path / "page"), "--pyodide", told]) == 64
    assert not (tmp_path / "page").exists()


def test_a_runtime_from_elsewhere(book: Path, tmp_path: Path) -> None:
    address = "https://example.org/pyodide@1"
    assert main(["site", str(book), "-o", str(tmp_path / "page"), "--pyodide", address]) == 0
    index = (tmp_path / "page" / "index.html").read_text()
    assert "script-src 'self' 'wasm-unsafe-eval' https://example.org" in index
    assert "unsafe-inline" not in index
    assert not (tmp_path / "page" / "pyodide").exists()


def test_the_server_serves_the_page_beside_its_api(written: Path, book: Path) -> None:
    limits = ServerLimits()
    office = InThreads(opened([str(book)], ":memory:", limits), limits.timeout)
    server = Server(office, limits, "secret", written)
    client = TestClient(server.application(), "http://localhost")
    found = client.get("/")
    assert found.content == (written / "index.html").read_bytes()
    assert "frame-ancestors 'none'" in found.headers["content-security-policy"]
    again = client.get("/", headers={"If-None-Match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/pyodide/pyodide.asm.wasm").headers["content-type"] == "application/wasm"
    assert client.get("/engine/prepared.bin").status_code == 200
    assert client.get("/v1/games").status_code == 401
    assert client.get("/_headers").status_code == 404
    assert client.get("/../facts/toy/rules.dl").status_code == 404
    with pytest.raises(RulingsError, match="_headers"):
        Server(office, limits, None, book)


def test_nothing_on_the_page_is_read_as_html(written: Path) -> None:
    scripts = "".join(path.read_text() for path in written.glob("*.js"))
    doors = ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(")
    assert not [door for door in doors if door in scripts]


def test_an_edition_that_was_not_packed_here_is_refused() -> None:
    with pytest.raises(ValueError, match="no edition"):
        Rulebook.unpack(b"nothing", "")
