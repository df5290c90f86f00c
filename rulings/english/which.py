"""Which, who, what and how many.

In: a `Scope` whose sentence asks for something. Out: `Asked` readings: literals, the variables
asked for, whether their number is wanted. Guarantee: every word of the wh-phrase was read: its
nouns are sorts, declared nouns ("{C} is an attraction") or describing words, complements behind
them are declared sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rulings.english.clause import (
    candidates,
    is_auxiliary,
    sentences,
    tails,
)
from rulings.english.expand import is_denied
from rulings.english.fillers import Filler
from rulings.english.gaps import WHAT, kinds, units
from rulings.english.inversion import inverted
from rulings.english.kinds import counted, tells_kind
from rulings.english.parses import Parse, extended, literals
from rulings.english.phrase import Fit, fit, question_phrase, variable
from rulings.english.scope import Scope, plain_words
from rulings.english.template import Template
from rulings.english.words import key_of, span_key
from rulings.language.program import Atom, Constant, Literal, Term, Variable
from rulings.records import replace

_LONGEST_WORD = 3
_LONGEST_NOUN = 8
_NEW = Variable("_new")
PLACES = ("in", "on", "at", "under")
"""The words for where something is."""
PREPOSITIONS = frozenset((*PLACES, "to", "from", "of", "with", "for", "by"))
WH_WORDS = frozenset(("which", "what", "who", "whom", "whose", "how", "where"))


def which(scope: Scope) -> list[Parse]:
    """Return the readings of a wh-question, the nouns of its wh-phrases read."""
    return [one for one in (narrowed(scope, parse) for parse in _parses(scope)) if one is not None]


def unread_nouns(scope: Scope) -> tuple[int, int] | None:
    """Return where the unknown nouns stand when only they keep a wh-question from being read."""
    for parse in _parses(scope):
        for filler in parse.fillers:
            if filler.asked is not None:
                return filler.asked
    return None


def _parses(scope: Scope) -> list[Parse]:
    """Return the readings of a wh-question, its nouns not read; for a scope they are found once."""
    known = scope.tried.asked
    if known is None:
        known = scope.tried.asked = _all_parses(scope)
    return known


def _all_parses(scope: Scope) -> list[Parse]:
    existing = list(_existing(scope))
    if existing and [t.key for t in scope.tokens[:2]] == ["how", "many"]:
        return existing  # "How many are there" asks of no place
    found = [*sentences(scope, candidates(scope)), *_fronted(scope, _relaxed(scope))]
    if found and existing and not scope.lenient:
        return []  # "Which cards are there": at all, or at the place named last?
    return found or existing


def _existing(scope: Scope) -> Iterator[Parse]:
    """Read "how many trail sites are there": the nouns are all that is asked."""
    if [token.key for token in scope.tokens[-2:]] != ["be", "there"]:
        return
    asked, end = Variable("X"), len(scope.tokens) - 2
    for sort in dict.fromkeys(scope.lexicon.nouns.values()):
        phrase = question_phrase(scope, 0, end, sort, asked) if end else None
        if phrase is None or phrase.asked is None:
            continue
        read = nouns(scope, *phrase.asked, sort, asked)
        if read:
            yield Parse(read, (phrase,), 0, 1)
            return


def narrowed(scope: Scope, parse: Parse) -> Parse | None:
    """Add the literals that the nouns of its wh-phrases stand for; None if one is unreadable."""
    extra: list[Literal] = []
    claims: list[Literal] = []
    seen: set[Variable] = set()
    for filler in (one for whole in parse.fillers for one in (whole, *whole.inner)):
        (claims if filler.introduces or not scope.asking else extra).extend(filler.claims)
        is_thing = all(isinstance(term, Constant) for term in filler.terms)
        if filler.asked is not None and is_thing:
            stating = bool(filler.introduces)
            said = nouns(scope, *filler.asked, filler.sort, _NEW, stating=stating)
            if said is None:
                return None
            told = claims if filler.introduces or not scope.asking else extra
            told += (_about(one, term) for term in filler.terms for one in said)
        elif filler.asked is not None:
            (asked,) = filler.terms
            assert isinstance(asked, Variable)
            if asked in seen:
                return None  # two phrases that would have to share one variable
            seen.add(asked)
            denied = is_denied(scope.lexicon, parse.literals, asked)
            read = nouns(scope, *filler.asked, filler.sort, asked, strict=denied or filler.each)
            if read is None:
                return None
            extra += read
    both = tuple(dict.fromkeys((*parse.literals, *extra)))
    return replace(parse, literals=both, claims=tuple(dict.fromkeys(claims)))


def _about(literal: Literal, thing: Term) -> Literal:
    terms = tuple(thing if term == _NEW else term for term in literal.atom.terms)
    return Literal(replace(literal.atom, terms=terms), literal.negated)


def _relaxed(scope: Scope) -> tuple[Template, ...]:
    """Return the candidates, also those that lack only what the wh-word stands for.

    "Where" may lack its preposition, "what does Ana take" the type of "takes trick {T}".
    """
    tokens = scope.tokens
    further = frozenset(PLACES) if "where" in scope.ways.keys else frozenset()
    if tokens[0].key in WHAT and is_auxiliary(tokens[1].key if len(tokens) > 1 else ""):
        further |= frozenset(map(key_of, scope.lexicon.names.sorts.above))
    return candidates(scope, further)


def _fronted(scope: Scope, templates: tuple[Template, ...]) -> Iterator[Parse]:
    """Match questions whose wh-phrase was moved to the front: "which cards may Ana build"."""
    tokens = scope.tokens
    begin = 1 if tokens[0].key in PREPOSITIONS else 0
    if len(tokens) < begin + 2 or tokens[begin].key not in WH_WORDS:
        return
    negative = any(token.key == "not" for token in tokens)
    for verb in range(begin + 1, len(tokens)):
        if not is_auxiliary(tokens[verb].key):
            continue
        for template in templates:
            for place, piece in enumerate(template.pieces):
                if isinstance(piece, int):
                    yield from _with_gap(scope, template, place, begin, verb, negative)
                    yield from _counted(scope, template, place, begin, verb, negative)


def _counted(
    scope: Scope, template: Template, place: int, begin: int, verb: int, negative: bool
) -> Iterator[Parse]:
    """Match "how many coins does Ana have" where "coins" fills a slot behind the number."""
    column, noun = template.pieces[place], begin + 2
    assert isinstance(column, int)
    sort = scope.lexicon.sort(template.predicate, column)
    if place < template.verb or noun >= verb or not scope.lexicon.names.sorts.is_int(sort):
        return
    asked = question_phrase(scope, begin, noun, sort, variable(scope, template, column))
    if asked is None:
        return
    for stop in range(place + 2, len(template.pieces) + 1):
        moved = template.pieces[place + 1 : stop]
        if not any(isinstance(piece, int) for piece in moved):
            continue
        for before in fit(scope, template, moved, noun):
            if before.end != verb:
                continue
            for pieces, negated in inverted(template, place, stop, negative):
                for behind in fit(scope, template, pieces, verb):
                    if behind.end == len(scope.tokens):
                        both = ((column, asked), *before.fills, *behind.fills)
                        cost = before.cost + behind.cost - template.cost
                        yield _parse(scope, template, Fit(behind.end, both, cost), negated)


def _with_gap(
    scope: Scope, template: Template, place: int, begin: int, verb: int, negative: bool
) -> Iterator[Parse]:
    """Match one template whose slot at `place` stands in front as tokens `begin` to `verb`."""
    column = template.pieces[place]
    assert isinstance(column, int)
    sort = scope.lexicon.sort(template.predicate, column)
    asked = variable(scope, template, column)
    gaps = units(scope, template, place, begin, verb)
    if begin == 1 or scope.tokens[0].key == "where":
        before = template.pieces[place - 1] if place else None
        wanted = PLACES if scope.tokens[0].key == "where" else (scope.tokens[0].key,)
        if before not in wanted:
            return
        gaps = (gap._replace(first=place - 1) for gap in gaps)
    else:
        gaps = chain(gaps, kinds(scope, template, place, begin, verb))
    for gap in gaps:
        if scope.tokens[begin].key == "where":
            filler = Filler((asked,), sort) if verb == begin + 1 else None
        else:
            filler = question_phrase(scope, begin, gap.end, sort, asked)
        if filler is None:
            continue
        for pieces, negated in inverted(template, gap.first, gap.after, negative):
            for found in fit(scope, template, pieces, verb):
                if found.end == len(scope.tokens):
                    whole = found._replace(fills=((column, filler), *found.fills))
                    yield _parse(scope, template, whole, negated, unsaid=gap.unsaid)


def _parse(
    scope: Scope, template: Template, found: Fit, negated: bool, *, unsaid: int = 0
) -> Parse:
    fixed = sum(isinstance(piece, str) for piece in template.pieces) - unsaid
    parse = extended(scope, Parse(fixed=fixed), template, found.fills, negated)
    return replace(parse, cost=found.cost, unsaid=unsaid)


def nouns(
    scope: Scope,
    start: int,
    end: int,
    sort: str,
    asked: Variable,
    *,
    strict: bool = False,
    stating: bool = False,
) -> tuple[Literal, ...] | None:
    """Read the nouns of a wh-phrase, and complements behind them, as literals on `asked`.

    With `strict` a noun is asked for although the slot takes nothing else: what is denied is
    denied of everything, also of what the slot could not hold. `stating` reads what is said of
    a new thing: as what tables state, where rules conclude the same in the same words.
    """
    if [token.key for token in scope.tokens[start:end]] == ["one"]:
        return ()
    owned = _of_phrase(scope, start, end, sort, asked)
    if owned is not None:
        return owned
    for last in range(end, start, -1):
        head = _head(scope, start, last, sort, asked, strict=strict, stating=stating)
        if head is not None:
            rest = _complements(scope, last, end, sort, asked, stating=stating)
            if rest is not None:
                return (*head, *rest)
    return None


def _of_phrase(
    scope: Scope, start: int, end: int, sort: str, asked: Variable
) -> tuple[Literal, ...] | None:
    """Read "Ana's hikers" by the word list's "{P}'s hiker"."""
    lexicon = scope.lexicon
    # "there" may stand for a preposition that no noun phrase of the line shows.
    there = "there" in scope.ways.keys
    for template in lexicon.phrases if there else scope.phrases():
        columns = lexicon.predicates[template.predicate].columns
        slots = sum(isinstance(piece, int) for piece in template.pieces)
        fits = lexicon.names.sorts.compatible(columns[-1].sort, sort)
        if slots == len(columns) or not fits:
            continue
        for found in fit(scope, template, template.pieces, start, stop=end):
            fills = [filler for _, filler in sorted(found.fills, key=lambda fill: fill[0])]
            plain = all(len(f.terms) == 1 and not f.introduces and not f.claims for f in fills)
            if found.end == end and plain and len(fills) == len(columns) - 1:
                terms = (*(filler.terms[0] for filler in fills), asked)
                return (Literal(Atom(template.predicate, terms, scope.span(start, end))),)
    return None


def _head(
    scope: Scope, start: int, end: int, sort: str, asked: Variable, *, strict: bool, stating: bool
) -> tuple[Literal, ...] | None:
    """Read "animal upgrades": describing words, then a noun that may be a sort."""
    lexicon = scope.lexicon
    for cut in range(start, end):
        noun = lexicon.nouns.get(span_key(scope.tokens, cut, end))
        if noun is not None and lexicon.names.sorts.compatible(noun, sort):
            own: tuple[Literal, ...] | None = ()
            if noun != sort and noun not in lexicon.names.sorts.above.get(sort, ()):
                # The noun is narrower than the slot, so it has to be asked for.
                own = _noun(scope, cut, end, sort, asked, stating=stating)
            elif strict or tells_kind(lexicon, span_key(scope.tokens, cut, end)):
                own = _described_as(scope, cut, end, sort, asked, stating=stating) or ()
            words = _described_as(scope, start, cut, sort, asked, stating=stating)
            return None if words is None or own is None else (*words, *own)
    return _noun(scope, start, end, sort, asked, stating=stating)


def _noun(
    scope: Scope, start: int, end: int, sort: str, asked: Variable, *, stating: bool
) -> tuple[Literal, ...] | None:
    one = _unary(scope, start, end, sort, asked, stating=stating)
    if one is not None:
        return one
    if counted(scope.lexicon, span_key(scope.tokens, start, end)):
        return None  # "How many guests does Ana have" asks for no guest services
    return _described_as(scope, start, end, sort, asked, stating=stating)


def _first(scope: Scope, found: tuple[Template, ...], *, stating: bool) -> tuple[Template, ...]:
    """Return of a new thing those templates first that a table can state, of what is asked those
    that rules conclude."""
    stated = scope.lexicon.stated
    return tuple(sorted(found, key=lambda one: (one.predicate in stated) != stating))


def _unary(
    scope: Scope, start: int, end: int, sort: str, asked: Variable, *, stating: bool
) -> tuple[Literal, ...] | None:
    """Read a noun by a template such as "{C} is an attraction"."""
    if end - start > _LONGEST_NOUN:
        return None
    wanted = tuple(token.key for token in scope.tokens[start:end])
    same = scope.lexicon.by_words.same((0, "be", *wanted))
    for template in _first(scope, same, stating=stating):
        if scope.lexicon.names.sorts.compatible(scope.lexicon.sort(template.predicate, 0), sort):
            return (Literal(Atom(template.predicate, (asked,), scope.span(start, end))),)
    return None


def _described_as(
    scope: Scope, start: int, end: int, sort: str, asked: Variable, *, stating: bool
) -> tuple[Literal, ...] | None:
    """Read describing words by "{C} is a {W}": word by word, or as an input phrase."""
    if start == end:
        return ()
    lexicon, span = scope.lexicon, scope.span(start, end)
    tokens = scope.tokens[start:end]
    if not plain_words(tokens) or any(token.possessive for token in tokens):
        return None
    for template in _first(scope, lexicon.by_words.describing, stating=stating):
        if not lexicon.names.sorts.compatible(lexicon.sort(template.predicate, 0), sort):
            continue
        column = lexicon.predicates[template.predicate].columns[1]
        if lexicon.names.sorts.is_text(column.sort):
            told = stating and template.predicate in lexicon.stated
            if not (column.is_input or told) or not all(
                lexicon.names.describes(t.key) for t in tokens
            ):
                continue
            phrase = Constant(" ".join(t.key for t in tokens), quoted=True)
            return (Literal(Atom(template.predicate, (asked, phrase), span)),)
        terms = _known_words(scope, start, end, column.sort)
        if terms is not None:
            return tuple(Literal(Atom(template.predicate, (asked, t), span)) for t in terms)
    return _adjectives(scope, start, end, sort, asked, stating=stating)


def _adjectives(
    scope: Scope, start: int, end: int, sort: str, asked: Variable, *, stating: bool
) -> tuple[Literal, ...] | None:
    """Read "face-up" in "face-up upgrades" by "{C} is face-up"; more words may follow it."""
    for last in range(end, start, -1):
        own = _unary(scope, start, last, sort, asked, stating=stating)
        if own is not None:
            rest = _described_as(scope, last, end, sort, asked, stating=stating)
            if rest is not None:
                return (*own, *rest)
    return None


def _known_words(scope: Scope, start: int, end: int, sort: str) -> tuple[Term, ...] | None:
    terms: list[Term] = []
    position = start
    while position < end:
        for last in range(min(end, position + _LONGEST_WORD), position, -1):
            values = scope.lexicon.names.find(span_key(scope.tokens, position, last), sort)
            if len(values) == 1 and key_of(str(values[0])):
                terms.append(Constant(values[0]))
                position = last
                break
        else:
            return None
    return tuple(terms)


def _complements(
    scope: Scope, start: int, end: int, sort: str, asked: Variable, *, stating: bool
) -> tuple[Literal, ...] | None:
    """Read "on Log Flume", "with 3 stars" behind a noun, to the end of the wh-phrase."""
    if start == end:
        return ()
    subject = Filler((asked,), sort)
    # Of two sentences with the same words a question is about the one that rules conclude.
    templates = _first(scope, candidates(scope), stating=stating)
    key = scope.tokens[start].key
    verb, begin = ("have", start + 1) if key == "with" else ("be", start)
    for template, negated, found in tails(scope, templates, begin, subject, 2, verb):
        if found.end > end or any(f.problem is not None or f.bounds for _, f in found.fills):
            continue  # a bound would be lost: only literals are said of what is asked
        rest = _complements(scope, found.end, end, sort, asked, stating=stating)
        if rest is not None:
            return (*literals(scope, template, found.fills, negated), *rest)
    return None
