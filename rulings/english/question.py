"""One line of text to one reading.

In: a line, a `Lexicon`, the focus and what was named last. Out: a `Reading`. Guarantee: every
word of the line was used, or a `RulingsError` with the nearest names or sentences is raised.

A line is tried in this order: Datalog (`?- …`, `+fact.`, `-fact.`, `fact.`), the words that
say what to do (focus, why, why not, when, what if, suppose, forget), a question when it begins
like one or ends in a question mark, else a statement.
"""

from __future__ import annotations

import re
from dataclasses import replace

from rulings.english import mistakes
from rulings.english.antecedents import named_in
from rulings.english.card_text import with_card_text
from rulings.english.clause import (
    is_auxiliary,
)
from rulings.english.courtesy import without_courtesy
from rulings.english.declarative import read_statement, withdrawable
from rulings.english.interrogative import (
    asks_which,
    contracted,
    question_about,
    question_by_pattern,
    read_question,
)
from rulings.english.lattice import IDLE
from rulings.english.lexicon import Lexicon
from rulings.english.reading import (
    Ask,
    DatalogChange,
    DatalogQuery,
    Focus,
    Forget,
    Group,
    Question,
    Reading,
    Statement,
    Suppose,
    WhatIf,
    When,
    Why,
    WhyNot,
    named,
    reworded,
)
from rulings.english.scope import Scope
from rulings.english.sequence import after, merged, read_told
from rulings.english.which import WH_WORDS
from rulings.english.words import Token, span_key, tokenize
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import RulingsError
from rulings.language.program import Literal, Value, Variable
from rulings.language.source import Source, Span

_FACT = re.compile(r"^(?:not\s+|neg\s+)?[a-z]\w*\s*(?:\(.*\))?\s*\.$", re.DOTALL)
_MARKS = re.compile(r"[\"“”]|(?<!\w)['‘’]|['‘’](?!\w)")
LONGEST = 2000
"""How many characters a line may have."""
_CONDITIONS = ("if", "when", "while")
_SUPPOSE = ("suppose", "assume", "imagine", "let")


def read(
    text: str | Source,
    lexicon: Lexicon,
    focus: Value | None = None,
    recent: tuple[Value, ...] = (),
    group: Group | None = None,
) -> Reading:
    """Return what a line says.

    `focus` is what "this card" means, `recent` what was named before, last first, `group` what
    was spoken of together ("two of them"). Raises
    RulingsError with RUL5xx diagnostics when the line is not understood.
    """
    source = text if isinstance(text, Source) else Source("<question>", text)
    try:
        return _read(source, lexicon, focus, recent, group)
    except RulingsError as error:
        found = _unquoted(source, lexicon, focus, recent, group)
        if found is not None:
            return found
        raise _with_offers(error, source, lexicon, focus, recent, group) from None


def _unquoted(
    source: Source,
    lexicon: Lexicon,
    focus: Value | None,
    recent: tuple[Value, ...],
    group: Group | None,
) -> Reading | None:
    """Read a question by its words alone, without the marks that quote some of them.

    In a statement, quotation marks tell a name or a text, and are never overlooked.
    """
    plain = _MARKS.sub(" ", source.text)
    if plain == source.text or not asks(source.text) or len(source.text) > LONGEST:
        return None
    try:
        found = _read(Source(source.name, plain), lexicon, focus, recent, group, brief=True)
    except RulingsError:
        return None
    return None if isinstance(found, Statement) else reworded(found)


def _with_offers(
    error: RulingsError,
    source: Source,
    lexicon: Lexicon,
    focus: Value | None,
    recent: tuple[Value, ...],
    group: Group | None,
) -> RulingsError:
    """Return what is wrong with a line together with what to say instead."""
    if len(source.text) > LONGEST:
        return error
    # Imported here: a line that is understood needs none of it.
    from rulings.english.offers import offers

    tokens = _words(source, lexicon)

    def understood(said: str, asking: bool) -> bool:
        try:
            found = _read(Source("<offer>", said), lexicon, focus, recent, group, brief=True)
        except RulingsError:
            return False
        return isinstance(found, Statement) is not asking

    scope = replace(Scope.of(source, tokens, lexicon, focus, recent, group), brief=True)
    asking = asks(source.text)
    found = offers(scope, asking, lambda said: understood(said, asking))
    first, *rest = error.diagnostics
    return RulingsError((replace(first, suggestions=found), *rest)) if found else error


def _read(
    source: Source,
    lexicon: Lexicon,
    focus: Value | None,
    recent: tuple[Value, ...],
    group: Group | None,
    *,
    brief: bool = False,
) -> Reading:
    """Read a line; `brief` tells that nobody wants to know what is wrong with it."""
    datalog = _datalog(source.text.strip())
    if datalog is not None:
        return datalog
    if len(source.text) > LONGEST:
        span = Span(source, 0, LONGEST)
        raise RulingsError((diagnose("RUL511", span, length=len(source.text), most=LONGEST),))
    tokens = _without_idle(_words(source, lexicon), lexicon)
    scope = replace(Scope.of(source, tokens, lexicon, focus, recent, group), brief=brief)
    if not tokens:
        raise mistakes.not_understood(scope)
    kept, is_asked = without_courtesy(tokens)
    if not kept or (kept == tokens and not is_asked):
        return _command(scope) or _plain(scope)
    inner = scope.with_tokens(kept)
    try:
        return reworded(_command(inner) or (question_about(inner) if is_asked else _plain(inner)))
    except RulingsError:
        return _command(scope) or _plain(scope)


def _words(source: Source, lexicon: Lexicon) -> tuple[Token, ...]:
    """Return the tokens of a line; a printed text is one, unless the rulebook takes it apart."""
    tokens = tokenize(source.text, names=True)
    return tokens if "text" in lexicon.names.sorts.above else with_card_text(tokens, source.text)


def _datalog(line: str) -> Reading | None:
    if line.startswith("?-"):
        return DatalogQuery(line)
    sign, fact = (line[0], line[1:].strip()) if line[:1] in ("+", "-") else ("", line)
    if sign and not fact.endswith("."):
        fact += "."
    if _FACT.match(fact) and (sign or "(" in fact):
        return DatalogChange(fact, sign != "-")
    return None


def _command(scope: Scope) -> Reading | None:
    """Read a line whose first words say what to do with the rest."""
    keys = [token.key for token in scope.tokens[:2]] + ["", ""]
    match keys:
        case ["focu" | "focus", *_]:
            return _focus(_from(scope, 2 if keys[1] == "on" else 1))
        case ["unfocu" | "unfocus", *_] if len(scope.tokens) == 1:
            return Focus(None)
        case ["why", "not", *_]:
            return WhyNot(_rest(scope, 2))
        case ["why", *_]:
            return _why(_from(scope, 1))
        case ["when", *_] if _is_clause(scope):
            return question_by_pattern(scope) or _conditional(_from(scope, 1))
        case ["when", _, *_]:
            return question_by_pattern(scope) or When(_rest(scope, 1))
        case ["when", *_]:
            return When(None)
        case ["list" | "name", _, *_]:
            return question_by_pattern(scope)
        case ["what", "if", *_]:
            return _what_if(_from(scope, 2))
        case ["if", *_]:
            return question_by_pattern(scope) or _conditional(_from(scope, 1))
        case [first, second, *_] if first in _SUPPOSE:
            return Suppose(read_told(_from(scope, 2 if second == "that" else 1)))
        case ["forget", second, *_]:
            return _forget(_from(scope, 2 if second in ("that", "about") else 1))
    return None


def asks(text: str) -> bool:
    """Whether a line is a question by its form, understood or not."""
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
        found = _if_behind(scope) or _told_before(scope)
        if found is None:
            raise
        return found


def _conditional(scope: Scope) -> Reading:
    """Read "if A, Q?"; without a comma the question begins where one can begin."""
    if not scope.source.text.rstrip().endswith("?"):
        raise mistakes.not_understood(scope)
    tokens = scope.tokens
    cuts = [i for i in range(1, len(tokens)) if _begins_question(tokens, i)]
    paused = [i for i in cuts if "," in tokens[i - 1].after or tokens[i].key == "then"]
    failures: list[RulingsError] = []
    for cut in dict.fromkeys((*paused, *cuts)):
        begin = cut + (tokens[cut].key == "then")
        try:
            return _supposing(scope, tokens[:cut], tokens[begin:])
        except RulingsError as error:
            failures.append(error)
    raise failures[0] if failures else mistakes.not_understood(scope)


def _is_clause(scope: Scope) -> bool:
    """Whether "when A, Q?" gives a condition, where "when Q?" asks for one."""
    tokens = scope.tokens
    return any(
        "," in tokens[i - 1].after
        and (is_auxiliary(tokens[i].key) or tokens[i].key in (*WH_WORDS, "then"))
        for i in range(2, len(tokens))
    )


def _told_before(scope: Scope) -> Reading | None:
    """Read "A. Q?" and "in a game with X, Q?", where statements come first; None without such."""
    tokens = scope.tokens
    inside = range(len(tokens) - 1, 0, -1)
    stops = [i for i in inside if any(mark in tokens[i - 1].after for mark in ".;:!")]
    pauses = [
        i
        for i in range(1, len(tokens) - 1)
        if "," in tokens[i - 1].after and _begins_question(tokens, i)
    ]
    for cut in (*stops, *pauses):
        try:
            return _supposing(scope, tokens[:cut], tokens[cut:])
        except RulingsError:
            continue
    return None


def _if_behind(scope: Scope) -> Reading | None:
    """Read "Q if A?" and "Q when A?"; None when there is no such reading."""
    tokens = scope.tokens
    for cut in range(2, len(tokens) - 1):
        if tokens[cut].key in _CONDITIONS and not tokens[cut].quoted:
            asked = named_in(tokens[:cut], scope.lexicon)
            inner = scope.anew(recent=(*asked, *scope.recent))
            try:
                return _supposing(inner, tokens[cut + 1 :], tokens[:cut])
            except RulingsError:
                continue
    return None


def _begins_question(tokens: tuple[Token, ...], index: int) -> bool:
    key = tokens[index].key
    return is_auxiliary(key) or key in WH_WORDS or key == "then" or "," in tokens[index - 1].after


def _supposing(scope: Scope, condition: tuple[Token, ...], question: tuple[Token, ...]) -> WhatIf:
    """Ask a question of the table with something else stated: what is introduced is arbitrary."""
    if not condition or not question:
        raise mistakes.not_understood(scope)
    changes = read_told(scope.with_tokens(condition))
    asked = question_about(after(scope, changes).with_tokens(question))
    if isinstance(asked, WhatIf):
        return WhatIf(merged(changes, asked.changes), asked.inner, True)
    return WhatIf(changes, asked, bool(changes.introduces))


def _from(scope: Scope, start: int) -> Scope:
    return scope.with_tokens(scope.tokens[start:])


def _rest(scope: Scope, start: int) -> Question | None:
    return read_question(_from(scope, start)) if len(scope.tokens) > start else None


def _why(scope: Scope) -> Why | WhyNot:
    """Read "why …"; asking why something is *not* so is a `WhyNot` of the positive question."""
    if not scope.tokens:
        return Why(None)
    inner = read_question(scope)
    match inner:
        case Ask((Literal(atom, True),), notices):
            return WhyNot(Ask((Literal(atom),), notices))
        case Ask() if contracted(scope.tokens):
            return WhyNot(inner)
    return Why(inner)


def _what_if(scope: Scope) -> WhatIf:
    """Split "what if A: B?" at its colon, comma, "then" or end, whichever can be read."""
    count = len(scope.tokens)
    failures: list[RulingsError] = []
    for mark in (":", "?", ",", "then"):
        for cut in range(1, count):
            before, first = scope.tokens[cut - 1], scope.tokens[cut]
            if not (first.key == "then" if mark == "then" else mark in before.after):
                continue
            try:
                changes = read_statement(scope.with_tokens(scope.tokens[:cut]))
                start = cut + (first.key in ("then", "and"))
                return WhatIf(changes, _inner(_from(scope, start), changes))
            except RulingsError as error:
                failures.append(error)
    try:
        return WhatIf(read_statement(scope), None)
    except RulingsError as error:
        raise (failures[0] if failures else error) from None


def _inner(scope: Scope, changes: Statement) -> Question | Why | WhyNot | When:
    scope = scope.anew(recent=(*named(changes), *scope.recent))
    inner = _command(scope)
    if isinstance(inner, (Why, WhyNot, When)):
        return inner
    return read_question(scope)


def _focus(scope: Scope) -> Focus:
    if not scope.tokens or [t.key for t in scope.tokens] in (["none"], ["nothing"]):
        return Focus(None)
    found = _name(scope)
    if found is None:
        raise mistakes.unknown_name(scope)
    return Focus(found)


def _name(scope: Scope) -> Value | None:
    """Return the thing that all tokens name; None when there is none, an error when several."""
    thing = _thing(scope)
    if thing is not None:
        return thing
    scope = scope.anew(asking=True)
    filler = scope.filler(0, len(scope.tokens), "any", False)
    if filler is None:
        lenient = scope.anew(lenient=True)
        problem = lenient.filler(0, len(scope.tokens), "any", False)
        doubt = problem.problem if problem is not None else None
        if doubt is not None and doubt.kind != "unknown":
            raise RulingsError((mistakes.problem(lenient, doubt),))
        return None
    values = [term.value for term in filler.terms if not isinstance(term, Variable)]
    return values[0] if len(values) == 1 else None


def _thing(scope: Scope) -> Value | None:
    """Return the thing, not the mere word, that all tokens name."""
    names = scope.lexicon.names
    values = [
        value
        for value in names.find(span_key(scope.tokens, 0, len(scope.tokens)), "any")
        if names.is_thing(value)
    ]
    return values[0] if len(values) == 1 else None


def _forget(scope: Scope) -> Forget:
    if not scope.tokens:
        raise mistakes.not_understood(scope)
    found = _name(scope)
    if found is not None:
        return Forget(Statement(), (found,))
    return Forget(read_statement(scope.anew(asking=True), withdrawable))


def _without_idle(tokens: tuple[Token, ...], lexicon: Lexicon) -> tuple[Token, ...]:
    """Drop "currently", "still", … unless the rulebook's sentences or names use the word."""
    return tuple(
        token
        for index, token in enumerate(tokens)
        if token.quoted
        or token.key not in IDLE
        or token.key in lexicon.vocabulary
        or token.capital
        or (token.key == "then" and index > 0 and tokens[0].key == "what")
        or lexicon.names.all(span_key(tokens, index, index + 1))
    )
