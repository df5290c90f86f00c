"""The `:commands` of a conversation: a registry.

In: a `ReplState` and a line that begins with a colon. Out: a turn. Guarantee: `COMMANDS` is the
only list of them; help and completion read it too.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rulings.asking.finding import topic_text
from rulings.conversing.conversation import Conversation
from rulings.conversing.happenings_asked import journal_text
from rulings.conversing.turn_text import filled
from rulings.engine.run.evaluate import ENGINES
from rulings.english.glossary import glossary
from rulings.english.reading import Statement
from rulings.english.search import nearest as nearest_sentences
from rulings.english.sentence import pattern, say, sentence
from rulings.english.words import tokenize
from rulings.language.catalogue import mistake
from rulings.language.diagnostics import RulingsError, Severity
from rulings.language.format import rule_text
from rulings.language.suggest import did_you_mean
from rulings.records import dataclass, replace
from rulings.render.cited_clauses import cited, cited_text, find_clauses
from rulings.render.counting import counted
from rulings.render.text import render_turning
from rulings.repl.introduction import introduction
from rulings.repl.state import Output, ReplState, Reply
from rulings.rulebook.document import write_document
from rulings.rulebook.library import games
from rulings.rulebook.situation import named_by_user
from rulings.session import Rulebook, Session
from rulings.written import situation_text


@dataclass(frozen=True, slots=True)
class Command:
    """A `:command`: its usage, what it does, the function, and what its argument can be."""

    name: str
    usage: str
    help: str
    do: Callable[[ReplState, str], Reply]
    choices: Callable[[ReplState], tuple[str, ...]]


COMMANDS: dict[str, Command] = {}
Doing = Callable[[ReplState, str], Reply]


def _command(
    usage: str, purpose: str, choices: Callable[[ReplState], tuple[str, ...]] = lambda state: ()
) -> Callable[[Doing], Doing]:
    """Let a function do the command that its usage begins with."""

    def doing(do: Doing) -> Doing:
        name = usage.split()[0].removeprefix(":")
        COMMANDS[name] = Command(name, usage, purpose, do, choices)
        return do

    return doing


def is_plain(line: str) -> bool:
    """Whether a line is a command typed without its colon, such as `help`.

    >>> is_plain("Help"), is_plain("focus"), is_plain("is it active?")
    (True, False, False)
    """
    return line.lower() in _PLAIN


def run(state: ReplState, line: str) -> Reply:
    """Do a command. Raises RulingsError when there is none of that name."""
    name, _, argument = line.removeprefix(":").strip().partition(" ")
    name = name.lower()
    return _called(_SHORT.get(name, name)).do(state, argument.strip())


def _called(name: str) -> Command:
    if name not in COMMANDS:
        near = did_you_mean(name, COMMANDS, "`:help` lists them.")
        raise mistake("RUL532", None, name=f":{name}", near=near)
    return COMMANDS[name]


@_command(
    ":load NAME",
    "a situation (ready-made or a file) or another game",
    lambda state: (*state.table.rulebook.situations, *games()),
)
def _load(state: ReplState, argument: str) -> Reply:
    """Load a game, or a situation of this game."""
    if not argument:
        raise _misused("load", "needs a name or a file")
    if argument in games() and argument not in state.table.rulebook.situations:
        book = Rulebook.load(argument)
        readings = state.table.rulebook.readings
        book = book.translating(readings.translator)
        book = book.with_picks() if readings.picks is not None else book
        talk = Conversation(book.situation(engine=state.table.engine))
        return state.at(talk), Output(f"{book.title} · edition {book.edition}\n")
    book = state.table.rulebook
    table = book.situation(named_by_user(argument, book.folder), engine=state.table.engine)
    title = table.described.title or argument
    after = state.at(
        replace(
            state.conversation.changed(table), situation=Path(argument).stem, answer=None, proof=()
        )
    )
    doubts = tuple(one for one in table.notices if one.severity is not Severity.NOTE)
    return after, Output(f"{title}: {counted(len(table.facts()), 'fact')}\n", doubts)


@_command(":save FILE", "write the table as a situation")
def _save(state: ReplState, argument: str) -> Reply:
    """Write the table as a situation file."""
    if not argument:
        raise _misused("save", "needs a file name")
    path = Path(argument if argument.endswith((".yaml", ".yml")) else f"{argument}.yaml")
    write_document(path, situation_text(state.table))
    return state, Output(f"Saved {counted(len(state.table.facts()), 'line')} to {path}\n")


@_command(
    ":edition [NAME]",
    "list the editions or switch to one",
    lambda state: state.table.rulebook.editions,
)
def _edition(state: ReplState, argument: str) -> Reply:
    """Switch the edition; the table stays as it is."""
    book = state.table.rulebook
    if not argument:
        listed = (f"{name} *" if name == book.edition else name for name in book.editions)
        return state, Output("Editions: " + ", ".join(listed) + "\n")
    other = Rulebook.load(book.folder, edition=argument)
    table = other.situation(engine=state.table.engine)
    facts = tuple(atom for atom, falsehood in state.table.facts() if not falsehood)
    denials = tuple(atom for atom, falsehood in state.table.facts() if falsehood)
    table = table.apply(Statement(facts, denials)).focused(state.table.focus)
    after = replace(state.conversation.changed(table), answer=None, proof=())
    return state.at(after), Output(f"{other.title} · edition {other.edition}\n")


@_command(":focus [NAME]", 'what "this card" and "it" mean')
def _focus(state: ReplState, argument: str) -> Reply:
    talk = state.conversation
    reading = talk.table.read(f"focus {argument}", lines=talk.lines)
    return state.at(talk.changed(talk.table.execute(reading))), Output(
        "" if argument else "The focus is on nothing.\n"
    )


@_command(":facts [WORDS]", "what is stated about the table")
def _facts(state: ReplState, argument: str) -> Reply:
    """List what is stated; only what mentions all words, if any are given."""
    lexicon = state.table.lexicon
    said = [
        sentence(say(atom, lexicon, falsehood))
        for atom, falsehood in state.table.facts()
        if atom.predicate not in ("label", "alias")
    ]
    wanted = argument.lower().split()
    shown = [line for line in said if all(word in line.lower() for word in wanted)]
    if not shown:
        return state, Output("Nothing is stated.\n" if not wanted else "No such fact is stated.\n")
    return state, Output("".join(f"{line}\n" for line in dict.fromkeys(shown)))


@_command(
    ":rules PREDICATE",
    "the rules that conclude something",
    lambda state: tuple(map(str, state.table.rulebook.program.predicates)),
)
def _rules(state: ReplState, argument: str) -> Reply:
    """Show the rules that conclude a predicate, named or by its sentence."""
    table = state.table
    if not argument:
        raise _misused("rules", "needs a predicate or a sentence")
    name = argument if argument in table.program.predicates else _predicate(table, argument)
    rules = [rule for rule in table.rulebook.program.rules if rule.head.predicate == name]
    if not rules:
        return state, Output(f"No rule concludes {name}; the table or the card lists state it.\n")
    return state, Output("\n".join(f"{rule_text(rule).rstrip()}\n" for rule in rules))


def _predicate(table: Session, text: str) -> str:
    """Return the predicate whose sentence is nearest to a text."""
    try:
        reading = table.read(text if text.endswith("?") else f"{text}?")
    except RulingsError:
        reading = None
    literals = getattr(reading, "literals", ())
    if literals:
        return str(literals[0].atom.predicate)
    near = nearest_sentences(tokenize(text), table.lexicon, False, 1)
    for template in table.lexicon.templates:
        if near and pattern(template, table.lexicon, False) == near[0]:
            return template.predicate
    raise _misused("rules", f"knows no predicate {text}")


@_command(
    ":cite CLAUSE",
    "a printed clause and the rules that encode it",
    lambda state: tuple(state.table.rulebook.clauses),
)
def _cite(state: ReplState, argument: str) -> Reply:
    if not argument:
        raise _misused("cite", "needs a clause")
    found = find_clauses([state.table.rulebook], argument)
    width = state.look.width
    lines = [line for one in found for line in cited_text(cited(*one)).splitlines()]
    return state, Output("".join(f"{filled(line, width, '    ')}\n" for line in lines))


@_command(":engine NAME", "what evaluates: native or pydatalog", lambda state: ENGINES)
def _engine(state: ReplState, argument: str) -> Reply:
    if argument not in ENGINES:
        raise _misused("engine", f"must be one of {', '.join(ENGINES)}")
    table = state.table.on_engine(argument)
    return state.at(replace(state.conversation, table=table)), Output(f"Engine: {argument}\n")


@_command(
    ":explain short|full", "how much of a proof an answer shows", lambda state: ("short", "full")
)
def _explain(state: ReplState, argument: str) -> Reply:
    if argument not in ("short", "full"):
        raise _misused("explain", "is short or full")
    return replace(state, full=argument == "full"), Output(f"Explanations: {argument}\n")


@_command(":flip [QUESTION]", "the smallest change that turns the last verdict")
def _flip(state: ReplState, argument: str) -> Reply:
    """Say the smallest changes that would turn the verdict of a question, or the last one."""
    answer = state.table.ask(argument) if argument else state.answer
    if answer is None:
        raise mistake("RUL530", None, word=":flip")
    lead = f"{answer.verdict.value.upper()}  {answer.say}\n" if argument else ""
    return state, Output(lead + render_turning(answer.flip(), state.look.width))


@_command(":undo", "take back the last change of table or focus")
def _undo(state: ReplState, argument: str) -> Reply:
    turn = state.conversation.undo()
    return state.at(turn.conversation), Output(f"{turn.say}\n")


@_command(":journal", "what happened at this table, step by step")
def _journal(state: ReplState, argument: str) -> Reply:
    return state, Output(journal_text(state.table))


@_command(":back STEP", "the table as it was after a step, 0 for its begin")
def _back(state: ReplState, argument: str) -> Reply:
    """Return to the table after a step of the journal."""
    argument = argument.removeprefix("to ").lstrip()
    if not (argument.isascii() and argument.isdigit()):
        raise _misused("back", "needs the number of a step")
    table = state.table.back(int(argument))
    after = replace(state.conversation.changed(table), proof=())
    return state.at(after), Output(journal_text(table))


@_command(
    ":help [sentences|words|…]",
    "this list, all sentences of the rulebook, what may be said for them, or, with "
    "`about WORDS`, all about a topic",
    lambda state: ("sentences", "words", "about", *COMMANDS),
)
def _help(state: ReplState, argument: str) -> Reply:
    if argument == "sentences":
        shown = (pattern(t, state.table.lexicon, False) for t in state.table.lexicon.templates)
        return state, Output("".join(f"{line}\n" for line in sorted(set(shown))))
    if argument == "words":
        return state, Output("".join(f"{line}\n" for line in glossary(state.table.lexicon)))
    if argument.split(" ")[0] == "about":
        return state, Output(topic_text(state.table.rulebook.search(argument[5:])))
    name = argument.lstrip(":")
    if name:
        command = _called(name)
        return state, Output(f"{command.usage}\n  {command.help}\n")
    listed = [f"  {c.usage:<26}{c.help}" for c in COMMANDS.values()]
    return state, Output(
        _columns([*introduction(state.table).splitlines(), *listed], state.look.width)
    )


def _columns(lines: list[str], width: int) -> str:
    """Break lines of two columns; what does not fit goes on under the second one."""
    shown = []
    for line in lines:
        words = line.rstrip().rpartition("  ")[2]
        shown.append(filled(line, width, " " * min(len(line) - len(words), width // 2)))
    return "".join(f"{line}\n" for line in shown)


@_command(":picks [forget N]", "which sentences were chosen for phrases, to be read the same again")
def _picks(state: ReplState, argument: str) -> Reply:
    """List the sentences that were chosen for phrases, or forget one."""
    picks = state.table.rulebook.readings.picks
    if picks is None:
        raise _misused("picks", "is for a rulebook that keeps them")
    if not argument:
        return state, Output(picks.listing())
    word, _, place = argument.partition(" ")
    try:
        if word != "forget":
            raise ValueError
        return state, Output(f"Forgotten: {picks.forget(int(place))}\n")
    except (ValueError, IndexError):
        raise _misused("picks", f"has no “{argument}”") from None


@_command(":quit", "leave (also Ctrl-D)")
def _quit(state: ReplState, argument: str) -> Reply:
    return state, Output(ends=True)


def _misused(name: str, problem: str) -> RulingsError:
    return mistake("RUL533", None, name=name, problem=problem, usage=COMMANDS[name].usage)


_PLAIN = ("help", "?", "quit", "exit", "bye")
_SHORT = {"bye": "quit", "q": "quit", "exit": "quit", "h": "help", "?": "help", "l": "load"}
