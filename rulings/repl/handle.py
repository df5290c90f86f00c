"""One line of the REPL.

In: a `ReplState` and a line. Out: the next state and an `Output`. Guarantee: pure but for what
`:save` writes and `:load` reads; whatever is no `:command` is said in the conversation, and shown;
a line that takes too long changes nothing.
"""

from __future__ import annotations

from rulings.conversing.conversation import TurnKind
from rulings.engine.limits import OutOfTime, deadline
from rulings.language.diagnostics import RulingsError
from rulings.records import replace
from rulings.repl import commands
from rulings.repl.state import Output, ReplState, Reply

MORE_TIME = "`--each S` gives each line S seconds."


def handle(state: ReplState, line: str) -> Reply:
    """Return the state after a line and what it answers."""
    text = line.strip()
    try:
        with deadline(state.seconds):
            if not text.startswith(":") and not commands.is_plain(text):
                return _said(state, text)
            state = state.at(replace(state.conversation, offers=()))
            return commands.run(state, text)
    except OutOfTime as late:
        return state, Output(f"Out of time: {late}\n  {MORE_TIME}\n", failed=True)
    except RulingsError as problem:
        offers = problem.diagnostics[0].suggestions
        after = state.at(replace(state.conversation, offers=offers))
        return after, Output("", problem.diagnostics, failed=True)


def _said(state: ReplState, text: str) -> Reply:
    turn = state.conversation.say(text)
    look = state.look
    told = turn.told(color=look.color, width=look.width, full=state.full)
    failed = turn.kind is TurnKind.REFUSED
    return state.at(turn.conversation), Output(told, turn.findings, failed=failed)


def needs_more(text: str) -> bool:
    """Whether a Datalog line goes on: brackets are open, or it ends in a comma or `:-`.

    >>> needs_more("?- active(C),"), needs_more("?- active(C)."), needs_more("is it active,")
    (True, False, False)
    """
    stripped = text.strip()
    if not stripped.startswith(("?-", "+", "-")):
        return False
    bare = "".join(part for i, part in enumerate(stripped.split('"')) if i % 2 == 0)
    if stripped.count('"') % 2:
        return True
    opened = sum(bare.count(c) for c in "([{") - sum(bare.count(c) for c in ")]}")
    return opened > 0 or bare.rstrip().endswith((",", ":-", "?-"))
