"""A literate rulebook in an editor: Hearts, one Markdown file with rules, clauses and cases."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.stages.adapters.editor import CONFIG, Editor, served

HEARTS = Path(__file__).parents[3] / "docs" / "examples" / "hearts" / "facts"
BOOK = "facts/hearts/hearts.md"


@pytest.fixture
def hearts_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(HEARTS, tmp_path / "facts")
    return tmp_path


@pytest_lsp.fixture(config=CONFIG)
async def hearts_client(lsp_client: LanguageClient, hearts_root: Path) -> AsyncIterator[None]:
    async for _ in served(lsp_client, hearts_root):
        yield


@pytest.fixture
def editor(hearts_client: LanguageClient, hearts_root: Path) -> Editor:
    return Editor(hearts_client, hearts_root)


def line_of(editor: Editor, uri: str, found: types.Diagnostic) -> str:
    return editor.texts[uri].split("\n")[found.range.start.line].strip()


@pytest.mark.asyncio
async def test_mistakes_in_every_kind_of_block_are_shown_where_they_stand(editor: Editor) -> None:
    uri = editor.open(BOOK)
    await editor.until(uri, lambda found: not found)
    editor.type(uri, "beats(C, D) :- printed(C, S, N)", "beats(C, D) :- printedd(C, S, N)")
    (found,) = [one for one in await editor.until(uri, bool) if one.code == "RUL201"]
    assert line_of(editor, uri, found).startswith("beats(C, D) :- printedd(C, S, N)")
    (fix,) = await editor.fixes(uri, found)
    assert "beats(C, D) :- printed(C, S, N)" in editor.after(fix.edit)["hearts.md"]
    editor.type(uri, "printedd", "printed")
    await editor.until(uri, lambda found: not found)

    editor.type(uri, "ask: Does Ace of Hearts beat", "ask: Does Ace of Hearts baet")
    (found,) = await editor.until(uri, bool)
    assert str(found.code).startswith("RUL5")
    assert line_of(editor, uri, found) == "ask: Does Ace of Hearts baet Two of Clubs?"
    editor.type(uri, "baet", "beat")
    await editor.until(uri, lambda found: not found)

    editor.type(uri, "id: ace-high\n  ask:", "id: ace-high\n  asks:")
    listed = await editor.until(uri, lambda found: "RUL701" in found)
    (found,) = [one for one in listed if one.code == "RUL701"]
    assert line_of(editor, uri, found) == "asks: Does Ace of Spades beat King of Spades?"
    editor.type(uri, "asks:", "ask:")
    editor.type(uri, "id: order\npage: 1", "id: order\npagee: 1")
    (found,) = [
        one
        for one in await editor.until(uri, lambda found: "RUL610" in found)
        if one.code == "RUL610"
    ]
    assert line_of(editor, uri, found) == "pagee: 1"
    editor.type(uri, "pagee", "page")
    editor.type(uri, "@[rules/broken]\nhearts_broken", "@[rules/brokn]\nhearts_broken")
    listed = await editor.until(uri, lambda found: "RUL361" in found)
    (found,) = [one for one in listed if one.code == "RUL361"]
    assert line_of(editor, uri, found) == "@[rules/brokn]"
    editor.type(uri, "brokn", "broken")
    editor.type(uri, "```cases\n- id: ace-high", "```case\n- id: ace-high")
    await editor.until(uri, lambda found: "RUL627" in found)
    editor.type(uri, "```case\n- id: ace-high", "```cases\n- id: ace-high")
    await editor.until(uri, lambda found: not found)


@pytest.mark.asyncio
async def test_names_are_found_and_renamed_through_all_blocks(editor: Editor) -> None:
    uri = editor.open(BOOK)
    client = editor.client
    told = await client.text_document_hover_async(
        types.HoverParams(**editor.at(uri, "beats(C, D) :-"))
    )
    assert told is not None
    assert ".decl beats(C: card, D: card)" in str(told.contents)
    assert "the ace is the highest" in str(told.contents)
    told = await client.text_document_hover_async(
        types.HoverParams(**editor.at(uri, "Does Ace of Hearts beat Two"))
    )
    assert told is not None
    assert ".decl beats" in str(told.contents)
    at = editor.at(uri, "@[rules/two-of-clubs]\nleads", 10)
    (declared,) = await client.text_document_definition_async(types.DefinitionParams(**at)) or ()
    assert isinstance(declared, types.Location)
    assert editor.texts[uri].split("\n")[declared.range.start.line] == "id: two-of-clubs"
    renaming = types.RenameParams(new_name="first-lead", **at)
    changed = editor.after(await client.text_document_rename_async(renaming))["hearts.md"]
    assert "two-of-clubs]" not in changed
    assert "id: first-lead" in changed
    assert changed.count("because: [rules/first-lead]") == editor.texts[uri].count(
        "because: [rules/two-of-clubs]"
    )


@pytest.mark.asyncio
async def test_typing_formatting_outline_and_colours(editor: Editor) -> None:
    loose = (HEARTS / "hearts" / "hearts.md").read_text("utf-8")
    loose = loose.replace("beats(C, D) :- printed", "beats(C,D):-printed")
    uri = editor.open(BOOK, loose)
    named = types.TextDocumentIdentifier(uri)

    async def proposed(text: str, shift: int) -> list[str]:
        params = types.CompletionParams(**editor.at(uri, text, shift))
        found = await editor.client.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        return [one.label for one in found.items]

    assert "printed" in await proposed("printed(C, S, N), printed(D", 4)
    assert "rules/broken" in await proposed("@[rules/broken]\nhearts", 8)
    assert any("Ace" in one for one in await proposed("Does Ace of Hearts beat Two", 7))
    assert await proposed("The game of Hearts for four", 8) == []
    edits = await editor.client.text_document_formatting_async(
        types.DocumentFormattingParams(named, types.FormattingOptions(4, insert_spaces=True))
    )
    assert edits
    assert "beats(C, D) :- printed" in edits[0].new_text
    outline = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(named)
    )
    names = dict.fromkeys(one.name for one in outline or ())
    wanted = ["card", "rules/order", "beats", "ace-high", "rules/pass", "passed", "passing-1"]
    assert [name for name in names if name in wanted] == wanted
    tokens = await editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(named)
    )
    assert tokens is not None
    assert len(tokens.data) > 1000


@pytest.mark.asyncio
async def test_a_case_in_the_book_is_run_by_the_rules_as_typed(editor: Editor) -> None:
    uri = editor.open(BOOK)
    named = types.TextDocumentIdentifier(uri)
    lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(named))
    assert lenses is not None
    first = lenses[0]
    assert editor.texts[uri].split("\n")[first.range.start.line] == "- id: ace-high"

    async def ran() -> Any:
        command = first.command
        assert command is not None
        return await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command.command, arguments=command.arguments)
        )

    assert (await ran())["passed"] is True
    editor.type(uri, "printed(D, S, M), N > M.", "printed(D, S, M), N < M.")
    assert (await ran())["passed"] is False


@pytest.mark.asyncio
async def test_markdown_that_no_edition_loads_is_left_alone(editor: Editor) -> None:
    readme = editor.open("facts/hearts/README.md", "```rule\np(a).\n```\n")
    uri = editor.open(BOOK)
    editor.type(uri, "beats(C, D) :- printed", "beats(C, D) :- printedd")
    await editor.until(uri, bool)
    assert editor.found(readme) == []
