"""One line of a conversation.

In: a `ReplState` and a line. Out: the next state and an `Output`. Guarantee: pure but for what
`:save` writes and `:load` reads; a line that is not understood changes nothing and fails with
diagnostics; nothing is ever answered by guessing.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.asking.answer import Answer, Verdict
from rulings.english.reading import (
    Ask,
    DatalogChange,
    DatalogQuery,
    Focus,
    Forget,
    Holds,
    Question,
    Reading,
    Statement,
    Suppose,
    WhatIf,
    When,
    Which,
    Why,
    WhyNot,
    named,
    notices,
)
from rulings.english.sentence import say
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Atom
from rulings.language.source import Source, Span
from rulings.render.text import render_answer
from rulings.repl import commands, walk
from rulings.repl.state import Output, ReplState, Turn
from rulings.rulebook.situation import Line
from rulings.session import Session


def handle(state: ReplState, line: str) -> Turn:
    """Return the state after a line and what it answers."""
    text = line.strip()
    if not text or text.startswith(("#", "%")):
        return state, Output()
    try:
        if text.startswith(":") or commands.is_plain(text):
            return commands.run(state, text)
        moved = walk.move(state, text)
        return moved if moved is not None else _read(state, text)
    except RulingsError as problem:
        return state, Output("", problem.diagnostics, failed=True)


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


def _read(state: ReplState, text: str) -> Turn:
    reading = state.table.read(text, recent=state.recent)
    after = state.naming(named(reading))
    match reading:
        case Ask() | Which() | Holds() | DatalogQuery():
            return _answer(after, after.table, reading, text)
        case Why(inner) | WhyNot(inner):
            return _why(after, inner, text)
        case When(inner):
            return _when(after, inner, text)
        case WhatIf(_, _, True):
            answer = state.table.ask(text)
            return after, Output(_shown(state, answer), answer.notices)
        case WhatIf(changes, inner):
            return _what_if(after, changes, inner, text)
        case Focus(value):
            return after.changed(after.table.focused(value)), Output()
        case Statement() | Suppose() | Forget() | DatalogChange():
            return _change(after, reading, text)


def _answer(
    state: ReplState, table: Session, question: Question, text: str, *, why: bool = False
) -> Turn:
    noted = notices(question)
    answer = table.answer(question, text, noted)
    return state.answered(question, answer), Output(_shown(state, answer, why=why), noted)


def _shown(state: ReplState, answer: Answer, *, why: bool = False) -> str:
    """Return an answer as text: all of it after `:explain full`, the whole tree after "why"."""
    look = state.look
    return render_answer(
        answer, full=state.full or why, every=state.full, color=look.color, width=look.width
    )


def _why(state: ReplState, inner: Question | None, text: str) -> Turn:
    """Open the explanation of a question, or of the last answer."""
    if inner is not None:
        state = state.answered(inner, state.table.answer(inner, text, notices(inner)))
    elif state.answer is None:
        raise RulingsError((_nothing_asked("why"),))
    if state.full and state.answer is not None:
        return walk.opened(state), Output(_shown(state, state.answer))
    return walk.show(walk.opened(state))


def _when(state: ReplState, inner: Question | None, text: str) -> Turn:
    """Answer with the conditions. What this table decides is also answered without a table."""
    question = inner if inner is not None else state.question
    if question is None:
        raise RulingsError((_nothing_asked("when"),))
    after, output = _answer(state, state.table, question, text)
    if after.answer is None or after.answer.verdict is Verdict.DEPENDS:
        return after, output
    empty = state.table.rulebook.situation(engine=state.table.engine)
    _, general = _answer(state, empty, question, text)
    if general.text == output.text:
        return after, output
    return after, replace(output, text=f"{output.text}In general:\n{general.text}")


def _what_if(
    state: ReplState,
    changes: Statement,
    inner: Question | Why | WhyNot | When | None,
    text: str,
) -> Turn:
    """Answer for a changed table, which is forgotten afterwards."""
    table = state.table.apply(changes)
    why = isinstance(inner, (Why, WhyNot, When))
    asked: Question | None
    match inner:
        case Why(of) | WhyNot(of) | When(of):
            asked = of if of is not None else state.question
        case None:
            asked = state.question
        case _:
            asked = inner
    if asked is None:
        raise RulingsError((_nothing_asked("what if"),))
    after, output = _answer(state, table, asked, text, why=why)
    said = _changes(changes, table)
    lead = f"If {said}:\n" if said else ""
    found = (*changes.notices, *output.diagnostics)
    return after, Output(lead + output.text, found)


def _change(state: ReplState, reading: Reading, text: str) -> Turn:
    before = len(state.table.notices)
    source = Source("table", text)
    table = state.table.execute(reading, Line(text, Span(source, 0, len(text))))
    match reading:
        case Statement():
            said = f"Noted: {_changes(reading, table)}."
        case Suppose(changes):
            said = f"Supposed: {_changes(changes, table)}."
        case Forget(changes, entities):
            names = [state.table.lexicon.names.display(entity) for entity in entities]
            parts = [*names, *filter(None, [_changes(changes, state.table)])]
            said = f"Forgotten: {', '.join(parts)}."
        case _:
            said = "Noted."
    found = tuple(dict.fromkeys(table.notices[before:]))
    return state.changed(table), Output(said + "\n", found)


def _changes(changes: Statement, table: Session) -> str:
    """Say what a statement states, without what only names things."""
    hidden = ("label", "alias", *_sorts(changes))
    facts = [(atom, False) for atom in changes.facts] + [(atom, True) for atom in changes.denials]
    said = [
        say(atom, table.lexicon, negated)
        for atom, negated in facts
        if not (atom.predicate in hidden and _only_names(atom))
    ]
    return "; ".join(dict.fromkeys(said))


def _sorts(changes: Statement) -> tuple[str, ...]:
    return tuple({new.sort for new in changes.introduces}) if len(changes.facts) > 1 else ()


def _only_names(atom: Atom) -> bool:
    return atom.predicate in ("label", "alias") or len(atom.terms) == 1


def _nothing_asked(word: str) -> Diagnostic:
    return diagnose("RUL530", None, word=word)
