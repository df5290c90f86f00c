"""The sixth stage, for what is not read: up to three complete sentences to say instead.

In: the context of a line that was refused. Out: sentences that are read. Guarantee: each keeps
every name and number of the line and its "not", is read back as what it was made from, and no two
say the same; nothing is offered that has too little in common with the line.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulings.english.chart import Chart, Context
from rulings.english.clausal import orders, parse_of
from rulings.english.clauses import cuts, sentences, utterance
from rulings.english.matching import NEVER, lay
from rulings.english.posing import question_of
from rulings.english.reading import Ask, Holds, Reading, Statement, WhatIf, Which
from rulings.english.telling import statement_of
from rulings.english.types import ClauseOrder, Match, Parse, SentenceForm
from rulings.english.utterances import after_statement, reads_as
from rulings.english.wording import said
from rulings.english.words import FUNCTION_WORDS, Token, Tokens, number, span_key
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Atom, Constant, Literal, Value
from rulings.records import replace

_MOST = 3
_TRIED = 14
_PARTS = 6
_SMALL = 1500
"""A vocabulary of fewer sentences is looked through for what shares no word with the line."""
_DENYING = frozenset(("not", "never", "no", "nobody", "none", "nothing", "neither"))


def offers(context: Context, asking: bool) -> tuple[str, ...]:
    """Return up to three sentences to say instead."""
    line = utterance(context)
    parts = sentences(line.tokens)
    if not parts:
        return ()
    if not asking:
        return _told_offers(context, parts)
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
    return tuple(f"{lead} {one}".strip() for one in _clause_offers(now, question, asking=True))


def _told_offers(context: Context, parts: list[Tokens]) -> tuple[str, ...]:
    if len(parts) == 1:
        whole = _clause_offers(context, parts[0], asking=False)
        return whole or _in_parts(context, parts[0])
    kept: list[str] = []
    for part in parts:
        one = _kept(context, part)
        if one is None:
            return ()
        kept.append(one)
        context = _behind(context, one)
    return (". ".join(one.rstrip(".") for one in kept),)


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
    found = _clause_offers(context, tokens, asking=False)
    return found[0] if found else None


def _clause_offers(context: Context, tokens: Tokens, *, asking: bool) -> tuple[str, ...]:
    context = replace(context, asking=asking, loose=True)
    found: dict[str, object] = {}
    meanings: set[object] = set()
    for _, reading in _readings(context, tokens):
        text = said(reading, context.lexicon)
        if text is None or text in found:
            continue
        back = reads_as(text, replace(context, loose=False))
        if back is None or meaning(back) != meaning(reading) or meaning(reading) in meanings:
            continue
        if not _keeps(tokens, reading, context):
            continue
        meanings.add(meaning(reading))
        found[text] = reading
        if len(found) == _MOST:
            break
    return tuple(found)


def _readings(context: Context, tokens: Tokens) -> list[tuple[float, Reading]]:
    """Return what a clause may mean, the nearest first."""
    chart = Chart(context)
    row = chart.hold(tokens)
    content = [t for t in tokens if _is_content(t)]
    budget = 2.0 + 2.4 * max(len(content), 1)
    found: list[tuple[float, Reading]] = []
    arranged = orders(row, asking=context.asking)[:3]
    for score, sentence in _candidates(chart, row):
        best: Match | None = None
        for asked in arranged:
            for match in lay(chart, sentence, asked, budget, loose=True)[:3]:
                if match.problems or match.price >= NEVER:
                    continue
                if best is None or match.price < best.price:
                    best = match
        if best is None:
            continue
        parse = parse_of(chart, best)
        reading = _reading(context, parse) if parse is not None else None
        if reading is not None:
            found.append((best.price - 2.0 * score, reading))
    found.sort(key=lambda one: one[0])
    return found


def _candidates(chart: Chart, tokens: Tokens) -> list[tuple[float, SentenceForm]]:
    """Return the sentences that may be meant: those that share words, kinds of things and mood."""
    context = chart.context
    found = context.words.index.near(_weights(chart, tokens))
    scores = {id(sentence): score for score, sentence in found}
    kinds = _kinds(context, tokens)
    mood = next((t.key for t in tokens if t.key in ("may", "must") and not t.quoted), "")
    compatible = context.lexicon.names.sorts.compatible
    ranked: list[tuple[float, SentenceForm]] = []
    for sentence in context.words.index.sentences:
        if sentence.predicate in context.lexicon.idioms or sentence.passive:
            continue
        score = scores.get(id(sentence), 0.0)
        if not score and len(context.words.index.sentences) > _SMALL:
            continue
        same = sum(any(compatible(kind, sort) for sort in sentence.sorts) for kind in kinds)
        score += 0.12 * same - 0.04 * abs(len(kinds) - len(sentence.sorts))
        if mood:
            score += 0.15 if mood in sentence.pieces else 0.0
        ranked.append((score, sentence))
    ranked.sort(key=lambda one: -one[0])
    return ranked[:_TRIED]


def _kinds(context: Context, tokens: Tokens) -> list[str]:
    """Return the types of what a line names."""
    names, found = context.lexicon.names, []
    for token in tokens:
        if number(token.key) is not None and not token.quoted:
            found.append("int")
        elif token.key in ("i", "you", "she", "he") and context.player is not None:
            found.append(context.player)
    index = 0
    while index < len(tokens):
        for end in range(min(len(tokens), index + 5), index, -1):
            values = names.all(span_key(tokens, index, end))
            things = [v for v in values if names.is_thing(v)]
            if things:
                found += sorted(s for s in names.sorts_of(things[0]) if names.sorts.is_thing(s))[:1]
                index = end - 1
                break
        index += 1
    return found


def _reading(context: Context, parse: Parse) -> Reading | None:
    try:
        if not context.asking:
            told = statement_of(context, (parse,))
            return told if _statable(context, told) else None
        found = question_of(context, (parse,))
    except RulingsError:
        return None
    return found


def _statable(context: Context, told: Statement) -> bool:
    lexicon = context.lexicon
    return all(
        one.predicate in lexicon.stated or one.predicate in ("label", "alias", "copy_of")
        for one in (*told.facts, *told.denials)
    )


def _is_content(token: Token) -> bool:
    return token.quoted or token.key not in FUNCTION_WORDS


def _weights(chart: Chart, tokens: Tokens) -> dict[str, float]:
    """Return the words of sentences that a line may mean, with how near they are."""
    found: dict[str, float] = {}

    def add(key: str, weight: float) -> None:
        if weight > found.get(key, 0.0):
            found[key] = weight

    for edges in chart.edges(tokens):
        for _, keys, price in edges:
            for key in keys:
                little = key in FUNCTION_WORDS
                add(key, (0.25 if little else 1.0) * (1.0 if price < 1.0 else 1.0 / price))
    for token in tokens:
        if token.quoted or not _is_content(token):
            continue
        for value in chart.context.lexicon.names.all(token.key)[:3]:
            for sort in chart.context.lexicon.names.sorts_of(value):
                add(sort, 0.3)
    return found


def _keeps(tokens: Tokens, reading: Reading, context: Context) -> bool:
    """Whether a reading keeps the numbers and the "not" of a line."""
    denied = any(t.key in _DENYING for t in tokens if not t.quoted)
    literals = list(_literals(reading))
    negated = any(one.negated for one in literals) or (
        isinstance(reading, Holds) and reading.denied
    )
    none = any(isinstance(t, Constant) and t.value == 0 for one in literals for t in one.atom.terms)
    if denied is not (negated or (none and denied)):
        return False
    named = {t.value for one in literals for t in one.atom.terms if isinstance(t, Constant)}
    numbers = {n for t in tokens if not t.quoted and (n := number(t.key)) is not None}
    return numbers <= {v for v in named if isinstance(v, int)} | _in_names(context, named)


def _in_names(context: Context, named: set[Value]) -> set[int]:
    """Return the numbers inside of names."""
    return {
        n
        for value in named
        if isinstance(value, str)
        for word in context.lexicon.names.display(value).split()
        if (n := number(word)) is not None
    }


def _literals(reading: Reading) -> Iterator[Literal]:
    match reading:
        case Statement(facts, denials):
            yield from (Literal(one) for one in facts)
            yield from (Literal(one, True) for one in denials)
        case Ask(literals) | Which(literals):
            yield from literals
        case Holds(conditions):
            yield from (c for c in conditions if isinstance(c, Literal))
        case WhatIf(_, inner) if inner is not None:
            yield from _literals(inner)


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
                frozenset((plain(one.atom), one.negated) for one in _literals(reading)),
            )


__all__ = ["ClauseOrder", "meaning", "offers"]
