"""One line of English to one reading: the seven stages in order.

In: a line, a `Lexicon`, the focus and what was named before. Out: a `Reading`. Guarantee: every
content word of the line was used, or a `RulingsError` with up to three sentences to say instead is
raised; nothing is tried because something else was refused.
"""

from __future__ import annotations

from rulings.english import faults
from rulings.english.chart import Context
from rulings.english.clauses import utterance
from rulings.english.commands import command, datalog_line
from rulings.english.lexicon import Lexicon
from rulings.english.line import before_remark
from rulings.english.mentions import mentions, slot_fillers
from rulings.english.reading import (
    Group,
    Lines,
    Reading,
    Statement,
    Wish,
    reworded,
)
from rulings.english.told_texts import with_texts_supposed
from rulings.english.utterances import asked, told
from rulings.expressions import expression
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.language.habits import habit
from rulings.language.program import Value
from rulings.language.source import Source, Span
from rulings.records import replace

_NOTATION = expression(r"\{\s*[A-Za-z]\w*\s*\}|\\\+")
LONGEST = 2000
"""How many characters a line may have."""
_MOST_WORDS = 250
_ASKED_BACK = frozenset(
    ("be", it, fine)
    for it in ("that", "this", "it")
    for fine in "allowed legal okay ok possible permitted fine right".split()
) | frozenset(
    ("may", who, *done) for who in ("i", "she", "he", "they") for done in ((), ("do", "that"))
)
"""What asks whether what was just wished is allowed."""


def read(
    text: str | Source,
    lexicon: Lexicon,
    focus: Value | None = None,
    lines: Lines = (),
    group: Group | None = None,
    wished: Wish | None = None,
) -> Reading:
    """Return what a line says.

    `focus` is what "this card" means, `lines` what each line before named, the last line first,
    `group` what was spoken of together, `wished` what "Is that allowed?" asks. Raises RulingsError
    with RUL5xx diagnostics when the line is not understood.
    """
    source = text if isinstance(text, Source) else Source("<question>", text)
    plain = datalog_line(source.text.strip())
    if plain is not None:
        return plain
    _check(source)
    said = before_remark(source.text)
    if said == "":
        return Statement()
    if said is not None:
        source = Source(source.name, said)
    context = Context(
        source, lexicon, lexicon.words, focus, lines, group, find=mentions, fill=slot_fillers
    )
    line = utterance(context)
    if wished is not None and tuple(t.key for t in line.tokens) in _ASKED_BACK:
        return _reworded(wished.question, True)
    try:
        found = (
            command(context, line)
            or (asked(context, line.tokens, denied=line.denied) if line.asks else None)
            or told(context, line.tokens, denied=line.denied)
        )
    except RulingsError as error:
        raise _with_offers(error, context, line.asks) from None
    return with_texts_supposed(_reworded(found, line.courteous), lexicon)


def _reworded(found: Reading, courteous: bool) -> Reading:
    return reworded(found) if courteous else found


def _check(source: Source) -> None:
    noted = _NOTATION.search(source.text)
    if noted is not None:
        place = Span(source, noted.start(), noted.end())
        told_habit = habit(source.text, noted.start())[1] or "Write a name in its place."
        raise RulingsError((diagnose("RUL540", place, noted=noted[0], told=told_habit),))
    if len(source.text) > LONGEST:
        raise _too_long(source, len(source.text), "characters", LONGEST)
    count = len(source.text.split())
    if count > _MOST_WORDS:
        raise _too_long(source, count, "words", _MOST_WORDS)


def _too_long(source: Source, length: int, parts: str, most: int) -> RulingsError:
    span = Span(source, 0, min(len(source.text), LONGEST))
    return RulingsError((diagnose("RUL511", span, length=length, parts=parts, most=most),))


def _with_offers(error: RulingsError, context: Context, asks: bool) -> RulingsError:
    first, *rest = error.diagnostics
    if first.code in ("RUL511", "RUL540"):
        return error
    # Imported here: a line that is understood needs none of it.
    from rulings.english.offers import offers

    found = offers(replace(context, asking=asks), asks)
    if first.code == faults.NOT_UNDERSTOOD:
        first = faults.with_nearest(first, context.lexicon, asks)
    return RulingsError((replace(first, suggestions=found), *rest))
