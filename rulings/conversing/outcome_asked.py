"""What comes of a happening for somebody or something, and where something is.

In: a table, a line that no declared sentence reads, who says it, what the lines before named. Out:
what is told, None for a line that asks none of these. Guarantee: nothing changes; what is told are
facts of the table, or what became of them in a happening: numbers that are kept of somebody, and
sentences that say in, on, at or under what a thing is, each with the clauses that it rests on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulings.asking.chronicle import Occurred
from rulings.conversing.happenings_asked import ToldOf
from rulings.conversing.speaking import heard
from rulings.engine.store.relation import in_order
from rulings.english.antecedents import named_last
from rulings.english.persons import may_mean
from rulings.english.reading import Ask, Lines, Statement, after_line
from rulings.english.sentence import say, sentence
from rulings.english.template import Template
from rulings.language.diagnostics import RulingsError
from rulings.language.predicates import PredicateId
from rulings.language.program import Atom, Literal, Value
from rulings.language.source import Source, Span
from rulings.rulebook.situation import Line
from rulings.session import Session

_WHEN = r"(?: (?:if|when) (?P<what>.+?))?(?: now)?\s*\??"
_AMOUNT = re.compile(
    r"(?:what|how much|how many (?P<unit>[\w -]+?)) (?:does|do|did|will|would) (?P<who>.+?) "
    rf"(?:(?P<more>gain|get|earn|receive)|lose|pay|spend){_WHEN}",
    re.IGNORECASE,
)
_GOES = re.compile(rf"where (?:does|do|did|will|would) (?P<who>.+?) go{_WHEN}", re.IGNORECASE)
_LIES = re.compile(
    r"where(?: is|'s|’s| does) (?P<who>.+?)(?: now| lie| stand)*\s*\??", re.IGNORECASE
)
_PLACES = ("in", "on", "at", "under")
_PERSONS = frozenset({"he", "she"})
_THINGS = frozenset({"it", "this", "that"})


def asked_of_outcome(
    table: Session, line: str, speaker: str, lines: Lines, *, supposed: bool = False
) -> ToldOf | None:
    """Return what a line asks of the last happening, or of one that is supposed.

    With `supposed`, only of the latter, and not how many: that a declared sentence may ask. Raises
    RulingsError for a supposed happening that cannot be carried out.
    """
    text = line.strip()
    asked = _AMOUNT.fullmatch(text) or _GOES.fullmatch(text)
    if asked is None:
        return None
    parts = asked.groupdict()
    if supposed and (not parts.get("what") or parts.get("unit")):
        return None
    value = _meant(table, asked["who"], speaker, lines)
    if value is None:
        return None
    after = table
    if asked["what"]:
        after = _supposed(table, asked["what"], speaker, after_line((value,), lines))
    entries = _of_the_last(after)
    if not entries or (asked["what"] and len(after.journal) == len(table.journal)):
        return None
    notices = after.notices if asked["what"] else ()
    if asked.re is _GOES:
        moved = any(value in c.atom.row for entry in entries for c in entry.changes)
        places = _where(after, value) or "Nothing here says where that is."
        return ToldOf(places, notices, (value,)) if moved else None
    found = _amounts(after, entries, value, bool(asked["more"]), asked["unit"] or "")
    return ToldOf("\n".join(found) or "Nothing that is counted here.", notices, (value,))


def where_is(table: Session, line: str, speaker: str, lines: Lines) -> ToldOf | None:
    """Return where something is that a line asks for, None where the table tells nothing of it."""
    asked = _LIES.fullmatch(line.strip())
    value = _meant(table, asked["who"], speaker, lines) if asked else None
    places = _where(table, value) if value is not None else ""
    return ToldOf(places, named=(value,)) if places and value is not None else None


def _meant(table: Session, who: str, speaker: str, lines: Lines) -> Value | None:
    """Return whom or what a name, a pronoun or the speaker's "I" means, None unless that is one."""
    word = who.lower()
    if word in _PERSONS or word in _THINGS:
        fitting = named_last(lines, lambda value: _fits(table, word, value))
        return fitting[0] if len(fitting) == 1 else None
    try:
        return table.focused(speaker if word == "i" and speaker else who).focus
    except RulingsError:
        return None


def _fits(table: Session, pronoun: str, value: Value) -> bool:
    """Whether a value is a player for "she", something else for "it"."""
    is_known = table.lexicon.names.is_thing(value)
    return is_known and may_mean(table.lexicon, "it", value) is (pronoun in _THINGS)


def _supposed(table: Session, what: str, speaker: str, lines: Lines) -> Session:
    """Return the table after what is supposed to happen, the same for what is no happening."""
    happenings = table.rulebook.outline.happenings
    try:
        reading = heard(table, what, speaker, lines)
    except RulingsError:
        return table
    if not isinstance(reading, Statement) or not any(
        str(fact.predicate) in happenings for fact in reading.facts
    ):
        return table
    return table.execute(reading, Line(what, Span(Source("table", what), 0, len(what))))


def _of_the_last(table: Session) -> tuple[Occurred, ...]:
    """Return the last happening that follows from no other, with all that followed from it."""
    journal = table.said.journal
    begun = [place for place, entry in enumerate(journal) if not entry.cause]
    return journal[begun[-1] :] if begun else ()


def _amounts(
    table: Session, entries: tuple[Occurred, ...], value: Value, more: bool, unit: str
) -> list[str]:
    """Say which of the numbers that are kept of somebody rose or fell, and to what."""
    known = table.rulebook.outline.predicates
    before, after = entries[0].before, entries[-1].after
    keys = {
        (change.atom.predicate, change.atom.row[:-1]): None
        for entry in entries
        for change in entry.changes
        if known[change.atom.predicate].functional and value in change.atom.row[:-1]
    }
    found: list[str] = []
    for name, key in keys:
        was, now = (
            next((row[-1] for row in told.facts.get(name, ()) if row[:-1] == key), None)
            for told in (before, after)
        )
        if isinstance(was, int) and isinstance(now, int) and (now > was if more else now < was):
            fact = Atom.of(name, (*key, now))
            if unit.removesuffix("s").lower() in say(fact, table.lexicon).lower():
                change = f"{abs(now - was)} {'more' if more else 'fewer'}"
                found += (f"{change}: {told}" for told in _told(table, (fact,)))
    return found


def _where(table: Session, value: Value) -> str:
    return "\n".join(_told(table, _places(table, value)))


def _told(table: Session, facts: Iterable[Atom]) -> list[str]:
    """Say facts of a table, each sentence once, with the clause by which it came to hold."""
    said: dict[str, str] = {}
    for fact in facts:
        clauses = table.answer(Ask((Literal(fact),))).evidence.rests_on
        more = f" + {len(clauses) - 1} more" if clauses[1:] else ""
        cited = [f" [{one.short} · {one.section}{more}]" for one in clauses[:1]]
        said.setdefault(sentence(say(fact, table.lexicon)), "".join(cited))
    return [f"{told}{cited}" for told, cited in said.items()]


def _places(table: Session, value: Value) -> Iterator[Atom]:
    """Yield what says where something is."""
    declared = table.rulebook.outline.predicates
    spoken: dict[str, Template] = {}
    for template in table.lexicon.templates:
        spoken.setdefault(template.predicate, template)
    asked: list[PredicateId] = [
        name
        for name, template in spoken.items()
        if _says_where(template)
        and name in declared
        and not any(column.is_input for column in declared[name].columns)
    ]
    model = table.evaluation.model(frozenset(asked), {})
    for name in asked:
        for row in in_order(model.true.get(name, ())):
            if row[0] == value:
                yield Atom.of(name, row)


def _says_where(template: Template) -> bool:
    """Whether a template says in, on, at or under what its subject is."""
    pieces = template.pieces
    return (
        template.subject == 0
        and template.auxiliary
        and len(pieces) > 3
        and pieces[2] in _PLACES
        and any(isinstance(piece, int) for piece in pieces[3:])
    )
