"""One line of text to one reading.

In: a line, a `Lexicon`, the focus and what was named last. Out: a `Reading`. Guarantee: every
word of the line was used, or a `RulingsError` with the nearest names or sentences is raised.

A line is tried in this order: Datalog (`?- …`, `+fact.`, `-fact.`, `fact.`), the words that
say what to do (focus, why, why not, when, what if, suppose, forget), a question when it begins
like one or ends in a question mark, else a statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeGuard

from rulings.english import mistakes
from rulings.english.clause import (
    Parse,
    candidates,
    is_auxiliary,
    negation,
    patterns,
    questions,
    rank,
    sentences,
    sentences_of,
    with_variants,
)
from rulings.english.courtesy import without_courtesy
from rulings.english.expand import UnclearDenialError, is_idiom, meaning_of
from rulings.english.lattice import IDLE
from rulings.english.lexicon import Lexicon, supposing
from rulings.english.reading import (
    Ask,
    DatalogChange,
    DatalogQuery,
    Focus,
    Forget,
    Holds,
    Question,
    Reading,
    Statement,
    Suppose,
    WhatIf,
    When,
    Which,
    Why,
    WhyNot,
    named,
    reworded,
)
from rulings.english.scope import Filler, Scope
from rulings.english.statement import statement_of
from rulings.english.template import Template
from rulings.english.unnamed import named_apart, with_names
from rulings.english.which import PREPOSITIONS, WH_WORDS, narrowed, unread_nouns, which
from rulings.english.words import Token, span_key, tokenize
from rulings.language.catalogue import diagnose
from rulings.language.diagnostics import Diagnostic, RulingsError
from rulings.language.program import Literal, Term, Value, Variable
from rulings.language.source import Source, Span

_Readings = Callable[[Scope], list[Parse]]
_FACT = re.compile(r"^(?:not\s+|neg\s+)?[a-z]\w*\s*(?:\(.*\))?\s*\.$", re.DOTALL)
LONGEST = 2000
"""How many characters a line may have."""
_SUPPOSE = ("suppose", "assume", "imagine", "let")


def read(
    text: str | Source,
    lexicon: Lexicon,
    focus: Value | None = None,
    recent: tuple[Value, ...] = (),
) -> Reading:
    """Return what a line says.

    `focus` is what "this card" means, `recent` what was named before, last first. Raises
    RulingsError with RUL5xx diagnostics when the line is not understood.
    """
    source = text if isinstance(text, Source) else Source("<question>", text)
    datalog = _datalog(source.text.strip())
    if datalog is not None:
        return datalog
    if len(source.text) > LONGEST:
        span = Span(source, 0, LONGEST)
        raise RulingsError((diagnose("RUL511", span, length=len(source.text), most=LONGEST),))
    tokens = _without_idle(tokenize(source.text, names=True), lexicon)
    scope = Scope.of(source, tokens, lexicon, focus, recent)
    if not tokens:
        raise mistakes.not_understood(scope)
    try:
        return _command(scope) or _plain(scope)
    except RulingsError:
        kept, asks = without_courtesy(tokens)
        if kept == tokens or not kept:
            raise
        inner = scope.with_tokens(kept)
        reading = _command(inner) or (_question(inner) if asks else _plain(inner))
        return reworded(reading)


def read_question(scope: Scope) -> Question:
    """Return the yes/no or wh-question that the tokens of a scope ask of named things."""
    found = _question(scope)
    if isinstance(found, WhatIf):
        raise mistakes.not_understood(scope.anew(asking=True))
    return found


def _question(scope: Scope) -> Question | WhatIf:
    """Return a question; one about an arbitrary thing ("can I …") supposes that thing."""
    scope = scope.anew(asking=True)
    if not scope.tokens:
        raise mistakes.not_understood(scope)
    found = _with_nouns(scope, patterns(scope, with_variants(scope, scope.lexicon.questions)))
    if found:
        return _general(scope, _chosen(scope, found), _pattern)
    if _asks_which(scope):
        return _general(scope, _best(scope, which), _which_of)
    framed, denied = _framed(scope)
    parse = _best(framed, _declared if framed is not scope else _declarative)
    parse = _turned(scope, parse) if denied else parse
    _check_denial(scope, parse)
    return _general(scope, parse, _yes_or_no)


def _general(
    scope: Scope, parse: Parse, question: Callable[[Scope, Parse], Question]
) -> Question | WhatIf:
    """Return what a reading asks; the things that it introduces are arbitrary ones."""
    introduced = tuple(n for filler in parse.fillers for n in filler.introduces)
    if not introduced:
        return question(scope, parse)
    renamed, new = named_apart(scope, introduced)
    told = replace(
        parse,
        literals=with_names(parse.literals, renamed),
        fillers=tuple(replace(filler, introduces=()) for filler in parse.fillers),
    )
    about = Parse(
        claims=with_names(parse.claims, renamed), fillers=(Filler((), "any", introduces=new),)
    )
    try:
        changes = statement_of(scope, about, ())
    except UnclearDenialError:
        raise mistakes.denied_description(scope) from None
    return WhatIf(changes, question(scope, told), True)


def _yes_or_no(scope: Scope, parse: Parse) -> Question:
    if any(_is_asked(t) for literal in parse.literals for t in literal.atom.terms):
        return _which_of(scope, parse)
    if is_idiom(scope.lexicon, parse.literals):
        return _of_idioms(scope, parse)
    return Ask(parse.literals, _notices(scope, parse), parse.cost > 0)


def _chosen(scope: Scope, parses: list[Parse]) -> Parse:
    """Return the best of some readings. Raises RulingsError when two are equally good."""
    ranked = sorted(parses, key=lambda parse: rank(scope, parse))
    best = {p.literals: p for p in ranked if rank(scope, p) == rank(scope, ranked[0])}
    if len(best) > 1:
        raise mistakes.ambiguous(scope, list(best.values()))
    if ranked[0].problems:
        raise mistakes.unresolved(scope, ranked[0])
    return ranked[0]


def _pattern(scope: Scope, parse: Parse) -> Question:
    """Read a line by a pattern that is a question as it stands."""
    idiom = scope.lexicon.idioms.get(parse.literals[0].atom.predicate)
    if idiom is None or idiom.asked is None:
        return _of_idioms(scope, parse)
    conditions = meaning_of(scope.lexicon, parse.literals)
    asked = Variable(f"{idiom.asked.name}_1")
    literals = tuple(c for c in conditions if isinstance(c, Literal))
    others = tuple(c for c in conditions if not isinstance(c, Literal))
    return Which(literals, (asked,), False, _notices(scope, parse), others, True)


def _of_idioms(scope: Scope, parse: Parse) -> Ask | Holds:
    """Return a yes/no question some of whose sentences are idioms."""
    lexicon, notices = scope.lexicon, _notices(scope, parse)
    denied = False
    try:
        conditions = meaning_of(lexicon, parse.literals)
    except UnclearDenialError:
        if len(parse.literals) > 1:
            raise mistakes.denied_description(scope) from None
        denied = True
        conditions = meaning_of(lexicon, negation(parse).literals)
    literals = tuple(c for c in conditions if isinstance(c, Literal))
    ground = not any(isinstance(t, Variable) for one in literals for t in one.atom.terms)
    if ground and len(literals) == len(conditions) and not denied:
        return Ask(literals, notices, True)
    return Holds(conditions, denied, notices)


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
        case ["when", *_]:
            return When(_rest(scope, 1))
        case ["what", "if", *_]:
            return _what_if(_from(scope, 2))
        case ["if", *_]:
            return _conditional(_from(scope, 1))
        case [first, second, *_] if first in _SUPPOSE:
            return Suppose(_statement(_from(scope, 2 if second == "that" else 1)))
        case ["forget", second, *_]:
            return _forget(_from(scope, 2 if second in ("that", "about") else 1))
    return None


def _plain(scope: Scope) -> Reading:
    asks = scope.source.text.rstrip().endswith("?")
    if not (asks or _asks_which(scope) or is_auxiliary(scope.tokens[0].key)):
        return _statement(scope)
    try:
        return _question(scope)
    except RulingsError:
        found = _if_behind(scope)
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


def _if_behind(scope: Scope) -> Reading | None:
    """Read "Q if A?"; None when there is no such reading."""
    tokens = scope.tokens
    for cut in range(2, len(tokens) - 1):
        if tokens[cut].key == "if" and not tokens[cut].quoted:
            try:
                return _supposing(scope, tokens[cut + 1 :], tokens[:cut])
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
    changes = _statement(scope.with_tokens(condition))
    lexicon = supposing(scope.lexicon, changes)
    inner = replace(scope, lexicon=lexicon, recent=(*named(changes), *scope.recent))
    asked = _question(inner.with_tokens(question))
    if isinstance(asked, WhatIf):
        changes = Statement(
            tuple(dict.fromkeys((*changes.facts, *asked.changes.facts))),
            tuple(dict.fromkeys((*changes.denials, *asked.changes.denials))),
            tuple(dict.fromkeys((*changes.introduces, *asked.changes.introduces))),
            changes.notices,
        )
        return WhatIf(changes, asked.inner, True)
    return WhatIf(changes, asked, bool(changes.introduces))


def _asks_which(scope: Scope) -> bool:
    """Whether a wh-word leads, perhaps behind a preposition ("in which zone …")."""
    first, *rest = scope.tokens[:2]
    return first.key in WH_WORDS or (
        first.key in PREPOSITIONS and any(token.key in WH_WORDS for token in rest)
    )


def _framed(scope: Scope) -> tuple[Scope, bool]:
    """Take "is it (not) the case that" or "it is (not) the case that" off a sentence."""
    keys = [token.key for token in scope.tokens[:5]]
    for frame in (["be", "it"], ["it", "be"]):
        for denied in (False, True):
            for word in ("case", "true"):
                lead = [*frame, *(["not"] if denied else []), word, "that"]
                if keys[: len(lead)] == lead:
                    return _from(scope, len(lead)), denied
    return scope, False


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
        case Ask() if _contracted(scope.tokens):
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
                changes = _statement(scope.with_tokens(scope.tokens[:cut]))
                start = cut + (first.key in ("then", "and"))
                return WhatIf(changes, _inner(_from(scope, start), changes))
            except RulingsError as error:
                failures.append(error)
    try:
        return WhatIf(_statement(scope), None)
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
    return Forget(_statement(scope.anew(asking=True), _withdrawable))


def _withdrawable(scope: Scope) -> list[Parse]:
    """Read a statement; of readings as what tables state and as what rules conclude, the former."""
    found, stated = _declared(scope), scope.lexicon.stated
    told = [p for p in found if all(one.atom.predicate in stated for one in p.literals)]
    return told or found


def _statement(scope: Scope, readings: _Readings | None = None) -> Statement:
    if not scope.tokens:
        raise mistakes.not_understood(scope)
    framed, denied = _framed(scope)
    parse = _best(framed, readings or _declared)
    parse = _turned(scope, parse) if denied else parse
    _check_denial(scope, parse)
    if any(isinstance(t, Variable) for literal in parse.literals for t in literal.atom.terms):
        raise mistakes.not_understood(scope)
    try:
        return statement_of(scope, parse, _notices(scope, parse))
    except UnclearDenialError:
        raise mistakes.denied_description(scope) from None


def _declared(scope: Scope) -> list[Parse]:
    """Return the readings of a sentence, the nouns of its phrases read."""
    return _with_nouns(scope, sentences_of(scope))


def _is_asked(term: Term) -> TypeGuard[Variable]:
    """Whether a term is what a question asks for, and not just any thing that a phrase means."""
    return isinstance(term, Variable) and not term.name.startswith("_")


def _which_of(scope: Scope, parse: Parse) -> Which:
    atoms = [literal.atom for literal in parse.literals]
    variables = tuple(dict.fromkeys(t for atom in atoms for t in atom.terms if _is_asked(t)))
    if not variables:
        raise mistakes.not_understood(scope)
    for atom in atoms:
        columns = scope.lexicon.predicates[atom.predicate].columns
        for index, term in enumerate(atom.terms):
            if isinstance(term, Variable) and columns[index].is_input:
                raise mistakes.asks_input(scope, atom, index)
    count = any(filler.count for filler in parse.fillers)
    try:
        meant = meaning_of(scope.lexicon, parse.literals)
    except UnclearDenialError:
        raise mistakes.denied_description(scope) from None
    literals = tuple(c for c in meant if isinstance(c, Literal))
    others = tuple(c for c in meant if not isinstance(c, Literal))
    reworded = parse.cost > 0 or is_idiom(scope.lexicon, parse.literals)
    return Which(literals, variables, count, _notices(scope, parse), others, reworded)


def _declarative(scope: Scope) -> list[Parse]:
    """Read a yes/no question as the statement that it inverts."""
    templates = candidates(scope)
    if not is_auxiliary(scope.tokens[0].key):
        return _with_nouns(scope, sentences(scope, templates))
    # "Is this card active" asks about this card, not whether this is an active card.
    least = 2 if _names_with_noun(scope, scope.tokens[1:]) else 1
    found = _with_nouns(scope, questions(scope, templates, least=least))
    asks = tuple(template for template in templates if template.asks)
    found += _with_nouns(scope, patterns(scope, asks))
    if not found and scope.tokens[0].key in ("do", "did"):
        found = _supported(scope, templates)
    return sorted(found, key=lambda parse: rank(scope, parse))


def _supported(scope: Scope, templates: tuple[Template, ...]) -> list[Parse]:
    """Read "does X hold when it is closed" as the statement behind "does".

    Which of two verbs is the template's is not known; here it does not matter.
    """
    rest = scope.tokens[2 if _contracted(scope.tokens) else 1 :]
    cuts = [i for i in range(1, len(rest)) if rest[i].key == "not"]
    found: list[Parse] = []
    for order in [(*rest[:i], scope.tokens[0], *rest[i:]) for i in cuts] or [tuple(rest)]:
        turned = scope.with_tokens(order)
        found += _with_nouns(turned, sentences(turned, templates))
    return found


def _names_with_noun(scope: Scope, tokens: tuple[Token, ...]) -> bool:
    """Whether a subject begins "this card": a noun without article for a thing that is one."""
    if len(tokens) < 3 or tokens[0].key not in ("this", "that") or tokens[1].article:
        return False
    noun = span_key(tokens, 1, 2)
    meant = [value for value in (scope.focus, *scope.recent) if value is not None]
    return noun in scope.lexicon.nouns and any(scope.lexicon.may_be(v, noun) for v in meant)


def _with_nouns(scope: Scope, found: Iterable[Parse]) -> list[Parse]:
    """Read the nouns of "any card"; such a question is answered with the cards."""
    return [one for one in (narrowed(scope, parse) for parse in found) if one is not None]


def _best(scope: Scope, readings: _Readings) -> Parse:
    """Return the one best reading; raise what is wrong when there is none, or several."""
    found = readings(scope)
    if not found and readings is which:
        unread = unread_nouns(scope)
        if unread is not None:
            raise mistakes.unknown_noun(scope, *unread)
    if not found:
        lenient = scope.anew(lenient=True)
        faulty = sorted(readings(lenient), key=lambda parse: rank(lenient, parse))
        if faulty and faulty[0].problems and _worth_saying(faulty[0]):
            raise mistakes.unresolved(lenient, faulty[0])
        raise mistakes.not_understood(scope)
    found = sorted(found, key=lambda parse: rank(scope, parse))
    best = {p.literals: p for p in found if rank(scope, p) == rank(scope, found[0])}
    if len(best) > 1:
        raise mistakes.ambiguous(scope, list(best.values()))
    return found[0]


def _worth_saying(parse: Parse) -> bool:
    """Whether an unresolved reading says more than "not understood": few words are in doubt."""
    doubtful = sum(len(problem.text.split()) for problem in parse.problems)
    return doubtful <= 2 + 2 * parse.fixed


def _turned(scope: Scope, parse: Parse) -> Parse:
    """Deny a whole sentence; one of several facts would leave open which of them is denied."""
    if len(parse.literals) > 1:
        raise mistakes.denied_description(scope)
    return negation(parse)


def _check_denial(scope: Scope, parse: Parse) -> None:
    """Refuse a denied description of several words: it leaves open which of them is meant."""
    describing = scope.lexicon.describing
    denied = [n.atom for n in parse.literals if n.negated and n.atom.predicate in describing]
    if len({(atom.predicate, atom.terms[0]) for atom in denied}) < len(denied):
        raise mistakes.denied_description(scope)


def _notices(scope: Scope, parse: Parse) -> tuple[Diagnostic, ...]:
    notes = [note for f in parse.fillers for note in mistakes.introduced(f, scope.lexicon)]
    return tuple(dict.fromkeys(notes))


def _contracted(tokens: tuple[Token, ...]) -> bool:
    """Whether a question begins "isn't", "doesn't", …."""
    return len(tokens) > 1 and is_auxiliary(tokens[0].key) and tokens[1].key == "not"


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
