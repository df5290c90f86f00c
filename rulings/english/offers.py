"""The sixth stage, for what is not read: up to three complete sentences to say instead.

In: the context of a line that was refused. Out: sentences that are read. Guarantee: each keeps
every name and number of the line and its "not", is read back as what it was made from, and no two
say the same; nothing is offered that has too little in common with the line.
"""

from __future__ import annotations

from itertools import islice

from rulings.english.aligning import alignments
from rulings.english.chart import Chart, Context
from rulings.english.clausal import parse_of
from rulings.english.clauses import JOINTS, conditions, cuts, sentences, utterance
from rulings.english.guarding import at_the_table, difference, literals_of
from rulings.english.persons import ASKER
from rulings.english.posing import question_of
from rulings.english.reading import Holds, Reading, Statement, WhatIf, Which
from rulings.english.telling import statement_of
from rulings.english.types import Parse
from rulings.english.utterances import after_statement, reads_as
from rulings.english.wording import said
from rulings.english.words import FUNCTION_WORDS, Tokens, stem
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Constant
from rulings.records import replace

_MOST, _PARTS, _LONGEST = 3, 4, 30
_NEAR, _NEAR_QUESTION = 0.58, 0.74
"""How well a sentence must align with a line to be offered: what is printed about a question is
worth more than the verdict of another question."""
_WHOLE = 0.75
"""What aligns so well is not cut into parts."""


def offers(context: Context, asking: bool) -> tuple[str, ...]:
    """Return up to three sentences to say instead."""
    line = utterance(context)
    parts = sentences(line.tokens)
    if not parts:
        return ()
    found = _question_offers(context, parts) if asking else _told_offers(context, parts)
    return tuple(one for one in found if reads_as(one, context) is not None)


def _question_offers(context: Context, parts: list[Tokens]) -> tuple[str, ...]:
    """Offer a question behind what is told before it."""
    *told, question = parts
    before: list[str] = []
    now = context
    for part in told:
        one = _kept(now, part)
        if one is None:
            return ()
        before.append(one)
        now = _behind(now, one)
    lead = " ".join(f"{one.rstrip('.')}." for one in before)
    return tuple(f"{lead} {one}".strip() for one in _asked_offers(now, question))


def _asked_offers(context: Context, question: Tokens) -> tuple[str, ...]:
    """Offer a question, and what it supposes where it does."""
    for supposed, rest in islice(conditions(question), _PARTS):
        told = _kept(replace(context, asking=False), supposed) if rest else None
        if told is None:
            continue
        found = _near(_behind(context, told), rest, asking=True)
        if found:
            return tuple(f"If {_inner(told)}, {_inner(text)}" for _, text in found)
    return tuple(text for _, text in _near(context, question, asking=True))


def _inner(text: str) -> str:
    """Write a sentence as it stands within another: "you reserve a Park", "may you end it?"."""
    first = text.split(" ", 1)[0].lower()
    small = stem(first) in FUNCTION_WORDS or first in ("the", "your")
    return text[:1].lower() + text[1:] if small else text


def _told_offers(context: Context, parts: list[Tokens]) -> tuple[str, ...]:
    if len(parts) == 1:
        whole = [] if _begins(context, parts[0]) else _near(context, parts[0], asking=False)
        cut = () if whole and whole[0][0] > _WHOLE else _in_parts(context, parts[0])
        return tuple(dict.fromkeys((*cut, *(text for _, text in whole))))[:_MOST]
    kept: list[str] = []
    for part in parts:
        one = _kept(context, part)
        if one is None:
            return ()
        kept.append(one)
        context = _behind(context, one)
    return (". ".join(one.rstrip(".") for one in kept),)


def _begins(context: Context, tokens: Tokens) -> bool:
    """Whether clauses before "and" are read as they stand: one sentence would lose the others."""
    joints = (end for end, _ in islice(cuts(tokens), _PARTS) if tokens[end].key in JOINTS)
    ends = (tokens[end - 1].end for end in joints)
    begun = (reads_as(context.text(tokens[0].start, end), context) for end in ends)
    return any(isinstance(one, Statement) for one in begun)


def _in_parts(context: Context, tokens: Tokens) -> tuple[str, ...]:
    """Offer a statement that no one sentence can say clause by clause."""
    for count, (end, begin) in enumerate(cuts(tokens)):
        if count >= _PARTS:
            break
        first = _kept(context, tokens[:end])
        if first is None:
            continue
        second = _kept(_behind(context, first), tokens[begin:])
        if second is not None:
            return (f"{first.rstrip('.')}. {second.rstrip('.')}",)
    return ()


def _behind(context: Context, text: str) -> Context:
    found = reads_as(text, context)
    return after_statement(context, found) if isinstance(found, Statement) else context


def _kept(context: Context, tokens: Tokens) -> str | None:
    """Return a told part of a line as it stands where it is read, else what is offered for it."""
    text = context.text(tokens[0].start, tokens[-1].end)
    if tokens[0].quoted:
        text = context.text(max(tokens[0].start - 1, 0), tokens[-1].end)
    if isinstance(reads_as(text, context), Statement):
        return text
    found = _near(context, tokens, asking=False)
    return found[0][1] if found else None


def _near(context: Context, tokens: Tokens, *, asking: bool) -> list[tuple[float, str]]:
    """Return sentences for a clause, each with how well it aligns, the best first.

    Each is read as what it was made from, and keeps what the clause names.
    """
    line = context.text(tokens[0].start, tokens[-1].end)
    lexicon = context.lexicon
    known = at_the_table(lexicon) | {*context.recent, context.focus or "", ASKER}
    context = replace(context, asking=asking)
    chart = Chart(replace(context, loose=True))
    least = _NEAR_QUESTION if asking else _NEAR
    meanings: set[object] = set()
    found: list[tuple[float, str]] = []
    for aligned in alignments(chart, chart.hold(tokens)) if len(tokens) <= _LONGEST else ():
        if aligned.score < least or len(found) == _MOST:
            break
        parse = parse_of(chart, aligned.match)
        reading = _reading(chart.context, parse) if parse is not None else None
        text = said(reading, lexicon) if reading is not None else None
        if reading is None or text is None or meaning(reading) in meanings:
            continue
        back = reads_as(text, context)
        if back is None or meaning(back) != meaning(reading):
            continue
        meanings.add(meaning(reading))
        if not difference(line, text, back, lexicon, known):
            found.append((aligned.score, text))
    return found


def _reading(context: Context, parse: Parse) -> Reading | None:
    try:
        if not context.asking:
            told = statement_of(context, (parse,))
            return told if _statable(context, told) else None
        return question_of(context, (parse,))
    except RulingsError:
        return None


def _statable(context: Context, told: Statement) -> bool:
    lexicon = context.lexicon
    there = (lexicon.table.get(one.predicate) for one in told.denials)
    if any(f is not None and d.row in f.rows for d, f in zip(told.denials, there, strict=True)):
        return False  # It would take back what was told.
    return all(
        one.predicate in lexicon.stated or one.predicate in ("label", "alias", "copy_of")
        for one in (*told.facts, *told.denials)
    )


def meaning(reading: Reading) -> object:
    """Return what a reading says, whatever its variables are called."""

    def plain(atom: Atom) -> tuple[object, ...]:
        return (
            str(atom.predicate),
            *(t.value if isinstance(t, Constant) else None for t in atom.terms),
        )

    match reading:
        case Statement(facts, denials):
            return (
                frozenset(plain(one) for one in facts),
                frozenset(plain(one) for one in denials),
            )
        case WhatIf(_, inner) if inner is not None:
            return meaning(inner)
        case _:
            count = isinstance(reading, Which) and reading.count
            which = isinstance(reading, Which)
            denied = isinstance(reading, Holds) and reading.denied
            return (
                which,
                count,
                denied,
                frozenset((plain(one.atom), one.negated) for one in literals_of(reading)),
            )
