"""`rulings lsp`, as an editor talks to it: on a small game and on a shipped one."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.books import RULES, write_book
from tests.stages.adapters.editor import CONFIG, Editor, position, served

HOUSE = Path(__file__).parents[3]
CASES = """\
game: toy
cases:
  - id: animals
    ask: May Rex move?
    expect: yes
    because: [rules/animals-move]

  - id: silenced
    given: |
      Rex lies in zone play.
      Old Fence lies in zone play.
      Old Fence silences Rex.
      Neon Lamp lies in zone play.
    ask: Is Rex active?
    expect: no

  - id: wrong
    ask: May Rex move?
    expect: no
"""


@pytest.fixture
def toy_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write_book(tmp_path)
    cases = tmp_path / "queries" / "toy" / "some.faq.yaml"
    cases.parent.mkdir(parents=True)
    cases.write_text(CASES, "utf-8")
    return tmp_path


@pytest_lsp.fixture(config=CONFIG)
async def toy_client(lsp_client: LanguageClient, toy_root: Path) -> AsyncIterator[None]:
    async for _ in served(lsp_client, toy_root):
        yield


@pytest.fixture
def editor(toy_client: LanguageClient, toy_root: Path) -> Editor:
    return Editor(toy_client, toy_root)


RULE_FILE = "facts/toy/rules.dl"
CASE_FILE = "queries/toy/some.faq.yaml"


@pytest.mark.asyncio
async def test_a_mistake_is_shown_as_it_is_typed_and_mended(editor: Editor) -> None:
    uri = editor.open(RULE_FILE)
    await editor.until(uri, lambda _: True)
    editor.type(uri, "not silenced(C)", "not silensed(C)")
    (found,) = [one for one in await editor.until(uri, bool) if one.code == "RUL201"]
    line = RULES.splitlines()[found.range.start.line]
    assert "not silenced(C)" in line
    assert found.message.endswith("Help: Did you mean `silenced`?")
    (fix,) = await editor.fixes(uri, found)
    assert fix.is_preferred
    assert editor.after(fix.edit)["rules.dl"] == RULES
    editor.type(uri, "silensed", "silenced")
    await editor.until(uri, lambda found: "RUL201" not in found)


@pytest.mark.asyncio
async def test_what_only_the_whole_rulebook_shows_follows(editor: Editor) -> None:
    uri = editor.open(RULE_FILE)
    editor.type(uri, "@[rules/statues-stay]", "@[rules/statues-stya]")
    found = await editor.until(uri, lambda found: "RUL361" in found)
    assert any("statues-stya" in one.message for one in found)
    await editor.until(editor.uri("facts/toy/clauses.yaml"), lambda found: "RUL362" in found)
    editor.type(uri, "statues-stya", "statues-stay")
    await editor.until(uri, lambda found: "RUL361" not in found)


@pytest.mark.asyncio
async def test_a_declaration_that_goes_is_missed_in_another_file(editor: Editor) -> None:
    uri, other = editor.open(RULE_FILE), editor.uri("facts/toy/second.dl")
    editor.type(uri, '.decl stars(C: card, N: int) "{C} has {N} stars".\n', "")
    await editor.until(other, lambda found: "RUL201" in found)
    editor.type(
        uri, ".state face_up", '.decl stars(C: card, N: int) "{C} has {N} stars".\n.state face_up'
    )
    await editor.until(other, lambda found: "RUL201" not in found)


@pytest.mark.asyncio
async def test_hover(editor: Editor) -> None:
    uri = editor.open(RULE_FILE)
    told = await hover(editor, uri, "silenced(C) :-")
    assert ".decl silenced(C: card)" in told
    assert "C\\} is silenced" in told
    assert "Concluded by 1 rule" in told
    assert "An active card may silence others" in told
    assert "may silence others" in await hover(editor, uri, "rules/silenced", 8)
    assert "{ deck, hand, play }" in await hover(editor, uri, "Z: zone", 4)
    assert "Stated by the table" in await hover(editor, uri, "face_up(C),")


async def hover(editor: Editor, uri: str, text: str, shift: int = 1) -> str:
    params = types.HoverParams(**editor.at(uri, text, shift))
    found = await editor.client.text_document_hover_async(params)
    assert found is not None
    assert isinstance(found.contents, types.MarkupContent)
    return found.contents.value


@pytest.mark.asyncio
async def test_a_sentence_is_told_as_it_is_read(editor: Editor) -> None:
    uri = editor.open(CASE_FILE)
    told = await hover(editor, uri, "Old Fence silences Rex")
    assert "Read as: Old Fence silences Rex" in told
    assert ".state silences(R: card, C: card)" in told
    assert ".decl active(C: card)" in await hover(editor, uri, "Is Rex active?")


@pytest.mark.asyncio
async def test_definition_and_references(editor: Editor) -> None:
    uri = editor.open(RULE_FILE)
    client = editor.client
    at = editor.at(uri, "silenced(C).\n@")
    found = await client.text_document_definition_async(types.DefinitionParams(**at))
    assert isinstance(found, list)
    (declared,) = found
    assert isinstance(declared, types.Location)
    assert RULES.splitlines()[declared.range.start.line].startswith(".decl silenced")
    at = editor.at(uri, "rules/animals-move", 8)
    asked = types.ReferenceParams(types.ReferenceContext(include_declaration=True), **at)
    listed = await client.text_document_references_async(asked)
    names = sorted(Path(one.uri).name for one in listed or ())
    assert names == ["clauses.yaml", "rules.dl", "some.faq.yaml"]


async def rename(editor: Editor, uri: str, text: str, name: str, shift: int = 1) -> dict[str, str]:
    params = types.RenameParams(new_name=name, **editor.at(uri, text, shift))
    return editor.after(await editor.client.text_document_rename_async(params))


@pytest.mark.asyncio
async def test_renaming_across_files(editor: Editor) -> None:
    uri = editor.open(RULE_FILE)
    changed = await rename(editor, uri, "types(C, animal)", "has_type")
    assert set(changed) == {"rules.dl", "first.dl", "second.dl", "types.csv"}
    assert "types(" not in changed["rules.dl"] + changed["first.dl"] + changed["second.dl"]
    assert "has_type:C,W" in changed["types.csv"]
    changed = await rename(editor, uri, "rules/animals-move", "beasts-move", 8)
    assert "id: beasts-move" in changed["clauses.yaml"]
    assert "because: [rules/beasts-move]" in changed["some.faq.yaml"]
    assert "@[rules/beasts-move]" in changed["rules.dl"]
    changed = await rename(editor, uri, "zone_of(C, play)", "lies_in")
    assert "  lies_in(rex, play)." in changed["den.yaml"]
    changed = await rename(editor, uri, "silences(R, C), active(R)", "Silencer", 10)
    assert "silences(Silencer, C), active(Silencer)" in changed["rules.dl"]
    assert changed["rules.dl"].count("Silencer") == 2


@pytest.mark.asyncio
async def test_renaming_what_is_said(editor: Editor) -> None:
    editor.open(RULE_FILE)
    uri = editor.open(CASE_FILE)
    await hover(editor, uri, "Old Fence silences Rex")  # by then the rulebook is loaded
    changed = await rename(editor, uri, "Old Fence silences", "Tall Fence")
    assert set(changed) == {"rules.dl", "some.faq.yaml", "den.yaml"}
    assert 'label(old_fence, "Tall Fence")' in changed["rules.dl"]
    assert "Old Fence" not in changed["some.faq.yaml"] + changed["den.yaml"]
    changed = await rename(editor, uri, "Neon Lamp", "Old Lamp")
    assert set(changed) == {"some.faq.yaml"}


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("name", "word"), [("active", "already"), ("Types", "small letter"), ("x y", "no name")]
)
async def test_a_name_that_cannot_be_is_refused(editor: Editor, name: str, word: str) -> None:
    uri = editor.open(RULE_FILE)
    with pytest.raises(Exception, match=word):
        await rename(editor, uri, "types(C, animal)", name)


async def complete(editor: Editor, uri: str, text: str, shift: int) -> list[str]:
    params = types.CompletionParams(**editor.at(uri, text, shift))
    found = await editor.client.text_document_completion_async(params)
    assert isinstance(found, types.CompletionList)
    return [one.label for one in found.items]


@pytest.mark.asyncio
async def test_completion(editor: Editor) -> None:
    uri = editor.open(RULE_FILE)
    assert "silences" in await complete(editor, uri, "silences(R, C), active", 3)
    assert (await complete(editor, uri, "play), face_up", 0))[:3] == ["deck", "hand", "play"]
    assert "rules/silenced" in await complete(editor, uri, "@[rules/active]", 8)
    assert "zone" in await complete(editor, uri, "Z: zone", 3)
    uri = editor.open(CASE_FILE)
    assert "Old Fence silences Rex" in await complete(editor, uri, "Old Fence silences Rex", 14)
    assert "rules/animals-move" in await complete(editor, uri, "[rules/animals-move]", 8)
    assert "depends" in await complete(editor, uri, "expect: no", 8)


@pytest.mark.asyncio
async def test_formatting_outline_colours(editor: Editor) -> None:
    client = editor.client
    loose = RULES.replace("active(C) :- zone_of(C, play),", "active(C):-zone_of(C,play),")
    uri = editor.open(RULE_FILE, loose)
    named = types.TextDocumentIdentifier(uri)
    options = types.FormattingOptions(4, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(named, options)
    )
    assert edits
    assert "active(C) :- zone_of(C, play)," in edits[0].new_text
    editor.type(uri, "label(rex", "label(rex(((")
    params = types.DocumentFormattingParams(named, options)
    assert not await client.text_document_formatting_async(params)
    outline = await client.text_document_document_symbol_async(types.DocumentSymbolParams(named))
    assert {"zone", "active", "may_move"} <= {one.name for one in outline or ()}
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(named)
    )
    assert tokens is not None
    assert list(tokens.data[:5]) == [0, 0, 5, 6, 0]


@pytest.mark.asyncio
async def test_a_case_is_run_and_explained(editor: Editor) -> None:
    uri = editor.open(CASE_FILE)
    client = editor.client
    named = types.TextDocumentIdentifier(uri)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(named))
    assert lenses is not None
    titles = [one.command.title for one in lenses if one.command]
    assert titles == ["run this case", "why"] * 3

    async def run(number: int) -> Any:
        command = lenses[number].command
        assert command is not None
        return await client.workspace_execute_command_async(
            types.ExecuteCommandParams(command.command, arguments=command.arguments)
        )

    assert (await run(0))["passed"] is True
    found = await run(4)
    assert found["passed"] is False
    assert "Expected no, got yes" in found["say"]
    why = await run(1)
    assert "Rex may move" in why["why"]
    assert "rules" in why["why"]
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(named))
    assert lenses is not None
    titles = [one.command.title for one in lenses if one.command]
    assert titles[0].startswith("✓")
    assert titles[4].startswith("✗")


@pytest.mark.asyncio
async def test_cases_run_by_the_rules_as_they_are_typed(editor: Editor) -> None:
    rules, cases = editor.open(RULE_FILE), editor.open(CASE_FILE)
    editor.type(rules, "\nmay_move(C) :- types(C, animal)", "\nmay_move(C) :- types(C, stone)")
    editor.type(rules, "neg may_move(C) :- types(C, statue)", "neg may_move(C) :- types(C, animal)")
    found = await editor.client.workspace_execute_command_async(
        types.ExecuteCommandParams("rulings.runCase", arguments=[cases, "wrong"])
    )
    assert found["passed"] is True, found


@pytest.mark.asyncio
async def test_cases_situations_clauses_and_words(editor: Editor) -> None:
    uri = editor.open(CASE_FILE)
    await editor.until(uri, lambda found: not found)
    editor.type(uri, "Old Fence silences Rex.", "Old Fence silences Rxe.")
    found = await editor.until(uri, lambda found: "RUL502" in found or "RUL509" in found)
    line = editor.texts[uri].splitlines()[found[0].range.start.line]
    assert line.strip() == "Old Fence silences Rxe."
    fixes = await editor.fixes(uri, found[0])
    assert any("Old Fence silences Rex." in editor.after(f.edit)["some.faq.yaml"] for f in fixes)
    editor.type(uri, "  - id: wrong", "  - id: animals")
    await editor.until(uri, lambda found: "RUL704" in found)
    uri = editor.open("facts/toy/situations/den.yaml")
    editor.type(uri, "silences Rex", "silences Rxe")
    await editor.until(uri, lambda found: "RUL502" in found or "RUL509" in found)
    uri = editor.open("facts/toy/clauses.yaml")
    editor.type(uri, "gist: Have fun.", "gits: Have fun.")
    await editor.until(uri, lambda found: "RUL610" in found)
    uri = editor.open("facts/toy/words.yaml", "nuons: {}\n")
    await editor.until(uri, lambda found: "RUL630" in found)


@pytest.mark.asyncio
async def test_what_is_typed_half_or_hostile_stops_nothing(editor: Editor) -> None:
    uri = editor.open(RULE_FILE)
    named = types.TextDocumentIdentifier(uri)
    for number, text in enumerate(
        ["(" * 50_000, '.decl p("', "@[", "\0\ud7ff\U0001f600 p(", "p(" * 200 + "x", "a" * 100_000]
    ):
        version = types.VersionedTextDocumentIdentifier(number + 2, uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        editor.client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
        await editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(named))
    cases = editor.open(CASE_FILE, "game: toy\ncases:\n" + "  - id: [[[\n" * 50 + "&a *a: {")
    await editor.until(cases, bool)
    await editor.until(uri, bool)


@pytest.mark.asyncio
async def test_no_file_outside_is_read(editor: Editor, toy_root: Path) -> None:
    secret = toy_root / "secret.dl"
    secret.write_text(".decl hidden(C: card). hidden(rex).\n", "utf-8")
    (toy_root / "facts" / "toy" / "link.dl").symlink_to(secret)
    uri = editor.open(RULE_FILE)
    editor.type(
        uri, "label(rex,", '.include "../../secret.dl".\nhidden(C) :- hidden(C).\nlabel(rex,'
    )
    found = await editor.until(uri, lambda found: "RUL003" in found)
    assert "RUL201" in [one.code for one in found] or "RUL321" in [one.code for one in found]
    at = editor.at(uri, "hidden(C) :-")
    asked = types.ReferenceParams(types.ReferenceContext(include_declaration=True), **at)
    listed = await editor.client.text_document_references_async(asked)
    assert {Path(one.uri).name for one in listed or ()} == {"rules.dl"}


@pytest.mark.asyncio
async def test_a_program_of_no_rulebook(editor: Editor, toy_root: Path) -> None:
    (toy_root / "alone.dl").write_text("p(a).\n", "utf-8")
    uri = editor.open("alone.dl")
    await editor.until(uri, lambda found: found == ["RUL201"] * len(found) and bool(found))
    editor.type(uri, "p(a).", ".decl p(X: symbol).\np(a).")
    await editor.until(uri, lambda found: "RUL201" not in found)
    changed = await rename(editor, uri, "p(a)", "q", 0)
    assert changed["alone.dl"] == ".decl q(X: symbol).\nq(a).\n"


@pytest.fixture
def shipped_root(tmp_path: Path) -> Path:
    for folder in ("facts/boba", "facts/lib", "queries/boba"):
        shutil.copytree(HOUSE / folder, tmp_path / folder)
    return tmp_path


@pytest_lsp.fixture(config=CONFIG)
async def shipped_client(lsp_client: LanguageClient, shipped_root: Path) -> AsyncIterator[None]:
    async for _ in served(lsp_client, shipped_root):
        yield


@pytest.mark.asyncio
async def test_a_shipped_rulebook(shipped_client: LanguageClient, shipped_root: Path) -> None:
    editor = Editor(shipped_client, shipped_root)
    rules = editor.open("facts/boba/table.dl")
    cases = editor.open("queries/boba/letters/ordinary.faq.yaml")
    assert [one.severity for one in await editor.until(rules, lambda _: True)] == []
    lenses = await shipped_client.text_document_code_lens_async(
        types.CodeLensParams(types.TextDocumentIdentifier(cases))
    )
    assert lenses is not None
    command = lenses[0].command
    assert command is not None
    found = await shipped_client.workspace_execute_command_async(
        types.ExecuteCommandParams(command.command, arguments=command.arguments)
    )
    assert found["passed"] is True
    text = editor.texts[cases]
    # The cases of a table share what they ask.
    start = text.index(", ask: ") + len(", ask: ")
    where = types.Range(position(text, start), position(text, start))
    named = types.VersionedTextDocumentIdentifier(2, cases)
    change = types.TextDocumentContentChangePartial(where, "Quux the ")
    shipped_client.text_document_did_change(types.DidChangeTextDocumentParams(named, [change]))
    (wrong,) = await editor.until(cases, bool)
    assert wrong.range.start.line == text[:start].count("\n")
    assert str(wrong.code).startswith("RUL5")
