"""A moment in a terminal, with prompt_toolkit.

In: a `ReplState`, and for tests an input and an output. Out: an exit code. Guarantee: all
answers come from `handle`; this module only reads keys and shows text. Ctrl-C at the prompt
drops the line, Ctrl-C during an answer drops the answer; Ctrl-D leaves.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, ThreadedCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI, FormattedText, StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.output import Output as Terminal
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style

from rulings.doors.screen import paged
from rulings.english.complete import complete
from rulings.records import replace
from rulings.repl.commands import COMMANDS
from rulings.repl.handle import handle, needs_more
from rulings.repl.highlight import highlight
from rulings.repl.state import ReplState, banner, prompt_of

_STYLE = Style.from_dict(
    {
        "prompt": "bold",
        "focus": "ansicyan",
        "name": "ansicyan",
        "keyword": "bold",
        "command": "ansimagenta",
        "string": "ansigreen",
        "number": "ansiyellow",
        "variable": "ansiyellow",
        "comment": "ansibrightblack",
        "bottom-toolbar": "noreverse ansibrightblack",
    }
)


class Moment:
    """What the widgets look at: the state of the moment."""

    def __init__(self, state: ReplState) -> None:
        self.state = state


class _Completer(Completer):
    def __init__(self, moment: Moment) -> None:
        self.moment = moment

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        state = self.moment.state
        commands = [(c.name, c.help, c.choices(state)) for c in COMMANDS.values()]
        for found in complete(document.text_before_cursor, state.table.lexicon, commands):
            yield Completion(found.text, -found.length, display_meta=found.note)


class _Lexer(Lexer):
    def __init__(self, moment: Moment) -> None:
        self.moment = moment

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        lexicon = self.moment.state.table.lexicon
        lines = document.lines
        datalog = document.text.lstrip().startswith(("?-", "+", "-"))

        def line(number: int) -> StyleAndTextTuples:
            styled: StyleAndTextTuples = []
            styled += highlight(lines[number], lexicon, datalog=datalog)
            return styled

        return line


def talk(state: ReplState, *, source: Input | None = None, target: Terminal | None = None) -> int:
    """Converse until the user leaves; return the exit code."""
    moment = Moment(state)
    session = prompt_session(moment, source, target)
    columns = session.output.get_size().columns
    _print(session, banner(state, columns) + "\n", moment)
    while True:
        try:
            line = session.prompt()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return 0
        if not _turn(session, moment, line):
            return 0


def prompt_session(
    moment: Moment, source: Input | None = None, target: Terminal | None = None
) -> PromptSession[str]:
    """Return the prompt with completion, colours, history and toolbar."""
    session: PromptSession[str] = PromptSession(
        message=lambda: _message(moment.state),
        completer=ThreadedCompleter(_Completer(moment)),
        complete_while_typing=True,
        lexer=_Lexer(moment),
        auto_suggest=AutoSuggestFromHistory(),
        history=history_of(moment.state.table.rulebook.name),
        key_bindings=_keys(),
        multiline=True,
        prompt_continuation=lambda _width, _line, soft: "" if soft else "  … ",
        bottom_toolbar=lambda: " · ".join(prompt_of(moment.state).facts),
        enable_history_search=False,
        style=_STYLE,
        include_default_pygments_style=False,
        input=source,
        output=target,
    )
    return session


def history_of(game: str) -> History:
    """Return the history file of a game, or one in memory when none can be written."""
    root = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    folder = Path(root) / "rulings" / "history"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "".join(c if c.isalnum() else "-" for c in game)
        path.touch()
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))


def _keys() -> KeyBindings:
    """Enter sends a line unless its Datalog goes on; Alt-Enter always breaks it."""
    keys = KeyBindings()

    @keys.add("enter")
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if buffer.complete_state is not None and buffer.complete_state.current_completion:
            buffer.complete_state = None
        elif needs_more(buffer.text) and not buffer.text.endswith("\n"):
            buffer.insert_text("\n")
        else:
            buffer.validate_and_handle()

    @keys.add("escape", "enter")
    def _(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    return keys


def _message(state: ReplState) -> FormattedText:
    prompt = prompt_of(state)
    focus = [("class:focus", f" ({prompt.focus})")] if prompt.focus else []
    return FormattedText([("class:prompt", prompt.game), *focus, ("class:prompt", "› ")])


def _turn(session: PromptSession[str], moment: Moment, line: str) -> bool:
    """Answer one line; return whether the moment goes on."""
    width = session.output.get_size().columns
    state = moment.state
    before = state.table.rulebook.name
    try:
        state = replace(state, look=replace(state.look, width=min(width, 120)))
        moment.state, output = handle(state, line)
    except KeyboardInterrupt:
        _print(session, "Stopped.\n", moment)
        return True
    if moment.state.table.rulebook.name != before:
        session.history = history_of(moment.state.table.rulebook.name)
        session.default_buffer.history = session.history
    _print(session, output.shown(moment.state.look), moment)
    return not output.ends


def _print(session: PromptSession[str], text: str, moment: Moment) -> None:
    if not text:
        return
    rows = session.output.get_size().rows
    if text.count("\n") > rows - 2 and paged(text):
        return
    content = ANSI(text) if moment.state.look.color else text
    print_formatted_text(content, end="", output=session.output)
