"""An editor that talks to `rulings lsp`: it opens files of a folder, types and asks."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pytest_lsp import (
    ClientServerConfig,
    LanguageClient,
    client_capabilities,
    make_test_lsp_client,
)

LONGEST = 120


def client_that_refreshes() -> LanguageClient:
    """An editor that asks for the lenses again when it is told to."""
    client = make_test_lsp_client()

    @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def refresh(_params: None) -> None:
        return None

    return client


CONFIG = ClientServerConfig(
    server_command=[sys.executable, "-m", "rulings", "lsp"], client_factory=client_that_refreshes
)


class Editor:
    """An editor with files of one folder."""

    def __init__(self, client: LanguageClient, root: Path) -> None:
        self.client = client
        self.root = root
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def open(self, name: str, text: str | None = None) -> str:
        uri = self.uri(name)
        self.texts[uri] = (self.root / name).read_text("utf-8") if text is None else text
        self.versions[uri] = 1
        item = types.TextDocumentItem(uri, "rulings", 1, self.texts[uri])
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def type(self, uri: str, old: str, new: str) -> None:
        """Write one text instead of another, as an editor tells it."""
        text = self.texts[uri]
        assert text.count(old) == 1
        start = text.index(old)
        where = types.Range(position(text, start), position(text, start + len(old)))
        self.texts[uri] = text.replace(old, new)
        self.versions[uri] += 1
        named = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        change = types.TextDocumentContentChangePartial(where, new)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(named, [change]))

    def at(self, uri: str, text: str, shift: int = 1) -> Any:
        """The place of a text, as the parameters of a request."""
        place = position(self.texts[uri], self.texts[uri].index(text) + shift)
        return {"text_document": types.TextDocumentIdentifier(uri), "position": place}

    def found(self, uri: str) -> list[str]:
        return [str(one.code) for one in self.client.diagnostics.get(uri, ())]

    async def until(self, uri: str, holds: Callable[[list[str]], bool]) -> list[types.Diagnostic]:
        """Wait until the findings of a file are such."""
        async with asyncio.timeout(LONGEST):
            while uri not in self.client.diagnostics or not holds(self.found(uri)):
                await asyncio.sleep(0.02)
        return list(self.client.diagnostics[uri])

    async def fixes(self, uri: str, found: types.Diagnostic) -> list[types.CodeAction]:
        listed = await self.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri), found.range, types.CodeActionContext([found])
            )
        )
        return [one for one in listed or () if isinstance(one, types.CodeAction)]

    def after(self, edit: types.WorkspaceEdit | None) -> dict[str, str]:
        """Return the texts after an edit, by the names of the files."""
        assert edit is not None
        changed = {}
        for uri, edits in (edit.changes or {}).items():
            path = Path(uri.removeprefix("file://"))
            text = self.texts.get(uri) or path.read_text("utf-8")
            lines = text.split("\n")
            for one in sorted(edits, key=lambda e: (-e.range.start.line, -e.range.start.character)):
                line = lines[one.range.start.line]
                start, end = one.range.start.character, one.range.end.character
                lines[one.range.start.line] = line[:start] + one.new_text + line[end:]
            changed[path.name] = "\n".join(lines)
        return changed


def position(text: str, offset: int) -> types.Position:
    before = text[:offset]
    column = before[before.rfind("\n") + 1 :]
    return types.Position(before.count("\n"), len(column.encode("utf-16-le")) // 2)


async def served(client: LanguageClient, root: Path) -> AsyncIterator[None]:
    await client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"), root_uri=root.as_uri()
        )
    )
    yield
    await client.shutdown_session()
