"""A language model puts lines into sentences and is not believed; a fake one, without network."""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from rulings import Rulebook, RulingsError, Session
from rulings.cli import main
from rulings.conversing.conversation import Conversation
from rulings.english.language_model import LanguageModel
from rulings.repl.handle import handle
from rulings.repl.state import ReplState
from tests.books import TRAIL, trail

llm = pytest.importorskip("llm")
TOLD = ["Ana has 5 coins.", '"Old Map" costs 4 coins.']
QUESTION = "Has Ana got the money for Old Map?"
LINE = "Ana drops into 3 coins."
SAID = {QUESTION: ["May Ana buy Old Map?"], LINE: ["Ana has 3 coins."]}


class Fake(llm.Model):  # type: ignore[misc, name-defined]
    """A model that returns what a test says, and keeps what it was asked."""

    model_id = "fake"
    needs_key = None
    can_stream = False
    supports_schema = True

    def __init__(self) -> None:
        self.replies: Callable[[str, int], str] = _table
        self.seen: list[str] = []

    def execute(self, prompt: Any, *_: Any, **__: Any) -> Iterator[str]:
        """Reply."""
        self.seen.append(prompt.prompt)
        yield self.replies(prompt.prompt, len(self.seen))


def _table(prompt: str, _number: int) -> str:
    return _reply(next((said for line, said in SAID.items() if f"\n{line}" in prompt), []))


def _reply(sentences: list[str]) -> str:
    return json.dumps({"sentences": sentences})


@pytest.fixture
def model() -> Iterator[Fake]:
    """The fake, as a plugin of `llm` registers one."""
    fake = Fake()

    class Plugin:
        @staticmethod
        @llm.hookimpl  # type: ignore[untyped-decorator]
        def register_models(register: Callable[[Any], None]) -> None:
            register(fake)

    plugin = Plugin()
    llm.get_models()
    llm.plugins.pm.register(plugin, name="fake")
    yield fake
    llm.plugins.pm.unregister(plugin)


def _book() -> Rulebook:
    return trail().with_model("fake")


def _at(lines: list[str] = TOLD) -> Session:
    return _book().situation(list(lines))


def test_a_question_is_asked_in_the_words_of_the_game(model: Fake) -> None:
    answer = _at().ask(QUESTION)
    assert answer.verdict.value == "yes"
    assert answer.read_as == "may Ana buy Old Map?"
    (prompt,) = model.seen
    assert all(one.statement in prompt for one in _book().vocabulary() if one.statement)
    assert "Ana has 5 coins" in prompt
    assert "Old Map" in prompt


def test_a_line_about_the_table_says_as_what_it_counts(model: Fake) -> None:
    table = _at([]).suppose(LINE)
    assert table.ask("How many coins does Ana have?").number == 3
    assert "Read as: Ana has 3 coins." in [one.message for one in table.notices]


def test_what_is_understood_never_reaches_the_model(model: Fake) -> None:
    assert _at().ask("May Ana buy Old Map?").verdict.value == "yes"
    assert model.seen == []


def test_a_question_may_suppose_something_for_itself_only(model: Fake) -> None:
    model.replies = lambda *_: _reply(["Ana has 3 coins.", "May Ana buy Old Map?"])
    table = _at()
    answer = table.ask("With just 3 coins, has Ana got the money for Old Map?")
    assert answer.verdict.value == "no"
    assert "Read as: Ana has 3 coins. May Ana buy Old Map?" in [o.message for o in answer.notices]
    assert table.ask("May Ana buy Old Map?").verdict.value == "yes"


def test_refused_sentences_go_back_once_with_what_is_wrong(model: Fake) -> None:
    model.replies = lambda _, number: _reply(
        ["Can Ana afford Old Map?" if number == 1 else "May Ana buy Old Map?"]
    )
    assert _at().ask(QUESTION).verdict.value == "yes"
    first, second = model.seen
    assert "Can Ana afford" not in first
    assert "Can Ana afford Old Map?" in second
    assert "No declared sentence fits" in second


def test_a_line_that_is_said_again_is_not_sent_again(model: Fake) -> None:
    book = _book()
    for number in (4, 5):
        book.situation([f"Ana has {number} coins.", TOLD[1]]).ask(QUESTION)
    assert len(model.seen) == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (QUESTION, "May Ben buy Old Map?"),
        (QUESTION, "Ana has 5 coins."),
        (QUESTION, "May Ana not buy Old Map?"),
        (LINE, "Ana has 4 coins."),
        (LINE, "Ana has coins."),
        (LINE, "Ana does not have 3 coins."),
        (LINE, "Ana has 3 coins. Ben has 1 coins."),
        (LINE, "Does Ana have 3 coins?"),
        (LINE, "forget Ana"),
        (LINE, "focus Ana"),
        (LINE, "has(ana, 3)."),
        (LINE, "?- has(ana, N)."),
        (LINE, ":quit"),
        (LINE, "undo"),
        (QUESTION, "?- has(ana, N)."),
    ],
)
def test_what_loses_or_adds_something_or_commands_is_refused(
    model: Fake, line: str, said: str
) -> None:
    model.replies = lambda *_: _reply([said])
    table = _at([*TOLD, "Ben has 1 coins."])
    with pytest.raises(RulingsError) as raised:
        table.ask(line) if line.endswith("?") else table.suppose(line)
    assert raised.value.diagnostics[0].code == "RUL501"
    assert len(model.seen) == 2


def test_where_it_knows_no_sentence_the_line_is_refused_as_without_it(model: Fake) -> None:
    model.replies = lambda *_: _reply([])
    with pytest.raises(RulingsError) as raised:
        _at().suppose(LINE)
    with pytest.raises(RulingsError) as without:
        trail().situation(list(TOLD)).suppose(LINE)
    assert str(raised.value) == str(without.value)
    assert len(model.seen) == 1


@pytest.mark.parametrize("reply", ["", "no JSON", "{}", '{"sentences": [1]}', '{"sentences": "x"}'])
def test_a_reply_that_is_none_says_so(model: Fake, reply: str) -> None:
    model.replies = lambda *_: reply
    with pytest.raises(RulingsError) as raised:
        _at().suppose(LINE)
    assert raised.value.diagnostics[-1].code == "RUL536"


def test_a_model_without_schemas_may_write_around_its_reply(model: Fake) -> None:
    model.supports_schema = False
    model.replies = lambda *_: f"Sure!\n```json\n{_reply(SAID[LINE])}\n```"
    assert _at([]).suppose(LINE).notices


def test_a_model_that_fails_or_takes_too_long_says_so(model: Fake) -> None:
    def fails(*_: object) -> str:
        raise OSError("no route to host")

    model.replies = fails
    with pytest.raises(RulingsError, match="no route to host"):
        _at().suppose(LINE)
    model.replies = lambda *_: sleep(0.5) or ""
    late = trail().translating(LanguageModel("fake", seconds=0.0)).situation()
    with pytest.raises(RulingsError, match="longer than"):
        late.suppose(LINE)


def test_an_unknown_model_and_a_missing_package_are_told_at_once(
    model: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(RulingsError) as raised:
        trail().with_model("no-such-model")
    assert raised.value.diagnostics[0].code == "RUL536"
    monkeypatch.setitem(sys.modules, "llm", None)
    with pytest.raises(RulingsError) as raised:
        trail().with_model("fake")
    assert raised.value.diagnostics[0].code == "RUL542"
    assert "pip install" in raised.value.diagnostics[0].hint


def test_the_conversation_shows_as_what_it_was_read(model: Fake) -> None:
    state = ReplState(Conversation(_at()))
    state, told = handle(state, LINE)
    assert "Read as: Ana has 3 coins." in [one.message for one in told.diagnostics]
    _, answered = handle(state, QUESTION)
    assert answered.text.startswith("Read as: may Ana buy Old Map?\nNO  ")


def test_the_command_line_asks_it(
    model: Fake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "table.yaml"
    table.write_text("given: |\n  " + "\n  ".join(TOLD) + "\n", encoding="utf-8")
    arguments = ["ask", QUESTION, "-g", str(TRAIL), "-s", str(table)]
    assert main([*arguments, "--llm", "fake"]) == 0
    assert "may Ana buy Old Map?" in capsys.readouterr().out


def test_a_rulebook_goes_to_another_process_with_its_model(model: Fake) -> None:
    sent = pickle.loads(pickle.dumps(_book()))
    assert sent.situation(list(TOLD)).ask(QUESTION).verdict.value == "yes"
