"""The language server: what the protocol asks, answered by the modules beside this one.

In: messages of an editor. Out: a server of pygls. Guarantee: what an open file says is data: it is
read by the same doors and limits as everywhere, evaluated only where a case is run, and then in its
time; a request that cannot be answered is refused in words and stops nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from rulings import aio
from rulings.adapters.lsp import hovers, outlines, renames, token_colors
from rulings.adapters.lsp.books import parts_of
from rulings.adapters.lsp.in_depth import PAUSE, Thoroughness
from rulings.adapters.lsp.open_files import OpenFile, OpenFiles
from rulings.adapters.lsp.proposals import Proposal
from rulings.adapters.lsp.ranges import Measure
from rulings.adapters.lsp.sentences_at import (
    line_at,
    name_at,
    name_places,
    proposed,
    told_of_sentence,
)
from rulings.adapters.lsp.shown_findings import protocol_diagnostics, quick_fixes
from rulings.adapters.lsp.symbols import NamePlace, Symbol, places, symbol_at, words_of
from rulings.adapters.lsp.workbench import CaseRun
from rulings.adapters.lsp.workshop import SAYING, FileKind
from rulings.engine.limits import OutOfTime
from rulings.language.canonical import canonical
from rulings.language.diagnostics import RulingsError
from rulings.language.occurrences import Occurrence, Use, WordKind, occurrences
from rulings.language.source import Source
from rulings.rulebook.weaving import canonical_blocks
from rulings.version import __version__

_NO_TOKENS = types.SemanticTokens(data=[])


class RulebookServer(LanguageServer):
    """A server with the files that are open. `each` is the time in seconds that a case may take."""

    def __init__(self, each: float = 20.0, pause: float = PAUSE) -> None:
        super().__init__("rulings", __version__)
        self.desk = OpenFiles()
        self.each = each
        self.shows_answers = False
        self.depth = Thoroughness(self.desk, self.publish, pause)

    @property
    def measure(self) -> Measure:
        """How the client counts characters."""
        encoding = self.workspace.position_encoding
        return Measure(getattr(encoding, "value", None) or str(encoding or "utf-16"))

    def publish(self, changed: OpenFile | Path) -> None:
        """Tell the editor what is wrong with a file."""
        if isinstance(changed, OpenFile):
            found = [*changed.quick, *changed.deep]
            uri, version = changed.uri, changed.version
        else:
            found = self.depth.elsewhere.get(changed, [])
            uri, version = from_fs_path(str(changed)) or "", None
        listed = protocol_diagnostics(found, self.measure, self.address)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=listed, version=version)
        )

    def address(self, source: Source) -> str | None:
        """Return the address of the file that a source is, None for one that lies nowhere."""
        for shop in self.desk.shops.values():
            for home in (shop.folder, shop.cases_folder):
                if (home / source.name).is_file():
                    return str(from_fs_path(str(home / source.name)))
        return None

    def opened(self, uri: str) -> OpenFile | None:
        """Return an open file."""
        return self.desk.files.get(uri)

    def on_file(
        self, feature: str, otherwise: object, options: object = None
    ) -> Callable[[Callable[[OpenFile, Any], object]], None]:
        """Let a function answer what is asked of an open file, `otherwise` of any other."""

        def register(answer: Callable[[OpenFile, Any], object]) -> None:
            @self.feature(feature, options)
            def answered(params: Any) -> object:
                opened = self.opened(params.text_document.uri)
                return answer(opened, params) if opened is not None else otherwise

        return register

    def named_at(self, opened: OpenFile, offset: int) -> tuple[Symbol, Occurrence] | None:
        """Return what is named at an offset of a file."""
        found = symbol_at(opened.path, words_of(opened.source, opened.kind), offset)
        if found is None or opened.shop is None or opened.kind is not FileKind.WORDS:
            return found
        symbol, word = found
        if symbol.kind is WordKind.TYPE and symbol.text not in opened.shop.declared().sorts:
            return Symbol(WordKind.CONSTANT, symbol.text), word
        return found

    def location(self, place: NamePlace) -> types.Location:
        """Return a place as the protocol writes it."""
        uri = next((f.uri for f in self.desk.files.values() if f.path == place.path), None)
        where = self.measure.range(place.source, place.start, place.end)
        return types.Location(uri or from_fs_path(str(place.path)) or "", where)

    def places_of(self, opened: OpenFile, symbol: Symbol) -> list[NamePlace]:
        """Return where a symbol stands, in the file alone where it belongs to no rulebook."""
        if opened.shop is not None:
            return list(places(opened.shop, symbol))
        words = words_of(opened.source, opened.kind)
        same = (
            one
            for one in words
            if (one.kind, one.text) == (symbol.kind, symbol.text)
            and (symbol.file is None or one.statement == symbol.statement)
        )
        return [NamePlace(opened.path, opened.source, one.start, one.end, one.use) for one in same]


def language_server(each: float = 20.0, pause: float = PAUSE) -> RulebookServer:
    """Return the server; `start_io` runs it."""
    server = RulebookServer(each, pause)
    _files(server)
    _finding(server)
    _writing(server)
    _cases(server)
    return server


def _files(server: RulebookServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        # The client of `editors/vscode` shows itself what a command returns.
        told = params.initialization_options
        server.shows_answers = isinstance(told, dict) and told.get("showsAnswers") is True

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        told = params.text_document
        path = to_fs_path(told.uri) if told.uri.startswith("file:") else None
        opened = server.desk.begin(told.uri, Path(path) if path else None, told.text, told.version)
        opened.look_at_once()
        server.publish(opened)
        server.depth.again(0.0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        opened = server.opened(params.text_document.uri)
        if opened is not None:
            server.depth.stop()  # the key comes first
            after = server.measure.changed(opened.source, params.content_changes)
            server.desk.typed(opened, after, params.text_document.version)
            opened.look_at_once()
            server.publish(opened)
            server.depth.again()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(_params: types.DidSaveTextDocumentParams) -> None:
        server.depth.again()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        closed = server.desk.close(params.text_document.uri)
        if closed is not None:
            closed.quick, closed.deep = [], []
            server.publish(closed)
            server.depth.again()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_files(params: types.DidChangeWatchedFilesParams) -> None:
        paths = [Path(p).resolve() for one in params.changes if (p := to_fs_path(one.uri))]
        for shop in server.desk.shops.values():
            if any(p.is_relative_to(shop.folder) and p not in shop.unsaved for p in paths):
                shop.changed()
        server.depth.again()


def _finding(server: RulebookServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        opened = server.opened(params.text_document.uri)
        if opened is None or opened.shop is None:
            return None
        offset = server.measure.offset(opened.source, params.position)
        found = server.named_at(opened, offset)
        if found is not None:
            symbol, word = found
            text = hovers.told_of(symbol, opened.shop)
            where = server.measure.range(opened.source, word.start, word.end)
            return _shown(text, where)
        if opened.kind in SAYING:
            line = line_at(opened, offset)
            if line is not None:
                text = await told_of_sentence(opened, opened.shop, line)
                end = line.start + len(line.text)
                return _shown(text, server.measure.range(opened.source, line.start, end))
        return None

    @server.on_file(types.TEXT_DOCUMENT_DEFINITION, [])
    def definition(opened: OpenFile, params: types.DefinitionParams) -> list[types.Location]:
        found = server.named_at(opened, server.measure.offset(opened.source, params.position))
        if found is None:
            return []
        at = server.places_of(opened, found[0])
        declared = [one for one in at if one.use is Use.DECLARED]
        chosen = declared or [one for one in at if one.use is Use.CONCLUDED] or at[:1]
        return [server.location(one) for one in chosen]

    @server.on_file(types.TEXT_DOCUMENT_REFERENCES, [])
    def references(opened: OpenFile, params: types.ReferenceParams) -> list[types.Location]:
        offset = server.measure.offset(opened.source, params.position)
        found = server.named_at(opened, offset)
        with_declared = params.context.include_declaration
        if found is not None:
            at = server.places_of(opened, found[0])
            return [server.location(p) for p in at if with_declared or p.use is not Use.DECLARED]
        said = name_at(opened, offset)
        return [server.location(p) for p in name_places(opened, said[0], offset)] if said else []

    @server.on_file(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, [])
    def outline(opened: OpenFile, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return outlines.outline(opened, server.measure)

    @server.on_file(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _NO_TOKENS, token_colors.LEGEND)
    def tokens(opened: OpenFile, params: types.SemanticTokensParams) -> types.SemanticTokens:
        if opened.kind is FileKind.RULES:
            words = occurrences(opened.source)
        elif opened.kind in SAYING:
            book = opened.shop.book() if opened.shop is not None else None
            lexicon = book.lexicon if book is not None else None
            words = token_colors.sentence_colors(opened.sentences, lexicon)
        else:
            words = []
        if opened.kind is FileKind.BOOK:
            rules = occurrences(parts_of(opened.source).rules)
            words = sorted((*words, *rules), key=lambda one: one.start)
        return types.SemanticTokens(data=token_colors.encoded(words, opened.source, server.measure))


def _writing(server: RulebookServer) -> None:
    signs = types.CompletionOptions(trigger_characters=[".", "[", "(", ",", " ", ":", "/"])

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, signs)
    async def completion(params: types.CompletionParams) -> types.CompletionList:
        opened = server.opened(params.text_document.uri)
        if opened is None:
            return types.CompletionList(is_incomplete=False, items=[])
        offset = server.measure.offset(opened.source, params.position)
        found = await proposed(opened, offset)
        items = [_item(n, one, opened, offset, server.measure) for n, one in enumerate(found)]
        return types.CompletionList(is_incomplete=True, items=items)

    @server.on_file(types.TEXT_DOCUMENT_FORMATTING, [])
    def formatting(opened: OpenFile, _: types.DocumentFormattingParams) -> list[types.TextEdit]:
        if opened.kind not in (FileKind.RULES, FileKind.BOOK):
            return []
        formatted = canonical if opened.kind is FileKind.RULES else canonical_blocks
        try:
            text = formatted(opened.source)
        except RulingsError:
            return []  # what is wrong is shown already
        if text == opened.source.text:
            return []
        whole = server.measure.range(opened.source, 0, len(opened.source.text))
        return [types.TextEdit(whole, text)]

    @server.on_file(types.TEXT_DOCUMENT_PREPARE_RENAME, None)
    def prepare(
        opened: OpenFile, params: types.PrepareRenameParams
    ) -> types.PrepareRenamePlaceholder | None:
        offset = server.measure.offset(opened.source, params.position)
        found = server.named_at(opened, offset)
        if found is not None:
            start, end = found[1].start, found[1].end
        elif (said := name_at(opened, offset)) is not None:
            start, end = said[1], said[1] + len(said[0])
        else:
            return None
        where = server.measure.range(opened.source, start, end)
        return types.PrepareRenamePlaceholder(where, opened.source.text[start:end])

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        opened = server.opened(params.text_document.uri)
        if opened is None:
            raise JsonRpcInvalidParams("This file is not open.")
        offset = server.measure.offset(opened.source, params.position)
        try:
            changes = _changes(server, opened, offset, params.new_name)
        except renames.NotRenamed as refused:
            raise JsonRpcInvalidParams(str(refused)) from None
        edits: dict[str, list[types.TextEdit]] = {}
        for place, text in changes:
            at = server.location(place)
            edits.setdefault(at.uri, []).append(types.TextEdit(at.range, text))
        return types.WorkspaceEdit(changes=edits)

    kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])

    @server.on_file(types.TEXT_DOCUMENT_CODE_ACTION, [], kinds)
    def actions(opened: OpenFile, params: types.CodeActionParams) -> list[types.CodeAction]:
        start = server.measure.offset(opened.source, params.range.start)
        end = server.measure.offset(opened.source, params.range.end)
        return quick_fixes([*opened.quick, *opened.deep], opened, start, end, server.measure)


def _cases(server: RulebookServer) -> None:
    options = types.CodeLensOptions(resolve_provider=False)

    @server.on_file(types.TEXT_DOCUMENT_CODE_LENS, [], options)
    def lenses(opened: OpenFile, _: types.CodeLensParams) -> list[types.CodeLens]:
        is_asked = opened.kind in (FileKind.CASES, FileKind.BOOK)
        return outlines.lenses(opened, server.measure) if is_asked else []

    @server.command(outlines.RUN)
    async def run(uri: str, case: str) -> dict[str, Any] | None:
        found = await _ran(server, uri, case)
        if found is not None:
            severity = types.MessageType.Info if found.passed else types.MessageType.Warning
            server.window_show_message(types.ShowMessageParams(severity, found.message))
            if (
                server.client_capabilities.workspace
                and (refreshed := server.client_capabilities.workspace.code_lens)
                and refreshed.refresh_support
            ):
                server.workspace_code_lens_refresh(None)
        return found.to_json() if found is not None else None

    @server.command(outlines.WHY)
    async def why(uri: str, case: str) -> dict[str, Any] | None:
        found = await _ran(server, uri, case)
        if found is not None and not server.shows_answers:
            server.window_show_message(types.ShowMessageParams(types.MessageType.Info, found.why))
        return found.to_json() if found is not None else None


async def _ran(server: RulebookServer, uri: str, case: str) -> CaseRun | None:
    opened = server.opened(uri)
    if opened is None or opened.shop is None:
        return None
    named = [(one, c) for one in opened.pieces for c in one.cases if c.id == case]
    if not named:
        return None
    try:
        cases = [case_named for _, case_named in named]
        found = await server.depth.run_case(cases, opened.shop, server.each)
    except (OutOfTime, aio.WorkerLost) as late:
        server.window_show_message(
            types.ShowMessageParams(types.MessageType.Warning, f"{case}: {late}.")
        )
        return None
    opened.outcomes[named[0][0].piece.head, named[0][0].piece.text] = found.title
    return found


def _shown(text: str, where: types.Range) -> types.Hover | None:
    if not text:
        return None
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), where)


def _item(
    number: int, one: Proposal, opened: OpenFile, offset: int, measure: Measure
) -> types.CompletionItem:
    where = measure.range(opened.source, offset - one.length, offset)
    is_snippet = bool(one.snippet) and opened.kind in (FileKind.RULES, FileKind.BOOK)
    form = types.InsertTextFormat.Snippet if is_snippet else types.InsertTextFormat.PlainText
    return types.CompletionItem(
        label=one.text,
        kind=one.kind,
        detail=one.detail or None,
        documentation=one.told or None,
        sort_text=f"{number:05}",
        filter_text=opened.source.text[offset - one.length : offset] or one.text,
        insert_text_format=form,
        text_edit=types.TextEdit(where, one.snippet if is_snippet else one.text),
    )


def _changes(
    server: RulebookServer, opened: OpenFile, offset: int, name: str
) -> list[tuple[NamePlace, str]]:
    found = server.named_at(opened, offset)
    if found is not None:
        is_variable = found[0].kind is WordKind.VARIABLE
        if is_variable and re.fullmatch(r"[A-Z]\w*|_[A-Za-z]\w*", name) is None:
            raise renames.NotRenamed(f'"{name}" is no name for a variable.')
        if opened.shop is not None and not is_variable:
            return renames.renamed(opened.shop, found[0], name)
        return [(place, name) for place in server.places_of(opened, found[0])]
    said = name_at(opened, offset)
    if said is None:
        raise renames.NotRenamed("Nothing is named here.")
    if not re.fullmatch(r"\S(?:[^\n:#\"]*\S)?", name):
        raise renames.NotRenamed(f'"{name}" is no name.')
    return [(place, name) for place in name_places(opened, said[0], offset)]
