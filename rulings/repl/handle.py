"""One line of a conversation.

In: a `ReplState` and a line. Out: the next state and an `Output`. Guarantee: pure but for what
`:save` writes and `:load` reads; a line that is not understood changes nothing and fails with
diagnostics; nothing is ever answered by guessing.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.asking.answer import Answer
from rulings.asking.posing import Manner, Posed, posed
from rulings.english.reading import (
    Focus,
    Forget,
    Question,
    Reading,
    Statement,
    Suppose,
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
from rulings.repl.contradiction import resolved
from rulings.repl.state import Output, ReplState, Turn
from rulings.rulebook.situation import Line
from rulings.session import Session
from rulings.translated import translation


def handle(state: ReplState, line: str) -> Turn:
    """Return the state after a line and what it answers.

    Behind a line that was not understood a digit takes the sentence offered under it, and an
    empty line the first.
    """
    text = line.strip()
    taken = _taken(state, text)
    if taken is not None:
        after, output = handle(replace(state, offers=()), taken)
        return after, replace(output, text=f"› {taken}\n{output.text}")
    if not text or text.startswith(("#", "%")):
        return state, Output()
    state = replace(state, offers=())
    try:
        if text.startswith(":") or commands.is_plain(text):
            return commands.run(state, text)
        moved = walk.move(state, text)
        return moved if moved is not None else _understood(state, text)
    except RulingsError as problem:
        offers = problem.diagnostics[0].suggestions
        return replace(state, offers=offers), Output("", problem.diagnostics, failed=True)


def _understood(state: ReplState, text: str) -> Turn:
    """Read a line; what is not understood goes to the translator, if there is one."""
    try:
        return _read(state, text)
    except RulingsError as refused:
        if state.translator is None:
            raise
        found = translation(state.table, text, state.translator, refused)
    shown = f"Read as: {found.shown}\n"
    diagnostics: list[Diagnostic] = []
    for said in found.sentences:
        state, output = _read(state, said)
        shown += output.text
        diagnostics += output.diagnostics
    return state, Output(shown, tuple(diagnostics))


def _taken(state: ReplState, text: str) -> str | None:
    if not state.offers:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) == 1 else 0
    if not text:
        number = 1
    return state.offers[number - 1] if 0 < number <= len(state.offers) else None


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
    asked = posed(reading)
    if asked is not None:
        return _asked(after, asked, text, notices(reading))
    match reading:
        case Focus(value):
            return after.changed(after.table.focused(value)), Output()
        case _:
            return _change(after, reading, text)


def _asked(state: ReplState, asked: Posed, text: str, noted: tuple[Diagnostic, ...]) -> Turn:
    """Answer in the manner asked for; where no question is named, the last one."""
    question = asked.question if asked.question is not None else state.question
    if question is None:
        word = "what if" if asked.changes is not None else asked.manner.value
        raise RulingsError((diagnose("RUL530", None, word=word),))
    if asked.changes is not None and not asked.general:
        return _what_if(state, asked, question, asked.changes, text, noted)
    if asked.manner is Manner.WHY:
        return _why(state, asked.question, text)
    answer = state.table.respond(asked, question, text, noted)
    after = state.answered(question, answer)
    return after, Output(_shown(state, answer), noted)


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
    if state.full and state.answer is not None:
        return walk.opened(state), Output(_shown(state, state.answer))
    return walk.show(walk.opened(state))


def _what_if(
    state: ReplState,
    asked: Posed,
    question: Question,
    changes: Statement,
    text: str,
    noted: tuple[Diagnostic, ...],
) -> Turn:
    """Answer for a changed table, which is forgotten afterwards."""
    answer = state.table.respond(asked, question, text, noted)
    said = _changes(changes, state.table.apply(changes))
    lead = f"If {said}:\n" if said else ""
    shown = _shown(state, answer, why=asked.manner is not Manner.PLAIN)
    return state.answered(question, answer), Output(lead + shown, noted)


def _change(state: ReplState, reading: Reading, text: str) -> Turn:
    source = Source("table", text)
    table = state.table.execute(reading, Line(text, Span(source, 0, len(text))))
    match reading:
        case Statement():
            said = f"Noted: {_changes(reading, table) or 'nothing is stated of it'}."
        case Suppose(changes):
            said = f"Supposed: {_changes(changes, table)}."
        case Forget(changes, entities):
            names = [state.table.lexicon.names.display(entity) for entity in entities]
            parts = [*names, *filter(None, [_changes(changes, state.table)])]
            said = f"Forgotten: {', '.join(parts)}."
        case _:
            said = "Noted."
    found = tuple(dict.fromkeys(table.notices))
    if isinstance(reading, (Statement, Suppose)):
        told = reading.changes if isinstance(reading, Suppose) else reading
        table, contradicted = resolved(table, told)
        found = (*found, *contradicted)
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
