"""The sixth stage, for what is not read: up to three complete sentences to say instead.

In: the context of a line that was refused. Out: sentences that are read. Guarantee: each keeps
every name and number of the line and its "not", is read back as what it was made from, and no two
say the same; nothing is offered that has too little in common with the line.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulings.english.chart import Chart, Context
from rulings.english.clausal import parses
from rulings.english.clauses import conditions, cuts, sentences, utterance
from rulings.english.guarding import difference
from rulings.english.persons import ASKER
from rulings.english.posing import question_of
from rulings.english.reading import Holds, Reading, Statement, WhatIf, Which, literals_of
from rulings.english.telling import statement_of
from rulings.english.types import Parse
from rulings.english.utterances import behind, reads_as
from rulings.english.wording import said
from rulings.english.words import FUNCTION_WORDS, Tokens, stem
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Constant
from rulings.records import replace

_MOST, _PARTS, _LONGEST = 3, 4, 30
_NEAR = 0.5
"""How much of a line a sentence must keep to be offered."""
_WHOLE = 0.75
"""What keeps so much is not cut into parts."""


def offers(context: Context, asking: bool) -> tuple[str, ...]:
    """Return up to three sentences to say instead, behind what is told before them."""
    parts = sentences(utterance(context).tokens)
    lead: list[str] = []
    now = context
    for part in parts[:-1]:
        told = _kept(now, part)
        if told is None:
            return ()
        lead.append(f"{told.rstrip('.')}. ")
        now = _behind(now, told)
    found = (one for part in parts[-1:] for one in _last_offers(now, part, asking=asking))
    whole = dict.fromkeys(f"{''.join(lead)}{one}" for one in found)
    return tuple(islice((one for one in whole if reads_as(one, context) is not None), _MOST))


def _last_offers(context: Context, tokens: Tokens, *, asking: bool) -> Iterator[str]:
    """Yield what may be said for a sentence: a question with what it supposes, clauses apart."""
    near = _near(context, tokens, asking=asking)
    if asking:
        for supposed, rest in islice(conditions(tokens), _PARTS):
            told = _kept(context, supposed) or ""
            for _, text in _near(_behind(context, told), rest, asking=True) if told else ():
                yield f"If {_inner(told)}, {_inner(text)}"
    elif not near or near[0][0] <= _WHOLE:
        for end, begin in islice(cuts(tokens), _PARTS):
            first = _kept(context, tokens[:end])
            then = _kept(_behind(context, first), tokens[begin:]) if first else None
            if first and then:
                yield f"{first.rstrip('.')}. {then.rstrip('.')}"
    yield from (text for _, text in near)


def _inner(text: str) -> str:
    """Write a sentence as it stands within another: "you reserve a Park", "may you end it?"."""
    first = text.split(" ", 1)[0].lower()
    small = stem(first) in FUNCTION_WORDS or first in ("the", "your")
    return text[:1].lower() + text[1:] if small else text


def _behind(context: Context, text: str) -> Context:
    found = reads_as(text, context)
    return behind(context, found) if isinstance(found, Statement) else context


def _kept(context: Context, tokens: Tokens) -> str | None:
    """Return a told part of a line as it stands where it is read, else what is offered for it."""
    begin = tokens[0].start - tokens[0].quoted
    text = context.text(max(begin, 0), tokens[-1].end)
    if isinstance(reads_as(text, context), Statement):
        return text
    found = _near(context, tokens, asking=False)
    return found[0][1] if found else None


def _near(context: Context, tokens: Tokens, *, asking: bool) -> list[tuple[float, str]]:
    """Return sentences for a clause, each with how much of it is kept, the best first.

    Each is read as what it was made from, and keeps what the clause names.
    """
    line = context.text(tokens[0].start, tokens[-1].end)
    lexicon = context.lexicon
    known = lexicon.names.table | {*context.recent, context.focus or "", ASKER}
    context = replace(context, asking=asking)
    chart = Chart(replace(context, loose=True))
    meanings: set[object] = set()
    found: list[tuple[float, str]] = []
    content = [t for t in tokens if t.key not in FUNCTION_WORDS] or tokens
    for parse in parses(chart, chart.hold(tokens))[0] if len(tokens) <= _LONGEST else ():
        if len(found) == _MOST:
            break
        kept = 1 - sum(one.left for one in parse.matches) / len(content)
        reading = _reading(chart.context, parse) if kept >= _NEAR else None
        text = said(reading, lexicon) if reading is not None else None
        if reading is None or text is None or meaning(reading) in meanings:
            continue
        back = reads_as(text, context)
        if back is None or meaning(back) != meaning(reading):
            continue
        meanings.add(meaning(reading))
        if not difference(line, text, back, lexicon, known):
            found.append((kept, text))
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
    if isinstance(reading, WhatIf) and reading.inner is not None:
        return meaning(reading.inner)
    said = frozenset(
        (
            one.negated,
            str(one.atom.predicate),
            *(t.value if isinstance(t, Constant) else None for t in one.atom.terms),
        )
        for one in literals_of(reading)
    )
    count = reading.count if isinstance(reading, Which) else None
    return said, count, isinstance(reading, Holds) and reading.denied
