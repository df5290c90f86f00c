"""One line of text to one reading.

In: a line, a `Lexicon`, the focus and what was named last. Out: a `Reading`. Guarantee: every
word of the line was used, or a `RulingsError` with the nearest names or sentences is raised.

A line is tried in this order: Datalog (`?- …`, `+fact.`, `-fact.`, `fact.`), the words that
say what to do (focus, why, why not, when, what if, suppose, forget), a question when it begins
like one or ends in a question mark, else a statement.
"""

from __future__ import annotations

import re
from itertools import zip_longest

from rulings.english import mistakes
from rulings.english.card_text import in_parts, with_card_text
from rulings.english.clause import (
    is_auxiliary,
)
from rulings.english.conditional import if_behind, told_before
from rulings.english.courtesy import without_courtesy
from rulings.english.imperative import command
from rulings.english.interrogative import (
    asks_which,
    question_about,
)
from rulings.english.lattice import is_idle
from rulings.english.lexicon import Lexicon
from rulings.english.reading import (
    DatalogChange,
    DatalogQuery,
    Group,
    Lines,
    Question,
    Reading,
    Statement,
    WhatIf,
    Wish,
    reworded,
)
from rulings.english.remark import before_remark
from rulings.english.scope import Scope
from rulings.english.sequence import after, read_told
from rulings.english.told_texts import telling_texts, with_texts_supposed
from rulings.english.which import WH_WORDS
from rulings.english.wishes import asked_back, claim, claim_asked_back, wish
from rulings.english.words import Token, Tokens, key_of, span_key, tokenize
from rulings.expressions import expression
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.language.habits import habit
from rulings.language.program import Role, Value
from rulings.language.source import Source, Span
from rulings.records import replace

_NOTATION = expression(r"\{\s*[A-Za-z]\w*\s*\}|\\\+")
_OR = expression(r"\sor\s", re.IGNORECASE)
_FACT = expression(r"^(?:not\s+|neg\s+)?[a-z]\w*\s*(?:\(.*\))?\s*\.$", re.DOTALL)
_MARKS = expression(r"[\"“”]|(?<!\w)['‘’]|['‘’](?!\w)")
_DASH = expression(r"[,.;]?\s+[-–—]+\s+(?:(?:an?|the)\s+)?", re.IGNORECASE)
LONGEST = 2000
"""How many characters a line may have."""
_PERSON_IN_TEXT = expression(
    r"\b(?:that|which)\b.*\b(?:i|me|my|his|her|him|he|she)\b", re.IGNORECASE
)
_MOST_LOOSE = 60
"""How many words a line may have that is tried in other words."""
_MOST_WORDS = 250
_UNREAD = ("RUL501", "RUL502", "RUL505", "RUL506", "RUL524", "RUL525")
"""What is wrong with a line in which other words may stand for those of a sentence."""


def read(
    text: str | Source,
    lexicon: Lexicon,
    focus: Value | None = None,
    lines: Lines = (),
    group: Group | None = None,
    wished: Wish | None = None,
) -> Reading:
    """Return what a line says.

    `focus` is what "this card" means, `lines` what each line before named, the last
    line first, `group` what
    was spoken of together ("two of them"), `wished` what "Is that allowed?" asks. Raises
    RulingsError with RUL5xx diagnostics when the line is not understood.
    """
    source = text if isinstance(text, Source) else Source("<question>", text)
    try:
        read = _read(source, lexicon, focus, lines, group)
        if isinstance(read, Statement) and (
            not _statable(read, lexicon) or _in_own_words(source.text, lexicon)
        ):
            # What no table states may be the words of a card; "my" in them need not be its owner's.
            read = _in_a_frame(source, lexicon, focus, lines, group) or read
        return with_texts_supposed(read, lexicon)
    except RulingsError as error:
        found = _unquoted(source, lexicon, focus, lines, group)
        if found is None and wished is not None and asks(source.text):
            tokens = _without_idle(_words(source, lexicon), lexicon)
            again = asked_back(tokens, wished)
            if again is None and tokens:
                again = claim_asked_back(
                    Scope.of(source, tokens, lexicon, focus, lines, group), wished
                )
            found = reworded(again) if again is not None else None
        if found is None:
            framed = _in_a_frame(source, lexicon, focus, lines, group)
            if framed is not None:
                return framed
        if found is None and error.diagnostics[0].code in _UNREAD:
            found = _loosely(source, lexicon, focus, lines, group)
        if found is None and asks(source.text) and _OR.search(source.text) is not None:
            found = _either(source, lexicon, focus, lines, group)
        if found is not None:
            return with_texts_supposed(found, lexicon)
        raise _with_offers(error, source, lexicon, focus, lines, group) from None


def _unquoted(
    source: Source,
    lexicon: Lexicon,
    focus: Value | None,
    lines: Lines,
    group: Group | None,
) -> Reading | None:
    """Read a question by its words alone, without the marks that quote some of them.

    In a statement, quotation marks tell a name or a text, and are never overlooked.
    """
    plain = _MARKS.sub(" ", source.text)
    if plain == source.text or not asks(source.text) or len(source.text) > LONGEST:
        return None
    try:
        found = _read(Source(source.name, plain), lexicon, focus, lines, group, brief=True)
    except RulingsError:
        return None
    return None if isinstance(found, Statement) else reworded(found)


def _in_own_words(text: str, lexicon: Lexicon) -> bool:
    """Whether a line may tell a text with "I" or "his" in it, in a game of two."""
    two = lexicon.texts is not None and lexicon.texts.other is not None
    return two and _PERSON_IN_TEXT.search(text) is not None


def _in_a_frame(
    source: Source,
    lexicon: Lexicon,
    focus: Value | None,
    lines: Lines,
    group: Group | None,
) -> Statement | WhatIf | None:
    """Read a line that tells the text of a card in a frame of its own, or asks of a text."""
    if lexicon.texts is None or len(source.text) > LONGEST:
        return None
    # Imported here: few lines tell a text, and those that are understood need none of it.
    from rulings.english.asked_texts import asked_of_a_text
    from rulings.english.framed_texts import told_in_a_frame

    def understood(said: str, tokens: Tokens) -> Reading | None:
        inner = Source(source.name, said)
        try:
            kept = _without_idle(tokens, lexicon)
            scope = replace(Scope.of(inner, kept, lexicon, focus, lines, group), brief=True)
            return _of_words(scope) if kept else None
        except RulingsError:
            return None

    def asked(changes: Statement, question: str) -> Question | None:
        tokens = _without_idle(tokenize(question, names=True), lexicon)
        scope = Scope.of(Source(source.name, question), tokens, lexicon, focus, lines, group)
        try:
            found = question_about(after(replace(scope, brief=True), changes))
        except RulingsError:
            return None
        return found if isinstance(found, Question) else None

    if asks(source.text):
        return asked_of_a_text(source.text, lexicon, understood, asked)
    return told_in_a_frame(source.text, lexicon, understood)


def _loosely(
    source: Source,
    lexicon: Lexicon,
    focus: Value | None,
    lines: Lines,
    group: Group | None,
) -> Reading | None:
    """Read a line with a general thesaurus, or said more simply; None when neither helps."""
    # Imported here: a line that fits a sentence needs none of it.
    from rulings.english.simpler import simpler, titled

    words = lexicon.loosely()
    tokens = titled(_without_idle(_words(source, words), words), lexicon)
    if len(tokens) > _MOST_LOOSE:
        return None
    asking = asks(source.text)
    tokens = _paused_by_dashes(tokens, source.text) if asking else tokens
    plainer = tuple(simpler(tokens, words)) if tokens else ()
    # What is said in the rulebook's own words goes before what a thesaurus makes of it.
    for line, spoken in (
        (tokens, words),
        *((line, w) for line in plainer for w in (lexicon, words)),
    ):
        scope = replace(Scope.of(source, line, spoken, focus, lines, group), brief=True)
        try:
            found = _of_words(scope) if line else None
        except RulingsError:
            continue
        if found is not None and isinstance(found, Statement) is not asking:
            return reworded(found)
    for line in () if asking else (tokens, *plainer):
        try:
            scope = Scope.of(source, line, words, focus, lines, group)
            meant = wish(scope) or claim(scope)
        except RulingsError:
            continue
        if meant is not None:
            return meant
    return None


def _either(
    source: Source,
    lexicon: Lexicon,
    focus: Value | None,
    lines: Lines,
    group: Group | None,
) -> Reading | None:
    """Read a question that leaves a choice as the questions that it puts side by side."""
    # Imported here: a line that is understood needs none of it.
    from rulings.english.alternatives import either

    def understood(said: str) -> Reading | None:
        inner = Source(source.name, said)
        try:
            return _read(inner, lexicon, focus, lines, group, brief=True)
        except RulingsError:
            return _loosely(inner, lexicon, focus, lines, group)

    return either(source.text, understood) if len(source.text) <= LONGEST else None


def _paused_by_dashes(tokens: tuple[Token, ...], text: str) -> tuple[Token, ...]:
    """Return tokens with a full stop for a dash between spaces: "I have 3 coins - may I …?"."""
    return tuple(
        token._replace(after=token.after + ".")
        if behind is not None and _DASH.fullmatch(text[token.end : behind.start])
        else token
        for token, behind in zip_longest(tokens, tokens[1:])
        if token is not None
    )


def _with_offers(
    error: RulingsError,
    source: Source,
    lexicon: Lexicon,
    focus: Value | None,
    lines: Lines,
    group: Group | None,
) -> RulingsError:
    """Return what is wrong with a line together with what to say instead."""
    first, *rest = error.diagnostics
    if first.code in ("RUL511", "RUL540"):
        return error
    # Imported here: a line that is understood needs none of it.
    from rulings.english.offers import offers

    asking = asks(source.text)
    tokens = asked_words(source.text, lexicon) if asking else _words(source, lexicon)

    def understood(said: str) -> Reading | None:
        try:
            found = _read(Source("<offer>", said), lexicon, focus, lines, group, brief=True)
        except RulingsError:
            return None
        if isinstance(found, Statement):
            return found if not asking and _statable(found, lexicon) else None
        return found if asking else None

    loose = lexicon.loosely()
    scope = replace(Scope.of(source, tokens, loose, focus, lines, group), brief=True)
    found = offers(scope, asking, understood)
    return RulingsError((replace(first, suggestions=found), *rest)) if found else error


def asked_words(text: str, lexicon: Lexicon) -> Tokens:
    """Return the words of a question that is not understood, without greetings and quotes.

    What is quoted in a question are words of the rulebook, unless it is a name.
    """
    tokens = _words(Source("<question>", text), lexicon)
    if not _quotes_a_name(tokens, lexicon):
        # A space for each mark, so that every word keeps its place.
        tokens = _words(Source("<question>", _MARKS.sub(" ", text)), lexicon)
    return _paused_by_dashes(without_courtesy(tokens)[0], text)


def _quotes_a_name(tokens: tuple[Token, ...], lexicon: Lexicon) -> bool:
    """Whether something in quotes is a name, or text that begins like one."""
    return any(
        token.quoted and (token.text[:1].isupper() or lexicon.names.all(key_of(token.text)))
        for token in tokens
    )


def _statable(told: Statement, lexicon: Lexicon) -> bool:
    """Whether a table may state what a line says: conclusions are the rules' own."""
    roles = (lexicon.predicates[atom.predicate].role for atom in told.denials)
    facts = all(atom.predicate in lexicon.stated for atom in told.facts)
    return facts and all(role is Role.STATE for role in roles)


def _read(
    source: Source,
    lexicon: Lexicon,
    focus: Value | None,
    lines: Lines,
    group: Group | None,
    *,
    brief: bool = False,
) -> Reading:
    """Read a line; `brief` tells that nobody wants to know what is wrong with it."""
    datalog = _datalog(source.text.strip())
    if datalog is not None:
        return datalog
    noted = _NOTATION.search(source.text)
    if noted is not None:
        place = Span(source, noted.start(), noted.end())
        told = habit(source.text, noted.start())[1] or "Write a name in its place."
        raise RulingsError((diagnose("RUL540", place, noted=noted[0], told=told),))
    if len(source.text) > LONGEST:
        raise _too_long(source, len(source.text), "characters", LONGEST)
    said = before_remark(source.text)
    if said == "":
        return Statement()
    if said is not None:
        source = Source(source.name, said)
    words = _words(source, lexicon)
    if len(words) > _MOST_WORDS:
        raise _too_long(source, len(words), "words", _MOST_WORDS)
    tokens = _without_idle(words, lexicon)
    scope = replace(Scope.of(source, tokens, lexicon, focus, lines, group), brief=brief)
    if not tokens:
        raise mistakes.not_understood(scope)
    return _of_words(scope)


def _of_words(scope: Scope) -> Reading:
    """Read the words of a line, courtesies around it taken off."""
    tokens = scope.tokens
    kept, is_asked = without_courtesy(tokens)
    if not kept or (kept == tokens and not is_asked):
        return command(scope) or _plain(scope)
    inner = scope.with_tokens(kept)
    try:
        return reworded(command(inner) or (question_about(inner) if is_asked else _plain(inner)))
    except RulingsError:
        return command(scope) or _plain(scope)


def _too_long(source: Source, length: int, parts: str, most: int) -> RulingsError:
    span = Span(source, 0, min(len(source.text), LONGEST))
    return RulingsError((diagnose("RUL511", span, length=length, parts=parts, most=most),))


def _words(source: Source, lexicon: Lexicon) -> tuple[Token, ...]:
    """Return the tokens of a line; a printed text is one, unless the rulebook takes it apart."""
    tokens = tokenize(source.text, names=True)
    if "text" in lexicon.names.sorts.above:
        return in_parts(tokens)
    told = telling_texts(tokens, source.text, lexicon)
    return told if told != tokens else with_card_text(tokens, source.text)


def _datalog(line: str) -> Reading | None:
    if line.startswith("?-"):
        return DatalogQuery(line)
    sign, fact = (line[0], line[1:].strip()) if line[:1] in ("+", "-") else ("", line)
    if sign and not fact.endswith("."):
        fact += "."
    if _FACT.match(fact) and (sign or "(" in fact):
        return DatalogChange(fact, sign != "-")
    return None


def asks(text: str) -> bool:
    """Whether a line is a question by its form, understood or not."""
    text = before_remark(text) or text
    tokens = tokenize(text)
    first = tokens[0].key if tokens else ""
    leads = ("why", "when", *WH_WORDS)
    return (
        text.rstrip().endswith("?")
        or text.startswith("?-")
        or first in leads
        or (is_auxiliary(first))
    )


def _plain(scope: Scope) -> Reading:
    is_question = scope.source.text.rstrip().endswith("?")
    if not (is_question or asks_which(scope) or is_auxiliary(scope.tokens[0].key)):
        return read_told(scope)
    try:
        return question_about(scope)
    except RulingsError:
        found = if_behind(scope) or told_before(scope)
        if found is None:
            raise
        return found


def _without_idle(tokens: tuple[Token, ...], lexicon: Lexicon) -> tuple[Token, ...]:
    """Drop "currently", "still", … unless the rulebook's sentences or names use the word."""
    return tuple(
        token
        for index, token in enumerate(tokens)
        if not is_idle(tokens, index)
        or token.key in lexicon.vocabulary
        or (token.key == "then" and index > 0 and tokens[0].key == "what")
        or lexicon.names.all(span_key(tokens, index, index + 1))
    )
