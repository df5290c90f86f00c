"""The page in a real browser, `chromium` driven by Playwright: of `rulings site`, and of `serve`.

`RULINGS_PYODIDE` names the folder with Pyodide's npm package.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from rulings.cli import main

SOON = 30_000
"""Milliseconds; a loaded machine boots slowly."""
BOOTED = 120_000
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


class Quiet(SimpleHTTPRequestHandler):
    """A plain web host that keeps its log to itself."""

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def site(game: str, folder: Path) -> Path:
    pyodide = os.environ["RULINGS_PYODIDE"]
    assert main(["site", game, "-o", str(folder), "--pyodide", pyodide]) == 0
    return folder


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """A server of its own; the address of its page."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "rulings", "serve", *options, "--port", str(port)]
    with subprocess.Popen(command) as process:
        try:
            until = monotonic() + BOOTED / 1000
            while monotonic() < until:
                with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/healthz"):
                    break
                sleep(0.2)
            yield f"http://127.0.0.1:{port}/play/"
        finally:
            process.terminate()


@pytest.fixture(scope="module", params=["browser", "server"])
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The page of Unfair: with its own engine, and with that of a server."""
    if request.param == "server":
        with serving("unfair") as found:
            yield found
    else:
        with served(site("unfair", tmp_path_factory.mktemp("page"))) as found:
            yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = shutil.which("chromium")
        # As root, which programs for CI are, Chromium has no sandbox of its own.
        yield playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])


@pytest.fixture(scope="module")
def opened(browser: Browser, address: str) -> Iterator[tuple[Page, list[str]]]:
    """A page whose engine has begun, and what its console complained of."""
    with new_page(browser, address) as found:
        yield found


@pytest.fixture
def page(opened: tuple[Page, list[str]], address: str) -> Page:
    """The page at the table `dino-park`, nothing asked."""
    found, _ = opened
    found.set_viewport_size({"width": 1280, "height": 900})
    found.keyboard.press("Escape")  # what another test left open
    found.click("#tab-ask")
    found.select_option("#situation", label="an empty table")
    expect(found.locator("#cards")).to_contain_text("Nothing is stated", timeout=SOON)
    found.select_option("#situation", label="Dino park")
    expect(found.locator(".card").first).to_be_visible(timeout=SOON)
    return found


@contextmanager
def new_page(
    browser: Browser, address: str, fragment: str = ""
) -> Iterator[tuple[Page, list[str]]]:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    found = context.new_page()
    complaints: list[str] = []
    found.on("console", lambda told: complaints.append(told.text) if told.type == "error" else 0)
    found.on("pageerror", lambda told: complaints.append(str(told)))
    found.goto(f"{address}{fragment}")
    found.wait_for_selector("html[data-engine=ready]", timeout=BOOTED)
    yield found, complaints
    context.close()


def ask(page: Page, line: str) -> Any:
    """Type a line and return what came of it."""
    before = page.locator(".turn").count()
    page.fill("#line", line)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator(".turn:not([aria-busy])")).to_have_count(before + 1, timeout=SOON)
    return page.locator(".turn").first


def test_a_question_its_proof_and_its_clause(page: Page) -> None:
    turn = ask(page, "is Triceratops active")
    expect(turn.locator(".verdict")).to_have_text("NO Triceratops is not active.")
    turn.get_by_text("Why", exact=True).click()
    expect(turn.locator(".proof").first).to_contain_text("Electrified Fence switches off")
    turn.locator(".proof .clause").first.click()
    dialog = page.locator("#clause")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Questions that test it")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_a_click_changes_the_table_and_undo_brings_it_back(page: Page) -> None:
    fact = page.locator(".fact", has_text="Electrified Fence is on Log Flume.")
    fact.locator("summary").click()
    fact.get_by_role("button", name="Take it back").click()
    expect(fact).to_have_count(0, timeout=SOON)
    expect(ask(page, "is Triceratops active").locator(".verdict")).to_contain_text("YES")
    page.click("#undo")
    expect(fact).to_have_count(1, timeout=SOON)
    expect(ask(page, "is Triceratops active").locator(".verdict")).to_contain_text("NO")


def test_what_would_turn_it_and_what_if(page: Page) -> None:
    turn = ask(page, "is Triceratops active")
    turn.get_by_role("button", name="What would turn it?").click()
    expect(turn.locator(".ways")).to_contain_text("YES if Electrified Fence", timeout=SOON)
    turn = ask(page, "what if Electrified Fence is face-down: is Triceratops active")
    expect(turn.locator(".verdict")).to_contain_text("YES")


def test_what_is_not_understood_offers_what_would_be(page: Page) -> None:
    turn = ask(page, "Triceratops is active for as long as nobody minds.")
    expect(turn.locator(".problem")).to_contain_text("Nearest: <card> is active")
    assert turn.locator(".verdict").count() == 0
    turn = ask(page, "is Triceratops inactive or what")
    expect(turn.locator(".offered")).to_contain_text("Is Triceratops active?")
    turn.get_by_role("button", name="Is Triceratops active?").click()
    expect(page.locator(".turn .verdict").first).to_contain_text("NO")


def test_where_no_rule_answers_what_is_printed_about_it_is_there(page: Page) -> None:
    turn = ask(page, "who cleans up the park after the fence breaks down")
    expect(turn.locator(".verdict")).to_contain_text("UNDECIDED")
    expect(turn.locator(".cited")).to_contain_text("Printed about it")
    expect(turn.locator(".cited li").first).to_contain_text("Electrified Fence")


def test_a_line_is_completed_from_the_keyboard(page: Page) -> None:
    page.fill("#line", "")
    page.locator("#line").press_sequentially("is Triceratops activ")
    expect(page.locator("#offers li").first).to_be_visible(timeout=SOON)
    page.keyboard.press("ArrowDown")
    chosen = page.locator("#offers li[aria-selected=true]").inner_text()
    assert page.get_attribute("#line", "aria-activedescendant") == "offer-0"
    page.keyboard.press("Enter")
    assert page.input_value("#line").strip() == chosen
    expect(page.locator("#offers")).to_be_hidden()


def test_a_link_carries_table_and_question(page: Page, browser: Browser) -> None:
    ask(page, "Electrified Fence is face-down")
    expect(ask(page, "is Triceratops active").locator(".verdict")).to_contain_text("YES")
    page.click("#share")
    expect(page.locator("#status")).to_contain_text("link", timeout=SOON)
    with new_page(browser, page.url) as (other, _):
        expect(other.locator(".turn .verdict")).to_contain_text("YES", timeout=SOON)
        expect(other.locator("#cards")).to_contain_text("Electrified Fence is face-down.")


@pytest.mark.parametrize("address", ["browser"], indirect=True)
def test_without_a_network_it_answers(browser: Browser, address: str) -> None:
    with new_page(browser, address) as (page, _):
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("html[data-engine=ready]", timeout=BOOTED)
        expect(ask(page, "is the game over").locator(".verdict, .problem").first).to_be_visible()


@contextmanager
def park(engine: str, folder: Path) -> Iterator[str]:
    """The page of a game with a board."""
    if engine == "server":
        with serving("theme_parque", "unfair") as found:
            yield f"{found}?game=theme_parque"
    else:
        with served(site("theme_parque", folder / "park")) as found:
            yield found


@pytest.mark.parametrize("engine", ["browser", "server"])
def test_a_board_by_keyboard_and_by_click(browser: Browser, tmp_path: Path, engine: str) -> None:
    with park(engine, tmp_path) as address, new_page(browser, address) as (page, complaints):
        square = page.locator("#boards .square")
        start = page.locator("[data-square=b1]")
        expect(start).to_have_text("I", timeout=SOON)
        assert "Ana has a pawn on B1." in (start.get_attribute("aria-label") or "")
        start.focus()
        for key in ("ArrowRight", "ArrowDown", "Enter"):
            page.keyboard.press(key)
        expect(square).to_contain_text("On c2", timeout=SOON)
        choice = square.locator("select").last
        expect(choice).to_be_enabled(timeout=SOON)
        choice.select_option(label="T C2 shows Launch Tower.")
        expect(page.locator("[data-square=c2]")).to_have_text("T", timeout=SOON)
        start.click()
        pawn = square.locator(".fact", has_text="Ana has a pawn on B1.")
        pawn.locator("summary").click()
        pawn.get_by_role("button", name="Take it back").click()
        expect(square).not_to_contain_text("Ana", timeout=SOON)
        page.click("#undo")
        expect(square).to_contain_text("Ana", timeout=SOON)
        page.set_viewport_size({"width": 360, "height": 800})
        assert (violations(page), complaints) == ([], [])


def test_a_server_asks_for_its_token_and_lists_its_games(browser: Browser, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("secret")
    with serving("unfair", "parks", "--token-file", str(token)) as address:
        page = browser.new_context().new_page()
        page.goto(address.removesuffix("play/"))
        for typed in ("wrong", "secret"):
            expect(page.locator("#token")).to_have_value("", timeout=SOON)
            page.fill("#token", typed)
            page.keyboard.press("Enter")
        page.get_by_role("link", name="Unfair").click()
        page.wait_for_selector("html[data-engine=ready]", timeout=BOOTED)
        page.select_option("#situation", label="Dino park")
        expect(page.locator("#cards")).to_contain_text("Triceratops", timeout=SOON)
        assert violations(page) == []
        expect(ask(page, "is Triceratops active").locator(".verdict")).to_contain_text("NO")
        page.context.close()


@pytest.mark.parametrize("address", ["server"], indirect=True)
def test_a_page_takes_its_session_along_and_finds_it_again(browser: Browser, address: str) -> None:
    def sessions() -> int:
        with urlopen(address.replace("play/", "metrics")) as told:
            lines = told.read().decode().splitlines()
        return int(next(one for one in lines if one.startswith("rulings_sessions ")).split()[1])

    # Those of pages that have just been closed are deleted by and by.
    before = sessions() + 1
    while before != (before := sessions()):
        sleep(2)
    with new_page(browser, address, "#table=dino-park") as (page, _):
        expect(page.locator(".card").first).to_be_visible(timeout=SOON)
        ask(page, "Electrified Fence is face-down")
        assert sessions() == before + 1
        # The server may have lost it: the page begins another at the same table.
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")
        expect(ask(page, "is Triceratops active").locator(".verdict")).to_contain_text("YES")
        page.goto("about:blank")
        until = monotonic() + 20
        while sessions() > before and monotonic() < until:
            sleep(0.1)
        assert sessions() == before


HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=1</script>'


def test_a_literate_rulebook_is_read_beside_the_answers(browser: Browser, tmp_path: Path) -> None:
    hearts = Path(__file__).parents[2] / "docs" / "examples" / "hearts" / "facts" / "hearts"
    folder = site(str(hearts), tmp_path / "hearts")
    with served(folder) as at, new_page(browser, at) as (page, _):
        page.click("#tab-clauses")
        page.locator("#part-clauses .clause").nth(3).click()
        page.get_by_role("button", name="Read it in the book").click()
        expect(page.locator("#part-book")).to_be_visible()
        expect(page.locator("#part-book blockquote:focus")).to_contain_text("broken")
        page.evaluate("document.querySelectorAll('#part-book details').forEach(d => d.open = true)")
        expect(page.locator("#part-book pre").first).to_contain_text(".type player.")
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert violations(page) == []
        page.get_by_role("button", name="Does Ace of Spades beat King of Spades?").click()
        expect(page.locator("#part-ask")).to_be_visible()


def test_texts_are_texts(page: Page) -> None:
    title = page.title()
    turn = ask(page, HOSTILE)
    expect(turn.locator("h3")).to_have_text(HOSTILE)
    ask(page, f'label(triceratops, "{HOSTILE.replace(chr(34), chr(39))}").')
    expect(page.locator("#cards")).to_contain_text("<img src=x", timeout=SOON)
    assert page.locator("#log img, #log script, #cards img, #cards script").count() == 0
    assert page.title() == title


@pytest.mark.parametrize("fragment", ["#t=AAAA", "#t=!", "#clause=<b>", "#ask=", "#table=nowhere"])
def test_a_broken_link_is_no_harm(fragment: str, page: Page, address: str) -> None:
    page.goto(f"{address}{fragment}")
    expect(ask(page, "is Triceratops active").locator(".verdict")).to_be_visible()


@pytest.mark.parametrize("address", ["server"], indirect=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_everyone_can_use_it(page: Page, scheme: Any, width: int) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    turn = ask(page, "is Triceratops active")
    turn.get_by_text("Why", exact=True).click()
    page.locator(".fact summary").first.click()
    found = [violations(page)]
    for tab in ("clauses", "cases", "words"):
        page.click(f"#tab-{tab}")
        found.append(violations(page))
    page.click("#tab-clauses")
    page.locator("#part-clauses .clause").first.click()
    found.append(violations(page))
    page.keyboard.press("Escape")
    assert found == [[], [], [], [], []]


def violations(page: Page) -> list[str]:
    """Return what axe finds, and whether anything reaches beyond the window."""
    found = Axe().run(page, options={"runOnly": RULES}).response["violations"]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found] + ["too wide"] * wide


def test_the_console_is_silent(page: Page, opened: tuple[Page, list[str]]) -> None:
    """Nothing that the policy forbids was tried, by all that was done here before."""
    ask(page, "is Triceratops active")
    assert opened[1] == []
