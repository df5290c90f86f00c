"""The fifth and sixth stage: the clauses of a line put together, and the reading chosen.

In: the words of a line. Out: a `Statement`, or a question with what it supposes. Guarantee: the
clauses are read in their order, each at the table that those before it describe; of two readings
that do as well and mean different things none is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from itertools import islice

from rulings.english import faults
from rulings.english.chart import Chart, Context
from rulings.english.clausal import is_word, parses, rank, values_of
from rulings.english.clauses import (
    MOST_CUTS,
    Utterance,
    complements_from,
    conditions,
    cuts,
    each_of,
    sentences,
    utterance,
    without_each,
    without_joint,
)
from rulings.english.continuation import continued, named_before, predicated
from rulings.english.lexicon import supposing
from rulings.english.line import WH, none_for_not_any, undone, without_only
from rulings.english.narration import (
    attitude,
    dated,
    of_earlier,
    qualified,
    remark,
    silence,
    with_name,
    with_names,
    with_noun,
)
from rulings.english.posing import question_of
from rulings.english.pronouns import with_counted
from rulings.english.reading import (
    Ask,
    Holds,
    Question,
    Reading,
    Statement,
    WhatIf,
    When,
    Why,
    WhyNot,
    Wish,
    after_line,
    constants_of,
    named,
    reworded,
)
from rulings.english.telling import changes_nothing, merged, statement_of
from rulings.english.types import Parse
from rulings.english.words import Tokens, tokenize, word_like
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Constant, Literal
from rulings.language.source import Source
from rulings.records import replace

_SAME = 0.03
"""Readings are as good as each other when their prices differ by less."""
_SUBJECT = 5
_FOLLOWS = "what is allowed follows by itself"
_WISHES = ("want", "wish", "like", "plan", "intend", "try", "hope")


class _Refused(RulingsError):
    """A clause that is not read, with what is wrong with the sentence that comes nearest."""

    def __init__(self, error: RulingsError, clear: bool = False) -> None:
        super().__init__(error.diagnostics)
        self.clear = clear


def clause(context: Context, tokens: Tokens) -> Parse:
    """Return the one reading of a clause. Raises _Refused for none, or for several."""
    chart = Chart(context)
    found, doubtful = parses(chart, tokens)
    if doubtful and (not found or doubtful[0].price < found[0].price - 3.0):
        clear = bool(found) or doubtful[0].price < 5.0
        raise _Refused(faults.doubted(context, doubtful[0]), clear)
    if not found:
        raise _Refused(faults.not_understood(context, tokens))
    best = found[0]
    price = rank(chart, best)
    for one in found[1:]:
        if rank(chart, one) - price < _SAME and _meaning(one) != _meaning(best):
            raise _Refused(faults.ambiguous(context, [best, one]), True)
    return best


def _meaning(parse: Parse) -> object:
    literals = frozenset((one.atom, one.negated) for one in (*parse.literals, *parse.claims))
    return literals, tuple(f.bounds for f in parse.fillers if f.bounds)


# Told


def told(context: Context, tokens: Tokens, *, denied: bool = False) -> Statement:
    """Return what a line states. Raises RulingsError where it is not understood."""
    statement, _ = _told(replace(context, asking=False), tokens)
    if denied:
        if len((*statement.facts, *statement.denials)) != 1 or statement.introduces:
            raise faults.not_understood(context)
        return replace(statement, facts=statement.denials, denials=statement.facts, parts=())
    return statement


def _told(context: Context, tokens: Tokens) -> tuple[Statement, Context]:
    parts: list[Statement] = []
    for sentence in (row for whole in sentences(tokens) for row in each_of(whole)):
        statement, context = _told_sentence(context, sentence)
        if parts and _only_text(context, statement):
            # "Ana runs a Play. It says: Draw a card." ran with that text.
            parts[-1] = merged(parts[-1], statement)
        else:
            parts += statement.parts or (statement,)
    whole = reduce(merged, parts, Statement())
    return replace(whole, parts=tuple(parts) if len(parts) > 1 else ()), context


def _only_text(context: Context, statement: Statement) -> bool:
    """Whether a sentence tells what is printed on something, and no more."""
    texts = context.lexicon.texts
    telling = {atom.predicate for atom in statement.facts}
    return texts is not None and telling == {texts.telling} and not statement.introduces


def _told_sentence(context: Context, tokens: Tokens) -> tuple[Statement, Context]:
    refused: _Refused
    tokens = with_counted(context, with_name(undone(without_joint(tokens))))
    tokens = none_for_not_any(tokens)
    wish = _wished(context, tokens) or _attitude(context, tokens)
    if wish is not None:
        return wish, behind(context, wish)
    beside = remark(tokens)
    if beside is not None:
        said, plain, called = beside
        try:
            begun, inner = _told_sentence(context, said)
        except _Refused:
            return _told_sentence(context, called)
        further, last = _told_sentence(inner, plain)
        return merged(begun, further), last
    try:
        statement, after, _ = _one(context, tokens)
        return statement, after
    except _Refused as one:
        refused = one
    for deed, span in of_earlier(tokens):
        told = _of_earlier(context, deed, span)
        if told is not None:
            return told
    for one_by_one in with_names(tokens):
        with suppress(_Refused):
            return _told_sentence(context, one_by_one)
    kind_and_quality = qualified(context, tokens)
    if kind_and_quality is not None:
        kind, quality = kind_and_quality
        statement, after = _told_sentence(context, kind)
        further, after = _told_sentence(after, quality)
        return merged(statement, further), after
    for end, begin in islice(cuts(tokens), MOST_CUTS):
        aside = _attitude(context, tokens[:end])
        if tokens[end].key == "because" and _is_modal(tokens[:_SUBJECT]):
            aside = changes_nothing(context, _FOLLOWS, tokens[:end])
        if aside is not None:
            further, last = _told_sentence(behind(context, aside), tokens[begin:])
            return _in_turn(context, aside, further), last
        try:
            statement, after, first = _one(context, tokens[:end])
        except _Refused as one:
            refused = _clearer(refused, one)
            continue
        if tokens[end].key == "so" and _is_modal(tokens[begin : begin + _SUBJECT]):
            follows = changes_nothing(context, _FOLLOWS, tokens[begin:])
            return merged(statement, follows), after
        which = named_before(tokens, end, first) if tokens[begin].key == "which" else ()
        if which:
            # ", which has 3 stars" tells of what stands before the comma.
            after = replace(after, lines=(which,))
            tokens = (*tokens[:begin], word_like("it", tokens[begin]), *tokens[begin + 1 :])
        following = with_noun(tokens[:end], tokens[begin:], context.lexicon.nouns)
        whole = (*tokens[:begin], *following)
        for rest in continued(whole, end, begin, first)[: 1 if which else None]:
            try:
                further, last = _told_sentence(after, rest)
                return _in_turn(context, statement, further), last
            except _Refused as one:
                refused = _clearer(refused, one, further=rest[0] is whole[begin])
    if silence(tokens):
        why = "a text says what is told of it, and no more"
        return changes_nothing(context, why, tokens), context
    return _with_complement(context, tokens, refused)


def _of_earlier(context: Context, deed: Tokens, span: str) -> tuple[Statement, Context] | None:
    """Read what was done in somebody's last turn: done, and then a turn of his began."""
    try:
        statement, after, parse = _one(context, deed)
        names, player = after.lexicon.names, context.player or ""
        deeds = after.lexicon.happenings
        by = next((v for v in values_of(parse) if names.is_of(v, player)), None)
        if by is None or not any(str(one.predicate) in deeds for one in statement.facts):
            return None
        then = tokenize(f"{names.display(by)}'s next {span} begins")
        further, last = _told_sentence(after, then)
    except _Refused:
        return None
    return replace(merged(statement, further), parts=(statement, further)), last


def _in_turn(context: Context, one: Statement, other: Statement) -> Statement:
    """Join two statements; what a deed may have changed is told behind it of what came of it."""
    deeds = context.lexicon.happenings
    changed = {state for atom in one.facts for state in deeds.get(str(atom.predicate), ())}
    told = merged(one, other)
    if changed.isdisjoint(atom.predicate for atom in other.facts) and not other.parts:
        return told
    return replace(told, parts=(one, *(other.parts or (other,))))


def _with_complement(
    context: Context, tokens: Tokens, refused: _Refused
) -> tuple[Statement, Context]:
    """Read a sentence whose end tells something of its own: where it is, what it was, its price."""
    for end in complements_from(tokens):
        try:
            first = clause(context, tokens[:end])
        except _Refused:
            continue
        of_subject = predicated(tokens, end, first)
        if of_subject is None:
            continue
        statement = statement_of(context, (first,))
        try:
            further, last = _told_sentence(behind(context, statement, first), of_subject)
            return merged(statement, further), last
        except _Refused as one:
            refused = _clearer(refused, one)
    raise refused


def _one(context: Context, tokens: Tokens) -> tuple[Statement, Context, Parse]:
    """Return what one clause states, and when: "It is Ben's turn in the Park step"."""
    refused: _Refused
    plain = without_only(tokens)
    try:
        parse = clause(context, plain)
        if _is_otherwise_now(context, parse):
            raise _Refused(faults.not_understood(context))
        statement = statement_of(context, (parse,))
        if plain != tokens and parse.is_of_unnamed:
            # "Only one hiker" may be the one that was spoken of.
            raise _Refused(faults.not_understood(context, tokens))
        return statement, behind(context, statement, parse), parse
    except _Refused as one:
        refused = one
    for time, rest in dated(tokens):
        try:
            first, then = clause(context, time), clause(context, rest)
        except _Refused:
            continue
        if _tells_time(context, first) and not any(match.past for match in then.matches):
            statement = statement_of(context, (first, then))
            return statement, behind(context, statement, then), then
    raise refused


def _wished(context: Context, tokens: Tokens) -> Statement | None:
    """Read "Ana wants to build Tent", which states nothing: it asks whether she may."""
    place = next((i for i, t in enumerate(tokens) if is_word(t, *_WISHES) and i > 0), None)
    if place is None or place + 2 >= len(tokens):
        return None
    begin = place + 1
    if tokens[place].key == "like" and not is_word(tokens[place - 1], "would"):
        return None
    subject = tokens[: place - (tokens[place].key == "like")]
    if not is_word(tokens[begin], "to") or not subject:
        return None
    may = tokens[place]._replace(text="may", key="may", after="")
    row = (may, *subject, *tokens[begin + 1 :])
    try:
        asked_for = _asked(replace(context, asking=True), row)
    except _Refused:
        return None
    inner = asked_for.inner if isinstance(asked_for, WhatIf) else asked_for
    if not isinstance(inner, (Ask, Holds)):
        return None
    by = next(constants_of(inner), None)
    changes = asked_for.changes if isinstance(asked_for, WhatIf) else Statement()
    return replace(changes, group=None, wish=Wish(inner, by)) if by is not None else None


def _attitude(context: Context, tokens: Tokens) -> Statement | None:
    """Read "Ana hopes for the best", which changes nothing and is said to."""
    mentions = attitude(context, tokens)
    if mentions is None:
        return None
    found = changes_nothing(context, "it tells what somebody wants or thinks", tokens)
    return replace(found, mentions=mentions)


def _is_otherwise_now(context: Context, parse: Parse) -> bool:
    """Whether a clause says what was so of something that the table tells something else of."""
    lexicon = context.lexicon
    for literal in parse.literals if any(m.past for m in parse.matches) else ():
        predicate = lexicon.predicates[literal.atom.predicate]
        rows = lexicon.table[predicate.name].rows if predicate.name in lexicon.table else ()
        own = tuple(t.value if isinstance(t, Constant) else None for t in literal.atom.terms)
        if predicate.functional and any(r[:-1] == own[:-1] and r != own for r in rows):
            return True
    return False


def _tells_time(context: Context, parse: Parse) -> bool:
    """Whether a clause says where the game stands: its round, its season."""
    match parse.literals:
        case (Literal(atom, False),) if not parse.claims:
            predicate = context.lexicon.predicates[atom.predicate]
            return predicate.arity == 0 or (predicate.functional and predicate.arity == 1)
    return False


def _clearer(one: _Refused, other: _Refused, *, further: bool = False) -> _Refused:
    """Return the refusal that says more: what is wrong, or which words only are not read."""
    return other if (other.clear or further) and not one.clear else one


def behind(context: Context, statement: Statement, parse: Parse | None = None) -> Context:
    """Return the context of what is said behind a statement, of which a clause was read last."""
    values = values_of(parse) if parse is not None else ()
    values = tuple(v for v in values if "@" not in str(v) and v not in statement.generic)
    values = tuple(dict.fromkeys((*values, *named(statement))))
    lexicon = supposing(context.lexicon, statement) if statement.facts else context.lexicon
    return replace(
        context,
        lexicon=lexicon,
        lines=after_line(values, context.lines),
        group=statement.group or context.group,
    )


# Asked


def asked(context: Context, tokens: Tokens, *, denied: bool = False) -> Question | WhatIf:
    """Return what a line asks. Raises RulingsError where it is not understood."""
    found = _asked(replace(context, asking=True), tokens)
    return _turned(context, found) if denied else found


def _turned(context: Context, found: Question | WhatIf) -> Question | WhatIf:
    match found:
        case Ask((Literal(atom, negated),), notices, again):
            return Ask((Literal(atom, not negated),), notices, again)
        case Holds(inner, negated, notices):
            return Holds(inner, not negated, notices)
    raise faults.not_understood(context)


def _asked(context: Context, tokens: Tokens) -> Question | WhatIf:
    parts = sentences(tokens)
    if len(parts) > 1:
        return _asked_behind(context, parts)
    tokens = without_joint(without_each(tokens))
    refused: _Refused
    try:
        return _simple(context, tokens)
    except _Refused as one:
        refused = one
    for supposed, question in conditions(tokens):
        try:
            return _supposing(context, supposed, question)
        except _Refused as one:
            refused = _clearer(refused, one)
    then = replace(context, asking=False)
    for time, question in dated(tokens):
        # What was done in a step of before is no matter of another table.
        if not any(is_word(token, "did", "was", "have") for token in question):
            with suppress(_Refused):
                if _tells_time(context, clause(then, time)):
                    found = _supposing(context, time, question)
                    return replace(found, general=found.general or not context.lexicon.table)
    raise refused


def _simple(context: Context, tokens: Tokens) -> Question | WhatIf:
    wh = any(is_word(token, *WH) for token in tokens[:2])
    context = replace(context, modal=_is_modal(tokens), wh=wh)
    tokens = with_counted(context, tokens) if context.modal else tokens
    return question_of(context, (clause(context, tokens),))


def _is_modal(tokens: Tokens) -> bool:
    return any(is_word(token, "may", "must") for token in tokens)


def _supposing(context: Context, supposed: Tokens, question: Tokens) -> WhatIf:
    statement, after = _told(replace(context, asking=False), supposed)
    inner = _asked(replace(after, asking=True), question)
    return _with_changes(statement, inner)


def _with_changes(statement: Statement, inner: Question | WhatIf) -> WhatIf:
    """Return a question asked where something else is so."""
    if isinstance(inner, WhatIf):
        changes = merged(statement, inner.changes)
        return WhatIf(changes, inner.inner, inner.general)
    found = reworded(WhatIf(statement, inner, False))
    assert isinstance(found, WhatIf)
    return found


def _asked_behind(context: Context, parts: list[Tokens]) -> Question | WhatIf:
    """Read what is told in front of a question, or behind it, and the question there."""
    questions = [i for i, part in enumerate(parts) if "?" in part[-1].after]
    place = questions[-1] if questions else len(parts) - 1
    if len(questions) > 1:
        raise _Refused(faults.not_understood(context))
    whole, now = Statement(), replace(context, asking=False)
    for part in (*parts[:place], *parts[place + 1 :]):
        statement, now = _told_sentence(now, part)
        whole = merged(whole, statement)
    inner = _asked(replace(now, asking=True), parts[place])
    return _with_changes(whole, inner)


def what_if(
    context: Context, tokens: Tokens, command: Callable[[Context, Utterance], Reading | None]
) -> WhatIf:
    """Read "if A: B?" of a line "what if A: B?", where both are read, else all as what is so."""
    failure: RulingsError | None = None
    for supposed, rest in conditions(tokens):
        try:
            statement, after = _told(replace(context, asking=False), supposed)
            inner = command(after, Utterance(rest, True))
            if isinstance(inner, (Why, WhyNot, When)):
                return WhatIf(statement, inner)
            found = asked(after, rest)
            if isinstance(found, WhatIf):
                return _with_changes(statement, found)
            return WhatIf(statement, found)
        except RulingsError as error:
            failure = failure or error
    try:
        return WhatIf(told(context, tokens[1:]))
    except RulingsError as error:
        raise failure or error from None


def reads_as(said: str, context: Context) -> Reading | None:
    """Return what an offered sentence is read as, None where it is not."""
    inner = replace(context, source=Source("<offer>", said))
    line = utterance(inner)
    try:
        if line.asks:
            return asked(inner, line.tokens, denied=line.denied)
        return told(inner, line.tokens, denied=line.denied)
    except RulingsError:
        return None
